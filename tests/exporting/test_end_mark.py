"""`selo ledger import` takes a whole export or nothing, and nothing that `selo verify` would
call altered.
"""

import json
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from ledger.bodies import PublishedRow
from ledger.decide.publication import rows_digest
from tests.care.caring import made
from tests.world.command import Command

Lines = list[str]


@cache
def _lines() -> tuple[str, ...]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        command = Command(
            Path(folder), Path(made(Path(folder), "made.db")), today="2026-11-21"
        )
        command.done("publish", "selo", "L", "--as-of", "2026-01-01")
        return tuple(command.done("export", "ledger").splitlines())


def imported(folder: Path, lines: Lines, *words: str) -> tuple[int, list[str], Command]:
    """Exit code, codes of the problems, and the new ledger."""
    (folder / "l.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    command = Command(folder, name="new.db", today="2026-11-22")
    command.done("init")
    result = command.run("ledger", "import", str(folder / "l.jsonl"), *words, "--json")
    return result.code, result.codes if result.code else [], command


def marked_again(lines: Lines) -> Lines:
    """As whoever changed the lines on purpose would: with an end mark that fits them."""
    mark = json.loads(lines[-1])["end"]
    body = lines[:-1]
    mark |= {
        "lines": len(body),
        "sha256": sha256("".join(f"{line}\n" for line in body).encode()).hexdigest(),
    }
    return [*body, json.dumps({"end": mark}, separators=(",", ":"))]


def test_the_last_line_says_how_much_there_is(tmp_path: Path) -> None:
    lines = [*_lines()]
    mark = json.loads(lines[-1])["end"]
    assert (
        list(mark) == ["lines", "events", "root", "sha256"]
        and mark["lines"] == len(lines) - 1
    )
    code, _, command = imported(tmp_path, lines)
    assert (
        code == 0
        and command.ask("log", "--limit", "1")["events"][0]["seq"] == mark["events"]
    )
    whole = Command(tmp_path, Path(made(tmp_path, "made.db")), today="2026-11-21").ask(
        "export", "ledger"
    )
    assert [*whole] == ["lines", "basis", "end"] and whole["end"]["lines"] == len(
        whole["lines"]
    )


def test_a_file_cut_at_a_line_end_is_known(tmp_path: Path) -> None:
    lines = [*_lines()]
    for number, (cut, expected) in enumerate(
        (
            (lines[:-1], "import-cut-off"),
            (lines[:-5], "import-cut-off"),
            ([*lines[:-3], lines[-1]], "import-end-differs"),
            ([*lines, lines[3]], "import-after-end"),
            ([*lines, lines[-1]], "import-after-end"),
        )
    ):
        (tmp_path / str(number)).mkdir()
        code, codes, command = imported(tmp_path / str(number), cut)
        assert (code, codes) == (1, [expected])
        assert command.ask("log", "--limit", "1")["events"][0]["seq"] == 6
    code, _, command = imported(tmp_path, lines[:-5], "--unfinished")
    assert code == 0 and command.answer("verify")[1]["problems"] == []


def with_document(
    change: Callable[[dict[str, object]], None], part: str
) -> Callable[[Lines], Lines]:
    def changed(lines: Lines) -> Lines:
        place = next(number for number, line in enumerate(lines) if f'"{part}"' in line)
        value = json.loads(lines[place])
        change(value[part])
        return marked_again([*lines[:place], json.dumps(value), *lines[place + 1 :]])

    return changed


def of_person(field: str, value: str) -> Callable[[dict[str, object]], None]:
    def change(people: dict[str, object]) -> None:
        sealed = next(iter(people.values()))
        assert isinstance(sealed, dict)
        sealed[field] = value

    return change


def another_row(frozen: dict[str, object]) -> None:
    rows = frozen["rows"]
    assert isinstance(rows, list)
    rows[0][1] += 100
    frozen["sha256"] = rows_digest(tuple(PublishedRow(*row) for row in rows))


ALTERED = {
    "another digest of a name": (
        of_person("details", "0" * 64),
        "people",
        "import-altered",
    ),
    "another salt": (of_person("salt", "another"), "people", "import-altered"),
    "no digest at all": (
        of_person("details", "x" * 100_000),
        "people",
        "import-not-a-line",
    ),
    "a published row with its digest": (another_row, "published", "import-altered"),
    "a revision of its own": (
        lambda frozen: frozen.update(revision=77),
        "published",
        "seq-differs",
    ),
}


@pytest.mark.parametrize("name", ALTERED)
def test_what_verify_would_reject_does_not_come_in(name: str, tmp_path: Path) -> None:
    change, part, expected = ALTERED[name]
    code, codes, command = imported(tmp_path, with_document(change, part)([*_lines()]))
    assert (code, codes) == (1, [expected])
    assert command.ask("log", "--limit", "1")["events"][0]["seq"] == 6
    assert command.answer("verify")[1]["problems"] == []


@pytest.mark.parametrize(
    ("field", "value"),
    [("recorded_at", "soon"), ("digest", "\x1b[2J"), ("actor", "../x y")],
)
def test_what_stands_beside_a_document_has_its_form(
    field: str, value: str, tmp_path: Path
) -> None:
    lines = [*_lines()]
    lines[8] = json.dumps(json.loads(lines[8]) | {field: value})
    assert imported(tmp_path, marked_again(lines))[:2] == (1, ["import-not-a-line"])
