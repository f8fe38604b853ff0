"""An entry worked out in full as one flat row: for the export of tables, and for comparing whole entries."""

from typing import Any, NamedTuple

import msgspec

from rulebooks.base import Entry

Key = tuple[str, str, int, str]  # list, place, step, player
Stored = tuple[Any, ...]  # a row with known_from and known_to behind the columns


class Row(NamedTuple):
    """A row of the exported table `entry`; lists and standings are JSON. `step` is 0 for a 3.7 step."""

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
        """In the order of computation on one list."""
        return self.place, self.step, self.player


COLUMNS = Row._fields


class Version(NamedTuple):
    """An entry with the last seq of the submission that wrote it, and of the one that closed it (None: in force)."""

    entry: Entry
    known_from: int
    known_to: int | None

    def known_at(self, seq: int) -> bool:
        """Whether the entry was in force after that seq."""
        return self.known_from <= seq and (self.known_to is None or self.known_to > seq)


_ENCODER = msgspec.json.Encoder()


def _text(value: Any) -> str:
    return _ENCODER.encode(value).decode()


def row_of(entry: Entry) -> Row:
    c = entry.change
    return Row(
        entry.list, entry.place, 0 if c.kind == "elo-step" else 1, c.player, c.kind, c.formula, entry.tournament,
        entry.unit, entry.on, entry.edition, entry.seq, c.before, c.after, int(c.established), c.games,
        c.normal_games, c.half_points, c.expected, c.coefficient, c.bonus,
        None if c.carried is None else _text(c.carried), _text(c.running), _text(c.terms), _text(c.standing),
        c.peak, _text(c.titles) if c.titles else None, _text(c.detail) if c.detail else None,
        max((c.after, *c.running)),
    )  # fmt: skip
