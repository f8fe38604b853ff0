"""Every oddity of real reports in a file of its own, the whole way: recognised, read,
and ready to be proposed.

Each is a report of two players and one game but for one thing; what it must come to
stands beside it.
"""

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

import pytest

from desk.files.games_file import GamesFile
from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from tests.exchange.trf_text import Cell, dates, row, trf

HEAD = ("012 Talvi", "042 2024/01/13", "052 2024/01/14")
ONE: Cell = (2, "w", "1")
TWO: Cell = (1, "b", "0")
PAIR = (row(1, ONE), row(2, TWO))


def warned(intake: GamesFile) -> list[str]:
    return [warning.code for warning in intake.warnings]


def byes(intake: GamesFile) -> list[str]:
    return [bye.reason for bye in intake.byes]


class Oddity(NamedTuple):
    name: str
    data: bytes
    says: Callable[[GamesFile], bool]


def _days(text: str, start: str | None) -> Oddity:
    def says(intake: GamesFile) -> bool:
        asked = [question.field for question in intake.questions]
        return intake.start == (
            date.fromisoformat(start) if start else None
        ) and asked == ([] if start else ["start"])

    return Oddity(f"day {text}", trf("012 Talvi", f"042 {text}", *PAIR), says)


LONG = "Äänekoski-Åkerblom, Öyvind Tapani"  # 33 characters, more bytes
ODDITIES = [
    Oddity(
        "CR alone", trf(*HEAD, *PAIR, end="\r"), lambda i: i.source.line_ends == "cr"
    ),
    Oddity(
        "mixed line ends",
        b"\r".join([trf(*HEAD, end="\r\n"), *(line.encode() for line in PAIR)]),
        lambda i: i.source.line_ends == "mixed",
    ),
    Oddity(
        "a mark before 012",
        b"\xef\xbb\xbf" + trf(*HEAD, *PAIR),
        lambda i: (i.name, i.source.encoding) == ("Talvi", "utf-8-sig"),
    ),
    Oddity(
        "latin-1",
        trf(*HEAD, row(1, ONE, name=LONG, born="1980"), PAIR[1], encoding="latin-1"),
        lambda i: (
            (i.source.encoding, i.entrants[0].name, i.entrants[0].born)
            == ("latin-1", LONG, "1980")
        ),
    ),
    Oddity(
        "cp1252",
        trf(*HEAD, row(1, ONE, name="Šarek – Žižek"), PAIR[1], encoding="cp1252"),
        lambda i: (
            (i.source.encoding, i.entrants[0].name) == ("cp1252", "Šarek – Žižek")
        ),
    ),
    Oddity(
        "utf-8 in fixed columns",
        trf(*HEAD, row(1, ONE, name=LONG, born="1980"), PAIR[1]),
        lambda i: (i.entrants[0].name, i.entrants[0].born) == (LONG, "1980"),
    ),
    Oddity(
        "a ruler first",
        trf("0123456789" * 9, "1234567890" * 9, "DDD SSSS sTTT", *HEAD, *PAIR),
        lambda i: i.name == "Talvi" and not i.warnings,
    ),
    Oddity(
        "062 129 (88)",
        trf(*HEAD, "062 129 (88)", *PAIR),
        lambda i: warned(i) == ["trf-player-count"],
    ),
    _days("2024/01/13", "2024-01-13"),
    _days("2024-01-13", "2024-01-13"),
    _days("13.01.2024", "2024-01-13"),
    _days("13. 01. 2024", "2024-01-13"),
    _days("13/01/2024", "2024-01-13"),
    _days("Jan 13, 2024", "2024-01-13"),
    _days("99.01.13", "1999-01-13"),
    _days("03/04/2024", None),
    _days("10.09.13", None),
    Oddity(
        "rounds settle a day",
        trf(
            "012 Talvi",
            "042 10.09.13",
            dates("10.09.13", "10.12.25", "11.01.08"),
            *PAIR,
        ),
        lambda i: i.start == date(2010, 9, 13) and not i.questions,
    ),
    Oddity(
        "0 - H",
        trf(*HEAD, row(1, ONE, ("0", "-", "H")), row(2, TWO, ("0000", "-", "F"))),
        lambda i: byes(i) == ["half-point bye", "full-point bye"] and len(i.games) == 1,
    ),
    Oddity(
        "small letters",
        trf(*HEAD, row(1, (2, "W", "w"), ("0000", "-", "u")), row(2, (1, "B", "l"))),
        lambda i: i.games[0].result == "1-0F" and byes(i) == ["pairing-allocated bye"],
    ),
    Oddity(
        "short rows",
        trf(
            *HEAD,
            row(1, ONE, (3, "b", "1")),
            PAIR[1],
            row(3, (" ", " ", " "), (1, "w", "0")),
        ),
        lambda i: len(i.games) == 2 and not i.byes,
    ),
    Oddity(
        "glued titles",
        trf(*HEAD, PAIR[0][:9] + "wWGM " + PAIR[0][14:], PAIR[1]),
        lambda i: i.entrants[0].sex == "f" and i.entrants[0].name == "Player, 1",
    ),
    Oddity(
        "zero ids",
        trf(*HEAD, row(1, ONE, ident="0"), row(2, TWO, ident="-----------")),
        lambda i: (
            [e.fide_id for e in i.entrants] == [None, None]
            and i.ids == "fide"
            and not i.warnings
        ),
    ),
    Oddity(
        "local ids",
        trf(*HEAD, row(1, ONE, ident="505"), row(2, TWO, ident="500001")),
        lambda i: (
            [e.fide_id for e in i.entrants] == [None, 500001] and i.ids == "mixed"
        ),
    ),
    Oddity(
        "one id on two rows",
        trf(*HEAD, row(1, ONE, ident="500001"), row(2, TWO, ident="500001")),
        lambda i: warned(i) == ["trf-same-id"] and len(i.entrants) == 2,
    ),
    Oddity(
        "points that contradict",
        trf(*HEAD, row(1, ONE, points="2.5"), PAIR[1]),
        lambda i: warned(i) == ["trf-points-differ"] and len(i.games) == 1,
    ),
    Oddity(
        "a national record",
        trf(*HEAD, *PAIR, row(1, tag="FIN", rating="1700", ident="F033", name="")),
        lambda i: i.entrants[0].national_id == "F033",
    ),
    Oddity(
        "team records",
        trf(
            *HEAD,
            *PAIR,
            "013 " + "Éspoo".ljust(32) + "   1    2",
            "310   7 "
            + "Turku".ljust(32)
            + " TURKU   1500    2.0    1.0   1 "
            + "    2    1",
            "240 H   1    1",
            "320   1   7",
            "330 +-  1  7  8",
            "801  1 IND",
        ),
        lambda i: len(i.games) == 1 and not i.warnings,
    ),
    Oddity(
        "codes of the engines",
        trf(*HEAD, "XXR 1", "XXC white1", "BBW 1.0", "TNR 6", "BYE 1", "FOR 2", *PAIR),
        lambda i: len(i.games) == 1 and not i.warnings,
    ),
]


@pytest.mark.parametrize("oddity", ODDITIES, ids=lambda oddity: oddity.name)
def test_an_odd_report_is_read_with_a_warning(oddity: Oddity) -> None:
    intake = read_games_file(oddity.data, "report.txt", Settings())
    assert oddity.says(intake), intake
    assert (intake.games[0].round, intake.games[0].white, intake.games[0].black) == (
        1,
        "1",
        "2",
    )
