"""Live ratings move with the day of a game, also in the midst of a tournament; the
rating waits for its end.
"""

import pytest

from tests.world.command import Selo
from tests.world.documents import Document, opening, player, tournament

LIST = "elo-fide"
Row = tuple[str, int | None, int | None]


@pytest.fixture
def selo(selo_without_ledger: Selo) -> Selo:
    """A tournament of 18 to 24 August whose rounds have days, but for the last; b is
    new to the list.
    """
    selo = selo_without_ledger
    selo.done("init", "--rules", "fide-2009")
    selo.submit(
        *map(player, "abcn"),
        *(opening(name, 2000, LIST, on="2009-01-01", games=60) for name in "abc"),
    )
    selo.submit(dated("T"))
    return selo


def dated(name: str, **more: object) -> Document:
    document = tournament(
        name,
        "2009-08-24",
        "a b 1-0",
        "a c 1-0",
        "b c 1-0",
        "n a 0-1",
        "n b 1-0",
        **more,
    )
    document["start"] = "2009-08-18"
    for game, day in zip(document["games"], ("18", "20", "22", "21"), strict=False):
        game["on"] = f"2009-08-{day}"
    return document


def live(selo: Selo, day: str, *more: str) -> list[Row]:
    rows = selo.ask("list", LIST, "--as-of", day, *more)["rows"]
    replayed = selo.ask("ledger", "replay", "--list", LIST, "--as-of", day)["rows"]
    assert more or rows == replayed
    exported = selo.ask("export", "list", LIST, "--as-of", day)["rows"]
    assert {row["player"]: row["live"] for row in rows} == {
        row["player"]: row["live"] for row in exported
    }
    for row in rows:
        shown = selo.ask("show", row["player"], "--as-of", day)["lists"][LIST]
        assert (shown["rating"], shown["live"], shown["pending"]) == (
            row["rating"],
            row["live"],
            row["pending"],
        )
        assert (shown["games"], shown["last_played"]) == (
            row["games"],
            row["last_played"],
        )
    return [(row["player"], row["rating"], row["live"]) for row in rows]


@pytest.mark.parametrize(
    ("day", "rows"),
    [
        ("2009-08-17", [("a", 2000, 2000), ("b", 2000, 2000), ("c", 2000, 2000)]),
        # K 15 against equals is 7.5 a game
        ("2009-08-18", [("a", 2000, 2008), ("b", 2000, 1993), ("c", 2000, 2000)]),
        ("2009-08-20", [("a", 2000, 2015), ("b", 2000, 1993), ("c", 2000, 1993)]),
        # n lost to a, and an unrated opponent counts for nobody
        ("2009-08-21", [("a", 2000, 2015), ("b", 2000, 1993), ("c", 2000, 1993)]),
        ("2009-08-22", [("a", 2000, 2015), ("b", 2000, 2000), ("c", 2000, 1985)]),
        ("2009-08-24", [("a", 2000, 2015), ("b", 2000, 2000), ("c", 2000, 1985)]),
        (
            "2009-10-01",
            [
                ("a", 2015, 2015),
                ("b", 2000, 2000),
                ("n", 2000, 2000),
                ("c", 1985, 1985),
            ],
        ),
    ],
)
def test_live_moves_on_the_day_of_a_game(selo: Selo, day: str, rows: list[Row]) -> None:
    assert live(selo, day) == rows


def test_ranked_by_live_in_the_midst_of_a_tournament(selo: Selo) -> None:
    assert [row[0] for row in live(selo, "2009-08-18", "--by", "live")] == [
        "a",
        "c",
        "b",
    ]
    assert [row[0] for row in live(selo, "2009-08-22", "--by", "live")] == [
        "a",
        "b",
        "c",
    ]


def test_nothing_else_moves_before_the_end(selo: Selo) -> None:
    """Games, the day last played, peaks and what is established stay those of what has
    ended.
    """
    shown = selo.ask("show", "a", "--as-of", "2009-08-21")["lists"][LIST]
    assert (shown["games"], shown["last_played"], shown["peak"]["rating"]) == (
        60,
        None,
        2000,
    )
    assert not selo.ask("history", "a", "--list", LIST, "--as-of", "2009-08-21")[
        "rows"
    ][1:]
    new = selo.ask("show", "n", "--as-of", "2009-08-23")["lists"][LIST]
    assert (new["rating"], new["games"], new["established"]) == (None, 0, False)


def test_a_first_rating_is_live_as_soon_as_it_can_be_told(selo: Selo) -> None:
    """n has won one of two by the 19th: the mean of 2000 and 2000."""
    newcomer = tournament("N", "2009-03-20", "n a 0-1", "n c 1-0")
    newcomer["start"] = "2009-03-16"
    newcomer["games"][0]["on"], newcomer["games"][1]["on"] = "2009-03-17", "2009-03-19"
    selo.submit(newcomer)
    lives = [
        selo.ask("show", "n", "--as-of", f"2009-03-{day}")["lists"][LIST].get("live")
        for day in (18, 19, 20)
    ]
    assert lives == [None, 2000, 2000]


def test_as_known_before_the_tournament_was_told_or_withdrawn(selo: Selo) -> None:
    known = ("--known-seq", str(selo.ask("log")["events"][0]["seq"]))
    selo.submit({"kind": "withdraw", "tournament": "T", "reason": "it was a joke"})
    assert live(selo, "2009-08-20") == [
        ("a", 2000, 2000),
        ("b", 2000, 2000),
        ("c", 2000, 2000),
    ]
    rows = selo.ask("list", LIST, "--as-of", "2009-08-20", *known)["rows"]
    assert [(row["player"], row["live"]) for row in rows] == [
        ("a", 2015),
        ("b", 1993),
        ("c", 1993),
    ]


def test_two_tournaments_at_once_add_up(selo: Selo) -> None:
    selo.submit(dated("U"))
    assert live(selo, "2009-08-20") == [
        ("a", 2000, 2030),
        ("b", 2000, 1985),
        ("c", 2000, 1985),
    ]


def test_games_rated_one_by_one_and_undated_rounds_are_as_they_were(selo: Selo) -> None:
    """A league rates each game on its day anyway; of a round without a day the last day
    of the event is known.
    """
    league = dated("L", each_game_rated=True)
    league["games"][-1]["on"] = "2009-08-24"
    undated = tournament("V", "2009-08-24", "c a 1-0")
    undated["start"] = "2009-08-18"
    selo.submit(league, undated)
    assert live(selo, "2009-08-20") == [
        ("a", 2000, 2030),
        ("b", 2000, 1985),
        ("c", 2000, 1985),
    ]


def test_monthly_lists(selo_without_ledger: Selo) -> None:
    """fide-2024: K 20 against equals is 10 a game; what ends on 30 May is on the list
    of July.
    """
    selo = selo_without_ledger
    selo.done("init", "--rules", "fide-2024")
    selo.submit(
        *map(player, "ab"),
        player("c"),
        *(opening(name, 2000, LIST, on="2024-03-01", games=60) for name in "abc"),
    )
    played = tournament("T", "2024-05-30", "a b 1-0", "a c 1-0")
    played["start"], played["games"][0]["on"] = "2024-05-27", "2024-05-28"
    selo.submit(played)
    assert live(selo, "2024-05-28") == [
        ("a", 2000, 2010),
        ("b", 2000, 1990),
        ("c", 2000, 2000),
    ]
    assert live(selo, "2024-05-30") == [
        ("a", 2000, 2020),
        ("b", 2000, 1990),
        ("c", 2000, 1990),
    ]
    assert live(selo, "2024-06-01") == [
        ("a", 2000, 2020),
        ("b", 2000, 1990),
        ("c", 2000, 1990),
    ]


@pytest.mark.lists("elo-no")
def test_a_list_without_live_ratings_has_none(selo_without_ledger: Selo) -> None:
    selo = selo_without_ledger
    selo.done("init", "--rules", "no")
    selo.submit(
        *map(player, "ab"),
        *(opening(name, 2000, "elo-no", on="2009-01-01", games=60) for name in "ab"),
    )
    selo.submit(
        dated("T")
        | {
            "games": [
                {
                    "round": 1,
                    "white": "a",
                    "black": "b",
                    "result": "1-0",
                    "on": "2009-08-18",
                }
            ]
        }
    )
    assert (
        "live" not in selo.ask("show", "a", "--as-of", "2009-08-20")["lists"]["elo-no"]
    )
