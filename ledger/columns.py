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
from itertools import chain, groupby, repeat
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


def by_column(games: Iterable[Struct]) -> GamesIn:
    """Turn the games of a document into columns; their fields are those of the columns."""
    rows = list(map(astuple, games))
    return GamesIn(
        *(zip(*rows, strict=True) if rows else repeat((), len(GamesIn._fields)))
    )


def seated(games: GamesIn) -> tuple[str, ...]:
    """List everybody with a game, in the order of the boards.

    Ids are interned: a few thousand of them return in every tournament.
    """
    return tuple(
        map(
            intern,
            dict.fromkeys(
                chain.from_iterable(zip(games.white, games.black, strict=True))
            ),
        )
    )


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


def in_columns(
    tournament: str,
    header: HeaderFact,
    games: Sequence[GameFact],
    source: str | None = None,
) -> TournamentColumns:
    """Put the games of a tournament into columns, whatever ids they have."""
    seat: dict[str, int] = {}
    pairs = [
        (seat.setdefault(game.white, len(seat)), seat.setdefault(game.black, len(seat)))
        for game in games
    ]
    rounds: list[int] = []
    for number, of_round in groupby(game.round for game in games):
        rounds += (number, len(list(of_round)))
    ids = tuple(game.game for game in games)
    return TournamentColumns(
        tournament=tournament,
        header=header,
        players=tuple(seat),
        rounds=tuple(rounds),
        white=tuple(white for white, _ in pairs),
        black=tuple(black for _, black in pairs),
        results="".join([LETTER_OF[game.result] for game in games]),
        ids=() if ids == tuple(_usual_ids(rounds)) else ids,
        on=_unusual([game.on for game in games]),
        minutes=_unusual([game.minutes for game in games]),
        minutes_black=_unusual([game.minutes_black for game in games]),
        tiebreak=_unusual([game.tiebreak for game in games]),
        board=_unusual([game.board for game in games]),
        source=source,
    )


def _unusual(column: Sequence[Any]) -> tuple[Any, ...]:
    """Return a column, or nothing if no game says anything of its own in it."""
    return (
        ()
        if all(value is None or value is False for value in column)
        else tuple(column)
    )


def _round_of_each(rounds: Sequence[int]) -> list[int]:
    return [
        number
        for number, games in zip(rounds[::2], rounds[1::2], strict=True)
        for _ in range(games)
    ]


def _usual_ids(rounds: Sequence[int]) -> list[str]:
    """Make the ids of games that have none of their own: round.running number in the
    round.
    """
    counts: dict[int, int] = {}
    ids = []
    for number in _round_of_each(rounds):
        counts[number] = count = counts.get(number, 0) + 1
        ids.append(f"{number}.{count}")
    return ids


def facts_of(stored: TournamentColumns) -> Iterator[GameFact]:
    """Yield a fact for each game, in the order of their places."""
    players, size = stored.players, len(stored.white)
    nothing = (None,) * size
    return map(
        GameFact,
        stored.ids or _usual_ids(stored.rounds),
        _round_of_each(stored.rounds),
        range(1, size + 1),
        [players[seat] for seat in stored.white],
        [players[seat] for seat in stored.black],
        [RESULT_OF[letter] for letter in stored.results],
        stored.on or nothing,
        stored.minutes or nothing,
        stored.minutes_black or nothing,
        stored.tiebreak or (False,) * size,
        stored.board or nothing,
    )
