"""The table of docs/reference/files.md: files of each kind and language, made of random
events, are taken as they were made, or refused with what to send instead.

SELO_REWRITE_DOCS=1 writes the table anew.
"""

import os
import random
import secrets
from collections import Counter
from pathlib import Path
from typing import Literal

from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from ledger.errors import Refused
from tests.exchange.files_made import LANGUAGES, WITHOUT, MadeFile, files_made

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "files.md"
EVENTS = 4
Outcome = Literal["taken", "refused", "refused wrongly", "wrong in silence"]
OUTCOMES: tuple[Outcome, ...] = (
    "taken",
    "refused",
    "refused wrongly",
    "wrong in silence",
)
MARK = "<!-- the table -->\n"


def outcome(file: MadeFile) -> Outcome:
    """Hold what is read of a file against what it was made of."""
    settings = Settings(all_played=True, players_by="name")
    try:
        read = read_games_file(file.data, file.name, settings)
    except Refused as refused:
        hints = [str(problem.hint) for problem in refused.problems]
        is_meant = bool(file.expected.refused) and file.expected.refused in hints[0]
        return "refused" if is_meant else "refused wrongly"
    names = {row.key: row.name for row in read.entrants}
    games = {
        (one.round, names[one.white], names[one.black], one.result)
        for one in read.games
    }
    people = set(names.values()) if read.people_only else set()
    is_same = games == file.expected.games and people == file.expected.people
    return "taken" if is_same and not file.expected.refused else "wrong in silence"


def test_every_kind_is_taken_as_it_was_made_in_every_language() -> None:
    seed = int(os.environ.get("SELO_FUZZ_SEED") or secrets.randbits(32))
    print(f"SELO_FUZZ_SEED={seed}")
    counts: Counter[tuple[str, str, Outcome]] = Counter()
    for file in files_made(random.Random(seed), EVENTS):
        counts[file.kind, file.language, outcome(file)] += 1
    wrong = {row: count for row, count in counts.items() if row[2] in OUTCOMES[2:]}
    assert wrong == {}
    table = written_table(counts)
    if os.environ.get("SELO_REWRITE_DOCS"):
        text = PAGE.read_text("utf-8").partition(MARK)[0]
        PAGE.write_text(f"{text}{MARK}\n{table}", "utf-8")
    assert PAGE.read_text("utf-8").endswith(table)


def written_table(counts: Counter[tuple[str, str, Outcome]]) -> str:
    heads = ("kind", "languages", "files", *OUTCOMES)
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for kind in sorted({kind for kind, _, _ in counts}):
        own = {row: count for row, count in counts.items() if row[0] == kind}
        languages = sorted({language for _, language, _ in own})
        by_outcome = [
            sum(count for row, count in own.items() if row[2] == one)
            for one in OUTCOMES
        ]
        counted = len(languages) if languages != [WITHOUT] else WITHOUT
        cells = [kind, counted, sum(own.values()), *by_outcome]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join([*lines, "", f"The languages: {', '.join(LANGUAGES)}.", ""])
