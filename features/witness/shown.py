"""Read what a log shows of itself from elsewhere: its checkpoint and its hashes, which
have to add up.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from audit.judging import judge_by_log, read_signed_checkpoint
from audit.signing import PublicKey
from features.witness.tiles import WIDTH, tile_name
from ledger.errors import Problem, Refused, Usage, Where
from ledger.proof import subtree
from ledger.proof_texts import Checkpoint, read_checkpoint
from messages import Message, say

HASH_BYTES = 32
Fetch = Callable[[str], bytes]  # by address below the log's own


class Signed(NamedTuple):
    """The checkpoint that a log shows: the note as it was sent, and its signature,
    `valid` by a given key or `unknown`.
    """

    note: str
    checkpoint: Checkpoint
    signature: str


def signed_checkpoint(url: str, fetch: Fetch, keys: Sequence[PublicKey]) -> Signed:
    """Return the checkpoint that a log shows; refuse one that names a given key in
    vain.
    """
    content = fetch("checkpoint").decode("utf-8", "replace")
    note, checkpoint = read_signed_checkpoint(content, url)
    signature = judge_by_log(note, checkpoint, keys)
    if signature == "bad":
        message = say(
            "the checkpoint of {url} is not signed with the key it names", url=url
        )
        raise refusal("bad-signature", message)
    return Signed(content, checkpoint, signature)


def present_checkpoint(url: str, fetch: Fetch) -> Checkpoint:
    """Return how far a log says it goes, signed or not.

    `Refused` (code `no-checkpoint`): it shows something else.
    """
    content = fetch("head").decode("utf-8", "replace")
    try:
        return read_checkpoint(content)
    except ValueError as error:
        message = say("this is not a checkpoint: {error}", error=error)
        raise Refused(Problem("no-checkpoint", message, Where(url))) from None


def refuse_signer(url: str, *, known_before: bool) -> None:
    """Refuse a log that the key you gave did not sign: another key was given, unless
    that key signed it before.
    """
    message = say(
        "the checkpoint of {url} is not signed with the key you gave", url=url
    )
    if known_before:
        raise refusal("bad-signature", message)
    hint = say("compare the key with the one the office gave away")
    raise Usage(Problem("unknown-signer", message, hint=hint))


def leaves_of(url: str, fetch: Fetch, shown: Sequence[Checkpoint]) -> list[bytes]:
    """Fetch the hash of every event; refuse those that do not add up to what the log
    says of itself.
    """
    leaves = fetched_leaves(fetch, shown[-1].size)
    for stated in shown:
        if not _add_up(leaves, stated.size, stated.root):
            message = say(
                "the hashes at {url} do not add up to its own checkpoint", url=url
            )
            raise refusal("root-differs", message)
    return leaves


def _add_up(leaves: Sequence[bytes], size: int, root: bytes) -> bool:
    """Tell whether the first hashes, so many, have this root."""
    return size <= len(leaves) and subtree(leaves, 0, size) == root


def refuse_rewritten(
    url: str, seen: Mapping[int, bytes], leaves: Sequence[bytes]
) -> None:
    """Refuse a log whose hashes do not add up to what was seen of it, signed or not."""
    for size, root in sorted(seen.items()):
        if not _add_up(leaves, size, root):
            message = say(
                "the first {size} events at {url} are not those seen before: its"
                " history was rewritten",
                size=size,
                url=url,
            )
            raise refusal("root-differs", message)


def fetched_leaves(fetch: Fetch, size: int) -> list[bytes]:
    """Fetch the hash of every event, tile by tile; `size`: how many there are."""
    leaves: list[bytes] = []
    for first in range(0, size, WIDTH):
        width = min(WIDTH, size - first)
        name = tile_name(0, first // WIDTH, width)
        content = fetch(name)
        for start in range(0, len(content), HASH_BYTES):
            end = start + HASH_BYTES
            leaves.append(content[start:end])

    return leaves


def refusal(code: str, message: Message) -> Refused:
    return Refused(suspicion(code, message))


def suspicion(code: str, message: Message) -> Problem:
    """Make a problem that somebody should ask the office about."""
    hint = say("keep what you have, and ask the office in writing")
    return Problem(code, message, hint=hint)
