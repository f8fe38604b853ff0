"""Write what a page shows as lines of a table: the pairings of a round, or people."""

import re
from typing import NamedTuple

from exchange.pages.round_headings import RoundHeading
from exchange.spreadsheets.rows import joined_cells

FORFEITED = re.compile(r"([01½])F?\s*[-–:]\s*([01½])F?")


class PageSeat(NamedTuple):
    """Who sits at a board, as a page shows it; nobody when it is a bye.

    number: the starting number as a text; empty where the page shows none.
    """

    name: str
    number: str


BYE_SEAT = PageSeat("bye", "")
PAIRING_HEADS = ("Bo.", "No.", "White", "Result", "Black", "No.")
PEOPLE_HEADS = ("No.", "Name", "FideID", "FED")


def round_line(heading: RoundHeading) -> str:
    """Write a round as the readers of pairings know it.

        Round 3 on 2026-08-03
        Round 3                  no day is known

    The words are English, whatever the language of the page.
    """
    on = "" if heading.day is None else f" on {heading.day.isoformat()}"
    return f"Round {heading.number}{on}"


def board_line(board: str, white: PageSeat, result: str, black: PageSeat) -> str:
    """Write a board under `PAIRING_HEADS`, with tabs between its cells.

    1    1    Aho, Aino    1 - 0    Berg, Bea    2
    """
    # `No.` of Black stands last, as chess-results prints it
    return joined_cells(
        [
            board,
            white.number,
            white.name,
            plain_result(result),
            black.name,
            black.number,
        ]
    )


def plain_result(text: str) -> str:
    """Write the result of a forfeit, 1F-0F at Vega, as the readers of tables know it.

    text: as the page has it.

        1F-0F    1-0F
        0F-0F    0-0F
        1 - 0    1 - 0    no forfeit: as it is
    """
    match = FORFEITED.fullmatch(text.strip())
    if match is None or "F" not in text:
        return text

    return f"{match[1]}-{match[2]}F"
