"""A match of a league at the desk: entered board by board, held against the order of
boards, corrected and booked.
"""

import random
import re
from collections import Counter
from html import unescape
from typing import Any

import pytest

from tests.web.desk.officer import Officer
from tests.web.serving import Served
from tests.world.command import Selo
from tests.world.documents import game, opening, player, tournament

MATCH = "/desk/tournaments/liiga/matches/1/ii"
WHY = {"reason": "the match card"}


def liiga(club: Selo, **fields: Any) -> None:
    teams = [
        {"team": "salo", "name": "Salon <Shakki>", "players": ["S1", "S2", "S3"]},
        {"team": "ii", "name": "Ii", "players": ["I1", "I2"]},
    ]
    matches = [
        {"round": 1, "home": "salo", "away": "ii", "on": "2024-05-05"},
        {"round": 2, "home": "ii", "away": "salo", "on": "2024-06-09"},
        {"round": 3, "home": "ii"},
    ]
    league = {
        "boards": 2,
        "closing_day": "2024-04-30",
        "order_gap": 50,
        "teams": teams,
        "matches": matches,
    }
    people = [player(name) for name in ("S1", "S2", "S3", "I1", "I2", "R1")]
    balances = [opening("S1", 2000), opening("S2", 2050), opening("S3", 2051)]
    games = (game(2, "I1", "S1", "1/2-1/2", board=1),)
    club.submit(
        *people,
        *balances,
        tournament(
            "liiga", "2024-06-09", *games, start="2024-05-05", league=league, **fields
        ),
    )


def shown(page: str) -> dict[str, str]:
    """What the form of a match is filled with."""
    form = re.split(r'<form [^>]*class="fields"', page, maxsplit=1)[1].partition(
        "</form>"
    )[0]
    values = dict(
        re.findall(r'<input [^>]*?name="([a-z_-]+)"[^>]*? value="([^"]*)"', form)
    )
    for name, inside in re.findall(
        r'<select name="([a-z0-9-]+)"[^>]*>(.*?)</select>', form, re.DOTALL
    ):
        values[name] = next(iter(re.findall(r'value="([^"]*)" selected', inside)), "")
    return values


def booked(officer: Officer, address: str, fields: dict[str, str]) -> str:
    draft = officer.sent(address, fields)
    page = officer.page(draft)
    assert ">Book<" in page, page
    officer.sent(
        f"{draft}/book",
        {"preview": re.findall(r'name="preview" value="([^"]+)"', page)[0]},
    )
    return page


def test_a_match_is_entered_board_by_board_and_booked(
    officer: Officer, club: Selo
) -> None:
    """The colours are those of the form, the result is that of home, and the days are
    the match's.
    """
    liiga(club)
    assert '/desk/tournaments/liiga/matches/1/salo"' in officer.page(
        "/desk/tournaments/liiga"
    )
    form = shown(officer.page(MATCH))
    assert (form["white-1"], form["white-2"], form["result-1"], form["on"]) == (
        "home",
        "away",
        "",
        "2024-05-05",
    )
    line_ups = {
        "home-1": "S1",
        "away-1": "I1",
        "result-1": "1-0",
        "home-2": "S2",
        "away-2": "I2",
        "result-2": "1-0",
    }
    page = booked(officer, MATCH, {**form, **line_ups, **WHY})
    assert "S1 Pelaaja S1 – I1 Pelaaja I1 1–0" in page
    assert "I2 Pelaaja I2 – S2 Pelaaja S2 0–1" in page
    [first, second] = [
        one for one in club.ask("tournament", "liiga")["games"] if one["round"] == 1
    ]
    assert [
        (one["white"], one["black"], one["result"], one["board"], one["on"])
        for one in (first, second)
    ] == [("S1", "I1", "1-0", 1, "2024-05-05"), ("I2", "S2", "0-1", 2, "2024-05-05")]
    match = club.ask("league", "table", "liiga")["matches"][0]
    assert (match["status"], match["home_boards"], match["away_boards"]) == (
        "played",
        2.0,
        0.0,
    )
    assert shown(officer.page(MATCH)) == {**shown(officer.page(MATCH)), **line_ups}
    assert club.ask("ledger", "rebuild", "--check")["equal"]


def test_a_line_up_out_of_order_is_asked_about_and_what_was_typed_stays(
    officer: Officer, club: Selo
) -> None:
    """Up to the gap nothing is asked; a player of no team joins it, once that is said
    to be right.
    """
    liiga(club)
    form = {
        **shown(officer.page(MATCH)),
        **WHY,
        "home-1": "S1",
        "away-1": "I1",
        "result-1": "1-0",
    }
    fine = officer.post(
        MATCH, {**form, "home-2": "S2", "away-2": "I2", "result-2": "0-1"}
    )
    assert fine.status == 303
    odd = {**form, "home-2": "S3", "away-2": "R1", "result-2": "0-1", "more-away": "R1"}
    asked = officer.post(MATCH, odd)
    assert asked.status == 409
    page = unescape(asked.text)
    assert (
        "Pelaaja S3 (2051) on board 2 is rated above Pelaaja S1 (2000) on board 1"
        in page
    )
    assert "Pelaaja R1 is not in the team" in page
    again = shown(page)
    assert {name: again[name] for name in odd} == odd
    booked(officer, MATCH, {**again, "sure": "yes"})
    assert [
        row["player"] for row in club.ask("league", "team", "liiga", "ii")["players"]
    ] == [
        "I1",
        "I2",
        "R1",
    ]
    assert club.ask("league", "table", "liiga")["matches"][0]["status"] == "played"


def test_who_is_named_beside_the_team_can_be_chosen(
    officer: Officer, club: Selo
) -> None:
    liiga(club)
    asked = officer.post(
        MATCH, {**shown(officer.page(MATCH)), **WHY, "more-home": "R1"}
    )
    assert (
        asked.status == 409
        and "R1 can be chosen on a board of Salon &lt;Shakki&gt; now" in asked.text
    )
    assert '<option value="R1">Pelaaja R1</option>' in asked.text


@pytest.mark.parametrize(
    ("typed", "games", "match"),
    [
        (
            {"result-1": "0-1"},
            [("I1", "S1", "0-1")],
            {"away_boards": 1.0, "status": "unfinished"},
        ),
        (
            {"white-1": "away"},
            [("S1", "I1", "1/2-1/2")],
            {"away_boards": 0.5, "status": "unfinished"},
        ),
        ({"away-1": "S2"}, [("I1", "S2", "1/2-1/2")], {}),
        ({"home-1": "", "away-1": ""}, [], {"status": "to come"}),
        ({"away-1": ""}, [], {"home_boards": 1.0, "status": "unfinished"}),
        (
            {"home-2": "I2"},
            [("I1", "S1", "1/2-1/2")],
            {"home_boards": 1.5, "status": "played"},
        ),
        (
            {"home-1": "", "away-1": "", "absent": "away"},
            [],
            {"home_boards": 2.0, "status": "walk-over"},
        ),
        ({"on": "2024-06-10"}, [("I1", "S1", "1/2-1/2")], {"on": "2024-06-10"}),
    ],
)
def test_what_the_form_has_otherwise_is_what_changes(
    typed: dict[str, str],
    games: list[tuple[str, ...]],
    match: dict[str, Any],
    officer: Officer,
    club: Selo,
) -> None:
    liiga(club)
    address = "/desk/tournaments/liiga/matches/2/salo"
    form = shown(officer.page(address))
    assert (form["home-1"], form["away-1"], form["white-1"], form["result-1"]) == (
        "I1",
        "S1",
        "home",
        "1/2-1/2",
    )
    booked(officer, address, {**form, **typed, **WHY})
    found = [
        (one["white"], one["black"], one["result"])
        for one in club.ask("tournament", "liiga")["games"]
    ]
    assert found == games
    told = club.ask("league", "table", "liiga")["matches"][1]
    assert {name: told[name] for name in match} == match
    after = shown(officer.page(address))
    if "" not in typed.values():
        assert {name: after[name] for name in typed} == typed


def test_a_form_of_no_match_or_of_nothing_new_or_of_yesterday_is_refused_in_words(
    officer: Officer, club: Selo
) -> None:
    liiga(club)
    for address in ("1/abo", "9/ii", "x/ii", "3/salo", "1/%3Cb%3E"):
        assert (
            officer.see(f"/desk/tournaments/liiga/matches/{address}").status == 404
        ), address
    assert officer.see("/desk/tournaments/open-2024/matches/1/ii").status == 404
    form = shown(officer.page(MATCH))
    nothing = officer.post(MATCH, {**form, **WHY})
    assert (
        nothing.status == 422
        and "othing in liiga would change" in nothing.text
        and "add_games" not in nothing.text
    )
    filled = {**form, "home-1": "S1", "away-1": "I1", "result-1": "1-0", **WHY}
    club.done(
        "league",
        "match",
        "liiga",
        "1",
        "ii",
        "--on",
        "2024-05-06",
        "--reason",
        "in between",
    )
    stale = officer.post(MATCH, filled)
    assert (
        stale.status == 422
        and ">Book<" not in stale.text
        and 'role="alert"' in stale.text
    )
    hostile = officer.post(
        MATCH,
        {
            **form,
            "home-1": "<b>",
            "away-1": "I1",
            "result-1": "7-0",
            **WHY,
            "sure": "yes",
        },
    )
    assert hostile.status == 422 and "<b>" not in hostile.text


def test_points_by_decision_and_what_a_bye_brings(officer: Officer, club: Selo) -> None:
    liiga(club)
    form = shown(officer.page(MATCH))
    assert form["points-home"] == form["points-away_boards"] == ""
    decision = {
        "points-home": "0",
        "points-away": "2",
        "points-home_boards": "0",
        "points-away_boards": "1,5",
    }
    booked(officer, MATCH, {**form, **decision, **WHY})
    match = club.ask("league", "table", "liiga")["matches"][0]
    assert (match["home_points"], match["away_points"], match["away_boards"]) == (
        0,
        2,
        1.5,
    )
    again = shown(officer.page(MATCH))
    assert again == {**again, **decision, "points-away_boards": "1.5"}
    # they follow from the boards again
    booked(officer, MATCH, {**again, **dict.fromkeys(decision, ""), **WHY})
    assert club.ask("league", "table", "liiga")["matches"][0]["status"] == "to come"
    bye = "/desk/tournaments/liiga/matches/3/ii"
    assert "/matches/3/ii" in officer.page("/desk/tournaments/liiga")
    page = officer.page(bye)
    assert "home-1" not in page and "points-away" not in page
    booked(
        officer,
        bye,
        {**shown(page), "points-home": "2", "points-home_boards": "1", **WHY},
    )
    match = club.ask("league", "table", "liiga")["matches"][2]
    assert (match["home_points"], match["home_boards"]) == (2, 1)
    refused = officer.post(
        bye, {**shown(officer.page(bye)), "points-home": "many", **WHY}
    )
    assert refused.status == 422 and "points" in refused.text


ROSTER = "/desk/tournaments/liiga/teams/salo"


def roster(club: Selo) -> list[str]:
    return [
        row["player"] for row in club.ask("league", "team", "liiga", "salo")["players"]
    ]


@pytest.mark.parametrize(
    ("typed", "after"),
    [
        ({"place-S3": "1"}, ["S3", "S1", "S2"]),
        ({"place-S1": "3"}, ["S2", "S3", "S1"]),
        ({"place-S1": "2", "place-S2": "1"}, ["S2", "S1", "S3"]),
        ({"place-S2": ""}, ["S1", "S3"]),
        ({"more": "R1"}, ["S1", "S2", "S3", "R1"]),
        ({"more": "R1, S1", "place-R1": "1"}, ["R1", "S1", "S2", "S3"]),
    ],
)
def test_a_team_is_put_in_the_order_of_boards(
    typed: dict[str, str], after: list[str], officer: Officer, club: Selo
) -> None:
    """The closing day has S2 and S3 above S1 by no more than a point over the gap, so
    some orders are asked about.
    """
    liiga(club)
    assert '/teams/salo"' in officer.page("/desk/tournaments/liiga")
    form = {
        **shown(officer.page(ROSTER)),
        **places(officer.page(ROSTER)),
        **typed,
        **WHY,
    }
    asked = officer.post(ROSTER, form)
    if asked.status == 409:
        page = unescape(asked.text)
        assert (
            "is rated above" in page
            and places(page).items()
            >= {
                name: place
                for name, place in typed.items()
                if name.startswith("place-S")
            }.items()
        )
    booked(officer, ROSTER, {**form, "sure": "yes"})
    assert roster(club) == after


def places(page: str) -> dict[str, str]:
    return dict(re.findall(r'<input name="(place-[^"]+)" value="([^"]*)"', page))


@pytest.mark.parametrize("place", ["1a", "-1", "1.5", "ensin", "\uff11"])
def test_a_place_that_is_no_number_is_refused_and_not_passed_over(
    place: str, officer: Officer, club: Selo
) -> None:
    liiga(club)
    page = officer.page(ROSTER)
    refused = officer.post(
        ROSTER,
        {
            **shown(page),
            **places(page),
            "place-S2": place,
            "more": "R1",
            **WHY,
            "sure": "y",
        },
    )
    assert refused.status == 422 and "is not a place in a team" in unescape(
        refused.text
    )


def test_what_is_said_of_a_team_otherwise(officer: Officer, club: Selo) -> None:
    liiga(club)
    form = {
        **shown(officer.page(ROSTER)),
        **places(officer.page(ROSTER)),
        **WHY,
        "sure": "yes",
    }
    assert (form["name"], form["withdrawn"], form["match_points"]) == (
        "Salon <Shakki>",
        "",
        "",
    )
    form["name"] = "Salon Shakki"
    booked(officer, ROSTER, {**form, "match_points": "-1", "withdrawn": "2024-06-01"})
    row = next(
        row
        for row in club.ask("league", "table", "liiga")["rows"]
        if row["team"] == "salo"
    )
    assert (row["name"], row["added"], row["withdrawn"]) == (
        "Salon Shakki",
        -1,
        "2024-06-01",
    )
    nothing = officer.post(
        ROSTER, {**form, "match_points": "-1", "withdrawn": "2024-06-01"}
    )
    assert (
        nothing.status == 422
        and "othing in liiga would change" in nothing.text
        and "add_games" not in nothing.text
    )  # as of the version that was shown
    assert officer.see("/desk/tournaments/liiga/teams/abo").status == 404
    assert Officer(club, officer.service, "reader", "visitor").see(ROSTER).status == 403
    for language, words in (
        ("fi", "Joukkueeseen liittyvien"),
        ("sv", "Id för spelare"),
        ("en", "Ids of players"),
    ):
        assert words in officer.page(f"/{language}{ROSTER}")


def test_only_who_may_submit_sees_the_form(
    officer: Officer, club: Selo, service: Served
) -> None:
    liiga(club)
    assert service.ask(MATCH, fields={"Accept": "text/html"}).status in (303, 401)
    assert Officer(club, service, "reader", "visitor").see(MATCH).status == 403
    assert Officer(club, service, "submitter", "seura").see(MATCH).status == 200


@pytest.mark.parametrize("language", ["fi", "sv", "en"])
def test_the_form_speaks_the_language_of_the_address(
    language: str, officer: Officer, club: Selo
) -> None:
    liiga(club)
    words = {"fi": "Kuka jäi saapumatta", "sv": "Vem uteblev", "en": "Who did not come"}
    assert words[language] in officer.page(f"/{language}{MATCH}")


def test_whatever_is_typed_ends_in_a_draft_a_question_or_a_refusal(
    officer: Officer, club: Selo
) -> None:
    liiga(club)
    form = {**shown(officer.page(MATCH)), **WHY}
    rng = random.Random(34)
    junk = (
        "",
        "S1",
        "I1",
        "S1 I1",
        "<b>",
        "=1+1",
        "\u202e",
        "a" * 5000,
        "'",
        "1e9",
        "2024-02-30",
        "away",
        "both",
        "0-0F",
        "*",
        "1-0",
        "none",
        "½",
        "-1",
        "\x00",
        "S1,,I2 zz",
        "10000000000000000000000",
    )
    statuses: Counter[int] = Counter()
    for _ in range(120):
        typed = {
            name: rng.choice(junk)
            for name in rng.sample(sorted({*form, "sure"}), rng.randint(1, 5))
        }
        reply = officer.post(MATCH, {**form, **typed})
        statuses[reply.status] += 1
        assert reply.status in (303, 409, 422), (typed, reply.text)
        assert "<b>" not in reply.text.replace("<b>–</b>", "") or reply.status == 303, (
            typed
        )
    assert min(statuses[409], statuses[422]) > 5


@pytest.mark.parametrize(
    "missing",
    ["home-1", "white-2", "result-1", "on", "absent", "more-away", "points-home"],
)
def test_a_match_that_came_without_a_field_is_not_read_as_emptied(
    missing: str, officer: Officer, club: Selo
) -> None:
    liiga(club)
    form = {**shown(officer.page(MATCH)), **WHY}
    assert len(form) > 15 and missing in form
    reply = officer.post(
        MATCH, {name: value for name, value in form.items() if name != missing}
    )
    assert (
        reply.status == 422
        and missing in reply.text
        and "Open its page again" in reply.text
    )
    assert club.ask("draft", "list")["rows"] == []


@pytest.mark.parametrize("missing", ["place-S2", "name", "withdrawn", "match_points"])
def test_a_team_that_came_without_a_field_loses_nobody(
    missing: str, officer: Officer, club: Selo
) -> None:
    liiga(club)
    page = officer.page(ROSTER)
    form = {**shown(page), **places(page), "place-S1": "3", "sure": "yes", **WHY}
    assert missing in form
    reply = officer.post(
        ROSTER, {name: value for name, value in form.items() if name != missing}
    )
    assert reply.status == 422 and missing in reply.text
    assert club.ask("draft", "list")["rows"] == []
