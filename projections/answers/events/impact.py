"""Answer `selo log impact`: everything the submission of one event changed."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated

from msgspec.structs import replace

from ledger.bodies import RulesRevised
from ledger.errors import NotFound, Problem
from ledger.words import TitleMoved
from messages import NOTHING, Message, by_command, say
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import Count, Timed, about
from projections.answers.career import (
    EventLine,
    PeakReached,
    as_known,
    event_line,
    events_between,
    names_of,
    peak_of,
    peak_reached,
)
from projections.answers.events.changed_entries import (
    Key,
    careers,
    changed_part,
    key_of,
)
from projections.answers.reading import Basis, Reading
from projections.replay.tally import TitleAt
from projections.tables.entries import Span
from rulebooks import rulebook


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
        return None if self.now is None else self.now.before

    @property
    def rating_after(self) -> int | None:
        """The rating after it: of an entry that is gone, the one they came with."""
        if self.now is not None:
            return self.now.after
        return None if self.was is None else self.was.before


def moved_of(rows: Iterable[ChangedEntry]) -> list[ChangedEntry]:
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
    step = reading.step_of(seq)
    if step is None:
        raise NotFound(
            Problem(
                "unknown-seq",
                say("there is no event {seq}, as known", seq=seq),
                hint=by_command("see `selo log`"),
            )
        )
    _, last = step
    part = changed_part(reading, step, after)
    events = events_between(reading, *(step if part.whole else (seq, seq)))
    revised = [event.body for event in events if isinstance(event.body, RulesRevised)]
    accepted = [row for body in revised for row in body.moved]
    given = [row for body in revised for row in body.titles]
    players = sorted({span.figure.player for span in part.spans})
    names = names_of(
        reading,
        sorted(
            {
                *players,
                *(row.player for row in accepted),
                *(row.player for row in given),
            }
        ),
    )
    rows = changed_entries(part.spans, last, names)
    answer = ImpactAnswer(
        seq=seq,
        events=tuple(event_line(event, reading) for event in events),
        rows=rows,
        moved=len(moved_of(rows)),
        peaks=tuple(_peaks(reading, players, last)) if part.whole else (),
        titles=() if after else tuple(_titles(reading, last)),
        accepted=tuple(
            AcceptedMove(
                player=row.player,
                name=names.get(row.player),
                list=row.list,
                before=row.before,
                after=row.after,
            )
            for row in accepted
        ),
        basis=reading.basis(),
        accepted_titles=tuple(accepted_titles(given, names)),
    )
    if part.whole:
        return answer
    return replace(answer, submitted=step, units=part.units, rest=part.rest)


def changed_entries(
    spans: Iterable[Span], step: int, names: Mapping[str, str]
) -> tuple[ChangedEntry, ...]:
    """Return entries that a step wrote or closed, each as it was and as it is, in the
    order of computation.
    """
    written: dict[Key, Span] = {}
    closed: dict[Key, Span] = {}
    for span in spans:
        (written if span.known_from == step else closed)[key_of(span)] = span
    keys = sorted(written.keys() | closed.keys())
    return tuple(_changed(closed.get(key), written.get(key), names) for key in keys)


def _changed(
    was: Span | None, now: Span | None, names: Mapping[str, str]
) -> ChangedEntry:
    span = now or was
    assert span is not None
    return ChangedEntry(
        player=span.figure.player,
        list=span.row.list,
        unit=span.row.unit,
        kind=span.figure.kind,
        on=span.row.on,
        before=None if was is None else was.figure.after,
        after=None if now is None else now.figure.after,
        note=_note(was, now),
        was=_step(was),
        now=_step(now),
        name=names.get(span.figure.player),
    )


def _step(span: Span | None) -> Step | None:
    return (
        None
        if span is None
        else Step(before=span.figure.before, after=span.figure.after)
    )


def _note(was: Span | None, now: Span | None) -> Message:
    """Say why an entry counts as changed although its rating did not."""
    if was is None or now is None:
        return say("no entry before") if was is None else say("no entry any more")
    if was.figure.after != now.figure.after:
        return NOTHING
    if was.figure.before != now.figure.before:
        return say("the rating before")
    return say("an opponent's rating, or how it was played")


def _peaks(
    reading: Reading, players: Sequence[str], step: int
) -> Iterator[ChangedPeak]:
    """Yield the peaks that are others, by player and list."""
    every_career = [
        (player, list_name, spans)
        for list_name in (reading.lists() if players else ())
        for player, spans in careers(reading, players, list_name)
    ]
    order = {name: at for at, name in enumerate(reading.lists())}
    for player, list_name, spans in sorted(
        every_career, key=lambda own: (own[0], order[own[1]])
    ):
        rules, versions = rulebook(list_name), reading.as_versions(spans)
        was, now = (as_known(versions, seq) for seq in (step - 1, step))
        if rules.highest(was) != rules.highest(now):
            before, after = peak_of(rules, was), peak_of(rules, now)
            if before != after:
                yield ChangedPeak(
                    player=player,
                    list=list_name,
                    before=peak_reached(before),
                    after=peak_reached(after),
                )


def _titles(reading: Reading, step: int) -> Iterator[ChangedTitle]:
    """Yield the titles that are not where they were, by player, list and rank."""
    lists = reading.lists()
    moved: dict[tuple[str, int, int], dict[str, TitleAt]] = defaultdict(dict)
    for at, list_name in enumerate(lists):
        rank = {
            rule.title: number
            for number, rule in enumerate(rulebook(list_name).title_rules)
        }
        for title, known_to in reading.titles(list_name):
            for side, seq in (("before", known_to), ("after", title.known_from)):
                if seq == step:
                    moved[title.player, at, rank[title.title]][side] = title
    for (player, _, _), sides in sorted(moved.items()):
        was, now = _reached(sides.get("before")), _reached(sides.get("after"))
        if was != now:
            name = next(iter(sides.values())).title
            yield ChangedTitle(player=player, title=name, before=was, after=now)


def _reached(title: TitleAt | None) -> TitleReached | None:
    if title is None:
        return None
    return TitleReached(
        title=title.title, on=title.on, tournament=title.tournament, game=title.game
    )
