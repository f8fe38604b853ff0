"""A picture to share: a player's name, their ratings in large figures, and the course of them, in light colours.

It is drawn in the size that services for messages and news ask for. It has no style sheet: it becomes a PNG elsewhere.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from projections.answers.players.history import HistoryAnswer
from projections.charts import INK, Frame, box, group, picture, series, text
from projections.charts.course import course
from projections.charts.history import Shape, Window, Words, shapes

WIDTH, HEIGHT = 1200, 630
MARGIN = 64
LARGEST_NAME, LETTER = 68, 0.6  # the width of a letter in sizes of the font, for a name that must fit
MOST_LISTS = 3
CHART, SCALE = Shape(536, 158, 11), 2  # drawn twice as large


class Shared(NamedTuple):
    """What the picture says: a name, ratings in the order of their lists, and a line at the foot."""

    name: str
    ratings: Sequence[tuple[str, int]]
    foot: str


def share_picture(said: Shared, answers: Sequence[HistoryAnswer], words: Words) -> str:
    """Draw the picture; `answers`: the histories of the lists, as far as there are any entries."""
    frame = Frame(WIDTH, HEIGHT, said.name, alone=False, name="share")
    return picture(frame, [group(f"color='{INK[0]}'", _shapes(said, answers, words))])


def _shapes(said: Shared, answers: Sequence[HistoryAnswer], words: Words) -> Iterator[str]:
    yield box(0, 0, WIDTH, HEIGHT, "paper")
    yield box(0, 0, 16, HEIGHT, "1")
    size = min(LARGEST_NAME, int((WIDTH - 2 * MARGIN) / max(1, len(said.name)) / LETTER))
    yield group("font-weight='bold'", [text((MARGIN, 110), said.name, size)])
    x = float(MARGIN)
    for index, (name, rating) in enumerate(said.ratings[:MOST_LISTS]):
        yield group("font-weight='bold'", [text((x, 222), str(rating), 84, fill=series(index))])
        x += len(str(rating)) * 84 * LETTER + 20
        yield text((x, 222), name, 36, fill="soft")
        x += len(name) * 36 * LETTER + 56
    courses = [one for one in map(course, answers) if one.steps]
    if courses:
        drawn = shapes(courses, (), words, CHART, Window("shared", None))
        yield group(f"transform='translate({MARGIN} 262) scale({SCALE})'", drawn)
    yield text((MARGIN, HEIGHT - 24), said.foot, 26, fill="soft")
