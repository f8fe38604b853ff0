"""An entry as a row of the read table and back. Rows are compared, entries are read."""

from typing import Any, NamedTuple

import msgspec

from rulebooks.base import Change, Entry, Standing, Term, Unit

COLUMNS = (
    "list", "place", "step", "player", "kind", "formula", "tournament", "unit", "on_day", "edition", "seq", "before",
    "after", "established", "games", "normal_games", "half_points", "expected", "coefficient", "bonus", "carried",
    "running", "terms", "standing", "peak", "titles", "detail", "best",
)  # fmt: skip
Row = tuple[Any, ...]
Key = tuple[str, str, int, str]  # list, place, step, player
PLAYER, UNIT, ON_DAY, AFTER, STANDING = map(COLUMNS.index, ("player", "unit", "on_day", "after", "standing"))


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


_OF_LIST_ENTRY = tuple(map(COLUMNS.index, ("player", "kind", "on_day", "after", "games", "normal_games", "standing")))
_ENCODER = msgspec.json.Encoder()
_TERMS = msgspec.json.Decoder(tuple[Term, ...])
_STANDING = msgspec.json.Decoder(tuple[int | None, int, tuple[int | str, ...]])


def _text(value: Any) -> str:
    return _ENCODER.encode(value).decode()


def row_of(unit: Unit, c: Change) -> Row:
    return (
        unit.list, unit.place, 0 if c.kind == "elo-step" else 1, c.player, c.kind, c.formula, unit.tournament,
        unit.id, unit.end, unit.edition, unit.seq, c.before, c.after, int(c.established), c.games,
        c.normal_games, c.half_points, c.expected, c.coefficient, c.bonus,
        None if c.carried is None else _text(c.carried), _text(c.running), _text(c.terms), _text(c.standing),
        c.peak, _text(c.titles) if c.titles else None, _text(c.detail) if c.detail else None,
        max((c.after, *c.running)),
    )  # fmt: skip


def entry_of(row: Row) -> Entry:
    (
        list_name, place, _, player, kind, formula, tournament, unit, on, edition, seq, before, after, established,
        games, normal_games, half_points, expected, coefficient, bonus, carried, running, terms, standing, peak,
        titles, detail, _,
    ) = row[: len(COLUMNS)]  # fmt: skip
    change = Change(
        player, kind, formula, before, after, bool(established), games, normal_games, half_points, expected,
        coefficient, bonus, None if carried is None else tuple(msgspec.json.decode(carried)),
        tuple(msgspec.json.decode(running)), _TERMS.decode(terms), standing_of(standing), peak,
        () if titles is None else tuple(msgspec.json.decode(titles)),
        {} if detail is None else msgspec.json.decode(detail),
    )  # fmt: skip
    return Entry(list_name, place, unit, tournament, on, edition, seq, change)


def version_of(row: Row) -> Version:
    """A row with known_from and known_to behind the columns."""
    known_from, known_to = row[len(COLUMNS) :]
    return Version(entry_of(row), known_from, known_to)


def list_entry_of(row: Row) -> ListEntry:
    return ListEntry(*(row[at] for at in _OF_LIST_ENTRY))


def standing_of(text: str) -> Standing:
    return Standing(*_STANDING.decode(text))


def key_of(row: Row) -> Key:
    return row[0], row[1], row[2], row[3]
