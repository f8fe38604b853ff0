"""A document and what the ledger holds, to events not yet stored. Here: what a decision
rests on, the facts so far, a few look-ups, and what comes in from outside.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, Protocol

import msgspec

from ledger.bodies import PublishedRow
from ledger.decisions import Slip
from ledger.documents import Document, ExternalRating, Player, Tournament
from ledger.errors import Conflict, Problem, Refused, Where
from ledger.events import EarlierDocument, Event
from ledger.named_texts import NamedText
from ledger.store.persons import Personal
from ledger.timeline import Timeline, TournamentNow
from ledger.words import RatingMoved, TitleMoved
from messages import NOTHING, Message, by_command, say


class Lookups(Protocol):
    """The questions that deciding asks of the tables; it does not matter to the ledger
    who answers them.
    """

    def by_key(self, key: str) -> EarlierDocument | None: ...

    def by_digest(self, digest: str) -> EarlierDocument | None: ...

    def event(self, seq: int) -> Event | None: ...

    def tournaments_of(self, player: str) -> list[str]:
        """List the tournaments in which this very id has a seat that a list knows of,
        withdrawn ones too.
        """

    def named_in(self, player: str) -> list[str]:
        """List every tournament that ever named this very id, rated or not; all events
        are read for it.
        """

    def person(self, player: str) -> Personal | None: ...

    def people(self, players: Sequence[str]) -> Mapping[str, Personal]:
        """Look up several people at once; ids that are not there are missing."""

    def former_names(self, player: str) -> Sequence[Personal]:
        """List what an id was called before."""

    def salt(self, player: str) -> str | None: ...

    def seal_of(self, words: str) -> str | None:
        """Return the seal of words that stand beside the log already."""

    def has_seal(self, seal: str) -> bool: ...

    def is_erased_text(self, text: str) -> bool:
        """Tell whether a text of an event is a seal whose words were erased."""

    def words_of(self, text: str) -> str:
        """Return the words that a text of an event stands for."""

    def texts_naming(self, player: str) -> list[str]:
        """List the seals of the words that name somebody, under any of their names."""

    def events_naming(self, players: Sequence[str]) -> list[tuple[int, str]]:
        """List the events that hold a name of any of these, by seq and field; every
        event is read for it.
        """

    def same_name(self, name: str, player: str) -> list[str]:
        """List the ids of other people with the same name, accents and case aside."""

    def expect_names(self, names: Sequence[str]) -> None:
        """Look up together who has these names: they will be asked for, until others
        are announced.
        """

    def called(self, name: str, player: str) -> None:
        """Hear that somebody has a name from now on."""

    def ratings(self, player: str) -> Mapping[str, int]:
        """Map each list to somebody's current rating on it."""


class Moving(NamedTuple):
    """The current ratings and titles that corrected rules move."""

    ratings: tuple[RatingMoved, ...] = ()
    titles: tuple[TitleMoved, ...] = ()


class Listing(NamedTuple):
    """A list on a day as known at a seq: what `publish` freezes."""

    known_seq: int
    rules: str
    rows: tuple[PublishedRow, ...]


@dataclass(frozen=True)
class Context:
    """The basis of a decision; `editions` is {list: {edition: revision}} as the code
    carries them.

    `listing` answers with the list on a day as known now, because the ledger knows no
    rules. `again`: the document comes from another ledger, in the order in which it was
    recorded there, so that nothing in it is a repetition.
    """

    timeline: Timeline
    lookups: Lookups
    today: str
    new_salt: Callable[[], str]
    editions: Mapping[str, Mapping[str, int]]
    listing: Callable[[str, str], Listing]
    again: bool = False
    # every current rating and title that the code as it is moves, to whom it is first
    # said that corrected rules count
    moved: Callable[[], Moving] = Moving
    # what of a birth any rule reads, and which list reads the day of it
    birth_read: Callable[[str], tuple[str, str]] = lambda born: (born[:4], "")
    # whether a checkpoint of that number is
    kept_from_elsewhere: Callable[[int], bool] = lambda number: False
    # found out once for all documents of a submission: who is in the ledger, and who
    # plays in one of its tournaments
    known: set[str] = field(default_factory=set)
    playing: set[str] = field(default_factory=set)
    # words that are not stored yet, by their seals
    new_texts: dict[str, str] = field(default_factory=dict)
    # in an import: those of the first ledger, by words
    text_salts: Mapping[str, str] = field(default_factory=dict)
    # whether births may be compared by their years alone, since whoever asks could find
    # out the days by trying
    by_year: bool = False
    # of whom they were asked, until more is told of them
    births: dict[str, str | None] = field(default_factory=dict)


@dataclass
class Decision:
    """The result of deciding one document: events not yet stored, or the seq that it
    repeats, and warnings.
    """

    kind: str
    target: str
    bodies: list[tuple[str, msgspec.Struct]] = field(default_factory=list)
    persons: list[tuple[str, Personal]] = field(default_factory=list)
    erased: list[str] = field(default_factory=list)
    # words beside the log, whose seals are in the events
    texts: list[NamedText] = field(default_factory=list)
    repeated: int | None = None
    warnings: list[Message | Slip] = field(default_factory=list)
    digest: str | None = None


_CANONICAL = msgspec.json.Encoder(order="deterministic")
_NOT_CONTENT: dict[str, object] = {
    "actor": None,
    "note": None,
    "key": None,
    "expect_version": None,
    "players": [],
    "change": False,
    "rules": False,
}


@cache
def _emptied(kind: type[Document]) -> dict[str, object]:
    """Return the fields of a kind of document that are no content, each empty."""
    empty = {
        name: value
        for name, value in _NOT_CONTENT.items()
        if name in kind.__struct_fields__
    }
    if "source" in kind.__struct_fields__ and not issubclass(kind, ExternalRating):
        empty["source"] = None  # the file it was read from
    return empty


def content_digest(document: Document, salt: str = "") -> str:
    """Hash what makes two documents the same; the hash of a player is salted, for a
    bare hash of a name gives it away.

    Fields at their default are left out (see Strict), so that a field of a later
    version changes no old digest.
    """
    empty = _emptied(type(document))
    if isinstance(document, Tournament) and all(
        getattr(document, name) == value for name, value in empty.items()
    ):
        # it is all content, and was encoded when it was read; nothing in it needs
        # sorting
        canonical = document.text
    else:
        canonical = _CANONICAL.encode(msgspec.structs.replace(document, **empty))
    return hashlib.sha256(salt.encode() + canonical).hexdigest()


def digest_of(document: Document, context: Context) -> str:
    """Return the digest under which a document would be stored if it were submitted
    now.
    """
    if not isinstance(document, Player) or is_new(document, context):
        return content_digest(document)
    return content_digest(document, context.lookups.salt(document.player) or "")


def is_new(document: Document, context: Context) -> bool:
    """Tell whether a document is about a player whom the ledger does not have: then it
    was never recorded before.
    """
    return (
        isinstance(document, Player)
        and context.timeline.player(document.player) is None
    )


def repeated_key(document: Document, digest: str, context: Context) -> int | None:
    """Return the seq recorded under the document's key; raise a conflict if that was
    other content.
    """
    earlier = context.lookups.by_key(document.key) if document.key else None
    if earlier is None:
        return None
    if earlier.digest != digest:
        message = say(
            "the key {name} was used for another document (seq {seq})",
            name=repr(document.key),
            seq=earlier.seq,
        )
        raise Conflict(
            Problem(
                "key-reused",
                message,
                Where(field="key"),
                say("give each document a key of its own"),
            )
        )
    return earlier.seq


def in_words(text: str | None, context: Context) -> str | None:
    """Return the words that a text of an event or of a sealed document stands for."""
    if text is None:
        return None
    if text in context.new_texts:
        return context.new_texts[text]
    return context.lookups.words_of(text)


def refuse(
    code: str,
    message: Message,
    field_name: str | None = None,
    hint: Message = NOTHING,
    *,
    about: tuple[str, ...] = (),
) -> Refused:
    return Refused(Problem(code, message, Where(field=field_name), hint, about))


def nothing_new(tournament: str) -> Refused:
    """Make the refusal of a correction that leaves everything as it is."""
    message = say("nothing in {tournament} would change", tournament=tournament)
    return refuse("no-change", message, None, say("it is like this already"))


def usable_id(name: str, field: str, context: Context) -> None:
    """Refuse a new id that a command line or an address could not name: it reads as an
    option, or means a folder.
    """
    if not context.again and (name.startswith("-") or name in (".", "..")):
        message = (
            say("the id {name} begins with a hyphen", name=repr(name))
            if name.startswith("-")
            else say("the id {name} means a folder", name=repr(name))
        )
        raise refuse("bad-id", message, field, say("choose another id"))


PLAYER_FIRST = say("submit a player document first")
FIND_PLAYER = by_command("try `selo player find NAME`", "look for the id by the name")


def need_player(
    player: str, context: Context, field: str, hint: Message = PLAYER_FIRST
) -> None:
    """Refuse an id that nobody has."""
    if context.timeline.player(player) is None:
        raise refuse(
            "unknown-player",
            say("nobody has the id {name}", name=repr(player)),
            field,
            hint,
            about=(player,),
        )


def known_tournament(
    name: str, context: Context, expect_version: int | None
) -> TournamentNow:
    """Find the tournament that a correction is about; refuse unless it is at the
    version that its writer saw.
    """
    tournament = context.timeline.tournament(name)
    if tournament is None:
        message = say("there is no tournament {name}", name=repr(name))
        raise refuse(
            "unknown-tournament",
            message,
            "tournament",
            by_command("see `selo tournaments`", "look for it among the tournaments"),
            about=(name,),
        )
    if expect_version is not None and expect_version != tournament.version:
        message = say(
            "{tournament} is at version {version}, not {expected}",
            tournament=name,
            version=tournament.version,
            expected=expect_version,
        )
        hint = by_command(
            "look at it again with `selo tournament {name}`",
            "look at it again, then make the correction anew",
            name=name,
        )
        raise Conflict(
            Problem("stale-version", message, Where(field="expect_version"), hint)
        )
    return tournament
