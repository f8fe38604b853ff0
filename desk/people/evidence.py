"""Weigh what each source of a row says of one player: it agrees, contradicts, or says nothing. `matching` decides on
it.

    number, FIDE id    theirs, or somebody else's
    name               as far as it is any of their names, former ones too
    birth              day or year; a day that is one slip away contradicts, and makes a candidate all the same
    sex, federation    stated in the file and here

A club says nothing, for people change clubs, and clubs have many spellings; neither do titles and ratings, which a file
has from other lists and days.
"""

from enum import IntEnum
from typing import Literal, NamedTuple, Protocol

from desk.people.register import Register
from exchange.names.likeness import Likeness, likeness, surname_shared

Source = Literal["number", "fide-id", "name", "birth", "sex", "federation"]


class Row(Protocol):
    """A row of a file, as far as it shows who it is."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def born(self) -> str | None: ...
    @property
    def fide_id(self) -> int | None: ...
    @property
    def national_id(self) -> str | None: ...
    @property
    def sex(self) -> str | None: ...
    @property
    def federation(self) -> str | None: ...


class Birth(IntEnum):
    """The ways in which two births fit, the worst first."""

    DIFFERS = 0
    SLIP = 1  # days that are one slip of a finger apart, or whose month and day are turned
    UNKNOWN = 2
    YEAR = 3  # the same year, and one of them has no day
    DAY = 4


class Evidence(NamedTuple):
    """The words of a row's sources about a player; True: agrees, False: contradicts, None: says nothing."""

    player: str
    number: bool | None
    fide_id: bool | None
    name: Likeness | None
    birth: Birth
    sex: bool | None
    federation: bool | None

    @property
    def birth_fits(self) -> bool:
        return self.birth >= Birth.YEAR

    @property
    def birth_differs(self) -> bool:
        return self.birth <= Birth.SLIP

    def said(self) -> dict[Source, bool]:
        """Return the word of each source that says something."""
        name = None if self.name is None else self.name >= Likeness.CLOSE
        birth = None if self.birth is Birth.UNKNOWN else self.birth_fits
        words: dict[Source, bool | None] = {
            "number": self.number, "fide-id": self.fide_id, "name": name, "birth": birth, "sex": self.sex,
            "federation": self.federation,
        }  # fmt: skip
        return {source: word for source, word in words.items() if word is not None}

    def agrees(self) -> tuple[Source, ...]:
        return tuple(source for source, word in self.said().items() if word)

    def contradicts(self) -> tuple[Source, ...]:
        return tuple(source for source, word in self.said().items() if not word)


def weigh(row: Row, player: str, register: Register) -> Evidence:
    """Compare every source of the row with what is known of the player."""
    ids, federations = register.fide_ids(player), register.federations(player)
    names = register.names(player) if row.name else []
    return Evidence(
        player=player,
        number=None if not row.national_id else player in register.national(row.national_id),
        fide_id=row.fide_id in ids if row.fide_id and ids else None,
        name=max((likeness(row.name, name) for name in names), default=None),
        birth=births(row.born, register.born(player)),
        sex=_same(row.sex, register.sex(player)),
        federation=row.federation in federations if row.federation and federations else None,
    )


def births(here: str | None, there: str | None) -> Birth:
    """Compare two births by their years, and by their days where both are known."""
    if not here or not there:
        return Birth.UNKNOWN
    if len(here) < 10 or len(there) < 10:
        return Birth.YEAR if here[:4] == there[:4] else Birth.DIFFERS
    if here == there:
        return Birth.DAY
    turned = f"{here[:5]}{here[8:]}-{here[5:7]}" == there
    return Birth.SLIP if turned or _one_slip(here, there) else Birth.DIFFERS


def _one_slip(here: str, there: str) -> bool:
    """Return whether one digit is another, or two neighbours have changed places."""
    other = [at for at, (one, two) in enumerate(zip(here, there, strict=True)) if one != two]
    neighbours = len(other) == 2 and other[1] == other[0] + 1
    return len(other) == 1 or (neighbours and [here[at] for at in other] == [there[at] for at in reversed(other)])


def _same(here: str | None, there: str | None) -> bool | None:
    return here == there if here and there else None


class Nearest(NamedTuple):
    """The players who may be meant, by what is near."""

    close: list[str]
    born_alike: list[str]


def nearest(row: Row, register: Register) -> Nearest:
    """Find the players who may be meant by a row.

    A name with another birth is another person, unless one slip of a finger lies between the two days. A close name
    with another FIDE id is another person too, unless the births are the same.
    """
    near = (weigh(row, player, register) for player in sorted(register.close(row.name)))
    close = [own.player for own in near if _may_be(own)]
    return Nearest(close, [] if close or not row.born else _born_alike(row, register))


def _may_be(own: Evidence) -> bool:
    return own.birth is not Birth.DIFFERS and (own.fide_id is not False or own.birth_fits)


def _born_alike(row: Row, register: Register) -> list[str]:
    """Find players born on the same day who share a word of the name: called by another given name, or married.

    With only a year, the surname has to be the same too, because every given name occurs in a year.
    """
    year = (row.born or "")[:4]
    same_year = [one for one in register.sharing_a_word(row.name) if (register.born(one) or "")[:4] == year]
    fits = (weigh(row, player, register) for player in sorted(same_year))
    return [own.player for own in fits if own.birth_fits and _is_kin(own, row, register)]


def _is_kin(own: Evidence, row: Row, register: Register) -> bool:
    surname = any(surname_shared(row.name, name) for name in register.names(own.player))
    if own.birth is Birth.DAY:
        return surname or own.fide_id is not False
    other = {"fide-id", "sex", "federation"} & set(own.contradicts())
    return surname and not other
