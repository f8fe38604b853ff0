"""A page keeps the two times that it shows, and what else was asked: the same for
programs is the same answer, and the reasons of its numbers are those of these numbers.
"""

import re
from dataclasses import replace
from html import unescape

import pytest

from projections.answers.asking import Asked
from projections.answers.events.log import Log
from tests.web.serving import Served
from web.questions import registry
from web.questions.registry import LIMITS, Limits

TIMES = "as_of=2024-12-31&known_on=2025-01-01"
PLAYER = "players/F033"
EVENT_200 = 'name="known_seq" inputmode="numeric" size="6" value="200"'
# pages with something asked besides the times
ASKED = (
    f"{PLAYER}?{TIMES}",
    f"{PLAYER}/why/kuusilahti-open-2024?list=selo&known_on=2024-12-31",
    f"{PLAYER}/history?list=pelo&{TIMES}",
    f"{PLAYER}/opponents?list=pelo&{TIMES}",
    f"{PLAYER}/against/F025?list=pelo&{TIMES}",
    f"{PLAYER}/performance?last=9&{TIMES}",
    f"tournaments/kuusilahti-open-2023/trf?format=trf16&{TIMES}",
    f"lists?{TIMES}",
    f"lists?list=pelo&{TIMES}",
    f"lists/pelo?min_games=3&{TIMES}",
    f"tournaments?{TIMES}",
    "tournaments/kuusilahti-open-2023?known_on=2024-06-01",
    "titles?open=true",
    f"titles?earned_since=2023-01-01&{TIMES}",
    "log?tournament=kuusilahti-open-2024",
    "log?player=F033&kind=tournament",
    "log?known_on=2024-12-31&kind=amend",
    "diff?player=F033&player=F025&list=selo&as_of=2024-12-31&from=2024-01-01&to=2025-11-01",
)
REASON = re.compile(
    r'<a class="reason" href="([^"]*)" aria-label="[^"]*"><b>([0-9]+)</b>'
)


def linked(text: str, pattern: str) -> str:
    """The address of the first link of a page whose address or words fit a pattern."""
    link = re.search(pattern, text, re.DOTALL)
    assert link is not None, pattern
    return unescape(link[1])


def asked_in(address: str) -> list[str]:
    """What an address asks, name=value each."""
    return address.partition("?")[2].split("&")


def events_on(page: str) -> list[int]:
    """The seqs of the events that a page of the log shows."""
    return [int(seq) for seq in re.findall(r'<li id="e([0-9]+)">', page)]


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
    assert address.partition("?")[0] == f"/en/{path}"
    if not path.startswith("lists/"):  # the form of a list keeps its filters
        assert set(kept) <= set(asked_in(address)) and "known_on" not in address


FORMS_THAT_KEEP = (
    (f"{PLAYER}/need?target=2060", f"/{PLAYER}/need", TIMES.split("&")),
    (f"{PLAYER}/performance?last=9", f"/{PLAYER}/performance", TIMES.split("&")),
    (f"{PLAYER}/against/F025?list=pelo", f"/{PLAYER}/against/F025", ["list=pelo"]),
)


@pytest.mark.parametrize(("asked", "action", "kept"), FORMS_THAT_KEEP)
def test_a_form_keeps_what_it_does_not_ask(
    service: Served, asked: str, action: str, kept: list[str]
) -> None:
    page = service.ask(f"/en/{asked}&{TIMES}").text
    form = linked(page, rf'(<form [^>]*action="/en{action}">.*?</form>)')
    hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)
    assert [f"{name}={value}" for name, value in hidden] == kept


def test_changes_since_a_published_list_are_of_the_same_players(
    service: Served,
) -> None:
    asked = ["player=F033", "player=F025", "list=selo", "as_of=2024-12-31"]
    page = service.ask("/en/diff?" + "&".join(asked)).text
    address = linked(page, r'Since a published list: <a href="([^"]*)"')
    assert set(asked) < set(asked_in(address))


def test_the_score_needed_then_leads_to_that_needed_today(service: Served) -> None:
    asked = f"{PLAYER}/need?target=2060&against=F001"
    today, then = (
        service.ask(f"/en/{asked}").text,
        service.ask(f"/en/{asked}&{TIMES}").text,
    )
    address = linked(then, r'<a href="([^"]*)">Show today</a>')
    assert address == f"/en/{PLAYER}/need?target=2060&against=F001&minutes=90"
    assert service.ask(address).status == 200
    assert "as it is now" in today and "<p>Now " in today
    assert "as it was then" in then and "<p>Then " in then


def test_a_tournament_is_saved_as_it_is_shown(service: Served) -> None:
    address = "/tournaments/kuusilahti-open-2023"
    page = service.ask(f"/en{address}?{TIMES}").text
    files = re.findall(rf'href="([^"]*{address}/(?:trf|pgn|games\.csv)[^"]*)"', page)
    assert len(files) == 4
    for file in files:
        assert asked_in(unescape(file)) == TIMES.split("&")
        assert service.ask(unescape(file)).status == 200


def test_the_top_of_a_month_is_as_it_was_known(service: Served) -> None:
    page = service.ask("/en/lists/selo?known_on=2025-01-01").text
    months = linked(
        page, r'(<nav class="ages" aria-label="Top 100 by month">.*?</nav>)'
    )
    addresses = re.findall(r'href="([^"]*)"', months)
    assert addresses and all("known_on=2025-01-01" in one for one in addresses)


def test_the_fuller_form_of_a_list_keeps_the_event(service: Served) -> None:
    page = service.ask("/en/lists/selo?known_seq=200").text
    _, _, form = page.partition("<details")
    assert EVENT_200 in form
    # who gives both is refused
    assert 'name="known_on"' not in form


@pytest.mark.parametrize("path", [PLAYER, f"{PLAYER}/against/F025"])
def test_the_form_of_another_day_keeps_the_event(service: Served, path: str) -> None:
    page = service.ask(f"/en/{path}?known_seq=200").text
    form = linked(page, r'(<form class="when".*?</form>)')
    assert EVENT_200 in form and 'name="known_on"' not in form


@pytest.mark.parametrize(
    "asked",
    ["lists?list=pelo", "log?tournament=kuusilahti-open-2024", "log?kind=amend"],
)
def test_a_page_names_the_feed_of_what_was_asked(service: Served, asked: str) -> None:
    page = service.ask(f"/en/{asked}").text
    path, _, query = asked.partition("?")
    feed = linked(
        page, r'<link rel="alternate" type="application/atom[^>]*href="([^"]*)"'
    )
    assert feed == f"/{path}.atom?{query}"


def test_earlier_events_are_those_of_the_same_log(service: Served) -> None:
    for asked in (
        "known_on=2024-12-31",
        "player=F033",
        "tournament=kuusilahti-open-2023",
    ):
        page = service.ask(f"/en/log?{asked}&limit=1").text
        address = linked(page, r'<a href="([^"]*)">Show earlier events</a>')
        [shown] = events_on(page)
        assert {asked, "limit=1", f"before={shown}"} == {*asked_in(address)}
        name, _, value = asked.partition("=")
        assert f'<input type="hidden" name="{name}" value="{value}">' in page


def test_the_pages_of_a_log_put_together_are_the_whole_log(service: Served) -> None:
    asked = "known_on=2024-12-31&kind=tournament"
    pages = [service.ask(f"/en/log?limit=9&{asked}").text]
    while "Show earlier events" in pages[-1]:
        address = linked(pages[-1], r'<a href="([^"]*)">Show earlier events</a>')
        pages.append(service.ask(address).text)

    whole = service.ask(f"/api/log?{asked}").value["events"]
    assert [seq for page in pages for seq in events_on(page)] == [
        event["seq"] for event in whole
    ]
    assert [len(events_on(page)) for page in pages[:-1]] == [9] * (len(pages) - 1)


def test_a_page_of_the_log_has_no_more_than_a_program_is_given_at_once(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    few: dict[type[Asked], Limits] = {Log: replace(LIMITS[Log], rows_at_once=7)}
    monkeypatch.setattr(registry, "LIMITS", LIMITS | few)
    page = service.ask("/en/log?limit=999999999&since=2000-01-01").text
    assert len(events_on(page)) == 7 and "Show earlier events" in page


def test_another_filter_begins_with_the_newest_event(service: Served) -> None:
    page = service.ask("/en/log?limit=5&before=100").text
    assert events_on(page)[0] == 99 and 'name="before"' not in page


@pytest.mark.parametrize("day", ["0001-01-01", "0001-06-01", "9999-12-31"])
def test_a_day_at_the_edge_of_the_calendar_is_answered(
    service: Served, day: str
) -> None:
    for address in (f"/lists/selo?as_of={day}", f"/diff?as_of={day}"):
        assert service.ask(address).status in (200, 400, 422)
