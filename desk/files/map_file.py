"""Read a map: a file that says who the rows of another file are."""

import re

from exchange.text.decoding import decode
from exchange.text.notes import Notes
from ledger.errors import Refused
from ledger.field_types import AN_ID
from messages import NOTHING, say

_LINE = re.compile(rf"(.+?)[\s;=,\"]+({AN_ID})\s*,?")

_COMMENT = re.compile(r"(?:\A|\s)#.*")

_HEADS = ("number", "start number", "no", "numero", "nro", "name", "nimi")

MAX_ANSWERS = 20_000


def read_map(name: str, data: bytes) -> dict[str, str]:
    """Read a map: who the rows of a file are, by start number or name.

    Each line has a start number or name, then an id, `new` or `bye`; # begins a
    comment. The two are parted by blanks, `;`, `,` or `=`. A first line of headings,
    such as `number` or `nimi`, is passed over.

        12 P0042               {"12": "P0042"}
        12;new                 {"12": "new"}
        "Aho, Aino",P0042      {"Aho, Aino": "P0042"}
        Aho Aino = bye  # ?    {"Aho Aino": "bye"}

    `name`: what refusals call the file. Refused, all flaws at once: a line of another
    form (`map-line`), a row with two answers (`map-twice`), more than 20,000 lines
    (`map-too-long`). The same line twice is none of these. Whether there is such a row
    or such a player is not looked at here.
    """
    answers: dict[str, str] = {}
    notes = Notes(name)

    lines = decode(data, name).lines

    for number, line in enumerate(lines[:MAX_ANSWERS], 1):
        text = _COMMENT.sub("", line).strip()
        if not text:
            continue

        match = _LINE.fullmatch(text[:200])
        key = match[1].strip(' "\t') if match else ""

        if match and number == 1 and key.casefold() in _HEADS:
            continue

        if match is None or not key:
            message = say("{text} does not map a player", text=repr(text[:40]))
            hint = say("start number or name, then a player id or `new`: 12 P0042")
            notes.refuse("map-line", message, hint, number)
        elif answers.setdefault(key, match[2]) != match[2]:
            message = say("{key} is on two lines", key=repr(key))
            notes.refuse("map-twice", message, say("keep the right line"), number)

    if len(lines) > MAX_ANSWERS:
        message = say("more than {max_answers} lines", max_answers=MAX_ANSWERS)
        notes.refuse("map-too-long", message, NOTHING)
    if notes.problems:
        raise Refused(notes.problems[:200])

    return answers
