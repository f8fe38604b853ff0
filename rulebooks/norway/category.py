"""Koeffisienten (K-en): the category of a tournament from its playing time, and K from category and class."""

from fractions import Fraction

from rulebooks.base import Header
from rulebooks.norway.tables import ALWAYS_FIRST, CATEGORY_MINUTES, CLASSES, COEFFICIENT, FIRST_BY_TIME, Coefficients


# Kategori, Starttid, Totalbet.tid etter 80 trekk. "Tallene er minimumstall." (the minutes are minima)
def category_by_time(start_minutes: int, total_minutes: int) -> str | None:
    for name, start, total in CATEGORY_MINUTES:
        if start_minutes >= start and total_minutes >= total:
            return name
    return None


# "Følgende turneringer blir beregnet i kategori 1 dersom betenkningstiden oppfyller kravene ... Andre turneringer blir
# ikke beregnet i kategori 1 selv om de oppfyller kravene." (only these kinds of event may be in category I, and some
# are "alltid", always, if they are rated at all)
def category_of(start_minutes: int, total_minutes: int, event_kind: str | None) -> str | None:
    """None: too short to be rated."""
    name = category_by_time(start_minutes, total_minutes)
    if name is None:
        return None
    if event_kind in ALWAYS_FIRST:
        return "I"
    return "II" if name == "I" and event_kind not in FIRST_BY_TIME else name


# "Elo-komiteen kan etter søknad godkjenne avvikende betenkningstider innen en kategori" (the committee may approve
# other times): what the officer states counts.
def category(header: Header) -> str | None:
    if header.category is not None:
        return "I" if header.event_kind in ALWAYS_FIRST else header.category
    start, total = header.start_minutes, header.total_minutes
    whole = header.seconds // 60  # nothing else is stated: one time for the whole game
    return category_of(whole if start is None else start, whole if total is None else total, header.event_kind)


def k_of(category_name: str, class_name: str, k: Coefficients = COEFFICIENT) -> Fraction:
    return k[category_name][CLASSES.index(class_name)]
