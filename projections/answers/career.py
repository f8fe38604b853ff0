"""Share what questions need: of a player, the id that counts, the name, the entries and
what they add up to; of an event, its line for people.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from ledger.errors import NotFound, Problem, Where
from ledger.events import OFFICE, Event
from messages import NOTHING, Message, by_command, say
from messages.answer import UNSET, Answer, Date, Moment, UnsetType
from projections.answers.reading import Reading
from projections.replay.entry import Version
from projections.replay.tally import Tally
from rulebooks import rulebook
from rulebooks.base import Peak
from rulebooks.entries import Entry
from rulebooks.protocol import Rulebook


class PlayerName(Answer, frozen=True, kw_only=True):
    """Whom an answer is about; the name is None once it was erased."""

    id: str
    name: str | None


class PeakReached(Answer, frozen=True, kw_only=True):
    """A highest rating and the place where it was reached; an opening brings one
    without tournament and game.
    """

    rating: int
    on: Date
    tournament: str | None
    game: str | None


class Totals(NamedTuple):
    """The sums of a player's entries on a list on a day. `beside`: what only this list
    shows.
    """

    rating: int | None
    beside: Mapping[str, Any]
    games: int
    normal_games: int
    established: bool
    last_played: str | None


NO_TOTALS = Totals(None, {}, 0, 0, False, None)


def known_player(reading: Reading, asked: str) -> str:
    """Find the id that counts for the player asked for: an id, which may have been
    merged into another, or a name that only one player has.

    `known_player(reading, "F012")` is `F050` where F012 was merged into F050. Anything
    else is refused, with the players whose ids or names are near it as a hint.
    """
    if reading.timeline.player(asked) is not None:
        return reading.timeline.resolve(asked)

    if reading.by_name is None:
        raise _unknown_player(reading, asked)

    meant = reading.by_name.meant(reading, asked)
    if meant is None:
        near = reading.by_name.near(reading, asked)
        raise _unknown_player(reading, asked, near)
    return meant


def _unknown_player(reading: Reading, asked: str, near: Message = NOTHING) -> NotFound:
    if reading.knows_newest():
        message = say("nobody has the id {name}", name=repr(asked))
    else:
        message = say(
            "nobody has the id {name} as known at seq {seq}",
            name=repr(asked),
            seq=reading.known_seq,
        )
    hint = near or by_command("try `selo player find NAME`")
    return NotFound(Problem("unknown-player", message, hint=hint))


def merged_id_asked(reading: Reading, asked: str, player: str) -> str | UnsetType:
    """Return the id that was asked for, where it is one and was merged into another;
    else UNSET.
    """
    if asked == player or reading.timeline.player(asked) is None:
        return UNSET
    return asked


def names_of(reading: Reading, players: Sequence[str]) -> dict[str, str]:
    """Return names by player id.

    An id is missing from the result if the name was erased or if the asker may not see
    it, so look names up with `names.get(player)`.
    """
    return reading.policy.names(players)


class RowWithName(Protocol):
    """A row of a list that has a name."""

    @property
    def name(self) -> str | None: ...


N = TypeVar("N", bound=RowWithName)


def rows_to_show(reading: Reading, rows: Iterable[N]) -> tuple[N, ...]:
    """Return the rows of a list without the people whom the office leaves out for
    whoever asks: rows without a name.

    The others keep their ranks: where the second row is left out, rank 3 follows rank
    1, for example. Where the office hides only names, all rows stay.
    """
    if reading.policy.leaves_out:
        return tuple(row for row in rows if row.name is not None)
    return tuple(rows)


class RowOfPlayer(Protocol):
    """A row of a list that was made before, under the id that counted then."""

    @property
    def player(self) -> str: ...


P = TypeVar("P", bound=RowOfPlayer)


def one_row_a_player(reading: Reading, rows: Sequence[P]) -> dict[str, P]:
    """Return the rows of an earlier list, in their order, by the ids that count now.

    Two ids that had a row each may be one player now. Then the row of the id that
    counts stands, and where that one had none, the first row.
    """
    ids = {row.player for row in rows}
    by_player: dict[str, P] = {}
    for row in rows:
        player = reading.timeline.resolve(row.player)
        if player != row.player and player in ids:
            continue
        by_player.setdefault(player, row)
    return by_player


def player_name(reading: Reading, player: str) -> PlayerName:
    """Return a player's id with the name beside it, as answers show people, such as
    `{"id": "P1", "name": "Aalto, Aino"}`. The name is None where it was erased, or is
    hidden from whoever asks.
    """
    return PlayerName(id=player, name=names_of(reading, [player]).get(player))


def career(reading: Reading, player: str, list_name: str) -> list[Entry]:
    """Return a player's entries on a list in order, as known, up to the day."""
    return reading.entries(player=player, list_name=list_name)


def entries_known_at(versions: Iterable[Version], seq: int) -> list[Entry]:
    """Return the entries that were in force after a seq, out of all versions of some
    entries.
    """
    return [version.entry for version in versions if version.known_at(seq)]


def totals(entries: Sequence[Entry], list_name: str, edition: str, day: str) -> Totals:
    """Return the rating in force on the day, and the games behind it."""
    tally = Tally()
    for entry in entries:
        tally.add(entry.figure, entry.place)
    return added_up(tally, list_name, edition, day)


def added_up(tally: Tally, list_name: str, edition: str, day: str) -> Totals:
    """Return what a list shows of a player's tally on a day, by an edition of its
    rules; NO_TOTALS if there is no change.
    """
    if not tally.changes:
        return NO_TOTALS

    rules = rulebook(list_name)
    shown = rules.shown(tally.standing, day)
    return Totals(
        rating=shown.rating,
        beside=shown.beside,
        games=tally.games,
        normal_games=tally.normal_games,
        established=rules.established(tally.standing, edition),
        last_played=tally.last_played,
    )


def peak_of(rules: Rulebook, history: Sequence[Entry]) -> Peak | None:
    """Find the highest rating, when it was first reached and by which game."""
    highest = rules.highest(history)
    if highest is None:
        return None
    rating, entry = highest
    return Peak(rating, entry.on, entry.tournament, entry.figure.best_game)


def peak_reached(peak: Peak | None) -> PeakReached | None:
    if peak is None:
        return None
    return PeakReached(
        rating=peak.rating,
        on=peak.on,
        tournament=peak.tournament,
        game=peak.game,
    )


def kept_list(reading: Reading, list_name: str) -> str:
    """Return the name of the list if the ledger keeps it now, and refuse it otherwise:
    `kept_list(reading, "elo-no")` raises NotFound in a ledger of Finland's rules.

    As known earlier every list passes: before its rules were adopted it has nobody on
    it, and that is an answer.
    """
    kept = reading.lists()
    if not kept or list_name in kept or not reading.knows_newest():
        return list_name
    begins = reading.timeline.begins(list_name)
    if begins:
        code = "list-not-begun"
        message = say("the list {list} begins on {day}", list=list_name, day=begins)
    else:
        code = "no-rules"
        message = say("the ledger keeps no list {list}", list=list_name)
    hint = say("it keeps {lists}", lists=", ".join(kept))
    raise NotFound(Problem(code, message, Where(field="list"), hint))


def current_ratings(reading: Reading, list_name: str) -> dict[str, int]:
    """Return only the ratings after everybody's last entry, by player."""
    ratings = {}
    for total in reading.totals(list_name):
        if total.rating is not None:
            ratings[total.player] = total.rating
    return ratings


class EventLine(Answer, frozen=True, kw_only=True):
    """An event: when it was recorded, by whom, and what it is about."""

    seq: int
    recorded_at: Moment
    actor: str
    kind: str
    target: str
    reason: str | None


def event_line(event: Event, reading: Reading) -> EventLine:
    return EventLine(
        seq=event.seq,
        recorded_at=event.recorded_at,
        actor=event.actor,
        kind=event.kind,
        target=subject(event, reading).target,
        reason=event.reason,
    )


def subject(event: Event, reading: Reading) -> Event:
    """Return the event that an event is about: the office withdraws or reinstates a
    merge or an adoption by its seq.
    """
    if event.stream != OFFICE:
        return event
    withdrawn = getattr(event.body, "withdrawn", None)
    seq = withdrawn or getattr(event.body, "reinstated", None)
    if not seq:
        return event
    return reading.known_events.event(seq) or event


def events_between(reading: Reading, first: int, last: int) -> list[Event]:
    """Return the events from one seq to another, both included. A seq that the reading
    does not know is left out.
    """
    events = []
    for seq in range(first, last + 1):
        event = reading.known_events.event(seq)
        if event is not None:
            events.append(event)
    return events
