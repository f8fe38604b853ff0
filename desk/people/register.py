"""The people of the ledger whom the rows of a file may mean: found by id, FIDE id, name
and names close to it.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, partial
from typing import NamedTuple

from desk.ledger_view import LedgerView, introduced_people
from exchange.names.index import NameIndex
from exchange.names.likeness import is_close
from exchange.names.words import CUT, folded_words, key_of
from ledger.documents import Details, Document
from ledger.store.database import snapshot
from ledger.store.events import NumbersInUse
from ledger.store.persons import Personal

OF_FIDE = "fide-"  # what the id of somebody out of FIDE's list begins with


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
        expect: Callable[[Iterable[str]], None] = lambda players: None,
    ) -> None:
        """Take in everybody who is in the ledger.

        `people`: each name of each person, former ones too. `stated`: what the ledger
        states of an id; asked once for each id. `resolve`: the id that counts of an id
        that was merged into another. `exists`: whether the ledger knows an id.
        `expect`: hears which ids `stated` will be asked for next, to read them together.
        """
        self._in_ledger, self._exists, self.resolve = cache(stated), exists, resolve
        self._expect = expect
        self._persons: dict[str, list[Personal]] = defaultdict(list)
        self._by_fide: dict[int, set[str]] = defaultdict(set)
        self._by_name: dict[str, set[str]] = defaultdict(set)
        self._brought: dict[str, Details] = {}
        # of those who were asked about so far
        self._years: dict[str, str] = {}
        # made when the first name is unknown: most files know everybody
        self._index: NameIndex | None = None
        for person in people:
            self._add(person)

    def bring(self, people: Iterable[Details]) -> None:
        """Take in people whom documents bring that are not in the ledger yet."""
        for details in people:
            self._brought[details.player] = details
            self._years.pop(details.player, None)

            if details.name:
                person = Personal(
                    details.player, details.name, details.club, details.fide_id
                )
                player = self._add(person)
                if self._index is not None:
                    self._index.add(player, details.name)

    def _add(self, person: Personal) -> str:
        """Add a name of somebody; return the id that counts.

        A name that was cut off at the length of a program's column is found by its
        beginning too.
        """
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
        """Return whether somebody has this id, in the ledger or in a file before this
        one.
        """
        return player in self._brought or self._exists(player)

    def free_ids(self, prefix: str, in_use: NumbersInUse) -> Iterator[str]:
        """Yield the ids behind the numbers in use that nobody has, here or in a file
        before this one.
        """
        ids = in_use.next_ids(prefix)
        return (player for player in ids if not self.exists(player))

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
        """Return the birth, YYYY-MM-DD or YYYY; None where nobody stated it."""
        return self._stated(player).born

    def born_in(self, year: str, players: Collection[str]) -> list[str]:
        """Return those of the players who were born in a year.

        Everybody with a common given name is asked about for each stranger of a file,
        so they are read together, and what was found is kept.
        """
        unasked = [player for player in players if player not in self._years]
        self._expect(unasked)
        for player in unasked:
            self._years[player] = (self.born(player) or "")[:4]

        return [player for player in players if self._years[player] == year]

    def sex(self, player: str) -> str | None:
        """Return the sex as a letter; None where nobody stated it."""
        return self._stated(player).sex

    def federations(self, player: str) -> frozenset[str]:
        """Return every federation they were ever of, by its code; empty where none is
        known.
        """
        return self._stated(player).federations

    def fide(self, fide_id: int | None) -> set[str]:
        """Return the ids of those with a FIDE id; empty for none, and several where it
        was recorded twice.
        """
        return self._by_fide.get(fide_id, set()) if fide_id else set()

    def national(self, number: str | None) -> set[str]:
        """Return the player with a national number, as a set: numbers are ids of the
        ledger. The id is the one that counts; empty where nobody has the number.
        """
        return {self.resolve(number)} if number and self.exists(number) else set()

    def alike(self, name: str) -> set[str]:
        """Return the players with a name that is written alike, apart from case,
        accents and the order of words; empty for a name without letters.
        """
        return self._by_name.get(key_of(name), set()) if key_of(name) else set()

    def close(self, name: str) -> set[str]:
        """Return the players with a name that may be a shorter, longer, mistyped or
        everyday form of this one.
        """
        sharing = self._names().sharing(name)
        return {
            player
            for player in sharing
            if any(is_close(name, other) for other in self.names(player))
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

    def name(self, player: str) -> str:
        """Return the name that somebody of the register has today."""
        return self.names(player)[0]

    def names(self, player: str) -> list[str]:
        """Return the names of a player, today's first."""
        return [person.name for person in self._persons.get(player, ())]

    def fide_ids(self, player: str) -> set[int]:
        """Return the FIDE ids known of a player, under any of their names."""
        return {
            person.fide_id for person in self._persons.get(player, ()) if person.fide_id
        }

    def person(self, player: str) -> Personal | None:
        """Return the player as they are called today; None where no name is known."""
        return next(iter(self._persons.get(player, ())), None)


def stated_of(view: LedgerView, player: str) -> Stated:
    """Return what is stated of the player under any of their ids, their own first.

    A view that shows years only has the year of the birth, and no sex.
    """
    known = view.timeline.under_every_id(player)
    born = next((day for person in known if (day := person.detail("born"))), None)
    sex = next((letter for person in known if (letter := person.detail("sex"))), None)

    if view.by_year:
        born, sex = born and born[:4], None

    return Stated(
        born,
        sex,
        frozenset(code for person in known for _, code in person.federations()),
    )


def register_of(view: LedgerView, documents: Iterable[Document] = ()) -> Register:
    """Return everybody in the ledger, and the people whom earlier documents of the same
    submission bring, as a register.
    """
    register = Register(
        view.every_name(),
        partial(stated_of, view),
        view.resolve,
        view.exists,
        view.timeline.expect,
    )
    register.bring(introduced_people(documents))
    return register


def fide_ids(path: str) -> tuple[dict[int, list[str]], Register]:
    """Return the players by FIDE id, and what they are called, to be asked before a
    long list is read.
    """
    with snapshot(path) as connection:
        view = LedgerView(connection)
        return view.fide_ids(), register_of(view)
