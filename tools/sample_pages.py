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

_ROW = re.compile(
    r"\| (?P<file>\S+\.html?) \| (?P<kind>[^|]*) \| (?P<language>[^|]*)"
    r" \| (?P<counts>[^|]*) \|"
)
_FOLDER = re.compile(r"## (?P<heading>\S+)/|(?P<inner>\w+) \(source folder")
_COUNT = re.compile(r"([0-9]+) (players|games?|forfeits?|pairs|boards)")
_FAULTS = ("refused wrongly", "wrong in silence")
_OUTCOMES = ("taken", "refused", *_FAULTS)


class Page(NamedTuple):
    """A row of the index."""

    path: Path
    kind: str
    language: str
    counts: dict[str, int]  # players, game, forfeit, open


def main(arguments: Sequence[str] | None = None) -> int:
    """Read every page of the index in the folder; 0 when all agree with it."""
    words = sys.argv[1:] if arguments is None else arguments
    folder = Path(words[0]) if words else None
    if folder is None or not (folder / "INDEX.md").is_file():
        print("pages: give a folder with an INDEX.md (SELO_PAGES)", file=sys.stderr)
        return 2

    # of each program and language how often each outcome came
    totals: dict[tuple[str, str], Counter[str]] = {}
    count = 0
    faults = 0
    for page in pages(folder):
        outcome, words_of_it = outcome_of(page)
        path = page.path.relative_to(folder)
        print(f"{path}: {outcome}: {words_of_it}")
        program = path.parts[0]
        totals.setdefault((program, page.language), Counter())[outcome] += 1
        count += 1
        if outcome in _FAULTS:
            faults += 1

    heads = " | ".join(_OUTCOMES)
    print(f"\n| pages of | language | {heads} |\n|---|---|---|---|---|---|")
    for (program, language), counts in sorted(totals.items()):
        cells = " | ".join(str(counts[outcome]) for outcome in _OUTCOMES)
        print(f"| {program} | {language} | {cells} |")
    print(f"\n{count} pages, {faults} read otherwise than counted")
    return 1 if faults else 0


def pages(folder: Path) -> Iterator[Page]:
    """Yield the pages of the index in its order."""
    at, inner = folder, ""
    for line in (folder / "INDEX.md").read_text("utf-8").splitlines():
        place = _FOLDER.match(line)
        row = _ROW.match(line)
        if place is not None and place["heading"]:
            at, inner = folder / place["heading"], ""
        elif place is not None:
            inner = place["inner"]
        elif row is not None:
            path = at / inner / row["file"]
            counts = _counts_in(row["counts"])
            yield Page(path, row["kind"], row["language"], counts)


def _counts_in(words: str) -> dict[str, int]:
    """Read the counts of a page: `53 games, 1 forfeit` is {"game": 53, "forfeit": 1}."""
    counts: Counter[str] = Counter()
    for number, what in _COUNT.findall(words):
        if what in ("pairs", "boards"):
            name = "open"
        elif what == "players":
            name = what
        else:
            name = what.rstrip("s")
        counts[name] += int(number)
    return dict(counts)


def outcome_of(page: Page) -> tuple[str, str]:
    """What came of a page, and in words what it says or what the count says."""
    settings = Settings(players_by="name")
    try:
        read = read_games_file(page.path.read_bytes(), page.path.name, settings)
    except Refused as refused:
        problem = refused.problems[0]
        said = f"{problem.message} - {problem.hint}"
        # what has games over the board in it is there to be read
        if _has_games(page):
            return "refused wrongly", said
        return "refused", said

    found = counts_of(read)
    differing = []
    for name, count in page.counts.items():
        # of a page of games some players are not counted
        if name == "players" and read.games:
            continue
        number = found.get(name, 0)
        if number != count:
            differing.append(f"{name} {number}, counted {count}")
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
