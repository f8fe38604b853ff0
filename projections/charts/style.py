"""The colours of charts, in light and in dark, and the style sheet that follows from them.

Every shape has its light colour as an attribute, which any program that opens an SVG understands, and a class, by which
a style sheet gives it the colour of the theme. Nothing is styled inline, so a page that forbids inline styles may hold
a chart: it links to `SHEET`. A file of its own has the same sheet inside.
"""

# by name: in light, in dark; the series can be told apart by colour-blind readers
COLOURS = {
    "1": ("#0b5f60", "#5cc2bd"),
    "2": ("#c2510a", "#f0936f"),
    "3": ("#6f4aa8", "#b79cf0"),
    "4": ("#8f6400", "#e6b84a"),
    "5": ("#2f7fb8", "#7cc0ef"),
    "6": ("#a8487f", "#ef9fcf"),
    "7": ("#5a6764", "#9aa8a4"),
    "8": ("#17211f", "#e6ebe8"),
    "paper": ("#fbfaf7", "#121716"),
    "soft": ("#5a6764", "#9aa8a4"),
    "line": ("#dde1dc", "#2c3634"),
    "ghost": ("#8c6514", "#d9b25c"),
    "gain": ("#0b6b3f", "#6fd09b"),
    "loss": ("#a23b1e", "#f0936f"),
}
INK = ("#17211f", "#e6ebe8")
SERIES = 8


def series(index: int) -> str:
    """The name of the colour of the first, second, ... list; after the last one they begin again."""
    return str(index % SERIES + 1)


def paint(fill: str = "", stroke: str = "", more: str = "") -> str:
    """The attributes of a shape with these colours by name; "ink" is the colour of the text around the chart."""
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
    return "".join(f"--chart-{name}:{colours[theme]};" for name, colours in COLOURS.items())


def _sheet() -> str:
    """A theme that a page's visitor has chosen, `data-theme` on the root, stands above that of the machine."""
    used = "".join(
        f".chart .{attribute}-{name}{{{attribute}:var(--chart-{name})}}"
        for name in COLOURS
        for attribute in ("fill", "stroke")
    )
    return "\n".join(
        [
            f":root{{{_values(0)}}}",
            f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{_values(1)}}}}}",
            f":root[data-theme=dark]{{{_values(1)}}}",
            used,
            ".chart .points circle{pointer-events:all}.chart a:focus{outline:none}",
            ".chart a:hover circle,.chart a:focus-visible circle{stroke-width:7}",
            ".chart text{font-variant-numeric:tabular-nums}",
        ]
    )


SHEET = _sheet()
# a file of its own has no page around it that says what the ink is
ALONE = f"{SHEET}\n:root{{color:{INK[0]}}}@media (prefers-color-scheme:dark){{:root{{color:{INK[1]}}}}}"
