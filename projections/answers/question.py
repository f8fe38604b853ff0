"""The two times of a question, as they were asked."""

from typing import NamedTuple


class Question(NamedTuple):
    """`as_of` is a day, None: today. `known_on` is a day or a moment in UTC and
    `known_seq` an event; both None: everything that is known.
    """

    as_of: str | None = None
    known_on: str | None = None
    known_seq: int | None = None
