"""Every command has an example in its help, and the examples run on the demo."""

import re
import shutil
from pathlib import Path

import click
import pytest

import web.running
from tests.doc_shell import NOW, Shell
from tests.features import asked_of_features
from tools.reference import commands
from web.store import sessions
from web.store.roles import Role
from web.store.tokens import new_token


def examples(command: click.Command) -> list[str]:
    """The lines under `Example:` or `Examples:`."""
    told = re.split(r"^ *Examples?:$", command.help or "", flags=re.MULTILINE)[1:]
    return [
        line.strip()
        for line in "".join(told).splitlines()
        if line.strip().startswith("selo ")
    ]


EXAMPLES = [
    (words, line)
    for words, command, _ in commands.all_commands()
    for line in examples(command)
]
LIST = '{"kind": "publish", "list": "selo", "label": "2026-01", "as_of": "2026-01-01"}'
PLAYERS = (
    '{"kind": "player", "player": "P1", "name": "Pihl, Paula"}\n{"kind": "player",'
    ' "player": "P2", "name": "Q, R"}\n'
)
GAMES = ",".join(
    f'{{"round": {r}, "white": "F00{r}", "black": "F00{r + 1}", "result": "0-1"}}'
    for r in (1, 2, 3, 3)
)

# two of the invented federation by their FIDE ids, in the columns of a tournament
# report
REPORT = """\
012 Autumn Open
042 2025/09/05
052 2025/09/05
001    1 m    Vuolaskoski, Eerik                2316 FIN    99000007 1983/03/12  1.0    1     2 w 1
001    2 m    Tallgard, Magnus                  2248 FIN    99000014 1978        0.0    2     1 b 0
"""
PERSON = (
    "<fideid>99000007</fideid><name>Vuolaskoski,"
    " Eerik</name><country>FIN</country><rating>2301</rating>"
)
FIDE_LIST = f"<playerslist><player>{PERSON}</player></playerslist>\n"


def tournament(name: str) -> str:
    """Two games in round 3, so that 3.2 is there."""
    header = (
        f'"tournament": "{name}", "name": "T", "start": "2025-09-05", "end":'
        ' "2025-09-06", "minutes": 90'
    )
    return f'{{"kind": "tournament", {header}, "games": [{GAMES}]}}'


def prepare(shell: Shell, words: str) -> None:
    """What an example needs and the demo has not."""
    for name, text in (
        ("players.jsonl", PLAYERS),
        ("report.trf", REPORT),
        ("players_list.xml", FIDE_LIST),
    ):
        Path(name).write_text(text, "utf-8")
    for name in ("autumn-open", "league-2024"):
        Path(f"{name}.json").write_text(tournament(name), "utf-8")
    for feature in asked_of_features():
        if feature.prepare is not None:
            feature.prepare(shell, words.split()[1:])
    match words.split()[1:]:
        case ["init" | "demo"]:
            shell.patch.delenv("SELO_LEDGER")
        case ["amend" | "withdraw"]:
            shell.run("selo submit autumn-open.json")
        case ["reinstate"]:
            shell.run("selo submit autumn-open.json")
            shell.run("selo withdraw autumn-open --reason twice")
        case ["proof"] | ["proof", "checkpoint" | "key"]:
            shell.run("selo proof new-key")
        case ["verify"] | ["proof", "prove"]:
            shell.run("selo proof new-key")
            shell.run("selo proof checkpoint --out 2026-11-01.txt")
        case ["ledger", "copy"]:
            shutil.copy("kept.db", "selo.db")
        case ["ledger", "restore"]:
            shell.run("selo ledger backup selo-2026-11-21.db")
        case ["draft", "plan", *_]:
            Path("list.json").write_text(LIST, "utf-8")
            shell.run("selo draft keep list.json")
        case ["draft", *_]:
            Path("answers.json").write_text('{"minutes": 90}', "utf-8")
            shell.run("selo draft keep autumn-open.json")
        case ["access", "revoke"]:
            aino = ("kept.db", "aino", Role.OFFICER, None, "tester", NOW)
            new_token(
                *aino, chance=lambda size: "0badcafe" if size == 4 else "00" * size
            )
        case ["access", "end"]:
            known = bytes.fromhex("0badcafe0bad").ljust(32, b"\0")
            shell.patch.setattr(sessions, "hashed", lambda secret: known)
            link = sessions.new_link(
                "kept.db", "http://here", "aino", Role.OFFICER, "tester", NOW
            )
            assert sessions.open_session("kept.db", link.url.rpartition("/")[2], NOW)
        case ["serve"]:
            honest = web.running.bind
            shell.patch.setattr(web.running, "bind", lambda host, port: honest(host, 0))
            shell.patch.setattr(web.running, "serve", lambda *given: None)
        case ["list", "compare" | "published" | "next"]:
            shell.run("selo publish selo 2024-04 --as-of 2024-04-01")
            shell.run("selo publish selo 2024-07 --as-of 2024-07-01")
        case ["tournament", "game"]:
            shell.run("selo submit league-2024.json")
        case ["ledger", "import"]:
            shell.run("selo export ledger > ledger.jsonl")
            shell.run("selo --ledger copy.db init")
        case ["player", "merge"]:
            shell.run("selo log --csv > log.csv")
            [merged] = [
                row
                for row in Path("log.csv").read_text("utf-8").splitlines()
                if ",merge-players," in row
            ]
            shell.run(
                f"selo withdraw --seq {merged.partition(',')[0]} --reason 'for the"
                " example'"
            )
        case _:
            return


def test_every_command_has_an_example() -> None:
    found = {words for words, _ in EXAMPLES}
    assert [words for words, _, _ in commands.all_commands() if words not in found] == [
        "selo"
    ]


@pytest.mark.parametrize(
    ("words", "line"), EXAMPLES, ids=[line for _, line in EXAMPLES]
)
def test_the_examples_run(
    words: str,
    line: str,
    demo_ledger: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copy(demo_ledger, tmp_path / "kept.db")
    shell = Shell(tmp_path, monkeypatch)
    monkeypatch.setenv("SELO_LEDGER", "kept.db")
    prepare(shell, words)
    said = shell.run(line.replace("/media/stick/", ""))
    assert shell.code == 0, said
