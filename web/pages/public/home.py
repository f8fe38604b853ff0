"""The front page: search, the top of each list, the newest tournaments, what was corrected lately."""

from itertools import islice
from typing import NamedTuple

from ledger.events import Event
from ledger.store.events import newest_first
from messages import Message
from projections.answers.events.content import summary
from projections.answers.events.event_lines import EventLine, event_line
from projections.answers.lists.rating_list import Filters, ListAnswer, rating_list
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournaments import TournamentRow, tournaments
from web.pages.checkpoints import Signed, newest_checkpoint
from web.pages.places import Home
from web.pages.rendering import rendered
from web.pages.visit import Visit

TOP, NEWEST, CORRECTED = 10, 8, 6
CORRECTIONS = {"amend", "withdraw", "reinstate", "merge-players", "ruling", "accept-rules", "revoke-confirmation"}


class Correction(NamedTuple):
    """An event that changed what was booked before, in words."""

    event: EventLine
    text: Message


class HomePage(NamedTuple):
    """What the template shows; `signed`: the newest checkpoint."""

    lists: tuple[ListAnswer, ...]
    tournaments: tuple[TournamentRow, ...]
    corrections: tuple[Correction, ...]
    signed: Signed | None
    basis: Basis


def home_page(reading: Reading, asked: Home, visit: Visit) -> str:
    rows = [row for row in tournaments(reading).rows if not row.withdrawn]
    page = HomePage(
        lists=tuple(rating_list(reading, name, Filters(top=TOP)) for name in reading.lists()),
        tournaments=tuple(reversed(rows[-NEWEST:])),
        corrections=tuple(_correction(reading, event) for event in islice(_corrections(reading), CORRECTED)),
        signed=newest_checkpoint(reading),
        basis=reading.basis(),
    )
    return rendered("home.html", visit, page=page)


def _corrections(reading: Reading) -> "filter[Event]":
    return filter(lambda event: event.kind in CORRECTIONS, newest_first(reading.events, reading.known_seq))


def _correction(reading: Reading, event: Event) -> Correction:
    return Correction(event_line(event, reading), summary(event, reading))
