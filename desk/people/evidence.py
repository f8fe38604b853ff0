"""Weigh what each source of a row says of a player: it agrees, contradicts, or says
nothing. `matching` decides on it.

    number, FIDE id    theirs, or somebody else's
    name               as far as it is any of their names, former ones too
    birth              day or year; a day that is one slip away contradicts, and makes
                       a candidate all the same
    sex, federation    stated in the file and here

A club says nothing, for people change clubs, and clubs have many spellings; neither do
titles and ratings, which a file has from other lists and days.
"""

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Literal, NamedTuple, Protocol

from desk.people.births import Birth, births
from desk.people.register import Register
from exchange.names.likeness import (
    Likeness,
    likeness,
    shares_given_names,
    shares_surname,
)
from exchange.names.words import key_of

Source = Literal["number", "fide-id", "name", "birth", "sex", "federation"]


class PersonRow(Protocol):
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


class Evidence(NamedTuple):
    """The words of a row's sources about a player; True: agrees, False: contradicts,
    None: says nothing.
    """

    player: str
    number: bool | None
    fide_id: bool | None
    name: Likeness | None
    birth: Birth
    sex: bool | None
    federation: bool | None

    @property
    def birth_fits(self) -> bool:
        """Whether the births agree: the same day, or the same year where a day is
        missing.
        """
        return self.birth >= Birth.YEAR

    @property
    def birth_differs(self) -> bool:
        """Whether the births contradict. A slip of a finger contradicts too; a birth
        that is not known neither fits nor differs.
        """
        return self.birth <= Birth.SLIP

    def said(self) -> dict[Source, bool]:
        """Return the word of each source that says something.

        True where the source agrees, False where it contradicts; a source that says
        nothing is left out. A name agrees from `close` on.
        """
        name = None if self.name is None else self.name >= Likeness.CLOSE
        birth = None if self.birth is Birth.UNKNOWN else self.birth_fits
        words: dict[Source, bool | None] = {
            "number": self.number,
            "fide-id": self.fide_id,
            "name": name,
            "birth": birth,
            "sex": self.sex,
            "federation": self.federation,
        }
        return {source: word for source, word in words.items() if word is not None}

    def agrees(self) -> tuple[Source, ...]:
        """Return the sources that speak for the player, in a fixed order."""
        return tuple(source for source, word in self.said().items() if word)

    def contradicts(self) -> tuple[Source, ...]:
        """Return the sources that speak against the player, in a fixed order."""
        return tuple(source for source, word in self.said().items() if not word)


def weigh(row: PersonRow, player: str, register: Register) -> Evidence:
    """Compare every source of the row with what is known of the player.

    The name counts as the best of all names of the player, former ones too. A number
    that nobody has contradicts; a FIDE id says something only where one is known of the
    player.
    """
    ids, federations = register.fide_ids(player), register.federations(player)
    names = register.names(player) if row.name else []

    number = None
    if row.national_id:
        number = player in register.national(row.national_id)

    fide_id = None
    if row.fide_id and ids:
        fide_id = row.fide_id in ids

    federation = None
    if row.federation and federations:
        federation = row.federation in federations

    return Evidence(
        player=player,
        number=number,
        fide_id=fide_id,
        name=max((likeness(row.name, name) for name in names), default=None),
        birth=births(row.born, register.born(player)),
        sex=_agreement(row.sex, register.sex(player)),
        federation=federation,
    )


def _agreement(here: str | None, there: str | None) -> bool | None:
    """Return whether both say the same; None where one of them says nothing."""
    return here == there if here and there else None


def sorted_by_likelihood(
    row: PersonRow, players: Iterable[str], register: Register
) -> list[str]:
    """Return the players with those first whom most sources of the row mean, then those
    whose name fits better.

    Everybody who chooses among candidates is shown them in this order.
    """
    return sorted(
        players, key=lambda player: _rank(row, weigh(row, player, register), register)
    )


# the sources that tell one person from others
_IDENTIFYING = {"fide-id", "number", "birth", "name"}


class _Rank(NamedTuple):
    """How far down a candidate stands, by what tells most first; players of one rank
    stand in the order of ids.
    """

    agreeing: int
    contradicting: int
    name: int
    birth: int
    otherwise: int
    letters: float
    player: str


def _rank(row: PersonRow, own: Evidence, register: Register) -> _Rank:
    """Return where a candidate stands in the order; smaller is more likely.

    What counts up where it is better is negated, so that the best stands first. The
    likeness of letters, from 0 to 1, only separates those who are equal in all else.
    """
    letters = (
        SequenceMatcher(None, key_of(row.name), key_of(name)).ratio()
        for name in register.names(own.player)
    )

    return _Rank(
        agreeing=-len(_IDENTIFYING & set(own.agrees())),
        contradicting=len(_IDENTIFYING & set(own.contradicts())),
        name=-(own.name or Likeness.APART),
        birth=-own.birth,
        otherwise=len(own.contradicts()) - len(own.agrees()),
        letters=-max(letters, default=0.0),
        player=own.player,
    )


def clear_candidate(
    row: PersonRow, players: Sequence[str], register: Register
) -> str | None:
    """Return who of the candidates is meant so clearly that Enter may mean them; None:
    nobody is.

    Of several, everybody else has another number or birth, and a name that fits less:
    the id may be that of a sister. Sex and federation change nothing, for they are
    mistyped for whole files.
    """
    weighed = [weigh(row, player, register) for player in players]
    clear = [own for own in weighed if _is_clear(own)]
    if len(clear) != 1:
        return None

    [own] = clear
    name = own.name or Likeness.APART
    others = [other for other in weighed if other.player != own.player]
    behind = all(
        _is_other(other) and (other.name or Likeness.APART) < name for other in others
    )
    return own.player if behind else None


def _is_clear(own: Evidence) -> bool:
    """Return whether two sources agree that identify a person, and none contradicts: an
    id and the name, even if it is spelt differently, or the very name and the day of
    birth.
    """
    if _is_other(own) or own.name is None:
        return False
    if own.number or own.fide_id:
        return True
    return own.name >= Likeness.ALIKE and own.birth is Birth.DAY


def _is_other(own: Evidence) -> bool:
    """Return whether a source contradicts that tells people apart: an id, the birth or
    the name. Sex and federation do not.
    """
    return bool(_IDENTIFYING & set(own.contradicts()))


class Nearest(NamedTuple):
    """The players who may be meant, by what is near; the likely ones first."""

    close: list[str]
    born_alike: list[str]


def nearest(row: PersonRow, register: Register) -> Nearest:
    """Find the players who may be meant by a row.

    A name with another birth is another person, unless one slip of a finger lies
    between the two days. A close name with another FIDE id is another person too,
    unless the births are the same.
    """

    near = (weigh(row, player, register) for player in register.close(row.name))
    close = sorted_by_likelihood(
        row, (own.player for own in near if _may_be_theirs(own)), register
    )
    return Nearest(close, [] if close or not row.born else _born_alike(row, register))


def _may_be_theirs(own: Evidence) -> bool:
    """Return whether a close name may be theirs, as `nearest` says."""
    return own.birth is not Birth.DIFFERS and (
        own.fide_id is not False or own.birth_fits
    )


def _born_alike(row: PersonRow, register: Register) -> list[str]:
    """Find players born on the same day who share a word of the name: called by another
    given name, or married.

    With only a year, the surname has to be the same too, or two given names and more,
    because every given name occurs in a year.
    """
    year = (row.born or "")[:4]
    sharing = register.sharing_a_word(row.name)
    born_alike = (
        player
        for player in register.born_in(year, sharing)
        # before their names are compared, which costs most
        if births(row.born, register.born(player)) >= Birth.YEAR
    )

    fits = (weigh(row, player, register) for player in born_alike)
    kindred = [own.player for own in fits if _is_kin(own, row, register)]
    return sorted_by_likelihood(row, kindred, register)


def _is_kin(own: Evidence, row: PersonRow, register: Register) -> bool:
    """Return whether somebody born alike may be the person of the row.

    On the same day of birth, the same surname is enough, or any word of the name unless
    another FIDE id contradicts. With a year alone, neither FIDE id, sex nor federation
    may contradict, and the surname or several given names are shared, or the whole name
    is close.
    """
    names = register.names(own.player)
    has_surname = any(shares_surname(row.name, name) for name in names)

    if own.birth is Birth.DAY:
        return has_surname or own.fide_id is not False

    telling = {"fide-id", "sex", "federation"}
    if not telling.isdisjoint(own.contradicts()):
        return False
    if has_surname:
        return True

    # Sandgren for Sandgrund: two letters off, which looking for close names misses
    if own.name is not None and own.name >= Likeness.CLOSE:
        return True

    return any(shares_given_names(row.name, name) for name in names)
