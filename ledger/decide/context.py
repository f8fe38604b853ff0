"""Declare what a decision rests on: the facts so far, a few look-ups, and what comes in
from outside.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ledger.bodies import PublishedRow
from ledger.events import EarlierDocument, Event
from ledger.moved_by_rules import RatingMoved, TitleMoved
from ledger.store.persons import Personal
from ledger.timeline import Timeline


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

    def note_name(self, name: str, player: str) -> None:
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
    """The basis of a decision.

    today: YYYY-MM-DD. last_day: the last that documents may speak of; it is `today`, but
    where the report of an event is looked at that goes on for some days.

    new_salt: makes a new salt, as text. editions: {list: {edition: revision}}, as the
    code carries them. listing: of a list and a day what would be published now, because
    the ledger knows no rules.

    importing: the document comes from another ledger, in the order in which it was
    recorded there, so that nothing in it is a repetition.
    """

    timeline: Timeline
    lookups: Lookups
    today: str
    last_day: str
    new_salt: Callable[[], str]
    editions: Mapping[str, Mapping[str, int]]
    listing: Callable[[str, str], Listing]
    importing: bool = False
    # every current rating and title that the present code moves, for the first document
    # which says that corrected rules count
    moved: Callable[[], Moving] = Moving
    # of a birth: the part that any rule reads, and the list that reads its day, or ""
    birth_read: Callable[[str], tuple[str, str]] = lambda born: (born[:4], "")
    # whether the checkpoint of a number was made elsewhere and is kept here
    kept_from_elsewhere: Callable[[int], bool] = lambda number: False
    # ids that are found out once for all documents of a submission: who is known to be
    # in the ledger, and who plays in a tournament of the submission
    known: set[str] = field(default_factory=set)
    playing: set[str] = field(default_factory=set)
    # words that are not stored yet, by their seals
    new_texts: dict[str, str] = field(default_factory=dict)
    # in an import: the salts that the first ledger gave to words, by the words
    text_salts: Mapping[str, str] = field(default_factory=dict)
    # whether births may be compared by their years alone, since whoever asks could find
    # out the days by trying
    by_year: bool = False
    # the births that were looked up, by player, None where none is known; a document
    # that tells more of somebody takes theirs out
    births: dict[str, str | None] = field(default_factory=dict)


def in_words(text: str | None, context: Context) -> str | None:
    """Return the words that a text of an event or of a sealed document stands for."""
    if text is None:
        return None
    if text in context.new_texts:
        return context.new_texts[text]
    return context.lookups.words_of(text)
