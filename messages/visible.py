"""Escape text that came from a file, in one way: what a screen obeys, hides or turns
round is shown and not sent.
"""

import re

# controls (C0, DEL, C1), line separators, soft hyphen, zero width, bidirectional marks,
# tags and surrogates
_UNSEEN = (
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
_OUR_STYLES = "(\x1b\\[[012]m)"


def visible(text: str) -> str:
    """Return one line that prints as it is stored: every character that would do
    something else becomes its escape.
    """
    if text.isprintable():
        return text
    return re.sub(_UNSEEN, _escape, text)


def visible_cell(text: str) -> str:
    """Escape what does not print in a cell of a table; line ends and tabs stay, as
    cells that need it are quoted.
    """
    if text.isprintable():
        return text
    return re.sub(r"[^\t\r\n]+", lambda part: visible(part[0]), text)


def visible_styled(text: str) -> str:
    """Escape what does not print in a line of our own; the marks that make parts of it
    bold or dim stay.
    """
    if text.isprintable():
        return text
    pieces = re.split(_OUR_STYLES, text)
    # every other piece is a mark
    pieces[::2] = [visible(piece) for piece in pieces[::2]]
    return "".join(pieces)


def visible_json(text: str) -> str:
    """Escape what does not print in JSON, by escapes that JSON itself has: it reads
    back the same.
    """
    if text.isprintable():
        return text
    return re.sub(_UNSEEN, _json_escape, text)


def _escape(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape", "backslashreplace").decode()


def _json_escape(match: re.Match[str]) -> str:
    """Write a character as JSON does: `\\u` and four digits for each of its UTF-16
    units.
    """
    units = match[0].encode("utf-16-be", "surrogatepass").hex()
    escapes = []
    for at in range(0, len(units), 4):
        unit = units[at : at + 4]
        escapes.append(f"\\u{unit}")
    return "".join(escapes)
