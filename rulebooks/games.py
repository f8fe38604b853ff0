"""Keep the games of a tournament or unit in columns: each player once, a game as two
seats among them and a letter.

A `Game` of its own is only made for who asks for one. What all games have in common
stands once: the day, the time.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby, repeat
from typing import NamedTuple, TypeVar

from msgspec import Struct

from messages.results import HALF_POINTS, LETTER_OF, RESULT_OF

T = TypeVar("T")
# "1" for a game that was played, else the result; with day, times and tie-break where
# they differ
Sort = str | tuple[str, str, tuple[int, int], bool]
# a result is one letter, the same as in a stored tournament; half points of a game that
# was played, by letter
WHITE = {LETTER_OF[word]: white for word, (white, _) in HALF_POINTS.items()}
BLACK = {LETTER_OF[word]: black for word, (_, black) in HALF_POINTS.items()}
_AS_PLAYED = str.maketrans(dict.fromkeys(WHITE, "1"))


class Game(NamedTuple):
    """One game as a rulebook reads it. `points` are half points (white, black); None:
    it was not played.
    """

    id: str
    round: int
    place: int
    on: str
    white: str
    black: str
    result: str
    points: tuple[int, int] | None
    seconds: int
    seconds_black: int
    tiebreak: bool


class Games(Struct):
    """The games in columns. `white` and `black` are positions in `players`, `runs` is
    round, number of games, and so on.

    An empty column holds the usual value for every game: the round and the running
    number in it as the id, the places from 1 on, `day`, `seconds` for both players, no
    tie-break.
    """

    players: tuple[str, ...]
    white: tuple[int, ...]
    black: tuple[int, ...]
    results: str
    runs: tuple[int, ...]
    day: str
    seconds: int
    ids: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    days: tuple[str, ...] = ()
    times: tuple[tuple[int, int], ...] = ()
    tiebreaks: tuple[bool, ...] = ()

    @classmethod
    def from_games(
        cls, games: Iterable[Game], day: str = "", seconds: int = 0
    ) -> "Games":
        """Make columns of single games; `day` and `seconds` are the usual ones, those
        of the first game if not given.
        """
        rows = list(games)
        if not rows:
            return NO_GAMES
        first, count = rows[0], len(rows)
        day = day or first.on
        seconds = seconds or first.seconds
        runs = _runs_of(game.round for game in rows)
        seats = _seats_in((game.white, game.black) for game in rows)
        letters = [LETTER_OF[game.result] for game in rows]
        usual_places = range(1, count + 1)
        times = [(game.seconds, game.seconds_black) for game in rows]
        return cls(
            players=seats.players,
            white=seats.white,
            black=seats.black,
            results="".join(letters),
            runs=runs,
            day=day,
            seconds=seconds,
            ids=_unless_usual([game.id for game in rows], usual_ids(runs)),
            places=_unless_usual([game.place for game in rows], usual_places),
            days=_unless_usual([game.on for game in rows], [day] * count),
            times=_unless_usual(times, [(seconds, seconds)] * count),
            tiebreaks=_unless_usual([game.tiebreak for game in rows], [False] * count),
        )

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Game]:
        """Yield one game after the other, as objects."""
        players, count = self.players, len(self)
        rows = zip(
            self.numbers(),
            rounds(self.runs),
            self.places or range(1, count + 1),
            self.days or repeat(self.day, count),
            self.white,
            self.black,
            self.results,
            self.times or repeat((self.seconds, self.seconds), count),
            self.tiebreaks or repeat(False, count),
            strict=True,
        )
        for name, round_no, place, on, white, black, letter, times, tiebreak in rows:
            seconds, seconds_black = times
            yield Game(
                id=name,
                round=round_no,
                place=place,
                on=on,
                white=players[white],
                black=players[black],
                result=RESULT_OF[letter],
                points=_points(letter),
                seconds=seconds,
                seconds_black=seconds_black,
                tiebreak=tiebreak,
            )

    @property
    def alike(self) -> bool:
        """Whether all games have the day and the time of the tournament, and none is a
        tie-break.
        """
        return not (self.days or self.times or self.tiebreaks)

    def sorts(self) -> Sequence[Sort]:
        """Return each game's sort, which is what decides on its fate: in most
        tournaments only whether it was played.
        """
        results = self.results.translate(_AS_PLAYED)
        if self.alike:
            return results
        count = len(self)
        days = self.days or (self.day,) * count
        times = self.times or ((self.seconds, self.seconds),) * count
        tiebreaks = self.tiebreaks or (False,) * count
        return list(zip(results, days, times, tiebreaks, strict=True))

    def example(self, sort: Sort) -> Game:
        """Make a game of a sort, without id and players."""
        if isinstance(sort, str):
            sort = (sort, self.day, (self.seconds, self.seconds), False)
        letter, day, (seconds, seconds_black), tiebreak = sort
        return Game(
            id="",
            round=0,
            place=0,
            on=day,
            white="",
            black="",
            result=RESULT_OF[letter],
            points=_points(letter),
            seconds=seconds,
            seconds_black=seconds_black,
            tiebreak=tiebreak,
        )

    def time(self, index: int) -> int:
        """Return the seconds of a game."""
        if not self.times:
            return self.seconds
        seconds, _ = self.times[index]
        return seconds

    def take(self, indexes: Sequence[int]) -> "Games":
        """Return some of the games, in the order given."""
        players = self.players
        pairs = []
        for index in indexes:
            white, black = self.white[index], self.black[index]
            pairs.append((players[white], players[black]))

        seats = _seats_in(pairs)
        places = self.places or range(1, len(self) + 1)
        return Games(
            players=seats.players,
            white=seats.white,
            black=seats.black,
            results="".join(_values_at(self.results, indexes)),
            runs=_runs_of(_values_at(rounds(self.runs), indexes)),
            day=self.day,
            seconds=self.seconds,
            ids=_values_at(self.numbers(), indexes),
            places=_values_at(places, indexes),
            days=_values_at(self.days, indexes),
            times=_values_at(self.times, indexes),
            tiebreaks=_values_at(self.tiebreaks, indexes),
        )

    def single(self, index: int, round_no: int) -> "Games":
        """Return one of the games alone: `take`, without going through all of them for
        each of a long league.
        """
        players = self.players
        return Games(
            players=(players[self.white[index]], players[self.black[index]]),
            white=(0,),
            black=(1,),
            results=self.results[index],
            runs=(round_no, 1),
            day=self.day,
            seconds=self.seconds,
            ids=(self.numbers()[index],),
            places=(self.places[index] if self.places else index + 1,),
            days=self.days[index : index + 1],
            times=self.times[index : index + 1],
            tiebreaks=self.tiebreaks[index : index + 1],
        )

    def numbers(self) -> Sequence[str]:
        """Return the id of each game."""
        return self.ids or usual_ids(self.runs)

    def in_order(self) -> bool:
        """Tell whether the games stand in the order of their days, rounds and places."""
        return (
            not self.days
            and _is_ascending(self.runs[::2])
            and _is_ascending(self.places)
        )

    def order(self) -> list[int]:
        """Return the positions of the games in the order of their days, rounds and
        places.
        """
        count = len(self)
        days = self.days or [self.day] * count
        round_numbers = rounds(self.runs)
        places = self.places or range(1, count + 1)

        def sort_key(index: int) -> tuple[str, int, int]:
            return days[index], round_numbers[index], places[index]

        return sorted(range(count), key=sort_key)


def positions(column: Sequence[int], value: int) -> Iterator[int]:
    """Yield the positions at which a column has a value."""
    at = -1
    for _ in range(column.count(value)):
        at = column.index(value, at + 1)
        yield at


def rounds(runs: Sequence[int]) -> list[int]:
    """Return the round of each game.

    Rounds and their games (1, 2, 2, 1)  ->  [1, 1, 2]
    """
    numbers: list[int] = []
    for number, games in zip(runs[::2], runs[1::2], strict=True):
        numbers += [number] * games
    return numbers


# who asks for the games of one player after the other asks for these as often
@lru_cache(maxsize=64)
def usual_ids(runs: tuple[int, ...]) -> tuple[str, ...]:
    """Return the usual id of each game: the round, a point, and the running number in
    the round, such as 3.2.
    """
    ids = []
    # a round may come again after games of others, and is then counted on
    counts: dict[int, int] = {}
    for round_no, games in zip(runs[::2], runs[1::2], strict=True):
        before = counts.get(round_no, 0)
        after = before + games
        for count in range(before + 1, after + 1):
            ids.append(f"{round_no}.{count}")
        counts[round_no] = after
    return tuple(ids)


def _is_ascending(values: Sequence[int]) -> bool:
    return list(values) == sorted(values)


def _points(letter: str) -> tuple[int, int] | None:
    """Return the half points of a result by its letter; None if it was not played."""
    if letter not in WHITE:
        return None
    return WHITE[letter], BLACK[letter]


class SeatsOfGames(NamedTuple):
    """Players in the order in which they first play, and who has White and who Black,
    game by game, as positions among them.
    """

    players: tuple[str, ...]
    white: tuple[int, ...]
    black: tuple[int, ...]


def _seats_in(pairs: Iterable[tuple[str, str]]) -> SeatsOfGames:
    """Give a seat to everybody in these pairs, of White and Black in each game."""
    seat_of: dict[str, int] = {}
    white: list[int] = []
    black: list[int] = []
    for white_player, black_player in pairs:
        # who is met for the first time gets the next seat
        white_seat = seat_of.setdefault(white_player, len(seat_of))
        black_seat = seat_of.setdefault(black_player, len(seat_of))
        white.append(white_seat)
        black.append(black_seat)

    players = tuple(seat_of)
    return SeatsOfGames(players, tuple(white), tuple(black))


def _runs_of(round_numbers: Iterable[int]) -> tuple[int, ...]:
    """Return each round and how many games of it follow each other.

    Rounds 1, 1, 2, 1  ->  (1, 2, 2, 1, 1, 1)
    """
    runs: list[int] = []
    for number, same in groupby(round_numbers):
        games = len(list(same))
        runs += [number, games]
    return tuple(runs)


def _values_at(column: Sequence[T], indexes: Iterable[int]) -> tuple[T, ...]:
    """Return the values that a column has at these positions, in the order given.

    An empty column, which holds the usual value for every game, stays empty.
    """
    if not column:
        return ()
    return tuple([column[index] for index in indexes])


def _unless_usual(column: Sequence[T], usual: Sequence[T]) -> tuple[T, ...]:
    """Return the column, or an empty one when every game has the usual value."""
    values = tuple(column)
    if values == tuple(usual):
        return ()
    return values


NO_GAMES = Games(players=(), white=(), black=(), results="", runs=(), day="", seconds=0)
