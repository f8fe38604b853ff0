"""The page on which a list is published: what changes against the one before and why,
what is still missing, what waits; and the form that makes a draft of it. The page of the
draft has the rest: the second person, and the hour.
"""

from collections.abc import Sequence
from typing import NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.days import days_later, is_written_day
from ledger.documents import Publish
from ledger.errors import Problem, SeloError, Usage, Where
from messages import say
from projections.answers.career import kept_list
from projections.answers.lists.awaited import due_rows
from projections.answers.lists.next_list import (
    YEAR,
    NextList,
    coming_list,
    due_next,
    missing_reports,
)
from projections.answers.lists.published import publications
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names
from web.booking.seen_drafts import seen_drafts, waiting_for_others
from web.desk.form_documents import Fields
from web.desk.form_fields import Form
from web.desk.forms import form_left, in_path, in_query, texts_of
from web.desk.office_desk import AtDesk, Desk
from web.http import HttpRequest
from web.pages.rendering import rendered
from web.store.draft_steps import WAITING
from web.store.drafts import Draft
from web.store.prepared_draft import documents_in
from web.store.roles import Role

ADDRESS = "/desk/publish"
ASKED = ("list", "label", "as_of")
MOST_ROWS = 200
MOST_LISTS = 3  # of a draft, that its page shows


class ListToPublish(NamedTuple):
    """A list to be published, and the names of the tournaments that moved it."""

    list: NextList
    names: dict[str, str]


def publish_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the page of a list to be published, and the form that makes a draft of it."""
    fields_asked = in_query(*ASKED)

    @get(ADDRESS, opt={"role": Role.SUBMITTER})
    async def show(request: HttpRequest) -> Response[bytes]:
        asked = fields_asked(request)

        def make(at: AtDesk, reading: Reading) -> str:
            return publish_page(desk, at, reading, asked)

        return await desk.page_asked_for(request, "publish", make, page_as_typed)

    def page_as_typed(at: AtDesk, reading: Reading) -> str:
        """Make the page of what was asked for, as far as there is such a list.

        A list that there is none of, and a day that is none, count as not given: the
        form has them as they were typed, with what is wrong.
        """
        name, label, as_of = (at.typed(field) for field in ASKED)
        if name not in reading.lists():
            name = ""
        if not is_written_day(as_of):
            as_of = ""
        return publish_page(desk, at, reading, [name, label, as_of])

    keep = form_left(desk, ADDRESS, "publish", list_published, page_as_typed, in_path())
    return [show, keep]


def list_published(form: Form) -> Fields:
    """Return the document that the form stands for, with the fields of `ASKED`."""
    return {"kind": "publish", **texts_of(form, *ASKED)}


def publish_page(desk: Desk, at: AtDesk, reading: Reading, asked: Sequence[str]) -> str:
    """Make the page. Without a day, it is of the day on which the list is due next,
    else of today.

    `asked`: list, label and day (YYYY-MM-DD) in the order of `ASKED`; each may be
    empty. `Usage`: the day is none.
    """
    name, label, as_of = asked
    list_name = kept_list(reading, name or reading.first_list())

    if as_of and not is_written_day(as_of):
        message = say("{text} is not a day", text=repr(as_of[:20]))
        raise Usage(Problem("parameter", message, Where(field="as_of")))

    calendar = due_rows(reading, days_later(reading.as_of, YEAR))
    day = as_of or due_next(reading, list_name, calendar) or reading.as_of
    shown = list_to_publish(reading, list_name, day)
    drafts = seen_drafts(desk.ledger, None, at.who).rows

    return rendered(
        "desk/publish.html",
        at.visit,
        at=at,
        lists=reading.lists(),
        coming=shown,
        label=label or _free_label(reading, list_name, day),
        missing=missing_reports(calendar, day),
        waiting=tuple(row for row in drafts if row.state == WAITING),
        others=waiting_for_others(desk.ledger, drafts, at.who),
        also_open=desk.parts("month open", at, reading),
        most=MOST_ROWS,
    )


def _free_label(reading: Reading, list_name: str, day: str) -> str:
    """Propose a name that no list has: the month, else the day.

    2026-03, or 2026-03-01 where 2026-03 is taken
    """
    taken = {row.label for row in publications(reading, list_name)}
    return day[:7] if day[:7] not in taken else day


def list_to_publish(reading: Reading, list_name: str, day: str) -> ListToPublish:
    """Return a list as it would be published on a day, with the names of what moved
    it.

    `day`: YYYY-MM-DD.
    """
    shown = coming_list(reading, list_name, day)
    tournaments = {why for row in shown.rows for why in row.why}
    tournaments.update(row.tournament for row in shown.titles if row.tournament)
    return ListToPublish(shown, tournament_names(reading, tournaments))


def lists_of(draft: Draft, reading: Reading) -> tuple[ListToPublish, ...]:
    """Return the lists that a draft publishes, as they would be; none of a draft of
    anything else.

    At most `MOST_LISTS`, for each is worked out in full. A document about a list that
    there is none of is passed over: the page says what is wrong with it.
    """
    try:
        placed = documents_in(draft)[:MOST_LISTS]
    except SeloError:  # the page says what is wrong with the file
        return ()

    documents = [each.document for each in placed]

    return tuple(
        list_to_publish(reading, document.list, document.as_of)
        for document in documents
        if isinstance(document, Publish) and document.list in reading.lists()
    )
