"""Follow a rating's course: what stands in force, and what was first calculated where a
correction came later.
"""

from collections.abc import Iterable
from itertools import filterfalse
from typing import NamedTuple

from messages.answer import UNSET
from projections.answers.players.history import HistoryAnswer, HistoryRow
from projections.charts.axes import ordinal


class RatingStep(NamedTuple):
    """A rating that holds from a day on; `row` is the entry it comes from.

    day: an ordinal, counted from the year 1.
    """

    day: int
    rating: int
    row: HistoryRow


class BelievedSteps(NamedTuple):
    """Some steps as first calculated, the level they start from, and where the lines
    meet again, if they do.

    level: the rating that held before; None at the beginning of a career.
    meets: the first entry that came out right at once; None: the lines do not meet.
    """

    level: int | None
    steps: tuple[RatingStep, ...]
    meets: RatingStep | None


class WrittenPoint(NamedTuple):
    """What a picture writes before a point's position on the page, and after it."""

    before: str
    after: str


class Course(NamedTuple):
    """The course of a player's rating on a list: the steps in force, what was first
    calculated for each (`first`, by the row's identity: hashing all of its fields takes
    longer than the rest), and the stretches in between. `written`: what a picture has
    written of its points, for the same picture in another shape.
    """

    answer: HistoryAnswer
    steps: tuple[RatingStep, ...]
    first: dict[int, int]
    believed: tuple[BelievedSteps, ...]
    written: dict[int, WrittenPoint]


class Entry(NamedTuple):
    """An entry as first calculated, and as it is in force; None for one that was
    withdrawn.

    oldest: the version known first.
    """

    oldest: HistoryRow
    current: HistoryRow | None

    @property
    def differs(self) -> bool:
        """Tell whether the entry came out differently at first, or on another day.

        A correction that left this rating as it was makes no difference, nor do other
        games or opponents in the same entry.
        """
        oldest, current = self
        # what was withdrawn came out in no way at all
        if current is None:
            return True
        return current.on != oldest.on or current.after != oldest.after


def course(answer: HistoryAnswer) -> Course:
    """Make a course of an answer. Asked with all versions, it also has what was
    believed before; else the course alone.

    Steps stand in the order of their days, those of one day as the answer has them.

    Of three tournaments, the second corrected from 1584 to 1580 after the third:

        steps     1560, 1580, 1592
        first     1584 for the second, 1596 for the third
        believed  one stretch from level 1560: 1584, 1596; the lines do not meet
    """
    position = {id(row): index for index, row in enumerate(answer.rows)}

    def in_order(row: HistoryRow) -> tuple[str, int]:
        """Return the key by which rows stand in order."""
        return row.on, position[id(row)]

    entries = _entries(answer.rows)
    entries.sort(key=lambda entry: in_order(entry.oldest))

    in_force: list[HistoryRow] = []
    first: dict[int, int] = {}

    for oldest, current in entries:
        if current is not None:
            in_force.append(current)
            if oldest.after != current.after:
                first[id(current)] = oldest.after

    # a correction may have moved an entry to another day
    in_force.sort(key=in_order)
    steps = tuple(map(_step, in_force))
    return Course(answer, steps, first, tuple(_stretches(entries)), written={})


def _entries(rows: Iterable[HistoryRow]) -> list[Entry]:
    """Gather the versions of each entry: the one known first, and the one in force.

    They are in the order in which their first rows came.

        espoo-open known from event 40, superseded at 57
        espoo-open known from event 57, in force

    make one entry. One whose versions all were superseded has none in force.
    """
    versions_of: dict[tuple[str, ...], list[HistoryRow]] = {}
    for row in rows:
        versions_of.setdefault(_key(row), []).append(row)

    entries = []
    for versions in versions_of.values():
        oldest = min(versions, key=_known_from)
        current = next(filterfalse(_is_superseded, versions), None)
        entries.append(Entry(oldest, current))

    return entries


def _known_from(row: HistoryRow) -> int:
    """Return the seq of a version; 0 where the answer has no versions.

    The lower it is, the earlier the version was known.
    """
    return row.known_from or 0


def _key(row: HistoryRow) -> tuple[str, ...]:
    """Return what two versions of one entry have in common; openings and rulings have
    no name but their day.

        ("unit", "espoo-open")         wherever a correction moved it
        ("opening", "", "2020-01-01")

    A unit may change its day from version to version, so its day is no part of it.
    """
    if row.kind == "unit":
        return row.kind, row.unit
    # two rulings are two entries though neither has a name
    return row.kind, row.unit, row.on


def _is_superseded(row: HistoryRow) -> bool:
    """Tell whether a later version has taken the place of this one, or withdrawn it.

    An answer that was asked without versions has no such column: all its rows are in
    force.
    """
    return row.known_to is not UNSET and row.known_to is not None


def _step(row: HistoryRow) -> RatingStep:
    """Return the step that an entry makes, from its day on.

    The rating is the one after the entry. It holds up to the next step, whatever the
    time between.
    """
    return RatingStep(ordinal(row.on), row.after, row)


def _stretches(entries: Iterable[Entry]) -> list[BelievedSteps]:
    """Return the runs of entries that came out differently at first.

    `entries`: by the days that they had at first. A run that lasts until the newest
    entry meets nothing.

    Of entries that first came out at 1560, 1584, 1596 and 1610, the two in the middle
    otherwise than now:

        Believed(level=1560, steps=1584 and 1596, meets=1610)

    An entry that came out right at once is where the two lines are one.
    """
    stretches: list[BelievedSteps] = []
    run: list[RatingStep] = []
    level: int | None = None
    for entry in entries:
        step = _step(entry.oldest)

        if entry.differs:
            run.append(step)
            continue
        # the first that agrees again is where the run ends
        if run:
            stretches.append(BelievedSteps(level, tuple(run), step))
            run = []

        level = step.rating

    if run:
        stretches.append(BelievedSteps(level, tuple(run), None))
    return stretches
