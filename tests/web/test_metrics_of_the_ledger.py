"""What the service measures of its ledger."""

from pathlib import Path

from tests.web.serving import Served, served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from web.store.tokens import Role


def unsigned(service: Served) -> int:
    name = "selo_unsigned_events "
    [line] = [
        line
        for line in service.ask("/metrics").text.splitlines()
        if line.startswith(name)
    ]
    return int(float(line.removeprefix(name)))


def test_what_no_checkpoint_covers_is_counted(club: Selo, tmp_path: Path) -> None:
    key = str(tmp_path / "office.key")
    club.done("proof", "new-key", key)
    with served(club.ledger) as service:
        service.always |= bearer(token(club.ledger, Role.READER, "watch"))
        events = len(club.ask("log")["events"])
        assert unsigned(service) == events
        club.done("proof", "checkpoint", "--key", key)
        assert unsigned(service) == 0
        club.done("player", "add", "Z9", "--name", "Zeta Nine")
        assert unsigned(service) == 1
