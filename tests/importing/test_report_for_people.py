"""What `selo submit` of a report says to people: the preview, the warnings, flags that
do not fit.
"""

import json

import pytest

from cli.booking.report import outcome_lines
from desk.cautions import Caution, FilePosition
from desk.outcomes import Submitted
from messages import say
from tests.importing.importing_world import FLAGS, THREE, World, row, trf
from tests.world.documents import game, tournament


def test_the_report_for_people(world: World) -> None:
    world.file("kesa.trf", THREE)
    ran = world.run("submit", "kesa.trf", "--dry-run")
    assert ran.code == 0
    for text in (
        "utf-8, line ends lf",
        "2024-06-01 to 2024-06-02, 2 rounds",
        "3 new",
        "games: 2, played 2",
        "rated: selo 2",
        "use --id ID",
        "would be recorded",
    ):
        assert text in ran.out, text
    assert (
        "no opening and no earlier tournament: " in ran.err and ran.err.count("\n") == 1
    )


def test_the_report_shows_who_is_new_and_who_is_spelt_differently(world: World) -> None:
    world.player("P1", "Bergh, Beatrice", fide_id=500002, born="1990")
    world.file("kesa.trf", THREE.replace(b"Berg, Bea", b"Bergh, B."))
    out = world.run("submit", "kesa.trf", "--dry-run", "--new-ids", "N").out
    assert (
        "  2  Bergh, B.          P1      Bergh, Beatrice  FIDE id, name and birth\n"
        in out
    )
    assert "  1  Äijälä, Åke      1980-02-29   500001  N0001\n" in out
    value = world.submit("kesa.trf", "--dry-run", "--new-ids", "N").value
    assert [one.get("known_as") for one in value["players"]["matched"]] == [
        "Bergh, Beatrice"
    ]
    assert [one["player"] for one in value["players"]["new"]] == ["N0001", "N0002"]


def test_a_preview_without_numbers_says_why(world: World) -> None:
    world.file("kesa.trf", THREE.replace(b"122 90 min + 30 s", b"122 as always"))
    out = world.run("submit", "kesa.trf", "--dry-run").out
    assert (
        out.endswith("shown when the questions without a proposal are answered\n")
        and "rated:" not in out
    )


def test_many_warnings_are_cut_for_people_only(world: World) -> None:
    cells = [
        [(number + 1 if number % 2 else number - 1, "w" if number % 2 else "b", "=")]
        for number in range(1, 61)
    ]
    rows = [
        row(number, f"Name{number:02}", *found) for number, found in enumerate(cells, 1)
    ]
    rows = [text[:80] + " 9.5" + text[84:] for text in rows]
    world.file("kesa.trf", trf(*rows))
    ran = world.run("submit", "kesa.trf", *FLAGS)
    # they say the same but for the numbers in them
    assert ran.code == 0 and ran.err.count("warning: ") == 3
    assert "and 57 more warnings like these; --json shows all" in ran.err
    assert "and 40 more; --json shows all" in ran.out


def test_warnings_of_many_kinds_are_cut_at_a_screenful(
    capsys: pytest.CaptureFixture[str],
) -> None:
    spot = FilePosition(file="kesa.trf", line=1)
    words = [f"{one}{other} is odd" for one in "abcde" for other in "fghij"]
    report = Submitted(
        recorded=(),
        moved=(),
        warnings=tuple(
            Caution(message=say("{text}", text=m), where=spot) for m in words
        ),
    )
    list(outcome_lines(report, ()))
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "warning: kesa.trf:1: af is odd"
    assert (
        len(lines) == 21
        and lines[-1] == "and 5 more lines of warnings; --json shows all"
    )


def test_old_tournaments_are_warned_about_once_with_a_count(world: World) -> None:
    world.player("P1", "Aho, Aino")
    world.player("P2", "Berg, Bea")
    documents = [
        tournament(f"t{day}", f"2010-01-{day:02d}", game(1, "P1", "P2"))
        for day in range(1, 31)
    ]
    world.file("old.jsonl", "\n".join(map(json.dumps, documents)))
    preview = world.run("submit", "old.jsonl", "--dry-run")
    lines = preview.err.splitlines()
    assert [line.count("days ago") for line in lines] == [1, 1, 1, 0]
    assert lines[-1] == "and 27 more warnings like these; --json shows all"
    assert len(world.submit("old.jsonl", "--dry-run").value["warnings"]) == 30


def test_words_about_flags_that_do_not_fit(world: World) -> None:
    world.file("p.json", '{"kind":"player","player":"P1","name":"Berg, Bea"}')
    world.file("kesa.trf", THREE)
    assert world.submit("p.json", "--minutes", "5", code=2).codes == ["usage"]
    assert world.submit("p.json", "--domestic", code=2).messages.startswith(
        "--domestic is for a report"
    )
    assert world.submit("kesa.trf", "--as-correction", code=2).codes == ["usage"]
    assert world.submit("kesa.trf", "--list", "selo", code=2).messages.startswith(
        "--list is for a list: use --as"
    )
    assert world.submit("kesa.trf", "--all", code=2).messages.startswith(
        "--all is for a list"
    )
    as_list = ("--as", "fide-list", "--on", "2024-06-01")
    assert world.submit("kesa.trf", *as_list, "--id", "x", code=2).messages.startswith(
        "--id is for a report"
    )
    assert world.submit("kesa.trf", "--round-day", "x", code=2).codes == ["usage"]
    assert world.submit(
        "kesa.trf", "--id", "a b", "--start", "2024-02-30", code=1
    ).codes[:1] == ["wrong-value"]
    assert world.submit("kesa.trf", "--start", "2024-02-30", code=1).codes == [
        "no-such-day"
    ]
