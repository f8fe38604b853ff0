"""A rating on paper: the number of that day as known then, what it rests on, and
addresses that work from paper.
"""

import re
from html import unescape

import pytest

from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, Served
from web.pages import charts

PAPER = "/players/F033/certificate?list=selo&as_of=2024-06-30&known_on={known}"


def seen(
    service: Served, address: str, host: str = "ratings.example.org:8080"
) -> Reply:
    return service.ask(address, fields={"Host": host, "Accept": "text/html"})


@pytest.mark.parametrize(
    ("known", "rating"), [("2024-06-01", 1833), ("2025-12-31", 1866)]
)
def test_it_says_what_show_says_of_the_same_two_times(
    service: Served, known: str, rating: int
) -> None:
    address = PAPER.format(known=known)
    shown = service.ask(
        f"/api/players/F033?list=selo&as_of=2024-06-30&known_on={known}"
    ).value
    assert shown["lists"]["selo"]["rating"] == rating
    paper = service.ask(f"/api{address}").value
    assert (paper["rating"], paper["basis"]) == (rating, shown["basis"])
    entry = service.ask(
        f"/api/players/F033/history?list=selo&as_of=2024-06-30&known_on={known}"
    ).value["rows"][-1]
    ground = paper["ground"]
    assert [ground[name] for name in ("tournament", "on", "edition", "seq")] == [
        entry[name] for name in ("tournament", "on", "edition", "seq")
    ]
    page = seen(service, f"/fi{address}").text
    assert (
        f"selo {rating}</p>" in page
        and paper["root"] in page
        and "Todistus luvusta" in page
    )


def test_its_addresses_work_from_paper(service: Served) -> None:
    page = unescape(seen(service, "/sv" + PAPER.format(known="2024-06-01")).text)
    content = page.partition("<main")[2]
    absolute = re.findall(r'href="http://ratings\.example\.org:8080([^"]+)"', content)
    assert absolute[0] == "/sv/log/198/proof" and absolute[0] == absolute[1]
    again = seen(service, absolute[-1]).text
    assert "known_seq=" in absolute[-1] and "selo 1833</p>" in again
    assert (
        "/sv/players/F033/certificate?list=selo"
        in Page(seen(service, "/sv/players/F033").text).links
    )


def test_one_host_is_never_told_the_addresses_of_another(service: Served) -> None:
    address = "/players/F033/certificate"
    one, other = (
        seen(service, address, "one.example"),
        seen(service, address, "other.example"),
    )
    assert "http://one.example/" in one.text and "one.example" not in other.text
    assert one.fields["etag"] != other.fields["etag"]


def test_the_code_is_the_address_of_the_proof(service: Served) -> None:
    pytest.importorskip(
        "segno", reason="the extra selokirja[pictures] is not installed"
    )
    page = seen(service, "/players/F033/certificate").text
    proof = re.findall(r'href="(http://[^"]+/proof)"', page)[0]
    code = charts.qr_code(proof)
    assert code is not None and code in page and charts.qr_code(proof + "x") != code


def test_without_the_library_the_address_is_in_words(
    service: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("features.certificates.pages.qr_code", lambda text: None)
    page = seen(service, "/players/F033/certificate?as_of=2025-01-01").text
    assert 'class="qr"' not in page and "/proof</a>" in page
    monkeypatch.setattr(charts, "find_spec", lambda name: None)
    assert charts.qr_code("http://a.example/") is None


def test_whoever_has_no_rating_has_no_certificate(service: Served) -> None:
    refused = service.ask("/api/players/F033/certificate?as_of=2001-01-01")
    assert (refused.status, refused.codes) == (404, ["no-rating"])
