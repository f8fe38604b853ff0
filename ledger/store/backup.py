"""Backups, and the way back from one.

A copy gets its name only when it has been read back whole: no half backup ever looks like one.
"""

import contextlib
import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ledger.answer import Answer
from ledger.errors import Busy, LedgerUnusable, Problem, SeloError, Where
from ledger.store.database import (
    check_schema,
    connect,
    content,
    copy,
    flaws,
    in_one_file,
    in_words,
    look,
    only_files,
)

BESIDE = ("", "-wal", "-shm", "-journal")  # what SQLite keeps under a ledger's name
# what is wrong with the events and conclusions of a ledger file; [] when they are whole
Verify = Callable[[str], Sequence[str]]


class Backup(Answer, frozen=True, kw_only=True):
    """A copy that was made and read back."""

    backup: str
    events: int
    bytes: int


class Restored(Answer, frozen=True, kw_only=True):
    """A ledger that was made from a backup; `kept`: where the old one went."""

    ledger: str
    events: int
    kept: str | None


def backup(path: str, target: str, verify: Verify) -> Backup:
    """Make a verified copy of a ledger in use; the name must be free."""
    look(path)
    _free(target)
    with drafted(target) as draft:
        events = _verified_copy(path, draft, verify)
        _publish(draft, target)
    return Backup(backup=target, events=events, bytes=os.path.getsize(target))


def restore(saved: str, target: str, verify: Verify, moment: str, *, replace: bool = False) -> Restored:
    """Make a ledger from a verified backup. One that is there stays, or with `replace` is kept under another name."""
    look(saved)
    if not replace:
        _free(target, "choose another name, or --replace, which keeps the old one beside it")
    if os.path.exists(target) and os.path.samefile(saved, target):
        raise LedgerUnusable(Problem("same-file", "the backup and the ledger are the same file", Where(saved)))
    with drafted(target) as draft:
        events = _verified_copy(saved, draft, verify)
        kept = _set_aside(target, moment) if os.path.lexists(target) else None
        _publish(draft, target)
    return Restored(ledger=target, events=events, kept=kept)


def _verified_copy(path: str, draft: str, verify: Verify) -> int:
    """Copied, then read back: whole, the same events, the same conclusions."""
    with in_words(path):
        original = copy(path, draft)
    os.chmod(draft, os.stat(path).st_mode & 0o777)
    with in_words(draft):
        copied = connect(draft, write=False)
        try:
            check_schema(copied, draft)
            problems = flaws(copied)
            if not problems and content(copied) != original:
                problems = ["the copy does not hold the same events"]
        finally:
            copied.close()
        problems = problems or list(verify(draft))
        in_one_file(draft)
    if problems:
        raise LedgerUnusable(
            Problem("not-whole", f"{path} is damaged, so nothing was copied: {problems[0]}", Where(path),
                    "look at `selo doctor` and `selo verify`; an earlier backup may be whole")
        )  # fmt: skip
    return original.events


def _free(target: str, hint: str = "choose another name") -> None:
    if os.path.lexists(target):
        raise LedgerUnusable(Problem("exists", f"{target} is already there", Where(target), hint))


@contextlib.contextmanager
def drafted(target: str) -> Iterator[str]:
    """A name beside the target for an unfinished file; afterwards nothing is left under it."""
    only_files(target)
    folder = Path(target).absolute().parent
    if not folder.is_dir():
        raise LedgerUnusable(
            Problem("no-folder", f"the folder of {target} does not exist", Where(target), "create the folder first")
        )
    draft = str(folder / f".{Path(target).name}.{os.getpid()}.new")
    try:
        with _reported_as(target, draft):
            yield draft
    finally:
        for ending in BESIDE:
            Path(draft + ending).unlink(missing_ok=True)


@contextlib.contextmanager
def _reported_as(target: str, draft: str) -> Iterator[None]:
    """Report what goes wrong with a draft under the name it was to get: nobody knows the other."""
    try:
        with in_words(target):
            yield
    except SeloError as error:
        raise type(error)([_renamed(problem, draft, target) for problem in error.problems]) from error
    except OSError as error:
        message = f"{target} cannot be made: {error.strerror or error}"
        hint = "check the permissions of its folder and the free disk space"
        raise LedgerUnusable(Problem("cannot-make", message, Where(target), hint)) from error


def _renamed(problem: Problem, draft: str, target: str) -> Problem:
    where = dataclasses.replace(problem.where, file=target) if problem.where.file == draft else problem.where
    return dataclasses.replace(problem, message=problem.message.replace(draft, target), where=where)


def _publish(draft: str, target: str) -> None:
    """Bytes on the disk first, then the name, which must still be free, then the folder."""
    _settle(draft)
    try:
        os.link(draft, target)
    except FileExistsError:
        _free(target)
    except OSError:
        # a stick or share without hard links
        _free(target)
        os.rename(draft, target)
    settle_folder(target)


def _settle(path: str) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def settle_folder(path: str) -> None:
    """Make a new name survive a power cut."""
    with contextlib.suppress(OSError):  # not every system lets a folder be synced
        _settle(str(Path(path).absolute().parent))


def _set_aside(target: str, moment: str) -> str:
    """The ledger that is there, under another name with everything SQLite keeps beside it; nobody may be using it."""
    try:
        with in_words(target):
            in_one_file(target)
    except Busy as busy:
        raise Busy(
            Problem("in-use", f"{target} is in use", Where(target), "close the program that has it open first")
        ) from busy
    except SeloError:
        pass  # too damaged to be opened: that may be why it is replaced
    kept = f"{target}.{moment[:19].replace(':', '').replace('-', '')}.old"
    _free(kept)
    for ending in BESIDE:
        if os.path.lexists(target + ending):
            os.rename(target + ending, kept + ending)
    return kept
