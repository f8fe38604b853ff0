"""Draw the front page and the pages of lists: a list on any day with its filters, the
published ones, and two of them compared.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import replace

from ledger.days import days_later
from ledger.events import Event
from ledger.store.events import newest_first
from messages import Message
from projections.answers.career import (
    EventLine,
    current_ratings,
    event_line,
    names_of,
    rows_to_show,
)
from projections.answers.events.content import summary
from projections.answers.lists.compared_lists import ListsCompared
from projections.answers.lists.listed import Filters, highest_titles, known_titles
from projections.answers.lists.live_ratings import has_live
from projections.answers.lists.next_list import ListsNext
from projections.answers.lists.people_on_list import Member, members
from projections.answers.lists.published import Lists, ListsAnswer, PublishedList
from projections.answers.lists.published import lists as published_lists
from projections.answers.lists.rating_list import (
    List,
    ListAnswer,
    ListRow,
    bands,
    rating_list,
    ratings_before,
    recent_courses,
)
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import tournament_names, tournaments
from projections.charts.listed import bands_chart
from projections.charts.spark import spark
from web.pages.checking import newest_checkpoint
from web.pages.rendering import rendered
from web.pages.sentences import translator
from web.pages.subjects import in_names, subjects
from web.pages.two_times import times_of
from web.pages.visit import Visit
from web.questions.registry import Home

FILTERS = (
    "limit",
    "min_games",
    "active_since",
    "sex",
    "born_from",
    "born_to",
    "club",
    "federation",
    "min_rating",
    "published",
    "top_list",
    "change_since",
    "title",
    "by",
)


UNDER, SENIOR = (10, 14, 20), 60
BAND = 100  # points a column of the picture
MOST = 500  # rows of a page that says nothing about how many


class AgeGroup(NamedTuple):
    """The years of birth of an age group, under an age or seniors; `chosen`: the list
    shows just them.
    """

    age: int
    born_from: str | None
    born_to: str | None
    chosen: bool


class Gone(NamedTuple):
    """A player who was on the earlier list and is not on this one."""

    player: str
    name: str | None
    was: int


def list_page(reading: Reading, asked: List, visit: Visit) -> str:
    """Make the page of a list. Who is gone stands beside what changed since; with other
    filters nobody knows who would pass. `query`: the same list for programs.

    Changes are shown since the list that was published last before the day, unless the
    question says since when. In the order `rating`, which is the usual one, `by` counts
    as no filter. A question that names no limit has `MOST` rows on the page, which says
    how many were left out.
    """
    published = published_lists(reading, asked.list_name or reading.first_list())
    last = asked.change_since or _last_published(published, reading.as_of)
    answer = replace(asked, change_since=last).ask(reading)
    times = times_of(asked, visit.today)
    people = members(reading, answer.list)
    ratings = [row.rating for row in answer.rows]

    filtered = {}
    for name in FILTERS:
        value = getattr(asked, name)
        is_the_usual = (name, value) == ("by", "rating")
        if value and not is_the_usual:
            filtered[name] = value

    left_out = 0 if asked.limit else _rows_left_out(visit, answer.rows)
    rows = answer.rows[: len(answer.rows) - left_out]

    query = dict(filtered)
    for name, value in filtered.items():
        if value is True:
            query[name] = "true"
    query |= times.query

    return rendered(
        "list.html",
        visit,
        answer=answer,
        rows=rows,
        query=query,
        age_groups=_age_groups(asked, answer.basis.as_of),
        gone=(
            _players_gone(reading, answer.list, asked)
            if filtered.keys() == {"change_since"}
            else ()
        ),
        asked=asked,
        filtered=filtered,
        clubs=tuple(
            sorted({person.club for person in people if person.club}, key=str.casefold)
        ),
        federations=tuple(sorted({person.federation for person in people})),
        titles=tuple(known_titles(reading)),
        published=published,
        since=last,
        beside=beside_rows(reading, people, [row.player for row in rows]),
        active_since=days_later(answer.basis.as_of, -365),
        months=_months_before(answer.basis.as_of),
        orders=_orders(answer.list),
        times=times,
        chart=Markup(
            bands_chart(
                bands(reading, answer.list, BAND, ratings),
                translator(visit.language),
                alone=False,
            )
        ),
        sparks=_sparks(reading, answer, rows),
        until=_long_ago(answer.basis),
        left_out=left_out,
    )


class BesideRow(NamedTuple):
    """What a list shows of a person beside their rating, as far as the asker may know
    it.
    """

    title: str | None
    club: str | None
    federation: str
    born: str | None


def beside_rows(
    reading: Reading, people: Iterable[Member], players: Collection[str]
) -> dict[str, BesideRow]:
    """Return what stands beside each of some players; who is on no list today is
    missing.

    `people`: the members of a list, among whom the players are looked for. A year of
    birth is there only where the asker may know it.
    """
    titles, wanted = highest_titles(reading), set(players)

    return {
        one.player: BesideRow(
            titles.get(one.player),
            one.club,
            one.federation,
            _birth_year(reading, one.player),
        )
        for one in people
        if one.player in wanted
    }


def _birth_year(reading: Reading, player: str) -> str | None:
    """Return the year of birth, if the asker may know it."""
    born = reading.policy.born(player, reading.timeline.person(player).born)
    return born and born[:4]


def _last_published(published: ListsAnswer, day: str) -> str | None:
    """Return the label of the newest list that was published for an earlier day.

    `day`: YYYY-MM-DD. None: there is none yet, so nothing is there to compare with.
    """
    earlier = [(row.as_of, row.label) for row in published.rows if row.as_of < day]
    return max(earlier)[1] if earlier else None


MONTHS = 12


def _months_before(day: str) -> tuple[str, ...]:
    """Return the first days of the month of a day and of those before it.

    They are `MONTHS` days, the newest first: of 2026-02-14 it has 2026-02-01,
    2026-01-01, 2025-12-01 and so on.
    """
    newest = _month_number(day)
    return tuple(_first_day(newest - back) for back in range(MONTHS))


def _month_number(day: str) -> int:
    """Count the months from the year 0 to the month of a day:

    2026-02-14    24313
    """
    year, month = int(day[:4]), int(day[5:7])
    return 12 * year + month - 1


def _first_day(month_number: int) -> str:
    """Return the first day of a month by its number, as `_month_number` counts:

    24313    2026-02-01
    """
    year, month = divmod(month_number, 12)
    return f"{year:04d}-{month + 1:02d}-01"


def _orders(list_name: str) -> tuple[str, ...]:
    """Return the orders in which a list may be asked for, as the question has them. By
    live rating only where the list has one.
    """
    live = ("live",) if has_live(list_name) else ()
    return ("rating", "name", *live, "peak")


def _age_groups(asked: List, as_of: str) -> Iterator[AgeGroup]:
    """Yield the age groups by the year of the list, as FIDE has them: a player who
    turns ten in it still plays among those under ten.

    `as_of`: the day of the list. On a day of 2026, under ten is born from 2016 on, and
    a senior up to 1966. Of a group whose year would be before the year 1, no question
    can be asked, and it is left out.
    """
    year_of_list = int(as_of[:4])
    chosen = (asked.born_from or None, asked.born_to or None)

    for age in UNDER:
        if year_of_list > age:
            year = f"{year_of_list - age:04d}"
            yield AgeGroup(age, year, None, chosen == (year, None))

    if year_of_list > SENIOR:
        year = f"{year_of_list - SENIOR:04d}"
        yield AgeGroup(SENIOR, None, year, chosen == (None, year))


def _rows_left_out(visit: Visit, rows: Sequence[object]) -> int:
    """Count the rows that a page leaves to other addresses; a site of files has one
    page for everybody, so it leaves out none.
    """
    return max(0, len(rows) - MOST) if visit.links.live else 0


def _sparks(
    reading: Reading, answer: ListAnswer, rows: Sequence[ListRow]
) -> dict[str, Markup]:
    """Draw the last twelve months of each row, as decoration: the page of the player
    has the same for readers of any kind.

    By player, as SVG. Who was not rated in that time has none.
    """
    courses = recent_courses(reading, answer.list)
    last = date.fromisoformat(answer.basis.until).toordinal()

    drawn = (row.player for row in rows if row.player in courses)
    return {player: Markup(spark(courses[player], "", last)) for player in drawn}


def _long_ago(basis: Basis) -> str | None:
    """Return the day of the newest event, where it is more than a month before the day
    of the list.
    """
    silent = date.fromisoformat(basis.as_of) - date.fromisoformat(basis.until)
    return basis.until if silent > timedelta(31) else None


def _players_gone(reading: Reading, list_name: str, asked: List) -> tuple[Gone, ...]:
    """Return the players who are gone since the day that the list is compared with, the
    highest earlier rating first, then by id.
    """
    before = ratings_before(reading, list_name, asked.change_since or "")
    still = current_ratings(reading, list_name)

    left = before.keys() - still.keys()
    by_rating = sorted(left, key=lambda player: (-before[player], player))

    names = names_of(reading, by_rating)
    gone = [Gone(player, names.get(player), before[player]) for player in by_rating]

    return rows_to_show(reading, gone)


def lists_page(reading: Reading, asked: Lists, visit: Visit) -> str:
    """Make the page of all lists and what was published of them."""
    return rendered(
        "lists.html",
        visit,
        asked=asked,
        names=tuple(reading.lists()),
        published=published_lists(reading, asked.list_name),
        times=times_of(asked, visit.today),
    )


def published_page(reading: Reading, asked: PublishedList, visit: Visit) -> str:
    """Make the page of a published list. `before`: the label of the one of the last day
    before.
    """
    answer = asked.ask(reading)
    moved = sum(1 for row in answer.rows if row.change != 0)
    left_out = 0 if asked.limit else _rows_left_out(visit, answer.rows)
    shown = answer.rows[: len(answer.rows) - left_out]

    about = subjects(reading, (event for row in shown for event in row.moved_by))

    others = published_lists(reading, answer.list)
    earlier = [
        (row.as_of, row.label)
        for row in others.rows
        if row.as_of < answer.as_of and row.label != answer.label
    ]
    before = max(earlier, default=("", None))[1]
    was = {} if before is None else ratings_before(reading, answer.list, before)

    people = members(reading, answer.list)

    return rendered(
        "published.html",
        visit,
        answer=answer,
        left_out=left_out,
        moved=moved,
        others=others,
        before=before,
        changes={
            row.player: row.rating - was[row.player]
            for row in shown
            if row.player in was
        },
        beside=beside_rows(reading, people, [row.player for row in shown]),
        about=about,
    )


def compared_page(reading: Reading, asked: ListsCompared, visit: Visit) -> str:
    """Make the page that compares two days of a list. Rows beyond those that a page has
    are left out, and it says how many.
    """
    answer = asked.ask(reading)
    left_out = _rows_left_out(visit, answer.rows)

    mentioned: set[str] = set()
    for row in answer.rows[: len(answer.rows) - left_out]:
        mentioned.update(row.why)
    names = tournament_names(reading, mentioned)

    return rendered(
        "compared.html", visit, answer=answer, left_out=left_out, names=names
    )


def next_lists_page(reading: Reading, asked: ListsNext, visit: Visit) -> str:
    """Make the page of the next lists, which only the office and its auditors are
    shown: of each what changes.
    """
    answer = replace(asked, moved=True).ask(reading)
    mentioned: set[str] = set()
    for coming in answer.lists:
        for row in coming.rows:
            mentioned.update(row.why)
        for title in coming.titles:
            if title.tournament:
                mentioned.add(title.tournament)

    return rendered(
        "desk/next.html",
        visit,
        answer=answer,
        names=tournament_names(reading, mentioned),
        query={"list": asked.list_name},
    )


TOP, NEWEST, CORRECTED = 10, 8, 6
CORRECTIONS = {
    "amend",
    "withdraw",
    "reinstate",
    "merge-players",
    "ruling",
    "accept-rules",
    "revoke-confirmation",
}


class Correction(NamedTuple):
    """An event that changed what was booked before, in words."""

    event: EventLine
    text: Message


def home_page(reading: Reading, asked: Home, visit: Visit) -> str:
    """Make the first page: the head of each list, the newest tournaments, and what was
    corrected last.
    """
    rows = [row for row in tournaments(reading).rows if not row.withdrawn]
    corrections = tuple(
        correction(reading, event) for event in islice(_corrections(reading), CORRECTED)
    )

    return rendered(
        "home.html",
        visit,
        lists=tuple(
            rating_list(reading, name, Filters(limit=TOP)) for name in reading.lists()
        ),
        tournaments=tuple(reversed(rows[-NEWEST:])),
        corrections=corrections,
        about=subjects(reading, [correction.event for correction in corrections]),
        signed=newest_checkpoint(reading),
        basis=reading.basis(),
    )


def _corrections(reading: Reading) -> "filter[Event]":
    """Return the events that changed what was booked before, the newest first.

    Read one by one, so that whoever wants six reads no more of the log than these need.
    """
    return filter(
        lambda event: event.kind in CORRECTIONS,
        newest_first(reading.events, reading.known_seq),
    )


def correction(reading: Reading, event: Event) -> Correction:
    """Tell a correction in words, with the names of whom it is about."""
    text = in_names(reading, event, summary(event, reading))
    return Correction(event_line(event, reading), text)
