"""A correction that is made up: revision 2 gives titles for openings and rulings. None
moves before it was accepted.
"""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from rulebooks.base import Title
from rulebooks.entries import Entry
from rulebooks.finland import titles
from rulebooks.finland.editions import EDITIONS
from tests.web.serving import served
from tests.world.command import Selo
from tests.world.documents import opening, player


def _before(entry: Entry, normal_games: int, reached: set[str]) -> list[Title]:
    brought = entry.worked_out().change.titles if entry.figure.kind == "opening" else ()
    return [
        Title(name, entry.on, None, None) for name in brought if name not in reached
    ]


@pytest.fixture
def earlier(tmp_path: Path) -> Iterator[Selo]:
    """The ledger of the program before, for which an opening brings what it says, and a
    ruling nothing.
    """
    selo = Selo(tmp_path)
    with patch.object(titles, "_given_titles", _before):
        selo.done("init")
        selo.submit(
            *(player(name) for name in "abc"),
            opening("a", 2195, list="selo", games=28, titles=["M"]),
            opening("b", 1800, list="selo", games=60),
            opening("c", 1899, list="selo", games=60),
            {
                "kind": "ruling",
                "player": "b",
                "list": "selo",
                "on": "2024-03-03",
                "rating": 1900,
                "reason": "a slip",
            },
        )
        assert reached(selo) == {("a", "M")}
    with patch.dict(
        EDITIONS,
        {name: edition._replace(revision=2) for name, edition in EDITIONS.items()},
    ):
        yield selo


def reached(selo: Selo) -> set[tuple[str, str]]:
    return {(row["player"], row["title"]) for row in selo.ask("titles")["rows"]}


MOVED = {("a", "ME"), ("a", "I"), ("b", "I")}


def test_no_title_moves_before_it_was_listed_and_accepted(earlier: Selo) -> None:
    head = earlier.events()
    assert reached(earlier) == {("a", "M")}
    booked = earlier.run("player", "add", "Z", "--name", "Zed, Anna")
    assert booked.code == 1 and "selo rules accept" in booked.err
    ran = earlier.run("ledger", "upgrade")
    assert (
        ran.code == 3
        and "if these titles may move" in ran.out
        and "2024-03-03" in ran.out
    )
    listed = earlier.ask("rules", "accept", "--dry-run")
    assert (
        listed["moved"] == []
        and {(row["player"], row["title"]) for row in listed["titles"]} == MOVED
    )
    assert {row["before"] for row in listed["titles"]} == {None}
    assert reached(earlier) == {("a", "M")} and earlier.events() == head


@pytest.mark.parametrize(
    "line", [("rules", "accept"), ("ledger", "upgrade", "--accept")], ids=" ".join
)
def test_accepted_they_are_there_and_the_event_holds_them(
    line: tuple[str, ...], earlier: Selo
) -> None:
    accepted = earlier.ask(*line)
    assert reached(earlier) == {("a", "M")} | MOVED
    # conclusions as well: only what was known before is left out
    assert earlier.answer("verify")[1]["problems"] == []
    for again in (lambda: None, lambda: earlier.ask("ledger", "rebuild")):
        again()
        impact = earlier.ask("log", "impact", str(accepted["recorded"][0]["seq"]))
        assert impact["accepted_titles"] == accepted["titles"] and len(
            accepted["titles"]
        ) == len(MOVED)
        assert reached(earlier) == {("a", "M")} | MOVED
    assert earlier.ask("ledger", "rebuild", "--check")["equal"]
    with served(earlier.ledger) as service:
        page = service.ask(f"/en/log/{accepted['recorded'][0]['seq']}").text
        assert page.count("reached on") == len(MOVED) and "No rating moved" not in page
    status = {
        (row["player"], row["title"]): row["status"]
        for row in earlier.ask("titles")["rows"]
    }
    # M was held before the ledger: nobody has to confirm it
    assert set(status.values()) == {"held"}
    earlier.submit(player("Z"))
