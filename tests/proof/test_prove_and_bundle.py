"""`selo proof prove` and `selo proof bundle`: what is proved, checked by the verifier that stands
alone.
"""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from audit.standalone import verify
from messages.results import RESULT_OF
from tests.proof.proof_world import (
    STAND_ALONE,
    World,
    alone,
    change_state,
    code_of,
    forging,
    other_key,
    replant,
    rows,
)
from tests.world.command import Command

# prove


@pytest.mark.parametrize("seq", range(1, 20))
def test_every_event_can_be_proved(seq: int, office: Command) -> None:
    key = office.run("proof", "key")[1].strip()
    code, value = office.answer("proof", "prove", str(seq), "--out", "e.tlog-proof")
    assert (code, value["seq"], value["index"], value["size"]) == (0, seq, seq - 1, 19)
    code, told = alone("proof", "e.tlog-proof", "--key", key)
    assert (code, told["status"], told["event"]["seq"]) == (0, "proven", seq)
    text = Path("e.tlog-proof").read_text("utf-8")
    assert text.startswith("c2sp.org/tlog-proof@v1\nextra ")
    for wrong in (
        text.replace(f"index {seq - 1}", f"index {seq}"),
        text.replace("extra e", "extra f"),
        text.replace("\n19\n", "\n18\n"),
        text[:-6],
        text.replace("\n\n", "\n", 1),
    ):
        Path("wrong").write_text(wrong, "utf-8")
        assert alone("proof", "wrong", "--key", key)[0] == 1
    other = other_key(office.folder, key.partition("+")[0])[1].text()
    assert alone("proof", "e.tlog-proof", "--key", other)[0] == 2


def test_a_proof_is_read_by_somebody_who_knows_no_json(office: Command) -> None:
    """Who played whom, how it ended, why it was changed; nothing of a forged event."""
    key = office.run("proof", "key")[1].strip()
    kinds = {}
    for seq in range(1, 20):
        office.answer("proof", "prove", str(seq), "--out", f"e{seq}.tlog-proof")
        done = subprocess.run(
            [
                sys.executable,
                verify.__file__,
                "proof",
                f"e{seq}.tlog-proof",
                "--key",
                key,
            ],
            capture_output=True,
            text=True,
        )
        lines = done.stdout.splitlines()
        kinds[lines[4].split(": ")[1].partition(",")[0]] = lines[5:-1]
        assert f"this is event {seq}: " in lines[4] and lines[-1].startswith("event: {")
    assert any(" (White) against " in line for line in kinds["tournament submitted"])
    assert kinds["tournament amended"][0].startswith("game ")
    assert kinds["tournament amended"][-1].startswith("reason: ")
    text = Path("e19.tlog-proof").read_text("utf-8")
    Path("wrong").write_text(text.replace("index 18", "index 17"), "utf-8")
    done = subprocess.run(
        [sys.executable, verify.__file__, "proof", "wrong", "--key", key],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1 and "this is event" not in done.stdout


def test_the_verifier_knows_every_result() -> None:
    assert verify.RESULTS == RESULT_OF


def test_what_cannot_be_proved(office: Command) -> None:
    assert code_of(office.answer("proof", "prove", "0")) == (3, "unknown-seq")
    assert code_of(office.answer("proof", "prove", "22")) == (3, "unknown-seq")
    assert code_of(office.answer("proof", "prove", "21")) == (3, "no-checkpoint")
    assert office.answer("proof", "prove")[0] == 2
    with forging(office.path) as connection:
        change_state(connection, 14, b'"1=0=0"', b'"0=0=0"')
    assert code_of(office.answer("proof", "prove", "3")) == (1, "root-differs")


def test_growth_can_be_proved(office: Command, world: World) -> None:
    office.run("proof", "checkpoint")
    key = office.run("proof", "key")[1].strip()
    code, value = office.answer(
        "proof", "prove", "--since", str(world.outside), "--out", "g.txt"
    )
    assert (code, value["since"], value["size"]) == (0, 19, 21)
    assert Path("g.txt").read_text("utf-8").startswith("old 19\n")
    assert alone("growth", "g.txt", str(world.outside), "--key", key)[0] == 0
    text = Path("g.txt").read_text("utf-8")
    Path("wrong").write_text(
        "\n".join(text.split("\n")[:1] + text.split("\n")[2:]), "utf-8"
    )
    assert alone("growth", "wrong", str(world.outside), "--key", key)[0] == 1
    with forging(office.path) as connection:
        change_state(connection, 16, b'"0-1"', b'"1/2-1/2"')
        replant(connection)
        connection.execute("DELETE FROM checkpoint")
        connection.execute("DELETE FROM sqlite_sequence WHERE name = 'checkpoint'")
    office.run("verify", "--accept")  # this forger's machine has not seen it before
    office.run("proof", "checkpoint")
    assert code_of(office.answer("proof", "prove", "--since", str(world.outside))) == (
        1,
        "root-differs",
    )


# bundle


@pytest.mark.parametrize("target", ["bundle", "bundle.zip"])
def test_a_bundle_is_checked_by_itself(
    target: str, office: Command, world: World
) -> None:
    code, value = office.answer("proof", "bundle", target)
    assert (code, value["events"]) == (0, 21)
    assert code_of(office.answer("proof", "bundle", target)) == (1, "exists")
    if target.endswith(".zip"):
        zipfile.ZipFile(target).extract("verify.py")
    program = "verify.py" if target.endswith(".zip") else f"{target}/verify.py"
    given = [
        "--key",
        office.run("proof", "key")[1].strip(),
        "--checkpoint",
        str(world.outside),
    ]
    for words, wanted in (([], 3), (given[:2], 0), (given[2:], 0), (given, 0)):
        # isolated and without site-packages: nothing of ours, nothing of anybody else's
        command = [
            sys.executable,
            "-I",
            "-S",
            program,
            "bundle",
            target,
            *words,
            "--json",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == wanted, done.stdout + done.stderr
        assert json.loads(done.stdout)["root"] == office.answer("verify")[1]["root"]


def test_a_bundle_of_the_same_ledger_is_the_same_file(office: Command) -> None:
    office.answer("proof", "bundle", "one.zip")
    office.answer("proof", "bundle", "two.zip")
    assert Path("one.zip").read_bytes() == Path("two.zip").read_bytes()


def test_a_bundle_is_exact_and_names_nobody(office: Command) -> None:
    office.answer("proof", "bundle", "b")
    states = [
        row[0] for row in rows(office.path, "SELECT state FROM event ORDER BY seq")
    ]
    assert Path("b/events.jsonl").read_bytes().split(b"\n")[:-1] == states
    everything = b"".join(path.read_bytes() for path in Path("b").rglob("*.[jt]*"))
    for name in (b"Name 1", b"Gone, Soon", b"PRIVATE"):
        assert name not in everything


def test_a_forged_bundle_is_caught(office: Command, world: World) -> None:
    """Lines edited, dropped, swapped, appended; files gone."""
    office.answer("proof", "bundle", "b")
    events = Path("b/events.jsonl")
    lines = events.read_bytes().split(b"\n")
    given = [
        "--key",
        office.run("proof", "key")[1].strip(),
        "--checkpoint",
        str(world.outside),
    ]
    for forged in (
        [*lines[:13], lines[13].replace(b"1-0", b"0-1"), *lines[14:]],
        [*lines[:13], *lines[14:]],
        [*lines[:12], lines[13], lines[12], *lines[14:]],
        [*lines[:-1], lines[-2], b""],
        lines[:18],
        [b""],
        [*lines[:13], lines[13] + b"\r", *lines[14:]],
        [*lines[:-1], b"[]", b""],
        [*lines[:-1], b"\xff", b""],
        [*lines[:-1], b"[" * 100_000, b""],
    ):
        events.write_bytes(b"\n".join(forged))
        assert alone("bundle", "b", *given)[0] == 1
    events.write_bytes(b"\n".join(lines))
    assert alone("bundle", "b", *given)[0] == 0
    Path("b/checkpoints/0001-own.txt").write_text("hello\n", "utf-8")
    assert alone("bundle", "b", *given)[0] == 1
    events.unlink()
    assert alone("bundle", "b", *given)[0] == 1


@pytest.mark.parametrize(
    "words",
    [
        ("proof", "none"),
        ("growth", "here", "none"),
        ("bundle", "none"),
        ("ledger", "none"),
        ("ledger", "here", "--checkpoint", "none"),
    ],
)
def test_a_file_that_is_not_there_is_not_said_to_be_altered(
    words: tuple[str, ...], office: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("here").write_text("", "utf-8")
    with pytest.raises(SystemExit) as ended:
        STAND_ALONE.main([*words, "--key", "somebody"])
    assert (
        ended.value.code == 2
        and "none: there is no such file" in capsys.readouterr().err
    )


def test_a_bundle_under_another_name_is_not_proven(
    office: Command, world: World
) -> None:
    office.done("proof", "bundle", "bundle")
    given = (
        "--key",
        office.run("proof", "key")[1].strip(),
        "--checkpoint",
        str(world.outside),
    )
    assert alone("bundle", "bundle", *given)[0] == 0
    Path("bundle/origin.txt").write_text("selokirja/0123456789abcdef\n")
    code, value = alone("bundle", "bundle", *given)
    assert code == 1 and "origin.txt" in value["problems"][0]
