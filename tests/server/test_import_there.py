"""A whole ledger goes into an empty one on a server, as it does into a file."""

from pathlib import Path

from tests.world.command import Selo
from tests.world.server import Server


def test_a_ledger_is_imported_on_a_server(
    club: Selo, tmp_path: Path, server: Server
) -> None:
    exported = tmp_path / "whole.jsonl"
    exported.write_text(club.done("export", "ledger"), "utf-8")
    there = server.put(Selo(tmp_path, name="there.db", today=club.moment))
    there.done("init")
    there.done("ledger", "import", str(exported))
    assert there.events() == club.events()
    assert there.run("verify", "--json").value["problems"] == []
    there.done("ledger", "rebuild", "--check")
