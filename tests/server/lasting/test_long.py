"""Long runs on a database server: killed and restarted under load, full disks, two
services at once.
"""

import json
import os
import random
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from desk.submit import submit
from ledger.errors import SeloError
from tests.server.lasting.loaded import Reader, Writer, altered, lost
from tests.torture.report import record
from tests.torture.workload import SEED, apart, begun, scaled, told_apart
from tests.web.test_locks_and_kills import post
from tests.web.test_processes import Serving, ask, serving
from tests.web.test_tokens import bearer, token
from tests.world.ledger import outside
from tests.world.server import Server, programs
from web.running import now
from web.store.roles import Role

pytestmark = pytest.mark.torture
REFUSALS = {"connection-lost", "unreachable", "busy"}


def rounds(server: Server, count: int) -> tuple[dict[str, int], list[str]]:
    """Writers and a reader, and again and again the server killed, restarted, or a
    writer killed.
    """
    chance = random.Random(SEED)
    address = begun(server.address(), 2 * count, now())
    figures = {
        "server killed": 0,
        "server restarted": 0,
        "writers killed": 0,
        "acknowledged": 0,
    }
    known, problems = set[int](), list[str]()
    with Reader(address) as reader:
        for number in range(count):
            writers = [Writer(address, 2 * number), Writer(address, 2 * number + 1)]
            for writer in writers:
                writer.first()
            time.sleep(chance.uniform(0.05, 0.5))
            if number % 3 == 0:
                server.kill()
                figures["server killed"] += 1
            elif number % 3 == 1:
                server.throw_out()
                figures["server restarted"] += 1
            for writer in writers:
                acknowledged, refused = writer.acknowledged()
                known |= acknowledged
                if not refused <= REFUSALS:
                    problems.append(f"refused: {refused - REFUSALS}")
                figures["writers killed"] += 1
            if number % 3 < 2:
                server.start()
            problems += [f"round {number}: {flaw}" for flaw in lost(address, known)]
            if problems:
                break
    figures |= {
        "acknowledged": len(known),
        "states read": reader.states,
        "states torn": len(reader.torn),
    }
    return figures, problems + reader.torn[:3] + altered(address)


def version() -> str:
    version = subprocess.run(
        [programs() / "postgres", "--version"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return (
        f"On {version.strip().replace('postgres (PostgreSQL)', 'PostgreSQL')}, with"
        " fsync, on the same machine."
    )


@contextmanager
def running(**named: object) -> Iterator[Server]:
    server = Server(**named)  # type: ignore[arg-type]
    try:
        yield server
    finally:
        server.stop()


def test_a_server_killed_and_restarted_again_and_again() -> None:
    with running(durable=True) as server:
        figures, problems = rounds(server, scaled(90))
    assert (
        problems == []
        and figures["acknowledged"] > figures["server killed"]
        and figures["states read"] > 5
    )
    # the control: what a server acknowledges before it is on the disk, a kill takes
    # away
    with running(
        durable=True, settings=("synchronous_commit=off", "wal_writer_delay=10000")
    ) as server:
        _, caught = rounds(server, 30)
    assert any("lost" in problem for problem in caught), caught
    promise = (
        "Two processes write to a ledger on PostgreSQL and one reads, while the server"
        " is killed (kill -9), restarted, and the writers are killed; nothing"
        " acknowledged is lost, nothing is there by half, seqs have no holes, every"
        " state that was read was whole, and `selo verify` finds nothing at the end."
    )
    note = {
        "lost, by half or altered": 0,
        "control, synchronous_commit=off: lost submissions were noticed": "yes",
    }
    record("a database server killed", promise, SEED, figures | note, version())


class Client:
    """Posts submissions to a service, again when it was away: with its key, so that
    each is recorded once.
    """

    def __init__(
        self, ports: list[int], writer: int, fields: dict[str, str], until: float
    ) -> None:
        self.ports, self.fields, self.until = ports, fields, until
        self.acknowledged, self.refused, self.longest = set[int](), set[str](), 0.0
        self.thread = threading.Thread(target=self._write, args=(writer,))
        self.thread.start()

    def _write(self, writer: int) -> None:
        for number in range(1000 * writer, 1000 * writer + 1000):
            body = "\n".join(
                json.dumps(document) for document in told_apart(number)
            ).encode()
            started = time.monotonic()
            while time.monotonic() < self.until:
                try:
                    reply = post(self.ports[0], f"k{number}", body, self.fields)
                except OSError:
                    time.sleep(0.2)
                    continue
                if reply.status == 201:
                    self.acknowledged.add(number)
                    break
                self.refused.add(reply.codes[0])
                time.sleep(0.2)
            else:
                return
            self.longest = max(self.longest, time.monotonic() - started)


def test_two_services_and_a_command_write_for_minutes() -> None:
    """One of the services is killed in the middle and started again."""
    seconds = max(20, scaled(180))
    with running(durable=True) as server, ExitStack() as services:
        address = begun(server.address(), 6, now())
        fields = {
            **bearer(token(address, Role.OFFICER)),
            "Content-Type": "application/jsonl",
        }
        first: Serving = services.enter_context(serving(address))
        second: Serving = services.enter_context(serving(address))
        ports, until = [[first.port], [second.port]], time.monotonic() + seconds
        with Reader(address) as reader:
            command = Writer(address, 0)
            clients = [
                Client(ports[number % 2], number, fields, until)
                for number in range(1, 5)
            ]
            time.sleep(seconds / 2)
            second.process.kill()
            second.process.wait()
            third: Serving = services.enter_context(serving(address))
            ports[1][0] = third.port
            for client in clients:
                client.thread.join()
            by_command, refused = command.acknowledged()
        assert refused <= {"busy"} and reader.torn == [] and reader.states > 10
        assert all(client.refused <= {"busy"} for client in clients)
        known = by_command.union(*(client.acknowledged for client in clients))
        assert lost(address, known) == [] and altered(address) == []
        heads = {
            ask(port, "/api/log?limit=1").value["events"][0]["seq"]
            for port in (first.port, third.port)
        }
        assert len(heads) == 1  # both know all of it
    longest = max(client.longest for client in clients)
    promise = (
        "Two services (two clients each) and a command write to one ledger on"
        " PostgreSQL; one of the services is killed (kill -9) in the middle and started"
        " again. Nothing acknowledged is lost, seqs have no holes, every state that was"
        " read was whole, both services end at the same event."
    )
    figures = {
        "seconds": seconds,
        "recorded by the services": len(known - by_command),
        "by the command": len(by_command),
        "states read": reader.states,
        "lost, by half, altered or torn": 0,
        "longest wait of one submission, seconds": longest,
    }
    record("several services at once", promise, SEED, figures, version())


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A file system in memory of this size."""
    folder = Path(tempfile.mkdtemp(prefix="selo-disk-", dir="/tmp"))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder],
        capture_output=True,
    )
    if mounted.returncode:
        folder.rmdir()
        pytest.skip("only root can mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
        shutil.rmtree(folder, ignore_errors=True)


def filled(disk: Path) -> Path:
    """A file that leaves little room on a disk: take it away, and there is room again."""
    filler = disk / "filler"
    filler.write_bytes(b"x" * (shutil.disk_usage(disk).free - 200_000))
    return filler


def until_refused(address: str, writer: int, most: int = 1000) -> tuple[set[int], str]:
    """Submissions until one is refused: what was acknowledged, and the code of the
    refusal.
    """
    recorded = set[int]()
    for number in range(1000 * writer, 1000 * writer + most):
        try:
            submit(address, apart(number), outside())
        except SeloError as error:
            return recorded, error.problems[0].code
        recorded.add(number)
    return recorded, ""


def test_full_disks() -> None:
    """First that of the tables, then that of the server's own log."""
    with small_disk(40) as disk, running(durable=True) as server:
        if os.geteuid() == 0:
            subprocess.run(["chown", "--reference", server.folder, disk], check=True)
        plain = server.address()
        with server.connect(plain) as connection:
            connection.execute(f"CREATE TABLESPACE small LOCATION '{disk}'".encode())
            connection.execute("CREATE DATABASE small TABLESPACE small")
        address = plain.replace("/postgres?", "/small?")
        begun(address, others=40)
        filler = filled(disk)
        known, tables = until_refused(address, 1)
        assert tables == "disk-full" and lost(address, known) == []
        filler.unlink()
        submit(address, apart(2000), outside())
        assert lost(address, known | {2000}) == [] and altered(address) == []
    with (
        small_disk(100) as disk,
        running(
            durable=True, settings=("wal_recycle=off", "wal_init_zero=on")
        ) as server,
    ):
        address = begun(server.address(), others=40)
        server.throw_out()
        own, moved = server.folder / "base" / "pg_wal", disk / "log"
        subprocess.run(["cp", "-a", own, moved], check=True)
        shutil.rmtree(own)
        own.symlink_to(moved)
        disk.chmod(0o755)
        server.start()
        known, _ = until_refused(address, 0, most=5)
        filler = filled(disk)
        for writer in range(1, 39):  # until no next piece of the log can be begun
            with suppress(psycopg.Error), server.connect(address) as connection:
                connection.execute("SELECT pg_switch_wal()")
            recorded, log = until_refused(address, writer, most=5)
            known |= recorded
            if log:
                break
        assert log in {"connection-lost", "unreachable"} and server.is_down(30), log
        filler.unlink()
        server.start()
        submit(address, apart(39_000), outside())
        assert lost(address, known | {39_000}) == [] and altered(address) == []
    promise = (
        "The disk of the tables fills up: the submission is refused in words and taken"
        " back. The disk of the server's own log fills up: the server ends, and with"
        " room again it starts with everything that was acknowledged."
    )
    figures = {
        "tables: refused as": tables,
        "log: the server ended, refused as": log,
        "acknowledged before": len(known),
        "lost or by half": 0,
    }
    record("a full disk of a database server", promise, SEED, figures, version())
