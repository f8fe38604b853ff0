"""The naive book of the other systems by itself: the printed examples, and small cases
worked by hand.
"""

from fractions import Fraction
from typing import Any

import pytest

from tests.naive.formulas import rounded
from tests.naive.makers import games, tournament
from tests.naive.others import fide, norway, psm
from tests.naive.others.book import lines_of
from tests.naive.records import Document
from tests.world.documents import player

NO, FIDE, USCF = "elo-no:no", "elo-fide:fide-2009", "elo-uscf:uscf"


def opening(
    name: str, list_name: str, rating: int, count: int = 100, **more: Any
) -> Document:
    fields = {"kind": "opening", "player": name, "list": list_name, "on": "2009-01-01"}
    return {**fields, "rating": rating, "games": count, **more}


def after(documents: list[Document], label: str, unit: str = "T") -> dict[str, int]:
    return {
        line.player: line.after
        for line in lines_of(documents, label)
        if line.unit == unit
    }


@pytest.mark.parametrize(
    ("percentage", "difference"),
    [
        ("57.14", 51),
        ("10", -366),
        ("40", -72),
        ("59.52", 69),
        ("27.78", -168),
        ("22.22", -218),
        ("44.44", -40),
        ("92", 401),
        ("92.5", 400),
        ("7.5", -400),
        ("50", 0),
    ],
)
def test_d_of_the_norwegian_text(percentage: str, difference: int) -> None:
    assert norway.difference(Fraction(percentage)) == difference


def test_formulas_of_the_norwegian_text() -> None:
    """I: 1926. II: 1795 and 1949. III: 2446 + 10 (6 - 11 E) with E at -72 is 2462."""
    assert (
        norway.formula_1([1875, 2000, 1875, 1750, 1900, 1850, 1875], Fraction(400, 7))
        == 1926
    )
    met, somebody = [2125, 1975, 2050, 2200, 1900], norway.Person(1875, 7)
    assert rounded(norway.unestablished(somebody, met, Fraction(10))) == 1795
    assert rounded(norway.unestablished(somebody, met, Fraction(40))) == 1949
    master = norway.Person(2446, 100)
    number = norway.established(
        master,
        [2518] * 11,
        Fraction(6),
        Fraction(10),
        junior=False,
        only_juniors=False,
        home=True,
    )
    assert rounded(number) == 2462


def test_the_berger_tournament() -> None:
    """All ten printed answers of the all-play-all: an unrated junior, an unestablished
    junior, eight seniors.
    """
    elo = {
        "01": 1500,
        "03": 1657,
        "04": 1305,
        "05": 1810,
        "06": 1245,
        "07": 1954,
        "08": 1210,
        "09": 1766,
        "10": 1540,
    }
    won = {  # white's points against the higher numbers, in order
        "01": "2 1 2 0 2 0 2 0 1",
        "02": "0 0 0 0 0 0 0 0",
        "03": "2 0 2 0 2 1 0",
        "04": "0 1 0 1 0 0",
        "05": "2 2 2 1 2",
        "06": "0 1 0 1",
        "07": "2 2 2",
        "08": "0 0",
        "09": "2",
    }
    said = {"0": "0-1", "1": "1/2-1/2", "2": "1-0"}
    lines = []
    for white, points in won.items():
        for black, made in enumerate(points.split(), start=int(white) + 1):
            lines.append(f"{white} {black:02} {said[made]}")
    born = {"02": "1981-12-03", "04": "1973-10-01"}
    documents = [
        player(f"{n:02}") | ({"born": born[f"{n:02}"]} if f"{n:02}" in born else {})
        for n in range(1, 11)
    ]
    documents += [
        opening(name, "elo-no", rating, 22 if name == "04" else 100, on="1993-01-01")
        for name, rating in elo.items()
    ]
    documents.append(tournament("T", games(*lines), "1993-05-01", category="II"))
    assert list(after(documents, NO).values()) == [
        1511,
        1154,
        1636,
        1291,
        1839,
        1253,
        1961,
        1212,
        1770,
        1541,
    ]


def test_the_cycle_of_the_monrad_tournament() -> None:
    """Nr. 2, 6 and 14, who met each other: at rest at 1097, 1153 and 1040; nr. 6 then
    IIa to 1186.
    """
    rated = {
        "1": 1500,
        "15": 1645,
        "4": 1305,
        "11": 865,
        "8": 1210,
        "16": 1482,
        "13": 1187,
        "18": 1364,
    }
    rated |= {"5": 1810, "9": 1766, "10": 1540, "17": 1725}
    met = {
        "02": (["1", "15", "4", "11", "8", "14", "16", "13", "06"], 5),
        "06": (["5", "4", "11", "9", "10", "13", "14", "17", "02"], 4),
        "14": (["13", "11", "8", "4", "15", "02", "06", "1", "18"], 4),
    }
    numbers: dict[str, int] = {}
    for name, (opponents, halves) in met.items():
        known = [rated[other] for other in opponents if other in rated]
        numbers[name] = norway.formula_1(known, Fraction(50 * halves, 9))
    assert list(numbers.values()) == [1145, 1239, 1079]
    for _ in range(6):
        for name, (opponents, halves) in met.items():
            known = [
                rated.get(other, numbers.get(other, 0)) or numbers["14"]
                for other in opponents
            ]
            numbers[name] = norway.formula_1(known, Fraction(50 * halves, 9))
    assert list(numbers.values()) == [1097, 1153, 1040]
    assert rounded(norway.formula_2a(5, 1245, 9, 1153)) == 1186


def test_the_examples_of_psm() -> None:
    assert psm.change(1830, 1980, Fraction(1, 2)) == 5
    assert psm.change(1950, 1820, Fraction(0)) == -14


def test_the_example_of_the_article() -> None:
    """1613 with 2.5 of 5: 1601."""
    numbers = {"a": 1613, "b": 1609, "c": 1477, "d": 1388, "e": 1586, "f": 1720}
    documents = [opening(name, "elo", rating) for name, rating in numbers.items()]
    documents.append(
        tournament(
            "T", games("a b 0-1", "a c 1/2-1/2", "a d 1-0", "a e 1-0", "a f 0-1")
        )
    )
    assert after(documents, "elo:elo-32")["a"] == 1601


def test_the_us_formula() -> None:
    """Two of 1500 without games: K 800 / 1, so 1500 +- 400. With 100 games Ne is 16.57:
    800 / 17.57 / 2.
    """
    match = tournament("T", games("a b 1-0"))
    assert after([match], USCF) == {"a": 1900, "b": 1100}
    assert after(
        [opening("a", "elo-uscf", 1500), opening("b", "elo-uscf", 1500), match], USCF
    ) == {
        "a": 1523,
        "b": 1477,
    }


def test_fide_lists() -> None:
    """2395 beats 2380: 15 x .48 = 7.2. In April the list says 2402; K 10 from there.
    d(.75) = (149 + 240) / 2.
    """
    documents = [opening("a", "elo-fide", 2395), opening("b", "elo-fide", 2380, 12)]
    documents.append(tournament("T", games("a b 1-0"), "2009-02-07"))
    documents.append(tournament("U", games("b a 1-0"), "2009-04-11"))
    assert after(documents, FIDE) == {"a": 2402, "b": 2368}
    # b 2380 - 25 x .48 = 2368 on the April list: D 34 expects .55, so 2402 - 5.5 and
    # 2368 + 25 x .55.
    assert after(documents, FIDE, "U") == {"a": 2397, "b": 2382}
    assert fide.first_number([2000] * 4, Fraction(3)) == 2195
    assert fide.first_number([2000] * 4, Fraction(4)) is None
