"""Answer from the read tables, a module for each question. Here: what a question may
know, up to which day and which event, and whether all of people.
"""

from typing import NamedTuple


class Question(NamedTuple):
    """The two times of a question as they were asked; None: today, everything."""

    as_of: str | None = None
    known_on: str | None = None
    known_seq: int | None = None


class Sight(NamedTuple):
    """The view of the asker, and the day. `whole`: they see everything that the ledger
    holds of people.
    """

    whole: bool
    today: str = ""


WHOLE, PUBLIC = Sight(True), Sight(False)
