"""What all the other systems share: the facts as they stand, units in order, a line of
a player's history.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from ..facts import facts_of, final_id, raw_tournaments, withdrawn_seqs
from ..records import POINTS, Document, Facts, Game, Tournament
from ..units import alone

HALF = Fraction(1, 2)


class Line(NamedTuple):
    """One entry: what happened to a player's number, and when."""

    player: str
    kind: str
    unit: str | None
    on: str
    before: int | None
    after: int
    games: int
    score: Fraction


class Unit(NamedTuple):
    """What is computed at once."""

    key: tuple[str, str, int, bytes, int, int]
    name: str
    start: str
    end: str
    tournament: Tournament
    games: list[Game]

    def players(self) -> list[str]:
        """Everybody with a game in it, by id."""
        return sorted(
            {player for game in self.games for player in (game.white, game.black)},
            key=str.encode,
        )

    def games_of(self, player: str) -> list[Game]:
        """The player's games, in order."""
        return [game for game in self.games if player in (game.white, game.black)]


@dataclass
class Pages:
    """The documents of a ledger as they finally stand."""

    facts: Facts
    headers: dict[str, Document] = field(default_factory=dict)
    births: dict[str, str] = field(default_factory=dict)


def pages(documents: list[Document]) -> Pages:
    """Corrections applied, people under their final ids."""
    numbered = [
        dict(document, _seq=document.get("_seq", i))
        for i, document in enumerate(documents, start=1)
    ]
    headers = {raw["tournament"]: raw for raw in raw_tournaments(numbered)}
    return Pages(facts_of(documents), headers, births(numbered))


def births(numbered: list[Document]) -> dict[str, str]:
    """Birth days said last and not taken back; an old id means its new one from its
    merge on, whose details win.
    """
    withdrawn = withdrawn_seqs(numbered)
    merges = [
        d
        for d in numbered
        if d["kind"] == "merge-players" and d["_seq"] not in withdrawn
    ]
    known: set[str] = set()
    found: dict[str, str] = {}
    for document in numbered:
        before = [merge for merge in merges if merge["_seq"] < document["_seq"]]
        if document["kind"] == "player" and document["_seq"] not in withdrawn:
            player = final_id(document["player"], before)
            known.add(player)
            if document.get("born") is not None:
                found[player] = document["born"]
        for person in (
            document.get("players", []) if document["kind"] == "tournament" else []
        ):
            player = final_id(person["player"], before)
            if player not in known and person.get("born") is not None:
                found[player] = person["born"]
            known.add(player)
    for merge in merges:
        into = final_id(merge["into"], merges)
        if merge["from"] in found and into not in found:
            found[into] = found[merge["from"]]
    return found


def played(game: Game) -> bool:
    """A game over the board with equal time; forfeits and unfinished games never count."""
    return game.result in POINTS and game.white_minutes == game.black_minutes


def serious(game: Game) -> bool:
    """The lists of the article and of PSM: more than 10 minutes for 60 moves."""
    return played(game) and game.white_minutes > 10


def in_order(games: list[Game]) -> list[Game]:
    """Inside a unit by day, round and place."""
    return sorted(games, key=lambda game: (game.on, game.round, game.place))


def together(tournament: Tournament, games: list[Game]) -> Unit:
    """Games of a tournament computed at once on its last day."""
    key = (
        tournament.end,
        tournament.start,
        tournament.order_no,
        tournament.id.encode(),
        0,
        0,
    )
    return Unit(
        key,
        tournament.id,
        tournament.start,
        tournament.end,
        tournament,
        in_order(games),
    )


def single(tournament: Tournament, game: Game) -> Unit:
    """A game computed for itself on its day."""
    key = (
        game.on,
        game.on,
        tournament.order_no,
        tournament.id.encode(),
        game.round,
        game.place,
    )
    return Unit(key, f"{tournament.id}/{game.id}", game.on, game.on, tournament, [game])


def serious_units(book: Pages) -> list[Unit]:
    """A tournament is one unit; a game of a long event or outside the tournament's days
    is its own.
    """
    found = []
    for tournament in book.facts.tournaments:
        games = [game for game in tournament.games if serious(game)]
        found += [single(tournament, game) for game in games if alone(game, tournament)]
        whole = [game for game in games if not alone(game, tournament)]
        if whole:
            found.append(together(tournament, whole))
    return sorted(found, key=lambda unit: unit.key)


def score_of(player: str, games: list[Game]) -> Fraction:
    """Points of the player in some games."""
    return sum((game.points(player) for game in games), Fraction(0))


def mean(numbers: list[int]) -> Fraction:
    """The exact mean."""
    return Fraction(sum(numbers), len(numbers))


def expectation(own: int | Fraction, opponent: int | Fraction) -> Fraction:
    """E = 1 / (1 + 10^((R_B - R_A)/400)), to the billionth, so that both sides add up
    to 1.
    """
    if own < opponent:
        return 1 - expectation(opponent, own)
    exact = 1 / (1 + math.pow(10, float(opponent - own) / 400))
    return Fraction(round(exact * 10**9), 10**9)


Opens = Callable[[Document], None]
Rates = Callable[[Unit], None]
Rules = Callable[[Document], None]


def walk(
    book: Pages, name: str, units: list[Unit], opens: Opens, rates: Rates, rules: Rules
) -> None:
    """Day by day: openings, then units, then rulings. Two rulings on one day: set
    numbers first, then by value.
    """
    source = openings_of(book, name)
    openings = [
        document for document in book.facts.openings if document["list"] == source
    ]
    rulings = [document for document in book.facts.rulings if document["list"] == name]
    for day in sorted(
        {d["on"] for d in openings + rulings} | {unit.end for unit in units}
    ):
        for document in openings:
            if document["on"] == day:
                opens(document)
        for unit in units:
            if unit.end == day:
                rates(unit)
        for document in sorted(
            rulings, key=lambda d: ("delta" in d, d.get("rating", d.get("delta")))
        ):
            if document["on"] == day:
                rules(document)


def openings_of(book: Pages, name: str) -> str:
    """A list without openings of its own takes those of the first list that has some."""
    has = {document["list"] for document in book.facts.openings}
    for other in (
        name,
        "selo",
        "pelo",
        "elo-no",
        "elo-psm",
        "elo",
        "elo-uscf",
        "elo-fide",
        "glicko",
    ):
        if other in has:
            return other
    return name
