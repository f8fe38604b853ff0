"""Answer `selo log impact`: everything the submission of one event changed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from msgspec.structs import replace

from ledger.bodies import RulesRevised
from ledger.errors import NotFound, Problem
from ledger.moved_by_rules import RatingMoved, TitleMoved
from messages import NOTHING, Message, by_command, say
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import Count, Timed, about
from projections.answers.career import (
    EventLine,
    PeakReached,
    entries_known_at,
    event_line,
    events_between,
    names_of,
    peak_of,
    peak_reached,
)
from projections.answers.events.changed_entries import (
    WasAndNow,
    careers,
    changed_part,
    was_and_now,
)
from projections.answers.reading import Basis, Reading
from projections.replay.tally import TitleAt
from projections.tables.entries import Span
from rulebooks import rulebook
from rulebooks.entries import Entry


class Step(Answer, frozen=True, kw_only=True):
    """The rating before and after an entry."""

    before: int | None
    after: int


class ChangedEntry(Answer, frozen=True, kw_only=True):
    """An entry that the submission wrote, closed or replaced.

    `was` and `now` are the old and the new entry, `before` and `after` the ratings
    after them; `note` says what changed where that rating did not.
    """

    player: str
    list: str
    unit: str
    kind: str
    on: Date
    before: int | None
    after: int | None
    note: Message
    was: Step | None
    now: Step | None
    name: str | None

    @property
    def rating_before(self) -> int | None:
        """The rating that the player had before the submission: of a new entry, the one
        they came with.
        """
        if self.was is not None:
            return self.was.after
        if self.now is not None:
            return self.now.before
        return None

    @property
    def rating_after(self) -> int | None:
        """The rating after it: of an entry that is gone, the one they came with."""
        if self.now is not None:
            return self.now.after
        if self.was is not None:
            return self.was.before
        return None


def with_moved_rating(rows: Iterable[ChangedEntry]) -> list[ChangedEntry]:
    """Return the entries whose rating came out differently; others changed inside
    alone.
    """
    return [row for row in rows if row.rating_before != row.rating_after]


class ChangedPeak(Answer, frozen=True, kw_only=True):
    """A peak that is another one after the submission."""

    player: str
    list: str
    before: PeakReached | None
    after: PeakReached | None


class TitleReached(Answer, frozen=True, kw_only=True):
    """A title and the place where it was reached; an opening brings one without
    tournament and game.
    """

    title: str
    on: Date
    tournament: str | None
    game: str | None


class ChangedTitle(Answer, frozen=True, kw_only=True):
    """A title that was reached, lost or reached elsewhere."""

    player: str
    title: str
    before: TitleReached | None
    after: TitleReached | None


class AcceptedMove(Answer, frozen=True, kw_only=True):
    """A current rating that corrected rules moved, as it was listed before they were
    accepted.
    """

    player: str
    name: str | None
    list: str
    before: int | None
    after: int | None


class AcceptedTitle(Answer, frozen=True, kw_only=True):
    """A title that corrected rules give, take away or find reached elsewhere, as it was
    listed before they were accepted.
    """

    player: str
    name: str | None
    title: str
    before: str | None
    after: str | None


def accepted_titles(
    moved: Iterable[TitleMoved], names: Mapping[str, str]
) -> Iterator[AcceptedTitle]:
    for row in moved:
        yield AcceptedTitle(
            player=row.player,
            name=names.get(row.player),
            title=row.title,
            before=row.before,
            after=row.after,
        )


class ImpactAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `log impact`: the events of the submission and what they changed.
    `moved`: how many of the rows have a rating that came out differently.

    `accepted`: the current ratings that corrected rules moved, from the event. The
    entries behind them are in `rows` as long as the read tables hold those of before,
    that is until they are made again.

    Of a submission that changed more than fits into one answer, `rows` is a part: the
    entries of the units from `after` on. It names the event asked about alone, and
    nobody's peak; titles stand in the first part. `rest`: ask with this `after` for the
    next part.
    """

    seq: int
    events: tuple[EventLine, ...]
    rows: tuple[ChangedEntry, ...]
    moved: int
    peaks: tuple[ChangedPeak, ...]
    titles: tuple[ChangedTitle, ...]
    accepted: tuple[AcceptedMove, ...]
    basis: Basis
    accepted_titles: tuple[AcceptedTitle, ...] = ()
    submitted: tuple[int, ...] | UnsetType = UNSET
    units: int | UnsetType = UNSET
    rest: int | UnsetType = UNSET


class Impact(Timed, frozen=True, kw_only=True):
    """Everything the submission of one event changed."""

    line = ("seq",)
    examples = ("selo log impact 120",)
    table = "rows"
    seq: int
    after: Annotated[
        Count, about("Not the first N units that the submission changed.", "N")
    ] = 0

    def ask(self, reading: Reading) -> ImpactAnswer:
        return impact(reading, self.seq, self.after)


def impact(reading: Reading, seq: int, after: int = 0) -> ImpactAnswer:
    """List the entries of every player that the event's submission changed, with peaks
    and titles.
    """
    submission = reading.submission_of(seq)
    if submission is None:
        raise unknown_event(seq)
    last = submission.last
    part = changed_part(reading, submission, after)
    first_named, last_named = submission if part.whole else (seq, seq)
    events = events_between(reading, first_named, last_named)
    moved_by_rules: list[RatingMoved] = []
    titles_by_rules: list[TitleMoved] = []
    for event in events:
        if isinstance(event.body, RulesRevised):
            moved_by_rules += event.body.moved
            titles_by_rules += event.body.titles

    players = sorted({span.figure.player for span in part.spans})
    named = {*players}
    named.update(row.player for row in moved_by_rules)
    named.update(row.player for row in titles_by_rules)
    names = names_of(reading, sorted(named))
    rows = changed_entries(part.spans, last, names)
    peaks: Iterable[ChangedPeak] = ()
    if part.whole:
        peaks = _peaks(reading, players, last)

    titles: Iterable[ChangedTitle] = ()
    if not after:
        titles = _titles(reading, last)
    answer = ImpactAnswer(
        seq=seq,
        events=tuple(event_line(event, reading) for event in events),
        rows=rows,
        moved=len(with_moved_rating(rows)),
        peaks=tuple(peaks),
        titles=tuple(titles),
        accepted=_accepted_moves(moved_by_rules, names),
        basis=reading.basis(),
        accepted_titles=tuple(accepted_titles(titles_by_rules, names)),
    )
    if part.whole:
        return answer

    return replace(answer, submitted=submission, units=part.units, rest=part.rest)


def unknown_event(seq: int) -> NotFound:
    """Return the refusal of an event that there is not, as known."""
    message = say("there is no event {seq}, as known", seq=seq)
    hint = by_command("see `selo log`")
    return NotFound(Problem("unknown-seq", message, hint=hint))


def _accepted_moves(
    moved: Iterable[RatingMoved], names: Mapping[str, str]
) -> tuple[AcceptedMove, ...]:
    rows = []
    for rating in moved:
        row = AcceptedMove(
            player=rating.player,
            name=names.get(rating.player),
            list=rating.list,
            before=rating.before,
            after=rating.after,
        )
        rows.append(row)
    return tuple(rows)


def changed_entries(
    spans: Iterable[Span], step: int, names: Mapping[str, str]
) -> tuple[ChangedEntry, ...]:
    """Return entries that a step wrote or closed, each as it was and as it is, in the
    order of computation.
    """
    return tuple(_changed_entry(entry, names) for entry in was_and_now(spans, step))


def _changed_entry(entry: WasAndNow, names: Mapping[str, str]) -> ChangedEntry:
    row = entry.span.row
    figure = entry.span.figure
    was = _step(entry.was)
    now = _step(entry.now)
    return ChangedEntry(
        player=figure.player,
        list=row.list,
        unit=row.unit,
        kind=figure.kind,
        on=row.on,
        before=None if was is None else was.after,
        after=None if now is None else now.after,
        note=_why_changed(was, now),
        was=was,
        now=now,
        name=names.get(figure.player),
    )


def _step(span: Span | None) -> Step | None:
    if span is None:
        return None
    return Step(before=span.figure.before, after=span.figure.after)


def _why_changed(was: Step | None, now: Step | None) -> Message:
    """Say why an entry counts as changed although its rating did not."""
    if was is None:
        return say("no entry before")
    if now is None:
        return say("no entry any more")
    if was.after != now.after:
        return NOTHING
    if was.before != now.before:
        return say("the player's earlier rating")
    return say("an opponent's rating, or how it was played")


def _peaks(
    reading: Reading, players: Sequence[str], step: int
) -> Iterator[ChangedPeak]:
    """Yield the peaks that are others, by player and list."""
    if not players:
        return
    peaks = defaultdict[str, list[ChangedPeak]](list)
    for list_name in reading.lists():
        for player, spans in careers(reading, players, list_name):
            versions = reading.as_versions(spans)
            was = entries_known_at(versions, step - 1)
            now = entries_known_at(versions, step)
            peak = _changed_peak(player, list_name, was, now)
            if peak is not None:
                peaks[player].append(peak)
    for player in sorted(peaks):
        yield from peaks[player]


def _changed_peak(
    player: str, list_name: str, was: Sequence[Entry], now: Sequence[Entry]
) -> ChangedPeak | None:
    """Return the peak of a player's entries as they were and as they are; None where it
    is the same.
    """
    rules = rulebook(list_name)
    if rules.highest(was) == rules.highest(now):
        return None
    before = peak_of(rules, was)
    after = peak_of(rules, now)
    if before == after:
        return None
    return ChangedPeak(
        player=player,
        list=list_name,
        before=peak_reached(before),
        after=peak_reached(after),
    )


def _titles(reading: Reading, step: int) -> Iterator[ChangedTitle]:
    """Yield the titles that are not where they were, by player, list and rank."""
    # by player, and the numbers of list and rank
    lost: dict[tuple[str, int, int], TitleAt] = {}
    won: dict[tuple[str, int, int], TitleAt] = {}
    for at, list_name in enumerate(reading.lists()):
        rules = rulebook(list_name).title_rules
        rank = {rule.title: number for number, rule in enumerate(rules)}
        for title, known_to in reading.titles(list_name):
            key = title.player, at, rank[title.title]
            if known_to == step:
                lost[key] = title
            if title.known_from == step:
                won[key] = title

    for key in sorted(lost.keys() | won.keys()):
        was = lost.get(key)
        now = won.get(key)
        either = now or was

        before = _title_reached(was)
        after = _title_reached(now)
        if before == after or either is None:
            continue

        yield ChangedTitle(
            player=either.player,
            title=either.title,
            before=before,
            after=after,
        )


def _title_reached(title: TitleAt | None) -> TitleReached | None:
    if title is None:
        return None
    return TitleReached(
        title=title.title, on=title.on, tournament=title.tournament, game=title.game
    )
