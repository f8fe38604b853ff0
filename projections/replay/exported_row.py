"""An entry, worked out in full, as one flat row of the exported table `entry`."""

from typing import Any, NamedTuple

import msgspec

from rulebooks.entries import Entry

Key = tuple[str, str, int, str]  # list, place, step, player


class Row(NamedTuple):
    """A row of the exported table `entry`; lists and standings are JSON. `step` is 0
    for a 3.7 step. `expected` is in hundredths, `bonus` in tenths, `half_points` are two
    for a win.

    on_day: YYYY-MM-DD; seq: the event that the unit comes from.
    normal_games: those at normal time; peak: that of an opening alone.
    best: the highest rating in it, whether or not it counts as a peak.
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
        """What names the row: list, place, step, player."""
        return self.list, self.place, self.step, self.player

    @property
    def order(self) -> tuple[str, int, str]:
        """The key of the order of computation on one list."""
        return self.place, self.step, self.player


_ENCODER = msgspec.json.Encoder()


def _text(value: Any) -> str:
    """Write a value as JSON."""
    return _ENCODER.encode(value).decode()


def row_of(entry: Entry) -> Row:
    """Return an entry, worked out in full, as a row of the exported table.

    A step of 3.7 and the change by games after it are two rows at one place.
    """
    change = entry.worked_out().change

    return Row(
        list=entry.list,
        place=entry.place,
        step=0 if change.kind == "elo-step" else 1,
        player=change.player,
        kind=change.kind,
        formula=change.formula,
        tournament=entry.tournament,
        unit=entry.unit,
        on_day=entry.on,
        edition=entry.edition,
        seq=entry.seq,
        before=change.before,
        after=change.after,
        established=int(change.established),
        games=change.games,
        normal_games=change.normal_games,
        half_points=change.half_points,
        expected=change.expected,
        coefficient=change.coefficient,
        bonus=change.bonus,
        carried=None if change.carried is None else _text(change.carried),
        running=_text(change.running),
        terms=_text(change.terms),
        standing=_text(change.standing),
        peak=change.peak,
        titles=_text(change.titles) if change.titles else None,
        detail=_text(change.detail) if change.detail else None,
        best=max((change.after, *change.running)),
    )
