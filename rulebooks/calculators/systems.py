"""The calculators of every other system, in the shape of the Finnish one: a player, his games, the number after them.

As there, nothing is worked out here that a rulebook works out.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rulebooks.calculators import norway
from rulebooks.calculators import through_rulebook as elo
from rulebooks.calculators.competition import Competition, Objection
from rulebooks.calculators.performances import PERFORMANCE, performance
from rulebooks.norway.tables import ESTABLISHED_FROM
from rulebooks.rounding import half_up
from rulebooks.sheets.figures import number

SYSTEMS = ("no", *elo.SYSTEMS)
# what the number after every game says is worked out again for each of them: not for more games than this
RUNNING_AT_MOST = 100


class Asked(NamedTuple):
    """What is known beside the games. `games` None: enough to be established."""

    system: str
    rating: int | None = None
    games: int | None = None
    once_2400: bool = False  # FIDE: a list has shown 2400
    category: str | None = None  # Norway
    junior: bool = False
    all_juniors: bool = False
    abroad: bool = False

    def games_before(self) -> int:
        """Who tells a number and no games has enough of them."""
        if self.games is not None:
            return self.games
        return 0 if self.rating is None else ESTABLISHED_FROM if self.system == "no" else elo.ENOUGH


def objections(asked: Asked, competitions: Sequence[Competition]) -> list[Objection]:
    """Is this the calculator for that player and these games?"""
    found = []
    if asked.rating is None and asked.system == "psm":
        found.append(Objection("rating", "PSM has no rules for a player without a number", "give --rating"))
    elif asked.rating is None and asked.games:
        found.append(Objection("rating", "earlier games without the number they led to", "give --rating"))
    if asked.system == "psm" and not all(competition.in_order for competition in competitions):
        hint = "+1622 -1880 =1633 in place of a total"
        found.append(Objection("games", "PSM rates every game for itself, so a total does not do", hint))
    played = sum(len(competition.games) for competition in competitions[:-1])
    established = asked.games_before() + played >= ESTABLISHED_FROM
    if asked.system == "no" and asked.category is None and established:
        hint = "give --category or --minutes; `selo calc category` says which"
        found.append(Objection("category", f"from {ESTABLISHED_FROM} games on K goes by the category", hint))
    return found


def calculate(asked: Asked, competitions: Sequence[Competition]) -> dict[str, Any]:
    """Each competition starts from the number and the games after the one before. Ask `objections` first."""
    rows, standing = [], asked._replace(games=asked.games_before())
    for competition in competitions:
        row = _row(standing, competition)
        rows.append(row)
        standing = _after(standing, row, len(competition.games))
    everything = Competition(
        tuple(game for competition in competitions for game in competition.games),
        all(competition.in_order for competition in competitions),
    )
    expected = [row["expected"] for row in rows]
    running = [value for row in rows for value in row["running"]]
    last = rows[-1]
    return {
        "kind": asked.system, "before": asked.rating, "new": standing.rating, "exact": last["exact"],
        "formula": last["formula"], "k": last["k"], **summary(asked.system, everything),
        "expected": None if None in expected else number(sum((Fraction(str(e)) for e in expected), Fraction(0))),
        "games_after": standing.games if asked.rating is None or asked.games is not None else None,
        **_range(everything, [*running, *(row["new"] for row in rows)]),
        "running": running if everything.in_order else [], "why": last["why"], "competitions": rows,
    }  # fmt: skip


def _after(standing: Asked, row: dict[str, Any], played: int) -> Asked:
    """Of a FIDE unit without a first number nothing stays."""
    if row["new"] is None:
        return standing
    games = standing.games_before() + played
    once = standing.once_2400 or bool(standing.system == "fide-2009" and games >= 30 and row["new"] >= 2400)
    return standing._replace(rating=row["new"], games=games, once_2400=once)


def _row(asked: Asked, competition: Competition) -> dict[str, Any]:
    answer = _one(asked, competition.games, competition.half_points)
    running = _running(asked, competition)
    return {
        "before": asked.rating, "new": answer["new"], "exact": answer.get("exact"), "formula": answer.get("formula"),
        "k": answer.get("k"), **summary(asked.system, competition), "expected": answer.get("expected"),
        **_range(competition, [*running, answer["new"]]), "running": running, "why": answer.get("why"),
        "working": answer.get("working", []),
    }  # fmt: skip


def _one(asked: Asked, games: Sequence[tuple[int, int]], half_points: int) -> dict[str, Any]:
    opponents, before = [met for met, _ in games], asked.games_before()
    if asked.system == "no":
        setting = norway.Setting(asked.category, asked.junior, asked.all_juniors, asked.abroad)
        return norway.unit(asked.rating, before, games, half_points, setting)
    found = elo.new_number(
        asked.system, opponents, [made for _, made in games], rating=asked.rating, games=before,
        once_2400=asked.once_2400,
    )  # fmt: skip
    if found["new"] is not None and found.get("expected") is not None and asked.system != "psm":
        rating = elo.START if asked.rating is None else asked.rating
        found["k"] = elo.k_of(asked.system, rating, before, len(games), asked.once_2400)["k"]
    return found


def _running(asked: Asked, competition: Competition) -> list[int]:
    """PSM: after each game. The others rate a unit at once: what they would say if it ended after each game."""
    games = competition.games
    if not competition.in_order or len(games) > RUNNING_AT_MOST:
        return []
    found = []
    for upto in range(1, len(games) + 1):
        part = games[:upto]
        new = _one(asked, part, sum(made for _, made in part))["new"]
        if new is None:
            return []  # no number yet: nothing to range over
        found.append(new)
    return found


def _range(competition: Competition, values: Sequence[int | None]) -> dict[str, int | None]:
    known = [value for value in values if value is not None] if competition.in_order else []
    return {"low": min(known, default=None), "high": max(known, default=None)}


def summary(system: str, competition: Competition) -> dict[str, Any]:
    """Games, points, mean opponent to one decimal (half up), and the performance as that system has it."""
    numbers = [met for met, _ in competition.games]
    return {
        "games": len(numbers),
        "score": number(Fraction(competition.half_points, 2)),
        "average": number(Fraction(half_up(10 * sum(numbers), len(numbers)), 10)),
        "performance": performance(PERFORMANCE[system], numbers, competition.half_points),
    }
