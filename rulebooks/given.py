"""A rating that a decision gives, as a change like any other: for the openings and rulings of all lists."""

from rulebooks.base import Change, Standing, Unit


def given_change(unit: Unit, before: int | None, after: int, established: bool, standing: Standing) -> Change:
    """An opening brings the peak and the titles from before the ledger."""
    given = unit.given
    assert given is not None
    return Change(
        player=given.player,
        kind=unit.kind,
        formula=unit.kind,
        before=before,
        after=after,
        established=established,
        games=given.games,
        normal_games=given.normal_games,
        half_points=0,
        expected=None,
        coefficient=None,
        bonus=0,
        carried=None,
        running=(),
        terms=(),
        standing=standing,
        peak=given.peak,
        titles=given.titles,
    )
