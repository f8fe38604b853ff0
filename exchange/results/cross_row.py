"""A player's row of a crosstable, before anybody reads the rounds in it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A player of the table, with the text before the rounds and the name in it;
    numbers as they are printed.

    line: of the file, from 1. position: of the row in the table, from 1.

    text: all that stands before the rounds. What the table has no column for is empty.
    """

    line: int
    position: int
    name: str
    text: str
    fide_id: str = ""
    rating: str = ""
    points: str = ""
    rank: str = ""
