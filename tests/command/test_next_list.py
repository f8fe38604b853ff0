"""The list that is due next, before it is out: it says what publishing says then."""

import random
from pathlib import Path

import pytest

from tests.torture.workload import SEED
from tests.world.command import Selo
from tests.world.documents import amend, opening, player, tournament

Row = dict[str, object]


@pytest.fixture
def office(club: Selo) -> Selo:
    """A club with a list out, a list due on the first of July, and since then
    everything that moves one.
    """
    club.clock("2025-03-20")
    club.done(
        "ledger", "settings", "--list-day", "selo 07-01", "--list-day", "pelo 12-31"
    )
    club.done("publish", "selo", "spring", "--as-of", "2025-03-15")
    club.clock("2025-06-20")
    club.submit(tournament("may", "2025-05-02", "A B 1-0", "C D 1/2-1/2"))
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}, reason="slip"))
    club.submit(player("N"), opening("N", 1700, on="2025-06-01"))
    return club


def coming(selo: Selo, *options: str) -> Row:
    [one] = selo.ask("list", "next", *options)["lists"]
    return dict(one)


def test_it_says_what_the_publication_says_then(office: Selo) -> None:
    told = coming(office)
    assert (told["list"], told["as_of"], told["due"], told["published"]) == (
        "selo",
        "2025-07-01",
        "2025-07-01",
        "spring",
    )
    office.clock("2025-07-01T09:00:00.000000Z")
    office.done("publish", "selo", "summer", "--as-of", "2025-07-01")
    out = office.ask("list", "compare", "spring", "summer")
    assert told["rows"] == out["rows"] and told["moved"] == out["moved"] >= 4
    assert (told["added"], told["gone"]) == (out["added"], out["gone"]) == (1, 0)
    assert (
        told["players"] == office.ask("list", "published", "selo")["rows"][-1]["rows"]
    )
    assert {why for row in out["rows"] for why in row["why"]} >= {"may", "opening"}
    assert coming(office, "selo")["as_of"] == "2026-07-01"  # the next one is the next


def test_a_game_of_a_day_after_the_list_is_not_on_it(office: Selo) -> None:
    office.clock("2025-07-20")
    office.submit(tournament("july", "2025-07-05", "A B 1-0"))
    told = coming(office)
    assert told["as_of"] == "2025-07-01" and "july" not in str(told)


@pytest.mark.parametrize("list_name", ["selo", "pelo"])
def test_of_a_federation_row_for_row(
    demo_ledger: Path, tmp_path: Path, list_name: str
) -> None:
    mine = Selo(tmp_path, demo_ledger)
    mine.clock("2025-11-01")
    rng = random.Random(SEED)
    print(f"SELO_SEED={SEED}")
    day = f"{rng.randrange(2023, 2026)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"
    first = {row["player"]: row["games"] for row in coming(mine, list_name)["rows"]}  # type: ignore[attr-defined]
    played = {
        row["player"]: row["games"] for row in mine.ask("list", list_name)["rows"]
    }
    assert first == played, "without a list before, everything is since then"
    mine.done("publish", list_name, "before", "--as-of", day)
    told = coming(mine, list_name)
    assert (
        told["due"] is None
        and told["as_of"] == mine.ask("list", "next", list_name)["basis"]["as_of"]
    )
    mine.done("publish", list_name, "after", "--as-of", str(told["as_of"]))
    assert (
        mine.ask("list", "compare", "before", "after", "--list", list_name)["rows"]
        == told["rows"]
    )
    register = mine.ask("titles")["rows"]
    if list_name == "selo":
        expected = [row for row in register if row["on"] > day]
        assert [row for row in told["titles"] if row["on"] > day] == expected  # type: ignore[attr-defined]
    else:
        assert told["titles"] == []


def test_lists_due_on_one_day_come_together_and_none_due_is_as_of_today(
    club: Selo,
) -> None:
    club.clock("2025-06-20")
    assert {
        (one["list"], one["as_of"], one["due"])
        for one in club.ask("list", "next")["lists"]
    } == {("selo", "2025-06-20", None), ("pelo", "2025-06-20", None)}
    club.done(
        "ledger",
        "settings",
        "--list-day",
        "selo 01-01",
        "--list-day",
        "pelo 01-01",
        "--list-day",
        "pelo 12-31",
    )
    assert coming(club)["list"] == "pelo"
    club.done(
        "ledger", "settings", "--list-day", "selo 01-01", "--list-day", "pelo 01-01"
    )
    assert [(one["list"], one["due"]) for one in club.ask("list", "next")["lists"]] == [
        ("selo", "2026-01-01"),
        ("pelo", "2026-01-01"),
    ]
