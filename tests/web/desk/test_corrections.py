"""A correction begins at the tournament: found by part of its name, each game corrected
from its cell, and booked as it was previewed.
"""

import re
from urllib.parse import quote

import pytest

from tests.web.desk.officer import Officer
from tests.web.serving import Served
from tests.world.command import Selo
from tests.world.documents import tournament
from web.desk.forms import turned_result


def test_a_tournament_is_found_by_part_of_its_name(
    officer: Officer, club: Selo
) -> None:
    for name, title in (
        ("masters-23", "Pääsiäis Masters 2023"),
        ("masters-24", "Pääsiäis Masters 2024"),
    ):
        club.submit(tournament(name, f"20{name[-2:]}-04-01", "A B 1-0", name=title))
    alone = ("open-2024", "paasiais 2023", "MASTERS-24", "pasiais masters 2023")
    led = {
        words: (
            officer.see(f"/desk/correct?tournament={quote(words)}").fields["location"]
        )
        for words in alone
    }
    assert led == dict(
        zip(
            alone,
            (
                f"/desk/tournaments/{name}"
                for name in ("open-2024", "masters-23", "masters-24", "masters-23")
            ),
            strict=True,
        )
    )
    several = officer.page("/desk/correct?tournament=masters")
    assert (
        re.findall(r"/desk/tournaments/([^\"]+)", several)
        == ["masters-24", "masters-23"]
        and "2 tournaments" in several
    )
    assert "No tournament has this name" in officer.page("/desk/correct?tournament=zzz")
    assert "/desk/tournaments/open-2024" in officer.page("/desk/correct")


CORRECTED = [
    ({"result": "0-0F"}, {"result": "0-0F"}),
    ({"colours": "swapped"}, {"white": "B", "black": "A", "result": "0-1"}),
    (
        {"colours": "swapped", "result": "1/2-1/2"},
        {"white": "B", "black": "A", "result": "1/2-1/2"},
    ),
    (
        {"colours": "swapped", "result": "0-1F"},
        {"white": "B", "black": "A", "result": "1-0F"},
    ),
    ({"on": "2024-06-02"}, {"on": "2024-06-02"}),
    ({"on": "2024-06-02", "result": "removed"}, None),
]


@pytest.mark.parametrize(("changed", "becomes"), CORRECTED)
def test_what_the_form_of_a_game_shows_otherwise_is_what_is_booked(
    officer: Officer,
    club: Selo,
    changed: dict[str, str],
    becomes: dict[str, str] | None,
) -> None:
    club.submit(
        tournament("swiss", "2024-06-01", "A B 1-0", "C D 1-0", end="2024-06-03")
    )
    game = "/desk/tournaments/swiss/games/1.1"
    form = officer.page(game)
    shown = dict(
        re.findall(r'name="([a-z_]+)" (?:value|type="date" value)="([^"]*)"', form)
    )
    assert shown["shown_result"] == "1-0" and shown["on"] == shown["shown_on"] == ""
    draft = officer.sent(
        game,
        {
            **shown,
            "result": "1-0",
            "colours": "",
            **changed,
            "reason": "the card says so",
        },
    )
    page = officer.page(draft)
    assert ">Book<" in page and ("removed" if becomes is None else "<b>") in page
    preview = re.findall(r'name="preview" value="([^"]+)"', page)[0]
    officer.sent(f"{draft}/book", {"preview": preview})
    games = {row["game"]: row for row in club.ask("tournament", "swiss")["games"]}
    if becomes is None:
        assert "1.1" not in games
    else:
        before = {"white": "A", "black": "B", "result": "1-0", "on": None}
        assert {name: games["1.1"][name] for name in before} == {**before, **becomes}


@pytest.mark.parametrize(
    ("result", "other"),
    [
        ("1/2-0", "0-1/2"),
        ("0-0F", "0-0F"),
        ("1/2-1/2F", "1/2-1/2F"),
        ("*", "*"),
        ("1-0F", "0-1F"),
        ("none", "none"),
    ],
)
def test_a_result_is_turned_with_the_colours(result: str, other: str) -> None:
    assert (turned_result(result), turned_result(turned_result(result))) == (
        other,
        result,
    )


def test_a_form_that_changes_nothing_is_refused_in_words(officer: Officer) -> None:
    game = "/desk/tournaments/open-2024/games/1.1"
    shown = dict(re.findall(r'name="([a-z_]+)" value="([^"]*)"', officer.page(game)))
    reply = officer.post(
        game, {**shown, "result": shown["shown_result"], "reason": "as it was"}
    )
    assert reply.status == 422 and "Nothing in open-2024 would change" in reply.text
    assert (
        'value="as it was"' in reply.text
        and "removed" not in reply.text.partition("<form")[0]
    )


def test_the_public_page_leads_to_the_desk_whoever_is_there(
    officer: Officer, club: Selo, service: Served
) -> None:
    address, link = "/tournaments/open-2024", "/desk/tournaments/open-2024/games/1.1"
    public = service.ask(address, fields={"Accept": "text/html"})
    seen = officer.see(address)
    assert (
        link in seen.text
        and link not in public.text
        and seen.fields["etag"] != public.fields["etag"]
    )
    assert "cookie" in public.fields["vary"]
    reader = Officer(club, service, "reader", "visitor")
    assert "/desk/tournaments" not in reader.see(address).text
    assert link in Officer(club, service, "submitter", "seura").see(address).text
