"""docs/reference/performance.md from what was measured: a table for each size, a
picture of one, the versions.
"""

import platform
import sqlite3
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from projections.charts.colours import colour_name
from projections.charts.picture import Frame, picture
from projections.charts.shapes import box, text
from tools.bench.costs import Each, Size

DOCS = Path(__file__).parents[2] / "docs"
LIBRARIES = (
    "eventsourcing",
    "msgspec",
    "click",
    "riix",
    "elote",
    "glicko2",
    "openskill",
    "pandas",
    "numba",
)
BAR, LEFT, WIDTH = 22, 300, 420
INTRODUCTION = """# Performance

What the ledger costs on a made-up federation of ten years: processor seconds (user and system) and peak memory of the
whole process, and how many bare Elo loops over the same games that is. The loop is one dict, one formula, no tables; it
runs in the same session, so the ratio travels between machines better than the seconds do.
The memory of a process counts from the one that started it, which holds the made-up history: where many rows show the
same least value, they need less.

Run it yourself: `make bench`. The histories come from a seed (`tools/bench/history.py`); commands are measured as whole
processes with their start-up, what says "in process" without it. The loop, rebuilds, checks, trials and questions are
medians of three runs. `python -m tools.bench.walk` asks every command and every address on ledgers of eight shapes, and
ends with 1 where one of them is over its limit.
"""


def write(sizes: Sequence[Size], shapes: Sequence[Each]) -> None:
    """The page, and beside it the picture of the largest size of which everything was
    asked.
    """
    largest = max(sizes, key=lambda size: len(size.rows))
    page = [INTRODUCTION, f"![{_title(largest)}](performance.svg)\n"]
    for size in sizes:
        page += _section(size)
    page += grown(sizes)
    page += _of_shapes(shapes)
    place = DOCS / "reference" / "performance.md"
    page += [_of_the_service(place), "## Versions\n", _versions() + "\n"]
    place.write_text("\n".join(page), encoding="utf-8")
    (DOCS / "reference" / "performance.svg").write_text(bars(largest), encoding="utf-8")


def _title(size: Size) -> str:
    return f"Bare Elo loops that each piece of work takes, {size.games:,} games"


def _section(size: Size) -> Iterator[str]:
    yield (
        f"## {size.games:,} games, {size.tournaments:,} tournaments, {size.players:,}"
        " players\n"
    )
    yield "| work | CPU seconds | bare loops | peak MB |"
    yield "|---|---:|---:|---:|"
    yield f"| the bare Elo loop | {size.loop.seconds:.3f} | 1 | |"
    for row in size.rows:
        ratio = "" if row.ratio is None else f"{row.ratio:.1f}"
        yield (
            f"| {row.name} | {row.cost.seconds:.3f} | {ratio} |"
            f" {row.cost.megabytes:.0f} |"
        )
    log, file = size.bytes_a_game["log"], size.bytes_a_game["file"]
    yield (
        f"\nThe log takes {log:.1f} bytes a game, the whole file with its read tables"
        f" {file:.0f}.\n"
    )


def grown(sizes: Sequence[Size]) -> Iterator[str]:
    """How the seconds of a piece of work grow with the games."""
    first, *larger = sizes
    yield f"## Beside {first.games:,} games\n"
    yield "How many times the seconds the same work takes with so many more games.\n"
    yield (
        "| work |"
        f" {' | '.join(f'{size.games / first.games:g} times as many' for size in larger)} |"
    )
    yield f"|---|{'---:|' * len(larger)}"

    seconds = {row.name: row.cost.seconds for row in first.rows}
    for name in seconds:
        cells = []
        for size in larger:
            own = next(
                (row.cost.seconds for row in size.rows if row.name == name), None
            )
            cells.append("" if own is None else f"{own / seconds[name]:.1f}")
        if any(cells) and not name.startswith("beside it"):
            yield f"| {name} | {' | '.join(cells)} |"

    yield ""


def _of_shapes(shapes: Sequence[Each]) -> Iterator[str]:
    yield "## Other shapes\n"
    yield (
        "Costs that grow with something other than games in large tournaments. Each row"
        " is a new ledger, in process.\n"
    )
    yield "| work | how many | CPU seconds | microseconds each |"
    yield "|---|---:|---:|---:|"
    for each in shapes:
        yield (
            f"| {each.name} | {each.pieces:,} | {each.cost.seconds:.3f} |"
            f" {each.microseconds:,.0f} |"
        )
    yield ""


def _of_the_service(place: Path) -> str:
    """The section on the service as it stands: `tools.bench.service` measures it, and a
    person writes it.
    """
    page = place.read_text("utf-8") if place.exists() else ""
    _, heading, section = page.partition("## The service\n")
    return heading + section.partition("## Versions\n")[0]


def bars(size: Size) -> str:
    """A bar for each piece of work, as long as its ratio to the bare loop."""
    rows = [(row.name, row.ratio) for row in size.rows if row.ratio is not None]
    longest = max(ratio for _, ratio in rows)
    shapes = [text((16, 28), _title(size), 15)]
    for number, (name, ratio) in enumerate(rows):
        top = 48 + number * BAR
        shapes.append(text((LEFT - 8, top + 13), name, 12, "end"))
        fill = colour_name(1 if name.startswith("beside it") else 0)
        shapes.append(box(LEFT, top, max(1.0, WIDTH * ratio / longest), BAR - 6, fill))
        shapes.append(
            text((LEFT + WIDTH * ratio / longest + 6, top + 13), f"{ratio:.1f}", 12)
        )
    return picture(Frame(LEFT + WIDTH + 60, 64 + len(rows) * BAR, _title(size)), shapes)


def _versions() -> str:
    """What it was measured with."""
    versions = [
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
    ]
    for name in LIBRARIES:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return ", ".join(versions) + f"; {platform.machine()}, {platform.system()}."
