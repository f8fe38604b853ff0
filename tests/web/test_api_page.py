"""The page of the API: what people read of it, and the forms by which they try an
address, without script.
"""

from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest

from tests.web.serving import Served, served
from tests.web.test_every_operation import parameters_in, requests
from web.openapi.operations import SUBJECTS
from web.questions.registry import QUESTIONS

MOST_BYTES = 300_000


class Page(HTMLParser):
    """Links, ids and forms of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.forms: dict[str, list[str]] = {}
        self._form = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert (
            tag != "style"
            and "style" not in given
            and not any(name.startswith("on") for name in given)
        )
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [
            value or "" for name, value in attrs if name in ("href", "src", "action")
        ]
        if tag == "form":
            self._form = given["action"] or ""
            self.forms[self._form] = []
        elif tag in ("input", "select") and self._form:
            self.forms[self._form].append(given["name"] or "")


@pytest.fixture(scope="module")
def page(service: Served) -> Page:
    return Page(service.ask("/api").text)


def test_it_is_short_and_needs_nothing_from_elsewhere(
    service: Served, page: Page
) -> None:
    reply = service.ask("/api")
    assert len(reply.body) < MOST_BYTES
    assert all(link.startswith(("/", "#")) for link in page.links)
    assert all(entry.address in reply.text for entry in QUESTIONS)


def test_its_contents_lead_to_every_subject(page: Page) -> None:
    inner = [link[1:] for link in page.links if link.startswith("#")]
    assert set(inner) <= set(page.ids) and len(page.ids) == len(set(page.ids))
    assert {subject.name.lower() for subject in SUBJECTS} | {
        "tokens",
        "examples",
    } <= set(inner)


def test_every_question_for_anybody_has_a_form(page: Page) -> None:
    tried = {
        form.removeprefix("/try/") for form in page.forms if form.startswith("/try/")
    }
    assert tried <= {one.operation for one in requests() if one.method == "GET"}
    assert len(tried) > len(QUESTIONS) - 10


def test_a_form_filled_in_leads_to_the_answer(service: Served, page: Page) -> None:
    """What is left empty is not asked."""
    described = service.ask("/api/openapi.json").value
    places = {
        operation["operationId"]: (path, operation)
        for path, item in described["paths"].items()
        for operation in item.values()
    }
    addresses = {one.operation: one.address for one in requests()}
    for form, fields in page.forms.items():
        name = form.removeprefix("/try/")
        # no event is shown here
        if not form.startswith("/try/") or name in (
            "verify_ledger",
            "replay_list",
            "get_live_event",
        ):
            continue
        given = parameters_in(addresses[name], *places[name])
        filled = {field: given.get(field, "") for field in fields}
        told = {
            field: " ".join(value) if isinstance(value, list) else value
            for field, value in filled.items()
        }
        query = urlencode(
            {
                field: str(value).lower() if isinstance(value, bool) else value
                for field, value in told.items()
            }
        )
        reply = service.ask(f"{form}?{query}")
        assert reply.status == 303, name
        assert service.ask(reply.fields["location"]).status == 200, reply.fields[
            "location"
        ]


def test_what_is_typed_stays_within_the_service(service: Served) -> None:
    for typed in ("//evil.example", "../../desk", "a\r\nb", "\\evil"):
        location = service.ask(
            f"/try/get_player?{urlencode({'player': typed})}"
        ).fields["location"]
        assert location.startswith(
            "/api/players/"
        ) and "/" not in location.removeprefix("/api/players/")
    assert (
        service.ask("/try/get_player?player=F033&as_off=1").fields["location"]
        == "/api/players/F033?as_off=1"
    )
    assert (
        service.ask("/try/submit_documents").status
        == service.ask("/try/nothing").status
        == 404
    )


def test_it_follows_the_base_path(published_ledger: str) -> None:
    with served(published_ledger, base_path="/ratings") as running:
        page = Page(running.ask("/ratings/api").text)
        assert all(link.startswith(("/ratings", "#")) for link in page.links)
        reply = running.ask("/ratings/try/get_player?player=F033")
        assert reply.fields["location"] == "/ratings/api/players/F033"


def test_it_has_the_look_of_the_other_pages(service: Served) -> None:
    text = service.ask("/api", fields={"Cookie": "selo_theme=dark"}).text
    assert (
        'data-theme="dark"' in text
        and "look" in text
        and "Authorization: Bearer" in text
    )
