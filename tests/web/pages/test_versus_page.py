"""Two players side by side: reached from each row of the opponents and by a name that
is typed, never guessed.
"""

import re
from html import unescape
from urllib.parse import quote

import pytest

from tests.web.serving import Served

TIMES = "as_of=2024-06-30&known_on=2024-07-01"


def links(text: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'<a [^>]*href="([^"]*)"', text)]


@pytest.mark.parametrize("address", ["/en/players/F033", "/en/players/F033/opponents"])
def test_every_opponent_has_a_link(service: Served, address: str) -> None:
    text = service.ask(f"{address}?{TIMES}").text
    met = {
        link.partition("?")[0].rpartition("/")[2]
        for link in links(text)
        if "/against/" in link
    }
    rows = service.ask(f"/api/players/F033/opponents?{TIMES}").value["rows"]
    assert met == {
        row["player"] for row in (rows if address.endswith("opponents") else rows[:10])
    }
    assert all(
        link.endswith(f"?{TIMES}") for link in links(text) if "/against/" in link
    ), "the same two times"


@pytest.mark.parametrize(
    "typed", ["F003", "f003", "haapakorva", "Ilmari Haapa", "HAAPAKORVA ILMARI"]
)
def test_a_name_that_only_one_has_shows_the_two(service: Served, typed: str) -> None:
    text = service.ask(f"/en/players/F033/against?opponent={quote(typed)}").text
    assert "<title>Aino Hallavuori – Ilmari Haapakorva" in text and "1 – 3" in text


@pytest.mark.parametrize(
    ("typed", "candidates"),
    [
        ("ari", 7),  # those known then, also in the middle
        ("haapakovra", 1),  # only like it: asked about, although there is only one
        ("zzzzz", 0),
        ("hallavuori", 0),  # themselves
        ("F033", 0),
    ],
)
def test_anybody_else_is_asked_about(
    service: Served, typed: str, candidates: int
) -> None:
    text = service.ask(f"/en/players/F033/against?opponent={typed}&{TIMES}").text
    found = [link for link in links(text) if "/against/" in link]
    assert len(found) == candidates and all(
        link.endswith(f"?{TIMES}") for link in found
    )
    assert ("Who is meant by" in text) == bool(
        candidates
    ) and f'value="{typed}"' in text
    assert "1 – 3" not in text


def test_the_two_are_shown_as_they_were_known(service: Served) -> None:
    text = service.ask(f"/en/players/F033/against/F003?{TIMES}").text
    assert "as they were known on" in text and text.count("Granskär Open 2023") >= 1
    assert "Merilinna" not in text
    assert (
        service.ask(
            "/en/players/F033/against/F033", fields={"Accept": "text/html"}
        ).status
        == 400
    )
