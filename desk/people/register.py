"""Find people of the ledger for the rows of a file: by id, by FIDE id, by name and by names close to it.

Names that mean a game without an opponent: no document may bring them in as a person.

A ledger that holds such a name already keeps it, and may be imported again.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from typing import NamedTuple

from exchange.names import CUT, folded_words, key_of
from exchange.names.index import NameIndex
from exchange.names.likeness import close
from exchange.text.cells import is_bye
from ledger.decide import Context
from ledger.documents import Details, Document, Player, Tournament
from ledger.errors import Problem, Refused, Where
from ledger.store.persons import Personal
from messages import say


class Stated(NamedTuple):
    """The details of a person that the rules read; None, or no federation, where nobody stated them."""

    born: str | None = None
    sex: str | None = None
    federations: frozenset[str] = frozenset()  # of whatever day


class Register:
    """The people of the ledger, by id, FIDE id and name; what is `stated` of them is looked up for a few only."""

    def __init__(
        self, people: Iterable[Personal], stated: Callable[[str], Stated], resolve: Callable[[str], str],
        exists: Callable[[str], bool],
    ) -> None:  # fmt: skip
        self._stated, self.resolve, self.exists = cache(stated), resolve, exists
        self._persons: dict[str, list[Personal]] = defaultdict(list)
        self._by_fide: dict[int, set[str]] = defaultdict(set)
        self._by_name: dict[str, set[str]] = defaultdict(set)
        for person in people:
            player = resolve(person.player)
            persons = self._persons[player]
            # the name of today first: under their own id, before former ones and those of ids that were merged
            own = person.player == player and not any(known.player == player for known in persons)
            persons.insert(0 if own else len(persons), person)
            if person.fide_id:
                self._by_fide[person.fide_id].add(player)
            self._by_name[key_of(person.name)].add(player)
            if len(person.name) > CUT:
                self._by_name[key_of(person.name[:CUT])].add(player)

    @cached_property
    def _index(self) -> NameIndex:
        """The index of names, made when the first name is unknown: most files know everybody."""
        names = ((player, person.name) for player, persons in self._persons.items() for person in persons)
        return NameIndex(names, slips=True)

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
        """Return the players with a name that may be a shorter, longer, mistyped or everyday form of this one."""
        sharing = self._index.sharing(name)
        return {player for player in sharing if any(close(name, other) for other in self.names(player))}

    def sharing_a_word(self, name: str) -> set[str]:
        """Return the players with a name that has a word of this one in it, or a word that may be it."""
        return set().union(*(self._index.sharing_word(word) for word in folded_words(name) if len(word) > 1))

    def names(self, player: str) -> list[str]:
        """Return the names of a player, today's first."""
        return [person.name for person in self._persons.get(player, ())]

    def fide_ids(self, player: str) -> set[int]:
        return {person.fide_id for person in self._persons.get(player, ()) if person.fide_id}

    def person(self, player: str) -> Personal | None:
        return next(iter(self._persons.get(player, ())), None)


def refuse_byes(document: Document, context: Context) -> None:
    """Refuse the names of a document that mean a bye, all of them at once."""
    if isinstance(document, Player):
        problems = [*_byes([("name", document)], context)]
    elif isinstance(document, Tournament):
        fields = ((f"players[{at}].name", details) for at, details in enumerate(document.players))
        problems = [*_byes(fields, context)]
    else:
        return
    if problems:
        raise Refused(problems)


def _byes(introduced: Iterable[tuple[str, Details | Player]], context: Context) -> Iterator[Problem]:
    """Yield a problem for each name that means a bye; Bye or Frei is a person where a birth or a FIDE id says so."""
    for field, details in introduced:
        if details.name is None or details.born or details.fide_id or not is_bye(details.name):
            continue
        known = context.lookups.person(details.player)
        if known is None or known.name != details.name:
            message = say("{name} means a game without an opponent, not a person", name=repr(details.name))
            hint = say("leave the player out; if somebody has that name, give the birth or the FIDE id as well")
            yield Problem("bye-name", message, Where(field=field), hint)
