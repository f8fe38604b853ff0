"""Copy a ledger to another place, from a file to a server or back: the same events,
root, checkpoints, ratings.
"""

import os
import stat
from pathlib import Path

from audit.evidence import checkpoints_cut_off, events_cut_off
from audit.verify import problems_within
from ledger.errors import LedgerUnusable, Problem, SeloError, Where
from ledger.proof_texts import text_of
from ledger.store import is_server
from ledger.store.checkpoints import head, kept_checkpoints
from ledger.store.connection import OpenConnection
from ledger.store.copies import (
    Backup,
    Restored,
    copy_beside_log,
    copy_events,
    copy_transaction,
    fingerprint,
    finish_copy,
    is_begun_copy,
    tables_for_copy,
)
from ledger.store.database import (
    at_work,
    in_one_file,
    in_words,
    only_files,
    snapshot,
)
from ledger.whole_files import (
    BESIDE,
    UNFINISHED,
    move_into_place,
    need_folder_of,
    refuse_stray_log,
    refuse_taken_name,
    share_as_folder,
)
from messages import by_command, say
from messages.answer import UNSET, Answer, UnsetType
from projections.replay.loop import Progress
from projections.tables import schema
from projections.tables.build import catch_up
from projections.tables.compare import copy_tables


class Copied(Answer, frozen=True, kw_only=True):
    """A ledger that was copied and read again; `resumed`: events that an interrupted
    attempt had copied.
    """

    source: str
    target: str
    events: int
    root: str
    checkpoints: int
    resumed: int
    seconds: float | UnsetType = UNSET


def copy_ledger(
    source: str,
    target: str,
    progress: Progress | None = None,
    *,
    as_backup: bool = False,
) -> Copied:
    """Copy a ledger to another place; after an interruption the next run continues
    where this one was.

    Nobody can use the copy before it is verified.

    as_backup: the copy is a file that is carried away and only read. Reading it leaves
    nothing beside it.
    """
    unfinished = target + UNFINISHED
    if (
        os.path.lexists(target)
        and os.path.lexists(unfinished)
        and os.path.samefile(unfinished, target)
    ):
        # killed when the copy had its name, and still the other one
        os.unlink(unfinished)

    if (before := _finished_copy(source, target)) is not None:
        return before
    if is_server(target):
        return _copy_into(source, target, target, progress)

    refuse_taken_name(target)
    refuse_stray_log(target)
    need_folder_of(target)
    with snapshot(source) as original:
        # what is no ledger leaves nothing behind
        _refuse_unfit(original, source)

    _make_private_file(unfinished)
    _restart_whole_copy(source, unfinished)
    copied = _copy_into(source, unfinished, target, progress)
    with in_words(target):
        in_one_file(unfinished)
        if not as_backup:
            at_work(unfinished)

    share_as_folder(unfinished)
    move_into_place(unfinished, target)
    # where there are no hard links it was renamed
    Path(unfinished).unlink(missing_ok=True)

    return copied


def backup_of_server(source: str, target: str, progress: Progress | None) -> Backup:
    """Make a verified file of a ledger on a server, while it is in use.

    Refuse a name that is taken.
    """
    only_files(target)
    refuse_taken_name(target)
    copied = copy_ledger(source, target, progress, as_backup=True)
    return Backup(backup=target, events=copied.events, bytes=os.path.getsize(target))


def restore_to_server(saved: str, target: str, progress: Progress | None) -> Restored:
    """Make a ledger on a server from a backup; one that is there stays as it is."""
    copied = copy_ledger(saved, target, progress)
    return Restored(ledger=target, events=copied.events, kept=None)


def _finished_copy(source: str, target: str) -> Copied | None:
    """Return a copy that is whole already: an attempt that was killed after its end,
    and is run again.
    """
    if source == target or (
        os.path.exists(target)
        and os.path.exists(source)
        and os.path.samefile(source, target)
    ):
        return None

    try:
        with snapshot(source) as original, snapshot(target) as copy:
            if fingerprint(original) != fingerprint(copy) or problems_within(
                copy, checkpoints=True
            ):
                return None
            return _report_of_copy(source, target, copy, head(copy).size)
    except SeloError:
        return None  # there is no ledger yet, or another: whoever goes on says so


def _restart_whole_copy(source: str, unfinished: str) -> None:
    """Begin again a copy that was whole and had not got its name.

    It may lack what was recorded since, and has a ledger's row already.
    """
    with snapshot(source) as original, in_words(unfinished):
        if not is_begun_copy(original, unfinished):
            return

    for ending in BESIDE:
        Path(unfinished + ending).unlink(missing_ok=True)

    _make_private_file(unfinished)


def _make_private_file(unfinished: str) -> None:
    """Make an unfinished file that only its owner may read from the first byte, for it
    has names in it.

    The name of the unfinished file can be guessed, so no link is followed there.
    """
    try:
        os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        if not stat.S_ISREG(os.lstat(unfinished).st_mode):
            refuse_taken_name(
                unfinished, say("take it away, or choose another name for the copy")
            )
        os.chmod(unfinished, 0o600)


def _copy_into(
    source: str, unfinished: str, target: str, progress: Progress | None
) -> Copied:
    with (
        snapshot(source) as original,
        in_words(unfinished),
        tables_for_copy(unfinished) as copy,
    ):
        _refuse_unfit(original, source)
        resumed = head(copy).size
        total = head(original).size
        for seq in copy_events(original, copy, target):
            if progress is not None:
                progress(seq, total)

        with copy_transaction(copy):
            copy_beside_log(original, copy)
            if not schema.has_tables(copy):
                schema.create(copy)
            if not copy_tables(original, copy):
                catch_up(copy)
            finish_copy(original, copy)
            _refuse_unequal_copy(original, copy, source)

        return _report_of_copy(source, target, copy, resumed)


def _refuse_unfit(original: OpenConnection, source: str) -> None:
    """Refuse a ledger of another version, and one of which something was cut off at its
    end: a copy would no longer tell, because its numbers begin anew.
    """
    schema.refuse_another_version(original, source)
    numbers = [row.number for row in kept_checkpoints(original)]
    findings = [
        *events_cut_off(original, head(original).size),
        *checkpoints_cut_off(original, max(numbers, default=0)),
    ]
    if findings:
        raise _refusal_of_damaged(source, findings[0].problem)


def _refusal_of_damaged(source: str, problem: Problem) -> LedgerUnusable:
    """Make the refusal to copy a ledger that an audit finds fault with."""
    message = say(
        "{source} is damaged, so nothing was copied: {message}",
        source=source,
        message=problem.message,
    )
    hint = by_command("look at `selo verify`; restore a backup")
    return LedgerUnusable(Problem("not-whole", message, Where(source), hint))


def _report_of_copy(
    source: str, target: str, copy: OpenConnection, resumed: int
) -> Copied:
    checkpoint = head(copy)
    return Copied(
        source=source,
        target=target,
        events=checkpoint.size,
        root=text_of(checkpoint.root),
        checkpoints=len(kept_checkpoints(copy)),
        resumed=resumed,
    )


def _refuse_unequal_copy(
    original: OpenConnection, copy: OpenConnection, source: str
) -> None:
    """Refuse a copy that differs from its original in any stored byte, or that an audit
    finds fault with.
    """
    if fingerprint(original) != fingerprint(copy):
        raise LedgerUnusable(
            Problem(
                "not-whole",
                say("the copy does not hold the same events"),
                Where(source),
            )
        )

    if problems := problems_within(copy, checkpoints=True):
        raise _refusal_of_damaged(source, problems[0])
