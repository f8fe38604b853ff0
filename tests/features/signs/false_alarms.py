"""How often signs show in federations where nobody does anything wrong: the table of
features/signs/chances.py.

python -m tests.features.signs.false_alarms 400          so many random federations, then the table
python -m tests.features.signs.false_alarms 400 --from 5000
"""

import argparse
import json
import math
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from desk.rows_to_publish import rows_to_publish
from desk.second_look.look import SECOND_LOOK
from desk.submit import Outside, init, submit
from exchange.json.files import read_documents
from features.signs.answers import LOOKS
from features.signs.chances import ONE_IN, strength_of
from features.signs.games import Looked, Sign, games_of_period
from projections.answers import Question
from projections.answers.opened import opened_with_all_events
from projections.answers.reading import Reading
from projections.runs.over_all_games import Facts
from projections.runs.setups import booked_setup
from rulebooks.base import BEGINNING
from tests.features.signs.random_federation import Document, Federation, documents

NOW = "2026-11-01T12:00:00.000000Z"
FIRST_SEED = 100_000  # of the federations that are measured; tests take others


@contextmanager
def in_ledger(some: Sequence[Document]) -> Iterator[Reading]:
    """Record documents in a ledger of their own, and open it."""
    salts = count(1)
    outside = Outside(
        lambda: NOW,
        "tools",
        lambda: f"salt-{next(salts)}",
        rows_to_publish,
        SECOND_LOOK,
    )
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "federation.db")
        init(path, outside)
        submit(
            path,
            read_documents(
                "federation.jsonl", "\n".join(map(json.dumps, some)).encode()
            ),
            outside,
        )
        with opened_with_all_events(path, Question(), NOW[:10]) as reading:
            yield reading


def looked_at(federation: Federation) -> dict[Sign, Looked]:
    """Look for every sign in a federation."""
    people = list(documents(federation))
    clubs = {one["player"]: one["club"] for one in people if "club" in one}
    with in_ledger(people) as reading:
        run = Facts(reading).run(booked_setup(reading.timeline, "selo"))
        play = games_of_period(run, BEGINNING, reading.as_of, clubs)
        return {sign: look(play) for sign, look in LOOKS.items()}


def table(seeds: Sequence[int]) -> dict[Sign, tuple[float, ...]]:
    """Return by sign the strengths that one in a hundred, a thousand and ten thousand
    reach.
    """
    strengths: dict[Sign, list[float]] = defaultdict(list)
    looked: dict[Sign, int] = defaultdict(int)
    for seed in seeds:
        for sign, each in looked_at(Federation(seed)).items():
            looked[sign] += each.at
            strengths[sign] += [
                strength_of(finding.chance) for finding in each.findings
            ]
    return {
        sign: _reached(sorted(strengths[sign], reverse=True), looked[sign])
        for sign in LOOKS
    }


def _reached(strengths: Sequence[float], looked: int) -> tuple[float, ...]:
    """Return the strength that each share reaches. Where too few were looked at to
    tell, it goes on as before; where hardly any shows at all, the chance itself counts.
    """
    places = [looked // one_in for one_in in ONE_IN[1:]]
    measured = [
        strengths[place] if place < len(strengths) else None for place in places
    ]
    first = next((strength for strength in measured if strength is not None), None)
    reached: list[float] = []
    for at, (strength, place) in enumerate(zip(measured, places, strict=True)):
        if first is None:
            reached.append(math.log10(ONE_IN[at + 1]))
        elif strength is None:
            reached.append(first / 2)
        elif place < 3 and at > 1:
            reached.append(2 * reached[-1] - reached[-2])
        else:
            reached.append(strength)
    return tuple(round(strength, 2) for strength in reached)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("federations", type=int)
    parser.add_argument(
        "--from", dest="first", type=int, default=FIRST_SEED, metavar="SEED"
    )
    given = parser.parse_args()
    for name, three in table(
        range(given.first, given.first + given.federations)
    ).items():
        print(f'    "{name}": {three},')
