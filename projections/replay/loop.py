"""Rate the earliest dirty unit, again and again: this is the one loop. A player whose
rating changes makes their next unit dirty.

A rebuild is the same loop with everything dirty. Order is the place of a unit, never
the order of arrival.
"""

from collections.abc import Callable, Iterable, Sequence
from heapq import heapify, heappop, heappush

from projections.replay.book import Book
from projections.replay.handlers import Persons
from projections.replay.unit_row import Spot, UnitRow, row_of_unit
from rulebooks import rulebook
from rulebooks.base import Person, Standing, Unit
from rulebooks.entries import Figure, figure_of
from rulebooks.protocol import Rulebook

Progress = Callable[[int, int], None]


def replay(
    dirty: Iterable[Spot],
    book: Book,
    persons: Persons,
    progress: Progress | None = None,
) -> int:
    """Rate what is dirty until nothing is, and return how many units were looked at."""
    # what is to be rated, as far as its facts may not be read yet
    ahead = [*set(dirty)]
    heap = [(place, list_name) for list_name, place in ahead]
    heapify(heap)
    waiting = set(heap)
    done = 0
    while heap:
        place, list_name = item = heappop(heap)
        waiting.discard(item)
        spot = (list_name, place)
        book.shelf.expect_units(spot, ahead)
        # None: withdrawn or moved away, and its row has to go
        unit = book.shelf.unit(spot)
        old = book.shelf.row(spot)
        new = (
            rated(unit, old, book, persons, rulebook(list_name))
            if unit is not None
            else None
        )
        # who has left the unit counts as well: their next unit must not start from a
        # rating that is gone
        moved = book.settle(spot, old, new)
        for following in book.shelf.next_seats(list_name, moved, place):
            if following is not None and (following, list_name) not in waiting:
                waiting.add((following, list_name))
                ahead.append((list_name, following))
                heappush(heap, (following, list_name))
        done += 1
        if progress is not None:
            progress(done, done + len(heap))
    return done


def rated(
    unit: Unit, old: UnitRow | None, book: Book, persons: Persons, rules: Rulebook
) -> UnitRow:
    """Rate a unit from the standings before it, and return its row."""
    players = unit.seats()
    before = book.standings_before((unit.list, unit.place), players, old)
    people = persons.of(players) if unit.given is None else []
    return rated_from(unit, before, people, rules)


def rated_from(
    unit: Unit, before: Sequence[Standing], people: list[Person], rules: Rulebook
) -> UnitRow:
    """Rate a unit from nothing but these three: the row remembers what it was rated
    from, until it is stored.
    """
    row = row_of_unit(unit, before, figures_of(unit, before, people, rules))
    row.rated_from = unit, people
    return row


def figures_of(
    unit: Unit, before: Sequence[Standing], people: list[Person], rules: Rulebook
) -> list[Figure]:
    """Rate a unit and return what is kept of everybody's change."""
    if unit.given is None:
        return rules.figures(unit, before, people)
    change = rules.given(unit, before[0])
    return [] if change is None else [figure_of(change)]
