"""The recorder is one: the library's own case passes on it, in a file and on a server,
and it weakens nothing.
"""

import json
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

pytest.importorskip(
    "Crypto",
    reason="the library's own case wants pycryptodome: pip install -e '.[dev]'",
)

from eventsourcing.persistence import (
    DataError,
    IntegrityError,
    Notification,
    StoredEvent,
)
from eventsourcing.tests import persistence as theirs

from ledger.events import decode
from ledger.store.event_log import new_ledger, open_log
from ledger.store.recorder import ACTOR, Recorder
from tests.world.command import Selo
from tests.world.documents import player, tournament
from tests.world.reached import rows

MOMENT = "2024-06-30T12:00:00.000000Z"


class AsTheCaseWrites(Recorder):
    """The recorder, for events as the library's case makes them up.

    The case has topics and states of no meaning, `topic1` and `state1`. A ledger holds
    JSON that its program can read back, so here the guard is off, and a state goes in
    as a text of JSON and comes out as it was. The case lets a store choose where
    versions begin, but two of its tests begin with 0; the streams of a ledger begin
    with 1.
    """

    def need_readable(self, event: StoredEvent) -> None:
        """Take anything."""

    def insert_events(
        self, stored_events: Sequence[StoredEvent], **named: Any
    ) -> Sequence[int]:
        return super().insert_events([_in(event) for event in stored_events], **named)

    def select_events(
        self,
        originator_id: Any,
        *,
        gt: int | None = None,
        lte: int | None = None,
        **named: Any,
    ) -> list[StoredEvent]:
        after, upto = (
            None if version is None else version + 1 for version in (gt, lte)
        )
        return [
            _out(event)
            for event in super().select_events(
                originator_id, gt=after, lte=upto, **named
            )
        ]

    def select_notifications(self, *given: Any, **named: Any) -> list[Notification]:
        return [_out(event) for event in super().select_notifications(*given, **named)]


def _in(event: StoredEvent) -> StoredEvent:
    return replace(
        event,
        originator_version=event.originator_version + 1,
        state=b'"%s"' % event.state,
    )


def _out(event: Any) -> Any:
    return replace(
        event,
        originator_version=event.originator_version - 1,
        state=event.state.strip(b'"'),
    )


def empty(path: str) -> str:
    """A ledger with its tables and no event."""
    with new_ledger(path, MOMENT, lambda connection: None):
        pass
    return path


class TheCase(theirs.ApplicationRecorderTestCase[Recorder]):
    """The library's own case, all of it, with what it leaves to whoever can be
    subscribed to.
    """

    INITIAL_VERSION = 0
    __test__ = False

    def new_originator_id(self) -> str:
        return str(uuid4())  # streams have names, not UUIDs

    def setUp(self) -> None:
        self.logs = ExitStack()
        self.addCleanup(self.logs.close)

    @abstractmethod
    def a_place(self) -> str:
        """Return where a new ledger may be made."""

    def create_recorder(self) -> Recorder:
        path = empty(self.a_place())
        log = self.logs.enter_context(closing(open_log(path)))
        return AsTheCaseWrites(path, log.transaction, lambda: MOMENT)

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestInAFile(TheCase):
    __test__ = True

    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.folder = tmp_path

    def a_place(self) -> str:
        return str(self.folder / "a.db")


class TestOnAServer(TheCase):
    __test__ = True

    @pytest.fixture(autouse=True)
    def _server(self, request: pytest.FixtureRequest) -> None:
        self.server = request.getfixturevalue("server")

    def a_place(self) -> str:
        return str(self.server.address())


@pytest.fixture(params=["file", "server"])
def league(request: pytest.FixtureRequest, club_ledger: Path, tmp_path: Path) -> Selo:
    """A ledger with four players and a tournament, in both places."""
    selo = Selo(tmp_path, club_ledger)
    return (
        selo if request.param == "file" else request.getfixturevalue("server").put(selo)
    )


@pytest.fixture
def recorder(league: Selo) -> Iterator[Recorder]:
    with closing(open_log(league.ledger)) as log:
        yield Recorder(league.ledger, log.transaction, lambda: MOMENT)


def test_it_reads_what_the_command_recorded(league: Selo, recorder: Recorder) -> None:
    stored = rows(
        league.ledger,
        "SELECT seq, stream, version, topic, state FROM event ORDER BY seq",
    )
    read = recorder.select_notifications(None, 1000)
    assert [(n.id, n.originator_id, n.originator_version, n.topic) for n in read] == [
        row[:4] for row in stored
    ]
    assert [json.loads(n.state) for n in read] == [
        json.loads(bytes(row[-1]))["body"] for row in stored
    ]
    assert recorder.max_notification_id() == len(stored)
    league.submit(tournament("next", "2024-06-21", "A B 1-0"))
    assert [n.topic for n in recorder.select_notifications(len(stored) + 1, 9)] == [
        "tournament-submitted.v1"
    ]
    [stream] = recorder.select_events("tournament:next")
    assert stream == recorder.select_notifications(len(stored) + 1, 9)[0]


WITHDRAWN = b'{"tournament":"open-2024","reason":"never played"}'


def event(
    version: int = 2,
    topic: str = "tournament-withdrawn.v1",
    state: bytes = WITHDRAWN,
    stream: str = "tournament:open-2024",
) -> StoredEvent:
    return StoredEvent(stream, version, topic, state)


def test_what_it_inserts_is_hashed_and_counted_as_any_event(
    league: Selo, recorder: Recorder
) -> None:
    before = league.events()
    assert recorder.insert_events([event()]) == [before + 1]
    stored = decode(
        bytes(
            rows(league.ledger, f"SELECT state FROM event WHERE seq = {before + 1}")[0][
                0
            ]
        )
    )
    assert (stored.actor, stored.submission, stored.reason) == (
        ACTOR,
        before + 1,
        "never played",
    )
    assert league.answer("verify")[1]["problems"] == []
    league.submit(player("N1"))  # whoever books next finds it and goes on
    assert (
        league.ask("ledger", "rebuild", "--check")["equal"]
        and league.answer("verify")[1]["problems"] == []
    )
    assert league.ask("tournament", "open-2024")["withdrawn"]


REFUSED: dict[str, tuple[type[Exception], Sequence[StoredEvent]]] = {
    "a version that is there": (IntegrityError, [event(1)]),
    "a version that leaves a hole": (IntegrityError, [event(3)]),
    "the first of a stream is 1": (IntegrityError, [event(0, stream="tournament:x")]),
    "one of two": (IntegrityError, [event(2), event(2)]),
    "a topic of nobody": (DataError, [event(topic="topic1")]),
    "a topic of a feature that is not here": (
        DataError,
        [event(topic="birthdays.wish-noted.v1")],
    ),
    "no JSON": (DataError, [event(state=b"state1")]),
    "another shape": (DataError, [event(state=b'{"tournament":7}')]),
    "half a player": (DataError, [event(1, "player-registered.v1", b"{}", "player:Z")]),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_the_log_could_not_keep_is_refused_and_nothing_of_it_stored(
    why: str, league: Selo, recorder: Recorder
) -> None:
    error, events = REFUSED[why]
    before = league.events()
    with pytest.raises(error):
        recorder.insert_events(events)
    assert league.events() == before and league.answer("verify")[1]["problems"] == []


def test_a_subscription_that_has_to_stop_says_why(tmp_path: Path) -> None:
    path = str(tmp_path / "gone.db")
    with (
        closing(open_log(path)) as log,
        Recorder(path, log.transaction, str).subscribe() as subscription,
        pytest.raises(Exception, match="there is no ledger"),
    ):
        next(subscription)
