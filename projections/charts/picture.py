"""A chart as an SVG: shapes in their frame, with a title and a description."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from projections.charts.colours import ALONE, paint
from projections.charts.shapes import escape

# says a message: a page in another language says it in that one
Translate = Callable[[str], str]
FONT = "font-family='system-ui, sans-serif'"


class Frame(NamedTuple):
    """A chart's frame: its size, what it is called, and whether it is a file of its own
    or part of a page.

    `name` makes its ids differ from those of other charts on the page. A chart with
    links in it is a group for a screen reader, which then reads the links; one without
    is one picture with its title and description. `days`: attributes that tell a script
    which days the plot has, and from where to where.
    """

    width: int
    height: int
    title: str
    description: str = ""
    name: str = "chart"
    alone: bool = True
    links: bool = False
    days: str = ""

    def head(self) -> str:
        """Return the tag that opens the picture."""
        width, height = self.width, self.height
        role = "group" if self.links else "img"
        spoken = f"role='{role}' aria-labelledby='{self.name}-title'"
        if self.description:
            spoken += f" aria-describedby='{self.name}-words'"
        return (
            f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'"
            f" viewBox='0 0 {width} {height}' class='chart' {spoken}{self.days} {FONT}>"
        )


def picture(frame: Frame, shapes: Iterable[str]) -> str:
    """Put shapes into an SVG of their own: a chart with its title and description. As a
    file of its own (`alone`) it brings its style sheet and its background along; in a
    page both are the page's.

    `shapes` are drawn in order, later ones over earlier ones. Returned is the whole
    text of the SVG.
    """
    name = frame.name
    parts = [
        frame.head(),
        f"<title id='{name}-title'>{escape(frame.title)}</title>",
    ]
    if frame.description:
        parts.append(f"<desc id='{name}-words'>{escape(frame.description)}</desc>")
    if frame.alone:
        size = f"width='{frame.width}' height='{frame.height}'"
        parts.append(f"<style>{ALONE}</style>")
        parts.append(f"<rect {size} {paint('paper')}/>")

    return "\n".join([*parts, *shapes, "</svg>", ""])
