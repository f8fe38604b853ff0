"""`selo verify`: its three answers, the checkpoints it is given, and files that are
none.
"""

from pathlib import Path

from tests.proof.proof_world import (
    World,
    alone,
    change_state,
    code_of,
    forging,
    replant,
)
from tests.world.command import Command


def test_verify_answers_proven_unproven_or_altered(
    office: Command, world: World
) -> None:
    code, value = office.answer("verify", "--checkpoint", str(world.outside))
    assert (code, value["status"], value["events"], value["problems"]) == (
        0,
        "proven",
        21,
        [],
    )
    code, said, _ = office.run("verify", "--checkpoint", str(world.outside))
    assert (
        code == 0
        and said.startswith("proven: 21 events, root ")
        and "for the events after it" in said
    )
    assert "give the key of the kept checkpoints" in office.run("verify")[1]
    keyed = office.run("verify", "--public-key", world.signer.text())
    assert keyed.code == 0 and "signed with the key you gave" in keyed.out
    with forging(office.path) as connection:
        connection.execute("DELETE FROM checkpoint WHERE number = 3")
        connection.execute(
            "UPDATE sqlite_sequence SET seq = 2 WHERE name = 'checkpoint'"
        )
    code, value = office.answer("verify")
    assert (code, value["status"], value["problems"]) == (3, "unproven", [])
    # the ledger's own checkpoints count with their key from outside, for the command
    # and for the verifier
    code, value = office.answer("verify", "--public-key", world.signer.text())
    assert (code, value["status"], value["proven_events"], value["rests_on"]) == (
        0,
        "proven",
        19,
        "kept",
    )
    code, value = alone("ledger", str(office.path), "--key", world.signer.text())
    assert (code, value["status"], value["proven_events"], value["rests_on"]) == (
        0,
        "proven",
        19,
        "kept",
    )
    with forging(office.path) as connection:
        change_state(connection, 14, b'"1=0=0"', b'"0=0=0"')
    code, value = office.answer("verify", "--checkpoint", str(world.outside))
    assert (code, value["status"], value["first_bad"]) == (1, "altered", 14)
    assert {"code", "message", "where", "hint", "seq"} <= value["problems"][0].keys()
    said = office.run("verify", "--checkpoint", str(world.outside))[1]
    assert "first bad event: 14" in said


def test_verify_changes_nothing(office: Command, world: World) -> None:
    before = office.path.read_bytes()
    office.answer("verify", "--checkpoint", str(world.outside))
    assert office.path.read_bytes() == before


def test_verify_reads_many_checkpoints(office: Command, world: World) -> None:
    """One a forger cannot answer is enough, whatever the others say."""
    office.run("proof", "checkpoint", "--out", "new.txt")
    files = ["--checkpoint", "new.txt", "--checkpoint", str(world.outside)]
    assert office.answer("verify", *files)[1]["proven_events"] == 21
    with forging(office.path) as connection:
        change_state(connection, 21, b"the board", b"the bored")
        replant(connection)
    code, value = office.answer("verify", *files)
    assert (
        code == 1
        and {"between": [20, 21], "code": "root-differs"}.items()
        <= value["problems"][-1].items()
    )


def test_files_that_are_no_checkpoints(office: Command, world: World) -> None:
    note = world.outside.read_bytes()
    for content, code in (
        (b"hello", "no-checkpoint"),
        (b"", "no-checkpoint"),
        (b"\xff\xfe", "no-text"),
        (note[:-9], "no-checkpoint"),
        (note.replace(b"\n", b"\r\n"), "no-checkpoint"),
    ):
        Path("file").write_bytes(content)
        assert code_of(office.answer("verify", "--checkpoint", "file")) == (2, code)
        assert code_of(office.answer("proof", "checkpoint", "--add", "file")) == (
            2,
            code,
        )
    assert office.answer("verify", "--checkpoint", "nowhere")[0] == 2
    assert office.answer("verify", "--checkpoint", ".")[0] == 2
    assert code_of(office.answer("verify", "--public-key", "nonsense")) == (
        2,
        "bad-public-key",
    )
    # one letter of the root, so that the signature fits no more
    Path("file").write_bytes(
        note.replace(b"=\n\n", b"=\n\n", 1).replace(note.split(b"\n")[2][:1], b"Z", 1)
    )
    assert office.answer("verify", "--checkpoint", "file")[0] == 1


def test_files_that_are_no_ledgers(office: Command) -> None:
    office.path = office.folder / "other"
    for content in (b"", b"hello", b"SQLite format 3\0" + bytes(200)):
        office.path.write_bytes(content)
        assert office.answer("verify")[0] == 1
    office.path.unlink()
    office.path.mkdir()
    assert code_of(office.answer("verify")) == (1, "is-folder")
