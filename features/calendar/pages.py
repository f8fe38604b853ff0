"""Draw the page of what is due, and its feed."""

from features.calendar.answers import Due, due
from projections.answers.asking import Asked
from projections.answers.lists.awaited import LIST, DueRow
from projections.answers.reading import Reading
from web.answers.feeds import LINKS, MOST, Feed, Item, asked_beside
from web.pages.rendering import rendered
from web.pages.two_times import times_of
from web.pages.visit import Visit


def due_page(reading: Reading, asked: Due, visit: Visit) -> str:
    answer = asked.ask(reading)
    late = tuple(row for row in answer.rows if row.late)
    soon = tuple(row for row in answer.rows if not row.late)
    return rendered(
        "calendar/due.html",
        visit,
        answer=answer,
        late=late,
        soon=soon,
        times=times_of(asked, visit.today),
    )


def overdue(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of what is late, each from the day after it was due; of many the
    first.
    """
    late = [row for row in due(reading).rows if row.late]
    items = [_item(row) for row in late[:MOST]]
    address = LINKS.to("due", **asked_beside(asked))
    return Feed("Late", address, items)


def _item(row: DueRow) -> Item:
    """Write what is late for the feed, as of the end of the day on which it was due."""
    address = LINKS.to("due")
    if row.what == LIST:
        address = LINKS.to("lists", row.id)

    title = f"{row.id} {row.name}"
    end_of_day = f"{row.due}T23:59:59Z"
    lines = [f"{row.what}, due {row.due}, {row.whose}"]
    if row.organiser:
        lines.append(row.organiser)
    return Item(address, title, end_of_day, lines)
