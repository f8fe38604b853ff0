"""A wrong row in the read tables is not frozen for ever."""

from pathlib import Path

from tests.proof.proof_world import closing_connection
from tests.world.command import Command


def test_a_false_rating_is_not_published(tmp_path: Path, demo_ledger: Path) -> None:
    command = Command(tmp_path, demo_ledger, today="2026-01-15")
    command.done("publish", "selo", "one", "--as-of", "2024-06-30")
    falsify(command.path)
    before = command.ask("log", "--limit", "1")
    code, value = command.answer("publish", "selo", "two", "--as-of", "2026-01-10")
    assert code == 1 and value["problems"][0]["code"] in (
        "conclusion-differs",
        "damaged",
    ), value
    assert command.ask("log", "--limit", "1")["events"] == before["events"]
    command.done("ledger", "rebuild")
    command.done("publish", "selo", "two", "--as-of", "2026-01-10")


def falsify(path: Path) -> None:
    """A row gone: no checksum of a row can say so."""
    with closing_connection(path) as connection:
        assert (
            connection.execute(
                "DELETE FROM player WHERE player = 'F033' AND list = 'selo'"
            ).rowcount
            == 1
        )
