"""The `type` of a refusal is an address of the service, where a page tells about its
code in each language.
"""

import ast
from pathlib import Path
from urllib.parse import quote

import pytest

from ledger.codes import CODES
from tests.rooms import tree_of
from tests.test_codes import calls, code_of
from tests.web.serving import Served, served
from web.http import statuses_of

ROOT = Path(__file__).parents[3]
HTML = {"Accept": "text/html"}


@pytest.mark.parametrize(
    "address",
    [
        "/api/players/nobody",
        "/api/players/F033?as_of=2024-13-01",
        "/api/nowhere",
        "/api/log?odd=1&more=2",
        "/x.csv",
    ],
)
def test_the_type_of_a_refusal_resolves(address: str, service: Served) -> None:
    refused = service.ask(address).value
    assert refused["type"] == f"/problems/{refused['problems'][0]['code']}"
    page = service.ask(refused["type"], fields=HTML)
    assert (page.status, page.fields["content-type"]) == (
        200,
        "text/html; charset=utf-8",
    )
    assert str(refused["status"]) in page.text


def test_the_type_names_the_base_path_also_for_what_is_refused_before_it_is_read(
    published_ledger: str,
) -> None:
    with served(published_ledger, base_path="/ratings") as running:
        refused = running.ask("/ratings/api/players/nobody").value
        assert refused["type"] == "/ratings/problems/unknown-player"
        assert running.ask(refused["type"]).status == 200
        odd = running.ask("/api/players/%ff")
        assert (odd.status, odd.value["type"]) == (400, "/ratings/problems/not-utf8")


@pytest.mark.parametrize("language", ["fi", "sv", "en"])
def test_every_code_has_a_page_in_every_language(
    language: str, service: Served
) -> None:
    listed = service.ask(f"/{language}/problems").text
    english = service.ask("/en/problems").text
    assert (listed == english) is (language == "en")
    for code, row in CODES.items():
        page = service.ask(f"/{language}/problems/{code}")
        assert page.status == 200 and f'<html lang="{language}"' in page.text
        assert f'href="/{language}/problems/{code}"' in listed
        if language == "en":
            assert (
                row.meaning.replace("'", "&#39;").replace('"', "&#34;") in page.text
            ), code


@pytest.mark.parametrize(
    "odd",
    [
        "nothing",
        "Unknown-player",
        "x" * 200,
        "a/b",
        "<b>",
        "é",
        "unknown-player.json",
        "",
    ],
)
def test_another_code_is_not_found(odd: str, service: Served) -> None:
    page = service.ask(f"/problems/{quote(odd)}", fields=HTML)
    assert page.status == (404 if odd else 200) and "<b>" not in page.text


def test_a_page_says_the_status_that_its_code_comes_with() -> None:
    """Read from the code, wherever a refusal of HTTP and its problem are written in one
    place.
    """
    seen: dict[str, object] = {}
    for path in sorted((ROOT / "web").rglob("*.py")):
        for refusal in calls(tree_of(path), "HttpRefusal"):
            status = refusal.args[0] if refusal.args else None
            for problem in calls(refusal, "Problem"):
                if (code := code_of(problem)) is not None and isinstance(
                    status, ast.Constant
                ):
                    seen[code] = status.value
    assert len(seen) > 8
    for code, number in seen.items():
        assert statuses_of(code, CODES[code].exits)[0] == number, code
