"""Read the table of the mail addresses of players.

player;email;language
F033;aino@home.example;fi
"""

import re
from collections.abc import Callable, Mapping
from email.errors import HeaderParseError, MessageDefect
from email.headerregistry import Address
from typing import NamedTuple

from exchange.text.decoding import decode
from exchange.text.notes import Notes
from exchange.text.tables import rows_of, table_under_header
from messages import LANGUAGES, Language, say

COLUMNS = {
    "player": ("player", "id", "pelaaja", "numero", "jäsennumero"),
    "address": ("address", "email", "e-mail", "mail", "sähköposti", "e-post", "epost"),
    "language": ("language", "kieli", "språk"),
}
MEANING = {word: name for name, words in COLUMNS.items() for word in words}
_CODES = ("addresses-quotes", "addresses-fields")
# white space, lists, <a@b>, comments and quotes of RFC 5322, encoded words of RFC 2047
_MEANS_MORE = re.compile(r'[\s<>,;()"\\]|=\?')


# the player whom an id means today, if it is anybody's
Meant = Callable[[str], str | None]


class Receiver(NamedTuple):
    """An address of a player, and the language they read."""

    address: str
    language: Language


def receivers(
    content: bytes, file: str, meant: Meant, language: Language
) -> dict[str, Receiver]:
    """Read a table with a column of ids and one of addresses, and perhaps one of
    languages; return the address of each player.
    """
    notes = Notes(file)
    table = table_under_header(decode(content, file).lines, MEANING, 2)
    for name in ("player", "address"):
        if table.header.count(name) != 1:
            message = say("there must be one column {name}", name=name)
            hint = say(
                "columns: {names}",
                names="; ".join("/".join(words) for words in COLUMNS.values()),
            )
            notes.refuse("addresses-column", message, hint, table.at, name)

    known: dict[str, Receiver] = {}
    below = () if notes.problems else table.below
    for number, fields in rows_of(
        below, table.separator, len(table.header), 200, _CODES, notes
    ):
        cells = table.named(fields)
        if not cells.get("address"):
            continue  # somebody who wants no letters
        receiver = _receiver(cells, number, meant, language, notes)
        if receiver is None:
            continue

        player, address = receiver
        if player in known:
            message = say("{player} has an address already", player=player)
            hint = say("one line per player")
            notes.refuse("addresses-twice", message, hint, number, "player")
        else:
            known[player] = address

    notes.done()
    return known


def _receiver(
    cells: Mapping[str, str], line: int, meant: Meant, language: Language, notes: Notes
) -> tuple[str, Receiver] | None:
    """Read a line: whose it is and where their letters go; None if it was refused."""
    player = meant(cells.get("player", ""))
    address = cells["address"]
    chosen = cells.get("language") or language
    before = len(notes.problems)

    if player is None:
        message = say(
            "there is no player {player}", player=repr(cells.get("player", "")[:64])
        )
        notes.refuse("unknown-player", message, say("correct the id"), line, "player")

    if not is_address(address):
        message = say("{text} is not an email address", text=repr(address[:80]))
        notes.refuse(
            "addresses-address",
            message,
            say("correct it, or leave it empty"),
            line,
            "address",
        )

    if chosen not in LANGUAGES:
        message = say("there are no letters in {language}", language=repr(chosen[:20]))
        notes.refuse(
            "addresses-language", message, say("en, fi or sv"), line, "language"
        )

    if player is None or len(notes.problems) > before:
        return None
    return player, Receiver(address, chosen)  # type: ignore[arg-type]


def is_address(text: str) -> bool:
    """Tell whether a text can stand as an address in a letter, and as a whole: what
    mail programs would read as another address than is written there is none, such as
    one with a comment or an encoded word.
    """
    if not text.isascii() or _MEANS_MORE.search(text):
        return False
    try:
        address = Address(addr_spec=text)
    # the email package stumbles over `a@[` with an AttributeError
    except (HeaderParseError, MessageDefect, ValueError, IndexError, AttributeError):
        return False

    return bool(address.domain) and address.addr_spec == text
