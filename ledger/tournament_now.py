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
        """The games by id, in the order of their places."""
        if self.changed is not None:
            return self.changed.games
        assert self.columns is not None
        return {game.game: game for game in self.columns.games}

    @property
    def sources(self) -> dict[str, int]:
        """The seq that brought each game."""
        if self.changed is not None:
            return self.changed.sources
        return dict.fromkeys(self.games, self.submitted)

    @property
    def used_ids(self) -> frozenset[str]:
        """The ids of all games that there ever were."""
        if self.changed is not None:
            return self.changed.used_ids
        return frozenset(self.games)

    @property
    def games_by_round(self) -> dict[int, int]:
        """The number of games that each round was ever given."""
        if self.changed is not None:
            return self.changed.games_by_round
        return _count_by_round({}, self.games.values())

    @property
    def next_place(self) -> int:
        """The running place that the next game is given."""
        if self.changed is not None:
            return self.changed.next_place
        return self.size + 1

    @property
    def size(self) -> int:
        """The number of games."""
        if self.columns is not None:
            return len(self.columns.results)
        return len(self.games)

    def players(self) -> set[str]:
        """Return every id at a board."""
        if self.columns is not None:
            return set(self.columns.players)
        players = set()
        for game in self.games.values():
            players.add(game.white)
            players.add(game.black)
        return players

    def label(self) -> str:
        """Write name and id, as messages show a tournament."""
        return f"{self.header.name} ({self.id})"


class ChangedGames(NamedTuple):
    """The games of a tournament after a game was added, changed or struck out."""

    games: dict[str, GameFact]
    sources: dict[str, int]
    used_ids: frozenset[str]
    games_by_round: dict[int, int]
    next_place: int


def evolve_tournament(
    before: TournamentNow | None, event: Event
) -> TournamentNow | None:
    """Take a tournament one event further. Withdrawn tournaments keep their content,
    they only do not count.
    """
    body = event.body
    if isinstance(body, TournamentColumns):
        return _submitted(body, event.seq)
    assert before is not None, event.stream
    before = replace(before, length=before.length + 1)
    match body:
        case TournamentAmended():
            return _amended(before, body, event.seq)
        case GameAdded(game=game):
            games = {**before.games, game.game: game}
            return _with_games(before, games, (game,), event.seq)
        case TournamentWithdrawn():
            return replace(before, withdrawn=True, version=event.seq)
        case TournamentReinstated():
            return replace(before, withdrawn=False, version=event.seq)
        case _:
            return before


def _submitted(body: TournamentColumns, seq: int) -> TournamentNow:
    """Return a tournament as its first event makes it; `seq` is that event's, and its
    first version.
    """
    now = TournamentNow(
        id=body.tournament,
        header=body.header,
        submitted=seq,
        version=seq,
        withdrawn=False,
        columns=body,
        league=None if body.league is UNSET else body.league,
    )
    if body.reported is UNSET:
        return now
    return replace(now, reported=body.reported, reported_from=body.source)


def _count_by_round(
    before: dict[int, int], added: Iterable[GameFact]
) -> dict[int, int]:
    """Count the games of each round on.

    before: how many games each round has, by its number; it stays as it is
    """
    counts = dict(before)
    for game in added:
        counts[game.round] = counts.get(game.round, 0) + 1
    return counts


def _amended(before: TournamentNow, body: TournamentAmended, seq: int) -> TournamentNow:
    """Return a tournament after one amendment, made anew from what it was before."""
    now = replace(before, header=body.header or before.header, version=seq)
    if body.league is not UNSET:
        now = replace(now, league=body.league)
    if body.struck or body.changed or body.added:
        games = {
            name: game for name, game in before.games.items() if name not in body.struck
        }
        for game in (*body.changed, *body.added):
            games[game.game] = game
        now = _with_games(now, games, body.added, seq)

    if body.reported is not UNSET:
        now = replace(
            now, reported=body.reported, reported_from=body.source, as_reported=True
        )

    return now


def _with_games(
    before: TournamentNow,
    games: dict[str, GameFact],
    added: tuple[GameFact, ...],
    seq: int,
) -> TournamentNow:
    """Return the tournament with other games, some of which an event has added."""
    added_ids = [game.game for game in added]
    changed = ChangedGames(
        games=games,
        sources=before.sources | dict.fromkeys(added_ids, seq),
        used_ids=before.used_ids.union(added_ids),
        games_by_round=_count_by_round(before.games_by_round, added),
        next_place=before.next_place + len(added),
    )
    return replace(
        before, columns=None, changed=changed, version=seq, as_reported=False
    )


class _Correcting:
    """A tournament that many corrections change in place: the thousandth costs what the
    first one did.
    """

    def __init__(self, before: TournamentNow) -> None:
        """Begin with a tournament as it stands; it is copied, and stays as it is."""
        self.before = before
        self.header = before.header
        self.version = before.version
        self.withdrawn = before.withdrawn
        self.reported = before.reported
        self.reported_from = before.reported_from
        self.as_reported = before.as_reported
        self.league = before.league
        self.touched = False  # whether the games are other ones now
        self.games = dict(before.games)
        self.sources = dict(before.sources)
        self.used_ids = set(before.used_ids)
        self.games_by_round = dict(before.games_by_round)
        self.next_place = before.next_place

    def take(self, event: Event) -> None:
        """Take the next event of the tournament."""
        self.version = event.seq
        match event.body:
            case TournamentAmended() as body:
                self._amend(body, event.seq)
            case GameAdded(game=game):
                self.touched = True
                self.as_reported = False
                self._add((game,), event.seq)
            case TournamentWithdrawn():
                self.withdrawn = True
            case TournamentReinstated():
                self.withdrawn = False

    def _amend(self, body: TournamentAmended, seq: int) -> None:
        """Take a correction: struck games first, then changed ones, then those added.

        What it does not state stays. Games that were corrected are not as reported any
        more, unless the correction brings a report of its own.
        """
        self.header = body.header or self.header
        if body.struck or body.changed or body.added:
            self.touched = True
            self.as_reported = False

        for name in body.struck:
            self.games.pop(name, None)
        self._put(body.changed)
        self._add(body.added, seq)
        if body.reported is not UNSET:
            self.reported = body.reported
            self.reported_from = body.source
            self.as_reported = True

        if body.league is not UNSET:
            self.league = body.league

    def _put(self, games: Iterable[GameFact]) -> None:
        """Let games take the place of those with the same id."""
        for game in games:
            self.games[game.game] = game

    def _add(self, added: tuple[GameFact, ...], seq: int) -> None:
        """Add games that an event brought (`seq`): each is listed in its round, and its
        id is used from now on, even if the game is struck out later.
        """
        self._put(added)
        for game in added:
            self.sources[game.game] = seq
            self.used_ids.add(game.game)
            self.games_by_round[game.round] = self.games_by_round.get(game.round, 0) + 1
        self.next_place += len(added)

    def tournament(self, length: int) -> TournamentNow:
        """Return the tournament as it stands. `length`: how many events made it so."""
        now = replace(
            self.before,
            header=self.header,
            version=self.version,
            withdrawn=self.withdrawn,
            length=length,
            reported=self.reported,
            reported_from=self.reported_from,
            as_reported=self.as_reported,
            league=self.league,
        )
        if not self.touched:
            return now
        changed = ChangedGames(
            games=self.games,
            sources=self.sources,
            used_ids=frozenset(self.used_ids),
            games_by_round=self.games_by_round,
            next_place=self.next_place,
        )
        return replace(now, columns=None, changed=changed)


# corrections that are folded one by one: a tournament that was hardly touched keeps its
# columns
FEW = 8


def fold_tournament(events: Iterable[Event]) -> TournamentNow | None:
    """Fold the whole stream of a tournament; None of no events."""
    stream = list(events)
    now: TournamentNow | None = None
    for event in stream[:FEW]:
        now = evolve_tournament(now, event)
    if now is None or len(stream) <= FEW:
        return now
    correcting = _Correcting(now)
    for event in stream[FEW:]:
        correcting.take(event)
    return correcting.tournament(len(stream))
