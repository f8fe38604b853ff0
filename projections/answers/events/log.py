"""Answer `selo log`: the events, newest first; and `selo log follow`: every event in
recorded order and what it moved, so that another program can keep in step.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence, Set
from itertools import islice
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta
from msgspec.structs import asdict

from ledger.bodies import ListPublished, PlayersMerged
from ledger.errors import Problem, Usage
from ledger.events import (
    KINDS,
    OFFICE,
    Event,
    PlayerRegistered,
    player_stream,
    tournament_stream,
)
from ledger.office import local_day
from ledger.store.events import newest_first
from messages import Message, say
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import (
    ActorName,
    Asked,
    Count,
    Day,
    PlayerId,
    Positive,
    Timed,
    TournamentId,
    about,
)
from projections.answers.career import (
    EventLine,
    event_line,
    events_between,
    known_player,
    subject,
)
from projections.answers.events.changed_entries import (
    WasAndNow,
    changed_part,
    changed_spans,
    changed_units,
    is_first,
    spans_of,
    was_and_now,
)
from projections.answers.events.content import summary
from projections.answers.reading import Basis, Reading, cached_on_reading
from projections.answers.times import refuse_backwards
from projections.answers.tournaments.naming import tournaments_naming
from projections.answers.tournaments.tournament import tournament_at
from projections.replay.unit_row import UnitRow
from projections.tables.entries import Cut, Span, Submission, figures_of
from projections.tables.notes import published_lists


class LoggedEvent(EventLine, frozen=True, kw_only=True):
    """An event with what it changed in the facts, in words."""

    text: Message


class LogAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `log`."""

    events: tuple[LoggedEvent, ...]
    basis: Basis


MOST = 1000  # events in one answer
Newest = Annotated[int, Meta(ge=1, le=999_999_999)]


class Log(Timed, frozen=True, kw_only=True):
    """The events, newest first, and what each changed. `selo log event SEQ` shows one in
    full.
    """

    examples = ("selo log --limit 20", "selo log --kind amend --since 2025-01-01")
    table = "events"
    limit: Annotated[Newest | None, about("Only the newest N events.", "N")] = None
    player: Annotated[
        PlayerId | None,
        about("Only events about this player and their tournaments.", "PLAYER"),
    ] = None
    tournament: Annotated[
        TournamentId | None, about("Only events about this tournament.", "TOURNAMENT")
    ] = None
    by: Annotated[
        ActorName | None, about("Only events that this actor recorded.", "ACTOR")
    ] = None
    kind: Annotated[
        str | None,
        about(
            "Only events of this kind: amend, tournament, player, ...",
            "KIND",
            schema={"type": "string", "enum": list(KINDS)},
        ),
    ] = None
    since: Annotated[Day | None, about("Only what was recorded from this day on.")] = (
        None
    )
    until: Annotated[Day | None, about("Only what was recorded up to this day.")] = None
    before: Annotated[
        Positive | None, about("Only the events before this one.", "SEQ")
    ] = None

    def ask(self, reading: Reading) -> LogAnswer:
        return log(reading, self)

    def passes(self, event: Event, zone: str) -> bool:
        """Tell whether an event is of the actor, the kind and the days that are asked
        for.
        """
        if self.by not in (None, event.actor) or self.kind not in (None, event.kind):
            return False
        day = local_day(event.recorded_at, zone)
        if self.since is not None and day < self.since:
            return False
        return self.until is None or day <= self.until


def log(reading: Reading, asked: Log) -> LogAnswer:
    """List all events, or those about a player and their tournaments, about a
    tournament, or about both.
    """
    events = list(islice(events_of(reading, asked), asked.limit))
    registered = set()
    for event in events:
        if isinstance(event.body, PlayerRegistered):
            registered.add(event.stream)
    reading.known_events.expect([*registered])
    rows = tuple(logged_event(reading, event) for event in events)
    return LogAnswer(events=rows, basis=reading.basis())


def logged_event(reading: Reading, event: Event) -> LoggedEvent:
    """Say an event in a line, with what it changed."""
    line = event_line(event, reading)
    return LoggedEvent(**asdict(line), text=summary(event, reading))


def events_of(reading: Reading, asked: Log) -> Iterator[Event]:
    """Yield the events that a log shows, without its limit: those that every option
    lets through.

    Raises Usage for a kind that no event has, and for days that are backwards.
    """
    if asked.kind is not None and asked.kind not in KINDS:
        raise _unknown_kind(asked.kind)

    refuse_backwards(asked.since, asked.until, "since", "until")

    # whose streams are looked at; None: all of them
    streams: set[str] | None = None
    ids: set[str] = set()
    if asked.player is not None:
        counts = known_player(reading, asked.player)
        ids = {asked.player, *reading.timeline.aliases(counts)}
        streams = _streams_about(reading, ids)
    if asked.tournament is not None:
        tournament = tournament_at(reading, asked.tournament)
        of_tournament = {tournament_stream(tournament.id)}
        streams = of_tournament if streams is None else streams & of_tournament
    if streams == set():  # the player is not in the tournament
        return

    upto = reading.known_seq
    if asked.before is not None:
        upto = min(upto, asked.before - 1)

    zone = reading.settings.time_zone
    for event in newest_first(reading.events, upto, streams):
        # the office has one stream for everything, so a player's log takes only their
        # merges from it
        of_office = asked.player is not None and event.stream == OFFICE
        if of_office and not _is_merge_of(event, ids, reading):
            continue
        if asked.passes(event, zone):
            yield event


def _unknown_kind(kind: str) -> Usage:
    """Make the refusal of a kind that no event has; it names all of them."""
    message = say("there is no kind of event {name}", name=repr(kind))
    hint = say("one of: {names}", names=", ".join(KINDS))
    return Usage(Problem("unknown-kind", message, hint=hint))


def _streams_about(reading: Reading, ids: Set[str]) -> set[str]:
    """Return the streams with events about a player of these ids.

    `ids`: the player's, merged ones too. Merges are in the stream of the office.
    """

    streams = {OFFICE}
    streams.update(map(player_stream, ids))

    tournaments = tournaments_naming(reading, ids)
    streams.update(map(tournament_stream, tournaments))
    return streams


def _is_merge_of(event: Event, ids: Set[str], reading: Reading) -> bool:
    """Tell whether the event merged one of the ids, or took such a merge back.

    `ids`: the player's.
    """
    body = subject(event, reading).body

    return isinstance(body, PlayersMerged) and bool({body.merged, body.into} & ids)


class MovedRating(Answer, frozen=True, kw_only=True):
    """An entry that a submission made, changed or took away, and the rating after its
    unit as it was known before and is now. Where there is no entry it is the one that
    the player came with; `known_before` is null there.
    """

    player: str
    list: str
    unit: str
    on: Date
    before: int | None
    after: int | None
    entry: Literal["new", "changed", "gone"]
    known_before: int | None


class PublishedThen(Answer, frozen=True, kw_only=True):
    """The list that an event published, without its rows: `before` is the label of the
    list of the last day before it, beside which `lists compare` tells what it changed.
    """

    list: str
    label: str
    revision: int
    as_of: Date
    rows: int
    sha256: str
    root: str
    before: str | None


class FollowedEvent(EventLine, frozen=True, kw_only=True):
    """An event and what it moved. A submission is one step: its last event has what all
    of its events moved.

    Of a submission that changed more than fits into one answer, each event has what it
    moved in its own tournament or of its own player, and the last one `units`, how many
    the submission changed, and `rest`, where all of it is.
    """

    step: int
    moved: tuple[MovedRating, ...]
    units: int | UnsetType = UNSET
    rest_at: str | UnsetType = UNSET
    published: PublishedThen | UnsetType = UNSET


class EventsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `log follow`. Ask again after `last`; there is more at once where it is
    below `head`.
    """

    events: tuple[FollowedEvent, ...]
    last: int
    head: int
    basis: Basis


class Events(Asked, frozen=True, kw_only=True):
    """Every event in recorded order, and what it moved: for programs that keep in step.
    Ask again after the last.
    """

    examples = ("selo log follow --after 250 --jsonl",)
    table = "events"
    after: Annotated[Count, about("Only the events after this one.", "SEQ")] = 0
    limit: Annotated[
        int, Meta(ge=1), about("At most so many at once, up to 1000.", "N")
    ] = 100
    wait: Annotated[
        Count, about("How many seconds to wait for an event, up to 25.", "SECONDS")
    ] = 0

    def ask(self, reading: Reading) -> EventsAnswer:
        return following(reading, self.after, self.limit)


def following(reading: Reading, after: int, limit: int = 100) -> EventsAnswer:
    """List so many events after a seq. A follower has missed nothing if each event's
    seq is one more than the last.

    `after`: a seq; `limit`: at most MOST are given. `last` is `after` where nothing is
    new.
    """

    newest = min(reading.known_seq, reading.ledger.newest)
    last = min(newest, after + min(limit, MOST))
    events = tuple(_followed_event(reading, seq) for seq in range(after + 1, last + 1))

    return EventsAnswer(
        events=events,
        last=max(last, after),
        head=newest,
        basis=reading.basis(),
    )


def _followed_event(reading: Reading, seq: int) -> FollowedEvent:
    """Return an event with what it moved, for a follower."""
    [event] = events_between(reading, seq, seq)

    line = event_line(event, reading)
    submission = reading.submission_of(seq) or Submission(seq, seq)
    first, last = submission
    moved = _moved_with_event(reading, event, submission)

    return FollowedEvent(
        **asdict(line),
        step=last,
        moved=_moved_ratings(reading, moved.spans, first, last),
        units=moved.units,
        rest_at=UNSET if moved.units is UNSET else f"/log/{seq}",
        published=_published_list(reading, event),
    )


def _published_list(reading: Reading, event: Event) -> PublishedThen | UnsetType:
    """Return the list that an event published; UNSET for any other event."""
    body = event.body
    if not isinstance(body, ListPublished):
        return UNSET

    until = published_lists(reading.tables, event.seq, body.as_of, body.list)

    # another revision of the same list is not the one before it
    earlier = []
    for row in until:
        if row.as_of < body.as_of and row.label != body.label:
            earlier.append((row.as_of, row.seq, row.label))

    label = None
    if earlier:
        _, _, label = max(earlier)

    return PublishedThen(
        list=body.list,
        label=body.label,
        revision=body.revision,
        as_of=body.as_of,
        rows=len(body.rows),
        sha256=body.sha256,
        root=until[-1].root,
        before=label,
    )


@cached_on_reading
def _is_told_whole(reading: Reading, submission: Submission) -> bool:
    """Tell whether the last event of a submission tells all that it moved: a large one
    is told event by event.
    """
    return changed_part(reading, submission).whole


class _MovedWith(NamedTuple):
    """What an event tells to have moved; the last one of a large submission also says
    how many units that changed.
    """

    spans: Sequence[Span]
    units: int | UnsetType = UNSET


def _moved_with_event(
    reading: Reading, event: Event, submission: Submission
) -> _MovedWith:
    """Return what an event of a submission tells: its last event tells all of it, or of
    a large one each event what it moved itself.
    """
    last = submission.last
    is_last = event.seq == last

    if _is_told_whole(reading, submission):
        spans = changed_spans(reading, last) if is_last else []
        return _MovedWith(spans)

    stream = subject(event, reading).stream
    spans = spans_of(reading, last, stream)

    if not is_last:
        return _MovedWith(spans)

    units = changed_units(reading, last)
    return _MovedWith(spans, len(units))


def _moved_ratings(
    reading: Reading, spans: Sequence[Span], first: int, last: int
) -> tuple[MovedRating, ...]:
    """Read what a submission moved from the rows that it wrote and closed, so that
    nobody's career is worked out for it.

    `first`, `last`: the seqs of the submission. Entries that changed with the same
    ratings before and after are left out.
    """

    came_with = _CameWith(reading)
    nothing_before = is_first(reading, last)
    moved = []

    for entry in was_and_now(spans, last):
        was, now = entry
        row = entry.span.row
        player = entry.span.figure.player

        known_before = None if was is None else was.figure.after
        before = known_before

        # whoever has no entry from before came with a rating from elsewhere
        if was is None and not nothing_before:
            before = came_with.rating(row, player, first - 1)

        after = None if now is None else now.figure.after
        if now is None:
            after = came_with.rating(row, player, last)

        what = _what_happened(entry)
        if what == "changed" and before == after:
            continue

        rating = MovedRating(
            player=player,
            list=row.list,
            unit=row.unit,
            on=row.on,
            before=before,
            after=after,
            entry=what,
            known_before=known_before,
        )
        moved.append(rating)

    return tuple(moved)


def _what_happened(entry: WasAndNow) -> Literal["new", "changed", "gone"]:
    """Say whether an entry was made, taken away or changed."""
    if entry.was is None:
        return "new"
    if entry.now is None:
        return "gone"
    return "changed"


class _CameWith:
    """With which rating a player came to a unit, as it was known."""

    def __init__(self, reading: Reading) -> None:
        """Careers are read when first asked for, and kept."""
        self._own_rows = reading.own_rows
        self._careers: dict[tuple[str, str, int], list[tuple[str, int]]] = {}

    def rating(self, row: UnitRow, player: str, known_seq: int) -> int | None:
        """Return the rating before a unit; None where there was none.

        `known_seq`: what is known with it counts.
        """
        key = (row.list, player, known_seq)
        career = self._careers.get(key)

        if career is None:
            career = self._career(*key)
            self._careers[key] = career

        units_before = bisect_left(career, (row.place,))
        if units_before == 0:
            return None

        _, rating = career[units_before - 1]
        return rating

    def _career(
        self, list_name: str, player: str, known_seq: int
    ) -> list[tuple[str, int]]:
        """Return the places of a player's units with the ratings after them.

        They are in the order of computation.
        """
        career = []
        for row in self._own_rows.in_force(list_name, player, Cut("~", known_seq)):
            for figure in figures_of(row, player):
                career.append((row.place, figure.after))

        return career
