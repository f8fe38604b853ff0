"""Every page in every language: read strictly, in one language only, and every link of
ours leads somewhere.
"""

import re
from html import unescape
from typing import Any

import pytest

from messages import LANGUAGES
from tests.features import asked_of_features
from tests.web.pages.reading_html import Page, english
from tests.web.serving import Served
from web.pages.registry import PAGES

ADDRESSES: dict[str, list[str]] = {
    "home": ["/"],
    "show": [
        "/players/F033",
        "/players/F033?as_of=2024-06-30&known_on=2024-06-01",
        "/players/F060",
    ],
    "explain": [
        "/players/F033/why/kuusilahti-open-2023",
        "/players/F033/why/vappublitz-2025",
        "/players/F033/why/opening",
        "/players/F058/why/granskar-open-2023",
        "/players/F033/why/joukkueliiga-2023-24%2F1.12?list=selo",
        "/players/F033/why/kuusilahti-open-2023?known_on=2024-06-01",
        "/players/F061/why/merilinna-open-2024",
        "/players/F050/why/itsenaisyyspaivan-blitz-2023",
    ],
    "history": [
        "/players/F033/history",
        "/players/F033/history?list=pelo",
        "/players/F033/history?all_versions=true",
        "/players/F033/history?list=selo&from=2023-01-01&to=2023-12-31",
        "/players/F033/history?from=2025-09-01",
    ],
    "player performance": [
        "/players/F033/performance?last=30",
        "/players/F033/performance?from=2024-01-01&method=fide&last=&tournament=",
        "/players/F033/performance?tournament=never",
    ],
    "player need": [
        "/players/F033/need?target=2050&against=F001&against=F025&against=",
        "/players/F033/need?target=2050",
        "/players/F033/need?target=2050&against=Nobody&minutes=2",
    ],
    "player opponents": [
        "/players/F033/opponents",
        "/players/F033/opponents?list=pelo&as_of=2024-06-30",
    ],
    "player versus": [
        "/players/F033/against/F003",
        "/players/F033/against/F025?list=pelo&known_on=2024-06-01",
        "/players/F033/against/F060",
        "/players/F033/against/F003?as_of=2022-06-01",
    ],
    "against": [
        "/players/F033/against?opponent=ari",
        "/players/F033/against",
        "/players/F033/against?opponent=zzzzz",
        "/players/F033/against?opponent=haapakorva&as_of=2024-06-30",
        "/players/F033/against?opponent=f003",
    ],
    "log diff": [
        "/diff?known_on=2024-06-01..2024-07-31",
        "/diff",
        "/diff?known_seq=198..204&player=F033&list=selo",
    ],
    "player find": [
        "/search?words=hallavuori",
        "/search?words=ma",
        "/search?words=zzzzz",
    ],
    "titles": ["/titles", "/titles?player=F033", "/titles?open=true"],
    "tournament list": ["/tournaments"],
    "tournament": [
        "/tournaments/kuusilahti-open-2023",
        "/tournaments/joukkueliiga-2024-25",
        "/tournaments/vappublitz-2025",
        "/tournaments/kuusilahden-pikaturnaus-2023",
        "/tournaments/granskar-masters-2025",
        "/tournaments/fjordvik-nordic-cup-2025",
    ],
    "export trf": ["/tournaments/kuusilahti-open-2023/trf"],
    "list published": ["/lists"],
    "list": [
        "/lists/selo",
        "/lists/pelo?change_since=2024-01-01&sex=f&limit=&club=",
        "/lists/selo?min_rating=4000",
    ],
    "list --list": ["/lists/selo/published/2024-07"],
    "list next": ["/lists/next", "/lists/next?list=pelo"],
    "list compare": ["/lists/selo/compare/2024-07/2024-07"],
    "rules": ["/rules"],
    "rules EDITION": ["/rules/fi-2023", "/rules/fi-2011"],
    "log": ["/log", "/log?kind=amend", "/log?by=nobody"],
    "log event": [
        "/events/200",
        "/events/203",
        "/events/259",
        "/events/36",
        "/events/1",
    ],
    "log impact": ["/log/200", "/log/259", "/log/1"],
    "proof prove": ["/log/200/proof"],
    "verify": ["/verify"],
}
for feature in asked_of_features():
    ADDRESSES |= feature.pages
EACH = [
    (address, language)
    for addresses in ADDRESSES.values()
    for address in addresses
    for language in LANGUAGES
]


def test_every_page_is_asked() -> None:
    assert set(ADDRESSES) == set(PAGES)


@pytest.mark.parametrize(("address", "language"), EACH)
def test_it_is_whole_and_in_one_language(
    service: Served, address: str, language: str
) -> None:
    reply = service.ask(f"/{language}{address}")
    assert reply.status == 200, reply.text
    page = Page(reply.text)
    assert page.flaws == [] and page.language == language
    assert 'lang="en"' not in reply.text.replace('<html lang="en"', "").replace(
        'hreflang="en"', ""
    ).replace('<button name="language" value="en" lang="en"', "")
    if language != "en":
        # the Norwegian edition is called no
        assert sorted((set(page.texts) & english(language)) - {"no"}) == []


@pytest.mark.parametrize(
    "address",
    [
        "/lists/selo?born_from=2010&born_to=1990",
        "/players/F033/history?from=2025-01-01&to=2024-01-01",
    ],
)
def test_a_period_that_ends_before_it_begins_is_refused(
    service: Served, address: str
) -> None:
    page = service.ask(f"/sv{address}", fields={"Accept": "text/html"})
    program = service.ask(f"/api{address}")
    assert (
        page.status == program.status == 400
        and program.value["problems"][0]["code"] == "no-period"
    )
    assert "är senare än" in page.text and Page(page.text).language == "sv"


@pytest.mark.parametrize("address", [addresses[0] for addresses in ADDRESSES.values()])
def test_nothing_leaves_the_machine(service: Served, address: str) -> None:
    reply: Any = service.ask(address, fields={"Host": "ratings.test"})
    # what is printed or shared says where the service itself stands
    assert [
        link
        for link in Page(reply.text).links
        if "//" in link.removeprefix("http://ratings.test")
    ] == []
    assert reply.fields["content-security-policy"].startswith("default-src 'self'")


@pytest.mark.parametrize("address", ["/players/F033", "/log", "/lists"])
def test_a_page_names_its_feed(service: Served, address: str) -> None:
    text = service.ask(f"/sv{address}").text
    named = (
        text.partition('type="application/atom+xml"')[2]
        .partition('href="')[2]
        .partition('"')[0]
    )
    assert named == f"{address}.atom" and service.ask(named).status == 200


def test_the_usual_reason_of_a_rating_is_said_once(service: Served) -> None:
    text = service.ask("/en/players/F033/why/kuusilahti-open-2023").text
    assert "How opponents counted: the rating before this competition" in text
    assert 'class="because"' not in text
    text = service.ask("/fi/players/F033/why/kuusilahti-open-2023").text
    assert "<p>Pyöristetty" in text and "luku ennen turnausta</span>" not in text


def test_an_unusual_reason_of_a_rating_stands_beside_it(service: Served) -> None:
    text = service.ask("/en/players/F050/why/itsenaisyyspaivan-blitz-2023").text
    assert "their provisional rating (<a" in text
    assert "the rating before</span>" not in text


def test_the_total_of_the_change_is_written_like_its_rows(service: Served) -> None:
    text = service.ask("/en/players/F033/why/kuusilahti-open-2023").text
    table = text.partition('<table class="sheet">')[2].partition("</table>")[0]
    rows, total = table.split("<tfoot>")
    change = r'<span class="(?:gain|loss|same)">([+−]?\d+\.\d\d)</span>'
    changes = [float(each.replace("−", "-")) for each in re.findall(change, rows)]
    assert len(changes) > 1
    [said] = re.findall(change, total)
    assert said[0] in "+−"
    assert float(said.replace("−", "-")) == pytest.approx(sum(changes), abs=0.04)


def test_an_age_group_is_one_link_and_keeps_the_other_filters(service: Served) -> None:
    text = unescape(service.ask("/en/lists/selo?sex=f&as_of=2024-06-30").text)
    assert 'href="/en/lists/selo?sex=f&as_of=2024-06-30&born_from=2010">U14</a>' in text
    assert (
        'href="/en/lists/selo?sex=f&as_of=2024-06-30&born_to=1964">seniors 60+</a>'
        in text
    )
    chosen = service.ask("/en/lists/selo?born_from=2010&as_of=2024-06-30").text
    assert (
        chosen.count('aria-current="true">U14</a>') == 1
        and 'aria-current="true">all ages' not in chosen
    )


def test_a_list_before_the_year_of_a_birth_has_no_such_age_group(
    service: Served,
) -> None:
    text = service.ask("/en/lists/selo?as_of=0012-01-01").text
    assert 'born_from=0002">U10</a>' in text
    assert ">U14</a>" not in text and ">seniors 60+</a>" not in text
    assert service.ask("/en/lists/selo?as_of=0012-01-01&born_from=0002").status == 200
    assert "born_from=" not in service.ask("/en/lists/selo?as_of=0001-01-01").text


@pytest.mark.parametrize(
    ("address", "named"),
    [
        (
            "/fi/log?kind=amend",
            "Kuusilahti Open 2023</bdi></a>: 3.8 ",
        ),
        (
            "/sv/log?kind=merge-players",
            '/players/F050"><bdi>Vilma Rantasola</bdi></a>: ',
        ),
        (
            "/fi/events/202",
            (
                '/tournaments/kuusilahden-pikaturnaus-2023"><bdi>Kuusilahden'
                " Pikaturnaus 2023</bdi>"
            ),
        ),
        ("/sv/log/200", "<bdi>Joukkueliiga 2023-24</bdi></a> <small>1."),
        (
            "/en/players/F033/why/kuusilahti-open-2023",
            "<bdi>Kuusilahti Open 2023</bdi></a>",
        ),
        (
            "/en/players/F033/why/opening",
            '/rules/fi-2023">Finnish rules of 2023</a> <small class="id">fi-2023',
        ),
        (
            "/fi/diff?known_on=2024-06-01..2024-07-31",
            "<bdi>Kuusilahti Open 2023</bdi></a>",
        ),
        ("/fi/verify", '/rules/fi-2023">Suomen säännöt 2023</a>'),
        ("/fi/log?kind=publish", "selo/2024-07: "),
    ],
)
def test_events_and_rules_are_called_by_the_names_that_people_know(
    service: Served, address: str, named: str
) -> None:
    assert named in service.ask(address).text
