"""A witness on another machine: what was seen of a log stays true, or the log was rewritten."""

from collections.abc import Callable, Sequence

import msgspec

from audit.elsewhere.tiles import WIDTH, tile_name
from audit.signing import PublicKey, judged
from audit.witnesses import read
from ledger.answer import Answer
from ledger.errors import Problem, Refused, Where
from ledger.proof import bytes_of, subtree, text_of
from messages import Message, by_command, say

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
    """What a witness kept before."""
    try:
        return msgspec.json.decode(content, type=Watched)
    except msgspec.MsgspecError:
        message = say("{file} is not what a witness keeps", file=file)
        raise Refused(Problem("no-checkpoint", message, Where(file), by_command("name another with --file"))) from None


def watch(url: str, fetch: Fetch, before: Watched | None, keys: Sequence[PublicKey]) -> Watched:
    """The log as it says to be now, held against its own hashes and against what was seen before."""
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
    """The hash of every event, tile by tile."""
    leaves: list[bytes] = []
    for index in range((size + WIDTH - 1) // WIDTH):
        width = min(WIDTH, size - index * WIDTH)
        content = fetch(tile_name(0, index, width))
        leaves += [content[at : at + 32] for at in range(0, len(content), 32)]
    return leaves


def _refused(code: str, message: Message) -> Refused:
    return Refused(Problem(code, message, hint=say("keep what you have, and ask the office in writing")))
