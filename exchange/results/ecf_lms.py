"""Read matches of teams from the league management system of the English federation: a
list of match cards in JSON.

    {"title": "Rooks A v Pawns BRound 3", "header": ["Board", "Rating", "Rooks A", " V ", "Pawns B", ...],
     "data": [{"board": "1 ( B )", "hname": "Aho, Aino", "result": "1 - 0", "aname": "Berg, Bea"}]}

The letter behind the board is the colour of home. `(def)` and the name `Default` are
forfeits. `0 - 0` may be a game that both lost, or none at all, so it is left open.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from exchange.results.written_results import result
from exchange.spreadsheets.rows import joined_cells
from ledger.errors import Problem, Refused, Where
from messages import NOTHING, say
from messages.results import PENDING

_ROUND = re.compile(r"Round\s*([0-9]{1,3})\s*\Z", re.IGNORECASE)
_BOARD = re.compile(r"\s*([0-9]{1,3})\s*\(\s*([WB])\s*\)\s*")
_NOBODY = "default"
_FORFEIT = "(def)"


def is_lms(head: bytes) -> bool:
    """Return whether a file begins as a list of match cards: JSON with the fields of
    home and away.

    head: its first bytes.
    """
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return start in (b"[", b"{") and b'"hname"' in head and b'"aname"' in head


def lms_lines(text: str, file: str) -> list[str]:
    """Write the matches as lines of team pairings, or refuse what is no JSON. What is
    no match card in it has no lines, and a file without any is refused by who reads
    them.

    text: of the file. file: its name.
    """
    try:
        cards = json.loads(text)
    except (ValueError, RecursionError):
        message = say("this is not JSON")
        raise Refused(Problem("not-json", message, Where(file), NOTHING)) from None

    if isinstance(cards, dict):
        cards = [cards]

    lines: list[str] = []
    for card in cards if isinstance(cards, list) else ():
        if isinstance(card, dict):
            lines += _match(card)

    return lines


def _match(card: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a match: its round, its teams, its boards.

    card: an object of the list. The score is 0 - 0 where the card has no totals; what
    is no card yields nothing.

        Bo.  Team A  3 - 1  Team B
        1.1  w  Aho, Aino  -  Berg, Bea  1 - 0
    """
    heads = card.get("header")
    rows = card.get("data")
    if not isinstance(heads, list) or len(heads) < 5 or not isinstance(rows, list):
        return

    named = _ROUND.search(str(card.get("title", "")))
    # round 0 is none: a match is not of the round of the card before
    yield f"Round {int(named[1]) if named else 0}"

    # the teams are the headings of the columns of their players
    teams = [_text(heads[2]), _text(heads[4])]
    totals = card.get("totals")
    score = _text(totals[3]) if isinstance(totals, list) and len(totals) > 3 else ""
    yield joined_cells(["Bo.", teams[0], score or "0 - 0", teams[1]])

    for row in rows:
        if isinstance(row, dict) and (line := _board(row)):
            yield line


def _board(row: Mapping[str, Any]) -> str:
    """Write a board; empty where nobody came for either team.

    row: of a card. A game is a forfeit where it says so, or where one side has no
    player. Without a result, or with 0 - 0 between two players, it is to come.

        1 ( B )  Aho, Aino  1 - 0        Berg, Bea    of the card
        1.1  b  Aho, Aino  -  Berg, Bea  1 - 0        its line

        2 ( W )  Aho, Aino  1 - 0 (def)  Default
        1.2  w  Aho, Aino  -    1-0F
    """
    board = _BOARD.fullmatch(str(row.get("board", "")))
    home, away = _player(row, "hname"), _player(row, "aname")
    if not home and not away:
        return ""

    score = _text(row.get("result"))
    plain = score.replace(_FORFEIT, "").strip()
    is_forfeit = plain != score or not home or not away
    read = result(plain)
    if plain and read is None:
        written = plain  # refused by who reads the line
    elif not plain or (read == "0-0" and not is_forfeit):
        written = PENDING
    elif is_forfeit:
        written = f"{plain.replace(' ', '')}F"
    else:
        written = plain

    number = board[1] if board else "0"
    colour = board[2].lower() if board else ""

    return joined_cells([f"1.{number}", colour, home, "-", away, written])


def _player(row: Mapping[str, Any], field: str) -> str:
    """Return the name in a field; empty where the card says that nobody came: the name
    is then `Default`.
    """
    name = _text(row.get(field))
    return "" if name.casefold() == _NOBODY else name


def _text(value: object) -> str:
    """Return a text without needless blanks; empty for whatever is no text, as numbers
    and nothing.
    """
    return " ".join(str(value).split()) if isinstance(value, str) else ""
