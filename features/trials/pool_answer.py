"""The answer of `trial pool`: what one period came to, and the same as a flat row for a
spreadsheet.

Why the sum of a list's ratings changes: every cause by name, with its description.
"""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from msgspec import field

from messages import template
from messages.answer import Answer, Date
from projections.answers.reading import Basis
from projections.runs.over_all_games import ListRun
from rulebooks.entries import BILLION, MILLION, Side, millionths


class Cause(NamedTuple):
    """A cause of change: what people call it, and what it means."""

    name: str
    meaning: str


CAUSES = {
    code: Cause(name, meaning)
    for code, name, meaning in (
        (
            "openings",
            template("openings"),
            template("ratings brought from before the ledger"),
        ),
        ("newcomers", template("newcomers"), template("first ratings of new players")),
        (
            "still_new",
            template("still new"),
            template("later changes of players who are still new"),
        ),
        (
            "against_newcomers",
            template("against newcomers"),
            template("what others won or lost against them"),
        ),
        ("elo_steps", template("elo steps"), template("Elo taken as the rating (3.7)")),
        ("rulings", template("rulings"), template("ratings set by a decision")),
        ("bonus", template("bonus"), template("the tenth of a point a game (7.2)")),
        ("cap", template("cap"), template("the highest expectation there is (7.9)")),
        (
            "k_differences",
            template("k differences"),
            template("the two sides of a game have different K"),
        ),
        (
            "expectations",
            template("expectations"),
            template("the two sides' W - E do not cancel"),
        ),
        (
            "curve",
            template("curve"),
            template("many points at once count less than one by one"),
        ),
        ("floor", template("floor"), template("raised to the lowest rating there is")),
        (
            "outside",
            template("outside"),
            template("games against players who are not rated there"),
        ),
        ("rounding", template("rounding"), template("rounding to whole ratings")),
        (
            "struck_off",
            template("struck off"),
            template("struck off after years without a game"),
        ),
        ("returned", template("returned"), template("played again after a pause")),
        ("leavers", template("leavers"), template("have not played for so long")),
    )
}
Amounts = dict[str, int]  # by cause, in millionths of a point


def amounts_of_games(sides: Collection[Side], present: Collection[str]) -> Amounts:
    """Return what the games of one unit put in and took out, by cause in millionths of
    a point.

    sides: what each player's games came to for them, one for each game and player.

    present: players whose ratings the unit changed.
    """
    games: dict[str, list[Side]] = defaultdict(list)
    for side in sides:
        games[side.game].append(side)

    amounts: Amounts = defaultdict(int)
    for both in games.values():
        if len(both) == 1:
            [side] = both
            _count_one_side(amounts, side, side.opponent in present)
        else:
            white, black = both
            _count_both_sides(amounts, white, black)

    return amounts


def _count_one_side(amounts: Amounts, side: Side, against_newcomer: bool) -> None:
    """Count a side whose other side is missing: a newcomer's rating does not move game
    by game, and some are not on the list.

    against_newcomer: whether the opponent's rating was changed by the unit all the
    same.
    """
    cause = "against_newcomers" if against_newcomer else "outside"
    amounts[cause] += side.points


def _count_both_sides(amounts: Amounts, white: Side, black: Side) -> None:
    """Count the two sides of a game: what they do not cancel is due to expectations
    that do not add up to one point, and for the rest to two different K.
    """
    expected = _points_of_expectations(white, black)
    points = white.points + black.points
    amounts["expectations"] += expected
    amounts["k_differences"] += points - expected


# Of K_A x_A and K_B x_B, x = W - E: with s = (x_A - x_B) / 2 and t = (x_A + x_B) / 2
# their sum is
# (K_A - K_B) s + (K_A + K_B) t. t is 0 where both expectations add up to one point, and
# the scores too.
def _points_of_expectations(white: Side, black: Side) -> int:
    """Return (K_A + K_B) t in millionths of a point: what both sides got of the surplus
    at their mean K.

    Nothing where the surpluses of both sides, in billionths, cancel.
    """
    surplus = white.surplus + black.surplus
    if not surplus:
        return 0

    k = white.k + black.k
    numerator = k.numerator * surplus
    denominator = 2 * k.denominator * BILLION

    return millionths(numerator, denominator)


def no_amounts() -> Amounts:
    """Return every cause, with nothing to its account yet, in the order in which they
    are told.
    """
    return dict.fromkeys(CAUSES, 0)


def as_points(amount: int) -> int | float:
    """Return millionths as points, for JSON: whole where they are whole; a float of six
    decimals prints as exactly those.

        12000000     12
        -500000      -0.5
    """
    return amount // MILLION if amount % MILLION == 0 else amount / MILLION


DECILES = 11  # the lowest rating and the ten tenths


class Group(Answer, frozen=True, kw_only=True):
    """Some players, the sum of their ratings and its mean."""

    players: int
    points: int
    mean: float | None


class Drift(Answer, frozen=True, kw_only=True):
    """How the ratings of those who played moved from the start of the period to its
    end.
    """

    players: int
    mean: float | None


class PoolPeriod(Answer, frozen=True, kw_only=True):
    """One period. `causes` by name in points; their sum is `change`, that of the sum of
    all ratings.
    """

    period: str
    first: Date = field(name="from")
    last: Date = field(name="to")
    players: int
    total: int
    mean: float | None
    deciles: tuple[int, ...]
    newcomers: Group
    entered_otherwise: dict[str, Group]
    leavers: Group
    returned: Group
    struck_off: Group
    active: int
    causes: dict[str, int | float]
    change: int
    drift: Drift


class Throughout(Answer, frozen=True, kw_only=True):
    """Those who played in every period, with their mean at the end of each."""

    players: int
    means: tuple[float, ...]
    change: float | None


class PoolReport(ListRun, frozen=True, kw_only=True):
    """The answer of `trial pool`."""

    by: str
    active_years: int | None
    rows: tuple[PoolPeriod, ...]
    throughout: Throughout
    basis: Basis


def flat_columns() -> tuple[str, ...]:
    """Name the columns of a flat row."""
    return tuple(flat(_EMPTY))


def flat(row: PoolPeriod) -> dict[str, str | int | float | None]:
    """Return a period as a flat row, without rows in it, for a spreadsheet. A period
    without players has empty deciles.
    """
    deciles: tuple[int | None, ...] = row.deciles or (None,) * DECILES
    entered_otherwise = [group.players for group in row.entered_otherwise.values()]

    return {
        "period": row.period,
        "from": row.first,
        "to": row.last,
        "players": row.players,
        "total": row.total,
        "mean": row.mean,
        **{f"decile_{tenth}": rating for tenth, rating in enumerate(deciles)},
        **_flat_group("newcomers", row.newcomers),
        "entered_otherwise": sum(entered_otherwise),
        **_flat_group("leavers", row.leavers),
        **_flat_group("returned", row.returned),
        **_flat_group("struck_off", row.struck_off),
        "active": row.active,
        **{f"cause_{cause}": row.causes[cause] for cause in CAUSES},
        "change": row.change,
        "drift_players": row.drift.players,
        "drift_mean": row.drift.mean,
    }


def _flat_group(name: str, group: Group) -> dict[str, int | float | None]:
    """Return the group as cells of a sheet; the names of its columns begin with `name`.

    leavers_players  leavers_points  leavers_mean
    """
    return {
        f"{name}_players": group.players,
        f"{name}_points": group.points,
        f"{name}_mean": group.mean,
    }


_NOBODY = Group(players=0, points=0, mean=None)
_EMPTY = PoolPeriod(
    period="",
    first="",
    last="",
    players=0,
    total=0,
    mean=None,
    deciles=(),
    newcomers=_NOBODY,
    entered_otherwise={},
    leavers=_NOBODY,
    returned=_NOBODY,
    struck_off=_NOBODY,
    active=0,
    causes=dict.fromkeys(CAUSES, 0),
    change=0,
    drift=Drift(players=0, mean=None),
)
