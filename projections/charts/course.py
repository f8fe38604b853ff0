"""A rating's course: what stands in force, and what was first calculated where a correction came later."""

from collections.abc import Sequence
from typing import NamedTuple

from messages.answer import UNSET
from projections.answers.players.history import HistoryAnswer, HistoryRow
from projections.charts.axes import ordinal


class Step(NamedTuple):
    """A rating that holds from a day on; `row` is the entry it comes from."""

    day: int
    rating: int
    row: HistoryRow


class Believed(NamedTuple):
    """Some steps as first calculated, the level they start from, and where the lines meet again, if they do."""

    level: int | None
    steps: tuple[Step, ...]
    meets: Step | None


class Course(NamedTuple):
    """The course of a player's rating on a list: the steps in force, what was first calculated for each (`first`, by
    the row's identity: hashing all of its fields takes longer than the rest), and the stretches in between. `written`:
    what a picture has written of its points, for the same picture in another shape.
    """

    answer: HistoryAnswer
    steps: tuple[Step, ...]
    first: dict[int, int]
    believed: tuple[Believed, ...]
    written: dict[int, tuple[str, str]]


def course(answer: HistoryAnswer) -> Course:
    """Make a course of an answer. Asked with all versions, it also has what was believed before; else the course
    alone."""
    by_entry: dict[tuple[str, ...], list[HistoryRow]] = {}
    for row in answer.rows:
        by_entry.setdefault(_entry(row), []).append(row)
    steps, first, pairs = [], dict[int, int](), []
    for versions in by_entry.values():
        oldest = min(versions, key=lambda row: row.known_from or 0)
        current = next((row for row in versions if not _superseded(row)), None)
        if current is not None:
            steps.append(_step(current))
            if oldest.after != current.after:
                first[id(current)] = oldest.after
        pairs.append((_step(oldest), current is None or (current.on, current.after) != (oldest.on, oldest.after)))
    order = {id(row): index for index, row in enumerate(answer.rows)}
    steps.sort(key=lambda step: (step.day, order[id(step.row)]))
    pairs.sort(key=lambda pair: (pair[0].day, order[id(pair[0].row)]))
    return Course(answer, tuple(steps), first, tuple(_stretches(pairs)), {})


def _entry(row: HistoryRow) -> tuple[str, ...]:
    """Return what two versions of one entry have in common; openings and rulings have no name but their day."""
    return (row.kind, row.unit) if row.kind == "unit" else (row.kind, row.unit, row.on)


def _superseded(row: HistoryRow) -> bool:
    return row.known_to is not UNSET and row.known_to is not None


def _step(row: HistoryRow) -> Step:
    return Step(ordinal(row.on), row.after, row)


def _stretches(pairs: Sequence[tuple[Step, bool]]) -> list[Believed]:
    """Return the runs of entries that came out differently at first."""
    stretches: list[Believed] = []
    run: list[Step] = []
    level: int | None = None
    for step, differs in pairs:
        if differs:
            run.append(step)
        elif run:
            stretches.append(Believed(level, tuple(run), step))
            run = []
        if not run:
            level = step.rating
    return [*stretches, Believed(level, tuple(run), None)] if run else stretches
