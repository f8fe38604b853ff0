"""A club copies some lines into its page and sees the ratings of the day there."""

import re
from html import unescape

import pytest

from tests.web.serving import Reply, Served, served
from tests.world.command import Selo
from tests.world.documents import opening, player


def seen(service: Served, address: str) -> Reply:
    return service.ask(
        address, fields={"Host": "ratings.example.org", "Accept": "text/html"}
    )


def text_of(reply: Reply) -> str:
    assert reply.status == 200, reply.body
    return unescape(reply.body.decode())


def frame_ancestors(reply: Reply) -> str:
    policy = reply.fields["content-security-policy"]
    match = re.search(r"frame-ancestors ([^;]+)", policy)
    assert match is not None, policy
    return match[1]


def test_a_player_in_a_frame_has_the_ratings_of_their_page(service: Served) -> None:
    frame = text_of(seen(service, "/en/embed/players/F033"))
    assert "Aino Hallavuori" in frame
    for number in ("2037", "1711"):
        assert f"<b>{number}</b>" in frame
        assert number in text_of(seen(service, "/en/players/F033"))


def test_a_list_in_a_frame_has_the_best_of_a_club(service: Served) -> None:
    address = "/en/embed/lists/selo?club=Lumikosken+Sotilas&rows=3"
    frame = text_of(seen(service, address))
    names = re.findall(r'players/(F\d+)"><bdi>([^<]+)', frame)
    assert [name for _, name in names] == [
        "Sanna Tuulensalo",
        "Petri Honkavirta",
        "Aino Hallavuori",
    ]


def test_the_lines_to_copy_lead_to_what_they_show(service: Served) -> None:
    for address in ("/en/embed?player=F033", "/en/embed?list=pelo&rows=2"):
        page = text_of(seen(service, address))
        lines = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
        assert lines is not None
        source = re.search(r'src="https?://ratings\.example\.org(/[^"]+)"', lines[1])
        assert source is not None, lines[1]
        assert seen(service, unescape(source[1])).status == 200


def test_only_frames_may_be_framed(service: Served) -> None:
    for framed in ("/embed/players/F033", "/embed/lists/selo"):
        assert frame_ancestors(seen(service, framed)) == "*"
    for own in ("/embed", "/players/F033", "/lists/selo", "/desk"):
        assert frame_ancestors(seen(service, own)) == "'none'"


def test_a_frame_has_nothing_to_press(service: Served) -> None:
    for address in ("/en/embed/players/F033", "/en/embed/lists/selo"):
        frame = text_of(seen(service, address))
        assert not re.search(r"<(form|button|input|script)\b", frame)
        assert '<base target="_top">' in frame


def test_a_picture_has_the_name_and_the_ratings(service: Served) -> None:
    picture = seen(service, "/en/embed/players/F033/rating.svg")
    assert picture.fields["content-type"] == "image/svg+xml"
    text = text_of(picture)
    assert "Aino Hallavuori" in text
    assert "2037" in text
    assert "1711" in text


@pytest.mark.lists("elo-fide")
def test_a_picture_is_as_wide_as_its_ratings(selo_without_ledger: Selo) -> None:
    selo = selo_without_ledger
    selo.done("init", "--rules", "fi,fide-2009")
    lists = ("selo", "pelo", "elo-fide")
    selo.submit(
        player("A", name="Li"), *(opening("A", 2100, list_name) for list_name in lists)
    )
    with served(selo.ledger) as service:
        text = text_of(seen(service, "/en/embed/players/A/rating.svg"))
    width = re.search(r'<svg [^>]*width="(\d+)"', text)
    assert width is not None
    ratings = "selo 2100 · pelo 2100 · elo-fide 2100"
    # a letter of 17 pixels is about half as wide
    assert int(width[1]) > 17 / 2 * len(ratings)


@pytest.mark.parametrize(
    "address",
    [
        "/embed/players/F999",
        "/embed/players/F999/rating.svg",
        "/embed?player=F999",
        "/embed/lists/nothing",
        "/embed?list=elo-no",
        "/embed/lists/selo?rows=1000000",
        "/embed?rows=-1",
    ],
)
def test_what_cannot_be_shown_is_said(service: Served, address: str) -> None:
    reply = seen(service, address)
    assert reply.status in (400, 404)
    assert frame_ancestors(reply) == "'none'"
