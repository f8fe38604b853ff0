"""The tournaments that named a player."""

from collections.abc import Iterable

from projections.answers.reading import Reading
from projections.tables.boards import boards


def tournaments_naming(reading: Reading, ids: Iterable[str]) -> list[str]:
    """Return the tournaments that ever named one of these very ids, in order."""
    of_everybody = boards(reading.events)
    names = set[str]()
    for player in ids:
        names.update(of_everybody.tournaments(player))
    return sorted(names)
