"""A clock that is far ahead must not be believed once and paid for until that day."""

import os
from datetime import datetime
from pathlib import Path

import pytest

import cli.options
from ledger.decide.moment import moment_of
from ledger.errors import Refused
from tests.care.caring import made
from tests.world.command import Command

LAST, RIGHT, AHEAD = "2026-11-01T12:00:00.000000Z", "2026-11-21T12:00:00.000000Z", "2036-11-21T12:00:00.000000Z"


def test_far_ahead_of_everything_is_asked_about() -> None:
    assert moment_of(LAST, RIGHT, RIGHT) == RIGHT
    with pytest.raises(Refused, match="more than a day after anything else"):
        moment_of(LAST, AHEAD, RIGHT)
    # nobody doubts it: the officer answers for it, or the ledger is empty
    assert moment_of(LAST, AHEAD, "") == AHEAD and moment_of("", AHEAD, RIGHT) == AHEAD
    with pytest.raises(Refused, match="the last event was recorded at"):
        moment_of(AHEAD, RIGHT, RIGHT)


def test_the_command_asks_and_takes_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SELO_CLOCK_IS_RIGHT")
    place = tmp_path / "log"
    place.mkdir()
    written = datetime.fromisoformat(RIGHT).timestamp()
    os.utime(place, (written, written))
    monkeypatch.setattr(cli.options, "WRITTEN_DAILY", (str(place), str(tmp_path / "nowhere")))
    command = Command(tmp_path, Path(made(tmp_path)), today="2036-11-21")
    code, value = command.answer("player", "add", "X", "--name", "Ylä, Xenia")
    assert (code, value["problems"][0]["code"]) == (1, "clock-ahead")
    command.clock("2026-11-21")
    command.done("player", "add", "X", "--name", "Ylä, Xenia")
    command.clock("2027-11-21")
    line = ("--clock-is-right", "--ledger", str(command.path), "player", "add", "Y", "--name", "Ylä, Yrjö")
    assert command.run_line(*line).code == 0
