"""A ledger, files beside it, and `selo submit` on them in-process; reports put together column by column."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cli.options
from cli.main import run
from desk.submit import init
from tests.world.ledger import outside

TODAY = "2024-06-30"
Cell = tuple[int | str, str, str]
HEADER = ("012 Espoon kesäturnaus", "022 Espoo", "032 FIN", "042 2024/06/01", "052 2024/06/02", "122 90 min + 30 s")


def row(
    number: int, name: str, *cells: Cell, ident: str = "", born: str = "", federation: str = "FIN", sex: str = "m",
    tag: str = "001", rating: str = "",
) -> str:  # fmt: skip
    fixed = f"{tag} {number:>4} {sex:1}{'':>3} {name:<33} {rating:>4} {federation:<3} {ident:>11} {born:<10}"
    return (fixed + " " * 10 + "".join(f"  {opponent:>4} {colour} {code}" for opponent, colour, code in cells)).rstrip()


def trf(*lines: str, header: Sequence[str] = HEADER, end: str = "\n", encoding: str = "utf-8") -> bytes:
    return end.join([*header, *lines, ""]).encode(encoding)


def round_dates(*texts: str) -> str:
    return "132".ljust(91) + "".join(f"{text:<10}" for text in texts).rstrip()


# three players and two games, and everything a submission of them is asked
THREE = trf(
    row(1, "Äijälä, Åke", (2, "w", "1"), (3, "b", "1"), ident="500001", born="1980/02/29"),
    row(2, "Berg, Bea", (1, "b", "0"), ("0000", "-", "H"), ident="500002", born="1990", sex="f"),
    row(3, "Virtanen, Väinö", ("0000", "-", "U"), (1, "w", "0")),
)
FLAGS = ("--id", "kesa", "--time-control", "90+30", "--new-ids", "N")


class Ran(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        return json.loads(self.out)

    @property
    def codes(self) -> list[str]:
        return [problem["code"] for problem in self.value["problems"]]

    @property
    def messages(self) -> str:
        return "\n".join(problem["message"] for problem in self.value["problems"])

    @property
    def fields(self) -> list[str]:
        return [problem["where"]["field"] for problem in self.value["problems"]]


class World:
    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        patch.chdir(folder)
        patch.setenv("SELO_ACTOR", "tester")
        patch.delenv("SELO_LEDGER", raising=False)
        patch.setattr(cli.options, "now", lambda: f"{TODAY}T12:00:00.000000Z")
        init(str(folder / "selo.db"), outside(f"{TODAY}T08:00:00.000000Z"))

    def file(self, name: str, data: bytes | str) -> str:
        (self.folder / name).write_bytes(data.encode() if isinstance(data, str) else data)
        return name

    def run(self, *arguments: str) -> Ran:
        self._capsys.readouterr()
        code = run([*arguments])
        out, err = self._capsys.readouterr()
        assert "should not happen" not in out + err and "Traceback" not in out + err, out + err
        return Ran(code, out, err)

    def submit(self, *arguments: str, code: int = 0) -> Ran:
        """In JSON. A refusal writes nothing."""
        before = self.head()
        ran = self.run("submit", *arguments, "--json")
        assert ran.code == code, (ran.code, ran.out, ran.err)
        if code or "--dry-run" in arguments:
            assert self.head() == before
        return ran

    def ask(self, *arguments: str) -> Any:
        ran = self.run(*arguments, "--json")
        assert ran.code == 0, ran
        return ran.value

    def head(self) -> int:
        return int(self.ask("log")["events"][0]["seq"])

    def player(self, ident: str, name: str, **details: Any) -> None:
        document = {"kind": "player", "player": ident, "name": name, **details}
        self.file("player.json", json.dumps(document))
        self.submit("player.json")

    def equal(self) -> bool:
        return bool(self.ask("rebuild", "--check")["equal"])
