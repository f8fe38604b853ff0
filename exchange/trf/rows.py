"""Turn lines of a TRF file into tagged rows, and the rows about people into values.

A tag is three characters and a blank or the end of the line: column rulers
(0123456789..., 1234567890...) begin like 012 and 123. A row that looks like a player's
but cannot be read as one is refused: skipping it would lose a player.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from exchange.text.dates import Order, birth, birth_order
from exchange.text.notes import Notes
from exchange.text.numbers import whole_number
from exchange.trf.fields import columns, id_text, points, sex_and_title
from exchange.trf.report import NationalRecord, Player
from messages import say

TEAM = frozenset(
    {
        "013",
        "240",
        "250",
        "260",
        "299",
        "300",
        "310",
        "320",
        "330",
        "352",
        "362",
        "801",
        "802",
    }
)
ENGINE = frozenset(
    {"XXR", "XXC", "XXZ", "XXS", "XXA", "XXP", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"}
)
# three letters, but no federation
_NO_NATION = ENGINE | {"DDD", "TNR", "BYE", "FOR", "ACC"}

_TAG = re.compile(r"(?:[0-9]{3}|[A-Z]{3})(?= |$)")
_LOOKS_LIKE_PLAYER = re.compile(r"\s*001(?:\s*[0-9]+\b|\t)")
_RULER = re.compile(r"[0-9 ]*|DDD .*")
# the place of the name in a player's row, and the columns that part the fields behind
# it, from 0
_NAME = slice(14, 47)
_BETWEEN = (47, 52, 56, 68, 79, 84, 89, 90)
# the field and its first column, as problems name them
_NUMBER_AT = ("starting number", 5)


@dataclass(frozen=True, slots=True)
class TrfRow:
    """A line of a report.

    tag: three characters, or ###; empty: none. text: the whole line. line: its number,
    from 1.
    """

    tag: str  # empty: none
    text: str
    line: int


def split_rows(
    lines: Iterable[str], notes: Notes, *, is_utf_8: bool = False
) -> list[TrfRow]:
    """Return every line that is not empty, with its tag.

    lines: of the file, in order. is_utf_8: whether the file has letters of several
    bytes, by which some programs count the columns of a player. A row that looks like a player's out of its columns,
    and a tab in a row of fixed columns, are refused; other lines without a tag are only
    warned of.
    """
    rows = [
        TrfRow(_tag(text), text, line)
        for line, text in enumerate(lines, 1)
        if text.strip()
    ]
    if is_utf_8:
        rows = [replace(row, text=_text_by_characters(row)) for row in rows]

    for row in rows:
        looks_like_player = not row.tag and bool(_LOOKS_LIKE_PLAYER.match(row.text))
        has_tab = "\t" in row.text
        if looks_like_player and not has_tab:
            hint = say("001, a blank, the starting number in columns 5 to 8")
            notes.refuse(
                "trf-shifted-row",
                say("a player's row is not in its columns"),
                hint,
                row.line,
                column=1,
            )
        elif not row.tag and not looks_like_player and not _RULER.fullmatch(row.text):
            notes.warn(
                "trf-line-without-tag",
                say("a line without a tag was not read"),
                line=row.line,
                column=1,
            )

        is_fixed = row.tag in ("001", "013", "132", "310") or _is_national(row)
        if has_tab and (is_fixed or looks_like_player):
            message = say("a tab in a row of fixed columns")
            hint = say("replace tabs with spaces")
            column = row.text.index("\t") + 1
            notes.refuse("trf-tab", message, hint, row.line, column=column)

    return rows


def _text_by_characters(row: TrfRow) -> str:
    """Return the text of a row with its columns counted in characters, where a program
    counted the bytes of a name: behind it everything stands too far left, by one for
    each letter of two bytes.

    Only the columns tell: those that part the fields are blank in one of the two ways.

        001    1 m    Äijä, Åke                       2100 FIN    counted in bytes
        001    1 m    Äijä, Åke                          2100 FIN
    """
    text = row.text
    if row.tag != "001" or text[_NAME].isascii() or _has_its_blanks(text):
        return text

    data = text.encode()
    try:
        name_and_before = data[: _NAME.stop].decode()
    except UnicodeDecodeError:
        return text

    counted = name_and_before.ljust(_NAME.stop) + data[_NAME.stop :].decode()
    return counted if _has_its_blanks(counted) else text


def _has_its_blanks(text: str) -> bool:
    """Return whether the columns between the fields of a player are blank."""
    return not "".join(text[at : at + 1] for at in _BETWEEN).strip()


def _tag(text: str) -> str:
    """Return the tag of a line: three digits or capitals with a blank or nothing
    behind, or ###; empty for a line without.
    """
    if text.startswith("###"):
        return "###"

    match = _TAG.match(text)
    return match.group() if match and match.group() != "DDD" else ""


def _is_national(row: TrfRow) -> bool:
    """Return whether a row is a federation's about a player: a starting number and a
    rating, an origin or a number.

        FIN    1 w    Aho, Aino                         2088 FIN       12345
    """
    is_code = row.tag.isalpha() and row.tag not in _NO_NATION
    if not is_code or whole_number(columns(row.text, 5, 8)) is None:
        return False
    return bool(columns(row.text, 49, 68))


def read_players(rows: Sequence[TrfRow], notes: Notes) -> list[tuple[TrfRow, Player]]:
    """Read every 001 row that has a starting number, with what it says about the
    person.

    Refused: a number that is none, or that another row has. Of two such rows the first
    is returned. Births of the whole file tell in which order their parts stand.
    """
    own = [row for row in rows if row.tag == "001"]
    order = birth_order(columns(row.text, 69, 80) for row in own)

    players: list[tuple[TrfRow, Player]] = []
    first_line: dict[int, int] = {}
    for row in own:
        number = whole_number(columns(row.text, 5, 8))
        if not number:
            message = say(
                "{text} is not a starting number", text=repr(columns(row.text, 5, 8))
            )
            notes.refuse(
                "trf-starting-number",
                message,
                say("1 to 9999 in columns 5 to 8"),
                row.line,
                *_NUMBER_AT,
            )
        elif number in first_line:
            message = say(
                "starting number {number} is already used in line {line}",
                number=number,
                line=first_line[number],
            )
            hint = say("give every player a row and a number of their own")
            notes.refuse(
                "trf-starting-number-twice", message, hint, row.line, *_NUMBER_AT
            )
        else:
            first_line[number] = row.line
            players.append((row, _player(row, number, order, notes)))

    return players


def _player(row: TrfRow, number: int, order: Order | None, notes: Notes) -> Player:
    """Read a 001 row. What cannot be read in it is warned of and empty.

    number: the starting number. order: of the parts of births in the file, or None.

    Nothing in it is refused: who plays is told by the number, and all else is
    information.
    """
    text = row.text
    sex, title = sex_and_title(text)
    name = columns(text, 15, 47)
    if not name:
        notes.warn(
            "trf-no-name",
            say("{number} has no name", number=number),
            line=row.line,
            field="name",
            column=15,
        )

    printed = points(columns(text, 81, 84))
    if printed is None and columns(text, 81, 84):
        message = say("{text} are not points", text=repr(columns(text, 81, 84)))
        notes.warn(
            "trf-points-unreadable", message, line=row.line, field="points", column=81
        )

    rank = columns(text, 86, 89)
    if rank and whole_number(rank) is None:
        message = say("{text} is not a rank", text=repr(rank))
        notes.warn(
            "trf-rank-unreadable", message, line=row.line, field="rank", column=86
        )

    return Player(
        line=row.line,
        number=number,
        sex=sex,
        title=title,
        name=name,
        rating=_rating(row, notes),
        federation=columns(text, 54, 56),
        id_text=id_text(text),
        born=_born(row, order, notes),
        points=printed,
        rank=whole_number(rank),
        text=text[:89].rstrip(),
    )


def _rating(row: TrfRow, notes: Notes) -> int | None:
    """Read columns 49 to 52; None for 0, dashes and what is no number, of which the
    last is warned of.
    """
    text = columns(row.text, 49, 52)
    rating = whole_number(text)
    if rating is None and text.strip("-"):
        message = say("{text} is not a rating", text=repr(text))
        notes.warn(
            "trf-rating-unreadable", message, line=row.line, field="rating", column=49
        )

    return rating or None


def _born(row: TrfRow, order: Order | None, notes: Notes) -> str:
    """Read columns 70 to 79, with one column of tolerance on each side: some programs
    shift them by one.

    order: of the parts of births in the file. Empty: nothing is there, or it is no day,
    which is warned of.
    """
    text = columns(row.text, 69, 80)
    born = birth(text, order)
    if born is None:
        message = say("{text} is not a day of birth", text=repr(text))
        notes.warn(
            "trf-birth-unreadable", message, line=row.line, field="birth", column=70
        )

    return born or ""


def read_national(
    rows: Sequence[TrfRow], players: dict[int, Player], notes: Notes
) -> dict[int, tuple[NationalRecord, ...]]:
    """Read national rating records by starting number; a federation has at most one for
    each player.

    players: by starting number. Refused are a record of nobody, and a second one of a
    federation about a player; a name that differs from the player's is a warning.
    """
    national: dict[int, tuple[NationalRecord, ...]] = {}
    for row in filter(_is_national, rows):
        number = whole_number(columns(row.text, 5, 8)) or 0
        before = national.get(number, ())
        if number not in players:
            message = say(
                "a record of {code} names {number}, but no row has that number",
                code=row.tag,
                number=number,
            )
            hint = say("correct the starting number or remove the record")
            notes.refuse("trf-national-unknown", message, hint, row.line, *_NUMBER_AT)
            continue

        if any(record.federation == row.tag for record in before):
            message = say(
                "{code} has two records about {number}", code=row.tag, number=number
            )
            notes.refuse(
                "trf-national-twice",
                message,
                say("keep the right one"),
                row.line,
                *_NUMBER_AT,
            )

        record = _national(row, number, notes)
        if (
            record.name
            and players[number].name
            and record.name.casefold() != players[number].name.casefold()
        ):
            message = say(
                "the record of {code} and the row of {number} spell the name"
                " differently",
                code=row.tag,
                number=number,
            )
            notes.warn(
                "trf-national-name", message, line=row.line, field="name", column=15
            )

        national[number] = (*before, record)

    return national


def _national(row: TrfRow, number: int, notes: Notes) -> NationalRecord:
    """Read a national record; its columns are those of a 001 row. The birth is read by
    itself, without an order of the file.
    """
    text = row.text
    return NationalRecord(
        line=row.line,
        federation=row.tag,
        number=number,
        name=columns(text, 15, 47),
        rating=_rating(row, notes),
        national_id=id_text(text),
        born=_born(row, None, notes),
    )
