"""Koeffisienten (K-en): the category of a tournament from its playing time, the class of a player on the day of the
calculation (definitions A, B and C), and K from both."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from messages import Message, say
from rulebooks.base import Header
from rulebooks.norway.tables import (
    ALWAYS_FIRST,
    CATEGORY_MINUTES,
    CLASSES,
    COEFFICIENT,
    FIRST_BY_TIME,
    JUNIOR_AGE,
    JUNIOR_BELOW,
    MASTER_FROM,
    Coefficients,
)
from rulebooks.numbers import shown


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
    """Return the category by the playing time; None: too short to be rated."""
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


class Stage(NamedTuple):
    """A stage of a time control: its moves, None for the rest of the game; minutes, and seconds of increment a move."""

    moves: int | None
    minutes: Fraction
    increment: Fraction


# "I tillegg må følgende betingelser være oppfylt innen alle kategorier: 1. Med mindre tilleggs- eller utsettelsesmodus
# brukes, må det være minst én tidskontroll før en eventuell hurtigavslutning, og hurtigavslutningen kan ikke være på
# mindre enn 30 minutter. 2. Det må være utført minst 40 trekk før første tidskontroll. 3. I tilleggs- og
# utsettelsesmodus skal tillegget per trekk være på minst 30 sekunder, og en eventuell hurtigavslutning kan ikke være på
# mindre enn 10 minutter." Yet its own examples have "2 timer på hele partiet", "1½ time", "25 min." and "20 min. + 4
# sek.": one time for the whole game is no last phase, and category V asks for no increment of 30 (decided).
def conditions(stages: Sequence[Stage], category_name: str | None) -> list[Message]:
    """Say which conditions are not met, for the office to judge: it may approve other times."""
    flaws: list[Message] = []
    last, several = stages[-1], len(stages) > 1
    modes = any(stage.increment for stage in stages)
    if several and (first := stages[0].moves) is not None and first < 40:
        flaws.append(say("2: the first control is after {count} moves and not after 40", count=first))
    if several and not modes and last.moves is None and last.minutes < 30:
        flaws.append(say("1: the last phase has {minutes} minutes and not 30", minutes=shown(last.minutes)))
    if several and modes and last.moves is None and last.minutes < 10:
        flaws.append(say("3: the last phase has {minutes} minutes and not 10", minutes=shown(last.minutes)))
    least = min((stage.increment for stage in stages if stage.increment), default=Fraction(30))
    if modes and least < 30 and category_name != "V":
        flaws.append(say("3: {seconds} seconds a move and not 30", seconds=shown(least)))
    return flaws


def k_of(category_name: str, class_name: str, k: Coefficients = COEFFICIENT) -> Fraction:
    return k[category_name][CLASSES.index(class_name)]


# "spillere som ikke har fylt 20 år pr. 1. januar i beregningsåret" (not yet 20 on 1 January of the year); if only the
# year of birth is known, hardly anybody is 20 by then.
def is_young(born: str | None, on: str) -> bool:
    if born is None:
        return False
    turned = f"{int(born[:4]) + JUNIOR_AGE:04d}{born[4:]}"
    return turned > f"{on[:4]}-01-01" if len(born) > 4 else turned >= on[:4]


# A: 2300 or more, whatever the age. B: juniors below 2100. "En junior som har vært over 2100 på en offisiell liste blir
# ikke lenger betraktet som junior når hans eget tall beregnes." (whoever has been over 2100 on an official list is no
# longer a junior in their own calculation) C: everybody else below 2300.
def class_of(rating: int | None, reached_2100: bool, young: bool) -> str:
    """Return the class, A, B or C; an unrated player is a junior by age alone."""
    if rating is not None and rating >= MASTER_FROM:
        return "A"
    if young and not reached_2100 and (rating is None or rating < JUNIOR_BELOW):
        return "B"
    return "C"


def reads_day(born: str) -> bool:
    """Tell whether the year of birth alone would give another class: players born on 1 January are 20 on that very
    day."""
    return born[4:] == "-01-01"
