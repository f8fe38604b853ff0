"""The picture of a player for whoever shares the page: what the page says anybody, and
no more; and what names it.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from projections.charts.chart_words import ChartWords
from tests.web.children import ERASED, UNLISTED, registered
from tests.web.serving import Served, served
from tests.web.test_drafts import Person
from tests.web.test_writing import AT
from web.pages import charts
from web.pages.charts import Shared, share_picture
from web.store.roles import Role

WORDS = ChartWords("", "")
SVG = "{http://www.w3.org/2000/svg}"


def words(service: Served, address: str) -> list[str]:
    reply = service.ask(address)
    assert reply.status == 200 and reply.fields["content-type"] == "image/svg+xml"
    return [
        text.text or ""
        for text in ElementTree.fromstring(reply.text).iter(f"{SVG}text")
    ]


def test_it_says_name_and_ratings_as_the_page_does(service: Served) -> None:
    shown = service.ask("/api/players/F033").value["lists"]
    said = words(service, "/fi/players/F033/picture.svg")
    assert said[0] == "Aino Hallavuori" and said[-1] == "Selokirja · 1.11.2026"
    assert said[1:5] == [
        str(shown["selo"]["rating"]),
        "selo",
        str(shown["pelo"]["rating"]),
        "pelo",
    ]
    assert "as first calculated" not in said and "as first calculated" in words(
        service, "/en/players/F033/picture.svg"
    )
    assert (
        words(service, "/en/players/F033/picture.svg")[-1]
        == "Selokirja · 1 November 2026"
    )
    assert service.ask("/players/nobodyx/picture.svg").status == 404


def test_it_is_remembered_and_a_client_that_has_it_is_told_so(service: Served) -> None:
    first = service.ask("/fi/players/F033/picture.svg")
    again = service.ask(
        "/fi/players/F033/picture.svg", fields={"If-None-Match": first.fields["etag"]}
    )
    assert again.status == 304 and first.fields["cache-control"] == "no-cache"
    assert (
        service.ask("/sv/players/F033/picture.svg").fields["etag"]
        != first.fields["etag"]
    )


def test_it_is_a_png_of_the_size_that_services_ask_for(service: Served) -> None:
    pytest.importorskip(
        "resvg_py", reason="the extra selokirja[pictures] is not installed"
    )
    reply = service.ask("/fi/players/F033/picture.png")
    assert reply.status == 200 and reply.fields["content-type"] == "image/png"
    width, height = (int.from_bytes(reply.body[at : at + 4], "big") for at in (16, 20))
    assert (
        reply.body[:8] == b"\x89PNG\r\n\x1a\n"
        and (width, height) == (1200, 630)
        and len(reply.body) < 200_000
    )


def test_the_page_names_it_by_the_host_that_was_asked(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.pages.player.can_draw", lambda: True)
    host = {"Host": "one.example", "Accept": "text/html"}
    page = service.ask("/sv/players/F034", fields=host).text
    named = dict(re.findall(r'<meta property="og:([a-z:]+)" content="([^"]*)">', page))
    assert named["image"] == "http://one.example/sv/players/F034/picture.png"
    assert (
        named["url"] == "http://one.example/sv/players/F034"
        and named["image:width"] == "1200"
    )
    assert named["title"] and re.fullmatch(r"selo \d+.*", named["description"])
    then = service.ask("/sv/players/F034?as_of=2024-01-01", fields=host).text
    assert "og:image" not in then, "the picture is today's"
    monkeypatch.setattr("web.pages.player.can_draw", lambda: False)
    assert (
        "og:title" in (bare := service.ask("/fi/players/F034", fields=host).text)
        and "og:image" not in bare
    )


def test_without_the_library_there_is_the_svg(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(charts, "find_spec", lambda name: None)
    charts.can_draw.cache_clear()
    try:
        assert service.ask("/players/F035/picture.png").status == 404
        assert service.ask("/players/F035/picture.svg").status == 200
    finally:
        charts.can_draw.cache_clear()


def test_nobody_is_shown_what_the_page_does_not_show_anybody(
    new_ledger: Path, tmp_path: Path
) -> None:
    selo = registered(new_ledger, tmp_path, 24)
    selo.done("player", "erase", ERASED, "--reason", "the guardian asked")
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Person(service, selo.ledger, Role.OFFICER, "aino")
        for player in (UNLISTED, ERASED):
            stranger = service.ask(f"/players/{player}/picture.svg")
            assert player in stranger.text and "Lapsi" not in stranger.text
            # the officer's picture is the one that is shared: the same, and without
            # what only the office sees
            assert (
                service.ask(
                    f"/players/{player}/picture.svg", fields=officer.fields
                ).body
                == stranger.body
            )
        assert "2012" not in service.ask("/players/E3/picture.svg").text, (
            "a minor's year"
        )


@pytest.mark.parametrize("name", ["<script>&\"'", "x" * 200, "", "\u202eevil"])
def test_any_name_makes_a_picture_that_is_xml_and_fits(name: str) -> None:
    drawn = ElementTree.fromstring(
        share_picture(Shared(name, [("selo", 2000)] * 5, "foot"), (), WORDS)
    )
    sizes = [int(text.get("font-size", "0")) for text in drawn.iter(f"{SVG}text")]
    assert sizes[0] * 0.6 * len(name) <= 1200 and len(sizes) == 1 + 2 * 3 + 1
