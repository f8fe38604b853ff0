"""Pictures of answers as SVG: the standard library only, no clock, the same bytes for
the same answer. Here: the few shapes a chart is made of. Every text is escaped;
coordinates have one decimal.

The colours of charts, in light and in dark, and the style sheet that follows from them.
Every shape has its light colour as an attribute, which any program that opens an SVG
understands, and a class, by which a style sheet gives it the colour of the theme.
Nothing is styled inline, so a page that forbids inline styles may hold a chart: it
links to `SHEET`. A file of its own has the same sheet inside.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import wrap
from typing import NamedTuple
from xml.sax import saxutils

# by name: in light, in dark; the series can be told apart by colour-blind readers, the
# others are those of the pages
COLOURS = {
    "1": ("#0b5f60", "#5cc2bd"),
    "2": ("#c2510a", "#f0936f"),
    "3": ("#6f4aa8", "#b79cf0"),
    "4": ("#8f6400", "#e6b84a"),
    "5": ("#2f7fb8", "#7cc0ef"),
    "6": ("#a8487f", "#ef9fcf"),
    "7": ("#55625f", "#a3b0ac"),
    "8": ("#17211f", "#e6ebe8"),
    "paper": ("#fcfbf8", "#121716"),
    "soft": ("#55625f", "#a3b0ac"),
    "line": ("#dfe3de", "#2c3634"),
    "ghost": ("#8a5f00", "#dcb65f"),
    "gain": ("#0a6847", "#6fd0a5"),
    "loss": ("#a63a14", "#f29a75"),
}
INK = ("#17211f", "#e6ebe8")
PLACE = (44, 46)  # where a chart of lines writes what is pointed at
SERIES = 8


def series(index: int) -> str:
    """Return the name of the colour for the list with this index: "1" for the first,
    "2" for the second, and so on. After the last colour they begin again, so more lists
    than colours share some.
    """
    return str(index % SERIES + 1)


def paint(fill: str = "", stroke: str = "", more: str = "") -> str:
    """Return the attributes of a shape with these colours by name; "ink" is the colour
    of the text around the chart.
    """
    classes = [more] if more else []
    attributes = []
    for attribute, name in (("fill", fill), ("stroke", stroke)):
        if name in ("none", ""):
            attributes += [f"{attribute}='none'"] if name else []
        elif name == "ink":
            attributes.append(f"{attribute}='currentColor'")
        else:
            classes.append(f"{attribute}-{name}")
            attributes.append(f"{attribute}='{COLOURS[name][0]}'")
    named = [f"class='{' '.join(classes)}'"] if classes else []
    return " ".join([*named, *attributes])


def _values(theme: int) -> str:
    return "".join(
        f"--chart-{name}:{colours[theme]};" for name, colours in COLOURS.items()
    )


def _sheet() -> str:
    """Return the style sheet. A theme that a page's visitor has chosen, `data-theme` on
    the root, overrides that of the machine.
    """
    used = "".join(
        f".chart .{attribute}-{name}{{{attribute}:var(--chart-{name})}}"
        for name in COLOURS
        for attribute in ("fill", "stroke")
    )
    return "\n".join(
        [
            f":root{{{_values(0)}}}",
            (
                "@media"
                f" (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{_values(1)}}}}}"
            ),
            f":root[data-theme=dark]{{{_values(1)}}}",
            used,
            (
                ".chart .points circle,.chart .at path{pointer-events:all}.chart"
                " :is(a,path):focus{outline:none}"
            ),
            f".chart .told{{transform:translate({PLACE[0]}px,{PLACE[1]}px);stroke:none}}",
            ".chart .at .told{fill:currentColor}",
            ".chart .points .told{visibility:hidden}",
            (
                ".chart .at:hover,.chart .at:focus-within,.chart a:hover .told,.chart"
                " a:focus .told{visibility:visible}"
            ),
            ".chart a:hover circle,.chart a:focus-visible circle{stroke-width:7}",
            ".chart text{font-variant-numeric:tabular-nums}",
        ]
    )


SHEET = _sheet()
# a file of its own has no page around it that says what the ink is
ALONE = (
    f"{SHEET}\n:root{{color:{INK[0]}}}@media"
    f" (prefers-color-scheme:dark){{:root{{color:{INK[1]}}}}}"
)


Point = tuple[float, float]
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


def number(value: float) -> str:
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def line(
    a: Point, b: Point, stroke: str = "soft", width: float = 1, dash: str = ""
) -> str:
    dashed = f" stroke-dasharray={saxutils.quoteattr(dash)}" if dash else ""
    return (
        f"<line x1='{number(a[0])}' y1='{number(a[1])}' x2='{number(b[0])}'"
        f" y2='{number(b[1])}' {paint(stroke=stroke)}"
        f" stroke-width='{number(width)}'{dashed}/>"
    )


def path(points: Sequence[Point], stroke: str, width: float = 2, dash: str = "") -> str:
    """Draw a line through points."""
    dashed = f" stroke-dasharray={saxutils.quoteattr(dash)}" if dash else ""
    spots = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return (
        f"<polyline points='{spots}' {paint('none', stroke)}"
        f" stroke-width='{number(width)}'{dashed}/>"
    )


def stairs(points: Sequence[Point], last: float) -> str:
    """Return the commands of a path that holds each height until the next point, and
    the last one up to `last`.
    """
    commands = [f"M{number(points[0][0])} {number(points[0][1])}"]
    for index, (x, y) in enumerate(points[1:], 1):
        # of several heights within one and a half pixels only the last can be seen
        if index + 1 == len(points) or x // 1.5 != points[index + 1][0] // 1.5:
            commands.append(f"H{number(x)}V{number(y)}")
    commands.append(f"H{number(last)}")
    return "".join(commands)


def band(
    upper: Sequence[Point], lower: Sequence[Point], fill: str, opacity: float = 0.15
) -> str:
    """Draw the area between two lines."""
    spots = " ".join(f"{number(x)},{number(y)}" for x, y in (*upper, *reversed(lower)))
    return f"<polygon points='{spots}' {paint(fill)} fill-opacity='{opacity}'/>"


def dot(
    at: Point, radius: float, fill: str, title: str = "", opacity: float = 1
) -> str:
    return (
        f"<circle cx='{number(at[0])}' cy='{number(at[1])}' r='{number(radius)}'"
        f" {paint(fill)} fill-opacity='{opacity}'>{titled(title)}</circle>"
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
    thin = "" if opacity == 1 else f" fill-opacity='{opacity}'"
    return (
        f"<rect x='{number(x)}' y='{number(y)}' width='{number(width)}'"
        f" height='{number(height)}' {paint(fill)}{thin}>{titled(title)}</rect>"
    )


def text(
    at: Point, words: str, size: int = 12, anchor: str = "start", fill: str = "ink"
) -> str:
    return (
        f"<text x='{number(at[0])}' y='{number(at[1])}' font-size='{size}'"
        f" text-anchor='{anchor}' {paint(fill)}>{escape(words)}</text>"
    )


def group(attributes: str, shapes: Iterable[str]) -> str:
    """Put shapes into a group, so that attributes they share are written once."""
    return "\n".join([f"<g {attributes}>", *shapes, "</g>"])


def titled(words: str) -> str:
    """Return the title of a shape: a mouse that rests on it is shown the words, and a
    screen reader says them.
    """
    return f"<title>{escape(words)}</title>" if words else ""


def wrapped(words: str, width: int) -> Iterator[str]:
    """Break a long text into lines, since SVG breaks none."""
    yield from wrap(words, width) or [""]


def escape(words: str) -> str:
    """Return text for XML; characters that XML does not allow, or that change the
    direction of writing, become question marks.
    """
    return saxutils.escape(_printable(words))


def quoted(words: str) -> str:
    """Return an attribute's value in its quotes."""
    return saxutils.quoteattr(_printable(words))


def _printable(words: str) -> str:
    if words.isprintable():
        return words
    return "".join(character if character.isprintable() else "?" for character in words)


def picture(frame: Frame, shapes: Iterable[str]) -> str:
    """Put shapes into an SVG of their own: a chart with its title and description. As a
    file of its own (`alone`) it brings its style sheet and its background along; in a
    page both are the page's.
    """
    width, height, name = frame.width, frame.height, frame.name
    described = f" aria-describedby='{name}-words'" if frame.description else ""
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}'"
        f" viewBox='0 0 {width} {height}' class='chart'"
        f" role='{'group' if frame.links else 'img'}'"
        f" aria-labelledby='{name}-title'{described}{frame.days} {FONT}>"
    )
    parts = [head, f"<title id='{name}-title'>{escape(frame.title)}</title>"]
    if frame.description:
        parts.append(f"<desc id='{name}-words'>{escape(frame.description)}</desc>")
    if frame.alone:
        parts += [
            f"<style>{ALONE}</style>",
            f"<rect width='{width}' height='{height}' {paint('paper')}/>",
        ]
    return "\n".join([*parts, *shapes, "</svg>", ""])
