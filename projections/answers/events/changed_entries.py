"""The entries that a submission wrote or closed, as they are stored, up to the day of
the question.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain
from typing import NamedTuple

from messages.answer import UNSET, UnsetType
from projections.answers.reading import Reading, cached_on_reading
from projections.replay.unit_row import UnitRow
from projections.tables import entries, units
from projections.tables.entries import ChangedUnit, Span, Submission
from projections.tables.players import own_rows

Key = tuple[str, str, int, str]  # list, place, step, player: the order of computation


MANY = 1000  # changed entries in one answer, or a few more: a unit is not divided


AT_ONCE = 20  # units read together


def key_of(span: Span) -> Key:
    """Return where an entry stands in the order of computation.

    In a unit steps come first, then by player.
    """
    is_step = span.figure.kind == "elo-step"
    place_in_unit = 0 if is_step else 1
    return span.row.list, span.row.place, place_in_unit, span.figure.player


class WasAndNow(NamedTuple):
    """An entry as it was before a step and as it was after it; at least one of the two
    is there.
    """

    was: Span | None
    now: Span | None

    @property
    def span(self) -> Span:
        """The entry as it is, or as it was before it went."""
        span = self.now or self.was
        assert span is not None
        return span


def was_and_now(spans: Iterable[Span], step: int) -> list[WasAndNow]:
    """Put together what a step closed and what it wrote in its place, in the order of
    computation.

    `spans`: all that the step wrote or closed. An entry that it only closed went away;
    one that it only wrote is new.
    """
    written: dict[Key, Span] = {}
    closed: dict[Key, Span] = {}

    for span in spans:
        key = key_of(span)
        if span.known_from == step:
            written[key] = span
        else:
            closed[key] = span

    pairs = []
    for key in sorted(written.keys() | closed.keys()):
        was = closed.get(key)
        now = written.get(key)
        pairs.append(WasAndNow(was, now))

    return pairs


def changed_units(
    reading: Reading, step: int, list_name: str | None = None
) -> list[int]:
    """Return the numbers of the units in which a step changed entries, by list and
    place; of a list, or of all.

    Units of later days than the question's are left out.
    """
    numbers = []

    for unit in _units_by_step(reading).get(step, ()):
        if unit.place < reading.cut.before and list_name in (None, unit.list):
            numbers.append(unit.number)
    return numbers


def is_first(reading: Reading, step: int) -> bool:
    """Tell whether no step before it changed an entry.

    A ledger without changed entries has no step before any.
    """
    return step <= min(_units_by_step(reading), default=step)


@cached_on_reading
def _units_by_step(reading: Reading) -> dict[int, list[ChangedUnit]]:
    """Return the changed units by the step that changed them."""
    return entries.changed_by_step(reading.tables)


def changed_spans(reading: Reading, step: int) -> list[Span]:
    """Return the entries that a step wrote or closed.

    `step`: its last seq. Entries up to the day of the question.
    """
    return spans_in(reading, step, changed_units(reading, step))


def spans_in(reading: Reading, step: int, numbers: Sequence[int]) -> list[Span]:
    """Return those of them that stand in some units.

    `numbers`: of the units.
    """
    rows = units.of_numbers(reading.tables, numbers)
    return _entries_of_steps(reading, {step}, rows)


def spans_of(reading: Reading, step: int, stream: str) -> list[Span]:
    """Return those of them that stand in the units of a tournament, or in a player's
    openings and rulings.

    `stream`: `tournament:` or `player:` and the id.
    """
    rows = units.of_stream(reading.tables, stream)
    return _entries_of_steps(reading, {step}, rows)


def _entries_of_steps(
    reading: Reading, steps: Set[int], rows: Iterable[UnitRow]
) -> list[Span]:
    """Return the entries in some rows that one of these steps wrote or closed.

    `steps`: last seqs, which are where an entry is known from, or up to.
    """
    up_to_day = entries.versions_up_to(reading.cut, rows)

    # what a step closed of a unit is in one version, and what it wrote in the next
    at_steps = [
        row for row in up_to_day if row.known_from in steps or row.known_to in steps
    ]

    changed = []
    for span in entries.spans(at_steps):
        if span.known_from in steps or span.known_to in steps:
            changed.append(span)

    return changed


@cached_on_reading
def changed_tournaments(
    reading: Reading, list_name: str, step: int
) -> dict[str, set[str]]:
    """Return, by player, the tournaments where a step changed entries; for openings and
    rulings their own id.

    `step`: its last seq.
    """
    changed: dict[str, set[str]] = defaultdict(set)

    numbers = changed_units(reading, step, list_name)
    for span in spans_in(reading, step, numbers):
        player = span.figure.player
        changed[player].add(span.row.tournament or player)

    return changed


@cached_on_reading
def players_changed_after(reading: Reading, seq: int) -> Set[str]:
    """Return the players with an entry that a submission behind an event wrote or
    closed, on whatever list.
    """
    steps: set[int] = set()
    numbers: set[int] = set()
    for step, changed in _units_by_step(reading).items():
        if seq < step <= reading.known_seq:
            steps.add(step)
            numbers.update(unit.number for unit in changed)

    players: set[str] = set()
    in_order = sorted(numbers)

    # all versions of all of them may be too much for memory
    for start in range(0, len(in_order), AT_ONCE):
        some = in_order[start : start + AT_ONCE]
        rows = units.of_numbers(reading.tables, some)
        spans = _entries_of_steps(reading, steps, rows)
        players.update(span.figure.player for span in spans)

    return players


def careers(
    reading: Reading, players: Sequence[str], list_name: str
) -> Iterator[tuple[str, list[Span]]]:
    """Yield the entries of many players, superseded ones too. Players who met share
    units, and each unit is read once.

    They come in the order of `players`. Of each the entries stand in the order of
    units.
    """
    own = own_rows(reading.tables, players)
    numbers = {player: own[player].numbers(list_name) for player in players}
    versions = _versions(reading, chain.from_iterable(numbers.values()))

    for player in players:
        played = []
        for number in numbers[player]:
            of_unit = versions[number]
            played += [row for row in of_unit if row.sits(player)]

        spans = entries.spans(played, player)
        yield player, list(spans)


def _versions(reading: Reading, numbers: Iterable[int]) -> dict[int, list[UnitRow]]:
    """Return every version of some units by their numbers, up to the day.

    A unit that a correction changed has several.
    """
    versions: dict[int, list[UnitRow]] = {}
    for number in numbers:
        versions[number] = []

    rows = units.of_numbers(reading.tables, sorted(versions))
    up_to_day = entries.versions_up_to(reading.cut, rows)

    for row in up_to_day:
        versions[row.number].append(row)
    return versions


class EntriesPart(NamedTuple):
    """Entries that a submission changed: those of its units from one on, as far as they
    fit into an answer.

    `rest`: the first unit that is left, if any, of so many `units`; `whole`: nothing is
    left out.
    """

    spans: list[Span]
    rest: int | UnsetType
    units: int
    whole: bool


def changed_part(
    reading: Reading, submission: Submission, after: int = 0
) -> EntriesPart:
    """Return what a submission changed, or a part of it; one of many events is never
    read whole.

    `after`: how many of its changed units other parts have given already.

    A unit is never divided, so a part may hold more than MANY entries.
    """
    first, last = submission
    numbers = changed_units(reading, last)

    spans: list[Span] = []
    upto = after
    entries = 0

    while upto < len(numbers) and entries < MANY:
        some = numbers[upto : upto + AT_ONCE]

        by_number: dict[int, list[Span]] = defaultdict(list)
        for span in spans_in(reading, last, some):
            by_number[span.row.number].append(span)

        for number in some:
            if entries >= MANY:
                break

            of_unit = by_number[number]
            spans += of_unit

            # an entry that was closed and written anew is one row for whoever reads
            entries += len({*map(key_of, of_unit)})
            upto += 1

    rest = upto if upto < len(numbers) else UNSET

    # naming every event of a large import would cost as much as its entries
    has_few_events = last - first < MANY
    whole = rest is UNSET and not after and has_few_events

    return EntriesPart(spans, rest, len(numbers), whole)
