"""`selo proof key` and `selo proof checkpoint`: made, kept, given from elsewhere, and nothing
altered is signed.
"""

import json
from pathlib import Path

import pytest

from audit.signing import public_key, sign
from tests.proof.proof_world import (
    World,
    alone,
    change_state,
    code_of,
    forging,
    other_key,
    rows,
)
from tests.world.command import Command

# key


def test_a_key_is_made_in_the_users_settings(
    office: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SELO_KEY")
    code, value = office.answer("proof", "new-key")
    file = Path(value["file"])
    assert (
        code == 0
        and file.is_relative_to(office.folder / "home")
        and file.stat().st_mode & 0o777 == 0o600
    )
    assert (
        value["public_key"].startswith("selokirja/")
        and b"PRIVATE" not in json.dumps(value).encode()
    )
    assert office.run("proof", "key")[1] == value["public_key"] + "\n"
    assert code_of(office.answer("proof", "new-key")) == (1, "exists")


def test_a_key_needs_no_ledger(office: Command) -> None:
    office.path = office.folder / "none.db"
    code, value = office.answer("proof", "new-key", "k.key")
    assert (code, value["public_key"]) == (0, None) and len(value["raw"]) == 44
    code, key, advice = office.run("proof", "key", "--key", "k.key")
    # or it is refused elsewhere
    assert (code, key) == (0, value["raw"] + "\n") and "--ledger FILE" in advice
    assert not office.path.exists()


def test_an_open_key_is_told(office: Command, world: World) -> None:
    key = office.folder / "open.key"
    key.write_bytes(world.key.read_bytes())
    key.chmod(0o644)
    code, _, said = office.run("proof", "checkpoint", "--key", str(key))
    assert code == 0 and "others may read" in said


def test_the_public_half_is_under_the_ledgers_name(
    office: Command, world: World
) -> None:
    assert (
        office.run("proof", "key")[1].strip()
        == world.signer.text()
        == public_key(str(world.key), world.signer.name).text()
    )


# checkpoint


def test_a_checkpoint_is_printed_kept_and_the_same_again(office: Command) -> None:
    code, value = office.answer("proof", "checkpoint", "--out", "c.txt")
    assert code == 0 and (value["size"], value["number"]) == (21, 4)
    assert (
        Path("c.txt").read_text("utf-8")
        == value["note"]
        == office.run("proof", "checkpoint")[1]
    )
    assert value["note"].split("\n")[:3] == [value["origin"], "21", value["root"]]
    assert rows(office.path, "SELECT COUNT(*) FROM checkpoint") == [(4,)]
    assert (
        office.run("proof", "checkpoint", "--out", "c.txt")[0] == 1
    )  # never overwritten
    assert office.answer("verify", "--checkpoint", "c.txt")[1]["proven_events"] == 21


def test_without_a_key_or_a_ledger(office: Command) -> None:
    assert code_of(office.answer("proof", "checkpoint", "--key", "nowhere.key")) == (
        2,
        "no-key",
    )
    (Path.cwd() / "folder.key").mkdir()
    assert code_of(office.answer("proof", "checkpoint", "--key", "folder.key")) == (
        2,
        "bad-key",
    )
    office.path = office.folder / "none.db"
    for words in (
        ["proof", "checkpoint"],
        ["verify"],
        ["proof", "prove", "1"],
        ["proof", "bundle", "b"],
        ["proof", "key"],
    ):
        code, value = office.answer(*words)
        assert code == 3 or words == ["proof", "key"], value
    assert not office.path.exists() and not Path("b").exists()


def test_nothing_altered_is_signed(office: Command) -> None:
    with forging(office.path) as connection:
        change_state(connection, 14, b'"1=0=0"', b'"0=0=0"')
    assert code_of(office.answer("proof", "checkpoint")) == (1, "hash-differs")


def test_nothing_is_recorded_on_top_of_a_broken_tree(office: Command) -> None:
    with forging(office.path) as connection:
        connection.execute("DELETE FROM event WHERE seq = 21")
    words = ["player", "add", "N1", "--name", "New"]
    # the read tables follow an event that is gone
    assert code_of(office.answer(*words)) == (1, "damaged")
    with forging(office.path) as connection:
        connection.execute("DELETE FROM tree WHERE seq IN (20, 21)")
        connection.execute(
            "INSERT INTO tree VALUES (20, zeroblob(32)), (19, zeroblob(32)) ON CONFLICT"
            " DO NOTHING"
        )
        connection.execute("DELETE FROM tree WHERE seq = 19")
        connection.execute("DELETE FROM event WHERE seq = 20")
    office.run("verify", "--accept")  # else it is refused for what was seen before
    assert code_of(office.answer(*words)) == (1, "damaged")
    with forging(office.path) as connection:
        connection.execute("DELETE FROM projected")  # so that they are made again
    assert code_of(office.answer(*words)) == (1, "damaged")


def test_two_histories_of_one_length_are_not_between_two_events(
    office: Command, world: World
) -> None:
    """One root over 19 events agrees, another does not: no event of this ledger is to
    be looked for.
    """
    origin = office.answer("proof", "checkpoint", "--add", str(world.outside))[1][
        "origin"
    ]
    Path("fork.txt").write_text(
        sign(f"{origin}\n19\n{'A' * 43}=\n", origin, str(world.key)), "utf-8"
    )
    given = ("--checkpoint", str(world.outside), "--checkpoint", "fork.txt")
    code, value = office.answer("verify", *given)
    [problem] = value["problems"]
    assert (code, problem["code"], problem["seq"], problem["between"]) == (
        1,
        "root-differs",
        None,
        None,
    )
    assert (
        "two histories" in problem["message"]
        and "between" not in office.run("verify", *given).out
    )
    code, value = alone("ledger", str(office.path), *given)
    assert code == 1 and "two histories" in " ".join(value["problems"])
    root = (
        "--root",
        "19",
        world.outside.read_text("utf-8").split("\n")[2],
        "--root",
        "19",
        f"{'A' * 43}=",
    )
    [problem] = office.answer("verify", *root)[1]["problems"]
    assert (problem["seq"], problem["between"]) == (None, None)


def test_a_checkpoint_from_elsewhere_is_kept_and_checked(
    office: Command, world: World
) -> None:
    """Kept when a known key signed it, even if it contradicts the events; remembered by
    every later verify.
    """
    code, value = office.answer("proof", "checkpoint", "--add", str(world.outside))
    assert (code, value["consistent"], value["signature"], value["number"]) == (
        0,
        True,
        "valid",
        3,
    )
    origin = value["origin"]
    foreign = sign(f"{origin}\n19\n{'A' * 43}=\n", origin, str(world.key))
    Path("fork.txt").write_text(foreign, "utf-8")
    code, value = office.answer("proof", "checkpoint", "--add", "fork.txt")
    assert (code, value["consistent"]) == (1, False) and value["problems"]
    assert rows(office.path, "SELECT COUNT(*) FROM checkpoint WHERE outside = 1") == [
        (2,)
    ]
    assert code_of(office.answer("verify")) == (1, "root-differs")
    # it says that the events are not those that were signed; that is no reason to have
    # no backup of them
    assert office.answer("ledger", "backup", "b.db")[0] == 0
    assert office.answer("ledger", "restore", "b.db", "--ledger", "r.db")[0] == 0


def test_what_is_kept_and_contradicts_can_be_taken_back(
    office: Command, world: World
) -> None:
    origin = office.answer("proof", "checkpoint", "--add", str(world.outside))[1][
        "origin"
    ]
    text = sign(f"{origin}\n19\n{'A' * 43}=\n", origin, str(world.key))
    Path("fork.txt").write_text(text, "utf-8")
    number = office.answer("proof", "checkpoint", "--add", "fork.txt")[1]["number"]
    assert code_of(office.answer("proof", "checkpoint")) == (1, "root-differs")
    retraction = (
        "proof",
        "checkpoint",
        "--retract",
        str(number),
        "--reason",
        "of a copy that was restored and thrown away",
    )
    seq = office.answer(*retraction)[1]["recorded"][0]["seq"]
    assert office.answer(*retraction)[1]["recorded"][0] == {
        "seq": seq,
        "kind": "retract-checkpoint",
        "target": str(number),
        "repeated": True,
    }
    code, value = office.answer("verify")
    assert (code, value["status"]) == (3, "unproven")
    assert f"checkpoint {number} was taken back by event {seq}: " in " ".join(
        value["warnings"]
    )
    assert (
        f"checkpoint {number} from elsewhere no longer counts"
        in office.run("log", "--limit", "1")[1]
    )
    assert (
        office.answer("proof", "checkpoint")[0] == 0
        and office.answer("ledger", "backup", "b.db")[0] == 0
    )
    # who holds it outside still sees it, and the verifier without Selokirja says the
    # same
    key = office.run("proof", "key")[1].strip()
    assert office.answer("verify", "--checkpoint", "fork.txt")[0] == 1
    assert office.answer("verify", "--public-key", key)[1]["status"] == "proven"
    assert office.answer("proof", "bundle", "out.zip")[0] == 0
    for what in ("ledger", str(office.path)), ("bundle", "out.zip"):
        code, value = alone(*what, "--key", key)
        assert (code, value["status"], len(value["warnings"])) == (0, "proven", 1)
        assert alone(*what, "--key", key, "--checkpoint", "fork.txt")[0] == 1
    # and the retraction can be taken back like any other fact
    assert (
        office.answer("withdraw", "--seq", str(seq), "--reason", "it was right")[0] == 0
    )
    assert (
        code_of(office.answer("verify")) == (1, "root-differs")
        and alone("ledger", str(office.path))[0] == 1
    )


def test_only_what_came_from_elsewhere_can_be_taken_back(
    office: Command, world: World
) -> None:
    for number in ("1", "99"):
        assert code_of(
            office.answer("proof", "checkpoint", "--retract", number, "--reason", "x")
        ) == (1, "unknown-checkpoint")
    assert office.answer("proof", "checkpoint", "--retract", "1")[0] == 2


def test_a_checkpoint_of_another_ledger_is_not_kept(
    office: Command, world: World
) -> None:
    foreign = sign(
        f"selokirja/0123456789abcdef\n19\n{'A' * 43}=\n",
        "selokirja/0123456789abcdef",
        str(world.key),
    )
    Path("o.txt").write_text(foreign, "utf-8")
    assert code_of(office.answer("proof", "checkpoint", "--add", "o.txt")) == (
        1,
        "other-ledger",
    )
    assert rows(office.path, "SELECT COUNT(*) FROM checkpoint WHERE outside = 1") == [
        (1,)
    ]
    assert (
        office.answer("verify")[0] == 3 and office.answer("proof", "checkpoint")[0] == 0
    )


def test_one_signed_by_a_stranger_proves_nothing(office: Command) -> None:
    text = (
        rows(office.path, "SELECT note FROM checkpoint WHERE number = 2")[0][
            0
        ].partition("\n\n")[0]
        + "\n"
    )
    origin = text.split("\n")[0]
    key, stranger = other_key(office.folder, origin)
    Path("strange.txt").write_text(sign(text, origin, str(key)), "utf-8")
    with forging(office.path) as connection:
        connection.execute(
            "UPDATE checkpoint SET outside = 0, signer = (SELECT signer FROM"
            " checkpoint)"
        )
    code, value = office.answer("verify", "--checkpoint", "strange.txt")
    assert (code, value["status"]) == (3, "unproven") and "nobody known" in value[
        "warnings"
    ][0]
    assert code_of(office.answer("proof", "checkpoint", "--add", "strange.txt")) == (
        2,
        "unknown-signer",
    )
    assert office.answer("verify")[0] == 3
    # with its key from outside it would count, but then nobody knows who signed the own
    # ones
    assert office.answer("verify", "--public-key", stranger.text())[0] == 1
    both = (
        "--public-key",
        stranger.text(),
        "--public-key",
        office.run("proof", "key")[1].strip(),
    )
    assert office.answer("verify", *both, "--checkpoint", "strange.txt")[0] == 0
