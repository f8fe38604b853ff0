"""Lay out the log for whoever watches it: the hashes of its events in tiles, and how far
it goes.

Left out are the tiles of entries: their lengths have 16 bits, and an event may be
longer.
"""

from ledger.errors import NotFound, Problem
from ledger.proof import leaf, subtree
from ledger.store.checkpoints import head
from ledger.store.connection import Connection
from ledger.store.database import snapshot
from ledger.store.events import head as newest
from ledger.store.events import stored_from
from messages import say

WIDTH = 256  # hashes in a full tile
MOST_LEVELS = 6  # more events than anybody will have


def present_head(path: str) -> str:
    """Write how far the log goes now, as the text of a checkpoint that nobody has
    signed.
    """
    with snapshot(path) as connection:
        return head(connection).text()


def tile(path: str, level: int, index: int, width: int) -> bytes:
    """Return so many hashes, each the root over WIDTH to the power of the level events.

    Refuse a tile that the log does not reach.
    """
    last = (index * WIDTH + width) * WIDTH**level
    is_tile = 0 < width <= WIDTH and level < MOST_LEVELS
    with snapshot(path) as connection:
        if not is_tile or last > newest(connection):
            message = say("the log does not reach that far")
            hint = say("take a checkpoint first")
            raise NotFound(Problem("no-tile", message, hint=hint))
        return b"".join(_hashes(connection, level, index, width))


def _hashes(connection: Connection, level: int, index: int, width: int) -> list[bytes]:
    """Return the hashes of a tile: of events on level 0, else of whole tiles below."""
    first = index * WIDTH
    if level == 0:
        rows = stored_from(connection, first + 1, width)
        return [leaf(row.state) for row in rows]

    hashes = []
    for index_below in range(first, first + width):
        below = _hashes(connection, level - 1, index_below, WIDTH)
        root = subtree(below, 0, WIDTH)
        hashes.append(root)
    return hashes


def tile_name(level: int, index: int, width: int = WIDTH) -> str:
    """Name the address of a tile: 1234067 is x001/x234/067, and a tile that is not full
    says how wide it is.
    """
    groups = [f"{index % 1000:03}"]
    while index >= 1000:
        index //= 1000
        groups.append(f"x{index % 1000:03}")
    name = f"tile/{level}/{'/'.join(reversed(groups))}"
    if width == WIDTH:
        return name
    return f"{name}.p/{width}"
