"""The events that moved a rating after a list was published: the submissions in which
it came out different.
"""

from collections.abc import Iterable, Sequence

from ledger.events import OFFICE, Event
from ledger.known_events import KnownEvents
from messages.answer import Answer
from projections.answers.career import events_between
from projections.answers.reading import Reading
from projections.replay.entry import Version
from projections.tables.notes import Published
from rulebooks import rulebook


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
            for event in self._reading.known_events.stream(OFFICE)
            if event.seq > self._since.known_seq
        )
        return {
            step[1] for seq in seqs if (step := self._reading.step_of(seq)) is not None
        }

    def _resolved(self, player: str, step: int) -> str:
        """Return the player whom an id meant at a step."""
        return KnownEvents(self._reading.events, step).timeline().resolve(player)

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
