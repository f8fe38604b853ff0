"""Watch a ledger from elsewhere: fetch its tiles and checkpoints, and hold every later
one against what was seen before.

Left out are the tiles of entries: their lengths have 16 bits, and an event may be
longer.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from audit.judging import read
from audit.signing import PublicKey, judged
from ledger.errors import NotFound, Problem, Refused, Usage, Where
from ledger.proof import leaf, subtree
from ledger.proof_texts import Checkpoint, bytes_of, read_checkpoint, text_of
from ledger.store.checkpoints import head, kept
from ledger.store.connection import Connection
from ledger.store.database import snapshot
from ledger.store.events import head as newest
from ledger.store.events import stored_from
from ledger.store.receipts import LogReceipt
from messages import Message, by_command, say
from messages.answer import Answer

HASH_BYTES = 32
WIDTH = 256  # hashes in a full tile
MOST_LEVELS = 6  # more events than anybody will have


def newest_note(path: str) -> str:
    """Return the newest checkpoint this ledger signed itself, as the signed note that
    was kept.
    """
    with snapshot(path) as connection:
        own = [row for row in kept(connection) if not row.outside]
    if not own:
        message = say("nothing was signed yet")
        raise NotFound(
            Problem(
                "no-checkpoint",
                message,
                hint=by_command("make one with `selo proof checkpoint`"),
            )
        )

    read(own[-1].note, None)
    return own[-1].note


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
    for below in range(first, first + width):
        leaves = _hashes(connection, level - 1, below, WIDTH)
        hashes.append(subtree(leaves, 0, WIDTH))

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


Fetch = Callable[[str], bytes]  # by address below the log's own


class Watched(Answer, frozen=True, kw_only=True):
    """What a witness keeps of a log: the checkpoint it saw last, how far it had been
    before, and how far the log went beyond what was signed: `events` in all, with the
    root over them.
    """

    url: str
    origin: str
    size: int
    root: str
    grew_from: int | None
    signature: str
    note: str
    events: int | None = None
    events_root: str | None = None
    unsigned: int | None = None
    cosigner: str | None = None

    def roots(self) -> dict[int, bytes]:
        """Return what was seen, by the number of events: signed, and as far as the log
        went.
        """
        seen = {self.size: bytes_of(self.root)}
        if self.events is not None:
            seen[self.events] = bytes_of(self.events_root or "")

        return seen


class WitnessesCompared(Answer, frozen=True, kw_only=True):
    """Two witnesses of one log saw the same history. `by`: `roots` over as many events,
    or the hashes of the `log`.
    """

    origin: str
    sizes: tuple[int, int]
    by: str


def read_watched(content: bytes, file: str) -> Watched:
    """Read what a witness kept before."""
    try:
        return msgspec.json.decode(content, type=Watched)
    except msgspec.MsgspecError:
        message = say("{file} is not what a witness keeps", file=file)
        raise Usage(
            Problem(
                "no-checkpoint",
                message,
                Where(file),
                by_command("name another with --file"),
            )
        ) from None


def watch(
    url: str, fetch: Fetch, before: Watched | None, keys: Sequence[PublicKey]
) -> Watched:
    """Read the log as it says it is now, and hold it against its own hashes and against
    what was seen before.
    """
    content = fetch("checkpoint").decode("utf-8", "replace")
    checkpoint, signature = _signed(url, content, keys)
    if before is not None and before.origin != checkpoint.origin:
        raise _refused(
            "other-ledger",
            say(
                "{url} has another ledger than before: {origin}",
                url=url,
                origin=checkpoint.origin,
            ),
        )

    beyond = read_checkpoint(fetch("head").decode("utf-8", "replace"))
    seen = {} if before is None else before.roots()
    for size in sorted(seen):
        there = (
            checkpoint.size
            if before is not None and size == before.size
            else beyond.size
        )
        if there < size:
            raise _refused(
                "events-missing",
                say(
                    "{url} had {size} events and now has {now}",
                    url=url,
                    size=size,
                    now=there,
                ),
            )

    leaves = _leaves_of(url, fetch, (checkpoint, beyond))
    _refuse_rewritten(url, seen, leaves)
    if keys and signature != "valid":
        _refuse_signer(
            url, known_before=before is not None and before.signature == "valid"
        )

    return Watched(
        url=url,
        origin=checkpoint.origin,
        size=checkpoint.size,
        root=text_of(checkpoint.root),
        grew_from=None if before is None else before.size,
        signature=signature,
        note=content,
        events=beyond.size,
        events_root=text_of(beyond.root),
        unsigned=beyond.size - checkpoint.size,
    )


def _signed(
    url: str, content: str, keys: Sequence[PublicKey]
) -> tuple[Checkpoint, str]:
    """Return the checkpoint that a log shows, and how it is signed; refuse one that
    names a given key in vain.
    """
    note, checkpoint = read(content, url)
    signature = judged(note, keys)
    if signature == "bad":
        raise _refused(
            "bad-signature",
            say("the checkpoint of {url} is not signed with the key it names", url=url),
        )

    return checkpoint, signature


def _refuse_signer(url: str, *, known_before: bool) -> None:
    """Refuse a log that the key you gave did not sign: another key was given, unless
    that key signed it before.
    """
    message = say(
        "the checkpoint of {url} is not signed with the key you gave", url=url
    )
    if known_before:
        raise _refused("bad-signature", message)

    hint = say("compare the key with the one the office gave away")
    raise Usage(Problem("unknown-signer", message, hint=hint))


def _leaves_of(url: str, fetch: Fetch, shown: Sequence[Checkpoint]) -> list[bytes]:
    """Fetch the hash of every event; refuse those that do not add up to what the log
    says of itself.
    """
    leaves = _leaves(fetch, shown[-1].size)
    for stated in shown:
        if stated.size > len(leaves) or subtree(leaves, 0, stated.size) != stated.root:
            raise _refused(
                "root-differs",
                say("the hashes at {url} do not add up to its own checkpoint", url=url),
            )

    return leaves


class HeldReceipt(Answer, frozen=True, kw_only=True):
    """A receipt whose events are in the log; `signature`: `valid`, `unknown` without a
    key for it, or `none`.
    """

    file: str
    first: int
    last: int
    signature: str


class ReceiptsHeld(Answer, frozen=True, kw_only=True):
    """A log in which everything is that was acknowledged: so many events now, with this
    root, after each receipt.
    """

    url: str
    origin: str
    events: int
    events_root: str
    receipts: tuple[HeldReceipt, ...]


def hold(
    url: str,
    fetch: Fetch,
    receipts: Mapping[str, LogReceipt],
    keys: Sequence[PublicKey],
) -> ReceiptsHeld:
    """Hold receipts, by file, against the log as it is now, which must continue from
    the checkpoint in each of them.

    That covers the events they were given for, so an event that is gone or changed is
    found, even if nobody else looked. What the log has signed is checked too, if a
    receipt is signed or keys are given; without either the log may be unsigned.
    """
    shown, strange = [], False
    if keys or any(receipt.signer for receipt in receipts.values()):
        checkpoint, signed = _signed(
            url, fetch("checkpoint").decode("utf-8", "replace"), keys
        )
        shown.append(checkpoint)
        strange = bool(keys) and signed != "valid"

    present = read_checkpoint(fetch("head").decode("utf-8", "replace"))
    leaves = _leaves_of(url, fetch, (*shown, present))
    held, problems = [], list[Problem]()
    for file, receipt in receipts.items():
        signature = _signature_of(receipt, file, keys)
        problems += _against(url, receipt.stated(), present, leaves, file)
        if signature == "bad":
            message = say(
                "the receipt {file} is not signed with the key it names", file=file
            )
            problems.append(_problem("bad-signature", message))

        held.append(
            HeldReceipt(
                file=file, first=receipt.first, last=receipt.last, signature=signature
            )
        )

    if problems:
        raise Refused(problems)
    if strange:
        _refuse_signer(url, known_before=False)
    for one in held if keys else ():
        if one.signature != "valid":
            message = say(
                "the receipt {file} is not signed with the key you gave", file=one.file
            )
            hint = say("leave the key out, or give that of whoever signed it")
            raise Usage(Problem("unknown-signer", message, Where(one.file), hint))

    return ReceiptsHeld(
        url=url,
        origin=present.origin,
        events=present.size,
        events_root=text_of(present.root),
        receipts=tuple(held),
    )


def _signature_of(receipt: LogReceipt, file: str, keys: Sequence[PublicKey]) -> str:
    return (
        "none"
        if receipt.signer is None
        else judged(read(receipt.checkpoint, file)[0], keys)
    )


def _against(
    url: str,
    stated: Checkpoint,
    present: Checkpoint,
    leaves: Sequence[bytes],
    file: str,
) -> Iterator[Problem]:
    """Yield what contradicts a receipt, if anything does."""
    known = {"url": url, "file": file}
    if stated.origin != present.origin:
        message = say(
            "{url} has another ledger than the receipt {file}: {origin}",
            origin=present.origin,
            **known,
        )
        yield _problem("other-ledger", message)
    elif stated.size > present.size:
        message = say(
            "the receipt {file} covers {size} events, and {url} has {now}: the last"
            " ones are gone",
            size=stated.size,
            now=present.size,
            **known,
        )
        yield _problem("events-missing", message)
    elif subtree(leaves, 0, stated.size) != stated.root:
        message = say(
            "the first {size} events at {url} are not those of the receipt {file}: they"
            " were rewritten",
            size=stated.size,
            **known,
        )
        yield _problem("root-differs", message)


def _refuse_rewritten(
    url: str, seen: Mapping[int, bytes], leaves: Sequence[bytes]
) -> None:
    """Refuse a log whose hashes do not add up to what was seen of it, signed or not."""
    for size, root in sorted(seen.items()):
        if size > len(leaves) or subtree(leaves, 0, size) != root:
            message = say(
                "the first {size} events at {url} are not those seen before: its"
                " history was rewritten",
                size=size,
                url=url,
            )
            raise _refused("root-differs", message)


def compared(
    files: Sequence[str], watched: Sequence[Watched], fetch: Fetch
) -> WitnessesCompared:
    """Hold what two witnesses saw of a log against each other; ask the log where they
    never saw it at one size.
    """
    one, other = watched
    if one.origin != other.origin:
        message = say(
            "{one} is of {origin}, and {other} of another ledger",
            one=files[0],
            origin=one.origin,
            other=files[1],
        )
        raise Refused(
            Problem(
                "other-ledger",
                message,
                Where(files[1]),
                say("compare files of one ledger"),
            )
        )

    both = one.roots().keys() & other.roots().keys()
    for size in sorted(both):
        if one.roots()[size] != other.roots()[size]:
            message = say(
                "{one} and {other} were shown two histories of {origin}: over {size}"
                " events the roots differ",
                one=files[0],
                other=files[1],
                origin=one.origin,
                size=size,
            )
            raise _refused("root-differs", message)

    # one that went further may have gone another way behind what both saw
    is_whole = min(max(seen.roots()) for seen in watched) in both
    if not is_whole:
        leaves = _leaves(fetch, max(max(seen.roots()) for seen in watched))
        for file, seen in zip(files, watched, strict=True):
            _refuse_rewritten(file, seen.roots(), leaves)

    return WitnessesCompared(
        origin=one.origin,
        sizes=(one.size, other.size),
        by="roots" if is_whole else "log",
    )


def _leaves(fetch: Fetch, size: int) -> list[bytes]:
    """Fetch the hash of every event, tile by tile."""
    leaves: list[bytes] = []
    for first in range(0, size, WIDTH):
        width = min(WIDTH, size - first)
        name = tile_name(0, first // WIDTH, width)
        content = fetch(name)
        for at in range(0, len(content), HASH_BYTES):
            end = at + HASH_BYTES
            leaves.append(content[at:end])

    return leaves


def _refused(code: str, message: Message) -> Refused:
    return Refused(_problem(code, message))


def _problem(code: str, message: Message) -> Problem:
    return Problem(
        code, message, hint=say("keep what you have, and ask the office in writing")
    )
