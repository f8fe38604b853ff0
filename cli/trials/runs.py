"""The whole ledger opened, for every trial."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cli import options
from cli.options import ledger_path

if TYPE_CHECKING:
    from projections.answers.reading import Reading


@contextmanager
def whole_ledger(as_of: str | None, known_on: str | None, known_seq: int | None) -> Iterator["Reading"]:
    """Every fact known; no read table is read or made."""
    from projections.answers.reading import Question
    from projections.answers.replayed import whole

    with whole(ledger_path(), Question(as_of, known_on, known_seq), options.now()) as reading:
        yield reading
