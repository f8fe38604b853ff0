"""What was aimed at for a million games, and why some of it is missed: the part of the page that is not measured."""

from collections.abc import Iterator

from bench.costs import Size

GAMES = 1_000_000
# processor seconds by the name of the row
AIMS = {
    "submit, one file": 6.0,
    "rebuild, in process": 2.5,
    "rebuild of it, in process": 5.0,
    "rebuild --check": 6.0,
    "verify, in process": 6.0,
    "replay": 4.0,
    "compare selo elo": 4.0,
    "predict --lists selo,elo": 5.0,
    "pool selo": 5.0,
    "what-if, a lower cap": 6.0,
    "correction a month back, in process": 0.003,
    "correction a year back, in process": 0.015,
    "correction ten years back, in process": 0.4,
    "correction a month back, the command": 0.15,
    "correction a year back, the command": 0.17,
    "correction ten years back, the command": 0.6,
    "list --top": 0.12,
    "list --as-of": 0.2,
    "titles": 0.12,
    "tournaments": 0.15,
}
BYTES = {"log": 30, "file": 60}

WHY = """The aims come from a prototype that knows plain tournaments at home alone and rates each in one function. A
rebuild here asks a rulebook, keeps who was shown which rating (so that an entry that did not change stays as old as it
is), reaches titles, and writes rows that say what they were made from; about half of it is the calculation itself. Run
in turns with that prototype on one machine, a rebuild of a million games took 6.1 to 7.0 s, the prototype 2.4 to 3.1 s
and the bare loop 0.5 to 0.7 s, in an hour when all three were slower than in the tables above. A
correction rates every later unit in which somebody's rating moved whole, at the price of a unit in a rebuild; rating
only those players of a unit who are concerned was not tried.

`SELO_COMPILE=1 pip install .` compiles the calculation with mypyc: six modules, the same source; `make bench` runs the
tests of the rules and the random histories on it. It saved an eighth of a rebuild of 200,000 games, and hardly anything
at 50,000. Compiling the book of the replay as well brought nothing that could be measured.
"""


GROWTH = 4.7  # what four times as many games may cost


def grown(smaller: Size, larger: Size) -> Iterator[str]:
    """What both sizes measured, beside each other."""
    seconds = {row.name: row.cost.seconds for row in smaller.rows}
    yield f"Beside {smaller.games:,} games, for {larger.games / smaller.games:g} times as many (aim {GROWTH}):\n"
    yield "| work | times the seconds |"
    yield "|---|---:|"
    yield f"| the bare Elo loop | {larger.loop.seconds / smaller.loop.seconds:.1f} |"
    for row in larger.rows:
        if row.name in seconds:
            yield f"| {row.name} | {row.cost.seconds / seconds[row.name]:.1f} |"
    yield ""


def compared(size: Size) -> Iterator[str]:
    """The aims beside what was measured."""
    yield "| work | aim, s | measured, s | |"
    yield "|---|---:|---:|---|"
    seconds = {row.name: row.cost.seconds for row in size.rows}
    for name, aim in AIMS.items():
        if name in seconds:
            yield f"| {name} | {aim:g} | {seconds[name]:.3f} | {'met' if seconds[name] <= aim else 'missed'} |"
    for name, aim in BYTES.items():
        measured = size.bytes_a_game[name]
        yield f"| {name}, bytes a game | {aim} | {measured:.1f} | {'met' if measured <= aim else 'missed'} |"
    yield ""
    yield WHY
