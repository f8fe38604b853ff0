"""Norway's level beside FIDE's: the difference among the best, and rulings by the games
of a period.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import served
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament

pytestmark = pytest.mark.lists("elo-no", "elo")

LIST = "elo-no"
FIDE = {"a": 2300, "b": 2250, "c": 1999}
DECIDED = ("--since", "2016-01-01", "--points", "2.5", "--as-of", "2017-12-31")


@pytest.fixture
def selo(selo_without_ledger: Selo) -> Selo:
    """a, b, c and d of 2200, 2150, 2000 and 1800; a plays three games in the period, b
    two, c one, d none.
    """
    selo = selo_without_ledger
    selo.done("init", "--rules", "no")
    ratings = {"a": 2200, "b": 2150, "c": 2000, "d": 1800}
    selo.submit(
        *(
            player(name, federation="NOR" if name != "b" else "SWE", born="1970-01-01")
            for name in ratings
        ),
        *(
            opening(name, rating, LIST, on="2014-01-01", games=60)
            for name, rating in ratings.items()
        ),
        *(external(name, rating) for name, rating in FIDE.items()),
        external("a", 2222, on="2015-01-01"),  # an older one
        external("d", 2400, source="fide-rapid"),
    )
    selo.submit(tournament("T", "2014-02-01", "d c 1/2-1/2", minutes=150))
    selo.submit(
        tournament(
            "U", "2017-02-01", "a b 1/2-1/2", "b a 1/2-1/2", "a c 1/2-1/2", minutes=150
        )
    )
    return selo


def external(
    name: str, rating: int, on: str = "2016-06-01", source: str = "fide-standard"
) -> dict[str, Any]:
    return {
        "kind": "external-rating",
        "player": name,
        "source": source,
        "on": on,
        "rating": rating,
    }


def ratings(selo: Selo, day: str = "2017-12-31") -> dict[str, int]:
    return {
        row["player"]: row["rating"]
        for row in selo.ask("list", LIST, "--as-of", day)["rows"]
    }


def test_the_difference_of_those_on_both(selo: Selo) -> None:
    answer = selo.ask("list", "level", LIST, "--as-of", "2017-12-31")
    own = ratings(selo)
    apart = {name: rating - own[name] for name, rating in FIDE.items()}
    assert {row["player"]: row["difference"] for row in answer["rows"]} == apart
    assert [row["fide_on"] for row in answer["rows"]] == ["2016-06-01"] * 3
    mean = sum(apart.values()) / 3
    assert (answer["players"], answer["difference"]) == (3, round(mean, 1))
    assert answer["spread"] == round(
        (sum((one - mean) ** 2 for one in apart.values()) / 3) ** 0.5, 1
    )
    assert (answer["lowest"], answer["highest"]) == (
        min(apart.values()),
        max(apart.values()),
    )
    assert (
        not {"games", "points", "rulings"} & set(answer)
        and "games" not in answer["rows"][0]
    )


def test_only_the_best_and_only_a_federation(selo: Selo) -> None:
    def compared(*more: str) -> list[str]:
        return [
            row["player"]
            for row in selo.ask("list", "level", "--as-of", "2017-12-31", *more)["rows"]
        ]

    assert compared("--top", "2") == ["a", "b"]
    assert compared("--top", "2", "--federation", "NOR") == ["a", "c"]
    assert compared("--federation", "DEN") == []
    nobody = selo.ask(
        "list",
        "level",
        "--as-of",
        "2017-12-31",
        "--federation",
        "DEN",
        "--since",
        "2016-01-01",
    )
    assert (nobody["mean"], nobody["spread"], nobody["points_to_close"]) == (
        None,
        None,
        None,
    )
    assert "nobody" in selo.done("list", "level", "--federation", "DEN")


def test_by_the_games_of_the_period(selo: Selo) -> None:
    """Six games: a played 3, b 2, c 1. 2.5 points each are 7.5, up to 8; 5; 2.5, up to
    3. d did not play.
    """
    answer = selo.ask("list", "level", LIST, *DECIDED)
    assert {row["player"]: row["games"] for row in answer["rows"]} == {
        "a": 3,
        "b": 2,
        "c": 1,
    }
    apart = sum(row["difference"] for row in answer["rows"])
    assert (answer["games"], answer["points_to_close"]) == (6, round(apart / 6, 2))
    assert {ruling["player"]: ruling["delta"] for ruling in answer["rulings"]} == {
        "a": 8,
        "b": 5,
        "c": 3,
    }
    assert answer["difference_left"] == round((apart - 16) / 3, 1)
    limited = selo.ask("list", "level", LIST, *DECIDED, "--at-most", "5")["rulings"]
    assert {ruling["player"]: ruling["delta"] for ruling in limited} == {
        "a": 5,
        "b": 5,
        "c": 3,
    }
    # a tournament that ends on the first day counts, one of the day before does not
    later = [*DECIDED[:1], "2017-02-02", *DECIDED[2:]]
    assert selo.ask("list", "level", LIST, *later)["rulings"] == []
    assert (
        len(
            selo.ask("list", "level", LIST, "--since", "2017-02-01", *DECIDED[2:])[
                "rulings"
            ]
        )
        == 3
    )


def test_the_rulings_are_documents_that_move_what_was_proposed(selo: Selo) -> None:
    before = ratings(selo)
    file = str(selo.folder / "level.jsonl")
    result = selo.run("list", "level", LIST, *DECIDED, "--write", file)
    assert (
        result.code == 0
        and "3 rulings" in result.err
        and "the board decides them" in result.out
    )
    moved = selo.ask("submit", file, "--dry-run")["moved"]
    assert ratings(selo) == before
    assert {row["player"]: row["after"] - row["before"] for row in moved} == {
        "a": 8,
        "b": 5,
        "c": 3,
    }
    selo.ask("submit", file)
    assert ratings(selo) == {
        **before,
        "a": before["a"] + 8,
        "b": before["b"] + 5,
        "c": before["c"] + 3,
    }
    line = json.loads(Path(file).read_text().splitlines()[0])
    assert (
        "2.5 points for each of 3 games from 2016-01-01 to 2017-12-31" in line["reason"]
    )
    # the same proposal again is the same documents: nothing moves twice
    again = str(selo.folder / "again.jsonl")
    selo.done("list", "level", LIST, *DECIDED, "--write", again)
    assert all(receipt["repeated"] for receipt in selo.ask("submit", again)["recorded"])
    # no file is overwritten
    assert selo.run("list", "level", LIST, *DECIDED, "--write", file).code == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--points", "1"], "--points needs --since"),
        (["--at-most", "1"], "--at-most goes with --points"),
        (["--since", "2018-02-01"], "is after 2017-12-31"),
        (["--since", "2016-01-01", "--points", "0"], "not a number of points"),
        (["--since", "2016-01-01", "--points", "-1"], "not a number of points"),
        (["--since", "2016-01-01", "--points", "1/3"], "not a number of points"),
        (["--since", "2016-01-01", "--points", "0.00001"], "not a number of points"),
        (["--since", "2016-01-01", "--points", "1e3"], "not a number of points"),
        (["--write", "x.jsonl"], "--write goes with --points"),
        (["--since", "tomorrow"], "is not a day"),
        (["--top", "0"], "0 is not in the range"),
    ],
)
def test_what_does_not_go_together_is_refused(
    selo: Selo, options: list[str], words: str
) -> None:
    (problem,) = selo.refused(
        "list", "level", LIST, "--as-of", "2017-12-31", *options, code=2
    )
    assert words in problem["message"]


def test_who_is_left_out_of_lists_is_in_no_part_of_a_public_answer(selo: Selo) -> None:
    """Without b, the means are those of a and c, and nobody reads a ruling about b."""
    selo.submit({"kind": "player", "player": "b", "unlisted": True, "change": True})
    selo.submit({"kind": "settings", "unlisted": "left-out"})
    office = selo.ask("list", "level", LIST, *DECIDED)
    with served(selo.ledger) as service:
        address = f"/api/lists/{LIST}/level?since=2016-01-01&points=2.5"
        public = service.ask(f"{address}&as_of=2017-12-31").value
        [best] = service.ask(f"{address}&as_of=2017-12-31&top=1").value["rows"]
    assert [row["player"] for row in office["rulings"]] == ["a", "b", "c"]
    assert [row["player"] for row in public["rulings"]] == ["a", "c"]
    listed = {row["player"]: row for row in public["rows"]}
    assert listed.keys() == {"a", "c"} and listed["c"]["rank"] == 3
    assert best["player"] == "a"
    own = ratings(selo)
    assert (public["players"], public["mean"]) == (2, (own["a"] + own["c"]) / 2)
    assert (public["fide_mean"], public["games"]) == ((FIDE["a"] + FIDE["c"]) / 2, 4)


def test_after_the_last_list_and_on_other_lists_nothing_is_proposed(selo: Selo) -> None:
    (problem,) = selo.refused(
        "list", "level", LIST, "--since", "2016-01-01", "--points", "1", code=2
    )
    assert problem["code"] == "list-ended" and "2018-01-31" in problem["hint"]
    assert selo.ask("list", "level", LIST)["players"] == 3  # comparing goes on
    selo.submit(
        {
            "kind": "adopt-rules",
            "list": "elo",
            "edition": "elo-32",
            "from": "0001-01-01",
        }
    )
    (problem,) = selo.refused(
        "list", "level", "elo", "--since", "2016-01-01", "--points", "1", code=2
    )
    assert "no level that is adjusted" in problem["message"]
    (problem,) = selo.refused("list", "level", "selo", code=3)
    assert problem["code"] == "no-rules"
