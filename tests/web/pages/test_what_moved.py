"""How many ratings an event moved: one number on its page, on the page of its impact,
over the API and in the preview that was looked at before it was booked.
"""

import json
import re
from collections.abc import Iterator

import pytest

from tests.web.desk.officer import Officer
from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, Served, served
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import amend, opening, player, tournament


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running


def page(service: Served, address: str) -> str:
    reply: Reply = service.ask(address, fields={"Accept": "text/html"})
    assert reply.status == 200 and Page(reply.text).flaws == []
    return reply.text


def numbers(service: Served, seq: int) -> dict[str, int]:
    """How many ratings came out differently, wherever that is said."""
    of_event = page(service, f"/events/{seq}")
    of_impact = page(service, f"/log/{seq}")
    counts = (
        r"<p>(One|\d+) ratings? changed",
        r"<p>(One|\d+) ratings?, (?:one|\d+) player",
    )
    said = [
        re.search(pattern, text)
        for pattern, text in zip(counts, (of_event, of_impact), strict=True)
    ]
    [event, impact] = [
        0 if found is None else int(found[1].replace("One", "1")) for found in said
    ]
    drawn = re.search(r">(\d+) ratings? of \d+ players? differ", of_impact)
    rows = of_impact.partition("<tbody>")[2].partition("</tbody>")[0].count("<tr>")
    return {
        "event": event,
        "impact": impact,
        "rows": rows,
        "picture": impact if drawn is None else int(drawn[1]),
        "API, event": service.ask(f"/api/events/{seq}").value["moved"],
        "API, impact": service.ask(f"/api/log/{seq}").value["moved"],
    }


def test_one_number_wherever_it_is_said(club: Selo, service: Served) -> None:
    """A correction reaches entries that come to the same rating another way, and those
    are not counted.
    """
    club.submit(tournament("later", "2024-06-20", "A B 1-0", "C D 1-0"))
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}, reason="the card"))
    club.submit(player("N1"), opening("N1", 1500))
    entries = service.ask(f"/api/log/{club.events() - 2}").value["rows"]
    assert entries, "the correction reached something"
    for seq in range(1, club.events() + 1):
        if service.ask(f"/log/{seq}", fields={"Accept": "text/html"}).status == 200:
            found = numbers(service, seq)
            assert len(set(found.values())) == 1, (seq, found)


def test_a_new_tournament_moves_what_its_preview_said(
    club: Selo, service: Served
) -> None:
    officer = Officer(club, service)
    cells = (
        r'<td class="n">(\d+)</td><td class="n"><b>(\d+)</b></td><td class="n"><span'
        r' class="\w+">(.*?)</span>'
    )
    moves = rf'/players/(\w)">.*?{cells}'
    document = json.dumps(tournament("june", "2024-06-20", "A B 0-1"))
    draft = officer.sent("/desk/documents", {"documents": document})
    preview = officer.page(draft)
    before = re.findall(moves, preview.partition("Ratings that would move")[2])
    assert len(before) == 2
    officer.sent(
        f"{draft}/book",
        {"preview": re.findall(r'name="preview" value="([^"]+)"', preview)[0]},
    )
    text = page(service, f"/log/{club.events()}")
    after = re.findall(moves, text.partition("<tbody>")[2])
    assert sorted(after) == sorted(before)
    assert (
        "No rating differs" not in text
        and "no rating changed" not in text
        and "<figure>" in text
    )


def test_a_first_rating_is_no_picture_of_differences(
    club: Selo, service: Served
) -> None:
    club.submit(player("N1"), opening("N1", 1500))
    text = page(service, f"/log/{club.events()}")
    assert (
        "One rating" in text
        and "no rating changed" not in text
        and "<figure>" not in text
    )


def test_a_dot_of_the_picture_is_told_in_the_words_of_the_page(
    club: Selo, service: Served
) -> None:
    club.submit(amend("open-2024", games={"1.1": {"result": "1/2-1/2"}}))
    name = club.ask("tournament", "open-2024")["header"]["name"]
    for language, on in (("en", "10 February 2024"), ("fi", "10.2.2024")):
        text = page(service, f"/{language}/log/{club.events()}")
        dots = re.findall(r"<circle[^>]*><title>([^<]*)</title>", text)
        assert dots and all(f"{on}, {name}: " in dot for dot in dots), dots
