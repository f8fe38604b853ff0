"""The events that moved a rating after a list was published: the submissions in which
it came out different.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from ledger.bodies import FactReinstated, FactWithdrawn, PlayersMerged, RulesRevised
from ledger.events import OFFICE, Event
from ledger.timeline import Timeline
from messages.answer import Answer
from projections.answers.career import entries_known_at, events_between
from projections.answers.events.changed_entries import careers
from projections.answers.reading import Reading
from projections.replay.entry import Version
from projections.tables.entries import Submission
from projections.tables.notes import Published
from rulebooks import rulebook
from rulebooks.entries import Entry


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


class Meaning(NamedTuple):
    """The player whom an id means from a step on, until it means another."""

    step: int
    player: str


class Movers:
    """A search for the events that moved a player's rating after a list, for one player
    after the other; events are read once.
    """

    def __init__(
        self, reading: Reading, since: Published, players: Iterable[str]
    ) -> None:
        """`since`: the published list after which events are looked for.

        `players`: everybody who will be asked for. They met each other, so their
        entries are read together.
        """
        self._reading = reading
        self._since = since
        self._events: dict[int, list[Event]] = {}
        # of everybody who will be asked for; the first is that of the list
        self._meanings = {player: [Meaning(0, player)] for player in players}

        resolve = reading.timeline.resolve
        merged = {player for player in self._meanings if resolve(player) != player}
        if merged:
            self._follow_merges(merged)

        every_meaning = chain.from_iterable(self._meanings.values())
        everybody = {meaning.player for meaning in every_meaning}

        self._versions: dict[str, list[Version]] = {}
        for player, spans in careers(reading, sorted(everybody), since.list):
            self._versions[player] = reading.as_versions(spans)

    def events_that_moved(self, player: str, rating: int | None) -> tuple[MovedBy, ...]:
        """Return the events that moved this player's rating since the list was
        published; after a merge, the rating of the id that counts now.

        `rating`: what the list has of them; None if they are not on it. Events are in
        recorded order, each with the rating before and after. A correction of the rules
        comes first where the tables rate the past by it too.
        """
        meanings = self._meanings[player]
        versions = {one.player: self._versions[one.player] for one in meanings}
        steps = _steps(versions.values())
        steps.update(meaning.step for meaning in meanings)

        moved = []
        for step in self._after(steps):
            # whose rating the published id meant at that step
            own = _meant(meanings, step)

            after = self._rating(entries_known_at(versions[own], step))
            if after != rating:
                cause = self._cause(step, versions[own], own)
                if cause is not None:
                    moved.append(_moving_event(cause, rating, after))
            rating = after

        return tuple(moved)

    def _rating(self, entries: Sequence[Entry]) -> int | None:
        """Return the rating that the list would show of a player with these entries, in
        order; None if they would not be on it.

        A list that is published under conditions does not show whoever does not meet
        them.
        """
        if not entries:
            return None

        rules = rulebook(self._since.list)
        day = self._since.as_of
        shown = rules.shown(entries[-1].figure.standing, day)

        if not shown.listed:
            return None

        if rules.selective and not rules.published(entries, day):
            return None
        return shown.rating

    def _after(self, steps: set[int]) -> list[int]:
        """Return the steps after the list, and its own: the rest of that submission may
        have moved a rating at once.

        `steps`: last seqs of submissions.
        """
        own = self._reading.submission_of(self._since.seq)
        if own is not None:
            steps = steps | {own.last}

        listed = self._since.known_seq
        known = self._reading.known_seq
        return sorted(seq for seq in steps if listed < seq <= known)

    def _follow_merges(self, merged: Set[str]) -> None:
        """Note at which steps ids came to mean other players, although no entry need
        have changed: the events of the office are gone through once.

        `merged`: those of the ids asked for that mean another player by now.
        """
        timeline = Timeline()
        later = []
        for event in self._reading.known_events.stream(OFFICE):
            if event.seq > self._since.known_seq:
                later.append(event)
            else:
                timeline.apply(event)

        for player in merged:
            self._meanings[player] = [Meaning(0, timeline.resolve(player))]

        for event in later:
            reached = _ids_reached(event, timeline, merged)
            timeline.apply(event)
            for player in reached:
                self._note_meaning(player, timeline.resolve(player), event.seq)

    def _note_meaning(self, player: str, meant: str, seq: int) -> None:
        """Note whom an id means after an event, unless it meant them before."""
        meanings = self._meanings[player]
        if meanings[-1].player == meant:
            return

        submission = self._reading.submission_of(seq)
        if submission is not None:
            meanings.append(Meaning(submission.last, meant))

    def _cause(
        self, step: int, versions: Sequence[Version], player: str
    ) -> Event | None:
        """Return the first event of a submission about the player, or about one of
        their tournaments that changed.

        Else return the last event: what reached a player through others has no single
        cause. Where the submission has no event that moves ratings, the cause is a
        correction of the rules that was accepted later: tables that are made again
        rate the past by it too. None if there is none.

        `versions`: of the player's entries.
        """
        if step not in self._events:
            self._events[step] = self._events_of(step)
        events = self._events[step]
        if not events:
            return self._correction

        touched = set()
        for version in versions:
            if step in (version.known_from, version.known_to):
                touched.add(version.entry.tournament)
        own = {player, *self._reading.timeline.aliases(player)}

        for event in events:
            about = own if _is_personal(event) else touched
            if event.target in about:
                return event
        return events[-1]

    @cached_property
    def _correction(self) -> Event | None:
        """The last event since the list that accepted a correction of its rules, as far
        as it counts.
        """
        timeline = self._reading.timeline
        editions = {edition for _, edition in timeline.schedule(self._since.list)}

        corrections = [
            seq
            for seq, revised in timeline.office(RulesRevised)
            if revised.edition in editions
        ]
        if not corrections or corrections[-1] <= self._since.known_seq:
            return None
        return self._reading.known_events.event(corrections[-1])

    def _events_of(self, step: int) -> list[Event]:
        """Return the events of a submission that are not on the list, without those
        that publish.

        `step`: its last seq.
        """
        first, last = self._reading.submission_of(step) or Submission(step, step)

        # what came before the list in the same submission is on it
        first = max(first, self._since.known_seq + 1)
        events = events_between(self._reading, first, last)
        return [event for event in events if event.kind != "publish"]


def _ids_reached(event: Event, before: Timeline, ids: Set[str]) -> Set[str]:
    """Return those of some ids that may mean somebody else after an event.

    `before`: the facts before it.
    """
    match event.body:
        case PlayersMerged(merged=merged) if before.resolve(merged) == merged:
            return ids & {*before.aliases(merged)}
        # which merges count is put together again
        case PlayersMerged() | FactWithdrawn() | FactReinstated():
            return ids
    return set()


def _meant(meanings: Sequence[Meaning], step: int) -> str:
    """Return the player whom an id meant at a step.

    `meanings`: of the id, in order. `step`: a last seq.
    """
    later = bisect_right(meanings, step, key=attrgetter("step"))
    return meanings[later - 1].player


def _steps(versions: Iterable[Sequence[Version]]) -> set[int]:
    """Return the steps at which some entries came to be known, or ceased to be.

    `versions`: of several players.
    """
    steps = set()

    for version in chain.from_iterable(versions):
        steps.add(version.known_from)
        if version.known_to is not None:
            steps.add(version.known_to)

    return steps


def _moving_event(event: Event, before: int | None, after: int | None) -> MovedBy:
    """Make the row of an event that moved a rating."""
    return MovedBy(
        seq=event.seq,
        kind=event.kind,
        target=event.target,
        reason=event.reason,
        before=before,
        after=after,
    )


def _is_personal(event: Event) -> bool:
    """Tell whether an event is about a person, or of the office, and no tournament."""
    return not event.stream.startswith("tournament:")
