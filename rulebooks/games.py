"""Keep the games of a tournament or unit in columns: each player once, a game as two
seats among them and a letter.

A `Game` of its own is only made for who asks for one. What all games have in common
stands once: the day, the time.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
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
    def of(cls, games: Iterable[Game], day: str = "", seconds: int = 0) -> "Games":
        """Make columns of single games; `day` and `seconds` are the usual ones, those
        of the first game if not given.
        """
        rows = list(games)
        if not rows:
            return NO_GAMES
        first = rows[0]
        day = day or first.on
        seconds = seconds or first.seconds
        seat: dict[str, int] = {}
        pairs = [
            (
                seat.setdefault(game.white, len(seat)),
                seat.setdefault(game.black, len(seat)),
            )
            for game in rows
        ]
        runs: list[int] = []
        for number, of_round in groupby(game.round for game in rows):
            runs += (number, len(list(of_round)))
        return cls(
            players=tuple(seat),
            white=tuple(white for white, _ in pairs),
            black=tuple(black for _, black in pairs),
            results="".join([LETTER_OF[game.result] for game in rows]),
            runs=tuple(runs),
            day=day,
            seconds=seconds,
            ids=_unless([game.id for game in rows], usual_ids(tuple(runs))),
            places=_unless([game.place for game in rows], range(1, len(rows) + 1)),
            days=_unless([game.on for game in rows], [day] * len(rows)),
            times=_unless(
                [(game.seconds, game.seconds_black) for game in rows],
                [(seconds, seconds)] * len(rows),
            ),
            tiebreaks=_unless([game.tiebreak for game in rows], [False] * len(rows)),
        )

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[Game]:
        """Yield one game after the other, as objects."""
        players = self.players
        numbers = self.numbers()
        own = black_own = self.seconds
        rows = zip(rounds(self.runs), self.results, strict=True)
        for index, (round_no, letter) in enumerate(rows):
            if self.times:
                own, black_own = self.times[index]
            yield Game(
                id=numbers[index],
                round=round_no,
                place=self.places[index] if self.places else index + 1,
                on=self.days[index] if self.days else self.day,
                white=players[self.white[index]],
                black=players[self.black[index]],
                result=RESULT_OF[letter],
                points=(WHITE[letter], BLACK[letter]) if letter in WHITE else None,
                seconds=own,
                seconds_black=black_own,
                tiebreak=self.tiebreaks[index] if self.tiebreaks else False,
            )

    @property
    def alike(self) -> bool:
        """Whether all games have the day and the time of the tournament, and none is a
        tie-break.
        """
        return not (self.days or self.times or self.tiebreaks)

    def sorts(self) -> Sequence[Sort]:
        """Return each game's sort, which is what decides on its fate: in most
        tournaments only whether it was
        played.
        """
        results = self.results.translate(_AS_PLAYED)
        if self.alike:
            return results
        size = len(self)
        days, times = (
            self.days or (self.day,) * size,
            self.times or ((self.seconds, self.seconds),) * size,
        )
        return list(
            zip(results, days, times, self.tiebreaks or (False,) * size, strict=True)
        )

    def example(self, sort: Sort) -> Game:
        """Make a game of a sort, without id and players."""
        letter, day, (own, black_own), tiebreak = (
            (sort, self.day, (self.seconds, self.seconds), False)
            if isinstance(sort, str)
            else sort
        )
        points = (WHITE[letter], BLACK[letter]) if letter in WHITE else None
        return Game(
            id="",
            round=0,
            place=0,
            on=day,
            white="",
            black="",
            result=RESULT_OF[letter],
            points=points,
            seconds=own,
            seconds_black=black_own,
            tiebreak=tiebreak,
        )

    def time(self, index: int) -> int:
        """Return the seconds of a game."""
        return self.times[index][0] if self.times else self.seconds

    def take(self, indexes: Sequence[int]) -> "Games":
        """Return some of the games, in the order given."""
        seat: dict[str, int] = {}
        players = self.players
        pairs = [
            (
                seat.setdefault(players[self.white[index]], len(seat)),
                seat.setdefault(players[self.black[index]], len(seat)),
            )
            for index in indexes
        ]
        round_of, numbers = rounds(self.runs), self.numbers()
        runs: list[int] = []
        for number, of_round in groupby(round_of[index] for index in indexes):
            runs += (number, len(list(of_round)))
        return Games(
            players=tuple(seat),
            white=tuple([white for white, _ in pairs]),
            black=tuple([black for _, black in pairs]),
            results="".join([self.results[index] for index in indexes]),
            runs=tuple(runs),
            day=self.day,
            seconds=self.seconds,
            ids=tuple([numbers[index] for index in indexes]),
            places=tuple(
                [self.places[index] if self.places else index + 1 for index in indexes]
            ),
            days=tuple([self.days[index] for index in indexes]) if self.days else (),
            times=tuple([self.times[index] for index in indexes]) if self.times else (),
            tiebreaks=(
                tuple([self.tiebreaks[index] for index in indexes])
                if self.tiebreaks
                else ()
            ),
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
        return not self.days and _ascending(self.runs[::2]) and _ascending(self.places)

    def order(self) -> list[int]:
        """Return the positions of the games in the order of their days, rounds and
        places.
        """
        round_of = rounds(self.runs)
        return sorted(
            range(len(self)),
            key=lambda index: (
                self.days[index] if self.days else self.day,
                round_of[index],
                self.places[index] if self.places else index,
            ),
        )


def positions(column: Sequence[int], value: int) -> Iterator[int]:
    """Yield the positions at which a column has a value."""
    at = -1
    for _ in range(column.count(value)):
        at = column.index(value, at + 1)
        yield at


def rounds(runs: Sequence[int]) -> list[int]:
    """Return the round of each game."""
    return [
        number
        for number, games in zip(runs[::2], runs[1::2], strict=True)
        for _ in range(games)
    ]


# who asks for the games of one player after the other asks for these as often
@lru_cache(maxsize=64)
def usual_ids(runs: tuple[int, ...]) -> tuple[str, ...]:
    """Return the usual id of each game: the round, a point, and the running number in
    the round, such as 3.2.
    """
    counts: dict[int, int] = {}  # by round
    ids: list[str] = []
    for number, games in zip(runs[::2], runs[1::2], strict=True):
        first = counts.get(number, 0) + 1
        behind = first + games
        ids += [f"{number}.{count}" for count in range(first, behind)]
        counts[number] = behind - 1
    return tuple(ids)


def _ascending(values: Sequence[int]) -> bool:
    return list(values) == sorted(values)


def _unless(column: Sequence[T], usual: Sequence[T]) -> tuple[T, ...]:
    """Return the column, or an empty one when every game has the usual value."""
    values = tuple(column)
    return () if values == tuple(usual) else values


NO_GAMES = Games(players=(), white=(), black=(), results="", runs=(), day="", seconds=0)
