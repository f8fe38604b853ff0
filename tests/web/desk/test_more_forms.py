"""What an office corrects most often, and could not correct in a browser: the header of
a tournament, a game that a report left out, an event that should not have been booked,
a title that waits for the committee.
"""

import json
import re
from html import unescape

import pytest

from tests.web.desk.officer import PARTS, Officer, filled, parts
from tests.web.pages.reading_forms import forms_of
from tests.web.serving import served
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import Document, opening, player, tournament

HEADER = "/desk/tournaments/open-2024/header"
GAME = "/desk/tournaments/open-2024/game"
NO_SEAL = "sealed:" + 64 * "0"


def shown_in(officer: Officer, address: str, field: str) -> dict[str, str]:
    """What a browser would send of the form that has this field, if nobody typed."""
    return next(
        form.sent() for form in forms_of(officer.page(address)) if field in form.entries
    )


def told(page: str) -> str:
    """What somebody reads on a page."""
    return unescape(re.sub(r"<[^>]+>", "", page))


def booked(officer: Officer, address: str, fields: dict[str, str]) -> None:
    """Leave a form, look at the draft that it makes, and book it."""
    draft = officer.sent(address, fields)
    officer.sent(f"{draft}/book", shown_in(officer, draft, "preview"))


@pytest.mark.parametrize(
    ("typed", "field", "becomes"),
    [
        ({"name": "Kevään avoin"}, "name", "Kevään avoin"),
        ({"end": "2024-02-12"}, "end", "2024-02-12"),
        ({"time": "15+10"}, "time_control", "15+10"),
        ({"time": "60"}, "minutes", 60),
        ({"place": "Turku"}, "place", "Turku"),
        ({"organiser": "Turun Shakki"}, "organiser", "Turun Shakki"),
        ({"arbiter": "D"}, "arbiter", "D"),
        ({"fide_accepted": "no"}, "fide_accepted", False),
        ({"accepted": "no"}, "accepted", False),
        ({"representatives": "A, B"}, "representatives", ["A", "B"]),
        ({"age_group": "under-14"}, "age_group", "under-14"),
        ({"order_no": "-2"}, "order_no", -2),
        ({"category": "II"}, "category", "II"),
        ({"start_minutes": "90", "total_minutes": "120"}, "start_minutes", 90),
    ],
    ids=lambda value: str(value) if isinstance(value, str) else "",
)
def test_a_field_of_the_header(
    officer: Officer, club: Selo, typed: dict[str, str], field: str, becomes: object
) -> None:
    before = club.ask("tournament", "open-2024")["header"]
    form = shown_in(officer, HEADER, "shown_name") | typed | {"reason": "as announced"}
    booked(officer, HEADER, form)
    after = club.ask("tournament", "open-2024")["header"]
    assert after[field] == becomes
    # nothing else of it, but what says the same time otherwise
    others = before.keys() - {field, *typed, "minutes", "time_control", "seconds"}
    assert {name: after[name] for name in others} == {
        name: before[name] for name in others
    }
    assert shown_in(officer, HEADER, "shown_name")[next(iter(typed))] in (
        str(becomes),
        *typed.values(),
        "A B",
    )


def test_a_field_is_emptied(officer: Officer, club: Selo) -> None:
    given = {"place": "Turku", "arbiter": "D", "reason": "as announced"}
    booked(officer, HEADER, shown_in(officer, HEADER, "shown_name") | given)
    emptied = {"place": "", "arbiter": "", "reason": "nobody knows"}
    booked(officer, HEADER, shown_in(officer, HEADER, "shown_name") | emptied)
    header = club.ask("tournament", "open-2024")["header"]
    assert (header["place"], header["arbiter"]) == (None, None)


def test_a_header_that_stays_as_it_is_is_no_correction(officer: Officer) -> None:
    form = shown_in(officer, HEADER, "shown_name")
    reply = officer.post(HEADER, form | {"reason": "no reason"})
    assert reply.status == 422 and "othing" in reply.text


def test_a_form_without_its_fields_empties_nothing(officer: Officer) -> None:
    form = {"version": "1", "reason": "a form that was cut off"}
    reply = officer.post(HEADER, form)
    assert reply.status == 422 and "he form came without" in reply.text


def test_a_game_that_the_report_left_out(officer: Officer, club: Selo) -> None:
    form = shown_in(officer, GAME, "white")
    assert form["round"] == str(
        max(game["round"] for game in club.ask("tournament", "open-2024")["games"])
    )
    typed = {"white": "D", "black": "A", "result": "1/2-1/2", "board": "9"}
    typed["round"] = "4"
    booked(officer, GAME, form | typed | {"reason": "it was on the back"})
    [game] = (
        game
        for game in club.ask("tournament", "open-2024")["games"]
        if game["board"] == 9
    )
    assert (game["white"], game["black"], game["result"]) == ("D", "A", "1/2-1/2")
    event = club.ask("log", "--limit", "1")["events"][0]
    assert event["reason"] == "it was on the back"


def test_players_are_named_without_their_ids(officer: Officer, club: Selo) -> None:
    """As somebody types them without script, who has no suggestions to choose from."""
    first, second = (club.ask("show", player)["player"]["name"] for player in "DA")
    form = shown_in(officer, GAME, "white") | {"result": "0-1", "round": "4"}
    typed = {"white": first, "black": second.upper(), "reason": "a lost card"}
    booked(officer, GAME, form | typed)
    games = club.ask("tournament", "open-2024")["games"]
    assert ("D", "A") in {(game["white"], game["black"]) for game in games}
    form = shown_in(officer, HEADER, "shown_name")
    booked(officer, HEADER, form | {"arbiter": first, "reason": "forgotten"})
    assert club.ask("tournament", "open-2024")["header"]["arbiter"] == "D"


def test_nobody_is_taken_for_somebody_whose_name_only_begins_so(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("P9", name="Bergman, Beata"))
    game = shown_in(officer, GAME, "white") | {"result": "0-1", "round": "4"}
    header = shown_in(officer, HEADER, "shown_name")
    for text in ("Berg, Bea", "Bergman", "beata berg"):
        for address, form in (
            (GAME, game | {"white": text, "black": "A", "reason": "a lost card"}),
            (HEADER, header | {"arbiter": text, "reason": "forgotten"}),
        ):
            reply = officer.post(address, form)
            assert reply.status == 422
            assert "id you mean P9 Bergman, Beata?" in told(reply.text)
    # the whole name, in any order, and the id in any capitals are theirs
    for text in ("beata BERGMAN", "p9"):
        booked(officer, HEADER, header | {"arbiter": text, "reason": "forgotten"})
        assert club.ask("tournament", "open-2024")["header"]["arbiter"] == "P9"
        header = shown_in(officer, HEADER, "shown_name") | {"arbiter": ""}
        booked(officer, HEADER, header | {"reason": "nobody knows"})
        header = shown_in(officer, HEADER, "shown_name")


def test_a_field_that_was_left_empty_is_said_as_people_say_it(officer: Officer) -> None:
    form = shown_in(officer, GAME, "white")
    page = told(officer.post(GAME, form | {"black": "A"}).text)
    assert page.count("This cannot be left empty") == 2  # White, and the reason
    assert "is missing" not in page and '""' not in page
    page = told(officer.post(GAME, form | {"white": "Ei Kukaan"}).text)
    assert "Nobody has the id 'Ei Kukaan'" in page and "is not an id" not in page


def test_half_a_point_alone_is_no_win(officer: Officer) -> None:
    page = officer.page("/desk/tournaments/open-2024/games/1.1")
    [words] = re.findall(r'<option value="1/2-0"[^>]*>([^<]*)<', page)
    assert "has a half" in words and "won" not in words


@pytest.mark.parametrize(
    ("address", "field", "typed", "title"),
    [
        (HEADER, "shown_name", {"name": "Avoin", "place": "Turku"}, "name, place"),
        (
            f"{HEADER.removesuffix('/header')}/games/1.1",
            "result",
            {"result": "1/2-1/2"},
            "result of game 1.1",
        ),
        (
            f"{HEADER.removesuffix('/header')}/games/1.1",
            "result",
            {"result": "removed"},
            "game 1.1 removed",
        ),
        (
            GAME,
            "white",
            {"white": "D", "black": "A", "result": "1-0", "round": "4"},
            "1 game added",
        ),
    ],
    ids=["the header", "a result", "a game that goes", "a game more"],
)
def test_a_correction_is_named_for_what_it_corrects(
    officer: Officer,
    club: Selo,
    address: str,
    field: str,
    typed: dict[str, str],
    title: str,
) -> None:
    name = club.ask("tournament", "open-2024")["header"]["name"]
    form = shown_in(officer, address, field)
    draft = officer.sent(address, form | typed | {"reason": "as reported"})
    for page in (officer.page("/desk"), officer.page(draft)):
        assert f"Correction of {name}: {title}" in page
    assert f"Korjaus, {name}: " in officer.page(f"/fi{draft}")
    officer.sent(f"{draft}/book", shown_in(officer, draft, "preview"))
    now = club.ask("tournament", "open-2024")["header"]["name"]
    for page in (officer.page("/desk"), officer.page(draft)):
        assert f"Correction: {now}" in page


def test_a_player_and_a_merge_are_named_by_who_they_are(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("N1", name="Niemi, Noora"), player("N2", name="Niemi, N."))
    form = shown_in(officer, "/desk/player", "born")
    officer.sent("/desk/player", form | {"player": "N3", "name": "Saari, Sami"})
    asked = "/desk/merge?from=N2&into=N1"
    form = shown_in(officer, asked, "reason")
    officer.sent("/desk/merge", form | {"reason": "one person"})
    desk = officer.page("/desk")
    assert "Player: Saari, Sami" in desk
    assert "Players merged: Niemi, N. → Niemi, Noora" in desk


def test_a_player_is_changed_in_what_was_typed_alone(
    officer: Officer, club: Selo
) -> None:
    """What a colleague changed while the page was open stays as they changed it."""
    known = {"club": "Torni", "born": "1990-05-06", "sex": "f", "fide_id": 501234}
    club.submit(player("P1", name="Niemi, Nora", **known, unlisted=True))
    address = "/desk/player?player=P1"
    form = shown_in(officer, address, "born")
    changed = {"club": "Lohi", "born": "1990-05-07", "change": True}
    club.submit({"kind": "player", "player": "P1", **changed})

    booked(officer, address, form | {"name": "Niemi, Noora"})
    now = shown_in(officer, address, "born")
    assert (now["name"], now["club"], now["born"]) == (
        "Niemi, Noora",
        "Lohi",
        "1990-05-07",
    )
    assert (now["sex"], now["fide_id"], now["unlisted"]) == ("f", "501234", "yes")

    booked(officer, address, now | {"unlisted": "no", "sex": "m"})
    assert shown_in(officer, address, "born") == now | {
        "sex": "m",
        "unlisted": "",
        "shown_sex": "m",
        "shown_unlisted": "",
    }


def test_an_event_is_taken_back(officer: Officer, club: Selo) -> None:
    before = club.ask("show", "A")["lists"]["selo"]["rating"]
    club.submit(tournament("by-mistake", "2024-03-01", "A B 0-1"))
    [event] = club.ask("log", "--limit", "1")["events"]
    seq = event["seq"]
    public = officer.page(f"/events/{seq}")
    [address] = re.findall(r'href="([^"]*/undo)"', public)
    form = shown_in(officer, address, "reason")
    booked(officer, address, form | {"reason": "it was another club's"})
    assert club.ask("tournament", "by-mistake")["withdrawn"] is True
    assert club.ask("show", "A")["lists"]["selo"]["rating"] == before


@pytest.mark.parametrize(
    ("address", "field", "typed"),
    [
        (HEADER, "shown_name", {"name": "Kevään avoin", "place": "Turku"}),
        (
            f"{HEADER.removesuffix('/header')}/games/1.1",
            "result",
            {"result": "1/2-1/2"},
        ),
        (GAME, "white", {"white": "D", "black": "A", "result": "1-0", "round": "4"}),
    ],
    ids=["the header", "a game", "a game that was added"],
)
def test_a_correction_is_taken_back(
    officer: Officer, club: Selo, address: str, field: str, typed: dict[str, str]
) -> None:
    before = club.ask("tournament", "open-2024")
    form = shown_in(officer, address, field)
    booked(officer, address, form | typed | {"reason": "as reported"})
    corrected = club.ask("tournament", "open-2024")
    assert corrected["header"] != before["header"] or (
        corrected["games"] != before["games"]
    )
    [event] = club.ask("log", "--limit", "1")["events"]
    undo = f"/desk/events/{event['seq']}/undo"
    form = shown_in(officer, undo, "reason")
    booked(officer, undo, form | {"reason": "the report was right"})
    after = club.ask("tournament", "open-2024")
    assert (after["header"], after["games"]) == (before["header"], before["games"])


def test_taking_back_tells_nobody_a_name_that_they_may_not_know(
    officer: Officer, club: Selo
) -> None:
    """Whoever may not read the organiser brings them back all the same: their draft has
    the seal of the words, and each reads of it what they may.
    """
    club.submit(player("U1", name="Piilopuu, Ulrika", unlisted=True))
    before, after = "Ulrika Piilopuu, Lahti", "Joku Muu"
    for organiser in (before, after):
        club.submit(
            {
                "kind": "amend",
                "tournament": "open-2024",
                "set": {"organiser": organiser},
                "reason": "as announced",
            }
        )
    [event] = club.ask("log", "--limit", "1")["events"]
    undo = f"/desk/events/{event['seq']}/undo"

    sam = Officer(club, officer.service, role="submitter", name="sam")
    form = shown_in(sam, undo, "reason")
    draft = sam.sent(undo, form | {"reason": "it was right before"})
    for page in (undo, draft, f"/fi{draft}"):
        assert "Piilopuu" not in sam.page(page)
    assert "organiser … …, Lahti" in told(sam.page(draft))
    assert f"organiser {before}" in told(officer.page(draft))
    assert f"organiser {before}" in club.done("draft", "show", draft.rpartition("/")[2])
    officer.sent(f"{draft}/book", shown_in(officer, draft, "preview"))
    assert club.ask("tournament", "open-2024")["header"]["organiser"] == before
    assert "Piilopuu" not in sam.page(draft)


@pytest.mark.parametrize(
    "document",
    [
        {
            "kind": "amend",
            "tournament": "open-2024",
            "set": {"organiser": NO_SEAL},
            "reason": "as announced",
        },
        tournament("next-open", "2024-05-01", "A B 1-0", organiser=NO_SEAL),
    ],
    ids=lambda document: str(document["kind"]),
)
def test_a_seal_that_the_ledger_has_not_is_words(
    officer: Officer, club: Selo, document: Document
) -> None:
    """One of another ledger, or of an older state of this: the draft can be seen, and
    dropped.
    """
    club.done("draft", "keep", club.file("one.json", document))
    draft = "/desk/drafts/1"
    assert f"organiser {NO_SEAL}" in told(officer.page(draft))
    assert NO_SEAL in club.done("draft", "show", "1")
    officer.sent(f"{draft}/drop", shown_in(officer, draft, "preview"))
    assert "dropped" in club.done("draft", "show", "1")


def test_a_tournament_that_is_sent_again_tells_no_hidden_name(
    officer: Officer, club: Selo
) -> None:
    """What the ledger has otherwise is said, without the name of who organised it."""
    club.submit(player("U1", name="Piilopuu, Ulrika", unlisted=True))
    by = {"organiser": "Ulrika Piilopuu, Lahti"}
    club.submit(tournament("by-her", "2024-05-01", "A B 1-0", **by))
    again = json.dumps(tournament("by-her", "2024-05-01", "A B 1-0")).encode()
    for role, said in (("submitter", "… …, Lahti"), ("officer", by["organiser"])):
        someone = Officer(club, officer.service, role=role, name=f"one.{role}")
        draft = someone.sent("/desk/files", parts("again.jsonl", again), PARTS)
        page = told(someone.page(draft))
        assert f"Organiser: {said} in the ledger, nothing here" in page


def test_a_draft_shows_a_typed_name_as_it_was_typed(
    officer: Officer, club: Selo
) -> None:
    """To hide it would tell whoever tries names who asked not to be listed."""
    club.submit(player("U1", name="Piilopuu, Ulrika", unlisted=True))
    sam = Officer(club, officer.service, role="submitter", name="sam")
    form = shown_in(sam, HEADER, "shown_name")
    typed = {"organiser": "Ulrika Piilopuu", "reason": "as announced"}
    draft = sam.sent(HEADER, form | typed)
    assert "organiser Ulrika Piilopuu" in told(sam.page(draft))


def test_what_stays_says_why_and_has_no_form(officer: Officer, club: Selo) -> None:
    club.submit(player("N1"))
    [event] = club.ask("log", "--limit", "1")["events"]
    reply = officer.see(f"/desk/events/{event['seq']}/undo")
    assert reply.status == 422 and "Players stay registered" in reply.text
    assert officer.see("/desk/events/9999/undo").status == 404
    assert officer.see("/desk/events/first/undo").status == 404


@pytest.mark.parametrize(
    ("decision", "status"),
    [("confirm-title", "held"), ("refuse-title", "refused")],
)
def test_a_title_is_decided(
    officer: Officer, club: Selo, decision: str, status: str
) -> None:
    club.submit(player("M1", name="Mestari, Maija"), opening("M1", 2230, games=60))
    club.submit(tournament("masters", "2024-03-01", "M1 A 1-0"))
    waiting = officer.page("/desk/titles")
    [address] = re.findall(r'href="([^"]*/desk/titles/M1/\w+)"', waiting)
    form = shown_in(officer, address, "decision")
    assert form["on"] == "2024-06-30"  # the day it is
    typed = {"decision": decision, "resolution": "12/2024", "reason": "minutes 12"}
    booked(officer, address, form | typed)
    title = address.rpartition("/")[2]
    [state] = (row for row in club.ask("titles", "M1")["rows"] if row["title"] == title)
    assert state["status"] == status
    assert state["decision"]["resolution"] == "12/2024"
    [draft] = re.findall(r'href="(/desk/drafts/\d+)"', officer.page("/desk"))
    done = officer.page(draft)
    assert f"Mestari, Maija {title}" in told(done), "by name, and not by id"
    assert 'href="/players/M1"' in done
    assert address not in officer.page("/desk/titles")


def test_a_title_that_waits_names_the_tournament_it_was_earned_in(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("M1", name="Mestari, Maija"), opening("M1", 2195, games=60))
    club.submit(player("M2", name="Kova, Kalle"), opening("M2", 2300, games=60))
    games = ["M1 M2 1-0", "M2 M1 0-1", "M1 M2 1-0", "M2 M1 0-1"]
    club.submit(tournament("masters", "2024-03-01", *games, name="Mestarit 2024"))
    for page in ("/desk/titles", "/desk/titles/M1/M"):
        read = told(officer.page(page))
        assert "Mestarit 2024" in read and "masters" not in read


def test_whoever_only_submits_leaves_it_for_somebody_else(
    officer: Officer, club: Selo
) -> None:
    other = Officer(club, officer.service, role="submitter", name="sam")
    form = shown_in(other, HEADER, "shown_name") | {"name": "Other", "reason": "x"}
    draft = other.sent(HEADER, form)
    assert "preview" not in filled(other.page(draft))
    assert club.ask("tournament", "open-2024")["header"]["name"] != "Other"


def test_a_person_is_erased_once_their_id_was_typed_twice(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("P1", name="Pois, Pirkko", club="Torni"))
    [address] = re.findall(
        r'href="(/desk/erase\?player=P1)"', officer.page("/desk/player?player=P1")
    )
    page = officer.page(address)
    assert "This cannot be undone" in page and "Pois" in page
    form = shown_in(officer, address, "again")
    draft = officer.sent("/desk/erase", form | {"again": "P1", "reason": "by letter"})
    # the draft says so again, and its button too
    shown = officer.page(draft)
    assert "This cannot be undone" in shown and "Erase for good" in shown
    assert club.ask("show", "P1")["player"]["name"] == "Pois, Pirkko"
    officer.sent(f"{draft}/book", shown_in(officer, draft, "preview"))
    assert club.ask("show", "P1")["player"]["name"] is None
    gone = officer.page(address)
    assert "erased already" in gone and "again" not in {
        field for form in forms_of(gone) for field in form.entries
    }


def test_whoever_books_an_erasure_sees_who_goes_and_what_else_names_them(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("P1", name="Pois, Pirkko", club="Torni", born="1990-05-06"))
    other = officer.sent(
        "/desk/player", {"player": "P2", "name": "Pois, Pirkko", "sex": "f"}
    )
    form = shown_in(officer, "/desk/erase?player=P1", "again")
    draft = officer.sent("/desk/erase", form | {"again": "P1", "reason": "by letter"})

    second = Officer(club, officer.service, "officer", "pekka")
    seen = told(second.page(draft))
    assert "Pois, Pirkko" in seen and "6 May 1990" in seen and "Torni" in seen
    assert "What goes" in seen and "What stays" in seen
    assert "These drafts name the person too" in seen
    assert f'<a href="{other}">' in second.page(draft)

    # the draft of a submitter tells them of no draft but their own
    sam = Officer(club, officer.service, role="submitter", name="sam")
    own = sam.sent("/desk/erase", form | {"again": "P1", "reason": "by letter"})
    assert "What goes" in sam.page(own) and "These drafts" not in sam.page(own)

    second.sent(f"{draft}/book", shown_in(second, draft, "preview"))
    assert "Pois" not in second.page(own), "they are erased by now"


def test_an_id_that_was_not_typed_again_is_told_as_an_empty_field(
    officer: Officer, club: Selo
) -> None:
    club.submit(player("P1", name="Pois, Pirkko"))
    form = shown_in(officer, "/desk/erase?player=P1", "again")
    reply = officer.post("/desk/erase", form | {"again": "", "reason": ""})
    assert reply.status == 422
    [again] = (form for form in forms_of(reply.text) if "again" in form.entries)
    for field in ("again", "reason"):
        assert again.entries[field].said.strip() == "This cannot be left empty"


def test_nobody_is_erased_by_a_wrong_id(officer: Officer, club: Selo) -> None:
    club.submit(player("P1", name="Pois, Pirkko"))
    form = shown_in(officer, "/desk/erase?player=P1", "again")
    reply = officer.post("/desk/erase", form | {"again": "p1", "reason": "by letter"})
    assert reply.status == 422 and "&#39;p1&#39; is not P1" in reply.text
    assert club.ask("show", "P1")["player"]["name"] == "Pois, Pirkko"


def test_who_is_to_be_erased_is_found_by_name(officer: Officer, club: Selo) -> None:
    club.submit(player("P1", name="Pois, Pirkko"))
    assert (
        shown_in(officer, "/desk/erase?player=Pirkko+Pois", "again")["player"] == "P1"
    )
    # an id that was copied has a blank beside it
    for address in ("/desk/erase?player=P1+", "/desk/player?player=+P1"):
        assert "Pois, Pirkko" in officer.page(address)
    reply = officer.see("/desk/erase?player=Nobody")
    assert reply.status == 422 and "Nobody" in reply.text
    [form] = (form for form in forms_of(reply.text) if "player" in form.entries)
    assert form.entries["player"].invalid


def proposed_id(officer: Officer) -> str:
    forms = forms_of(officer.page("/desk/player"))
    [form] = (form for form in forms if "born" in form.entries)
    return form.sent()["player"]


def test_a_new_player_is_proposed_the_next_free_id(selo: Selo) -> None:
    with served(selo.ledger, now=lambda: AT) as service:
        officer = Officer(selo, service)
        assert proposed_id(officer) == "", "nobody has an id to go on from"

        selo.submit(*(player(one) for one in ("F001", "F003", "F007", "fide-999")))
        assert proposed_id(officer) == "F008"

        # whoever types two in a row gives the second one another id
        officer.sent("/desk/player", {"player": "F008", "name": "Niemi, Noora"})
        assert proposed_id(officer) == "F009"
        reply = officer.post("/desk/player", {"player": "F 12", "name": "Salo, Eero"})
        assert reply.status == 422 and 'value="F 12"' in reply.text


def test_ids_without_a_shape_in_common_propose_none(officer: Officer) -> None:
    assert proposed_id(officer) == ""


def test_drafts_are_named_for_what_they_hold(officer: Officer, club: Selo) -> None:
    person = {"player": "N9", "name": "Niemi, Noora", "federation": "FIN"}
    dropped = officer.sent("/desk/player", person)
    typed = {"list": "selo", "label": "2024-06", "as_of": "2024-06-30"}
    draft = officer.sent("/desk/publish", typed)
    own_words = {
        "": ("Player: Niemi, Noora", "List published: selo 2024-06"),
        "/fi": ("Pelaaja: Niemi, Noora", "selo 2024-06"),
    }
    for language, names in own_words.items():
        page = re.sub(r"<[^>]+>", "", officer.page(f"{language}/desk"))
        assert all(name in page for name in names)
        assert ".json" not in page
    # the number of a draft stays when it is dropped, and a person's name must not
    officer.sent(f"{dropped}/drop")
    assert "Niemi" not in officer.page("/desk") + officer.page(dropped)
    assert "selo 2024-06" in re.sub(r"<[^>]+>", "", officer.page(draft))
