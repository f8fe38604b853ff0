"""A report that was typed from paper is a report: what is written is read back."""

import os
import random
import secrets

import pytest

from exchange.trf.read import read_trf
from exchange.trf.typed_report import (
    BYES,
    TypedGame,
    TypedPlayer,
    TypedReport,
    is_typed,
    read_typed,
    typed_text,
)
from messages.results import RESULTS

NAMES = ("Virtanen, Aino", "Berg, Bea", "Äijälä, Åke", "Nguyễn, An", "X")
FINISHED = [word for word, row in RESULTS.items() if row.scored is not None]


def a_sheet(chance: random.Random) -> TypedReport:
    """A sheet of any size, in which nobody plays twice in a round."""
    count = chance.randrange(2, 12)
    players = tuple(
        TypedPlayer(chance.choice(NAMES), chance.choice(("", "0", "1.5", "11")))
        for _ in range(count)
    )
    games: list[TypedGame] = []
    for at in range(1, chance.randrange(2, 6)):
        free = [*range(1, count + 1)]
        chance.shuffle(free)
        while len(free) > 1 and chance.random() < 0.8:
            white, black = free.pop(), free.pop()
            games.append(TypedGame(at, white, black, chance.choice(FINISHED)))
        if free and chance.random() < 0.5:
            games.append(TypedGame(at, free.pop(), None, chance.choice([*BYES])))
    header = ("Kisa", "2025-05-03", "2025-05-04", "90+30", "Espoo")
    return TypedReport(*header, players=players, games=tuple(games))


def known(sheet: TypedReport) -> set[TypedGame]:
    return set(sheet.games)


def test_any_sheet_is_read_back_as_it_was_typed() -> None:
    seed = int(os.environ.get("SELO_FUZZ_SEED") or secrets.randbits(32))
    print(f"SELO_FUZZ_SEED={seed}")
    chance = random.Random(seed)
    for _ in range(300):
        sheet = a_sheet(chance)
        content = typed_text(sheet).encode()
        assert is_typed(content)
        read = read_typed(content, "kisa.trf")
        assert read._replace(games=()) == sheet._replace(games=())
        assert known(read) == known(sheet)


def test_a_sheet_without_a_round_is_kept_too() -> None:
    sheet = TypedReport(players=(TypedPlayer("Virtanen, Aino"),))
    assert read_typed(typed_text(sheet).encode(), "x.trf") == sheet


@pytest.mark.parametrize("result", FINISHED)
def test_each_result_is_the_one_of_the_report(result: str) -> None:
    players = (TypedPlayer("A"), TypedPlayer("B"))
    sheet = TypedReport(players=players, games=(TypedGame(1, 2, 1, result),))
    [game] = read_trf(typed_text(sheet).encode(), "x.trf").games
    assert (game.white, game.black, game.result) == (2, 1, result)
