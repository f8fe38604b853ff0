"""Everybody in the ledger, ready to be searched; made once for as long as nobody's name or club changes."""

from collections.abc import Sequence

from ledger.store.persons import Personal, everybody_folded, folded, former_names
from names.index import NameIndex
from names.search import Entry, Search
from projections.answers.reading import Reading

Rows = Sequence[tuple[Personal, str]]  # with their folded names
MOST_DIGITS = 19  # of a number in the database; Python refuses to read one of thousands of digits


class People:
    """The persons of one state of the ledger by id, and what is asked of their names, earlier ones too."""

    def __init__(self, rows: Rows, former: Sequence[Personal]) -> None:
        self.rows, self.former = rows, former
        self.by_id = {person.player: person for person, _ in rows}
        entries = [Entry(person.player, person.name, person.club, name) for person, name in rows]
        entries += [Entry(person.player, person.name, None, folded(person.name)) for person in former]
        self._search = Search(entries)

    def names(self) -> NameIndex:
        return self._search.names()

    def holding(self, words: str) -> list[Personal]:
        """Everybody whose name holds all the words, or whose id or FIDE id is the text, by name."""
        fits = [self.by_id[entry.person] for entry in self._search.holding(folded(words).split())]
        text = words.strip()
        if (known := self.by_id.get(text) or self.by_id.get(text.upper())) is not None:
            fits.append(known)
        if text.isdecimal() and len(text) <= MOST_DIGITS:
            fits += [person for person, _ in self.rows if person.fide_id == int(text)]
        return sorted(set(fits), key=lambda person: (folded(person.name), person.player))

    def near(self, text: str) -> list[Personal]:
        """Those whose names or clubs are near the text, mistakes forgiven, the nearest first."""
        return [self.by_id[found.person] for found in self._search.near(text)]


_NEWEST: list[People] = []  # of the ledger that was asked last; the threads of a service share it


def people(reading: Reading) -> People:
    """Everybody, also who is unknown to the question: names are always today's."""
    return reading.once("people", "", lambda: _shared(everybody_folded(reading.events), former_names(reading.events)))


def _shared(rows: Rows, former: Sequence[Personal]) -> People:
    """The same as last time when nothing changed: an index of fifty thousand people takes a second to make."""
    newest = _NEWEST[0] if _NEWEST else None
    if newest is None or (newest.rows, newest.former) != (rows, former):
        newest = People(rows, former)
        _NEWEST[:] = [newest]
    return newest
