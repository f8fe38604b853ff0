"""Answer what was recorded and what it changed: the log, the impact of a submission,
the difference of two states.

Here: the entries that a submission wrote or closed, as they are stored, up to the day
of the question; and the events that moved a rating after a list was published, which
are the submissions in which it came out different.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from ledger.events import OFFICE, Event
from messages.answer import UNSET, Answer, UnsetType
from projections.answers.career import events_between
from projections.answers.reading import Reading, cached_on_reading
from projections.replay.entry import Version
from projections.replay.unit_row import UnitRow
from projections.tables import entries, units
from projections.tables.entries import Changed, Span
from projections.tables.lookups import Index
from projections.tables.notes import Published
from projections.tables.players import own_rows
from rulebooks import rulebook

Key = tuple[str, str, int, str]  # list, place, step, player: the order of computation
MANY = 1000  # changed entries in one answer, or a few more: a unit is not divided
AT_ONCE = 20  # units read together


def key_of(span: Span) -> Key:
    return (
        span.row.list,
        span.row.place,
        0 if span.figure.kind == "elo-step" else 1,
        span.figure.player,
    )


def changed_units(
    reading: Reading, step: int, list_name: str | None = None
) -> list[int]:
    """Return the numbers of the units in which a step changed entries, by list and
    place; of a list, or of all.
    """
    known = (
        unit
        for unit in _by_step(reading).get(step, ())
        if unit.place < reading.cut.before
    )
    return [unit.number for unit in known if list_name in (None, unit.list)]


def is_first(reading: Reading, step: int) -> bool:
    """Tell whether no step before it changed an entry."""
    return step <= min(_by_step(reading), default=step)


@cached_on_reading
def _by_step(reading: Reading) -> dict[int, list[Changed]]:
    return entries.changed_by_step(reading.tables)


def changed_spans(
    reading: Reading, step: int, list_name: str | None = None
) -> list[Span]:
    """Return the entries that a step wrote or closed."""
    return spans_in(reading, step, changed_units(reading, step, list_name))


def spans_in(reading: Reading, step: int, numbers: Sequence[int]) -> list[Span]:
    """Return those of them that stand in some units."""
    return _changed(reading, step, units.of_numbers(reading.tables, numbers))


def spans_of(reading: Reading, step: int, stream: str) -> list[Span]:
    """Return those of them that stand in the units of a tournament, or in a player's
    openings and rulings.
    """
    return _changed(reading, step, units.of_stream(reading.tables, stream))


def _changed(reading: Reading, step: int, rows: Iterable[UnitRow]) -> list[Span]:
    spans = entries.spans(entries.up_to(reading.cut, rows))
    return [span for span in spans if step in (span.known_from, span.known_to)]


def changed_players(reading: Reading, list_name: str, step: int) -> list[str]:
    """Return the players whose entries a step wrote or closed."""
    return sorted(changed_tournaments(reading, list_name, step))


def changed_tournaments(
    reading: Reading, list_name: str, step: int
) -> dict[str, set[str]]:
    """Return, by player, the tournaments where a step changed entries; for openings and
    rulings their own id.
    """
    changed: dict[str, set[str]] = {}
    for span in changed_spans(reading, step, list_name):
        changed.setdefault(span.figure.player, set()).add(
            span.row.tournament or span.figure.player
        )
    return changed


def careers(
    reading: Reading, players: Sequence[str], list_name: str
) -> Iterator[tuple[str, list[Span]]]:
    """Yield the entries of many players, superseded ones too. Players who met share
    units, and each unit is
    read once.
    """
    own = own_rows(reading.tables, players)
    numbers = {player: own[player].numbers(list_name) for player in players}
    versions: dict[int, list[UnitRow]] = {}
    for row in entries.up_to(
        reading.cut,
        units.of_numbers(reading.tables, sorted({*chain(*numbers.values())})),
    ):
        versions.setdefault(row.number, []).append(row)
    for player in players:
        rows = chain.from_iterable(
            versions.get(number, ()) for number in numbers[player]
        )
        yield (
            player,
            list(entries.spans([row for row in rows if row.sits(player)], player)),
        )


class EntriesPart(NamedTuple):
    """Entries that a submission changed: those of its units from one on, as far as they
    fit into an answer.

    `rest`: the first unit that is left, if any, of so many `units`; `whole`: nothing is
    left out.
    """

    spans: list[Span]
    rest: int | UnsetType
    units: int
    whole: bool


def changed_part(
    reading: Reading, step: tuple[int, int], after: int = 0
) -> EntriesPart:
    """Return what a submission changed, or a part of it; one of many events is never
    read whole.
    """
    first, last = step
    numbers = changed_units(reading, last)
    spans: list[Span] = []
    upto, entries = after, 0
    while upto < len(numbers) and entries < MANY:
        by_number: dict[int, list[Span]] = defaultdict(list)
        some = numbers[upto : upto + AT_ONCE]
        for span in spans_in(reading, last, some):
            by_number[span.row.number].append(span)
        for number in some:
            if entries < MANY:
                spans += by_number[number]
                entries += len({*map(key_of, by_number[number])})
                upto += 1
    rest = upto if upto < len(numbers) else UNSET
    return EntriesPart(
        spans, rest, len(numbers), rest is UNSET and not after and last - first < MANY
    )


class MovedBy(Answer, frozen=True, kw_only=True):
    """An event that moved a rating for the day of a published list, with the rating
    before and after it.
    """

    seq: int
    kind: str
    target: str
    reason: str | None
    before: int | None
    after: int | None


class Movers:
    """A search for the events that moved a player's rating after a list, for one player
    after the other; events are read once.
    """

    def __init__(self, reading: Reading, since: Published) -> None:
        self._reading = reading
        self._since = since
        self._events: dict[int, list[Event]] = {}

    def of(self, player: str, rating: int | None) -> tuple[MovedBy, ...]:
        """Return the events that moved this player's rating since the list was
        published; after a merge, the rating of the id that counts now.
        """
        current = self._reading.timeline.resolve(player)
        names = {
            player,
            current,
            *(self._reading.timeline.aliases(current) if current != player else ()),
        }
        versions = {name: self._versions(name) for name in names}
        ends = (
            seq
            for own in versions.values()
            for version in own
            for seq in (version.known_from, version.known_to)
        )
        steps = {seq for seq in ends if seq is not None}
        moved = []
        for step in self._after(steps if current == player else steps | self._merges()):
            # whose rating the published id meant at that step
            own = self._resolved(player, step) if current != player else player
            after = self._rating(
                version for version in versions[own] if version.known_at(step)
            )
            if after != rating:
                event = self._event(step, versions[own], own)
                moved.append(
                    MovedBy(
                        seq=event.seq,
                        kind=event.kind,
                        target=event.target,
                        reason=event.reason,
                        before=rating,
                        after=after,
                    )
                )
            rating = after
        return tuple(moved)

    def _rating(self, versions: Iterable[Version]) -> int | None:
        """Return the rating that the list would show of a player with these entries, in
        order; None if they would not be on it.
        """
        entries = [version.entry for version in versions]
        if not entries:
            return None
        rules, day = rulebook(self._since.list), self._since.as_of
        shown = rules.shown(entries[-1].figure.standing, day)
        fit = not rules.selective or rules.published(entries, day)
        return shown.rating if shown.listed and fit else None

    def _versions(self, player: str) -> list[Version]:
        return self._reading.versions(player=player, list_name=self._since.list)

    def _after(self, steps: set[int]) -> list[int]:
        """Return the steps after the list, and its own: the rest of that submission may
        have moved a rating at once.
        """
        own = self._reading.step_of(self._since.seq)
        steps |= {own[1]} if own is not None else set()
        return sorted(
            seq
            for seq in steps
            if self._since.known_seq < seq <= self._reading.known_seq
        )

    def _merges(self) -> set[int]:
        """Return the steps in which an id may have come to mean another player although
        no entry changed.
        """
        seqs = (
            event.seq
            for event in self._reading.index.stream(OFFICE)
            if event.seq > self._since.known_seq
        )
        return {
            step[1] for seq in seqs if (step := self._reading.step_of(seq)) is not None
        }

    def _resolved(self, player: str, step: int) -> str:
        """Return the player whom an id meant at a step."""
        return (
            Index(self._reading.tables, step, self._reading.events)
            .timeline()
            .resolve(player)
        )

    def _event(self, step: int, versions: Sequence[Version], player: str) -> Event:
        """Return the first event of a submission about the player, or about one of
        their tournaments that changed.

        Else return the last event: what reached a player through others has no single
        cause.
        """
        if step not in self._events:
            first, last = self._reading.step_of(step) or (step, step)
            # what came before the list in the same submission is on it
            events = events_between(
                self._reading, max(first, self._since.known_seq + 1), last
            )
            self._events[step] = [event for event in events if event.kind != "publish"]
        touched = {
            version.entry.tournament
            for version in versions
            if step in (version.known_from, version.known_to)
        }
        own = {player, *self._reading.timeline.aliases(player)}
        about = [
            event
            for event in self._events[step]
            if event.target in (own if _personal(event) else touched)
        ]
        return about[0] if about else self._events[step][-1]


def _personal(event: Event) -> bool:
    return not event.stream.startswith("tournament:")
