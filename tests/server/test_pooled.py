"""A ledger behind PgBouncer, which pools by session: writers, readers and followers
work as without it.
"""

import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from audit.verify import verify
from desk.submit import init, submit
from ledger.store.recorder import News
from tests.server.test_kills import event_of, names
from tests.world.documents import founding, player
from tests.world.ledger import outside, placed
from tests.world.server import Server

PROGRAM = shutil.which("pgbouncer")
SETTINGS = """
[databases]
postgres = host={server} user=selo dbname=postgres
[pgbouncer]
unix_socket_dir = {folder}
listen_addr =
auth_type = any
pool_mode = session
default_pool_size = 4
ignore_startup_parameters = extra_float_digits
logfile = {folder}/log
"""


@contextmanager
def pooled(server: Server) -> Iterator[str]:
    """The socket of a pooler in front of the server."""
    assert PROGRAM is not None
    folder = Path(tempfile.mkdtemp(prefix="selo-pool-", dir="/tmp"))
    try:
        folder.chmod(0o777)
        settings = folder / "settings"
        settings.write_text(SETTINGS.format(server=server.folder, folder=folder))
        process = subprocess.Popen(
            server.as_its_user(PROGRAM, str(settings)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            deadline = time.monotonic() + 20
            while not list(folder.glob(".s.PGSQL.*")):
                assert time.monotonic() < deadline, "the pooler does not start"
                time.sleep(0.05)
            yield f"host={folder}&port=6432"
        finally:
            process.terminate()
            process.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.skipif(
    PROGRAM is None,
    reason="no PgBouncer on this machine (Debian: apt-get install pgbouncer)",
)
def test_a_ledger_behind_a_pooler(server: Server) -> None:
    direct = server.address()
    init(direct, outside())
    submit(direct, placed(*founding()), outside())
    with pooled(server) as socket:
        address = (
            f"postgresql://selo@/postgres?{socket}&schema={direct.rpartition('=')[2]}"
        )
        told = [f"{name}-{number}" for name in "abc" for number in range(4)]

        def write(name: str) -> None:
            for one in told:
                if one.startswith(name):
                    submit(address, placed(event_of(one)), outside())

        writers = [threading.Thread(target=write, args=(name,)) for name in "abc"]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join()
        assert sorted(names(address)) == sorted(told)
        assert verify(address).problems == ()
        with closing(News(address)) as news:
            submit(direct, placed(player("N", name="Nina")), outside())
            assert news.wait(0.1, listen=60), "nobody told"
