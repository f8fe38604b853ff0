"""The command in-process: a ledger in a temporary folder, a clock that stands where the test puts it."""

import io
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cli.options
from cli.main import run

TODAY = "2024-06-30"
Document = dict[str, Any]
WHERE = {"file", "line", "column", "field"}


class Ran(NamedTuple):
    """How a command line ended."""

    code: int
    out: str
    err: str


class _Bytes:
    """Standard input as the command reads it."""

    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


class Selo:
    """`selo` on one ledger; nothing it prints may ever be a traceback or an escape code."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.path = folder / "test.db"
        self._patch = patch
        self._capsys = capsys
        patch.setenv("SELO_ACTOR", "tester")
        for name in ("SELO_LEDGER", "SELO_DEBUG"):
            patch.delenv(name, raising=False)
        self.clock(TODAY)

    def clock(self, moment: str) -> None:
        """A day means its noon."""
        full = moment if "T" in moment else f"{moment}T12:00:00.000000Z"
        self._patch.setattr(cli.options, "now", lambda: full)

    def run(self, *arguments: str, stdin: bytes | None = None) -> Ran:
        self._capsys.readouterr()
        if stdin is not None:
            self._patch.setattr(sys, "stdin", _Bytes(stdin))
        code = run(["--ledger", str(self.path), *arguments])
        out, err = self._capsys.readouterr()
        said = f"{arguments}: exit {code}\n{out}\n{err}"
        for bad in ("Traceback", "should not happen", "\x1b"):
            assert bad not in out + err, said
        return Ran(code, out, err)

    def ask(self, *arguments: str) -> Any:
        """The one JSON value of a command that is done."""
        ran = self.run(*arguments, "--json")
        assert ran.code == 0, f"{arguments}: exit {ran.code}\n{ran.out}\n{ran.err}"
        assert ran.out.endswith("\n") and ran.out.count("\n") == 1, ran.out
        return json.loads(ran.out)

    def refused(self, *arguments: str, code: int = 1, stdin: bytes | None = None) -> list[dict[str, Any]]:
        """The problems of a refusal: one JSON value in the contract's shape, nothing else said, nothing recorded."""
        before = self.rows()
        ran = self.run(*arguments, "--json", stdin=stdin)
        assert ran.code == code, f"{arguments}: exit {ran.code}, not {code}\n{ran.out}\n{ran.err}"
        value = json.loads(ran.out)
        assert set(value) == {"problems"} and value["problems"], value
        assert ran.err == "", ran.err
        for problem in value["problems"]:
            assert set(problem) == {"code", "message", "where", "hint"}, problem
            assert set(problem["where"]) == WHERE, problem
            assert problem["message"].strip(), problem
        assert self.rows() == before, "something was written"
        found: list[dict[str, Any]] = value["problems"]
        return found

    def file(self, name: str, *documents: Document | str | bytes) -> str:
        """A file of documents, one a line."""
        path = self.folder / name
        path.write_bytes(b"\n".join(_encoded(document) for document in documents))
        return str(path)

    def submit(self, *documents: Document) -> Any:
        return self.ask("submit", self.file("submitted.jsonl", *documents))

    def refuse(self, *documents: Document | str | bytes, code: int = 1) -> list[dict[str, Any]]:
        return self.refused("submit", self.file("refused.jsonl", *documents), code=code)

    def rows(self) -> dict[str, list[Any]]:
        """Every row of events and persons, straight from the file."""
        import sqlite3

        if not self.path.is_file():
            return {}
        connection = sqlite3.connect(self.path)
        try:
            tables = ("event", "person", "entry", "said", "step")
            return {table: connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
        except sqlite3.DatabaseError:
            return {}
        finally:
            connection.close()

    def events(self) -> int:
        return len(self.rows().get("event", []))


def _encoded(document: Document | str | bytes) -> bytes:
    if isinstance(document, bytes):
        return document
    text = document if isinstance(document, str) else json.dumps(document, ensure_ascii=False)
    return text.encode()


def player(name: str, **fields: Any) -> Document:
    return {"kind": "player", "player": name, "name": f"Pelaaja {name}", **fields}


def opening(name: str, rating: int = 1600, **fields: Any) -> Document:
    return {"kind": "opening", "player": name, "list": "selo", "on": "2023-06-01", "rating": rating, "games": 50,
            **fields}  # fmt: skip


def external(name: str, rating: int = 1900, **fields: Any) -> Document:
    return {"kind": "external-rating", "player": name, "source": "fide-standard", "on": "2024-01-01",
            "rating": rating, **fields}  # fmt: skip


def amend(name: str, **fields: Any) -> Document:
    return {"kind": "amend", "tournament": name, "reason": "the slip was misread", **fields}


def one_game(name: str, round_no: int, white: str, black: str, result: str = "1-0", **fields: Any) -> Document:
    return {"kind": "game", "tournament": name, "round": round_no, "white": white, "black": black, "result": result,
            **fields}  # fmt: skip


def game(round_no: int, white: str, black: str, result: str = "1-0", **fields: Any) -> Document:
    return {"round": round_no, "white": white, "black": black, "result": result, **fields}


def tournament(name: str, end: str, *games: Document, **fields: Any) -> Document:
    found = {"kind": "tournament", "tournament": name, "name": f"Kilpailu {name}", "start": end, "end": end,
             "minutes": 90, "games": list(games), **fields}  # fmt: skip
    return {key: value for key, value in found.items() if value is not None}


PEOPLE = ("A", "B", "C", "D")


def founding() -> list[Document]:
    """Four established players."""
    people = [player(name) for name in PEOPLE]
    return people + [opening(name, 1600 + 100 * index) for index, name in enumerate(PEOPLE)]


def open_2024() -> Document:
    return tournament(
        "open-2024", "2024-02-10", game(1, "A", "B"), game(1, "C", "D", "0-1"), game(2, "A", "C", "1/2-1/2"),
        game(2, "B", "D"), game(3, "A", "D", "0-1"), game(3, "B", "C"),
    )  # fmt: skip


@pytest.fixture
def selo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Selo:
    """An initialised ledger."""
    found = Selo(tmp_path, monkeypatch, capsys)
    assert found.run("init").code == 0
    return found


@pytest.fixture
def club(selo: Selo) -> Selo:
    """A ledger with four players and one tournament."""
    selo.submit(*founding())
    selo.submit(open_2024())
    return selo


def problem_fields(problems: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    return [(problem["code"], problem["where"]["field"]) for problem in problems]
