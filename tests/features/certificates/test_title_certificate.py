"""A title on paper: its ground, its decision and what proves it."""

import pytest

from tests.command.test_title_decisions import decision, event, strong
from tests.web.pages.reading_html import Page
from tests.web.serving import served
from tests.world.command import Selo
from tests.world.documents import opening, player


@pytest.fixture
def office(selo: Selo) -> Selo:
    selo.submit(*strong())
    return selo


def test_a_certificate_says_on_what_ground_and_what_proves_it(office: Selo) -> None:
    assert (
        office.answer("player", "certificate", "a", "M")[1]["problems"][0]["code"]
        == "no-title"
    )
    office.submit(event(1, "2024-02-10"))
    refused = office.run("player", "certificate", "a", "M")
    assert refused.code == 3 and "earned" in refused.err
    office.submit(decision("confirm-title", "2024-02-20", resolution="12/2024"))
    paper = office.ask("player", "certificate", "a", "M")
    assert paper["ground"] == {
        "kind": "unit",
        "tournament": "t1",
        "tournament_name": paper["ground"]["tournament_name"],
        "game": "1.1",
        "rating": office.ask("history", "a", "--list", "selo")["rows"][-1]["running"][
            0
        ],
        "normal_games": 61,
        "edition": "fi-2023",
        "seq": office.events() - 1,
    }
    assert (paper["on"], paper["decision"]["resolution"]) == ("2024-02-10", "12/2024")
    assert (paper["size"], paper["root"]) == (
        office.events(),
        office.answer("verify")[1]["root"],
    )
    assert (
        "12/2024"
        not in office.run(
            "player", "certificate", "a", "M", "--as-of", "2024-02-19"
        ).out
    )
    office.submit({"kind": "withdraw", "tournament": "t1", "reason": "no such event"})
    office.submit(decision("keep-title", "2024-03-01"))
    kept = office.ask("player", "certificate", "a", "M")
    assert kept["ground"] is None and kept["standing"] == "kept"


def test_the_certificate_of_a_title_that_an_opening_reached(selo: Selo) -> None:
    selo.submit(
        *(player(name) for name in "ab"),
        *(opening(name, 2200, list="selo", games=60) for name in "ab"),
    )
    paper = selo.ask("player", "certificate", "a", "ME")["ground"]
    assert (paper["kind"], paper["rating"], paper["normal_games"]) == (
        "opening",
        2200,
        60,
    )


def test_the_page_keeps_its_state_and_says_where_it_is_again(office: Selo) -> None:
    office.submit(event(1, "2024-02-10"))
    office.submit(decision("confirm-title", "2024-02-20", resolution="12/2024"))
    known = office.events()
    office.submit({"kind": "withdraw", "tournament": "t1", "reason": "no such event"})
    office.submit(decision("keep-title", "2024-03-01"))
    query = f"as_of=2024-02-25&known_seq={known}"
    with served(office.ledger) as service:
        paper = Page(service.ask(f"/en/players/a/titles/M?{query}").text)
        links = [link for link in paper.links if "/titles/M" in link]
        [again] = [link for link in links if link.startswith("http")]
        assert again.endswith(f"/en/players/a/titles/M?{query}")
        [as_json] = [link for link in links if ".json" in link]
        assert f"known_seq={known}" in as_json and "as_of=2024-02-25" in as_json
        shown = service.ask(as_json.replace("&amp;", "&")).value
        assert (shown["size"], shown["decision"]["resolution"]) == (known, "12/2024")
        address = again.partition("/en/")[2]
        assert "12/2024" in service.ask(f"/en/{address}").text
        today = Page(service.ask("/en/players/a/titles/M").text).links
    [again] = [link for link in today if link.startswith("http")]
    assert "as_of=" in again and f"known_seq={office.events()}" in again


WORDS = {
    "en": ("Chess master (M)", "resolution 12/2024"),
    "fi": ("Shakkimestari (M)", "päätös 12/2024"),
    "sv": ("Schackmästare (M)", "beslut 12/2024"),
}


@pytest.mark.parametrize("language", WORDS)
def test_the_page_of_a_title(language: str, selo: Selo) -> None:
    grade, resolution = WORDS[language]
    selo.submit(
        *strong(),
        event(1, "2024-02-10"),
        decision("confirm-title", "2024-02-20", resolution="12/2024"),
    )
    root = selo.answer("verify")[1]["root"]
    address = f"/{language}/players/a/titles/M"
    with served(selo.ledger) as service:
        paper = service.ask(address).text
        number = selo.ask("show", "a")["lists"]["selo"]["peak"]["rating"]
        for text in (grade, resolution, root, f"selo {number}"):
            assert text in paper, text
        assert address in Page(service.ask(f"/{language}/players/a").text).links
    selo.submit(
        event(2, "2024-05-05"),
        {"kind": "withdraw", "tournament": "t1", "reason": "played in May"},
    )
    with served(selo.ledger) as service:
        gone = service.ask(address)
        assert gone.status == 404 and root not in gone.text
