"""What costs more the more there is of it: corrections of one tournament, merges, and
what a stranger may send.

python -m tools.bench.growth         each at three sizes, the last 16 times the first
python -m tools.bench.growth 10      the same at a tenth of the sizes
"""

import io
import json
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from audit.standalone import verify as alone
from desk.submit import init, submit
from exchange.json.files import read_documents, read_object
from ledger.errors import SeloError
from tools.bench.outside import outside

NOW = "2026-11-22T08:00:00.000000Z"
LAST = 20  # corrections of which the mean is taken
PEOPLE = [{"kind": "player", "player": name, "name": name} for name in "AB"]
CUP = {
    "kind": "tournament",
    "tournament": "T",
    "name": "T",
    "start": "2026-01-01",
    "end": "2026-01-02",
    "minutes": 90,
    "games": [{"round": 1, "white": "A", "black": "B", "result": "1-0"}],
}


class Curve(NamedTuple):
    """What was done, and the seconds of CPU at each size."""

    name: str
    seconds: dict[int, float]

    @property
    def growth(self) -> float:
        """How many times as long the largest took as the smallest."""
        return self.seconds[max(self.seconds)] / self.seconds[min(self.seconds)]


class Office:
    """A new ledger in a folder."""

    def __init__(self, folder: str, name: str) -> None:
        self.path = str(Path(folder, name))
        self._outside = outside()
        init(self.path, self._outside)

    def tell(self, documents: list[dict[str, Any]]) -> None:
        lines = "\n".join(map(json.dumps, documents)).encode()
        submit(self.path, read_documents("t.jsonl", lines), self._outside)


def _timed(work: Callable[[], object]) -> float:
    started = time.process_time()
    with suppress(SeloError):
        work()
    return time.process_time() - started


def _corrections(first: int, last: int) -> list[dict[str, Any]]:
    return [
        {
            "kind": "amend",
            "tournament": "T",
            "reason": f"r{n}",
            "games": {"1.1": {"result": ("0-1", "1-0")[n % 2]}},
        }
        for n in range(first, last)
    ]


def corrections(folder: str, size: int) -> float:
    """The seconds of one more correction, after so many."""
    office = Office(folder, f"c{size}.db")
    office.tell([*PEOPLE, CUP])
    office.tell(_corrections(0, size - LAST))
    return (
        sum(
            _timed(partial(office.tell, [one]))
            for one in _corrections(size - LAST, size)
        )
        / LAST
    )


def merges(folder: str, size: int) -> float:
    """A chain of so many merges in one file."""
    office = Office(folder, f"m{size}.db")
    office.tell(
        [
            {"kind": "player", "player": f"P{n}", "name": f"P{n}"}
            for n in range(size + 1)
        ]
    )
    chain = [
        {"kind": "merge-players", "from": f"P{n}", "into": f"P{n + 1}", "reason": "x"}
        for n in range(size)
    ]
    return _timed(lambda: office.tell(chain))


def unknown_fields(folder: str, size: int) -> float:
    """A line with so many fields that no document has."""
    line = json.dumps(
        {
            "kind": "player",
            "player": "P",
            "name": "N",
            **{f"field{n}": 1 for n in range(size)},
        }
    ).encode()
    return _timed(lambda: read_documents("t.jsonl", line))


def paper(folder: str, size: int) -> float:
    """A proposed rule change with so many values."""
    content = json.dumps({f"value{n}": n for n in range(size)}).encode()
    return _timed(lambda: read_object("rule.json", content, "{}"))


def packed(folder: str, size: int) -> float:
    """A zip file of a few kilobytes that unpacks to so many lines, given to the
    verifier.
    """
    path = str(Path(folder, f"{size}.zip"))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("events.jsonl", b"{}\n" * size)
    with redirect_stdout(io.StringIO()):
        return _timed(lambda: alone.main(["bundle", path]))


CURVES: dict[str, tuple[Callable[[str, int], float], tuple[int, int, int]]] = {
    "one more correction of a tournament, after": (corrections, (250, 1000, 4000)),
    "a chain of merges": (merges, (125, 500, 2000)),
    "unknown fields in one line": (unknown_fields, (12_500, 50_000, 200_000)),
    "values in a proposed rule change": (paper, (12_500, 50_000, 200_000)),
    "lines in a zip file of a stranger": (packed, (62_500, 250_000, 1_000_000)),
}


def curves(part: int = 1) -> Iterator[Curve]:
    """Measure each curve at its sizes, divided by `part`."""
    for name, (work, whole_sizes) in CURVES.items():
        sizes = [size // part for size in whole_sizes]
        with tempfile.TemporaryDirectory() as folder:
            yield Curve(name, {size: work(folder, size) for size in sizes})


def table(measured: list[Curve]) -> str:
    """The curves as a table of a page: three sizes and how much longer the last took."""
    rows = [
        "| of this, so many | seconds | seconds | seconds | 16 times as much takes |",
        "|---|---|---|---|---|",
    ]
    for curve in measured:
        cells = " | ".join(
            f"{size:,}: {seconds:.3f}" for size, seconds in curve.seconds.items()
        )
        rows.append(f"| {curve.name} | {cells} | {curve.growth:.1f} times |")
    return "\n".join(rows)


def main(words: list[str]) -> None:
    part = int(words[0]) if words else 1
    print(table(list(curves(part))))


if __name__ == "__main__":
    main(sys.argv[1:])
