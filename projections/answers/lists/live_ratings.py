"""What a list shows beside the rating, and what a live rating counts already: games of
tournaments that are still going on.
"""

from collections.abc import Iterator, Mapping
from operator import attrgetter

from projections.answers.reading import Reading, cached_on_reading
from projections.replay.editions import edition_on
from projections.replay.persons import person
from rulebooks import rulebook
from rulebooks.base import Standing, Unit

ANY_DAY = "2000-01-01"


def columns_beside_rating(list_name: str) -> tuple[str, ...]:
    """Name the fields this list shows beside the rating: columns that are there also
    when nobody is on it.

    Empty for a list that shows a rating alone.
    """
    shown = rulebook(list_name).shown(Standing(), ANY_DAY)
    return tuple(shown.beside)


def has_live(list_name: str) -> bool:
    """Tell whether the list shows a live rating beside the one in force."""
    return "live" in columns_beside_rating(list_name)


# 2.2 of the encyclopedia: live ratings are "updated after every game". The rating
# itself waits for the end of the tournament; a game says on which day it was played, or
# counts as played on its last day.
@cached_on_reading
def standings_underway(reading: Reading, list_name: str) -> Mapping[str, Standing]:
    """Return the standings, were it over that day, of everybody who had played a game
    of an unfinished tournament by the day.

    By player; empty where the list has no live ratings, or no tournament is underway. A
    player of several tournaments goes through them in the order of computation.
    """
    if not has_live(list_name):
        return {}

    units = sorted(_units_as_ended(reading, list_name), key=attrgetter("place"))
    if not units:
        return {}

    rules = rulebook(list_name)
    standings = {total.player: total.standing for total in reading.totals(list_name)}
    played: dict[str, Standing] = {}
    for unit in units:
        before = {}
        people = {}
        for player in unit.seats():
            before[player] = standings.get(player, Standing())
            people[player] = person(player, reading.timeline)
        for change in rules.rate(unit, before, people).changes:
            played[change.player] = change.standing
            standings[change.player] = change.standing

    return played


def standing_underway(reading: Reading, list_name: str, player: str) -> Standing | None:
    """Return one player's standing in an unfinished tournament. Most play in none; then
    no standings are worked out.

    None too where the list has no live ratings.
    """
    if not has_live(list_name) or not reading.is_under_way(list_name, player):
        return None
    return standings_underway(reading, list_name).get(player)


def _units_as_ended(reading: Reading, list_name: str) -> Iterator[Unit]:
    """Yield each unit that ends after the day as a unit that ends on the day, with the
    games played by then.

    Tournaments that begin later are left out, and so are those whose games have no
    days.
    """
    # on most days nothing is under way
    from projections.replay.tournaments import rules_tournament

    day = reading.as_of
    rules = rulebook(list_name)
    editions = edition_on(reading.timeline, list_name)
    for name in reading.under_way(list_name):
        tournament = reading.timeline.tournament(name)
        if tournament is None:
            continue

        as_ruled = rules_tournament(tournament, reading.timeline)
        for unit in rules.units(as_ruled, editions):
            if unit.end <= day or unit.start > day or not unit.games.days:
                # on its own day already, or nobody said when its games were played: at
                # the end
                continue
            indexes = [index for index, on in enumerate(unit.games.days) if on <= day]
            if indexes:
                games = unit.games.take(indexes)
                yield unit._replace(end=day, edition=editions(day), games=games)
