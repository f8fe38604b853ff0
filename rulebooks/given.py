"""A number that a decision gives, as a change like any other: one shape for the openings and rulings of every list."""

from rulebooks.base import Change, Standing, Unit


def given_change(unit: Unit, before: int | None, after: int, established: bool, standing: Standing) -> Change:
    """An opening's `expected` holds the peak that came with it, its formula the titles."""
    given = unit.given
    assert given is not None
    return Change(
        player=given.player,
        kind=unit.kind,
        formula=" ".join((unit.kind, *given.titles)),
        before=before,
        after=after,
        established=established,
        games=given.games,
        normal_games=given.normal_games,
        half_points=0,
        expected=given.peak,
        coefficient=None,
        bonus=0,
        carried=None,
        running=(),
        terms=(),
        standing=standing,
    )
