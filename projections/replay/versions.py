"""Two versions of a unit beside each other: what comes out the same, and since when an
entry has been as it is.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator

from projections.replay.unit_row import UnitRow
from rulebooks.base import Standing, Unit
from rulebooks.entries import Figure

Differs = Callable[[str], bool]  # of a player


def about(row: UnitRow) -> tuple[object, ...]:
    return row.kind, row.unit, row.tournament, row.player, row.edition, row.seq


def carry_over(old: UnitRow, new: UnitRow, games_differ: Differs) -> None:
    """Keep the age of entries that come out as before: they stay known since the same
    seq.
    """
    if about(old) != about(new):
        return
    places = {(figure.player, figure.kind): at for at, figure in enumerate(old.figures)}
    for at, figure in enumerate(new.figures):
        was_at = places.get((figure.player, figure.kind))
        if was_at is None or old.figures[was_at] != figure:
            continue
        if figure.kind == "elo-step" or not games_differ(figure.player):
            new.body.since[at] = old.since(was_at)


def unchanged(old: UnitRow, new: UnitRow) -> set[str]:
    """Return the players who come out of both versions with the very same entries, and
    with the same standing.
    """
    older = {
        figure.player for at, figure in enumerate(new.figures) if at in new.body.since
    }
    newer = {
        figure.player
        for at, figure in enumerate(new.figures)
        if at not in new.body.since
    }
    rated = older | newer
    return {
        player
        for player in new.players
        if (
            player in older
            and player not in newer
            and len(old.of(player)) == len(new.of(player))
        )
        or (player not in rated and _left_alone(old, new, player))
    }


def _left_alone(old: UnitRow, new: UnitRow, player: str) -> bool:
    """Tell whether a player has no entry in either version, and the same standing
    before both.
    """
    return (
        old.sits(player)
        and not old.of(player)
        and old.standing_before(player) == new.standing_before(player)
    )


def same_row(old: UnitRow, new: UnitRow) -> bool:
    """Tell whether a unit came out as it was, with every entry as old as before."""
    return new.new_entries == 0 and same_version(old, new)


def same_version(one: UnitRow, other: UnitRow) -> bool:
    """Tell whether two rows say the same, whenever it became known."""
    return about(one) == about(other) and same_body(one, other)


def same_body(one: UnitRow, other: UnitRow) -> bool:
    """Tell whether two rows hold the same, but for since when their entries are known."""
    ours, theirs = one.body, other.body
    return (ours.players, ours.before, ours.figures) == (
        theirs.players,
        theirs.before,
        theirs.figures,
    )


# a player and the rating of an entry, as it was and as it comes out
Rated = tuple[str, int | None, int | None]


def ratings_between(old: UnitRow | None, new: UnitRow | None) -> Iterator[Rated]:
    """Yield every entry that differs, in the order of players; None stands for a rating
    that is not there.
    """
    before = {} if old is None else _ratings(old)
    after = {} if new is None else _ratings(new)
    as_before = (
        set() if new is None else {_key(new.figures[at]) for at in new.body.since}
    )
    for key in sorted((before.keys() | after.keys()) - as_before):
        yield key[1], before.get(key), after.get(key)


def _ratings(row: UnitRow) -> dict[tuple[bool, str], int]:
    """Return the rating that each entry gives."""
    return {_key(figure): figure.after for figure in row.figures}


def _key(figure: Figure) -> tuple[bool, str]:
    """Return the order of entries within a unit: steps of 3.7 come first."""
    return figure.kind != "elo-step", figure.player


def differ(was: Standing, after: Standing) -> bool:
    """Tell whether a player's next unit has to be rated again: anything that it reads
    counts, not the rating alone.
    """
    return was != after


def differing(old: Unit | None, new: Unit | None) -> Differs:
    """Return a function that tells whether a player's own games differ between two
    units; nobody's do if both are None, as for a unit that is rated again as it was.
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
