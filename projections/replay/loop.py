"""The one loop: the earliest dirty unit is rated, until none is left. A player whose
standing after it is another one makes their next unit dirty.

A rebuild is the same loop with everything dirty. Order is the place of a unit, never
the order of arrival.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush

from projections.replay.book import Book
from projections.replay.persons import Persons
from projections.replay.unit_row import UnitKey, UnitRow, row_of_unit
from rulebooks import rulebook
from rulebooks.base import Person, Standing, Unit
from rulebooks.entries import Figure, figure_of
from rulebooks.protocol import Rulebook

Progress = Callable[[int, int], None]  # how many are done, and how many there are


def replay(
    dirty: Iterable[UnitKey],
    book: Book,
    persons: Persons,
    progress: Progress | None = None,
) -> int:
    """Rate what is dirty until nothing is, and return how many units were looked at.

    `dirty`: the units to begin with, by list and place. What they come to is in the
    book, and nothing is written yet. `progress` is told how many are done, and how many
    there are as far as is known.
    """
    repository = book.repository
    queue = _Queue(dirty)
    done = 0
    while queue:
        key = queue.take_first()
        list_name, place = key
        # it takes out of `unread` what it reads
        repository.prefetch_units(key, queue.unread)
        unit = repository.unit(key)
        old = repository.row(key)
        # without a unit it was withdrawn or moved away, and its row has to go
        new = None
        if unit is not None:
            new = rated(unit, old, book, persons, rulebook(list_name))

        # who has left the unit counts as well: their next unit must not start from a
        # rating that is gone
        moved = book.settle(key, old, new)
        for following in repository.next_seats(list_name, moved, place):
            if following is not None:
                queue.add((list_name, following))
        done += 1
        if progress is not None:
            progress(done, done + len(queue))

    return done


class _Queue:
    """The units that are still to be rated, each once, the earliest first."""

    def __init__(self, dirty: Iterable[UnitKey]) -> None:
        waiting = set(dirty)
        # those of them whose facts may not be read yet; the repository's prefetch_units
        # takes out what it reads
        self.unread = [*waiting]
        self._by_place = [(place, list_name) for list_name, place in waiting]
        self._waiting = waiting
        heapify(self._by_place)

    def __len__(self) -> int:
        return len(self._by_place)

    def take_first(self) -> UnitKey:
        """Take the unit with the earliest place; of several lists at one place, the
        first by name.
        """
        place, list_name = heappop(self._by_place)
        self._waiting.discard((list_name, place))
        return list_name, place

    def add(self, key: UnitKey) -> None:
        """Put a unit in, unless it waits already."""
        if key in self._waiting:
            return
        list_name, place = key
        self._waiting.add(key)
        self.unread.append(key)
        heappush(self._by_place, (place, list_name))


def rated(
    unit: Unit, old: UnitRow | None, book: Book, persons: Persons, rules: Rulebook
) -> UnitRow:
    """Rate a unit from the standings before it, and return its row; `old` is the row
    that is stored of it.

    The row has neither a number nor a seq yet: the book gives them when it is written.
    """
    players = unit.seats()
    before = book.standings_before((unit.list, unit.place), players, old)
    people = persons.people(players) if unit.given is None else []
    return rated_from(unit, before, people, rules)


def rated_from(
    unit: Unit, before: Sequence[Standing], people: list[Person], rules: Rulebook
) -> UnitRow:
    """Rate a unit from nothing but these three: the row remembers what it was rated
    from, until it is stored.

    `before` and `people`: one for each seat; `people` is empty for an opening or a
    ruling.
    """
    figures = figures_of(unit, before, people, rules)
    row = row_of_unit(unit, before, figures)
    row.rated_from = unit, people
    return row


def figures_of(
    unit: Unit, before: Sequence[Standing], people: list[Person], rules: Rulebook
) -> list[Figure]:
    """Rate a unit and return what is kept of everybody's change.

    A ruling that has nothing to move comes to nothing: then the list is empty.
    """
    if unit.given is None:
        return rules.figures(unit, before, people)
    [standing] = before
    change = rules.change_without_games(unit, standing)
    if change is None:
        return []
    return [figure_of(change)]
