"""Say what was aimed at for a million games, and why some is missed: the part of the page that is not measured."""

from collections.abc import Iterable, Iterator

from tools.bench.costs import Each, Size

GAMES = 1_000_000
# by the name of the row: bare loops, seconds, microseconds each, bytes
LOOPS = {
    "submit, one file": 24,
    "rebuild, in process": 9,
    "rebuild of it, in process": 25,
    "rebuild --check": 13,
    "verify, in process": 13,
    "compare selo elo": 14,
    "predict --lists selo,elo": 14,
    "pool selo": 14,
    "what-if, a lower cap": 14,
}
SECONDS = {
    "a tournament four weeks late, in process": 0.008,
    "500 corrections in one file, in process": 1.0,
    "correction a month back, in process": 0.003,
    "correction a year back, in process": 0.010,
    "correction ten years back, in process": 0.4,
    "correction a month back, the command": 0.15,
    "correction a year back, the command": 0.17,
    "correction ten years back, the command": 0.6,
    "list --top": 0.12,
    "list --as-of": 0.2,
    "titles": 0.12,
    "tournaments": 0.15,
}
EACH = {
    "registering people": 40,
    "games each rated alone, submitted": 20,
    "10,000 evenings up to two weeks late, the last thousand": 4_000,
}
BYTES = {"log": 30, "file": 60}

CALCULATION = "the calculation of every unit, see below"
CONE = "every later unit in which somebody's standing moved is rated whole, and there are thousands"
STATEMENTS = "a hundred statements to SQLite, a commit that waits for the disk, and every row that is read is proved"
REASONS = {
    "submit, one file": "a rebuild, and a third more than the prototype's for reading, deciding, warnings and the tree",
    "rebuild, in process": CALCULATION,
    "rebuild of it, in process": "late tournaments and corrections rate most units several times, as recorded",
    "rebuild --check": "a rebuild, and every row compared and proved",
    "verify, in process": "a rebuild, every event and row read, compared and proved",
    "compare selo elo": "the list that is not kept: " + CALCULATION,
    "predict --lists selo,elo": "a list calculated, and two forecasts of every game counted by what came of it",
    "pool selo": "every game accounted for to both of its players, from the rows as they are kept",
    "what-if, a lower cap": "a list calculated, and two forecasts of every game",
    "a tournament four weeks late, in process": "a millisecond for every later unit in which somebody's standing moved",
    "500 corrections in one file, in process": CONE,
    "correction a month back, in process": STATEMENTS,
    "correction a year back, in process": "a millisecond for every later unit in which somebody's standing moved",
    "correction ten years back, in process": CONE,
    "correction a month back, the command": "mostly the start of Python, click and eventsourcing",
    "correction a year back, the command": "mostly the start of Python, click and eventsourcing",
    "correction ten years back, the command": CONE,
    "list --top": "every row of the list is read, checked and ranked before the first hundred are known",
    "list --as-of": "every unit before the day is read and checked, and everybody's games are added up and printed",
    "titles": "the start, and the details of every title worked out",
    "tournaments": "ten thousand lines",
    "registering people": "read, decided, digested with a salt, hashed into the tree, and a row beside the log each",
    "games each rated alone, submitted": "a row of the read tables each, its checksum, and its place in two careers",
    "10,000 evenings up to two weeks late, the last thousand": STATEMENTS,
}
BELOW = """The aims come from a prototype that knows plain tournaments at home alone and rates each in one function. A
rebuild here asks a rulebook, keeps who was shown which rating (so that an entry that did not change stays as old as it
is), reaches titles, and writes rows that say what they were made from; less than half of it is the calculation itself,
and no single part is more than a tenth. Run in turns with that prototype on one machine, a rebuild of a million games
took 3.1 to 3.3 s, the prototype 1.6 to 1.7 s and the bare loop 0.28 to 0.29 s, so the prototype itself takes nearly six
bare loops there, and a rebuild eleven. Seconds on such machines differ by half from hour to hour: a row that is met by
little may be missed in another run, and the other way round.
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


def compared(size: Size, shapes: Iterable[Each]) -> Iterator[str]:
    """The aims beside what was measured."""
    yield "| work | aim | measured | | why it is missed |"
    yield "|---|---:|---:|---|---|"
    costs = {row.name: row.cost.seconds for row in size.rows}
    for name, loops in LOOPS.items():
        yield _beside(name, loops, costs[name] / size.loop.seconds, "loops", ".1f")
    for name, seconds in SECONDS.items():
        yield _beside(name, seconds, costs[name], "s", ".3f")
    each = {shape.name: shape.microseconds for shape in shapes}
    for name, most in EACH.items():
        yield _beside(name, most, each[name], "us each", ",.0f")
    for name, most in BYTES.items():
        yield _beside(f"{name}, bytes a game", most, size.bytes_a_game[name], "", ".1f")
    yield ""
    yield BELOW


def _beside(name: str, aim: float, measured: float, unit: str, form: str) -> str:
    met = measured <= aim
    reason = "" if met else REASONS.get(name, "")
    return f"| {name} | {aim:,g} {unit} | {measured:{form}} | {'met' if met else 'missed'} | {reason} |"
