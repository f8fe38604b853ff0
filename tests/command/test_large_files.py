"""A file of documents may be of any size: it is read line by line, booked in one
submission or refused as a whole.
"""

import io
import json
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from cli.output import bar
from exchange import MAX_BYTES
from tests.world.command import Selo
from tests.world.documents import Document, introduced, opening, player, tournament
from tests.world.ledger import new_ledger, submitted
from tests.world.reached import rows

MEGABYTE = 2**20
GAME = {"round": 1, "white": "A", "black": "B", "result": "1-0"}


def padded(document: Document, size: int = MEGABYTE) -> bytes:
    """The document in so many bytes: blanks are as good as anything to fill a file."""
    text = json.dumps(document).encode()
    return text[:-1] + b" " * (size - len(text)) + text[-1:]


def many(number: int = 11) -> list[bytes]:
    """Over 10 MiB together, and each line far below."""
    people = [padded(player(name)) for name in ("A", "B")]
    return people + [
        padded(tournament(f"t{i}", "2024-01-01", GAME)) for i in range(number)
    ]


def test_more_than_ten_megabytes_in_one_submission(selo: Selo) -> None:
    small = selo.ask(
        "submit",
        selo.file("small.jsonl", *(line.replace(b"  ", b"") for line in many())),
        "--dry-run",
    )
    large = selo.file("large.jsonl", *many())
    assert selo.ask("submit", large, "--dry-run") == small
    done = selo.ask("submit", large)
    assert [row["kind"] for row in done["recorded"]] == ["player"] * 2 + [
        "tournament"
    ] * 11
    assert (done["moved"], len(done["warnings"])) == (
        small["moved"],
        len(small["warnings"]),
    )
    first = done["recorded"][0]["seq"]
    assert rows(
        selo.ledger, f"SELECT DISTINCT submission FROM event WHERE seq >= {first}"
    ) == [(first,)]
    assert all(row["repeated"] for row in selo.ask("submit", large)["recorded"])


def test_through_a_pipe(selo: Selo) -> None:
    """There the name says nothing, and it cannot be read twice."""
    result = selo.run("submit", "-", "--json", stdin=b"\n".join(many()))
    assert result.code == 0 and len(result.value["recorded"]) == 13
    result = selo.run("submit", "-", "--json", stdin=b"\n".join([*many(), b"{}"]))
    assert (result.code, result.codes) == (1, ["unknown-kind"]) and result.value[
        "problems"
    ][0]["where"]["line"] == 14


def test_all_its_problems_at_once_and_nothing_recorded(selo: Selo) -> None:
    lines = many()
    lines[3:3] = [
        b"\xff",
        padded(tournament("x", "2024-02-30", GAME)),
        b"{",
        b" " * MEGABYTE,
    ]
    problems = selo.refused(
        "submit", selo.file("large.jsonl", *lines), selo.file("x.json", "{")
    )
    spots = [(problem["code"], problem["where"]["line"]) for problem in problems]
    # a small file is read before anything is booked
    assert spots == [("not-json", 1)]
    problems = selo.refused(
        "submit", selo.file("large.jsonl", *lines), selo.file("more.jsonl", *lines)
    )
    spots = [("not-utf8", 4), ("no-such-day", 5), ("no-such-day", 5), ("not-json", 6)]
    assert [
        (problem["code"], problem["where"]["line"]) for problem in problems
    ] == spots * 2
    assert [problem["where"]["file"][-10:] for problem in problems] == [
        "arge.jsonl"
    ] * 4 + ["more.jsonl"] * 4


def test_what_the_ledger_refuses_in_it(selo: Selo) -> None:
    lines = [*many(), padded(tournament("y", "2024-01-01", GAME | {"white": "C"}))]
    [problem] = selo.refused("submit", selo.file("large.jsonl", *lines))
    assert (problem["code"], problem["where"]["line"]) == ("unknown-player", 14)


@pytest.mark.parametrize("over", [0, 1])
def test_a_line_may_have_ten_megabytes(selo: Selo, over: int) -> None:
    line = padded(player("A"), MAX_BYTES + over)
    path = selo.file("long.jsonl", line, player("B"))
    if over:
        [problem] = selo.refused("submit", path)
        assert (problem["code"], problem["where"]["line"]) == (
            "too-large",
            1,
        ) and "10 MiB" in problem["message"]
    else:
        assert len(selo.ask("submit", path)["recorded"]) == 2


def test_a_bar_for_each_long_piece_of_work() -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    clock = iter(range(100))
    with (
        patch.object(sys, "stderr", Screen()) as screen,
        patch("time.monotonic", lambda: next(clock)),
    ):
        with bar("reading") as progress:
            assert progress is not None
            progress(0, 0)  # nothing to read: nothing to show
            assert screen.getvalue() == ""
            for done in range(1, 5):
                progress(done, 4)
            shown = screen.getvalue()
        assert "reading" in shown and "100%" in shown and shown.endswith("\n")
        assert screen.getvalue() == shown


def test_only_a_preview_lists_new_entries(tmp_path: Path) -> None:
    """After booking a whole history they would be hundreds of thousands, and nobody
    reads them there.
    """
    path = new_ledger(tmp_path)
    documents = [opening("A"), opening("B"), tournament("t", "2024-01-01", GAME)]
    documents = [*introduced(documents), *documents]
    everything = submitted(path, *documents, dry_run=True)
    assert {entry.player for entry in everything.entries} == {"A", "B"}
    booked = submitted(path, *documents)
    assert (booked.entries, booked.moved) == ((), everything.moved)
    earlier = {"kind": "withdraw", "tournament": "t", "reason": "a test"}
    assert (
        submitted(path, earlier, dry_run=True).entries
        == submitted(path, earlier).entries
        != ()
    )
