"""Events in recorded order to facts as they are, or were as known then: tournaments,
players, merges, adopted rules.

Each stream folds by itself, so a command reads only the streams it needs; a replay
applies every event in turn.

Why: docs/design/001-facts-and-conclusions.md
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple, TypeVar

from ledger.bodies import FactReinstated, FactWithdrawn, PlayersMerged, RulesAdopted
from ledger.events import (
    OFFICE,
    Event,
    PlayerRegistered,
    list_stream,
    player_stream,
    tournament_stream,
)
from ledger.federations import HOME
from ledger.tournament_now import TournamentNow as TournamentNow
from ledger.tournament_now import evolve_tournament, fold_tournament


class Families:
    """The merges that count, and for every id the one that it means in the end."""

    def __init__(self, merges: Iterable[tuple[str, str]] = ()) -> None:
        self.merges: dict[str, str] = dict(merges)
        # towards the end of the chain; ids that were asked for point to it directly
        self._up: dict[str, str] = dict(self.merges)
        self._merged: dict[str, list[str]] = {}
        self._in_order: set[str] = set()  # whose lists are sorted
        for merged in self.merges:
            self._merged.setdefault(self.resolve(merged), []).append(merged)

    def resolve(self, player: str) -> str:
        up = self._up
        if player not in up:
            return player
        way = [player]
        # a forged log may go in a circle, which ends here too
        while (above := up[way[-1]]) in up and len(way) <= len(up):
            way.append(above)
        if len(way) > 1:
            up.update(dict.fromkeys(way, above))
        return above

    def merged_into(self, player: str) -> list[str]:
        """Return the ids that mean this player beside their own, in order."""
        own = self._merged.get(player, [])
        if own and player not in self._in_order:
            own.sort()
            self._in_order.add(player)
        return own

    def size(self, player: str) -> int:
        """Count the ids that mean this player, their own too; asked before a family of
        thousands is walked.
        """
        return 1 + len(self._merged.get(player, ()))

    def join(self, merged: str, into: str) -> bool:
        """Add one merge; False where it is not simply one more, and everything must be
        put together again.
        """
        root = self.resolve(into)
        if merged in self.merges or root == merged:
            return False
        self.merges[merged] = self._up[merged] = into
        few, many = sorted(
            (self._merged.pop(merged, []), self._merged.get(root, [])), key=len
        )
        many += [*few, merged]
        self._merged[root] = many
        self._in_order.discard(root)
        return True


class Fact(NamedTuple):
    """One fact of a player or the office, with the event that brought it."""

    seq: int
    body: Any
    live: bool


class PlayerNow(NamedTuple):
    id: str
    facts: tuple[Fact, ...]

    def live(self, shape: type[Any]) -> list[Fact]:
        return [
            fact for fact in self.facts if fact.live and isinstance(fact.body, shape)
        ]

    def federations(self) -> list[tuple[str, str]]:
        """Return (first day, federation) in date order; one stated without a day is a
        correction for all time.
        """
        by_day: dict[str, str] = {}
        for fact in self.live(PlayerRegistered):
            if fact.body.federation is not None:
                if fact.body.federation_from is None:
                    by_day.clear()
                by_day[fact.body.federation_from or ""] = fact.body.federation
        return sorted(by_day.items())

    def detail(self, field: str) -> str | None:
        """Return the latest stated value of a detail that the rules read."""
        for fact in reversed(self.facts):
            if (
                fact.live
                and isinstance(fact.body, PlayerRegistered)
                and (value := getattr(fact.body, field))
            ):
                return str(value)
        return None

    def unlisted(self) -> bool | None:
        """Return whether they asked not to be listed in public; None: nothing was ever
        said of it.
        """
        stated = [
            f.body.unlisted
            for f in self.live(PlayerRegistered)
            if f.body.unlisted is not None
        ]
        return stated[-1] if stated else None


class PersonNow(NamedTuple):
    """What was stated of a person under all their ids: what the surviving id says wins
    over a merged one.
    """

    id: str
    federations: tuple[tuple[str, str], ...]  # each with its first day, in date order
    born: str | None
    sex: str | None


def evolve_facts(facts: tuple[Fact, ...], event: Event) -> tuple[Fact, ...]:
    """Take a player's or the office's facts one event further."""
    match event.body:
        case FactWithdrawn(withdrawn=seq):
            return tuple(
                fact._replace(live=False) if fact.seq == seq else fact for fact in facts
            )
        case FactReinstated(reinstated=seq):
            return tuple(
                fact._replace(live=True) if fact.seq == seq else fact for fact in facts
            )
        case body:
            return (*facts, Fact(event.seq, body, True))


def federation_on(federations: Sequence[tuple[str, str]], on: str) -> str:
    """Return the federation on a day, of (first day, federation) in date order; ours
    where none was stated.
    """
    return next((code for since, code in reversed(federations) if since <= on), HOME)


def edition_in(schedule: Sequence[tuple[str, str]], on: str) -> str:
    """Return the edition in force on a day, of (first day, edition) in date order.
    Before the first edition it answers the first; before the first event nothing is
    adopted, and nothing is rated.
    """
    return (
        schedule[max(0, bisect_right(schedule, on, key=itemgetter(0)) - 1)][1]
        if schedule
        else "none"
    )


class Schedule(NamedTuple):
    """The editions of a list with their first days, in date order. `begins`: the day
    before which nothing is on the list; "" where everything is that was ever played.
    """

    editions: list[tuple[str, str]]
    begins: str = ""

    def so_far(self, day: str) -> list[tuple[str, str]]:
        """Return the editions that have come into force by a day."""
        return [(since, edition) for since, edition in self.editions if since <= day]


NO_SCHEDULE = Schedule([])


def schedules(adopted: Iterable[RulesAdopted]) -> dict[str, Schedule]:
    """Return each list's schedule by what was adopted, in recorded order: the latest
    adoption of an edition says its day.
    """
    by_list: dict[str, dict[str, RulesAdopted]] = {}
    for body in adopted:
        editions = by_list.setdefault(body.list, {})
        # of two that begin on one day the later recorded one counts
        editions.pop(body.edition, None)
        editions[body.edition] = body
    return {name: _schedule(editions.values()) for name, editions in by_list.items()}


def _schedule(adopted: Iterable[RulesAdopted]) -> Schedule:
    by_day = sorted(adopted, key=attrgetter("since"))
    first = by_day[0]
    begins = first.since if first.begins else ""
    return Schedule([(body.since, body.edition) for body in by_day], begins)


T = TypeVar("T")


class Timeline:
    """The facts as they stand after the events applied.

    `read` brings a stream that has not been seen yet, and `folded` a tournament, which
    may have been put together before; `expect` is called with the streams that will be
    read next.
    """

    def __init__(
        self,
        read: Callable[[str], Iterable[Event]] = lambda stream: (),
        folded: Callable[[str], TournamentNow | None] | None = None,
        expect: Callable[[Sequence[str]], None] = lambda streams: None,
    ) -> None:
        self._read = read
        self._expect = expect
        self._folded = folded or (
            lambda name: fold_tournament(read(tournament_stream(name)))
        )
        self._tournaments: dict[str, TournamentNow | None] = {}
        self._facts: dict[str, tuple[Fact, ...]] = {}
        # whom somebody asked for, until a fact of theirs comes
        self._players: dict[str, PlayerNow] = {}
        self._families: Families | None = None
        # by list, until other rules come
        self._schedules: dict[str, Schedule] | None = None

    def apply(self, event: Event) -> None:
        """Apply one event; the stream before it is read first."""
        if event.stream.startswith("tournament:"):
            name = event.target
            self._tournaments[name] = evolve_tournament(self.tournament(name), event)
        else:
            self._facts[event.stream] = evolve_facts(
                self._facts_of(event.stream), event
            )
            self._players.pop(event.stream.removeprefix("player:"), None)
            if event.stream == OFFICE:
                self._join(event.body)

    def tournament(self, name: str) -> TournamentNow | None:
        if name not in self._tournaments:
            self._tournaments[name] = self._folded(name)
        return self._tournaments[name]

    def seen_tournaments(self) -> Iterator[TournamentNow]:
        """Yield the tournaments applied or asked for so far: all of them after a
        replay.
        """
        yield from (
            tournament
            for tournament in self._tournaments.values()
            if tournament is not None
        )

    def _facts_of(self, stream: str) -> tuple[Fact, ...]:
        if stream not in self._facts:
            facts: tuple[Fact, ...] = ()
            for event in self._read(stream):
                facts = evolve_facts(facts, event)
            self._facts[stream] = facts
        return self._facts[stream]

    def expect(self, players: Iterable[str]) -> None:
        """Announce that these players will be asked for one after the other: their
        streams are read together.
        """
        unseen = [
            stream
            for stream in map(player_stream, players)
            if stream not in self._facts
        ]
        if len(unseen) > 1:
            self._expect(unseen)

    def expect_tournaments(self, names: Iterable[str]) -> None:
        """Read these tournaments together, because they will be asked for."""
        unseen = [name for name in names if name not in self._tournaments]
        if len(unseen) > 1:
            self._expect([tournament_stream(name) for name in unseen])
            for name in unseen:
                self.tournament(name)

    def player(self, name: str) -> PlayerNow | None:
        """Return a player by the very id given, merged or not."""
        state = self._players.get(name)
        if state is None and (facts := self._facts_of(player_stream(name))):
            state = self._players[name] = PlayerNow(name, facts)
        return state

    def seen_players(self) -> Iterator[PlayerNow]:
        for stream, facts in self._facts.items():
            if stream.startswith("player:") and facts:
                yield PlayerNow(stream.partition(":")[2], facts)

    def office(self, shape: type[T]) -> list[tuple[int, T]]:
        """List the office's live facts of one shape, in recorded order."""
        return [
            (f.seq, f.body)
            for f in self._facts_of(OFFICE)
            if f.live and isinstance(f.body, shape)
        ]

    def office_facts(self, stream: str = OFFICE) -> tuple[Fact, ...]:
        return self._facts_of(stream)

    def publications(self, list_name: str, label: str) -> tuple[Fact, ...]:
        """Return the revisions of a published list, the first one first."""
        return self._facts_of(list_stream(list_name, label))

    def _join(self, body: Any) -> None:
        """Add one merge to the families; after a withdrawal they are put together again
        when somebody asks. Anything but a merge also clears the schedules of the lists,
        which are then made again.
        """
        if not isinstance(body, PlayersMerged):
            self._schedules = None
        match body:
            case PlayersMerged(merged=merged, into=into):
                if self._families is not None and not self._families.join(merged, into):
                    self._families = None
            case FactWithdrawn() | FactReinstated():
                self._families = None

    def _of_families(self) -> Families:
        if self._families is None:
            self._families = Families(
                (body.merged, body.into) for _, body in self.office(PlayersMerged)
            )
        return self._families

    def merges(self) -> dict[str, str]:
        return self._of_families().merges

    def resolve(self, player: str) -> str:
        """Return the id that counts: chains of merges are followed to their end."""
        return self._of_families().resolve(player)

    def meant(self, players: Iterable[str]) -> set[str]:
        """Return the players whom some ids mean."""
        families = self._of_families()
        return set(map(families.resolve, players)) if families.merges else set(players)

    def aliases(self, player: str) -> list[str]:
        """List every id that means this player, their own first."""
        return [player, *self._of_families().merged_into(player)]

    def under_every_id(self, player: str) -> list[PlayerNow]:
        """Return what was recorded of a player under each id that means them, their own
        first.
        """
        return [
            state
            for alias in self.aliases(player)
            if (state := self.player(alias)) is not None
        ]

    def person(self, player: str) -> PersonNow:
        """Return what was stated of the person behind an id that counts:
        `timeline.person("F050").born`.
        """
        states = self.under_every_id(player)
        return PersonNow(
            player,
            next(
                (tuple(dated) for state in states if (dated := state.federations())), ()
            ),
            next((value for state in states if (value := state.detail("born"))), None),
            next((value for state in states if (value := state.detail("sex"))), None),
        )

    def family_size(self, player: str) -> int:
        """Count the ids that mean this player, without naming them."""
        return self._of_families().size(player)

    def schedule(self, list_name: str) -> list[tuple[str, str]]:
        """Return (first day, edition) of a list in date order, those to come too; []
        for a list that is not kept.
        """
        return self.whole_schedule(list_name).editions

    def begins(self, list_name: str) -> str:
        """Return the day before which nothing is on a list; "" where everything is that
        was ever played.
        """
        return self.whole_schedule(list_name).begins

    def keeps(self, list_name: str, day: str) -> bool:
        """Tell whether there is anything on a list on a day: it is kept, and has begun."""
        schedule = self.whole_schedule(list_name)
        return bool(schedule.editions) and schedule.begins <= day

    def whole_schedule(self, list_name: str) -> Schedule:
        if self._schedules is None:  # of all lists, since an answer asks for each
            self._schedules = schedules(body for _, body in self.office(RulesAdopted))
        return self._schedules.get(list_name, NO_SCHEDULE)
