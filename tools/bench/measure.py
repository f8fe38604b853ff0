"""What the ledger costs on a made-up federation, beside a bare Elo loop over the same
games in the same run.

python -m tools.bench.measure                  50,000 and 200,000 games
python -m tools.bench.measure 1000000          any sizes
python -m tools.bench.measure --write 50000    and docs/reference/performance.md from what was measured
"""

import sys
import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from tools.bench.costs import Cost, Each, Row, Size, of_selo, of_stage
from tools.bench.history import Played, history, lines
from tools.bench.page import write
from tools.bench.peers import measurable

SIZES = (50_000, 200_000)
FOUR_WEEKS = 28
TOGETHER = 500  # corrections in one file
AGES = {"a month": 30, "a year": 365, "five years": 1826, "ten years": 3650}  # in days
MOST_ASKED = 1_000_000  # beyond, only recorded and rebuilt: how that grows


def one_file(folder: Path, games: int) -> str:
    """The history as one file that `submit` takes, in the order in which its
    tournaments are submitted.
    """
    path = folder / f"history-{games}.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines(games))
    return str(path)


def measured(folder: Path, games: int) -> Size:
    """One ledger of that size, and every question on it."""
    tournaments = list(history(games))
    ledger = str(folder / f"{games}.db")
    of_selo(ledger, "init")
    loop = of_stage("bare_loop", str(games), times=3)
    file = one_file(folder, games)
    rows = [
        Row("submit, one file", of_selo(ledger, "submit", file)),
        Row("the same without rating, in process", of_stage("recording", file)),
    ]
    sizes = bytes_a_game(ledger, games)
    rows.append(Row("rebuild, in process", of_stage("rebuild", ledger, times=3)))

    if games <= MOST_ASKED:
        rows += in_steps(str(folder / "steps.db"), games)
        rows += whole_ledger(ledger)
        rows += corrections(ledger, tournaments, games)
        rows += questions(ledger, tournaments)
        rows += checks(ledger)
        rows += [
            Row(f"beside it: {name}", of_stage(stage, *words))
            for name, stage, words in measurable(games)
        ]

    return Size(
        games,
        len(tournaments),
        people(tournaments),
        loop,
        [with_ratio(row, loop) for row in rows],
        sizes,
    )


def people(tournaments: list[Played]) -> int:
    """How many play."""
    players: set[int] = set()
    for played in tournaments:
        for game in played.games:
            players.add(game.white)
            players.add(game.black)
    return len(players)


def in_steps(ledger: str, games: int) -> Iterator[Row]:
    """As an office records it: some late, some corrected later."""
    yield Row(
        "a submission a tournament, in process",
        of_stage("recorded_in_steps", ledger, str(games)),
    )
    yield Row("rebuild of it, in process", of_stage("rebuild", ledger))


def whole_ledger(ledger: str) -> Iterator[Row]:
    yield Row(
        "ledger rebuild --check",
        of_selo(ledger, "ledger", "rebuild", "--check", times=3),
    )
    yield Row("verify, in process", of_stage("verify", ledger, times=3))
    yield Row("ledger replay", of_selo(ledger, "ledger", "replay", times=3))
    yield Row(
        "list --known-seq inside a submission",
        of_selo(ledger, "list", "selo", "--known-seq", "9"),
    )

    for words in (
        ("trial", "compare", "selo", "elo"),
        ("trial", "predict", "--lists", "selo,elo"),
        ("trial", "pool", "selo"),
    ):
        yield Row(" ".join(words), of_selo(ledger, *words, times=3))

    with tempfile.NamedTemporaryFile("w", suffix=".json") as proposal:
        proposal.write('{"list": "selo", "name": "lower cap", "change": {"cap": 85}}')
        proposal.flush()
        yield Row(
            "trial what-if, a lower cap",
            of_selo(ledger, "trial", "what-if", proposal.name, times=3),
        )


def corrections(ledger: str, tournaments: list[Played], games: int) -> Iterator[Row]:
    """The first game of a tournament so long ago turned round. By day: the last day of
    all has hundreds of them.
    """
    last = date.fromisoformat(max(played.end for played in tournaments))
    for age, days in AGES.items():
        since = str(last - timedelta(days))
        name = next(
            f"T{played.number:05}" for played in tournaments if played.end >= since
        )
        cost = of_stage("correction", ledger, name)
        yield Row(
            f"correction {age} back, in process", Cost(cost.seconds / 5, cost.megabytes)
        )
        words = (
            "amend",
            name,
            "--game",
            "1.1",
            "--result",
            "0-0",
            "--reason",
            "bench",
            "--dry-run",
        )
        yield Row(
            f"correction {age} back, the command", of_selo(ledger, *words, times=3)
        )

    cost = of_stage("late", ledger, str(games), str(last - timedelta(FOUR_WEEKS)))
    yield Row(
        "a tournament four weeks late, in process",
        Cost(cost.seconds / 5, cost.megabytes),
    )
    count = min(TOGETHER, len(tournaments))
    yield Row(
        f"{count} corrections in one file, in process",
        of_stage("corrected_together", ledger, str(count)),
    )


def other_shapes() -> Iterator[Each]:
    """What grows with something else than games in large tournaments, and what one of
    it costs.
    """
    yield Each("registering people", 100_000, of_stage("registering", "100000"))
    yield Each(
        "games each rated alone, submitted",
        20_000,
        of_stage("taken", "single_games", "100000", "0", "1"),
    )
    for name, shape in (
        ("evenings in order", "evenings"),
        ("evenings up to two weeks late", "late_for_years"),
    ):
        for which, first in (("first", 1), ("last", 9_001)):
            cost = of_stage("taken", shape, "100000", str(first), str(first + 1_000))
            yield Each(f"10,000 {name}, the {which} thousand", 1_000, cost)


def questions(ledger: str, tournaments: list[Played]) -> Iterator[Row]:
    player = f"P{tournaments[0].games[0].white}"
    middle = tournaments[len(tournaments) // 2]
    asked = {
        "show": ("show", player),
        "history": ("history", player),
        "explain": ("explain", f"P{middle.games[0].white}", f"T{middle.number:05}"),
        "list --top": ("list", "selo", "--top", "100"),
        "list --as-of": ("list", "selo", "--as-of", middle.end),
        "titles": ("titles",),
        "tournament list": ("tournament", "list"),
    }
    for name, words in asked.items():
        yield Row(name, of_selo(ledger, *words, times=3))


def checks(ledger: str) -> Iterator[Row]:
    """What it costs that a false row in the read tables is an error and not an answer."""
    yield Row("show of 400 players, in process", of_stage("looked_up", ledger, times=9))
    yield Row(
        "the same without counting the rows",
        of_stage("looked_up", ledger, "uncounted", times=9),
    )
    yield Row(
        "rebuild without counting the rows, in process",
        of_stage("rebuild", ledger, "uncounted", times=3),
    )


def with_ratio(row: Row, loop: Cost) -> Row:
    return row._replace(ratio=row.cost.seconds / loop.seconds)


def bytes_a_game(ledger: str, games: int) -> dict[str, float]:
    """The stored events alone, and the whole file with its read tables."""
    import sqlite3

    connection = sqlite3.connect(ledger)
    (log,) = connection.execute("SELECT SUM(LENGTH(state)) FROM event").fetchone()
    pages, size = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "page_size")
    )
    connection.close()
    return {"log": log / games, "file": pages * size / games}


def main(words: list[str]) -> None:
    asked = [int(word) for word in words if word.isdigit()]
    sizes, results = asked or SIZES, []
    for games in sizes:
        with tempfile.TemporaryDirectory() as folder:
            results.append(measured(Path(folder), games))
        show(results[-1])
    shapes = list(other_shapes()) if "--write" in words or not asked else []
    for each in shapes:
        print(
            f"{each.name:<48}{each.cost.seconds:9.3f} s{each.microseconds:9.0f} us"
            " each",
            flush=True,
        )
    if "--write" in words:
        write(results, shapes)


def show(size: Size) -> None:
    print(
        f"{size.games:,} games, {size.tournaments:,} tournaments, {size.players:,}"
        " players",
        flush=True,
    )
    print(f"{'bare Elo loop':<48}{size.loop.seconds:9.3f} s")
    for row in size.rows:
        print(
            f"{row.name:<48}{row.cost.seconds:9.3f} s{row.ratio or 0:9.1f}"
            f" loops{row.cost.megabytes:8.0f} MB"
        )
    print(
        ", ".join(
            f"{name} {value:.1f} bytes a game"
            for name, value in size.bytes_a_game.items()
        ),
        flush=True,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
