"""Pictures that libraries of the field draw. Without the extra `selokirja[pictures]` there are none."""

from functools import cache
from importlib.util import find_spec

from markupsafe import Markup


def qr_code(text: str) -> Markup | None:
    """Return a QR code as SVG for a page, dark on light whatever the colours of the page; None without the library."""
    if find_spec("segno") is None:
        return None
    import segno  # 50 ms, which only whoever prints pays

    made = segno.make_qr(text, error="m")
    return Markup(made.svg_inline(scale=1, border=4, light="#fff", omitsize=True, svgclass="qr", lineclass=None))


def png(picture: str) -> bytes | None:
    """Return a picture of ours as PNG; None without the library, or on a machine without any font for its letters."""
    return _drawn(picture) if can_draw() else None


@cache
def can_draw() -> bool:
    """Tell whether pictures with words in them can be drawn here."""
    if find_spec("resvg_py") is None:
        return False
    empty = "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>{}</svg>"
    word = "<text y='15' font-family='sans-serif'>Hg</text>"
    return _drawn(empty.format(word)) != _drawn(empty.format(""))


def _drawn(picture: str) -> bytes:
    import resvg_py  # an extra

    return bytes(resvg_py.svg_to_bytes(svg_string=picture))
