"""Since which event an answer is what it is. What a later submission did not touch is given again as it was made."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ledger.errors import SeloError
from ledger.store.database import OpenConnection, begin, end
from ledger.store.events import recorded_at
from projections.answers.events.touched import Touched, touched
from projections.tables.entries import steps
from projections.tables.schema import projected_if_any

MOST_STEPS = 300  # of more at once it is quicker to make every answer anew


class Mark(NamedTuple):
    """An event, and when it was recorded: after a ledger was put back another event may have its number."""

    seq: int
    moment: str


class _Touches:
    """The marks of one thing: each is newer than those before, and touched only later days."""

    def __init__(self) -> None:
        self.days: list[str] = []
        self.marks: list[Mark] = []

    def add(self, day: str, mark: Mark) -> None:
        while self.days and self.days[-1] >= day:
            self.days.pop()
            self.marks.pop()
        self.days.append(day)
        self.marks.append(mark)

    def last(self, day: str) -> Mark | None:
        """The newest mark that touched an answer about this day."""
        place = bisect_right(self.days, day)
        return self.marks[place - 1] if place else None


class Freshness:
    """What the submissions of one ledger touched, since this process or the whole service began.

    `since`: the event at which it began, so that several workers say the same; None for the newest.
    """

    def __init__(self, since: int | None = None) -> None:
        self._since = since
        self._file = -1
        self._followed = Mark(-1, "")
        self._everything = Mark(-1, "")
        self._things: dict[str, _Touches] = {}

    def mark(self, connection: OpenConnection, file: int, newest: Mark, things: Sequence[str] | None, day: str) -> Mark:
        """Return the event since which an answer about a day that rests on these things, or on everything, is as it
        is.
        """
        if things is None:
            return newest
        if newest != self._followed or file != self._file:
            self._follow(connection, file, newest)
        marks = [touches.last(day) for thing in things if (touches := self._things.get(thing)) is not None]
        return max((self._everything, *filter(None, marks)))

    def _follow(self, connection: OpenConnection, file: int, newest: Mark) -> None:
        begin(connection)  # rows and what is counted of them are of one state
        try:
            follows = self._is_earlier(connection, file, newest) and self._caught_up(connection, newest)
        except SeloError:
            follows = False  # whoever asks will hear of it
        finally:
            end(connection)
        if not follows:
            self._begin_at(file, newest)

    def _is_earlier(self, connection: OpenConnection, file: int, newest: Mark) -> bool:
        """Tell whether what was followed so far, or the beginning of the service, is the same ledger, earlier."""
        if file != self._file:
            known = None if self._since is None else recorded_at(connection, self._since)
            if self._since is None or known is None:
                return False
            self._begin_at(file, Mark(self._since, known))
        last = self._followed
        return last.seq <= newest.seq and recorded_at(connection, last.seq) == last.moment

    def _caught_up(self, connection: OpenConnection, newest: Mark) -> bool:
        after = self._followed.seq
        if projected_if_any(connection)[1] < newest.seq:
            return False  # the tables are behind, and so may be what they say was touched
        seqs = steps(connection, after, newest.seq)
        if len(seqs) > MOST_STEPS or [after, *seqs][-1] != newest.seq:
            return False
        for seq in seqs:
            self._take(Mark(seq, recorded_at(connection, seq) or ""), touched(connection, after, seq))
            after = seq
        self._followed = newest
        return True

    def _begin_at(self, file: int, mark: Mark) -> None:
        self._file, self._followed, self._everything = file, mark, mark
        self._things.clear()

    def _take(self, mark: Mark, things: Touched | None) -> None:
        if things is None:
            self._everything = mark
            self._things.clear()
            return
        for thing, day in things.items():
            self._things.setdefault(thing, _Touches()).add(day, mark)
