"""Write the public side as files, for web space where nothing runs: the same pages,
with links from file to file. Here: which pages a site has, which of them an event since
the last time may have changed, and the digest of what a page is made of: it is kept
only if it would come out the same today.
"""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from audit.questions import Verify
from features import FEATURES
from features.feature import Question, imported
from projections.answers.asking import Asked
from projections.answers.career import events_between
from projections.answers.events.changed_entries import changed_tournaments
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
# events after which only the players and tournaments that they reached have other pages
REACHING = {
    "tournament",
    "amend",
    "game",
    "withdraw",
    "reinstate",
    "ruling",
    "publish",
    "external-rating",
}


class Planned(NamedTuple):
    """A page of a site: the parts of its address, the name of its question, the
    question.
    """

    parts: tuple[str, ...]
    name: str
    asked: Asked


class Reached(NamedTuple):
    """The players and tournaments whose pages may have changed."""

    players: set[str]
    tournaments: set[str]
    anything: bool

    def concerns(self, page: Planned) -> bool:
        """Tell whether a page may have changed: pages of everything after any event;
        one of a player or a tournament if it was reached; and always those that name
        the newest checkpoint, which is no event.
        """
        if isinstance(page.asked, Home | Verify):
            return True
        if not self.anything:
            return False
        if isinstance(page.asked, Show):
            return page.asked.player in self.players
        return (
            not isinstance(page.asked, Tournament)
            or page.asked.tournament in self.tournaments
        )


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


def reached_since(reading: Reading, seq: int) -> Reached | None:
    """Return whom the events since then reached; None where that cannot be said of
    single pages, as after another name.
    """
    events = events_between(reading, seq + 1, reading.known_seq)
    if any(event.kind not in REACHING for event in events):
        return None
    reached = Reached(set(), set(), bool(events))
    for event in events:
        if event.stream.startswith("tournament:"):
            reached.tournaments.add(event.target)
            tournament = reading.timeline.tournament(event.target)
            seats = tournament.players() if tournament is not None else ()
            reached.players.update(map(reading.timeline.resolve, seats))
    for step in reading.steps(seq, reading.known_seq):
        for name in reading.lists():
            for player, where in changed_tournaments(reading, name, step).items():
                reached.players.add(reading.timeline.resolve(player))
                reached.tournaments.update(where)
    return reached


# whatever can change the bytes of a page: templates, catalogues, styles, charts,
# answers, rules
ROOMS = (
    "audit.standalone",
    "web.pages",
    "web.site",
    "web.answers",
    "projections",
    "rulebooks",
    "exchange.names",
    "exchange.trf",
    "desk.exports",
    "messages",
    "features",
)
ENDINGS = (".py", ".html", ".po", ".css", ".js", ".svg")


def made_of() -> str:
    """Return the version and a digest of all code, which changes even where a version
    is still being worked on.
    """
    seen = hashlib.sha256()
    for room in ROOMS:
        for name, file in _within(files(room), room):
            seen.update(
                f"{name}\0".encode() + hashlib.sha256(file.read_bytes()).digest()
            )
    return f"{version('selokirja')} {seen.hexdigest()[:16]}"


def _within(folder: Traversable, place: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        name = f"{place}/{each.name}"
        if each.is_dir():
            yield from _within(each, name)
        elif each.name.endswith(ENDINGS):
            yield name, each
