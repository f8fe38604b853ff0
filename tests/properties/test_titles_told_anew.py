"""Titles after corrections are those of a ledger that was told the right results from
the beginning.

In random events of players just below a title's rating, one after the other has two
results exchanged: most come out with the figures they had, and some reached the title
after another game. `make test-all` tells twelve histories,
`make torture` a thousand.
"""

import random
from pathlib import Path

import pytest

from projections.tables.players import titles_in
from tests.torture.workload import SEED, scaled
from tests.world.documents import Document, amend, game, opening, player, tournament
from tests.world.ledger import Ledger, ledger

PLAYERS = [f"P{number}" for number in range(6)]
EVENTS, ROUNDS, CORRECTIONS = 3, 4, 6
RESULTS = ("1-0", "1/2-1/2", "0-1")
TURNED = dict(zip(RESULTS, reversed(RESULTS), strict=True))
Results = dict[tuple[int, int, int], str]  # event, round, board


def titles(told: Ledger) -> set[tuple[str, str, str, str | None, str | None]]:
    rows = titles_in(told.writer.connection, "selo")
    return {
        (title.player, title.title, title.on, title.tournament, title.game)
        for title, end in rows
        if end is None
    }


def test_a_title_was_reached_after_another_game_that_brought_the_same(
    tmp_path: Path,
) -> None:
    def three(first: str, second: str) -> Document:
        lines = [("X", "P", first), ("X", "Q", second), ("X", "R", "1-0")]
        return tournament("cup", "2024-05-05", *lines)

    people = [
        document
        for name in "XPQR"
        for document in (player(name), opening(name, 1885, normal_games=40))
    ]
    with ledger(tmp_path) as told:
        told.submit(*people, three("1-0", "0-1"))
        assert ("X", "I", "2024-05-05", "cup", "1.1") in titles(told)
        told.submit(
            amend("cup", games={"1.1": {"result": "0-1"}, "2.1": {"result": "1-0"}})
        )
        assert ("X", "I", "2024-05-05", "cup", "3.1") in titles(told)


def told_from(
    results: Results, pairs: dict[tuple[int, int], list[tuple[str, str]]]
) -> list[Document]:
    return [
        tournament(
            f"E{event}",
            f"2024-0{event + 1}-05",
            *(
                game(round_no, white, black, results[event, round_no, board])
                for round_no in range(1, ROUNDS + 1)
                for board, (white, black) in enumerate(pairs[event, round_no], start=1)
            ),
        )
        for event in range(EVENTS)
    ]


def compare(seed: int, folder: Path) -> int:
    """Tell, correct and compare; return how many titles moved to another game of the
    same event.
    """
    rng, moved = random.Random(f"{SEED} titles {seed}"), 0
    pairs, results = dict[tuple[int, int], list[tuple[str, str]]](), Results()
    for event in range(EVENTS):
        for round_no in range(1, ROUNDS + 1):
            drawn = rng.sample(PLAYERS, 6)
            pairs[event, round_no] = [
                (drawn[0], drawn[1]),
                (drawn[2], drawn[3]),
                (drawn[4], drawn[5]),
            ]
            results |= {
                (event, round_no, board): rng.choice(RESULTS) for board in (1, 2, 3)
            }
    rating, games = rng.choice((1886, 2041)), rng.choice((20, 40))
    people = [
        document
        for name in PLAYERS
        for document in (player(name), opening(name, rating, normal_games=games))
    ]
    with ledger(folder, f"{seed}.db") as told:
        told.submit(*people, *told_from(results, pairs))
        before = titles(told)
        for number in range(CORRECTIONS):
            event, name = rng.randrange(EVENTS), rng.choice(PLAYERS)
            own = [
                ((event, round_no, board), name == white)
                for round_no in range(1, ROUNDS + 1)
                for board, (white, black) in enumerate(pairs[event, round_no], start=1)
                if name in (white, black)
            ]
            (one, as_white), (other, as_white_too) = rng.sample(own, 2)
            same = as_white == as_white_too
            if results[one] == (results[other] if same else TURNED[results[other]]):
                continue
            results[one], results[other] = (
                (results[other], results[one])
                if same
                else (TURNED[results[other]], TURNED[results[one]])
            )
            changed = {
                f"{key[1]}.{key[2]}": {"result": results[key]} for key in (one, other)
            }
            told.submit(amend(f"E{event}", games=changed))
            with ledger(folder, f"{seed}-{number}.db") as anew:
                anew.submit(*people, *told_from(results, pairs))
                assert titles(told) == titles(anew), (
                    f"SELO_SEED={SEED}, history {seed}, correction {number}"
                )
            moved += len(
                {row[:4] for row in titles(told) - before} & {row[:4] for row in before}
            )
            before = titles(told)
    return moved


def test_titles_are_those_of_a_ledger_told_anew(tmp_path: Path) -> None:
    assert sum(compare(seed, tmp_path) for seed in range(12)) > 3


@pytest.mark.torture
def test_titles_are_those_of_many_ledgers_told_anew(tmp_path: Path) -> None:
    for seed in range(12, 12 + scaled(1000)):
        compare(seed, tmp_path)
