"""Read whole numbers as they are written in any text file."""


def whole_number(text: str) -> int | None:
    """Read a whole number of at most nine ASCII digits; None for anything else.

    `whole_number("12")` is 12; signs, blanks, points and an empty text give None, so a cell
    can be read without more checks.
    """
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    return None
