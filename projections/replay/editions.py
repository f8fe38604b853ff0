"""Hand a schedule of the ledger to the rules: as a function from a day to the edition,
which is all that a rulebook asks of it (ledger/schedules.py makes the schedules).
"""

from collections.abc import Sequence
from functools import partial

from ledger.schedules import edition_in
from ledger.timeline import Timeline
from rulebooks.base import EditionOn


def edition_on(timeline: Timeline, list_name: str) -> EditionOn:
    """Return a function from a day to the edition of a list's rules in force on it.

    `edition_on(timeline, "selo")("2024-05-01")` may be `fi-2023`. Before the first
    edition it answers the first.
    """
    return edition_of_schedule(timeline.schedule(list_name))


def edition_of_schedule(schedule: Sequence[tuple[str, str]]) -> EditionOn:
    """Return a function from a day to the edition that a schedule has in force on it.

    [("2023-01-01", "fi-2023"), ("2025-01-01", "fi-2025")]
    2024-05-01    fi-2023
    2025-01-01    fi-2025
    """
    return partial(edition_in, schedule)
