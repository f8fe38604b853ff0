"""The details of the people on lists and in reports, as of a day."""

from typing import NamedTuple

from ledger.store.persons import look_up
from projections.answers.reading import Reading
from projections.replay.on_day import person


class PersonOut(NamedTuple):
    """Name, club and FIDE id are always today's."""

    name: str | None
    federation: str
    sex: str | None
    born: str | None
    fide_id: int | None
    club: str | None


def person_out(reading: Reading, player: str, on: str | None = None) -> PersonOut:
    """`on`: the day of the federation; the day of the question unless stated."""
    facts = person(player, reading.timeline)
    personal = look_up(reading.events, player)
    return PersonOut(
        name=personal.name if personal else None,
        federation=facts.federation(on or reading.as_of),
        sex=reading.sight.sex(facts.sex),
        born=reading.sight.born(facts.born),
        fide_id=personal.fide_id if personal else None,
        club=personal.club if personal else None,
    )
