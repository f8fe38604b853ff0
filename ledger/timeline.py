"""Events in recorded order to facts as they are, or were as known then: tournaments,
players, merges, adopted rules.

Each stream folds by itself, so a command reads only the streams it needs; a replay
applies every event in turn.

Why: docs/design/001-facts-and-conclusions.md
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
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
from ledger.merges import Families
from ledger.schedules import NO_SCHEDULE, Schedule, schedules
from ledger.tournament_now import TournamentNow as TournamentNow
from ledger.tournament_now import evolve_tournament, fold_tournament


class Fact(NamedTuple):
    """One fact of a player or the office, with the event that brought it."""

    seq: int
    body: Any
    live: bool


class PlayerNow(NamedTuple):
    """What was recorded of a player under one id."""

    id: str
    facts: tuple[Fact, ...]

    def live(self, shape: type[Any]) -> list[Fact]:
        """Return the facts of a shape that count, in recorded order."""
        return [
            fact for fact in self.facts if fact.live and isinstance(fact.body, shape)
        ]

    def federations(self) -> list[tuple[str, str]]:
        """Return (first day, federation) in date order; one stated without a day is a
        correction for all time.
        """
        by_day: dict[str, str] = {}
        for fact in self.live(PlayerRegistered):
            if fact.body.federation is None:
                continue
            if fact.body.federation_from is None:
                by_day.clear()
            by_day[fact.body.federation_from or ""] = fact.body.federation
        return sorted(by_day.items())

    def detail(self, field: str) -> str | None:
        """Return the latest stated value of a detail that the rules read."""
        for fact in reversed(self.live(PlayerRegistered)):
            value = getattr(fact.body, field)
            if value:
                return str(value)
        return None

    def unlisted(self) -> bool | None:
        """Return whether they asked not to be listed in public; None: nothing was ever
        said of it.
        """
        for fact in reversed(self.live(PlayerRegistered)):
            if fact.body.unlisted is not None:
                return bool(fact.body.unlisted)
        return None


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
            return _facts_with_live(facts, seq, live=False)
        case FactReinstated(reinstated=seq):
            return _facts_with_live(facts, seq, live=True)
        case body:
            return (*facts, Fact(event.seq, body, True))


def _facts_with_live(facts: tuple[Fact, ...], seq: int, live: bool) -> tuple[Fact, ...]:
    """Return the facts with one that counts from now on, or no longer does."""
    changed = []
    for fact in facts:
        if fact.seq == seq:
            fact = fact._replace(live=live)
        changed.append(fact)
    return tuple(changed)


def _joined_federations(states: Iterable[PlayerNow]) -> tuple[tuple[str, str], ...]:
    """Return the federations of a person, each with its first day, in date order.

    `states`: by id, the surviving one first. What an id says holds from its first day
    on; before that day, what the ids after it say. So a federation told from a day
    changes nothing before that day.
    """
    joined: list[tuple[str, str]] = []
    for state in states:
        earlier = state.federations()
        if joined:
            first_day, _ = joined[0]
            earlier = [dated for dated in earlier if dated[0] < first_day]
        joined = [*earlier, *joined]
    return tuple(joined)


def federation_on(federations: Sequence[tuple[str, str]], on: str) -> str:
    """Return the federation on a day, of (first day, federation) in date order; ours
    where none was stated.
    """
    for since, federation in reversed(federations):
        if since <= on:
            return federation
    return HOME


T = TypeVar("T")
ReadStream = Callable[[str], Iterable[Event]]
ReadTournament = Callable[[str], TournamentNow | None]
Expect = Callable[[Sequence[str]], None]


class Timeline:
    """The facts as they stand after the events applied.

    `read` brings a stream that has not been seen yet, and `folded` a tournament, which
    may have been put together before; `expect` is called with the streams that will be
    read next.
    """

    def __init__(
        self,
        read: ReadStream = lambda stream: (),
        folded: ReadTournament | None = None,
        expect: Expect = lambda streams: None,
    ) -> None:
        self._read = read
        self._expect = expect
        self._folded = folded or self._fold
        self._tournaments: dict[str, TournamentNow | None] = {}
        self._facts: dict[str, tuple[Fact, ...]] = {}
        # whom somebody asked for, until a fact of theirs comes
        self._players: dict[str, PlayerNow] = {}
        self._families: Families | None = None
        # by list, until other rules come
        self._schedules: dict[str, Schedule] | None = None

    def _fold(self, name: str) -> TournamentNow | None:
        """Put a tournament together from its stream; None where there is none."""
        return fold_tournament(self._read(tournament_stream(name)))

    def apply(self, event: Event) -> None:
        """Apply one event; the stream before it is read first."""
        stream = event.stream
        if stream.startswith("tournament:"):
            tournament = self.tournament(event.target)
            self._tournaments[event.target] = evolve_tournament(tournament, event)
            return
        facts = self._facts_of(stream)
        self._facts[stream] = evolve_facts(facts, event)
        if stream == OFFICE:
            self._note_office(event.body)
        else:
            player = stream.removeprefix("player:")
            self._players.pop(player, None)

    def tournament(self, name: str) -> TournamentNow | None:
        """Return a tournament as it stands; None where there is none of this id."""
        if name not in self._tournaments:
            self._tournaments[name] = self._folded(name)
        return self._tournaments[name]

    def seen_tournaments(self) -> Iterator[TournamentNow]:
        """Yield the tournaments applied or asked for so far: all of them after a
        replay.
        """
        for tournament in self._tournaments.values():
            if tournament is not None:
                yield tournament

    def _facts_of(self, stream: str) -> tuple[Fact, ...]:
        """Return the facts of a stream, which is read when first asked for."""
        facts = self._facts.get(stream)
        if facts is not None:
            return facts
        facts = ()
        for event in self._read(stream):
            facts = evolve_facts(facts, event)
        self._facts[stream] = facts
        return facts

    def expect(self, players: Iterable[str]) -> None:
        """Announce that these players will be asked for one after the other: their
        streams are read together.
        """
        streams = [player_stream(player) for player in players]
        unseen = [stream for stream in streams if stream not in self._facts]
        if len(unseen) > 1:
            self._expect(unseen)

    def expect_tournaments(self, names: Iterable[str]) -> None:
        """Read these tournaments together, because they will be asked for."""
        unseen = [name for name in names if name not in self._tournaments]
        if len(unseen) < 2:
            return
        self._expect([tournament_stream(name) for name in unseen])
        for name in unseen:
            self.tournament(name)

    def player(self, name: str) -> PlayerNow | None:
        """Return a player by the very id given, merged or not; None where nobody has
        it.
        """
        state = self._players.get(name)
        if state is not None:
            return state
        facts = self._facts_of(player_stream(name))
        if not facts:
            return None
        state = PlayerNow(name, facts)
        self._players[name] = state
        return state

    def seen_players(self) -> Iterator[PlayerNow]:
        """Yield the players applied or asked for so far: all of them after a replay."""
        for stream, facts in self._facts.items():
            if stream.startswith("player:") and facts:
                yield PlayerNow(stream.removeprefix("player:"), facts)

    def office(self, shape: type[T]) -> list[tuple[int, T]]:
        """List the office's live facts of one shape, as (seq, body), in recorded order."""
        return [
            (fact.seq, fact.body)
            for fact in self._facts_of(OFFICE)
            if fact.live and isinstance(fact.body, shape)
        ]

    def office_facts(self, stream: str = OFFICE) -> tuple[Fact, ...]:
        """Return the facts of a stream, withdrawn ones too, in recorded order."""
        return self._facts_of(stream)

    def publications(self, list_name: str, label: str) -> tuple[Fact, ...]:
        """Return the revisions of a published list, the first one first."""
        return self._facts_of(list_stream(list_name, label))

    def _note_office(self, body: Any) -> None:
        """Keep merges and schedules true after an event of the office.

        A merge is added to the families; after a withdrawal they are put together again
        when somebody asks. Anything but a merge also clears the schedules of the lists,
        which are then made again.
        """
        match body:
            case PlayersMerged(merged=merged, into=into):
                if self._families is not None and not self._families.join(merged, into):
                    self._families = None
            case FactWithdrawn() | FactReinstated():
                self._families = None
                self._schedules = None
            case _:
                self._schedules = None

    def _of_families(self) -> Families:
        """Return who was merged into whom, read once: every name in every event goes
        through it.
        """
        if self._families is None:
            self._families = Families(
                (body.merged, body.into) for _, body in self.office(PlayersMerged)
            )
        return self._families

    def merges(self) -> dict[str, str]:
        """Map each merged id to the one that it was merged into."""
        return self._of_families().merges

    def resolve(self, player: str) -> str:
        """Return the id that counts: chains of merges are followed to their end."""
        return self._of_families().resolve(player)

    def meant(self, players: Iterable[str]) -> set[str]:
        """Return the players whom some ids mean."""
        families = self._of_families()
        if not families.merges:
            return set(players)
        return {families.resolve(player) for player in players}

    def aliases(self, player: str) -> list[str]:
        """List every id that means this player, their own first."""
        return [player, *self._of_families().merged_into(player)]

    def under_every_id(self, player: str) -> list[PlayerNow]:
        """Return what was recorded of a player under each id that means them, their own
        first.
        """
        states = [self.player(alias) for alias in self.aliases(player)]
        return [state for state in states if state is not None]

    def person(self, player: str) -> PersonNow:
        """Return what was stated of the person behind an id that counts:
        `timeline.person("F050").born`.
        """
        states = self.under_every_id(player)
        born = sex = None
        for state in states:
            born = born or state.detail("born")
            sex = sex or state.detail("sex")
        return PersonNow(player, _joined_federations(states), born, sex)

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
        """Return the editions of a list, and the day on which it begins."""
        if self._schedules is None:  # of all lists, since an answer asks for each
            adopted = [body for _, body in self.office(RulesAdopted)]
            self._schedules = schedules(adopted)
        return self._schedules.get(list_name, NO_SCHEDULE)
