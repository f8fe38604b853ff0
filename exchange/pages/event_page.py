"""What a page of an event says, whatever program made it: its facts, and lines of a table
as files have them.
"""

from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

PageKind = Literal[
    "crosstable",
    "pairings",
    "team-pairings",
    "matrix",
    "people",
    "colours-unknown",
    # what these show is not who met whom
    "not-paired",
    "matches-alone",
    "results-alone",
    "one-player",
    "details",
]
Program = Literal["chess-results", "Vega"]


class PageFacts(NamedTuple):
    """What a page says of the event beside its games; empty where it says nothing.

    name: as it is written. place, federation: where it is, a code of three letters.

    time: how long the games are, as it is written.
    """

    name: str = ""
    start: date | None = None
    end: date | None = None
    place: str = ""
    federation: str = ""
    time: str = ""


class TableOfPage(NamedTuple):
    """A table of a page, as it was read.

    kind: what it shows.

    lines: as the readers of that kind take them, with a row of headings first; none
    where the table is only known for what it is.

    numbers: the starting numbers of the rows; all of them, or none.
    """

    kind: PageKind
    lines: list[str]
    numbers: list[str]


@dataclass(frozen=True, slots=True)
class EventPage:
    """A page of an event: its table as lines that the reader of that kind takes.

    `event`: the number or name under which the program knows the event. `numbers`: the
    starting numbers of the rows of a crosstable or matrix, where the page has them.
    """

    program: Program
    event: str
    facts: PageFacts
    kind: PageKind
    lines: tuple[str, ...]
    numbers: tuple[str, ...] = ()
