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
    """Return everybody on the list with club and federation, by rating."""
    people = reading.policy.everybody()
    names = club_names(one.club for one in people)
    club_of = {one.player: names[one.club] for one in people if one.club}
    rows = rating_list(reading, list_name).rows
    reading.timeline.expect(row.player for row in rows)
    return [
        Member(
            row.player,
            row.name,
            row.rating,
            club_of.get(row.player),
            federation_of(reading, row.player),
        )
        for row in rows
    ]


def federation_of(reading: Reading, player: str) -> str:
    """Return the federation of a player on the day of the reading."""
    return federation_on(reading.timeline.person(player).federations, reading.as_of)
