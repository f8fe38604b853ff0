"""Find the people of the ledger whom the rows of a file may mean, and weigh what each
source of a row says of one.

They are found by id, FIDE id, name and names close to it; a source agrees, contradicts,
or says nothing. `matching` decides on it.

    number, FIDE id    theirs, or somebody else's
    name               as far as it is any of their names, former ones too
    birth              day or year; a day that is one slip away contradicts, and makes a candidate all the same
    sex, federation    stated in the file and here

A club says nothing, for people change clubs, and clubs have many spellings; neither do
titles and ratings, which a file has from other lists and days.

A name that means a game without an opponent is brought in as a person by no document. A
ledger that holds such a name already keeps it, and may be imported again.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from enum import IntEnum
from functools import cache
from typing import Literal, NamedTuple, Protocol

from exchange.names import CUT, folded_words, key_of
from exchange.names.index import NameIndex
from exchange.names.likeness import (
    Likeness,
    close,
    given_names_shared,
    likeness,
    surname_shared,
)
from exchange.text.cells import is_bye
from ledger.decide import Context
from ledger.documents import Details, Document, Player, Tournament
from ledger.errors import Problem, Refused, Where
from ledger.store.persons import Personal
from messages import say


class Stated(NamedTuple):
    """The details of a person that the rules read; None, or no federation, where nobody
    stated them.
    """

    born: str | None = None
    sex: str | None = None
    federations: frozenset[str] = frozenset()  # of whatever day


class Register:
    """The people of the ledger, by id, FIDE id and name; what is `stated` of them is
    looked up for a few only.

    One is made for all files of a submission. It is told whom each of them brings, so
    that the next file finds them.
    """

    def __init__(
        self,
        people: Iterable[Personal],
        stated: Callable[[str], Stated],
        resolve: Callable[[str], str],
        exists: Callable[[str], bool],
    ) -> None:
        self._in_ledger, self._exists, self.resolve = cache(stated), exists, resolve
        self._persons: dict[str, list[Personal]] = defaultdict(list)
        self._by_fide: dict[int, set[str]] = defaultdict(set)
        self._by_name: dict[str, set[str]] = defaultdict(set)
        self._brought: dict[str, Details] = {}
        # made when the first name is unknown: most files know everybody
        self._index: NameIndex | None = None
        for person in people:
            self._add(person)

    def bring(self, people: Iterable[Details]) -> None:
        """Take in people whom documents bring that are not in the ledger yet."""
        for details in people:
            self._brought[details.player] = details
            if details.name:
                person = Personal(
                    details.player, details.name, details.club, details.fide_id
                )
                player = self._add(person)
                if self._index is not None:
                    self._index.add(player, details.name)

    def _add(self, person: Personal) -> str:
        """Add a name of somebody; return the id that counts."""
        player = self.resolve(person.player)
        persons = self._persons[player]
        # the name of today first: under their own id, before former ones and those
        # of ids that were merged
        own = person.player == player and not any(
            known.player == player for known in persons
        )
        persons.insert(0 if own else len(persons), person)
        if person.fide_id:
            self._by_fide[person.fide_id].add(player)
        self._by_name[key_of(person.name)].add(player)
        if len(person.name) > CUT:
            self._by_name[key_of(person.name[:CUT])].add(player)
        return player

    def _names(self) -> NameIndex:
        """Return the index of all names."""
        if self._index is None:
            names = (
                (player, person.name)
                for player, persons in self._persons.items()
                for person in persons
            )
            self._index = NameIndex(names, slips=True)
        return self._index

    def exists(self, player: str) -> bool:
        return player in self._brought or self._exists(player)

    def _stated(self, player: str) -> Stated:
        """Return what the ledger states of a player, and what a document brings that
        the ledger does not.
        """
        here, new = self._in_ledger(player), self._brought.get(player)
        if new is None:
            return here
        federations = here.federations
        if new.federation:
            federations |= {new.federation}
        return Stated(here.born or new.born, here.sex or new.sex, federations)

    def born(self, player: str) -> str | None:
        return self._stated(player).born

    def sex(self, player: str) -> str | None:
        return self._stated(player).sex

    def federations(self, player: str) -> frozenset[str]:
        return self._stated(player).federations

    def fide(self, fide_id: int | None) -> set[str]:
        return self._by_fide.get(fide_id, set()) if fide_id else set()

    def national(self, number: str | None) -> set[str]:
        return {self.resolve(number)} if number and self.exists(number) else set()

    def alike(self, name: str) -> set[str]:
        return self._by_name.get(key_of(name), set()) if key_of(name) else set()

    def close(self, name: str) -> set[str]:
        """Return the players with a name that may be a shorter, longer, mistyped or
        everyday form of this one.
        """
        sharing = self._names().sharing(name)
        return {
            player
            for player in sharing
            if any(close(name, other) for other in self.names(player))
        }

    def sharing_a_word(self, name: str) -> set[str]:
        """Return the players with a name that has a word of this one in it, or a word
        that may be it.
        """
        return set().union(
            *(
                self._names().sharing_word(word)
                for word in folded_words(name)
                if len(word) > 1
            )
        )

    def names(self, player: str) -> list[str]:
        """Return the names of a player, today's first."""
        return [person.name for person in self._persons.get(player, ())]

    def fide_ids(self, player: str) -> set[int]:
        return {
            person.fide_id for person in self._persons.get(player, ()) if person.fide_id
        }

    def person(self, player: str) -> Personal | None:
        return next(iter(self._persons.get(player, ())), None)


def refuse_byes(document: Document, context: Context) -> None:
    """Refuse the names of a document that mean a bye, all of them at once."""
    if isinstance(document, Player):
        problems = [*_byes([("name", document)], context)]
    elif isinstance(document, Tournament):
        fields = (
            (f"players[{at}].name", details)
            for at, details in enumerate(document.players)
        )
        problems = [*_byes(fields, context)]
    else:
        return
    if problems:
        raise Refused(problems)


def _byes(
    introduced: Iterable[tuple[str, Details | Player]], context: Context
) -> Iterator[Problem]:
    """Yield a problem for each name that means a bye; Bye or Frei is a person where a
    birth or a FIDE id says so.
    """
    for field, details in introduced:
        if (
            details.name is None
            or details.born
            or details.fide_id
            or not is_bye(details.name)
        ):
            continue
        known = context.lookups.person(details.player)
        if known is None or known.name != details.name:
            message = say(
                "{name} means a game without an opponent, not a person",
                name=repr(details.name),
            )
            hint = say(
                "leave the player out; if somebody has that name, give the birth or the"
                " FIDE id as well"
            )
            yield Problem("bye-name", message, Where(field=field), hint)


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


class Birth(IntEnum):
    """The ways in which two births fit, the worst first."""

    DIFFERS = 0
    # days that are one slip of a finger apart, or whose month and day are turned
    SLIP = 1
    UNKNOWN = 2
    YEAR = 3  # the same year, and one of them has no day
    DAY = 4


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
        return self.birth >= Birth.YEAR

    @property
    def birth_differs(self) -> bool:
        return self.birth <= Birth.SLIP

    def said(self) -> dict[Source, bool]:
        """Return the word of each source that says something."""
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
        return tuple(source for source, word in self.said().items() if word)

    def contradicts(self) -> tuple[Source, ...]:
        return tuple(source for source, word in self.said().items() if not word)


def weigh(row: PersonRow, player: str, register: Register) -> Evidence:
    """Compare every source of the row with what is known of the player."""
    ids, federations = register.fide_ids(player), register.federations(player)
    names = register.names(player) if row.name else []
    return Evidence(
        player=player,
        number=(
            None
            if not row.national_id
            else player in register.national(row.national_id)
        ),
        fide_id=row.fide_id in ids if row.fide_id and ids else None,
        name=max((likeness(row.name, name) for name in names), default=None),
        birth=births(row.born, register.born(player)),
        sex=_same(row.sex, register.sex(player)),
        federation=(
            row.federation in federations if row.federation and federations else None
        ),
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
    other = [
        at for at, (one, two) in enumerate(zip(here, there, strict=True)) if one != two
    ]
    if len(other) == 1:
        return True
    if len(other) != 2 or other[1] != other[0] + 1:
        return False
    first, second = other
    return here[first] == there[second] and here[second] == there[first]


def _same(here: str | None, there: str | None) -> bool | None:
    return here == there if here and there else None


def likely_first(
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


def clearly_ahead(
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
    close = likely_first(row, (own.player for own in near if _may_be(own)), register)
    return Nearest(close, [] if close or not row.born else _born_alike(row, register))


def _may_be(own: Evidence) -> bool:
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
    same_year = [
        one
        for one in register.sharing_a_word(row.name)
        if (register.born(one) or "")[:4] == year
    ]
    fits = (weigh(row, player, register) for player in same_year)
    kindred = [
        own.player for own in fits if own.birth_fits and _is_kin(own, row, register)
    ]
    return likely_first(row, kindred, register)


def _is_kin(own: Evidence, row: PersonRow, register: Register) -> bool:
    surname = any(surname_shared(row.name, name) for name in register.names(own.player))
    if own.birth is Birth.DAY:
        return surname or own.fide_id is not False
    other = {"fide-id", "sex", "federation"} & set(own.contradicts())
    if other:
        return False
    names = register.names(own.player)
    return surname or any(given_names_shared(row.name, name) for name in names)
