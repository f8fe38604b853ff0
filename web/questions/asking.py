"""What every question shares. A question is a frozen struct: its fields are the parameters, `ask` answers.

The names of the fields are those of the command's options; a test compares the two answers byte for byte.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol

import msgspec
from msgspec import Meta

from ledger.answer import Answer, columns, plain
from projections.answers.reading import Question, Reading
from projections.answers.replayed import replayed, whole
from projections.answers.sight import Sight
from rulebooks import LISTS

Text = Annotated[str, Meta(min_length=1, max_length=200)]
Id = Annotated[str, Meta(min_length=1, max_length=200, description="An id.")]
Day = Annotated[str, Meta(description="A day, YYYY-MM-DD.", extra={"reads": "day"})]
Year = Annotated[str, Meta(description="A year, YYYY, or a day of it.", extra={"reads": "year"})]
Count = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
ListName = Annotated[str, Meta(description="The name of a list.", extra={"one_of": LISTS})]


class Sheet(NamedTuple):
    """The rows of an answer, the columns that CSV shows of them, and which of these are exact numbers as texts."""

    rows: Sequence[Mapping[str, Any]]
    columns: tuple[str, ...]
    numbers: Collection[str] = ()


class Ledger(Protocol):
    """What questions are put to: a file as a thread has it open, the clock, and where signing keys would be."""

    @property
    def path(self) -> str: ...

    @property
    def keys(self) -> tuple[str, ...]: ...

    @property
    def sight(self) -> Sight: ...

    def now(self) -> str: ...

    def reading(self, question: Question, today: str) -> AbstractContextManager[Reading]: ...


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its parameters. `table`: the field of the answer that holds its rows. `costly`: it runs through
    all events or games, so few at a time are answered. `remembered`: the same state gives the same answer, so it may be
    given again; an audit reads the file each time. `limited`: one address may ask it only so often. `for_people`: it is
    a page made from other questions, which programs ask themselves."""

    table: ClassVar[str | None] = None
    costly: ClassVar[bool] = False
    remembered: ClassVar[bool] = True
    limited: ClassVar[bool] = False
    for_people: ClassVar[bool] = False

    def opened(self, ledger: Ledger, today: str) -> AbstractContextManager[Reading]:
        """The ledger as the question needs it: by its read tables, unless it says otherwise."""
        return ledger.reading(self.times(), today)

    def times(self) -> Question:
        return Question()

    def awaits(self) -> tuple[int, int] | None:
        """Which seq the answer waits to be passed, and for how many seconds."""
        return None

    def answered(self, ledger: Ledger, today: str) -> Answer:
        with self.seen(ledger, today) as opened:
            return self.ask(opened)

    @contextmanager
    def seen(self, ledger: Ledger, today: str) -> Iterator[Reading]:
        """The ledger opened, as whoever asks may see it."""
        with self.opened(ledger, today) as opened:
            opened.sight = ledger.sight
            yield opened

    def ask(self, reading: Reading) -> Answer:
        raise NotImplementedError

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        """Of the fields that only some rows have, those that are columns of this answer."""
        return ()

    def sheet(self, answer: Answer) -> Sheet | None:
        """What CSV shows; None for an answer without rows."""
        if self.table is None:
            return None
        fields = {field.name: field.type for field in msgspec.structs.fields(answer)}
        kind = fields[self.table].__args__[0]
        rows = [plain(row) for row in getattr(answer, self.table)]
        return Sheet(rows, columns(kind, *self.more_columns(answer)))


class Timed(Asked, frozen=True, kw_only=True):
    """A question that is asked about a day, and may know only what had been recorded by another."""

    as_of: Annotated[
        str | None, Meta(description="Only what is dated up to this day, YYYY-MM-DD. Left out: today.")
    ] = None
    known_on: Annotated[str | None, Meta(description="Only what was recorded by this day, or this time in UTC.")] = None
    known_seq: Annotated[int | None, Meta(description="Only the events up to this seq.")] = None

    def times(self) -> Question:
        return Question(self.as_of, self.known_on, self.known_seq)


class Replayed(Timed, frozen=True, kw_only=True):
    """Answered from the events alone, reading no table."""

    costly: ClassVar[bool] = True
    remembered: ClassVar[bool] = False

    def opened(self, ledger: Ledger, today: str) -> AbstractContextManager[Reading]:
        return replayed(ledger.path, self.times(), today)


class Whole(Timed, frozen=True, kw_only=True):
    """Answered by running lists over all games; nothing is recorded."""

    costly: ClassVar[bool] = True

    def opened(self, ledger: Ledger, today: str) -> AbstractContextManager[Reading]:
        return whole(ledger.path, self.times(), today)
