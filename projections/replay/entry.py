"""Entries made from rows: their figures, and how terms, values after each game and
coefficients are worked out again.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from projections.replay.persons import Persons
from projections.replay.unit_row import UnitRow
from rulebooks.base import Change, Unit
from rulebooks.entries import Entry, Figure, WorkedEntry
from rulebooks.protocol import Rulebook

# of a row, the changes of a player
WorkOut = Callable[[UnitRow, str], Sequence[Change]]
# in the details of a change whose working no longer gives the stored rating
REVISED = "revised"


class StoredEntry(Entry, frozen=True, eq=False):
    """An entry whose figures are those of a row."""

    row: UnitRow
    work_out: WorkOut

    def worked_out(self) -> WorkedEntry:
        """Rate the row again by the rules for this one change; without terms where that
        no longer gives the figures.

        The change is then without a formula, and its details say that the rules were
        revised.
        """
        figure = self.figure
        change = self._change()
        if change is None or not is_as_stored(change, figure):
            change = _without_working(figure)

        return WorkedEntry(
            list=self.list,
            place=self.place,
            unit=self.unit,
            tournament=self.tournament,
            on=self.on,
            edition=self.edition,
            seq=self.seq,
            figure=figure,
            change=change,
        )

    def _change(self) -> Change | None:
        """Rate the row again for this one change; None if it has no such change now."""
        figure = self.figure
        for change in self.work_out(self.row, figure.player):
            if change.player == figure.player and change.kind == figure.kind:
                return change
        return None


def is_as_stored(change: Change, figure: Figure) -> bool:
    """Tell whether the working gives what is stored; it may not, when the rules were
    revised since.

    Held together are the ratings before and after, the games, and the expected score.
    """
    return (
        change.before == figure.before
        and change.after == figure.after
        and change.games == figure.games
        and change.expected == figure.expected
    )


def _without_working(figure: Figure) -> Change:
    """Return the change that a figure alone tells: no formula, no terms, and a remark
    that the rules were revised since.
    """
    return Change(
        player=figure.player,
        kind=figure.kind,
        formula="",
        before=figure.before,
        after=figure.after,
        established=figure.established,
        games=figure.games,
        normal_games=figure.normal_games,
        half_points=figure.half_points,
        expected=figure.expected,
        coefficient=None,
        bonus=0,
        carried=None,
        running=(),
        terms=(),
        standing=figure.standing,
        detail={REVISED: "the rules were revised since"},
    )


def entry_of(row: UnitRow, figure: Figure, work_out: WorkOut) -> Entry:
    """Return the figure as an entry of the player's history.

    `work_out`: asked only when somebody wants the terms.
    """
    return StoredEntry(
        list=row.list,
        place=row.place,
        unit=row.unit,
        tournament=row.tournament,
        on=row.on,
        edition=row.edition,
        seq=row.seq,
        figure=figure,
        row=row,
        work_out=work_out,
    )


def changes_of(
    row: UnitRow,
    unit: Unit | None,
    persons: Persons,
    rules: Rulebook,
    only: str | None = None,
) -> Sequence[Change]:
    """Return the changes of a row, or of one player, worked out from the standings that
    the row keeps; none where its unit cannot be found.

    `unit`: by the facts of now; None where it is gone. None too where others sit in it
    now than the row has.
    """
    if unit is None or list(unit.seats()) != row.players:
        return ()

    before = row.standings_before()
    if unit.given is not None:
        change = rules.change_without_games(unit, before[unit.given.player])
        return () if change is None else (change,)

    people = dict(zip(row.players, persons.people(row.players), strict=True))
    return rules.rate(unit, before, people, only).changes


class Version(NamedTuple):
    """An entry with the last seq of the submission that wrote it, and of the one that
    closed it (None: in force).
    """

    entry: Entry
    known_from: int
    known_to: int | None

    def known_at(self, seq: int) -> bool:
        """Tell whether the entry was in force after that seq.

        At the seq that closed it, it was no longer in force.

            known from 40 to 57    at 40 and 56 True; at 39 and 57 False
        """
        if self.known_from > seq:
            return False

        return self.known_to is None or self.known_to > seq
