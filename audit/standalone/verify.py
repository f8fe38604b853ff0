"""Checks a Selokirja ledger without Selokirja: one file, Python's standard library, no
network.

    python verify.py proof EVENT.tlog-proof --key KEY        one event is in the log, exactly as printed
    python verify.py growth PROOF OLD-CHECKPOINT --key KEY   the log has only grown since the old checkpoint
    python verify.py receipt RECEIPT [--key KEY]             the receipt of a submission is whole, and signed
    python verify.py bundle FOLDER-or-ZIP [--key KEY] [--checkpoint FILE]... [--receipt
    FILE]...
    python verify.py ledger LEDGER.db     [--key KEY] [--checkpoint FILE]... [--receipt FILE]...

KEY is the line that `selo proof key` prints, or a file with it: get it from the office,
not from what you check. It may be given again. A witness's key (`selo proof witness
--cosign`) is one too, and asks for more: a checkpoint proves something only if one of
the log's keys you give signed it and every witness whose key you give cosigned it. A
wrong line under any of these keys is an alteration; lines under other keys are left
alone.
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
    """A point of the curve in extended coordinates (5.1.4)."""

    x: int
    y: int
    z: int
    t: int


SQUARE_ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def decompress(data: bytes) -> Point | None:
    """Return the point that 32 bytes stand for; None where they stand for none
    (5.1.3).
    """
    if len(data) != 32:
        return None
    number = int.from_bytes(data, "little")
    sign = number >> 255
    y = number & ((1 << 255) - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * SQUARE_ROOT_OF_MINUS_1 % P
    if (x * x - square) % P != 0:
        return None
    if x == 0 and sign == 1:
        return None
    if x & 1 != sign:
        x = P - x
    return Point(x, y, 1, x * y % P)


def add(p: Point, q: Point) -> Point:
    """Add two points (5.1.4; the letters are those of the RFC)."""
    a = (p.y - p.x) * (q.y - q.x)
    b = (p.y + p.x) * (q.y + q.x)
    c = 2 * p.t * q.t * D
    d = 2 * p.z * q.z
    e = (b - a) % P
    f = (d - c) % P
    g = (d + c) % P
    h = (b + a) % P
    return Point(e * f % P, g * h % P, f * g % P, e * h % P)


def times(factor: int, point: Point) -> Point:
    """Add a point so many times to nothing."""
    product = Point(0, 1, 1, 0)
    while factor:
        if factor & 1:
            product = add(product, point)
        point = add(point, point)
        factor >>= 1
    return product


def signed(public: bytes, signature: bytes, message: bytes) -> bool:
    """Return whether the key's owner signed the message (5.1.7)."""
    if len(signature) != 64:
        return False
    commitment = decompress(signature[:32])
    factor = int.from_bytes(signature[32:], "little")
    key = decompress(public)
    base = decompress((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    if key is None or commitment is None or base is None or factor >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    stated = times(factor, base)
    expected = add(commitment, times(challenge, key))
    return is_same(stated, expected)


def is_same(p: Point, q: Point) -> bool:
    same_x = (p.x * q.z - q.x * p.z) % P == 0
    same_y = (p.y * q.z - q.y * p.z) % P == 0
    return same_x and same_y


# The tree, RFC 6962 section 2.1; checking proofs, RFC 9162 sections 2.1.3.2 and 2.1.4.2


def leaf(data: bytes) -> bytes:
    return hashlib.sha256(b"\0" + data).digest()


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


class Subtree(NamedTuple):
    """A full subtree: how many leaves it has, and its root."""

    width: int
    root: bytes


class Tree:
    """A tree as its full subtrees from left to right."""

    def __init__(self) -> None:
        self.parts: list[Subtree] = []

    def grow(self, data: bytes) -> bytes:
        """Add a leaf; return the hash of the largest full subtree ending here, which is
        stored with the event.
        """
        last = Subtree(1, leaf(data))
        while self.parts and self.parts[-1].width == last.width:
            left = self.parts.pop()
            last = Subtree(2 * last.width, node(left.root, last.root))
        self.parts.append(last)
        return last.root

    def root(self) -> bytes:
        """Return the root over all leaves so far."""
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
    """
    before = root
    for step in steps:
        if last == 0:
            return None
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

    return (root, before) if last == 0 else None


def included(
    data: bytes, index: int, size: int, path: list[bytes], root: bytes
) -> bool:
    """Return whether a path leads from an event, counted from 0, to the root."""
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
    """
    if old == 0:
        return not path
    if old == size:
        return not path and old_root == root
    if not 0 < old < size:
        return False
    steps = path
    if old & (old - 1) == 0:  # the old tree is one full subtree
        steps = [old_root, *path]
    if not steps:
        return False
    index = old - 1
    last = size - 1
    while index & 1:
        index >>= 1
        last >>= 1

    first, *others = steps
    return climb(index, last, others, first) == (root, old_root)


def tiles_of(cuts: list[int]) -> list[tuple[int, int]]:
    """Return the largest full subtrees, as (from, to), that tile the events between
    each cut and the next.
    """
    tiles = []
    for low, high in itertools.pairwise(cuts):
        while low < high:
            width = 1
            while low % (2 * width) == 0 and low + 2 * width <= high:
                width *= 2
            tiles.append((low, low + width))
            low += width
    return tiles


def tiled(tiles: dict[tuple[int, int], bytes], low: int, high: int) -> bytes:
    """Return the root over events, put together from those over the tiles."""
    if (low, high) in tiles:
        return tiles[low, high]
    width = 1
    while 2 * width < high - low:
        width *= 2
    return node(tiled(tiles, low, low + width), tiled(tiles, low + width, high))


# Signed notes and checkpoints


def unbase64(text: str) -> bytes:
    """Read base64; raise ValueError for what is not written exactly so."""
    decoded = base64.b64decode(text, validate=True)
    if base64.b64encode(decoded).decode() != text:
        raise ValueError(f"{text!r} is not base64")
    return decoded


# what the bytes of an event that is none can raise
UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
OF_A_RECEIPT = {"first", "last", "hashes", "checkpoint"}
RESUMED = "clock-resumed.v1"  # the one event before which the time may step back
# bytes of an event, bytes of a checkpoint, files of a bundle
LONGEST, SMALL, MOST_FILES = 2**26, 1_000_000, 100_000
ENOUGH = 1000  # problems: a ledger that is as wrong as that is not read to its end
LOG, WITNESS = b"\1", b"\4"  # who signs a text, and who says when they saw it


class Key(NamedTuple):
    """A public key. `sort`: LOG or WITNESS."""

    name: str
    id: bytes
    raw: bytes
    sort: bytes


def read_key(line: str) -> Key:
    """Read a key written as `name+id+base64`; raise ValueError for anything else."""
    name, stated, encoded = [*line.strip().split("+", 2), "", ""][:3]
    raw = unbase64(encoded)
    key_id = hashlib.sha256(name.encode() + b"\n" + raw).digest()[:4]
    is_key = len(raw) == 33 and raw[:1] in (LOG, WITNESS)
    if not name or not is_key or key_id.hex() != stated:
        raise ValueError(f"{line.strip()!r} is not a public key")
    return Key(name, key_id, raw=raw[1:], sort=raw[:1])


def signed_with(key: Key, value: bytes, note_text: str) -> bool:
    """Return whether this is the key's signature of a text, or a witness's of having
    seen it at a moment.
    """
    if key.sort == LOG:
        return signed(key.raw, value, note_text.encode())
    moment = int.from_bytes(value[:8], "big")
    seen = f"cosignature/v1\ntime {moment}\n{note_text}"
    return signed(key.raw, value[8:], seen.encode())


class Checkpoint:
    """A checkpoint: how many events, which root, and whether it is signed as the keys
    ask.

    `signature`: bad when a line under one of the keys is wrong; valid when a log's key
    signed, if any is asked for, and every witness's; else unknown. `by`: the keys that
    signed. The checkpoint of a receipt may be signed by nobody.
    """

    def __init__(
        self, note: str, keys: list[Key], source: str, place: str, number: int = 0
    ) -> None:
        self.source = source
        self.place = place
        self.number = number
        text, lines = self.split(note)
        self.origin, self.size, self.root = self.read(text)
        self.by: list[Key] = []
        self.wrong: list[str] = []  # names of keys under which a line is wrong
        for line in lines:
            self.judge_line(line, text, keys)
        logs = [key for key in keys if key.sort == LOG]
        by_log = not logs or any(key in self.by for key in logs)
        self.is_signed = bool(self.by) and by_log
        witnesses = [key for key in keys if key.sort == WITNESS]
        self.missing = [key.name for key in witnesses if key not in self.by]

    @property
    def signature(self) -> str:
        if self.wrong:
            return "bad"
        if self.is_signed and not self.missing:
            return "valid"
        return "unknown"

    def split(self, note: str) -> tuple[str, list[str]]:
        """Return the text of a note, and the lines of those who signed it."""
        has_controls = any(letter < " " and letter != "\n" for letter in note)
        if has_controls or not note.endswith("\n"):
            raise ValueError(f"{self.place} is not a signed note")
        text, gap, lines = note.rpartition("\n\n")
        if gap:
            return text, lines.removesuffix("\n").split("\n") if lines else []
        if self.source == "receipt":
            return note.removesuffix("\n"), []
        raise ValueError(f"{self.place} is not a checkpoint")

    def read(self, text: str) -> tuple[str, int, bytes]:
        """Return the name of the log, its size and its root."""
        parts = text.split("\n")
        if len(parts) < 3 or not all(parts):
            raise ValueError(f"{self.place} is not a checkpoint")
        origin, size, root, *_ = parts
        if not size.isascii() or str(int(size)) != size:
            raise ValueError(f"{self.place} is not a checkpoint")
        return origin, int(size), unbase64(root)

    def judge_line(self, line: str, text: str, keys: list[Key]) -> None:
        """Note who of the keys signed, and under whose name a line is wrong."""
        dash, name, encoded = [*line.split(" "), "", ""][:3]
        value = unbase64(encoded)
        if dash != "\u2014" or not name or len(value) < 5:
            raise ValueError(f"{self.place}: {line!r} is not a signature")
        key_id, signature = value[:4], value[4:]
        for key in keys:
            if (key.name, key.id) != (name, key_id):
                continue
            if signed_with(key, signature, f"{text}\n"):
                self.by.append(key)
            else:
                self.wrong.append(key.name)


class Receipt:
    """What a submitter holds: a checkpoint, and that the events from `first` to `last`
    are under it.

    `hashes` are over the full subtrees before these events, of exactly these events,
    and after them.
    """

    def __init__(self, file: str, keys: list[Key]) -> None:
        fields = fields_of_receipt(file)
        self.first, self.last = fields["first"], fields["last"]
        self.checkpoint = Checkpoint(fields["checkpoint"], keys, "receipt", file)
        self.unsigned = "\n\n" not in fields["checkpoint"]
        size = self.checkpoint.size
        hashes = [unbase64(line) for line in fields["hashes"]]
        tiles: list[tuple[int, int]] = []
        if 1 <= self.first <= self.last <= size < 2**62:
            tiles = tiles_of([0, self.first - 1, self.last, size])
        self.tiles = dict(zip(tiles, hashes, strict=False))
        self.adds_up = False
        if len(tiles) == len(hashes) > 0 and all(len(one) == 32 for one in hashes):
            self.adds_up = tiled(self.tiles, 0, size) == self.checkpoint.root

    def acknowledges(self, data: bytes, index: int, path: list[bytes]) -> bool:
        """Return whether an event is one of these: the path that leads from it to any
        later root goes by a tile.
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
        reached = leaf(data)
        width = 1
        for step in path:
            if width == high - low:
                break
            reached = node(step, reached) if index & width else node(reached, step)
            width *= 2
        return width == high - low and reached == self.tiles[low, high]


def fields_of_receipt(file: str) -> dict[str, Any]:
    """Read a receipt, by itself or in the answer to a submission, as far as to know
    that it is one.
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
    """Split a proof into the lines before the empty one, and the checkpoint after it."""
    head, gap, note = text(file).partition("\n\n")
    lines = head.split("\n")
    if not lines[0].startswith(first):
        raise Mistaken(f"{file} is no such proof: it does not begin with {first!r}")
    if not gap:
        raise ValueError("it has no checkpoint")
    return lines, note


def given_checkpoint(file: str, keys: list[Key]) -> Checkpoint:
    try:
        return Checkpoint(text(file), keys, "given", file)
    except ValueError:
        raise Mistaken(f"{file} is not a checkpoint") from None


def need_signature(checkpoint: Checkpoint) -> None:
    """Refuse a checkpoint that the keys are none of: whoever gave another key learns
    nothing of the log.
    """
    if checkpoint.wrong:
        return  # somebody signed it in their name, and that is an alteration
    if not checkpoint.is_signed:
        raise AnotherKey(
            f"the checkpoint in {checkpoint.place} is not signed with the key you gave"
        )


# The log


def name_of(first: bytes) -> str:
    return "selokirja/" + leaf(first).hex()[:16]


class Event(NamedTuple):
    """What the next event is held against."""

    seq: int
    recorded_at: str
    submission: int


class Log:
    """The events in order, their roots, and everything that is wrong with them."""

    columns = ("seq", "stream", "version", "topic", "recorded_at", "submission")

    def __init__(self, sizes: set[int]) -> None:
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
        # by player: seq, digest of the details
        self.people: dict[str, tuple[int, str]] = {}
        self.details: dict[str, set[str]] = {}
        # by player: seq, how many earlier names it states
        self.names: dict[str, tuple[int, int]] = {}
        # by seal of words beside the log: the first event that has it
        self.texts: dict[str, int] = {}
        self.erased_texts: set[str] = set()  # whose words went with a person
        # by seq: player, digest; of nobody who was erased
        self.seals: dict[int, tuple[str, str]] = {}
        self.files: set[str] = set()
        # by seq: the checkpoint from elsewhere, whether it stands
        self.retractions: dict[int, tuple[int, bool]] = {}

    def take(self, data: bytes, columns: tuple[Any, ...] | None = None) -> None:
        """Take the bytes of the next event, and the columns beside them."""
        self.size += 1
        if self.size == 1:
            self.name = name_of(data)
        self.closed.append(self.tree.grow(data))
        if self.size in self.sizes:
            self.roots[self.size] = self.tree.root()
        expected = self.before.seq + 1
        try:
            event = json.loads(data)
            for problem in self.look(event, columns):
                self.problems.append(f"event {expected}: {problem}")
            self.remember(event)
        except UNREADABLE as error:
            seq = self.before.seq + 1
            self.problems.append(f"event {seq} cannot be read: {error}")
            self.before = self.before._replace(seq=seq)

    def look(self, event: dict[str, Any], columns: tuple[Any, ...] | None) -> list[str]:
        """List what is wrong with an event beside what came before it."""
        before = self.before
        inside = tuple(event[name] for name in self.columns)
        next_version = self.versions.get(event["stream"], 0) + 1
        goes_on = event["submission"] == before.submission
        problems = []
        if columns is not None and columns != inside:
            problems.append(f"the columns {columns} are not what is in the bytes")
        if event["seq"] != before.seq + 1:
            problems.append(f"is missing, {event['seq']} follows")
        if event["version"] != next_version:
            problems.append(f"version {event['version']} is wrong")
        if event["recorded_at"] < before.recorded_at and event["topic"] != RESUMED:
            problems.append("the time runs backwards")
        if not goes_on and event["submission"] != event["seq"]:
            problems.append("the submission is wrong")
        if goes_on and event["recorded_at"] != before.recorded_at:
            problems.append("one submission, two times")
        return problems

    def remember(self, event: dict[str, Any]) -> None:
        """Keep what later events and what stands beside the log are held against."""
        seq, body = event["seq"], event["body"]
        self.before = Event(seq, event["recorded_at"], event["submission"])
        self.versions[event["stream"]] = event["version"]
        kind = event["topic"].partition(".")[0]
        if kind in ("player-registered", "person-erased"):
            self.remember_person(seq, kind, body)
        header = body.get("header") or {}
        for naming in (header.get("organiser"), body.get("organiser"), body.get("by")):
            if isinstance(naming, str) and re.fullmatch("sealed:[0-9a-f]{64}", naming):
                self.texts.setdefault(naming, seq)

        if kind == "checkpoint-retracted":
            self.retractions[seq] = int(body["checkpoint"]), True
        if kind in ("fact-withdrawn", "fact-reinstated"):
            fact = body.get("withdrawn", body.get("reinstated"))
            if fact in self.retractions:
                number, _ = self.retractions[fact]
                self.retractions[fact] = number, kind == "fact-reinstated"

        if event["stream"].startswith("tournament:"):
            self.files.add(body.get("source"))

    def remember_person(self, seq: int, kind: str, body: dict[str, Any]) -> None:
        player, details = body["player"], body.get("details", "")
        self.people[player] = (seq, details)
        self.details.setdefault(player, set()).add(details)
        if "earlier_names" in body:
            self.names[player] = seq, int(body["earlier_names"])
        if "seal" in body:
            self.seals[seq] = player, body["seal"]
        if kind == "person-erased":
            self.erased_texts.update(body.get("texts", ()))
            self.names.pop(player, None)
            self.seals = {
                at: (other, seal)
                for at, (other, seal) in self.seals.items()
                if other != player
            }

    def judge(self, checkpoints: list[Checkpoint]) -> None:
        """Hold checkpoints against the events; those that were taken back go."""
        taken_back = {number for number, stands in self.retractions.values() if stands}
        for checkpoint in [*checkpoints]:
            if checkpoint.source == "kept" and checkpoint.number in taken_back:
                checkpoints.remove(checkpoint)
                self.warnings.append(
                    f"{checkpoint.place} was taken back by an event, so it counts for"
                    " nothing"
                )

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

        own = [one.size for one in checkpoints if one.source == "own"]
        if own != sorted(own):
            self.problems.append("the ledger's own checkpoints are not in order")

    def order(self, checkpoint: Checkpoint) -> tuple[int, bool]:
        """Sort by size, and first those that the events agree with."""
        differs = self.roots.get(checkpoint.size) != checkpoint.root
        return checkpoint.size, differs

    def contradiction(self, checkpoint: Checkpoint, agreed: int) -> str | None:
        """Say how a checkpoint contradicts the events; None where it does not.
        `agreed`: so many events are what another checkpoint says.
        """
        place = checkpoint.place
        if checkpoint.origin != self.name:
            return f"{place} is of {checkpoint.origin}, this is {self.name}"
        if checkpoint.size > self.size:
            return f"{place} covers {checkpoint.size} events, but there are {self.size}"
        if self.roots[checkpoint.size] == checkpoint.root:
            return None
        if checkpoint.size > agreed:
            return (
                f"{place}: an event from {agreed + 1} to {checkpoint.size} is not what"
                " was signed"
            )

        return (
            f"{place}: another checkpoint over {agreed} events agrees, so there are two"
            " histories"
        )

    def people_of(self, rows: list[tuple[Any, ...]]) -> None:
        """Check that names fit the digests in the events, and that erased ones have not
        come back.
        """
        wanted = {
            player: (seq, digest)
            for player, (seq, digest) in self.people.items()
            if digest
        }
        for player, salt, name, club, fide_id, folded in rows:
            seq, digest = wanted.pop(player, (0, ""))
            if digest_of(salt, [player, name, club, fide_id]) != digest:
                self.problems.append(
                    f"the details of {player} are not those of an event ({seq})"
                )
            elif folded != fold(name):
                self.problems.append(f"the name of {player} is filed wrongly")

        for player, (seq, _) in wanted.items():
            self.problems.append(f"the details of {player} are gone (event {seq})")

    def former_names(self, rows: list[tuple[Any, ...]]) -> None:
        """Check that each earlier name is one that an event gave, and that none is
        gone; erased people have none.
        """
        there = [row[0] for row in rows]
        for player, (seq, stated) in self.names.items():
            if there.count(player) < stated:
                self.problems.append(
                    f"earlier names of {player} are gone (event {seq})"
                )

        for player, salt, name, club, fide_id, folded in rows:
            digest = digest_of(salt, [player, name, club, fide_id])
            is_given = salt is not None and digest in self.details.get(player, ())
            if not is_given or folded != fold(name):
                self.problems.append(
                    f"an earlier name of {player} is not that of any event"
                )

    def births(self, rows: list[tuple[Any, ...]]) -> None:
        """Check that what stands beside each event is all that it seals; of erased
        people nothing is left.
        """
        wanted = dict(self.seals)
        for seq, player, salt, *beside in rows:
            stated = f"{salt}\n" + json.dumps([player, *beside], default=repr)
            digest = hashlib.sha256(stated.encode()).hexdigest()
            if wanted.pop(seq, None) != (player, digest):
                self.problems.append(
                    f"what stands beside event {seq} is not what it seals"
                )
        for seq, (player, _) in wanted.items():
            self.problems.append(f"what event {seq} seals of {player} is gone")

    def words(self, rows: list[tuple[Any, ...]]) -> None:
        """Check that words beside the log are what events seal; of those that went with
        a person nothing is left.
        """
        wanted = dict(self.texts)
        for seal, salt, words in rows:
            seq = wanted.pop(seal, 0)
            if seal in self.erased_texts:
                fits = salt is None and words is None
            else:
                digest = hashlib.sha256(f"{salt}\n{words}".encode()).hexdigest()
                fits = f"sealed:{digest}" == seal
            if not seq or not fits:
                self.problems.append(
                    f"the words beside event {seq} are not what it seals"
                )

        for seq in wanted.values():
            self.problems.append(f"the words that event {seq} seals are gone")

    def broken(self, problems: list[str]) -> dict[str, Any]:
        """Return the verdict on a file of which no event was read."""
        self.problems += problems
        return self.answer([], [])

    def answer(self, checkpoints: list[Checkpoint], keys: list[Key]) -> dict[str, Any]:
        """Return the verdict; a checkpoint in what is checked, own or kept, counts only
        under a key from outside.
        """
        sources = ("given", "kept", "own") if keys else ("given",)
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
            "root": base64.b64encode(self.tree.root()).decode(),
            "proven_events": proven,
            "problems": self.problems[:20],
            "rests_on": rests_on,
            "warnings": self.warnings[:20],
        }


def digest_of(salt: Any, details: list[Any]) -> str:
    """Hash a person's details, as an event has it of them."""
    stated = json.dumps(details, ensure_ascii=False, default=repr)
    return hashlib.sha256(f"{salt}\n{stated}".encode()).hexdigest()


def fold(name: str) -> str:
    text = name.casefold().replace("ø", "o").replace("ł", "l").replace("đ", "d")
    letters = unicodedata.normalize("NFKD", text)
    return "".join([one for one in letters if not unicodedata.combining(one)])


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


def check_proof(arguments: argparse.Namespace) -> dict[str, Any]:
    """Check that one event is in the log, and one of those that receipts acknowledge."""
    lines, note = split_proof(arguments.what, "c2sp.org/tlog-proof@v1")
    extra, index = event_of_proof(lines)
    checkpoint = Checkpoint(note, keys_of(arguments), "given", arguments.what)
    data = unbase64(extra)
    path = [unbase64(line) for line in lines[3:]]
    event = json.loads(data)
    in_log = included(data, index, checkpoint.size, path, checkpoint.root)
    right = in_log and event["seq"] == index + 1
    answer = verdict(checkpoint, right, "the path does not lead to the signed root")
    for receipt in receipts_of(arguments):
        file, first, last = receipt.checkpoint.place, receipt.first, receipt.last
        if not receipt.unsigned:
            need_signature(receipt.checkpoint)
        if receipt.adds_up and not first <= index + 1 <= last:
            raise Mistaken(
                f"{file} acknowledges the events {first} to {last}, and this is event"
                f" {index + 1}"
            )
        is_whole = receipt.adds_up and not receipt.checkpoint.wrong
        if not is_whole or not receipt.acknowledges(data, index, path):
            answer["problems"].append(
                f"the event is none of those that {file} acknowledges"
            )
            answer["status"] = "altered"

    return {**answer, "event": event}


def event_of_proof(lines: list[str]) -> tuple[str, int]:
    """Return the event in a proof, in base64, and its index from 0."""
    extra, index = lines[1].split(" "), lines[2].split(" ")
    if extra[0] != "extra" or index[0] != "index" or len(extra) != 2:
        raise ValueError("it is not a proof with an event in it")
    if str(int(index[1])) != index[1]:
        raise ValueError("it is not a proof with an event in it")
    return extra[1], int(index[1])


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


def in_words(event: dict[str, Any]) -> list[str]:
    """Say what an event is about, for whoever holds a proof of it: when it was recorded
    and by whom, each game of it, and the reason. What it holds besides is printed as it
    is stored.
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


def _body_in_words(body: dict[str, Any]) -> list[str]:
    games = [*body.get("changed", []), *body.get("added", [])]
    if isinstance(body.get("game"), list):
        games.append(body["game"])
    lines = []
    for game, round_no, _, white, black, result, *_ in games:
        lines.append(
            f"game {game}, round {round_no}: {white} (White) against {black}, {result}"
        )

    lines += [f"game {game} is struck out" for game in body.get("struck", [])]
    if "results" in body and "rounds" in body:
        lines += _submitted_games(body)
    if body.get("reason"):
        lines.append(f"reason: {body['reason']}")
    return lines


def _submitted_games(body: dict[str, Any]) -> list[str]:
    """Say each game of a tournament that is stored in columns."""
    rounds: list[int] = []
    for number, count in zip(body["rounds"][::2], body["rounds"][1::2], strict=True):
        rounds += [number] * count
    players = body["players"]
    games = zip(rounds, body["white"], body["black"], body["results"], strict=True)
    return [
        f"round {number}: {players[white]} (White) against {players[black]},"
        f" {RESULTS[letter]}"
        for number, white, black, letter in games
    ]


def check_growth(arguments: argparse.Namespace) -> dict[str, Any]:
    """Check that the log has only grown since an old checkpoint, or a receipt."""
    lines, note = split_proof(arguments.what, "old ")
    keys = keys_of(arguments)
    receipt = None
    if text(arguments.old).lstrip().startswith("{"):
        receipt = Receipt(arguments.old, keys)
        old = receipt.checkpoint
    else:
        old = given_checkpoint(arguments.old, keys)

    checkpoint = Checkpoint(note, keys, "given", arguments.what)
    unsigned = receipt is not None and receipt.unsigned
    if not unsigned:
        need_signature(old)
    begins = int(lines[0].removeprefix("old "))
    path = [unbase64(line) for line in lines[1:]]
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
) -> dict[str, Any]:
    problems = [] if right else [words]
    problems += [f"the signature of {name} is wrong" for name in checkpoint.wrong]
    if problems:
        return told("altered", checkpoint, problems)
    need_signature(checkpoint)
    missing = dict.fromkeys([*(old_missing or []), *checkpoint.missing])
    if missing:
        return {
            **told("unproven", checkpoint, []),
            "warnings": [f"{name} has not cosigned it" for name in missing],
        }

    return told("proven", checkpoint, [])


def told(status: str, checkpoint: Checkpoint, problems: list[str]) -> dict[str, Any]:
    root = base64.b64encode(checkpoint.root).decode()
    return {
        "status": status,
        "events": checkpoint.size,
        "root": root,
        "problems": problems,
    }


def check_receipt(arguments: argparse.Namespace) -> dict[str, Any]:
    keys = keys_of(arguments)
    receipt = Receipt(arguments.what, keys)
    # whole, and nobody says so: a log is held against it
    if receipt.adds_up and (receipt.unsigned or not keys):
        words = (
            "nobody signed it"
            if receipt.unsigned
            else "give the key of whoever signed it with --key"
        )
        answer = {**told("unproven", receipt.checkpoint, []), "warnings": [words]}
    else:
        answer = verdict(
            receipt.checkpoint,
            receipt.adds_up,
            "it does not add up to its own checkpoint",
        )

    return {**answer, "first": receipt.first, "last": receipt.last}


def receipts_of(arguments: argparse.Namespace) -> list[Receipt]:
    return [Receipt(file, keys_of(arguments)) for file in arguments.receipt]


def given_of(arguments: argparse.Namespace, keys: list[Key]) -> list[Checkpoint]:
    """Read what was given to hold the events against; a receipt counts as far as it is
    signed.
    """
    given = [given_checkpoint(file, keys) for file in arguments.checkpoint]
    for file in arguments.receipt:
        receipt = Receipt(file, keys)
        if not receipt.adds_up:
            raise ValueError(f"{file} does not add up to its own checkpoint")
        receipt.checkpoint.source = "receipt" if receipt.unsigned else "given"
        given.append(receipt.checkpoint)
    return given


def with_witnesses(given: list[Key], inside: list[Key]) -> list[Key]:
    """Return the keys to judge by: the log's keys from outside, else those inside, and
    every witness's.
    """
    logs = [key for key in given if key.sort == LOG]
    witnesses = [key for key in given if key.sort == WITNESS]
    return (logs or inside) + witnesses


def check_bundle(arguments: argparse.Namespace) -> dict[str, Any]:
    """Check the events and what was signed of them, in a folder or a zip file."""
    with contextlib.closing(Bundle(arguments.what)) as bundle:
        key_lines = bundle.small("public-keys.txt").split("\n")
        inside = [read_key(line) for line in key_lines if line]
        keys = with_witnesses(keys_of(arguments), inside)
        checkpoints = given_of(arguments, keys)
        problems = []
        for name in sorted(bundle.names):
            if not name.startswith("checkpoints/"):
                continue
            try:
                checkpoints.append(bundle.checkpoint(name, keys))
            except ValueError as error:
                problems.append(str(error))
        log = Log({one.size for one in checkpoints})
        log.problems += problems
        bundle.read_events(log)
        has_origin = "origin.txt" in bundle.names
        if has_origin and bundle.small("origin.txt") != f"{log.name}\n":
            log.problems.append(
                f"origin.txt names another ledger; these events are of {log.name}"
            )

    log.judge(checkpoints)
    return log.answer(checkpoints, keys_of(arguments))


def check_ledger(arguments: argparse.Namespace) -> dict[str, Any]:
    """Check a ledger straight from its file: bytes, columns, tree, checkpoints, people."""
    need_ledger(arguments.what)
    with contextlib.closing(connected(arguments.what)) as ledger:
        ledger.execute("PRAGMA trusted_schema=OFF")
        ledger.execute("BEGIN")  # one state of it, although others may be recording
        strange = definitions(ledger)
        if strange:  # a view in a table's place may say anything, and never end
            return Log(set()).broken(strange)
        rows = ledger.execute(
            "SELECT number, outside, signer, note FROM checkpoint ORDER BY number"
        ).fetchall()
        given = keys_of(arguments)
        checkpoints = checkpoints_of(rows, given, arguments)
        log = Log({one.size for one in checkpoints})
        for number, outside, signer, _ in rows:
            if not outside and signer is None:
                log.problems.append(f"checkpoint {number} names no signer")
        events = f"SELECT {', '.join(Log.columns)}, state FROM event ORDER BY seq"
        for *columns, state in ledger.execute(events):
            data = state if isinstance(state, bytes) else str(state).encode()
            log.take(data, tuple(columns))
            if len(log.problems) > ENOUGH:
                break
        check_tree(ledger, log)
        check_numbers(ledger, log, [number for number, *_ in rows])
        check_beside(ledger, log)

    log.judge(checkpoints)
    return log.answer(checkpoints, given)


def connected(file: str) -> sqlite3.Connection:
    """Open a database that is there, for reading alone."""
    address = f"{Path(file).absolute().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True)


def checkpoints_of(
    rows: list[tuple[Any, ...]], given: list[Key], arguments: argparse.Namespace
) -> list[Checkpoint]:
    """Return the checkpoints that were given, and those in the rows of a ledger."""
    signers = [read_key(signer) for _, _, signer, _ in rows if signer is not None]
    checkpoints = given_of(arguments, with_witnesses(given, signers))
    for number, outside, signer, note in rows:
        inside = signers
        if not outside:
            inside = [read_key(signer)] if signer is not None else []
        keys = with_witnesses(given, inside)
        source = "kept" if outside else "own"
        place = f"checkpoint {number}"
        checkpoints.append(Checkpoint(note, keys, source, place, number))
    return checkpoints


def check_tree(ledger: sqlite3.Connection, log: Log) -> None:
    """Check that the stored hash beside each event is that of the events."""
    stored = ledger.execute("SELECT seq, hash FROM tree ORDER BY seq").fetchall()
    expected = list(enumerate(log.closed, 1))
    if stored == expected:
        return
    wrong = min(len(stored), log.size) + 1
    for row, (seq, closed) in zip(stored, expected, strict=False):
        if row != (seq, closed):
            wrong = seq
            break
    log.problems.append(f"event {wrong} does not fit its stored hash")


def check_numbers(ledger: sqlite3.Connection, log: Log, numbers: list[int]) -> None:
    """Check that no event and no checkpoint is gone from the end. `numbers`: of the
    checkpoints that are there.
    """
    counters = dict(ledger.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    if numbers != list(range(1, counters.get("checkpoint", 0) + 1)):
        log.problems.append("a checkpoint is missing")
    events = counters.get("event", 0)
    if events != log.size:
        log.problems.append(f"{events} events were stored, but there are {log.size}")


def check_beside(ledger: sqlite3.Connection, log: Log) -> None:
    """Check that what stands beside the log is what the events seal."""
    people = "SELECT player, salt, name, club, fide_id, folded FROM person"
    log.people_of(ledger.execute(people).fetchall())
    former = (
        "SELECT former_name.player, salt, former_name.name, former_name.club,"
        " former_name.fide_id, former_name.folded FROM former_name LEFT JOIN"
        " person USING (player)"
    )
    log.former_names(ledger.execute(former).fetchall())
    details = "SELECT seq, player, salt, born, sex, unlisted FROM detail ORDER BY seq"
    log.births(ledger.execute(details).fetchall())
    log.words(ledger.execute("SELECT seal, salt, words FROM named_text").fetchall())
    for name, data in ledger.execute("SELECT sha256, bytes FROM source_file"):
        if hashlib.sha256(data).hexdigest() != name or name not in log.files:
            log.problems.append(
                f"the kept file {name} is not what a tournament was read from"
            )


def need_ledger(file: str) -> None:
    """Refuse a file that is no database, or one in which nothing is a ledger's."""
    if beginning(file, 16) != b"SQLite format 3\0":
        raise Mistaken(f"{file} is not a ledger")
    with contextlib.closing(connected(file)) as ledger:
        tables = ledger.execute("SELECT name FROM sqlite_master").fetchall()
        names = {name for (name,) in tables}
        columns = {name for _, name, *_ in ledger.execute("PRAGMA table_info(ledger)")}

    if "schema_version" in columns:
        raise Mistaken(
            f"{file} was written before format 1: the verifier of that version"
            " checks it"
        )

    if names.isdisjoint(DEFINED):
        raise Mistaken(f"{file} is not a ledger: no table of one is in it")


def definitions(ledger: sqlite3.Connection) -> list[str]:
    """List what is not defined as in every ledger; read tables and their indexes are
    not read here.
    """
    rows = ledger.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL"
    ).fetchall()
    there = set()
    strange = []
    for kind, name, table, sql in rows:
        there.add(name)
        if name in DEFINED:
            digest = hashlib.sha256(str(sql).encode()).hexdigest()
            is_strange = digest[:16] != DEFINED[name]
        else:
            is_index = kind == "index" and table in DEFINED
            is_strange = is_index or kind in ("view", "trigger")
        if is_strange:
            strange.append(f"the {kind} {name} is not as in a ledger")

    missing = [f"{name} is missing" for name in DEFINED if name not in there]
    return strange + missing


IN_A_BUNDLE = ("events.jsonl", "origin.txt", "public-keys.txt")


class Bundle:
    """A folder or a zip file, read piece by piece: what a stranger packed may be a
    thousand times as large unpacked.
    """

    def __init__(self, place: str) -> None:
        self.folder = Path(place) if os.path.isdir(place) else None
        if not self.folder and beginning(place, 2) != b"PK":
            raise Mistaken(f"{place} is not a bundle")
        self.archive = None if self.folder else zipfile.ZipFile(place)
        if self.archive:
            self.names = self.archive.namelist()
        else:
            self.names = [
                str(p.relative_to(place).as_posix())
                for p in Path(place).rglob("*")
                if p.is_file()
            ]

        if len(self.names) > MOST_FILES:
            raise ValueError(f"it holds {len(self.names)} files, more than any bundle")
        if not any(
            name in IN_A_BUNDLE or name.startswith("checkpoints/")
            for name in self.names
        ):
            raise Mistaken(f"{place} is not a bundle: it holds no events")

    def checkpoint(self, name: str, keys: list[Key]) -> Checkpoint:
        """Read one of the checkpoints, such as checkpoints/0003-own.txt."""
        source = "own" if name.endswith("-own.txt") else "kept"
        number = int(name.removeprefix("checkpoints/").partition("-")[0])
        return Checkpoint(self.small(name), keys, source, name, number)

    def read_events(self, log: Log) -> None:
        """Read the events into a log, until something ends them."""
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
        """Open a file of the bundle; one that is not there is empty."""
        if name not in self.names:
            return io.BytesIO()
        if self.archive:
            return self.archive.open(name)
        return open(Path(str(self.folder), name), "rb")

    def small(self, name: str) -> str:
        with self.opened(name) as file:
            content: bytes = file.read(SMALL + 1)
        if len(content) > SMALL:
            raise ValueError(f"{name} is larger than any file of its kind")
        return content.decode()

    def close(self) -> None:
        if self.archive:
            self.archive.close()


def beginning(file: str, count: int) -> bytes:
    """Read the first bytes of a file; a folder has none."""
    if os.path.isdir(file):
        return b""
    with open(file, "rb") as opened:
        return opened.read(count)


def text(file: str) -> str:
    """Read a text; bytes that are none are kept as a sign that fits nothing."""
    try:
        return Path(file).read_bytes().decode(errors="replace")
    except OSError as error:
        raise Mistaken(f"{file}: {error.strerror}") from None


def keys_of(arguments: argparse.Namespace) -> list[Key]:
    keys = []
    for given in arguments.key:
        is_file = os.path.exists(given)
        lines = [
            line
            for line in (text(given).split("\n") if is_file else [given])
            if line.strip()
        ]
        try:
            keys += [read_key(line) for line in lines]
        except ValueError:
            raise Mistaken(
                f"{given} is no public key"
                + ("" if is_file else ", and no file is called so")
            ) from None
        if not lines:
            raise Mistaken(f"{given} holds no public key")

    return keys


CHECKS = {
    "proof": check_proof,
    "growth": check_growth,
    "receipt": check_receipt,
    "bundle": check_bundle,
    "ledger": check_ledger,
}


def main(given: list[str] | None = None) -> int:
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
    arguments = parser.parse_args(given)
    if arguments.check in ("proof", "growth") and not arguments.key:
        parser.error("--key is needed: without it anybody could have signed")
    if (arguments.check == "growth") != (arguments.old is not None):
        parser.error("growth, and only growth, takes an old checkpoint")
    for place in (
        arguments.what,
        arguments.old,
        *arguments.checkpoint,
        *arguments.receipt,
    ):
        usable = place is None or (
            os.access(place, os.R_OK)
            and (os.path.isfile(place) or os.path.isdir(place))
        )
        if not usable:
            parser.error(
                f"{place}: there is no such file, or it may not be read; nothing was"
                " checked"
            )

    try:
        answer = CHECKS[arguments.check](arguments)
    except Mistaken as error:
        parser.error(ascii(f"{error}; {error.so}")[1:-1])
    except (
        OSError,
        ValueError,
        TypeError,
        LookupError,
        sqlite3.Error,
        zipfile.BadZipFile,
        RecursionError,
    ) as error:
        answer = {
            "status": "altered",
            "events": 0,
            "root": "",
            "problems": [f"{arguments.what}: {error}"],
        }

    try:
        # in ASCII: a name in the file must not paint the screen of whoever judges it
        if arguments.json:
            print(json.dumps(answer))
        else:
            for name, value in answer.items():
                if name == "event" and answer["status"] != "altered":
                    for line in in_words(value):
                        print(ascii(line)[1:-1])
                print(
                    f"{name}:"
                    f" {json.dumps(value)[1:-1] if isinstance(value, str) else json.dumps(value)}"
                )
        sys.stdout.flush()
    except BrokenPipeError:  # the reader had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    return {"proven": 0, "altered": 1, "unproven": 3}[answer["status"]]


if __name__ == "__main__":
    sys.exit(main())
