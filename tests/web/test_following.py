"""Another program keeps in step: every event once, in order, with what it moved; it
waits for the next.
"""

import threading
import time
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

import pytest
from eventsourcing.application import NotificationLog, Section
from eventsourcing.persistence import Notification
from eventsourcing.system import NotificationLogReader

from desk.library import Notifications
from tests.web.serving import Reply, Served, served
from tests.web.test_tokens import bearer, token
from tests.web.test_writing import AT
from tests.world.command import Selo
from tests.world.documents import amend, player, tournament
from tests.world.reached import rows
from web.store.roles import Role


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running


def test_whoever_follows_has_the_ratings(service: Served, club: Selo) -> None:
    """A copy kept from what events moved alone is the list of today."""
    club.submit(tournament("summer", "2024-06-20", "A B 1-0", "C D 1-0"))
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    ratings: dict[tuple[str, str, str], int | None] = {}
    places: dict[tuple[str, str], list[tuple[str, str]]] = {}
    seq, pages = 0, 0
    while True:
        answer = service.ask(f"/api/events?after={seq}&limit=3").value
        for event in answer["events"]:
            assert event["seq"] == seq + 1
            seq = event["seq"]
            for moved in event["moved"]:
                ratings[moved["player"], moved["list"], moved["unit"]] = moved["after"]
                place = (moved["on"], moved["unit"])
                own = places.setdefault((moved["player"], moved["list"]), [])
                if place not in own:
                    own.append(place)
        pages += 1
        if answer["last"] == answer["head"]:
            break
    assert seq == club.events() and pages > 3
    for row in club.ask("list", "selo")["rows"]:
        _, unit = sorted(places[row["player"], "selo"])[-1]
        assert ratings[row["player"], "selo", unit] == row["rating"]


def test_before_is_the_rating_before_and_never_nothing_for_somebody_who_had_one(
    service: Served, club: Selo
) -> None:
    """A copy that took null for a new player would take an old one for it."""

    def told() -> dict[str, tuple[int | None, int | None, str]]:
        answer = service.ask(f"/api/events?after={club.events() - 1}").value
        for row in answer["events"][0]["moved"]:
            # `before` of an entry that is new is the rating that they came with, which
            # no entry said of this unit
            assert row["known_before"] == (
                None if row["entry"] == "new" else row["before"]
            )
        return {
            row["player"]: (row["before"], row["after"], row["entry"])
            for row in answer["events"][0]["moved"]
            if row["list"] == "selo"
        }

    first = club.ask(
        "submit", club.file("s.json", tournament("summer", "2024-06-20", "A B 1-0"))
    )["moved"]
    shown = {
        row["player"]: (row["before"], row["after"], "new")
        for row in first
        if row["list"] == "selo"
    }
    assert told() == shown and None not in [before for before, *_ in shown.values()]
    changed = club.ask(
        "submit", club.file("a.json", amend("summer", games={"1.1": {"result": "0-1"}}))
    )["moved"]
    assert told() == {
        row["player"]: (row["before"], row["after"], "changed") for row in changed
    }
    gone = club.ask("withdraw", "summer", "--reason", "never played")["moved"]
    assert told() == {
        row["player"]: (row["before"], row["after"], "gone") for row in gone
    }
    assert {after for _, after, _ in told().values()} == {
        before for before, *_ in shown.values()
    }
    newcomer = player("N1"), tournament("first", "2024-06-21", "N1 B 1-0")
    club.submit(*newcomer)
    assert told().get("N1", (None,))[0] is None


def test_a_long_poll_answers_when_something_happens(
    service: Served, club: Selo
) -> None:
    replies: list[Reply] = []
    asked = f"/api/events?after={club.events()}&wait=30"
    thread = threading.Thread(target=lambda: replies.append(service.ask(asked)))
    started = time.monotonic()
    thread.start()
    time.sleep(0.3)
    club.submit(player("N1"))
    thread.join(20)
    assert [event["kind"] for event in replies[0].value["events"]] == ["player"]
    assert time.monotonic() - started < 15


def test_a_long_poll_ends_when_nothing_happens(service: Served, club: Selo) -> None:
    reply = service.ask(f"/api/events?after={club.events()}&wait=1")
    assert (
        reply.status == 200
        and reply.value["events"] == []
        and reply.value["last"] == club.events()
    )


def test_the_command_follows(club: Selo) -> None:
    answer = club.ask("log", "follow", "--after", "6", "--limit", "2")
    assert [event["seq"] for event in answer["events"]] == [7, 8] and answer[
        "last"
    ] == 8
    assert len(club.done("log", "follow", "--jsonl").splitlines()) == club.events()


class OverHttp(NotificationLog):
    """The library's notification log, asked over HTTP: all that another program has to
    write itself.
    """

    def __init__(self, service: Served, fields: dict[str, str]) -> None:
        self.service, self.fields = service, fields

    def __getitem__(self, section_id: str) -> Section:
        section = self.service.ask(
            f"/api/notifications/{section_id}", fields=self.fields
        ).value
        items = [
            Notification(**{**item, "state": b64decode(item["state"])})
            for item in section["items"]
        ]
        return Section(id=section["id"], next_id=section["next_id"], items=items)

    def select(self, *given: Any, **named: Any) -> list[Notification]:
        raise NotImplementedError


def test_the_librarys_own_reader_follows_the_file_and_http(
    service: Served, club: Selo
) -> None:
    fields = bearer(token(club.ledger, Role.AUDITOR))
    on_file = NotificationLogReader(Notifications(club.ledger), section_size=4)
    over_http = NotificationLogReader(OverHttp(service, fields), section_size=4)
    stored = rows(
        club.ledger, "SELECT seq, stream, version, topic, state FROM event ORDER BY seq"
    )
    for reader in (on_file, over_http):
        read = list(reader.read(start=1))
        assert [
            (n.id, n.originator_id, n.originator_version, n.topic, n.state)
            for n in read
        ] == stored
        assert [n.id for n in reader.read(start=7)] == [
            row[0] for row in stored if row[0] >= 7
        ]
    selected = [n.id for batch in on_file.select(start=3, stop=9) for n in batch]
    assert selected == [3, 4, 5, 6, 7, 8, 9]
    topic = stored[-1][3]
    assert {
        n.topic for batch in on_file.select(start=None, topics=[topic]) for n in batch
    } == {topic}


@pytest.mark.parametrize(
    "section", ["x", "1", "1,", "-1,5", "1,2,3", "1,99999999999999999999"]
)
def test_a_section_that_is_none(service: Served, club: Selo, section: str) -> None:
    reply = service.ask(
        f"/api/notifications/{section}", fields=bearer(token(club.ledger, Role.AUDITOR))
    )
    assert reply.status == 400 and reply.codes == ["parameter"]
