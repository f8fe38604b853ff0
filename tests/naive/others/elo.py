"""Logistic Elo in three schemes of K, and the US formula: all games of a unit at once,
rounded once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from ..formulas import rounded
from ..records import Document
from .pages import Line, Pages, Unit, expectation, score_of, serious_units, walk

START = 1500


def k_32(rating: int, games: int, played: int) -> Fraction:
    """32 for everybody."""
    return Fraction(32)


def k_16_32(rating: int, games: int, played: int) -> Fraction:
    """16 for masters, from 2200, and 32 for weaker players."""
    return Fraction(16 if rating >= 2200 else 32)


def k_us_steps(rating: int, games: int, played: int) -> Fraction:
    """Below 2100 32, between 2100 and 2400 24, above 2400 16."""
    if rating < 2100:
        return Fraction(32)
    return Fraction(24 if rating <= 2400 else 16)


def effective_games(rating: int, games: int) -> Fraction:
    """Ne: at most 50, up to 2355 at most 50 / sqrt(0.662 + 0.00000739 (2569 - R)^2)."""
    if rating > 2355:
        return Fraction(min(games, 50))
    most = 50 / math.sqrt(0.662 + 0.00000739 * (2569 - rating) ** 2)
    return Fraction(games) if games < most else Fraction(most)


def k_uscf(rating: int, games: int, played: int) -> Fraction:
    """K = 800 / (Ne + m)."""
    return 800 / (effective_games(rating, games) + played)


Scheme = Callable[[int, int, int], Fraction]
SCHEMES: dict[str, Scheme] = {
    "elo:elo-32": k_32,
    "elo:elo-16-32": k_16_32,
    "elo:elo-uscf": k_us_steps,
    "elo-uscf:uscf": k_uscf,
}


def scheme_on(book: Pages, label: str, day: str) -> Scheme:
    """The edition named; without one the latest adopted by the day, before the first of
    them the first.
    """
    if ":" in label:
        return SCHEMES[label]
    adopted = sorted(
        (d["from"], d["edition"]) for d in book.facts.adoptions if d["list"] == label
    )
    begun = [edition for since, edition in adopted if since <= day]
    return SCHEMES[f"{label}:{begun[-1] if begun else adopted[0][1]}"]


def elo_lines(book: Pages, label: str) -> list[Line]:
    """The list elo in one of its editions or as adopted, or elo-uscf."""
    numbers: dict[str, int] = {}
    games: dict[str, int] = {}
    lines: list[Line] = []

    def opens(document: Document) -> None:
        player, rating, count = (
            document["player"],
            document["rating"],
            document["games"],
        )
        lines.append(
            Line(
                player,
                "opening",
                None,
                document["on"],
                None,
                rating,
                count,
                Fraction(0),
            )
        )
        numbers[player], games[player] = rating, count

    def rates(unit: Unit) -> None:
        after = {}
        for player in unit.players():
            mine = unit.games_of(player)
            own = numbers.get(player, START)
            expected = sum(
                (
                    expectation(own, numbers.get(game.opponent(player), START))
                    for game in mine
                ),
                Fraction(0),
            )
            k = scheme_on(book, label, unit.end)(own, games.get(player, 0), len(mine))
            after[player] = rounded(own + k * (score_of(player, mine) - expected))
        for player in unit.players():
            mine = unit.games_of(player)
            before, score = numbers.get(player), score_of(player, mine)
            lines.append(
                Line(
                    player,
                    "unit",
                    unit.name,
                    unit.end,
                    before,
                    after[player],
                    len(mine),
                    score,
                )
            )
            games[player] = games.get(player, 0) + len(mine)
        numbers.update(after)

    def rules(document: Document) -> None:
        player, before = document["player"], numbers.get(document["player"])
        if document.get("rating") is not None:
            numbers[player] = document["rating"]
        elif before is None:
            return
        else:
            numbers[player] = before + document["delta"]
        lines.append(
            Line(
                player,
                "ruling",
                None,
                document["on"],
                before,
                numbers[player],
                0,
                Fraction(0),
            )
        )

    walk(book, label.split(":")[0], serious_units(book), opens, rates, rules)
    return lines
