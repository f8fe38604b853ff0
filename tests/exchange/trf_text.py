"""Rows of tournament reports as the tests write them: every column by name, cells as
(opponent, colour, code).
"""

from collections.abc import Sequence

import pytest

from exchange.trf.read import read_trf
from exchange.trf.report import TrfReport
from ledger.errors import Refused

Cell = tuple[int | str, str, str]
BYE: Cell = ("0000", "-", "U")


def cell(opponent: int | str, colour: str, code: str) -> str:
    return f"  {opponent:>4} {colour} {code}"


def row(
    number: int | str,
    *cells: Cell,
    sex: str = "m",
    title: str = "",
    name: str | None = None,
    rating: str = "1500",
    federation: str = "FIN",
    ident: str = "",
    born: str = "",
    points: str = "",
    rank: str = "",
    tag: str = "001",
) -> str:
    who = f"Player, {number}" if name is None else name
    fixed = (
        f"{tag} {number:>4} {sex:1}{title:>3} {who:<33} {rating:>4} {federation:<3}"
        f" {ident:>11} {born:<10} "
    )
    return (
        fixed + f"{points:>4} {rank:>4}" + "".join(cell(*parts) for parts in cells)
    ).rstrip()


def dates(*texts: str) -> str:
    return "132".ljust(91) + "".join(f"{text:<10}" for text in texts).rstrip()


def trf(*lines: str, end: str = "\n", encoding: str = "utf-8") -> bytes:
    return end.join([*lines, ""]).encode(encoding)


def two(one: Cell, other: Cell, *more: str) -> bytes:
    """A file of two players with one round."""
    return trf("012 Test", *more, row(1, one), row(2, other))


HEADER: Sequence[str] = (
    "012 Test Open",
    "022 Espoo",
    "032 FIN",
    "042 2024/01/13",
    "052 2024/01/14",
)

SMALL = trf(
    *HEADER,
    "062 4 (3)",
    "112 First, Deputy",
    "112 Second, Deputy",
    "122 90 min + 30 s",
    "222 5400+30",
    dates("24/01/13", "24/01/14", "24/01/14"),
    "142 3",
    row(
        1,
        (2, "w", "1"),
        (3, "b", "="),
        (4, "w", "+"),
        points="2.5",
        ident="500001",
        born="1980/02/29",
        title="g",
    ),
    row(
        2,
        (1, "b", "0"),
        (4, "w", "0"),
        BYE,
        points="1.0",
        ident="500002",
        born="1990",
        sex="f",
    ),
    row(
        3,
        (4, "w", "W"),
        (1, "w", "="),
        ("0000", "-", "H"),
        points="2.0",
        ident="500003",
        rating="0",
    ),
    row(
        4,
        (3, "b", "L"),
        (2, "b", "0"),
        (1, "b", "-"),
        points="0.0",
        ident="0",
        born="0000/00/00",
    ),
    row(
        1, tag="FIN", rating="2103", federation="ESB", ident="12345", title="M", name=""
    ),
)


def codes(report: TrfReport) -> list[str]:
    return [warning.code for warning in report.warnings]


def refused(data: bytes) -> list[tuple[str, str]]:
    """Code and place of every problem the file is refused for."""
    with pytest.raises(Refused) as caught:
        read_trf(data)
    assert all(problem.hint and problem.message for problem in caught.value.problems)
    return [(problem.code, str(problem.where)) for problem in caught.value.problems]
