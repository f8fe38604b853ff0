"""A list that is published at an hour: never earlier, once, by whoever planned it, and
told where it is not.
"""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest

from tests.command.test_processes import ROOT
from tests.torture.workload import SEED, scaled
from tests.web.desk.officer import Officer
from tests.web.serving import Served, served
from tests.web.test_drafts import Person
from tests.world.command import Selo
from tests.world.documents import player, tournament
from tests.world.pace import until
from web import Settings
from web.booking.publishing import publish_due
from web.running import now
from web.store.beside import changing
from web.store.drafts import draft, drafts
from web.store.plans import planned_drafts
from web.store.roles import Role

ROUNDS = [
    pytest.param(3, id="3"),
    pytest.param(scaled(60), id="60", marks=pytest.mark.torture),
]
LIST = {"kind": "publish", "list": "selo", "label": "2026-12", "as_of": "2026-12-01"}
# nine in Helsinki
BEFORE, HOUR = "2026-12-01T06:59:59.999999Z", "2026-12-01T07:00:00.000000Z"
EARLY = "2026-11-20T12:00:00.000000Z"


@pytest.fixture
def office(club: Selo) -> Selo:
    club.clock(EARLY)
    club.done("ledger", "settings", "--time-zone", "Europe/Helsinki")
    path = club.folder / "list.json"
    path.write_text(json.dumps(LIST), "utf-8")
    club.done("draft", "keep", str(path))
    return club


def settings_at(club: Selo, moment: str, **more: object) -> Settings:
    return Settings(ledger=club.ledger, now=lambda: moment, **more)  # type: ignore[arg-type]


def lists(club: Selo) -> list[tuple[str, str, int]]:
    return [
        (row["list"], row["label"], row["revision"])
        for row in club.ask("list", "published")["rows"]
    ]


def test_it_is_out_at_its_hour_and_never_before_and_once(office: Selo) -> None:
    row = office.ask("draft", "plan", "1", "2026-12-01T09:00")
    assert (row["book_at"], row["book_by"], row["not_booked"]) == (HOUR, "tester", None)
    publish_due(settings_at(office, BEFORE))
    office.clock("2026-12-02")
    assert lists(office) == []
    threads = [
        Thread(target=publish_due, args=(settings_at(office, HOUR),)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    publish_due(settings_at(office, HOUR))
    assert lists(office) == [("selo", "2026-12", 1)]
    event = office.ask("log", "follow", "--after", str(office.events() - 1))["events"][
        -1
    ]
    assert (event["kind"], event["actor"], event["recorded_at"]) == (
        "publish",
        "tester",
        HOUR,
    )
    done = draft(office.ledger, 1).row
    assert (done.state, done.settled_by, done.seqs, planned_drafts(office.ledger)) == (
        "booked",
        "tester",
        (office.events(),),
        [],
    )


def test_a_kill_between_booking_and_settling_books_nothing_twice(
    office: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def kill(*given: object, **named: object) -> None:
        raise Killed

    office.done("draft", "plan", "1", "2026-12-01T09:00")
    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr("web.store.booking.settle", kill)
        publish_due(settings_at(office, HOUR))
    events = office.events()
    assert drafts(office.ledger, "waiting").rows[0].book_at == HOUR
    publish_due(settings_at(office, "2026-12-03T00:00:00.000000Z"))
    office.clock("2026-12-04")
    assert office.events() == events and lists(office) == [("selo", "2026-12", 1)]
    assert draft(office.ledger, 1).row.state == "booked"


@pytest.mark.parametrize("rounds", ROUNDS)
def test_killed_around_the_hour_with_two_workers_each_list_is_out_once(
    office: Selo, rounds: int
) -> None:
    rng = random.Random(SEED)
    print(f"SELO_SEED={SEED}")
    office.clock(now())
    hours = {}
    for number in range(2, rounds + 2):
        path = office.folder / f"{number}.json"
        path.write_text(
            json.dumps(LIST | {"label": f"L{number}", "as_of": "2026-11-01"}), "utf-8"
        )
        office.done("draft", "keep", str(path))
        office.done("draft", "plan", str(number), "2099-01-01T00:00")
        # an hour with seconds, so that a test need not wait for a minute
        with changing(office.ledger) as connection:
            hours[f"L{number}"] = later(rng.uniform(1.0, 2.5))
            connection.execute(
                "UPDATE draft SET book_at = ? WHERE number = ?",
                (hours[f"L{number}"], number),
            )
        words = [
            sys.executable,
            "-m",
            "cli.main",
            "--ledger",
            office.ledger,
            "serve",
            "--port",
            "0",
            "--workers",
            "2",
        ]
        process = subprocess.Popen(
            words, cwd=ROOT, stderr=subprocess.DEVNULL, start_new_session=True
        )
        try:
            time.sleep(rng.uniform(2.0, 4.0))
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    with served(office.ledger, now=now):
        until(lambda: not planned_drafts(office.ledger))
    office.clock(now())
    out = office.ask("list", "published")["rows"]
    assert sorted((row["label"], row["revision"]) for row in out) == sorted(
        (label, 1) for label in hours
    )
    for event in office.ask("log", "follow", "--after", "0", "--limit", "1000")[
        "events"
    ]:
        if event["kind"] == "publish":
            assert (
                event["recorded_at"] >= hours[event["target"].partition("/")[2]]
                and event["actor"] == "tester"
            )
    assert (
        drafts(office.ledger, "waiting").rows[0].number == 1
        and len(drafts(office.ledger, "waiting").rows) == 1
    )


def later(seconds: float) -> str:
    return (datetime.fromisoformat(now()) + timedelta(seconds=seconds)).strftime(
        "%Y-%m-%dT%H:%M:%S.%fZ"
    )


def test_a_service_that_slept_over_the_hour_makes_up_for_it(office: Selo) -> None:
    office.done("draft", "plan", "1", "2026-12-01 09:00")
    office.clock("2026-12-09")
    with served(office.ledger, now=lambda: "2026-12-09T12:00:00.000000Z") as service:
        until(lambda: service.ask("/api/lists").value["rows"] != [])
        assert service.ask("/api/lists").value["rows"][0]["label"] == "2026-12"


def test_taken_back_or_dropped_it_is_not_published(office: Selo) -> None:
    office.done("draft", "plan", "1", "2026-12-01T09:00")
    assert office.ask("draft", "plan", "1")["book_at"] is None
    publish_due(settings_at(office, HOUR))
    office.done("draft", "plan", "1", "2026-12-01T09:00")
    office.done("draft", "drop", "1")
    publish_due(settings_at(office, HOUR))
    office.clock("2026-12-02")
    assert lists(office) == []


def test_what_cannot_be_published_is_told_and_not_tried_again(office: Selo) -> None:
    office.done("draft", "plan", "1", "2026-12-01T09:00")
    # a clock that is days ahead of all else
    ahead = settings_at(office, HOUR, surely=lambda: EARLY)
    publish_due(ahead)
    why = draft(office.ledger, 1).row.not_booked
    assert why is not None and why.startswith("clock-ahead: the clock says")
    publish_due(settings_at(office, HOUR))
    assert (
        planned_drafts(office.ledger) == []
        and draft(office.ledger, 1).row.state == "waiting"
    )
    office.clock(HOUR)
    with served(office.ledger, now=lambda: HOUR) as service:
        officer = Officer(office, service)
        for address in ("/desk", "/desk/drafts/1"):
            assert "not published at the set time" in officer.page(
                address
            ) and "clock-ahead" in officer.page(address)


def test_no_list_is_published_in_the_name_of_somebody_else(
    office: Selo, service: Served
) -> None:
    """The service books in the name of whoever planned it, and not even an admin is
    there at that hour.
    """
    verb = "plan?at=2026-12-01T09:00"
    named = office.file("named.jsonl", {**LIST, "list": "pelo", "actor": "kaisa"})
    office.done("draft", "keep", named)
    admin = Person(service, office.ledger, Role.ADMIN, "iida")
    assert admin.do(2, verb).codes == ["other-actor"]
    assert admin.do(1, verb).status == 200

    # the command takes any name; it is told at the hour
    office.done("draft", "plan", "2", "2026-12-01T09:00")
    publish_due(settings_at(office, HOUR))
    office.clock("2026-12-02")
    assert [name for name, _, _ in lists(office)] == ["selo"]
    why = draft(office.ledger, 2).row.not_booked
    assert why is not None and why.startswith("other-actor: the actor is 'kaisa'")


@pytest.mark.parametrize(
    ("at", "code"),
    [
        ("tomorrow", "parameter"),
        ("2027-03-28T03:00", "parameter"),
        ("2027-03-28T03:59", "parameter"),
        ("2026-11-30T09:00", "before-its-day"),
        ("2026-11-01T09:00", "hour-over"),
        ("0026-12-01T09:00", "hour-over"),
        ("0001-01-01T00:00", "parameter"),
    ],
)
def test_hours_that_are_none(office: Selo, at: str, code: str) -> None:
    [problem] = office.refused(
        "draft", "plan", "1", at, code=2 if code == "parameter" else 1
    )
    assert (problem["code"], problem["where"]["field"]) == (code, "at")


@pytest.mark.parametrize(
    ("at", "moment"),
    [
        ("2027-03-28T02:59", "2027-03-28T00:59"),
        ("2027-03-28T04:00", "2027-03-28T01:00"),
        ("2027-10-31T03:30", "2027-10-31T00:30"),
        ("2027-10-31T04:00", "2027-10-31T02:00"),
    ],
)
def test_hours_around_a_change_of_the_clocks(
    office: Selo, at: str, moment: str
) -> None:
    """Of an hour that there is twice it is the first."""
    assert office.ask("draft", "plan", "1", at)["book_at"] == f"{moment}:00.000000Z"


def test_only_lists_are_published_at_an_hour(office: Selo, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_text(
        json.dumps(LIST) + '\n{"kind": "player", "player": "Z", "name": "Z, Y"}\n',
        "utf-8",
    )
    office.done("draft", "keep", str(path))
    assert (
        office.refused("draft", "plan", "2", "2026-12-01T09:00")[0]["code"]
        == "not-planned"
    )


@pytest.fixture
def service(office: Selo) -> Iterator[Served]:
    with served(
        office.ledger, now=lambda: EARLY, four_eyes=frozenset({"publish"})
    ) as running:
        yield running


def test_over_http_by_whoever_may_book_it_and_not_alone(
    office: Selo, service: Served
) -> None:
    verb = "plan?at=2026-12-01T09:00"
    assert service.ask(f"/api/drafts/1/{verb}", "POST", b"").status == 401
    assert (
        Person(service, office.ledger, Role.SUBMITTER, "seura").do(1, verb).status
        == 403
    )
    own, other = (
        Person(service, office.ledger, Role.PUBLISHER, name)
        for name in ("tester", "aino")
    )
    assert own.do(1, verb).value["problems"][0]["code"] == "four-eyes"
    assert other.do(1, verb).value["book_by"] == "aino"
    assert (
        service.ask("/api/drafts/1").status == 401
        and service.ask("/api/lists").value["rows"] == []
    )
    assert other.do(1, "plan").value["book_at"] is None


def test_the_next_list_says_how_many_tournaments_a_newcomer_played(
    office: Selo, service: Served
) -> None:
    office.submit(
        {"kind": "settings", "list_days": ["selo 01"]}, player("N", name="Uusi Tulokas")
    )
    office.submit(
        {"kind": "publish", "list": "selo", "label": "2026-11", "as_of": "2026-11-01"}
    )
    for number in (1, 2, 3):
        games = (f"N {one} 1-0" for one in "AB")
        office.submit(
            tournament(
                f"cup-{number}", f"2026-11-1{number}", *games, name=f"Cup {number}"
            )
        )
    page = Officer(office, service, "publisher", "paula").page("/lists/next")
    row = next(row for row in page.split("<tr>") if "Uusi Tulokas" in row)
    assert '<a href="/players/N">3 tournaments</a>' in row and "Cup" not in row
    row = next(row for row in page.split("<tr>") if ">Pelaaja A<" in row)
    # whoever was on the last one has them by name
    assert "/tournaments/cup-3" in row and "3 tournaments" not in row


def test_the_first_list_heads_no_two_columns_alike(
    office: Selo, service: Served
) -> None:
    office.submit({"kind": "settings", "list_days": ["selo 01"]})
    page = Officer(office, service, "publisher", "paula").page("/lists/next")
    assert "No earlier list has been published." in page
    heads = re.findall(r"<th scope=\"col\"[^>]*>([^<]*)</th>", page)
    # and nothing of a list before it, which there is not
    assert heads == ["Rank", "Player", "Rating", "Games", "Why"]


def test_at_the_desk_from_the_next_list_to_its_hour(
    office: Selo, service: Served
) -> None:
    office.submit({"kind": "settings", "list_days": ["selo 01"]})
    publisher = Officer(office, service, "publisher", "paula")
    page = publisher.page("/lists/next")
    assert 'name="as_of" value="2026-12-01"' in page and 'value="2026-12"' in page
    left = {"list": "selo", "as_of": "2026-12-01", "label": "2026-12"}
    number = int(publisher.sent("/desk/publish", left).rpartition("/")[2])
    other = Officer(office, service, "publisher", "aino")
    assert "Set the time" in other.page(f"/desk/drafts/{number}")
    place = other.sent(f"/desk/drafts/{number}/plan", {"at": "2026-12-01T09:00"})
    page = other.page(place)
    assert (
        "will be published at 1 December 2026 09:00 (Europe/Helsinki), in the name of aino"
        in page
    )
    # as it was typed, everywhere
    assert "set the time of publication 1 December 2026 09:00" in page
    assert "9.00 (Europe/Helsinki)" in other.page(
        f"/fi{place}"
    ) and "9.00 (Europe/Helsinki)" in other.page("/sv/desk")
    assert "will be published at" in other.page("/desk") and "in the future" not in page
    other.sent(f"/desk/drafts/{number}/plan", {"at": ""})
    assert "will be published at" not in other.page(
        place
    ) and "cancelled the set time" in other.page(place)
