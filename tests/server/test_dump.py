"""A ledger on a database server, backed up and put back with the server's own tools, as
the page on containers says.
"""

import json
import re
import subprocess
from pathlib import Path

from tests.doc_shell import ROOT
from tests.world.command import Selo
from tests.world.documents import player
from tests.world.server import Server, programs

PAGE = ROOT / "docs/how-to/container.md"


def tool(server: Server, name: str) -> list[str]:
    """A command of the page, as it is run inside of the database's container; there the
    server is on the usual socket, and the database has the name of its user.
    """
    [line] = re.findall(rf"exec (?:-T )?db ({name} [^`<>]*)", PAGE.read_text("utf-8"))
    words = [{"selo": "postgres"}.get(word, word) for word in line.split()]
    user = words.index("-U") + 1
    words[user] = "selo"
    return [str(programs() / name), "-h", str(server.folder), *words[1:]]


def test_a_dump_brings_the_ledger_back(
    club: Selo, server: Server, tmp_path: Path
) -> None:
    there = server.put(club)
    known = there.ask("log")["events"]
    dump = tmp_path / "selo.dump"
    with dump.open("wb") as written:
        subprocess.run(tool(server, "pg_dump"), stdout=written, check=True)
    there.submit(player("LATE", name="Late Comer"))
    assert len(there.ask("log")["events"]) == len(known) + 1
    with dump.open("rb") as read:
        subprocess.run(tool(server, "pg_restore"), stdin=read, check=True)
    assert there.ask("log")["events"] == known
    # the machine has seen an event that is gone, so somebody has to say that it may be
    [problem] = there.refuse(json.dumps(player("LATE", name="Late Comer")), code=75)
    assert problem["code"] == "rolled-back"
    there.done("verify", "--accept", code=3)
    there.submit(player("LATE", name="Late Comer"))
    there.done("ledger", "rebuild", "--check")
