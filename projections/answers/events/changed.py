"""Answer `selo log event` and `selo log diff`: what one event changed in the facts, who
recorded it, when and why, and what it moved; and what happened between two states of
knowledge.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, NamedTuple

from msgspec import field
from msgspec.structs import asdict

from ledger.errors import Problem, Usage
from ledger.events import Event
from messages import Message, by_command, say
from messages.answer import UNSET, Answer, UnsetType
from projections.answers import WHOLE, Question, Viewer
from projections.answers.asking import (
    Asked,
    AsOf,
    Day,
    Ledger,
    ListName,
    PlayerId,
    Timed,
    about,
)
from projections.answers.career import (
    EventLine,
    current_ratings,
    event_line,
    events_between,
    known_player,
    names_of,
    subject,
)
from projections.answers.events.changed_entries import (
    changed_part,
    changed_tournaments,
    spans_of,
)
from projections.answers.events.content import FieldChange, changes
from projections.answers.events.impact import (
    ChangedEntry,
    changed_entries,
    unknown_event,
    with_moved_rating,
)
from projections.answers.open_reading import cut_reading
from projections.answers.parameters import is_whole
from projections.answers.reading import Basis, Reading, cached_on_reading
from projections.answers.times import asked_times
from projections.opened_ledger import OpenedLedger
from projections.opening import opened
from projections.tables.entries import Submission
from rulebooks import LISTS


class EventAnswer(EventLine, frozen=True, kw_only=True):
    """The answer of `event`. `rows`: entries that its submission changed; `moved`: how
    many of them have a rating that came out differently; `submitted`: its first and
    last seq.

    Of a submission that changed more than fits into one answer, `rows` are the entries
    of the event's own tournament or player, `units` is how many units the submission
    changed in all, and `rest_at` the address that gives them in parts.
    """

    note: str | None
    submitted: tuple[int, ...]
    changes: tuple[FieldChange, ...]
    rows: tuple[ChangedEntry, ...]
    moved: int
    basis: Basis
    units: int | UnsetType = UNSET
    rest_at: str | UnsetType = UNSET


class EventAsked(Timed, frozen=True, kw_only=True):
    """What one event changed in the facts, in words: who, when, why, and the ratings it
    moved.
    """

    line = ("seq",)
    examples = ("selo log event 200",)
    table = "changes"
    seq: int

    def ask(self, reading: Reading) -> EventAnswer:
        return event_content(reading, self.seq)


def event_content(reading: Reading, seq: int) -> EventAnswer:
    """Return an event as known, with everything that is known of it.

    `Refused` by `unknown_event`: the question does not know such a seq.
    """

    event = None
    if 0 < seq <= reading.known_seq:
        event = reading.known_events.event(seq)
    if event is None:
        raise unknown_event(seq)

    moved = entries_moved_with(reading, event)
    return EventAnswer(
        **asdict(event_line(event, reading)),
        note=event.note,
        submitted=moved.submission,
        changes=tuple(changes(event, reading)),
        rows=moved.rows,
        moved=len(with_moved_rating(moved.rows)),
        basis=reading.basis(),
        units=moved.units,
        rest_at=UNSET if moved.units is UNSET else f"/log/{seq}",
    )


class MovedBySubmission(NamedTuple):
    """What an event's submission moved; or what of it is in the event's own units,
    where it changed `units` of them.
    """

    submission: Submission
    rows: tuple[ChangedEntry, ...]
    units: int | UnsetType = UNSET


def entries_moved_with(reading: Reading, event: Event) -> MovedBySubmission:
    """Return all entries that changed with an event, or those nearest to it where they
    are too many for one answer.

    Nothing is moved by an event whose submission is not whole yet at the state asked
    for.
    """
    submission = reading.submission_of(event.seq)
    if submission is None:
        return MovedBySubmission(Submission(event.seq, event.seq), ())

    last = submission.last
    part = changed_part(reading, submission)
    if part.whole:
        spans = part.spans
        units: int | UnsetType = UNSET

    # too many for one answer: those of the event's own tournament or player
    else:
        spans = spans_of(reading, last, subject(event, reading).stream)
        units = part.units

    names = names_of(reading, sorted({span.figure.player for span in spans}))
    return MovedBySubmission(submission, changed_entries(spans, last, names), units)


class DiffLine(EventLine, frozen=True, kw_only=True):
    """A player whose rating on a list a submission changed, with the event of it that
    is nearest to them.
    """

    events: int
    player: str
    list: str
    before: int | None
    after: int | None
    change: int | None
    name: str | None


class DiffAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `diff`: from after one event up to another."""

    from_seq: int
    to_seq: int
    rows: tuple[DiffLine, ...]
    basis: Basis


# JSON Schema has no word for two of a format
_MONTH_AND_DAY = (
    "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
    "|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    "|02-(0[1-9]|1[0-9]|2[0-8]))"
)
_MOMENT = rf"(1[0-9]|2[01])[0-9]{{2}}-{_MONTH_AND_DAY}(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z)?"
TWO_MOMENTS = {"type": "string", "pattern": rf"^{_MOMENT}\.\.{_MOMENT}$"}
TWO_SEQS = {"type": "string", "pattern": r"^[0-9]{1,15}\.\.[0-9]{1,15}$"}


class Diff(Asked, frozen=True, kw_only=True):
    """What happened between two states of knowledge, a row for each submission and
    player.
    """

    line = ("player",)
    examples = ("selo log diff F033 --known-seq 100..200",)
    table = "rows"
    players: tuple[PlayerId, ...] = field(default=(), name="player")
    list_name: Annotated[
        ListName | None, about("Only this list. Default: all lists.")
    ] = field(default=None, name="list")
    as_of: AsOf = None
    known_on: Annotated[
        str | None, about("Two days or times of knowledge.", "A..B", schema=TWO_MOMENTS)
    ] = None
    known_seq: Annotated[
        str | None, about("Two seqs of knowledge.", "M..N", schema=TWO_SEQS)
    ] = None

    from_day: Annotated[
        Day | None, about("The first of two days of knowledge, instead of both in one.")
    ] = field(default=None, name="from")
    to_day: Annotated[Day | None, about("The second of them. Default: now.")] = field(
        default=None, name="to"
    )

    def times(self) -> Question:
        """Return the later state; a page that names none yet shows what there is."""
        if self.open:
            return Question(self.as_of)
        _, later = self.states()
        return later

    @property
    def open(self) -> bool:
        """Tell whether no states are named yet."""
        return self.known_on is self.known_seq is self.from_day is self.to_day is None

    def days(self) -> tuple[str, str]:
        """Return the two states as two days or times; empty where they are not named so."""
        first, _, last = (self.known_on or "").partition("..")
        return self.from_day or first, self.to_day or last

    def states(self) -> tuple[Question, Question]:
        """Return the two states as they were named, the earlier first."""
        if self.from_day is None and self.to_day is None:
            return states(self.as_of, self.known_on, self.known_seq)

        is_named_twice = self.known_on is not None or self.known_seq is not None
        if self.from_day is None or is_named_twice:
            message = say("give either from and to, or the two states as A..B")
            raise _refusal_of_states(message)

        return (
            Question(self.as_of, known_on=self.from_day),
            Question(self.as_of, known_on=self.to_day),
        )

    def answered(self, ledger: Ledger, today: str) -> DiffAnswer:
        earlier, later = self.states()
        return diff_between(
            path=ledger.path,
            earlier=earlier,
            later=later,
            today=today,
            players=self.players,
            list_name=self.list_name,
            viewer=ledger.viewer,
        )


def states(
    as_of: str | None, known_on: str | None, known_seq: str | None
) -> tuple[Question, Question]:
    """Read the two states of knowledge that A..B names, by day or time, or by seq.

        states(None, "2024-01-01..2024-02-01", None)
        states(None, None, "10..20")

    `Usage`: neither or both are given, they are not two, or a seq is no whole number.
    Whether the first is the earlier is not looked at.
    """
    if (known_on is None) == (known_seq is None):
        raise _refusal_of_states(
            by_command(
                "give either --known-on A..B or --known-seq M..N",
                "give either two days or two events",
            )
        )

    both = known_on or known_seq or ""
    low, dots, high = both.partition("..")
    if not dots or not low or not high:
        raise _refusal_of_states(say("write the two states as A..B"))

    if known_on is not None:
        return Question(as_of, known_on=low), Question(as_of, known_on=high)

    if not is_whole(low) or not is_whole(high):
        raise _refusal_of_states(
            by_command(
                "--known-seq takes two whole numbers, as 10..20",
                "give the two events as 10..20",
            )
        )

    earlier = Question(as_of, known_seq=int(low))
    later = Question(as_of, known_seq=int(high))
    return earlier, later


def _refusal_of_states(message: Message) -> Usage:
    """Make the refusal of two states that cannot be told."""
    hint = by_command("see `selo log diff --help`")
    return Usage(Problem("two-states", message, hint=hint))


def diff_between(
    path: str,
    earlier: Question,
    later: Question,
    today: str,
    players: Iterable[str],
    list_name: str | None,
    viewer: Viewer = WHOLE,
) -> DiffAnswer:
    """Return the differences of some players, or of all, on one list or on all.

    `players`: ids; nobody means everybody. `today`: YYYY-MM-DD, for states that name no
    day.

    Refused are players and states that the ledger does not know.
    """
    with opened(path) as ledger:
        _, after = asked_times(ledger, earlier, today)
        with cut_reading(ledger, later, today) as at:
            at.viewer = viewer

            chosen = {known_player(at, player) for player in players}
            lists = at.lists()
            if list_name is not None:
                lists = [list_name]

            return diff(at, after, at.known_seq, chosen, lists)


def diff(
    at: Reading, after: int, upto: int, players: Iterable[str], lists: Iterable[str]
) -> DiffAnswer:
    """Return one line per submission and player; a player's lines add up to the
    difference of the two states.

    `after` and `upto` are seqs: what is known with the first is left out, with the
    second it counts. Lines are sorted by seq, list and player. `Usage`: `after` is the
    later one.
    """
    if after > upto:
        raise _refusal_of_states(say("the first state is later than the second"))

    wanted = {at.timeline.resolve(player) for player in players}
    ends = [after, *at.steps(after, upto)]
    if ends[-1] != upto:
        # a state inside a submission is answered by replaying up to it
        ends.append(upto)

    submissions = [*pairwise(ends)]
    moved = {name: _moved_ratings(at, name, submissions, wanted) for name in lists}

    lines: list[DiffLine] = []
    for low, high in submissions:
        # an event that is gone is missed whatever changed
        events = events_between(at, low + 1, high)
        for name in lists:
            lines += _lines(at, name, high, events, moved[name].get(high, ()))

    lines.sort(key=lambda line: (line.seq, line.list, line.player))
    return DiffAnswer(from_seq=after, to_seq=upto, rows=tuple(lines), basis=at.basis())


class RatingBeforeAndAfter(NamedTuple):
    """A player's rating on a list before and after a submission; None: they had none."""

    player: str
    before: int | None
    after: int | None


def _lines(
    at: Reading,
    name: str,
    high: int,
    events: Sequence[Event],
    moved: Sequence[RatingBeforeAndAfter],
) -> Iterator[DiffLine]:
    """Yield what one submission changed on one list.

    `high`: the last seq of it. `events`: all of its own. A rating is None where there
    is none, and so then is the change.
    """
    if not moved:
        return

    causes = changed_tournaments(at, name, high)

    # of several events the first about a tournament tells where to look
    first_about: dict[str, Event] = {}
    for event in events:
        first_about.setdefault(event.target, event)

    names = names_of(at, sorted(one.player for one in moved))
    for player, before, after in moved:
        change = None
        if before is not None and after is not None:
            change = after - before

        cause = (
            _event_about_player(first_about, causes.get(player, set())) or events[-1]
        )
        yield DiffLine(
            **asdict(event_line(cause, at)),
            events=len(events),
            player=player,
            list=name,
            before=before,
            after=after,
            change=change,
            name=names.get(player),
        )


def _event_about_player(
    first_about: Mapping[str, Event], tournaments: Set[str]
) -> Event | None:
    """Return the submission's first event about a tournament of the player that came
    out different.

    None where the submission has no event about any of them.
    """
    about = []
    for tournament in tournaments:
        if tournament in first_about:
            about.append(first_about[tournament])

    return min(about, key=attrgetter("seq"), default=None)


def _moved_ratings(
    at: Reading,
    name: str,
    submissions: Iterable[tuple[int, int]],
    wanted: Set[str],
) -> dict[int, list[RatingBeforeAndAfter]]:
    """Return the ratings on the day that submissions moved, by the last seq of each.

    `submissions`: the seqs before each and at its end. `wanted`: ids; an empty set
    means everybody.
    """
    moved: dict[int, list[RatingBeforeAndAfter]] = defaultdict(list)

    changed_in: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for low, high in submissions:
        if at.is_step(low) and at.is_step(high):
            for player in changed_tournaments(at, name, high):
                if not wanted or player in wanted:
                    changed_in[player].append((low, high))

        # the tables know ends of submissions; a state inside one is replayed
        else:
            before = _all_ratings(at, low)[name]
            after = _all_ratings(at, high)[name]
            moved[high] += [
                RatingBeforeAndAfter(player, before.get(player), after.get(player))
                for player in before.keys() | after.keys()
                if not wanted or player in wanted
            ]

    # player by player, so that the rows of each are read once
    for player, ends in changed_in.items():
        for low, high in ends:
            known_before = at.last_rating(name, player, low)
            known_after = at.last_rating(name, player, high)
            moved[high].append(RatingBeforeAndAfter(player, known_before, known_after))

    return {
        high: [one for one in ratings if one.before != one.after]
        for high, ratings in moved.items()
    }


@cached_on_reading
def _all_ratings(at: Reading, seq: int) -> dict[str, dict[str, int]]:
    """Return everybody's rating by list as known at a seq, from tables made of the
    events known then.

    Memory holds a whole set of tables while this runs. Nothing is kept but the ratings.
    """
    if seq == at.known_seq:
        return _current(at)
    # nearly every state is the end of a submission
    from projections.tables.build import memory_tables, rebuild

    with memory_tables() as memory:
        rebuild(at.events, memory, seq)
        tables = OpenedLedger(at.events, memory)
        return _current(Reading(tables, at.as_of, seq))


def _current(at: Reading) -> dict[str, dict[str, int]]:
    """Return everybody's rating on each list, as the reading knows it."""
    return {name: current_ratings(at, name) for name in LISTS}
