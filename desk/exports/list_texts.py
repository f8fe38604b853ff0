"""Write a rating list as the text that another program reads."""

from typing import Literal

from desk.exports.lists import ExportListAnswer
from exchange.lists.written import (
    encoded,
    fixed_text,
    sharly_chess_text,
    swiss_text,
    tasaselo_text,
    vega_text,
)
from exchange.trf.records import list_text
from messages.answer import UNSET, json_value

ListForm = Literal["fixed", "swiss-manager", "vega", "sharly-chess", "tasaselo", "trf"]
# how a list is written for other programs: the ending of the file, its encoding
TEXTS = {
    "fixed": ("txt", "utf-8"),
    "swiss-manager": ("csv", "utf-8"),
    "vega": ("csv", "utf-8"),
    # it guesses the encoding, and the mark leaves nothing to guess
    "sharly-chess": ("csv", "utf-8-sig"),
    "tasaselo": ("txt", "cp1252"),
    "trf": ("trf", "utf-8"),
}


def list_as(exported: ExportListAnswer, form: str) -> bytes:
    """Write a rating list in one of `TEXTS`.

    `form`: its name there, which tells the encoding of the bytes too. The day of the
    text is that of the publication, else that of the question (YYYY-MM-DD).
    """
    rows = [json_value(row) for row in exported.rows]
    day = str(exported.basis.as_of if exported.as_of is UNSET else exported.as_of)

    if form == "trf":
        text = list_text(
            f"{exported.list} {day if exported.label is UNSET else exported.label}",
            day,
            rows,
        )
    elif form == "tasaselo":
        text = tasaselo_text(rows, day)
    else:
        text = _OF_ROWS[form](rows)

    return encoded(text, TEXTS[form][1])


_OF_ROWS = {
    "fixed": fixed_text,
    "swiss-manager": swiss_text,
    "vega": vega_text,
    "sharly-chess": sharly_chess_text,
}
