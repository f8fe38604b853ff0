"""A player's row of a crosstable, before anybody reads the rounds in it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player of the table, with the text before the rounds and the name in it;
    numbers as they are printed.
    """

    line: int
    position: int
    name: str
    text: str
    fide_id: str = ""
    rating: str = ""
    points: str = ""
    rank: str = ""
