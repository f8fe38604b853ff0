"""Show a month's work on one page: what came in, what is open, what is due, what moved,
what the next list will say.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

from features.calendar.answers import due
from ledger.errors import Problem, Usage, Where
from ledger.events import Event
from ledger.office import local_day, start_of_day
from ledger.store.events import last_seq_before, newest_first
from messages import Message, say
from projections.answers.career import (
    event_line,
    names_of,
    one_row_a_player,
    rows_to_show,
)
from projections.answers.lists.listed import Filters, Listed, rows_chosen
from projections.answers.lists.next_list import newest_published
from projections.answers.lists.published import publication
from projections.answers.reading import Reading
from projections.tables.notes import Published
from web.booking.seen_drafts import seen_drafts, waiting_for_others
from web.desk.document_titles import titles_of_drafts
from web.desk.office_desk import AtDesk, Desk
from web.desk.report_titles import ReportTitle
from web.pages.lists import CORRECTIONS, correction
from web.pages.rendering import rendered
from web.pages.subjects import subjects
from web.store.draft_steps import WAITING
from web.store.drafts import DraftRow

FEW = 8  # rows of each table; the rest is a link away
MOST_EVENTS = 2000  # of a month that are looked at


class Month(NamedTuple):
    """A month of the calendar."""

    year: int
    number: int

    @property
    def first(self) -> str:
        return date(self.year, self.number, 1).isoformat()

    @property
    def last(self) -> str:
        return (date.fromisoformat(self.next.first) - timedelta(1)).isoformat()

    @property
    def before(self) -> "Month":
        if self.number == 1:
            return Month(self.year - 1, 12)
        return Month(self.year, self.number - 1)

    @property
    def next(self) -> "Month":
        if self.number == 12:
            return Month(self.year + 1, 1)
        return Month(self.year, self.number + 1)

    def __str__(self) -> str:
        return self.first[:7]


def month_of(text: str, today: str) -> Month:
    """Read a month, YYYY-MM; without any text it is that of today. One to come has
    nothing to show yet.
    """
    month = text or today[:7]
    try:
        first = date.fromisoformat(f"{month}-01")
    except ValueError:
        hint = say("write it as YYYY-MM")
        message = say("{text} is not a month", text=repr(text[:20]))
        raise Usage(Problem("parameter", message, Where(field="month"), hint)) from None

    read = Month(first.year, first.month)
    if read.first > today or read.year < 1900:
        message = say("{text} is a month to come, or too long ago", text=month)
        hint = say("ask for a month up to today")
        raise Usage(Problem("parameter", message, Where(field="month"), hint))
    return read


class Moved(NamedTuple):
    """A player whose rating is another one than before. Somebody new had none."""

    player: str
    name: str | None
    was: int | None
    rating: int
    change: int | None


class ListMonth(NamedTuple):
    """A list in a month: whom moved most what was booked in it, and how it differs from
    the one published last.

    `rated`: who got their first rating on it; `begun`: nobody had one before.
    """

    list: str
    moved: tuple[Moved, ...]
    moved_in_all: int
    rated: int
    begun: bool
    last: Published | None
    differing: tuple[Moved, ...]
    differing_in_all: int
    new: int
    gone: int


class DraftsOfMonth(NamedTuple):
    """The drafts on the page of a month.

    left       those that were left in it
    waiting    those that wait, whenever they were left
    others     how many wait for somebody else
    titles     what they are called, by number
    """

    left: tuple[DraftRow, ...]
    waiting: tuple[DraftRow, ...]
    others: int
    titles: Mapping[int, ReportTitle | Message]


def month_page(at: AtDesk, desk: Desk, reading: Reading, month: Month) -> str:
    """Make the page. The reading is that of the month's last day, or of today."""
    zone = reading.settings.time_zone
    before = last_seq_before(reading.events, start_of_day(month.first, zone))
    last = last_seq_before(reading.events, start_of_day(month.next.first, zone))
    events = _events_between(reading, before, last)
    came = [event for event in events if event.kind == "tournament"]
    corrected = [event for event in events if event.kind in CORRECTIONS]
    newest_that_came = tuple(event_line(event, reading) for event in came[:FEW])
    newest_corrected = corrected[:FEW]

    drafts = _drafts_of_month(at, desk, reading, month)
    days_left = date.fromisoformat(month.last) - date.fromisoformat(reading.as_of)

    return rendered(
        "calendar/month.html",
        at.visit,
        at=at,
        month=month,
        until=reading.as_of,
        events=last - before,
        seen=len(events),
        came=newest_that_came,
        came_in_all=len(came),
        corrected=tuple(correction(reading, event) for event in newest_corrected),
        corrected_in_all=len(corrected),
        about=subjects(reading, [*newest_that_came, *newest_corrected]),
        **drafts._asdict(),
        also_came=desk.parts("month came", at, reading),
        also_open=desk.parts("month open", at, reading),
        due=due(reading, days_left.days).rows,
        lists=tuple(_list_months(reading, before, last)),
        earlier=before > 0,
        few=FEW,
    )


def _drafts_of_month(
    at: AtDesk, desk: Desk, reading: Reading, month: Month
) -> DraftsOfMonth:
    """Return the drafts that whoever asks may see, as the page of a month has them."""
    drafts = seen_drafts(desk.ledger, None, at.who).rows
    zone = reading.settings.time_zone

    def is_left_in_month(row: DraftRow) -> bool:
        return month.first <= local_day(row.created_at, zone) <= month.last

    left = tuple(row for row in drafts if is_left_in_month(row))
    return DraftsOfMonth(
        left=left,
        waiting=tuple(row for row in drafts if row.state == WAITING),
        others=waiting_for_others(desk.ledger, drafts, at.who),
        titles=titles_of_drafts(desk.ledger, drafts, left[:FEW], reading),
    )


def _events_between(reading: Reading, before: int, last: int) -> list[Event]:
    """Return the newest events after one and up to another, at most `MOST_EVENTS`."""
    events = []
    for event in islice(newest_first(reading.events, last), MOST_EVENTS):
        if event.seq <= before:
            break
        events.append(event)
    return events


def _list_months(reading: Reading, before: int, last: int) -> Iterator[ListMonth]:
    """Yield each list with what moved: the state after the last event before the month
    beside the state after its last event.
    """
    earlier = _reading_known_by(reading, before)
    then = _reading_known_by(reading, last)
    for name in reading.lists():
        known = {
            row.player: row.rating for row in rows_chosen(earlier, name, Filters())
        }
        changed: list[Moved] = []
        if before < last:
            changed = _players_moved(rows_chosen(then, name, Filters()), known)
        moved = [row for row in changed if row.was is not None]

        # the newest list that was published, beside the one that would be now
        coming = rows_chosen(reading, name, Filters(published=True))
        published = newest_published(reading, name)
        frozen = _published_ratings(reading, published)
        differing: list[Moved] = []
        if published is not None:
            differing = _players_moved(coming, frozen)

        yield ListMonth(
            list=name,
            moved=_first_with_names(reading, moved if known else changed),
            moved_in_all=len(moved),
            rated=len(changed) - len(moved),
            begun=not known,
            last=published,
            differing=_first_with_names(reading, differing),
            differing_in_all=len(differing),
            new=sum(row.was is None for row in differing),
            gone=len(frozen.keys() - {row.player for row in coming}),
        )


def _reading_known_by(reading: Reading, seq: int) -> Reading:
    """Return the reading as it was known after an event."""
    if seq == reading.known_seq:
        return reading
    return reading.at(reading.as_of, seq)


def _published_ratings(reading: Reading, last: Published | None) -> dict[str, int]:
    """Return the ratings of a published list, by the ids that count now; none of no
    list.
    """
    if last is None:
        return {}

    published = publication(reading, last.list, last.label, last.revision)
    rows = one_row_a_player(reading, published.body.rows)
    return {player: row.rating for player, row in rows.items()}


def _players_moved(rows: Sequence[Listed], before: Mapping[str, int]) -> list[Moved]:
    """Return who has another rating than before, whose moved most first; those who had
    none at the end.
    """
    moved = []
    for row in rows:
        was = before.get(row.player)
        if was == row.rating:
            continue
        change = None if was is None else row.rating - was
        moved.append(Moved(row.player, None, was, row.rating, change))

    def most_first(row: Moved) -> tuple[bool, int, str]:
        return row.change is None, -abs(row.change or 0), row.player

    return sorted(moved, key=most_first)


def _first_with_names(reading: Reading, rows: Sequence[Moved]) -> tuple[Moved, ...]:
    """Return the first of the rows with their names, without people whom the asker may
    not see on a list.
    """
    # twice as many as are shown, for some may be left out
    some = rows[: 2 * FEW]
    names = names_of(reading, [row.player for row in some])
    named = []
    for row in some:
        name = names.get(row.player)
        named.append(row._replace(name=name))
    return rows_to_show(reading, named)[:FEW]
