"""Events while they run, over HTTP: shown by an officer, seen by anybody, never in the
log, gone when booked.
"""

import http.client
import json
import threading
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest

from features.live import routes, trying
from tests.web.pages.reading_html import Page
from tests.web.serving import Reply, Served, served
from tests.web.test_drafts import ANSWERS, Person
from tests.world.command import Selo
from tests.world.documents import player, tournament
from tests.world.ledger import outside
from tests.world.reached import everything
from web.pages.rendering import rendered
from web.store import booking
from web.store.roles import Role

AT = "2024-07-02T12:00:00.000000Z"
PLAYERS = {"A": "Pelaaja A", "B": "Pelaaja B", "C": "Pelaaja C", "D": "Pelaaja D"}
ASKED = json.dumps(
    {**ANSWERS, "map": {"1": "A", "2": "B", "3": "C", "4": "D"}}
).encode()
FIRST = ["1-0", "1/2-1/2"]
WHOLE = b"application/octet-stream"


def report(*rounds: list[str], order: str = "ABCD", end: str = "2024/07/05") -> bytes:
    """A TRF of four players: A plays B and C plays D in the odd rounds, A plays C and B
    plays D in the even ones.
    """
    number = {name: at for at, name in enumerate(order, 1)}
    cells: dict[str, str] = dict.fromkeys(order, "")
    codes = {"1-0": "10", "0-1": "01", "1/2-1/2": "==", "*": "  "}
    for at, results in enumerate(rounds, 1):
        for (white, black), result in zip(
            (("A", "B"), ("C", "D")) if at % 2 else (("A", "C"), ("B", "D")),
            results,
            strict=True,
        ):
            cells[white] += f"  {number[black]:>4} w {codes[result][0]}"
            cells[black] += f"  {number[white]:>4} b {codes[result][1]}"
    rows = [
        f"001 {number[name]:>4} m    {PLAYERS[name]:<33} 1600 FIN {'':>11} {'':<10} "
        f" 0.0 {number[name]:>4}{cells[name]}"
        for name in order
    ]
    return "\n".join(
        ["012 Autumn Open", "042 2024/07/01", f"052 {end}", "032 FIN", *rows]
    ).encode()


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running


@pytest.fixture
def officer(service: Served, club: Selo) -> Person:
    return Person(service, club.ledger, Role.OFFICER, "aino")


def put(officer: Person, body: bytes, query: str = "") -> Reply:
    fields = {**officer.fields, "Content-Type": "application/octet-stream"}
    return officer.service.ask(
        f"/api/live/autumn?name=autumn.trf{query}", "POST", body, fields
    )


def begun(officer: Person, body: bytes | None = None) -> None:
    """Show the event: a report is kept, its questions are answered, and it is made
    public.
    """
    body = report(["1-0", "*"]) if body is None else body
    number = officer.keep(body, "?name=autumn.trf", "application/octet-stream").value[
        "number"
    ]
    assert officer.do(number, "answers", ASKED).status == 200
    shown = officer.service.ask(
        f"/api/live/autumn/draft?draft={number}", "POST", None, officer.fields
    )
    assert shown.status == 200, shown.text


def rows(service: Served) -> dict[str, dict[str, Any]]:
    return {row["player"]: row for row in service.ask("/api/live/autumn").value["rows"]}


def test_an_event_is_shown_round_by_round_and_booked_as_it_was_shown(
    service: Served, officer: Person, club: Selo
) -> None:
    before = everything(club.ledger)
    assert (
        service.ask("/api/live").value == {"rows": []}
        and service.ask("/api/live/autumn").status == 404
    )
    begun(officer)
    assert [row["event"] for row in service.ask("/api/live").value["rows"]] == [
        "autumn"
    ]
    seen = service.ask("/api/live/autumn").value
    assert (seen["round"], seen["played"], seen["in_play"], seen["waits"]) == (
        1,
        1,
        1,
        False,
    )
    playing = rows(service)["C"]
    assert playing["playing"]["opponent"] == "D"
    assert playing["lists"]["selo"]["win"]["rating"] is not None
    second = put(officer, report(["1-0", "1/2-1/2"], ["*", "0-1"]))
    assert second.status == 200, second.text
    last = put(officer, report(["1-0", "1/2-1/2"], ["1/2-1/2", "0-1"]))
    assert last.status == 200, last.text
    shown = rows(service)
    assert everything(club.ledger) == before  # nothing of it is in the ledger
    [draft] = officer.see().value["rows"]  # those before were dropped
    club.clock("2024-07-06")
    done = club.run("draft", "book", str(draft["number"]), "--json")
    assert done.code == 0, done.err
    table = club.ask("tournament", "autumn")["crosstable"]
    assert {row["player"]: row["lists"] for row in table} == {
        name: {
            key: {"before": one["start"], "after": one["so_far"]}
            for key, one in row["lists"].items()
        }
        for name, row in shown.items()
    }
    for address, led in (
        ("/api/live/autumn", "/api"),
        ("/live/autumn", ""),
        ("/fi/live/autumn", "/fi"),
    ):
        reply = service.ask(address)
        assert (reply.status, reply.fields["location"]) == (
            303,
            f"{led}/tournaments/autumn",
        )
    assert service.ask("/api/live").value == {"rows": []}


def test_only_an_officer_shows_an_event(
    service: Served, officer: Person, club: Selo
) -> None:
    for role in (Role.READER, Role.SUBMITTER, Role.PUBLISHER, Role.AUDITOR):
        somebody = Person(service, club.ledger, role, f"x-{role.value}")
        assert put(somebody, report(FIRST)).status == 403
    assert (
        service.ask(
            "/api/live/autumn?name=a.trf",
            "POST",
            report(FIRST),
            {"Content-Type": "text/plain"},
        ).status
        == 401
    )
    begun(officer)
    for address in ("/live", "/fi/live/autumn", "/sv/live/autumn"):
        seen = service.ask(address, fields={"Accept": "text/html"})
        assert seen.status == 200 and Page(seen.text).flaws == []
    page = service.ask("/en/live/autumn", fields={"Accept": "text/html"})
    assert page.status == 200 and "Pelaaja A" in page.text and "aino" not in page.text
    assert "1978" not in page.text and 'http-equiv="refresh"' in page.text


def test_questions_are_asked_and_nothing_is_kept_until_they_are_answered(
    officer: Person, service: Served
) -> None:
    refused = put(officer, report(FIRST))
    assert refused.status == 422 and set(refused.codes) == {"needs-answer"}
    assert officer.see("?all=true").value["rows"] == [] and service.ask(
        "/api/live"
    ).value == {"rows": []}


def test_starting_numbers_may_change_and_nobody_becomes_somebody_else(
    officer: Person, service: Served
) -> None:
    begun(officer, report(["1-0", "*"]))
    assert put(officer, report(["1-0", "0-1"], order="DCBA")).status == 200
    assert {name: row["points"] for name, row in rows(service).items()} == {
        "A": 1.0,
        "B": 0.0,
        "C": 0.0,
        "D": 1.0,
    }


def relay(*games: tuple[int, str, str, str]) -> bytes:
    """PGN of games between A, B, C and D, as a relay sends it."""
    texts = (
        f'[Round "{number}"]\n[White "{PLAYERS[white]}"]\n[Black'
        f' "{PLAYERS[black]}"]\n[Result "{result}"]\n'
        for number, white, black, result in games
    )
    return "\n".join(texts).encode()


def test_a_relay_comes_beside_the_report(officer: Person, service: Served) -> None:
    begun(officer, report(["1-0", "*"]))
    games = relay((1, "C", "D", "0-1"), (2, "A", "C", "*"))
    assert put(officer, games).codes == ["pgn-not-confirmed"]
    done = put(officer, games, "&all_played=true")
    assert done.status == 200, done.text
    seen = service.ask("/api/live/autumn").value
    assert (seen["round"], seen["played"], seen["in_play"]) == (2, 2, 1)
    contradicted = put(officer, relay((1, "C", "D", "1-0")))
    assert contradicted.codes == ["needs-answer"] and "sure=live-kept:autumn" in str(
        contradicted.value
    )
    assert service.ask("/api/live/autumn").value == seen
    # the round that the relay began
    assert put(officer, report(["1-0", "0-1"], ["1-0", "*"])).status == 200
    assert service.ask("/api/live/autumn").value["in_play"] == 1


def test_an_older_report_and_a_changed_result_are_asked_about(
    officer: Person, service: Served
) -> None:
    begun(officer, report(["1-0", "1/2-1/2"], ["1-0", "0-1"]))
    before = service.ask("/api/live/autumn").value
    for other in (report(["1-0", "1/2-1/2"]), report(["1-0", "0-1"], ["1-0", "0-1"])):
        asked = put(officer, other)
        assert asked.codes == ["needs-answer"] and "round" in asked.text
        assert "sure=live-results:autumn" in asked.value["problems"][0]["hint"]
        assert service.ask("/api/live/autumn").value == before
    assert (
        put(officer, report(["1-0", "1/2-1/2"]), "&sure=live-results:autumn").status
        == 200
    )
    assert service.ask("/api/live/autumn").value["round"] == 1


def test_two_officers_at_once(
    officer: Person, service: Served, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever looked at an earlier report than the other hears of it; nothing is lost."""
    begun(officer)
    real, others = trying.tried_report, [report(["1-0", "0-1"])]

    def slowly(*given: object) -> object:
        taken = real(*given)  # type: ignore[arg-type]
        if others:
            assert put(officer, others.pop()).status == 200
        return taken

    monkeypatch.setattr("features.live.routes.tried_report", slowly)
    with served(club.ledger, now=lambda: AT) as second:
        late = put(
            Person(second, club.ledger, Role.OFFICER, "onni"), report(["1-0", "1-0"])
        )
    assert (late.status, late.codes) == (409, ["live-changed"])
    assert service.ask("/api/live/autumn").value["games"][1]["result"] == "0-1"
    assert len(officer.see().value["rows"]) == 1


def test_what_was_agreed_to_holds_while_the_names_are_the_same(
    officer: Person, service: Served
) -> None:
    agreed = {
        key: value
        for key, value in json.loads(ASKED).items()
        if key not in ("map", "players_by")
    }
    number = officer.keep(
        report(["1-0", "*"]), "?name=autumn.trf", "application/octet-stream"
    ).value["number"]
    officer.do(
        number, "answers", json.dumps({**agreed, "agreed": {"names": 4}}).encode()
    )
    shown = officer.service.ask(
        f"/api/live/autumn/draft?draft={number}", "POST", None, officer.fields
    )
    assert shown.status == 200, shown.text
    assert put(officer, report(["1-0", "0-1"], order="BADC")).status == 200
    assert {name: row["points"] for name, row in rows(service).items()} == {
        "A": 1.0,
        "B": 0.0,
        "C": 0.0,
        "D": 1.0,
    }
    unknown = report(["1-0", "0-1"]).replace(b"Pelaaja D", b"Muu Hahmo")
    assert "needs-answer" in put(officer, unknown).codes


def test_a_report_of_another_tournament_is_not_taken(officer: Person) -> None:
    begun(officer)
    number = officer.keep(
        report(FIRST), "?name=autumn.trf", "application/octet-stream"
    ).value["number"]
    officer.do(
        number,
        "answers",
        json.dumps({**json.loads(ASKED), "tournament": "spring"}).encode(),
    )
    other = officer.service.ask(
        f"/api/live/autumn/draft?draft={number}", "POST", None, officer.fields
    )
    assert other.codes == ["live-other-event"]


def test_a_booking_elsewhere_moves_what_is_shown_and_no_kept_answer_outlives_a_change(
    officer: Person, service: Served, club: Selo
) -> None:
    begun(officer)
    first = service.ask("/api/live/autumn")
    tag = {"If-None-Match": first.fields["etag"]}
    assert service.ask("/api/live/autumn", fields=tag).status == 304
    games = tournament("earlier", "2024-05-20", "A C 0-1", "B D 1-0")
    assert officer.submit(games).status == 201
    moved = service.ask("/api/live/autumn", fields=tag)
    assert moved.status == 200 and moved.value["rows"] != first.value["rows"]
    tag = {"If-None-Match": moved.fields["etag"]}
    assert put(officer, report(["1-0", "1-0"])).status == 200
    assert service.ask("/api/live/autumn", fields=tag).status == 200


def test_a_page_is_made_once_for_all_who_look_and_never_on_the_event_loop(
    officer: Person, service: Served
) -> None:
    begun(officer)
    made: list[str] = []

    def counted(*given: Any, **named: Any) -> str:
        made.append(threading.current_thread().name)
        return rendered(*given, **named)

    with patch.object(routes, "rendered", counted):
        pages = [
            service.ask(address).body
            for address in ("/en/live/autumn", "/en/live")
            for _ in range(3)
        ]
        assert len(made) == 2 and all(
            name.startswith("AnyIO worker") for name in made
        ), made
        assert pages[0] == pages[2] != pages[3] == pages[5]
        assert put(officer, report(["1-0", "0-1"])).status == 200
        assert service.ask("/en/live/autumn").body != pages[0] and len(made) == 3
        assert service.ask("/sv/live/autumn").status == 200 and len(made) == 4


def test_somebody_who_asked_not_to_be_listed_is_shown_without_a_name(
    officer: Person, service: Served, club: Selo
) -> None:
    begun(officer)
    assert officer.submit({**player("B"), "unlisted": True}).status in (200, 201)
    seen = service.ask("/api/live/autumn", fields=officer.fields)
    assert "Pelaaja B" not in seen.text and "Pelaaja A" in seen.text
    page = service.ask("/live/autumn", fields={"Accept": "text/html"})
    assert "Pelaaja B" not in page.text and "Pelaaja A" in page.text


def test_a_game_in_play_of_an_earlier_stage_stays(
    service: Served, officer: Person
) -> None:
    body = report(["1-0", "*"], ["1-0", "0-1"])
    number = officer.keep(body, "?name=autumn.trf", WHOLE.decode()).value["number"]
    days = {"1": "2024-07-01", "2": "2024-07-02"}
    staged = {**json.loads(ASKED), "stage_from_round": 2, "round_days": days}
    answers = json.dumps(staged).encode()
    assert officer.do(number, "answers", answers).status == 200
    shown = officer.service.ask(
        f"/api/live/autumn/draft?draft={number}", "POST", None, officer.fields
    )
    assert shown.status == 200, shown.text
    there = rows(service)
    postponed = there["C"]
    assert postponed["playing"]["opponent"] == "D" and there["A"]["playing"] is None
    assert postponed["opponent_name"] == PLAYERS["D"]
    selo = postponed["lists"]["selo"]
    assert selo["loss"]["rating"] < selo["draw"]["rating"] < selo["win"]["rating"]
    assert selo["start"] is not None and selo["so_far"] is not None


def test_a_draft_that_cannot_be(officer: Person, club: Selo) -> None:
    officer.keep(json.dumps(player("N1")).encode())
    line = "live", "put", "e1", "--draft", str(10**20)
    [problem] = club.refused(*line, code=3)
    assert problem["code"] == "unknown-draft"


def test_what_is_hidden_is_a_draft_again(officer: Person, service: Served) -> None:
    begun(officer)
    assert (
        service.ask("/api/live/autumn/hide", "POST", None, officer.fields).status == 200
    )
    assert service.ask("/api/live/autumn").status == 404
    [row] = officer.see().value["rows"]
    assert row["state"] == "waiting"
    assert officer.do(row["number"], "drop").status == 200


def test_what_was_dropped_at_the_desk_is_shown_no_longer(
    officer: Person, service: Served
) -> None:
    begun(officer)
    assert officer.do(1, "drop").status == 200
    assert service.ask("/api/live/autumn").status == 404 and service.ask(
        "/api/live"
    ).value == {"rows": []}
    begun(officer)
    assert service.ask("/api/live/autumn").status == 200


def test_whoever_follows_the_events_hears_of_a_change(
    officer: Person, service: Served
) -> None:
    begun(officer)
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
    connection.request("GET", "/api/events/stream?after=1000000")
    stream = connection.getresponse()
    assert stream.readline().startswith(b": the events")
    assert put(officer, report(["1-0", "1-0"])).status == 200
    lines = [stream.readline() for _ in range(4)]
    assert b"event: live\r\n" in lines and b'data: {"event": "autumn"}\r\n' in lines
    connection.close()


def test_a_service_that_was_killed_between_leads_to_what_is_booked(
    officer: Person, service: Served, club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ledger has it, and the draft still waits: nobody is shown what is not any
    more.
    """
    begun(officer, report(FIRST, end="2024/07/01"))

    def killed(*given: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(booking, "settle", killed)
    with pytest.raises(KeyboardInterrupt):
        booking.book_draft(club.ledger, 1, outside(AT))
    assert officer.see("/1").value["state"] == "waiting"
    assert (
        service.ask("/api/live/autumn").fields["location"] == "/api/tournaments/autumn"
    )
