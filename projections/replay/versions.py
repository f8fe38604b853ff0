"""Two versions of a unit beside each other: who comes out the same, and since when an entry has been as it is."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from msgspec.structs import replace

from projections.replay import Columns, unlike
from projections.replay.unit_row import UnitRow
from rulebooks.base import Standing, Unit
from rulebooks.entries import Figure
from rulebooks.games import Games

Differs = Callable[[str], bool]
# the columns with a figure of each player
_FIGURES = attrgetter("after", "best", "expected", "games", "half_points")


class SeatIn(NamedTuple):
    """A player's seat in a version of a unit."""

    row: UnitRow
    seat: int


def seat_at(row: UnitRow, seat: int | None) -> SeatIn | None:
    return None if seat is None else SeatIn(row, seat)


def unchanged(old: UnitRow, new: UnitRow) -> list[bool]:
    """Tell, for each player of the new version, whether they come out of both with the same figures and standing."""
    ours, theirs = old.columns, new.columns
    if ours.players == theirs.players and not ours.steps and not theirs.steps:
        differing = set(_differing(old, new))
        return [seat not in differing for seat in range(len(theirs.players))]
    seats = map(old.seats().get, theirs.players)
    return [was is not None and alike(old, was, new, seat) for seat, was in enumerate(seats)]


def _differing(old: UnitRow, new: UnitRow) -> Iterator[int]:
    """Yield the seats that differ, column beside column: nearly all columns are equal, and then no seat is looked
    at."""
    ours, theirs = old.columns, new.columns
    for was, comes in zip(_FIGURES(ours), _FIGURES(theirs), strict=True):
        yield from unlike(was, comes)
    yield from set(ours.unestablished) ^ set(theirs.unestablished)
    seats: Iterable[int] = range(len(ours.players))
    if ours.normal_games != theirs.normal_games:
        yield from (seat for seat in seats if old.normal_games(seat) != new.normal_games(seat))
    if ours.starts or theirs.starts:
        yield from (seat for seat in seats if _start(ours, seat) != _start(theirs, seat))
    else:
        yield from unlike(ours.ratings, theirs.ratings)
    if (ours.states, ours.standing, ours.live) != (theirs.states, theirs.standing, theirs.live):
        yield from unlike(old.every_standing(), new.every_standing())
    elif None in theirs.after:
        # only the rating itself can differ, or the standing before of somebody who got no rating
        seats = [seat for seat, after in enumerate(theirs.after) if after is None]
        yield from (seat for seat in seats if old.standing_after(seat) != new.standing_after(seat))


def _start(columns: Columns, seat: int) -> int | None:
    return columns.starts.get(seat, columns.ratings[seat])


def alike(old: UnitRow, old_seat: int, new: UnitRow, seat: int) -> bool:
    """Tell whether a player comes out of two versions of a unit with the same figures, from and with the same
    standing."""
    ours, theirs = old.columns, new.columns
    return (
        all(was[old_seat] == comes[seat] for was, comes in zip(_FIGURES(ours), _FIGURES(theirs), strict=True))
        and old.normal_games(old_seat) == new.normal_games(seat)
        and (old_seat in ours.unestablished) == (seat in theirs.unestablished)
        and _start(ours, old_seat) == _start(theirs, seat)
        and old.standing_after(old_seat) == new.standing_after(seat)
        and _steps(ours, old_seat) == _steps(theirs, seat)
    )


def _steps(columns: Columns, seat: int) -> list[Standing]:
    return [standing for position, standing in columns.steps if position == seat]


def same_row(old: UnitRow, new: UnitRow) -> bool:
    """Tell whether a unit came out as it was, with every entry as old as before."""
    ours, theirs = old.columns, new.columns
    if about(old) != about(new):
        return False
    seats = {seat for seat, after in enumerate(theirs.after) if after is not None}
    seats |= {-1 - seat for seat, _ in theirs.steps}
    if not seats <= theirs.since.keys():
        return False
    # somebody may not be rated in it any more; those who got no rating have no entry, and yet the row says what they
    # played and showed
    return same_columns(ours, theirs)


def same_version(one: UnitRow, other: UnitRow) -> bool:
    """Tell whether two rows say the same, whenever it became known."""
    return about(one) == about(other) and same_columns(one.columns, other.columns)


def same_columns(one: Columns, other: Columns) -> bool:
    """Tell whether columns are equal in everything but since when their entries are known."""
    return replace(one, since={}) == replace(other, since={})


def about(row: UnitRow) -> tuple[object, ...]:
    return row.kind, row.unit, row.tournament, row.player, row.edition, row.seq


def carry_over(old: UnitRow, new: UnitRow, same: Sequence[bool], games: Games, games_differ: Differs) -> None:
    """Keep the age of entries that come out as before: they stay known since the same seq.

    `same`: who has the same figures in both versions; `games_differ`: whether a player's games are others.
    """
    if about(old) != about(new):
        return
    ours, theirs = old.columns, new.columns
    others, elsewhere = _others_met(old, new, games), _from_elsewhere(old, new)
    if ours.players == theirs.players and not ours.steps and not theirs.steps:
        marked = ours.marks.keys() | theirs.marks.keys()
        elsewhere |= others.difference(theirs.marks)
        elsewhere |= {seat for seat in marked if ours.marks.get(seat) != theirs.marks.get(seat)}
        known_from, since = old.known_from, ours.since
        rows = enumerate(zip(theirs.players, theirs.after, same, strict=True))
        theirs.since = {
            seat: since.get(seat, known_from) for seat, (player, after, alike) in rows
            if alike and after is not None and seat not in elsewhere and not games_differ(player)
        }  # fmt: skip
        return
    old_seats = old.seats()
    for seat, player in enumerate(theirs.players):
        old_seat = old_seats.get(player)
        if old_seat is None:
            continue
        same_terms = ours.marks.get(old_seat) == theirs.marks.get(seat) and (seat in theirs.marks or seat not in others)
        same_terms = same_terms and seat not in elsewhere
        if not ours.steps and not theirs.steps:
            if same[seat] and same_terms and theirs.after[seat] is not None and not games_differ(player):
                theirs.since[seat] = ours.since.get(old_seat, old.known_from)
            continue
        before = {figure.kind: figure for figure in old.figures(old_seat)}
        for figure in new.figures(seat):
            known = before.get(figure.kind)
            if known is None or known[:-1] != figure[:-1]:
                continue
            if figure.kind == "elo-step":
                theirs.since[-1 - seat] = known.since
            elif same_terms and not games_differ(player):
                theirs.since[seat] = known.since


def _others_met(old: UnitRow, new: UnitRow, games: Games) -> set[int]:
    """Return the seats of players who have shown something else than before, and of their opponents."""
    was, comes = old.columns.shown or old.columns.ratings, new.columns.shown or new.columns.ratings
    if old.columns.players == new.columns.players:
        changed = {*unlike(was, comes)}
    else:
        seats = enumerate(map(old.seats().get, new.columns.players))
        changed = {seat for seat, old_seat in seats if old_seat is None or was[old_seat] != comes[seat]}
    return changed | games.opponents_of(changed) if changed else changed


def _from_elsewhere(old: UnitRow, new: UnitRow) -> set[int]:
    """Return the seats of players who come from another standing, also where it led to the same figures: a newcomer's
    sums are part of the working.
    """
    ours, theirs = old.columns, new.columns
    if (ours.players, ours.ratings, ours.states, ours.before) == (
        theirs.players, theirs.ratings, theirs.states, theirs.before,
    ):  # fmt: skip
        return set()
    if ours.players == theirs.players:
        # column beside column: an object for every standing would cost more than the comparison
        before = zip(ours.ratings, old.states_before(), theirs.ratings, new.states_before(), strict=True)
        return {seat for seat, (one, state, other, now) in enumerate(before) if one != other or state != now}
    seats = old.seats()
    return {
        seat
        for seat, player in enumerate(theirs.players)
        if player in seats and old.standing_before(seats[player]) != new.standing_before(seat)
    }


Rated = tuple[str, int | None, int | None]  # a player and the rating of an entry, as it was and as it comes out


def ratings_between(old: UnitRow | None, new: UnitRow | None) -> Iterator[Rated]:
    """Yield every entry that differs, in the order of players; None stands for a rating that is not there."""
    if old is None or new is None or not (old.plain and new.plain) or old.columns.players != new.columns.players:
        return _entry_beside_entry(old, new)
    return _column_beside_column(old, new)  # nearly all: the same players before and after, an entry each


def _column_beside_column(old: UnitRow, new: UnitRow) -> Iterator[Rated]:
    since = new.columns.since
    rows = zip(new.columns.players, old.columns.after, new.columns.after, strict=True)
    differing = [row for seat, row in enumerate(rows) if seat not in since]
    yield from sorted(row for row in differing if row[1] is not None or row[2] is not None)


def _entry_beside_entry(old: UnitRow | None, new: UnitRow | None) -> Iterator[Rated]:
    if new is None:
        was, comes = ({} if old is None else _by_step(old, range(len(old.columns.players)))), {}
    else:
        columns = new.columns
        stepped = {seat for seat, _ in columns.steps if -1 - seat not in columns.since}
        seats = [seat for seat in range(len(columns.players)) if seat not in columns.since or seat in stepped]
        comes = _by_step(new, seats)
        was = {} if old is None else _by_step(old, _same_or_gone(old, new, seats))
    for key in sorted(was.keys() | comes.keys()):
        before, after = was.get(key), comes.get(key)
        if before is None or after is None or new is None or after.since == new.known_from:
            yield key[1], before and before.after, after and after.after


def _same_or_gone(old: UnitRow, new: UnitRow, seats: Sequence[int]) -> list[int]:
    """Return the old seats of these players of the new version, and of the players who left the unit."""
    old_seats = old.seats()
    own = [old_seats.get(new.columns.players[seat]) for seat in seats]
    gone = old_seats.keys() - new.columns.players
    return [seat for seat in (*own, *map(old_seats.get, gone)) if seat is not None]


def _by_step(row: UnitRow, seats: Iterable[int]) -> dict[tuple[int, str], Figure]:
    return {(int(figure.kind != "elo-step"), figure.player): figure for seat in seats for figure in row.figures(seat)}


def differ(was: Standing, after: Standing) -> bool:
    """Tell whether a player's next unit has to be rated again: anything that it reads counts, not the rating alone."""
    return was != after


def differing(old: Unit | None, new: Unit | None) -> Differs:
    """Return a function that tells whether a player's own games differ between two units; nobody's do if both are None,
    as for a unit that is rated again as it was.
    """
    if old is None and new is None:
        return lambda player: False
    if old is None or new is None:
        return lambda player: True
    before, after = _own_games(old), _own_games(new)
    return lambda player: before.get(player) != after.get(player)


def _own_games(unit: Unit) -> dict[str, list[tuple[object, ...]]]:
    own: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    for game in unit.games:
        own[game.white].append((game.id, game.black, game.points, game.seconds))
        own[game.black].append((game.id, game.white, game.points, game.seconds))
    return own
