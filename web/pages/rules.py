"""Draw the pages of rules: editions and their articles."""

from typing import NamedTuple

from projections.answers.reading import Reading
from projections.answers.rules import (
    ChangeableRow,
    CoverageAnswer,
    Edition,
    Rules,
    coverage,
)
from rulebooks import LISTS
from web.pages.rendering import rendered
from web.pages.visit import Visit


class EditionDiffers(NamedTuple):
    """A number of the rules that was another one before."""

    row: ChangeableRow
    before: str


def rules_page(reading: Reading, asked: Rules, visit: Visit) -> str:
    """Make the page of the rules: for each list the editions that it adopted, and the
    other editions that the program knows.
    """
    answer = asked.ask(reading)
    # those that begin on a day to come too
    kept = [name for name in LISTS if reading.timeline.schedule(name)]
    own = []
    for name in kept:
        rows = [row for row in answer.rows if row.list == name and row.adopted_from]
        own.append((name, rows))

    others = tuple(row for row in answer.rows if row.list not in kept)
    return rendered("rules.html", visit, lists=own, others=others)


def edition_page(reading: Reading, asked: Edition, visit: Visit) -> str:
    """Make the page of an edition: where each article is in the program, and what
    differs from the edition before.
    """
    answer = coverage(asked.edition)
    before = _edition_before(reading, answer)

    return rendered(
        "edition.html",
        visit,
        answer=answer,
        name=asked.edition,
        source=str(answer.edition["source"]),
        since=str(answer.edition["since"]),
        before=before,
        differences=() if before is None else _differences(coverage(before), answer),
    )


def _edition_before(reading: Reading, answer: CoverageAnswer) -> str | None:
    """Return the edition before it on its first list, as the ledger adopted them.

    None for the first that was adopted, and for one that never was.
    """
    schedule = [edition for _, edition in reading.timeline.schedule(answer.lists[0])]

    place = 0
    if answer.edition["id"] in schedule:
        place = schedule.index(str(answer.edition["id"]))

    return schedule[place - 1] if place > 0 else None


def _differences(
    old: CoverageAnswer, new: CoverageAnswer
) -> tuple[EditionDiffers, ...]:
    """Return what differs. Lists of one family share most numbers, so a number that
    differs alike on several is named once.

    A number that only one of the two editions has is not compared.
    """
    was = {(row.list, row.number): row.value for row in old.changeable}

    by_number: dict[str, EditionDiffers] = {}
    for row in new.changeable:
        before = was.get((row.list, row.number))
        if before is not None and before != row.value:
            by_number.setdefault(row.number, EditionDiffers(row, before))

    return tuple(by_number.values())
