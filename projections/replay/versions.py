"""Two versions of a unit beside each other: what comes out the same, and since when an
entry has been as it is.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator

from projections.replay.unit_row import UnitRow
from rulebooks.base import Standing, Unit
from rulebooks.entries import Figure

# of a player: whether their own games differ between two versions
GamesDiffer = Callable[[str], bool]
# within a unit: whether it is an entry by games (steps of 3.7 come first), and whose
EntryKey = tuple[bool, str]


def unit_content(row: UnitRow) -> tuple[object, ...]:
    """Return what a version says of its unit, beside who is in it and what came out.

    It is the kind, the id, whose it is, the edition and the event that it comes from.

    Two versions that differ in it hold new entries throughout, whatever the ratings.
    """
    return row.kind, row.unit, row.tournament, row.player, row.edition, row.seq


def carry_over(old: UnitRow, new: UnitRow, games_differ: GamesDiffer) -> None:
    """Keep the age of entries that come out as before: they stay known since the same
    seq. It is written into `new`.

    `games_differ`: an entry may come out the same from other games, and then it is a
    new one.

        version of event 40    fi-1 1580, fi-2 1602
        version of event 57    fi-1 1580, fi-2 1598

    In the version of 57 fi-1's entry stays known since 40, and fi-2's is known since
    57.
    """
    if unit_content(old) != unit_content(new):
        return

    old_figures = old.figures
    old_positions = {}
    for position, figure in enumerate(old_figures):
        old_positions[figure.player, figure.kind] = position

    since = new.body.since

    for position, figure in enumerate(new.figures):
        old_position = old_positions.get((figure.player, figure.kind))
        if old_position is None or old_figures[old_position] != figure:
            continue
        # a step of 3.7 follows from an Elo, and from no game of the unit
        if figure.kind == "elo-step" or not games_differ(figure.player):
            since[position] = old.since(old_position)


def unchanged_players(old: UnitRow, new: UnitRow) -> set[str]:
    """Return the players who come out of both versions with the very same entries, and
    with the same standing; `carry_over` has gone over both before.

    Their next units need not be rated again on account of this one.
    """
    with_older_entries: set[str] = set()
    with_new_entries: set[str] = set()
    for position, figure in enumerate(new.figures):
        if position in new.body.since:
            with_older_entries.add(figure.player)
        else:
            with_new_entries.add(figure.player)

    same = set()

    for player in new.players:
        if player in with_new_entries:
            continue
        if player in with_older_entries:
            if len(old.changes_of(player)) == len(new.changes_of(player)):
                same.add(player)

        elif _is_left_alone(old, new, player):
            same.add(player)

    return same


def _is_left_alone(old: UnitRow, new: UnitRow, player: str) -> bool:
    """Tell whether a player has no entry in either version, and the same standing
    before both. In `new` they have none.
    """
    return (
        old.sits(player)
        and not old.changes_of(player)
        and old.standing_before(player) == new.standing_before(player)
    )


def same_row(old: UnitRow, new: UnitRow) -> bool:
    """Tell whether a unit came out as it was, with every entry as old as before."""
    return new.new_entries == 0 and same_version(old, new)


def same_version(one: UnitRow, other: UnitRow) -> bool:
    """Tell whether two rows say the same, whenever it became known."""
    return unit_content(one) == unit_content(other) and same_body(one, other)


def same_body(one: UnitRow, other: UnitRow) -> bool:
    """Tell whether two rows hold the same, but for since when their entries are known."""
    ours, theirs = one.body, other.body
    return (
        ours.players == theirs.players
        and ours.before == theirs.before
        and ours.figures == theirs.figures
    )


# a player and the rating of an entry, as it was and as it comes out
Rated = tuple[str, int | None, int | None]


def ratings_between(old: UnitRow | None, new: UnitRow | None) -> Iterator[Rated]:
    """Yield every entry that differs, in the order of players; None stands for a rating
    that is not there.

    A step of 3.7 comes before every change by games, whoever it is of.

        old fi-1 1580, fi-2 1602; new fi-1 1580, fi-3 1455
        ->  ("fi-2", 1602, None), ("fi-3", None, 1455)
    """
    before = {} if old is None else _ratings(old)
    after: dict[EntryKey, int] = {}
    carried_over: set[EntryKey] = set()
    if new is not None:
        after = _ratings(new)
        figures = new.figures
        carried_over = {_entry_key(figures[position]) for position in new.body.since}

    # an entry that is as old as before cannot differ
    differing = before.keys() | after.keys()
    for key in sorted(differing - carried_over):
        _, player = key
        yield player, before.get(key), after.get(key)


def _ratings(row: UnitRow) -> dict[EntryKey, int]:
    """Return the rating that each entry gives.

    They are by entry, for a player may have two.
    """
    return {_entry_key(figure): figure.after for figure in row.figures}


def _entry_key(figure: Figure) -> EntryKey:
    """Return the key by which entries stand in order within a unit.

    elo-step of fi-9, unit of fi-1    in this order
    """
    return figure.kind != "elo-step", figure.player


def standing_differs(was: Standing, after: Standing) -> bool:
    """Tell whether a player's next unit has to be rated again: anything that it reads
    counts, not the rating alone.

        1580 after 20 games, 1580 after 21 games    True: the coefficient may follow
    """
    return was != after


def games_differ_between(old: Unit | None, new: Unit | None) -> GamesDiffer:
    """Return a function that tells whether a player's own games differ between two
    units; nobody's do if both are None, as for a unit that is rated again as it was.

    A unit that only one of the two is has all its games new, or gone.
    """
    if old is None and new is None:
        return lambda player: False

    if old is None or new is None:
        return lambda player: True

    before, after = _games_by_player(old), _games_by_player(new)
    return lambda player: before.get(player) != after.get(player)


def _games_by_player(unit: Unit) -> dict[str, list[tuple[object, ...]]]:
    """Return the games of each player of a unit, each with the opponent before it.

    {player: [(opponent, id of the game, points, seconds), ...]}
    """
    games_of: dict[str, list[tuple[object, ...]]] = defaultdict(list)
    for game in unit.games:
        result = (game.id, game.points, game.seconds)
        of_white = (game.black, *result)
        games_of[game.white].append(of_white)

        of_black = (game.white, *result)
        games_of[game.black].append(of_black)

    return games_of
