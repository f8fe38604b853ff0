"""Show events while they run, at the desk: their first report, the results of a round,
the next report, until the office hides them.
"""

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from features.live.routes import shown_draft, shown_next
from features.live.store import (
    Report,
    answers_of,
    hide,
    show,
    shown_event,
    with_games_played,
)
from features.live.trying import tried_games, tried_results
from ledger.errors import Problem, Refused, Where
from ledger.field_types import Result
from messages import say
from projections.answers.reading import Reading
from web.auth import who_of
from web.booking.permissions import quota_of
from web.desk.addresses import number_of
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, Shows, page_response
from web.desk.pages import NOT_PLAYED, PLAYED, Preview
from web.desk.waiting import draft_shown
from web.http import HttpRequest
from web.http.addresses import part_of_address
from web.pages.rendering import rendered
from web.store.drafts import Draft
from web.store.roles import Role

# names of fields; before the key of a game, before a name
OF_A_GAME, OF_A_NAME, SURE = "result.", "relayed.", "sure"


def live_desk_routes(desk: Desk) -> list[HTTPRouteHandler]:
    """Route the page of an event that is shown, and its forms."""
    settings = desk.settings
    ledger = desk.ledger

    @get("/desk/live/{event:str}", opt={"role": Role.OFFICER})
    async def looked_at(request: HttpRequest) -> Response[bytes]:
        draw = _shows(desk, part_of_address(request, "event"))
        page = await draw(desk.at(request))
        return page_response(page)

    @post("/desk/live/{event:str}/results", opt={"role": Role.OFFICER})
    async def results(request: HttpRequest) -> Response[bytes]:
        event = part_of_address(request, "event")
        who = who_of(request.scope)

        async def state(form: Form) -> Response[bytes]:
            stated = _results_stated(form)

            def work() -> None:
                taken = tried_results(settings, event, stated, who)
                show(ledger, event, taken, who.name, settings.now(), quota_of(who))

            await desk.threads.preview(work)
            return desk.to(request, f"/desk/live/{event}")

        return await desk.take(request, "results", _shows(desk, event), state)

    @post("/desk/live/{event:str}/report", opt={"role": Role.OFFICER})
    async def next_one(request: HttpRequest) -> Response[bytes]:
        event = part_of_address(request, "event")
        who = who_of(request.scope)

        async def take(form: Form) -> Response[bytes]:
            report = _report_in(form)
            sure = (form.text(SURE),)

            def work() -> None:
                shown_next(settings, event, report, sure, who)

            await desk.threads.preview(work)
            return desk.to(request, f"/desk/live/{event}")

        return await desk.take(request, "report", _shows(desk, event), take)

    @post("/desk/live/{event:str}/hide", opt={"role": Role.OFFICER})
    async def hidden(request: HttpRequest) -> Response[bytes]:
        event = part_of_address(request, "event")
        by = who_of(request.scope).name

        def work() -> None:
            hide(ledger, event, by, settings.now())

        return await desk.do_and_lead_on(request, work, "/desk")

    @post("/desk/drafts/{number:str}/show", opt={"role": Role.OFFICER})
    async def first_one(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        who = who_of(request.scope)

        async def take(form: Form) -> Response[bytes]:
            event = form.text("event")
            sure = (form.text(SURE),)

            def work() -> None:
                shown_draft(settings, event, number, sure, who)

            await desk.threads.preview(work)
            return desk.to(request, f"/desk/live/{event}")

        return await desk.take(request, "show", draft_shown(desk, number), take)

    return [looked_at, results, next_one, hidden, first_one]


def _report_in(form: Form) -> Report:
    """Return the report that a form brought, with what it says of names of a relay, and
    whether it says that all was played.
    """
    relayed = {name: row for name, row in form.below(OF_A_NAME) if row}
    name, content = form.chosen()
    report = Report(name, content, answers_of(relayed))
    if form.text("all_played"):
        return with_games_played(report)

    return report


def _results_stated(form: Form) -> dict[str, Result]:
    """Return the results that were chosen; refuse what is none."""
    chosen = {game: text for game, text in form.below(OF_A_GAME) if text}
    problems = []
    for game, text in chosen.items():
        if text not in (*PLAYED, *NOT_PLAYED):
            message = say("{text} is not a result", text=repr(text[:20]))
            where = Where(field=f"{OF_A_GAME}{game}")
            problems.append(Problem("wrong-value", message, where))

    if problems:
        raise Refused(problems)

    return chosen


def _shows(desk: Desk, event: str) -> Shows:
    """Return what draws the page of an event for the desk, with what was typed where a
    form comes back.
    """

    async def page(at: AtDesk) -> str:
        return await desk.threads.preview(lambda: _page(desk, at, event))

    return page


def _page(desk: Desk, at: AtDesk, event: str) -> str:
    """Draw the page of an event that is shown.

    What was refused of a form before is asked about on it: people of a relay whose row
    is not known, and what may be right all the same.
    """
    sure: list[str] = []
    people: list[str] = []
    for problem in () if at.sent is None else at.sent.problems:
        if problem.where.field == SURE:
            sure += problem.about
        elif problem.where.field == "relayed":
            people += problem.about

    return rendered(
        "live/desk.html",
        at.visit,
        at=at,
        one=shown_event(desk.ledger, event),
        games=tried_games(desk.settings, event),
        results=(*PLAYED, *NOT_PLAYED),
        sure=sure,
        people=people,
    )


def of_draft(
    desk: Desk, at: AtDesk, reading: Reading, draft: Draft, preview: Preview
) -> str:
    """Draw on the page of a draft how its report is shown while the event runs; nothing
    for whoever may not show it, and of a draft that is no report.
    """
    if not at.is_officer or preview.file is None:
        return ""
    if not preview.file.games.games and not preview.file.source.name:
        return ""  # a list of people is no event

    return rendered(
        "live/draft.html", at.visit, at=at, draft=draft.row, file=preview.file
    )
