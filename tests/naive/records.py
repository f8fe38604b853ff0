"""What the naive implementation works with: the facts as they finally stand, and the
answers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Document = dict[str, Any]
Ints = list[int]

POINTS: dict[str, tuple[Fraction, Fraction]] = {
    "1-0": (Fraction(1), Fraction(0)),
    "0-1": (Fraction(0), Fraction(1)),
    "1/2-1/2": (Fraction(1, 2), Fraction(1, 2)),
    "0-0": (Fraction(0), Fraction(0)),
    "1/2-0": (Fraction(1, 2), Fraction(0)),
    "0-1/2": (Fraction(0), Fraction(1, 2)),
}


@dataclass(frozen=True)
class Game:
    """A listed game, played or not."""

    tournament: str
    id: str
    round: int
    place: int
    white: str
    black: str
    result: str
    on: str
    white_minutes: Fraction
    black_minutes: Fraction
    tiebreak: bool

    def opponent(self, player: str) -> str:
        """The other player."""
        return self.black if player == self.white else self.white

    def points(self, player: str) -> Fraction:
        """The player's own points in a played game."""
        white, black = POINTS[self.result]
        return white if player == self.white else black


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands: header and games."""

    id: str
    start: str
    end: str
    minutes: Fraction
    domestic: bool
    fide_accepted: bool
    accepted: bool
    official_representation: bool
    representatives: tuple[str, ...]
    age_group: str
    each_game_rated: bool
    order_no: int
    games: tuple[Game, ...]


@dataclass
class Facts:
    """Everything that was said, after amends, withdrawals and merges; people under
    their final id.
    """

    tournaments: list[Tournament] = field(default_factory=list)
    openings: list[Document] = field(default_factory=list)
    rulings: list[Document] = field(default_factory=list)
    externals: list[Document] = field(default_factory=list)
    elo_only: list[Document] = field(default_factory=list)
    adoptions: list[Document] = field(default_factory=list)
    federations: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def federation(self, player: str, day: str) -> str:
        """The federation the player represents on a day; of two changes on one day the
        later recorded.
        """
        found, since = "FIN", ""
        for start, federation in self.federations.get(player, []):
            if since <= start <= day:
                found, since = federation, start
        return found

    def external(self, player: str, source: str, day: str) -> Document | None:
        """The latest external rating dated on or before the day; on one day the later
        recorded.
        """
        found: Document | None = None
        for document in self.externals:
            if (
                document["player"] != player
                or document["source"] != source
                or document["on"] > day
            ):
                continue
            if found is None or document["on"] >= found["on"]:
                found = document
        return found


@dataclass
class Standing:
    """One player on one list."""

    rating: int | None = None
    games: int = 0
    normal_games: int = 0
    past: list[tuple[int, Fraction]] = field(default_factory=list)
    by_elo: bool = False
    last_step: str | None = None


@dataclass(frozen=True)
class Entry:
    """One line of a player's history."""

    list: str
    player: str
    on: str
    tournament: str | None
    unit: str | None
    kind: str
    before: int | None
    after: int
    games: int
    normal_games: int
    score: Fraction | None
    running: Ints


@dataclass(frozen=True)
class Reached:
    """An established value at one moment, for peaks and titles."""

    list: str
    player: str
    rating: int
    on: str
    tournament: str | None
    game: str | None
    normal_games: int = 0
