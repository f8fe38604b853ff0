"""The events that moved a rating after a list was published: the submissions in which
it came out different.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from operator import itemgetter

from ledger.events import OFFICE, Event
from ledger.merges import Families
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

        everybody: set[str] = set()
        for player in players:
            everybody |= self._ids_of(player)

        self._versions: dict[str, list[Version]] = {}
        for player, spans in careers(reading, sorted(everybody), since.list):
            self._versions[player] = reading.as_versions(spans)

    def events_that_moved(self, player: str, rating: int | None) -> tuple[MovedBy, ...]:
        """Return the events that moved this player's rating since the list was
        published; after a merge, the rating of the id that counts now.

        `rating`: what the list has of them; None if they are not on it. Events are in
        recorded order, each with the rating before and after.
        """
        is_merged = self._reading.timeline.resolve(player) != player

        versions = {name: self._versions[name] for name in self._ids_of(player)}
        steps = _steps(versions.values())
        if is_merged:
            steps.update(step for step, _ in self._meanings)

        moved = []
        for step in self._after(steps):
            # whose rating the published id meant at that step
            own = self._meant(player, step) if is_merged else player

            after = self._rating(entries_known_at(versions[own], step))
            if after != rating:
                event = self._event(step, versions[own], own)
                moved.append(_moving_event(event, rating, after))
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

    def _ids_of(self, player: str) -> set[str]:
        """Return the ids whose entries may be the player's: their own, and after a
        merge every id of whom they are now.
        """
        timeline = self._reading.timeline
        current = timeline.resolve(player)
        if current == player:
            return {player}
        return {player, *timeline.aliases(current)}

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

    @cached_property
    def _meanings(self) -> list[tuple[int, Families]]:
        """The steps at which ids came to mean other players although no entry changed,
        each with the merges that counted from then on. The first is that of the list.
        """
        timeline = Timeline()
        merges: dict[str, str] = {}
        changed = {0: Families()}

        for event in self._reading.known_events.stream(OFFICE):
            timeline.apply(event)
            if timeline.merges() == merges:
                continue

            step = 0
            if event.seq > self._since.known_seq:
                submission = self._reading.submission_of(event.seq)
                if submission is None:
                    continue
                step = submission.last

            merges = dict(timeline.merges())
            changed[step] = Families(merges.items())

        return sorted(changed.items(), key=itemgetter(0))

    def _meant(self, player: str, step: int) -> str:
        """Return the player whom an id meant at a step.

        `step`: a last seq.
        """
        later = bisect_right(self._meanings, step, key=itemgetter(0))
        _, families = self._meanings[later - 1]
        return families.resolve(player)

    def _event(self, step: int, versions: Sequence[Version], player: str) -> Event:
        """Return the first event of a submission about the player, or about one of
        their tournaments that changed.

        Else return the last event: what reached a player through others has no single
        cause.

        `versions`: of the player's entries.
        """
        if step not in self._events:
            self._events[step] = self._events_of(step)

        touched = set()
        for version in versions:
            if step in (version.known_from, version.known_to):
                touched.add(version.entry.tournament)
        own = {player, *self._reading.timeline.aliases(player)}

        for event in self._events[step]:
            about = own if _is_personal(event) else touched
            if event.target in about:
                return event
        return self._events[step][-1]

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
