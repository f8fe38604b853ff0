"""A clock that is far ahead must not be believed once and paid for until that day."""

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfoNotFoundError

import pytest

import audit.machine
from ledger.clock import before_the_leap, moment_of
from ledger.errors import Refused
from ledger.office import (
    _zone,
    end_of_day,
    is_known_zone,
    local_day,
    start_of_day,
)
from tests.care.caring import made
from tests.proof.proof_world import alone
from tests.world.command import Command
from tests.world.documents import opening, player

LAST, RIGHT, AHEAD = (
    "2026-11-01T12:00:00.000000Z",
    "2026-11-21T12:00:00.000000Z",
    "2036-11-21T12:00:00.000000Z",
)


def test_far_ahead_of_everything_is_asked_about() -> None:
    assert moment_of(LAST, RIGHT, RIGHT, 24) == RIGHT
    with pytest.raises(Refused, match="more than 24 hours after anything else"):
        moment_of(LAST, AHEAD, RIGHT, 24)
    # nobody doubts it: the officer answers for it, or the ledger is empty
    assert moment_of(LAST, AHEAD, "", 24) == AHEAD
    assert moment_of("", AHEAD, RIGHT, 24) == AHEAD
    with pytest.raises(Refused, match="the last event was recorded at"):
        moment_of(AHEAD, RIGHT, RIGHT, 24)


def test_the_command_asks_and_takes_the_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SELO_CLOCK_IS_RIGHT")
    place = tmp_path / "log"
    place.mkdir()
    written = datetime.fromisoformat(RIGHT).timestamp()
    os.utime(place, (written, written))
    monkeypatch.setattr(
        audit.machine, "WRITTEN_DAILY", (str(place), str(tmp_path / "nowhere"))
    )
    command = Command(tmp_path, Path(made(tmp_path)), today="2036-11-21")
    code, value = command.answer("player", "add", "X", "--name", "Ylä, Xenia")
    assert (code, value["problems"][0]["code"]) == (1, "clock-ahead")
    command.clock("2026-11-21")
    command.done("player", "add", "X", "--name", "Ylä, Xenia")
    command.clock("2027-11-21")
    line = (
        "--clock-is-right",
        "--ledger",
        str(command.path),
        "player",
        "add",
        "Y",
        "--name",
        "Ylä, Yrjö",
    )
    assert command.run_line(*line).code == 0


def test_a_ledger_that_lies_in_the_future_is_resumed_by_an_event(
    tmp_path: Path,
) -> None:
    command = Command(tmp_path, Path(made(tmp_path)), today="2036-11-21")
    command.done("player", "add", "X", "--name", "Ylä, Xenia")
    command.clock("2026-11-21")
    refused = command.run("player", "add", "Y", "--name", "Ylä, Yrjö")
    assert refused.code == 1 and "--resume-clock" in refused.err
    seq = command.ask(
        "ledger", "settings", "--resume-clock", "the clock stood in 2036"
    )["recorded"][0]["seq"]
    command.done("player", "add", "Y", "--name", "Ylä, Yrjö")
    newest = command.ask("log", "--limit", "1")["events"][0]
    assert (newest["seq"], newest["recorded_at"]) == (
        seq + 1,
        "2026-11-21T12:00:00.000000Z",
    )
    assert "recorded with one that was ahead" in command.done("log", "event", str(seq))
    # by that day everything was known, what is stamped 2036 too; and neither verifier
    # calls it altered
    assert (
        command.ask("show", "X", "--known-on", "2026-11-21")["basis"]["known_seq"]
        == seq + 1
    )
    assert (
        command.answer("verify")[1]["status"] == "unproven"
        and command.ask("ledger", "rebuild", "--check")["equal"]
    )
    assert alone("ledger", str(command.path))[0] == 3
    again = command.answer("ledger", "settings", "--resume-clock", "again")
    assert (again[0], again[1]["problems"][0]["code"]) == (1, "clock-not-ahead")
    assert command.answer("undo", str(seq), "--reason", "x")[0] == 1
    # the ledger is taken elsewhere with it
    lines = tmp_path / "lines.jsonl"
    lines.write_text(command.done("export", "ledger"), "utf-8")
    copy = Command(tmp_path, name="copy.db", today="2026-11-21")
    copy.done("init")
    copy.done("ledger", "import", str(lines))
    assert copy.ask("log", "--limit", "2")["events"][1]["kind"] == "resume-clock"


def test_time_goes_back_no_further_than_the_last_event_that_was_not_ahead(
    tmp_path: Path,
) -> None:
    """However often it is said: else an officer could publish a list on a day long
    past.
    """
    command = Command(tmp_path, Path(made(tmp_path)), today="2026-11-05")
    command.done("player", "add", "W", "--name", "Ylä, Wilma")
    command.clock("2100-01-01")
    command.done("player", "add", "X", "--name", "Ylä, Xenia")
    command.clock("2100-02-01")  # it was ahead for a while before anybody saw it
    command.done("player", "add", "Y", "--name", "Ylä, Yrjö")
    for day in ("2025-01-01", "2026-11-04"):
        command.clock(day)
        code, value = command.answer("ledger", "settings", "--resume-clock", "back")
        assert (code, value["problems"][0]["code"]) == (1, "clock-behind")
        assert "until 2026-11-05" in value["problems"][0]["message"]
    command.clock("2026-11-20")
    command.done("ledger", "settings", "--resume-clock", "it stood in 2100")
    for day in ("2025-01-01", "2026-11-06", "2026-11-19"):
        command.clock(day)
        for _ in range(2):
            code, value = command.answer(
                "ledger", "settings", "--resume-clock", "again"
            )
            assert (code, value["problems"][0]["code"]) == (1, "clock-behind"), day
    command.clock("2036-11-20")  # ahead once more, and resumed once more
    command.done("player", "add", "Z", "--name", "Ylä, Zoe")
    command.clock("2026-11-21")
    command.done("ledger", "settings", "--resume-clock", "it stood in 2036")
    assert command.answer("verify")[1]["problems"] == []


def test_the_farthest_leap_is_what_a_wrong_clock_did() -> None:
    days = [
        "2026-01-01",
        "2026-01-02",
        "2026-05-01",
        "2036-05-01",
        "2036-05-09",
        "2036-09-01",
    ]
    assert (
        before_the_leap([f"{day}T12:00:00.000000Z" for day in days])
        == "2026-05-01T12:00:00.000000Z"
    )
    assert before_the_leap([LAST]) == LAST


def test_without_that_event_time_may_not_step_back(tmp_path: Path) -> None:
    command = Command(tmp_path, Path(made(tmp_path)), today="2036-11-21")
    command.done("player", "add", "X", "--name", "Ylä, Xenia")
    command.clock("2026-11-21")
    command.done("ledger", "settings", "--resume-clock", "the clock stood in 2036")
    with closing(sqlite3.connect(command.path)) as connection, connection:
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE name LIKE 'event_never_%'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        state = connection.execute(
            "SELECT state FROM event ORDER BY seq DESC LIMIT 1"
        ).fetchone()[0]
        other = state.replace(b"clock-resumed.v1", b"settings-stated.v1").replace(
            b'"office"', b'"settings"'
        )
        connection.execute(
            "UPDATE event SET state = ? WHERE seq = (SELECT MAX(seq) FROM event)",
            (other,),
        )
    codes = {problem["code"] for problem in command.answer("verify")[1]["problems"]}
    assert codes & {"column-differs", "time-backwards"}
    assert alone("ledger", str(command.path))[0] == 1


def test_it_comes_alone(tmp_path: Path) -> None:
    command = Command(tmp_path, Path(made(tmp_path)), today="2036-11-21")
    command.done("player", "add", "X", "--name", "Ylä, Xenia")
    command.clock("2026-11-21")
    both = command.file(
        "both.jsonl",
        {"kind": "resume-clock", "reason": "x"},
        player("Y", name="Ylä, Yrjö"),
    )
    code, value = command.answer("submit", both)
    assert (code, value["problems"][0]["code"]) == (1, "not-alone")


def test_how_far_a_clock_is_believed_is_a_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = Command(tmp_path, Path(made(tmp_path)), today="2026-11-21")
    command.done(
        "ledger",
        "settings",
        "--clock-ahead-hours",
        "2",
        "--reason",
        "the office writes all day",
    )
    monkeypatch.delenv("SELO_CLOCK_IS_RIGHT")
    monkeypatch.setattr(audit.machine, "last_written", lambda: 1.0)
    command.clock("2026-11-21T13:59:00.000000Z")
    command.done("player", "add", "X", "--name", "Ylä, Xenia")
    command.clock("2026-11-21T16:00:00.000000Z")
    code, value = command.answer("player", "add", "Y", "--name", "Ylä, Yrjö")
    assert (code, value["problems"][0]["code"]) == (1, "clock-ahead")
    assert "more than 2 hours" in value["problems"][0]["message"]


@pytest.mark.parametrize(
    ("zone", "moment", "day"),
    [
        ("UTC", "2026-11-20T22:30:00.000000Z", "2026-11-20"),
        ("Europe/Helsinki", "2026-11-20T22:30:00.000000Z", "2026-11-21"),
        ("Europe/Helsinki", "2026-06-20T20:59:59.999999Z", "2026-06-20"),  # summer time
        ("Europe/Helsinki", "2026-06-20T21:00:00.000000Z", "2026-06-21"),
        ("America/New_York", "2026-11-21T04:59:00.000000Z", "2026-11-20"),
    ],
)
def test_days_are_those_of_the_federation(zone: str, moment: str, day: str) -> None:
    assert local_day(moment, zone) == day
    assert start_of_day(day, zone) <= moment < end_of_day(day, zone)


def test_half_past_midnight_in_helsinki_is_today(tmp_path: Path) -> None:
    command = Command(tmp_path, name="new.db", today="2026-11-20T22:30:00.000000Z")
    command.done("init", "--time-zone", "Europe/Helsinki")
    assert command.ask("ledger", "settings") == {
        "time_zone": "Europe/Helsinki",
        "clock_ahead_hours": 24,
        "years_of_birth": "everybody",
        "unlisted": "nameless",
        "slips": "warned",
        "report_days": 7,
        "list_days": [],
        "seq": 7,
    }
    command.done(
        "submit",
        command.file(
            "p.jsonl",
            player("A", name="Aalto, Anna"),
            opening("A", 1500, on="2026-11-21"),
        ),
    )
    assert command.ask("show", "A")["basis"]["as_of"] == "2026-11-21"
    assert (
        command.ask("list", "selo", "--as-of", "2026-11-21")["rows"]
        and command.answer("show", "A", "--as-of", "2026-11-22")[0] == 2
    )
    assert command.ask("publish", "selo", "night")["recorded"][0]["seq"] == 10
    assert command.ask("list", "published")["rows"][0]["as_of"] == "2026-11-21"
    # what was recorded in that night was not known at the end of the day before
    assert (
        command.ask("list", "selo", "--known-on", "2026-11-20")["basis"]["known_seq"]
        == 0
    )
    assert (
        command.ask("list", "selo", "--known-on", "2026-11-21")["basis"]["known_seq"]
        == 10
    )
    assert len(command.ask("log", "--since", "2026-11-21")["events"]) == 10
    assert (
        command.answer("ledger", "settings", "--time-zone", "Europe/Helsingfors")[1][
            "problems"
        ][0]["code"]
        == "unknown-time-zone"
    )
    command.done("undo", "7", "--reason", "the tests are in UTC")
    assert command.ask("ledger", "settings")["time_zone"] == "UTC"


@pytest.mark.parametrize(
    "zone", ["localtime", "posixrules", "Factory", "right/UTC", "posix/Europe/Helsinki"]
)
def test_a_zone_that_each_machine_has_its_own_of_is_refused(
    tmp_path: Path, zone: str
) -> None:
    assert not is_known_zone(zone)


def test_a_machine_without_the_zone_of_a_ledger_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger was made where time zones are installed, and is carried to where they
    are not.
    """
    command = Command(tmp_path, name="new.db", today="2026-11-20T22:30:00.000000Z")
    command.done("init", "--time-zone", "Europe/Helsinki")
    _zone.cache_clear()
    monkeypatch.setattr("zoneinfo.ZoneInfo", _unknown)
    for arguments in (
        ("player", "add", "A", "--name", "Aalto, Anna"),
        ("list", "selo"),
        ("publish", "selo", "x"),
    ):
        code, answer = command.answer(*arguments)
        assert (code, answer["problems"][0]["code"]) == (
            1,
            "unknown-time-zone",
        ), arguments
        assert "tzdata" in answer["problems"][0]["hint"]
    monkeypatch.undo()
    _zone.cache_clear()
    assert command.ask("log")["events"][0]["seq"] == 7


def _unknown(name: str) -> None:
    raise ZoneInfoNotFoundError(name)
