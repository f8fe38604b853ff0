"""The language by the address, else as chosen, else as the browser asks; the colours as
chosen; both remembered.
"""

import re
from html import unescape
from pathlib import Path

import pytest

from tests.web.serving import Served, served
from tests.world.command import Selo
from tests.world.documents import founding, player, tournament
from web.pages.visit import preferred_language

HTML = {"Accept": "text/html"}


@pytest.mark.parametrize(
    ("field", "language"),
    [
        ("fi-FI,fi;q=0.9,en;q=0.8", "fi"),
        ("de,sv;q=0.5,en;q=0.4", "sv"),
        ("en;q=0.1, fi;q=0.2", "fi"),
        ("", "en"),
        ("de", "en"),
        ("fi;q=0", "en"),
        ("fi;q=x,sv", "sv"),
        ("SV", "sv"),
    ],
)
def test_the_browser_says_which_language(field: str, language: str) -> None:
    assert preferred_language(field) == language


@pytest.mark.parametrize(
    ("address", "fields", "language"),
    [
        ("/players/F033", {"Accept-Language": "sv"}, "sv"),
        (
            "/players/F033",
            {"Accept-Language": "sv", "Cookie": "selo_language=fi"},
            "fi",
        ),
        (
            "/en/players/F033",
            {"Accept-Language": "sv", "Cookie": "selo_language=fi"},
            "en",
        ),
        ("/players/F033", {"Cookie": "selo_language=xx"}, "en"),
    ],
)
def test_the_address_comes_first_then_the_choice_then_the_browser(
    service: Served, address: str, fields: dict[str, str], language: str
) -> None:
    reply = service.ask(address, fields=fields)
    assert reply.status == 200 and f'<html lang="{language}">' in reply.text
    assert reply.fields["vary"] == "accept-encoding, accept-language, cookie"


def test_links_keep_the_language_of_the_address(service: Served) -> None:
    text = service.ask("/sv/players/F033").text
    assert 'href="/sv/lists/selo"' in text and 'href="/lists/selo"' not in text
    assert 'href="/lists/selo"' in service.ask("/players/F033").text


def test_another_look_is_another_answer(service: Served) -> None:
    first = service.ask("/players/F033")
    tags = {
        service.ask("/players/F033", fields=fields).fields["etag"]
        for fields in (
            {},
            {"Accept-Language": "fi"},
            {"Cookie": "selo_theme=dark"},
            {"Cookie": "selo_theme=pink"},
        )
    }
    assert len(tags) == 3
    assert (
        service.ask(
            "/players/F033", fields={"If-None-Match": first.fields["etag"]}
        ).status
        == 304
    )


@pytest.mark.parametrize(
    ("query", "cookie", "location"),
    [
        (
            "language=sv&to=/players/F033",
            "selo_language=sv; Max-Age=31536000; Path=/; SameSite=Lax",
            "/sv/players/F033",
        ),
        (
            "language=fi&to=/sv/lists/selo?limit=3",
            "selo_language=fi; Max-Age=31536000; Path=/; SameSite=Lax",
            "/fi/lists/selo?limit=3",
        ),
        (
            "language=fi&to=/",
            "selo_language=fi; Max-Age=31536000; Path=/; SameSite=Lax",
            "/fi",
        ),
        (
            "theme=dark&to=/sv/log",
            "selo_theme=dark; Max-Age=31536000; Path=/; SameSite=Lax",
            "/sv/log",
        ),
        ("theme=auto&to=/log", "selo_theme=; Max-Age=0; Path=/; SameSite=Lax", "/log"),
        (
            "theme=dark&to=/sv//x",
            "selo_theme=dark; Max-Age=31536000; Path=/; SameSite=Lax",
            "/",
        ),
        (
            "theme=dark&to=//elsewhere.example",
            "selo_theme=dark; Max-Age=31536000; Path=/; SameSite=Lax",
            "/",
        ),
        (
            "theme=dark&to=https://elsewhere.example",
            "selo_theme=dark; Max-Age=31536000; Path=/; SameSite=Lax",
            "/",
        ),
        (
            "theme=dark&to=/%5Celsewhere.example",
            "selo_theme=dark; Max-Age=31536000; Path=/; SameSite=Lax",
            "/",
        ),
        (
            "theme=dark&to=/%E2%82%AC",
            "selo_theme=dark; Max-Age=31536000; Path=/; SameSite=Lax",
            "/",
        ),
        (
            "theme=dark&to=/a%0d%0aX:y",
            "selo_theme=dark; Max-Age=31536000; Path=/; SameSite=Lax",
            "/",
        ),
    ],
)
def test_a_choice_is_remembered_and_leads_back_to_one_of_our_pages(
    service: Served, query: str, cookie: str, location: str
) -> None:
    reply = service.ask(f"/choose?{query}")
    assert (reply.status, reply.fields["set-cookie"], reply.fields["location"]) == (
        303,
        cookie,
        location,
    )


def test_nothing_chosen_is_refused(service: Served) -> None:
    assert service.ask("/choose?language=xx").codes == ["parameter"]


def test_the_look_is_kept_for_ever_under_an_address_of_its_own(service: Served) -> None:
    text = service.ask("/players/F033").text
    sheet = text.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
    reply = service.ask(sheet)
    assert reply.status == 200 and reply.fields["content-type"].startswith("text/css")
    assert "immutable" in reply.fields["cache-control"] and len(reply.body) < 20_000
    assert service.ask("/look/look.css").status == 404
    assert "https://" not in reply.text and "@import" not in reply.text


@pytest.mark.parametrize(
    "address",
    ["/players/F033", "/tournaments/kuusilahti-open-2023", "/lists/selo", "/log"],
)
def test_a_page_is_light(service: Served, address: str) -> None:
    reply = service.ask(
        address, fields={"Accept": "text/html", "Accept-Encoding": "gzip"}
    )
    assert reply.fields["content-encoding"] == "gzip" and len(reply.body) < 60_000


@pytest.mark.parametrize(
    ("address", "status", "title"),
    [
        ("/players/nobody", 404, "Not found"),
        ("/nowhere", 404, "Not found"),
        ("/sv/nowhere", 404, "Hittades inte"),
        ("/players/F033?as_off=2024-01-01", 400, "This address cannot be read"),
        ("/fi/players/F033?as_of=2999-01-01", 400, "Osoitetta ei voi lukea"),
    ],
)
def test_a_refusal_is_a_page_for_a_browser(
    service: Served, address: str, status: int, title: str
) -> None:
    reply = service.ask(address, fields=HTML)
    assert (
        reply.status == status
        and reply.fields["content-type"] == "text/html; charset=utf-8"
    )
    assert (
        f"<h1>{title}</h1>" in reply.text
        and reply.fields["cache-control"] == "no-store"
    )
    assert service.ask(address).fields["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "question", ["as_of=abc", "as_of=2026-02-30", "known_on=abc", "known_on=2026-02-30"]
)
@pytest.mark.parametrize("language", ["fi", "sv", "en"])
def test_a_day_that_cannot_be_read_is_refused_without_an_option_of_the_command(
    service: Served, language: str, question: str
) -> None:
    text = service.ask(f"/{language}/players/F033?{question}", fields=HTML).text
    [problem] = re.findall(r'<p class="problem.*?</p>', text, re.DOTALL)
    assert (
        "--" not in problem
        and "lang=" not in problem
        and ("write" in problem.lower()) == (language == "en" and "abc" in question)
    )


def test_every_link_to_an_odd_id_leads_to_it(club: Selo) -> None:
    """A club with a slash, ids that end like a form of an answer."""
    names = {
        "Z.json": "A/B Schack",
        "Y.csv": "Seura.json",
        "X.atom": "Åbo / Turku",
        "W": "C//D",
    }
    club.submit(*(player(name, club=own) for name, own in names.items()))
    club.submit(
        tournament("cup.json", "2024-06-20", "Z.json Y.csv 1-0", "X.atom W 1-0")
    )
    with served(club.ledger) as service:
        seen = set[str]()
        for page in (
            "/lists/selo",
            "/tournaments",
            "/log",
            "/search?words=Schack",
        ):
            text = service.ask(page, fields=HTML).text
            seen |= {unescape(link) for link in re.findall(r'href="(/[^"]*)"', text)}
        odd = {
            link for link in seen if re.search(r"(%2Ejson|%2Ecsv|%2Eatom|%2F)", link)
        }
        assert len(odd) >= 4, odd
        for link in odd:
            reply = service.ask(link, fields=HTML)
            assert reply.status == 200, (link, reply.text[:300])
            own = {
                unescape(each)
                for each in re.findall(r'hreflang="[a-z]+" href="(/[^"]*)"', reply.text)
            }
            assert own and all(
                service.ask(each, fields=HTML).status == 200 for each in own
            ), (link, own)
        assert (
            service.ask("/players/Z%2Ejson.json").value["player"]["club"]
            == "A/B Schack"
        )
        assert service.ask("/api/players/Z.json").value["player"]["id"] == "Z.json"
        # Z as data
        assert (
            service.ask("/players/F033.json").status
            == service.ask("/players/Z.json").status
            == 404
        )


def test_the_front_of_an_empty_ledger_says_where_to_begin(
    new_ledger: Path, tmp_path: Path
) -> None:
    """A heading over nothing tells nobody anything, on the first day of an office."""
    selo = Selo(tmp_path, new_ledger)
    with served(selo.ledger) as running:
        page = running.ask("/en", fields=HTML).text
        assert "There are no ratings here yet" in page and "/en/desk" in page
        assert "Newest tournaments" not in page
        selo.submit(*founding())
        assert "There are no ratings" not in running.ask("/en", fields=HTML).text
