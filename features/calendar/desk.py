"""Route what the calendar has at the desk: the page of a month, and the forms that
announce a tournament and note a decision. Draw what is late on the desk's first page.
"""

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from features.calendar.answers import due
from features.calendar.forms import announcement_routes, decision_routes
from features.calendar.month import month_of, month_page
from projections.answers.reading import Reading
from web.desk.office_desk import AtDesk, Desk
from web.http import HttpRequest
from web.http.addresses import part_of_query
from web.pages.rendering import rendered
from web.store.roles import Role


def late(desk: Desk, at: AtDesk, reading: Reading) -> str:
    """Draw what is late; nothing where all is in time."""
    rows = [row for row in due(reading).rows if row.late]
    if not rows:
        return ""
    return rendered("calendar/late.html", at.visit, late=rows)


def routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Make the addresses of the month's page and of the forms."""

    @get("/desk/month", opt={"role": Role.SUBMITTER})
    async def month(request: HttpRequest) -> Response[bytes]:
        today = desk.at(request).visit.today
        text = part_of_query(request, "month")
        asked = month_of(text, today)

        # a month that still runs is shown as of today
        as_of = min(asked.last, today)

        def page(at: AtDesk, reading: Reading) -> str:
            return month_page(at, desk, reading, asked)

        return await desk.of_ledger(request, page, as_of)

    return [month, *announcement_routes(desk), *decision_routes(desk)]
