"""Route the page of following that the office sees: numbers, and a form that forgets an
address.
"""

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from features.follow.store.counts import follow_counts
from features.follow.store.followers import forget_address
from features.follow.typed import address_typed
from projections.answers.reading import Reading
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, page_response
from web.http import HttpRequest
from web.pages.rendering import rendered
from web.store.roles import Role


def counted_at_desk(desk: Desk, at: AtDesk, reading: Reading) -> str:
    """Draw on the first page of the desk how many follow something, for the office."""
    if not at.is_officer or not desk.settings.mail:
        return ""
    counts = follow_counts(desk.ledger)
    return rendered("follow/counted.html", at.visit, counts=counts)


def office_routes(desk: Desk) -> list[HTTPRouteHandler]:
    async def counted(at: AtDesk) -> str:
        def work() -> str:
            counts = follow_counts(desk.ledger)
            return rendered("follow/desk.html", at.visit, at=at, counts=counts)

        return await desk.threads.run(work)

    @get("/desk/follow", opt={"role": Role.OFFICER})
    async def seen(request: HttpRequest) -> Response[bytes]:
        return page_response(await counted(desk.at(request)))

    @post("/desk/follow", opt={"role": Role.OFFICER})
    async def forgotten(request: HttpRequest) -> Response[bytes]:
        async def forget(form: Form) -> Response[bytes]:
            address = address_typed(form.text("address"))

            def work() -> None:
                forget_address(desk.ledger, address)

            return await desk.do_and_lead_on(request, work, "/desk/follow")

        return await desk.take(request, "forget", counted, forget)

    return [seen, forgotten]
