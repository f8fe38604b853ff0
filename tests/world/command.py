"""The command in process: on a ledger in a temporary folder, with a clock that stands
where the test puts it.
"""

import io
import json
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import cli.options
from cli.commands import ROWS
from cli.main import run
from ledger.store.dialects.at_address import dialect_at
from tests.world.documents import Document

TODAY = "2024-06-30"
# a stack, a defect, an escape code
NEVER_PRINTED = ("Traceback", "should not happen", "\x1b")
WHERE = {"file", "line", "column", "field"}
# the commands that do something, and are not only there for those below them
NAMES = {name for name, row in ROWS.items() if row.module}


def name_in(line: str) -> str:
    """The command that a line begins with: `log event` of `log event 200`."""
    first, second = (*line.split()[:2], "")[:2]
    return f"{first} {second}" if f"{first} {second}" in ROWS else first


class Result(NamedTuple):
    """How a command line ended."""

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


class Command:
    """`selo` on one ledger; nothing it prints may ever be a traceback or an escape
    code.

    `ledger` is a file to start from: the command works on a copy of it.
    """

    def __init__(
        self,
        folder: Path,
        ledger: Path | None = None,
        name: str = "test.db",
        today: str = TODAY,
    ) -> None:
        self.folder = folder
        self.path = folder / name
        self.address: str | None = None  # of a ledger on a server, in place of the file
        self.clock(today)
        if ledger is not None:
            shutil.copyfile(ledger, self.path)

    @property
    def ledger(self) -> str:
        """Where the ledger is."""
        return self.address or str(self.path)

    def elsewhere(self, name: str) -> None:
        """Another ledger of this folder, or of this server."""
        self.path = self.folder / name
        if self.address is not None:
            self.address += f"_{self.path.stem}"

    def clock(self, moment: str) -> None:
        """A day means its noon."""
        self.moment = moment if "T" in moment else f"{moment}T12:00:00.000000Z"

    def run(self, *arguments: str, stdin: bytes = b"") -> Result:
        return self.run_line("--ledger", self.ledger, *arguments, stdin=stdin)

    def run_line(self, *arguments: str, stdin: bytes = b"") -> Result:
        """A whole command line: the ledger is the one that it names, or that of this
        folder.
        """
        out, err = _screen(), _screen()
        given = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
        with (
            patch.object(cli.options, "now", lambda: self.moment),
            patch.multiple(sys, stdin=given, stdout=out, stderr=err),
        ):
            code = run([*arguments])
        result = Result(code, _text(out), _text(err))
        for text in NEVER_PRINTED:
            assert text not in result.out + result.err, (
                f"{arguments}: exit {code}\n{result.out}\n{result.err}"
            )
        return result

    def done(self, *arguments: str, code: int = 0) -> str:
        """What a command that ends as expected prints on standard output."""
        result = self.run(*arguments)
        assert result.code == code, (
            f"{arguments}: exit {result.code}\n{result.out}\n{result.err}"
        )
        return result.out

    def ask(self, *arguments: str) -> Any:
        """The one JSON value of a command that is done."""
        out = self.done(*arguments, "--json")
        assert out.endswith("\n") and out.count("\n") == 1, out
        return json.loads(out)

    def answer(self, *arguments: str) -> tuple[int, Any]:
        """The exit code and the JSON value of a command, refused or not."""
        result = self.run(*arguments, "--json")
        return result.code, result.value

    def file(self, name: str, *documents: Document | str | bytes) -> str:
        """A file of documents, one a line."""
        path = self.folder / name
        path.write_bytes(b"\n".join(_encoded(document) for document in documents))
        return str(path)


class Selo(Command):
    """The command with documents: submitted, or refused without a trace."""

    def refused(
        self, *arguments: str, code: int = 1, stdin: bytes = b""
    ) -> list[dict[str, Any]]:
        """The problems of a refusal: one JSON value in the contract's shape, nothing
        else printed, nothing stored.
        """
        before = self.rows()
        result = self.run(*arguments, "--json", stdin=stdin)
        assert result.code == code, (
            f"{arguments}: exit {result.code}, not {code}\n{result.out}\n{result.err}"
        )
        assert set(result.value) == {"problems"} and result.value["problems"], (
            result.value
        )
        assert result.err == "", result.err
        problems: list[dict[str, Any]] = result.value["problems"]
        for problem in problems:
            assert set(problem) == {"code", "message", "where", "hint"}, problem
            assert set(problem["where"]) == WHERE, problem
            assert problem["message"].strip(), problem
        assert self.rows() == before, "something was written"
        return problems

    def submit(self, *documents: Document) -> Any:
        return self.ask("submit", self.file("submitted.jsonl", *documents))

    def refuse(
        self, *documents: Document | str | bytes, code: int = 1
    ) -> list[dict[str, Any]]:
        return self.refused("submit", self.file("refused.jsonl", *documents), code=code)

    def rows(self) -> dict[str, list[Any]]:
        """Every row of events and persons, straight from the file."""
        tables = ("event", "person", "unit", "said", "step")
        if self.address is not None:
            with closing(
                dialect_at(self.address).connect(self.address, write=False, wait=5)
            ) as there:
                if dialect_at(self.address).stated_format(there) is None:
                    return {}
                return {
                    table: (
                        there.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
                    )
                    for table in tables
                }
        if not self.path.is_file():
            return {}
        with closing(sqlite3.connect(self.path)) as connection:
            try:
                return {
                    table: connection.execute(f"SELECT * FROM {table}").fetchall()
                    for table in tables
                }
            except sqlite3.DatabaseError:
                return {}

    def events(self) -> int:
        return len(self.rows().get("event", []))


def problem_fields(problems: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    return [(problem["code"], problem["where"]["field"]) for problem in problems]


def _screen() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), "utf-8", newline="")


def _text(screen: io.TextIOWrapper) -> str:
    screen.flush()
    buffer = screen.buffer
    assert isinstance(buffer, io.BytesIO)
    # a list may be for a program that reads another encoding: its bytes come back by
    # encoding it so
    return buffer.getvalue().decode("utf-8", "surrogateescape")


def _encoded(document: Document | str | bytes) -> bytes:
    if isinstance(document, bytes):
        return document
    text = (
        document
        if isinstance(document, str)
        else json.dumps(document, ensure_ascii=False)
    )
    return text.encode()
