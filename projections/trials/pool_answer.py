"""The answer of `pool`: what one period came to, and the same as a flat row for a spreadsheet."""

from msgspec import field

from ledger.answer import Answer
from projections.answers.reading import Basis
from projections.trials.causes import CAUSES
from projections.trials.run import ListRun

DECILES = 11  # the lowest rating and the ten tenths


class Group(Answer, frozen=True, kw_only=True):
    """Some players, the sum of their ratings and its mean."""

    players: int
    points: int
    mean: float | None


class Drift(Answer, frozen=True, kw_only=True):
    """How the ratings of those who played moved from the start of the period to its end."""

    players: int
    mean: float | None


class PoolPeriod(Answer, frozen=True, kw_only=True):
    """One period. `causes` by name in points; their sum is `change`, that of the sum of all ratings."""

    period: str
    first: str = field(name="from")
    last: str = field(name="to")
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
    """The answer of `pool`."""

    by: str
    active_years: int | None
    rows: tuple[PoolPeriod, ...]
    throughout: Throughout
    basis: Basis


def flat_columns() -> tuple[str, ...]:
    """The columns of a flat row."""
    return tuple(flat(_EMPTY))


def flat(row: PoolPeriod) -> dict[str, str | int | float | None]:
    """A period without rows in it."""
    deciles: tuple[int | None, ...] = row.deciles or (None,) * DECILES
    return {
        "period": row.period,
        "from": row.first,
        "to": row.last,
        "players": row.players,
        "total": row.total,
        "mean": row.mean,
        **{f"decile_{tenth}": rating for tenth, rating in enumerate(deciles)},
        **_flat_group("newcomers", row.newcomers),
        "entered_otherwise": sum(group.players for group in row.entered_otherwise.values()),
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
    return {f"{name}_players": group.players, f"{name}_points": group.points, f"{name}_mean": group.mean}


_NOBODY = Group(players=0, points=0, mean=None)
_EMPTY = PoolPeriod(
    period="", first="", last="", players=0, total=0, mean=None, deciles=(), newcomers=_NOBODY, entered_otherwise={},
    leavers=_NOBODY, returned=_NOBODY, struck_off=_NOBODY, active=0, causes=dict.fromkeys(CAUSES, 0), change=0,
    drift=Drift(players=0, mean=None),
)  # fmt: skip
