"""Every measurement of tools/bench runs, at a tiny size: a command or an address that is
renamed breaks it here, and not for whoever measures after a year.

What is printed at this size says nothing about the speed of anything.
"""

from pathlib import Path

import pytest

from tests.web import fronts
from tests.world.server import Server
from tools.bench import (
    grow,
    growth,
    many_reports,
    measure,
    one_by_one,
    service,
    throughput,
    walk,
)
from tools.bench.costs import Cost, of_selo

TOOLS = Path(service.__file__).parent
# what they start in processes of their own
STARTED = {"bare", "stages"}
RUN_HERE = {
    "grow",
    "growth",
    "many_reports",
    "measure",
    "one_by_one",
    "service",
    "throughput",
    "walk",
}
Said = pytest.CaptureFixture[str]


def test_no_measurement_is_left_out() -> None:
    programs = {
        path.stem
        for path in TOOLS.glob("*.py")
        if "__main__" in path.read_text("utf-8")
    }
    programs |= {path.stem for path in TOOLS.glob("*.py") if path.stem in STARTED}
    assert programs == STARTED | RUN_HERE


def test_games_sent_one_by_one(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setattr(one_by_one, "QUIET_SECONDS", 1)
    one_by_one.main(200, 2)
    said = capsys.readouterr().out
    assert "(33 x 201)" in said  # each game was taken
    assert " x 200)" in said


def test_the_service(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    for name, size in (("ROUNDS", 2), ("REQUESTS", 2), ("CONNECTIONS", 2)):
        monkeypatch.setattr(service, name, size)
    service.main(1000, 1)
    said = capsys.readouterr().out
    assert "| look-up, asked before |" in said
    assert "with a booking each second" in said


def test_the_throughput(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    fronts.program("nginx")  # skipped where there is none
    monkeypatch.setattr(throughput, "CLIENTS", 2)
    throughput.main(1000, 0.2)
    table = capsys.readouterr().out
    assert "| lists, first time, 2 workers | nginx |" in table


def test_many_reports(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    monkeypatch.setattr(many_reports, "MEMBERS", 200)
    many_reports.main(["3"])
    said = capsys.readouterr().out
    assert "booking: " in said


def test_what_grows(capsys: Said) -> None:
    growth.main(["10"])
    said = capsys.readouterr().out
    for name in growth.CURVES:
        assert f"| {name} |" in said


def test_the_ledger(monkeypatch: pytest.MonkeyPatch, capsys: Said) -> None:
    """Each command once."""

    def once(ledger: str, *words: str, times: int = 1) -> Cost:
        assert times > 0
        return of_selo(ledger, *words)

    monkeypatch.setattr(measure, "of_selo", once)
    measure.main(["500"])
    assert "bytes a game" in capsys.readouterr().out


def test_every_command_and_address() -> None:
    """As addresses alone are asked of larger ledgers in test_bench_walk.py. Nothing is
    said of limits: at this size all is overhead.
    """
    rows = [*walk.walked("federation", 3000)]
    assert len(rows) > 100


def test_a_file_beside_a_server(server: Server, capsys: Said) -> None:
    grow.main([f"postgresql://selo@/postgres?host={server.folder}", "2000"])
    assert "| look up a player |" in capsys.readouterr().out
