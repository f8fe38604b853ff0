"""Read the results that SWAR exports as JSON, the program of Belgium's federations.

    {"Swar": {"TournamentDesc": {"Tournament": "Open", "NbOfRounds": 2},
              "Player": [{"Ni": 1, "Name": "Aho, Aino", "Sex": "F", "Country": "BEL",
                          "NationalId": 12345, "FideId": 0, "ClubName": "Rooks",
                          "RoundArray": [{"RoundNr": 1, "Tabel": "1", "Color": "White",
                                          "OpponentNi": 2, "Result": "1"}]}]}}

Each player says of each round whom they met, with which colour, and what they scored:
`1`, `½`, `0`, `1FF` and `0FF` for forfeits, `-` where nothing is known yet. Instead of a
board there is `BYE` or `Absent`. Who met must say the same. The file has no days.
"""

import json
from collections.abc import Iterator, Mapping

from exchange.programs.tournament import (
    Event,
    Person,
    SentFile,
    Tournament,
    checked_tournament,
)
from exchange.programs.values import number_of, text_of
from exchange.text.cells import BLANK, Cell
from exchange.text.notes import Notes
from messages import say

_COLOURS = {"white": "w", "black": "b"}
_PLAYED = {"1": "1", "½": "=", "0": "0", "1FF": "+", "0FF": "-", "-": BLANK, "": BLANK}
# who had no opponent scored so much; a bye without a result is the usual one
_BYE = {"1": "U", "½": "H", "0": "Z", "": "U", "-": "U"}
_ABSENT = {"1": "F", "½": "H"}
_SEXES = {"F": "f", "M": "m"}
_INSTEAD = say("export the report (TRF) from SWAR")


def is_swar(head: bytes) -> bool:
    """Return whether a file begins as SWAR's JSON does.

    head: the first bytes of the file; a byte order mark and blanks do not matter.

        {"Swar": {     True
    """
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start.startswith(b"{") and start[1:].lstrip().startswith(b'"Swar"')


def read_swar(data: bytes, file: str, encoding: str | None) -> Tournament:
    """Read the tournament, or refuse it.

    file: its name. encoding: of the text; UTF-8 where none is named.

    Raised is Refused: it is no JSON, a player has no number, or rows of a game differ.
    """
    sent = SentFile(data, file, "SWAR", _INSTEAD, encoding or "utf-8")
    swar = _object_or_empty(_object_of_file(sent).get("Swar"))
    players = swar.get("Player")
    if not isinstance(players, list):
        raise sent.broken()

    rows = [_object_or_empty(row) for row in players]
    if not all(number_of(row.get("Ni")) for row in rows):
        raise sent.broken()

    notes = Notes(file)
    described = _object_or_empty(swar.get("TournamentDesc"))
    event = Event(
        name=text_of(described.get("Tournament"), sent),
        rounds=number_of(described.get("NbOfRounds")),
    )

    sent.check_size(sum(_count_of_rounds(row) for row in rows))
    cells: list[Cell] = []
    for row in rows:
        cells += _cells(row, sent, notes)

    people = [_person(row, sent) for row in rows]
    return checked_tournament(sent, event, people, cells, notes)


def _object_of_file(sent: SentFile) -> Mapping[str, object]:
    """Return the object that the file holds; refuse what is no JSON in its encoding.
    Anything but an object is an empty one.
    """
    data = sent.data.removeprefix(b"\xef\xbb\xbf")
    try:
        return _object_or_empty(json.loads(data.decode(sent.encoding)))
    except (ValueError, RecursionError, LookupError):
        raise sent.broken() from None


def _object_or_empty(value: object) -> Mapping[str, object]:
    """Return an object as it is; an empty one in place of anything else, so that what
    is in it is missing and not wrong.
    """
    return value if isinstance(value, dict) else {}


def _person(row: Mapping[str, object], sent: SentFile) -> Person:
    """Return a player. The rating is FIDE's, else Belgium's; 0 is none, as in ids.

    row: an object of the list of players; a field that is missing is empty, and so is
    one of another kind.
    """

    def number(field: str) -> int:
        return number_of(row.get(field))

    def text(field: str) -> str:
        return text_of(row.get(field), sent)

    sex = text("Sex")[:1].upper()
    return Person(
        number=number("Ni"),
        name=text("Name"),
        sex=_SEXES.get(sex, ""),
        federation=text("Country"),
        fide_id=str(number("FideId") or ""),
        national_id=str(number("NationalId") or ""),
        club=text("ClubName"),
        rating=number("FideElo") or number("NationalElo"),
        title=text("Titel"),
    )


def _count_of_rounds(row: Mapping[str, object]) -> int:
    """Return how many rounds a player has; 0 where there is no list of them, which is
    refused later.
    """
    rounds = row.get("RoundArray")
    return len(rounds) if isinstance(rounds, list) else 0


def _cells(row: Mapping[str, object], sent: SentFile, notes: Notes) -> Iterator[Cell]:
    """Yield a cell for each round of a player; refuse rounds that are no list. A player
    without rounds has none.
    """
    rounds = row.get("RoundArray") or []
    if not isinstance(rounds, list):
        raise sent.broken()

    own = number_of(row.get("Ni"))
    for value in rounds:
        of_round = _object_or_empty(value)
        yield _cell(own, of_round, sent, notes)


def _cell(own: int, one: Mapping[str, object], sent: SentFile, notes: Notes) -> Cell:
    """Return the cell of a round of the player `own`.

        "Tabel": "1", "Color": "White", "OpponentNi": 2, "Result": "1"   w 1
        "Tabel": "BYE", "Result": "½"                                    H
        "Tabel": "Absent", "Result": ""                                  Z

    H is half a point, and Z none. A result that is not known is noted, and the cell is
    left open.
    """
    board = text_of(one.get("Tabel"), sent).casefold()
    score = text_of(one.get("Result"), sent).upper()
    cell = Cell(number_of(one.get("RoundNr")), own, 0, "-", BLANK)

    # the board says whether there was an opponent at all
    if board == "bye":
        code = _BYE.get(score)
    elif board == "absent":
        code = _ABSENT.get(score, "Z")
    else:
        code = _PLAYED.get(score)
        colour = _COLOURS.get(text_of(one.get("Color"), sent).casefold(), "-")
        met = number_of(one.get("OpponentNi"))
        cell = Cell(cell.round, own, met, colour, BLANK)

    if code is None:
        message = say(
            "{player} has the result {result}, which is not known here",
            player=own,
            result=repr(score[:20]),
        )
        notes.problems.append(sent.cell_problem("result", message, cell))
        return cell

    return Cell(cell.round, own, cell.opponent, cell.colour, code)
