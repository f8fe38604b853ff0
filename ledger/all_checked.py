"""Make several checks, and refuse with the problems of all that refuse."""

from collections.abc import Callable
from typing import TypeVar, overload

from ledger.errors import Problem, Refused, Usage

One = TypeVar("One")
Other = TypeVar("Other")


@overload
def all_checked(
    one: Callable[[], One], other: Callable[[], Other], /
) -> tuple[One, Other]: ...


@overload
def all_checked(*checks: Callable[[], object]) -> tuple[object, ...]: ...


def all_checked(*checks: Callable[[], object]) -> tuple[object, ...]:
    """Make all of the checks and return what each of them returns, or refuse with the
    problems of all that refuse.
    """
    results: list[object] = []
    problems: list[Problem] = []

    for check in checks:
        try:
            results.append(check())
        except (Refused, Usage) as refusal:
            problems += refusal.problems

    if problems:
        raise Refused(problems)

    return tuple(results)
