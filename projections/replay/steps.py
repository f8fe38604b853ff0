"""Events into units and entries, a submission at a time: the steps of a replay, which
know a repository and no table.

Why: docs/design/006-two-times.md
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ledger.events import OFFICE, Event
from ledger.store.people_facts import PeopleFacts
from ledger.timeline import Timeline
from messages import Message, say
from projections.replay.book import Book
from projections.replay.entry import changes_of, entry_of
from projections.replay.loop import Progress, rated_from, replay
from projections.replay.memory_repository import MemoryRepository
from projections.replay.persons import Persons
from projections.replay.reach import Whereabouts, apply_step
from projections.replay.repository import Repository
from projections.replay.tally import NOBODY
from projections.replay.unit_row import UnitKey, UnitRow
from projections.replay.units import tournament_units, units_on_kept_lists
from projections.replay.versions import same_version
from rulebooks import rulebook
from rulebooks.base import Change, Person, Standing, Unit


class Rebuilt(NamedTuple):
    """What a rebuild came to: the last seq, the final facts, the units and rows, and
    how many entries there are.

    `people_facts`: what the events say of people.
    """

    events: int
    timeline: Timeline
    repository: MemoryRepository
    entries: int
    people_facts: PeopleFacts


def submissions(
    events: Iterable[Event], cuts: Collection[int] = ()
) -> Iterator[list[Event]]:
    """Yield the events of each submission, one step of knowledge; what follows a cut is
    a step of its own.

    `cuts`: seqs; an event with such a seq is the last of its step.

        events 40 to 42 of submission 40, 43 of submission 43    [40, 41, 42], [43]
        with a cut at 41                                         [40, 41], [42], [43]
    """
    ended = sorted(cuts)

    def step_of(event: Event) -> tuple[int, int]:
        """Return the submission of an event, and how many cuts lie before it."""
        return event.submission, bisect_left(ended, event.seq)

    for _, step in groupby(events, key=step_of):
        yield list(step)


def new_book(repository: Repository, persons: Persons) -> Book:
    """Make a book that works entries out from the units of its repository."""

    def work_out(row: UnitRow, player: str) -> Sequence[Change]:
        """Return a player's entries in a row, worked out from its unit as it is now."""
        unit = repository.unit(row.key)
        return changes_of(row, unit, persons, rulebook(row.list), player)

    return Book(repository, lambda row, figure: entry_of(row, figure, work_out))


def project(
    events: Sequence[Event],
    timeline: Timeline,
    repository: Repository,
    whereabouts: Whereabouts,
    persons: Persons,
    progress: Progress | None = None,
) -> Book:
    """Project one step: facts forward, dirty units again, rows kept under the step's
    last seq.

    The book is returned as it was written, so that whoever recorded the events can say
    what they moved. `progress`: is told how many units are done, and how many there
    are.
    """
    # first all facts of the step, then the ratings: documents of one submission are one
    # state of knowledge
    dirty = apply_step(events, timeline, repository, whereabouts)
    persons.forget(events)

    book = new_book(repository, persons)
    book.by_office = any(event.stream == OFFICE for event in events)
    replay(dirty, book, persons, progress)
    book.write(events[-1].seq)
    return book


def every_unit(timeline: Timeline) -> Iterator[Unit]:
    """Yield every unit of the final facts, made from them and not from what the steps
    left.
    """
    for tournament in timeline.seen_tournaments():
        for _, units in tournament_units(tournament, timeline):
            yield from units
    for player in timeline.seen_players():
        if timeline.resolve(player.id) == player.id:
            yield from units_on_kept_lists(player.id, timeline)


def one_pass_differences(built: Rebuilt) -> list[Message]:
    """Rate the final facts in one pass, in order, and return what differs from the
    result of the steps: the cone proved.

    Rating is a pure function, so a unit that was rated from this unit, these people and
    these standings is right as it stands; any other is rated once more.
    """
    persons = Persons(built.timeline)
    rows = dict(built.repository.rows)
    standings: dict[str, dict[str, Standing]] = defaultdict(dict)  # by list and player
    different: set[UnitKey] = set()
    for unit in sorted(every_unit(built.timeline), key=_order_of_computation):
        key = unit.list, unit.place
        of_list = standings[unit.list]
        players = unit.seats()
        before = [of_list.get(player, NOBODY) for player in players]
        people = persons.people(players) if unit.given is None else []

        row = rows.pop(key, None)
        if row is None or not _was_rated_from(row, unit, people, before):
            fresh = rated_from(unit, before, people, rulebook(unit.list))
            if row is None or not same_version(fresh, row):
                different.add(key)
            row = fresh

        of_list.update(row.standings_after())

    # rows that no unit has asked for should not be there
    return [_difference_in_words(key) for key in sorted(different | rows.keys())]


def _difference_in_words(key: UnitKey) -> Message:
    """Say of a unit that one pass has it otherwise than the steps."""
    list_name, place = key
    return say(
        "one pass differs from the steps at {place} on {list}",
        place=place,
        list=list_name,
    )


def _order_of_computation(unit: Unit) -> tuple[str, str]:
    """Return the key by which units stand in the order of computation."""
    return unit.place, unit.list


def _was_rated_from(
    row: UnitRow,
    unit: Unit,
    people: list[Person],
    before: list[Standing],
) -> bool:
    """Tell whether a row was rated from this unit, these people and these standings."""
    return row.rated_from == (unit, people) and row.body.before == before
