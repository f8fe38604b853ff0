"""An entry as a row of the read table and back. Rows are compared, entries are read."""

from typing import Any, NamedTuple

import msgspec

from rulebooks.base import Change, Entry, Standing, Term, Unit

Key = tuple[str, str, int, str]  # list, place, step, player
Stored = tuple[Any, ...]  # a row as SQLite gives it, with whatever the query put behind the columns


class Row(NamedTuple):
    """A row of the table `entry`, column by column; lists and standings are JSON. `step` is 0 for a 3.7 step."""

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


class ListEntry(NamedTuple):
    """What a rating list needs of an entry; `standing` as it is stored."""

    player: str
    kind: str
    on: str
    after: int
    games: int
    normal_games: int
    standing: str


_ENCODER = msgspec.json.Encoder()
_TERMS = msgspec.json.Decoder(tuple[Term, ...])
_STANDING = msgspec.json.Decoder(tuple[int | None, int, tuple[int | str, ...]])


def _text(value: Any) -> str:
    return _ENCODER.encode(value).decode()


def row_of(unit: Unit, c: Change) -> Row:
    return Row(
        unit.list, unit.place, 0 if c.kind == "elo-step" else 1, c.player, c.kind, c.formula, unit.tournament,
        unit.id, unit.end, unit.edition, unit.seq, c.before, c.after, int(c.established), c.games,
        c.normal_games, c.half_points, c.expected, c.coefficient, c.bonus,
        None if c.carried is None else _text(c.carried), _text(c.running), _text(c.terms), _text(c.standing),
        c.peak, _text(c.titles) if c.titles else None, _text(c.detail) if c.detail else None,
        max((c.after, *c.running)),
    )  # fmt: skip


def entry_of(row: Row) -> Entry:
    change = Change(
        row.player, row.kind, row.formula, row.before, row.after, bool(row.established), row.games, row.normal_games,
        row.half_points, row.expected, row.coefficient, row.bonus,
        None if row.carried is None else tuple(msgspec.json.decode(row.carried)),
        tuple(msgspec.json.decode(row.running)), _TERMS.decode(row.terms), standing_of(row.standing), row.peak,
        () if row.titles is None else tuple(msgspec.json.decode(row.titles)),
        {} if row.detail is None else msgspec.json.decode(row.detail),
    )  # fmt: skip
    return Entry(row.list, row.place, row.unit, row.tournament, row.on_day, row.edition, row.seq, change)


def row_in(stored: Stored) -> Row:
    """The columns of a stored row, without what the query put behind them."""
    return Row(*stored[: len(COLUMNS)])


def version_of(stored: Stored) -> Version:
    """A stored row with known_from and known_to behind the columns."""
    known_from, known_to = stored[len(COLUMNS) :]
    return Version(entry_of(row_in(stored)), known_from, known_to)


def list_entry_of(row: Row) -> ListEntry:
    return ListEntry(row.player, row.kind, row.on_day, row.after, row.games, row.normal_games, row.standing)


def standing_of(text: str) -> Standing:
    return Standing(*_STANDING.decode(text))
