"""What a booked draft made: the tournaments, players and lists that its events are
about, so that its page leads to them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ledger.bodies import ListPublished
from ledger.events import PlayerRegistered
from projections.answers.career import names_of
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names

MOST_EVENTS = 500  # that are looked at: a list of a federation has ten thousand
MOST_PLAYERS = 10  # that are named


class Linked(NamedTuple):
    """Something with a page, and what people call it."""

    id: str
    name: str


class MadeByDraft(NamedTuple):
    """What the events of a draft are about. `more_players`: how many more there are
    than are named; `lists`: those published, by list and label.
    """

    tournaments: Sequence[Linked] = ()
    players: Sequence[Linked] = ()
    more_players: int = 0
    lists: Sequence[Linked] = ()


def what_was_made(reading: Reading, seqs: Sequence[int]) -> MadeByDraft:
    """Return what these events are about, each thing once, in the order of the events.

    `seqs`: of the events of one submission. Only `MOST_EVENTS` of them are looked at,
    and `MOST_PLAYERS` are named; of two who were merged since, the one who is left.
    """
    tournaments: dict[str, None] = {}
    players: dict[str, None] = {}
    lists: dict[Linked, None] = {}
    announced: dict[str, str] = {}  # tournaments that have no report yet
    for seq in seqs[:MOST_EVENTS]:
        event = reading.known_events.event(seq)
        if event is None:
            continue

        body = event.body
        if isinstance(body, PlayerRegistered):
            players[reading.timeline.resolve(body.player)] = None
        elif isinstance(body, ListPublished):
            lists[Linked(body.list, body.label)] = None
        elif tournament := getattr(body, "tournament", None):
            tournaments[tournament] = None
            if name := getattr(body, "name", None):
                announced[tournament] = str(name)
        elif player := getattr(body, "player", None):
            players[reading.timeline.resolve(player)] = None

    named = [*players][:MOST_PLAYERS]

    return MadeByDraft(
        _links_by_name(tournaments, announced | tournament_names(reading, tournaments)),
        _links_by_name(named, names_of(reading, named)),
        len(players) - len(named),
        [*lists],
    )


def _links_by_name(ids: Iterable[str], names: Mapping[str, str]) -> list[Linked]:
    """Put a name to each id; what has none goes by its id."""
    return [Linked(name, names.get(name, name)) for name in ids]
