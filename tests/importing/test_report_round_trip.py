"""Any report comes out as it came in: random ones, and the sample files."""

import json
import os
import random
from pathlib import Path

import pytest

from desk.files.from_report import read_report
from desk.files.settings import Settings
from desk.submit import init
from exchange.trf.read import read_trf
from exchange.trf.report import TrfReport
from exchange.trf.write import trf_text
from ledger.errors import Refused
from tests.importing.importing_world import World, row, trf
from tests.importing.test_as_reported import FACTS, FLAGS, HEAD, rows, written
from tests.world.ledger import outside


def any_report(rng: random.Random) -> bytes:
    """A report of some rounds with every kind of cell, points and ranks that need not
    fit, gaps in the numbers.
    """
    numbers = sorted(rng.sample(range(1, 60), rng.randint(2, 12)))
    cells: dict[int, list[tuple[int | str, str, str]]] = {
        number: [] for number in numbers
    }
    pairs = [
        ("1", "0"),
        ("0", "1"),
        ("=", "="),
        ("0", "0"),
        ("=", "0"),
        ("W", "L"),
        ("L", "W"),
        ("D", "D"),
        ("L", "L"),
        ("+", "-"),
        ("-", "+"),
        ("-", "-"),
    ]
    for _ in range(rng.randint(1, 9)):
        order = rng.sample(numbers, len(numbers))
        playing = order[: 2 * rng.randint(1 if len(order) > 1 else 0, len(order) // 2)]
        for white, black in zip(playing[::2], playing[1::2], strict=True):
            one, other = rng.choice(pairs)
            bare = one in "+-" and rng.random() < 0.5
            cells[white].append((black, "-" if bare else "w", one))
            cells[black].append((white, "-" if bare else "b", other))
        for number in order[len(playing) :]:
            cells[number].append(
                rng.choice((("0000", "-", rng.choice("UFHZ+-=")), ("", " ", " ")))
            )
    lines = [
        row(
            number,
            f"Sukunimi{number}, E",
            *cells[number],
            rating=rng.choice(("", str(rng.randint(1000, 2800)))),
            title=rng.choice(("", "g", "GM", "f", "FM")),
            points=rng.choice(("", f"{rng.randint(0, 9)}.5")),
            rank=rng.choice(("", str(rng.randint(1, 99)))),
            federation=rng.choice(("FIN", "", "XYZ")),
        )
        for number in numbers
    ]
    head = [line.replace("142 4", "142 9") for line in HEAD]
    return trf(
        *rng.sample(lines, len(lines)),
        header=rng.sample(head, rng.randint(3, len(head))),
    )


def out_again(data: bytes, form: str) -> TrfReport:
    """The report as documents hold it, written again: what the desk takes of it and
    nothing else.
    """
    file = read_report(data, "t.trf", Settings())
    assert file.report is not None
    names = {entrant.key: entrant.name for entrant in file.entrants}
    players = [
        {
            "player": key,
            "name": names[key],
            "points": "",
            **said,
            "fide_rating": said.get("rating"),
            "federation": said.get("federation", ""),
        }
        for key, said in file.report.players.items()
    ]
    games = [{**entry._asdict(), "tiebreak": False} for entry in file.games]
    event = {
        "id": "t",
        "name": file.name or "t",
        "start": "2024-05-01",
        "end": "2024-05-03",
        "seconds": 7200,
        "domestic": False,
        **file.report.facts,
    }
    return read_trf(trf_text(event, players, games, form).text.encode())


@pytest.mark.parametrize("seed", range(150))
def test_any_report_comes_out_as_it_came_in(seed: int) -> None:
    data = any_report(random.Random(seed))
    before = read_trf(data)
    for form in ("trf16", "trf26"):
        after = out_again(data, form)
        assert rows(after) == rows(before), f"seed {seed}"
        said = [
            tag
            for tag in FACTS
            if tag != "102"
            and tag in before.header.texts
            and (form == "trf26" or tag < "142")
        ]
        assert {tag: after.header.texts.get(tag) for tag in said} == {
            tag: before.header.texts[tag] for tag in said
        }
        assert dict(after.round_dates) == dict(before.round_dates)


@pytest.mark.parametrize("seed", range(12))
def test_any_report_through_the_ledger(seed: int, world: World) -> None:
    data = any_report(random.Random(1000 + seed)).replace(b"012", b"### 012")
    world.file("t.trf", data)
    days = ("--start", "2024-05-01", "--end", "2024-05-03", "--name", "Kevät")
    world.submit("t.trf", *FLAGS, *days)
    assert rows(written(world)) == rows(read_trf(data)), f"seed {1000 + seed}"
    world.file("again.trf", world.run("export", "trf", "kevat").out.encode())
    assert (
        world.submit("again.trf", *FLAGS, *days).value["recorded"][0]["repeated"]
        and world.equal()
    )


@pytest.mark.skipif(
    "SELO_SAMPLES" not in os.environ,
    reason=(
        "the sample files are no part of the project (with a folder of them: make"
        " samples SELO_SAMPLES=FOLDER)"
    ),
)
def test_every_sample_comes_out_as_it_came_in(world: World) -> None:
    folder = Path(os.environ["SELO_SAMPLES"])
    world.clock("2026-11-02")
    done = 0
    for entry in json.loads((folder / "INDEX.json").read_text("utf-8"))["files"]:
        data = (folder / entry["file"]).read_bytes()
        try:
            before = read_trf(data)
        except Refused:
            continue
        if not before.games or not before.header.name:
            continue
        world.elsewhere(f"{done}.db")
        init(world.ledger, outside())
        world.file("t.trf", data)
        flags = [*FLAGS, "--players-by", "name", "--age-group", "open"]
        orders = (
            [],
            *(["--date-order", order] for order in ("dmy", "ymd", "ydm", "mdy")),
        )
        orders += (["--start", "2020-01-01", "--end", "2020-12-31"],)
        codes = (
            world.run_line(
                "--ledger", world.ledger, "submit", "t.trf", *flags, *order
            ).code
            for order in orders
        )
        assert 0 in codes, entry["file"]
        for form in ("trf16", "trf26"):
            out = world.run_line(
                "--ledger", world.ledger, "export", "trf", "kevat", "--format", form
            ).out
            after = read_trf(out.encode())
            assert rows(after) == rows(before), entry["file"]
            assert after.records == before.records, entry["file"]
        done += 1
    assert done >= 10
