"""The receipt of a submission: whole by itself, and held against a ledger, a bundle and
a proof without any network.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from audit.signing import PublicKey, cosign, sign
from ledger.proof import (
    full_subtree_root,
    full_subtrees,
    hash_to_store,
    leaf,
    root_of_parts,
    subtree,
)
from tests.proof.proof_world import (
    STAND_ALONE,
    World,
    alone,
    change_state,
    code_of,
    conclude,
    forget_checkpoints,
    forging,
    other_key,
    replant,
)
from tests.world.command import Command
from tests.world.documents import player

SEED = 6962


def kept(
    office: Command, *documents: dict[str, Any], name: str = "receipt.json"
) -> Path:
    """The answer of a submission in a file, as whoever submitted keeps it."""
    file = office.folder / "p.jsonl"
    file.write_text("\n".join(map(json.dumps, documents)), "utf-8")
    done = office.run("submit", str(file), "--json")
    assert done.code == 0, done.out
    (office.folder / name).write_text(done.out, "utf-8")
    return office.folder / name


def signed(receipt: Path, world: World) -> Path:
    """As a service with a key answers."""
    fields = json.loads(receipt.read_text("utf-8"))["receipt"]
    note = sign(fields["checkpoint"], world.signer.name, str(world.key))
    receipt.write_text(
        json.dumps(fields | {"checkpoint": note, "signer": world.signer.text()}),
        "utf-8",
    )
    return receipt


def test_the_hashes_of_any_span_give_the_root() -> None:
    """By each of the two programs; and a hash that differs, or is one too many or too
    few, does not.
    """
    print("seed", rng := random.Random(SEED), SEED)
    for size in range(1, 40):
        leaves = [leaf(rng.randbytes(4)) for _ in range(size)]
        stored: dict[int, bytes] = {}
        for seq in range(1, size + 1):
            stored[seq] = hash_to_store(seq, leaves[seq - 1], stored.__getitem__)
        for low in range(size):
            cuts = (0, low, rng.randint(low + 1, size), size)
            places = [*full_subtrees(cuts)]
            hashes = [
                full_subtree_root(
                    *place, stored.__getitem__, dict(enumerate(leaves, 1)).__getitem__
                )
                for place in places
            ]
            assert hashes == [subtree(leaves, *place) for place in places]
            assert places == STAND_ALONE.tiles_of(list(cuts))
            root = subtree(leaves, 0, size)
            assert root_of_parts(cuts, hashes) == root
            assert (
                STAND_ALONE.tiled(dict(zip(places, hashes, strict=True)), 0, size)
                == root
            )
            at = rng.randrange(len(hashes))
            assert (
                root_of_parts(cuts, [*hashes[:at], leaf(b"another"), *hashes[at + 1 :]])
                != root
            )
            assert (
                root_of_parts(cuts, hashes[:-1])
                is root_of_parts(cuts, [*hashes, root])
                is None
            )


def test_a_thousand_documents_have_a_small_receipt(office: Command) -> None:
    receipt = json.loads(
        kept(office, *(player(f"N{number}") for number in range(1000))).read_text()
    )["receipt"]
    assert (receipt["first"], receipt["last"]) == (22, 1021)
    assert len(receipt["hashes"]) < 20 and len(json.dumps(receipt)) < 1500


def test_a_receipt_holds_no_detail(office: Command) -> None:
    file = kept(office, player("Salattu-1", name="Nimi, Salainen", born="2011-05-06"))
    # hashes are in base64, where any two letters may meet
    text = json.dumps(json.loads(file.read_text("utf-8"))["receipt"])
    assert not [
        detail
        for detail in ("Nimi", "Salainen", "2011-05", "Salattu")
        if detail in text
    ]


def test_what_is_sent_again_gets_the_receipt_of_the_first_time(office: Command) -> None:
    first = json.loads(kept(office, player("N1")).read_text())["receipt"]
    kept(office, player("N2"))
    again = json.loads(kept(office, player("N1")).read_text())
    assert again["recorded"][0]["repeated"] is True
    assert (again["receipt"]["first"], again["receipt"]["last"]) == (
        first["first"],
        first["last"],
    )
    assert again["receipt"]["checkpoint"].split("\n")[1] == "23"
    assert alone("receipt", str(office.folder / "receipt.json"))[0] == 3


def test_the_answer_to_very_many_documents_is_read_whole(office: Command) -> None:
    receipt = kept(office, player("N1"))
    receipt.write_text(
        json.dumps(
            {"moved": ["x" * 99] * 20_000} | json.loads(receipt.read_text("utf-8"))
        ),
        "utf-8",
    )
    assert office.answer("verify", "--receipt", str(receipt))[1]["printed"] == [
        {"size": 22, "agrees": True}
    ]


def test_a_preview_has_none(office: Command) -> None:
    (office.folder / "p.jsonl").write_text(json.dumps(player("N1")))
    assert (
        "receipt"
        not in office.answer("submit", str(office.folder / "p.jsonl"), "--dry-run")[1]
    )


def test_whole_and_signed(office: Command, world: World) -> None:
    receipt, key = kept(office, player("N1"), player("N2")), world.signer.text()
    code, value = alone("receipt", str(receipt))
    assert (code, value["status"], value["warnings"]) == (
        3,
        "unproven",
        ["nobody signed it"],
    )
    signed(receipt, world)
    code, value = alone("receipt", str(receipt), "--key", key)
    assert (code, value["status"], value["first"], value["last"]) == (
        0,
        "proven",
        22,
        23,
    )
    assert alone("receipt", str(receipt))[1]["status"] == "unproven"
    other = other_key(office.folder, world.signer.name)[1].text()
    assert alone("receipt", str(receipt), "--key", other)[0] == 2
    fields = json.loads(receipt.read_text("utf-8"))
    hashes = fields["hashes"]
    for wrong in (
        {"first": 24},
        {"last": 24},
        {"first": 0},
        {"last": 10**30},
        {"first": "22"},
        {"hashes": hashes[:-1]},
        {"hashes": [*hashes[:-1], hashes[0]]},
        {"hashes": [hashes[0][:-4], *hashes[1:]]},
        {"hashes": 7},
        {"checkpoint": fields["checkpoint"].replace("\n23\n", "\n22\n")},
        {"checkpoint": ""},
        {"checkpoint": None},
    ):
        (office.folder / "wrong.json").write_text(json.dumps(fields | wrong), "utf-8")
        assert (
            alone("receipt", str(office.folder / "wrong.json"), "--key", key)[0] == 1
        ), wrong
        assert (
            office.answer("verify", "--receipt", str(office.folder / "wrong.json"))[0]
            == 1
        ), wrong
    for text in ("", "[]", "7", '{"receipt": 7}', "[" * 10_000):
        (office.folder / "wrong.json").write_text(text, "utf-8")
        assert (
            alone("receipt", str(office.folder / "wrong.json"), "--key", key)[0] == 2
        ), text[:20]
        assert code_of(
            office.answer("verify", "--receipt", str(office.folder / "wrong.json"))
        ) == (2, "no-receipt")


def rewrite(office: Command) -> None:
    """All that whoever has the ledger can do: the event, the tree, the read tables, and
    no checkpoint left.
    """
    with forging(office.path) as connection:
        change_state(connection, 22, b'"born":"1955"', b'"born":"1965"')
        replant(connection)
        conclude(connection)
        forget_checkpoints(connection)


@pytest.mark.parametrize("is_signed", [False, True])
def test_held_against_a_ledger_and_a_bundle(
    is_signed: bool, office: Command, world: World
) -> None:
    receipt = kept(office, player("N1", born="1955"))
    kept(office, player("N2"), name="later.json")
    if is_signed:
        signed(receipt, world)
    given, key = ("--receipt", str(receipt)), ("--key", world.signer.text())
    wanted = 0 if is_signed else 3
    assert (
        office.answer("verify", *given, "--public-key", world.signer.text())[1][
            "status"
        ]
        == "proven"
    )
    office.answer("proof", "bundle", "before")
    assert (
        alone("bundle", "before", *given)[0]
        == alone("ledger", str(office.path), *given)[0]
        == wanted
    )
    assert alone("bundle", "before", *given, *key)[0] == 0
    rewrite(office)
    office.run("verify", "--accept")
    # the control: nothing in the ledger tells
    assert office.answer("verify")[1]["status"] == "unproven"
    assert office.answer("verify", *given)[1]["status"] == "altered"
    office.answer("proof", "bundle", "after")
    assert alone("bundle", "after")[0] == 3
    assert (
        alone("bundle", "after", *given)[0]
        == alone("ledger", str(office.path), *given)[0]
        == 1
    )


def test_held_against_proofs(office: Command, world: World) -> None:
    """Of one event, with what is in it; and of the growth of the log, by a receipt that
    nobody signed.
    """
    receipt, key = (
        kept(office, player("N1"), player("N2"), player("N3")),
        (
            "--key",
            world.signer.text(),
        ),
    )
    given = ("--receipt", str(receipt))
    office.answer("proof", "checkpoint")
    for seq in (21, 22, 23, 24):
        office.answer("proof", "prove", str(seq), "--out", f"{seq}.tlog-proof")
        code, value = alone(
            "proof", f"{seq}.tlog-proof", *key, "--receipt", str(receipt)
        )
        assert code == (0 if seq > 21 else 2) and (
            code == 0 or "22 to 24, and this is event 21" in value
        )
    other = json.loads(receipt.read_text())["receipt"]
    (office.folder / "one.json").write_text(
        json.dumps(other | {"hashes": other["hashes"][::-1]})
    )
    assert alone("proof", "22.tlog-proof", *key, "--receipt", "one.json")[0] == 1
    kept(office, player("N4"), name="later.json")
    office.answer("proof", "checkpoint")
    assert (
        office.answer("proof", "prove", "--since", str(receipt), "--out", "g.txt")[1][
            "since"
        ]
        == 24
    )
    assert alone("growth", "g.txt", str(receipt), *key)[0] == 0
    assert alone("growth", "g.txt", "one.json", *key)[0] == 1
    signed(receipt, world)
    assert (
        alone("growth", "g.txt", str(receipt), *key)[0]
        == alone("proof", "22.tlog-proof", *key, *given)[0]
        == 0
    )
    stranger = ("--key", other_key(office.folder, world.signer.name)[1].text())
    note = json.loads(receipt.read_text("utf-8"))["checkpoint"]
    receipt.write_text(
        receipt.read_text("utf-8").replace(note[-8:-3], "AAAAA"), "utf-8"
    )
    assert alone("growth", "g.txt", str(receipt), *key, *stranger)[0] == 1
    assert alone("proof", "22.tlog-proof", *key, *given)[0] == 1
    rewritten = office.folder / "other.json"
    rewritten.write_text(receipt.read_text().replace("\\n24\\n", "\\n23\\n"))
    assert alone("growth", "g.txt", str(rewritten), *key)[0] == 1


# witnesses' keys


@pytest.fixture
def watched(office: Command, world: World) -> tuple[str, PublicKey]:
    """The checkpoint that left, cosigned, and the key of whoever did."""
    watcher = office.folder / "watcher.key"
    office.run("proof", "new-key", str(watcher))
    note, public = cosign(
        world.outside.read_text("utf-8"), "example.org/watch", str(watcher), 1767225600
    )
    (office.folder / "cosigned.txt").write_text(note, "utf-8")
    return "cosigned.txt", public


def test_a_cosigner_who_is_named_has_to_have_cosigned(
    office: Command, world: World, watched: tuple[str, PublicKey]
) -> None:
    """By both programs: the log's key alone, the witness's alone, both; on what was
    cosigned and on what was not.
    """
    cosigned, watcher = watched
    office.answer("proof", "bundle", "b")
    log, witness = world.signer.text(), watcher.text()
    for file, keys, wanted in (
        (cosigned, (log,), 0),
        (cosigned, (witness,), 0),
        (cosigned, (log, witness), 0),
        (str(world.outside), (log,), 0),
        (str(world.outside), (witness,), 3),
        (str(world.outside), (log, witness), 3),
    ):
        named = [part for key in keys for part in ("--key", key)]
        public = [part for key in keys for part in ("--public-key", key)]
        assert alone("bundle", "b", "--checkpoint", file, *named)[0] == wanted, (
            file,
            keys,
        )
        assert (
            alone("ledger", str(office.path), "--checkpoint", file, *named)[0] == wanted
        ), (file, keys)
        assert office.answer("verify", "--checkpoint", file, *public)[0] == wanted, (
            file,
            keys,
        )


def test_a_wrong_cosignature_is_a_finding(
    office: Command, world: World, watched: tuple[str, PublicKey]
) -> None:
    cosigned, watcher = watched
    note = (office.folder / cosigned).read_text("utf-8")
    later, _ = cosign(
        world.outside.read_text("utf-8"), watcher.name, "watcher.key", 1767225601
    )
    head, line = note.rpartition(" ")[::2]
    moved = (
        STAND_ALONE.unbase64(line.strip()),
        STAND_ALONE.unbase64(later.rpartition(" ")[2].strip()),
    )
    forged = moved[0][:4] + moved[1][4:12] + moved[0][12:]  # seen at another moment
    (office.folder / "forged.txt").write_text(
        f"{head} {STAND_ALONE.base64.b64encode(forged).decode()}\n", "utf-8"
    )
    office.answer("proof", "bundle", "b")
    log, witness = world.signer.text(), watcher.text()
    # the control: nobody asks
    assert alone("bundle", "b", "--checkpoint", "forged.txt", "--key", log)[0] == 0
    assert (
        alone(
            "bundle", "b", "--checkpoint", "forged.txt", "--key", log, "--key", witness
        )[0]
        == 1
    )
    verdict = office.answer(
        "verify",
        "--checkpoint",
        "forged.txt",
        "--public-key",
        log,
        "--public-key",
        witness,
    )[1]
    assert [problem["code"] for problem in verdict["problems"]] == ["bad-signature"]


def test_a_proof_is_cosigned_too(
    office: Command, world: World, watched: tuple[str, PublicKey]
) -> None:
    keys = ("--key", world.signer.text(), "--key", watched[1].text())
    office.answer("proof", "prove", "3", "--out", "3.tlog-proof")
    code, value = alone("proof", "3.tlog-proof", *keys)
    assert (code, value["status"], value["warnings"]) == (
        3,
        "unproven",
        ["example.org/watch has not cosigned it"],
    )
    head, gap, note = Path("3.tlog-proof").read_text("utf-8").partition("\n\n")
    note, _ = cosign(note, "example.org/watch", "watcher.key", 1767225600)
    Path("3.tlog-proof").write_text(f"{head}{gap}{note}", "utf-8")
    assert alone("proof", "3.tlog-proof", *keys)[0] == 0
