"""Looking after a ledger from elsewhere: its tiles and checkpoints fetched, and every later one held against what was
seen before.

Left out are the tiles of entries: their lengths have 16 bits, and an event may be longer.
"""

from collections.abc import Callable, Sequence

import msgspec

from audit.signing import PublicKey, judged
from audit.witnesses import read
from ledger.errors import NotFound, Problem, Refused, Where
from ledger.proof import bytes_of, leaf, subtree, text_of
from ledger.store.checkpoints import kept
from ledger.store.database import Connection, snapshot
from ledger.store.events import head, stored_from
from messages import Message, by_command, say
from messages.answer import Answer

WIDTH = 256  # hashes in a full tile
HEIGHT = 8  # levels of the tree in one tile
MOST_LEVELS = 6  # more events than anybody will have


def newest_note(path: str) -> str:
    """Return the newest checkpoint this ledger signed itself, as the signed note that was kept."""
    with snapshot(path) as connection:
        own = [row for row in kept(connection) if not row.outside]
    if not own:
        message = say("nothing was signed yet")
        raise NotFound(Problem("no-checkpoint", message, hint=by_command("make one with `selo checkpoint`")))
    read(own[-1].note, None)
    return own[-1].note


def tile(path: str, level: int, index: int, width: int) -> bytes:
    """Return so many hashes, each the root over WIDTH to the power of the level events."""
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
    """Name the address of a tile: 1234067 is x001/x234/067, and a tile that is not full says how wide it is."""
    groups = [f"{index % 1000:03}"]
    while index >= 1000:
        index //= 1000
        groups.append(f"x{index % 1000:03}")
    return f"tile/{level}/{'/'.join(reversed(groups))}" + ("" if width == WIDTH else f".p/{width}")


Fetch = Callable[[str], bytes]  # by address below the log's own


class Watched(Answer, frozen=True, kw_only=True):
    """What a witness keeps of a log: the checkpoint it saw last, and how far it had been before."""

    url: str
    origin: str
    size: int
    root: str
    grew_from: int | None
    signature: str
    note: str


def read_watched(content: bytes, file: str) -> Watched:
    """Read what a witness kept before."""
    try:
        return msgspec.json.decode(content, type=Watched)
    except msgspec.MsgspecError:
        message = say("{file} is not what a witness keeps", file=file)
        raise Refused(Problem("no-checkpoint", message, Where(file), by_command("name another with --file"))) from None


def watch(url: str, fetch: Fetch, before: Watched | None, keys: Sequence[PublicKey]) -> Watched:
    """Read the log as it says it is now, and hold it against its own hashes and against what was seen before."""
    content = fetch("checkpoint").decode("utf-8", "replace")
    note, checkpoint = read(content, url)
    signature = judged(note, keys)
    if signature == "bad" or (keys and signature != "valid"):
        raise _refused("bad-signature", say("the checkpoint of {url} is not signed with the key you gave", url=url))
    if before is not None and before.origin != checkpoint.origin:
        raise _refused(
            "other-ledger", say("{url} has another ledger than before: {origin}", url=url, origin=checkpoint.origin)
        )
    if before is not None and checkpoint.size < before.size:
        raise _refused(
            "events-missing",
            say("{url} had {size} events and now has {now}", url=url, size=before.size, now=checkpoint.size),
        )
    leaves = _leaves(fetch, checkpoint.size)
    if len(leaves) != checkpoint.size or subtree(leaves, 0, len(leaves)) != checkpoint.root:
        raise _refused("root-differs", say("the hashes at {url} do not add up to its own checkpoint", url=url))
    if before is not None and subtree(leaves, 0, before.size) != bytes_of(before.root):
        message = say(
            "the first {size} events at {url} are not those seen before: its history was rewritten",
            size=before.size,
            url=url,
        )
        raise _refused("root-differs", message)
    return Watched(
        url=url, origin=checkpoint.origin, size=checkpoint.size, root=text_of(checkpoint.root),
        grew_from=None if before is None else before.size, signature=signature, note=content,
    )  # fmt: skip


def _leaves(fetch: Fetch, size: int) -> list[bytes]:
    """Fetch the hash of every event, tile by tile."""
    leaves: list[bytes] = []
    for index in range((size + WIDTH - 1) // WIDTH):
        width = min(WIDTH, size - index * WIDTH)
        content = fetch(tile_name(0, index, width))
        leaves += [content[at : at + 32] for at in range(0, len(content), 32)]
    return leaves


def _refused(code: str, message: Message) -> Refused:
    return Refused(Problem(code, message, hint=say("keep what you have, and ask the office in writing")))
