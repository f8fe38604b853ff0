"""Share what every question has. A question is a frozen struct: its fields are its
parameters, `ask` answers it.

It stands beside its answer and is declared nowhere else. The options of the command,
the parameters of the address and the description of both are read off it
(projections/answers/parameters.py), so both faces answer the same:

    class Show(Timed, frozen=True, kw_only=True):
        "A player's ratings, peaks and titles."

        line = ("player",)
        examples = ("selo show F033 --as-of 2023-06-30",)
        player: PlayerId

        def ask(self, reading: Reading) -> ShowAnswer:
            return show(reading, self.player)

Why: docs/design/015-questions.md
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, Protocol

import msgspec
from msgspec import Meta

from messages.answer import Answer, columns, columns_of_some_rows, json_value
from projections.answers import Question, Viewer
from rulebooks import LISTS

if TYPE_CHECKING:
    from ledger.office import WaitingForOffice

    # some questions need no ledger, and calculators start without one
    from projections.answers.reading import Reading


def about(
    words: str,
    metavar: str | None = None,
    option: str | None = None,
    schema: Mapping[str, Any] | None = None,
    needed: bool = False,
) -> Meta:
    """Say what a parameter is for: return the words as metadata for a question's field,
    such as Annotated[int, about("how many rows")]. `metavar` stands for its value in a
    synopsis; `option` is another name for it on a command line; `schema` is what JSON
    Schema has to say of a text that the question itself reads, and `needed` that it
    asks for one.
    """
    extra: dict[str, object] = {}
    if metavar is not None:
        extra["metavar"] = metavar
    if option is not None:
        extra["option"] = option
    if schema is not None:
        extra["schema"] = schema
    if needed:
        extra["needed"] = True
    return Meta(description=words, extra=extra)


def names_in(texts: Iterable[str]) -> list[str]:
    """Return the names or ids in some texts, with commas or blanks between them."""
    names: list[str] = []
    for text in texts:
        names += text.replace(",", " ").split()
    return names


Text = Annotated[str, Meta(min_length=1, max_length=200)]
Id = Annotated[str, Meta(min_length=1, max_length=200, description="An id.")]
PlayerId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        description="A player's id.",
        extra={"ids": "person"},
    ),
]
TournamentId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=200,
        description="A tournament's id.",
        extra={"ids": "tournament"},
    ),
]
ActorName = Annotated[
    str, Meta(description="The name of somebody who acts.", extra={"reads": "actor"})
]
Day = Annotated[
    str,
    Meta(description="A day, YYYY-MM-DD.", extra={"reads": "day", "metavar": "DAY"}),
]
Year = Annotated[
    str,
    Meta(
        description="A year, YYYY, or a day of it.",
        extra={"reads": "year", "metavar": "YEAR"},
    ),
]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
ListName = Annotated[
    str, Meta(description="The name of a list.", extra={"one_of": LISTS})
]
FirstList = Annotated[
    ListName | None, about("Default: the first list the ledger keeps.")
]


class CsvSheet(NamedTuple):
    """The rows of an answer, the columns that CSV shows of them, and which of these are
    exact numbers as texts.
    """

    rows: Sequence[Mapping[str, Any]]
    columns: tuple[str, ...]
    numbers: Collection[str] = ()


class Ledger(Protocol):
    """A ledger to ask questions of: a file as a thread has it open, the clock, and
    where signing keys would be.
    """

    @property
    def path(self) -> str: ...

    @property
    def keys(self) -> tuple[str, ...]: ...

    @property
    def viewer(self) -> Viewer: ...

    def now(self) -> str: ...

    def open_questions(self) -> "Sequence[WaitingForOffice]":
        """Return the drafts and cases that wait for the office."""
        ...

    def reading(
        self, question: Question, today: str
    ) -> "AbstractContextManager[Reading]": ...


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its parameters."""

    line: ClassVar[tuple[str, ...]] = ()
    """The parameters that a command line gives without a name, in their order."""
    examples: ClassVar[tuple[str, ...]] = ()
    """Command lines that can be tried on the demo."""
    table: ClassVar[str | None] = None
    """The field of the answer that holds its rows."""
    needs_day: ClassVar[bool] = False
    """It is asked about a day, of no ledger that could say in which time zone."""

    def opened(self, ledger: Ledger, today: str) -> "AbstractContextManager[Reading]":
        """Open the ledger as the question needs it: by its read tables, unless it says
        otherwise.
        """
        return ledger.reading(self.times(), today)

    def times(self) -> Question:
        """Return the two times of the question, as they were asked."""
        return Question()

    def answered(self, ledger: Ledger, today: str) -> Answer:
        """Open the ledger and answer; `today` as in `asked_times`."""
        with self.seen(ledger, today) as opened:
            return self.ask(opened)

    @contextmanager
    def seen(self, ledger: Ledger, today: str) -> "Iterator[Reading]":
        """Open the ledger as the asker may see it."""
        with self.opened(ledger, today) as opened:
            opened.viewer = ledger.viewer
            opened.path = ledger.path
            yield opened

    def ask(self, reading: "Reading") -> Answer:
        """Answer from an opened ledger, cut at the times of the question."""
        raise NotImplementedError

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        """Name those fields that only some rows have and that are columns of this
        answer: all of them, unless the question knows better what it asks for.

        Whether a row of the answer has them does not count, so that the parts of a long
        one have the same columns.
        """
        assert self.table is not None
        return columns_of_some_rows(_row_type(answer, self.table))

    def sheet(self, answer: Answer) -> CsvSheet | None:
        """Make what CSV shows; None for an answer without rows."""
        if self.table is None:
            return None
        more = self.more_columns(answer)
        header = columns(_row_type(answer, self.table), *more)
        rows = getattr(answer, self.table)
        plain_rows = [json_value(row) for row in rows]
        return CsvSheet(plain_rows, header)

    @classmethod
    def has_rows(cls) -> bool:
        """Tell whether the answer can be written as a table."""
        return cls.table is not None or cls.sheet is not Asked.sheet


def _row_type(answer: Answer, table: str) -> Any:
    """Return the type of the rows in a field of an answer, a tuple[Row, ...]."""
    for field in msgspec.structs.fields(answer):
        if field.name == table:
            return field.type.__args__[0]
    raise AssertionError(f"{answer} has no {table}")


A_DAY = {"type": "string", "format": "date"}
AsOf = Annotated[
    str | None,
    about("Only what is dated up to this day. Default: today.", "DAY", schema=A_DAY),
]
A_MOMENT = {"type": "string", "format": "date-time"}
KnownOn = Annotated[
    str | None,
    about(
        "Only what was recorded by this day, or this time in UTC.",
        "DAY",
        schema={"anyOf": [A_DAY, A_MOMENT]},
    ),
]
KnownSeq = Annotated[int | None, about("Only the events up to this seq.", "N")]


class Timed(Asked, frozen=True, kw_only=True):
    """A question that is asked about a day, and may know only what had been recorded by
    another.
    """

    as_of: AsOf = None
    known_on: KnownOn = None
    known_seq: KnownSeq = None

    def times(self) -> Question:
        return Question(self.as_of, self.known_on, self.known_seq)


class Unledgered(Asked, frozen=True, kw_only=True):
    """A question that no ledger is needed for."""

    def answered(self, ledger: Ledger, today: str) -> Answer:
        return self.worked_out()

    def worked_out(self) -> Answer:
        raise NotImplementedError
