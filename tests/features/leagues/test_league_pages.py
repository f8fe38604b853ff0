"""The pages of a league, from the tournament's page on, in words of the reader's
language.
"""

import re
from collections.abc import Iterator

import pytest

from tests.web.serving import Served, served
from tests.world.command import Selo
from tests.world.documents import Document, game, opening, player, tournament

HTML = {"Accept": "text/html"}


def liiga() -> list[Document]:
    teams = [
        {"team": "salo", "name": "Salon <b>Shakki</b>", "players": ["A", "B", "E"]},
        {
            "team": "abo",
            "name": "Åbo Schack",
            "players": ["C", "D"],
            "withdrawn": "2024-03-01",
        },
        {"team": "ii", "name": "Ii", "players": ["F", "G"]},
    ]
    matches = [
        {"round": 1, "home": "salo", "away": "ii", "on": "2023-10-01"},
        {
            "round": 2,
            "home": "abo",
            "away": "salo",
            "on": "2024-01-14",
            "absent": "home",
        },
    ]
    league = {
        "boards": 2,
        "closing_day": "2023-09-01",
        "teams": teams,
        "matches": matches,
    }
    games = [game(1, "B", "F", board=1), game(1, "G", "A", "1/2-1/2", board=2)]
    people = [
        player(name, unlisted=True) if name == "G" else player(name)
        for name in "ABCDEFG"
    ]
    balances = [opening("A", 2000), opening("B", 1900)]
    return [
        *people,
        *balances,
        tournament("liiga", "2024-03-10", *games, start="2023-10-01", league=league),
    ]


@pytest.fixture
def service(selo: Selo) -> Iterator[Served]:
    selo.submit(*liiga())
    with served(selo.ledger) as running:
        yield running


def text_of(page: str) -> str:
    return re.sub(
        r"\s+",
        " ",
        re.sub("<[^>]*>", " ", page.partition("<main")[2].partition("</main>")[0]),
    )


def page(service: Served, address: str) -> str:
    reply = service.ask(address, fields=HTML)
    assert reply.status == 200, reply.text
    return reply.text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fi", ("Ottelupisteet", "luopui 1.3.2024", "mitätöity", "Sarjataulukko")),
        ("sv", ("Matchpoäng", "drog sig ur 1.3.2024", "struken", "Serietabellen")),
        (
            "en",
            (
                "Match points",
                "withdrew on 1 March 2024",
                "struck",
                "The table of the league",
            ),
        ),
    ],
)
def test_the_table_speaks_the_language_of_the_page(
    language: str, words: tuple[str, ...], service: Served
) -> None:
    from_there = page(service, f"/{language}/tournaments/liiga")
    assert (
        f'href="/{language}/tournaments/liiga/league"' in from_there
        and words[3] in from_there
    )
    told = page(service, f"/{language}/tournaments/liiga/league")
    assert all(one in text_of(told) for one in words[:3])
    assert "Salon &lt;b&gt;Shakki" in told and "<b>Shakki" not in told


def test_a_team_and_its_line_up_out_of_order(service: Served) -> None:
    told = text_of(page(service, "/en/tournaments/liiga/teams/salo"))
    assert (
        "Pelaaja A (2000) on board 2 is rated above Pelaaja B (1900) on board 1" in told
    )
    # the team that did not come has left since
    assert "walk-over" not in told and "struck" in told
    before = text_of(page(service, "/en/tournaments/liiga/teams/salo?as_of=2024-02-01"))
    assert "walk-over" in before


def test_a_line_up_typed_into_the_form_is_checked(service: Served) -> None:
    assert "The line-up is in order." in page(
        service, "/en/tournaments/liiga/boards?team=salo&player=A+B"
    )
    assert "is not in the team" in page(
        service, "/en/tournaments/liiga/boards?team=salo&player=A+C"
    )


def test_who_asked_not_to_be_listed_is_not_named(service: Served, selo: Selo) -> None:
    for address in ("teams/ii", "boards?team=ii"):
        told = page(service, f"/en/tournaments/liiga/{address}")
        assert "Pelaaja F" in told and "Pelaaja G" not in told
    selo.done("ledger", "settings", "--unlisted", "left-out", "--reason", "the board")
    rows = service.ask("/api/tournaments/liiga/boards?team=ii").value["rows"]
    assert [row["player"] for row in rows] == ["F"]


def test_without_teams_there_is_no_such_page(service: Served, selo: Selo) -> None:
    selo.submit(tournament("cup", "2024-01-01", "A B 1-0"))
    assert "/tournaments/cup/league" not in page(service, "/en/tournaments/cup")
    assert service.ask("/en/tournaments/cup/league", fields=HTML).status == 404


def test_halves_are_written_one_way(service: Served) -> None:
    for language in ("fi", "sv", "en"):
        text = service.ask(f"/{language}/tournaments/liiga/league", fields=HTML).text
        assert "½" in text
        assert re.findall(r">[^<]*?\b\d*[.,]5 (?:/|points|pist|poäng)[^<]*", text) == []
