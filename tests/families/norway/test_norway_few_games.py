"""Norway: 1 to 5 games before by IIa or IIb, the cycle until it rests, nothing below
400. Numbers by hand.
"""

import itertools
import math
import re
from typing import Any

import pytest

from rulebooks.base import Standing
from rulebooks.norway import rating as unrated
from rulebooks.norway.standing import Encounter, PlayerRead
from tests.families.norway.norway_build import after, given, held, play
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament


@pytest.mark.parametrize(
    ("before", "rating", "formula", "number"),
    [
        # one game lost to 1500: R1 = 1100
        ((1, 1200), 1200, "I+IIa", 1150),
        ((5, 1101), 1101, "I+IIa", 1101),  # (5 x 1101 + 1100) / 6 = 1100.8
        ((5, 1100), 1100, "I+IIb", 1100),  # not below: IIb, which comes to the same
        ((5, 1000), 1000, "I+IIb", 1020),  # (4 x 1000 + 1100) / 5
        ((1, 1000), 1000, "I+IIb", 1100),
    ],
)
def test_one_to_five_games_go_up_and_down_like_everybody_unestablished(
    before: tuple[int, int], rating: int, formula: str, number: int
) -> None:
    """ "regnes hans tall enkelt ut etter formel I eller IIa/IIb" """
    games, own = before
    told = play({"n": held(own, games), "b": held(1500)}, "b n 1-0")["n"]
    assert (told.before, told.formula, told.after) == (rating, formula, number)


def test_one_to_five_games_with_fewer_games_than_now() -> None:
    """ "Dersom n er mindre enn m ser man bort fra de tidligere resultatene": two wins,
    one game before.
    """
    told = play(
        {"n": held(1500, 1), "b": held(1500), "c": held(1500)}, "n b 1-0", "n c 1-0"
    )["n"]
    assert (told.formula, told.after) == ("I+IIb", 1900)


def chain(length: int) -> dict[str, int]:
    """A row of unrated players, each drawing with the next; only the first met somebody
    with a rating.
    """
    names = [f"n{at:02}" for at in range(length)]
    games = [
        "b n00 1/2-1/2",
        *(f"{one} {other} 1/2-1/2" for one, other in itertools.pairwise(names)),
    ]
    return after({"b": held(2000), **{name: Standing() for name in names}}, *games)


def test_the_cycle_goes_on_until_it_rests() -> None:
    """ "konvergere mot tall som til slutt holder seg i ro": with fifty rounds the ends
    were still apart.
    """
    told = play(
        {
            "b": held(1200),
            "c": held(2000),
            **{f"n{i:02}": Standing() for i in range(30)},
        },
        "b n00 1/2-1/2",
        "c n29 1/2-1/2",
        *(f"n{i:02} n{i + 1:02} 1/2-1/2" for i in range(29)),
    )
    rounds = int(told["n05"].detail["rounds"])
    numbers = [told[f"n{i:02}"].after for i in range(30)]
    assert rounds > 51 and numbers == sorted(numbers)
    # at rest each is the rounded mean of the two beside them
    beside = [1200, *numbers, 2000]
    for at, number in enumerate(numbers, 1):
        assert number == math.floor((beside[at - 1] + beside[at + 1]) / 2 + 0.5)
    count, first, last = map(int, told["n05"].detail["drift"].split())
    assert count == 30 and last == math.floor(sum(numbers) / 30 + 0.5) and first
    assert len(set(chain(6).values())) == 1


def test_a_cycle_that_never_rests_counts_by_its_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """None is known among sixty thousand random fields; it would be told, and the order
    would decide nothing.
    """
    turns = itertools.count()
    monkeypatch.setattr(
        unrated,
        "performance",
        lambda numbers, half_points: (1400, 1520, 1603)[next(turns) // 2 % 3],
    )
    seats = {
        name: (Encounter(other, 1), Encounter("b", 1))
        for name, other in (("m", "n"), ("n", "m"))
    }
    field = [PlayerRead(name, None, 0, seats[name], 2) for name in ("m", "n")]
    settled = unrated.cycle(field, {"b": 1500})
    assert settled.circle == 3 and settled.final == {"m": 1508, "n": 1508}
    assert settled.met == {"m": (1508, 1500), "n": (1508, 1500)}


def test_a_cycle_that_never_rests_is_warned_about(
    selo_without_ledger: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On submit, and in a preview; a cycle that rests is not."""
    selo = selo_without_ledger
    selo.run("init", "--rules", "no")
    selo.submit(
        *map(player, "mnopb"), opening("b", 1500, "elo-no", on="2010-01-01", games=60)
    )
    rests = selo.submit(tournament("T", "2010-02-01", "o p 1-0", "p b 1/2-1/2"))
    assert not [
        warning for warning in rests["warnings"] if "never rest" in warning["message"]
    ]
    turns = itertools.count()
    monkeypatch.setattr(
        unrated,
        "performance",
        lambda numbers, half_points: (1400, 1520, 1603)[next(turns) // 2 % 3],
    )
    answer = selo.submit(
        tournament(
            "U", "2010-03-01", "m n 1/2-1/2", "m b 1/2-1/2", "b n 1/2-1/2", "m b 1-0"
        )
    )
    (warning,) = (
        w["message"] for w in answer["warnings"] if "never rest" in w["message"]
    )
    assert "m, n" in warning


def drifts(answer: dict[str, Any]) -> list[str]:
    return [
        warning["message"]
        for warning in answer["warnings"]
        if "drift" in warning["message"]
    ]


def test_the_drift_of_the_unrateds_mean_is_shown_before_and_when_booked(
    selo_without_ledger: Selo,
) -> None:
    """o won one of two, p none: the rounds end elsewhere than they began. The same
    figures as in the explanation.
    """
    selo = selo_without_ledger
    selo.run("init", "--rules", "no")
    selo.submit(
        *map(player, "bcop"),
        *(opening(name, 1500, "elo-no", on="2010-01-01", games=60) for name in "bc"),
    )
    cycle = tournament("T", "2010-02-01", "o p 1-0", "o b 0-1", "p c 0-1")
    preview, booked = (
        selo.ask("submit", selo.file("cycle.jsonl", cycle), "--dry-run"),
        selo.submit(cycle),
    )
    (text,) = drifts(booked)
    assert drifts(preview) == [text]
    lines = selo.done("explain", "o", "T", "--list", "elo-no")
    (printed,) = re.findall(
        r"mean of the (\d+) unrated: (\d+) before the rounds, (\d+) after them", lines
    )
    count, first, last = printed
    assert first != last
    assert (
        text == f"elo-no: the rounds moved the mean of the {count} unrated players from"
        f" {first} to {last}; the text asks to watch it for drift (Uregistrerte"
        " spillere)"
    )
    # an earlier tournament rates this one again, and nobody of the cycle comes out
    # different
    late = selo.submit(tournament("E", "2010-01-15", "b c 1/2-1/2"))
    assert not drifts(late)
    # one that changes what they met changes the cycle
    assert drifts(selo.submit(tournament("F", "2010-01-16", "b c 1-0")))


def test_decisions_below_400_and_after_the_last_list() -> None:
    """An opening of 350 counts as 400, a ruling too; what is dated after the last list
    changes nothing.
    """
    last, later = "2018-01-31", "2018-02-01"

    def told(
        kind: str, on: str, rating: int | None, delta: int | None = None
    ) -> int | None:
        change = given(
            kind, on, held(420, last="2017-01-01"), rating=rating, delta=delta
        )
        return None if change is None else change.after

    assert [
        told("opening", last, 350),
        told("ruling", last, 399),
        told("ruling", last, None, -30),
    ] == [400] * 3
    assert told("ruling", last, None, 30) == 450 and told("opening", last, 401) == 401
    assert [
        told("opening", later, 1500),
        told("ruling", later, 1500),
        told("ruling", later, None, 30),
    ] == [None] * 3
