"""Streams that are closed or full, bytes that are no text, huge numbers, an early
Ctrl-C: one sentence each.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import main, run, with_options_first
from tests.world.command import Selo
from tests.world.documents import opening, player
from tests.world.server import Put

ROOT = Path(__file__).parents[2]
FULL = Path("/dev/full")


@pytest.fixture
def selo(tmp_path: Path, put: Put) -> Selo:
    world = put(Selo(tmp_path))
    assert world.run("init").code == 0
    world.submit(player("A", name="Aho, Aino"), opening("A"))
    return world


def shell(selo: Selo, line: str) -> tuple[int, str, str]:
    """A line of the shell; `selo` is the command on this ledger, wherever Python and
    the ledger lie.
    """
    command = 'selo() { "$PYTHON" -m cli.main --ledger "$LEDGER" "$@"; }'
    places = {"PYTHON": sys.executable, "LEDGER": selo.ledger, "PYTHONPATH": str(ROOT)}
    environment = {**os.environ, **places, "XDG_STATE_HOME": str(selo.folder / "state")}
    line = f"{command}\n{line}"
    done = subprocess.run(
        ["sh", "-c", line], cwd=selo.folder, env=environment, capture_output=True
    )
    return (
        done.returncode,
        done.stdout.decode("utf-8", "replace"),
        done.stderr.decode("utf-8", "replace"),
    )


def one_sentence(err: str) -> bool:
    return (
        err.count("\n") == 1
        and "Traceback" not in err
        and "should never happen" not in err
    )


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("flags", ["", "--json", "--csv"])
@pytest.mark.parametrize("to", ["> /dev/full", ">&-"])
def test_an_answer_that_cannot_be_written(selo: Selo, flags: str, to: str) -> None:
    code, _, err = shell(selo, f"selo list selo {flags} {to}")
    assert (
        code == 1
        and one_sentence(err)
        and err.startswith("the answer could not be written: standard output: ")
    )


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("flags", ["", "--json"])
@pytest.mark.parametrize("to", ["> /dev/full", ">&-"])
def test_what_was_recorded_is_said_first(selo: Selo, flags: str, to: str) -> None:
    before = selo.events()
    code, _, err = shell(selo, f"selo player add Z --name Zed {flags} {to}")
    assert selo.events() == before + 1
    assert (
        code == 1
        and one_sentence(err)
        and err.startswith("recorded, but the answer could not be written")
    )


def test_a_refusal_that_cannot_be_written_is_on_the_other_stream(selo: Selo) -> None:
    code, _, err = shell(selo, "selo show NOBODY --json >&-")
    assert code == 3 and "nobody has the id 'NOBODY'" in err and one_sentence(err)


def test_closed_input(selo: Selo) -> None:
    code, _, err = shell(selo, "selo submit - <&-")
    assert code == 1 and one_sentence(err) and "standard input: it is closed" in err


@pytest.mark.parametrize(
    "command", ["show", "history", "tournament", "explain", "titles", "player show"]
)
def test_bytes_that_are_no_text(selo: Selo, command: str) -> None:
    code, _, err = shell(selo, f"selo {command} \"$(printf 'V\\344in\\366')\"")
    assert code == 2 and one_sentence(err) and "is not text in UTF-8" in err


def test_a_number_that_is_none_is_told_in_plain_words(selo: Selo) -> None:
    for line in ("list selo --top x", "log --limit x", "log event x"):
        assert "'x' is not a whole number." in selo.run(*line.split()).err


@pytest.mark.parametrize(
    "line",
    [
        "log --limit 9223372036854775808",
        "log --known-seq 99999999999999999999999",
        "log impact 99999999999999999999999",
        "log event 99999999999999999999999",
    ],
)
def test_huge_numbers(selo: Selo, line: str) -> None:
    ran = selo.run(*line.split())
    assert ran.code in (2, 3) and one_sentence(ran.err)


def test_ledger_and_actor_on_both_sides_of_the_command(selo: Selo) -> None:
    ran = selo.run_line("list", "selo", "--ledger", selo.ledger, "--json")
    assert ran.code == 0
    assert (
        selo.run_line(
            "player",
            "add",
            "B",
            "--name",
            "Bo",
            f"--ledger={selo.ledger}",
            "--actor",
            "eva",
        ).code
        == 0
    )
    assert selo.ask("log", "--limit", "1")["events"][0]["actor"] == "eva"
    assert with_options_first(["calc", "selo", "--", "--ledger", "x"]) == [
        "calc",
        "selo",
        "--",
        "--ledger",
        "x",
    ]
    assert with_options_first(["ledger", "restore", "a", "--ledger", "x"]) == [
        "ledger",
        "restore",
        "a",
        "--ledger",
        "x",
    ]
    # a word of another command, which may be a name or the text of a reason
    assert with_options_first(["player", "find", "restore", "--ledger", "x"]) == [
        "--ledger",
        "x",
        "player",
        "find",
        "restore",
    ]
    assert with_options_first([]) == []


def test_one_list_by_argument_by_option_or_by_default(selo: Selo) -> None:
    selo.done("publish", "selo", "june", "--as-of", "2024-06-01")
    answers = [
        selo.ask(*line.split()) for line in ("list", "list selo", "list --list selo")
    ]
    assert answers[0] == answers[1] == answers[2]
    published = [
        selo.ask(*line.split())
        for line in ("list selo --label june", "list --label june", "list --list june")
    ]
    assert published[0] == published[1] == published[2]
    assert selo.ask("export", "list", "--format", "json") == selo.ask(
        "export", "list", "selo", "--format", "json"
    )
    assert selo.run("list", "selo", "--list", "pelo").code == 2
    assert selo.run("list", "--label", "june", "--list", "july").code == 2


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        pytest.param(
            "calc --json selo --rating 1660 --minutes 90 +1695",
            "calc selo --json --rating 1660 --minutes 90 +1695",
            marks=pytest.mark.features("calculators"),
        ),
        ("player --json find aho", "player find aho --json"),
        ("list --json compare june june", "list compare june june --json"),
        ("list --csv compare june june", "list compare june june --csv"),
        ("list published --json selo", "list published selo --json"),
        ("export --json list selo", "export list selo --json"),
        ("access --json list", "access list --json"),
        ("draft --json list", "draft list --json"),
        ("proof --json key", "proof key --json"),
        ("--version --json", "--json --version"),
    ],
)
def test_json_counts_on_both_sides_of_the_last_word(
    selo: Selo, before: str, behind: str
) -> None:
    selo.done("publish", "selo", "june", "--as-of", "2024-06-01")
    ran = selo.run(*before.split())
    assert ran == selo.run(*behind.split()) and "usage" not in ran.out


def test_the_version(selo: Selo) -> None:
    assert selo.run("--version").out.startswith("selo, version ")
    assert selo.run("--version", "--json").value.keys() == {"version"}


def test_norways_options_have_their_own_heading() -> None:
    from cli.booking.submit import submit_command

    text = submit_command().get_help(__import__("click").Context(submit_command()))
    own, _, norway = text.partition("Options of Norway's rules:")
    assert (
        "--category" in norway
        and "--event-kind" in norway
        and "--category" not in own
        and "--map" in own
    )


def test_a_missing_file_has_one_exit_code(selo: Selo) -> None:
    assert selo.run("list", "agree", "nothing.csv").code == 2
    assert selo.run("submit", "nothing.json").code == 2


STOPPED = """
import os, signal, sys
sys.path.insert(0, {root!r})
import cli

class Stopping:
    def find_spec(self, name, *about):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Stopping())
from cli.main import main
main()
"""


@pytest.mark.parametrize("module", ["cli.main", "click", "cli.commands"])
def test_ctrl_c_while_modules_are_imported(tmp_path: Path, module: str) -> None:
    """The program is stopped on its way in; wherever it was, it says one sentence."""
    script = tmp_path / "selo"
    script.write_text(STOPPED.format(root=str(ROOT), module=module))
    done = subprocess.run(
        [sys.executable, str(script), "list"], cwd=tmp_path, capture_output=True
    )
    assert (done.returncode, done.stderr) == (130, b"Stopped; nothing was recorded.\n")


def test_ctrl_c_while_a_class_is_made(
    selo: Selo, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python raises another error in its place then, with the interrupt behind it."""

    class Interrupting:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    def lists(*_: object, **__: object) -> None:
        type("Answer", (), {"field": Interrupting()})

    monkeypatch.setattr("cli.main.selo.main", lists)
    assert run(["list"]) == 130
    assert one_sentence(capsys.readouterr().err)


def test_ctrl_c_while_the_first_one_is_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted_again(arguments: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)
    monkeypatch.setattr("cli.main.run", interrupted_again)
    with pytest.raises(SystemExit) as left:
        main(["list"])
    assert left.value.code == 130 and one_sentence(capsys.readouterr().err)
