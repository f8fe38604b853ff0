"""Say one cause once: a wrong column makes one problem with a count and the first places,
not one for each line.
"""

from collections.abc import Sequence
from dataclasses import replace

from ledger.errors import Problem
from messages import NOTHING, Message, say

MANY = 20  # problems of one cause that are still told one by one
PLACES = 10  # of the others that are named
Cause = tuple[str, str, str | None, str | None]


def by_cause(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems of a file of text, those of one cause as one where there are
    many of them: with the same code, the same sentence but for its values, and the same
    field.

    The first of them stands for all, in its place, and says how many more there are.
    """
    causes: dict[Cause, list[Problem]] = {}
    for problem in problems:
        causes.setdefault(_cause(problem), []).append(problem)

    shown: list[Problem] = []
    for problem in problems:
        alike = causes[_cause(problem)]
        if len(alike) <= MANY:
            shown.append(problem)
        elif problem is alike[0]:
            shown.append(_problem_for_all(alike))

    return shown


def _cause(problem: Problem) -> Cause:
    """Return what two problems of one cause have in common: their code, their sentence
    without its values, their field and file.
    """
    where = problem.where
    return problem.code, problem.message.template, where.field, where.file


def _problem_for_all(alike: Sequence[Problem]) -> Problem:
    """Return one problem for all of one cause: the first of them, with the number of the
    others and the first lines in which they are.

        'abc' is not a rating; and 40 more like this (lines 3, 7, 9, ...)
    """
    first, *others = alike
    lines: dict[str, None] = {}
    for problem in others:
        if problem.where.line:
            lines.setdefault(str(problem.where.line))

    where: Message = NOTHING
    if lines:
        named = list(lines)[:PLACES]
        if len(lines) > PLACES:
            named.append("...")
        where = say(" (lines {numbers})", numbers=", ".join(named))

    message = say(
        "{sentence}; and {count} more like this{where}",
        sentence=first.message,
        count=len(others),
        where=where,
    )

    return replace(first, message=message)
