"""The entries that a submission wrote or closed, as they are stored, up to the day of
the question.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from messages.answer import UNSET, UnsetType
from projections.answers.reading import Reading, cached_on_reading
from projections.replay.unit_row import UnitRow
from projections.tables import entries, units
from projections.tables.entries import Changed, Span
from projections.tables.players import own_rows

Key = tuple[str, str, int, str]  # list, place, step, player: the order of computation


MANY = 1000  # changed entries in one answer, or a few more: a unit is not divided


AT_ONCE = 20  # units read together


def key_of(span: Span) -> Key:
    return (
        span.row.list,
        span.row.place,
        0 if span.figure.kind == "elo-step" else 1,
        span.figure.player,
    )


def changed_units(
    reading: Reading, step: int, list_name: str | None = None
) -> list[int]:
    """Return the numbers of the units in which a step changed entries, by list and
    place; of a list, or of all.
    """
    known = (
        unit
        for unit in _by_step(reading).get(step, ())
        if unit.place < reading.cut.before
    )
    return [unit.number for unit in known if list_name in (None, unit.list)]


def is_first(reading: Reading, step: int) -> bool:
    """Tell whether no step before it changed an entry."""
    return step <= min(_by_step(reading), default=step)


@cached_on_reading
def _by_step(reading: Reading) -> dict[int, list[Changed]]:
    return entries.changed_by_step(reading.tables)


def changed_spans(
    reading: Reading, step: int, list_name: str | None = None
) -> list[Span]:
    """Return the entries that a step wrote or closed."""
    return spans_in(reading, step, changed_units(reading, step, list_name))


def spans_in(reading: Reading, step: int, numbers: Sequence[int]) -> list[Span]:
    """Return those of them that stand in some units."""
    return _changed(reading, step, units.of_numbers(reading.tables, numbers))


def spans_of(reading: Reading, step: int, stream: str) -> list[Span]:
    """Return those of them that stand in the units of a tournament, or in a player's
    openings and rulings.
    """
    return _changed(reading, step, units.of_stream(reading.tables, stream))


def _changed(reading: Reading, step: int, rows: Iterable[UnitRow]) -> list[Span]:
    spans = entries.spans(entries.up_to(reading.cut, rows))
    return [span for span in spans if step in (span.known_from, span.known_to)]


def changed_players(reading: Reading, list_name: str, step: int) -> list[str]:
    """Return the players whose entries a step wrote or closed."""
    return sorted(changed_tournaments(reading, list_name, step))


def changed_tournaments(
    reading: Reading, list_name: str, step: int
) -> dict[str, set[str]]:
    """Return, by player, the tournaments where a step changed entries; for openings and
    rulings their own id.
    """
    changed: dict[str, set[str]] = {}
    for span in changed_spans(reading, step, list_name):
        changed.setdefault(span.figure.player, set()).add(
            span.row.tournament or span.figure.player
        )
    return changed


def careers(
    reading: Reading, players: Sequence[str], list_name: str
) -> Iterator[tuple[str, list[Span]]]:
    """Yield the entries of many players, superseded ones too. Players who met share
    units, and each unit is
    read once.
    """
    own = own_rows(reading.tables, players)
    numbers = {player: own[player].numbers(list_name) for player in players}
    versions: dict[int, list[UnitRow]] = {}
    for row in entries.up_to(
        reading.cut,
        units.of_numbers(reading.tables, sorted({*chain(*numbers.values())})),
    ):
        versions.setdefault(row.number, []).append(row)
    for player in players:
        rows = chain.from_iterable(
            versions.get(number, ()) for number in numbers[player]
        )
        yield (
            player,
            list(entries.spans([row for row in rows if row.sits(player)], player)),
        )


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
    reading: Reading, step: tuple[int, int], after: int = 0
) -> EntriesPart:
    """Return what a submission changed, or a part of it; one of many events is never
    read whole.
    """
    first, last = step
    numbers = changed_units(reading, last)
    spans: list[Span] = []
    upto, entries = after, 0
    while upto < len(numbers) and entries < MANY:
        by_number: dict[int, list[Span]] = defaultdict(list)
        some = numbers[upto : upto + AT_ONCE]
        for span in spans_in(reading, last, some):
            by_number[span.row.number].append(span)
        for number in some:
            if entries < MANY:
                spans += by_number[number]
                entries += len({*map(key_of, by_number[number])})
                upto += 1
    rest = upto if upto < len(numbers) else UNSET
    return EntriesPart(
        spans, rest, len(numbers), rest is UNSET and not after and last - first < MANY
    )
