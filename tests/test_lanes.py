"""What `make test` leaves out is there, is run by `make test-all`, and is run when it
is named.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from features import NAMES
from tests import lanes
from tools import machine

HERE = lanes.HERE
NAMED = [str(HERE)]


def test_every_long_suite_is_there() -> None:
    """Those of a feature go with it."""
    for name in lanes.LONG:
        folder, _, rest = name.partition("/")
        taken_away = folder == "features" and rest.partition("/")[0] not in NAMES
        assert taken_away or (HERE / name).exists(), name
    assert len(set(lanes.LONG)) == len(lanes.LONG)


def test_long_suites_are_left_out_of_a_plain_run_alone() -> None:
    for name in lanes.LONG:
        assert lanes.left_out(HERE / name, NAMED, everything=False)
        assert not lanes.left_out(HERE / name, NAMED, everything=True)
    assert not lanes.left_out(HERE / "rules", NAMED, everything=False)
    assert not lanes.left_out(HERE / "test_codes.py", NAMED, everything=False)


def test_a_suite_that_is_named_is_run() -> None:
    book = HERE / "properties" / "test_book.py"
    for named in (
        HERE / "properties",
        book,
        Path(f"{book}::test_the_book_is_the_naive_book"),
    ):
        assert not lanes.left_out(HERE / "properties", [str(named)], everything=False)
        assert not lanes.left_out(book, [str(named)], everything=False)
    assert lanes.left_out(HERE / "server", [str(book)], everything=False)


def test_a_browser_and_a_server_can_be_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that has neither: tests that need one are skipped there."""
    monkeypatch.setenv(machine.SWITCH, "server browser")
    assert machine.browser() is None and machine.server_programs() is None


CLOCKS = {
    "bare_loop",
    "monotonic",
    "perf_counter",
    "process_time",
    "seconds",
    "thread_time",
}


def test_what_measures_seconds_is_marked() -> None:
    """A limit in seconds fails where a machine is busy, and `make test` must not."""
    short = [
        path
        for path in HERE.rglob("test_*.py")
        if not lanes.left_out(path, NAMED, everything=False)
    ]
    assert len(short) > 100
    assert [name for path in short for name in unmarked(path.read_text("utf-8"))] == []


def test_a_clock_without_the_mark_is_seen() -> None:
    timed = (
        "def test_quick() -> None:\n    begun = time.process_time()\n    assert"
        " time.process_time() - begun < 5\n"
    )
    assert [*unmarked(timed)] == ["test_quick"]
    assert [*unmarked(f"@pytest.mark.measured\n{timed}")] == []
    assert [
        *unmarked("def test_words() -> None:\n    assert limit.seconds == 5\n")
    ] == []


def unmarked(text: str) -> Iterator[str]:
    """The tests of a module that call a clock and do not say so."""
    for test in ast.parse(text).body:
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test_"):
            marks = {ast.unparse(decorator) for decorator in test.decorator_list}
            if calls_a_clock(test) and "pytest.mark.measured" not in marks:
                yield test.name


def calls_a_clock(test: ast.FunctionDef) -> bool:
    called = [node.func for node in ast.walk(test) if isinstance(node, ast.Call)]
    names = {
        name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
        for name in called
    }
    return not CLOCKS.isdisjoint(names)
