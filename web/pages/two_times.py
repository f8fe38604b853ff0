"""Keep the two times of a page, for the links to pages that show the same."""

from typing import NamedTuple

from projections.answers.asking import Timed


class Times(NamedTuple):
    """The two times as an address states them; None: today, everything."""

    as_of: str | None = None
    known_on: str | None = None
    known_seq: int | None = None

    @property
    def are_stated(self) -> bool:
        return self != NOW

    @property
    def query(self) -> dict[str, str | int]:
        """The query for links to pages that should show the same two times."""
        return {
            name: value for name, value in self._asdict().items() if value is not None
        }


NOW = Times()


def times_of(asked: Timed, today: str) -> Times:
    """Return the two times that a question asks for, for the links of its page.

    Today, which a form fills in by itself, counts as not given: on 2026-06-07 a
    question with `as_of=2026-06-07` gives links without a day, and they still show the
    present tomorrow.
    """
    as_of = None if asked.as_of == today else asked.as_of
    known_on = None if asked.known_on == today else asked.known_on
    return Times(as_of, known_on, asked.known_seq)
