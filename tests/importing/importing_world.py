"""A ledger, files beside it, and `selo submit` on them in-process; reports put together
column by column.
"""

from collections.abc import Sequence
from typing import Any

from tests.exchange import trf_text
from tests.exchange.trf_text import Cell
from tests.world.command import TODAY as TODAY
from tests.world.command import Command, Result
from tests.world.documents import Document, player

HEADER = (
    "012 Espoon kesäturnaus",
    "022 Espoo",
    "032 FIN",
    "042 2024/06/01",
    "052 2024/06/02",
    "122 90 min + 30 s",
)


def row(number: int, name: str, *cells: Cell, rating: str = "", **columns: str) -> str:
    return trf_text.row(number, *cells, name=name, rating=rating, **columns)


def trf(
    *lines: str,
    header: Sequence[str] = HEADER,
    end: str = "\n",
    encoding: str = "utf-8",
) -> bytes:
    return trf_text.trf(*header, *lines, end=end, encoding=encoding)


# three players and two games, and everything a submission of them is asked
THREE = trf(
    row(
        1,
        "Äijälä, Åke",
        (2, "w", "1"),
        (3, "b", "1"),
        ident="500001",
        born="1980/02/29",
    ),
    row(
        2,
        "Berg, Bea",
        (1, "b", "0"),
        ("0000", "-", "H"),
        ident="500002",
        born="1990",
        sex="f",
    ),
    row(3, "Virtanen, Väinö", ("0000", "-", "U"), (1, "w", "0")),
)
FLAGS = ("--id", "kesa", "--time-control", "90+30", "--new-ids", "N")


class World(Command):
    """`selo submit` on files beside the ledger, in the folder where the command runs."""

    def file(self, name: str, *documents: Document | str | bytes) -> str:
        super().file(name, *documents)
        return name

    def run(self, *arguments: str, stdin: bytes = b"") -> Result:
        return self.run_line(*arguments, stdin=stdin)

    def submit(self, *arguments: str, code: int = 0) -> Result:
        """In JSON. A refusal writes nothing."""
        before = self.head()
        result = self.run("submit", *arguments, "--json")
        assert result.code == code, result
        if code or "--dry-run" in arguments:
            assert self.head() == before
        return result

    def head(self) -> int:
        return int(self.ask("log")["events"][0]["seq"])

    def player(self, ident: str, name: str, **details: Any) -> None:
        self.submit(self.file("player.json", player(ident, name=name, **details)))

    def equal(self) -> bool:
        return bool(self.ask("ledger", "rebuild", "--check")["equal"])
