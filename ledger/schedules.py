"""Make the schedules of the lists from what the office adopted: which edition of the
rules is in force from which day on.

Editions are names here, and nothing more; what the rules read is made of a schedule in
projections/replay/editions.py.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import attrgetter, itemgetter
from typing import NamedTuple

from ledger.bodies import RulesAdopted


def edition_in(schedule: Sequence[tuple[str, str]], on: str) -> str:
    """Return the edition in force on a day, of (first day, edition) in date order.

    Before the first edition it answers the first; where nothing is adopted, and nothing
    is rated, it answers "none".
    """
    if not schedule:
        return "none"
    begun = bisect_right(schedule, on, key=itemgetter(0))
    _, edition = schedule[max(0, begun - 1)]
    return edition


class Schedule(NamedTuple):
    """The editions of a list with their first days, in date order. `begins`: the day
    before which nothing is on the list; "" where everything is that was ever played.
    """

    editions: list[tuple[str, str]]
    begins: str = ""

    def so_far(self, day: str) -> list[tuple[str, str]]:
        """Return the editions that have come into force by a day."""
        return [(since, edition) for since, edition in self.editions if since <= day]


NO_SCHEDULE = Schedule([])


def schedules(adopted: Iterable[RulesAdopted]) -> dict[str, Schedule]:
    """Return each list's schedule by what was adopted, in recorded order: the latest
    adoption of an edition says its day.
    """
    by_list: dict[str, dict[str, RulesAdopted]] = {}
    for body in adopted:
        editions = by_list.setdefault(body.list, {})
        # of two that begin on one day the later recorded one counts
        editions.pop(body.edition, None)
        editions[body.edition] = body
    return {name: _schedule(editions.values()) for name, editions in by_list.items()}


def _schedule(adopted: Iterable[RulesAdopted]) -> Schedule:
    """Return the schedule of one list; of two that begin on one day the later one of
    `adopted` counts.
    """
    by_day = sorted(adopted, key=attrgetter("since"))
    first = by_day[0]
    editions = [(body.since, body.edition) for body in by_day]
    return Schedule(editions, begins=first.since if first.begins else "")
