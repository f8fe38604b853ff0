"""Read the zip archive in which SwissPerfect's three files of a tournament are sent.

    open.ini    [Tournament Info] Name=Open          a text of settings
    open.trn    ID START_NO SURNAME FIRSTNAME ...    a table of dBase: the players
    open.sco    ROUND WHITE BLACK W_SCORE B_SCORE W_TYPE B_TYPE

Scores are in half points, and 0 stands for nobody. A game was played where both types
are 1; with any other it is a forfeit. Players are called by their starting number. Half
points that were given beside the rounds are in none of them, so they are only told of.
The files have no days of the event.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from zipfile import ZipFile

from exchange.programs.tournament import (
    Event,
    Person,
    SentFile,
    Tournament,
    checked_tournament,
)
from exchange.programs.values import birth_of, number_of, text_of
from exchange.spreadsheets.archives import open_archive, unpacked_part
from exchange.spreadsheets.dbase import Row, table_rows
from exchange.text.cells import Cell
from exchange.text.encodings import text_and_encoding
from exchange.text.notes import Notes
from messages import counted, say

_INSTEAD = say(
    "export the crosstable from SwissPerfect as text, with the columns No, Name and Loc"
    " Id, and send that"
)
_PLAYERS = ("ID", "START_NO", "SURNAME", "FIRSTNAME")
_SCORES = ("ROUND", "WHITE", "BLACK", "W_SCORE", "B_SCORE", "W_TYPE", "B_TYPE")
_ON_THE_BOARD = "1"
_NAME = re.compile(r"^[ \t]*Name[ \t]*=(.*)$", re.MULTILINE | re.IGNORECASE)
_ARBITER = re.compile(r"^[ \t]*Arbiter[ \t]*=(.*)$", re.MULTILINE | re.IGNORECASE)
_PLAYED = {(2, 0): "10", (1, 1): "==", (0, 2): "01"}
_FORFEIT = {(2, 0): "+-", (1, 1): "DD", (0, 2): "-+", (0, 0): "--"}
_ALONE = {2: "F", 1: "H", 0: "Z"}
_SEXES = {"1": "m", "2": "f"}
Texts = dict[str, str]


def is_perfect_zip(data: bytes, file: str) -> bool:
    """Return whether an archive holds the players and the scores of one tournament of
    SwissPerfect.

    The names have to be the same but for their ends: open.trn and open.sco. Other files
    may be beside them.
    """
    with open_archive(data, file) as archive:
        names = [name.casefold() for name in archive.namelist()]

    players = [name[:-4] for name in names if name.endswith(".trn")]
    scores = [name[:-4] for name in names if name.endswith(".sco")]
    return len(players) == 1 and players == scores


def read_swissperfect(data: bytes, file: str, encoding: str | None) -> Tournament:
    """Read the tournament, or refuse it.

    file: the name of the archive. encoding: of the texts, or None where it is to be
    told from them.

    Raised is Refused: a part is missing or no table of dBase, a text is not of the
    encoding, or rows of a game differ.
    """
    sent = SentFile(data, file, "SwissPerfect", _INSTEAD)
    with open_archive(data, file) as archive:
        settings = _part(archive, ".ini", sent)
        rows = table_rows(_part(archive, ".trn", sent), file, _PLAYERS, _INSTEAD)
        scores = table_rows(_part(archive, ".sco", sent), file, _SCORES, _INSTEAD)

    sent.check_size(len(rows) + 2 * len(scores))
    if not encoding:
        encoding = _encoding([*rows, *scores], settings, sent)
    sent = sent._replace(encoding=encoding)

    decoded = [_decoded(row, sent) for row in rows]
    numbers = _numbers(decoded)
    people = [_person(row, numbers, sent) for row in decoded]

    notes = Notes(file)
    cells: list[Cell] = []
    for score in scores:
        cells += _cells(_decoded(score, sent), numbers, sent, notes)

    _tell_bonus(decoded, notes)
    event = _event(_text(settings, sent), sent)

    return checked_tournament(sent, event, people, cells, notes)


def _part(archive: ZipFile, ending: str, sent: SentFile) -> bytes:
    """Return the part with this ending, in small letters or capitals; empty where there
    is none.
    """
    for name in archive.namelist():
        if name.casefold().endswith(ending):
            return unpacked_part(archive, name, sent.file) or b""

    return b""


def _encoding(rows: Sequence[Row], settings: bytes, sent: SentFile) -> str:
    """Return the encoding of the texts. SwissPerfect does not say which it is, so all
    of them tell it together.

    settings: the bytes of the .ini file. rows: of both tables.
    """
    texts = [settings]
    for row in rows:
        texts += row.values()

    _, encoding = text_and_encoding(b"\n".join(texts), sent.file)
    return encoding


def _decoded(row: Row, sent: SentFile) -> Texts:
    """Return the row of a table with its cells as texts, by the names of its columns.

    sent: the file, which knows the encoding of its texts.
    """
    return {name: _text(cell, sent) for name, cell in row.items()}


def _text(data: bytes, sent: SentFile) -> str:
    """Return bytes of the file as a text; refuse the file where they are in no such
    encoding, or where there is no such encoding.
    """
    try:
        return data.decode(sent.encoding)
    except (UnicodeDecodeError, LookupError):
        message = say("the file is not {encoding}", encoding=sent.encoding)
        raise sent.refusal("text-encoding", message) from None


def _event(settings: str, sent: SentFile) -> Event:
    """Return the name and the arbiter, which stand in the first part of the settings.

    settings: the text of the .ini file; it may be empty.

        [Tournament Info]
        Name=Saaren avoin
        Arbiter=Urho, Unto

    What has no line there is empty.
    """
    name = _NAME.search(settings)
    arbiter = _ARBITER.search(settings)
    return Event(
        name=text_of(name[1], sent) if name else "",
        arbiter=text_of(arbiter[1], sent) if arbiter else "",
    )


def _numbers(people: Sequence[Mapping[str, str]]) -> dict[int, int]:
    """Return by ids in the tables what players are called by: their starting numbers,
    or the ids where not everybody has a starting number of their own.
    """
    starting = [number_of(row["START_NO"]) for row in people]
    ids = [number_of(row["ID"]) for row in people]

    numbers = ids
    is_everybodys_own = all(starting) and len(set(starting)) == len(starting)
    if is_everybodys_own:
        numbers = starting

    return dict(zip(ids, numbers, strict=True))


def _person(
    row: Mapping[str, str], numbers: Mapping[int, int], sent: SentFile
) -> Person:
    """Return a player of the table.

    row: of the table of players, as texts. numbers: what players are called by, of each
    id.

    The rating is the national one; of whoever has none, the international one. A column
    that the table does not have is empty.
    """
    names = [row["SURNAME"], row["FIRSTNAME"]]
    name = ", ".join(part for part in names if part)
    sex = row.get("SEX", "")
    born = number_of(row.get("BIRTH_DATE"))
    national_rating = number_of(row.get("LOC_RTG"))

    return Person(
        number=numbers[number_of(row["ID"])],
        name=text_of(name, sent),
        sex=_SEXES.get(sex, ""),
        born=birth_of(born),
        federation=text_of(row.get("FEDER"), sent),
        fide_id=text_of(row.get("INTL_ID"), sent),
        national_id=text_of(row.get("LOC_ID"), sent),
        club=text_of(row.get("CLUB"), sent),
        rating=national_rating or number_of(row.get("INTL_RTG")),
    )


def _cells(
    score: Mapping[str, str], numbers: Mapping[int, int], sent: SentFile, notes: Notes
) -> Iterator[Cell]:
    """Yield the cells of both players, or of the one who had no opponent.

    score: a row of the table of scores. numbers: what players are called by, of each
    id.

    A score that no game gives, as two points each, is noted and left open.

        WHITE=4 BLACK=7 W_SCORE=2 B_SCORE=0 W_TYPE=1 B_TYPE=1    4: w 1, 7: b 0
        WHITE=4 BLACK=0 W_SCORE=1                                4: H, half a point
    """
    number = number_of(score["ROUND"])
    ids = number_of(score["WHITE"]), number_of(score["BLACK"])
    points = number_of(score["W_SCORE"]), number_of(score["B_SCORE"])
    # whoever was deleted has a score and no row: they are asked for by their id
    white, black = (numbers.get(one, one) for one in ids)
    if white and black:
        codes = _codes(score, points)
        if codes is None:
            cell = Cell(number, white, black, "w", "1")
            message = say(
                "{player} and {opponent} scored {white} and {black} half points, which"
                " no game gives",
                player=white,
                opponent=black,
                white=points[0],
                black=points[1],
            )
            notes.problems.append(sent.cell_problem("result", message, cell))
            codes = "  "

        yield Cell(number, white, black, "w", codes[0])
        yield Cell(number, black, white, "b", codes[1])
        return

    for player, own in zip((white, black), points, strict=True):
        if player:
            yield Cell(number, player, 0, "-", _ALONE.get(own, "Z"))


def _codes(score: Mapping[str, str], points: tuple[int, int]) -> str | None:
    """Return the codes of both players; None where there is no such result.

    score: a row of the table of scores, whose types say whether the game was played.
    points: of White and of Black, in half points.

        2 and 0, played      1 and 0
        2 and 0, otherwise   + and -
    """
    types = (score["W_TYPE"], score["B_TYPE"])

    # with any other type the game was not played
    known = _PLAYED if types == (_ON_THE_BOARD, _ON_THE_BOARD) else _FORFEIT
    return known.get(points)


def _tell_bonus(people: Sequence[Mapping[str, str]], notes: Notes) -> None:
    """Tell of points that belong to no round.

    They are only a warning: no game and no bye has them. A field of zeros has none.
    """
    count = sum(1 for row in people if row.get("BONUS", "").strip("0."))
    if count:
        message = counted(
            "{count} player has points beside the rounds, which are in no game",
            "{count} players have points beside the rounds, which are in no game",
            count,
        )
        notes.warn("program-bonus", message)
