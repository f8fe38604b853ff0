"""Say what events are about, by the names that people know: a tournament or a player,
and their pages.
"""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from ledger.bodies import PlayersMerged
from ledger.events import Event
from messages import Message
from projections.answers.career import names_of, subject
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names

TOURNAMENTS, PLAYERS = "tournaments", "players"  # the sections of their pages


class OfEvent(Protocol):
    """A line about an event."""

    @property
    def seq(self) -> int: ...


class Subject(NamedTuple):
    """The subject of an event: the section of its page, its id, and its name, if the
    asker may know one.
    """

    section: str
    id: str
    name: str | None


def subjects(reading: Reading, lines: Iterable[OfEvent]) -> dict[int, Subject]:
    """Return what these events are about, by their seq. One about a list, the rules or
    the office is not in it.

        {17: Subject("players", "P12", "Berg, Ada")}
    """
    ids: dict[int, tuple[str, str]] = {}
    for seq in dict.fromkeys(line.seq for line in lines):
        event = reading.known_events.event(seq)
        if event is None:
            continue
        about = subject(event, reading)
        section = _section(about)
        if section:
            ids[seq] = (section, about.target)

    # names are asked for together, however many events there are
    tournaments = {name for section, name in ids.values() if section == TOURNAMENTS}
    players = {name for section, name in ids.values() if section == PLAYERS}
    names = {
        TOURNAMENTS: tournament_names(reading, tournaments),
        PLAYERS: names_of(reading, sorted(players)),
    }

    return {
        seq: Subject(section, name, names[section].get(name))
        for seq, (section, name) in ids.items()
    }


def _section(event: Event) -> str:
    """Return the section of the page of what an event is about; empty for the office,
    its lists and its rules.

    The stream of an event says it: that of a decision, or of what somebody vouched for,
    has the owner's stream after its own word.
    """
    owner = event.stream.removeprefix("decided:").removeprefix("vouched:")
    if owner.startswith("tournament"):
        return TOURNAMENTS

    if owner.startswith("player") or isinstance(event.body, PlayersMerged):
        return PLAYERS
    return ""


def in_names(reading: Reading, event: Event | None, text: Message) -> Message:
    """Return what an event says with the names of people instead of their ids. Only a
    merge speaks of people by id; of two who have one name it goes on to do so.
    """
    if event is None or not isinstance(event.body, PlayersMerged):
        return text
    names = names_of(reading, [event.body.merged, event.body.into])

    if len({*names.values()}) < 2:
        return text
    return text.mapped(lambda value: names.get(value, value))
