"""The order of computation as one bytewise key (rules 1.3 and 1.7): dates first, ids only break ties.

On one day openings come first, then units, then rulings. A blank separates the parts, because it sorts before
every character an id may have.
"""

OPENING, UNIT, RULING = "0", "1", "2"
ORDER_SPAN = 1_000_000_000


def signed(number: int) -> str:
    """A whole number of either sign so that text order is number order."""
    return f"{number + ORDER_SPAN:010d}"


def unit_place(end: str, start: str, order_no: int, tournament: str, round_no: int = 0, place: int = 0) -> str:
    return f"{end} {UNIT} {start} {signed(order_no)} {tournament} {round_no:06d} {place:06d}"


def opening_place(on: str, player: str) -> str:
    return f"{on} {OPENING} {player}"


def ruling_place(on: str, player: str, is_delta: bool, value: int, seq: int) -> str:
    """Rulings of one day: a set number before a correction of it, whatever came in first."""
    return f"{on} {RULING} {player} {int(is_delta)} {signed(value)} {seq:012d}"
