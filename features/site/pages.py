"""Say which pages a site has, and of which day it speaks."""

from collections.abc import Iterator
from typing import NamedTuple

from audit.questions import Verify
from features import FEATURES
from features.feature import Question, imported
from projections.answers.asking import Asked
from projections.answers.events.log import Log
from projections.answers.lists.published import Lists, PublishedList, lists
from projections.answers.lists.rating_list import List
from projections.answers.players.show import Show
from projections.answers.reading import Reading
from projections.answers.rules import Edition, Rules
from projections.answers.titles import Titles
from projections.answers.tournaments.tournament import (
    Tournament,
    Tournaments,
    tournaments,
)
from web.questions.registry import Home

LOGGED = 1000  # events on the page of the log


class Planned(NamedTuple):
    """A page of a site: the parts of its address, the name of its question, the
    question.
    """

    parts: tuple[str, ...]
    name: str
    asked: Asked


def last_day(reading: Reading) -> str:
    """Return the last day on which anything was played. A site speaks of that day: the
    calendar alone changes no
    page.
    """
    days = [row.end for row in tournaments(reading).rows if row.end <= reading.as_of]
    # of a league that goes on, what was played so far
    days += [
        day
        for games in _of_leagues(reading).values()
        for day in games
        if day <= reading.as_of
    ]
    return max(days, default=reading.as_of)


def _of_leagues(reading: Reading) -> dict[str, list[str]]:
    """Return the days of the games of each league."""
    rows = (
        (row.tournament, reading.timeline.tournament(row.tournament))
        for row in tournaments(reading).rows
    )
    return {
        name: [game.on for game in tournament.games.values() if game.on is not None]
        for name, tournament in rows
        if tournament is not None and tournament.league is not None
    }


def _of_feature(reading: Reading, question: Question) -> Iterator[Planned]:
    """Yield the pages of a question of a feature."""
    asked = imported(question.asked)
    each = [{}] if question.each is None else imported(question.each)(reading)
    for values in each:
        yield Planned(question.parts(**values), question.command, asked(**values))


def planned(reading: Reading) -> Iterator[Planned]:
    """Yield every page, in an order that does not change."""
    yield Planned((), "home", Home())
    yield Planned(("lists",), "list published", Lists())
    for name in reading.lists():
        yield Planned(("lists", name), "list", List(list_name=name))
    for list_name, label in dict.fromkeys(
        (row.list, row.label) for row in lists(reading).rows
    ):
        asked = PublishedList(list_name=list_name, label=label)
        yield Planned(("lists", list_name, "published", label), "list --list", asked)
    yield Planned(("tournaments",), "tournament list", Tournaments())
    for row in tournaments(reading).rows:
        yield Planned(
            ("tournaments", row.tournament),
            "tournament",
            Tournament(tournament=row.tournament),
        )
    yield Planned(("titles",), "titles", Titles())
    for feature in FEATURES:
        for question in feature.questions:
            if question.on_site:
                yield from _of_feature(reading, question)
    yield Planned(("rules",), "rules", Rules())
    for edition in dict.fromkeys(row.edition for row in Rules().ask(reading).rows):
        yield Planned(("rules", edition), "rules EDITION", Edition(edition=edition))
    yield Planned(("log",), "log", Log(limit=LOGGED))
    yield Planned(("verify",), "verify", Verify())
    for player in players(reading):
        yield Planned(("players", player), "show", Show(player=player))


def players(reading: Reading) -> list[str]:
    """Return everybody by the id that counts."""
    return sorted(
        {
            reading.timeline.resolve(player)
            for player in reading.known_events.all_players()
        }
    )
