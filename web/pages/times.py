"""The two times of a page as they were asked for, for the banner and for links that keep them."""

from typing import NamedTuple

from web.questions.asking import Timed


class Times(NamedTuple):
    """What the address says; None: today, everything."""

    as_of: str | None = None
    known_on: str | None = None
    known_seq: int | None = None

    @property
    def given(self) -> bool:
        return self != NOW

    @property
    def query(self) -> dict[str, str | int | None]:
        """For links to pages that should show the same two times."""
        return dict(self._asdict())


NOW = Times()


def times_of(asked: Timed, today: str) -> Times:
    """Today, filled in by the form, is no other day."""
    as_of = None if asked.as_of == today else asked.as_of
    known_on = None if asked.known_on == today else asked.known_on
    return Times(as_of, known_on, asked.known_seq)
