"""Contract section 2: as of a day, known at a moment or a seq; every state that ever
was can be asked for again.
"""

import json
from typing import Any

import pytest

from tests.command.story import LAST, begun
from tests.world.command import Selo
from tests.world.documents import player


def everything(selo: Selo, *times: str) -> list[Any]:
    """Answers of many commands; who is not known yet answers with exit 3."""
    lines = [("list", "selo"), ("list", "pelo"), ("log",), ("titles",)]
    lines += [("show", name) for name in "ACEF"] + [
        ("history", name, "--all-versions") for name in "ACE"
    ]
    lines += [("tournament", name) for name in ("open-2024", "feb", "mar", "jan")] + [
        ("explain", "A", "open-2024")
    ]
    found = []
    for line in lines:
        ran = selo.run(*line, *times, "--json")
        assert ran.code in (0, 3), (line, ran)
        found.append((line, ran.code, json.loads(ran.out) if ran.code == 0 else None))
    return found


@pytest.mark.parametrize(
    "seq", [0, 1, 6, 7, 10, 14, 15, 16, 18, 20, 21, 22, 24, 26, 27, 28]
)
def test_known_at_a_seq_is_the_ledger_that_stopped_there(story: Selo, seq: int) -> None:
    """At the end of a submission and inside one alike."""
    known = everything(story, "--known-seq", str(seq))
    if seq >= 6:
        begun(story, "stopped.db", seq)
        assert story.events() == seq
        stopped = everything(story)
        for then, now in zip(known, stopped, strict=True):
            assert _without_versions(then) == _without_versions(now)
    else:
        assert story.ask("list", "selo", "--known-seq", str(seq))["rows"] == []
        assert len(story.ask("log", "--known-seq", str(seq))["events"]) == seq


def _without_versions(answer: tuple[Any, ...]) -> Any:
    """Names and clubs are always today's; a submission that stopped early is a shorter
    step.
    """
    text = json.loads(json.dumps(answer))
    for row in (text[2] or {}).get("rows", []):
        row.pop("known_from", None)
        row.pop("known_to", None)
    return text


@pytest.mark.parametrize("known", [0, 3, 8, 14, 16, 20, 22, 25, 28, LAST])
@pytest.mark.parametrize(
    "as_of", ["2023-05-31", "2024-01-02", "2024-02-10", "2024-06-30"]
)
def test_replay_is_the_list_byte_for_byte(story: Selo, known: int, as_of: str) -> None:
    for name in ("selo", "pelo"):
        times = ("--as-of", as_of, "--known-seq", str(known), "--json")
        listed, replayed = (
            story.run("list", name, *times),
            story.run("ledger", "replay", "--list", name, *times),
        )
        assert listed == replayed and listed.code == 0


def test_as_of_is_inclusive(story: Selo) -> None:
    assert (
        story.ask("show", "A", "--as-of", "2024-01-01")["lists"]["selo"]["rating"]
        == 1600
    )
    on = story.ask("show", "A", "--as-of", "2024-01-02")
    assert (
        on["lists"]["selo"]["rating"] != 1600 and on["basis"]["as_of"] == "2024-01-02"
    )
    assert (
        story.ask("show", "A", "--as-of", "2023-05-31")["lists"]["selo"]["rating"]
        is None
    )
    assert [
        row["on"] for row in story.ask("history", "A", "--as-of", "2024-02-10")["rows"]
    ] == [
        "2023-06-01",
        "2024-01-02",
        "2024-02-10",
    ]
    story.refused("tournament", "mar", "--as-of", "2024-02-27", code=3)
    assert story.ask("tournament", "mar", "--as-of", "2024-02-28")["version"] == 25
    assert {
        row["on"] <= "2024-02-10"
        for row in story.ask("log", "impact", "21", "--as-of", "2024-02-10")["rows"]
    } == {True}


@pytest.mark.parametrize(
    "line",
    [
        ("show", "A"),
        ("list", "selo"),
        ("history", "A"),
        ("tournament", "mar"),
        (
            "ledger",
            "replay",
        ),
        ("titles",),
        ("explain", "A", "mar"),
        ("log",),
        ("log", "impact", "15"),
        ("player", "performance", "A"),
        ("log", "diff", "--known-seq", "1..2"),
        ("player", "show", "A"),
    ],
)
@pytest.mark.parametrize("day", ["2024-07-01", "2025-01-01", "9999-12-31"])
def test_the_future_is_refused_never_clamped(
    story: Selo, line: tuple[str, ...], day: str
) -> None:
    [problem] = story.refused(*line, "--as-of", day, code=2)
    assert (problem["code"], problem["where"]["field"]) == (
        "future",
        "as_of",
    ) and day in problem["message"]


@pytest.mark.parametrize("option", ["--as-of", "--known-on"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "today",
        "2023-02-30",
        "2024-6-30",
        "20240601",
        "2024-W01-1",
        "30.6.2024",
        "2024-06-31",
        "24-06-30",
        "0000-01-01",
        "2024-06-01x",
        "٢٠٢٤-٠١-٠١",
    ],
)
def test_no_day_is_refused(story: Selo, option: str, text: str) -> None:
    story.refused("show", "A", option, text, code=2)


@pytest.mark.parametrize(
    ("known_on", "seq"),
    [
        ("2024-06-30", LAST),
        ("2024-05-01", LAST),
        ("2024-04-30", 29),
        ("2024-04-02", 29),
        ("2024-04-01", 27),
        ("2024-03-02", 22),
        ("2024-03-01", 20),
        ("2024-02-29", 19),
        ("2024-02-12", 19),
        ("2024-02-11", 14),
        ("2024-01-09", 6),
        ("2024-01-08", 0),
        ("0001-01-01", 0),
        ("0300-01-01", 0),
        # a timestamp counts itself, in UTC, whatever it is written in
        ("2024-03-02T09:30:00.123456Z", 22),
        ("2024-03-02T09:30:00.123455Z", 20),
        ("2024-03-02T09:30:00Z", 20),
        ("2024-03-02T09:30:01", 22),
        ("2024-03-02 09:31", 22),
        ("2024-03-02T11:30:01+02:00", 22),
        ("2024-03-02T11:29:59+02:00", 20),
        ("2024-03-01T23:30:01-10:00", 22),
        ("2024-03-03T00:00:00+23:00", 20),
        ("0001-01-01T00:00:00", 0),
    ],
)
def test_known_on_a_day_or_at_a_moment(story: Selo, known_on: str, seq: int) -> None:
    value = story.ask("list", "selo", "--known-on", known_on)
    assert value["basis"]["known_seq"] == seq
    assert value == story.ask("list", "selo", "--known-seq", str(seq))
    assert value == json.loads(
        story.run("ledger", "replay", "--known-on", known_on, "--json").out
    )


@pytest.mark.parametrize(
    "times",
    [
        (),
        ("--as-of", "2024-03-05"),
        ("--known-seq", "22"),
        ("--known-on", "2024-03-01"),
    ],
)
def test_a_whole_replay_has_every_peak_and_title_as_the_tables_have_them(
    story: Selo, times: tuple[str, ...]
) -> None:
    whole = story.ask("ledger", "replay", "--whole", *times)
    assert {name: whole[name] for name in ("list", "rows", "basis")} == story.ask(
        "ledger", "replay", *times
    )
    assert whole["titles"] == story.ask("titles", *times)["rows"] and whole["peaks"]
    for row in whole["peaks"]:
        assert (
            row["peak"]
            == story.ask("show", row["player"], *times)["lists"]["selo"]["peak"]
        )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2024-07-01", "future"),
        ("2024-07-01T00:00:00Z", "future"),
        ("9999-12-31", "future"),
        ("x", "no-such-moment"),
        ("2024-02-30T10:00:00", "no-such-moment"),
        ("0001-01-01T00:00:00+05:00", "no-such-moment"),
        ("9999-12-31T23:59:59-05:00", "no-such-moment"),
        ("9999-12-31T23:59:59.999999", "no-such-moment"),
    ],
)
def test_known_on_nothing_that_was(story: Selo, text: str, code: str) -> None:
    [problem] = story.refused("list", "selo", "--known-on", text, code=2)
    assert (problem["code"], problem["where"]["field"]) == (code, "known_on")


@pytest.mark.parametrize(
    ("zone", "moment"),
    [
        ("Europe/Helsinki", "9999-12-31T23:30:00Z"),
        ("America/New_York", "0001-01-01T00:00:00Z"),
    ],
)
def test_a_moment_whose_day_no_calendar_has(
    selo_without_ledger: Selo, zone: str, moment: str
) -> None:
    """In UTC there is such a day; where the federation is there is none."""
    selo_without_ledger.done("init", "--time-zone", zone)
    [problem] = selo_without_ledger.refused(
        "list", "selo", "--known-on", moment, code=2
    )
    assert problem["code"] == "no-such-moment"


def test_one_way_of_knowing_at_a_time(story: Selo) -> None:
    assert (
        story.refused(
            "show", "A", "--known-on", "2024-03-01", "--known-seq", "3", code=2
        )[0]["code"]
        == "two-knowns"
    )


def test_one_day_as_known_on_another(story: Selo) -> None:
    """What was said on 1 March of 10 February."""
    then = story.ask("show", "A", "--as-of", "2024-02-10", "--known-on", "2024-03-01")
    assert then["basis"] == {
        "as_of": "2024-02-10",
        "known_seq": 20,
        "known_at": "2024-03-01T09:30:00.123456Z",
        "rules": "fi-2023",
    }
    assert then["lists"]["selo"]["rating"] == 1634
    assert (
        story.ask("show", "A", "--as-of", "2024-02-10")["lists"]["selo"]["rating"]
        != 1634
    )


def test_recorded_at_never_runs_backwards_and_a_late_clock_is_refused(
    story: Selo,
) -> None:
    story.clock("2024-05-01T00:00:00.000000Z")
    story.submit(player("X"))  # some hours behind: the moment of the last event
    assert (
        story.ask("log", "--limit", "1")["events"][0]["recorded_at"]
        == "2024-05-01T09:30:00.123456Z"
    )
    story.clock("2024-04-30T09:30:00.123456Z")
    story.submit(player("Y"))  # a day exactly
    story.clock("2024-04-30T09:30:00.123455Z")
    for line in (
        ("submit", story.file("z.json", player("Z"))),
        ("withdraw", "open-2024", "--reason", "r"),
    ):
        [problem] = story.refused(*line)
        assert problem["code"] == "clock-behind" and "clock" in problem["hint"]
    assert story.run("list", "selo").code == 0


@pytest.mark.lists("elo-no")
def test_one_list_of_a_player_alone(story: Selo) -> None:
    """As `history --list` has it."""
    whole = story.ask("show", "A")
    alone = story.ask("show", "A", "--list", "pelo")
    assert (
        alone["lists"] == {"pelo": whole["lists"]["pelo"]}
        and alone["titles"] == whole["titles"]
    )
    [problem] = story.refused("show", "A", "--list", "elo-no", code=3)
    assert problem["code"] == "no-rules"
