"""A tournament's games as they are stored: in columns, each player once, each game two
places among them and a letter.

What is usual is not written: the running number in its round as a game's id, the
tournament's own day and time.
A game costs about 27 bytes this way, and 83 as an array of its own fields. Events, the
timeline and the rulebooks pass the columns on; a fact for a single game is made when
somebody asks for it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, groupby
from sys import intern
from typing import Any, NamedTuple

from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import astuple

from ledger.bodies import Body, GameFact, HeaderFact
from messages.results import LETTER_OF, RESULT_OF


class GamesIn(NamedTuple):
    """The fields of a document's games, each as a column, so that all games can be
    checked at once.
    """

    round: tuple[int, ...]
    white: tuple[str, ...]
    black: tuple[str, ...]
    result: tuple[str, ...]
    board: tuple[int | None, ...]
    game: tuple[str | None, ...]
    on: tuple[str | None, ...]
    minutes: tuple[int | float | None, ...]
    minutes_black: tuple[int | float | None, ...]
    tiebreak: tuple[bool, ...]


def columns_of_games(games: Iterable[Struct]) -> GamesIn:
    """Turn the games of a document into columns; their fields are those of the columns."""
    rows = [astuple(game) for game in games]
    if rows:
        columns = zip(*rows, strict=True)
        return GamesIn(*columns)
    return GamesIn(*(() for _ in GamesIn._fields))


def seated(games: GamesIn) -> tuple[str, ...]:
    """List everybody with a game, in the order of the boards, White first.

    Ids are interned: a few thousand of them return in every tournament.
    """
    boards = zip(games.white, games.black, strict=True)
    players = dict.fromkeys(chain.from_iterable(boards))
    return tuple(map(intern, players))


class TournamentColumns(Body, frozen=True, omit_defaults=True, dict=True):
    """A submitted tournament. `white` and `black` are positions in `players`, `rounds`
    is round, number of games, and so on, `results` a letter a game: `1` `0` `=` as
    played, `+` `-` `x` `h` forfeits, `*` unfinished, `o` 0-0,
    `w` 1/2-0, `b` 0-1/2. A column that is empty holds the usual value for every game.
    """

    topic, kind, heading = "tournament-submitted.v1", "tournament", "Tournament"
    tournament: str
    header: HeaderFact
    players: tuple[str, ...]
    rounds: tuple[int, ...]
    white: tuple[int, ...]
    black: tuple[int, ...]
    results: str
    ids: tuple[str, ...] = ()
    on: tuple[str | None, ...] = ()
    minutes: tuple[int | float | None, ...] = ()
    minutes_black: tuple[int | float | None, ...] = ()
    tiebreak: tuple[bool, ...] = ()
    board: tuple[int | None, ...] = ()
    source: str | None = None
    # what the report says beside the games; nothing here looks inside
    reported: Raw | UnsetType = UNSET
    league: Raw | UnsetType = UNSET  # its teams and matches, likewise

    @cached_property
    def games(self) -> tuple[GameFact, ...]:
        """Make a fact for each game, in the order of their places, when they are first
        asked for.
        """
        return tuple(facts_of(self))


def tournament_in_columns(
    tournament: str,
    header: HeaderFact,
    games: Sequence[GameFact],
    source: str | None = None,
) -> TournamentColumns:
    """Put the games of a tournament into columns, whatever ids they have."""
    seats: dict[str, int] = {}
    white = []
    black = []
    for game in games:
        white.append(seats.setdefault(game.white, len(seats)))
        black.append(seats.setdefault(game.black, len(seats)))

    rounds = games_by_round([game.round for game in games])
    ids = [game.game for game in games]
    if ids == _usual_ids(rounds):
        ids = []

    return TournamentColumns(
        tournament=tournament,
        header=header,
        players=tuple(seats),
        rounds=tuple(rounds),
        white=tuple(white),
        black=tuple(black),
        results="".join([LETTER_OF[game.result] for game in games]),
        ids=tuple(ids),
        on=_column_if_stated([game.on for game in games]),
        minutes=_column_if_stated([game.minutes for game in games]),
        minutes_black=_column_if_stated([game.minutes_black for game in games]),
        tiebreak=_column_if_stated([game.tiebreak for game in games]),
        board=_column_if_stated([game.board for game in games]),
        source=source,
    )


def games_by_round(round_of_each: Iterable[int]) -> list[int]:
    """Write the rounds of games as they are stored: each round, then its number of
    games; `[1, 1, 1, 2, 2]` becomes `[1, 3, 2, 2]`.
    """
    rounds: list[int] = []
    for number, games in groupby(round_of_each):
        rounds += (number, len(list(games)))
    return rounds


def _column_if_stated(column: Sequence[Any]) -> tuple[Any, ...]:
    """Return a column, or nothing if no game says anything of its own in it."""
    is_usual = all(value is None or value is False for value in column)
    if is_usual:
        return ()
    return tuple(column)


def _round_of_each(rounds: Sequence[int]) -> list[int]:
    """Return the round of each game, of rounds as they are stored: `[1, 3, 2, 2]`
    becomes `[1, 1, 1, 2, 2]`.
    """
    numbers = rounds[::2]
    sizes = rounds[1::2]
    rounds_of_games: list[int] = []
    for number, size in zip(numbers, sizes, strict=True):
        rounds_of_games += [number] * size
    return rounds_of_games


def _usual_ids(rounds: Sequence[int]) -> list[str]:
    """Make the ids of games that have none of their own: round.running number in the
    round.
    """
    counts: dict[int, int] = {}
    ids = []
    for number in _round_of_each(rounds):
        count = counts.get(number, 0) + 1
        counts[number] = count
        ids.append(f"{number}.{count}")
    return ids


def facts_of(stored: TournamentColumns) -> Iterator[GameFact]:
    """Yield a fact for each game, in the order of their places."""
    players = stored.players
    size = len(stored.white)
    nothing = (None,) * size
    # one column for each field of a GameFact, in their order
    columns: tuple[Iterable[Any], ...] = (
        stored.ids or _usual_ids(stored.rounds),
        _round_of_each(stored.rounds),
        range(1, size + 1),  # place
        [players[seat] for seat in stored.white],
        [players[seat] for seat in stored.black],
        [RESULT_OF[letter] for letter in stored.results],
        stored.on or nothing,
        stored.minutes or nothing,
        stored.minutes_black or nothing,
        stored.tiebreak or (False,) * size,
        stored.board or nothing,
    )
    return map(GameFact, *columns)
