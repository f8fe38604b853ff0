"""The form that says who a row of a report is, whatever the file made of it: one of those
whom it may be, somebody else by id or by name, or somebody new. Each row leads to it,
and it leads back to the row.
"""

from functools import partial
from urllib.parse import quote

from litestar import Response, post
from litestar.handlers import HTTPRouteHandler

from ledger.errors import Problem, Usage, Where
from messages import say
from projections.answers.career import known_player
from web.auth import who_of
from web.desk.addresses import number_of
from web.desk.answers import MAP
from web.desk.form_fields import Form
from web.desk.office_desk import Desk
from web.desk.problems_at_fields import at_field, placing_problems
from web.desk.saved_answers import save_answers
from web.desk.waiting import draft_shown
from web.http import HttpRequest
from web.store.roles import Role

FORM = "person"  # its name on the page of the draft


def person_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the form of a row: who it is becomes an answer about the draft, as if it had
    been asked, and the page leads back to the row.
    """

    @post("/desk/drafts/{number:str}/person", opt={"role": Role.SUBMITTER})
    async def told(request: HttpRequest) -> Response[bytes]:
        number, who = number_of(request), who_of(request.scope)

        async def keep(form: Form) -> Response[bytes]:
            row = form.text("row")
            if not row:
                message = say("choose a row of the report")
                raise Usage(Problem("parameter", message, Where(field="row")))

            player = await meant(request, form)

            def work() -> None:
                save_answers(desk.settings, number, who, {f"{MAP}{row}": player})

            place = f"row-{quote(row)}"
            return await desk.do_and_lead_on(
                request, work, f"/desk/drafts/{number}#{place}"
            )

        return await desk.take(request, FORM, draft_shown(desk, number), keep)

    async def meant(request: HttpRequest, form: Form) -> str:
        """Return the id of who is meant: by the button of somebody, or of somebody new;
        else by an id or a name.

        A button sends `one`: an id, or `new`. `Usage`: neither a button was pressed nor
        anybody written. `NotFound`, at the field `who`: nobody is called so.
        """
        if form.text("one"):
            return form.text("one")

        text = form.text("who")
        if not text:
            message = say("write who it is, or press the button for a new player")
            raise Usage(Problem("parameter", message, Where(field="who")))

        with placing_problems(partial(at_field, field="who")):
            return await desk.read_ledger(
                desk.at(request), lambda reading: known_player(reading, text)
            )

    return [told]
