"""How ratings went in the last twelve months that are known of: everybody on a list, in one query."""

from datetime import date, timedelta

from projections.answers.reading import Reading
from projections.tables.entries import rows_in_force

DAYS = 365
Course = list[tuple[int, int]]  # (day as a number, the rating from that day on)


def lately(reading: Reading, list_name: str) -> dict[str, Course]:
    """By player; whoever was not rated in that time is missing."""
    return reading.once("lately", list_name, lambda: _lately(reading, list_name))


def _lately(reading: Reading, list_name: str) -> dict[str, Course]:
    since = date.fromisoformat(reading.basis().until) - timedelta(DAYS)
    courses: dict[str, Course] = {}
    for row in rows_in_force(reading.tables, reading.cut, "list = ? AND place >= ?", (list_name, since.isoformat())):
        day, columns = date.fromisoformat(row.on).toordinal(), row.columns
        for player, before, after in zip(columns.players, columns.ratings, columns.after, strict=True):
            if after is None:
                continue
            if player not in courses:
                courses[player] = [] if before is None else [(since.toordinal(), before)]
            courses[player].append((day, after))
    return courses
