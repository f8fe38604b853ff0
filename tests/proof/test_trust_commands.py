"""key, checkpoint, verify, prove, bundle as people and scripts use them: words, JSON, exit codes, files."""

import ast
import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from harness import ledger as open_ledger
from proof_world import ROOT, World, build, change_state, forging, other_key, replant, rows, stand_alone

from cli.main import run
from ledger.signing import public_key, sign

STAND_ALONE = stand_alone()


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return build(tmp_path_factory.mktemp("world"))


class Office:
    """A copy of the world in a folder of its own, and the command."""

    def __init__(self, world: World, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path, self.folder, self._capsys = world.copy(folder), folder, capsys

    def say(self, *words: str) -> tuple[int, str, str]:
        code = run(["--ledger", str(self.path), *words])
        captured = self._capsys.readouterr()
        return code, captured.out, captured.err

    def ask(self, *words: str) -> tuple[int, Any]:
        code, out, _ = self.say(*words, "--json")
        return code, json.loads(out)


@pytest.fixture
def office(world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Office:
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("SELO_KEY", str(world.key))
    monkeypatch.chdir(tmp_path)
    return Office(world, tmp_path, capsys)


def code_of(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["problems"][0]["code"]


# key


def test_a_key_is_made_in_the_users_settings(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SELO_KEY")
    code, value = office.ask("key", "new")
    file = Path(value["file"])
    assert code == 0 and file.is_relative_to(office.folder / "home") and file.stat().st_mode & 0o777 == 0o600
    assert value["public_key"].startswith("selokirja/") and b"PRIVATE" not in json.dumps(value).encode()
    assert office.say("key", "show")[1] == value["public_key"] + "\n"
    assert code_of(office.ask("key", "new")) == (1, "exists")


def test_a_key_needs_no_ledger(office: Office) -> None:
    office.path = office.folder / "none.db"
    code, value = office.ask("key", "new", "k.key")
    assert (code, value["public_key"]) == (0, None) and len(value["raw"]) == 44
    assert not office.path.exists()


def test_an_open_key_is_told(office: Office, world: World) -> None:
    key = office.folder / "open.key"
    key.write_bytes(world.key.read_bytes())
    key.chmod(0o644)
    code, _, said = office.say("checkpoint", "--key", str(key))
    assert code == 0 and "others may read" in said


# checkpoint


def test_a_checkpoint_is_printed_kept_and_the_same_again(office: Office) -> None:
    code, value = office.ask("checkpoint", "--out", "c.txt")
    assert code == 0 and (value["size"], value["number"]) == (21, 4)
    assert Path("c.txt").read_text("utf-8") == value["note"] == office.say("checkpoint")[1]
    assert value["note"].split("\n")[:3] == [value["origin"], "21", value["root"]]
    assert rows(office.path, "SELECT COUNT(*) FROM checkpoint") == [(4,)]
    assert office.say("checkpoint", "--out", "c.txt")[0] == 1  # never overwritten
    assert office.ask("verify", "--checkpoint", "c.txt")[1]["proven_events"] == 21


def test_without_a_key_or_a_ledger(office: Office) -> None:
    assert code_of(office.ask("checkpoint", "--key", "nowhere.key")) == (3, "no-key")
    office.path = office.folder / "none.db"
    for words in (["checkpoint"], ["verify"], ["prove", "1"], ["bundle", "b"], ["key", "show"]):
        code, value = office.ask(*words)
        assert code == 3 or words[0] == "key", value
    assert not office.path.exists() and not Path("b").exists()


def test_nothing_altered_is_signed(office: Office) -> None:
    with forging(office.path) as connection:
        change_state(connection, 14, b'"1-0"', b'"0-1"')
    assert code_of(office.ask("checkpoint")) == (1, "hash-differs")


def test_nothing_is_recorded_on_top_of_a_broken_tree(office: Office) -> None:
    with forging(office.path) as connection:
        connection.execute("DELETE FROM event WHERE seq = 21")
    words = ["player", "add", "N1", "--name", "New"]
    assert code_of(office.ask(*words)) == (1, "tree-differs")
    with forging(office.path) as connection:
        connection.execute("DELETE FROM tree WHERE seq IN (20, 21)")
        connection.execute("INSERT INTO tree VALUES (20, zeroblob(32)), (19, zeroblob(32)) ON CONFLICT DO NOTHING")
        connection.execute("DELETE FROM tree WHERE seq = 19")
        connection.execute("DELETE FROM event WHERE seq = 20")
    assert office.ask(*words)[0] == 1


def test_one_from_elsewhere(office: Office, world: World) -> None:
    """Kept whatever it says; told at once; remembered by every later verify."""
    code, value = office.ask("checkpoint", "--add", str(world.outside))
    assert (code, value["consistent"], value["signature"], value["number"]) == (0, True, "valid", 3)
    origin = value["origin"]
    foreign = sign(f"{origin}\n19\n{'A' * 43}=\n", origin, str(world.key))
    Path("fork.txt").write_text(foreign, "utf-8")
    code, value = office.ask("checkpoint", "--add", "fork.txt")
    assert (code, value["consistent"]) == (1, False) and value["problems"]
    assert rows(office.path, "SELECT COUNT(*) FROM checkpoint WHERE outside = 1") == [(2,)]
    assert code_of(office.ask("verify")) == (1, "root-differs")


def test_one_signed_by_a_stranger_proves_nothing(office: Office) -> None:
    text = rows(office.path, "SELECT note FROM checkpoint WHERE number = 2")[0][0].partition("\n\n")[0] + "\n"
    origin = text.split("\n")[0]
    key, stranger = other_key(office.folder, origin)
    Path("strange.txt").write_text(sign(text, origin, str(key)), "utf-8")
    with forging(office.path) as connection:
        connection.execute("UPDATE checkpoint SET outside = 0, signer = (SELECT signer FROM checkpoint)")
    code, value = office.ask("verify", "--checkpoint", "strange.txt")
    assert (code, value["status"]) == (3, "unproven") and "nobody known" in value["warnings"][0]
    code, value = office.ask("checkpoint", "--add", "strange.txt")
    assert (code, value["signature"]) == (0, "unknown")
    assert office.ask("verify")[0] == 3
    # with its key from outside it would count, but then nobody knows who signed the own ones
    assert office.ask("verify", "--public-key", stranger.text())[0] == 1
    both = ("--public-key", stranger.text(), "--public-key", office.say("key", "show")[1].strip())
    assert office.ask("verify", *both, "--checkpoint", "strange.txt")[0] == 0


# verify


def test_the_three_answers(office: Office, world: World) -> None:
    code, value = office.ask("verify", "--checkpoint", str(world.outside))
    assert (code, value["status"], value["events"], value["problems"]) == (0, "proven", 21, [])
    code, said, _ = office.say("verify", "--checkpoint", str(world.outside))
    assert code == 0 and said.startswith("proven: 21 events, root ") and "for the events after it" in said
    assert "kept in the ledger itself" in office.say("verify")[1]
    with forging(office.path) as connection:
        connection.execute("DELETE FROM checkpoint WHERE number = 3")
        connection.execute("UPDATE sqlite_sequence SET seq = 2 WHERE name = 'checkpoint'")
    code, value = office.ask("verify")
    assert (code, value["status"], value["problems"]) == (3, "unproven", [])
    with forging(office.path) as connection:
        change_state(connection, 14, b'"1-0"', b'"0-1"')
    code, value = office.ask("verify", "--checkpoint", str(world.outside))
    assert (code, value["status"], value["first_bad"]) == (1, "altered", 14)
    assert {"code", "message", "where", "hint", "seq"} <= value["problems"][0].keys()
    said = office.say("verify", "--checkpoint", str(world.outside))[1]
    assert "first bad event: 14" in said


def test_verify_changes_nothing(office: Office, world: World) -> None:
    before = office.path.read_bytes()
    office.ask("verify", "--checkpoint", str(world.outside))
    assert office.path.read_bytes() == before


def test_verify_reads_many_checkpoints(office: Office, world: World) -> None:
    """One a forger cannot answer is enough, whatever the others say."""
    office.say("checkpoint", "--out", "new.txt")
    files = ["--checkpoint", "new.txt", "--checkpoint", str(world.outside)]
    assert office.ask("verify", *files)[1]["proven_events"] == 21
    with forging(office.path) as connection:
        change_state(connection, 21, b"the board", b"the bored")
        replant(connection)
    code, value = office.ask("verify", *files)
    assert code == 1 and {"between": [20, 21], "code": "root-differs"}.items() <= value["problems"][-1].items()


def test_files_that_are_no_checkpoints(office: Office, world: World) -> None:
    note = world.outside.read_bytes()
    for content, code in (
        (b"hello", "no-checkpoint"), (b"", "no-checkpoint"), (b"\xff\xfe", "no-text"), (note[:-9], "no-checkpoint"),
        (note.replace(b"\n", b"\r\n"), "no-checkpoint"),
    ):  # fmt: skip
        Path("file").write_bytes(content)
        assert code_of(office.ask("verify", "--checkpoint", "file")) == (1, code)
        assert code_of(office.ask("checkpoint", "--add", "file")) == (1, code)
    assert office.ask("verify", "--checkpoint", "nowhere")[0] == 1
    assert office.ask("verify", "--checkpoint", ".")[0] == 1
    assert code_of(office.ask("verify", "--public-key", "nonsense")) == (1, "bad-public-key")
    # one letter of the root, so that the signature fits no more
    Path("file").write_bytes(note.replace(b"=\n\n", b"=\n\n", 1).replace(note.split(b"\n")[2][:1], b"Z", 1))
    assert office.ask("verify", "--checkpoint", "file")[0] == 1


def test_files_that_are_no_ledgers(office: Office) -> None:
    office.path = office.folder / "other"
    for content in (b"", b"hello", b"SQLite format 3\0" + bytes(200)):
        office.path.write_bytes(content)
        assert office.ask("verify")[0] == 1
    office.path.unlink()
    office.path.mkdir()
    assert code_of(office.ask("verify")) == (1, "is-folder")


# prove


def alone(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    code = STAND_ALONE.main([*words, "--json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("seq", range(1, 20))
def test_every_event_can_be_proved(seq: int, office: Office, capsys: pytest.CaptureFixture[str]) -> None:
    key = office.say("key", "show")[1].strip()
    code, value = office.ask("prove", str(seq), "--out", "e.tlog-proof")
    assert (code, value["seq"], value["index"], value["size"]) == (0, seq, seq - 1, 19)
    code, told = alone("proof", "e.tlog-proof", "--key", key, capsys=capsys)
    assert (code, told["status"], told["event"]["seq"]) == (0, "proven", seq)
    text = Path("e.tlog-proof").read_text("utf-8")
    assert text.startswith("c2sp.org/tlog-proof@v1\nextra ")
    for wrong in (text.replace(f"index {seq - 1}", f"index {seq}"), text.replace("extra e", "extra f"),
                  text.replace("\n19\n", "\n18\n"), text[:-6], "", text.replace("\n\n", "\n", 1)):  # fmt: skip
        Path("wrong").write_text(wrong, "utf-8")
        assert alone("proof", "wrong", "--key", key, capsys=capsys)[0] == 1
    other = other_key(office.folder, key.partition("+")[0])[1].text()
    assert alone("proof", "e.tlog-proof", "--key", other, capsys=capsys)[0] == 1


def test_what_cannot_be_proved(office: Office) -> None:
    assert code_of(office.ask("prove", "0")) == (3, "unknown-seq")
    assert code_of(office.ask("prove", "22")) == (3, "unknown-seq")
    assert code_of(office.ask("prove", "21")) == (3, "no-checkpoint")
    assert office.ask("prove")[0] == 2
    with forging(office.path) as connection:
        change_state(connection, 14, b'"1-0"', b'"0-1"')
    assert code_of(office.ask("prove", "3")) == (1, "root-differs")


def test_growth_can_be_proved(office: Office, world: World, capsys: pytest.CaptureFixture[str]) -> None:
    office.say("checkpoint")
    key = office.say("key", "show")[1].strip()
    code, value = office.ask("prove", "--since", str(world.outside), "--out", "g.txt")
    assert (code, value["since"], value["size"]) == (0, 19, 21)
    assert Path("g.txt").read_text("utf-8").startswith("old 19\n")
    assert alone("growth", "g.txt", str(world.outside), "--key", key, capsys=capsys)[0] == 0
    text = Path("g.txt").read_text("utf-8")
    for wrong in (text.replace("old 19", "old 18"), "\n".join(text.split("\n")[:1] + text.split("\n")[2:])):
        Path("wrong").write_text(wrong, "utf-8")
        assert alone("growth", "wrong", str(world.outside), "--key", key, capsys=capsys)[0] == 1
    with forging(office.path) as connection:
        change_state(connection, 16, b'"0-1"', b'"1/2-1/2"')
        replant(connection)
        connection.execute("DELETE FROM checkpoint")
        connection.execute("DELETE FROM sqlite_sequence WHERE name = 'checkpoint'")
    office.say("checkpoint")
    assert code_of(office.ask("prove", "--since", str(world.outside))) == (1, "root-differs")


# bundle


@pytest.mark.parametrize("target", ["bundle", "bundle.zip"])
def test_a_bundle_is_checked_by_itself(
    target: str, office: Office, world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    code, value = office.ask("bundle", target)
    assert (code, value["events"]) == (0, 21)
    assert code_of(office.ask("bundle", target)) == (1, "exists")
    if target.endswith(".zip"):
        zipfile.ZipFile(target).extract("verify.py")
    program = "verify.py" if target.endswith(".zip") else f"{target}/verify.py"
    given = ["--key", office.say("key", "show")[1].strip(), "--checkpoint", str(world.outside)]
    for words, wanted in (([], 3), (given[:2], 0), (given[2:], 0), (given, 0)):
        # isolated and without site-packages: nothing of ours, nothing of anybody else's
        command = [sys.executable, "-I", "-S", program, "bundle", target, *words, "--json"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == wanted, done.stdout + done.stderr
        assert json.loads(done.stdout)["root"] == office.ask("verify")[1]["root"]


def test_a_bundle_of_the_same_ledger_is_the_same_file(office: Office) -> None:
    office.ask("bundle", "one.zip")
    office.ask("bundle", "two.zip")
    assert Path("one.zip").read_bytes() == Path("two.zip").read_bytes()


def test_a_bundle_is_exact_and_names_nobody(office: Office) -> None:
    office.ask("bundle", "b")
    states = [row[0] for row in rows(office.path, "SELECT state FROM event ORDER BY seq")]
    assert Path("b/events.jsonl").read_bytes().split(b"\n")[:-1] == states
    everything = b"".join(path.read_bytes() for path in Path("b").rglob("*.[jt]*"))
    for name in (b"Name 1", b"Gone, Soon", b"PRIVATE"):
        assert name not in everything


def test_a_forged_bundle(office: Office, world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines edited, dropped, swapped, appended; files gone."""
    office.ask("bundle", "b")
    events = Path("b/events.jsonl")
    lines = events.read_bytes().split(b"\n")
    given = ["--key", office.say("key", "show")[1].strip(), "--checkpoint", str(world.outside)]
    for forged in (
        [*lines[:13], lines[13].replace(b"1-0", b"0-1"), *lines[14:]], [*lines[:13], *lines[14:]],
        [*lines[:12], lines[13], lines[12], *lines[14:]], [*lines[:-1], lines[-2], b""], lines[:18], [b""],
        [*lines[:13], lines[13] + b"\r", *lines[14:]], [*lines[:-1], b"[]", b""], [*lines[:-1], b"\xff", b""],
        [*lines[:-1], b"[" * 100_000, b""],
    ):  # fmt: skip
        events.write_bytes(b"\n".join(forged))
        assert alone("bundle", "b", *given, capsys=capsys)[0] == 1
    events.write_bytes(b"\n".join(lines))
    assert alone("bundle", "b", *given, capsys=capsys)[0] == 0
    Path("b/checkpoints/0001-own.txt").write_text("hello\n", "utf-8")
    assert alone("bundle", "b", *given, capsys=capsys)[0] == 1
    events.unlink()
    assert alone("bundle", "b", *given, capsys=capsys)[0] == 1
    assert alone("bundle", "nowhere", *given, capsys=capsys)[0] == 1
    assert alone("ledger", "nowhere", *given, capsys=capsys)[0] == 1


# the ledger keeps its tree


def test_a_submission_that_is_undone_leaves_the_tree_alone(tmp_path: Path) -> None:
    with open_ledger(tmp_path) as ledger:
        ledger.submit({"kind": "player", "player": "A", "name": "Anna"})
        path = ledger.path
    before = rows(path, "SELECT * FROM tree")
    assert [row[0] for row in before] == list(range(1, len(before) + 1))
    assert run(["--ledger", str(path), "player", "add", "B", "--name", "Bo", "--json"]) == 0
    Path(tmp_path / "bad.jsonl").write_text('{"kind":"player","player":"C","name":"C"}\n{"kind":"nonsense"}\n')
    Path(tmp_path / "dry.jsonl").write_text('{"kind":"player","player":"C","name":"C"}\n')
    assert run(["--ledger", str(path), "submit", str(tmp_path / "bad.jsonl")]) == 1
    assert run(["--ledger", str(path), "submit", "--dry-run", str(tmp_path / "dry.jsonl")]) == 0
    assert len(rows(path, "SELECT * FROM tree")) == len(before) + 1
    assert rows(path, "SELECT * FROM tree")[: len(before)] == before


def test_the_guards_stand(world: World, tmp_path: Path) -> None:
    path = world.copy(tmp_path)
    for table, column in (("event", "state"), ("tree", "hash"), ("checkpoint", "note")):
        for statement in (f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"):
            with pytest.raises(Exception, match="append-only"):
                rows(path, statement)


def test_missing_guards_are_told(office: Office) -> None:
    with forging(office.path):
        pass
    assert office.ask("verify")[1]["warnings"] == []
    rows(office.path, "DROP TRIGGER event_never_goes")
    rows(office.path, "CREATE TRIGGER sly AFTER INSERT ON event BEGIN SELECT 1; END")
    warnings = office.ask("verify")[1]["warnings"]
    assert "event_never_goes" in warnings[0] and "sly" in warnings[1]


def test_cryptography_has_one_owner_and_is_read_when_used() -> None:
    """Imported inside functions of ledger/signing.py only; verify.py needs the standard library only."""
    owners = set()
    for room in ("rulebooks", "ledger", "exchange", "projections", "cli", "demo"):
        for path in (ROOT / room).rglob("*.py"):
            if any("cryptography" in name for name in _imports(ast.parse(path.read_text("utf-8")))):
                owners.add(path.relative_to(ROOT).as_posix())
    assert owners == {"ledger/signing.py"}
    loaded = "import sys, ledger.signing, projections.verifying; print('cryptography' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", loaded], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    names = _imports(ast.parse((ROOT / "docs" / "verify.py").read_text("utf-8")))
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def _imports(tree: ast.AST) -> set[str]:
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    return found | {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}


def test_the_public_half_is_under_the_ledgers_name(office: Office, world: World) -> None:
    assert office.say("key", "show")[1].strip() == world.signer.text() == public_key(
        str(world.key), world.signer.name
    ).text()  # fmt: skip
