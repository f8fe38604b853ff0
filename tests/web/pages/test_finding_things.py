"""The menu leads to every part of the service, a page that is not there offers a search
and the way back, and people stand by name where they are spoken of.
"""

import re

import pytest

from messages import LANGUAGES
from tests.features import asked_of_features
from tests.web.pages.reading_html import Page
from tests.web.serving import Served, served
from tests.world.command import Selo
from tests.world.documents import player, tournament

HTML = {"Accept": "text/html"}
PARTS = (
    "/lists",
    "/tournaments",
    "/titles",
    "/log",
    "/diff",
    "/rules",
    "/verify",
    *(address for feature in asked_of_features() for address in feature.menu),
)


def menu_of(text: str) -> str:
    return text.partition('<details class="menu">')[2].partition("</details>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_leads_to_every_part(language: str, service: Served) -> None:
    menu = menu_of(service.ask(f"/{language}/players/F033").text)
    led_to = set(re.findall(r'href="([^"#]+)', menu))
    assert led_to == {f"/{language}{part}" for part in PARTS}
    for address in sorted(led_to):
        assert service.ask(address, fields=HTML).status == 200, address


@pytest.mark.features("leagues")
def test_the_menu_leads_to_the_leagues(service: Served) -> None:
    menu = menu_of(service.ask("/en/").text)
    assert '/en/tournaments#leagues"' in menu
    leagues = service.ask("/en/tournaments").text.partition('id="leagues"')[2]
    leagues = leagues.partition("<h2>")[0]
    assert '/tournaments/joukkueliiga-2024-25/league"' in leagues
    assert "kuusilahti-open-2024" not in leagues


def test_a_page_that_is_not_there_offers_a_search_and_the_way_back(
    service: Served,
) -> None:
    came_from = f"http://127.0.0.1:{service.port}/en/lists/selo"
    text = service.ask(
        "/en/players/zzyzx-nobody", fields={**HTML, "Referer": came_from}
    ).text
    assert 'name="words" required' in text and 'value="zzyzx nobody"' in text
    assert came_from in Page(text).links
    elsewhere = {**HTML, "Referer": "http://elsewhere.example/en/"}
    text = service.ask("/en/players/F999", fields=elsewhere).text
    assert "elsewhere.example" not in text and 'value="F999"' in text


def test_only_a_program_is_told_where_else_answers_are(service: Served) -> None:
    """A person has the search for it."""
    for address in ("/en/nowhere", "/fi/players/F033/nowhere", "/sv/look/look.css"):
        main = service.ask(address, fields=HTML).text.partition("<main")[2]
        main = main.partition("</main>")[0]
        assert 'name="words" required' in main and "/api" not in main, address
    [problem] = service.ask("/api/nowhere").value["problems"]
    assert problem["hint"] == "see /api"


def test_a_list_that_comes_first_has_no_columns_of_an_older_one(
    service: Served,
) -> None:
    text = service.ask("/fi/lists/next?list=pelo", fields=HTML).text
    [head] = re.findall(r"<thead><tr>(.*?)</tr>", text)
    assert head.count("<th") == 5 and "Sija ennen" not in head
    row = text.partition("<tbody>")[2].partition("</tr>")[0]
    assert row.count("<td") == 5 and ">opening" not in text
    assert ">Aloitusluku<" in text


def test_two_days_are_compared_with_a_field_for_each(service: Served) -> None:
    form = service.ask("/en/diff", fields=HTML).text.partition('class="fields"')[2]
    assert form.partition("</form>")[0].count('type="date"') == 2
    as_two = service.ask("/api/diff?from=2024-06-01&to=2024-07-31").value
    as_one = service.ask("/api/diff?known_on=2024-06-01..2024-07-31").value
    assert as_two == as_one and as_two["rows"]
    assert service.ask("/api/diff?to=2024-07-31").status == 400
    assert service.ask("/api/diff?from=2024-07-01&known_seq=1..2").status == 400


def test_people_who_are_merged_stand_by_name(club: Selo) -> None:
    club.submit(player("N1", name="Doe, Jane"), player("N2", name="Doe, Jane Mary"))
    club.submit(tournament("later", "2024-06-20", "A N2 1-0"))
    club.submit(
        {"kind": "merge-players", "from": "N2", "into": "N1", "reason": "one person"}
    )
    with served(club.ledger) as running:
        for address in ("/en/log", "/en/", f"/en/events/{club.events()}"):
            text = running.ask(address, fields=HTML).text
            assert "Doe, Jane Mary is Doe, Jane from now on" in text, address
            assert "N2 is N1" not in text
