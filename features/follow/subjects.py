"""What may be followed: a player, a club or a tournament, with its name and its page."""

from typing import NamedTuple

from ledger.errors import NotFound, Problem
from messages import say
from projections.answers.career import known_player, names_of
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_at, tournament_names
from web.pages.visit import Links

PLAYER, CLUB, TOURNAMENT = "player", "club", "tournament"
KINDS = (PLAYER, CLUB, TOURNAMENT)


class Subject(NamedTuple):
    """What somebody follows: its kind, and its id; of a club, its name."""

    kind: str
    id: str


def subject_asked(reading: Reading, given: dict[str, str]) -> Subject:
    """Return what is asked for, by the first kind that is given; refuse what nobody
    may follow.
    """
    for kind in KINDS:
        if given.get(kind):
            subject = _known_subject(reading, Subject(kind, given[kind]))
            if name_of(reading, subject) is not None:
                return subject
    raise NotFound(
        Problem(
            "no-such-address",
            say("there is nothing to follow here"),
            hint=say("open the page of a player, a club or a tournament"),
        )
    )


def _known_subject(reading: Reading, asked: Subject) -> Subject:
    """Return what is asked for, by the id that counts."""
    if asked.kind == PLAYER:
        player = known_player(reading, asked.id)
        return Subject(PLAYER, player)

    if asked.kind == TOURNAMENT:
        tournament = tournament_at(reading, asked.id)
        return Subject(TOURNAMENT, tournament.id)

    if not members(reading, asked.id):
        message = say("there is nobody in the club {club}", club=repr(asked.id[:80]))
        raise NotFound(Problem("unknown-club", message))
    return asked


def name_of(reading: Reading, subject: Subject) -> str | None:
    """Return how people call it; None for what may not be followed any more: a player
    who was erased or asks not to be listed, a club without members.
    """
    if subject.kind == PLAYER:
        player = reading.timeline.resolve(subject.id)
        people = names_of(reading, [player])
        return people.get(player)

    if subject.kind == TOURNAMENT:
        names = tournament_names(reading, [subject.id])
        return names.get(subject.id)

    return subject.id if members(reading, subject.id) else None


def members(reading: Reading, club: str) -> dict[str, str]:
    """Return the names of those in a club whom anybody may know, by id, in order."""
    named = []
    for person in reading.policy.everybody():
        if person.club != club:
            continue

        # an id that was merged into another stands for nobody of its own
        counting_id = reading.timeline.resolve(person.player)
        if person.player == counting_id:
            named.append((person.name, person.player))

    named.sort()
    return {player: name for name, player in named}


def page_of(links: Links, reading: Reading, subject: Subject) -> str:
    """Return the address of the page that tells of it. That of a club is a list with
    its members.
    """
    if subject.kind == PLAYER:
        return links.to("players", subject.id)
    if subject.kind == TOURNAMENT:
        return links.to("tournaments", subject.id)
    return links.to("lists", reading.first_list(), club=subject.id)
