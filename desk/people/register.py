"""The people of the ledger whom the rows of a file may mean: found by id, FIDE id, name
and names close to it.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import count
from typing import NamedTuple

from desk.ledger_view import LedgerView, introduced
from exchange.names.index import NameIndex
from exchange.names.likeness import close
from exchange.names.words import CUT, folded_words, key_of
from ledger.documents import Details, Document
from ledger.store.database import snapshot
from ledger.store.persons import Personal


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
        """Index the people by id, FIDE id and name.

        people: every name that anybody in the ledger has or had
        stated: looks up what the ledger states of a player; each is asked for once only
        resolve: turns an id that was merged into the id that counts
        exists: whether the ledger has a player of this id
        """
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
        """Add a name of somebody; return the id that counts.

        A name longer than CUT is found by its beginning too, because some files cut
        names off there.
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
        """Return whether the ledger, or a file of this submission, has this id."""
        return player in self._brought or self._exists(player)

    def free_ids(self, prefix: str, first: int) -> Iterator[str]:
        """Yield the ids PREFIX0001 and so on that nobody has, from the number `first`
        on.

            kesa-, 9 -> kesa-0009, kesa-0010, kesa-0012 where somebody has kesa-0011

        There is no end to them: take as many as are needed.
        """
        ids = (f"{prefix}{number:04}" for number in count(first))
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
        """Return the birth of a player, as YYYY-MM-DD or only YYYY; None where nobody
        stated it.
        """
        return self._stated(player).born

    def sex(self, player: str) -> str | None:
        """Return the sex that is stated of a player; None where nobody stated it."""
        return self._stated(player).sex

    def federations(self, player: str) -> frozenset[str]:
        """Return the federations of a player, of whatever day; none if unknown."""
        return self._stated(player).federations

    def fide(self, fide_id: int | None) -> set[str]:
        """Return the players who have this FIDE id under any name; nobody for None."""
        return self._by_fide.get(fide_id, set()) if fide_id else set()

    def national(self, number: str | None) -> set[str]:
        """Return the player of a national number, under the id that counts.

        A national number is an id of the ledger, so there is one player or nobody.
        """
        return {self.resolve(number)} if number and self.exists(number) else set()

    def alike(self, name: str) -> set[str]:
        """Return the players one of whose names is this one, but for what a key leaves
        out (see `key_of`); nobody for a name of which no key is left.
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
        """Return every FIDE id that a player has under one of their names."""
        return {
            person.fide_id for person in self._persons.get(player, ()) if person.fide_id
        }

    def person(self, player: str) -> Personal | None:
        """Return a player under today's name; None for somebody without a name."""
        return next(iter(self._persons.get(player, ())), None)


def stated_of(view: LedgerView, player: str) -> Stated:
    """Return what is stated of the player under any of their ids, their own first.

    Where the ledger shows births by year only, the birth is YYYY and no sex is told.
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
        view.every_name(), partial(stated_of, view), view.resolve, view.exists
    )
    register.bring(introduced(documents))
    return register


def fide_ids(path: str) -> tuple[dict[int, list[str]], Register]:
    """Return the players by FIDE id, and what they are called, to be asked before a
    long list is read.
    """
    with snapshot(path) as connection:
        view = LedgerView(connection)
        return view.fide_ids(), register_of(view)
