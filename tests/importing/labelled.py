"""A register of some 130 members, and what a row of a file is that was made of one:
twins, namesakes, people abroad.

Each row is made from a member, or from nobody, so its label needs no program: who it
is, and what may become of it.

    SURE     the very member, and no question
    ASKED    a question that has the member among its candidates
    SAFE     either of these
    NEW      a new player, and no question
    NOBODY   a new player or a question: never a member without one
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.world.documents import Document, player

SURE, ASKED, SAFE, NEW, NOBODY = "sure", "asked", "safe", "new", "nobody"


class Member(NamedTuple):
    """A member of the register."""

    player: str
    name: str
    born: str | None = None
    fide_id: int | None = None
    sex: str = "m"
    federation: str = "FIN"

    def document(self) -> Document:
        details = {
            "born": self.born,
            "fide_id": self.fide_id,
            "sex": self.sex,
            "federation": self.federation,
        }
        return player(
            self.player,
            name=self.name,
            **{key: value for key, value in details.items() if value},
        )


class Row(NamedTuple):
    """A row of a file; `kind` says what was done to it, `who` is the member it is,
    `near` whom it resembles.
    """

    kind: str
    may: str
    who: str | None
    name: str
    born: str | None = None
    fide_id: int | None = None
    sex: str | None = None
    federation: str | None = None
    national_id: str | None = None
    near: str = ""
    key: str = "1"


SURNAMES = (
    "Hämäläinen",
    "Kärkkäinen",
    "Pöyhönen",
    "Sjöberg",
    "Väyrynen",
    "Åkerlund",
    "Rantanen",
    "Kuusisto",
    "Lindqvist",
    "Myllymäki",
    "Töyrylä",
    "Ojala",
    "Wirtanen",
    "Peräkylä",
    "Heikkinen",
    "Saarelainen",
    "Vainikka",
    "Yli-Mäyry",
    "Tikkanen",
    "Ruotsalainen",
)
GIVEN = (
    "Åke",
    "Tero",
    "Marja",
    "Göran",
    "Eino",
    "Bertta",
    "Sakari",
    "Tuula",
    "Patrik",
    "Hilma",
    "Rauno",
    "Pirkko",
    "Wille",
    "Ensio",
    "Raija",
    "Jalmari",
    "Aune",
    "Unto",
    "Terttu",
    "Kauko",
)
WOMEN = {"Marja", "Bertta", "Tuula", "Hilma", "Pirkko", "Raija", "Aune", "Terttu"}
PLAIN = [
    Member(
        f"P{at:02}",
        f"{surname}, {given}",
        f"{1938 + at * 3}-{1 + at % 12:02}-{13 + at % 15:02}",
        501000 + at * 37,
        "f" if given in WOMEN else "m",
    )
    for at, (surname, given) in enumerate(zip(SURNAMES, GIVEN, strict=True))
]
TWINS = [
    (
        Member(f"T{at}", f"{surname}, {one}", born, 502000 + at),
        Member(f"U{at}", f"{surname}, {two}", born, 502900 + at),
    )
    for at, (surname, one, two, born) in enumerate(
        (
            ("Lehtonen", "Kari", "Pertti", "1961-01-02"),
            ("Lehtisalo", "Kari", "Mari", "1963-04-05"),
            ("Nurmi", "Anna", "Anne", "1999-12-24"),
            ("Salonen", "Juha", "Jussi", "1971-06-01"),
            ("Korpela", "Anna", "Anna-Maria", "2004-02-29"),
            ("Hietala", "Otso", "Ilves", "2011-08-17"),
            ("Niskanen", "Veli", "Velma", "1955-03-03"),
            ("Palo", "Eero", "Eerik", "1984-10-30"),
            ("Savela", "Sami", "Samuli", "1990-01-01"),
            ("Turkka", "Heli", "Helka", "1978-11-09"),
        )
    )
]
# father and son, then two strangers of one name: born in one year, the first without a
# FIDE id
NAMESAKES = [
    (Member(f"N{at}a", name, born[0]), Member(f"N{at}b", name, born[1], 503000 + at))
    for at, (name, *born) in enumerate(
        (
            ("Korhonen, Matti", "1950-05-06", "1983-07-08"),
            ("Laine, Pekka", "1944-01-20", "1976-02-11"),
            ("Aalto, Toivo", "1939-09-09", "1969-10-10"),
            ("Karhu, Seppo", "1957-12-01", "1987-11-02"),
            ("Halonen, Lauri", "1990-04-14", "1990-08-18"),
            ("Koski, Timo", "1972-03-15", "1972-05-25"),
            ("Mäki, Hannu", "1966-06-16", "1966-12-26"),
            ("Virta, Jari", "1981-02-17", "1981-09-27"),
        )
    )
]
# the name in the register, then what others write for it
WRITTEN = {
    "Mäkelä, Juha Pekka": ("Mäkelä, Juha", "Mäkelä, J. P.", "J. Mäkelä", "Mäkelä, Juha-Pekka", "Makela, Juha P."),
    "Äyräväinen-Mäki, Liisa": ("Äyräväinen, Liisa", "Mäki, Liisa", "Ayravainen Maki, Liisa", "Äyräväinenmäki, Liisa"),
    "von der Heide, Ulla": ("Heide, Ulla", "Vonderheide, Ulla", "HEIDE VON DER, Ulla", "v.d. Heide, Ulla"),
    "Ivanov, Sergei": ("Ivanov, Sergey", "Iwanow, Sergej", "Иванов, Сергей", "Ivanov Sergei Petrovich",
                       "Ivanovs, Sergejs", "GM Ivanov, Sergei", "Ivanov, S. P.", "Ivаnоv, Sergei",
                       "Ivan\u00adov, Sergei"),
    "Tschernow, Juri": ("Chernov, Yuri", "Tšernov, Jurij", "Tshernov, Juri", "Černov, Jurij"),
    "Kuznetsova, Jelena": ("Kuznecova, Elena", "Kuznetsova, Yelena", "Кузнецова, Елена", "Kusnezowa, Jelena"),
    "Shcherbakov, Aleksandr": ("Scherbakov, Alexander", "Štšerbakov, Aleksandr", "Shcherbakov, Sasha"),
    "De la Cruz, Juan Carlos": ("Delacruz, Juan Carlos", "Cruz, Juan Carlos", "Juan Carlos de la Cruz",
                                "De La Cruz, Juan"),
    "García López, José": ("Garcia, Jose", "Garcia Lopez, Jose", "López, José", "García-López, Pepe"),
    "Al-Hassan, Omar": ("Alhassan, Omar", "Hassan, Omar", "Al Hassan, Omar"),
    "Nguyen, Ngoc Truong Son": ("Nguyen Ngoc Truong Son", "Truong Son, Nguyen Ngoc", "Nguyen, Son"),
    "Guðmundsson, Þór": ("Gudmundsson, Thor", "Gudmundsson, Thór", "Þór Guðmundsson"),
    "Kovács, István": ("Kovacs Istvan", "Kovács István", "KOVACS, Istvan"),
    "O'Brien, Mary": ("OBrien, Mary", "O Brien, Mary", "O’Brien, Mary", "Obrien Mary"),
    "MacDonald, Alexander": ("McDonald, Alexander", "Mac Donald, Alexander", "Macdonald, Alex", "MacDonald, Sandy"),
    "Müller, Jürgen": ("Mueller, Juergen", "Muller, Jurgen", "MÜLLER Jürgen"),
    "van den Berg, Pieter": ("Berg, Pieter van den", "Vandenberg, Pieter", "v.d. Berg, Pieter", "Berg, Pieter"),
    "Kim, Min-jun": ("Kim Minjun", "Kim, Min Jun", "Minjun Kim"),
    "Çelik, İbrahim": ("Celik, Ibrahim", "ÇELİK İbrahim", "Celik Ibrahim"),
    "Wójcik, Łukasz": ("Wojcik, Lukasz", "Vojcik, Lukasz", "Łukasz Wójcik"),
    "Abdelrahman, Karim": ("Abdul Rahman, Karim", "Abdel Rahman, Karim"),
}  # fmt: skip
ABROAD = [
    Member(
        f"A{at:02}",
        name,
        f"{1950 + 3 * at}-{1 + at % 12:02}-{14 + at % 14:02}",
        504000 + 11 * at,
        "f" if name.endswith(("Liisa", "Ulla", "Jelena", "Mary")) else "m",
        "FIN" if at < 3 else "ENG",
    )
    for at, name in enumerate(WRITTEN)
]
# in the register under the passport's name, in a report under the everyday one; the
# last two are in no table of names
EVERYDAY = {
    "Niemi, Johannes": "Jussi",
    "Harju, Henrik": "Heikki",
    "Salmela, Aleksanteri": "Santeri",
    "Ahola, Katariina": "Kaisa",
    "Petrov, Aleksandr": "Sasha",
    "Ranta, Elisabet": "Liisa",
    "Vuori, Mikael": "Mikko",
    "Suomela, Tuomas": "Tomppa",
    "Hakala, Jonatan": "Pörrö",
    "Leino, Wilhelmina": "Mimmi",
}
NICKED = [
    Member(f"K{at}", name, f"{1949 + 4 * at}-0{1 + at % 9}-1{at % 10}")
    for at, name in enumerate(EVERYDAY)
]
MARRIED = [
    (
        Member(
            f"M{at}", f"{before}, {given}", f"197{at}-0{1 + at}-2{at}", 505000 + at, "f"
        ),
        f"{after}, {given}",
        after,
    )
    for at, (before, after, given) in enumerate(
        (
            ("Sormunen", "Vaara", "Päivi"),
            ("Kettunen", "Lohi", "Satu"),
            ("Jokinen", "af Hällström", "Ritva"),
            ("Peltola", "Smith", "Outi"),
            ("Hyvönen", "Noro", "Tarja"),
            ("Rekola", "Ikonen", "Mervi"),
        )
    )
]
# changed their name in the register: known under the new one, and under the former
RENAMED = [
    (
        Member(f"R{at}", f"{before}, {given}", f"195{at}-06-1{at}", 506000 + at),
        f"{after}, {given}",
    )
    for at, (before, after, given) in enumerate(
        (
            ("Sundman", "Suomaa", "Oiva"),
            ("Ek", "Tammi", "Viola"),
            ("Grön", "Vihreä", "Kalevi"),
            ("Stolt", "Ylpeä", "Sirpa"),
        )
    )
]
MERGED = [
    (
        Member(f"G{at}", f"Kaukomaa, {given}", f"196{at}-09-0{at + 1}"),
        f"OLD{at}",
        f"Fjärrland, {given}",
    )
    for at, given in enumerate(("Ossi", "Eila", "Arvo"))
]
ERASED = [
    Member(f"E{at}", f"Kadonnut, {given}", f"199{at}-05-0{at + 1}", 507000 + at)
    for at, given in enumerate(("Onni", "Impi", "Urho"))
]
# of whom the register knows a year, or no birth at all
YEARS = [
    Member("Y0", "Susi, Arja", "1964"),
    Member("Y1", "Karppinen, Olavi", "1932"),
    Member("Y2", "Hirvi, Jooa", "2013"),
]
BIRTHLESS = [
    Member("B0", "Majava, Anu"),
    Member("B1", "Näätä, Reino"),
    Member("B2", "Kärppä, Lempi"),
]
EVERYBODY = [
    *PLAIN,
    *(one for pair in (*TWINS, *NAMESAKES) for one in pair),
    *ABROAD,
    *NICKED,
    *(one for one, _, _ in MARRIED),
    *YEARS,
    *BIRTHLESS,
]


def documents() -> Iterator[Document]:
    """The register as it came to be: with changed names, merged ids and erased people."""
    for member in (
        *EVERYBODY,
        *ERASED,
        *(one for one, _ in RENAMED),
        *(one for one, _, _ in MERGED),
    ):
        yield member.document()
    for member, name in RENAMED:
        yield player(member.player, name=name, change=True)
    for member, old, name in MERGED:
        yield player(old, name=name, born=member.born)
        yield {
            "kind": "merge-players",
            "from": old,
            "into": member.player,
            "reason": "one person",
        }
    for member in ERASED:
        yield {"kind": "erase-person", "player": member.player, "reason": "asked for"}


def of(kind: str, may: str, member: Member, **changes: Any) -> Row:
    """The row of a member as it should be, but for the changes."""
    row = Row(
        kind,
        may,
        member.player,
        member.name,
        member.born,
        member.fide_id,
        member.sex,
        member.federation,
    )
    return row._replace(near=member.player, **changes)


def nobody(
    kind: str,
    may: str,
    near: Member,
    name: str,
    born: str | None = None,
    fide_id: int | None = None,
    national_id: str | None = None,
) -> Row:
    """The row of somebody who is no member, beside the member whom it resembles."""
    return Row(
        kind, may, None, name, born, fide_id, national_id=national_id, near=near.player
    )


def turned(born: str) -> str:
    """The day and the month in each other's place; of a day that is no month, a slip of
    one digit.
    """
    return (
        born[:5] + born[8:] + "-" + born[5:7]
        if born[8:] <= "12"
        else born[:9] + str((int(born[9]) + 1) % 9)
    )


def slipped(name: str, at: int) -> str:
    """One slip of a finger in the surname: a letter less, two turned, a letter twice or
    another one.
    """
    one, two, rest = name[:2], name[2], name[3:]
    slips = (
        one + rest,
        one + rest[0] + two + rest[1:],
        one + two + two + rest,
        one + "w" + rest,
    )
    return next(slip for slip in (slips[at % 4], slips[0]) if slip != name)
