"""Write days, moments and quantities as each language has them."""

from markupsafe import Markup

from ledger.office import local_moment
from messages.translated import MONTHS, day, number


def moment(text: str, zone: str, *, language: str) -> str:
    """Write a moment to the minute, as the clocks of a time zone have it.

    For example, of 2026-06-01T09:00:00Z in Helsinki, in Finnish:

        1.6.2026 12.00
    """
    text = local_moment(text, zone)
    hour, minute = text[11:13], text[14:16]
    mark = ":" if language == "en" else "."
    return f"{day(text, language)} {hour}{mark}{minute}"


def month(text: str, language: str) -> str:
    """Write the month of a day: 9/2025 in Finnish and Swedish, September 2025 in
    English.
    """
    year, number_of = text[:4], int(text[5:7])
    if language == "en":
        return f"{MONTHS[number_of - 1]} {year}"
    return f"{number_of}/{year}"


def decimals(value: float, places: int, language: str) -> str:
    """Write a quantity with so many decimals, the sign a real minus."""
    return number(f"{value:.{places}f}", language)


def quantity(value: float, language: str) -> str:
    """Write a quantity in as few digits as it needs: a score, a sum.

    Six decimals at most: 2.5 stays 2.5, and 3.0 is 3.
    """
    digits = str(value)
    if isinstance(value, float):
        digits = f"{value:.6f}".rstrip("0").rstrip(".")
    return number(digits, language)


def halves(value: float, language: str) -> str:
    """Write points of a chess table: 5½ in every language.

    Points, not half points: of 0.5 it is ½, of 3.0 it is 3.
    """
    if value % 1 == 0.5:
        return f"{value // 1:.0f}½".removeprefix("0")
    return quantity(value, language)


def change(value: float, language: str, places: int | None = None) -> str:
    """Write a change, always with its sign.

    `places`: how many decimals; None for as few as it needs. Of 12 it is +12, of 0 it
    is ±0.
    """
    if places is None:
        written = quantity(value, language)
    else:
        written = decimals(value, places, language)
    sign = ""  # the number below zero has its own
    if value > 0:
        sign = "+"
    elif value == 0:
        sign = "±"
    return sign + written


def moved(value: float | None, language: str, places: int | None = None) -> Markup:
    """Write a change in the colour of a gain or a loss; nothing where there is none.

    `value`: None where somebody had no rating before. A change of 0 has a colour of its
    own. `places`: as `change` has them.
    """
    if value is None:
        return Markup("")

    kind = "same"
    if value > 0:
        kind = "gain"
    elif value < 0:
        kind = "loss"
    return Markup('<span class="{}">{}</span>').format(
        kind, change(value, language, places)
    )
