"""The one loop: the earliest dirty unit is rated; whoever comes out different makes their next one dirty.

A rebuild is the same loop with everything dirty. Order is the place of a unit, never the order of arrival.
"""

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush

from projections.replay.book import Book
from projections.replay.rows import row_of
from projections.replay.shelf import Spot
from rulebooks import rulebook
from rulebooks.base import Change, Person, Unit
from rulebooks.protocol import Rulebook

PersonOf = Callable[[str], Person]
RulesOf = Callable[[str], Rulebook]
Progress = Callable[[int, int], None]


def replay(
    dirty: Iterable[Spot],
    book: Book,
    person_of: PersonOf,
    progress: Progress | None = None,
    rules_of: RulesOf = rulebook,
) -> int:
    """Rates what is dirty until nothing is; answers how many units were looked at."""
    heap = [(place, list_name) for list_name, place in set(dirty)]
    heapify(heap)
    waiting = set(heap)
    done = 0
    while heap:
        place, list_name = item = heappop(heap)
        waiting.discard(item)
        spot = (list_name, place)
        unit = book.shelf.unit(spot)  # None: withdrawn or moved away, and its rows have to go
        old = book.shelf.rows(spot)
        seats = unit.seats() if unit is not None else set()
        changes = rated(unit, seats, book, person_of, rules_of(list_name)) if unit is not None else []
        new = [row_of(unit, change) for change in changes] if unit is not None else []
        book.settle(spot, old, new, [change.standing for change in changes])
        # who has left the unit counts as well: their next unit must not start from a rating that is gone
        for player in seats.union(row.player for row in old) if old else seats:
            following = book.shelf.next_seat(list_name, player, place)
            if following is None or (following, list_name) in waiting:
                continue
            if book.moved(list_name, player, place):
                waiting.add((following, list_name))
                heappush(heap, (following, list_name))
        done += 1
        if progress is not None:
            progress(done, done + len(heap))
    return done


def rated(unit: Unit, seats: set[str], book: Book, person_of: PersonOf, rules: Rulebook) -> list[Change]:
    """The changes of one unit from the standings before it."""
    if unit.given is not None:
        player = unit.given.player
        change = rules.given(unit, book.before(unit.list, player, unit.place))
        return [] if change is None else [change]
    standings = {player: book.before(unit.list, player, unit.place) for player in seats}
    people = {player: person_of(player) for player in seats}
    return rules.rate(unit, standings, people).changes
