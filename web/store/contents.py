"""Say what the documents of a draft state, in a line each: nobody books what they did
not see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import NODEFAULT, UNSET, Struct
from msgspec.structs import FieldInfo, asdict, fields

from ledger.decide.named_texts import with_texts
from ledger.decisions import FIELDS, field_in_words, value_in_sentence
from ledger.documents import (
    AcceptRules,
    AdoptRules,
    Amend,
    Document,
    Publish,
    Reinstate,
    RetractCheckpoint,
    Settings,
    Tournament,
    Withdraw,
    kind_of,
)
from ledger.errors import SeloError
from ledger.league_words import stated_changes
from ledger.office import SETTABLE, setting_in_words
from messages import Message, counted, say
from messages.results import RESULTS
from web.store.drafts import Draft
from web.store.prepared_draft import documents_in

TARGET = ("from_player", "player", "tournament", "list")
SHOWN = 20  # documents of a draft
PEOPLE = ("white", "black", "arbiter")  # fields of a correction with an id
BESIDE = frozenset(["into", "label", "reason"])  # a place of their own in the line
OF_EVERY_KIND = frozenset(["actor", "note"])  # said by themselves
# they keep a booking from being made twice, or on a version that nobody looked at
NO_FACTS = frozenset(["key", "expect_version"])
Names = Mapping[str, str]  # of players, by their ids
NO_NAMES: Names = MappingProxyType({})


class Content(NamedTuple):
    """One document of a draft in a line: what is booked, about whom, what it states,
    and the games that change: field by field, or None where the game is removed.
    """

    kind: str
    target: str
    facts: Sequence[Message]
    games: Sequence[tuple[str, Sequence[Message] | None]]
    reason: str


def nobodys_names(players: Sequence[str]) -> Names:
    return {}


def as_stated(text: str) -> str:
    return text


def contents_of(
    draft: Draft,
    names_of: Callable[[Sequence[str]], Names] = nobodys_names,
    words_of: Callable[[str], str] = as_stated,
) -> tuple[list[Content], int]:
    """Return the first documents, and how many there are beyond; of a file that cannot
    be read its problems are shown instead.

    `names_of`: finds the names of players by their ids. `words_of`: finds the words of
    a text that may name people, for which a document may have their seal.
    """
    try:
        placed = documents_in(draft)
    except SeloError:
        return [], 0

    shown = [with_texts(each.document, words_of) for each in placed[:SHOWN]]
    players = [*chain.from_iterable(map(_people_corrected, shown))]
    names = names_of(players) if players else NO_NAMES
    contents = [content_of(document, names) for document in shown]
    return contents, max(0, len(placed) - SHOWN)


def _people_corrected(document: Document) -> Iterator[str]:
    """Yield the ids of those whom a correction puts into a game, or makes arbiter."""
    if not isinstance(document, Amend):
        return

    for game in document.add_games:
        yield from (game.white, game.black)

    for change in (document.set, *document.games.values()):
        for field in PEOPLE:
            player = getattr(change, field, None)
            if isinstance(player, str):
                yield player


def content_of(document: Document, names: Names = NO_NAMES) -> Content:
    """Say what a document states: what it is about, its facts, its games, its reason.

    Where it renames or unites something, the other id or name stands behind an arrow,
    as in `F020 → F021`. `names`: of those whom a correction names.
    """
    target = next((name for name in TARGET if getattr(document, name, None)), "")
    into = str(getattr(document, "into", "") or getattr(document, "label", "") or "")
    named = " → ".join(filter(None, [str(getattr(document, target, "")), into]))
    reason = str(getattr(document, "reason", "") or "")

    return Content(
        kind_of(document),
        named,
        [*_facts(document, target, names), *_facts_of_every_kind(document)],
        list(_games(document, names)),
        reason,
    )


def _facts(document: Document, target: str, names: Names) -> Iterator[Message]:
    """Yield what a document states besides its target, its reason and its games."""
    match document:
        case AdoptRules():
            yield say(
                "{edition} is in force on {list} from {day}",
                edition=document.edition,
                list=document.list,
                day=document.from_day,
            )
            if document.begins:
                yield say(
                    "the list {list} begins on {day}: what is dated before is never on"
                    " it",
                    list=document.list,
                    day=document.from_day,
                )
        case AcceptRules():
            yield say(
                "{edition} follows revision {number}",
                edition=document.edition,
                number=document.revision,
            )
        case Publish():
            yield say("{day}", day=document.as_of)
        case Withdraw() | Reinstate():
            if document.seq is not None:
                yield say("seq {seq}", seq=document.seq)
            if isinstance(document, Withdraw) and document.rules:
                yield say("other rules are in force from then on")
        case Settings():
            yield from _facts_of_settings(document)
        case RetractCheckpoint():
            yield say(
                "checkpoint {number} from elsewhere no longer counts",
                number=document.checkpoint,
            )
        case Amend():
            yield from _facts_of_correction(document, names)
        case _:
            yield from _facts_of_fields(document, target)


def _facts_of_every_kind(document: Document) -> Iterator[Message]:
    """Yield whose name is in the document, and its note: the log keeps both."""
    if document.actor is not None:
        yield say("in the name of {name}", name=document.actor)
    if document.note is not None:
        yield say("note: {words}", words=document.note)


def _facts_of_correction(document: Amend, names: Names) -> Iterator[Message]:
    if document.set is not None:
        yield from _facts_of_change(document.set, names)
    if document.change_league is not None:
        yield from stated_changes(document.change_league)
    if document.league is not None:
        yield say("the teams and matches of the league, all of them")
    if document.reported is not None:
        yield say("the report's details beside the games")


def _facts_of_settings(document: Settings) -> Iterator[Message]:
    """Yield the settings that become others; what is left out stays."""
    for field in SETTABLE:
        value = getattr(document, field)
        if value is not None:
            yield setting_in_words(field, value)


def _facts_of_fields(document: Document, target: str) -> Iterator[Message]:
    """Yield the fields that a document gives a value of their own. One without words
    here is called by its own name.
    """
    said_elsewhere = {target, *BESIDE, *OF_EVERY_KIND, *NO_FACTS}
    for field in fields(document):
        value = getattr(document, field.name)
        if field.name in said_elsewhere or value == _default(field):
            continue

        # the digest of a file
        if field.name == "source" and isinstance(document, Tournament):
            continue
        yield _fact_of_field(field.name, value)


def _default(field: FieldInfo) -> object:
    """Return what a field holds that nothing is said of; NODEFAULT where it must be."""
    if field.default_factory is not NODEFAULT:
        return field.default_factory()
    return field.default


def _fact_of_field(field: str, value: Any) -> Message:
    """Say what a field holds; of what is long, only that it is there."""
    match field:
        case "games" if isinstance(value, list):
            return counted("{count} game", "{count} games", len(value))
        case "players":
            return counted(
                "details of {count} player", "details of {count} players", len(value)
            )
        case "reported":
            return say("the report's details beside the games")
        case "league":
            return say("the teams and matches of the league, all of them")
        case "game":
            return say("game {game}", game=value)
        case "change":
            return say("another name, birth or sex of a known player is meant")
        case _ if field in FIELDS:
            return field_in_words(field, value)
        case _:
            return say("{field} {value}", field=field, value=value_in_sentence(value))


def _facts_of_change(change: Struct, names: Names) -> list[Message]:
    """Return what a correction says of a game, or of the header."""
    facts = []
    for field, value in asdict(change).items():
        if value is UNSET:
            continue
        if field in PEOPLE and value is not None:
            value = _with_name(value, names)
        facts.append(field_in_words(field, value))

    return facts


def _with_name(player: str, names: Names) -> str:
    """Write a player as `F020 Berg, Bea`; by their id alone where no name is known."""
    return f"{player} {names[player]}" if player in names else player


def _games(
    document: Document, names: Names
) -> Iterator[tuple[str, Sequence[Message] | None]]:
    if not isinstance(document, Amend):
        return

    for name, change in document.games.items():
        yield name, None if change is None else _facts_of_change(change, names)

    for game in document.add_games:
        shown = RESULTS[game.result].shown
        sentence = say(
            "{white} – {black} {result}",
            white=_with_name(game.white, names),
            black=_with_name(game.black, names),
            result=shown,
        )
        yield f"{game.round}/{game.board or '–'}", [sentence]
