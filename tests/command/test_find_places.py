"""`selo player find`: tournaments and clubs by what they are called, as players are."""

from typing import Any
from unicodedata import normalize

import pytest

from projections.answers import Question
from projections.answers.open_reading import reading
from projections.answers.players import find as find_module
from projections.answers.players.find import MOST, find
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament


def found(selo: Selo, *words: str) -> tuple[list[str], list[str], list[str]]:
    """The ids of players, tournaments and clubs."""
    answer: Any = selo.run("player", "find", *words, "--json").value
    return (
        [row["player"] for row in answer["rows"]],
        [row["tournament"] for row in answer["tournaments"]],
        [row["club"] for row in answer["clubs"]],
    )


@pytest.fixture
def house(demo: Selo) -> Selo:
    demo.clock("2026-11-21")
    return demo


@pytest.mark.parametrize(
    ("words", "tournaments", "clubs"),
    [
        (
            "granskar open",
            ["granskar-open-2024", "granskar-open-2023", "granskar-open-2022"],
            [],
        ),
        ("GRÄNSKÄR 2024", ["granskar-open-2024", "granskar-masters-2024"], []),
        ("itsenaisyyspaivan 22", ["itsenaisyyspaivan-blitz-2022"], []),
        ("linna", ["merilinna-open-2024"], []),
        ("joukkueliiga-2024-25", ["joukkueliiga-2024-25"], []),
        (
            "lumikosken",
            [
                "lumikosken-syysrapid-2024",
                "lumikosken-mestaruus-2023",
                "lumikosken-kutsuturnaus-2022",
            ],
            ["Lumikosken Sotilas"],
        ),
        ("LÄHETTI", [], ["Kaislasalmen Lähetti"]),
        ("lahet", [], ["Kaislasalmen Lähetti"]),
        ("ratsu hopeajoen", [], ["Hopeajoen Ratsu"]),
        ("pikaturnaus", ["kuusilahden-pikaturnaus-2023"], []),
        ("hallavuori", [], []),
        ("?!", [], []),
    ],
)
def test_a_part_of_a_name_is_enough(
    house: Selo, words: str, tournaments: list[str], clubs: list[str]
) -> None:
    assert found(house, *words.split())[1:] == (tournaments, clubs)


def test_mistakes_are_forgiven_where_nothing_is_called_so(house: Selo) -> None:
    assert "vappublitz-2024" in found(house, "vapublitz")[1]
    assert found(house, "granskärs", "shack")[2] == ["Granskärs Schack"]
    assert found(house, "halavouri")[1:] == ([], []), "of a player alone"
    # a club has the word as it is, so no tournament that is only like it
    assert found(house, "Torni")[1:] == ([], ["Revonlammen Torni"])


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
    for way in ways:
        assert len(club.ask("list", "selo", "--club", way)["rows"]) == 3
    assert found(club, "hameen")[2] == [ways[0]]


def test_what_was_not_known_or_not_begun_is_not_found(house: Selo) -> None:
    open_2024 = "kuusilahti-open-2024"
    assert open_2024 in found(house, "kuusilahti", "--as-of", "2024-06-08")[1]
    assert open_2024 not in found(house, "kuusilahti", "--as-of", "2024-06-07")[1]
    assert open_2024 in found(house, "kuusilahti", "--known-seq", "217")[1]
    assert open_2024 not in found(house, "kuusilahti", "--known-seq", "216")[1]
    assert found(house, "lumikosken", "--known-seq", "1") == ([], [], [])


def test_of_many_the_newest_are_shown_and_the_others_counted(selo: Selo) -> None:
    days = [
        f"2024-{1 + number // 20:02}-{1 + number % 20:02}" for number in range(MOST + 3)
    ]
    people = [
        player("A", club="Shakki"),
        player("B", club="SHAKKI"),
        opening("A"),
        opening("B", 1700),
    ]
    selo.submit(*people, *(tournament(f"cup-{day}", day, "A B 1-0") for day in days))
    answer = selo.run("player", "find", "kilpailu", "--json").value
    assert [row["end"] for row in answer["tournaments"]] == sorted(days, reverse=True)[
        :MOST
    ]
    assert (answer["more_tournaments"], answer["more_clubs"]) == (3, 0)
    assert "3 more are not shown" in selo.run("player", "find", "kilpailu").out
    assert selo.run("player", "find", "shakki", "--json").value["clubs"] == [
        {"club": "Shakki", "members": 2}
    ]


def test_a_club_goes_with_its_last_member(selo: Selo) -> None:
    selo.submit(
        player("A", club="Seura Yksin"),
        player("B", club="Seura Kaksi"),
        player("C", club="Seura Kaksi"),
    )
    assert found(selo, "seura")[2] == ["Seura Kaksi", "Seura Yksin"]
    selo.submit(
        {"kind": "merge-players", "from": "C", "into": "B", "reason": "one person"}
    )
    assert selo.run("player", "find", "kaksi", "--json").value["clubs"] == [
        {"club": "Seura Kaksi", "members": 1}
    ]
    selo.submit({"kind": "erase-person", "player": "A", "reason": "asked for it"})
    assert found(selo, "seura")[2] == ["Seura Kaksi"]
    assert found(selo, "yksin") == ([], [], [])


def test_nobody_and_nothing_is_said(house: Selo) -> None:
    assert (
        house.run("player", "find", "zzzz").out
        == "nobody by that name, and no tournament or club\n"
    )
    lines = house.run("player", "find", "merilinna").out.splitlines()
    assert (
        lines[0].split() == ["tournament", "name", "start", "end"] and len(lines) == 2
    )


def test_the_search_of_tournaments_is_made_anew_only_when_one_is_called_otherwise(
    selo: Selo,
) -> None:
    def made() -> object:
        with reading(selo.ledger, Question(), "2026-11-21") as now:
            find(now, "cup")
        [(_, search)] = find_module._NEWEST
        return search

    selo.submit(
        player("A"),
        player("B"),
        opening("A"),
        opening("B"),
        tournament("cup", "2024-01-01", "A B 1-0"),
    )
    first = made()
    selo.submit(
        player("C"),
        {
            "kind": "amend",
            "tournament": "cup",
            "reason": "a slip",
            "games": {"1.1": {"board": 2}},
        },
    )
    assert made() is first
    selo.submit(
        {
            "kind": "amend",
            "tournament": "cup",
            "reason": "a slip",
            "set": {"name": "Kuppi"},
        }
    )
    assert (
        made() is not first
        and found(selo, "kuppi")[1] == ["cup"]
        and found(selo, "kilpailu")[1] == []
    )
