"""What a submission touched: after it, every other answer still says what it said before.

An answer rests on things: a player, a tournament, a list. Booked tournaments and corrections touch those whose rows
they wrote or closed. Whatever else is recorded, a name, a rule, a merge, may stand in any answer, so it touches all.
"""

from collections.abc import Iterable, Iterator

from ledger.bodies import GameAdded, TournamentAmended, TournamentReinstated, TournamentWithdrawn
from ledger.columns import TournamentColumns
from ledger.events import Event
from ledger.store.database import Connection
from ledger.store.events import events_after
from ledger.timeline import Timeline
from ledger.tournament_now import TournamentNow
from projections.answers.asking import thing
from projections.replay.unit_row import UnitRow
from projections.tables.entries import STARTS_AT
from projections.tables.lookups import Index
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
    """Whoever sits at a board before or after, from the first day on, also where nothing is rated."""
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
        for player in row.columns.players:
            _add(things, thing("player", player), since)


def _add(things: Touched, name: str, since: str) -> None:
    things[name] = min(since, things.get(name, since))


def _under_every_id(things: Touched, timeline: Timeline) -> Touched:
    """An answer may be asked for under an id that was merged."""
    for name, since in [*things.items()]:
        if name.startswith("player "):
            for alias in timeline.aliases(timeline.resolve(name.removeprefix("player "))):
                _add(things, thing("player", alias), since)
    return things
