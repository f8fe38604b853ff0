"""The tree beside the published RFC 6962 vectors, beside pymerkle, and beside our own
second reading.
"""

import hashlib
import random

import pytest
from pymerkle import InmemoryTree, verify_consistency

from ledger.proof import (
    EMPTY,
    consistency_path,
    frontier_events,
    hash_to_store,
    inclusion_path,
    leaf,
    root,
    subtree,
)
from tests.proof.proof_world import STAND_ALONE

# the tree of eight leaves of the Certificate Transparency project, and its published
# roots and proofs
LEAVES = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
ROOTS = [
    bytes.fromhex(text)
    for text in (
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    )
]
L0, L1, L4, L6 = (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
    "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
)
N01, N23, N45, N67, N03, N47 = (
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
    "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
    "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
)
INCLUSION = [
    (0, 1, []),
    (0, 8, [L1, N23, N47]),
    (5, 8, [L4, N67, N03]),
    (2, 3, [N01]),
    (1, 5, [L0, N23, L4]),
]
CONSISTENCY = [
    (1, 1, []),
    (1, 8, [L1, N23, N47]),
    (6, 8, [N45, N67, N03]),
    (2, 5, [N23, L4]),
    (6, 7, [N45, L6, N03]),
]
HASHES = [leaf(data) for data in LEAVES]


def many(count: int) -> list[bytes]:
    return [leaf(str(number).encode()) for number in range(count)]


def stored(hashes: list[bytes]) -> list[bytes]:
    """What the table keeps with each event."""
    found: list[bytes] = []
    for hashed in hashes:
        found.append(hash_to_store(len(found) + 1, hashed, lambda seq: found[seq - 1]))
    return found


def test_the_tree_gives_the_published_roots() -> None:
    kept = stored(HASHES)
    assert hashlib.sha256().digest() == EMPTY == root(0, lambda seq: b"")
    for size, wanted in enumerate(ROOTS, 1):
        assert subtree(HASHES[:size], 0, size) == wanted
        assert root(size, lambda seq: kept[seq - 1]) == wanted


@pytest.mark.parametrize(("index", "size", "path"), INCLUSION)
def test_the_published_inclusion_proofs(index: int, size: int, path: list[str]) -> None:
    steps = [bytes.fromhex(step) for step in path]
    assert inclusion_path(HASHES[:size], index) == steps
    assert STAND_ALONE.included(LEAVES[index], index, size, steps, ROOTS[size - 1])


@pytest.mark.parametrize(("old", "size", "path"), CONSISTENCY)
def test_the_published_consistency_proofs(old: int, size: int, path: list[str]) -> None:
    steps = [bytes.fromhex(step) for step in path]
    assert consistency_path(HASHES[:size], old) == steps
    assert STAND_ALONE.grown(old, size, ROOTS[old - 1], ROOTS[size - 1], steps)


def test_the_stored_hashes_are_every_frontier() -> None:
    """One hash an event, and the root of every size there ever was comes out of at most
    log2 of them.
    """
    hashes = many(300)
    kept = stored(hashes)
    tree = STAND_ALONE.Tree()
    for size in range(1, 301):
        wanted = subtree(hashes[:size], 0, size)
        assert root(size, lambda seq: kept[seq - 1]) == wanted
        assert len(list(frontier_events(size))) == size.bit_count()
        assert (
            tree.grow(str(size - 1).encode()) == kept[size - 1]
            and tree.root() == wanted
        )


def test_every_proof_and_what_it_does_not_prove() -> None:
    """All proofs of all trees up to 40: accepted, and with anything changed refused, by
    what is handed to others.
    """
    rng = random.Random(6962)
    hashes = many(40)
    roots = [subtree(hashes, 0, size) for size in range(41)]
    data = [str(number).encode() for number in range(40)]
    included, grown = STAND_ALONE.included, STAND_ALONE.grown
    for size in range(1, 41):
        for at in range(size):
            path = inclusion_path(hashes[:size], at)
            assert included(data[at], at, size, path, roots[size])
            assert (
                not included(data[at], (at + 1) % size, size, path, roots[size])
                or size == 1
            )
            assert not included(data[at], at, size, [*path, hashes[0]], roots[size])
            assert not included(data[at], at, size, path, roots[size - 1])
            if path:
                assert not included(data[at], at, size, path[:-1], roots[size])
                assert not included(data[at], at, size, changed(path, rng), roots[size])
            path = consistency_path(hashes[:size], at)
            assert grown(at, size, roots[at], roots[size], path)
            if 0 < at < size:
                assert not grown(at, size, roots[at - 1], roots[size], path)
                assert not grown(at, size, roots[at], roots[size - 1], path)
                assert not grown(at, size, roots[at], roots[size], [*path, hashes[0]])
                assert not grown(at, size, roots[at], roots[size], changed(path, rng))
                assert not grown(at, size, roots[at], roots[size], [])


def changed(path: list[bytes], rng: random.Random) -> list[bytes]:
    place = rng.randrange(len(path))
    return [
        bytes([step[0] ^ 1]) + step[1:] if n == place else step
        for n, step in enumerate(path)
    ]


def test_pymerkle_says_the_same() -> None:
    """Roots and inclusion paths are the same (its paths begin with the leaf); its
    consistency proofs, which hold other nodes than those of the RFC, lead to our roots.
    """
    theirs = InmemoryTree(algorithm="sha256")
    hashes = many(70)
    roots = [EMPTY] + [subtree(hashes, 0, size) for size in range(1, 71)]
    for size in range(1, 71):
        theirs.append_entry(str(size - 1).encode())
        assert theirs.get_root() == roots[size]
        for at in range(1, size + 1):
            assert theirs.prove_inclusion(at, size).path[1:] == inclusion_path(
                hashes[:size], at - 1
            )
            verify_consistency(
                roots[at], roots[size], theirs.prove_consistency(at, size)
            )
