"""Koeffisienten (K-en), definitions A, B and C: the class of a player on the day of the calculation."""

from rulebooks.norway.tables import JUNIOR_AGE, JUNIOR_BELOW, MASTER_FROM


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
    """An unrated player is a junior by age alone."""
    if rating is not None and rating >= MASTER_FROM:
        return "A"
    if young and not reached_2100 and (rating is None or rating < JUNIOR_BELOW):
        return "B"
    return "C"
