"""Games that were played by a day in tournaments which were still going on: what a live rating counts already.

2.2 of the encyclopedia: live ratings are "updated after every game". The rating itself waits for the end of the
tournament; a game says on which day it was played, or counts as played on its last day.

How ratings went in the last twelve months that are known of: everybody on a list, in one query.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from ledger.timeline import TournamentNow
from projections.answers.reading import Reading
from projections.replay.handlers import edition_on, person
from projections.tables.entries import of_list
from rulebooks import rulebook
from rulebooks.base import Standing, Unit

ANY_DAY = "2000-01-01"


def has_live(list_name: str) -> bool:
    """Tell whether the list shows a live rating beside the one in force."""
    return "live" in rulebook(list_name).shown(Standing(), ANY_DAY).beside


def standings_underway(reading: Reading, list_name: str) -> Mapping[str, Standing]:
    """Return the standings, were it over that day, of everybody who had played a game of an unfinished tournament by
    the day.
    """
    return reading.once("underway", list_name, lambda: _standings(reading, list_name))


def standing_underway(reading: Reading, list_name: str, player: str) -> Standing | None:
    """Return one player's standing in an unfinished tournament. Most play in none; then no standings are worked out."""
    if not has_live(list_name) or not reading.is_under_way(list_name, player):
        return None
    return standings_underway(reading, list_name).get(player)


def _standings(reading: Reading, list_name: str) -> dict[str, Standing]:
    units = _units(reading, list_name)
    if not units:
        return {}
    rules = rulebook(list_name)
    standings = {total.player: total.standing for total in reading.totals(list_name)}
    played: dict[str, Standing] = {}
    for unit in units:
        before = {player: standings.get(player, Standing()) for player in unit.seats()}
        people = {player: person(player, reading.timeline) for player in before}
        for change in rules.rate(unit, before, people).changes:
            standings[change.player] = played[change.player] = change.standing
    return played


def _units(reading: Reading, list_name: str) -> Sequence[Unit]:
    """Return the units under way in the order of their places; none where the list has no live ratings."""
    if not has_live(list_name):
        return ()
    return reading.once(
        "units underway", list_name, lambda: sorted(_played(reading, list_name), key=lambda unit: unit.place)
    )


def _played(reading: Reading, list_name: str) -> Iterator[Unit]:
    """Yield each unit that ends after the day as a unit that ends on the day, with the games played by then."""
    from projections.replay.handlers import rules_tournament  # on most days nothing is under way

    day, editions = reading.as_of, edition_on(reading.timeline, list_name)
    for tournament in _tournaments(reading, list_name):
        for unit in rulebook(list_name).units(rules_tournament(tournament, reading.timeline), editions):
            if unit.end <= day or unit.start > day or not unit.games.days:
                continue  # on its own day already, or nobody said when its games were played: at the end
            indexes = [index for index, on in enumerate(unit.games.days) if on <= day]
            if indexes:
                yield unit._replace(end=day, edition=editions(day), games=unit.games.take(indexes))


def _tournaments(reading: Reading, list_name: str) -> Iterator[TournamentNow]:
    """Yield the tournaments with a unit that began by the day and ends after it, as known."""
    for name in reading.under_way(list_name):
        tournament = reading.timeline.tournament(name)
        if tournament is not None:
            yield tournament


DAYS = 365
Course = list[tuple[int, int]]  # (day as a number, the rating from that day on)


def lately(reading: Reading, list_name: str) -> dict[str, Course]:
    """Return the course of each player's rating by player; players who were not rated in that time are missing."""
    return reading.once("lately", list_name, lambda: _lately(reading, list_name))


def _lately(reading: Reading, list_name: str) -> dict[str, Course]:
    since = date.fromisoformat(reading.basis().until) - timedelta(DAYS)
    courses: dict[str, Course] = {}
    for row in of_list(reading.tables, reading.cut, list_name):
        if row.place < since.isoformat():
            continue
        day, columns = date.fromisoformat(row.on).toordinal(), row.columns
        for player, before, after in zip(columns.players, columns.ratings, columns.after, strict=True):
            if after is None:
                continue
            if player not in courses:
                courses[player] = [] if before is None else [(since.toordinal(), before)]
            courses[player].append((day, after))
    return courses
