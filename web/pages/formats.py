"""Days, moments and quantities as each language writes them, and the two times of a page. Templates compute nothing:
these only write."""

from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from ledger.office import local_moment
from messages.said import MONTHS, day, number, sum_text
from projections.answers.asking import Timed


def moment(text: str, zone: str, *, language: str) -> str:
    """Write a moment to the minute, as the clocks of a time zone have it."""
    text = local_moment(text, zone)
    hour, minute = text[11:13], text[14:16]
    return f"{day(text, language)} {hour}{':' if language == 'en' else '.'}{minute}"


def month(text: str, language: str) -> str:
    """Write the month of a day: 9/2025 in Finnish and Swedish, September 2025 in English."""
    year, number_of = text[:4], int(text[5:7])
    return f"{MONTHS[number_of - 1]} {year}" if language == "en" else f"{number_of}/{year}"


@lru_cache(8192)
def decimals(value: float, places: int, language: str) -> str:
    """Write a quantity with so many decimals, the sign a real minus."""
    return number(f"{value:.{places}f}", language)


@lru_cache(4096)
def quantity(value: float, language: str) -> str:
    """Write a quantity in as few digits as it needs: a score, a sum."""
    return number(f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value), language)


@lru_cache(1024)
def halves(value: float, language: str) -> str:
    """Write points of a chess table: 5½ in every language."""
    return f"{value // 1:.0f}½".removeprefix("0") if value % 1 == 0.5 else quantity(value, language)


@lru_cache(4096)
def change(value: float, language: str, places: int | None = None) -> str:
    """Write a change, always with its sign."""
    written = quantity(value, language) if places is None else decimals(value, places, language)
    return ("+" if value > 0 else "±" if value == 0 else "") + written


@lru_cache(4096)
def moved(value: float | None, language: str, places: int | None = None) -> Markup:
    """Write a change in the colour of a gain or a loss; nothing where there is none."""
    if value is None:
        return Markup("")
    kind = "gain" if value > 0 else "loss" if value < 0 else "same"
    return Markup('<span class="{}">{}</span>').format(kind, change(value, language, places))


class Times(NamedTuple):
    """The two times as an address states them; None: today, everything."""

    as_of: str | None = None
    known_on: str | None = None
    known_seq: int | None = None

    @property
    def given(self) -> bool:
        return self != NOW

    @property
    def query(self) -> dict[str, str | int | None]:
        """The query for links to pages that should show the same two times."""
        return dict(self._asdict())


NOW = Times()


def times_of(asked: Timed, today: str) -> Times:
    """Return the two times that a question asks for. Today, which a form fills in by itself, counts as not given, so
    that links from the page stay free of it.
    """
    as_of = None if asked.as_of == today else asked.as_of
    known_on = None if asked.known_on == today else asked.known_on
    return Times(as_of, known_on, asked.known_seq)


__all__ = ["change", "day", "decimals", "halves", "moment", "month", "moved", "quantity", "sum_text"]
