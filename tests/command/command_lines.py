"""Command lines that read and that write, and SQL past the command."""

import sqlite3
from pathlib import Path

from tests.world.command import Selo
from tests.world.documents import player

READING = (("show", "A"), ("list", "selo"), ("replay",), ("log",), ("impact", "15"), ("tournament", "open-2024"))
WRITING = (("submit", "x.jsonl"), ("submit", "x.jsonl", "--dry-run"), ("withdraw", "open-2024", "--reason", "r"),
           ("rebuild",), ("rebuild", "--check"))  # fmt: skip


def lines(selo: Selo) -> list[tuple[str, ...]]:
    name = selo.file("x.jsonl", player("Z"))
    return [tuple(name if part == "x.jsonl" else part for part in line) for line in (*READING, *WRITING)]


def sql(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
