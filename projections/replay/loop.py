"""The one loop: the earliest dirty unit is rated; whoever comes out different dirties his next one.

A rebuild is the same loop with everything dirty. Order is the place of a unit, never the order of arrival.
"""

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush

from projections.replay.book import Book
from projections.replay.rows import PLAYER, Row, row_of
from projections.replay.shelf import Spot
from rulebooks import rulebook
from rulebooks.base import Entry, Person, Rulebook, Unit

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
        unit = book.shelf.unit(spot)
        old = book.shelf.rows(spot)
        new = rated_rows(unit, book, person_of, rules_of(list_name)) if unit is not None else []
        book.settle(spot, old, new)
        players = {row[PLAYER] for row in old}
        if unit is not None:
            players |= unit.seats()
        for player in players:
            if book.moved(list_name, player, place):
                following = book.shelf.next_seat(list_name, player, place)
                if following is not None and (following, list_name) not in waiting:
                    waiting.add((following, list_name))
                    heappush(heap, (following, list_name))
        done += 1
        if progress is not None:
            progress(done, done + len(heap))
    return done


def rated_rows(unit: Unit, book: Book, person_of: PersonOf, rules: Rulebook) -> list[Row]:
    """The entries of one unit from the standings before it."""
    if unit.given is not None:
        player = unit.given.player
        change = rules.given(unit, book.before(unit.list, player, unit.place))
        changes = [] if change is None else [change]
    else:
        seats = unit.seats()
        standings = {player: book.before(unit.list, player, unit.place) for player in seats}
        people = {player: person_of(player) for player in seats}
        changes = rules.rate(unit, standings, people).changes
    return [
        row_of(Entry(unit.list, unit.place, unit.id, unit.tournament, unit.end, unit.edition, unit.seq, change))
        for change in changes
    ]
