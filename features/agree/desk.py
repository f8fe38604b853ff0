"""Hold a published list against the ledger, at the desk and over the API. It becomes no
draft, since nothing of it is booked.
"""

from collections.abc import Sequence
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler

from features.agree.answers import REASONS, Agreement, ListAndTimes
from ledger.all_checked import all_checked
from projections.answers import Viewer
from projections.answers.open_reading import reading
from web.auth import viewer_of, who_of
from web.booking.bodies import body_of
from web.booking.trying import FOR_THE_OFFICE
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, page_response
from web.http import HttpRequest, as_json
from web.openapi.operations import AN_OBJECT, OF_A_BODY, OF_WRITING, described, refusals
from web.openapi.parameters import asked_as
from web.pages.rendering import rendered
from web.questions.from_address import asked_of
from web.sandbox import run_in_sandbox
from web.store.roles import Role

LISTS = ("text/csv", "text/plain", "application/json", "application/octet-stream")
MOST_ROWS = 500  # of a page; programs get all


def agreement_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Route the address for programs, and the form of the desk."""

    async def agreed(
        request: HttpRequest, asked: NamedDependency[ListAndTimes]
    ) -> Response[Agreement]:
        _, content = await body_of(request, desk.settings, LISTS)
        answer = await _agreement(desk, request, asked, content, "")
        return as_json(answer)

    async def unanswered(at: AtDesk) -> str:
        return await desk.read_ledger(at, lambda reading: _page(at, reading.lists()))

    @get("/desk/agree", opt={"role": Role.OFFICER})
    async def empty(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)
        page = await unanswered(at)
        return page_response(page)

    @post("/desk/agree", opt={"role": Role.OFFICER})
    async def compared(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)

        async def compare(form: Form) -> Response[bytes]:
            page = await _answer_page(desk, request, at, form)
            return page_response(page)

        return await desk.take(request, "agree", unanswered, compare)

    for_programs = post(
        "/api/agreement",
        **described(Role.OFFICER, "Trials", LISTS, AN_OBJECT),
        name="agree",
        operation_id="check_list",
        summary="Hold a list as it was published against the ledger",
        description=(
            "How many numbers are the same, and of the others why not. The body is the"
            " list: CSV, or a spreadsheet."
        ),
        dependencies=asked_as(ListAndTimes),
        status_code=200,
        response_description="The answer.",
        responses=refusals(403, *OF_WRITING, *OF_A_BODY),
    )(agreed)

    return [for_programs, empty, compared]


async def _answer_page(desk: Desk, request: HttpRequest, at: AtDesk, form: Form) -> str:
    """Draw the page with the answer about the list that a form brought.

    `Refused`, with each problem at its field, where the file cannot be read, or the
    list or the day is none.
    """
    file, asked = all_checked(form.chosen, lambda: _asked_of(form))
    name, content = file
    answer = await _agreement(desk, request, asked, content, name)
    lists = await desk.read_ledger(at, lambda reading: reading.lists())
    return _page(at, lists, answer, name=name, reasons=REASONS, most=MOST_ROWS)


def _page(
    at: AtDesk,
    lists: Sequence[str],
    answer: Agreement | None = None,
    **of_answer: object,
) -> str:
    """Draw the form; with an answer, what was found below it. The values of the answer
    are the names that the template has for them: `name` of the file, `reasons` in
    words, and `most` rows of the page.
    """
    return rendered(
        "agree/agree.html", at.visit, at=at, lists=lists, answer=answer, **of_answer
    )


def _asked_of(form: Form) -> ListAndTimes:
    """Return what a form asks, as a query would: what is left empty is not asked for."""
    fields = {}
    for name in ("list", "as_of"):
        fields[name] = form.text(name)

    query = urlencode(fields).encode()
    return asked_of(ListAndTimes, {}, query, forgiving=True)


async def _agreement(
    desk: Desk, request: HttpRequest, asked: ListAndTimes, content: bytes, name: str
) -> Agreement:
    """Return the answer, made in a process of its own. `name`: of the file."""
    today = desk.at(request).visit.today
    role = who_of(request.scope).role
    viewer = viewer_of(role, today)

    def work() -> Agreement:
        return run_in_sandbox(
            _agreement_in_sandbox,
            ledger=desk.ledger,
            viewer=viewer,
            today=today,
            asked=asked,
            content=content,
            name=name,
            bounds=FOR_THE_OFFICE,
        )

    return await desk.threads.run(work, costly=True)


def _agreement_in_sandbox(
    ledger: str,
    viewer: Viewer,
    today: str,
    asked: ListAndTimes,
    content: bytes,
    name: str,
) -> Agreement:
    """Open the ledger in the process of its own, and hold the list against it there: a
    file from outside is read in bounds of time and memory, and what it breaks is not
    the service.

    today: the day as YYYY-MM-DD, on which the list is held against it if none is asked
    for.
    """
    with reading(ledger, asked.times(), today) as opened:
        opened.viewer = viewer
        return asked.held_against(opened, content, name or None)
