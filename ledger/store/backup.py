"""Backups, and the way back from one.

A copy gets its name only when it has been read back whole: no half backup ever looks like one.
"""

import contextlib
import dataclasses
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from ledger.errors import Busy, LedgerUnusable, Problem, SeloError, Where
from ledger.outgoing import BESIDE, draft_of, free, no_log_beside, publish, sweep
from ledger.store.database import (
    at_work,
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
from messages import by_command, say
from messages.answer import Answer

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
    only_files(path)
    look(path)
    free(target)
    with drafted(target) as draft:
        events = _verified_copy(path, draft, verify)
        publish(draft, target)
    return Backup(backup=target, events=events, bytes=os.path.getsize(target))


def restore(saved: str, target: str, verify: Verify, moment: str, *, replace: bool = False) -> Restored:
    """Make a ledger from a verified backup; one that is there stays, or with `replace` is kept under another name."""
    look(saved)
    if not replace:
        free(target, by_command("choose another name, or --replace, which keeps the old one beside it"))
    if os.path.exists(target) and os.path.samefile(saved, target):
        raise LedgerUnusable(Problem("same-file", say("the backup and the ledger are the same file"), Where(saved)))
    with drafted(target) as draft:
        events = _verified_copy(saved, draft, verify)
        at_work(draft)
        replaces = os.path.lexists(target)
        kept = _set_aside(target, moment) if replaces else None
        publish(draft, target, replace=replaces)
    return Restored(ledger=target, events=events, kept=kept)


def _verified_copy(path: str, draft: str, verify: Verify) -> int:
    """Copy a ledger and read the copy back: it must be whole, with the same events and the same conclusions."""
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
            Problem(
                "not-whole",
                say("{path} is damaged, so nothing was copied: {problems}", path=path, problems=problems[0]),
                Where(path),
                by_command("look at `selo doctor` and `selo verify`; an earlier backup may be whole"),
            )
        )
    return original.events


@contextlib.contextmanager
def drafted(target: str) -> Iterator[str]:
    """Name an unfinished file beside the target; afterwards nothing is left under that name."""
    only_files(target)
    folder = Path(target).absolute().parent
    if not folder.is_dir():
        raise LedgerUnusable(
            Problem(
                "no-folder",
                say("the folder of {target} does not exist", target=target),
                Where(target),
                say("create the folder first"),
            )
        )
    sweep(target)
    no_log_beside(target)
    with _reported_as(target) as drafts, draft_of(target) as draft:
        drafts.append(draft)
        yield draft


@contextlib.contextmanager
def _reported_as(target: str) -> Iterator[list[str]]:
    """Report what goes wrong with a draft under the name it was to get: nobody knows the other."""
    drafts: list[str] = []
    try:
        with in_words(target):
            yield drafts
    except SeloError as error:
        draft = drafts[0] if drafts else target
        raise type(error)([_renamed(problem, draft, target) for problem in error.problems]) from error
    except OSError as error:
        message = say("{target} cannot be made: {what}", target=target, what=error.strerror or error)
        hint = say("check the permissions of its folder and the free disk space")
        raise LedgerUnusable(Problem("cannot-make", message, Where(target), hint)) from error


def _renamed(problem: Problem, draft: str, target: str) -> Problem:
    where = dataclasses.replace(problem.where, file=target) if problem.where.file == draft else problem.where
    return dataclasses.replace(problem, message=problem.message.renamed(draft, target), where=where)


def _set_aside(target: str, moment: str) -> str:
    """Give the ledger that is there another name, with everything SQLite keeps beside it; nobody may be using it."""
    try:
        with in_words(target):
            in_one_file(target)
    except Busy as busy:
        raise Busy(
            Problem(
                "in-use",
                say("{target} is in use", target=target),
                Where(target),
                say("close the program that has it open first"),
            )
        ) from busy
    except SeloError:
        pass  # too damaged to be opened: that may be why it is replaced
    kept = f"{target}.{moment[:19].replace(':', '').replace('-', '')}.old"
    free(kept)
    # the old ledger has both names until the new one takes its place: a kill in between leaves one or the other
    try:
        os.link(target, kept)
    except OSError:
        os.rename(target, kept)  # a stick or share without hard links
    for ending in BESIDE[1:]:
        # only of a file too damaged to be closed; a new ledger must not find them under its name
        if os.path.lexists(target + ending):
            os.rename(target + ending, kept + ending)
    return kept
