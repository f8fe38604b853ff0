"""The tournaments that named a player."""

from collections.abc import Iterable

from projections.answers.reading import Reading
from projections.tables.boards import boards


def tournaments_naming(reading: Reading, ids: Iterable[str]) -> list[str]:
    """Return the tournaments that ever named one of these very ids, in order.

    `ids`: ids that were merged into another name tournaments of their own, so give them
    all. A tournament that named a player once and was amended since is among them:
    whoever asks looks whether they play in it now.
    """
    of_everybody = boards(reading.events)
    names = set[str]()
    for player in ids:
        names.update(of_everybody.tournaments(player))
    return sorted(names)
