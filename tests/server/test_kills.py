"""Clients killed (kill -9), a connection that breaks in a submission: nothing
acknowledged is lost, no holes in seqs.

The server itself is killed in lasting/test_long.py.
"""

import signal
import subprocess
import sys
from collections.abc import Iterator

import psycopg
import pytest

from audit.doctor import doctor
from audit.verify import verify
from desk.submit import init, submit
from ledger.errors import SeloError
from ledger.store.database import snapshot
from tests.world.documents import founding, tournament
from tests.world.ledger import NOW, outside, placed
from tests.world.server import Server

WRITER = """
import sys
from desk.submit import submit
from ledger.errors import SeloError
from tests.server.test_kills import event_of
from tests.world.ledger import outside, placed
address, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
for number in range(count):
    try:
        submit(address, placed(event_of(f"{name}-{number}")), outside())
        print(f"{name}-{number}", flush=True)
    except SeloError as error:
        print("refused", error.problems[0].code, flush=True)
"""


def event_of(name: str) -> dict[str, object]:
    return tournament(name, "2024-03-01", "A B 1-0", "C D 0-1")


@pytest.fixture(scope="module")
def durable() -> Iterator[Server]:
    """A server of their own, with fsync, to be killed."""
    server = Server(durable=True)
    yield server
    server.stop()


@pytest.fixture
def address(durable: Server) -> str:
    address = durable.address()
    init(address, outside())
    submit(address, placed(*founding()), outside())
    return address


def names(address: str) -> list[str]:
    with snapshot(address) as reader:
        rows = reader.execute(
            "SELECT stream FROM event WHERE topic LIKE 'tournament-submitted%' ORDER"
            " BY seq"
        ).fetchall()
    return [row[0].partition(":")[2] for row in rows]


def whole(address: str, acknowledged: list[str]) -> None:
    """What was acknowledged is there, numbers have no holes, conclusions follow."""
    there = names(address)
    assert set(acknowledged) <= set(there)
    assert len(there) == len(set(there))
    verdict = verify(address)
    assert verdict.problems == () and verdict.warnings == (), verdict


def writer(address: str, name: str, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, address, name, str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


def test_a_killed_client_leaves_nothing_and_no_lock(address: str) -> None:
    started = writer(address, "killed", 200)
    assert started.stdout is not None
    acknowledged = [started.stdout.readline().strip() for _ in range(3)]
    started.send_signal(signal.SIGKILL)
    acknowledged += started.communicate()[0].split()
    submit(address, placed(event_of("after")), outside(), wait=10)
    whole(address, [*acknowledged, "after"])


def test_a_connection_that_breaks_in_a_submission_takes_all_of_it_back(
    address: str, durable: Server
) -> None:
    """The server throws the writer out at every tenth statement in turn; the same
    documents go in afterwards.
    """
    from ledger.store.server.connection import ServerConnection

    honest, broken, statements = ServerConnection.execute, 0, 0

    def execute(self: ServerConnection, sql: str, parameters: object = (), /) -> object:
        nonlocal statements
        statements += 1
        if statements == at:
            with durable.connect(address) as other:
                others = (
                    "pid <> pg_backend_pid() AND application_name = 'selo' AND pid ="
                    f" {self.raw.info.backend_pid}"
                )
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE"
                    f" {others}"
                )
        return honest(self, sql, parameters)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ServerConnection, "execute", execute)
        for at in (5, 21, 37, 53):
            statements = 0
            before = names(address)
            statements = 0
            try:
                submit(address, placed(event_of(f"broken-{at}")), outside())
            except SeloError as error:
                broken += 1
                assert error.problems[0].code == "connection-lost", error
                assert "run the command again" in error.problems[0].hint
                at = 0
                assert names(address) == before
                submit(address, placed(event_of(f"broken-{len(before)}")), outside())
    assert broken > 1
    whole(address, [])


def test_a_writer_waits_for_another_and_is_told_when_that_is_too_long(
    address: str, durable: Server
) -> None:
    with durable.connect(address) as other, other.transaction():
        other.execute("UPDATE given SET last = last + 1 WHERE name = 'write'")
        with pytest.raises(SeloError) as refused:
            submit(address, placed(event_of("waits")), outside(), wait=1)
        assert (
            refused.value.problems[0].code == "busy" and refused.value.exit_code == 75
        )
    submit(address, placed(event_of("waits")), outside(), wait=5)


@pytest.mark.parametrize("row", ["write", "event", "checkpoint"])
def test_without_the_row_that_is_locked_nothing_is_written(
    row: str, address: str, durable: Server
) -> None:
    """A dump that was put back by half: several writers at once would otherwise take
    the same numbers.
    """
    before = verify(address)
    assert not doctor(address, NOW).grave
    with durable.connect(address) as connection:
        connection.execute("DELETE FROM given WHERE name = %s", (row,))
    writers = [writer(address, f"{row}-{number}", 1) for number in range(3)]
    assert {process.communicate(timeout=120)[0].strip() for process in writers} == {
        "refused lock-missing"
    }
    told = verify(address)
    assert told.events == before.events and "lock-missing" in {
        problem.code for problem in told.problems
    }
    assert doctor(address, NOW).grave
    back = next(
        problem.hint for problem in told.problems if problem.code == "lock-missing"
    ).rpartition(": ")[2]
    with durable.connect(address) as connection:
        connection.execute(back.encode())
    submit(address, placed(event_of(f"{row}-again")), outside())
    whole(address, [f"{row}-again"])


@pytest.mark.parametrize(
    ("state", "code", "exit_code"),
    [("40001", "busy", 75), ("40P01", "busy", 75), ("40003", "connection-lost", 1)],
)
def test_what_distributed_engines_answer_is_understood(
    address: str, state: str, code: str, exit_code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raised by the server at the end of a transaction: a conflict, a deadlock, and a
    commit that may have happened.
    """
    from ledger.store.dialects import postgres

    with monkeypatch.context() as patch:
        raises = (
            "DO $$ BEGIN RAISE EXCEPTION 'restart transaction' USING ERRCODE ="
            f" '{state}'; END $$"
        )
        patch.setattr(
            postgres, "before_commit", lambda connection: connection.raw.execute(raises)
        )
        with pytest.raises(SeloError) as refused:
            submit(address, placed(event_of("again")), outside())
    assert (refused.value.problems[0].code, refused.value.exit_code) == (
        code,
        exit_code,
    )
    assert names(address) == []
    submit(address, placed(event_of("again")), outside())
    whole(address, ["again"])


def test_a_full_disk_and_a_replica_are_said_refusal_in_words(
    address: str, durable: Server
) -> None:
    """Reported by the server itself: an error that a function raises, and a session
    that may only read.
    """
    with durable.connect(address) as connection:
        connection.execute("ALTER ROLE selo SET default_transaction_read_only = on")
    with pytest.raises(SeloError) as refused:
        submit(address, placed(event_of("read")), outside())
    with durable.connect(address) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute("ALTER ROLE selo RESET default_transaction_read_only")
    assert (
        refused.value.problems[0].code == "read-only"
        and "primary" in refused.value.problems[0].hint
    )
    assert names(address) == []
    from ledger.store.dialects.postgres_errors import refusal_in_words

    full = psycopg.errors.DiskFull("could not extend file")
    assert (
        refusal_in_words(full, address, connecting=False).problems[0].code
        == "disk-full"
    )


@pytest.mark.torture
def test_many_writers_for_a_minute(address: str) -> None:
    started = [writer(address, name, 60) for name in "abcdef"]
    lines = [
        line
        for process in started
        for line in process.communicate(timeout=600)[0].splitlines()
    ]
    assert not [line for line in lines if line.startswith("refused")]
    assert len(lines) == 360
    whole(address, lines)
