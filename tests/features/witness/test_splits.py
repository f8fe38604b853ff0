"""An office that shows another history than it acknowledged: two machines that hold no
key find it at their next look.

Each minute something is acknowledged, most of it is signed, and both witnesses look.
Then the office rolls back, rewrites an event, or shows each of them another
continuation.

What is acknowledged and taken back between two looks no witness saw: whoever submitted
it has the receipt.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from audit.signing import PublicKey, new_key, public_key, sign
from features.witness.compared import compared
from features.witness.receipts import hold
from features.witness.tiles import WIDTH
from features.witness.watched import Watched, watch
from ledger.errors import SeloError
from ledger.proof import full_subtrees, leaf, subtree
from ledger.proof_texts import Checkpoint, origin, text_of
from ledger.store.receipts import LogReceipt, read_receipt
from messages.answer import json_text
from tests.torture.report import record
from tests.torture.workload import SEED, scaled

SORTS = ("rolled back", "rewritten", "forked")
URL = "http://office"


class Office:
    """A log as it is shown over HTTP: `signed` is how far the newest checkpoint goes."""

    def __init__(self, key: str, rng: random.Random) -> None:
        self.key, self.rng = key, rng
        self.events = [
            b"the first event",
            *(rng.randbytes(9) for _ in range(rng.randint(0, WIDTH + 20))),
        ]
        self.signed = self.head(len(self.events))
        self.note = self._note()

    def head(self, size: int) -> Checkpoint:
        leaves = [leaf(event) for event in self.events[:size]]
        return Checkpoint(origin(self.events[0]), size, subtree(leaves, 0, size))

    def _note(self) -> str:
        return sign(self.signed.text(), self.signed.origin, self.key)

    def minute(self, signs: bool) -> None:
        self.events += [self.rng.randbytes(9) for _ in range(self.rng.randint(1, 3))]
        if signs:
            self.sign()

    def sign(self) -> None:
        self.signed = self.head(len(self.events))
        self.note = self._note()

    def receipt(self, first: int) -> LogReceipt:
        """What is answered to whoever submitted the events from one on: signed, if the
        office signs at once.
        """
        stated = self.head(len(self.events))
        leaves, signs = [leaf(event) for event in self.events], self.rng.random() < 0.5
        hashes = [
            text_of(subtree(leaves, *place))
            for place in full_subtrees((0, first - 1, stated.size, stated.size))
        ]
        return LogReceipt(
            first=first,
            last=stated.size,
            hashes=tuple(hashes),
            signer="office" if signs else None,
            checkpoint=(
                sign(stated.text(), stated.origin, self.key) if signs else stated.text()
            ),
        )

    def fetch(self, name: str, *, beyond: bool = True) -> bytes:
        if name == "checkpoint":
            return self.note.encode()
        if name == "head":
            return (
                (self.head(len(self.events)) if beyond else self.signed).text().encode()
            )
        index = int(name.split("/")[2].partition(".")[0])
        width = int(name.partition(".p/")[2] or WIDTH)
        return b"".join(
            leaf(event) for event in self.events[index * WIDTH : index * WIDTH + width]
        )

    def split(self, sort: str, seen: int) -> "Office":
        """Show another history of the `seen` events, and return what the second witness
        is shown.
        """
        other, self.events = self._twin(), list(self.events)
        if sort == "rolled back":
            self.events = self.events[: self.rng.randint(max(1, seen - 5), seen - 1)]
            self.events += [
                self.rng.randbytes(9) for _ in range(self.rng.randint(0, 9))
            ]
        elif sort == "rewritten":
            self.events[self.rng.randrange(max(1, seen - 5), seen)] = (
                b"what somebody wished for"
            )
        self.events += [self.rng.randbytes(9)] if sort == "forked" else []
        if (
            self.signed.size > len(self.events)
            or self.head(self.signed.size) != self.signed
        ):
            self.sign()  # nobody who looks at a checkpoint alone would take it
        return other if sort == "forked" else self

    def _twin(self) -> "Office":
        twin = object.__new__(Office)
        twin.__dict__.update(
            self.__dict__,
            events=self.events
            + [self.rng.randbytes(9) for _ in range(self.rng.randint(1, 4))],
        )
        return twin


def found(
    key: str, public: PublicKey, seed: int, sort: str = "", *, beyond: bool = True
) -> bool:
    """Whether the split of a history is found at the next look; without one, whether
    anything is said.
    """
    rng = random.Random(seed)
    office = Office(key, rng)
    shown = [office, office]
    seen: list[Watched | None] = [None, None]
    for minute in range(last := rng.randint(2, 5)):
        office.minute(signs=rng.random() < 0.5)
        if minute < last - 1 or not sort:
            _look(shown, seen, public, beyond=beyond)
    if sort:
        seen_events = len(office.events)
        _look(shown, seen, public, beyond=beyond)
        shown = [office, office.split(sort, seen_events)]
    try:
        _look(shown, seen, public, beyond=beyond)
        compared(
            ("a", "b"),
            [one for one in seen if one],
            partial(office.fetch, beyond=beyond),
        )
    except SeloError as error:
        return {problem.code for problem in error.problems} <= {
            "root-differs",
            "events-missing",
        }
    return False


def _look(
    shown: Sequence[Office],
    seen: list[Watched | None],
    public: PublicKey,
    *,
    beyond: bool,
) -> None:
    for number, office in enumerate(shown):
        seen[number] = watch(
            URL, partial(office.fetch, beyond=beyond), seen[number], [public]
        )


class Told(NamedTuple):
    """Who noticed that what was acknowledged is gone or was rewritten."""

    witness: bool
    submitter: bool


def unseen(key: str, public: PublicKey, seed: int, *, honest: bool = False) -> Told:
    """Something is acknowledged and taken back before the next look; then a witness
    looks, and the submitter asks.
    """
    rng = random.Random(seed)
    office = Office(key, rng)
    seen = watch(URL, office.fetch, None, [public])
    first = len(office.events) + 1
    office.events += [
        rng.randbytes(9)
        for _ in range(rng.randint(1, 1000) if rng.random() < 0.1 else 3)
    ]
    receipt = json_text(office.receipt(first))
    if not honest:
        at = rng.randrange(first - 1, len(office.events))
        if rng.random() < 0.5:
            office.events = office.events[:at]
        else:
            office.events[at] = b"what somebody wished for"
    office.events += [rng.randbytes(9) for _ in range(rng.choice((0, 1, 9, 2000)))]
    if rng.random() < 0.5:
        office.sign()
    keys = [public] if rng.random() < 0.5 else []
    by_witness = _accused(lambda: watch(URL, office.fetch, seen, keys))
    held = read_receipt(receipt, "receipt.json")
    of_signed = keys if held.signer is not None else []
    by_submitter = _accused(
        lambda: hold(URL, office.fetch, {"receipt.json": held}, of_signed)
    )
    return Told(by_witness, by_submitter)


def _accused(look: Callable[[], object]) -> bool:
    try:
        look()
    except SeloError as error:
        assert {problem.code for problem in error.problems} <= {
            "root-differs",
            "events-missing",
        }, error
        return True
    return False


@pytest.fixture
def key(tmp_path: Path) -> str:
    new_key(str(tmp_path / "office.key"))
    return str(tmp_path / "office.key")


def splits(key: str, count: int, *, beyond: bool = True) -> int:
    public = public_key(key, origin(b"the first event"))
    return sum(
        found(key, public, SEED + n, SORTS[n % len(SORTS)], beyond=beyond)
        for n in range(count)
    )


def test_splits_are_found_and_honest_offices_are_not_accused(key: str) -> None:
    assert splits(key, 90) == 90
    public = public_key(key, origin(b"the first event"))
    assert not any(found(key, public, SEED + n) for n in range(30))


def test_by_what_was_signed_alone_some_are_not_found(key: str) -> None:
    """The control: a witness that never looks beyond the checkpoint misses what nobody
    signed.
    """
    assert splits(key, 90, beyond=False) < 80


def test_what_no_witness_saw_the_submitter_finds(key: str) -> None:
    """The control: without receipts nobody does. An honest office is accused by
    neither.
    """
    public = public_key(key, origin(b"the first event"))
    assert {unseen(key, public, SEED + n) for n in range(60)} == {
        Told(witness=False, submitter=True)
    }
    assert {unseen(key, public, SEED + n, honest=True) for n in range(20)} == {
        Told(witness=False, submitter=False)
    }


@pytest.mark.torture
def test_many_taken_back_before_anybody_looked(key: str) -> None:
    count, public = scaled(1000), public_key(key, origin(b"the first event"))
    told = [unseen(key, public, SEED + n) for n in range(count)]
    found_by_receipts = sum(one.submitter for one in told)
    assert found_by_receipts == count
    record(
        "acknowledged and unseen",
        "What an office acknowledged and took back or rewrote before any witness looked"
        " is found by whoever holds the receipt of it, signed or not, and a machine"
        " without a key.",
        SEED,
        {
            "taken back": count,
            "found by the receipt": found_by_receipts,
            "control, a witness without receipts: found": sum(
                one.witness for one in told
            ),
        },
    )


@pytest.mark.torture
def test_many_splits(key: str) -> None:
    count = scaled(1000)
    told = splits(key, count)
    assert told == count
    record(
        "split history",
        "An office that rolls back, rewrites or forks what it acknowledged over a"
        " minute ago, signed or not, is found out by two witnesses that look every"
        " minute, compare their files, and hold no key.",
        SEED,
        {
            "splits": count,
            "found at the next look": told,
            "control, witnesses that see only what was signed: found": splits(
                key, count, beyond=False
            ),
        },
    )
