"""What the entries of a unit put into the pool and took out of it: in columns where the rules can, else one by one."""

from collections.abc import Sequence
from typing import NamedTuple

from projections.replay.unit_row import Figure, UnitRow
from projections.trials.causes import Amounts, of_games, of_unit
from projections.trials.run import Run
from rulebooks.account import Account
from rulebooks.base import Change, Unit


class Booked(NamedTuple):
    """Every change with its account, in the order of computation, and what the games came to by cause."""

    changes: Sequence[tuple[Change | Figure, Account]]
    games: Amounts


def booked(run: Run, row: UnitRow) -> Booked:
    unit = run.unit(row)
    account = _in_columns(run, row, unit) if unit is not None else None
    return account or _one_by_one(run, row)


def _in_columns(run: Run, row: UnitRow, unit: Unit) -> Booked | None:
    columns = row.columns
    if not row.plain or list(unit.seats()) != columns.players:
        return None
    shown = columns.shown or columns.ratings
    account = run.setup.rules.accounts(unit, row.standings_before(), columns.after, shown)
    if account is None:
        return None
    changes = zip(row.every_figure(), (own for own in account.accounts if own is not None), strict=True)
    return Booked(sorted(changes, key=lambda change: change[0].player), of_unit(account, unit.games))


def _one_by_one(run: Run, row: UnitRow) -> Booked:
    changes = run.changes(row)
    accounts = [run.setup.rules.account(change) for change in changes]
    sides = [side for account in accounts for side in account.sides]
    present = {change.player for change in changes}
    return Booked(list(zip(changes, accounts, strict=True)), of_games(sides, present))
