"""The front page and the pages of lists: a list on any day with its filters, the published ones, two of them compared,
and the clubs."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

from markupsafe import Markup
from msgspec.structs import replace

from ledger.events import Event
from ledger.store.events import newest_first
from messages import Message
from projections.answers.career import EventLine, event_line, listed, names_of
from projections.answers.events.content import summary
from projections.answers.lists.best import Club, ClubAnswer, Clubs, ClubsAnswer, members
from projections.answers.lists.compared_lists import ComparedLists, ListsCompared, ListsNext, NextListsAnswer
from projections.answers.lists.listed import Filters, current
from projections.answers.lists.published import Lists, ListsAnswer, PublishedAnswer, PublishedList
from projections.answers.lists.published import lists as published_lists
from projections.answers.lists.rating_list import List, ListAnswer, ListRow, bands, lately, rating_list, ratings_before
from projections.answers.reading import Basis, Reading
from projections.answers.titles import titled_list
from projections.answers.tournaments.tournament import TournamentRow, tournament_names, tournaments
from projections.charts.course import spark
from projections.charts.listed import banded
from rulebooks import rulebook
from web.pages.log import Subject, subjects
from web.pages.rendering import Times, rendered, times_of
from web.pages.verify import Signed, newest_checkpoint
from web.pages.visit import Visit
from web.pages.words import translator
from web.questions.registry import Home

FILTERS = ("top", "min_games", "active_since", "sex", "born_from", "born_to", "club", "federation", "min_rating",
           "published", "top_list", "change_since", "title")  # fmt: skip


UNDER, SENIOR = (10, 14, 20), 60
BAND = 100  # points a column of the picture
MOST = 500  # rows of a page that says nothing about how many


class AgeGroup(NamedTuple):
    """The years of birth of an age group, under an age or seniors; `chosen`: the list shows just them."""

    age: int
    born_from: str | None
    born_to: str | None
    chosen: bool


class Gone(NamedTuple):
    """A player who was on the earlier list and is not on this one."""

    player: str
    name: str | None
    was: int


class ListPage(NamedTuple):
    """A page of a list as the template shows it. `gone`: beside what changed since; with other filters nobody knows who
    would pass. `sparks`: the last twelve months of each row; `until`: their last day, where that is long before the day
    of the list.
    """

    answer: ListAnswer
    gone: tuple[Gone, ...]
    asked: List
    filtered: dict[str, str | int | bool]
    clubs: tuple[str, ...]
    federations: tuple[str, ...]
    titles: tuple[str, ...]
    published: ListsAnswer
    times: Times
    chart: Markup
    sparks: dict[str, Markup]
    until: str | None
    left_out: int

    @property
    def rows(self) -> tuple[ListRow, ...]:
        """The rows that the page shows."""
        return self.answer.rows[: len(self.answer.rows) - self.left_out]

    @property
    def query(self) -> dict[str, str | int | None]:
        """The query for the same list for programs."""
        given = {name: "true" if value is True else value for name, value in self.filtered.items()}
        return {**given, **self.times.query}

    @property
    def age_groups(self) -> tuple[AgeGroup, ...]:
        """The age groups by the year of the list, as FIDE has them: a player who turns ten in it still plays among
        those under ten.
        """
        year = int(self.answer.basis.as_of[:4])
        under = [AgeGroup(age, str(year - age), None, self._chosen(str(year - age), None)) for age in UNDER]
        seniors = str(year - SENIOR)
        return (*under, AgeGroup(SENIOR, None, seniors, self._chosen(None, seniors)))

    def _chosen(self, born_from: str | None, born_to: str | None) -> bool:
        return (self.asked.born_from or None, self.asked.born_to or None) == (born_from, born_to)


class ListsPage(NamedTuple):
    """A page of lists as the template shows it: the lists the ledger keeps and what was published, the newest first."""

    names: tuple[str, ...]
    published: ListsAnswer
    times: Times


class PublishedPage(NamedTuple):
    """A page of a published list as the template shows it; `others`: the list's other publications, `before`: the label
    of the one of the last day before; `about`: what the events that moved ratings are about."""

    answer: PublishedAnswer
    left_out: int
    moved: int
    others: ListsAnswer
    before: str | None
    about: dict[int, Subject]


class ComparedPage(NamedTuple):
    """A page of two compared lists as the template shows it; `names`: of the tournaments in between, by id."""

    answer: ComparedLists
    left_out: int
    names: dict[str, str]


def list_page(reading: Reading, asked: List, visit: Visit) -> str:
    answer = asked.ask(reading)
    people = members(reading, answer.list)
    ratings = [row.rating for row in answer.rows]
    filtered = {name: value for name in FILTERS if (value := getattr(asked, name))}
    left_out = 0 if asked.top else _left_out(visit, answer.rows)
    page = ListPage(
        answer=answer,
        gone=_gone(reading, answer.list, asked) if filtered.keys() == {"change_since"} else (),
        asked=asked,
        filtered=filtered,
        clubs=tuple(sorted({person.club for person in people if person.club}, key=str.casefold)),
        federations=tuple(sorted({person.federation for person in people})),
        titles=tuple(rule.title for rule in rulebook(titled_list(reading)).title_rules),
        published=published_lists(reading, answer.list),
        times=times_of(asked, visit.today),
        chart=Markup(banded(bands(reading, answer.list, BAND, ratings), translator(visit.language), alone=False)),
        sparks=_sparks(reading, answer, len(answer.rows) - left_out),
        until=_long_ago(answer.basis),
        left_out=left_out,
    )
    return rendered("list.html", visit, page=page)


def _left_out(visit: Visit, rows: Sequence[object]) -> int:
    """Count the rows that a page leaves to other addresses; a site of files has one page for everybody."""
    return max(0, len(rows) - MOST) if visit.links.live else 0


def _sparks(reading: Reading, answer: ListAnswer, shown: int) -> dict[str, Markup]:
    """Draw decoration beside the rating: the page of the player has the same for readers of any kind."""
    courses, last = lately(reading, answer.list), date.fromisoformat(answer.basis.until).toordinal()
    drawn = (row.player for row in answer.rows[:shown] if row.player in courses)
    return {player: Markup(spark(courses[player], "", last)) for player in drawn}


def _long_ago(basis: Basis) -> str | None:
    """Return the day of the newest event, where it is more than a month before the day of the list."""
    silent = date.fromisoformat(basis.as_of) - date.fromisoformat(basis.until)
    return basis.until if silent > timedelta(31) else None


def _gone(reading: Reading, list_name: str, asked: List) -> tuple[Gone, ...]:
    """Return the players who are gone, by the earlier rating, then id."""
    before = ratings_before(reading, list_name, asked.change_since or "")
    still = current(reading, list_name)
    left = sorted(before.keys() - still.keys(), key=lambda player: (-before[player], player))
    names = names_of(reading, left)
    return listed(reading, (Gone(player, names.get(player), before[player]) for player in left))


def lists_page(reading: Reading, asked: Lists, visit: Visit) -> str:
    page = ListsPage(tuple(reading.lists()), published_lists(reading, asked.list_name), times_of(asked, visit.today))
    return rendered("lists.html", visit, page=page)


def published_page(reading: Reading, asked: PublishedList, visit: Visit) -> str:
    answer = asked.ask(reading)
    moved = sum(1 for row in answer.rows if row.change != 0)
    left_out = 0 if asked.top else _left_out(visit, answer.rows)
    shown = answer.rows[: len(answer.rows) - left_out]
    about = subjects(reading, (event for row in shown for event in row.moved_by))
    others = published_lists(reading, answer.list)
    earlier = [(row.as_of, row.label) for row in others.rows if row.as_of < answer.as_of and row.label != answer.label]
    page = PublishedPage(answer, left_out, moved, others, max(earlier, default=("", None))[1], about)
    return rendered("published.html", visit, page=page)


def compared_page(reading: Reading, asked: ListsCompared, visit: Visit) -> str:
    answer = asked.ask(reading)
    left_out = _left_out(visit, answer.rows)
    names = tournament_names(reading, {why for row in answer.rows[: len(answer.rows) - left_out] for why in row.why})
    return rendered("compared.html", visit, page=ComparedPage(answer, left_out, names))


class NextListsPage(NamedTuple):
    """A page of the next lists as the template shows it: what changes on each; `names`: of the tournaments in it."""

    answer: NextListsAnswer
    names: dict[str, str]
    query: dict[str, str | None]


def next_lists_page(reading: Reading, asked: ListsNext, visit: Visit) -> str:
    """Make the page of the next lists, which only the office and its auditors are shown: of each what changes."""
    answer = replace(asked, moved=True).ask(reading)
    why = {why for each in answer.lists for row in each.rows for why in row.why}
    earned = {row.tournament for each in answer.lists for row in each.titles if row.tournament}
    page = NextListsPage(answer, tournament_names(reading, why | earned), {"list": asked.list_name})
    return rendered("desk/next.html", visit, page=page)


class ClubsPage(NamedTuple):
    """A page of clubs as the template shows it."""

    answer: ClubsAnswer
    times: Times


class ClubPage(NamedTuple):
    """A page of a club as the template shows it."""

    answer: ClubAnswer
    lists: tuple[str, ...]
    times: Times


def clubs_page(reading: Reading, asked: Clubs, visit: Visit) -> str:
    page = ClubsPage(asked.ask(reading), times_of(asked, visit.today))
    return rendered("clubs.html", visit, page=page)


def club_page(reading: Reading, asked: Club, visit: Visit) -> str:
    page = ClubPage(asked.ask(reading), tuple(reading.lists()), times_of(asked, visit.today))
    return rendered("club.html", visit, page=page)


TOP, NEWEST, CORRECTED = 10, 8, 6
CORRECTIONS = {"amend", "withdraw", "reinstate", "merge-players", "ruling", "accept-rules", "revoke-confirmation"}


class Correction(NamedTuple):
    """An event that changed what was booked before, in words."""

    event: EventLine
    text: Message


class HomePage(NamedTuple):
    """The front page as the template shows it; `signed`: the newest checkpoint."""

    lists: tuple[ListAnswer, ...]
    tournaments: tuple[TournamentRow, ...]
    corrections: tuple[Correction, ...]
    about: dict[int, Subject]
    signed: Signed | None
    basis: Basis


def home_page(reading: Reading, asked: Home, visit: Visit) -> str:
    rows = [row for row in tournaments(reading).rows if not row.withdrawn]
    corrections = tuple(correction(reading, event) for event in islice(_corrections(reading), CORRECTED))
    page = HomePage(
        lists=tuple(rating_list(reading, name, Filters(top=TOP)) for name in reading.lists()),
        tournaments=tuple(reversed(rows[-NEWEST:])),
        corrections=corrections,
        about=subjects(reading, [correction.event for correction in corrections]),
        signed=newest_checkpoint(reading),
        basis=reading.basis(),
    )
    return rendered("home.html", visit, page=page)


def _corrections(reading: Reading) -> "filter[Event]":
    return filter(lambda event: event.kind in CORRECTIONS, newest_first(reading.events, reading.known_seq))


def correction(reading: Reading, event: Event) -> Correction:
    return Correction(event_line(event, reading), summary(event, reading))
