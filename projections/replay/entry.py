"""Entries made from rows: their figures, and how terms, values after each game and
coefficients are worked out again.

An entry worked out in full as one flat row: for the export of tables, and for comparing
whole entries.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from projections.replay.handlers import Persons
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
        """
        figure, worked = self.figure, None
        for change in self.work_out(self.row, figure.player):
            if (change.player, change.kind) == (figure.player, figure.kind):
                worked = change
                break
        if worked is None or not agrees(worked, figure):
            worked = _without_working(figure)
        return WorkedEntry(
            self.list,
            self.place,
            self.unit,
            self.tournament,
            self.on,
            self.edition,
            self.seq,
            figure,
            worked,
        )


def agrees(change: Change, figure: Figure) -> bool:
    """Tell whether the working gives what is stored; it may not, when the rules were
    revised since.
    """
    return (change.before, change.after, change.games, change.expected) == (
        figure.before,
        figure.after,
        figure.games,
        figure.expected,
    )


def _without_working(figure: Figure) -> Change:
    return Change(
        figure.player,
        figure.kind,
        "",
        figure.before,
        figure.after,
        figure.established,
        figure.games,
        figure.normal_games,
        figure.half_points,
        figure.expected,
        None,
        0,
        None,
        (),
        (),
        figure.standing,
        detail={REVISED: "the rules were revised since"},
    )


def entry_of(row: UnitRow, figure: Figure, work_out: WorkOut) -> Entry:
    """Return the figure as an entry of the player's history."""
    return StoredEntry(
        row.list,
        row.place,
        row.unit,
        row.tournament,
        row.on,
        row.edition,
        row.seq,
        figure,
        row,
        work_out,
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
    """
    if unit is None or list(unit.seats()) != row.players:
        return ()
    before = row.standings_before()
    if unit.given is not None:
        change = rules.given(unit, before[unit.given.player])
        return () if change is None else (change,)
    people = dict(zip(row.players, persons.of(row.players), strict=True))
    return rules.rate(unit, before, people, only).changes


Key = tuple[str, str, int, str]  # list, place, step, player


class Row(NamedTuple):
    """A row of the exported table `entry`; lists and standings are JSON. `step` is 0
    for a 3.7 step.
    """

    list: str
    place: str
    step: int
    player: str
    kind: str
    formula: str
    tournament: str | None
    unit: str
    on_day: str
    edition: str
    seq: int
    before: int | None
    after: int
    established: int
    games: int
    normal_games: int
    half_points: int
    expected: int | None
    coefficient: int | None
    bonus: int
    carried: str | None
    running: str
    terms: str
    standing: str
    peak: int | None
    titles: str | None
    detail: str | None
    best: int

    @property
    def key(self) -> Key:
        return self.list, self.place, self.step, self.player

    @property
    def order(self) -> tuple[str, int, str]:
        """The key of the order of computation on one list."""
        return self.place, self.step, self.player


class Version(NamedTuple):
    """An entry with the last seq of the submission that wrote it, and of the one that
    closed it (None: in force).
    """

    entry: Entry
    known_from: int
    known_to: int | None

    def known_at(self, seq: int) -> bool:
        """Tell whether the entry was in force after that seq."""
        return self.known_from <= seq and (self.known_to is None or self.known_to > seq)


_ENCODER = msgspec.json.Encoder()


def _text(value: Any) -> str:
    return _ENCODER.encode(value).decode()


def row_of(entry: Entry) -> Row:
    c = entry.worked_out().change
    return Row(
        entry.list,
        entry.place,
        0 if c.kind == "elo-step" else 1,
        c.player,
        c.kind,
        c.formula,
        entry.tournament,
        entry.unit,
        entry.on,
        entry.edition,
        entry.seq,
        c.before,
        c.after,
        int(c.established),
        c.games,
        c.normal_games,
        c.half_points,
        c.expected,
        c.coefficient,
        c.bonus,
        None if c.carried is None else _text(c.carried),
        _text(c.running),
        _text(c.terms),
        _text(c.standing),
        c.peak,
        _text(c.titles) if c.titles else None,
        _text(c.detail) if c.detail else None,
        max((c.after, *c.running)),
    )
