"""The pages of clubs: all of them by the average of their best ten, and one with its members."""

from typing import NamedTuple

from projections.answers.lists.clubs import ClubAnswer, ClubsAnswer
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.times import Times, times_of
from web.pages.visit import Visit
from web.questions.lists import Club, Clubs


class ClubsPage(NamedTuple):
    """What the template shows."""

    answer: ClubsAnswer
    times: Times


class ClubPage(NamedTuple):
    """What the template shows."""

    answer: ClubAnswer
    lists: tuple[str, ...]
    times: Times


def clubs_page(reading: Reading, asked: Clubs, visit: Visit) -> str:
    page = ClubsPage(asked.ask(reading), times_of(asked, visit.today))
    return rendered("clubs.html", visit, page=page)


def club_page(reading: Reading, asked: Club, visit: Visit) -> str:
    page = ClubPage(asked.ask(reading), tuple(reading.lists()), times_of(asked, visit.today))
    return rendered("club.html", visit, page=page)
