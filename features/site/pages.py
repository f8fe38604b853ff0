"""Say which pages a site has, and of which day it speaks."""

from collections.abc import Iterator
from typing import NamedTuple

from audit.questions import Verify
from features import FEATURES
from features.feature import Question, imported
from ledger.bodies import Body, OpeningSet, RulingGiven
from ledger.decisions import TitleDecided
from projections.answers.asking import Asked
from projections.answers.events.log import Log
from projections.answers.lists.published import (
    Lists,
    PublishedList,
    lists,
    publications,
)
from projections.answers.lists.rating_list import List
from projections.answers.players.show import Show
from projections.answers.reading import Reading
from projections.answers.rules import Edition, Rules
from projections.answers.titles import Titles
from projections.answers.tournaments.fates import decisions
from projections.answers.tournaments.tournament import (
    Tournament,
    Tournaments,
    tournaments,
)
from web.questions.registry import Home

LOGGED = 1000  # events on the page of the log
# what is recorded of a player alone, and shows on pages from a day of its own on
DATED: tuple[type[Body], ...] = (OpeningSet, RulingGiven, TitleDecided)


class PlannedPage(NamedTuple):
    """A page of a site: the parts of its address, the name of its question, the
    question.
    """

    parts: tuple[str, ...]
    name: str
    asked: Asked


def last_day(reading: Reading) -> str:
    """Return the last day for which anything is recorded: a game, a published list, a
    decision about a tournament, or something of a player. A site speaks of that day:
    the calendar alone changes no page.

    YYYY-MM-DD. A tournament that still runs counts with no day to come; without
    anything so far it is the day of the reading.
    """
    days = [published.as_of for published in publications(reading)]
    days += _days_of_player_facts(reading)
    for row in tournaments(reading).rows:
        days.append(row.end)
        days += _days_of_league(reading, row.tournament)
        days += [decided.on for decided in decisions(row.tournament, reading)]

    past = [day for day in days if day <= reading.as_of]
    return max(past, default=reading.as_of)


def _days_of_player_facts(reading: Reading) -> list[str]:
    """Return the days for which something is recorded of a player alone: starting
    ratings, rulings, decisions about titles, and since when they are of a federation.
    """
    everybody = reading.known_events.all_players()
    reading.timeline.expect(everybody)
    days = []
    for player in everybody:
        state = reading.timeline.player(player)
        if state is None:
            continue
        days += [since for since, _ in state.federations() if since]
        for shape in DATED:
            days += [fact.body.on for fact in state.live(shape)]

    return days


def _days_of_league(reading: Reading, name: str) -> list[str]:
    """Return the days of the games of a league, which may go on; of another tournament
    none.

    A league that goes on ends on a day to come, and what was played in it so far counts
    all the same.
    """
    tournament = reading.timeline.tournament(name)
    if tournament is None or tournament.league is None:
        return []

    return [game.on for game in tournament.games.values() if game.on is not None]


def _pages_of_feature(reading: Reading, question: Question) -> Iterator[PlannedPage]:
    """Yield the pages of a question of a feature.

    A question has one page, or one for each of what the feature says, such as each
    club: the values of its parameters, from which its address is made too.
    """
    asked = imported(question.asked)
    each = [{}] if question.each is None else imported(question.each)(reading)

    for values in each:
        parts = question.parts(**values)
        yield PlannedPage(parts, question.command, asked(**values))


def planned_pages(reading: Reading) -> Iterator[PlannedPage]:
    """Yield every page, in an order that does not change: the front page, lists,
    tournaments, titles, features, rules, the log, how to check, and then each player.
    """
    yield PlannedPage((), "home", Home())

    yield from _pages_of_lists(reading)
    yield from _pages_of_tournaments(reading)
    yield PlannedPage(("titles",), "titles", Titles())

    for feature in FEATURES:
        for question in feature.questions:
            if question.on_site:
                yield from _pages_of_feature(reading, question)

    yield from _pages_of_rules(reading)
    yield PlannedPage(("log",), "log", Log(limit=LOGGED))
    yield PlannedPage(("verify",), "verify", Verify())

    for player in players(reading):
        yield PlannedPage(("players", player), "show", Show(player=player))


def _pages_of_lists(reading: Reading) -> Iterator[PlannedPage]:
    """Yield the page of all lists, one of each list as it stands, and one of every list
    that was published, once for all of its revisions.
    """
    yield PlannedPage(("lists",), "list published", Lists())

    for name in reading.lists():
        yield PlannedPage(("lists", name), "list", List(list_name=name))

    published = dict.fromkeys((row.list, row.label) for row in lists(reading).rows)
    for name, label in published:
        parts = ("lists", name, "published", label)
        asked = PublishedList(list_name=name, label=label)
        yield PlannedPage(parts, "list --list", asked)


def _pages_of_tournaments(reading: Reading) -> Iterator[PlannedPage]:
    """Yield the page of all tournaments, and one of each."""
    yield PlannedPage(("tournaments",), "tournament list", Tournaments())

    for row in tournaments(reading).rows:
        asked = Tournament(tournament=row.tournament)
        yield PlannedPage(("tournaments", row.tournament), "tournament", asked)


def _pages_of_rules(reading: Reading) -> Iterator[PlannedPage]:
    """Yield the page of the rules, and one of each edition that it names."""
    yield PlannedPage(("rules",), "rules", Rules())

    editions = dict.fromkeys(row.edition for row in Rules().ask(reading).rows)

    for edition in editions:
        yield PlannedPage(("rules", edition), "rules EDITION", Edition(edition=edition))


def players(reading: Reading) -> list[str]:
    """Return everybody by the id that counts, in the order of the ids. Of two who were
    merged it is one.
    """
    everybody = reading.known_events.all_players()
    return sorted({reading.timeline.resolve(player) for player in everybody})
