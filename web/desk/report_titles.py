"""Name the draft of a report for what it holds: its tournament, how many rounds and how
many players. The file is called as its sender called it, which tells nobody anything.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from desk.files.sidecar import read_sidecar
from ledger.errors import SeloError
from web.booking.visibility import own_draft
from web.store.draft_steps import WAITING
from web.store.drafts import Draft, DraftRow
from web.store.tokens import Who

# bytes of a file that is read for its title alone; a report of 500 players has half of it
MOST = 200_000


class ReportTitle(NamedTuple):
    """What a report is of. `name`: of the tournament, empty where it has none."""

    name: str
    rounds: int
    players: int


def titles_of(
    ledger: str, rows: Iterable[DraftRow], who: Who
) -> dict[int, ReportTitle]:
    """Return the titles of the drafts that wait and are reports, by their numbers."""
    titles: dict[int, ReportTitle] = {}
    for row in rows:
        if row.state != WAITING or row.bytes > MOST or row.name.endswith(".json"):
            continue
        title = title_of(own_draft(ledger, row.number, who))
        if title is not None:
            titles[row.number] = title
    return titles


def title_of(draft: Draft) -> ReportTitle | None:
    """Return the title of a report; None of a draft that is none, of one that cannot be
    read, and of a large one.
    """
    if len(draft.content) > MOST:
        return None
    return _read(draft.row.name, draft.content, draft.settings)


@lru_cache(64)
def _read(name: str, content: bytes, answers: bytes | None) -> ReportTitle | None:
    try:
        settings = read_sidecar("settings", answers) if answers else Settings()
        report = read_games_file(content, name, settings)
    except SeloError:
        return None
    if not report.rounds:
        return None
    return ReportTitle(report.name, report.rounds, len(report.people()))
