"""Keep what a reader notes while it reads: problems refuse the file, all at once; warnings
and questions go with the report.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from dataclasses import field as default
from datetime import date

from exchange import MAX_BYTES as MAX_BYTES
from exchange.causes import by_cause
from ledger.errors import Problem, Refused, Where
from messages import NOTHING, Message, say

MAX_PROBLEMS = 200  # a file wrong in every line is not reported a million times


def refuse_if(problems: list[Problem], file: str | None = None) -> None:
    """Raise Refused with all problems at once, those of one cause as one; the list is
    cut at MAX_PROBLEMS and says so.
    """
    if not problems:
        return
    problems = by_cause(problems)
    shown = problems[:MAX_PROBLEMS]
    if len(problems) > len(shown):
        rest = say(
            "and {count} more problems of this file are not shown",
            count=len(problems) - len(shown),
        )
        shown.append(
            Problem(
                "too-many",
                rest,
                Where(file=file),
                say("correct the first ones and try again"),
            )
        )
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
        """
        self.problems.append(Problem(code, message, self.at(line, column, field), hint))

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
        self.warnings.append(Problem(code, message, self.at(line, column, field), hint))

    def refuse_twice(
        self, code: str, games: Iterable[tuple[int, Hashable]], by: str
    ) -> None:
        """Refuse games that come again, for they would count twice.

        `games`: the line of each, and what tells it from the others.
        """
        lines: dict[Hashable, int] = {}
        for line, game in games:
            if (first := lines.setdefault(game, line)) != line:
                hint = say(
                    "remove one; if both were played, tell them apart by {what}",
                    what=by,
                )
                self.refuse(
                    code,
                    say("the same game is in line {line} already", line=first),
                    hint,
                    line,
                )

    def sorted_problems(self) -> list[Problem]:
        return sorted(self.problems, key=_place)

    def done(self) -> tuple[Problem, ...]:
        """Return the warnings in order of place, or refuse with all problems."""
        refuse_if(self.sorted_problems(), self.file)
        return tuple(sorted(self.warnings, key=_place))


def _place(problem: Problem) -> tuple[int, int]:
    return problem.where.line or 0, problem.where.column or 0
