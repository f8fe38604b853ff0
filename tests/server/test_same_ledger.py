"""A long history told to a file and to a server: the same events, byte by byte, the
same root, the same read tables.
"""

from pathlib import Path
from typing import Any

import pytest

from audit.tables import check_tables, rebuild_ledger
from audit.verify import verify
from desk.submit import Outside, init, submit
from ledger.errors import SeloError
from ledger.store.checkpoints import head
from ledger.store.connection import Connection
from ledger.store.database import snapshot
from projections.tables.compare import KEYS, differences
from tests.properties.telling import Story, long_story
from tests.world.ledger import outside, placed
from tests.world.server import Server

KEPT = {
    "event": "seq",
    "tree": "seq",
    "checkpoint": "number",
    "person": "player",
    "source_file": "sha256",
    "former_name": "player, name",
    "detail": "seq",
}


def rows(connection: Connection, table: str, order: str) -> list[Any]:
    columns = "player, name, club, fide_id, folded" if table == "former_name" else "*"
    return list(
        connection.execute(f"SELECT {columns} FROM {table} ORDER BY {order}").fetchall()
    )


def told(path: str, story: Story, given: Outside) -> list[str]:
    """A story, document by document; answers what was refused."""
    init(path, given)
    refused = []
    for document in story.documents():
        try:
            submit(path, placed(document), given)
        except SeloError as error:
            refused.append(error.problems[0].code)
    return refused


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(8))
def test_long_histories_come_out_the_same(
    seed: int, server: Server, tmp_path: Path
) -> None:
    come_out_the_same(long_story(seed), server, tmp_path)


def test_a_history_comes_out_the_same(server: Server, tmp_path: Path) -> None:
    """With foreigners, over three editions, with corrections, merges and what was
    withdrawn.
    """
    come_out_the_same(Story(3, 8, 8, foreign=True, editions=True), server, tmp_path)


def come_out_the_same(story: Story, server: Server, tmp_path: Path) -> None:
    here, there = str(tmp_path / "here.db"), server.address()
    assert told(here, story, outside()) == told(there, story, outside())
    with snapshot(here) as file, snapshot(there) as served:
        for table, order in KEPT.items():
            assert rows(served, table, order) == rows(file, table, order), table
        for table, keys in KEYS.items():
            assert rows(served, table, ", ".join(keys)) == rows(
                file, table, ", ".join(keys)
            ), table
        assert differences(served, file) == []
        assert head(served) == head(file)
        assert head(file).size > 30
    assert verify(there).problems == () and verify(there) == verify(here)
    assert check_tables(there).equal
    rebuild_ledger(there)
    with snapshot(here) as file, snapshot(there) as served:
        assert differences(served, file) == []
