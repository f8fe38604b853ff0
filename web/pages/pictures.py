"""Pictures that libraries of the field draw. Without the extra `selokirja[pictures]` there are none."""

from importlib.util import find_spec

from markupsafe import Markup


def qr_code(text: str) -> Markup | None:
    """Return a QR code as SVG for a page, dark on light whatever the colours of the page; None without the library."""
    if find_spec("segno") is None:
        return None
    import segno  # 50 ms, which only whoever prints pays

    made = segno.make_qr(text, error="m")
    return Markup(made.svg_inline(scale=1, border=4, light="#fff", omitsize=True, svgclass="qr", lineclass=None))
