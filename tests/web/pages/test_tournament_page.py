"""The page of a tournament: what stands beside each player is what their own pages say,
ranks are those of the report as long as it stands, and points are written one way.
"""

import re
from html import unescape

import pytest

from projections.answers import Question
from projections.answers.asking import Id
from projections.answers.open_reading import reading
from projections.answers.players.performance import performance
from projections.answers.tournaments.standings import standings
from projections.answers.tournaments.tournament import tournament
from tests.web.serving import Served, served
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.documents import tournament as document
from tests.world.ledger import TODAY

HTML = {"Accept": "text/html"}
OPEN: Id = "kuusilahti-open-2024"


def table(text: str) -> list[list[str]]:
    """The cells of the final table, as read."""
    body = text.partition('id="standings"')[2].partition("<tbody>")[2]
    rows = re.findall(r"<tr>(.*?)</tr>", body.partition("</tbody>")[0], re.DOTALL)
    return [
        [
            unescape(re.sub(r"<[^>]+>", "", cell)).strip()
            for cell in re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL)
        ]
        for row in rows
    ]


@pytest.mark.parametrize("name", [OPEN, "joukkueliiga-2024-25", "vappublitz-2025"])
def test_a_performance_is_that_of_the_page_of_the_player(name: Id, demo: Selo) -> None:
    with reading(demo.ledger, Question(), TODAY) as known:
        beside = standings(known, tournament(known, name))
        both = [
            (value, performance(known, who, on, tournament=name).performance)
            for who, standing in beside.items()
            for on, value in standing.performance.items()
        ]
    assert len(both) > 10 and [one for one in both if one[0] != one[1]] == []


def test_the_final_table_has_what_is_known_of_each_player(service: Served) -> None:
    rows = table(service.ask(f"/en/tournaments/{OPEN}", fields=HTML).text)
    assert len(rows) == 20
    first = [cell.split("\n")[0] for cell in rows[0]]
    assert first[2:] == [
        "FIN",
        "Hopeajoen Ratsu",
        "6 / 7",
        "2139",
        "2376",
        "+33",
        "2172",
    ]
    assert rows[1][4] == "4½ / 7"


def test_the_report_of_a_tournament_is_headed_by_its_name(service: Served) -> None:
    text = service.ask(f"/en/tournaments/{OPEN}/trf", fields=HTML).text
    assert "<title>TRF: Kuusilahti Open 2024 " in text
    assert (
        f'<a href="/en/tournaments/{OPEN}"><bdi>Kuusilahti Open 2024</bdi></a>' in text
    )


def test_halves_are_written_one_way(service: Served) -> None:
    for address in (
        f"/en/tournaments/{OPEN}",
        "/en/players/F033",
        "/fi/players/F033",
        f"/sv/players/F033/why/{OPEN}",
        "/en/players/F033/opponents",
        "/fi/players/F033/history",
    ):
        text = service.ask(address, fields=HTML).text
        assert "½" in text, address
        assert (
            re.findall(r">[^<]*?\b\d*[.,]5 (?:/|points|pist|poäng)[^<]*", text) == []
        ), address


def test_ranks_are_those_of_the_report_until_a_game_is_changed(club: Selo) -> None:
    report = {
        "tie_breaks": "Buchholz",
        "players": [
            {"player": who, "number": number, "rank": rank, "points": "0.5"}
            for number, (who, rank) in enumerate((("X", 2), ("Y", 1)), 1)
        ],
    }
    club.submit(player("X"), player("Y"))
    club.submit({**document("tied", "2024-06-20", "X Y 1/2-1/2"), "reported": report})
    with served(club.ledger) as service:
        text = service.ask("/en/tournaments/tied", fields=HTML).text
        assert "Ranks as the organiser reported them" in text and "Buchholz" in text
        assert [row[1].split("\n")[0][:9] for row in table(text)] == [
            "Pelaaja Y",
            "Pelaaja X",
        ]
        club.submit(
            {
                "kind": "amend",
                "tournament": "tied",
                "games": {"1.1": {"result": "1-0"}},
                "reason": "the score sheet",
            }
        )
        text = service.ask("/en/tournaments/tied", fields=HTML).text
        assert "Ranks as the organiser" not in text and "listed by id" in text
        assert table(text)[0][1].startswith("Pelaaja X")
