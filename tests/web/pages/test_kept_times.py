"""A page keeps the two times that it shows, and what else was asked: the same for
programs is the same answer, and the reasons of its numbers are those of these numbers.
"""

import re
from html import unescape

import pytest

from tests.web.serving import Served

TIMES = "as_of=2024-12-31&known_on=2025-01-01"
PLAYER = "players/F033"
# pages with something asked besides the times
ASKED = (
    f"{PLAYER}?{TIMES}",
    f"{PLAYER}/why/kuusilahti-open-2024?list=selo&known_on=2024-12-31",
    f"{PLAYER}/history?list=pelo&{TIMES}",
    f"{PLAYER}/opponents?list=pelo&{TIMES}",
    f"{PLAYER}/against/F025?list=pelo&{TIMES}",
    f"{PLAYER}/performance?last=9&{TIMES}",
    f"lists?{TIMES}",
    f"lists/pelo?min_games=3&{TIMES}",
    f"tournaments?{TIMES}",
    "tournaments/kuusilahti-open-2023?known_on=2024-06-01",
    "titles?open=true",
    f"titles?earned_since=2023-01-01&{TIMES}",
    "log?tournament=kuusilahti-open-2024",
    "log?player=F033&kind=tournament",
    "log?known_on=2024-12-31&kind=amend",
)
REASON = re.compile(
    r'<a class="reason" href="([^"]*)" aria-label="[^"]*"><b>([0-9]+)</b>'
)


def linked(text: str, pattern: str) -> str:
    """The address of the first link of a page whose address or words fit a pattern."""
    found = re.search(pattern, text)
    assert found is not None, pattern
    return unescape(found[1])


@pytest.mark.parametrize("asked", ASKED)
def test_the_same_for_programs_is_the_same_answer(service: Served, asked: str) -> None:
    page = service.ask(f"/en/{asked}")
    assert page.status == 200
    address = linked(page.text, r'<p class="basis">\s*<span>[^<]*<a href="([^"]*)"')
    path, _, query = asked.partition("?")
    meant = service.ask(f"/{path}.json?{query}")
    assert service.ask(address).value == meant.value


def test_the_reason_of_a_rating_gives_that_rating(service: Served) -> None:
    """As it was known then, where the page shows what was known then."""
    page = service.ask("/en/tournaments/kuusilahti-open-2024?known_on=2024-12-31")
    reasons = REASON.findall(page.text)
    assert len(reasons) == 20
    for address, rating in reasons:
        assert f"Why {rating}" in service.ask(unescape(address)).text


@pytest.mark.parametrize(
    "asked", [a for a in ASKED if "known_on" in a and not a.startswith("log?known")]
)
def test_today_shows_the_same_but_the_times(service: Served, asked: str) -> None:
    page = service.ask(f"/en/{asked}")
    address = linked(page.text, r'<a href="([^"]*)">Show today</a>')
    path, _, query = asked.partition("?")
    kept = [
        one for one in query.split("&") if not one.startswith(("as_of", "known_on"))
    ]
    there, _, asked_there = address.partition("?")
    assert there == f"/en/{path}"
    if not path.startswith("lists/"):  # the form of a list keeps its filters
        assert set(kept) <= set(asked_there.split("&")) and "known_on" not in address


def test_earlier_events_are_those_of_the_same_log(service: Served) -> None:
    for asked in (
        "known_on=2024-12-31",
        "player=F033",
        "tournament=kuusilahti-open-2024",
    ):
        page = service.ask(f"/en/log?{asked}&limit=1").text
        address = linked(page, r'<a href="([^"]*)">Show earlier events</a>')
        assert asked in address and "limit=101" in address
        name, _, value = asked.partition("=")
        assert f'<input type="hidden" name="{name}" value="{value}">' in page


@pytest.mark.parametrize("day", ["0001-01-01", "0001-06-01", "9999-12-31"])
def test_a_day_at_the_edge_of_the_calendar_is_answered(
    service: Served, day: str
) -> None:
    for address in (f"/lists/selo?as_of={day}", f"/diff?as_of={day}"):
        assert service.ask(address).status in (200, 400, 422)
