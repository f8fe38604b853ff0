"""A file that is to become a ledger, and has its name only when it is whole."""

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager

from ledger.errors import LedgerUnusable, Problem, SeloError, Where
from ledger.store.database import in_words, only_files
from ledger.whole_files import (
    need_folder_of,
    refuse_stray_log,
    remove_leftovers,
    unfinished_file,
)
from messages import say


@contextmanager
def unfinished_ledger(target: str) -> Iterator[str]:
    """Name an unfinished file beside the target; afterwards nothing is left under that
    name.
    """
    only_files(target)
    need_folder_of(target)
    remove_leftovers(target)
    refuse_stray_log(target)
    with (
        _reported_as(target) as unfinished_files,
        unfinished_file(target) as unfinished,
    ):
        unfinished_files.append(unfinished)
        yield unfinished


@contextmanager
def _reported_as(target: str) -> Iterator[list[str]]:
    """Report what goes wrong with an unfinished file under the name it was to get:
    nobody knows the other.
    """
    unfinished_files: list[str] = []
    try:
        with in_words(target):
            yield unfinished_files
    except SeloError as error:
        unfinished = unfinished_files[0] if unfinished_files else target
        problems = []
        for problem in error.problems:
            problems.append(_under_final_name(problem, unfinished, target))
        raise type(error)(problems) from error
    except OSError as error:
        message = say(
            "{target} cannot be made: {what}",
            target=target,
            what=error.strerror or error,
        )
        hint = say("check the permissions of its folder and the free disk space")
        raise LedgerUnusable(
            Problem("cannot-make", message, Where(target), hint)
        ) from error


def _under_final_name(problem: Problem, unfinished: str, target: str) -> Problem:
    """Return a problem with the name that people know in place of the unfinished
    file's.
    """
    if problem.where.file == unfinished:
        where = dataclasses.replace(problem.where, file=target)
    else:
        where = problem.where
    return dataclasses.replace(
        problem, message=problem.message.renamed(unfinished, target), where=where
    )
