"""Examine a ledger and the machine under it: read what the checks ask for, and answer
with the verdict of each.
"""

from collections.abc import Iterable, Sequence
from functools import partial

from audit.checks import (
    clock,
    counts,
    file_system,
    free_space,
    from_outside,
    integrity,
    journal,
    keys,
    left_behind,
    read_tables,
    sqlite_version,
    synchronous,
    version,
)
from audit.machine import Check, Machine, key_modes, machine
from features import BROUGHT, FEATURES
from features.feature import readers
from ledger.errors import SeloError
from ledger.store import is_server
from ledger.store.connection import Connection
from ledger.store.database import in_words, snapshot
from ledger.store.events import events_of
from ledger.store.health import Health, health, server_health
from ledger.timeline import Timeline
from ledger.whole_files import leftovers, unfinished_copies
from messages import Message
from messages.answer import Answer
from projections.revisions import WITH_THE_RULES, lists_without_rules, rules_needed
from projections.tables import schema
from projections.tables.compare import faults_in_rows

# without these the ledger itself is not to be trusted: `selo doctor` then exits with 1
GRAVE = ("integrity", "schema", "counts")


class Examination(Answer, frozen=True, kw_only=True):
    """Everything that was looked at; `ok` when all of it is well."""

    ledger: str
    ok: bool
    checks: tuple[Check, ...]

    @property
    def grave(self) -> bool:
        """Tell whether the ledger itself cannot be trusted."""
        return any(not check.ok and check.name in GRAVE for check in self.checks)


def doctor(path: str, now: str, keys: Iterable[str] = ()) -> Examination:
    """Check everything about one ledger, also what features keep beside it. `now` and
    the places of keys come from outside.
    """
    looked = (_on_server if is_server(path) else _in_file)(path, now, keys)
    checks = (
        *looked,
        *_rules_needed(path),
        *(check(path) for check in readers(FEATURES, "checks")),
        from_outside(BROUGHT),
    )
    return Examination(ledger=path, ok=all(check.ok for check in checks), checks=checks)


def _rules_needed(path: str) -> list[Check]:
    """Find lists whose rules this program does not have."""
    with snapshot(path) as reader:
        lists = lists_without_rules(Timeline(partial(events_of, reader)))
    if not lists:
        return []

    return [Check("rules", False, rules_needed(lists), WITH_THE_RULES)]


def _in_file(path: str, now: str, keys_at: Iterable[str]) -> tuple[Check, ...]:
    """Examine a ledger in a file, and the machine it is on."""
    keys = tuple(keys_at)
    with snapshot(path) as reader:
        followed = schema.projected_if_any(reader)
        wrong = _flaws_of_tables(path, reader)

    with in_words(path):
        file = health(path)

    # a key killed in the making, too
    left: set[str] = set()
    for written in (path, *keys):
        left.update(leftovers(written))

    of_machine = machine(path, now, keys)
    checks = checks_of_ledger(file, followed, wrong, of_machine)

    return (*checks, left_behind(sorted(left), unfinished_copies(path)))


def _flaws_of_tables(path: str, reader: Connection) -> list[Message] | None:
    """Find what does not add up in the read tables; None where they are behind or of
    another version, for they are made right before anything is answered.
    """
    version, seq = schema.projected_if_any(reader)
    if version != schema.VERSION:
        return None
    try:
        with in_words(path):
            return faults_in_rows(reader, seq) if schema.follow_all(reader) else None
    except SeloError as damaged:
        return [damaged.message]


def _on_server(path: str, now: str, keys_at: Iterable[str]) -> tuple[Check, ...]:
    """Check what applies to a ledger on a database server: its file system and room are
    the server's own affair.
    """
    from audit.machine import checks_of_server

    with snapshot(path) as reader:
        followed = schema.projected_if_any(reader)
        served = server_health(reader)
        wrong = _flaws_of_tables(path, reader)

    return (
        version(served.format),
        read_tables(followed, served.head),
        counts(wrong),
        *checks_of_server(served),
        clock(now, served.last_moment),
        keys(key_modes(keys_at)),
    )


def checks_of_ledger(
    file: Health,
    followed: tuple[int, int],
    wrong: Sequence[str] | None,
    machine: Machine,
) -> tuple[Check, ...]:
    return (
        integrity(file.flaws),
        version(file.format),
        read_tables(followed, file.head),
        counts(wrong),
        journal(file.journal_mode, file.as_writer),
        synchronous(file.as_writer, file.synchronous),
        sqlite_version(file.sqlite),
        file_system(machine.file_system),
        free_space(machine.free, machine.size),
        clock(machine.now, file.last_moment),
        keys(machine.keys),
    )
