"""Rate units in date order with the one loop, and what it needs. Here: what a unit came to, written in columns, a
place a player, as text: whole, or what differs from the version before.

Nearly always few players of a unit come out different, so a version that takes the place of another says of those
alone what it says. It is written so only if reading gives the very same columns again, and every few versions one is
whole.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from rulebooks.base import Standing

State = tuple[int, tuple[Any, ...]]  # the games and the state of a standing
MOST_RESTING = 15  # versions in a row that say only what differs
# the columns of figures, one a player; all others are small, and stand in a difference as they are
_BY_SEAT = ("ratings", "after", "best", "expected", "games", "half_points")


class Columns(msgspec.Struct, array_like=True, gc=False):
    """The stored columns, a place a player. `states` are the different states of the standings, `before` and
    `standing` positions among them; an integer stands for a column of equal values."""

    players: list[str]
    ratings: list[int | None]
    states: list[State]
    before: list[int] | int
    after: list[int | None]
    standing: list[int] | int
    best: list[int | None]
    expected: list[int | None]
    games: list[int]
    half_points: list[int]
    normal_games: list[int] | int | None  # None: as many as the games
    unestablished: list[int]
    shown: list[int] | None  # None: what the players showed to each other was their ratings
    marks: dict[int, int]
    starts: dict[int, int | None]  # where a calculation started from another rating than the one before
    live: dict[int, int | None]  # where the standing after has another rating than the change
    steps: list[tuple[int, Standing]]  # 3.7: the standing that a player took before the games
    since: dict[int, int]  # entries that are older than the row


class _Others(msgspec.Struct, omit_defaults=True, gc=False):
    """The columns that differ and stand in a difference as they are."""

    states: list[State] | UnsetType = UNSET
    before: list[int] | int | UnsetType = UNSET
    standing: list[int] | int | UnsetType = UNSET
    normal_games: list[int] | int | UnsetType | None = UNSET
    unestablished: list[int] | UnsetType = UNSET
    shown: list[int] | UnsetType | None = UNSET
    marks: dict[int, int] | UnsetType = UNSET
    starts: dict[int, int | None] | UnsetType = UNSET
    live: dict[int, int | None] | UnsetType = UNSET


class _Difference(msgspec.Struct, omit_defaults=True, gc=False):
    """What differs between two versions: figures by column, as seats and their values; other columns; and the seats
    whose entry is new."""

    seats: dict[str, tuple[list[int], list[int | None]]] = {}
    others: _Others = msgspec.field(default_factory=_Others)
    new: list[int] = []


_WHOLE, _DIFFERENCE = msgspec.json.Decoder(Columns), msgspec.json.Decoder(_Difference)
_encode = msgspec.json.Encoder().encode


def whole(columns: Columns) -> str:
    return _encode(columns).decode()


def read_whole(text: str) -> Columns:
    return _WHOLE.decode(text)


def is_difference(text: str) -> bool:
    """Tell which of the two a text is: columns are written as an array."""
    return text.startswith("{")


def difference(before: Columns, known_from: int, now: Columns) -> str | None:
    """Return what a version says that differs from the one before, known since `known_from`; None if it is to be
    written whole."""
    if before.players != now.players or before.steps or now.steps:
        return None
    seats: dict[str, tuple[list[int], list[int | None]]] = {}
    for name in _BY_SEAT:
        comes = getattr(now, name)
        if at := unlike(getattr(before, name), comes):
            seats[name] = at, [comes[seat] for seat in at]
    if 2 * sum(len(at) for at, _ in seats.values()) > len(_BY_SEAT) * len(now.players):
        return None
    names = [name for name in _Others.__struct_fields__ if getattr(before, name) != getattr(now, name)]
    others = _Others(**{name: getattr(now, name) for name in names})
    new = [seat for seat, after in enumerate(now.after) if after is not None and seat not in now.since]
    text = _encode(_Difference(seats, others, new)).decode()
    return text if joined(before, known_from, text) == now else None


def joined(before: Columns, known_from: int, text: str) -> Columns:
    """Return the columns of a version that was written as what differs from the one before."""
    difference = _DIFFERENCE.decode(text)
    changed: dict[str, Any] = {name: value for name, value in asdict(difference.others).items() if value is not UNSET}
    for name, (seats, values) in difference.seats.items():
        column = changed[name] = [*getattr(before, name)]
        for seat, value in zip(seats, values, strict=True):
            column[seat] = value
    new, after = set(difference.new), changed.get("after", before.after)
    since = {
        seat: before.since.get(seat, known_from)
        for seat, rating in enumerate(after) if rating is not None and seat not in new
    }  # fmt: skip
    return replace(before, **changed, since=since)


def unlike(was: Sequence[object], comes: Sequence[object]) -> list[int]:
    """Return the positions at which two columns differ."""
    if was == comes:
        return []
    return [at for at, (one, other) in enumerate(zip(was, comes, strict=True)) if one != other]
