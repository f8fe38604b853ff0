"""A published list says what it changed since the one before, and which tournaments did
it.
"""

from collections.abc import Iterator

import pytest

from projections.answers import Question
from projections.answers.lists.compared_lists import ListsCompared, compare_lists
from projections.answers.lists.published import PublishedList
from projections.answers.open_reading import reading
from tests.web.pages.reading_html import Page
from tests.web.serving import Served, served
from tests.world.command import Selo
from tests.world.documents import amend, open_2024, opening, player, tournament
from tests.world.ledger import TODAY
from web.pages.lists import compared_page, published_page
from web.pages.visit import LiveLinks, Visit

HTML = {"Accept": "text/html"}


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    club.submit(open_2024())
    club.done("publish", "selo", "first", "--as-of", "2024-02-20")
    club.submit(tournament("spring", "2024-03-01", "A B 1-0", name="Kevätkisa"))
    club.submit(amend("open-2024", games={"1.2": {"result": "1-0"}}, reason="slip"))
    club.done("publish", "selo", "second", "--as-of", "2024-03-10")
    with served(club.ledger) as running:
        yield running


def test_it_leads_to_what_it_changed(service: Served) -> None:
    second = service.ask(
        "/lists/selo/published/second", fields={"Accept": "text/html"}
    ).text
    assert (
        'href="/lists/selo/compare/first/second">What changed on this list since first<'
        in second
    )
    first = service.ask(
        "/lists/selo/published/first", fields={"Accept": "text/html"}
    ).text
    assert "What changed on this list" not in first


def test_the_tournaments_that_did_it_have_their_names(service: Served) -> None:
    page = service.ask(
        "/lists/selo/compare/first/second", fields={"Accept": "text/html"}
    ).text
    assert Page(page).flaws == []
    assert page.count(">Kevätkisa<") == 2 and 'href="/tournaments/spring"' in page
    assert "earlier results corrected" in page
    finnish = service.ask(
        "/fi/lists/selo/compare/first/second", fields={"Accept": "text/html"}
    ).text
    assert "earlier results corrected" not in finnish and ">Kevätkisa<" in finnish


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Starting rating"), ("fi", "Aloitusluku"), ("sv", "Ingångstal")],
)
def test_a_starting_rating_is_a_reason_in_every_language_and_no_tournament(
    club: Selo, language: str, words: str
) -> None:
    club.submit(
        player("N"),
        opening("N", 1700, on="2024-03-05"),
        tournament("spring", "2024-03-10", "N A 1-0", name="Kevätkisa"),
    )
    club.done("publish", "selo", "first", "--as-of", "2024-02-20")
    club.done("publish", "selo", "second", "--as-of", "2024-03-20")
    with served(club.ledger) as running:
        compared = running.ask(
            f"/{language}/lists/selo/compare/first/second", fields=HTML
        ).text
        assert f">{words}, <a" in compared and ">opening" not in compared


@pytest.mark.usefixtures("service")
def test_a_page_of_a_service_shows_so_many_rows_and_says_how_many_more_there_are(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.lists.MOST", 1)
    links = LiveLinks("", "", "/lists/selo", "")
    visit = Visit("en", "", links, TODAY, "")
    with reading(club.ledger, Question(), TODAY) as known:
        published = published_page(known, PublishedList(label="second"), visit)
        compared = compared_page(
            known, ListsCompared(older="first", newer="second"), visit
        )
        everybody = len(compare_lists(known, "selo", "first", "second").rows)
    for page in (published, compared):
        assert page.split("<tbody>")[1].split("</tbody>")[0].count("<tr>") == 1
        assert f"{everybody - 1} more are in the files for programs." in page
    assert everybody > 2


def test_lists_whose_labels_have_a_slash_are_compared(club: Selo) -> None:
    """The slash is percent-encoded in links, also in those to other languages."""
    club.done("publish", "selo", "2024/1", "--as-of", "2024-02-20")
    club.submit(tournament("spring", "2024-03-01", "A B 1-0", name="Kevätkisa"))
    club.done("publish", "selo", "2024/2", "--as-of", "2024-03-10")
    compared = "/lists/selo/compare/2024%2F1/2024%2F2"
    with served(club.ledger) as running:
        page = running.ask("/lists/selo/published/2024%2F2", fields=HTML).text
        assert f'href="{compared}"' in page

        answer = running.ask(f"/api{compared}").value
        assert (answer["older"], answer["newer"]) == ("2024/1", "2024/2")
        assert answer["rows"]

        page = running.ask(f"/en{compared}", fields=HTML).text
        for linked in (f"/fi{compared}", f"{compared}.json", f"{compared}.csv"):
            assert f'href="{linked}"' in page
            assert running.ask(linked).status == 200
        # what cannot be told apart is no list
        assert running.ask("/api/lists/selo/compare/2024/1/2024/2").status == 404
