"""The words of a chart of ratings, in the language of its page, or in English."""

from collections.abc import Callable, Sequence
from datetime import date
from operator import attrgetter
from typing import NamedTuple

from projections.answers.players.history import HistoryAnswer, HistoryRow
from projections.charts.axes import month_words
from projections.charts.course import RatingStep, course


def point_in_english(row: HistoryRow, first: int | None) -> str:
    """Describe a point in English: the day, the rating, where it comes from, and what
    was first calculated.

    `first`: the rating as first calculated, None where it is the same.

        2024-03-01: 1580 after espoo-open (first calculated as 1584)
    """
    words = f"{row.on}: {row.after} after {row.unit}"
    return words if first is None else f"{words} (first calculated as {first})"


def _list_of(answer: HistoryAnswer) -> str:
    """Return the name of a list as what its line is called."""
    return answer.list


def _point(answer: HistoryAnswer, row: HistoryRow, first: int | None) -> str:
    """Describe a point in English, for whatever answer it is of."""
    return point_in_english(row, first)


def _no_link(answer: HistoryAnswer, row: HistoryRow) -> str | None:
    """Return no link: a file of its own leads nowhere."""
    return None


def _readout(answer: HistoryAnswer, row: HistoryRow) -> Sequence[str]:
    """Return the parts that are written above the plot: the day and the rating."""
    return row.on, str(row.after)


class ChartWords(NamedTuple):
    """The words of a chart, in the language of its page: `label` is called for every
    line, `point`, `link` and `readout`, which is written while it is pointed at, for every
    point.

    first, published: what the legend says of dashes and ticks.
    month, day: write a date; link: None for a point that leads nowhere.
    """

    title: str
    description: str
    first: str = "as first calculated"
    published: str = "published list"
    month: Callable[[date], str] = month_words
    day: Callable[[str], str] = str
    label: Callable[[HistoryAnswer], str] = _list_of
    point: Callable[[HistoryAnswer, HistoryRow, int | None], str] = _point
    link: Callable[[HistoryAnswer, HistoryRow], str | None] = _no_link
    readout: Callable[[HistoryAnswer, HistoryRow], Sequence[str]] = _readout


def words_in_english(answers: Sequence[HistoryAnswer]) -> ChartWords:
    """Return title and description in English for callers without words of their own,
    such as the command.

    `answers`: at least one, all of one player.
    """
    courses = []
    for answer in answers:
        steps = course(answer).steps
        if steps:
            courses.append(f"{answer.list}: {_course_in_words(steps)}")

    description = "; ".join(courses) + "." if courses else "No rating yet."
    player = answers[0].player
    lists = " and ".join(answer.list for answer in answers)
    return ChartWords(f"{player.name or player.id}: {lists}", description)


def _course_in_words(steps: Sequence[RatingStep]) -> str:
    """Tell a course in words: where it begins, its peak, where it stands.

    1500 on 2020-01-01, highest 1620 on 2022-05-01, 1580 since 2024-03-01
    """
    first, *_ = steps
    *_, last = steps
    peak = max(steps, key=attrgetter("rating"))

    begin = f"{first.rating} on {first.row.on}"
    highest = f"highest {peak.rating} on {peak.row.on}"
    now = f"{last.rating} since {last.row.on}"
    return f"{begin}, {highest}, {now}"
