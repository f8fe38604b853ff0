"""Check a report that was typed from paper against itself: what the rounds add up to, and
what is worth another look.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from exchange.trf.typed_report import BYES, TypedReport
from messages import Message, say
from messages.results import RESULTS

# times one colour: no pairing program gives it before the last round
IN_A_ROW = 3


class Pair(NamedTuple):
    """Two players who met, whatever the colours."""

    lower: int
    higher: int


def half_points(sheet: TypedReport) -> list[int]:
    """Return the half points of each player, in the order of the sheet.

    A win is 2, a draw 1; a bye is what its letter is worth, and a forfeit scores as the
    game would. A game whose result scores nothing for either adds nothing.

        player 1 beats player 2, then has a bye of half a point
        [3, 0]
    """
    sums = Counter[int]()

    for game in sheet.games:
        if game.black is None:
            sums[game.white] += BYES[game.result]
            continue

        scored = RESULTS[game.result].scored
        if scored is not None:
            sums[game.white] += scored[0]
            sums[game.black] += scored[1]

    return [sums[number] for number in range(1, len(sheet.players) + 1)]


class Odd(NamedTuple):
    """What is worth another look, and whose it is: the number of a player, and the
    round in which it shows; None where it is about their points.
    """

    message: Message
    player: int
    round: int | None = None


def looks_odd(sheet: TypedReport) -> Iterator[Odd]:
    """Yield what is worth another look at the paper.

    Points of the sheet that the rounds do not give, two who meet a second time, and the
    same colour three times in a row. None of it is an error: in a double round robin
    all meet twice. So nothing here keeps anybody from booking.
    """
    yield from _points_that_differ(sheet)

    # in which round two players met first
    met: dict[Pair, int] = {}
    for game in sheet.games:
        if game.black is None:
            continue

        pair = Pair(min(game.white, game.black), max(game.white, game.black))
        if pair in met:
            message = say(
                "round {round}: {one} and {other} met in round {before} too",
                round=game.round,
                one=pair.lower,
                other=pair.higher,
                before=met[pair],
            )
            yield Odd(message, game.black, game.round)

        met.setdefault(pair, game.round)

    yield from _colours_in_a_row(sheet)


def _points_that_differ(sheet: TypedReport) -> Iterator[Odd]:
    """Yield each player whose points on the sheet are not those of the rounds.

    Somebody without points on the sheet is not compared.
    """
    sums = half_points(sheet)

    for number, (player, halves) in enumerate(zip(sheet.players, sums, strict=True), 1):
        if player.points and float(player.points) * 2 != halves:
            message = say(
                "{number} {name}: the sheet has {sheet} points, the rounds give {sum}",
                number=number,
                name=player.name,
                sheet=player.points,
                sum=f"{halves / 2:g}",
            )
            yield Odd(message, number)


def _colours_in_a_row(sheet: TypedReport) -> Iterator[Odd]:
    """Yield each player who has one colour in three games one after the other.

    Byes and forfeits do not count and do not part a row: no colour was played. Somebody
    who goes on in the same colour is told of once.
    """
    # by number on the sheet, the games in one colour so far: `ww`
    colours: dict[int, str] = {}
    for game in sheet.games:
        if game.black is None or not RESULTS[game.result].is_played:
            continue

        for number, colour in ((game.white, "w"), (game.black, "b")):
            so_far = colours.get(number, "")
            row = so_far + colour if so_far.endswith(colour) else colour
            colours[number] = row

            if len(row) == IN_A_ROW:
                message = say(
                    "{number} has the same colour three times in a row, up to round"
                    " {round}",
                    number=number,
                    round=game.round,
                )
                yield Odd(message, number, game.round)
