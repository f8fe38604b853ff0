"""The few shapes a chart is made of, as SVG text. Every text is escaped; coordinates have one decimal."""

from collections.abc import Iterable, Sequence
from xml.sax import saxutils

Point = tuple[float, float]
# also distinct for colour-blind readers (Okabe and Ito, 2008)
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")
GREY, LIGHT = "#666666", "#dddddd"
FONT = "font-family='system-ui, sans-serif'"


def colour(index: int) -> str:
    return COLOURS[index % len(COLOURS)]


def number(value: float) -> str:
    text = f"{value:.1f}"
    return text.removesuffix(".0")


def line(a: Point, b: Point, stroke: str = GREY, width: float = 1, dash: str = "") -> str:
    dashed = f" stroke-dasharray={saxutils.quoteattr(dash)}" if dash else ""
    return (
        f"<line x1='{number(a[0])}' y1='{number(a[1])}' x2='{number(b[0])}' y2='{number(b[1])}'"
        f" stroke='{stroke}' stroke-width='{number(width)}'{dashed}/>"
    )


def path(points: Sequence[Point], stroke: str, width: float = 2) -> str:
    """A line through points."""
    spots = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f"<polyline points='{spots}' fill='none' stroke='{stroke}' stroke-width='{number(width)}'/>"


def band(upper: Sequence[Point], lower: Sequence[Point], fill: str, opacity: float = 0.15) -> str:
    """The area between two lines."""
    spots = " ".join(f"{number(x)},{number(y)}" for x, y in (*upper, *reversed(lower)))
    return f"<polygon points='{spots}' fill='{fill}' fill-opacity='{opacity}' stroke='none'/>"


def dot(at: Point, radius: float, fill: str, title: str = "", opacity: float = 1) -> str:
    inside = f"<title>{escape(title)}</title>" if title else ""
    return (
        f"<circle cx='{number(at[0])}' cy='{number(at[1])}' r='{number(radius)}' fill='{fill}'"
        f" fill-opacity='{opacity}'>{inside}</circle>"
    )


def box(x: float, y: float, width: float, height: float, fill: str, title: str = "") -> str:
    inside = f"<title>{escape(title)}</title>" if title else ""
    return (
        f"<rect x='{number(x)}' y='{number(y)}' width='{number(width)}' height='{number(height)}'"
        f" fill='{fill}'>{inside}</rect>"
    )


def text(at: Point, words: str, size: int = 12, anchor: str = "start", fill: str = "#222222") -> str:
    return (
        f"<text x='{number(at[0])}' y='{number(at[1])}' font-size='{size}' text-anchor='{anchor}' fill='{fill}'>"
        f"{escape(words)}</text>"
    )


def escape(words: str) -> str:
    """Text for XML; characters that XML does not allow become question marks."""
    return saxutils.escape("".join(character if character.isprintable() else "?" for character in words))


def picture(width: int, height: int, title: str, shapes: Iterable[str]) -> str:
    """A whole file with a white background; screen readers read the title."""
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' viewBox='0 0 {width} {height}'"
        f" role='img' {FONT}>"
    )
    ground = f"<rect width='{width}' height='{height}' fill='#ffffff'/>"
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *shapes, "</svg>", ""])
