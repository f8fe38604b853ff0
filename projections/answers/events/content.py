"""Say what an event changed in the facts, field by field and in words: `3.5: 1-0 became
0-1`.

Every change is found by comparing the facts before the event with those after it, not
by what the event says.
"""

from collections.abc import Iterable, Iterator, Sequence
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
from ledger.decisions import FIELDS, field_in_words, value_in_sentence
from ledger.events import Event, OfFeature, PlayerRegistered
from ledger.league import league_from_json
from ledger.league_words import LeagueDifference
from ledger.league_words import league_differences as league_changes
from ledger.named_texts import texts_in
from ledger.office import settings_in_words
from ledger.tournament_now import TournamentNow, evolve_tournament
from messages import NOTHING, Message, counted, joined_message, say
from messages.answer import Answer
from projections.answers.reading import Reading
from rulebooks.base import BEGINNING

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
    """Return everything the event changed.

    A tournament that was booked is one change, with its number of games; a corrected
    one has a change for each field of each game. Empty where the event changed nothing.
    """
    body = event.body

    # what an event did to a tournament or a person is seen in their facts
    if event.stream.startswith("tournament:"):
        return list(_tournament_changes(event, reading))
    if isinstance(body, PlayerRegistered):
        return list(_player_changes(event, body, reading))

    return [_change_of_body(event, reading)]


def _change_of_body(event: Event, reading: Reading) -> FieldChange:
    """Say the one change of an event that is about no tournament and no details of a
    player.

    It is one of counting (a fact that is withdrawn or counts again), of identity, of
    rules, of settings or of lists. Of a kind that has no words of its own, every stated
    field is told.
    """
    body = event.body

    match body:
        case FactWithdrawn(withdrawn=seq):
            words = _earlier_event_in_words(seq, reading)
            text = say("seq {seq} no longer counts: {words}", seq=seq, words=words)
            return _whole_change(event, "counts", True, False, text)

        case FactReinstated(reinstated=seq):
            words = _earlier_event_in_words(seq, reading)
            text = say("seq {seq} counts again: {words}", seq=seq, words=words)
            return _whole_change(event, "counts", False, True, text)

        case PlayersMerged(merged=merged, into=into):
            text = say("{merged} is {into} from now on", merged=merged, into=into)
            return _whole_change(event, "merged", merged, into, text)

        case PersonErased(player=player):
            text = say(
                "name, club, FIDE id, day of birth and sex of {player} were erased",
                player=player,
            )
            return _whole_change(event, "person", None, None, text)

        case RulesAdopted():
            text = _adoption_in_words(body, reading)
            return _whole_change(event, "edition", None, body.edition, text)

        case RulesRevised(edition=edition, revision=revision):
            text = say(
                "{edition} follows revision {number}", edition=edition, number=revision
            )
            return _whole_change(event, "revision", revision - 1, revision, text)

        case SettingsStated():
            text = joined_message(settings_in_words(body))
            return _whole_change(event, "settings", None, None, text)

        case ClockResumed():
            text = say(
                "the clock goes on from here; the events before were recorded with one"
                " that was ahead"
            )
            return _whole_change(event, "clock", None, event.recorded_at, text)

        case CheckpointRetracted(checkpoint=number):
            text = say(
                "checkpoint {number} from elsewhere no longer counts", number=number
            )
            return _whole_change(event, "counts", True, False, text)

        case ListPublished():
            text = _publication_in_words(body)
            return _whole_change(event, "rows", None, len(body.rows), text)

        case OfFeature():
            text = say(
                "{topic}: it needs the feature {feature}, which is not installed",
                topic=body.stored,
                feature=body.feature,
            )
            return _whole_change(event, "feature", None, body.feature, text)

        case _:
            text = _field_by_field(body, reading)
            return _whole_change(event, event.kind, None, None, text)


def _adoption_in_words(body: RulesAdopted, reading: Reading) -> Message:
    """Say from when on an edition is in force.

    A day that is not behind that of the question is still to come. Rules from
    `BEGINNING` hold before all others, and no calendar has that day.
    """
    words = {
        "edition": body.edition,
        "list": body.list,
        "day": body.since,
    }

    if body.since > reading.as_of:
        return say("{edition} comes into force on {list} on {day}", **words)
    if body.since == BEGINNING:
        return say("{edition} is in force on {list} from the beginning", **words)
    return say("{edition} is in force on {list} from {day}", **words)


def _publication_in_words(body: ListPublished) -> Message:
    """Say which list was published, and how many players are on it."""
    about = {
        "list": body.list,
        "label": body.label,
        "day": body.as_of,
        "number": body.revision,
    }

    return counted(
        "{list} {label} of {day}, revision {number}: {count} player",
        "{list} {label} of {day}, revision {number}: {count} players",
        len(body.rows),
        **about,
    )


def _field_by_field(body: Any, reading: Reading) -> Message:
    """Say each field that the body of an event states.

    Reasons and such are left out, and so is whatever is empty. Texts that name people
    are written as the asker may see them.
    """
    values = asdict(body)
    for name in NOT_CONTENT:
        values.pop(name, None)

    for name, text in texts_in(body):
        values[name] = reading.policy.words(text)

    words = []
    for name, value in values.items():
        if value not in (None, (), UNSET):
            words.append(field_in_words(name, value))
    return joined_message(words, ", ")


def summary(event: Event, reading: Reading) -> Message:
    """Say the changes in one line: of many the first few, and how many more there are.

        3.5 Aho - Berg: 1-0 became 0-1; ...; and 12 more

    One more than SHOWN is written out: to say "and 1 more" would not be shorter.
    """
    texts = [change.text for change in changes(event, reading)]

    more = len(texts) - SHOWN
    if more > 1:
        texts = texts[:SHOWN]
        texts.append(say("and {count} more", count=more))
    return joined_message(texts)


def _whole_change(
    event: Event, field: str, before: Value, after: Value, text: Message
) -> FieldChange:
    """Make a change of what the event itself is about."""
    return FieldChange(
        of=event.target,
        field=field,
        before=before,
        after=after,
        text=text,
    )


def _earlier_event_in_words(seq: int, reading: Reading) -> Message:
    """Say what an earlier event stated; one that withdraws is not followed further.

    NOTHING where the question does not know the event. Of one without words its kind is
    said.
    """
    event = reading.known_events.event(seq)
    if event is None:
        return NOTHING
    words = NOTHING
    if not isinstance(event.body, FactWithdrawn | FactReinstated):
        words = summary(event, reading)
    if not words:
        return say("{kind}", kind=event.kind)
    return say("{kind} {words}", kind=event.kind, words=words)


def before_and_after(
    event: Event, reading: Reading
) -> tuple[TournamentNow | None, TournamentNow]:
    """Return the tournament as it stood before an event of its stream, and after it.

    There is nothing before the event that submitted it. `KeyError`: the question does
    not know the event.
    """
    return _tournament_states(reading, event.stream)[event.seq]


@lru_cache(maxsize=4)
def _tournament_states(
    reading: Reading, stream: str
) -> dict[int, tuple[TournamentNow | None, TournamentNow]]:
    """Return, by seq, the tournament before and after each event: a log asks for all of
    them in turn.

    `stream`: `tournament:` and the name. The four asked for last are kept.
    """
    states: dict[int, tuple[TournamentNow | None, TournamentNow]] = {}
    before: TournamentNow | None = None

    for event in reading.known_events.stream(stream):
        after = evolve_tournament(before, event)
        assert after is not None
        states[event.seq] = before, after
        before = after
    return states


def _tournament_changes(event: Event, reading: Reading) -> Iterator[FieldChange]:
    """Yield what an event changed in a tournament.

    `before_and_after` is folded once for all events of the stream.
    """

    # the submission itself: there is nothing to compare it with
    if isinstance(event.body, TournamentColumns):
        yield _submission_change(event, event.body)
        return

    before, after = before_and_after(event, reading)
    assert before is not None

    if before.withdrawn != after.withdrawn:
        if after.withdrawn:
            text = say("nothing in it counts any more")
        else:
            text = say("it counts again")

        counted, counts = not before.withdrawn, not after.withdrawn
        yield _whole_change(event, "counts", counted, counts, text)
    yield from _header_changes(before.header, after.header, reading)

    # players keep their names from game to game
    names = _Names(reading)
    for name in dict.fromkeys([*before.games, *after.games]):
        old = before.games.get(name)
        new = after.games.get(name)
        yield from _game_changes(name, old, new, names)

    if _is_other_json(before.reported, after.reported):
        text = say("the report's details beside the games changed")
        yield _field_change("reported", None, None, text)

    if _is_other_json(before.league, after.league):
        for change in _league_changes(before.league, after.league):
            yield _field_change("league", *change)


def _is_other_json(before: Raw | None, after: Raw | None) -> bool:
    """Tell whether what stands beside the games differs in a byte.

    No text and an empty one are the same.
    """
    old = bytes(before or b"")
    new = bytes(after or b"")
    return old != new


def _submission_change(event: Event, body: TournamentColumns) -> FieldChange:
    """Say what a tournament was submitted with: its days, games and players."""
    header = body.header
    games = len(body.results)
    players = len(body.players)

    text = say(
        "{name}, {first} to {last}: {games} {players}",
        name=header.name,
        first=header.start,
        last=header.end,
        games=counted("{count} game", "{count} games", games),
        players=counted("of {count} player", "of {count} players", players),
    )
    return _whole_change(event, "games", None, games, text)


def _field_change(
    field: str, before: Value, after: Value, text: Message
) -> FieldChange:
    """Make a change of what stands beside the games of a tournament.

    `before` and `after` are None where they cannot be told in one value.
    """
    return FieldChange(
        of="header",
        field=field,
        before=before,
        after=after,
        text=text,
    )


def _league_changes(
    before: Raw | None, after: Raw | None
) -> Iterable[LeagueDifference]:
    """Say what changed in a league; in one that came with the event, or went, only that
    it did.
    """
    if before is None or after is None:
        text = say("the teams or matches of the league changed")
        return [LeagueDifference(None, None, text)]

    earlier = league_from_json(before)
    later = league_from_json(after)
    return league_changes(earlier, later)


def _header_changes(
    before: HeaderFact, after: HeaderFact, reading: Reading
) -> Iterator[FieldChange]:
    """Yield the fields of the header that differ; the organiser as the asker may see them."""
    if before is after:
        return

    now_stated = asdict(after)
    for name, old in asdict(before).items():
        new = now_stated[name]

        if old == new:
            continue
        if name == "organiser":
            old = old and reading.policy.words(old)
            new = new and reading.policy.words(new)

        yield _field_change(name, old, new, _was_and_is(name, old, new))


def _was_and_is(field: str, old: Value, new: Value) -> Message:
    """Say what a field was and what it is.

    For example:

        end: 2024-01-14 became 2024-01-21
    """
    return say(
        "{what}: {old} became {new}",
        what=FIELDS[field],
        old=value_in_sentence(old),
        new=value_in_sentence(new),
    )


class _Names:
    """Names by id, each looked up once."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._names: dict[str, str] = {}

    def name_of(self, player: str) -> str:
        """Return the name of a player; their id where the asker may not know it."""
        from projections.answers.career import names_of

        if player not in self._names:
            self._names |= {player: player} | names_of(self._reading, [player])
        return self._names[player]


def _game_changes(
    name: str, before: GameFact | None, after: GameFact | None, names: _Names
) -> Iterator[FieldChange]:
    """Yield the fields in which a game differs, or that it came or went.

    Reasons and details are no content. A changed result needs no name of its field:

        3.5 Aho, Aino - Berg, Bo: 1-0 became 0-1
    """
    if after is None or before is None:
        yield _whole_game_change(name, before, after, names)
        return
    if before == after:
        return

    for field in fields(GameFact):
        old = getattr(before, field.name)
        new = getattr(after, field.name)
        if field.name in NOT_CONTENT or old == new:
            continue

        lead = say(
            "{game} {white} – {black}",
            game=name,
            white=names.name_of(after.white),
            black=names.name_of(after.black),
        )

        if field.name != "result":
            lead = say("{what}, {field}", what=lead, field=FIELDS[field.name])

        text = say(
            "{what}: {old} became {new}",
            what=lead,
            old=_value_in_words(field.name, old, names),
            new=_value_in_words(field.name, new, names),
        )

        yield FieldChange(
            of=name,
            field=field.name,
            before=old,
            after=new,
            text=text,
        )


def _value_in_words(field: str, value: Any, names: _Names) -> object:
    """Return what a field of a game holds as a person reads it: a player with name.

    Everything else is written as `value_in_sentence` does.
    """
    if field in ("white", "black"):
        return f"{value} {names.name_of(value)}"
    return value_in_sentence(value, field)


def _whole_game_change(
    name: str, before: GameFact | None, after: GameFact | None, names: _Names
) -> FieldChange:
    """Say that a game was added, or struck out.

    A game that was added has no result before, one that was struck out none after.
    """
    game = after or before
    assert game is not None

    about = {
        "game": name,
        "white": names.name_of(game.white),
        "black": names.name_of(game.black),
        "result": game.result,
    }

    if after is not None:
        text = say("{game} {white} – {black} {result}: added", **about)
    else:
        text = say("{game} {white} – {black} {result}: struck out", **about)

    return FieldChange(
        of=name,
        field="game",
        before=None if before is None else before.result,
        after=None if after is None else after.result,
        text=text,
    )


def _player_changes(
    event: Event, body: PlayerRegistered, reading: Reading
) -> Iterator[FieldChange]:
    """Yield the changed details that the log holds; of a name only that it changed,
    since the log has its digest alone.

    The first time somebody is registered, it is one change with all that may be seen.
    """

    # what the other registrations of the player left standing is compared
    earlier = _registered_before(event, reading)
    if not earlier:
        known = list(_details(body, reading))
        text = say("registered")
        if known:
            text = say("registered: {details}", details=joined_message(known, ", "))
        yield _whole_change(event, "player", None, None, text)
        return

    for field in ("born", "sex", "federation", "federation_from"):
        old = _latest_detail(earlier, field)
        new = getattr(body, field)

        if new is None or new == old:
            continue

        old = reading.policy.detail(body.player, field, old)
        new = reading.policy.detail(body.player, field, new)
        if old == new:  # which day, or which of two, is not for whoever asks
            text = say("{what} changed", what=FIELDS[field])
            yield _whole_change(event, field, None, None, text)
        else:
            yield _whole_change(event, field, old, new, _was_and_is(field, old, new))

    if body.unlisted is not None:
        field = "unlisted" if reading.viewer.whole else "details"
        yield _whole_change(
            event, field, None, None, _wish_in_words(body.unlisted, reading)
        )

    if body.details != earlier[-1].details:
        text = say("name, club or FIDE id changed; the log holds only their digest")
        yield _whole_change(event, "details", None, None, text)


def _registered_before(event: Event, reading: Reading) -> list[PlayerRegistered]:
    """Return what the events before said of the same player, in order.

    These are the earlier registrations, the latest one last.
    """
    bodies = []

    for other in reading.known_events.stream(event.stream):
        if other.seq < event.seq and isinstance(other.body, PlayerRegistered):
            bodies.append(other.body)
    return bodies


def _wish_in_words(unlisted: bool, reading: Reading) -> Message:
    """Say whether they asked not to be listed; to strangers only that the office wrote
    something down.

    `unlisted`: the wish that was stated.
    """
    if not reading.viewer.whole:
        return say("a detail for the office changed")

    if unlisted:
        return say("asks not to be listed in public")
    return say("may be listed in public again")


def _details(body: PlayerRegistered, reading: Reading) -> Iterator[Message]:
    """Yield the details of a new player that the asker may see.

        born 1980, sex f, federation FIN

    The wish not to be listed is for the office only.
    """
    policy = reading.policy

    for field in ("born", "sex", "federation"):
        value = getattr(body, field)
        visible = policy.detail(body.player, field, value)
        if visible is not None:
            yield field_in_words(field, visible)

    if body.unlisted and reading.viewer.whole:
        yield _wish_in_words(True, reading)


def _latest_detail(bodies: Sequence[PlayerRegistered], field: str) -> Any:
    """Return the detail that was stated last; None where none was.

    `bodies`: in order, the latest one last.
    """
    for body in reversed(bodies):
        value = getattr(body, field)
        if value is not None:
            return value
    return None
