"""A PostgreSQL server of the tests' own: on a socket in a temporary folder, gone with
the process that started it.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from ledger.store import copies
from ledger.store.database import snapshot
from projections.tables import schema
from projections.tables.compare import copy_tables
from tests.world.command import Selo
from tests.world.places import in_memory
from tools import machine

SECONDS = 30


@cache
def _installed() -> Path | None:
    return machine.server_programs()


def programs() -> Path:
    """The folder with initdb and postgres. Where there is none, the test that asks is
    skipped.
    """
    folder = _installed()
    if folder is None:
        pytest.skip(machine.NO_SERVER)
    return folder


Put = Callable[[Selo], Selo]


class Server:
    """One server; each ledger has a schema of its own. `durable`: with fsync, to be
    killed.

    A test that starts one is skipped where there is none to start.
    """

    def __init__(self, *, durable: bool = False, settings: Sequence[str] = ()) -> None:
        self._programs = programs()
        self._settings = settings
        # a short path: the name of a socket has a limit. A ledger is a hundred and
        # fifty files there
        memory = None if durable else in_memory()
        self.folder = Path(tempfile.mkdtemp(prefix="selo-pg-", dir=memory or "/tmp"))
        self._as_user: Sequence[str] = ()
        if os.geteuid() == 0:  # it refuses to run as root
            user = pwd.getpwnam("postgres" if _known("postgres") else "nobody")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as_user = (
                "setpriv",
                f"--reuid={user.pw_uid}",
                f"--regid={user.pw_gid}",
                "--clear-groups",
            )
        self._fsync = "on" if durable else "off"
        self._schemas = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._run(
            "initdb",
            "-D",
            str(self.folder / "base"),
            "-A",
            "trust",
            "-U",
            "selo",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
            "--no-instructions",
        )
        self.start()

    def start(self) -> None:
        """Also again, after a crash."""
        settings = (
            "unix_socket_directories=" + str(self.folder),
            "listen_addresses=",
            f"fsync={self._fsync}",
            f"full_page_writes={self._fsync}",
            "shared_buffers=32MB",
            "max_connections=60",
            "autovacuum=off",
            "log_min_messages=fatal",
            *self._settings,
        )
        options = [part for setting in settings for part in ("-c", setting)]
        dies_too = ("setpriv", "--pdeathsig", "INT") if shutil.which("setpriv") else ()
        self._process = subprocess.Popen(
            [
                *self._as_user,
                *dies_too,
                self._programs / "postgres",
                "-D",
                str(self.folder / "base"),
                *options,
            ],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + SECONDS
        while True:
            try:
                self._connect("").close()
                return
            except Exception:  # whatever it is, the deadline counts
                assert time.monotonic() < deadline, "the server does not start"
                time.sleep(0.05)

    def kill(self) -> None:
        """As in a power cut: no checkpoint, no goodbye."""
        assert self._process is not None
        children = subprocess.run(
            ["pgrep", "-P", str(self._process.pid)], capture_output=True, text=True
        ).stdout.split()
        self._process.send_signal(signal.SIGKILL)
        for child in map(int, children):  # they hold the shared memory
            try:
                os.kill(child, signal.SIGKILL)
            except ProcessLookupError:
                continue
        self._process.wait()
        time.sleep(0.1)

    def throw_out(self) -> None:
        """Stopped as for a restart: whoever is connected is thrown out, what they had
        begun is taken back.
        """
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        self._process.wait(SECONDS)

    def is_down(self, seconds: float = 0) -> bool:
        """Whether the server has ended by itself."""
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self.throw_out()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self) -> str:
        """A place for a new ledger."""
        return f"postgresql://selo@/postgres?host={self.folder}&schema=t{next(self._schemas)}"

    def put(self, selo: Selo) -> Selo:
        """The ledger of a command, moved from its file to this server; without a file
        only a place for one.
        """
        selo.address = self.address()
        if not selo.path.exists():
            return selo
        with (
            snapshot(str(selo.path)) as source,
            copies.tables_for_copy(selo.address) as target,
        ):
            for _ in copies.copy_events(source, target, selo.address):
                pass
            with copies.copy_transaction(target):
                copies.copy_beside_log(source, target)
                schema.create(target)
                copy_tables(source, target)
                copies.finish_copy(source, target)
        selo.path.unlink()
        return selo

    def connect(self, address: str) -> Any:
        """As superuser, in the schema of a ledger: a connection of psycopg."""
        return self._connect(f"-c search_path={address.rpartition('=')[2]}")

    def _connect(self, options: str) -> Any:
        import psycopg

        return psycopg.connect(
            host=str(self.folder),
            user="selo",
            dbname="postgres",
            autocommit=True,
            options=options,
            connect_timeout=3,
        )

    def as_its_user(self, *command: str) -> list[str]:
        """A command line that runs as whom the server runs as."""
        return [*self._as_user, *command]

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [*self._as_user, self._programs / program, *arguments],
            cwd=self.folder,
            check=True,
            capture_output=True,
        )


def _known(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
