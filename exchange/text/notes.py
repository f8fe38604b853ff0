"""Keep what a reader notes while it reads: problems refuse the file, all at once; warnings
and questions go with the report.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from dataclasses import field as default
from datetime import date

from exchange.causes import by_cause
from ledger.errors import Problem, Refused, Where
from messages import NOTHING, Message, say

MAX_PROBLEMS = 200  # a file wrong in every line is not reported a million times


def refuse_if(problems: list[Problem], file: str | None = None) -> None:
    """Raise Refused with all problems at once, those of one cause as one; the list is
    cut at MAX_PROBLEMS and says so.

    Nothing happens where there are none.
    """
    if not problems:
        return

    problems = by_cause(problems)
    shown = problems[:MAX_PROBLEMS]
    not_shown = len(problems) - len(shown)
    if not_shown:
        message = say(
            "and {count} more problems of this file are not shown", count=not_shown
        )
        hint = say("correct the first ones and try again")
        shown.append(Problem("too-many", message, Where(file=file), hint))

    raise Refused(shown)


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """A question that the file leaves open. The officer answers by the name of the
    field; the reader never chooses.
    """

    field: str  # start, end, round 3, date
    message: Message
    choices: tuple[date, ...]
    where: Where


@dataclass(slots=True)
class Notes:
    """The notes of a reader, collected in the order of reading; `done` sorts them by
    place and refuses.
    """

    file: str | None = None
    problems: list[Problem] = default(default_factory=list)
    warnings: list[Problem] = default(default_factory=list)

    def at(
        self,
        line: int | None = None,
        column: int | None = None,
        name: str | None = None,
    ) -> Where:
        """Return a position in the file."""
        return Where(file=self.file, line=line, column=column, field=name)

    def refuse(
        self,
        code: str,
        message: Message,
        hint: Message,
        line: int | None = None,
        field: str | None = None,
        column: int | None = None,
    ) -> None:
        """Note what is wrong, and where, as far as it is known: `refuse("table-date",
        message, hint, 12, "date")`.

        Reading goes on, so that all of them are told at once: `done` raises. `line` and
        `column` are counted from 1.
        """
        where = self.at(line, column, field)
        self.problems.append(Problem(code, message, where, hint))

    def warn(
        self,
        code: str,
        message: Message,
        hint: Message = NOTHING,
        line: int | None = None,
        field: str | None = None,
        column: int | None = None,
    ) -> None:
        """Note what an officer should look at again, likewise."""
        where = self.at(line, column, field)
        self.warnings.append(Problem(code, message, where, hint))

    def refuse_twice(
        self, code: str, games: Iterable[tuple[int, Hashable]], by: str
    ) -> None:
        """Refuse games that come again, for they would count twice.

        `games`: the line of each, and what tells it from the others.

        `by`: what may tell two games of one pair apart, as a hint says it. The first of
        the lines stays.
        """
        lines: dict[Hashable, int] = {}
        for line, game in games:
            first = lines.setdefault(game, line)
            if first == line:
                continue

            message = say("the same game is in line {line} already", line=first)
            hint = say(
                "remove one; if both were played, tell them apart by {what}", what=by
            )
            self.refuse(code, message, hint, line)

    def sorted_problems(self) -> list[Problem]:
        """Return the problems in the order of lines.

        Those about the whole file come first.
        """
        return sorted(self.problems, key=_line_and_column)

    def done(self) -> tuple[Problem, ...]:
        """Return the warnings in the order of lines, or refuse with all problems.

        Every reader calls it last; what it returns has passed.
        """
        refuse_if(self.sorted_problems(), self.file)
        return tuple(sorted(self.warnings, key=_line_and_column))


def _line_and_column(problem: Problem) -> tuple[int, int]:
    """Return where a problem is; what is about the whole file comes first."""
    return problem.where.line or 0, problem.where.column or 0
