"""What a reader notes while it reads: problems refuse the file, all at once; the rest goes with the report."""

from dataclasses import dataclass
from dataclasses import field as default
from datetime import date

from exchange.text.decoding import refuse_if
from ledger.errors import Problem, Where


@dataclass(frozen=True, slots=True)
class Question:
    """What the file leaves open. The officer answers by the name of the field; the reader never chooses."""

    field: str  # start, end, round 3, date
    message: str
    choices: tuple[date, ...]
    where: Where


@dataclass(slots=True)
class Notes:
    """Collected in the order of reading; `done` sorts by place and refuses."""

    file: str | None = None
    problems: list[Problem] = default(default_factory=list)
    warnings: list[Problem] = default(default_factory=list)

    def at(self, line: int | None = None, column: int | None = None, name: str | None = None) -> Where:
        return Where(file=self.file, line=line, column=column, field=name)

    def refuse(self, code: str, message: str, where: Where, hint: str) -> None:
        self.problems.append(Problem(code, message, where, hint))

    def warn(self, code: str, message: str, where: Where, hint: str = "") -> None:
        self.warnings.append(Problem(code, message, where, hint))

    def done(self) -> tuple[Problem, ...]:
        """The warnings in order of place, or a refusal with all problems."""
        refuse_if(sorted(self.problems, key=_place), self.file)
        return tuple(sorted(self.warnings, key=_place))


def _place(problem: Problem) -> tuple[int, int]:
    return problem.where.line or 0, problem.where.column or 0
