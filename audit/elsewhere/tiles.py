"""The hash tree in tiles (c2sp.org/tlog-tiles), so that anybody can follow the log with plain requests.

Left out are the tiles of entries: their lengths have 16 bits, and an event may be longer.
"""

from audit.witnesses import read
from ledger.errors import NotFound, Problem
from ledger.proof import leaf, subtree
from ledger.store.checkpoints import kept
from ledger.store.database import Connection, snapshot
from ledger.store.events import head, stored_from
from messages import by_command, say

WIDTH = 256  # hashes in a full tile
HEIGHT = 8  # levels of the tree in one tile
MOST_LEVELS = 6  # more events than anybody will have


def newest_note(path: str) -> str:
    """The newest checkpoint this ledger signed itself, as the signed note that was kept."""
    with snapshot(path) as connection:
        own = [row for row in kept(connection) if not row.outside]
    if not own:
        message = say("nothing was signed yet")
        raise NotFound(Problem("no-checkpoint", message, hint=by_command("make one with `selo checkpoint`")))
    read(own[-1].note, None)
    return own[-1].note


def tile(path: str, level: int, index: int, width: int) -> bytes:
    """So many hashes, each the root over WIDTH to the power of the level events."""
    span = WIDTH**level
    with snapshot(path) as connection:
        if not 0 < width <= WIDTH or level >= MOST_LEVELS or (index * WIDTH + width) * span > head(connection):
            raise NotFound(
                Problem("no-tile", say("the log does not reach that far"), hint=say("take a checkpoint first"))
            )
        return b"".join(_hashes(connection, level, index, width))


def _hashes(connection: Connection, level: int, index: int, width: int) -> list[bytes]:
    if level == 0:
        return [leaf(row.state) for row in stored_from(connection, index * WIDTH + 1, width)]
    below = range(index * WIDTH, index * WIDTH + width)
    return [subtree(_hashes(connection, level - 1, one, WIDTH), 0, WIDTH) for one in below]


def tile_name(level: int, index: int, width: int = WIDTH) -> str:
    """The address of a tile: 1234067 is x001/x234/067, and a tile that is not full says how wide it is."""
    groups = [f"{index % 1000:03}"]
    while index >= 1000:
        index //= 1000
        groups.append(f"x{index % 1000:03}")
    return f"tile/{level}/{'/'.join(reversed(groups))}" + ("" if width == WIDTH else f".p/{width}")
