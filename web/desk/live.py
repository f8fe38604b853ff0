"""Show an event while it runs at the desk: its first report, the results of a round, the next report."""

from collections.abc import Callable
from typing import cast

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from ledger.errors import Problem, Refused
from ledger.words import Result
from web.auth import who_of
from web.desk.documents import form_of
from web.desk.pages import NOT_PLAYED, PLAYED, AtDesk
from web.desk.place import Desk, HttpRequest, named, number_of, shown
from web.kept.live import Report, answered, confirmed, hide, show, shown_event
from web.kept.tokens import Role
from web.live import shown_draft, shown_next
from web.pages.rendering import rendered
from web.wire.problems import unplaced
from web.writing import quota_of
from web.writing.trying import tried_games, tried_results

OF_A_GAME, OF_A_NAME, SURE = "result.", "relayed.", "sure"  # names of fields; before the key of a game, before a name


def live_desk_routes(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger

    def page(at: AtDesk, event: str, problems: tuple[Problem, ...] = ()) -> str:
        return rendered(
            "desk/live.html", at.visit, at=at, one=shown_event(ledger, event), games=tried_games(settings, event),
            results=(*PLAYED, *NOT_PLAYED), problems=problems,
            sure=[answer for problem in problems if problem.where.field == SURE for answer in problem.about],
            people=[name for problem in problems if problem.where.field == "relayed" for name in problem.about],
        )  # fmt: skip

    async def done(request: HttpRequest, event: str, work: Callable[[], object]) -> Response[bytes]:
        """Do it and lead back to the page of the event; the page says why it was refused, and nothing has changed."""
        at = desk.at(request)

        def tried() -> str | None:
            try:
                work()
            except Refused as refusal:
                return page(at, event, unplaced(refusal.problems, ledger))
            return None

        refused = await desk.threads.preview(tried)
        return desk.to(request, f"/desk/live/{event}") if refused is None else shown(refused, 422)

    @get("/desk/live/{event:str}", opt={"role": Role.OFFICER})
    async def looked_at(request: HttpRequest) -> Response[bytes]:
        at, event = desk.at(request), named(request, "event")
        return shown(await desk.threads.preview(lambda: page(at, event)))

    @post("/desk/live/{event:str}/results", opt={"role": Role.OFFICER})
    async def results(request: HttpRequest) -> Response[bytes]:
        event, who, form = named(request, "event"), who_of(request.scope), await form_of(request, settings)
        stated = {name.removeprefix(OF_A_GAME): cast(Result, text) for name, text in form.fields.items()
                  if name.startswith(OF_A_GAME) and text in (*PLAYED, *NOT_PLAYED)}  # fmt: skip

        def work() -> None:
            taken = tried_results(settings, event, stated, who)
            show(ledger, event, taken, who.name, settings.now(), quota_of(who))

        return await done(request, event, work)

    @post("/desk/live/{event:str}/report", opt={"role": Role.OFFICER})
    async def next_one(request: HttpRequest) -> Response[bytes]:
        event, who, form = named(request, "event"), who_of(request.scope), await form_of(request, settings)
        relayed = {name.removeprefix(OF_A_NAME): row for name, row in form.fields.items()
                   if name.startswith(OF_A_NAME) and row}  # fmt: skip
        report, sure = Report(*form.chosen(), answered(relayed)), (form.text(SURE),)
        report = confirmed(report) if form.text("all_played") else report
        return await done(request, event, lambda: shown_next(settings, event, report, sure, who))

    @post("/desk/live/{event:str}/hide", opt={"role": Role.OFFICER})
    async def hidden(request: HttpRequest) -> Response[bytes]:
        event, who = named(request, "event"), who_of(request.scope)
        await desk.threads.run(lambda: hide(ledger, event, who.name, settings.now()), costly=False)
        return desk.to(request, "/desk")

    @post("/desk/drafts/{number:str}/show", opt={"role": Role.OFFICER})
    async def first_one(request: HttpRequest) -> Response[bytes]:
        number, who, form = number_of(request), who_of(request.scope), await form_of(request, settings)
        event, sure = form.text("event"), (form.text(SURE),)
        await desk.threads.preview(lambda: shown_draft(settings, event, number, sure, who))
        return desk.to(request, f"/desk/live/{event}")

    return [looked_at, results, next_one, hidden, first_one]
