"""What stands beside a player in the table of a tournament: club and federation as the
asker may know them, the rating performance on each list, the title as reported.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ledger.timeline import federation_on
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import TournamentAnswer
from rulebooks import rulebook
from rulebooks.base import Term
from rulebooks.entries import Entry
from rulebooks.performances import performance


class Standing(NamedTuple):
    """A player of a tournament. `performance` by list: missing where no game of theirs
    was rated there, None where nobody's is defined, as for somebody who won them all.
    """

    club: str | None
    federation: str
    title: str | None
    performance: Mapping[str, int | None]


def standings(reading: Reading, answer: TournamentAnswer) -> dict[str, Standing]:
    """Return what stands beside each player of the crosstable, by id.

    The federation is that of the last day of the tournament. Titles are those of the
    report, and nobody has one without it.
    """
    # first, since it reads whoever played, and nobody has to be read again
    entries = reading.entries(tournament=answer.header.id)
    reading.workings.expect(entries)
    performances = performances_in(entries)

    players = [row.player for row in answer.crosstable]
    reading.timeline.expect(players)
    people = reading.policy.people(players)

    titles = {}
    if answer.reported is not None:
        titles = {row.player: row.title for row in answer.reported.rows}

    rows = {}
    for player in players:
        # the timeline has every player by now, so nobody is looked up alone
        person = people.get(player)
        federations = reading.timeline.person(player).federations
        rows[player] = Standing(
            club=None if person is None else person.club,
            federation=federation_on(federations, answer.header.end),
            title=titles.get(player),
            performance=performances.get(player, {}),
        )

    return rows


def performances_in(entries: Iterable[Entry]) -> dict[str, dict[str, int | None]]:
    """Return the performance of each player by list over these entries: by the list's
    own method, from the opponents' ratings as they counted.

        {"F033": {"selo": 2010, "elo": None}}

    None where the method knows no performance. A list without a rated game is missing,
    and openings and rulings have no games.
    """
    games: dict[tuple[str, str], list[Term]] = {}
    for entry in entries:
        figure = entry.figure
        if figure.kind == "unit":
            change = entry.worked_out().change
            of_player = games.setdefault((figure.player, entry.list), [])
            of_player += change.terms

    performances: dict[str, dict[str, int | None]] = {}
    for key, terms in games.items():
        player, list_name = key
        if terms:
            by_list = performances.setdefault(player, {})
            by_list[list_name] = _performance(list_name, terms)

    return performances


def _performance(list_name: str, terms: Sequence[Term]) -> int | None:
    """Return the performance over some games by the method of a list.

    None where the method knows none, as a rule when every game was won or lost.
    """
    numbers = [term.number for term in terms]
    half_points = sum(term.half_points for term in terms)

    method = rulebook(list_name).performance
    return performance(method, numbers, half_points)
