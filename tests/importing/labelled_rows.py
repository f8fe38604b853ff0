"""A thousand rows of whom the truth is known, as organisers and other programs write
them, with all that goes wrong.
"""

from collections.abc import Iterator

from tests.importing.labelled import (
    ABROAD,
    ASKED,
    BIRTHLESS,
    ERASED,
    EVERYDAY,
    MARRIED,
    MERGED,
    NAMESAKES,
    NEW,
    NICKED,
    NOBODY,
    PLAIN,
    RENAMED,
    SAFE,
    SURE,
    TWINS,
    WRITTEN,
    YEARS,
    Row,
    nobody,
    of,
    slipped,
    turned,
)

ASCII = str.maketrans("äåöÄÅÖ", "aaoAAO")
ABROAD_LETTERS = {"ä": "ae", "ö": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe", "Å": "Aa"}
UNKNOWN_ID = 900000  # and the numbers after it belong to nobody


def rows() -> Iterator[Row]:
    yield from _clean()
    yield from _orders()
    yield from _numbers()
    yield from _twins()
    yield from _namesakes()
    yield from _slips()
    yield from _spellings()
    yield from _other_names()
    yield from _little_known()
    yield from _nobody()


def _clean() -> Iterator[Row]:
    for member in (*PLAIN, *ABROAD):
        yield of("as it should be", SURE, member)
        yield of("without a FIDE id", SURE, member, fide_id=None)
        yield of("the year alone", SURE, member, born=(member.born or "")[:4])
        yield of("id and name", SURE, member, born=None)
    for member in PLAIN[:10]:
        yield of("another sex", ASKED, member, sex="f" if member.sex == "m" else "m")
        yield of("another federation", ASKED, member, federation="EST")
        yield of("the name alone", ASKED, member, born=None, fide_id=None)
        yield of(
            "the name alone, and another sex",
            ASKED,
            member,
            born=None,
            fide_id=None,
            sex="mf"[member.sex == "m"],
        )


def _orders() -> Iterator[Row]:
    """The same name as other federations and programs order it."""
    for at, member in enumerate(PLAIN):
        surname, _, given = member.name.partition(", ")
        capitals = surname.upper()
        written = (
            f"{given} {surname}",
            f"{surname} {given}",
            f"{capitals} {given}",
            f"{capitals},{given.upper()}",
        )
        yield of("another order", SURE, member, name=written[at % 4], fide_id=None)
        yield of(
            "surname and given name turned",
            ASKED,
            member,
            name=f"{given}, {surname}",
            fide_id=None,
        )


def _numbers() -> Iterator[Row]:
    """The line above in FIDE's search, a digit mistyped, an id of this office."""
    for at, member in enumerate(PLAIN):
        other = PLAIN[at - 1]
        yield of("the FIDE id of somebody else", ASKED, member, fide_id=other.fide_id)
        yield of("a FIDE id that nobody has", ASKED, member, fide_id=UNKNOWN_ID + at)
        yield of("the id of somebody else", ASKED, member, national_id=other.player)
    for at, member in enumerate(PLAIN[:8]):
        yield of(
            "the FIDE id of somebody else, no birth",
            ASKED,
            member,
            fide_id=PLAIN[at - 1].fide_id,
            born=None,
        )
        yield of(
            "own id", SURE, member, national_id=member.player, fide_id=None, born=None
        )
        yield of(
            "an id that nobody has", ASKED, member, national_id=f"X{at}", fide_id=None
        )
        yield of(
            "two slips: id and name",
            ASKED,
            member,
            fide_id=UNKNOWN_ID + at,
            name=slipped(member.name, at),
        )
        yield of(
            "two slips: id and birth",
            ASKED,
            member,
            fide_id=UNKNOWN_ID + at,
            born=turned(member.born or ""),
        )
    for at, (member, old, name) in enumerate(MERGED):
        yield of("the id before a merge", SURE, member, national_id=old)
        yield of("the name before a merge", SURE, member, name=name)
        yield of(
            "the id before a merge, somebody else's name",
            ASKED,
            member,
            national_id=old,
            name=PLAIN[at].name,
        )


def _twins() -> Iterator[Row]:
    for one, other in TWINS:
        for own, twin in ((one, other), (other, one)):
            yield of("a twin", SURE, own)
            yield of("a twin without a FIDE id", SURE, own, fide_id=None)
            for born in (own.born, (own.born or "")[:4], None):
                yield of(
                    "the other twin's FIDE id",
                    ASKED,
                    own,
                    fide_id=twin.fide_id,
                    born=born,
                )
            yield of(
                "a twin by a slip of the name",
                SAFE,
                own,
                name=slipped(own.name, 0),
                fide_id=None,
            )
        initial = (
            one.name.partition(", ")[0] + ", " + one.name.partition(", ")[2][0] + "."
        )
        if one.name.partition(", ")[2][0] == other.name.partition(", ")[2][0]:
            yield of("the initial of two twins", ASKED, one, name=initial, fide_id=None)
    for at, member in enumerate(PLAIN[:12]):
        surname = member.name.partition(", ")[0]
        name = f"{surname}, {('Taisto', 'Veera')[at % 2]}"
        yield nobody(
            "a twin who is no member",
            NOBODY,
            member,
            name,
            member.born,
            None if at % 3 else UNKNOWN_ID + at,
        )
        yield nobody(
            "the same with the member's FIDE id",
            NOBODY,
            member,
            name,
            member.born,
            member.fide_id,
        )
        yield nobody(
            "a brother with the member's FIDE id",
            NOBODY,
            member,
            name,
            "2001-07-07",
            member.fide_id,
        )
        yield nobody("a cousin", NEW, member, name, "2001-07-07")


def _namesakes() -> Iterator[Row]:
    for one, other in NAMESAKES:
        yield of("namesakes, told by the day", SURE, one)
        yield of("namesakes, told by the id", SURE, other, born=None)
        yield of("namesakes, only the name", ASKED, one, born=None)
        yield of("namesakes, the birth of the other", ASKED, other, born=one.born)
        yield of("namesakes, the id of the other", ASKED, one, fide_id=other.fide_id)
        if (one.born or "")[:4] == (other.born or "")[:4]:
            yield of("namesakes of one year", ASKED, one, born=(one.born or "")[:4])
        yield nobody(
            "a third of that name", NOBODY, one, one.name, "2003-03-03", UNKNOWN_ID + 1
        )
        yield nobody("a third of that name, only the name", NOBODY, one, one.name)


def _slips() -> Iterator[Row]:
    for at, member in enumerate(PLAIN):
        yield of(
            "a slip of the birth",
            ASKED,
            member,
            born=turned(member.born or ""),
            fide_id=None,
        )
        yield of(
            "a slip of the birth beside the id",
            ASKED,
            member,
            born=turned(member.born or ""),
        )
        name = slipped(member.name, at)
        yield of("a slip of the name", ASKED, member, name=name, fide_id=None)
        yield of(
            "a slip of the name, only the name",
            ASKED,
            member,
            name=name,
            fide_id=None,
            born=None,
        )
        yield of("a slip of the name beside the id", SAFE, member, name=name)
        yield of(
            "two slips: name and birth",
            ASKED,
            member,
            name=name,
            fide_id=None,
            born=turned(member.born or ""),
        )
    for member in PLAIN[:8]:
        surname, _, given = member.name.partition(", ")
        yield of(
            "the day and the month turned",
            ASKED,
            member,
            born=f"{(member.born or '')[:5]}03-04",
            fide_id=None,
        )
        yield of(
            "an initial", ASKED, member, name=f"{surname}, {given[0]}.", fide_id=None
        )
        yield of(
            "an initial beside the id",
            SAFE,
            member,
            name=f"{given[0]}. {surname}",
            born=None,
        )
        yield of("the surname alone", ASKED, member, name=surname, fide_id=None)
        yield of(
            "a title in the name",
            ASKED,
            member,
            name=f"FM {surname}, {given}",
            fide_id=None,
        )
        yield of(
            "a second given name",
            ASKED,
            member,
            name=f"{surname}, {given} Johannes",
            fide_id=None,
        )


def _spellings() -> Iterator[Row]:
    for member in PLAIN:
        plain = member.name.translate(ASCII)
        if plain != member.name:
            abroad = "".join(
                ABROAD_LETTERS.get(letter, letter) for letter in member.name
            )
            yield of("without accents", ASKED, member, name=plain, fide_id=None)
            yield of(
                "accents written as two letters",
                ASKED,
                member,
                name=abroad,
                fide_id=None,
                born=None,
            )
            yield of(
                "without accents beside the id", SAFE, member, name=plain, born=None
            )
            lost = member.name.translate(str.maketrans("äåöÄÅÖ", "??????"))
            yield of("letters lost", ASKED, member, name=lost, fide_id=None)
            yield of("letters lost beside the id", SAFE, member, name=lost)
            broken = member.name.encode().decode("cp1252", "replace")
            if "\ufffd" not in broken:
                yield of(
                    "UTF-8 read as cp1252", ASKED, member, name=broken, fide_id=None
                )
    for member in ABROAD:
        for name in WRITTEN[member.name]:
            yield of("written elsewhere", SAFE, member, name=name, fide_id=None)
            yield of(
                "written elsewhere, only the name",
                SAFE,
                member,
                name=name,
                fide_id=None,
                born=None,
            )
            yield of(
                "written elsewhere, beside the id", SAFE, member, name=name, born=None
            )


def _other_names() -> Iterator[Row]:
    for at, member in enumerate(NICKED):
        name = f"{member.name.partition(', ')[0]}, {EVERYDAY[member.name]}"
        yield of("the everyday name", ASKED, member, name=name)
        yield of(
            "the everyday name, the year alone",
            ASKED,
            member,
            name=name,
            born=(member.born or "")[:4],
        )
        if at < len(NICKED) - 2:  # of the last two no table knows
            yield of(
                "the everyday name, only the name", ASKED, member, name=name, born=None
            )
    for member, name, after in MARRIED:
        before, _, given = member.name.partition(", ")
        yield of("married", ASKED, member, name=name, fide_id=None)
        yield of("married, beside the id", ASKED, member, name=name)
        yield of(
            "married, beside the id, no birth", ASKED, member, name=name, born=None
        )
        yield of(
            "both surnames",
            ASKED,
            member,
            name=f"{before}-{after}, {given}",
            born=None,
            fide_id=None,
        )
    for at, (member, name) in enumerate(RENAMED):
        yield of("the new name", SURE, member, name=name, fide_id=None)
        yield of("the former name", SURE, member, fide_id=None)
        yield of("the former name alone", ASKED, member, fide_id=None, born=None)
        yield of(
            "the former name and another id", ASKED, member, fide_id=PLAIN[at].fide_id
        )


def _little_known() -> Iterator[Row]:
    for member in YEARS:
        yield of(
            "the register knows the year", SURE, member, born=f"{member.born}-05-05"
        )
        yield of("the register knows another year", ASKED, member, born="1999-05-05")
    for at, member in enumerate(BIRTHLESS):
        yield of("the register knows no birth", ASKED, member, born="1987-01-02")
        yield of(
            "the register knows no birth, and a slip",
            ASKED,
            member,
            born="1987",
            name=slipped(member.name, at),
        )
        yield of("nothing but a name on both sides", ASKED, member)
    for at, member in enumerate(ERASED):
        yield nobody(
            "erased: nobody knows them any more",
            NEW,
            member,
            member.name,
            member.born,
            member.fide_id,
        )
        by_id = member._replace(fide_id=None, born=None)
        yield of("the id of somebody erased", ASKED, by_id, national_id=member.player)
        name = PLAIN[at].name
        yield of(
            "the id of somebody erased, a member's name",
            ASKED,
            by_id,
            national_id=member.player,
            name=name,
        )


def _nobody() -> Iterator[Row]:
    for at, member in enumerate(PLAIN[:15]):
        name, born, given = (
            "Vierno, Oskari",
            "2005-05-05",
            member.name.partition(", ")[2],
        )
        yield nobody(
            "a stranger with a member's name",
            NOBODY,
            member,
            member.name,
            born,
            UNKNOWN_ID + at,
        )
        yield nobody(
            "a stranger with a member's name alone", NOBODY, member, member.name
        )
        yield nobody(
            "a stranger with a member's FIDE id",
            NOBODY,
            member,
            name,
            born,
            member.fide_id,
        )
        yield nobody(
            "a stranger with a member's id",
            NOBODY,
            member,
            name,
            born,
            national_id=member.player,
        )
        yield nobody(
            "a stranger with a member's birth",
            NEW,
            member,
            name,
            member.born,
            UNKNOWN_ID + at,
        )
        yield nobody("a stranger", NEW, member, f"Uusimaa, {given}", born)
