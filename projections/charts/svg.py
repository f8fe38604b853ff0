"""The few shapes a chart is made of, as SVG text. Every text is escaped; coordinates have one decimal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple
from xml.sax import saxutils

from projections.charts.style import ALONE, paint

Point = tuple[float, float]
# says a message: a page in another language says it in that one
Say = Callable[[str], str]
FONT = "font-family='system-ui, sans-serif'"


class Frame(NamedTuple):
    """How a chart stands: its size, what it is called, and whether it is a file of its own or part of a page.

    `name` makes its ids differ from those of other charts on the page. A chart with links in it is a group for a
    screen reader, which then reads the links; one without is one picture with its title and description.
    """

    width: int
    height: int
    title: str
    description: str = ""
    name: str = "chart"
    alone: bool = True
    links: bool = False


def number(value: float) -> str:
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def line(a: Point, b: Point, stroke: str = "soft", width: float = 1, dash: str = "") -> str:
    dashed = f" stroke-dasharray={saxutils.quoteattr(dash)}" if dash else ""
    return (
        f"<line x1='{number(a[0])}' y1='{number(a[1])}' x2='{number(b[0])}' y2='{number(b[1])}'"
        f" {paint(stroke=stroke)} stroke-width='{number(width)}'{dashed}/>"
    )


def path(points: Sequence[Point], stroke: str, width: float = 2, dash: str = "") -> str:
    """A line through points."""
    dashed = f" stroke-dasharray={saxutils.quoteattr(dash)}" if dash else ""
    spots = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f"<polyline points='{spots}' {paint('none', stroke)} stroke-width='{number(width)}'{dashed}/>"


def stairs(points: Sequence[Point], last: float) -> str:
    """The commands of a path that holds each height until the next point, and the last one up to `last`."""
    commands = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for index, (x, y) in enumerate(points[1:], 1):
        # of several heights within one and a half pixels only the last can be seen
        if index + 1 == len(points) or x // 1.5 != points[index + 1][0] // 1.5:
            commands.append(f"H{number(x)}V{number(y)}")
    commands.append(f"H{number(last)}")
    return "".join(commands)


def band(upper: Sequence[Point], lower: Sequence[Point], fill: str, opacity: float = 0.15) -> str:
    """The area between two lines."""
    spots = " ".join(f"{number(x)},{number(y)}" for x, y in (*upper, *reversed(lower)))
    return f"<polygon points='{spots}' {paint(fill)} fill-opacity='{opacity}'/>"


def dot(at: Point, radius: float, fill: str, title: str = "", opacity: float = 1) -> str:
    return (
        f"<circle cx='{number(at[0])}' cy='{number(at[1])}' r='{number(radius)}' {paint(fill)}"
        f" fill-opacity='{opacity}'>{titled(title)}</circle>"
    )


def box(x: float, y: float, width: float, height: float, fill: str, title: str = "", opacity: float = 1) -> str:
    thin = "" if opacity == 1 else f" fill-opacity='{opacity}'"
    return (
        f"<rect x='{number(x)}' y='{number(y)}' width='{number(width)}' height='{number(height)}'"
        f" {paint(fill)}{thin}>{titled(title)}</rect>"
    )


def text(at: Point, words: str, size: int = 12, anchor: str = "start", fill: str = "ink") -> str:
    return (
        f"<text x='{number(at[0])}' y='{number(at[1])}' font-size='{size}' text-anchor='{anchor}' {paint(fill)}>"
        f"{escape(words)}</text>"
    )


def group(attributes: str, shapes: Iterable[str]) -> str:
    """Shapes that share their attributes, which are then written once."""
    return "\n".join([f"<g {attributes}>", *shapes, "</g>"])


def titled(words: str) -> str:
    """What a mouse that rests on a shape is shown, and a screen reader is told."""
    return f"<title>{escape(words)}</title>" if words else ""


def wrapped(words: str, letters: int) -> Iterator[str]:
    """A long text in lines, since SVG breaks none."""
    yield from wrap(words, letters) or [""]


def escape(words: str) -> str:
    """Text for XML; characters that XML does not allow, or that turn a line round, become question marks."""
    return saxutils.escape(_printable(words))


def quoted(words: str) -> str:
    """An attribute's value with its quotes."""
    return saxutils.quoteattr(_printable(words))


def _printable(words: str) -> str:
    if words.isprintable():
        return words
    return "".join(character if character.isprintable() else "?" for character in words)


def picture(frame: Frame, shapes: Iterable[str]) -> str:
    """A chart; as a file of its own it brings its style sheet and its ground along."""
    width, height, name = frame.width, frame.height, frame.name
    described = f" aria-describedby='{name}-words'" if frame.description else ""
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'"
        f" class='chart' role='{'group' if frame.links else 'img'}' aria-labelledby='{name}-title'{described} {FONT}>"
    )
    parts = [head, f"<title id='{name}-title'>{escape(frame.title)}</title>"]
    if frame.description:
        parts.append(f"<desc id='{name}-words'>{escape(frame.description)}</desc>")
    if frame.alone:
        parts += [f"<style>{ALONE}</style>", f"<rect width='{width}' height='{height}' {paint('paper')}/>"]
    return "\n".join([*parts, *shapes, "</svg>", ""])
