"""The highest ratings and the biggest gains; clubs, however they are spelt."""

from unicodedata import normalize

import pytest

from tests.web.serving import served
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament


@pytest.fixture
def office(selo_without_ledger: Selo) -> Selo:
    selo = selo_without_ledger
    selo.run("init", "--rules", "fi,fide-2009")
    names = {"a": "Öhman, Åke", "b": "Aho, Aino", "c": "Berg, Bea"}
    selo.submit(*(player(ident, name=name) for ident, name in names.items()))
    for which in ("selo", "elo-fide"):
        selo.submit(
            opening("a", 2000, which, on="2010-01-01", games=40, peak=2010),
            opening("b", 1900, which, on="2010-01-01", games=40, peak=2150),
            opening("c", 1995, which, on="2010-01-01", games=40),
        )
    selo.submit(
        tournament("T", "2010-02-01", "c a 1-0", "c a 1-0", time_control="90+30")
    )
    return selo


@pytest.mark.lists("elo-fide")
def test_a_ruling_in_the_year_is_no_gain_of_it(office: Selo) -> None:
    before = office.ask("best", "list", "selo")["years"]
    office.submit(
        {
            "kind": "ruling",
            "player": "c",
            "list": "selo",
            "on": "2010-03-01",
            "rating": 2200,
            "reason": "r",
        },
        tournament("U", "2010-04-01", "c a 1-0", time_control="90+30"),
    )
    (after,) = office.ask("best", "list", "selo")["years"]
    moves = {
        row["unit"]: row["after"] - row["before"]
        for row in office.ask("history", "c", "--list", "selo")["rows"][1:]
    }
    assert [row["gain"] for row in before] == [moves["T"]] and after["gain"] == moves[
        "T"
    ] + moves["U"] < 40


def test_a_club_whose_name_is_stored_in_two_ways_is_one(club: Selo) -> None:
    """Files of a Mac have accents as characters of their own, and somebody typed it in
    capitals.
    """
    ways = [
        normalize("NFC", "Hämeen Ratsu"),
        normalize("NFD", "Hämeen Ratsu"),
        "HÄMEEN RATSU",
    ]
    members = [player(f"M{number}", club=way) for number, way in enumerate(ways)]
    club.submit(*members, *(opening(f"M{number}") for number in range(3)))
    [row] = club.ask("best", "clubs")["rows"]
    assert (row["club"], row["members"]) == (ways[0], 3)
    for way in ways:
        assert club.ask("best", "clubs", way)["members"] == 3


def test_a_club_with_a_slash_has_a_page(club: Selo) -> None:
    club.submit(player("Z", club="A/B Schack"), player("Y", club="Seura.json"))
    club.submit(tournament("cup", "2024-06-20", "Z Y 1-0"))
    with served(club.ledger) as service:
        page = service.ask("/clubs", fields={"Accept": "text/html"}).text
        for name, address in (
            ("A/B Schack", "A%2FB%20Schack"),
            ("Seura.json", "Seura%2Ejson"),
        ):
            assert f'/clubs/{address}"' in page
            assert service.ask(f"/api/clubs/{address}").value["club"] == name


@pytest.mark.lists("elo-no")
def test_a_club_has_the_ratings_that_are_on_the_list(selo_without_ledger: Selo) -> None:
    """A has not played for more than five years, and so is struck off."""
    selo = selo_without_ledger
    selo.run("init", "--rules", "no")
    for name, rating, since in (("A", 1800, "2005-01-01"), ("B", 1500, "2014-06-01")):
        opened = opening(name, rating, "elo-no", on=since, games=30)
        selo.submit(player(name, club="Ratsu"), opened)

    day = ("--as-of", "2015-01-01")
    [row] = selo.ask("best", "clubs", *day)["rows"]
    assert (row["members"], row["average"]) == (1, 1500)
    club = selo.ask("best", "clubs", "Ratsu", *day)
    assert club["average"] == 1500
    ratings = {member["player"]: member["ratings"] for member in club["rows"]}
    assert ratings == {"A": {"elo-no": None}, "B": {"elo-no": 1500}}
