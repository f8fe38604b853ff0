"""Tournaments as pairing programs keep or export them, made of the same players and
games: Swiss-Manager's file, SwissPerfect's archive, SWAR's JSON.
"""

import io
import json
import struct
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Made(NamedTuple):
    """A player of a made tournament, called by their place in the list."""

    surname: str
    given: str = ""
    fide_id: int = 0
    national_id: str = ""
    born: int = 0  # eight digits
    sex: str = "m"
    federation: str = "FIN"
    club: str = ""
    rating: int = 0


class Met(NamedTuple):
    """A pair of a round: White, Black (0: nobody was left, -1: did not play) and the
    result as documents write it, or the points of whoever met nobody.
    """

    white: int
    black: int
    result: str


PLAYERS = (
    Made("Aho", "Aino", 500001, "101", 19800229, "f", club="EtVaS", rating=2100),
    Made("Berg", "Bea", 500002, "102", 19910000, "f", rating=1900),
    Made("Salo", "Eero", 0, "103", 0, federation="SWE"),
    Made("Ümit", "Ülo", 0, "", 20010102, federation="EST", rating=1450),
    Made("Äyräväinen", "Yrjö"),
)
# the fifth is left over in the first round, and does not come to the second
ROUNDS = (
    (Met(1, 3, "1-0"), Met(4, 2, "1/2-1/2"), Met(5, 0, "1")),
    (Met(2, 1, "0-1F"), Met(3, 4, "0-1"), Met(5, -1, "1/2")),
)
_HEX_MARK = b"\xff\x89\x44"
_BLANK_TEXT = b"\0\0"


def _wide(text: str) -> bytes:
    return struct.pack("<H", len(text)) + text.encode("utf-16-le")


def _part(mark: int) -> bytes:
    return bytes([mark]) + _HEX_MARK


_NUMBER_OF = {"*": 0, "1-0": 1, "1/2-1/2": 2, "0-1": 3, "1-0F": 4, "0-1F": 5}
_NUMBER_OF_ABSENT = {"": 0, "1": 1, "1/2": 2, "0": 3}


def tunx(
    rounds: Sequence[Sequence[Met]] = ROUNDS,
    players: Sequence[Made] = PLAYERS,
    *,
    planned: int = 0,
    kind: int = 0,
    numbers: Mapping[str, int] = {},
    mark: int = 0,
    rest: bytes = b"",
) -> bytes:
    """Swiss-Manager's own file. `planned`: how many rounds there will be; `numbers`: of
    results that are no usual ones; `mark`: of the first pair; `rest`: of a part more.
    """
    head = _part(0x93) + bytes(0x6C - 4)
    texts = {0: "Open of Espoo 2026", 5: "Espoo", 14: "90 min + 30 sec", 20: "FIN"}
    head += b"".join(_wide(texts.get(at, "")) for at in range(24))
    settings = struct.pack(
        "<H9xB7xH50xII", planned or len(rounds), kind, len(players), 20260301, 20260302
    )
    before = head + _part(0x95) + settings + bytes(300)
    times = _part(0xA3) + bytes(40)
    rows = _part(0xA5) + b"".join(_wide_player(one) for one in players)
    pairs = b"".join(
        _pair(met, {**_NUMBER_OF, **numbers}) for one in rounds for met in one
    )
    if mark:
        pairs = pairs[:6] + bytes([mark]) + pairs[7:]
    games = _part(0xB3) + pairs + rest
    places = [len(before)]
    for piece in (times, rows, games):
        places.append(places[-1] + len(piece))
    table = _part(0xD3) + struct.pack("<4I", *places) + bytes(12)
    return before + times + rows + games + table + _part(0xE3)


def _wide_player(one: Made) -> bytes:
    texts = {
        0: one.surname,
        1: one.given,
        5: one.national_id,
        9: one.club,
        10: one.federation,
    }
    numbers = struct.pack(
        "<6xBxHH2xI6xI82x", one.sex == "f", one.rating, 0, one.born, one.fide_id
    )
    return b"".join(_wide(texts.get(at, "")) for at in range(30)) + numbers


def _pair(met: Met, numbers: Mapping[str, int]) -> bytes:
    if met.black == 0:
        black, result = 0xFFFF, 9
    elif met.black < 0:
        black, result = 0xFFFE, _NUMBER_OF_ABSENT[met.result]
    else:
        black, result = met.black, numbers[met.result]
    return struct.pack("<HHH15x", met.white, black, result)


def dbase(
    fields: Mapping[str, int],
    rows: Sequence[Mapping[str, object]],
    encoding: str = "cp1252",
) -> bytes:
    """A table of dBase whose fields are texts, with a row that was deleted."""
    described = b"".join(
        struct.pack("<11sc4xBB14x", name.encode(), b"C", size, 0)
        for name, size in fields.items()
    )
    width = 1 + sum(fields.values())
    lines = [
        b"".join(
            str(row.get(name, "")).encode(encoding).ljust(size)[:size]
            for name, size in fields.items()
        )
        for row in rows
    ]
    deleted = b"*" + bytes(width - 1)
    head = struct.pack(
        "<BBBBIHH20x", 3, 124, 3, 1, len(rows) + 1, 33 + len(described), width
    )
    body = deleted + b"".join(b" " + line for line in lines)
    return head + described + b"\r" + body + b"\x1a"


_TRN = {
    "ID": 5,
    "START_NO": 5,
    "SURNAME": 25,
    "FIRSTNAME": 25,
    "FEDER": 4,
    "CLUB": 30,
    "LOC_RTG": 4,
    "INTL_ID": 12,
    "LOC_ID": 12,
    "SEX": 1,
    "BIRTH_DATE": 8,
    "BONUS": 3,
}
_SCO = {
    "ROUND": 3,
    "WHITE": 5,
    "BLACK": 5,
    "W_SCORE": 3,
    "B_SCORE": 3,
    "W_TYPE": 2,
    "B_TYPE": 2,
}
_HALVES = {
    "1-0": (2, 0),
    "1/2-1/2": (1, 1),
    "0-1": (0, 2),
    "0-0": (0, 0),
    "1": (2, 0),
    "1/2": (1, 0),
    "0": (0, 0),
}


def perfect_tables(
    rounds: Sequence[Sequence[Met]] = ROUNDS,
    players: Sequence[Made] = PLAYERS,
    *,
    bonus: str = "",
) -> tuple[bytes, bytes]:
    """SwissPerfect's tables of players and of scores. Ids in them are not the starting
    numbers: 101 is the first.
    """
    people = [
        {
            "ID": 100 + number,
            "START_NO": number,
            "SURNAME": one.surname,
            "FIRSTNAME": one.given,
            "FEDER": one.federation,
            "CLUB": one.club,
            "LOC_RTG": one.rating or "",
            "INTL_ID": one.fide_id or "",
            "LOC_ID": one.national_id,
            "SEX": "2" if one.sex == "f" else "1",
            "BIRTH_DATE": one.born or "",
            "BONUS": bonus if number == 1 else "",
        }
        for number, one in enumerate(players, 1)
    ]
    scores = [
        _score(number, met) for number, one in enumerate(rounds, 1) for met in one
    ]
    return dbase(_TRN, people), dbase(_SCO, scores)


def _score(number: int, met: Met) -> dict[str, object]:
    white, black = _HALVES[met.result.removesuffix("F")]
    kind = 35 if met.result.endswith("F") else 1
    return {
        "ROUND": number,
        "WHITE": 100 + met.white,
        "BLACK": 100 + met.black if met.black > 0 else 0,
        "W_SCORE": white,
        "B_SCORE": black,
        "W_TYPE": kind,
        "B_TYPE": kind,
    }


def swissperfect(
    rounds: Sequence[Sequence[Met]] = ROUNDS,
    players: Sequence[Made] = PLAYERS,
    *,
    bonus: str = "",
    stems: tuple[str, str, str] = ("open", "open", "open"),
) -> bytes:
    """SwissPerfect's archive of three files."""
    settings = "[Tournament Info]\r\nName=Open of Espoo 2026\r\nArbiter=Ranta, Pia\r\n"
    trn, sco = perfect_tables(rounds, players, bonus=bonus)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for stem, ending, content in zip(
            stems, ("ini", "trn", "sco"), (settings.encode(), trn, sco), strict=True
        ):
            archive.writestr(f"{stem}.{ending}", content)
    return packed.getvalue()


_SWAR = {
    "1-0": ("1", "0"),
    "1/2-1/2": ("½", "½"),
    "0-1": ("0", "1"),
    "*": ("-", "-"),
    "1-0F": ("1FF", "0FF"),
    "0-1F": ("0FF", "1FF"),
    "0-0F": ("0FF", "0FF"),
}


def swar(
    rounds: Sequence[Sequence[Met]] = ROUNDS, players: Sequence[Made] = PLAYERS
) -> dict[str, Any]:
    """SWAR's results, before they are written as JSON."""
    rows = [
        {
            "Ni": number,
            "Name": ", ".join(filter(None, (one.surname, one.given))),
            "Sex": one.sex.upper(),
            "Country": one.federation,
            "NationalId": int(one.national_id or 0),
            "FideId": one.fide_id,
            "FideElo": one.rating,
            "NationalElo": 0,
            "ClubName": one.club,
            "RoundArray": [
                cell
                for at, pairs in enumerate(rounds, 1)
                if (cell := _swar_cell(number, at, pairs)) is not None
            ],
        }
        for number, one in enumerate(players, 1)
    ]
    described = {"Tournament": "Open of Espoo 2026", "NbOfRounds": len(rounds)}
    return {"Swar": {"TournamentDesc": described, "Player": rows}}


def _swar_cell(own: int, at: int, pairs: Sequence[Met]) -> dict[str, Any] | None:
    for board, met in enumerate(pairs, 1):
        if own not in (met.white, met.black):
            continue
        if met.black <= 0:
            table, color = ("BYE" if met.black == 0 else "Absent"), "No Color"
            result = met.result.replace("1/2", "½")
            return {"RoundNr": at, "Tabel": table, "Color": color, "Result": result}
        is_white = own == met.white
        return {
            "RoundNr": at,
            "Tabel": str(board),
            "Color": "White" if is_white else "Black",
            "OpponentNi": met.black if is_white else met.white,
            "Result": _SWAR[met.result][0 if is_white else 1],
        }
    return None


def written(results: Mapping[str, Any]) -> bytes:
    return json.dumps(results, ensure_ascii=False).encode()
