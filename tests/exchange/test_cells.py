"""What two cells say together: the table of codes, pair by pair."""

import pytest

from exchange.trf.read import read_trf
from ledger.errors import Refused
from tests.exchange.trf_text import Cell, row, trf, two


@pytest.mark.parametrize(
    ("one", "other", "fate", "result"),
    [
        ((2, "w", "1"), (1, "b", "0"), "played", "1-0"),
        ((2, "b", "1"), (1, "w", "0"), "played", "0-1"),
        ((2, "w", "="), (1, "b", "="), "played", "1/2-1/2"),
        ((2, "w", "0"), (1, "b", "0"), "played", "0-0"),  # an arbiter's decision
        ((2, "w", "0"), (1, "b", "="), "played", "0-1/2"),
        ((2, "w", "="), (1, "b", "0"), "played", "1/2-0"),
        ((2, "W", "1"), (1, "B", "0"), "played", "1-0"),
        ((2, "w", "+"), (1, "b", "-"), "forfeit", "1-0F"),
        ((2, "-", "+"), (1, "-", "-"), "forfeit", "1-0F"),
        ((2, "-", "-"), (1, " ", "+"), "forfeit", "0-1F"),
        ((2, "w", "-"), (1, "b", "-"), "double-forfeit", "0-0F"),
        ((2, "w", "W"), (1, "b", "L"), "short", "1-0F"),
        ((2, "w", "d"), (1, "b", "d"), "short", "1/2-1/2F"),
        ((2, "w", "l"), (1, "b", "w"), "short", "0-1F"),
        ((2, "w", "L"), (1, "b", "L"), "short", "0-0F"),
        ((2, "w", " "), (1, "b", " "), "pending", "*"),
        # a program writes the missing player so
        ((2, "w", "+"), (1, "b", "Z"), "unplayed", "1-0F"),
        ((2, "w", "H"), (1, "b", "H"), "unplayed", "0-0F"),
    ],
)
def test_two_rows_that_agree_are_a_game(
    one: Cell, other: Cell, fate: str, result: str
) -> None:
    (game,) = read_trf(two(one, other)).games
    assert (game.fate, game.result) == (fate, result)
    assert game.rated == (fate == "played") == (game.reason == "")


@pytest.mark.parametrize(
    ("one", "other", "code", "column"),
    [
        ((2, "w", "1"), (1, "b", "1"), "trf-contradicting-results", 92),
        ((2, "w", "1"), (1, "b", "="), "trf-contradicting-results", 92),
        ((2, "w", "+"), (1, "b", "+"), "trf-contradicting-results", 92),
        ((2, "w", "1"), (1, "b", "-"), "trf-contradicting-results", 92),
        ((2, "w", "W"), (1, "b", "W"), "trf-contradicting-results", 92),
        ((2, "w", "W"), (1, "b", "0"), "trf-contradicting-results", 92),
        ((2, "w", "1"), (1, "b", " "), "trf-contradicting-results", 92),
        ((2, "w", " "), (1, "b", "-"), "trf-contradicting-results", 92),
        ((2, "w", "1"), (1, "w", "0"), "trf-same-colours", 92),
        ((2, "b", "+"), (1, "b", "-"), "trf-same-colours", 92),
        ((2, "w", "1"), (1, "-", "0"), "trf-colour-missing", 92),
        ((2, "-", "="), (1, "-", "="), "trf-colour-missing", 92),
        ((2, "w", "1"), ("0000", "-", "U"), "trf-one-sided-cell", 92),
        ((2, "w", "-"), ("0000", "-", "+"), "trf-one-sided-cell", 92),
        ((1, "w", "1"), ("0000", "-", "Z"), "trf-own-opponent", 92),
        ((3, "w", "1"), ("0000", "-", "Z"), "trf-unknown-opponent", 92),
        (("0000", "w", "1"), ("0000", "-", "Z"), "trf-result-without-opponent", 92),
        (("0000", "w", "0"), ("0000", "-", "Z"), "trf-result-without-opponent", 92),
        (("0000", "-", "W"), ("0000", "-", "Z"), "trf-result-without-opponent", 92),
        (("0000", "b", "="), ("0000", "-", "Z"), "trf-result-without-opponent", 92),
        ((2, "x", "1"), (1, "b", "0"), "trf-unknown-colour", 92),
        ((2, "w", "5"), (1, "b", "0"), "trf-unknown-code", 92),
        ((2, "w", "x"), (1, "b", "0"), "trf-unknown-code", 92),
        (("2a", "w", "1"), (1, "b", "0"), "trf-opponent-unreadable", 92),
        (("-1", "w", "1"), (1, "b", "0"), "trf-opponent-unreadable", 92),
        (("²", "w", "1"), (1, "b", "0"), "trf-opponent-unreadable", 92),
    ],
)
def test_cells_that_disagree_refuse_the_file_with_row_and_column(
    one: Cell, other: Cell, code: str, column: int
) -> None:
    with pytest.raises(Refused) as caught:
        read_trf(two(one, other), "x.trf")
    (problem,) = caught.value.problems
    assert (problem.code, str(problem.where)) == (code, f"x.trf:2:{column}, round 1")
    assert problem.hint


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        (("0000", "-", "U"), "pairing-allocated bye"),
        (("   0", "-", "H"), "half-point bye"),
        (("    ", " ", "h"), "half-point bye"),
        (("0000", "-", "F"), "full-point bye"),
        (("0000", "-", "Z"), "zero-point bye"),
        (("0000", "-", "="), "half-point bye"),
        (("0000", "-", "+"), "full-point bye or board without opponent"),
        (("0000", "w", "+"), "full-point bye or board without opponent"),
        (("0000", "-", "-"), "absent"),
    ],
)
def test_codes_without_an_opponent_are_byes(cell: Cell, reason: str) -> None:
    report = read_trf(trf(row(1, cell)))
    assert [(bye.player, bye.round, bye.reason) for bye in report.byes] == [
        (1, 1, reason)
    ]
    assert not report.games


def test_every_problem_of_a_file_is_told_at_once() -> None:
    data = trf(
        row(1, (2, "w", "1"), (2, "w", "1"), (9, "w", "1")),
        row(2, (1, "w", "0"), (3, "b", "0"), ("0000", "-", "?")),
        row(3, ("0000", "-", "Z"), (2, "w", "1"), ("0000", "-", "1")),
    )
    with pytest.raises(Refused) as caught:
        read_trf(data)
    assert [
        (problem.where.line, problem.where.column, problem.code)
        for problem in caught.value.problems
    ] == [
        (1, 92, "trf-same-colours"),
        (1, 102, "trf-one-sided-cell"),
        (1, 112, "trf-unknown-opponent"),
        (2, 112, "trf-unknown-code"),
        (3, 112, "trf-result-without-opponent"),
    ]


def test_a_cell_that_cannot_be_read_is_not_reported_again_from_the_other_side() -> None:
    with pytest.raises(Refused) as caught:
        read_trf(two((2, "w", "?"), (1, "b", "0")))
    assert len(caught.value.problems) == 1


def test_messages_are_sentences_with_the_numbers_of_both() -> None:
    with pytest.raises(Refused) as caught:
        read_trf(two((2, "w", "1"), ("0000", "-", "Z")))
    (problem,) = caught.value.problems
    assert problem.message == "round 1: 1 met 2, but the row of 2 says: met nobody"


def test_nobody_no_colour_no_point_is_a_zero_point_bye() -> None:
    report = read_trf(two(("0000", "-", "0"), ("0000", "-", "Z")))
    assert [bye.code for bye in report.byes] == ["Z", "Z"] and report.games == ()


def test_a_game_still_to_come_may_have_equal_colours() -> None:
    [game] = read_trf(two((2, "w", " "), (1, "w", " "))).games
    assert (game.result, game.fate) == ("*", "pending")
