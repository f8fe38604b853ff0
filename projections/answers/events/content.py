"""What an event changed in the facts, field by field and in words: `3.5: 1-0 became 0-1`.

Every change is found by comparing the facts before the event with those after it, not by what the event says.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import asdict, fields

from ledger.answer import Answer
from ledger.bodies import as_meant
from ledger.events import (
    CheckpointRetracted,
    ClockResumed,
    Event,
    FactReinstated,
    FactWithdrawn,
    GameFact,
    HeaderFact,
    ListPublished,
    PersonErased,
    PlayerRegistered,
    PlayersMerged,
    RulesAdopted,
    RulesRevised,
    SettingsStated,
    TournamentColumns,
)
from ledger.timeline import TournamentNow, evolve_tournament
from projections.answers.reading import Reading
from projections.answers.sight import Sight

NOT_CONTENT = frozenset(["reason", "place", "details", "player", "game"])
SHOWN = 3
Value = str | int | float | bool | None


class FieldChange(Answer, frozen=True, kw_only=True):
    """One fact before and after: `of` is a game, the header, or the player or office; `text` says it in words."""

    of: str
    field: str
    before: Value
    after: Value
    text: str


def changes(event: Event, reading: Reading) -> list[FieldChange]:
    """Everything the event changed."""
    body = event.body
    if event.stream.startswith("tournament:"):
        return list(_of_tournament(event, reading))
    match body:
        case PlayerRegistered():
            return list(_of_player(event, body, reading))
        case FactWithdrawn(withdrawn=seq):
            return [_whole(event, "counts", True, False, f"seq {seq} no longer counts: {_of_seq(seq, reading)}")]
        case FactReinstated(reinstated=seq):
            return [_whole(event, "counts", False, True, f"seq {seq} counts again: {_of_seq(seq, reading)}")]
        case PlayersMerged(merged=merged, into=into):
            return [_whole(event, "merged", merged, into, f"{merged} is {into} from now on")]
        case PersonErased(player=player):
            return [_whole(event, "person", None, None, f"name, club and FIDE id of {player} were erased")]
        case RulesAdopted(list=name, edition=edition, since=since):
            return [_whole(event, "edition", None, edition, f"{edition} is in force on {name} from {since}")]
        case RulesRevised(edition=edition, revision=revision):
            return [_whole(event, "revision", revision - 1, revision, f"{edition} follows revision {revision}")]
        case SettingsStated(time_zone=zone, clock_ahead_hours=hours):
            text = f"days are those of {zone}; a clock up to {hours} hours ahead is believed"
            return [_whole(event, "settings", None, None, text)]
        case ClockResumed():
            text = "the clock goes on from here; the events before were recorded with one that was ahead"
            return [_whole(event, "clock", None, event.recorded_at, text)]
        case CheckpointRetracted(checkpoint=number):
            return [_whole(event, "counts", True, False, f"checkpoint {number} from elsewhere no longer counts")]
        case ListPublished():
            text = f"{body.list} {body.label} of {body.as_of}, revision {body.revision}: {len(body.rows)} players"
            return [_whole(event, "rows", None, len(body.rows), text)]
        case _:
            values = {name: value for name, value in asdict(body).items() if name not in NOT_CONTENT}
            text = ", ".join(f"{name} {_shown(value)}" for name, value in values.items() if value not in (None, ()))
            return [_whole(event, event.kind, None, None, text)]


def summary(event: Event, reading: Reading) -> str:
    """The changes as one line."""
    texts = [change.text for change in changes(event, reading)]
    more = f"; and {len(texts) - SHOWN} more" if len(texts) > SHOWN + 1 else ""
    return "; ".join(texts[:SHOWN] if more else texts) + more


def _whole(event: Event, field: str, before: Value, after: Value, text: str) -> FieldChange:
    return FieldChange(of=event.target, field=field, before=before, after=after, text=text)


def _of_seq(seq: int, reading: Reading) -> str:
    """What an earlier event said; one that withdraws is not followed further."""
    event = reading.index.event(seq)
    if event is None or isinstance(event.body, FactWithdrawn | FactReinstated):
        return event.kind if event is not None else ""
    return f"{event.kind} {summary(event, reading)}".strip()


def before_and_after(event: Event, reading: Reading) -> tuple[TournamentNow | None, TournamentNow]:
    """The tournament as it stood before an event of its stream, and after it."""
    return _folded(reading, event.stream)[event.seq]


@lru_cache(maxsize=4)
def _folded(reading: Reading, stream: str) -> dict[int, tuple[TournamentNow | None, TournamentNow]]:
    """By seq, the tournament before and after each event: a log asks for all of them in turn."""
    states: dict[int, tuple[TournamentNow | None, TournamentNow]] = {}
    before: TournamentNow | None = None
    for event in reading.index.stream(stream):
        after = evolve_tournament(before, event)
        assert after is not None
        states[event.seq] = before, after
        before = after
    return states


def _of_tournament(event: Event, reading: Reading) -> Iterator[FieldChange]:
    if isinstance(event.body, TournamentColumns):
        header, games = event.body.header, len(event.body.results)
        players = len(event.body.players)
        text = f"{header.name}, {header.start} to {header.end}: {games} games of {players} players"
        yield _whole(event, "games", None, games, text)
        return
    before, after = before_and_after(event, reading)
    assert before is not None
    if before.withdrawn != after.withdrawn:
        text = "nothing in it counts any more" if after.withdrawn else "it counts again"
        yield _whole(event, "counts", after.withdrawn, before.withdrawn, text)
    yield from _of_header(before.header, after.header)
    names = _Names(reading)
    for name in dict.fromkeys([*before.games, *after.games]):
        yield from _of_game(name, before.games.get(name), after.games.get(name), names)


def _of_header(before: HeaderFact, after: HeaderFact) -> Iterator[FieldChange]:
    if before is after:
        return
    now_stated = asdict(as_meant(after))
    for name, old in asdict(as_meant(before)).items():
        new = now_stated[name]
        if old != new:
            text = f"{name}: {_shown(old)} became {_shown(new)}"
            yield FieldChange(of="header", field=name, before=old, after=new, text=text)


class _Names:
    """Names by id, each looked up once."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._names: dict[str, str] = {}

    def of(self, player: str) -> str:
        from projections.answers.players.career import names_of

        if player not in self._names:
            self._names |= {player: player} | names_of(self._reading, [player])
        return self._names[player]

    def pair(self, game: GameFact) -> str:
        return f"{self.of(game.white)} - {self.of(game.black)}"


def _of_game(name: str, before: GameFact | None, after: GameFact | None, names: _Names) -> Iterator[FieldChange]:
    if before is None or after is None:
        game = after or before
        assert game is not None
        verb = "added" if after is not None else "struck out"
        text = f"{name} {names.pair(game)} {game.result}: {verb}"
        old, new = (None if state is None else state.result for state in (before, after))
        yield FieldChange(of=name, field="game", before=old, after=new, text=text)
        return
    if before == after:
        return
    for field in (field.name for field in fields(GameFact) if field.name not in NOT_CONTENT):
        old, new = getattr(before, field), getattr(after, field)
        if old == new:
            continue
        who = field in ("white", "black")
        words = (f"{old} {names.of(old)}", f"{new} {names.of(new)}") if who else (_shown(old), _shown(new))
        lead = f"{name} {names.pair(after)}" + ("" if field == "result" else f", {field}")
        yield FieldChange(of=name, field=field, before=old, after=new, text=f"{lead}: {words[0]} became {words[1]}")


def _of_player(event: Event, body: PlayerRegistered, reading: Reading) -> Iterator[FieldChange]:
    """Details that the log holds; a changed name is only known to have changed."""
    earlier = [
        e.body for e in reading.index.stream(event.stream) if e.seq < event.seq and isinstance(e.body, PlayerRegistered)
    ]
    if not earlier:
        known = ", ".join(_details(body, reading.sight))
        yield _whole(event, "player", None, None, "registered" + (f": {known}" if known else ""))
        return
    for field in ("born", "sex", "federation", "federation_from"):
        old, new = _latest(earlier, field), getattr(body, field)
        if new is not None and new != old:
            old, new = reading.sight.detail(field, old), reading.sight.detail(field, new)
            if old == new:  # which day, or which of two, is not for whoever asks
                yield _whole(event, field, None, None, f"{field} changed")
                continue
            text = f"{field}: {_shown(old)} became {_shown(new)}"
            yield FieldChange(of=event.target, field=field, before=old, after=new, text=text)
    if body.details != earlier[-1].details:
        text = "name, club or FIDE id changed; the log holds only their digest"
        yield _whole(event, "details", None, None, text)


def _details(body: PlayerRegistered, sight: Sight) -> Iterator[str]:
    for field in ("born", "sex", "federation"):
        if (value := sight.detail(field, getattr(body, field))) is not None:
            yield f"{field} {value}"


def _latest(bodies: Iterable[PlayerRegistered], field: str) -> Any:
    return next((value for body in reversed([*bodies]) if (value := getattr(body, field)) is not None), None)


def _shown(value: object) -> str:
    if value is None or value is UNSET:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return str(asdict(value)) if isinstance(value, Struct) else str(value)
