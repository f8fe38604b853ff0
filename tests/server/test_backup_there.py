"""A ledger on a server is backed up into a file, and made again from one, by the same
commands as a ledger in a file.
"""

import pytest

from tests.world.command import Selo
from tests.world.documents import player
from tests.world.server import Server


def test_a_backup_is_a_file_that_is_read_and_put_back(
    club: Selo, server: Server
) -> None:
    there = server.put(club)
    saved = str(club.folder / "saved.db")
    made = there.done("ledger", "backup", saved)
    assert "verified" in made
    known = there.ask("log")["events"]
    there.submit(player("LATE", name="Late Comer"))

    back = Selo(club.folder)
    back.address = server.address()
    back.done("ledger", "restore", saved)
    assert back.ask("log")["events"] == known
    back.submit(player("LATE", name="Late Comer"))
    back.done("ledger", "rebuild", "--check")

    one_file = Selo(club.folder, name="back.db")
    one_file.done("ledger", "restore", saved)
    assert one_file.ask("log")["events"] == known


def test_reading_a_backup_leaves_nothing_beside_it(club: Selo, server: Server) -> None:
    """What is beside it would be newer than it, and count as a backup in the metrics."""
    there = server.put(club)
    backups = club.folder / "backups"
    backups.mkdir()
    saved = str(backups / "saved.db")
    there.done("ledger", "backup", saved)

    back = Selo(club.folder)
    back.address = server.address()
    back.done("ledger", "restore", saved)
    Selo(club.folder, name="back.db").done("ledger", "restore", saved)
    assert [file.name for file in backups.iterdir()] == ["saved.db"]


def test_no_backup_takes_the_name_of_another(club: Selo, server: Server) -> None:
    there = server.put(club)
    saved = club.folder / "saved.db"
    there.done("ledger", "backup", str(saved))
    bytes_of_it = saved.read_bytes()
    code, value = there.answer("ledger", "backup", str(saved))
    assert (code, value["problems"][0]["code"]) == (1, "exists")
    assert saved.read_bytes() == bytes_of_it


@pytest.mark.parametrize("more", [(), ("--replace",)])
def test_a_ledger_on_a_server_is_not_replaced(
    club: Selo, server: Server, more: tuple[str, ...]
) -> None:
    there = server.put(club)
    saved = str(club.folder / "saved.db")
    there.done("ledger", "backup", saved)
    there.submit(player("LATE", name="Late Comer"))
    known = there.ask("log")["events"]
    code, value = there.answer("ledger", "restore", saved, *more)
    assert code == 1
    assert value["problems"][0]["hint"]
    assert there.ask("log")["events"] == known


def test_an_address_may_leave_user_and_host_to_the_server(
    club: Selo, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """postgresql:///DATABASE: whoever asks, over the socket of this machine."""
    there = server.put(club)
    assert there.address is not None
    schema = there.address.partition("schema=")[2]
    monkeypatch.setenv("PGHOST", str(server.folder))
    monkeypatch.setenv("PGUSER", "selo")
    here = Selo(club.folder)
    here.address = f"postgresql:///postgres?schema={schema}"
    assert here.ask("log")["events"] == there.ask("log")["events"]
