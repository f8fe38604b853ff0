"""The reader over a folder of real saved pages: `make pages SELO_PAGES=FOLDER`. Holds
what is read of each page against the count of it that the folder's INDEX.md has.

The index has a table with the columns file, kind, language and count: `53 games, 1
forfeit, 2 byes or absences, 47 pairs without a result`, or `108 players`. A heading
`## name/` or a line that begins with the name of a folder in it says where the files
below are. The pages are other people's and stay where they are.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from desk.files.games_file import GamesFile
from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from ledger.errors import Refused
from messages.results import PENDING, RESULTS

_ROW = re.compile(r"\| (\S+\.html?) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|")
_FOLDER = re.compile(r"## (\S+)/|(\w+) \(source folder")
_COUNT = re.compile(r"([0-9]+) (players|games?|forfeits?|pairs|boards)")
_OUTCOMES = ("taken", "refused", "refused wrongly", "wrong in silence")


class Page(NamedTuple):
    """A row of the index."""

    path: Path
    kind: str
    language: str
    counts: dict[str, int]  # players, game, forfeit, open


def main(arguments: Sequence[str] | None = None) -> int:
    """Read every page of the index in the folder; 0 when all agree with it."""
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    folder = Path(words[0]) if words else None
    if folder is None or not (folder / "INDEX.md").is_file():
        print("pages: give a folder with an INDEX.md (SELO_PAGES)", file=sys.stderr)
        return 2
    totals: Counter[tuple[str, str, str]] = Counter()
    faults: list[str] = []
    for page in pages(folder):
        outcome, words_of_it = outcome_of(page)
        program = page.path.relative_to(folder).parts[0]
        totals[program, page.language, outcome] += 1
        print(f"{page.path.relative_to(folder)}: {outcome}: {words_of_it}")
        if outcome in _OUTCOMES[2:]:
            faults.append(f"{page.path.relative_to(folder)}: {words_of_it}")
    print(
        f"\n| pages of | language | {' | '.join(_OUTCOMES)} |\n|---|---|---|---|---|---|"
    )
    for program, language in sorted({row[:2] for row in totals}):
        counts = (str(totals[program, language, one]) for one in _OUTCOMES)
        print(f"| {program} | {language} | {' | '.join(counts)} |")
    print(f"\n{sum(totals.values())} pages, {len(faults)} read otherwise than counted")
    return 1 if faults else 0


def pages(folder: Path) -> Iterator[Page]:
    at, inner = folder, ""
    for line in (folder / "INDEX.md").read_text("utf-8").splitlines():
        if place := _FOLDER.match(line):
            at, inner = (folder / place[1], "") if place[1] else (at, place[2])
        elif row := _ROW.match(line):
            counts: Counter[str] = Counter()
            for number, what in _COUNT.findall(row[4]):
                counts[_counted(what)] += int(number)
            yield Page(at / inner / row[1], row[2], row[3], dict(counts))


def _counted(what: str) -> str:
    if what in ("pairs", "boards"):
        return "open"
    return what if what == "players" else what.rstrip("s")


def outcome_of(page: Page) -> tuple[str, str]:
    """What came of a page, and in words what it says or what the count says."""
    settings = Settings(players_by="name")
    try:
        read = read_games_file(page.path.read_bytes(), page.path.name, settings)
    except Refused as refused:
        problem = refused.problems[0]
        said = f"{problem.message} - {problem.hint}"
        # what has games over the board in it is there to be read
        return ("refused wrongly" if _has_games(page) else "refused"), said
    found = counts_of(read)
    differing = [
        f"{name} {found.get(name, 0)}, counted {count}"
        for name, count in page.counts.items()
        if found.get(name, 0) != count and not (name == "players" and read.games)
    ]
    if differing:
        return "wrong in silence", "; ".join(differing)
    return "taken", ", ".join(f"{name} {count}" for name, count in found.items())


def _has_games(page: Page) -> bool:
    """Whether a page tells who met whom: a ranking of teams does not."""
    shows_opponents = "composition" not in page.kind
    return shows_opponents and bool(page.counts.get("game") or page.counts.get("open"))


def counts_of(read: GamesFile) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for game in read.games:
        if game.result == PENDING:
            counts["open"] += 1
        elif RESULTS[game.result].is_forfeit:
            counts["forfeit"] += 1
        else:
            counts["game"] += 1
    counts["players"] = len(read.people())
    return dict(counts)


if __name__ == "__main__":
    sys.exit(main())
