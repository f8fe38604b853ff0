"""Draw the pages of records, of clubs, and of one club."""

from collections.abc import Iterator

from features.best.answers import Best, Club, Clubs, best
from projections.answers.reading import Reading
from web.pages.rendering import rendered
from web.pages.two_times import times_of
from web.pages.visit import Visit


def best_page(reading: Reading, asked: Best, visit: Visit) -> str:
    """Draw the records of one list, or of all."""
    names = reading.lists() if asked.list_name is None else [asked.list_name]
    answers = [best(reading, name, asked.limit) for name in names]
    return rendered(
        "best/best.html",
        visit,
        answers=tuple(answers),
        times=times_of(asked, visit.today),
    )


def clubs_page(reading: Reading, asked: Clubs, visit: Visit) -> str:
    """Draw all clubs, with how strong each is on the list that is asked for."""
    return rendered(
        "best/clubs.html",
        visit,
        answer=asked.ask(reading),
        times=times_of(asked, visit.today),
    )


def club_page(reading: Reading, asked: Club, visit: Visit) -> str:
    """Draw one club, with the ratings of its members on every list."""
    return rendered(
        "best/club.html",
        visit,
        answer=asked.ask(reading),
        lists=tuple(reading.lists()),
        times=times_of(asked, visit.today),
    )


def clubs_of_people(reading: Reading) -> Iterator[dict[str, str]]:
    """Yield each club that somebody in the ledger is in, in order."""
    resolve = reading.timeline.resolve
    players = reading.known_events.all_players()
    known = {resolve(player) for player in players}
    clubs = set()
    for one in reading.policy.everybody():
        if one.club and one.player in known:
            clubs.add(one.club)

    for club in sorted(clubs):
        yield {"club": club}
