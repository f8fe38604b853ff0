"""Answer questions over HTTP. Here: since which event an answer is unchanged, so that what a later submission did not
touch is given again as it was made. An answer rests on things: a player, a tournament, a list. Booked tournaments and
corrections touch those whose rows they wrote or closed. Anything else that is recorded, a name, a rule, a merge, may
stand in any answer, so it touches all.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.bodies import GameAdded, TournamentAmended, TournamentReinstated, TournamentWithdrawn
from ledger.columns import TournamentColumns
from ledger.errors import SeloError
from ledger.events import Event
from ledger.store.database import Connection, OpenConnection, one_state
from ledger.store.events import events_after, recorded_at
from ledger.timeline import Timeline
from ledger.tournament_now import TournamentNow
from projections.answers.asking import thing
from projections.replay.unit_row import UnitRow
from projections.tables.entries import STARTS_AT, steps
from projections.tables.lookups import Index
from projections.tables.schema import projected_if_any
from projections.tables.units import of_numbers, of_tournament, written_by

Touched = dict[str, str]  # a thing, and the first day from which it may read otherwise
ALWAYS = ""
MOST_UNITS, MOST_EVENTS = 200, 500  # of more nobody asks what they left alone
PLAIN = (TournamentColumns, TournamentAmended, GameAdded, TournamentWithdrawn, TournamentReinstated)


def touched(connection: Connection, after: int, step: int) -> Touched | None:
    """Return what the submission touched whose events follow `after` and end with `step`; None for everything."""
    if step - after > MOST_EVENTS:
        return None
    timeline = Index(connection, step).timeline()
    events = [*events_after(connection, after, step)]
    if not all(_is_plain(event, timeline, after) for event in events):
        return None
    names = {event.target for event in events if isinstance(event.body, PLAIN)}
    numbers = written_by(connection, step)
    if len(numbers) > MOST_UNITS:
        return None
    rows = [*of_numbers(connection, numbers)]
    for name in names:
        rows += of_tournament(connection, name)
    things: Touched = {thing("tournament", name): ALWAYS for name in names}
    things |= {thing("player", event.target): ALWAYS for event in events if not isinstance(event.body, PLAIN)}
    earlier = Index(connection, after).timeline()
    for name in names:
        _add_games(things, [earlier.tournament(name), timeline.tournament(name)])
    _add_rows(things, (row for row in rows if step in (row.known_from, row.known_to)))
    return _under_every_id(things, timeline)


def _is_plain(event: Event, timeline: Timeline, after: int) -> bool:
    """Tell whether an event can stand only in answers about what it touches: games, and facts of somebody new."""
    if isinstance(event.body, PLAIN):
        return True
    if not event.stream.startswith("player:"):
        return False
    player = timeline.player(event.stream.removeprefix("player:"))
    return player is not None and player.facts[0].seq > after


def _add_games(things: Touched, states: Iterable[TournamentNow | None]) -> None:
    """Add all players of the tournaments before and after, from the first day on, also where nothing is rated."""
    known = [state for state in states if state is not None]
    since = min((state.header.start for state in known), default=ALWAYS)
    for state in known:
        for player in state.players():
            _add(things, thing("player", player), since)


def _add_rows(things: Touched, rows: Iterator[UnitRow]) -> None:
    for row in rows:
        since = min(row.on, row.place[STARTS_AT : STARTS_AT + 10]) if row.kind == "games" else row.on
        _add(things, thing("list", row.list), since)
        if row.tournament is not None:
            _add(things, thing("tournament", row.tournament), ALWAYS)
        for player in row.players:
            _add(things, thing("player", player), since)


def _add(things: Touched, name: str, since: str) -> None:
    things[name] = min(since, things.get(name, since))


def _under_every_id(things: Touched, timeline: Timeline) -> Touched:
    """Add every id of each player, because an answer may be asked for under an id that was merged."""
    for name, since in [*things.items()]:
        if name.startswith("player "):
            for alias in timeline.aliases(timeline.resolve(name.removeprefix("player "))):
                _add(things, thing("player", alias), since)
    return things


MOST_STEPS = 300  # of more at once it is quicker to make every answer anew


class Mark(NamedTuple):
    """An event, and when it was recorded: after a ledger was put back another event may have its number."""

    seq: int
    moment: str


class _Touches:
    """The marks of one thing: each is newer than those before, and touched only later days."""

    def __init__(self) -> None:
        self.days: list[str] = []
        self.marks: list[Mark] = []

    def add(self, day: str, mark: Mark) -> None:
        while self.days and self.days[-1] >= day:
            self.days.pop()
            self.marks.pop()
        self.days.append(day)
        self.marks.append(mark)

    def last(self, day: str) -> Mark | None:
        """Return the newest mark that touched an answer about this day."""
        place = bisect_right(self.days, day)
        return self.marks[place - 1] if place else None


class Freshness:
    """What the submissions of one ledger touched, since this process or the whole service began.

    `since`: the event at which it began, so that several workers say the same; None for the newest.
    """

    def __init__(self, since: int | None = None) -> None:
        self._since = since
        self._file = -1
        self._followed = Mark(-1, "")
        self._everything = Mark(-1, "")
        self._things: dict[str, _Touches] = {}

    def mark(self, connection: OpenConnection, file: int, newest: Mark, things: Sequence[str] | None, day: str) -> Mark:
        """Return the event since which an answer about a day that rests on these things, or on everything, is as it
        is.
        """
        if things is None:
            return newest
        if newest != self._followed or file != self._file:
            self._follow(connection, file, newest)
        marks = [touches.last(day) for thing in things if (touches := self._things.get(thing)) is not None]
        return max((self._everything, *filter(None, marks)))

    def _follow(self, connection: OpenConnection, file: int, newest: Mark) -> None:
        with one_state(connection):
            try:
                follows = self._is_earlier(connection, file, newest) and self._caught_up(connection, newest)
            except SeloError:
                follows = False  # whoever asks will hear of it
        if not follows:
            self._begin_at(file, newest)

    def _is_earlier(self, connection: OpenConnection, file: int, newest: Mark) -> bool:
        """Tell whether what was followed so far, or the beginning of the service, is the same ledger, earlier."""
        if file != self._file:
            known = None if self._since is None else recorded_at(connection, self._since)
            if self._since is None or known is None:
                return False
            self._begin_at(file, Mark(self._since, known))
        last = self._followed
        return last.seq <= newest.seq and recorded_at(connection, last.seq) == last.moment

    def _caught_up(self, connection: OpenConnection, newest: Mark) -> bool:
        after = self._followed.seq
        if projected_if_any(connection)[1] < newest.seq:
            return False  # the tables are behind, and so may be what they say was touched
        seqs = steps(connection, after, newest.seq)
        if len(seqs) > MOST_STEPS or [after, *seqs][-1] != newest.seq:
            return False
        for seq in seqs:
            self._take(Mark(seq, recorded_at(connection, seq) or ""), touched(connection, after, seq))
            after = seq
        self._followed = newest
        return True

    def _begin_at(self, file: int, mark: Mark) -> None:
        self._file, self._followed, self._everything = file, mark, mark
        self._things.clear()

    def _take(self, mark: Mark, things: Touched | None) -> None:
        if things is None:
            self._everything = mark
            self._things.clear()
            return
        for name, day in things.items():
            self._things.setdefault(name, _Touches()).add(day, mark)
