"""Lists beside the first one: a dot for each player, the rating on the first list across, the difference up."""

from collections.abc import Iterator, Sequence

from projections.charts.axes import Axes, legend, span
from projections.charts.style import series
from projections.charts.svg import Frame, dot, line, picture, text
from projections.trials.compare import Compared, ComparedPlayer

WIDTH, HEIGHT = 860, 520


def compared(comparison: Compared) -> str:
    """The picture of `compare` and of `what-if`."""
    labels = [beside.list for beside in comparison.lists]
    title = f"{', '.join(labels[1:])} compared with {labels[0]}"
    return picture(Frame(WIDTH, HEIGHT, title), _shapes(comparison.rows, labels, title))


def _shapes(rows: Sequence[ComparedPlayer], labels: Sequence[str], title: str) -> Iterator[str]:
    both = [
        (index, row, first.rating, other.rating)
        for index, label in enumerate(labels[1:])
        for row in rows
        if (first := row.lists[labels[0]]) is not None and (other := row.lists[label]) is not None
    ]
    differences = [other - first for _, _, first, other in both]
    axes = Axes(70, 70, 600, 380, span([first for _, _, first, _ in both], 100), span([*differences, 0], 20))
    yield text((70, 30), title, 16)
    yield from axes.drawn(f"rating on {labels[0]}", f"difference from the rating on {labels[0]}")
    yield line(axes.at(axes.across.low, 0), axes.at(axes.across.high, 0), "soft", 1.5)
    for index, row, first_rating, rating in both:
        difference = rating - first_rating
        words = f"{row.name or row.player}: {first_rating}, {labels[index + 1]} {rating} ({difference:+d})"
        yield dot(axes.at(first_rating, difference), 3.5, series(index), words, 0.6)
    yield from legend(690, 90, [(series(index), label) for index, label in enumerate(labels[1:])])
    if not both:
        yield text((370, 260), "no player is on both lists", 14, "middle", "soft")
