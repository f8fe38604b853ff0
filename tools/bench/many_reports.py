"""What it costs to hand in ten years of reports at once: 600 files of 40 people and 7
rounds, 84,000 games, over a national list of 10,000.

python -m tools.bench.many_reports             all of it; it has to take 60 s at most
python -m tools.bench.many_reports 60          any number of files

Everybody is invented. In each report 32 of 40 are on the list; the others come from
elsewhere. Printed are the seconds on the clock, those of the processor, and the peak
memory.
"""

import itertools
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from tools.bench.costs import Cost, of_selo

SEED = 53
FILES, MEMBERS, SEATS, STRANGERS, ROUNDS = 600, 10_000, 40, 8, 7
FIRST_DAY, DAYS = date(2015, 1, 10), 3650
LIST_DAY = "2015-01-01"
CONSONANTS, VOWELS = "hjklmnprstv", "aeiouyäö"
GIVEN = ["Aino", "Eero", "Ilmari", "Kerttu", "Lauri", "Martta", "Onni", "Pirkko"]
MOST_SECONDS = 60


class Person(NamedTuple):
    """Somebody invented. `id` is empty for whoever is not on the list."""

    id: str
    name: str
    born: str


def people(chance: random.Random) -> Iterator[Person]:
    """Invent people without end: no two have the same surname."""
    known = set[str]()
    while True:
        syllables = [
            chance.choice(CONSONANTS) + chance.choice(VOWELS)
            for _ in range(chance.choice((3, 4, 4, 5)))
        ]
        surname = "".join(syllables).capitalize()
        if surname in known:
            continue
        known.add(surname)
        # nobody has the birth of somebody else: that would be one question more
        day = date(1940, 1, 1) + timedelta(days=len(known))
        name = f"{surname}, {chance.choice(GIVEN)}"
        yield Person(f"M{len(known):05}", name, day.isoformat())


def national_list(members: Sequence[Person], chance: random.Random) -> str:
    """Write the list of the members, each with some rating."""
    rows = ["id;name;born;rating;games"]
    for member in members:
        rating = chance.randrange(1100, 2400)
        rows.append(f"{member.id};{member.name};{member.born};{rating};60")
    return "\n".join([*rows, ""])


def report(number: int, field: Sequence[Person], chance: random.Random) -> str:
    """Write a report of 40 people in a circle: in each round everybody plays."""
    first = FIRST_DAY + timedelta(days=number * DAYS // FILES)
    last = first + timedelta(days=3)
    lines = [
        f"012 Open {number:04}",
        f"042 {first:%Y/%m/%d}",
        f"052 {last:%Y/%m/%d}",
        "122 90 min + 30 s",
    ]
    numbers = range(1, len(field) + 1)
    games = _circle(len(field), chance)
    for seat, person, cells in zip(numbers, field, games, strict=True):
        lines.append(_line(seat, person, cells))
    return "\n".join([*lines, ""])


def _circle(seats: int, chance: random.Random) -> list[list[str]]:
    """Play so many rounds that everybody sits in; return the games of each as a TRF has
    them. The first stays where they sit, and the others move on by one.
    """
    cells: list[list[str]] = [[] for _ in range(seats)]
    order = [*range(seats)]
    half = seats // 2
    for _ in range(ROUNDS):
        for white, black in zip(order[:half], reversed(order[half:]), strict=True):
            result, other = chance.choice(("10", "01", "=="))
            cells[white].append(f"  {black + 1:>4} w {result}")
            cells[black].append(f"  {white + 1:>4} b {other}")
        order = [order[0], order[-1], *order[1:-1]]
    return cells


def _line(seat: int, person: Person, cells: Sequence[str]) -> str:
    """Write the line of a player: who they are, their points, their games."""
    born = person.born.replace("-", "/")
    who = f"{person.name:<33} {'':>4} FIN {'':>11} {born:<10}"
    points = _points(cells)
    games = "".join(cells)
    return f"001 {seat:>4}      {who} {points:>4} {seat:>4}{games}"


def _points(cells: Sequence[str]) -> float:
    return sum({"1": 1.0, "=": 0.5}.get(cell[-1], 0.0) for cell in cells)


def write_files(folder: Path, count: int) -> list[str]:
    """Write the list and so many reports; return the names of the reports."""
    chance = random.Random(SEED)
    everybody = people(chance)
    members = [*itertools.islice(everybody, MEMBERS)]
    (folder / "list.csv").write_text(national_list(members, chance), "utf-8")

    names = []
    for number in range(1, count + 1):
        field = chance.sample(members, SEATS - STRANGERS)
        field += itertools.islice(everybody, STRANGERS)
        chance.shuffle(field)
        path = folder / f"open-{number:04}.trf"
        path.write_text(report(number, field, chance), "utf-8")
        answers = {
            "tournament": path.stem,
            "time_control": "90+30",
            "new_ids": f"N{number:03}-",
        }
        Path(f"{path}.json").write_text(json.dumps(answers), "utf-8")
        names.append(str(path))

    return names


def handed_in(folder: Path, count: int) -> Iterator[tuple[str, float, Cost]]:
    """Hand in so many reports at once, as a preview and then for good. Yield what was
    done, the seconds on the clock, and the cost.

    The preview asks who some people are; they are answered to be new.
    """
    names = write_files(folder, count)
    ledger = str(folder / "ten-years.db")
    of_selo(ledger, "init")
    openings = ("--as", "openings", "--list", "selo", "--on", LIST_DAY)
    of_selo(ledger, "submit", str(folder / "list.csv"), *openings)
    started = monotonic()
    preview = of_selo(ledger, "submit", *names, "--dry-run")
    yield "preview", monotonic() - started, preview
    # twice: who is new in one report may be near to whoever is new in another
    answer(ledger, names)
    answer(ledger, names)
    started = monotonic()
    booking = of_selo(ledger, "submit", *names)
    yield "booking", monotonic() - started, booking


def answer(ledger: str, names: Sequence[str]) -> None:
    """Write the answers about the people of each report into the document beside it."""
    command = [sys.executable, "-m", "cli.main", "--ledger", ledger, "--json", "submit"]
    asked = subprocess.run(
        [*command, *names, "--dry-run"], check=True, stdout=subprocess.PIPE
    )
    for file in json.loads(asked.stdout)["files"]:
        path = Path(f"{file['source']['file']}.json")
        answers = json.loads(path.read_text("utf-8"))
        doubtful = file["players"]["doubtful"]
        answers.setdefault("map", {}).update({row["number"]: "new" for row in doubtful})
        answers["agreed"] = {
            question["about"]: len(file["players"]["proposed"])
            for question in file["questions"]
            if question["field"] == "agreed"
        }
        path.write_text(json.dumps(answers), "utf-8")


def main(words: list[str]) -> None:
    count = int(words[0]) if words else FILES
    games = count * ROUNDS * SEATS // 2
    print(f"{count} files, {games} games; allowed for {FILES} files: {MOST_SECONDS} s")
    with tempfile.TemporaryDirectory() as folder:
        for done, elapsed, cost in handed_in(Path(folder), count):
            print(
                f"{done}: {elapsed:.1f} s, {cost.seconds:.1f} s of the processor,"
                f" {cost.megabytes:.0f} MB"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
