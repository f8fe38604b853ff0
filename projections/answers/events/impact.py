"""`selo impact`: everything the submission of one event changed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from ledger.bodies import RulesRevised
from ledger.errors import NotFound, Problem
from ledger.moved import TitleMoved
from messages import NOTHING, Message, by_command, say
from messages.answer import Answer, Date
from projections.answers.asking import Timed
from projections.answers.career import PeakReached, as_known, names_of, peak_of, peak_reached
from projections.answers.event_lines import EventLine, event_line, events_between
from projections.answers.reading import Basis, Reading
from projections.replay.entry import Version
from rulebooks import rulebook
from rulebooks.base import Title
from rulebooks.entries import Entry

Key = tuple[str, str, int, str]  # list, place, step, player: the order of computation


class Step(Answer, frozen=True, kw_only=True):
    """The rating before and after an entry."""

    before: int | None
    after: int


class ChangedEntry(Answer, frozen=True, kw_only=True):
    """An entry that the submission wrote, closed or replaced.

    `was` and `now` are the old and the new entry, `before` and `after` the ratings after them; `note` says what
    changed where that rating did not.
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


class ChangedPeak(Answer, frozen=True, kw_only=True):
    """A peak that is another one after the submission."""

    player: str
    list: str
    before: PeakReached | None
    after: PeakReached | None


class TitleReached(Answer, frozen=True, kw_only=True):
    """A title and the place where it was reached; an opening brings one without tournament and game."""

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
    """A current rating that corrected rules moved, as it was listed before they were accepted."""

    player: str
    name: str | None
    list: str
    before: int | None
    after: int | None


class AcceptedTitle(Answer, frozen=True, kw_only=True):
    """A title that corrected rules give, take away or find reached elsewhere, as it was listed before they were
    accepted.
    """

    player: str
    name: str | None
    title: str
    before: str | None
    after: str | None


def accepted_titles(moved: Iterable[TitleMoved], names: Mapping[str, str]) -> Iterator[AcceptedTitle]:
    for row in moved:
        yield AcceptedTitle(
            player=row.player, name=names.get(row.player), title=row.title, before=row.before, after=row.after
        )


class ImpactAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `impact`: the events of the submission and what they changed.

    `accepted`: the current ratings that corrected rules moved, from the event. The entries behind them are in `rows` as
    long as the read tables hold those of before, that is until they are made again.
    """

    seq: int
    events: tuple[EventLine, ...]
    rows: tuple[ChangedEntry, ...]
    peaks: tuple[ChangedPeak, ...]
    titles: tuple[ChangedTitle, ...]
    accepted: tuple[AcceptedMove, ...]
    basis: Basis
    accepted_titles: tuple[AcceptedTitle, ...] = ()


class Impact(Timed, frozen=True, kw_only=True):
    """Everything the submission of one event changed."""

    line = ("seq",)
    examples = ("selo impact 120",)
    table = "rows"
    seq: int

    def ask(self, reading: Reading) -> ImpactAnswer:
        return impact(reading, self.seq)


def impact(reading: Reading, seq: int) -> ImpactAnswer:
    """List every entry of every player that the event's submission changed, with peaks and titles."""
    step = reading.step_of(seq)
    if step is None:
        raise NotFound(
            Problem("unknown-seq", say("there is no event {seq}, as known", seq=seq), hint=by_command("see `selo log`"))
        )
    first, last = step
    versions = reading.changed_versions(last)
    written = {_key(version.entry): version.entry for version in versions if version.known_from == last}
    closed = {_key(version.entry): version.entry for version in versions if version.known_from != last}
    keys = sorted(written.keys() | closed.keys())
    players = sorted({player for *_, player in keys})
    events = [*events_between(reading, first, last)]
    revised = [event.body for event in events if isinstance(event.body, RulesRevised)]
    accepted = [row for body in revised for row in body.moved]
    given = [row for body in revised for row in body.titles]
    names = names_of(reading, sorted({*players, *(row.player for row in accepted), *(row.player for row in given)}))
    peaks: list[ChangedPeak] = []
    titles: list[ChangedTitle] = []
    for player, name in product(players, reading.lists()):
        career = reading.versions(player=player, list_name=name)
        peaks += _peaks(player, name, career, last)
        titles += _titles(player, name, career, last)
    return ImpactAnswer(
        seq=seq,
        events=tuple(event_line(event, reading) for event in events),
        rows=tuple(_changed(closed.get(key), written.get(key), names) for key in keys),
        peaks=tuple(peaks),
        titles=tuple(titles),
        accepted=tuple(
            AcceptedMove(
                player=row.player, name=names.get(row.player), list=row.list, before=row.before, after=row.after
            )
            for row in accepted
        ),
        basis=reading.basis(),
        accepted_titles=tuple(accepted_titles(given, names)),
    )


def _key(entry: Entry) -> Key:
    return entry.list, entry.place, 0 if entry.figure.kind == "elo-step" else 1, entry.figure.player


def _changed(was: Entry | None, now: Entry | None, names: dict[str, str]) -> ChangedEntry:
    entry = now or was
    assert entry is not None
    return ChangedEntry(
        player=entry.figure.player,
        list=entry.list,
        unit=entry.unit,
        kind=entry.figure.kind,
        on=entry.on,
        before=None if was is None else was.figure.after,
        after=None if now is None else now.figure.after,
        note=_note(was, now),
        was=_step(was),
        now=_step(now),
        name=names.get(entry.figure.player),
    )


def _step(entry: Entry | None) -> Step | None:
    return None if entry is None else Step(before=entry.figure.before, after=entry.figure.after)


def _note(was: Entry | None, now: Entry | None) -> Message:
    """Say why an entry counts as changed although its rating did not."""
    if was is None or now is None:
        return say("no entry before") if was is None else say("no entry any more")
    if was.figure.after != now.figure.after:
        return NOTHING
    if was.figure.before != now.figure.before:
        return say("the rating before")
    return say("an opponent's rating, or how it was played")


def _peaks(player: str, list_name: str, versions: Sequence[Version], step: int) -> Iterator[ChangedPeak]:
    rules = rulebook(list_name)
    before, after = (peak_of(rules, as_known(versions, seq)) for seq in (step - 1, step))
    if before != after:
        yield ChangedPeak(player=player, list=list_name, before=peak_reached(before), after=peak_reached(after))


def _titles(player: str, list_name: str, versions: Sequence[Version], step: int) -> Iterator[ChangedTitle]:
    rules = rulebook(list_name)
    before, after = (_by_name(rules.titles(as_known(versions, seq))) for seq in (step - 1, step))
    for rule in rules.title_rules:
        was, now = before.get(rule.title), after.get(rule.title)
        if was != now:
            yield ChangedTitle(player=player, title=rule.title, before=_reached(was), after=_reached(now))


def _by_name(titles: Iterable[Title]) -> dict[str, Title]:
    return {title.title: title for title in titles}


def _reached(title: Title | None) -> TitleReached | None:
    if title is None:
        return None
    return TitleReached(title=title.title, on=title.on, tournament=title.tournament, game=title.game)
