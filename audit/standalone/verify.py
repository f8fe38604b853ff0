"""Checks a Selokirja ledger without Selokirja: one file, Python's standard library, no
network.

    python verify.py proof EVENT.tlog-proof --key KEY        one event is in the log, exactly as printed
    python verify.py growth PROOF OLD-CHECKPOINT --key KEY   the log has only grown since the old checkpoint
    python verify.py receipt RECEIPT [--key KEY]             the receipt of a submission is whole, and signed
    python verify.py bundle FOLDER-or-ZIP [--key KEY] [--checkpoint FILE]... [--receipt
    FILE]...
    python verify.py ledger LEDGER.db     [--key KEY] [--checkpoint FILE]... [--receipt FILE]...

KEY is the line that `selo proof key` prints, or a file with it: get it from the office,
not from what you check. It may be given again. It begins with the name of a log, and
counts for checkpoints of that log alone: an office may sign several with one key. A
witness's key (`selo proof witness --cosign`) is one too, and asks for more: a checkpoint
proves something only if one of the log's keys you give signed it and every witness whose
key you give cosigned it. A witness's key alone proves nothing, because a witness sees
many logs. A wrong line under any of these keys is an alteration; lines under other keys
are left alone.
RECEIPT is the answer to a submission, or what it has as `receipt`. It may stand in for
OLD-CHECKPOINT; with a proof, --receipt asks that the event is one of those that were
acknowledged.
A checkpoint counts as from outside when you kept it, or somebody you trust did; without
--key, one that lies inside what is checked counts for nothing. Exit code: 0 proven, 1
altered, 3 intact but unproven, 2 wrong usage: a file that is not there or is of another
kind, a key that is none or signed nothing of this, a proof that begins elsewhere.
It recomputes no rating: `selo verify` does, and `selo ledger replay` shows them.

Formats: RFC 6962 (tree), RFC 8032 (Ed25519), c2sp.org/signed-note, tlog-checkpoint,
tlog-proof, tlog-witness, tlog-cosignature.
"""

import argparse
import base64
import contextlib
import hashlib
import io
import itertools
import json
import os
import re
import sqlite3
import sys
import unicodedata
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

Arguments = argparse.Namespace
Fields = dict[str, Any]  # an object of JSON
Rows = list[tuple[Any, ...]]  # what a query finds
Span = tuple[int, int]  # events from one index up to another, which is not in it


class Mistaken(Exception):
    """Something else was given than what is to be given here. That says nothing of the
    log.
    """

    so = "nothing was checked"


class AnotherKey(Mistaken):
    """The key that was given signed nothing of what was read."""

    so = "nothing is proven"


# Ed25519, RFC 8032 section 5.1

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


class Point(NamedTuple):
    """A point of the curve in extended coordinates (5.1.4): x and y have the common
    denominator z, and t is x times y, over z.
    """

    x: int
    y: int
    z: int
    t: int


SQUARE_ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


# the base point, as it is written (5.1)
BASE = (4 * pow(5, -1, P) % P).to_bytes(32, "little")


def decompress(data: bytes) -> Point | None:
    """Return the point that 32 bytes stand for; None where they stand for none (5.1.3).

    data: y with its lowest byte first; its highest bit is the sign of x. Bytes of
    another length, a y that is not below P, and one without an x stand for none.

    In hexadecimal, 58 66 66 ... 66 stands for the base point.
    """
    if len(data) != 32:
        return None

    number = int.from_bytes(data, "little")
    sign = number >> 255
    y = number & ((1 << 255) - 1)
    if y >= P:
        return None

    # the curve: -x^2 + y^2 = 1 + D x^2 y^2, solved for x^2
    y_squared = y * y
    divisor = D * y_squared + 1
    square = (y_squared - 1) * pow(divisor, -1, P) % P
    x = root_of(square)
    if x is None:
        return None
    if x == 0 and sign == 1:
        return None

    # of the two roots, the one of the stated sign
    if x & 1 != sign:
        x = P - x

    return Point(x, y, 1, x * y % P)


def root_of(square: int) -> int | None:
    """Return a square root modulo P; None where there is none (5.1.3, step 3).

    P is 5 modulo 8, so a power gives a root or that of the negative, which a root of -1
    mends.
    """
    root = pow(square, (P + 3) // 8, P)
    if (root * root - square) % P != 0:
        root = root * SQUARE_ROOT_OF_MINUS_1 % P
    if (root * root - square) % P != 0:
        return None

    return root


def add(p: Point, q: Point) -> Point:
    """Add two points (5.1.4; the letters are those of the RFC).

    The sum holds for all points, also for a point and itself, so doubling is no case of
    its own.
    """
    x1, y1, z1, t1 = p
    x2, y2, z2, t2 = q

    a = (y1 - x1) * (y2 - x2)
    b = (y1 + x1) * (y2 + x2)
    c = 2 * t1 * t2 * D
    d = 2 * z1 * z2

    e = (b - a) % P
    f = (d - c) % P
    g = (d + c) % P
    h = (b + a) % P

    return Point(
        x=e * f % P,
        y=g * h % P,
        z=f * g % P,
        t=e * h % P,
    )


def times(factor: int, point: Point) -> Point:
    """Add a point so many times to nothing, by doubling it for each bit of the factor.

    factor: 0 or more. The time depends on it: that is no secret here, where signatures
    are only checked.

        times(5, p): 5 is 101 in bits    p and four times p, added
    """
    product = Point(0, 1, 1, 0)
    while factor:
        if factor & 1:
            product = add(product, point)
        point = add(point, point)
        factor >>= 1

    return product


def signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Return whether the key's owner signed the message (5.1.7).

    public: the key, 32 bytes. signature: 64 bytes, a point and then a number with its
    lowest byte first.

    One that is malformed, as a key that is no point, counts as not signed; nothing is
    raised.
    """
    if len(signature) != 64:
        return False

    first_half = signature[:32]
    second_half = signature[32:]
    factor = int.from_bytes(second_half, "little")

    # 8.4 of the RFC: a number that is not reduced could be changed by anybody
    if factor >= ORDER:
        return False

    commitment = decompress(first_half)
    key = decompress(public)
    base = decompress(BASE)
    if key is None or commitment is None or base is None:
        return False

    hashed = first_half + public + message
    digest = hashlib.sha512(hashed).digest()
    challenge = int.from_bytes(digest, "little") % ORDER

    # S B = R + k A
    stated = times(factor, base)
    expected = add(commitment, times(challenge, key))

    return is_same(stated, expected)


def is_same(p: Point, q: Point) -> bool:
    """Return whether two points have the same place on the curve (5.1.4).

    Points are kept with a common denominator z, so x and y are compared crosswise: the
    same place may be written in many ways.
    """
    x1, y1, z1, _ = p
    x2, y2, z2, _ = q
    x_apart = (x1 * z2 - x2 * z1) % P
    y_apart = (y1 * z2 - y2 * z1) % P

    return x_apart == 0 and y_apart == 0


# The tree, RFC 6962 section 2.1; checking proofs, RFC 9162 sections 2.1.3.2 and 2.1.4.2


def leaf(data: bytes) -> bytes:
    """Return the hash of an event: of a byte 0 and its bytes, so that no event can pass
    for two subtrees.

        no bytes    6e340b9cffb37a98...
    """
    return hashlib.sha256(b"\0" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    """Return the hash over the hashes of two subtrees, with a byte 1 before them.

    The byte keeps it apart from the hash of an event, which begins with another.
    """
    hashed = b"\1" + left + right
    return hashlib.sha256(hashed).digest()


class Subtree(NamedTuple):
    """A full subtree: how many leaves it has, and its root."""

    width: int
    root: bytes


class Tree:
    """A tree as its full subtrees from left to right, each wider than the next.

    7 events    subtrees of 4, 2 and 1
    """

    def __init__(self) -> None:
        self.parts: list[Subtree] = []

    def grow(self, data: bytes) -> bytes:
        """Add a leaf; return the hash of the largest full subtree ending here, which is
        stored with the event.

        data: the bytes of the event. Two subtrees of one width become one of twice the
        width.

            parts of 4, 2 and 1, and another event    one part of 8
        """
        last = Subtree(1, leaf(data))
        while self.parts and self.parts[-1].width == last.width:
            left = self.parts.pop()
            joined = node(left.root, last.root)
            last = Subtree(2 * last.width, joined)

        self.parts.append(last)
        return last.root

    def root(self) -> bytes:
        """Return the root over all leaves so far; of none it is the hash of nothing.

        parts of 4, 2 and 1    node(4, node(2, 1))
        no parts               e3b0c44298fc1c14...
        """
        if not self.parts:
            return hashlib.sha256().digest()

        *earlier, last = self.parts
        joined = last.root
        for part in reversed(earlier):
            joined = node(part.root, joined)

        return joined


def climb(
    index: int, last: int, steps: list[bytes], root: bytes
) -> tuple[bytes, bytes] | None:
    """Climb up from a node; return the root, and the root of the part that ends with
    it; None where the steps do not lead to the top.

    index, last: of the node and of the last one beside it, from 0, on the level where
    it begins.

    steps: the hashes beside the way. root: the hash of the node.

    Of 7 events, the one with the index 2 has 6 as the last beside it, and three steps:

        the hash of the one at 3, that over 0 and 1, that over 4 to 6
    """
    before = root
    for step in steps:
        # more steps than levels
        if last == 0:
            return None

        # the step stands left of the way, and belongs to the earlier part too
        if index & 1 or index == last:
            root = node(step, root)
            before = node(step, before)
            while index and not index & 1:
                index >>= 1
                last >>= 1
        else:
            root = node(root, step)

        index >>= 1
        last >>= 1

    # the way ended below the top: a step is missing
    if last != 0:
        return None

    return root, before


def included(
    data: bytes, index: int, size: int, path: list[bytes], root: bytes
) -> bool:
    """Return whether a path leads from an event to the root.

    data: the bytes of the event. index: of it, from 0. size: how many events are under
    the root.

    path: the hashes beside the way, from the event up.

        event 3 of 7    index 2, a path of three hashes
    """
    if not 0 <= index < size:
        return False

    reached = climb(index, size - 1, path, leaf(data))
    if reached is None:
        return False

    reached_root, _ = reached

    return reached_root == root


def grown(old: int, size: int, old_root: bytes, root: bytes, path: list[bytes]) -> bool:
    """Return whether a path proves that a tree of `old` events is the beginning of one
    of `size` events.

    old_root, root: of both trees. path: the hashes of the proof.

    Of no event every tree is the beginning, and a tree is that of itself; both without
    a path.

        of 3 and 7 events    a path of four hashes
        of 4 and 7           of one: the 4 are a full subtree, whose root is known
        of 0 and 7           of none
    """
    if old == 0:
        return not path
    if old == size:
        return not path and old_root == root
    if not 0 < old < size:
        return False

    steps = path
    is_full = old & (old - 1) == 0
    if is_full:  # the old tree is one full subtree
        steps = [old_root, *path]
    if not steps:
        return False

    # up to where the old tree ends in a full subtree
    index = old - 1
    last = size - 1
    while index & 1:
        index >>= 1
        last >>= 1

    first, *others = steps
    reached = climb(index, last, others, first)

    return reached == (root, old_root)


def tiles_of(cuts: list[int]) -> list[Span]:
    """Return the largest full subtrees, as (from, to), that tile the events between
    each cut and the next.

    cuts: counts of events, growing.

        0, 3, 4     (0, 2), (2, 3), (3, 4)
    """
    tiles = []
    for low, high in itertools.pairwise(cuts):
        # the largest that may begin here: one of 4 begins at 0, 4, 8 and so on
        while low < high:
            width = 1
            while low % (2 * width) == 0 and low + 2 * width <= high:
                width *= 2
            tiles.append((low, low + width))
            low += width

    return tiles


def tiled(tiles: dict[Span, bytes], low: int, high: int) -> bytes:
    """Return the root over events, put together from those over the tiles.

    tiles: by the events under each. low, high: from which event up to which. Every part
    that is asked for must be made of tiles.

        tiles (0, 2), (2, 3), (3, 4); from 0 to 4
        ->  node((0, 2), node((2, 3), (3, 4)))
    """
    tile = tiles.get((low, high))
    if tile is not None:
        return tile

    # the largest full subtree that is not all of it stands left
    width = 1
    while 2 * width < high - low:
        width *= 2

    middle = low + width
    left = tiled(tiles, low, middle)
    right = tiled(tiles, middle, high)

    return node(left, right)


# Signed notes and checkpoints


def unbase64(text: str) -> bytes:
    """Read base64; raise ValueError for what is not written exactly so: the same bytes
    written otherwise would be another text under the same signature.

        "AAE="    bytes 0 and 1
        "AAF="    ValueError: its last bits are not 0
    """
    decoded = base64.b64decode(text, validate=True)
    if as_base64(decoded) != text:
        raise ValueError(f"{text!r} is not base64")

    return decoded


def as_base64(data: bytes) -> str:
    """Write bytes in base64."""
    return base64.b64encode(data).decode()


# what the bytes of an event that is none can raise
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
OF_A_RECEIPT = {"first", "last", "hashes", "checkpoint"}
RESUMED = "clock-resumed.v1"  # the one event before which the time may step back
# bytes of an event, bytes of a checkpoint, files of a bundle
LONGEST, SMALL, MOST_FILES = 2**26, 1_000_000, 100_000
SEALED = re.compile("sealed:[0-9a-f]{64}")
ENOUGH = 1000  # problems: a ledger that is as wrong as that is not read to its end
LOG, WITNESS = b"\1", b"\4"  # who signs a text, and who says when they saw it


class Key(NamedTuple):
    """A public key.

    name: of the log, or of the witness.

    id: the four bytes by which a signature names it.

    raw: the key itself, 32 bytes.

    sort: LOG or WITNESS.
    """

    name: str
    id: bytes
    raw: bytes
    sort: bytes


def of_logs(keys: list[Key]) -> list[Key]:
    """Return the keys that sign a log; of these any one is enough.

    An office that changes its key has two, and gives both.
    """
    return [key for key in keys if key.sort == LOG]


def of_witnesses(keys: list[Key]) -> list[Key]:
    """Return the keys of those who say when they saw a log; every one of them is asked
    for.
    """
    return [key for key in keys if key.sort == WITNESS]


def read_key(line: str) -> Key:
    """Read a key written as `name+id+base64`; raise ValueError for anything else.

    The id is in hexadecimal: the first four bytes of the SHA-256 of the name, a line
    break and the content. The content is a byte for the sort of key, then 32 bytes of
    the key itself.

        selokirja/0123456789abcdef+c8b1a2d3+AQ...
    """
    line = line.strip()
    name, _, rest = line.partition("+")
    stated_id, _, encoded = rest.partition("+")

    content = unbase64(encoded)
    sort = content[:1]
    raw = content[1:]
    hashed = name.encode() + b"\n" + content
    key_id = hashlib.sha256(hashed).digest()[:4]

    is_right = stated_id == key_id.hex() and len(raw) == 32
    if not name or not is_right or sort not in (LOG, WITNESS):
        raise ValueError(f"{line!r} is not a public key")

    return Key(name, key_id, raw, sort)


def signed_with(key: Key, value: bytes, note_text: str) -> bool:
    """Return whether this is the key's signature of a text, or a witness's of having
    seen it at a moment.

    value: the signature; of a witness eight bytes before it, seconds since 1970 with
    the highest first. note_text: with the line break at its end.

    A witness signs this, in which the text is the note's:

        cosignature/v1
        time 1735689600
        selokirja/0123456789abcdef
        42
        ...
    """
    if key.sort == LOG:
        return signed(key.raw, value, note_text.encode())

    moment = int.from_bytes(value[:8], "big")
    signature = value[8:]
    seen = f"cosignature/v1\ntime {moment}\n{note_text}"

    return signed(key.raw, signature, seen.encode())


class Checkpoint:
    """A checkpoint: how many events, which root, and whether it is signed as the keys
    ask.

    origin, size, root: the name of the log, how many events, and the hash over them.

    source: `given`, `receipt`, `kept` or `own`: from outside, or in what is checked.
    place: where it was read from.

    signature: bad when a line under one of the keys is wrong; valid when a log's key
    signed, and every witness's; else unknown.

    by: the keys that signed. The checkpoint of a receipt may be signed by nobody.

    names_log: whether any of the keys is a log's.
    """

    def __init__(
        self, note: str, keys: list[Key], source: str, place: str, number: int = 0
    ) -> None:
        """Reads a signed note and judges its signatures by the keys.

        note: a text, an empty line, and a line for each signature.
        keys: of logs and of witnesses, to judge by.
        source: what kind of thing holds the note, such as `receipt`.
        place: the file it was read from.
        number: tells apart several notes of one place.
        """
        self.source = source
        self.place = place
        self.number = number

        text, lines = self.split(note)
        self.origin, self.size, self.root = self.read(text)
        self.by: list[Key] = []
        # names of keys under which a line is wrong, and of witnesses who did not sign
        self.wrong: list[str] = []
        self.missing: list[str] = []

        for line in lines:
            self.judge_line(line, text, keys)

        self.names_log = bool(of_logs(keys))
        self.is_signed = self.is_signed_by(of_logs(keys))
        for witness in of_witnesses(keys):
            if witness not in self.by:
                self.missing.append(witness.name)

    def is_signed_by(self, logs: list[Key]) -> bool:
        """Return whether one of the keys of logs signed; without any of them, whether
        anybody did.
        """
        if not logs:
            return bool(self.by)
        return any(key in self.by for key in logs)

    @property
    def signature(self) -> str:
        """The verdict on the signatures: `valid`, `bad` or `unknown`.

        One wrong line makes it `bad`. It is `valid` only if the log signed and no
        witness is missing.
        """
        if self.wrong:
            return "bad"
        if self.names_log and self.is_signed and not self.missing:
            return "valid"

        return "unknown"

    def split(self, note: str) -> tuple[str, list[str]]:
        """Return the text of a note, and the lines of those who signed it.

        Only the note of a receipt may come without signatures. Raises ValueError for
        anything that is not a signed note: with control characters, without a line
        break at its end, without an empty line.

            selokirja/0123456789abcdef      text
            42
            q6u7...
                                            the empty line
            — selokirja/0123... wLo7...     a line of who signed
        """
        has_controls = any(letter < " " and letter != "\n" for letter in note)
        if has_controls or not note.endswith("\n"):
            raise ValueError(f"{self.place} is not a signed note")

        text, gap, signatures = note.rpartition("\n\n")
        if gap:
            if not signatures:
                return text, []
            lines = signatures.removesuffix("\n").split("\n")
            return text, lines

        if self.source == "receipt":
            return note.removesuffix("\n"), []

        raise ValueError(f"{self.place} is not a checkpoint")

    def read(self, text: str) -> tuple[str, int, bytes]:
        """Return the name of the log, its size and its root, from the first three lines
        of a note.

            selokirja/0123456789abcdef
            42
            q6u7...

        Raises ValueError for anything else, and for a size that is written otherwise,
        as 042.
        """
        refusal = ValueError(f"{self.place} is not a checkpoint")
        parts = text.split("\n")
        if len(parts) < 3 or not all(parts):
            raise refusal

        origin, stated_size, root, *_ = parts
        if not stated_size.isascii():
            raise refusal

        size = int(stated_size)
        if str(size) != stated_size:
            raise refusal

        return origin, size, unbase64(root)

    def judge_line(self, line: str, text: str, keys: list[Key]) -> None:
        """Note who of the keys signed, and under whose name a line is wrong.

        A line is a dash, a name, and in base64 the four bytes of the key's id with the
        signature. Lines of keys that were not given are passed over, and so are lines of
        a log's key under another name than that of the log: one key may sign several
        logs, and its name says which of them is meant. Raises ValueError if it is no
        such line.
        """
        words = [*line.split(" "), "", ""]
        dash, name, encoded = words[:3]
        value = unbase64(encoded)
        if dash != "\u2014" or not name or len(value) < 5:
            raise ValueError(f"{self.place}: {line!r} is not a signature")

        key_id = value[:4]
        signature = value[4:]

        for key in keys:
            if key.name != name or key.id != key_id:
                continue
            if key.sort == LOG and key.name != self.origin:
                continue
            if signed_with(key, signature, f"{text}\n"):
                self.by.append(key)
            else:
                self.wrong.append(key.name)


class Receipt:
    """What a submitter holds: a checkpoint, and that the events from `first` to `last`
    are under it.

    first, last: the numbers of the events, from 1; both are of the submission.

    hashes: over the full subtrees before these events, of exactly these events, and
    after them.

    adds_up: whether the hashes lead to the root of the checkpoint. unsigned: whether
    nobody signed that.
    """

    def __init__(self, file: str, keys: list[Key]) -> None:
        """Reads a receipt and works out whether its hashes lead to the root of its
        checkpoint.

        `adds_up` says so. It stays False if the receipt holds too many hashes or too
        few, or one that is not 32 bytes long.
        """
        fields = fields_of_receipt(file)
        self.first = fields["first"]
        self.last = fields["last"]
        note = fields["checkpoint"]
        self.checkpoint = Checkpoint(note, keys, "receipt", file)
        self.unsigned = "\n\n" not in note
        hashes = [unbase64(line) for line in fields["hashes"]]
        tiles = self.tiles_needed()
        self.tiles = dict(zip(tiles, hashes, strict=False))
        self.adds_up = False
        widths = {len(one) for one in hashes}
        if widths == {32} and len(tiles) == len(hashes):
            size = self.checkpoint.size
            root = tiled(self.tiles, 0, size)
            self.adds_up = root == self.checkpoint.root

    def tiles_needed(self) -> list[Span]:
        """Return what the hashes are to be over, in their order; none where the events
        are none of those under the checkpoint.

        Of a receipt for the events 3 and 4 of 7:

            (0, 2), (2, 4), (4, 6), (6, 7)
        """
        size = self.checkpoint.size
        if not 1 <= self.first <= self.last <= size < 2**62:
            return []

        # the events before, exactly these, and those after
        cuts = [0, self.first - 1, self.last, size]
        return tiles_of(cuts)

    def acknowledges(self, data: bytes, index: int, path: list[bytes]) -> bool:
        """Return whether an event is one of these: the path that leads from it to any
        later root goes by a tile.

        data: the bytes of the event. index: of it, from 0. path: the hashes beside the
        way.
        """
        if not self.first - 1 <= index < self.last:
            return False

        for low, high in self.tiles:
            if low <= index < high:
                return self.reaches_tile(low, high, data, index, path)

        return False

    def reaches_tile(
        self, low: int, high: int, data: bytes, index: int, path: list[bytes]
    ) -> bool:
        """Return whether the path that leads from an event goes by this tile.

        low, high: the events under the tile; it is as wide as their difference.

        data: the bytes of the event.

        index: of the event, from 0. Each of its bits says on which side the step of the
        path stands.

        path: the hashes beside the way; it may go on above the tile.
        """
        reached = leaf(data)
        width = 1
        for step in path:
            if width == high - low:
                break
            if index & width:
                reached = node(step, reached)
            else:
                reached = node(reached, step)

            width *= 2

        if width != high - low:
            return False

        return reached == self.tiles[low, high]


def fields_of_receipt(file: str) -> Fields:
    """Read a receipt, by itself or in the answer to a submission, as far as to know
    that it is one.

        {"submission": 7, ..., "receipt": {"first": 40, "last": 42, "hashes": [...], "checkpoint": "..."}}

    Mistaken is raised for anything else. What its fields hold is looked at later.
    """
    try:
        answer = json.loads(text(file))
    except (ValueError, RecursionError):
        answer = None

    fields = answer
    if isinstance(answer, dict) and "receipt" in answer:
        fields = answer["receipt"]
    if not isinstance(fields, dict) or not fields.keys() >= OF_A_RECEIPT:
        raise Mistaken(f"{file} is not a receipt")

    return fields


def split_proof(file: str, first: str) -> tuple[list[str], str]:
    """Split a proof into the lines before the empty one, and the checkpoint after it.

    first: what its first line begins with. Raises Mistaken for a file that does not
    begin so, and ValueError for one that has no checkpoint.
    """
    proof = text(file)
    if not proof.startswith(first):
        raise Mistaken(f"{file} is no such proof: it does not begin with {first!r}")

    head, gap, note = proof.partition("\n\n")
    if not gap:
        raise ValueError("it has no checkpoint")

    lines = head.split("\n")

    return lines, note


def kept_checkpoint(file: str, keys: list[Key]) -> Checkpoint:
    """Read a checkpoint that was kept elsewhere; Mistaken is raised for a file that is
    none.

    Its source is `given`: it counts as from outside, whoever wrote the ledger.
    """
    note = text(file)
    try:
        return Checkpoint(note, keys, "given", file)
    except ValueError:
        raise Mistaken(f"{file} is not a checkpoint") from None


def need_signature(checkpoint: Checkpoint) -> None:
    """Refuse a checkpoint that the keys are none of: whoever gave another key learns
    nothing of the log.

    A checkpoint with a wrong line under one of the keys is let through: it is judged as
    altered.
    """
    if checkpoint.wrong:
        return  # somebody signed it in their name, and that is an alteration
    if not checkpoint.is_signed:
        raise AnotherKey(
            f"the checkpoint in {checkpoint.place} is not signed with the key you gave"
        )


# The log


def name_of(first: bytes) -> str:
    """Return the name of a log, which its first event gives it.

    first: the bytes of that event.

        selokirja/0123456789abcdef
    """
    return "selokirja/" + leaf(first).hex()[:16]


class Event(NamedTuple):
    """What the next event is held against: the number of the one before it, its moment,
    and the submission that it came with.
    """

    seq: int
    recorded_at: str
    submission: int


class Details(NamedTuple):
    """The digest of a player's details, and the event that states it; an empty digest
    where there are none any more.
    """

    seq: int
    digest: str


class EarlierNames(NamedTuple):
    """How many earlier names a player has, and the event that states it."""

    seq: int
    number: int


class Seal(NamedTuple):
    """What an event seals of a player: the digest of it."""

    player: str
    digest: str


class Retraction(NamedTuple):
    """A checkpoint from elsewhere that an event takes back; and whether that event
    stands.
    """

    number: int
    stands: bool


class Beside:
    """What the events say of that which stands beside the log: people's details and
    earlier names, words and files.

    An event has only a digest of it, made with a salt that stands beside the log too.
    So what is beside the log can be taken away when somebody is erased, and nobody can
    put something else there.
    """

    def __init__(self) -> None:
        """Expect nothing yet; each event adds to it."""
        # by player: the newest details, the digests of all they ever had, and how many
        # earlier names they have
        self.people: dict[str, Details] = {}
        self.digests: dict[str, set[str]] = {}
        self.names: dict[str, EarlierNames] = {}

        # by seal of words: the first event that has it; and those whose words went with
        # a person
        self.texts: dict[str, int] = {}
        self.erased_texts: set[str] = set()

        # by seq; of nobody who was erased
        self.seals: dict[int, Seal] = {}

        # the SHA-256 of each file that a tournament was read from
        self.files: set[str] = set()

    def remember_person(self, seq: int, kind: str, body: Fields) -> None:
        """Keep what an event states of a player's details.

        kind: player-registered or person-erased. body: of the event. After an erasure
        neither names nor details are expected any more, and words that went with the
        person are to be gone.
        """
        player = body["player"]
        digest = body.get("details", "")
        self.people[player] = Details(seq, digest)
        digests = self.digests.setdefault(player, set())
        digests.add(digest)

        if "earlier_names" in body:
            number = int(body["earlier_names"])
            self.names[player] = EarlierNames(seq, number)

        if "seal" in body:
            seal = body["seal"]
            self.seals[seq] = Seal(player, seal)

        # the event names those words by their seals alone
        if kind == "person-erased":
            texts = body.get("texts", ())
            self.erased_texts.update(texts)
            self.forget(player)

    def forget(self, player: str) -> None:
        """Expect neither earlier names nor sealed details of an erased player: what is
        found of them all the same is a problem.
        """
        self.names.pop(player, None)
        self.seals = {
            seq: seal for seq, seal in self.seals.items() if seal.player != player
        }

    def remember_words(self, seq: int, body: Fields) -> None:
        """Keep the seals of words that an event has in the place of a name.

        An organiser in a tournament's header, one beside it, and who decided something
        may be named by a seal: `sealed:` and the digest.
        """
        header = body.get("header") or {}
        may_be_sealed = (header.get("organiser"), body.get("organiser"), body.get("by"))
        for naming in may_be_sealed:
            if not isinstance(naming, str):
                continue
            # a name that is not sealed stands in the event itself
            if SEALED.fullmatch(naming):
                self.texts.setdefault(naming, seq)

    def people_of(self, rows: Rows) -> list[str]:
        """Check that names fit the digests in the events, and that erased ones have not
        come back.

        rows: player, salt, name, club, FIDE id, and the name as it is filed. Returned
        are the problems, each a sentence; none if all is well.
        """
        problems = []
        wanted = {
            player: stated for player, stated in self.people.items() if stated.digest
        }
        # somebody of whom no event states any details
        nobody = Details(0, "")
        for player, salt, name, club, fide_id, folded in rows:
            stated = wanted.pop(player, nobody)
            digest = digest_of(salt, [player, name, club, fide_id])
            if digest != stated.digest:
                problems.append(
                    f"the details of {player} are not those of an event ({stated.seq})"
                )
            elif folded != fold(name):
                problems.append(f"the name of {player} is filed wrongly")

        for player, stated in wanted.items():
            problems.append(f"the details of {player} are gone (event {stated.seq})")

        return problems

    def former_names(self, rows: Rows) -> list[str]:
        """Check that each earlier name is one that an event gave, and that none is
        gone; erased people have none.

        rows: as those of `people_of`, a row for each earlier name. The salt is None
        where nobody of this id is among the people any more.
        """
        problems = []
        there = [player for player, *_ in rows]
        for player, stated in self.names.items():
            if there.count(player) < stated.number:
                problems.append(
                    f"earlier names of {player} are gone (event {stated.seq})"
                )

        for player, salt, name, club, fide_id, folded in rows:
            digest = digest_of(salt, [player, name, club, fide_id])
            digests = self.digests.get(player, ())
            is_given = salt is not None and digest in digests
            if not is_given or folded != fold(name):
                problems.append(f"an earlier name of {player} is not that of any event")

        return problems

    def births(self, rows: Rows) -> list[str]:
        """Check that what stands beside each event is all that it seals; of erased
        people nothing is left.

        rows: the event, the player, the salt, and what is sealed: birth, sex, and
        whether they are listed.
        """
        problems = []
        wanted = dict(self.seals)

        for seq, player, salt, *beside in rows:
            details = json.dumps([player, *beside], default=repr)
            digest = salted_digest(salt, details)
            sealed = wanted.pop(seq, None)
            if sealed != (player, digest):
                problems.append(f"what stands beside event {seq} is not what it seals")

        for seq, sealed in wanted.items():
            problems.append(f"what event {seq} seals of {sealed.player} is gone")

        return problems

    def words(self, rows: Rows) -> list[str]:
        """Check that words beside the log are what events seal; of those that went with
        a person nothing is left.

        rows: the seal, the salt and the words; both of these are None where the words
        are to be gone.
        """
        problems = []
        wanted = dict(self.texts)

        for seal, salt, words in rows:
            seq = wanted.pop(seal, 0)
            if seal in self.erased_texts:
                fits = salt is None and words is None
            else:
                digest = salted_digest(salt, words)
                fits = f"sealed:{digest}" == seal

            # no event has this seal, or the words are others
            if not seq or not fits:
                problems.append(f"the words beside event {seq} are not what it seals")

        for seq in wanted.values():
            problems.append(f"the words that event {seq} seals are gone")

        return problems


class LogRead:
    """The events in order, their roots, and everything that is wrong with them.

    size: how many were read. roots: by number of events, of those that are asked for.

    closed: the hash that is stored beside each event.

    problems, warnings: sentences; a log with a problem is altered.

    before: what the next event is held against. beside: what is to stand beside the
    log.
    """

    columns = ("seq", "stream", "version", "topic", "recorded_at", "submission")

    def __init__(self, sizes: set[int]) -> None:
        """Begin a log of which nothing was read yet.

        sizes: the counts of events at which a root is kept for later comparison: those
        of the checkpoints.
        """
        self.sizes = sizes
        self.tree = Tree()
        self.size = 0
        self.name = name_of(b"")

        self.roots = {0: self.tree.root()}
        self.closed: list[bytes] = []

        self.problems: list[str] = []
        self.warnings: list[str] = []

        self.versions: dict[str, int] = {}
        self.before = Event(0, "", 0)
        self.beside = Beside()
        # by seq
        self.retractions: dict[int, Retraction] = {}

    def take(self, data: bytes, columns: tuple[Any, ...] | None = None) -> None:
        """Take the bytes of the next event, and the columns beside them.

        columns: as a database has them; None in a bundle, which has bytes alone.

        An event that cannot be read is a problem and not an end: its bytes are in the
        tree all the same, and the next one is looked at.
        """
        self.size += 1
        if self.size == 1:
            self.name = name_of(data)

        closed = self.tree.grow(data)
        self.closed.append(closed)
        if self.size in self.sizes:
            self.roots[self.size] = self.tree.root()

        try:
            self.read(data, columns)
        except UNREADABLE as error:
            seq = self.before.seq + 1
            self.problems.append(f"event {seq} cannot be read: {error}")
            self.before = self.before._replace(seq=seq)

    def read(self, data: bytes, columns: tuple[Any, ...] | None) -> None:
        """Read an event, note what is wrong with it, and keep what it says.

        columns: what the database holds beside the bytes; None where there are only the
        bytes.
        """
        expected = self.before.seq + 1
        event = json.loads(data)
        problems = self.look(event, columns)
        for problem in problems:
            self.problems.append(f"event {expected}: {problem}")

        self.remember(event)

    def look(self, event: Fields, columns: tuple[Any, ...] | None) -> list[str]:
        """List what is wrong with an event beside what came before it.

        columns: what the database holds beside the bytes of the event, to be compared;
        None where there is only the bytes.

        Returns an empty list if all is well. The time may run backwards only at an
        event that says that the log was resumed.
        """
        before = self.before
        inside = tuple(event[name] for name in self.columns)
        seq, stream, version, topic, recorded_at, submission = inside
        version_before = self.versions.get(stream, 0)

        goes_on = submission == before.submission
        is_earlier = recorded_at < before.recorded_at

        problems = []
        if columns is not None and columns != inside:
            problems.append(f"the columns {columns} are not what is in the bytes")

        # numbers and versions have no gap
        if seq != before.seq + 1:
            problems.append(f"is missing, {seq} follows")
        if version != version_before + 1:
            problems.append(f"version {version} is wrong")
        if is_earlier and topic != RESUMED:
            problems.append("the time runs backwards")

        # a submission has the number of its first event, and one moment
        if not goes_on and submission != seq:
            problems.append("the submission is wrong")
        if goes_on and recorded_at != before.recorded_at:
            problems.append("one submission, two times")

        return problems

    def remember(self, event: Fields) -> None:
        """Keep what later events and what stands beside the log are held against: the
        newest number, moment and submission, the version of its stream, people, words,
        files, and checkpoints taken back.
        """
        seq = event["seq"]
        body = event["body"]
        stream = event["stream"]
        topic = event["topic"]
        self.before = Event(seq, event["recorded_at"], event["submission"])
        self.versions[stream] = event["version"]

        kind, _, _ = topic.partition(".")
        if kind in ("player-registered", "person-erased"):
            self.beside.remember_person(seq, kind, body)

        self.beside.remember_words(seq, body)
        self.remember_retraction(seq, kind, body)
        if stream.startswith("tournament:"):
            source = body.get("source")
            self.beside.files.add(source)

    def remember_retraction(self, seq: int, kind: str, body: Fields) -> None:
        """Keep which checkpoint an event takes back, or that it no longer does.

        kind: the topic without its version. A fact that is withdrawn counts no longer,
        until it is reinstated.
        """
        if kind == "checkpoint-retracted":
            number = int(body["checkpoint"])
            self.retractions[seq] = Retraction(number, stands=True)
            return

        if kind not in ("fact-withdrawn", "fact-reinstated"):
            return

        fact: Any = body.get("withdrawn", body.get("reinstated"))
        retraction = self.retractions.get(fact)
        if retraction is not None:
            stands = kind == "fact-reinstated"
            self.retractions[fact] = Retraction(retraction.number, stands)

    def judge(self, checkpoints: list[Checkpoint]) -> None:
        """Hold checkpoints against the events; those that were taken back go.

        Smaller checkpoints and larger ones are held in order, each against what those
        before it agreed on. What is wrong is added to the problems.
        """
        self.drop_taken_back(checkpoints)
        agreed = 0
        for checkpoint in sorted(checkpoints, key=self.order):
            is_own = checkpoint.source == "own"
            is_unsigned = is_own and not checkpoint.is_signed
            if checkpoint.signature == "bad" or is_unsigned:
                self.problems.append(f"{checkpoint.place} has no valid signature")

            contradiction = self.contradiction(checkpoint, agreed)

            if contradiction is None:
                agreed = max(agreed, checkpoint.size)
            else:
                self.problems.append(contradiction)

        # the ledger makes its own as it grows
        own = [one.size for one in checkpoints if one.source == "own"]
        if own != sorted(own):
            self.problems.append("the ledger's own checkpoints are not in order")

    def drop_taken_back(self, checkpoints: list[Checkpoint]) -> None:
        """Drop from the list each checkpoint from elsewhere that an event takes back,
        and warn of it. The ledger's own checkpoints cannot be taken back.
        """
        retractions = self.retractions.values()
        taken_back = {one.number for one in retractions if one.stands}
        for checkpoint in [*checkpoints]:
            if checkpoint.source == "kept" and checkpoint.number in taken_back:
                checkpoints.remove(checkpoint)
                self.warnings.append(
                    f"{checkpoint.place} was taken back by an event, so it counts for"
                    " nothing"
                )

    def order(self, checkpoint: Checkpoint) -> tuple[int, bool]:
        """Sort by size, and first those that the events agree with.

        Of two checkpoints over as many events the one that agrees comes first; the
        other is then known to be of another history.
        """
        differs = self.roots.get(checkpoint.size) != checkpoint.root
        return checkpoint.size, differs

    def contradiction(self, checkpoint: Checkpoint, agreed: int) -> str | None:
        """Say how a checkpoint contradicts the events; None where it does not.

        agreed: so many events are what another checkpoint says.
        """
        place = checkpoint.place
        if checkpoint.origin != self.name:
            return f"{place} is of {checkpoint.origin}, this is {self.name}"
        if checkpoint.size > self.size:
            return f"{place} covers {checkpoint.size} events, but there are {self.size}"

        if self.roots[checkpoint.size] == checkpoint.root:
            return None
        # the events up to `agreed` are right, so a wrong one lies behind them
        if checkpoint.size > agreed:
            return (
                f"{place}: an event from {agreed + 1} to {checkpoint.size} is not what"
                " was signed"
            )

        return (
            f"{place}: another checkpoint over {agreed} events agrees, so there are two"
            " histories"
        )

    def broken(self, problems: list[str]) -> Fields:
        """Return the verdict on a file of which no event was read: altered, if there is
        a problem.
        """
        self.problems += problems
        return self.answer([], [])

    def answer(self, checkpoints: list[Checkpoint], keys: list[Key]) -> Fields:
        """Return the verdict: `proven`, `unproven` or `altered`, how many events are
        proven, and on what that rests.

        A checkpoint in what is checked, own or kept, counts only under a log's key from
        outside: whoever alters a ledger can sign it anew. No more than 20 problems and
        warnings are told.

            one over 40 of 42 events, from outside    proven, proven_events 40
            the ledger's own alone, and no log's key  unproven
            any problem                               altered
        """
        sources = ("given", "kept", "own") if of_logs(keys) else ("given",)
        outside = [
            one
            for one in checkpoints
            if one.source in sources and one.signature == "valid"
        ]

        status = "unproven"
        proven = 0
        if self.problems:
            status = "altered"
        elif outside:
            status = "proven"
            proven = max(one.size for one in outside)

        rests_on = None
        if proven:
            is_given = any(one.source == "given" for one in outside)
            rests_on = "given" if is_given else "kept"

        return {
            "status": status,
            "events": self.size,
            "root": as_base64(self.tree.root()),
            "proven_events": proven,
            "problems": self.problems[:20],
            "rests_on": rests_on,
            "warnings": self.warnings[:20],
        }


def digest_of(salt: Any, details: list[Any]) -> str:
    """Hash a person's details, as an event has it of them: JSON of a list, in UTF-8,
    with the salt before it.

        salt, a line break, ["fi-1", "Aho, Aino", null, null]
    """
    stated = json.dumps(details, ensure_ascii=False, default=repr)
    return salted_digest(salt, stated)


def salted_digest(salt: Any, stated: Any) -> str:
    """Hash what an event seals, with the salt beside it, which nobody can guess:
    without it, whoever knows a name could find whose event it is.
    """
    salted = f"{salt}\n{stated}"
    return hashlib.sha256(salted.encode()).hexdigest()


WITHOUT_A_MARK = str.maketrans("øłđ", "old")


def fold(name: str) -> str:
    """Return a name in small letters without marks, as names are filed.

    Ødegård, Åse     odegard, ase
    """
    small = name.casefold()
    text = small.translate(WITHOUT_A_MARK)

    letters = unicodedata.normalize("NFKD", text)
    bare = [letter for letter in letters if not unicodedata.combining(letter)]
    return "".join(bare)


# the beginning of the SHA-256 of each definition in a ledger file of format 1
DEFINED = {
    "ledger": "54e74b1f1dff69d3",
    "event": "64e373589b641c9b",
    "tree": "1f3989a9fb1490e5",
    "checkpoint": "85e5c5bb0b0bb51b",
    "event_never_changes": "c76653abc017a189",
    "event_never_goes": "818776e6c0544685",
    "tree_never_changes": "dfbbe4a892db490a",
    "tree_never_goes": "62112e77d60353a5",
    "checkpoint_never_changes": "0b5d14949bd1404c",
    "checkpoint_never_goes": "0a4bb4ba7304885f",
    "event_never_replaced": "f1f90771f4f2c7a0",
    "tree_never_replaced": "d0dcc79a449ea4b1",
    "checkpoint_never_replaced": "2f962959cb1da399",
    "person": "58ca5073a035198b",
    "person_by_name": "05f54924949bca25",
    "person_by_fide": "a176ba3083a834e6",
    "source_file": "0b703a43b43e41fe",
    "former_name": "a305827d83288c9f",
    "former_name_by_name": "c42e939780e9f25a",
    "detail": "2ac68e407f4fa539",
    "detail_of_player": "3b9a8293a900c4cb",
    "detail_unlisted": "c438fac5f85c4a76",
    "named_text": "2fd686385e911016",
    "named_text_by_words": "14d340c714df65ed",
}


# What can be checked


def check_proof(arguments: Arguments) -> Fields:
    """Check that one event is in the log, and one of those that receipts acknowledge.

    A wrong path or a receipt that does not acknowledge the event makes the status
    `altered`, with a line on each among the problems. The event is in the answer as it
    is stored.
    """
    lines, note = split_proof(arguments.what, "c2sp.org/tlog-proof@v1")
    encoded, index = event_of_proof(lines)
    keys = keys_of(arguments)
    checkpoint = Checkpoint(note, keys, "given", arguments.what)

    data = unbase64(encoded)
    path = [unbase64(line) for line in lines[3:]]

    # the event itself says which it is
    event = json.loads(data)
    in_log = included(data, index, checkpoint.size, path, checkpoint.root)
    right = in_log and event["seq"] == index + 1
    answer = verdict(checkpoint, right, "the path does not lead to the signed root")

    for receipt in receipts_of(arguments, keys):
        need_event_of(receipt, index)
        is_whole = receipt.adds_up and not receipt.checkpoint.wrong
        if not is_whole or not receipt.acknowledges(data, index, path):
            file = receipt.checkpoint.place
            answer["problems"].append(
                f"the event is none of those that {file} acknowledges"
            )
            answer["status"] = "altered"

    return {**answer, "event": event}


def need_event_of(receipt: Receipt, index: int) -> None:
    """Refuse a receipt under which an event, counted from 0, does not come: it was
    given by mistake, and says nothing of this event.
    """
    if not receipt.unsigned:
        need_signature(receipt.checkpoint)

    seq = index + 1
    if receipt.adds_up and not receipt.first <= seq <= receipt.last:
        raise Mistaken(
            f"{receipt.checkpoint.place} acknowledges the events {receipt.first} to"
            f" {receipt.last}, and this is event {seq}"
        )


def event_of_proof(lines: list[str]) -> tuple[str, int]:
    """Return the event in a proof, in base64, and its index from 0.

    The second line is `extra` and the event, the third `index` and a number without
    leading zeros. Raises ValueError for anything else.

        c2sp.org/tlog-proof@v1
        extra eyJzZXEiOjQy...
        index 41
    """
    refusal = ValueError("it is not a proof with an event in it")
    extra = lines[1].split(" ")
    index = lines[2].split(" ")
    if extra[0] != "extra" or index[0] != "index" or len(extra) != 2:
        raise refusal

    _, encoded = extra
    stated = index[1]
    number = int(stated)
    if str(number) != stated:
        raise refusal

    return encoded, number


# how a game that was submitted with its tournament ended, by the letter it is stored as
RESULTS = {
    "1": "1-0",
    "0": "0-1",
    "=": "1/2-1/2",
    "+": "1-0F",
    "-": "0-1F",
    "x": "0-0F",
    "h": "1/2-1/2F",
    "*": "*",
    "o": "0-0",
    "w": "1/2-0",
    "b": "0-1/2",
}


def in_words(event: Fields) -> list[str]:
    """Say what an event is about, for whoever holds a proof of it: when it was recorded
    and by whom, each game of it, and the reason.

    What it holds besides is printed as it is stored. Of an event of a later version,
    which this file cannot know, nothing is said.
    """
    try:
        kind = str(event["topic"]).partition(".")[0].replace("-", " ")
        first = (
            f"this is event {event['seq']}: {kind}, {event['stream']}; recorded"
            f" {event['recorded_at']} by {event['actor']}"
        )
        return [first, *_body_in_words(event["body"])]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return []  # of a later version: the bytes say what it is


def _body_in_words(body: Fields) -> list[str]:
    """Say each game of an event and its reason.

    body: of an event of any kind; one without games has none. Games that were changed
    or added are said in full, those struck out by their number alone.
    """
    games = [*body.get("changed", []), *body.get("added", [])]
    game = body.get("game")
    if isinstance(game, list):
        games.append(game)

    lines = []
    for number, round_no, _, white, black, result, *_ in games:
        players = f"{white} (White) against {black}"
        lines.append(f"game {number}, round {round_no}: {players}, {result}")

    struck = body.get("struck", [])
    lines += [f"game {number} is struck out" for number in struck]
    if "results" in body and "rounds" in body:
        lines += _submitted_games(body)

    reason = body.get("reason")
    if reason:
        lines.append(f"reason: {reason}")

    return lines


def _submitted_games(body: Fields) -> list[str]:
    """Say each game of a tournament that is stored in columns.

    The rounds are stored as runs: a number, how many games it has, the next number, and
    so on. White and Black are places in the list of players, from 0.

        rounds [1, 2, 2, 1]  ->  two games of round 1, one of round 2
    """
    runs = body["rounds"]
    numbers = runs[::2]
    counts = runs[1::2]
    rounds: list[int] = []
    for number, count in zip(numbers, counts, strict=True):
        rounds += [number] * count

    players = body["players"]
    columns = body["white"], body["black"], body["results"]
    lines = []
    for number, white, black, letter in zip(rounds, *columns, strict=True):
        result = RESULTS[letter]
        lines.append(
            f"round {number}: {players[white]} (White) against {players[black]},"
            f" {result}"
        )

    return lines


def check_growth(arguments: Arguments) -> Fields:
    """Check that the log has only grown since an old checkpoint, or a receipt.

    Raises Mistaken if the proof begins at another size than the old checkpoint has. A
    receipt that nobody signed is accepted as the old state; a checkpoint that the log
    did not sign is refused.
    """
    lines, note = split_proof(arguments.what, "old ")
    keys = keys_of(arguments)
    receipt = None

    if text(arguments.old).lstrip().startswith("{"):
        receipt = Receipt(arguments.old, keys)
        old = receipt.checkpoint
    else:
        old = kept_checkpoint(arguments.old, keys)

    checkpoint = Checkpoint(note, keys, "given", arguments.what)
    unsigned = receipt is not None and receipt.unsigned
    if not unsigned:
        need_signature(old)

    begins = int(lines[0].removeprefix("old "))
    path = [unbase64(line) for line in lines[1:]]

    # whether the old state is known to be what it says
    adds_up = receipt is None or receipt.adds_up
    vouched = adds_up and not old.wrong
    if vouched and begins != old.size:
        raise Mistaken(
            f"this proof begins at event {begins}, and {arguments.old} is of {old.size}"
            " events: give the checkpoint that the proof was made for, or ask for"
            " another proof"
        )

    same = old.origin == checkpoint.origin and vouched
    right = same and grown(old.size, checkpoint.size, old.root, checkpoint.root, path)

    return verdict(
        checkpoint,
        right,
        "the old checkpoint is not the beginning of the new one",
        old_missing=[] if unsigned else old.missing,
    )


def verdict(
    checkpoint: Checkpoint,
    right: bool,
    words: str,
    old_missing: list[str] | None = None,
) -> Fields:
    """Return the answer where something leads to a checkpoint, if it is `right`, and
    where it is not, the words that say so.

    old_missing: the witnesses who have not cosigned another checkpoint that is asked
    about too.

    AnotherKey is raised where none of the keys signed the checkpoint.

        right, signed, cosigned by all        proven
        right, signed, a witness is missing   unproven, with a warning
        right, cosigned, and no log's key     unproven, with a warning
        not right, or a wrong signature       altered
    """
    problems = [] if right else [words]
    for name in checkpoint.wrong:
        problems.append(f"the signature of {name} is wrong")

    if problems:
        return told("altered", checkpoint, problems)

    need_signature(checkpoint)
    missing = dict.fromkeys([*(old_missing or []), *checkpoint.missing])
    warnings = [f"{name} has not cosigned it" for name in missing]
    if not checkpoint.names_log:
        warnings.append("give the key of the log with --key, too: a witness sees many")
    if not warnings:
        return told("proven", checkpoint, [])

    answer = told("unproven", checkpoint, [])
    answer["warnings"] = warnings

    return answer


def told(status: str, checkpoint: Checkpoint, problems: list[str]) -> Fields:
    """Return the answer to what is asked of one checkpoint: what was found, over how
    many events and under which root.
    """
    return {
        "status": status,
        "events": checkpoint.size,
        "root": as_base64(checkpoint.root),
        "problems": problems,
    }


def check_receipt(arguments: Arguments) -> Fields:
    """Check that a receipt adds up to its own checkpoint, and that it is signed.

    One that adds up, but that nobody signed or for which no key was given, is
    `unproven`, with a warning on what is missing. The answer has the first and the last
    event that it acknowledges.
    """
    keys = keys_of(arguments)
    receipt = Receipt(arguments.what, keys)
    # whole, and nobody says so: a log is held against it
    if receipt.adds_up and (receipt.unsigned or not keys):
        warning = "give the key of whoever signed it with --key"
        if receipt.unsigned:
            warning = "nobody signed it"
        answer = told("unproven", receipt.checkpoint, [])
        answer["warnings"] = [warning]
    else:
        answer = verdict(
            receipt.checkpoint,
            receipt.adds_up,
            "it does not add up to its own checkpoint",
        )

    return {**answer, "first": receipt.first, "last": receipt.last}


def receipts_of(arguments: Arguments, keys: list[Key]) -> list[Receipt]:
    """Read the receipts that were given, whether or not they add up."""
    return [Receipt(file, keys) for file in arguments.receipt]


def checkpoints_from_outside(arguments: Arguments, keys: list[Key]) -> list[Checkpoint]:
    """Read what was given to hold the events against; a receipt counts as far as it is
    signed.

    ValueError is raised for a receipt that does not add up: it is the receipt that was
    altered, and the events are not looked at.
    """
    given = [kept_checkpoint(file, keys) for file in arguments.checkpoint]
    for file in arguments.receipt:
        receipt = Receipt(file, keys)
        if not receipt.adds_up:
            raise ValueError(f"{file} does not add up to its own checkpoint")
        receipt.checkpoint.source = "receipt" if receipt.unsigned else "given"
        given.append(receipt.checkpoint)

    return given


def with_witnesses(given: list[Key], inside: list[Key]) -> list[Key]:
    """Return the keys to judge by: the log's keys from outside, else those inside, and
    every witness's that was given. Witnesses inside count for nothing: anybody can name
    one.

        given a log's and a witness's, inside another log's    the two given
        given a witness's alone, inside a log's                these two
    """
    logs = of_logs(given) or of_logs(inside)
    return logs + of_witnesses(given)


def check_bundle(arguments: Arguments) -> Fields:
    """Check the events and what was signed of them, in a folder or a zip file.

    A checkpoint that cannot be read is a problem of the log; the others are still held
    against it. The keys inside judge the bundle only where none was given.
    """
    with contextlib.closing(Bundle(arguments.what)) as bundle:
        key_lines = bundle.small("public-keys.txt").split("\n")
        inside = [read_key(line) for line in key_lines if line]
        keys = with_witnesses(keys_of(arguments), inside)
        checkpoints = checkpoints_from_outside(arguments, keys)

        problems = []
        for name in bundle.names_of_checkpoints():
            try:
                checkpoints.append(bundle.checkpoint(name, keys))
            except ValueError as error:
                problems.append(str(error))

        sizes = {one.size for one in checkpoints}
        log = LogRead(sizes)
        log.problems += problems
        bundle.read_events(log)

        # the name of a log is in its first event, so a bundle cannot say another
        has_origin = "origin.txt" in bundle.names
        if has_origin and bundle.small("origin.txt") != f"{log.name}\n":
            log.problems.append(
                f"origin.txt names another ledger; these events are of {log.name}"
            )

    log.judge(checkpoints)
    return log.answer(checkpoints, keys_of(arguments))


class CheckpointRow(NamedTuple):
    """A row of the table of checkpoints.

    outside: whether it came from elsewhere. signer: the line of the key that signed it,
    None where none is named. note: the signed note.
    """

    number: int
    outside: int
    signer: str | None
    note: str


def check_ledger(arguments: Arguments) -> Fields:
    """Check a ledger straight from its file: bytes, columns, tree, checkpoints, people.

    If a table, an index or a trigger is defined otherwise than it should be, nothing
    else is looked at. The file is opened for reading alone, and nothing in it is run.
    """
    need_ledger(arguments.what)
    with contextlib.closing(connected(arguments.what)) as ledger:
        ledger.execute("PRAGMA trusted_schema=OFF")
        ledger.execute("BEGIN")  # one state of it, although others may be recording
        strange = definitions(ledger)
        if strange:  # a view in a table's place may say anything, and never end
            nothing = LogRead(set())
            return nothing.broken(strange)

        cursor = ledger.execute(
            "SELECT number, outside, signer, note FROM checkpoint ORDER BY number"
        )

        rows = [CheckpointRow(*row) for row in cursor]

        given = keys_of(arguments)
        checkpoints = checkpoints_of(rows, given, arguments)
        sizes = {one.size for one in checkpoints}

        log = LogRead(sizes)

        for row in rows:
            if not row.outside and row.signer is None:
                log.problems.append(f"checkpoint {row.number} names no signer")

        read_events(ledger, log)
        check_tree(ledger, log)
        check_numbers(ledger, log, [row.number for row in rows])
        check_people_and_files(ledger, log)

    log.judge(checkpoints)
    return log.answer(checkpoints, given)


def read_events(ledger: sqlite3.Connection, log: LogRead) -> None:
    """Read the events of a ledger's file into a log, until too much is wrong.

    A state that is no bytes was put in by somebody else than the program; it is read as
    text, and does not fit its hash.
    """
    columns = ", ".join(LogRead.columns)
    events = ledger.execute(f"SELECT {columns}, state FROM event ORDER BY seq")
    for *stated, state in events:
        data = state
        if not isinstance(state, bytes):
            data = str(state).encode()
        log.take(data, tuple(stated))
        if len(log.problems) > ENOUGH:
            break


def connected(file: str) -> sqlite3.Connection:
    """Open a database that is there, for reading alone; nothing is made where there is
    none.
    """
    address = f"{Path(file).absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True)


def checkpoints_of(
    rows: list[CheckpointRow], given: list[Key], arguments: Arguments
) -> list[Checkpoint]:
    """Return the checkpoints that were given, and those in the rows of a ledger.

    given: the keys from outside. A row from elsewhere is judged by all signers of the
    ledger, the ledger's own by the signer that it names.
    """
    signers = [read_key(row.signer) for row in rows if row.signer is not None]
    checkpoints = checkpoints_from_outside(arguments, with_witnesses(given, signers))
    for row in rows:
        place = f"checkpoint {row.number}"
        if row.outside:
            source = "kept"
            inside = signers
        else:
            source = "own"
            inside = [read_key(row.signer)] if row.signer is not None else []

        keys = with_witnesses(given, inside)
        checkpoint = Checkpoint(row.note, keys, source, place, row.number)
        checkpoints.append(checkpoint)

    return checkpoints


def check_tree(ledger: sqlite3.Connection, log: LogRead) -> None:
    """Check that the stored hash beside each event is that of the events; the first
    that differs, or is missing, is told.

        stored for 1 to 42, and the 7th differs    event 7
        stored for 1 to 40, and 42 were read       event 41
    """
    stored = ledger.execute("SELECT seq, hash FROM tree ORDER BY seq").fetchall()
    expected = list(enumerate(log.closed, 1))
    if stored == expected:
        return

    # nothing differs as far as both go: the next one has no hash, or no event
    wrong = min(len(stored), log.size) + 1
    for there, wanted in zip(stored, expected, strict=False):
        if there != wanted:
            wrong, _ = wanted
            break

    log.problems.append(f"event {wrong} does not fit its stored hash")


def check_numbers(ledger: sqlite3.Connection, log: LogRead, numbers: list[int]) -> None:
    """Check that no event and no checkpoint is gone from the end: the database keeps
    the highest number it ever gave.

    numbers: of the checkpoints that are there, in order.
    """
    rows = ledger.execute("SELECT name, seq FROM sqlite_sequence").fetchall()
    counters = dict(rows)
    checkpoints = counters.get("checkpoint", 0)
    if numbers != list(range(1, checkpoints + 1)):
        log.problems.append("a checkpoint is missing")

    events = counters.get("event", 0)
    if events != log.size:
        log.problems.append(f"{events} events were stored, but there are {log.size}")


def check_people_and_files(ledger: sqlite3.Connection, log: LogRead) -> None:
    """Check that what stands beside the log is what the events seal: names, earlier
    names, births, words, and the files that tournaments were read from.
    """

    def rows(query: str) -> Rows:
        """All rows of a query on the ledger."""
        return ledger.execute(query).fetchall()

    people = rows("SELECT player, salt, name, club, fide_id, folded FROM person")
    log.problems += log.beside.people_of(people)

    former = rows(
        "SELECT former_name.player, salt, former_name.name, former_name.club,"
        " former_name.fide_id, former_name.folded FROM former_name LEFT JOIN"
        " person USING (player)"
    )
    log.problems += log.beside.former_names(former)

    details = rows(
        "SELECT seq, player, salt, born, sex, unlisted FROM detail ORDER BY seq"
    )
    log.problems += log.beside.births(details)

    words = rows("SELECT seal, salt, words FROM named_text")
    log.problems += log.beside.words(words)

    for name, data in ledger.execute("SELECT sha256, bytes FROM source_file"):
        digest = hashlib.sha256(data).hexdigest()
        if digest != name or name not in log.beside.files:
            log.problems.append(
                f"the kept file {name} is not what a tournament was read from"
            )


def need_ledger(file: str) -> None:
    """Refuse a file that is no database, or one in which nothing is a ledger's.
    Mistaken is raised, since that says nothing of any log.
    """
    if beginning(file, 16) != b"SQLite format 3\0":
        raise Mistaken(f"{file} is not a ledger")

    with contextlib.closing(connected(file)) as ledger:
        tables = ledger.execute("SELECT name FROM sqlite_master").fetchall()
        columns = ledger.execute("PRAGMA table_info(ledger)").fetchall()

    names = {name for (name,) in tables}
    names_of_columns = {name for _, name, *_ in columns}
    if "schema_version" in names_of_columns:
        raise Mistaken(
            f"{file} was written before format 1: the verifier of that version"
            " checks it"
        )

    if names.isdisjoint(DEFINED):
        raise Mistaken(f"{file} is not a ledger: no table of one is in it")


def definitions(ledger: sqlite3.Connection) -> list[str]:
    """List what is not defined as in every ledger; read tables and their indexes are
    not read here.

    A view or a trigger that is not of a ledger is strange, whatever it does: it may say
    something else than the table it stands for.
    """
    rows = ledger.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    ).fetchall()
    strange = []

    for kind, name, table, sql in rows:
        if name in DEFINED:
            stated = str(sql).encode()
            digest = hashlib.sha256(stated).hexdigest()
            is_strange = digest[:16] != DEFINED[name]
        else:
            is_index = kind == "index" and table in DEFINED
            is_strange = is_index or kind in ("view", "trigger")

        if is_strange:
            strange.append(f"the {kind} {name} is not as in a ledger")

    there = {name for _, name, _, _ in rows}
    missing = [f"{name} is missing" for name in DEFINED if name not in there]

    return strange + missing


IN_A_BUNDLE = {"events.jsonl", "origin.txt", "public-keys.txt"}


class Bundle:
    """A folder or a zip file, read piece by piece: what a stranger packed may be a
    thousand times as large unpacked.

    names: of all files in it, by their paths.

        events.jsonl  origin.txt  public-keys.txt  checkpoints/0003-own.txt
    """

    def __init__(self, place: str) -> None:
        """Opens a folder or a ZIP file; its first two bytes tell that it is one.

        Raises Mistaken if the place is neither, or holds no events and no checkpoints;
        ValueError if it holds more files than any bundle does.
        """
        self.folder = Path(place) if os.path.isdir(place) else None
        self.archive = None
        if self.folder:
            self.names = names_of_files(self.folder)
        elif beginning(place, 2) == b"PK":
            self.archive = zipfile.ZipFile(place)
            self.names = self.archive.namelist()
        else:
            raise Mistaken(f"{place} is not a bundle")

        count = len(self.names)
        if count > MOST_FILES:
            raise ValueError(f"it holds {count} files, more than any bundle")
        if not self.names_of_checkpoints() and IN_A_BUNDLE.isdisjoint(self.names):
            raise Mistaken(f"{place} is not a bundle: it holds no events")

    def names_of_checkpoints(self) -> list[str]:
        """Return the files that hold checkpoints, in their order."""
        return sorted(name for name in self.names if name.startswith("checkpoints/"))

    def checkpoint(self, name: str, keys: list[Key]) -> Checkpoint:
        """Read one of the checkpoints, such as checkpoints/0003-own.txt: the third,
        made by the ledger itself. ValueError is raised for a file that is none.
        """
        source = "own" if name.endswith("-own.txt") else "kept"
        file = name.removeprefix("checkpoints/")
        stated_number, _, _ = file.partition("-")
        number = int(stated_number)
        note = self.small(name)

        return Checkpoint(note, keys, source, name, number)

    def read_events(self, log: LogRead) -> None:
        """Read the events into a log, a line for each, until something ends them: too
        many problems, or a line that is cut off or longer than any event.
        """
        with self.opened("events.jsonl") as lines:
            while line := lines.readline(LONGEST):
                log.take(line.removesuffix(b"\n"))
                # a small file may unpack to a billion lines, none of them an event
                if len(log.problems) > ENOUGH:
                    return
                if not line.endswith(b"\n"):
                    log.problems.append(
                        "the last event is cut off, or longer than any event"
                    )
                    return

    def opened(self, name: str) -> Any:
        """Open a file of the bundle, for reading bytes; one that is not there is empty."""
        if name not in self.names:
            return io.BytesIO()
        if self.archive:
            return self.archive.open(name)

        path = Path(str(self.folder), name)
        return open(path, "rb")

    def small(self, name: str) -> str:
        """Read a short text of the bundle; ValueError is raised for one that is longer
        than any of its kind, or no UTF-8.
        """
        with self.opened(name) as file:
            content: bytes = file.read(SMALL + 1)

        if len(content) > SMALL:
            raise ValueError(f"{name} is larger than any file of its kind")

        return content.decode()

    def close(self) -> None:
        """Closes the ZIP file; a folder needs no closing."""
        if self.archive:
            self.archive.close()


def names_of_files(folder: Path) -> list[str]:
    """Return the files in a folder, by their paths in it.

    events.jsonl, checkpoints/0003-own.txt
    """
    names = []
    for path in folder.rglob("*"):
        if path.is_file():
            names.append(path.relative_to(folder).as_posix())

    return names


def beginning(file: str, count: int) -> bytes:
    """Read the first bytes of a file; a folder has none. OSError is raised where it
    cannot be read.
    """
    if os.path.isdir(file):
        return b""
    with open(file, "rb") as opened:
        return opened.read(count)


def text(file: str) -> str:
    """Read a text; bytes that are none are kept as a sign that fits nothing. Mistaken
    is raised for a file that cannot be read.
    """
    try:
        return Path(file).read_bytes().decode(errors="replace")
    except OSError as error:
        raise Mistaken(f"{file}: {error.strerror}") from None


def keys_of(arguments: Arguments) -> list[Key]:
    """Read the keys that were given, as lines or as files with them.

    Empty lines are passed over. Raises Mistaken if another is no key, or if a file has
    no key in it. Without any key that was given there are none.
    """
    keys = []
    for given in arguments.key:
        is_file = os.path.exists(given)
        lines = text(given).split("\n") if is_file else [given]
        key_lines = [line for line in lines if line.strip()]
        try:
            keys += [read_key(line) for line in key_lines]
        except ValueError:
            hint = "" if is_file else ", and no file is called so"
            raise Mistaken(f"{given} is no public key{hint}") from None

        if not key_lines:
            raise Mistaken(f"{given} holds no public key")

    return keys


CHECKS = {
    "proof": check_proof,
    "growth": check_growth,
    "receipt": check_receipt,
    "bundle": check_bundle,
    "ledger": check_ledger,
}


UNREAD = (
    OSError,
    ValueError,
    TypeError,
    LookupError,
    sqlite3.Error,
    zipfile.BadZipFile,
    RecursionError,
)
EXIT_CODES = {"proven": 0, "altered": 1, "unproven": 3}


def main(given: list[str] | None = None) -> int:
    """Check what the arguments name, print the answer and return the exit code.

    given: the arguments; without them, those of the command line. Wrong usage ends the
    program with 2.
    """
    parser = parser_of_arguments()
    arguments = parser.parse_args(given)
    refuse_wrong_usage(parser, arguments)
    check = CHECKS[arguments.check]

    try:
        answer = check(arguments)
    except Mistaken as error:
        parser.error(in_ascii(f"{error}; {error.so}"))
    except UNREAD as error:
        answer = {
            "status": "altered",
            "events": 0,
            "root": "",
            "problems": [f"{arguments.what}: {error}"],
        }

    try:
        if arguments.json:
            print(json.dumps(answer))
        else:
            print_answer(answer)

        sys.stdout.flush()
    except BrokenPipeError:  # the reader had enough
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())

    return EXIT_CODES[answer["status"]]


def parser_of_arguments() -> argparse.ArgumentParser:
    """Return what reads the arguments, and prints the words at the head of this file
    where somebody asks for help.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument("what")
    parser.add_argument("old", nargs="?")
    parser.add_argument("--key", action="append", default=[])
    parser.add_argument("--checkpoint", action="append", default=[])
    parser.add_argument("--receipt", action="append", default=[])
    parser.add_argument("--json", action="store_true")

    return parser


def refuse_wrong_usage(parser: argparse.ArgumentParser, arguments: Arguments) -> None:
    """Exit with 2 where a key or an old checkpoint is missing, or a file is not there:
    nothing is checked then.
    """
    if arguments.check in ("proof", "growth") and not arguments.key:
        parser.error("--key is needed: without it anybody could have signed")
    if (arguments.check == "growth") != (arguments.old is not None):
        parser.error("growth, and only growth, takes an old checkpoint")

    places = [arguments.what]
    if arguments.old is not None:
        places.append(arguments.old)

    places += arguments.checkpoint
    places += arguments.receipt
    for place in places:
        if not is_readable(place):
            parser.error(
                f"{place}: there is no such file, or it may not be read; nothing was"
                " checked"
            )


def is_readable(place: str) -> bool:
    """Return whether there is a file or a folder that may be read; a device or a socket
    is neither.
    """
    if not os.access(place, os.R_OK):
        return False
    return os.path.isfile(place) or os.path.isdir(place)


def print_answer(answer: Fields) -> None:
    """Print an answer for people: a line for each of its values. Of an event that is
    proven its words come first; of one that was altered nothing is said in words.
    """
    for name, value in answer.items():
        if name == "event" and answer["status"] != "altered":
            for line in in_words(value):
                print(in_ascii(line))
        words = json.dumps(value)
        if isinstance(value, str):
            words = words[1:-1]
        print(f"{name}: {words}")


def in_ascii(line: str) -> str:
    """Write a line in ASCII: a name in the file must not paint the screen of whoever
    judges it.

    Other letters and signs are written as Python escapes them.
    """
    return ascii(line)[1:-1]


if __name__ == "__main__":
    sys.exit(main())
