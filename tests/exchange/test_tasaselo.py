"""Tables of Tasaselo, written here as its source writes them: of a tournament that is
over, and of its rounds so far.

Colours, ways to end, newcomers, groups, more than 99 players, lists behind the table.
Names are invented.
"""

import random
from typing import NamedTuple

import pytest

from exchange.recognise import kind_of
from exchange.results.crosstable import read_crosstable
from exchange.results.printed import is_tasaselo
from exchange.text.cells import PairedGame
from ledger.errors import Refused


class Cell(NamedTuple):
    colour: str = " "
    how: str = " "
    opponent: int = 0


class Player(NamedTuple):
    number: int
    name: str
    cells: list[Cell]
    points: float = 0.0
    new: bool = False


def played(rng: random.Random, count: int, rounds: int) -> list[Player]:
    """Random rounds of everything that the program writes in a cell."""
    people = [
        Player(number, f"Sukunimi{number} Etu", []) for number in range(1, count + 1)
    ]
    for _ in range(rounds):
        order = rng.sample(people, count)
        alone = count % 2 or rng.random() < 0.3
        pairs = order[: count - 2 + count % 2] if alone else order
        for white, black in zip(pairs[::2], pairs[1::2], strict=False):
            one, other = rng.choice(
                [
                    *[("+", "-"), ("-", "+"), ("=", "=")] * 4,
                    ("V", "L"),
                    ("L", "V"),
                    ("Y", "Y"),
                    ("X", "X"),
                    (" ", " "),
                ]
            )
            white.cells.append(Cell("v", one, black.number))
            black.cells.append(Cell("m", other, white.number))
        for one_left in order[len(pairs) // 2 * 2 :]:
            one_left.cells.append(Cell(how=rng.choice("X ")))
    worth = {"+": 1.0, "V": 1.0, "=": 0.5, "X": 0.5}
    return [
        one._replace(points=sum(worth.get(cell.how, 0.0) for cell in one.cells))
        for one in people
    ]


def table(people: list[Player], rng: random.Random, over: bool = True) -> str:
    """The table as the program writes it: two groups, the rows of each by points; over:
    in the order of numbers.
    """
    wide = 3 if len(people) > 99 else 2
    rounds = len(people[0].cells)
    longest = max(len(one.name) for one in people)
    dots = "".join(f"{number:{wide + 2}}." for number in range(1, rounds + 1))
    lines = [
        "  LOPPUTULOKSET " if over else "  TILANNETAULUKKO ",
        f"  TY5   Kesän Nopea    Kierros:  {rounds}",
        " ",
    ]
    half = len(people) // 2 or 1
    for group, own in (("A", people[:half]), ("B", people[half:])):
        if over:
            lines += [" ", f"  {group}-ryhmä{' ' * 36}{dots}    P Selo"]
        else:
            lines += [
                " ",
                (
                    f"  {group}-RYHMÄ{' ' * (longest - 4)} SELO{dots}    P  VAST  T-OD"
                    " MSELO"
                ),
            ]
            own = sorted(own, key=lambda one: (-one.points, rng.random()))
        for one in own:
            cells = "".join(f" {c.colour}{c.how}{c.opponent:{wide}}" for c in one.cells)
            points, rating = (
                f"{one.points:4.1f}".replace(".", ","),
                f"{'U' if one.new else ' '}{1500 + one.number:4}",
            )
            if over:
                lines.append(
                    f"{one.number:3} {one.name:25} {'TuTS':8}{rating}{cells} {points}"
                    f" {1600:4}"
                )
            else:
                lines.append(
                    f"{one.number:3} {one.name:{longest}} {rating} {cells} {points}"
                    " 1750 -0,37 1800"
                )
    lines += [
        " ",
        "  TASASELOTURNAUS.   PELAAJIEN VERTAILULUVUT",
        "  1  Sukunimi1 Etu             1501 A  2,0 1600 1500 -0,37",
    ]
    return "".join(f"{line}\n" for line in lines)


def expected(people: list[Player]) -> list[tuple[int, int, int, str]]:
    results = {
        "+-": "1-0",
        "-+": "0-1",
        "==": "1/2-1/2",
        "VL": "1-0F",
        "LV": "0-1F",
        "YY": "0-0F",
        "XX": "1/2-1/2F",
        "  ": "*",
    }
    by_number = {one.number: one for one in people}
    return sorted(
        (
            at,
            one.number,
            cell.opponent,
            results[cell.how + by_number[cell.opponent].cells[at - 1].how],
        )
        for one in people
        for at, cell in enumerate(one.cells, 1)
        if cell.colour == "v"
    )


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("seed", range(30))
def test_any_table_is_read_as_it_was_played(seed: int, over: bool) -> None:
    rng = random.Random(seed)
    people = played(rng, rng.choice((2, 5, 12, 31, 120)), rng.randint(1, 9))
    text = table(people, rng, over)
    if not any(cell.opponent for one in people for cell in one.cells):
        return
    data = text.encode("cp1252")
    assert kind_of("TULOKSET.TXT", data) == "crosstable", f"seed {seed}"
    read = read_crosstable(data)
    number = {
        row.position: int(row.name.split(",")[0].removeprefix("Sukunimi"))
        for row in read.players
    }

    def of(game: PairedGame) -> tuple[int, int, int, str]:
        return game.round, number[game.white], number[game.black], game.result

    assert sorted(map(of, read.games)) == expected(people), f"seed {seed}"
    points = {number[row.position]: row.points for row in read.players}
    assert all(
        points[n] == f"{people[n - 1].points:.1f}".replace(".", ",") for n in points
    ), f"seed {seed}"
    assert {number[bye.player] for bye in read.byes if bye.code == "H"} <= {
        one.number for one in people if Cell(how="X") in one.cells
    }


SMALL = """  LOPPUTULOKSET
  TY5   Kesän Nopea 1.7.2024    Kierros:  2

  A-ryhmä                                      1.   2.    P Selo
  1 de la Cruz Anna           TuTS      2227 m+ 3 v+ 2  2,0 2230
  2 Aho Aino                  SalSK    U1834   X 0 m- 1  0,5 1835

  B-ryhmä                                      1.   2.    P Selo
  3 Berg Bo Erik              -         1577 v- 1        0,0 1570
"""


def test_names_ratings_and_the_title_are_those_of_the_table() -> None:
    read = read_crosstable(SMALL.encode())
    assert (read.style, read.title, read.rounds) == (
        "tasaselo",
        "Kesän Nopea 1.7.2024",
        2,
    )
    assert [(row.name, row.rating, row.points, row.line) for row in read.players] == [
        ("de la Cruz, Anna", "2227", "2,0", 5),
        ("Aho, Aino", "1834", "0,5", 6),
        ("Berg, Bo Erik", "1577", "0,0", 9),
    ]
    assert [
        (game.round, game.white, game.black, game.result) for game in read.games
    ] == [
        (1, 3, 1, "0-1"),
        (2, 1, 2, "1-0"),
    ]
    assert [(bye.round, bye.player, bye.code) for bye in read.byes] == [
        (1, 2, "H"),
        (2, 3, "Z"),
    ]


@pytest.mark.parametrize(
    ("broken", "code"),
    [("m+ 3 v+ 2", "m+ 9 v+ 2"), ("v- 1", "v+ 1"), ("m+ 3", "v+ 3")],
    ids=["nobody", "two-winners", "two-whites"],
)
def test_a_row_that_contradicts_another_is_refused(broken: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_crosstable(SMALL.replace(broken, code).encode(), "t.txt")
    assert all(problem.where.line in (5, 6, 9) for problem in refused.value.problems)


def test_two_rows_of_one_number_are_no_table() -> None:
    assert not is_tasaselo(SMALL.replace("  2 Aho", "  1 Aho").splitlines())
    assert not is_tasaselo(["  A-ryhmä  1.   2.    P Selo", *["  1 " + " " * 290] * 50])
