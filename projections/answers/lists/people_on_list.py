"""List everybody on a list with their club and federation."""

from typing import NamedTuple

from ledger.store.persons import club_names
from ledger.timeline import federation_on
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Reading


class Member(NamedTuple):
    """Somebody on a list; the club is today's, the federation that of the day."""

    player: str
    name: str | None
    rating: int
    club: str | None
    federation: str


def members(reading: Reading, list_name: str) -> list[Member]:
    """Return everybody on the list with club and federation, by rating.

    Clubs that are spelt in several ways have one spelling here. Whoever the asker may
    not know is left out.
    """
    people = reading.policy.everybody()
    names = club_names(person.club for person in people)
    club_of = {}
    for person in people:
        if person.club:
            club_of[person.player] = names[person.club]

    rows = rating_list(reading, list_name).rows
    reading.timeline.expect(row.player for row in rows)
    on_list = []
    for row in rows:
        member = Member(
            player=row.player,
            name=row.name,
            rating=row.rating,
            club=club_of.get(row.player),
            federation=federation_of(reading, row.player),
        )
        on_list.append(member)

    return on_list


def federation_of(reading: Reading, player: str) -> str:
    """Return the federation of a player on the day of the reading."""
    federations = reading.timeline.person(player).federations
    return federation_on(federations, reading.as_of)
