"""What a reader notes while it reads: problems refuse the file, all at once; the rest goes with the report."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from dataclasses import field as default
from datetime import date

from exchange.text.decoding import refuse_if
from ledger.errors import Problem, Where
from messages import NOTHING, Message, say


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the file leaves open. The officer answers by the name of the field; the reader never chooses."""

    field: str  # start, end, round 3, date
    message: Message
    choices: tuple[date, ...]
    where: Where


@dataclass(slots=True)
class Notes:
    """The notes of a reader, collected in the order of reading; `done` sorts them by place and refuses."""

    file: str | None = None
    problems: list[Problem] = default(default_factory=list)
    warnings: list[Problem] = default(default_factory=list)

    def at(self, line: int | None = None, column: int | None = None, name: str | None = None) -> Where:
        return Where(file=self.file, line=line, column=column, field=name)

    def refuse(self, code: str, message: Message, where: Where, hint: Message) -> None:
        self.problems.append(Problem(code, message, where, hint))

    def warn(self, code: str, message: Message, where: Where, hint: Message = NOTHING) -> None:
        self.warnings.append(Problem(code, message, where, hint))

    def refuse_twice(self, code: str, games: Iterable[tuple[int, Hashable]], by: str) -> None:
        """Refuse games that come again, for they would count twice.

        `games`: the line of each, and what tells it from the others.
        """
        lines: dict[Hashable, int] = {}
        for line, game in games:
            if (first := lines.setdefault(game, line)) != line:
                hint = say("remove one; if both were played, tell them apart by {what}", what=by)
                self.refuse(code, say("the same game is in line {line} already", line=first), self.at(line), hint)

    def sorted_problems(self) -> list[Problem]:
        return sorted(self.problems, key=_place)

    def done(self) -> tuple[Problem, ...]:
        """Return the warnings in order of place, or refuse with all problems."""
        refuse_if(self.sorted_problems(), self.file)
        return tuple(sorted(self.warnings, key=_place))


def _place(problem: Problem) -> tuple[int, int]:
    return problem.where.line or 0, problem.where.column or 0
