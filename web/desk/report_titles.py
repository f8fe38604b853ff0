"""Name the draft of a report for what it holds: its tournament, how many rounds and how
many players. The file is called as its sender called it, which tells nobody anything.
"""

import hashlib
import time
from collections.abc import Iterable
from typing import NamedTuple

from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from desk.files.sidecar import read_sidecar
from ledger.errors import SeloError
from web.sandbox import Bounds, run_in_sandbox
from web.store.draft_steps import WAITING
from web.store.drafts import Draft, DraftRow, draft

# bytes of a file that is read for its title alone; a report of 500 players has half of it
MOST = 200_000
FOR_A_TITLE = Bounds(512 * 2**20, 2)
PATIENCE = 2.0
MOST_KNOWN = 1000  # titles that are remembered, by what was read
_known: dict[bytes, "ReportTitle | None"] = {}


class ReportTitle(NamedTuple):
    """What a report is of. `name`: of the tournament, empty where it has none."""

    name: str
    rounds: int
    players: int


def titles_of(ledger: str, rows: Iterable[DraftRow]) -> dict[int, ReportTitle]:
    """Return the titles of the drafts that wait and are reports, by their numbers.

    `rows`: drafts that whoever asks may see.

    A page waits `PATIENCE` seconds for what was not read before. What is not read by
    then keeps the name of its file until the next time.
    """
    until = time.monotonic() + PATIENCE
    titles: dict[int, ReportTitle] = {}
    for row in rows:
        if row.state != WAITING or row.bytes > MOST or row.name.endswith(".json"):
            continue
        if time.monotonic() > until:
            break
        title = title_of(draft(ledger, row.number))
        if title is not None:
            titles[row.number] = title

    return titles


def title_of(waiting: Draft) -> ReportTitle | None:
    """Return the title of a report; None of a draft that is none, of one that cannot be
    read, and of a large one.
    """
    if len(waiting.content) > MOST:
        return None

    name = waiting.row.name
    answers = waiting.settings or b""
    read_from = b"\0".join([name.encode(), answers, waiting.content])
    digest = hashlib.sha256(read_from).digest()
    if digest not in _known:
        if len(_known) >= MOST_KNOWN:
            _known.clear()
        _known[digest] = _read_apart(name, waiting.content, answers)

    return _known[digest]


def _read_apart(name: str, content: bytes, answers: bytes) -> ReportTitle | None:
    """Read a title in a process of its own, as everything that others bring: whatever
    it takes there, this one goes on answering.
    """
    try:
        return run_in_sandbox(_title_of, name, content, answers, bounds=FOR_A_TITLE)
    except SeloError:
        return None


def _title_of(name: str, content: bytes, answers: bytes) -> ReportTitle | None:
    """Read the title of a report; None of a file without a round.

    answers: what was said about the file, as JSON; empty where nothing was
    """
    settings = Settings()
    if answers:
        settings = read_sidecar("settings", answers)
    report = read_games_file(content, name, settings)
    if not report.rounds:
        return None

    people = report.people()
    return ReportTitle(report.name, report.rounds, len(people))
