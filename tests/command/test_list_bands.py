"""`selo list --bands`, its picture, and what lists and tournaments show beside ratings:
classes and categories.
"""

import re
from pathlib import Path

import pytest

from tests.world.command import Selo
from tests.world.documents import opening, player, tournament

pytestmark = pytest.mark.lists("elo-no", "elo-uscf", "elo-fide")


@pytest.fixture
def office(selo_without_ledger: Selo) -> Selo:
    selo = selo_without_ledger
    selo.run("init", "--rules", "fi,no,uscf,fide-2009")
    ratings = {"a": 2399, "b": 2400, "c": 2499, "d": 2150}
    selo.submit(*(player(name) for name in ratings))
    for which in ("selo", "elo-no", "elo-uscf", "elo-fide"):
        selo.submit(
            *(
                opening(name, rating, which, on="2010-01-01", games=40)
                for name, rating in ratings.items()
            )
        )
    return selo


def test_bands(office: Selo) -> None:
    answer = office.ask("list", "selo", "--bands", "100", "--as-of", "2010-06-01")
    assert (answer["list"], answer["width"], answer["players"]) == ("selo", 100, 4)
    assert [(row["from"], row["to"], row["players"]) for row in answer["rows"]] == [
        (2100, 2199, 1),
        (2200, 2299, 0),
        (2300, 2399, 1),
        (2400, 2499, 2),
    ]
    few = office.ask(
        "list",
        "selo",
        "--bands",
        "200",
        "--min-rating",
        "2400",
        "--as-of",
        "2010-06-01",
    )["rows"]
    assert [(row["from"], row["players"]) for row in few] == [(2400, 2)]
    assert office.run("list", "pelo", "--bands", "100").out == "nobody on the list\n"
    assert office.run(
        "list", "selo", "--bands", "100", "--csv", "--as-of", "2010-06-01"
    ).out.splitlines()[:2] == [
        "from,to,players",
        "2100,2199,1",
    ]


def test_the_picture_of_bands(office: Selo, tmp_path: Path) -> None:
    file = tmp_path / "bands.svg"
    assert office.run("list", "selo", "--bands", "100", "--svg", str(file)).code == 0
    assert (
        len(re.findall("<rect", file.read_text())) >= 4
        and "2400–2499: 2" in file.read_text()
    )


@pytest.mark.parametrize(
    "words",
    [
        "--svg x.svg",
        "--bands 100 --label x",
        "--bands 0",
        "--bands 100 --change-since x",
    ],
)
def test_what_does_not_go_together(office: Selo, words: str) -> None:
    assert office.run("list", "selo", *words.split()).code == 2


def test_us_classes(office: Selo) -> None:
    rows = office.ask("list", "elo-uscf")["rows"]
    assert [row["us_class"] for row in rows] == [
        "Senior Master",
        "Senior Master",
        "Master",
        "Expert",
    ]
    assert office.ask("show", "d")["lists"]["elo-uscf"]["us_class"] == "Expert"
    assert "Senior Master" in office.run("list", "elo-uscf").out
    assert "us_class" in office.run("export", "list", "elo-uscf").out.splitlines()[0]


def test_categories_of_a_tournament(office: Selo) -> None:
    """Norway's by time; FIDE's by the mean 2399.5 of two, rounded 2400: category 6."""
    office.submit(tournament("T", "2010-02-01", "a b 1-0", time_control="40/90+30"))
    answer = office.ask("tournament", "T")
    assert answer["categories"] == {"elo-no": "II", "elo-fide": 6}
    assert "category II on elo-no" in office.run("tournament", "T").out


def test_norways_conditions_are_warned_about(office: Selo) -> None:
    answer = office.submit(
        tournament("T", "2010-02-01", "a b 1-0", "c d 1-0", time_control="30/90:60")
    )
    assert [
        w["message"] for w in answer["warnings"] if "condition" in w["message"]
    ] == [
        "elo-no: 30/90:60 does not meet condition 2: the first control is after 30"
        " moves and not after 40; the committee may approve it (Koeffisienten)"
    ]
    stated = tournament(
        "U", "2010-03-01", "a b 1-0", "c d 1-0", time_control="30/90:60", category="III"
    )
    after = tournament("V", "2018-03-01", "a b 1-0", "c d 1-0", time_control="30/90:60")
    for document in (stated, after):
        assert not [
            w
            for w in office.submit(document)["warnings"]
            if "condition" in w["message"]
        ]
