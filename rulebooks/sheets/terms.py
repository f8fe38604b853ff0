"""The terms of an explanation, field by field: what every sheet shows, and what only some systems show."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from messages import Message
from rulebooks.base import Change

Number = int | float


@dataclass(frozen=True, kw_only=True)
class GameTerms:
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


@dataclass(frozen=True, kw_only=True)
class CarriedTerms:
    """What an earlier career brings into the formula."""

    games: int
    text: Message


@dataclass(frozen=True, kw_only=True)
class ProvisionalTerms:
    """The rating that a new player of the fast list starts from (7.5)."""

    number: int
    basis_text: Message
    section: str
    counted: tuple[str, ...]
    exact: str | None


@dataclass(frozen=True, kw_only=True)
class GivenTerms:
    """A rating that was given: here by an Elo."""

    number: int


@dataclass(frozen=True, kw_only=True)
class OpeningTerms(GivenTerms):
    """By an opening, with what it brings beside the rating."""

    games: int
    normal_games: int
    peak: int | None
    titles: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RulingTerms(GivenTerms):
    """By a ruling."""

    reason: str


@dataclass(frozen=True, kw_only=True)
class SystemTerms:
    """What only one system shows. `detail`: words that the change itself holds by name."""

    detail: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class SheetTerms:
    """One entry with every term. Ratings of few decimals are numbers (their text is exact); fractions are text."""

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
    games: tuple[GameTerms, ...]
    score: Number
    expected: Number | None
    carried: CarriedTerms | None
    provisional: ProvisionalTerms | None
    given: GivenTerms | None
    coefficient: Number | None
    bonus: Number
    working: tuple[Message, ...]
    source: str
    sum: str | None
    exact: str
    rounded: int
    running: tuple[int, ...]
    system: SystemTerms


def given_terms(change: Change, reason: str) -> GivenTerms | None:
    """The rating a decision or an Elo gave; None where games were rated."""
    if change.kind == "unit":
        return None
    if change.kind == "ruling":
        return RulingTerms(number=change.after, reason=reason)
    if change.kind == "opening":
        return OpeningTerms(
            number=change.after, games=change.games, normal_games=change.normal_games, peak=change.peak,
            titles=tuple(change.titles),
        )  # fmt: skip
    return GivenTerms(number=change.after)
