"""Section 6 and rules 1.6: titles at each limit. Wins against an equal: Kr x 0.5 + 0.1.
All numbers by hand.

Every career below that ends at 1900 or more with games enough also has the title I; the
table names what is expected.
"""

import pytest

from rulebooks.base import Title
from tests.rules.rules_build import Career, elo, foreigner


def after_a_win(
    rating: int, normal: int, minutes: int = 90, end: str = "2024-05-05"
) -> Career:
    return (
        Career()
        .opening(rating, normal=normal)
        .plays(f"+{rating}", minutes=minutes, end=end)
    )


def names(career: Career) -> list[str]:
    return [title.title for title in career.titles()]


@pytest.mark.parametrize(
    ("before", "normal", "after", "titles"),
    [
        # Kr 30: 15.1
        pytest.param(1885, 23, 1900, ["I"], id="6.5-1900-24-games"),
        pytest.param(1884, 23, 1899, [], id="6.5-1899"),
        pytest.param(1885, 22, 1900, [], id="6.5-23-games"),
        pytest.param(1885, 99, 1900, ["I"], id="6.5-100-games"),
        # Kr 25: 12.6
        pytest.param(2037, 23, 2050, ["ME", "I"], id="6.4-2050-24-games"),
        pytest.param(2036, 23, 2049, ["I"], id="6.4-2049"),
        pytest.param(2037, 22, 2050, [], id="6.4-23-games"),
        # Kr 20: 10.1
        pytest.param(2190, 29, 2200, ["M", "ME", "I"], id="6.3-2200-30-games"),
        pytest.param(2189, 29, 2199, ["ME", "I"], id="6.3-2199"),
        pytest.param(2190, 28, 2200, ["ME", "I"], id="6.3-29-games"),
        pytest.param(2190, 22, 2200, [], id="6.3-23-games"),
    ],
)
def test_every_limit_gives_its_title(
    before: int, normal: int, after: int, titles: list[str]
) -> None:
    career = after_a_win(before, normal)
    assert career.ratings[-1] == after
    assert names(career) == titles


@pytest.mark.parametrize(
    ("minutes", "after", "titles"),
    [
        # 1895, Kr 30: 15 x Kt + 0.1
        pytest.param(90, 1910, ["I"], id="6.2-90-minutes-is-normal"),
        pytest.param(89, 1903, [], id="6.2-89-minutes-is-not"),
        pytest.param(60, 1903, [], id="6.2-60-minutes-is-not"),
        pytest.param(59, 1900, [], id="6.2-59-minutes-is-not"),  # 4.6: 1899.6
    ],
)
def test_only_games_at_normal_time_count(
    minutes: int, after: int, titles: list[str]
) -> None:
    career = after_a_win(1895, 23, minutes)
    assert career.ratings[-1] == after
    assert names(career) == titles
    # the number may come at any time
    assert names(after_a_win(1895, 24, minutes)) == ["I"]


@pytest.mark.parametrize(
    ("text", "running", "titles"),
    [
        # p(-240) = 20: 30 x 0.30 = 9.0; five games 0.5: 1899.5; four games 0.4: 1899.4
        pytest.param("=1890x4 =2130", 1900, ["I"], id="6.2-1899.5-goes-up"),
        pytest.param("=1890x3 =2130", 1899, [], id="6.2-1899.4"),
    ],
)
def test_titles_are_given_by_the_rounded_rating(
    text: str, running: int, titles: list[str]
) -> None:
    career = Career().opening(1890).plays(text)
    assert career.ratings[-1] == running
    assert names(career) == titles


# 1890, Kr 30: won against 1890: 15 + 0.1; then lost to 1500, p(390) = 91: 15 - 27.3 +
# 0.2 = -12.1.
# In 1990 capped and without bonus: 15, then 15 - 25.5 = -10.5.
@pytest.mark.parametrize(
    ("end", "normal", "after", "titles"),
    [
        pytest.param(
            "2023-04-26",
            23,
            1878,
            [Title("I", "2023-04-26", "t", "g1")],
            id="6.2-value-during-the-tournament",
        ),
        pytest.param(
            "2023-04-25", 23, 1878, [], id="1.6-before-2023-only-values-after-a-unit"
        ),
        pytest.param(
            "2010-12-31", 23, 1880, [], id="1.6-1990-only-values-after-a-unit"
        ),
        pytest.param("2023-04-26", 22, 1878, [], id="6.2-the-games-by-then"),
    ],
)
def test_values_during_a_tournament(
    end: str, normal: int, after: int, titles: list[Title]
) -> None:
    career = Career().opening(1890, normal=normal).plays("+1890 -1500", end=end)
    assert (career.ratings[-1], career.titles()) == (after, titles)
    peak = career.peak()
    assert peak is not None
    assert peak.rating == 1905  # peaks count running values in every edition


def test_1_6_before_2023_the_title_is_that_of_the_unit() -> None:
    assert after_a_win(1890, 23, end="2023-04-25").titles() == [
        Title("I", "2023-04-25", "t", None)
    ]
    assert after_a_win(1890, 23, end="2023-04-26").titles() == [
        Title("I", "2023-04-26", "t", "g1")
    ]


def test_6_2_the_games_of_the_unit_up_to_the_value_count() -> None:
    # 1895: won at 60 minutes 7.6, 1902.6 with 23 normal games; drew at 90 minutes 7.7,
    # the 24th
    career = Career().opening(1895, normal=23).plays("+1895@60 =1895@90")
    assert career.history[-1].change.running == (1903, 1903)
    assert career.titles() == [Title("I", "2024-05-05", "t", "g2")]


def test_6_2_the_games_of_the_whole_unit_before_2023() -> None:
    # 22 + 2 games; 1890 + 15 + 0 + 0.2
    career = Career().opening(1890, normal=22).plays("+1890 =1890", end="2023-04-25")
    assert career.titles() == [Title("I", "2023-04-25", "t", None)]


def test_6_1_titles_are_permanent() -> None:
    # lost three times from 1905: the title of the first unit stays
    career = after_a_win(1890, 23).plays("-1500x3", "u", end="2024-06-01")
    assert career.ratings[-1] < 1900
    assert career.titles() == [Title("I", "2024-05-05", "t", "g1")]


def test_1_6_the_first_time_counts() -> None:
    career = (
        after_a_win(1890, 23)
        .plays("-1500x3", "u", end="2024-06-01")
        .plays("+1900x20", "v", end="2024-07-01")
    )
    assert career.titles()[-1] == Title("I", "2024-05-05", "t", "g1")


@pytest.mark.parametrize(
    ("games", "titles"),
    [
        # draws with 1900: 1900 + N/10; 23 and 24 games in the unit in which they pass
        # the limit
        pytest.param(23, [], id="6.5-newcomer-23-games"),
        pytest.param(
            24, [Title("I", "2024-05-05", "t", None)], id="6.5-newcomer-24-games"
        ),
    ],
)
def test_a_newcomer_who_passes_the_limit(games: int, titles: list[Title]) -> None:
    career = Career().plays(f"=1900x{games}")
    assert (career.ratings, career.titles()) == ([1902], titles)


def test_6_2_a_newcomers_games_count_later() -> None:
    # 10 games as new (all drawn with 1900: 1901), 13 established by 7.2 (1901 + 1.3 =
    # 1902.3), the 24th
    career = Career().plays("=1900x10").plays("=1900", "u", end="2024-05-06")
    career.plays("=1901x12", "v", end="2024-05-07")
    assert (career.ratings[-1], career.titles()) == (1902, [])
    assert career.plays("=1902", "w", end="2024-05-08").titles() == [
        Title("I", "2024-05-08", "w", "g1")
    ]


def test_1_7_an_opening_brings_its_titles_and_no_others() -> None:
    career = Career().opening(1800, titles=("M",))
    assert career.titles() == [Title("M", "2000-01-01", None, None)]
    # independent: with 1905 and 24 games they get I, and M does not bring ME
    career = Career().opening(1890, normal=23, titles=("M",)).plays("+1890")
    assert names(career) == ["M", "I"]


@pytest.mark.parametrize(
    ("rating", "normal", "titles"),
    [
        pytest.param(2200, 30, ["M", "ME", "I"], id="6.3"),
        pytest.param(2199, 30, ["ME", "I"], id="6.3-2199"),
        pytest.param(2200, 29, ["ME", "I"], id="6.3-29-games"),
        pytest.param(2050, 24, ["ME", "I"], id="6.4"),
        pytest.param(2049, 24, ["I"], id="6.4-2049"),
        pytest.param(2300, 23, [], id="6.4-6.5-23-games"),
        pytest.param(1900, 24, ["I"], id="6.5"),
        pytest.param(1899, 99, [], id="6.5-1899"),
    ],
)
def test_an_opening_or_a_ruling_that_reaches_the_number_counts_on_its_day(
    rating: int, normal: int, titles: list[str]
) -> None:
    opened = Career().opening(rating, normal=normal)
    assert names(opened) == titles
    ruled = Career().opening(1500, normal=normal).ruling(rating, on="2024-05-04")
    assert ruled.titles() == [
        Title(title, "2024-05-04", None, None) for title in titles
    ]
    # permanent
    assert names(ruled.plays(f"-{rating}", minutes=60, end="2024-05-05")) == titles


def test_a_ruled_number_of_a_new_player_reaches_nothing() -> None:
    assert (
        Career().opening(1500, 10, "2024-01-01").ruling(2300, on="2024-05-04").titles()
        == []
    )


def test_1_7_an_elo_step_reaches_neither_title_nor_peak() -> None:
    # step to 2200, then lost to 1800: Kr 20, capped: 20 x -0.92 + 0.1 = -18.3
    career = Career().opening(1800).plays("-1800", person=foreigner("me", elo(2200)))
    assert [entry.change.kind for entry in career.history] == [
        "opening",
        "elo-step",
        "unit",
    ]
    assert career.ratings == [1800, 2200, 2182]
    assert names(career) == ["ME", "I"]
    peak = career.peak()
    assert peak is not None
    assert peak.rating == 2182


def test_6_1_pelo_has_no_titles() -> None:
    assert Career("pelo").opening(2300).plays("+2300", minutes=5).titles() == []
