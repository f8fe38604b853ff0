"""The pools of pelo and of the other systems: what their own rules add or take, by
hand.
"""

from pathlib import Path

import pytest

from tests.features.trials.pooled import DAY, causes, early, norway, opening, pooled
from tests.world.documents import adopt, tournament

pytestmark = pytest.mark.lists(
    "elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko"
)


def test_the_bend_of_the_pelo_curve(tmp_path: Path) -> None:
    """A +1, B and C -0.5: 200 (1 - exp(-0.1)) = 19.032516, 200 (1 - exp(-0.05)) =
    9.754115, instead of 20, 10, 10.
    """
    openings = [opening(player, 1600, "pelo") for player in "ABC"]
    found = causes(
        tmp_path,
        *openings,
        tournament("T", DAY, "A B 1-0", "C A 0-1", minutes=5),
        said="pelo",
    )
    assert found["curve"] == pytest.approx(19.032516 - 2 * 9.754115, abs=2e-6)
    assert found["curve"] + found["rounding"] == -1  # 1619, 1590, 1590
    assert set(found) == {"curve", "rounding"}


def test_a_pelo_newcomer_begins_with_his_provisional_number(tmp_path: Path) -> None:
    """4.3: a win against 1600: 2000. 7.4 follows for both, with the same weight:
    nothing else comes in.
    """
    with pooled(
        tmp_path, opening("A", 1600, "pelo"), tournament("T", DAY, "N A 1-0", minutes=5)
    ) as pool:
        found, row = pool.causes("pelo"), pool.row("pelo")
    assert found["newcomers"] == 2000 == row["newcomers"]["mean"]
    assert set(found) <= {"newcomers", "rounding"}


def test_logistic_elo_begins_with_1500(tmp_path: Path) -> None:
    with pooled(
        tmp_path, adopt("elo", "elo-32"), tournament("T", DAY, "A B 1-0")
    ) as pool:
        assert pool.causes("elo") == {"newcomers": 3000}
        assert pool.row("elo")["newcomers"] == {
            "players": 2,
            "points": 3000,
            "mean": 1500.0,
        }


def test_k_of_the_16_32_scheme(tmp_path: Path) -> None:
    """2400 (16) draws with 2000 (32): E = 10/11. -16 x 0.409090909 + 32 x 0.409090909.
    2393.45 and 2013.09.
    """
    openings = [opening("A", 2400), opening("B", 2000)]
    found = causes(
        tmp_path, *openings, tournament("T", DAY, "A B 1/2-1/2"), said="elo:elo-16-32"
    )
    # each side to the millionth, so that they add up: -6.545455 and +13.090909
    assert found == {"k_differences": 6.545454, "rounding": -0.545454}


def test_k_of_the_us_formula(tmp_path: Path) -> None:
    """1500 after 0 games (K 800) beats 1500 after 4 games (K 160): 400 - 80."""
    openings = [opening("A", 1500, "elo-uscf", 0), opening("B", 1500, "elo-uscf", 4)]
    found = causes(
        tmp_path,
        adopt("elo-uscf", "uscf"),
        *openings,
        tournament("T", DAY, "A B 1-0"),
        said="elo-uscf",
    )
    assert found == {"k_differences": 320}


def test_psm_rounds_every_game(tmp_path: Path) -> None:
    """1830 v 1980, a draw: 24.649 x 0.2 = 4.9298 and 20.164 x -0.2 = -4.0328; 5 and -4."""
    openings = [opening("A", 1830, "elo-psm"), opening("B", 1980, "elo-psm")]
    draw = tournament("T", DAY, "A B 1/2-1/2")
    found = causes(tmp_path, adopt("elo-psm", "psm"), *openings, draw, said="elo-psm")
    assert found == {"k_differences": 0.897, "rounding": 0.103}


def test_fide_counts_live_numbers(tmp_path: Path) -> None:
    """K 15 and K 25, a draw of equals' win: 7.5 up, 12.5 down; live 2208 and 2188
    (2207.5 and 2187.5).
    """
    openings = [opening("A", 2200, "elo-fide"), opening("B", 2200, "elo-fide", 5)]
    documents = [
        adopt("elo-fide", "fide-2009"),
        *openings,
        tournament("T", DAY, "A B 1-0"),
    ]
    assert causes(tmp_path, *documents, said="elo-fide") == {
        "k_differences": -5,
        "rounding": 1,
    }


def test_a_first_fide_number(tmp_path: Path) -> None:
    """A draw with 2200: 2200. The other side counts nobody."""
    documents = [
        adopt("elo-fide", "fide-2009"),
        opening("A", 2200, "elo-fide"),
        tournament("T", DAY, "A N 1/2-1/2"),
    ]
    assert causes(tmp_path, *documents, said="elo-fide") == {"newcomers": 2200}


def test_the_norwegian_mean_bends_the_curve(tmp_path: Path) -> None:
    """K 30. A wins against 1600 and loses to 2000 at 1800: expected 1 at the mean, game
    by game too (0.76 and 0.24).
    """
    documents = norway(early("T", "A B 1-0", "C A 1-0"), A=1850, B=1600, C=2000)
    found = causes(tmp_path, *documents, said="elo-no:no")
    each = 1 / (1 + 10 ** (-250 / 400)) + 1 / (1 + 10 ** (150 / 400))
    at_mean = 2 / (1 + 10 ** (-50 / 400))
    assert found["curve"] == pytest.approx(30 * (each - at_mean), abs=2e-6)
    assert set(found) == {"curve", "rounding"}


def test_the_norwegian_floor_is_a_cause(tmp_path: Path) -> None:
    """405 loses to 405 with K 30: 390, lifted by 10."""
    found = causes(
        tmp_path, *norway(early("T", "A B 0-1"), A=405, B=405), said="elo-no:no"
    )
    assert found == {"floor": 10}


def test_struck_off_after_five_years(tmp_path: Path) -> None:
    """In the year the calendar does it; who begins again is a newcomer."""
    documents = norway(
        early("T", "A B 1-0", on="2024-01-02"),
        early("U", "A C 1-0", on=DAY),
        A=1500,
        B=1500,
    )
    old = [
        {**d, "on": "2020-02-02"} if d.get("player") == "C" else d
        for d in [opening("C", 1700, "elo-no")]
    ]
    with pooled(tmp_path, *documents, *old) as pool:
        found, row = pool.causes("elo-no:no"), pool.row("elo-no:no")
    assert found["struck_off"] == -1700 and row["struck_off"]["players"] == 1
    assert (
        row["newcomers"]["players"] == 1
        and found["newcomers"] == row["newcomers"]["points"]
    )


def test_struck_off_without_a_game(tmp_path: Path) -> None:
    """An opening's day counts as played: 1 January 2012 is more than five years before
    the end of 2017.
    """
    documents = [adopt("elo-no", "no"), opening("A", 1500, "elo-no", on="2012-01-01")]
    with pooled(tmp_path, *documents) as pool:
        rows = pool("elo-no")["rows"]
    assert [row["players"] for row in rows] == [1] * 5 + [0] * 10
    assert (
        rows[5]["causes"]["struck_off"] == -1500
        and rows[5]["mean"] is None
        and rows[5]["deciles"] == []
    )
