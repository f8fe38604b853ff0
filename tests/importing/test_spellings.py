"""Spellings of one row beside a register of members, and what each is: the member, a
proposal, a question, or new.
"""

import pytest

from desk.people.matching import match
from desk.people.register import Register, Stated
from ledger.store.persons import Personal
from tests.importing.test_matching import Row

MEMBERS = {
    "P1": ("Hämäläinen, Åke", "1980", 500001),
    "P2": ("Nieminen, Olli", "1950", None),
    "P3": ("Mäkelä, Juha Pekka", "1966", None),
    "P4": ("Äyräväinen-Mäki, Liisa", "1988", None),
    "P5": ("Ivanov, Sergei", "1971", None),
    "P6": ("O'Brien, Mary", "1990", None),
    "P7": ("Korhonen, Matti", "1990", None),
    "P8": ("Korhonen, Matti", "1995", None),
    "P9": ("von der Heide, Ulla", "1960", None),
    "P10": ("Tschernow, Juri", "1955", None),
}
MATCHED, PROPOSED, ASKED, NEW = "matched", "proposed", "doubtful", "new"
CASES = [
    # the same name
    ("Hämäläinen, Åke", "1980", None, MATCHED, "P1"), ("HÄMÄLÄINEN ÅKE", "1980", None, MATCHED, "P1"),
    ("Åke Hämäläinen", "1980", None, MATCHED, "P1"), ("Ha\u0308ma\u0308la\u0308inen, Åke", "1980", None, MATCHED, "P1"),
    ("Hämäläinen Åke", "1980-02-29", None, MATCHED, "P1"), ("Ulla von der Heide", "1960", None, MATCHED, "P9"),
    ("der Heide, von Ulla", "1960", None, MATCHED, "P9"), ("Äyräväinen Mäki, Liisa", "1988", None, MATCHED, "P4"),
    # FIDE ids
    ("Hamalainen, Ake", None, 500001, MATCHED, "P1"), ("Hämäläinen, Å.", None, 500001, PROPOSED, "P1"),
    ("Hämäläinen, Å.", "1980", 500001, MATCHED, "P1"),
    ("Salo, Åke", "1980", 500001, ASKED, "P1"), ("Virtanen, Eero", "1980", 500001, ASKED, "P1"),
    ("Hämäläinen, Åke", "1981", 500001, ASKED, "P1"), ("Hämäläinen, Åke", "1980", 500002, ASKED, "P1"),
    # letters of other languages and keyboards
    ("Hamalainen, Ake", "1980", None, PROPOSED, "P1"), ("Haemaelaeinen, Aake", "1980", None, PROPOSED, "P1"),
    ("Hamalainen, Ake", None, None, ASKED, "P1"), ("Åke, Hämäläinen", "1980", None, PROPOSED, "P1"),
    ("O`Brien, Mary", "1990", None, MATCHED, "P6"), ("O’Brien, Mary", "1990", None, MATCHED, "P6"),
    ("OBrien, Mary", "1990", None, PROPOSED, "P6"), ("O´Brien, Mary", "1990", None, MATCHED, "P6"),
    # births
    ("Nieminen, Olli", "1951", None, ASKED, "P2"), ("Nieminen, Olli", "1994", None, ASKED, "P2"),
    ("Nieminen, Olli", None, None, PROPOSED, "P2"), ("Korhonen, Matti", "1990", None, MATCHED, "P7"),
    ("Korhonen, Matti", None, None, ASKED, "P7 P8"), ("Korhonen, Matti", "1991", None, ASKED, "P7 P8"),
    # words more and less, initials, half of a double name
    ("Mäkelä, Juha", "1966", None, ASKED, "P3"), ("Mäkelä, Juha P.", "1966", None, ASKED, "P3"),
    ("J. Mäkelä", "1966", None, ASKED, "P3"), ("Mäkelä, J-P", "1966", None, ASKED, "P3"),
    ("Äyräväinen, Liisa", "1988", None, ASKED, "P4"), ("Mäki, Liisa", "1988", None, ASKED, "P4"),
    ("Nieminen, Olli Antero", "1950", None, ASKED, "P2"), ("O. Nieminen", None, None, ASKED, "P2"),
    # a letter or two off
    ("Niemnen, Olli", "1950", None, ASKED, "P2"), ("Nieminenn, Oli", "1950", None, ASKED, "P2"),
    ("Niemienn, Olli", "1950", None, ASKED, "P2"), ("Hämälinen, Åke", "1980", None, ASKED, "P1"),
    ("Hemelainen, Åke", "1980", None, ASKED, "P1"), ("Korhoonen, Matti", "1990", None, ASKED, "P7"),
    # the sounds of another alphabet
    ("Ivanov, Sergey", "1971", None, ASKED, "P5"), ("Iwanow, Sergej", "1971", None, ASKED, "P5"),
    ("Иванов, Сергей", "1971", None, ASKED, "P5"), ("Chernov, Yuri", "1955", None, ASKED, "P10"),
    ("Tšernov, Jurij", "1955", None, ASKED, "P10"),
    # other names and half the name, beside the birth
    ("Nieminen, Pekka", "1950", None, ASKED, "P2"), ("Mäki, Lasse", "1988", None, ASKED, "P4"),
    ("Nieminen, Pekka", "1951", None, NEW, ""), ("Mäki, Lasse", None, None, NEW, ""),
    # other people ("Niemi, Olli", "1950", None, NEW, ""),
    ("Ivanova, Olga", "1971", None, NEW, ""),
    ("Mäkelä, Juha", "1999", None, NEW, ""),
]  # fmt: skip


@pytest.mark.parametrize(("name", "born", "fide_id", "status", "whom"), CASES)
def test_each_spelling(
    name: str, born: str | None, fide_id: int | None, status: str, whom: str
) -> None:
    people = [
        Personal(player, known, None, number)
        for player, (known, _, number) in MEMBERS.items()
    ]
    register = Register(
        people,
        lambda player: Stated(MEMBERS[player][1]),
        lambda player: player,
        MEMBERS.__contains__,
    )
    [found] = match([Row("1", name, born, fide_id)], register, {})
    whoever = found.player or " ".join(sorted(found.candidates))
    assert (found.status, whoever) == (status, whom), found
