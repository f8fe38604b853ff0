"""Rating lists for Vega, Sharly-Chess and Tasaselo, read as those programs read them.

The readers here are of the test: Sharly-Chess's steps and checks, Vega's fields between
semicolons, Tasaselo's columns.
"""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.copies import TEXT_FORMS
from desk.exports.list_texts import TEXTS, list_as
from desk.exports.lists import exported_publication
from exchange.lists.written import (
    encoded,
    sharly_chess_text,
    swiss_text,
    tasaselo_text,
    vega_text,
)
from projections.answers import Question
from projections.answers.open_reading import reading
from tests.world.command import Command

TODAY = "2026-11-21"
Row = dict[str, Any]


@pytest.fixture
def selo(
    demo_ledger: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    monkeypatch.chdir(tmp_path)
    return Command(tmp_path, demo_ledger, "demo.db", TODAY).done


def row(name: str | None, **more: Any) -> Row:
    return {
        "rank": 1,
        "player": "F001",
        "name": name,
        "federation": "FIN",
        "sex": "f",
        "born": "1980-02-29",
        "fide_id": 500001,
        "club": "EtVaS",
        "rating": 1850,
        "games": 12,
        "last_played": None,
    } | more


def in_sharly_chess(data: bytes) -> list[dict[str, str]]:
    """Guess the separator from two lines, as the program does; its checks of a value
    refuse what is none.
    """
    text = data.decode("utf-8-sig")
    players = list(
        csv.DictReader(
            io.StringIO(text),
            dialect=csv.Sniffer().sniff("".join(text.splitlines(True)[:2])),
        )
    )
    for player in players:
        assert (
            None not in player
            and None not in player.values()
            and player["last_name"]
            and player["federation"]
        )
        assert player["gender"].upper() in ("", "F", "W", "M")
        for name in (
            "fide_id",
            "year_of_birth",
            "standard_national",
            "rapid_national",
            "blitz_national",
        ):
            assert not player[name] or (
                player[name].isdigit() and int(player[name]) > 0
            )
    return players


def in_tasaselo(data: bytes) -> tuple[str, list[tuple[str, ...]]]:
    """Return title and players: the program keeps the lines that are not empty, and
    looks at the first 21 of them.
    """
    lines = [
        line for line in data.decode("cp1252").replace("\r", "\n").split("\n") if line
    ]
    [title] = [lines[at] for at in range(21) if "Selolista " in lines[at]]
    places = ((0, 5), (6, 24), (24, 37), (37, 48), (48, 52), (52, 60))
    players = [line for line in lines if line[:5].strip().isdigit()]
    assert {len(line) for line in players} <= {63}
    return title, [
        tuple(line[start:end].strip() for start, end in places) for line in players
    ]


def test_the_command_knows_every_form() -> None:
    assert tuple(TEXTS) == TEXT_FORMS


def test_the_list_of_the_demo_is_read_whole(selo: Callable[..., str]) -> None:
    asked = ("export", "list", "selo", "--as-of", "2024-12-31", "--format")
    rows = json.loads(selo(*asked, "json"))["rows"]
    sharly = in_sharly_chess(selo(*asked, "sharly-chess").encode())
    assert [(int(p["rapid_national"]), p["year_of_birth"]) for p in sharly] == [
        (r["rating"], (r["born"] or "")[:4]) for r in rows
    ]
    names = {
        tuple(sorted(f"{p['last_name']} {p['first_name']}".split())) for p in sharly
    }
    assert names == {tuple(sorted(r["name"].split())) for r in rows}
    vega = list(csv.DictReader(io.StringIO(selo(*asked, "vega")), delimiter=";"))
    assert [(p["IDNAT"], int(p["ELONAT"]), int(p["IDFIDE"])) for p in vega] == [
        (r["player"], r["rating"], r["fide_id"] or 0) for r in rows
    ]
    assert {len(p["BIRTHDAY"]) for p in vega} == {8} and vega[0][
        "BIRTHDAY"
    ] == "12031983"


def test_a_published_list_for_tasaselo_has_its_own_day(
    demo_ledger: Path, tmp_path: Path
) -> None:
    demo = Command(tmp_path, demo_ledger, "demo.db", TODAY)
    demo.done("publish", "selo", "2024-12", "--as-of", "2024-12-31")
    asked = ("export", "list", "selo", "--label", "2024-12", "--format")
    rows = json.loads(demo.done(*asked, "json"))["rows"]
    with reading(demo.ledger, Question(), TODAY) as now:
        data = list_as(exported_publication(now, "selo", "2024-12", None), "tasaselo")
    title, players = in_tasaselo(data)
    assert title == "Selolista 31.12.2024" and len(players) == len(rows)
    assert sorted((p[4], p[5]) for p in players) == sorted(
        (str(r["rating"]), str(r["games"])) for r in rows
    )
    assert [int(p[0]) for p in players] == list(range(1, len(rows) + 1))


def test_tasaselo_takes_short_lists_long_names_and_letters_it_lacks() -> None:
    rows = [
        row("Öhman, Åke"),
        row(
            "Heikkinen-Keinänen-Virtanen, Merja-Elisabeth Kaarina",
            club="Aivan pitkä seura",
        ),
        row("Łukasz Wiśniewski", rating=-5, games=0),
        row(None, club=None),
        row("Aho, Иван", rating=950),
    ]
    title, players = in_tasaselo(encoded(tasaselo_text(rows, "2024-02-09"), "cp1252"))
    assert title == "Selolista 9.2.2024"
    assert players == [
        ("1", "Aho", "????", "EtVaS", "950", "12"),
        ("2", "F001", "", "", "1850", "12"),
        ("3", "Heikkinen-Keinänen", "Merja-Elisabe", "Aivan pitkä", "1850", "12"),
        ("4", "Wisniewski", "Lukasz", "EtVaS", "-5", "0"),
        ("5", "Öhman", "Åke", "EtVaS", "1850", "12"),
    ]
    assert in_tasaselo(encoded(tasaselo_text([], "2024-02-09"), "cp1252"))[1] == []


@pytest.mark.parametrize("club", ["Oma, Seura", "a;b", 'Se"ura', "", None, "=1+1"])
def test_sharly_chess_finds_the_columns_whatever_stands_first(club: str | None) -> None:
    first = row(
        "Mäki-Aho, Väinö", club=club, rating=-20, sex=None, born=None, fide_id=None
    )
    [one, two] = in_sharly_chess(
        encoded(sharly_chess_text([first, row("Onni")]), "utf-8-sig")
    )
    assert one["club"] == ("'=1+1" if club == "=1+1" else club or "")
    assert (one["last_name"], one["first_name"], one["standard_national"]) == (
        "Mäki-Aho",
        "Väinö",
        "",
    )
    assert (
        two["last_name"],
        two["first_name"],
        two["gender"],
        two["blitz_national"],
    ) == ("Onni", "", "W", "1850")


def test_vega_and_swiss_manager_get_what_is_known() -> None:
    rows = [
        row("Aho, Aino"),
        row("Jan van der Berg", born="1990", sex=None, fide_id=None, rating=-5),
        row(None, born=None),
    ]
    one, two, three = (line.split(";") for line in vega_text(rows).splitlines()[1:])
    assert one == [
        "Aho Aino",
        "FIN",
        "29021980",
        "f",
        "",
        "500001",
        "0",
        "F001",
        "1850",
        "0",
    ]
    assert two == [
        "van der Berg Jan",
        "FIN",
        "00001990",
        "",
        "",
        "0",
        "0",
        "F001",
        "0",
        "0",
    ]
    assert (three[0], three[2]) == ("F001", "00000000")
    assert (
        swiss_text(rows).splitlines()[1]
        == "F001;Aho, Aino;FIN;1850;1980/02/29;w;500001;EtVaS"
    )
