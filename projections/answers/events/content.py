"""Say what an event changed in the facts, field by field and in words: `3.5: 1-0 became
0-1`.

Every change is found by comparing the facts before the event with those after it, not
by what the event says.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec import UNSET, Raw
from msgspec.structs import asdict, fields

from ledger.bodies import (
    CheckpointRetracted,
    ClockResumed,
    FactReinstated,
    FactWithdrawn,
    GameFact,
    HeaderFact,
    ListPublished,
    PersonErased,
    PlayersMerged,
    RulesAdopted,
    RulesRevised,
    SettingsStated,
)
from ledger.columns import TournamentColumns
from ledger.decisions import FIELDS, shown, stated
from ledger.events import Event, OfFeature, PlayerRegistered
from ledger.league import league_as_read
from ledger.league_words import Change
from ledger.league_words import changes as league_changes
from ledger.named_texts import texts_in
from ledger.office import settings_in_words
from ledger.tournament_now import TournamentNow, evolve_tournament
from messages import NOTHING, Message, counted, joined, say
from messages.answer import Answer
from projections.answers.reading import Reading

NOT_CONTENT = frozenset(["reason", "place", "details", "player", "game"])
SHOWN = 3
Value = str | int | float | bool | None


class FieldChange(Answer, frozen=True, kw_only=True):
    """One fact before and after: `of` is a game, the header, or the player or office;
    `text` says it in words.
    """

    of: str
    field: str
    before: Value
    after: Value
    text: Message


def changes(event: Event, reading: Reading) -> list[FieldChange]:
    """Return everything the event changed."""
    body = event.body
    if event.stream.startswith("tournament:"):
        return list(_of_tournament(event, reading))
    match body:
        case PlayerRegistered():
            return list(_of_player(event, body, reading))
        case FactWithdrawn(withdrawn=seq):
            text = say(
                "seq {seq} no longer counts: {words}",
                seq=seq,
                words=_of_seq(seq, reading),
            )
            return [_whole(event, "counts", True, False, text)]
        case FactReinstated(reinstated=seq):
            text = say(
                "seq {seq} counts again: {words}", seq=seq, words=_of_seq(seq, reading)
            )
            return [_whole(event, "counts", False, True, text)]
        case PlayersMerged(merged=merged, into=into):
            text = say("{merged} is {into} from now on", merged=merged, into=into)
            return [_whole(event, "merged", merged, into, text)]
        case PersonErased(player=player):
            text = say(
                "name, club, FIDE id, day of birth and sex of {player} were erased",
                player=player,
            )
            return [_whole(event, "person", None, None, text)]
        case RulesAdopted(list=name, edition=edition, since=since):
            words = {"edition": edition, "list": name, "day": since}
            text = (
                say("{edition} comes into force on {list} on {day}", **words)
                if since > reading.as_of
                else say("{edition} is in force on {list} from {day}", **words)
            )
            return [_whole(event, "edition", None, edition, text)]
        case RulesRevised(edition=edition, revision=revision):
            text = say(
                "{edition} follows revision {number}", edition=edition, number=revision
            )
            return [_whole(event, "revision", revision - 1, revision, text)]
        case SettingsStated():
            return [
                _whole(event, "settings", None, None, joined(settings_in_words(body)))
            ]
        case ClockResumed():
            text = say(
                "the clock goes on from here; the events before were recorded with one"
                " that was ahead"
            )
            return [_whole(event, "clock", None, event.recorded_at, text)]
        case CheckpointRetracted(checkpoint=number):
            text = say(
                "checkpoint {number} from elsewhere no longer counts", number=number
            )
            return [_whole(event, "counts", True, False, text)]
        case ListPublished():
            about = {
                "list": body.list,
                "label": body.label,
                "day": body.as_of,
                "number": body.revision,
            }
            text = counted(
                "{list} {label} of {day}, revision {number}: {count} player",
                "{list} {label} of {day}, revision {number}: {count} players",
                len(body.rows),
                **about,
            )
            return [_whole(event, "rows", None, len(body.rows), text)]
        case OfFeature():
            text = say(
                "{topic}: it needs the feature {feature}, which is not installed",
                topic=body.stored,
                feature=body.feature,
            )
            return [_whole(event, "feature", None, body.feature, text)]
        case _:
            values = {
                name: value
                for name, value in asdict(body).items()
                if name not in NOT_CONTENT
            }
            values |= {
                name: reading.policy.words(text) for name, text in texts_in(body)
            }
            stated_values = {
                name: value
                for name, value in values.items()
                if value not in (None, (), UNSET)
            }
            text = joined(
                (stated(name, value) for name, value in stated_values.items()), ", "
            )
            return [_whole(event, event.kind, None, None, text)]


def summary(event: Event, reading: Reading) -> Message:
    """Say the changes in one line."""
    texts = [change.text for change in changes(event, reading)]
    if len(texts) > SHOWN + 1:
        texts[SHOWN:] = [say("and {count} more", count=len(texts) - SHOWN)]
    return joined(texts)


def _whole(
    event: Event, field: str, before: Value, after: Value, text: Message
) -> FieldChange:
    return FieldChange(
        of=event.target, field=field, before=before, after=after, text=text
    )


def _of_seq(seq: int, reading: Reading) -> Message:
    """Say what an earlier event stated; one that withdraws is not followed further."""
    event = reading.known_events.event(seq)
    if event is None or isinstance(event.body, FactWithdrawn | FactReinstated):
        return say("{kind}", kind=event.kind) if event is not None else NOTHING
    words = summary(event, reading)
    return (
        say("{kind} {words}", kind=event.kind, words=words)
        if words
        else say("{kind}", kind=event.kind)
    )


def before_and_after(
    event: Event, reading: Reading
) -> tuple[TournamentNow | None, TournamentNow]:
    """Return the tournament as it stood before an event of its stream, and after it."""
    return _folded(reading, event.stream)[event.seq]


@lru_cache(maxsize=4)
def _folded(
    reading: Reading, stream: str
) -> dict[int, tuple[TournamentNow | None, TournamentNow]]:
    """Return, by seq, the tournament before and after each event: a log asks for all of
    them in turn.
    """
    states: dict[int, tuple[TournamentNow | None, TournamentNow]] = {}
    before: TournamentNow | None = None
    for event in reading.known_events.stream(stream):
        after = evolve_tournament(before, event)
        assert after is not None
        states[event.seq] = before, after
        before = after
    return states


def _of_tournament(event: Event, reading: Reading) -> Iterator[FieldChange]:
    if isinstance(event.body, TournamentColumns):
        header, games = event.body.header, len(event.body.results)
        text = say(
            "{name}, {first} to {last}: {games} {players}",
            name=header.name,
            first=header.start,
            last=header.end,
            games=counted("{count} game", "{count} games", games),
            players=counted(
                "of {count} player", "of {count} players", len(event.body.players)
            ),
        )
        yield _whole(event, "games", None, games, text)
        return
    before, after = before_and_after(event, reading)
    assert before is not None
    if before.withdrawn != after.withdrawn:
        text = (
            say("nothing in it counts any more")
            if after.withdrawn
            else say("it counts again")
        )
        yield _whole(event, "counts", after.withdrawn, before.withdrawn, text)
    yield from _of_header(before.header, after.header, reading)
    names = _Names(reading)
    for name in dict.fromkeys([*before.games, *after.games]):
        yield from _of_game(name, before.games.get(name), after.games.get(name), names)
    if bytes(before.reported or b"") != bytes(after.reported or b""):
        text = say("what is reported beside the games changed")
        yield FieldChange(
            of="header", field="reported", before=None, after=None, text=text
        )
    if bytes(before.league or b"") != bytes(after.league or b""):
        for old, new, text in _of_league(before.league, after.league):
            yield FieldChange(
                of="header", field="league", before=old, after=new, text=text
            )


def _of_league(before: Raw | None, after: Raw | None) -> Iterator[Change]:
    if before is None or after is None:  # it came with the event, or went
        yield Change(None, None, say("the teams or matches of the league changed"))
    else:
        yield from league_changes(league_as_read(before), league_as_read(after))


def _of_header(
    before: HeaderFact, after: HeaderFact, reading: Reading
) -> Iterator[FieldChange]:
    if before is after:
        return
    now_stated = asdict(after)
    for name, old in asdict(before).items():
        new = now_stated[name]
        if old != new:
            if name == "organiser":
                old, new = (
                    value and reading.policy.words(value) for value in (old, new)
                )
            text = say(
                "{what}: {old} became {new}",
                what=FIELDS[name],
                old=shown(old),
                new=shown(new),
            )
            yield FieldChange(of="header", field=name, before=old, after=new, text=text)


class _Names:
    """Names by id, each looked up once."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._names: dict[str, str] = {}

    def of(self, player: str) -> str:
        from projections.answers.career import names_of

        if player not in self._names:
            self._names |= {player: player} | names_of(self._reading, [player])
        return self._names[player]


def _of_game(
    name: str, before: GameFact | None, after: GameFact | None, names: _Names
) -> Iterator[FieldChange]:
    if before is None or after is None:
        game = after or before
        assert game is not None
        about = {
            "game": name,
            "white": names.of(game.white),
            "black": names.of(game.black),
            "result": game.result,
        }
        if after is not None:
            text = say("{game} {white} - {black} {result}: added", **about)
        else:
            text = say("{game} {white} - {black} {result}: struck out", **about)
        old, new = (
            None if state is None else state.result for state in (before, after)
        )
        yield FieldChange(of=name, field="game", before=old, after=new, text=text)
        return
    if before == after:
        return
    for field in (
        field.name for field in fields(GameFact) if field.name not in NOT_CONTENT
    ):
        old, new = getattr(before, field), getattr(after, field)
        if old == new:
            continue
        who = field in ("white", "black")
        words = (
            (f"{old} {names.of(old)}", f"{new} {names.of(new)}")
            if who
            else (shown(old, field), shown(new, field))
        )
        lead = say(
            "{game} {white} - {black}",
            game=name,
            white=names.of(after.white),
            black=names.of(after.black),
        )
        if field != "result":
            lead = say("{what}, {field}", what=lead, field=FIELDS[field])
        yield FieldChange(
            of=name,
            field=field,
            before=old,
            after=new,
            text=say(
                "{what}: {old} became {new}", what=lead, old=words[0], new=words[1]
            ),
        )


def _of_player(
    event: Event, body: PlayerRegistered, reading: Reading
) -> Iterator[FieldChange]:
    """Yield the changed details that the log holds; of a name only that it changed,
    since the log has its digest alone.
    """
    earlier = [
        e.body
        for e in reading.known_events.stream(event.stream)
        if e.seq < event.seq and isinstance(e.body, PlayerRegistered)
    ]
    if not earlier:
        known = list(_details(body, reading))
        text = (
            say("registered: {details}", details=joined(known, ", "))
            if known
            else say("registered")
        )
        yield _whole(event, "player", None, None, text)
        return
    for field in ("born", "sex", "federation", "federation_from"):
        old, new = _latest(earlier, field), getattr(body, field)
        if new is not None and new != old:
            old, new = (
                reading.policy.detail(body.player, field, value) for value in (old, new)
            )
            if old == new:  # which day, or which of two, is not for whoever asks
                yield _whole(
                    event, field, None, None, say("{what} changed", what=FIELDS[field])
                )
                continue
            text = say(
                "{what}: {old} became {new}",
                what=FIELDS[field],
                old=shown(old),
                new=shown(new),
            )
            yield FieldChange(
                of=event.target, field=field, before=old, after=new, text=text
            )
    if body.unlisted is not None:
        field = "unlisted" if reading.viewer.whole else "details"
        yield _whole(event, field, None, None, _of_wish(body.unlisted, reading))
    if body.details != earlier[-1].details:
        text = say("name, club or FIDE id changed; the log holds only their digest")
        yield _whole(event, "details", None, None, text)


def _of_wish(unlisted: bool, reading: Reading) -> Message:
    """Say whether they asked not to be listed; to strangers only that the office wrote
    something down.
    """
    if not reading.viewer.whole:
        return say("a detail for the office changed")
    return (
        say("asks not to be listed in public")
        if unlisted
        else say("may be listed in public again")
    )


def _details(body: PlayerRegistered, reading: Reading) -> Iterator[Message]:
    for field in ("born", "sex", "federation"):
        if (
            value := reading.policy.detail(body.player, field, getattr(body, field))
        ) is not None:
            yield stated(field, value)
    if body.unlisted and reading.viewer.whole:
        yield _of_wish(True, reading)


def _latest(bodies: Iterable[PlayerRegistered], field: str) -> Any:
    return next(
        (
            value
            for body in reversed([*bodies])
            if (value := getattr(body, field)) is not None
        ),
        None,
    )
