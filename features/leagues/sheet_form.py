"""Route the form of something of a league: a page of what the ledger and the form say,
and a draft of what was entered, unless there is something to ask first.
"""

from collections.abc import Callable

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from projections.answers.reading import Reading
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, Entered
from web.http import HttpRequest
from web.store.roles import Role

Page = Callable[[HttpRequest, AtDesk, Reading], str]
Enter = Callable[[HttpRequest, AtDesk, Reading, Form], Entered]


def sheet_routes(
    desk: Desk, address: str, name: str, page: Page, enter: Enter
) -> list[HTTPRouteHandler]:
    """Return the two routes of a form: one that shows it as the ledger has it, and one
    that takes what was filled in.

    address: of both, with the names of what it is about in braces.

    name: of the form, by which it comes back with what was typed.

    page: makes the page, with what was typed where a form comes back.

    enter: returns what a form comes to, or the page that asks about it. Nothing is
    booked: what is entered becomes a draft.
    """

    @get(address, opt={"role": Role.SUBMITTER})
    async def asked(request: HttpRequest) -> Response[bytes]:
        """Shows the form as the ledger has it."""
        return await desk.of_ledger(
            request, lambda at, reading: page(request, at, reading)
        )

    @post(address, opt={"role": Role.SUBMITTER})
    async def left(request: HttpRequest) -> Response[bytes]:
        """Takes the form that was sent, or shows it again with what is wrong in it."""
        at = desk.at(request)

        async def with_what_was_typed(at: AtDesk) -> str:
            return await desk.read_ledger(
                at, lambda reading: page(request, at, reading)
            )

        async def take(form: Form) -> Response[bytes]:
            entered = await desk.read_ledger(
                at, lambda reading: enter(request, at, reading, form)
            )
            return await desk.ask_or_keep_document(request, entered)

        return await desk.take(request, name, with_what_was_typed, take)

    return [asked, left]
