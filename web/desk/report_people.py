"""Say of each row of a report who it will be: a player of the ledger as they stand in it
today, somebody new, or somebody who is still asked about.
"""

from typing import NamedTuple

from desk.games.read_table import ReadRow, ReadTable
from desk.games.report import FileSubmitted
from projections.answers.reading import Reading

KNOWN, NEW, ASKED = "known", "new", "asked"


class RowPerson(NamedTuple):
    """Who a row of a report will be. `player`: None while the id is still asked for;
    `ratings`: of today, by list.
    """

    state: str
    player: str | None
    name: str | None
    born: str | None
    club: str | None
    federation: str | None
    ratings: tuple[tuple[str, int], ...] = ()


def people_of(
    report: FileSubmitted, table: ReadTable, reading: Reading
) -> dict[str, RowPerson]:
    """Return who each row of the table will be, by its key; people of the ledger as the
    person at the desk may see them.

    A row that was matched with a player is known; one that has an id of nobody in the
    ledger yet is new, as are those that the file introduces; any other is still asked
    about.
    """
    matched = {row.number: row.player for row in report.players.matched}
    new = {row.number: row.player for row in report.players.new}

    people: dict[str, RowPerson] = {}
    for row in table.rows:
        player = matched.get(row.key)
        if player is not None and reading.timeline.player(player) is not None:
            people[row.key] = _person_of_ledger(player, reading)
        elif row.key in new or player is not None:
            people[row.key] = _of_file(NEW, new.get(row.key, player), row)
        else:
            people[row.key] = _of_file(ASKED, None, row)

    return people


def _person_of_ledger(asked: str, reading: Reading) -> RowPerson:
    """Tell of a player of the ledger, with what may be seen of them, and their ratings.

    `asked`: any identifier; a player who was merged is told as the one they are now.
    """
    player = reading.timeline.resolve(asked)
    facts = reading.timeline.person(player)

    # what the person at the desk may not see is less, as a year of birth, or missing
    seen = reading.policy.seen(facts)

    ratings = [(name, reading.listed_rating(name, player)) for name in reading.lists()]

    return RowPerson(
        state=KNOWN,
        player=player,
        name=seen.name,
        born=seen.born,
        club=seen.club,
        federation=None,
        ratings=tuple((name, value) for name, value in ratings if value is not None),
    )


def _of_file(state: str, player: str | None, row: ReadRow) -> RowPerson:
    """Tell of somebody as their row in the file has them, so without any rating."""
    return RowPerson(state, player, row.name, row.born, row.club, row.federation)
