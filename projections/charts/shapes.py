"""The few shapes a chart is made of, as SVG. Every text is escaped; coordinates have one
decimal.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from xml.sax import saxutils

from projections.charts.colours import paint

Point = tuple[float, float]
# heights that stand within so many pixels of each other cover each other
COVERED = 1.5


def number(value: float) -> str:
    """Write a coordinate with one decimal at most.

    12.0   -> 12
    12.34  -> 12.3
    -0.04  -> 0
    """
    text = f"{value:.1f}"
    # a coordinate just left of the edge or above it would be written as -0.0
    return "0" if text == "-0.0" else text.removesuffix(".0")


def _measures(**values: float) -> str:
    """Return attributes whose values are numbers, in the order given.

        _measures(x=1, y=2.5)  ->  "x='1' y='2.5'"

    A name is that of an attribute in SVG; numbers need no escaping.
    """
    return " ".join(f"{name}='{number(value)}'" for name, value in values.items())


def _line_attributes(colours: str, width: float, dash: str) -> str:
    """Return the attributes of a line with these colours: its width, and its dashes as
    SVG writes them.

        _line_attributes("stroke='#55625f'", 1.5, "4 3")
        ->  stroke='#55625f' stroke-width='1.5' stroke-dasharray="4 3"
    """
    attributes = f"{colours} stroke-width='{number(width)}'"
    if dash:
        attributes += f" stroke-dasharray={saxutils.quoteattr(dash)}"

    return attributes


def line(
    a: Point, b: Point, stroke: str = "soft", width: float = 1, dash: str = ""
) -> str:
    """Draw a straight line from `a` to `b`, in pixels of the picture.

    `stroke`: the name of its colour. `dash`: lengths of dashes and gaps as SVG writes
    them, such as "4 3"; empty for an unbroken line.

    `width`: of the line, in pixels.

        line((44, 310), (834, 310))  # the axis below
    """
    x1, y1 = a
    x2, y2 = b

    ends = _measures(x1=x1, y1=y1, x2=x2, y2=y2)
    attributes = _line_attributes(paint(stroke=stroke), width, dash)
    return f"<line {ends} {attributes}/>"


def path(points: Sequence[Point], stroke: str, width: float = 2, dash: str = "") -> str:
    """Draw a line through points, in order.

    `stroke`: the name of its colour. `dash`: as in `line`.

    Unlike `stairs` it goes straight from point to point. `width`: in pixels.
    """
    attributes = _line_attributes(paint("none", stroke), width, dash)

    return f"<polyline points='{_list_of_points(points)}' {attributes}/>"


def _list_of_points(points: Iterable[Point]) -> str:
    """Write points as a polyline or a polygon lists them: `1,2 3,4.5`.

    Coordinates have one decimal at most.
    """
    written = []
    for x, y in points:
        written.append(f"{number(x)},{number(y)}")

    return " ".join(written)


def stairs(points: Sequence[Point], last: float) -> str:
    """Return the commands of a path that holds each height until the next point, and
    the last one up to `last`.

    There must be at least one point, and they stand from left to right:

        stairs([(0, 5), (10, 2)], 20)  ->  "M0 5H10V2H20"

    A height that the next one hides, less than `COVERED` pixels further on, is left
    out; without that, a career of a thousand games would be as many corners.
    """
    start, *others = points
    x, y = start
    commands = [f"M{number(x)} {number(y)}"]
    columns = [x // COVERED for x, _ in others]
    # of several heights that cover each other only the last can be seen
    for (x, y), column, following in zip_longest(others, columns, columns[1:]):
        if column != following:
            commands.append(f"H{number(x)}V{number(y)}")

    commands.append(f"H{number(last)}")
    return "".join(commands)


def area(left: float, right: float, top: float, bottom: float) -> str:
    """Return the commands of a path around a rectangle, from its upper left corner.

        area(0, 10, 2, 8)  ->  "M0 2H10V8H0z"

    All four are in pixels; `top` and `bottom` are counted from the top downwards.
    """
    x = number(left)
    y = number(top)
    across, down = number(right), number(bottom)
    return f"M{x} {y}H{across}V{down}H{x}z"


def band(
    upper: Sequence[Point], lower: Sequence[Point], fill: str, opacity: float = 0.15
) -> str:
    """Draw the area between two lines.

    `upper` and `lower` go from left to right; `opacity`: from 0 to 1.

    `fill`: the name of its colour. The corners are those of `upper`, then those of
    `lower` from right to left, so that the border does not cross itself.
    """
    corners = [*upper, *reversed(lower)]
    attributes = f"{paint(fill)} fill-opacity='{opacity}'"
    return f"<polygon points='{_list_of_points(corners)}' {attributes}/>"


def dot(
    at: Point, radius: float, fill: str, title: str = "", opacity: float = 1
) -> str:
    """Draw a filled circle around a point.

    `fill`: the name of its colour. `title`: what a mouse that rests on it is shown.

    `radius`: in pixels; `opacity`: from 0 to 1.

        dot((60, 120), 3, "1", "2024-03-01: 1580")
    """
    x, y = at

    measures = _measures(cx=x, cy=y, r=radius)
    return (
        f"<circle {measures} {paint(fill)} fill-opacity='{opacity}'>{title_of_shape(title)}"
        "</circle>"
    )


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    title: str = "",
    opacity: float = 1,
) -> str:
    """Draw a filled rectangle; `x` and `y` are its upper left corner.

    `fill`: the name of its colour. `title`: what a mouse that rests on it is shown.

    All four measures are in pixels. `opacity`: from 0 to 1.
    """
    attributes = f"{_measures(x=x, y=y, width=width, height=height)} {paint(fill)}"

    if opacity != 1:
        attributes += f" fill-opacity='{opacity}'"

    return f"<rect {attributes}>{title_of_shape(title)}</rect>"


def text(
    at: Point, words: str, size: int = 12, anchor: str = "start", fill: str = "ink"
) -> str:
    """Write words from a point, which is on their base line.

    `anchor`: "start", "middle" or "end", the part of the words that stands at the
    point. `fill`: the name of their colour.

    `size`: the height of the letters, in pixels. `words` may be anything: they are
    escaped here.
    """
    x, y = at
    start = _measures(x=x, y=y)

    letters = f"font-size='{size}' text-anchor='{anchor}' {paint(fill)}"
    return f"<text {start} {letters}>{escape(words)}</text>"


def group(attributes: str, shapes: Iterable[str]) -> str:
    """Put shapes into a group, so that attributes they share are written once.

    One shape stands on each line:

        <g stroke-width='1.5'>
        <circle .../>
        <circle .../>
        </g>
    """
    return "\n".join([f"<g {attributes}>", *shapes, "</g>"])


def title_of_shape(words: str) -> str:
    """Return the title of a shape: a mouse that rests on it is shown the words, and a
    screen reader says them.

    Without words there is no title.

        titled("Aho & Berg")  ->  "<title>Aho &amp; Berg</title>"
    """
    return f"<title>{escape(words)}</title>" if words else ""


def wrapped(words: str, width: int) -> Iterator[str]:
    """Break a long text into lines, since SVG breaks none.

    `width`: letters a line. An empty text is one empty line.

        list(wrapped("one event moved many", 9))
        ->  ["one event", "moved", "many"]
    """
    # an empty line keeps its place among the others
    yield from wrap(words, width) or [""]


def escape(words: str) -> str:
    """Return text for XML; characters that XML does not allow, or that change the
    direction of writing, become question marks.

        Aho & Berg  ->  Aho &amp; Berg
        a<b         ->  a&lt;b

    Quotes stay as they are: for an attribute there is `quoted`.
    """
    return saxutils.escape(_printable(words))


def quoted(words: str) -> str:
    """Return an attribute's value in its quotes, escaped as `escape` does.

    /players/FI-1?list=selo&from=2024  ->  "/players/FI-1?list=selo&amp;from=2024"
    """
    return saxutils.quoteattr(_printable(words))


def _printable(words: str) -> str:
    """Return the words with a question mark for each character that cannot be printed.

    A line break and a tab are among them, and the marks that turn the direction of
    writing, by which a name could change how the words around it read.
    """
    # nearly every text is whole
    if words.isprintable():
        return words
    return "".join(character if character.isprintable() else "?" for character in words)
