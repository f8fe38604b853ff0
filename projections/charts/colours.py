"""The colours of charts, in light and in dark, and the style sheet that follows from
them.

Every shape has its light colour as an attribute, which any program that opens an SVG
understands, and a class, by which a style sheet gives it the colour of the theme.
Nothing is styled inline, so a page that forbids inline styles may hold a chart: it
links to `SHEET`. A file of its own has the same sheet inside.
"""

from functools import cache

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
SERIES = 8
# names of what is the same in every theme
UNTHEMED = {"none": "none", "ink": "currentColor"}
# where a chart of lines writes what is pointed at
READOUT_LEFT, READOUT_TOP = 44, 46


def colour_name(index: int) -> str:
    """Return the name of the colour for the list with this index: "1" for the first,
    "2" for the second, and so on. After the last colour they begin again, so more lists
    than colours share some.
    """
    return str(index % SERIES + 1)


@cache
def paint(fill: str = "", stroke: str = "", more: str = "") -> str:
    """Return the attributes of a shape with these colours by name; "ink" is the colour
    of the text around the chart. `more`: a class that it has beside.

    An empty name leaves its attribute out:

        paint("1")  ->  "class='fill-1' fill='#0b5f60'"
        paint("none", "ink")  ->  "fill='none' stroke='currentColor'"
    """
    classes = [more] if more else []
    attributes = []
    for attribute, name in (("fill", fill), ("stroke", stroke)):
        if name == "":
            continue
        colour = UNTHEMED.get(name)
        if colour is None:
            classes.append(f"{attribute}-{name}")
            colour, _ = COLOURS[name]
        attributes.append(f"{attribute}='{colour}'")

    if classes:
        attributes.insert(0, f"class='{' '.join(classes)}'")
    return " ".join(attributes)


def _values(theme: int) -> str:
    """Return the variables with the colours of a theme: 0 is light, 1 is dark.

    They read `--chart-1:#0b5f60;` and so on.
    """
    variables = []
    for name, colours in COLOURS.items():
        variables.append(f"--chart-{name}:{colours[theme]};")
    return "".join(variables)


def _classes() -> str:
    """Return the rules by which the classes of shapes have the colours of the theme.

    Each colour has one for the fill of a shape and one for its stroke.
    """
    rules = []
    for name in COLOURS:
        for attribute in ("fill", "stroke"):
            colour = f"var(--chart-{name})"
            rules.append(f".chart .{attribute}-{name}{{{attribute}:{colour}}}")
    return "".join(rules)


def _sheet() -> str:
    """Return the style sheet. A theme that a page's visitor has chosen, `data-theme` on
    the root, overrides that of the machine.

    It holds the colours of both themes, and what happens under a pointer.
    """
    light, dark = _values(0), _values(1)
    return "\n".join(
        [
            f":root{{{light}}}",
            (
                "@media (prefers-color-scheme:dark)"
                f"{{:root:not([data-theme=light]){{{dark}}}}}"
            ),
            f":root[data-theme=dark]{{{dark}}}",
            _classes(),
            (
                ".chart .points circle,.chart .at path{pointer-events:all}.chart"
                " :is(a,path):focus{outline:none}"
            ),
            (
                f".chart .told{{transform:translate({READOUT_LEFT}px,{READOUT_TOP}px)"
                ";stroke:none}"
            ),
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


def _ink_of_a_file() -> str:
    """Return the rules for a file of its own, which has no page around it that says
    what the ink is.
    """
    light, dark = INK
    in_the_dark = f"@media (prefers-color-scheme:dark){{:root{{color:{dark}}}}}"
    return f":root{{color:{light}}}{in_the_dark}"


SHEET = _sheet()
ALONE = f"{SHEET}\n{_ink_of_a_file()}"
