"""Who ever stood in which tournament, rated or not.

It is read from the events once a process, and then followed: the read tables know seats
in rated units alone. Of a tournament that no list rates, a merge, an erasure and a count
of opponents have to know as well.
"""

import threading
from array import array

from ledger.events import Event
from ledger.players_named import players_named
from ledger.store.connection import Connection
from ledger.store.events import events_after, head, is_continuation
from ledger.store.logs.tree import root_at


class Boards:
    """The tournaments of everybody, up to an event. One that was withdrawn, or
    corrected since, stays among them.
    """

    def __init__(self) -> None:
        self.events = (0, "")  # how many there were, and the root over them
        # a tournament's number is its position among the names
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}
        # the numbers of the tournaments that name a player
        self._of_player: dict[str, array[int]] = {}

    def catch_up(self, connection: Connection) -> None:
        """Take the events that came since."""
        newest = head(connection)
        seen, _ = self.events
        if newest == seen:
            return

        for event in events_after(connection, seen, newest):
            if event.stream.startswith("tournament:"):
                self._note_players(event)

        self.events = newest, root_at(connection, newest)

    def _note_players(self, event: Event) -> None:
        """Note the players whom an event of a tournament names."""
        number = self._number(event.target)
        for player in set(players_named(event.body)):
            numbers = self._of_player.setdefault(player, array("L"))
            # most follow each other; one that is named twice does no harm
            if number not in numbers[-64:]:
                numbers.append(number)

    def _number(self, tournament: str) -> int:
        """Return the number of a tournament, which gets the next if it has none yet."""
        number = self._numbers.setdefault(tournament, len(self._names))
        if number == len(self._names):
            self._names.append(tournament)
        return number

    def tournaments(self, player: str) -> list[str]:
        """Return the tournaments that ever named this very id, in order.

        Ids that were merged keep their own; [] for an id that none of them named.
        """
        numbers = self._of_player.get(player, ())
        return sorted({self._names[number] for number in numbers})


_LOCK = threading.Lock()
_last = Boards()


def boards(connection: Connection) -> Boards:
    """Return the boards of a ledger, as far as it goes now.

    One reading serves the whole process. Where the events are not those that were read
    before, as of another ledger, it begins anew.
    """
    global _last
    with _LOCK:
        if not is_continuation(connection, *_last.events):
            _last = Boards()
        _last.catch_up(connection)
        return _last
