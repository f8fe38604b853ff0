"""PSM: every game for itself, from the numbers before it."""

from __future__ import annotations

from fractions import Fraction

from ..formulas import percent, rounded
from ..records import Document
from .pages import Line, Pages, Unit, score_of, serious_units, walk


def change(own: int, opponent: int, points: Fraction) -> int:
    """Factor [3400 - Elo]^2 / 100000 times (result - expectation), the expectation from
    the table, rounded.
    """
    factor = Fraction((3400 - own) ** 2, 100000)
    return rounded((points - Fraction(percent(own - opponent), 100)) * factor)


def psm_lines(book: Pages) -> list[Line]:
    """The list elo-psm."""
    numbers: dict[str, int] = {}
    lines: list[Line] = []

    def opens(document: Document) -> None:
        player, rating = document["player"], document["rating"]
        lines.append(
            Line(
                player,
                "opening",
                None,
                document["on"],
                None,
                rating,
                document["games"],
                Fraction(0),
            )
        )
        numbers[player] = rating

    def rates(unit: Unit) -> None:
        before = dict(numbers)
        counting = [
            game
            for game in unit.games
            if game.white in numbers and game.black in numbers
        ]
        for game in counting:
            white, black = numbers[game.white], numbers[game.black]
            numbers[game.white] += change(white, black, game.points(game.white))
            numbers[game.black] += change(black, white, game.points(game.black))
        for player in unit.players():
            mine = [game for game in counting if player in (game.white, game.black)]
            if mine:
                score = score_of(player, mine)
                lines.append(
                    Line(
                        player,
                        "unit",
                        unit.name,
                        unit.end,
                        before[player],
                        numbers[player],
                        len(mine),
                        score,
                    )
                )

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

    walk(book, "elo-psm", serious_units(book), opens, rates, rules)
    return lines
