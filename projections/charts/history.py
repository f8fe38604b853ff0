"""A player's ratings over the years: a line in steps for each list, since a rating
holds until the next unit; dashed, what was first calculated where a correction came
later; published lists as ticks on the axis.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from projections.answers.lists.published import PublishedListRow
from projections.answers.players.history import HistoryAnswer, HistoryRow
from projections.charts.axes import (
    Axes,
    Span,
    day_axis,
    month_words,
    ordinal,
    span,
    ticks,
)
from projections.charts.colours import READOUT_LEFT, paint, series
from projections.charts.course import (
    BETWEEN,
    Believed,
    Course,
    RatingStep,
    Readout,
    course,
)
from projections.charts.picture import Frame, picture
from projections.charts.shapes import (
    Point,
    escape,
    group,
    line,
    number,
    quoted,
    stairs,
    text,
    titled,
)

# two points nearer than this on the page cannot be told apart, so the later one stands
# for both
APART = 4.5
MOST = 70  # points: more would make a page heavy, and no line any clearer
TOP, BOTTOM, LEFT = 54, 30, READOUT_LEFT


class Size(NamedTuple):
    """The size of a chart in its own units; a page scales it to its width, so a phone
    needs proportions of its own.
    """

    width: int
    height: int
    size: int


Spot = tuple[Point, RatingStep]  # where a step stands

WIDE, PHONE = Size(880, 340, 12), Size(360, 300, 12)


class Window(NamedTuple):
    """The days that a picture is of. `name`: that of the picture, for ids of its own."""

    name: str
    period: tuple[str, str] | None

    @property
    def first(self) -> int:
        return 0 if self.period is None else ordinal(self.period[0])

    def seen(self, one: Course) -> Course:
        """Leave out the steps before and after, but for the one that holds at the
        beginning; of days that have not come yet nothing is seen.
        """
        if self.period is None:
            return one
        if self.first > ordinal(one.answer.basis.until):
            return one._replace(steps=())
        last = ordinal(self.period[1])
        earlier = [step for step in one.steps if step.day < self.first]
        inside = [step for step in one.steps if self.first <= step.day <= last]
        return one._replace(steps=(*earlier[-1:], *inside))

    def clipped(self, axes: Axes, shapes: Iterable[str]) -> Iterator[str]:
        """Cut off what lies beside the plot, where there may be any."""
        if self.period is None:
            yield from shapes
            return
        right, bottom = axes.left + axes.width, axes.top + axes.height
        # a little room above and below, for lines have a width
        plot = (
            f"M{number(axes.left)}"
            f" {number(axes.top - 2)}H{number(right)}V{number(bottom + 2)}H{number(axes.left)}z"
        )
        yield f"<clipPath id='{self.name}-plot'><path d='{plot}'/></clipPath>"
        yield group(f"clip-path='url(#{self.name}-plot)'", shapes)


class ChartWords(NamedTuple):
    """The words of a chart, in the language of its page: `label` is called for every
    line, `point`, `link` and `readout`, which is written while it is pointed at, for every
    point.
    """

    title: str
    description: str
    first: str = "as first calculated"
    published: str = "published list"
    month: Callable[[date], str] = month_words
    day: Callable[[str], str] = str
    label: Callable[[HistoryAnswer], str] = lambda answer: answer.list
    point: Callable[[HistoryAnswer, HistoryRow, int | None], str] = (
        lambda answer, row, first: plainly(row, first)
    )
    link: Callable[[HistoryAnswer, HistoryRow], str | None] = lambda answer, row: None
    readout: Callable[[HistoryAnswer, HistoryRow], Sequence[str]] = lambda answer, row: (
        row.on,
        str(row.after),
    )


def plainly(row: HistoryRow, first: int | None) -> str:
    """Describe a point in English: the day, the rating, where it comes from, and what
    was first calculated.
    """
    was = "" if first is None else f" (first calculated as {first})"
    return f"{row.on}: {row.after} after {row.unit}{was}"


def english(answers: Sequence[HistoryAnswer]) -> ChartWords:
    """Return title and description in English for callers without words of their own,
    such as the command.
    """
    lists = " and ".join(answer.list for answer in answers)
    courses = [
        f"{one.answer.list}: {_told(one.steps)}"
        for one in map(course, answers)
        if one.steps
    ]
    player = answers[0].player.name or answers[0].player.id
    return ChartWords(
        f"{player}: {lists}", "; ".join(courses) + "." if courses else "No rating yet."
    )


def _told(steps: Sequence[RatingStep]) -> str:
    peak = max(steps, key=lambda step: step.rating)
    last = steps[-1]
    return (
        f"{steps[0].rating} on {steps[0].row.on}, highest {peak.rating} on"
        f" {peak.row.on}, {last.rating} since {last.row.on}"
    )


def history_chart(
    answers: Sequence[HistoryAnswer],
    published: Sequence[PublishedListRow] = (),
    words: ChartWords | None = None,
    shape: Size = WIDE,
    *,
    name: str = "history",
    alone: bool = False,
    courses: Sequence[Course] = (),
    period: tuple[str, str] | None = None,
) -> str:
    """Draw a chart with a line for each answer, one a list; asked with all versions,
    they show what was believed before corrections too. `courses`: those of the answers,
    where a picture in another shape was made of them already. `period`: the first and
    the last day, where the picture is not of everything.
    """
    words = words or english(answers)
    courses = courses or [course(answer) for answer in answers]
    links = any(
        words.link(one.answer, step.row) for one in courses for step in one.steps
    )
    window = Window(name, period)
    frame = Frame(
        shape.width,
        shape.height,
        words.title,
        words.description,
        name,
        alone,
        links,
        _days(courses, shape, window) if links else "",
    )
    return picture(frame, shapes(courses, published, words, shape, window))


def _days(courses: Sequence[Course], shape: Size, window: Window) -> str:
    """Return the attributes by which a script knows the days of the plot, to look at
    some of them alone.
    """
    drawn = [seen for one in courses if (seen := window.seen(one)).steps]
    if not drawn:
        return ""
    axes = _axes(drawn, shape, window)
    first, last = (
        date.fromordinal(int(day)).isoformat()
        for day in (axes.across.low, axes.across.high)
    )
    left, right = number(axes.left), number(axes.left + axes.width)
    return (
        f" data-first='{first}' data-last='{last}' data-left='{left}'"
        f" data-right='{right}'"
    )


def shapes(
    courses: Sequence[Course],
    published: Sequence[PublishedListRow],
    words: ChartWords,
    shape: Size,
    window: Window,
) -> Iterator[str]:
    """Yield the shapes of the chart, for a picture that has more than it."""
    drawn = [seen for one in courses if (seen := window.seen(one)).steps]
    ghosts = any(one.believed for one in drawn)
    yield from _legend(drawn, words, shape, ghosts, bool(published))
    if not drawn:
        yield text((shape.width / 2, shape.height / 2), "–", 20, "middle", "soft")
        return
    axes = _axes(drawn, shape, window)
    for value in ticks(axes.up, 5 if shape.height < 320 else 6):
        y = axes.at(axes.across.low, value)[1]
        yield line((axes.left, y), (axes.left + axes.width, y), "line")
        yield text((axes.left - 6, y + 4), f"{value:.0f}", shape.size, "end", "soft")
    yield from day_axis(axes, shape.size, words.month)
    yield from _published(axes, published)
    readout = Readout(
        [(words.label(one.answer), one.steps) for one in drawn], words.day, shape.size
    )
    yield readout.strips(axes)
    spots = [[(_place(axes, step), step) for step in one.steps] for one in drawn]
    yield from window.clipped(axes, _lines(axes, drawn, spots))
    inside = [[spot for spot in own if spot[1].day >= window.first] for own in spots]
    spread = _spread(inside)
    # one stop for the keyboard, the newest point; from there a script goes on by arrows
    stop = next((kept[-1] for kept in spread if kept), None)
    for index, (one, kept) in enumerate(zip(drawn, spread, strict=True)):
        yield group(
            f"{paint('paper', series(index), 'points')} stroke-width='1.5'"
            f" font-size='{shape.size}'",
            (
                _point(one, spot, words, series(index), stops=spot is stop)
                for spot in kept
            ),
        )
    yield from _last(axes, spots, shape)


def _axes(drawn: Sequence[Course], shape: Size, window: Window) -> Axes:
    days = [step.day for one in drawn for step in one.steps]
    first, last = (
        min(days),
        max(*days, *(ordinal(one.answer.basis.until) for one in drawn)),
    )
    if window.period is not None:
        first, last = max(window.first, first), min(ordinal(window.period[1]), last)
    ratings = [step.rating for one in drawn for step in one.steps]
    ratings += [
        rating
        for one in drawn
        for stretch in one.believed
        for rating in _between(stretch, first, last)
    ]
    # a rating of yesterday would have an axis without any length
    across = Span(first, max(last, first + 28))
    return Axes(
        LEFT,
        TOP,
        shape.width - LEFT - 46,
        shape.height - TOP - BOTTOM,
        across,
        span(ratings, 60),
    )


def _between(stretch: Believed, first: int, last: int) -> Iterator[int]:
    """Yield what was believed between two days, at their beginning too."""
    ends = [
        *(step.day for step in stretch.steps[1:]),
        last if stretch.meets is None else stretch.meets.day,
    ]
    yield from (
        step.rating
        for step, end in zip(stretch.steps, ends, strict=True)
        if step.day <= last and end >= first
    )


def _legend(
    drawn: Sequence[Course],
    words: ChartWords,
    shape: Size,
    ghosts: bool,
    published: bool,
) -> Iterator[str]:
    """Draw each list in its colour, then what the dashes and the ticks mean, as far as
    they are there; in a second row where the first is full.
    """
    entries = [
        (words.label(one.answer), series(index), "") for index, one in enumerate(drawn)
    ]
    entries += [(words.first, "ghost", "4 3")] if ghosts else []
    entries += [(words.published, "soft", "tick")] if published else []
    x, y = float(LEFT), 14.0
    for label, colour, dash in entries:
        wide = (11 if dash == "tick" else 21) + len(label) * shape.size * 0.56
        if x > LEFT and x + wide > shape.width:
            x, y = float(LEFT), y + shape.size + 2
        if dash == "tick":
            yield line((x + 4, y - 5), (x + 4, y + 5), colour, 1.5)
            yield text((x + 11, y + 4), label, shape.size)
        else:
            yield line((x, y), (x + 16, y), colour, 2, dash)
            yield text((x + 21, y + 4), label, shape.size)
        x += wide + 14


def _place(axes: Axes, step: RatingStep) -> Point:
    return axes.at(step.day, step.rating)


def _lines(
    axes: Axes, drawn: Sequence[Course], spots: Sequence[Sequence[Spot]]
) -> Iterator[str]:
    for index, one in enumerate(drawn):
        if one.believed:
            yield _ghost(axes, one)
        yield _line(axes, spots[index], series(index))


def _line(axes: Axes, spots: Sequence[Spot], colour: str) -> str:
    commands = stairs([place for place, _ in spots], axes.left + axes.width)
    return f"<path d='{commands}' {paint('none', colour)} stroke-width='2'/>"


def _ghost(axes: Axes, one: Course) -> str:
    """Draw every stretch that was believed, from the level before the first difference
    to where the lines meet again, or to the right edge.
    """
    commands = []
    for stretch in one.believed:
        spots = [_place(axes, step) for step in stretch.steps]
        if stretch.level is not None:
            spots = [axes.at(stretch.steps[0].day, stretch.level), *spots]
        end = (
            (axes.left + axes.width, None)
            if stretch.meets is None
            else _place(axes, stretch.meets)
        )
        commands.append(
            stairs(spots, end[0]) + ("" if end[1] is None else f"V{number(end[1])}")
        )
    return (
        f"<path d='{''.join(commands)}' {paint('none', 'ghost')} stroke-width='1.5'"
        " stroke-dasharray='4 3'/>"
    )


def _point(
    one: Course, spot: Spot, words: ChartWords, colour: str, *, stops: bool
) -> str:
    (x, y), step = spot
    if (around := one.written.get(id(step.row))) is None:
        around = one.written[id(step.row)] = _around_point(one, step, words, colour)
    before = around[0].replace(SKIPPED, "", 1) if stops else around[0]
    return f"{before}<circle cx='{number(x)}' cy='{number(y)}' r='3'{around[1]}"


SKIPPED = " tabindex='-1'"  # of a link that the keyboard does not stop at


def _around_point(
    one: Course, step: RatingStep, words: ChartWords, colour: str
) -> tuple[str, str]:
    label = titled(words.point(one.answer, step.row, one.first.get(id(step.row))))
    if (link := words.link(one.answer, step.row)) is None:
        return "", f">{label}</circle>"
    at_point = BETWEEN.join(map(escape, words.readout(one.answer, step.row)))
    hidden = f"<text class='told fill-{colour}'>{at_point}</text>"
    return f"<a{SKIPPED} href={quoted(link)}>{label}", f"/>{hidden}</a>"


def _spread(drawn: Sequence[Sequence[Spot]]) -> list[list[Spot]]:
    """Return the points of each list, thinned out until there are not too many."""
    peaks = [
        max(spots, key=lambda spot: spot[1].rating, default=None) for spots in drawn
    ]
    apart = APART
    while True:
        kept = [
            _apart(spots, peak, apart) for spots, peak in zip(drawn, peaks, strict=True)
        ]
        if sum(map(len, kept)) <= MOST:
            return kept
        apart *= 1.3


def _apart(spots: Sequence[Spot], peak: Spot | None, apart: float) -> list[Spot]:
    """Thin out points that would cover each other: keep the last of them, and always
    the highest, the peak.
    """
    kept: list[Spot] = []
    x, y = -apart, -apart  # where the heap begins that the newest point kept stands for
    for spot in spots:
        here = spot[0]
        if (
            kept
            and kept[-1] is not peak
            and abs(here[0] - x) + abs(here[1] - y) < apart
        ):
            kept.pop()
        else:
            x, y = here
        kept.append(spot)
    return kept


def _last(axes: Axes, drawn: Sequence[Sequence[Spot]], shape: Size) -> Iterator[str]:
    """Draw the rating that each line ends with, beside its end; two that end close
    together move apart.
    """
    ends = sorted((spots[-1][0][1], index) for index, spots in enumerate(drawn))
    y = -1.0 * shape.height
    for end, index in ends:
        y = max(end + 4, y + shape.size + 1)
        yield text(
            (axes.left + axes.width + 5, y),
            str(drawn[index][-1][1].rating),
            shape.size,
            "start",
            series(index),
        )


def _published(axes: Axes, published: Sequence[PublishedListRow]) -> Iterator[str]:
    bottom = axes.top + axes.height
    ticks_of = [
        row
        for row in published
        if axes.across.low <= ordinal(row.as_of) <= axes.across.high
    ]
    if ticks_of:
        spots = [(axes.at(ordinal(row.as_of), axes.up.low)[0], row) for row in ticks_of]
        yield group(
            f"{paint(stroke='soft')} stroke-width='1.5'",
            (
                f"<path d='M{number(x)}"
                f" {number(bottom)}v-8'>{titled(f'{row.list} {row.label}')}</path>"
                for x, row in spots
            ),
        )
