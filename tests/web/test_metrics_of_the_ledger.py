"""What the service measures of its ledger, and of the backups of it."""

import math
import os
import re
import time
from pathlib import Path

from tests.doc_shell import DOCS
from tests.web.serving import Served, served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from web.store.roles import Role

HOUR = 3600  # seconds


def measured(service: Served, name: str) -> list[float]:
    """Return the readings of a gauge: one, or none where it is not there."""
    lines = service.ask("/metrics").text.splitlines()
    return [float(line.split()[1]) for line in lines if line.startswith(f"{name} ")]


def unsigned(service: Served) -> int:
    [events] = measured(service, "selo_unsigned_events")
    return int(events)


def age_of_backup(service: Served) -> float:
    [seconds] = measured(service, "selo_backup_age_seconds")
    return seconds


def watched(service: Served, club: Selo) -> None:
    """Ask as somebody who may see the metrics."""
    service.always |= bearer(token(club.ledger, Role.READER, "watch"))


def test_what_no_checkpoint_covers_is_counted(club: Selo, tmp_path: Path) -> None:
    key = str(tmp_path / "office.key")
    club.done("proof", "new-key", key)
    with served(club.ledger) as service:
        watched(service, club)
        events = len(club.ask("log")["events"])
        assert unsigned(service) == events
        club.done("proof", "checkpoint", "--key", key)
        assert unsigned(service) == 0
        club.done("player", "add", "Z9", "--name", "Zeta Nine")
        assert unsigned(service) == 1


def test_the_age_of_a_backup_is_that_of_the_newest(club: Selo, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    with served(club.ledger, backups=str(folder)) as service:
        watched(service, club)
        assert age_of_backup(service) == math.inf  # nobody has made the folder
        folder.mkdir()
        assert age_of_backup(service) == math.inf

        for name, hours in (("first.db", 50), ("second.db", 26)):
            club.done("ledger", "backup", str(folder / name))
            written = time.time() - hours * HOUR
            os.utime(folder / name, (written, written))
        assert 26 * HOUR <= age_of_backup(service) < 27 * HOUR

        club.done("ledger", "backup", str(folder / "third.db"))
        assert 0 <= age_of_backup(service) < HOUR


def test_what_is_no_whole_backup_is_none(club: Selo, tmp_path: Path) -> None:
    """A copy that is not verified yet has a hidden name; a folder is no backup."""
    folder = tmp_path / "backups"
    (folder / "last-year").mkdir(parents=True)
    (folder / ".selo-2026-01-15.db.41-x.new").write_bytes(b"half of it")
    with served(club.ledger, backups=str(folder)) as service:
        watched(service, club)
        assert age_of_backup(service) == math.inf


def test_where_nobody_names_a_folder_nothing_is_said_of_backups(club: Selo) -> None:
    with served(club.ledger) as service:
        watched(service, club)
        assert measured(service, "selo_backup_age_seconds") == []


def test_the_page_on_watching_names_what_there_is(club: Selo, tmp_path: Path) -> None:
    """Nobody looks for a gauge that has another name."""
    page = (DOCS / "how-to/watch.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    named = set(re.findall(r"`((?:selo|process)_\w+)`", "\n".join(rows)))
    assert len(named) > 15
    with served(club.ledger, backups=str(tmp_path)) as service:
        watched(service, club)
        text = service.ask("/metrics").text
    families = set(re.findall(r"^# TYPE (\w+) ", text, re.MULTILINE))
    assert named - families == set()
