"""What `make test` leaves out is there, is run by `make test-all`, and is run when it is named."""

from pathlib import Path

import pytest

from tests import lanes
from tools import machine

HERE = lanes.HERE
NAMED = [str(HERE)]


def test_every_long_suite_is_there() -> None:
    assert [name for name in lanes.LONG if not (HERE / name).exists()] == []
    assert len(set(lanes.LONG)) == len(lanes.LONG)


def test_long_suites_are_left_out_of_a_plain_run_alone() -> None:
    for name in lanes.LONG:
        assert lanes.left_out(HERE / name, NAMED, everything=False)
        assert not lanes.left_out(HERE / name, NAMED, everything=True)
    assert not lanes.left_out(HERE / "rules", NAMED, everything=False)
    assert not lanes.left_out(HERE / "test_codes.py", NAMED, everything=False)


def test_a_suite_that_is_named_is_run() -> None:
    book = HERE / "properties" / "test_book.py"
    for named in (HERE / "properties", book, Path(f"{book}::test_the_book_is_the_naive_book")):
        assert not lanes.left_out(HERE / "properties", [str(named)], everything=False)
        assert not lanes.left_out(book, [str(named)], everything=False)
    assert lanes.left_out(HERE / "server", [str(book)], everything=False)


def test_a_browser_and_a_server_can_be_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that has neither: tests that need one are skipped there."""
    monkeypatch.setenv(machine.SWITCH, "server browser")
    assert machine.browser() is None and machine.server_programs() is None
