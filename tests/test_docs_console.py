"""The console blocks of the pages run and show what is shown.

A console block is run line by line, in one folder for the whole page. Of its output,
`...` alone is any lines and `...` in a line anything. A command that fails is followed
by `$ echo $?`. A block marked ```json NAME is a file. SELO_REWRITE_DOCS=1 puts what was
really printed into the pages; read the difference before keeping it.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.doc_shell import DOCS, NOW, ROOT, WRITTEN_BY_HAND, Shell, title


class Block:
    """A fenced block: its language, its file name, its lines, and where they stand."""

    def __init__(self, first: int, mark: str, lines: list[str]) -> None:
        self.first = first
        self.language, _, self.name = mark.partition(" ")
        self.lines = lines

    def commands(self) -> Iterator[tuple[str, list[str], int]]:
        """(command, shown output, index of its first line); a line that ends with a
        backslash goes on.
        """
        at = 0
        while at < len(self.lines):
            assert self.lines[at].startswith("$ "), (
                f"line {self.first + at}: a console block begins with a command"
            )
            command = self.lines[at][2:]
            while command.endswith("\\"):
                at += 1
                command = command[:-1] + self.lines[at].lstrip("> ")
            at += 1
            shown = at
            while at < len(self.lines) and not self.lines[at].startswith("$ "):
                at += 1
            yield command, self.lines[shown:at], shown


def blocks(text: str) -> Iterator[Block]:
    inside: list[str] | None = None
    mark = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if inside is None:
                mark, inside = line[3:].strip(), []
            else:
                yield Block(number - len(inside), mark, inside)
                inside = None
        elif inside is not None:
            inside.append(line)
    assert inside is None, "a block is not closed"


def matches(shown: list[str], said: list[str]) -> bool:
    """Line by line; `...` alone is any lines, `...` in a line anything."""
    parts = [
        (
            "(?:.*\n)*?"
            if line == "..."
            else ".*".join(map(re.escape, line.split("..."))) + "\n"
        )
        for line in shown
    ]
    return (
        re.fullmatch("".join(parts), "".join(f"{line}\n" for line in said)) is not None
    )


def test_a_wrong_line_would_be_seen() -> None:
    """The control: dots stand for something, and everything else for itself."""
    assert matches(["a", "...", "d"], ["a", "b", "c", "d"]) and matches(
        ["a", "..."], ["a"]
    )
    assert matches(["in ... s"], ["in 0.2 s"]) and matches([], [])
    assert (
        not matches(["a"], ["b"])
        and not matches(["a"], ["a", "b"])
        and not matches([], ["a"])
    )
    assert not matches(["1.5"], ["1x5"]) and not matches(
        ["a", "...", "d"], ["a", "d", "e"]
    )


def play(page: Path, shell: Shell) -> Iterator[tuple[str, int, list[str], list[str]]]:
    """Every block of a page in order: files are written, commands run. (command, first
    line, shown, said).
    """
    for block in blocks(page.read_text("utf-8")):
        if block.name:
            Path(block.name).parent.mkdir(parents=True, exist_ok=True)
            Path(block.name).write_text("\n".join(block.lines) + "\n", "utf-8")
        if block.language != "console":
            continue
        failed = ""
        for command, shown, at in block.commands():
            assert not failed or command == "echo $?", (
                f"{title(page)}: `{failed}` fails, and `$ echo $?` does not follow"
            )
            said = [
                line.rstrip() for line in shell.run(command).rstrip("\n").splitlines()
            ]
            failed = (
                command
                if shell.code and not command.startswith(("echo", "export"))
                else ""
            )
            yield command, block.first - 1 + at, shown, said
        assert not failed, (
            f"{title(page)}: `{failed}` fails, and `$ echo $?` does not follow"
        )


@pytest.mark.parametrize("page", WRITTEN_BY_HAND, ids=title)
def test_the_console_blocks_run(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewrite = bool(os.environ.get("SELO_REWRITE_DOCS"))
    edits = []
    for command, first, shown, said in play(page, Shell(tmp_path, monkeypatch)):
        if not matches(shown, said):
            assert rewrite, "\n".join(
                [
                    f"{title(page)}: $ {command}",
                    *said,
                    "--- but the page shows ---",
                    *shown,
                ]
            )
            edits.append((first, first + len(shown), said))
    lines = page.read_text("utf-8").splitlines()
    for start, end, said in reversed(edits):
        lines[start:end] = said
    if edits:
        page.write_text("\n".join(lines) + "\n", "utf-8")


@pytest.mark.parametrize("page", [ROOT / "README.md", DOCS / "tutorial.md"], ids=title)
def test_the_tour_and_the_tutorial_show_the_same_years_later(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the moments of recording follow the clock, and a report from long ago is
    called late.
    """
    later = NOW.replace("2026", "2031")
    for command, _, shown, said in play(page, Shell(tmp_path, monkeypatch, later)):
        lines = [
            line.replace(later[:10], NOW[:10])
            for line in said
            if " days ago; ratings of later " not in line
        ]
        assert matches(shown, lines), command
