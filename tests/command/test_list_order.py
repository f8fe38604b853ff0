"""`selo list` by name, by live rating and by peak, and between two ratings."""

from typing import Any

import pytest

from tests.world.command import Selo
from tests.world.documents import external, opening, player, tournament

pytestmark = pytest.mark.lists("elo-fide")


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


def listed(office: Selo, *more: str) -> list[Any]:
    return list(office.ask("list", *more)["rows"])


def test_by_name_with_the_rank_of_the_rating(office: Selo) -> None:
    rows = listed(office, "selo", "--by", "name")
    assert [(row["name"], row["rank"]) for row in rows] == [
        ("Aho, Aino", 3),
        ("Berg, Bea", 1),
        ("Öhman, Åke", 2),
    ]
    assert [
        row["player"] for row in listed(office, "selo", "--by", "name", "--top", "2")
    ] == ["c", "a"]


def test_by_peak(office: Selo) -> None:
    rows = listed(office, "selo", "--by", "peak")
    assert [row["player"] for row in rows] == ["b", "c", "a"] and rows[0][
        "peak"
    ] == 2150
    assert "peak" not in listed(office, "selo")[0]
    text = office.run("list", "selo", "--by", "peak").out
    assert "peak" in text.splitlines()[0]
    assert (
        "peak"
        in office.run("list", "selo", "--by", "peak", "--csv").out.splitlines()[0]
    )


def test_by_live(office: Selo) -> None:
    """c won against a in February: the list of 1 January still has a before c, what
    comes next has not.
    """
    on = ("--as-of", "2010-03-01")
    assert [row["player"] for row in listed(office, "elo-fide", *on)] == ["a", "c", "b"]
    rows = listed(office, "elo-fide", "--by", "live", *on)
    assert [(row["player"], row["rank"]) for row in rows] == [
        ("c", 1),
        ("a", 2),
        ("b", 3),
    ]
    # who is between two ratings is asked of the rating that is shown
    live = {row["player"]: row["live"] or row["rating"] for row in rows}
    least = listed(
        office, "elo-fide", "--by", "live", "--min-rating", str(live["c"]), *on
    )
    most = listed(
        office, "elo-fide", "--by", "live", "--max-rating", str(live["c"] - 1), *on
    )
    assert ([row["player"] for row in least], [row["player"] for row in most]) == (
        ["c"],
        ["a", "b"],
    )
    refused = office.run("list", "selo", "--by", "live", "--json")
    assert (
        refused.code == 2
        and "no live ratings" in refused.value["problems"][0]["message"]
    )


def test_between_two_ratings(office: Selo) -> None:
    on = ("--as-of", "2010-01-15")
    assert [
        row["player"] for row in listed(office, "selo", "--max-rating", "1995", *on)
    ] == ["c", "b"]
    assert [
        row["player"]
        for row in listed(
            office, "selo", "--min-rating", "1995", "--max-rating", "1999", *on
        )
    ] == ["c"]


def test_an_export_has_what_the_list_shows_beside_the_rating(office: Selo) -> None:
    """Live ratings in CSV and JSON; nothing more on a list without them."""
    head, first, *_ = office.run(
        "export", "list", "elo-fide", "--as-of", "2010-03-01"
    ).out.splitlines()
    names = head.split(",")
    assert names[-3:] == ["live", "pending", "list_day"]
    (row,) = (
        row
        for row in office.ask("export", "list", "elo-fide", "--as-of", "2010-03-01")[
            "rows"
        ]
        if row["rank"] == 1
    )
    shown = dict(zip(names[-3:], first.rsplit(",", 3)[1:], strict=True))
    assert shown == {
        "live": str(row["live"]),
        "pending": str(row["pending"]),
        "list_day": row["list_day"],
    }
    assert "live" not in office.run("export", "list", "selo").out.splitlines()[0]


def test_an_elo_taken_as_selo_is_no_peak_and_hides_none(
    selo_without_ledger: Selo,
) -> None:
    """1.7: a step of 3.7 does not count for the peak; what is won in later units does,
    also below that Elo.
    """
    selo = selo_without_ledger
    selo.run("init")
    selo.submit(
        player("f", federation="SWE"),
        player("x"),
        external("f", 2100, on="2024-01-01"),
        opening("x", 2100, on="2024-01-01", games=40),
    )
    selo.submit(
        tournament("T", "2024-02-01", "x f 1-0"),
        tournament("U", "2024-03-01", "f x 1/2-1/2"),
        tournament("V", "2024-04-01", "f x 1-0", minutes=15),
    )
    reached = [
        row["after"] for row in selo.ask("history", "f", "--list", "selo")["rows"]
    ]
    assert reached == [2100, 2090, 2091, 2094]
    peak = {"rating": 2094, "on": "2024-04-01", "tournament": "V", "game": "1.1"}
    asked = [
        selo.ask("show", "f", *day)["lists"]["selo"]["peak"]
        for day in ([], ["--as-of", "2024-04-02"])
    ]
    by_peak = {
        row["player"]: row["peak"]
        for row in selo.ask("list", "selo", "--by", "peak")["rows"]
    }
    assert asked == [peak, peak] and by_peak["f"] == 2094


def test_the_code_of_a_federation_may_be_written_small(office: Selo) -> None:
    office.submit(player("b", name="Aho, Aino", federation="SWE"))
    swedish = [row["player"] for row in listed(office, "selo", "--federation", "SWE")]
    assert swedish == ["b"]
    assert listed(office, "selo", "--federation", "swe") == listed(
        office, "selo", "--federation", "SWE"
    )
