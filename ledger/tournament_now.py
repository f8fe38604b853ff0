"""A tournament as it stands: its events folded, one further or all at once."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from msgspec import UNSET, Raw

from ledger.bodies import (
    GameAdded,
    GameFact,
    HeaderFact,
    TournamentAmended,
    TournamentReinstated,
    TournamentWithdrawn,
)
from ledger.columns import TournamentColumns
from ledger.events import Event


@dataclass(frozen=True)
class TournamentNow:
    """A tournament as it stands. `columns` are its games as submitted, as long as none
    of them was changed; facts about single games are made when somebody asks for them.
    """

    id: str
    header: HeaderFact
    submitted: int
    version: int
    withdrawn: bool
    columns: TournamentColumns | None
    changed: "ChangedGames | None" = None
    length: int = 1  # how many events made it what it is
    reported: Raw | None = None  # what its report says beside the games
    reported_from: str | None = None  # sha256 of the file that said so
    as_reported: bool = True  # whether no game changed since
    league: Raw | None = None  # its teams and matches

    @cached_property
    def games(self) -> dict[str, GameFact]:
        if self.changed is not None:
            return self.changed.games
        assert self.columns is not None
        return {game.game: game for game in self.columns.games}

    @property
    def sources(self) -> dict[str, int]:
        """The seq that brought each game."""
        return (
            self.changed.sources
            if self.changed is not None
            else dict.fromkeys(self.games, self.submitted)
        )

    @property
    def used(self) -> frozenset[str]:
        """The ids of all games that there ever were."""
        return self.changed.used if self.changed is not None else frozenset(self.games)

    @property
    def listed(self) -> dict[int, int]:
        """The number of games that each round was ever given."""
        return (
            self.changed.listed
            if self.changed is not None
            else _listed({}, self.games.values())
        )

    @property
    def next_place(self) -> int:
        return self.changed.next_place if self.changed is not None else self.size + 1

    @property
    def size(self) -> int:
        """The number of games."""
        return len(self.games) if self.columns is None else len(self.columns.results)

    def players(self) -> set[str]:
        """Return every id at a board."""
        if self.columns is not None:
            return set(self.columns.players)
        return {
            player
            for game in self.games.values()
            for player in (game.white, game.black)
        }

    def label(self) -> str:
        """Write name and id, as messages show a tournament."""
        return f"{self.header.name} ({self.id})"


class ChangedGames(NamedTuple):
    """The games of a tournament after a game was added, changed or struck out."""

    games: dict[str, GameFact]
    sources: dict[str, int]
    used: frozenset[str]
    listed: dict[int, int]
    next_place: int


def evolve_tournament(
    before: TournamentNow | None, event: Event
) -> TournamentNow | None:
    """Take a tournament one event further. Withdrawn tournaments keep their content,
    they only do not count.
    """
    body = event.body
    if isinstance(body, TournamentColumns):
        league = None if body.league is UNSET else body.league
        now = TournamentNow(
            body.tournament,
            body.header,
            event.seq,
            event.seq,
            False,
            body,
            league=league,
        )
        return (
            now
            if body.reported is UNSET
            else replace(now, reported=body.reported, reported_from=body.source)
        )
    assert before is not None, event.stream
    before = replace(before, length=before.length + 1)
    match body:
        case TournamentAmended():
            return _amended(before, body, event.seq)
        case GameAdded(game=game):
            return _with_games(
                before, {**before.games, game.game: game}, (game,), event.seq
            )
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
    league = before.league if body.league is UNSET else body.league
    now = replace(
        before, header=body.header or before.header, version=seq, league=league
    )
    if body.struck or body.changed or body.added:
        games = {
            name: game for name, game in before.games.items() if name not in body.struck
        }
        games.update((game.game, game) for game in (*body.changed, *body.added))
        now = _with_games(now, games, body.added, seq)
    if body.reported is UNSET:
        return now
    return replace(
        now, reported=body.reported, reported_from=body.source, as_reported=True
    )


def _with_games(
    before: TournamentNow,
    games: dict[str, GameFact],
    added: tuple[GameFact, ...],
    seq: int,
) -> TournamentNow:
    changed = ChangedGames(
        games,
        {**before.sources, **{game.game: seq for game in added}},
        before.used | {game.game for game in added},
        _listed(before.listed, added),
        before.next_place + len(added),
    )
    return replace(
        before, columns=None, changed=changed, version=seq, as_reported=False
    )


class _Correcting:
    """A tournament that many corrections change in place: the thousandth costs what the
    first one did.
    """

    def __init__(self, before: TournamentNow) -> None:
        self.header, self.version, self.withdrawn = (
            before.header,
            before.version,
            before.withdrawn,
        )
        self.touched = False  # whether the games are other ones now
        self.reported, self.reported_from, self.as_reported = (
            before.reported,
            before.reported_from,
            before.as_reported,
        )
        self.league = before.league
        self.games, self.sources = dict(before.games), dict(before.sources)
        self.used, self.listed, self.next_place = (
            set(before.used),
            dict(before.listed),
            before.next_place,
        )

    def take(self, event: Event) -> None:
        body, self.version = event.body, event.seq
        match body:
            case TournamentAmended():
                self.header = body.header or self.header
                of_games = bool(body.struck or body.changed or body.added)
                self.touched |= of_games
                self.as_reported &= not of_games
                for name in body.struck:
                    self.games.pop(name, None)
                self._put(body.changed)
                self._add(body.added, event.seq)
                if body.reported is not UNSET:
                    self.reported, self.reported_from, self.as_reported = (
                        body.reported,
                        body.source,
                        True,
                    )
                self.league = self.league if body.league is UNSET else body.league
            case GameAdded(game=game):
                self.touched, self.as_reported = True, False
                self._add((game,), event.seq)
            case TournamentWithdrawn():
                self.withdrawn = True
            case TournamentReinstated():
                self.withdrawn = False

    def _put(self, games: Iterable[GameFact]) -> None:
        self.games.update((game.game, game) for game in games)

    def _add(self, added: tuple[GameFact, ...], seq: int) -> None:
        self._put(added)
        for game in added:
            self.sources[game.game] = seq
            self.used.add(game.game)
            self.listed[game.round] = self.listed.get(game.round, 0) + 1
        self.next_place += len(added)


# corrections that are folded one by one: a tournament that was hardly touched keeps its
# columns
FEW = 8


def fold_tournament(events: Iterable[Event]) -> TournamentNow | None:
    """Fold the whole stream of a tournament."""
    stream = list(events)
    now: TournamentNow | None = None
    for event in stream[:FEW]:
        now = evolve_tournament(now, event)
    if now is None or len(stream) <= FEW:
        return now
    correcting = _Correcting(now)
    for event in stream[FEW:]:
        correcting.take(event)
    now = replace(
        now,
        header=correcting.header,
        version=correcting.version,
        withdrawn=correcting.withdrawn,
        length=len(stream),
        reported=correcting.reported,
        reported_from=correcting.reported_from,
        as_reported=correcting.as_reported,
        league=correcting.league,
    )
    if not correcting.touched:
        return now
    changed = ChangedGames(
        correcting.games,
        correcting.sources,
        frozenset(correcting.used),
        correcting.listed,
        correcting.next_place,
    )
    return replace(now, columns=None, changed=changed)
