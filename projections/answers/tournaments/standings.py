"""What stands beside a player in the table of a tournament: club and federation as the
asker may know them, the rating performance on each list, the title as reported.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ledger.timeline import federation_on
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import TournamentAnswer
from rulebooks import rulebook
from rulebooks.entries import Entry
from rulebooks.performances import measured


class Standing(NamedTuple):
    """A player of a tournament. `performance` by list: missing where no game of theirs
    was rated there, None where nobody's is defined, as for somebody who won them all.
    """

    club: str | None
    federation: str
    title: str | None
    performance: Mapping[str, int | None]


def standings(reading: Reading, answer: TournamentAnswer) -> dict[str, Standing]:
    """Return what stands beside each player of the crosstable, by id."""
    # first, since it reads whoever played, and nobody has to be read again
    performances = performances_in(reading.entries(tournament=answer.header.id))
    players = [row.player for row in answer.crosstable]
    reading.timeline.expect(players)
    people = reading.policy.people(players)
    titles = (
        {}
        if answer.reported is None
        else {row.player: row.title for row in answer.reported.rows}
    )
    return {
        player: Standing(
            club=people[player].club if player in people else None,
            federation=federation_on(
                reading.timeline.person(player).federations, answer.header.end
            ),
            title=titles.get(player),
            performance=performances.get(player, {}),
        )
        for player in players
    }


def performances_in(entries: Iterable[Entry]) -> dict[str, dict[str, int | None]]:
    """Return the performance of each player by list over these entries: by the list's
    own method, from the opponents' ratings as they counted.
    """
    games: dict[tuple[str, str], tuple[list[int], int]] = {}
    for entry in entries:
        if entry.figure.kind != "unit":
            continue
        key = entry.figure.player, entry.list
        numbers, half_points = games.get(key, ([], 0))
        terms = entry.worked_out().change.terms
        numbers = numbers + [term.number for term in terms]
        games[key] = numbers, half_points + sum(term.half_points for term in terms)
    performances: dict[str, dict[str, int | None]] = {}
    for (player, name), (numbers, half_points) in games.items():
        if numbers:
            reached = measured(rulebook(name).performance, numbers, half_points)
            performances.setdefault(player, {})[name] = reached.rounded
    return performances
