"""The sheets of `selo explain` as answers: every term of an entry.

A rulebook knows only the standard library, so the terms of its sheets are dataclasses; here they become answers. What
only some systems show stands behind what all of them do, in an order of its own for each.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec import field

from messages import Message
from messages.answer import UNSET, Answer, UnsetType, answered
from rulebooks.protocol import Sheet
from rulebooks.sheets.terms import SheetTerms

Number = int | float
Kind = TypeVar("Kind", bound=Answer)


class SheetGame(Answer, frozen=True, kw_only=True):
    """A game in one player's calculation."""

    game: str
    opponent: str
    name: str
    minutes: int
    score: Number
    number: int
    basis: str
    basis_text: Message
    section: str


class ExplainedGame(SheetGame, frozen=True, kw_only=True):
    """A game of a Finnish sheet; what the formula does not ask for is null."""

    difference: int | None
    table_percent: int | None
    percent: int | None
    capped: bool
    surplus: Number | None
    kt: Number | None
    contribution: Number | str | None
    running: int | None


class PlainGame(SheetGame, frozen=True, kw_only=True):
    """A game of a sheet of the other systems; what the formula does not ask for is null or missing."""

    capped: bool
    difference: int | None
    table_percent: int | None
    percent: int | None
    surplus: Number | None
    kt: Number | None
    contribution: Number | str | None
    running: int | None
    own: int | UnsetType | None = UNSET
    why: str | UnsetType = UNSET
    factor: str | UnsetType = UNSET
    change: int | UnsetType = UNSET
    expected: Number | UnsetType = UNSET
    deviation: Number | UnsetType = UNSET
    weight: Number | UnsetType = UNSET


class Carried(Answer, frozen=True, kw_only=True):
    """What an earlier career brings into the formula."""

    games: int
    numbers: int | UnsetType = UNSET
    score: Number | UnsetType = UNSET
    text: Message


class ProvisionalRating(Answer, frozen=True, kw_only=True):
    """The rating a new player of the fast list starts from (7.5)."""

    number: int
    basis_text: Message
    section: str
    counted: tuple[str, ...]
    exact: str | None


class GivenRating(Answer, frozen=True, kw_only=True):
    """A rating that was decided: by an opening, a ruling or an Elo."""

    number: int
    games: int | UnsetType = UNSET
    normal_games: int | UnsetType = UNSET
    peak: int | UnsetType | None = UNSET
    titles: tuple[str, ...] | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class ExplainedEntry(Answer, frozen=True, kw_only=True):
    """A sheet: one entry with every term, the exact sum and the rounding."""

    player: str
    name: str
    list: str
    tournament: str | None
    unit: str
    on: str
    edition: str
    kind: str
    seq: int
    before: int | None
    after: int
    formula: str
    section: str | None
    sections: tuple[str, ...]
    status: Message
    games: tuple[SheetGame, ...]
    score: Number
    expected: Number | None
    carried: Carried | None
    provisional: ProvisionalRating | None
    given: GivenRating | None
    coefficient: Number | None
    bonus: Number
    working: tuple[Message, ...]
    source: str
    sum: str | None
    exact: str
    rounded: int
    running: tuple[int, ...]


class LogisticEntry(ExplainedEntry, frozen=True, kw_only=True):
    """A sheet of `elo` or `elo-uscf`."""

    start: int | UnsetType = UNSET
    k: str | UnsetType = UNSET
    effective_games: str | UnsetType = UNSET
    class_name: str | UnsetType | None = field(default=UNSET, name="class")


class NorwegianEntry(ExplainedEntry, frozen=True, kw_only=True):
    """A sheet of `elo-no`."""

    n: int | UnsetType = UNSET
    category: str | UnsetType = UNSET
    class_name: str | UnsetType = field(default=UNSET, name="class")
    k: str | UnsetType = UNSET
    factor: str | UnsetType = UNSET
    how: str | UnsetType = UNSET
    rounds: str | UnsetType = UNSET
    drift: str | UnsetType = UNSET
    circle: str | UnsetType = UNSET
    reached: str | UnsetType = UNSET
    struck: str | UnsetType = UNSET
    landsturnering: str | UnsetType = UNSET
    mean: int | str | UnsetType = UNSET
    difference: int | UnsetType = UNSET
    performance: int | UnsetType = UNSET


class ListRating(Answer, frozen=True, kw_only=True):
    """The rating of the quarter's list and what is pending for the next one."""

    day: str
    rating: int | None
    rated_from: int | UnsetType = UNSET
    pending_before: str | UnsetType = UNSET
    pending: str | UnsetType = UNSET
    live: str | UnsetType = UNSET
    first: int | UnsetType | None = UNSET


class FideEntry(ExplainedEntry, frozen=True, kw_only=True):
    """A sheet of `elo-fide`."""

    list_rating: ListRating | UnsetType = UNSET


class GlickoEntry(ExplainedEntry, frozen=True, kw_only=True):
    """A sheet of `glicko`."""

    month: str | UnsetType = UNSET
    games_in_month: int | UnsetType = UNSET
    rating_start: str | UnsetType = UNSET
    deviation_start: str | UnsetType = UNSET
    volatility_start: str | UnsetType = UNSET
    variance: str | UnsetType = UNSET
    improvement: str | UnsetType = UNSET
    deviation: str | UnsetType = UNSET
    volatility: str | UnsetType = UNSET


ENTRIES: tuple[type[ExplainedEntry], ...] = (ExplainedEntry, LogisticEntry, NorwegianEntry, FideEntry, GlickoEntry)
JSON_NAMES = {"class_name": "class"}  # Python has its own use for the word
GAMES: tuple[type[SheetGame], ...] = (ExplainedGame, PlainGame)


def explained(sheet: Sheet) -> ExplainedEntry:
    """A sheet as the struct of its system."""
    terms = sheet.terms()
    entry = _converted(_fields(terms), ENTRIES)
    return msgspec.structs.replace(entry, games=tuple(_converted(vars(game), GAMES) for game in terms.games))


def _fields(terms: SheetTerms) -> Mapping[str, object]:
    """The fields of a sheet by their name in JSON, its system's own behind those of all; the games come apart."""
    own = {JSON_NAMES.get(name, name): value for name, value in vars(terms.system).items() if name != "detail"}
    shared = {name: value for name, value in vars(terms).items() if name != "system"}
    return {**shared, "games": (), **terms.system.detail, **own}


def _converted(fields: Mapping[str, object], kinds: Sequence[type[Kind]]) -> Kind:
    """As the kind that has these fields, in their order."""
    names = list(fields)
    for kind in kinds:
        if [name for field in msgspec.structs.fields(kind) if (name := field.encode_name) in fields] == names:
            return answered(fields, kind)
    raise TypeError(f"no sheet has the fields {names}")
