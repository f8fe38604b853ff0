"""Events in recorded order to facts as they are, or were as known then: tournaments, players, merges, adopted rules.

Each stream folds by itself, so a command reads only the streams it needs; a replay applies every event in turn.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from ledger.events import (
    OFFICE,
    Event,
    FactReinstated,
    FactWithdrawn,
    GameAdded,
    GameFact,
    HeaderFact,
    PlayerRegistered,
    PlayersMerged,
    RulesAdopted,
    RulesRevised,
    TournamentAmended,
    TournamentColumns,
    TournamentReinstated,
    TournamentWithdrawn,
    list_stream,
    player_stream,
    tournament_stream,
)
from ledger.families import Families


@dataclass(frozen=True)
class TournamentNow:
    """A tournament as it stands. `columns` are its games as submitted, as long as nothing was changed in them; facts
    for single games are made for whoever asks."""

    id: str
    header: HeaderFact
    submitted: int
    version: int
    withdrawn: bool
    columns: TournamentColumns | None
    changed: "ChangedGames | None" = None

    @cached_property
    def games(self) -> dict[str, GameFact]:
        if self.changed is not None:
            return self.changed.games
        assert self.columns is not None
        return {game.game: game for game in self.columns.games}

    @property
    def sources(self) -> dict[str, int]:
        """The seq that brought each game."""
        return self.changed.sources if self.changed is not None else dict.fromkeys(self.games, self.submitted)

    @property
    def used(self) -> frozenset[str]:
        """Every game id there ever was."""
        return self.changed.used if self.changed is not None else frozenset(self.games)

    @property
    def listed(self) -> dict[int, int]:
        """How many games each round was ever given."""
        return self.changed.listed if self.changed is not None else _listed({}, self.games.values())

    @property
    def next_place(self) -> int:
        return self.changed.next_place if self.changed is not None else self.size + 1

    @property
    def size(self) -> int:
        """How many games there are."""
        return len(self.games) if self.columns is None else len(self.columns.results)

    def players(self) -> set[str]:
        """Every id at a board."""
        if self.columns is not None:
            return set(self.columns.players)
        return {player for game in self.games.values() for player in (game.white, game.black)}

    def label(self) -> str:
        """Name and id, as messages show a tournament."""
        return f"{self.header.name} ({self.id})"


class ChangedGames(NamedTuple):
    """The games of a tournament after a game was added, changed or struck out."""

    games: dict[str, GameFact]
    sources: dict[str, int]
    used: frozenset[str]
    listed: dict[int, int]
    next_place: int


class Fact(NamedTuple):
    """One fact of a player or the office, with the event that brought it."""

    seq: int
    body: Any
    live: bool


class PlayerNow(NamedTuple):
    id: str
    facts: tuple[Fact, ...]

    def live(self, shape: type[Any]) -> list[Fact]:
        return [fact for fact in self.facts if fact.live and isinstance(fact.body, shape)]

    def federations(self) -> list[tuple[str, str]]:
        """(first day, federation) in date order; one stated without a day is a correction for all time."""
        by_day: dict[str, str] = {}
        for fact in self.live(PlayerRegistered):
            if fact.body.federation is not None:
                if fact.body.federation_from is None:
                    by_day.clear()
                by_day[fact.body.federation_from or ""] = fact.body.federation
        return sorted(by_day.items())

    def detail(self, field: str) -> str | None:
        """The latest stated value of a detail that the rules read."""
        return next((v for f in reversed(self.live(PlayerRegistered)) if (v := getattr(f.body, field))), None)


def evolve_tournament(before: TournamentNow | None, event: Event) -> TournamentNow | None:
    """One event further. Withdrawn tournaments keep their content, they only do not count."""
    body = event.body
    if isinstance(body, TournamentColumns):
        return TournamentNow(body.tournament, body.header, event.seq, event.seq, False, body)
    assert before is not None, event.stream
    match body:
        case TournamentAmended():
            return _amended(before, body, event.seq)
        case GameAdded(game=game):
            return _with_games(before, {**before.games, game.game: game}, (game,), event.seq)
        case TournamentWithdrawn():
            return replace(before, withdrawn=True, version=event.seq)
        case TournamentReinstated():
            return replace(before, withdrawn=False, version=event.seq)
        case _:
            return before


def _listed(before: dict[int, int], added: Iterable[GameFact]) -> dict[int, int]:
    counts = dict(before)
    for game in added:
        counts[game.round] = counts.get(game.round, 0) + 1
    return counts


def _amended(before: TournamentNow, body: TournamentAmended, seq: int) -> TournamentNow:
    header = body.header or before.header
    if not (body.struck or body.changed or body.added):
        return replace(before, header=header, version=seq)
    games = {name: game for name, game in before.games.items() if name not in body.struck}
    games.update((game.game, game) for game in (*body.changed, *body.added))
    return _with_games(replace(before, header=header), games, body.added, seq)


def _with_games(
    before: TournamentNow, games: dict[str, GameFact], added: tuple[GameFact, ...], seq: int
) -> TournamentNow:
    changed = ChangedGames(
        games,
        {**before.sources, **{game.game: seq for game in added}},
        before.used | {game.game for game in added},
        _listed(before.listed, added),
        before.next_place + len(added),
    )
    return replace(before, columns=None, changed=changed, version=seq)


def evolve_facts(facts: tuple[Fact, ...], event: Event) -> tuple[Fact, ...]:
    """A player's or the office's facts, one event further."""
    match event.body:
        case FactWithdrawn(withdrawn=seq):
            return tuple(fact._replace(live=False) if fact.seq == seq else fact for fact in facts)
        case FactReinstated(reinstated=seq):
            return tuple(fact._replace(live=True) if fact.seq == seq else fact for fact in facts)
        case body:
            return (*facts, Fact(event.seq, body, True))


T = TypeVar("T")


class Timeline:
    """Facts as they stand after the events applied. `read` brings a stream that has not been seen yet."""

    def __init__(self, read: Callable[[str], Iterable[Event]] = lambda stream: ()) -> None:
        self._read = read
        self._tournaments: dict[str, TournamentNow | None] = {}
        self._facts: dict[str, tuple[Fact, ...]] = {}
        self._families: Families | None = None
        self._schedules: dict[str, list[tuple[str, str]]] = {}

    def apply(self, event: Event) -> None:
        """One event further; the stream before it is read first."""
        if event.stream.startswith("tournament:"):
            name = event.target
            self._tournaments[name] = evolve_tournament(self.tournament(name), event)
        else:
            self._facts[event.stream] = evolve_facts(self._facts_of(event.stream), event)
            if event.stream == OFFICE:
                self._join(event.body)
                self._schedules.clear()

    def tournament(self, name: str) -> TournamentNow | None:
        if name not in self._tournaments:
            tournament: TournamentNow | None = None
            for event in self._read(tournament_stream(name)):
                tournament = evolve_tournament(tournament, event)
            self._tournaments[name] = tournament
        return self._tournaments[name]

    def seen_tournaments(self) -> Iterator[TournamentNow]:
        """Those applied or asked for so far: all of them after a replay."""
        yield from (tournament for tournament in self._tournaments.values() if tournament is not None)

    def _facts_of(self, stream: str) -> tuple[Fact, ...]:
        if stream not in self._facts:
            facts: tuple[Fact, ...] = ()
            for event in self._read(stream):
                facts = evolve_facts(facts, event)
            self._facts[stream] = facts
        return self._facts[stream]

    def player(self, name: str) -> PlayerNow | None:
        """A player by the very id given, merged or not."""
        facts = self._facts_of(player_stream(name))
        return PlayerNow(name, facts) if facts else None

    def seen_players(self) -> Iterator[PlayerNow]:
        for stream, facts in self._facts.items():
            if stream.startswith("player:") and facts:
                yield PlayerNow(stream.partition(":")[2], facts)

    def office(self, shape: type[T]) -> list[tuple[int, T]]:
        """The office's live facts of one shape, in recorded order."""
        return [(f.seq, f.body) for f in self._facts_of(OFFICE) if f.live and isinstance(f.body, shape)]

    def office_facts(self, stream: str = OFFICE) -> tuple[Fact, ...]:
        return self._facts_of(stream)

    def publications(self, list_name: str, label: str) -> tuple[Fact, ...]:
        """The revisions of a published list, the first one first."""
        return self._facts_of(list_stream(list_name, label))

    def _join(self, body: Any) -> None:
        """Families go on with one merge more; after a withdrawal they are put together again when somebody asks."""
        match body:
            case PlayersMerged(merged=merged, into=into):
                if self._families is not None and not self._families.join(merged, into):
                    self._families = None
            case FactWithdrawn() | FactReinstated():
                self._families = None

    def _of_families(self) -> Families:
        if self._families is None:
            self._families = Families((body.merged, body.into) for _, body in self.office(PlayersMerged))
        return self._families

    def merges(self) -> dict[str, str]:
        return self._of_families().merges

    def resolve(self, player: str) -> str:
        """The id that counts: chains of merges followed to their end."""
        return self._of_families().resolve(player)

    def aliases(self, player: str) -> list[str]:
        """Every id that means this player, their own first."""
        return [player, *self._of_families().merged_into(player)]

    def schedule(self, list_name: str) -> list[tuple[str, str]]:
        """(first day, edition) of a list in date order. The latest adoption of an edition says its day."""
        if list_name not in self._schedules:
            self._schedules[list_name] = self._schedule(list_name)
        return self._schedules[list_name]

    def _schedule(self, list_name: str) -> list[tuple[str, str]]:
        since: dict[str, tuple[str, int]] = {}
        for seq, body in self.office(RulesAdopted):
            if body.list == list_name:
                since[body.edition] = (body.since, seq)
        return [(day, edition) for edition, (day, _) in sorted(since.items(), key=lambda item: item[1])]

    def revisions(self) -> dict[str, int]:
        """The revision of each edition that the ledger's ratings follow."""
        revisions: dict[str, int] = {}
        for _, adopted in self.office(RulesAdopted):
            revisions.setdefault(adopted.edition, adopted.revision)
        for _, revised in self.office(RulesRevised):
            revisions[revised.edition] = revised.revision
        return revisions
