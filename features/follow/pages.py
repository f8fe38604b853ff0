"""Route the page on which a visitor types a mail address, to follow what it is about.

Without a mail server there is none, and none of the others.
"""

from dataclasses import replace

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from features.follow.links import confirming_routes, ending_routes
from features.follow.office import office_routes
from features.follow.store.asked import KEPT_DAYS, ask_to_follow
from features.follow.subjects import KINDS, name_of, page_of, subject_asked
from features.follow.typed import MOST_BYTES, address_typed
from ledger.errors import Problem, Usage
from messages import say
from projections.answers.reading import Reading
from web.allowances import Allowance, asker
from web.auth import refuse_other_sites
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, page_response
from web.http import HttpRequest
from web.http.addresses import query_of
from web.pages.rendering import rendered
from web.store.roles import Role

AN_HOUR = 3600
OF_ONE = 10  # addresses that one client types in an hour


def routes(desk: Desk) -> list[HTTPRouteHandler]:
    if not desk.settings.mail:
        return []
    return [
        *_asking_routes(desk),
        *confirming_routes(desk),
        *ending_routes(desk),
        *office_routes(desk),
    ]


def _asking_routes(desk: Desk) -> list[HTTPRouteHandler]:
    settings = desk.settings
    of_one = Allowance(OF_ONE, AN_HOUR)
    of_a_stranger = replace(settings, body_bytes=min(MOST_BYTES, settings.body_bytes))

    @get("/follow", opt={"role": Role.ANYBODY})
    async def asked(request: HttpRequest) -> Response[bytes]:
        given = query_of(request)

        def made(at: AtDesk, reading: Reading) -> str:
            return _form(at, reading, given)

        return await desk.of_ledger(request, made)

    @post("/follow", opt={"role": Role.ANYBODY}, status_code=200)
    async def typed(request: HttpRequest) -> Response[bytes]:
        refuse_other_sites(request)  # or a page elsewhere has its visitors send mail

        async def filled_form(at: AtDesk) -> str:
            given = {kind: at.typed(kind) for kind in KINDS}
            return await desk.read_ledger(at, lambda reading: _form(at, reading, given))

        async def keep(form: Form) -> Response[bytes]:
            at = desk.at(request)
            _refuse_programs(form)
            address = address_typed(form.text("address"))
            given = {kind: form.text(kind) for kind in KINDS}
            subject = await desk.read_ledger(
                at, lambda reading: subject_asked(reading, given)
            )
            of_one.take_one(
                asker(request),
                Problem(
                    "too-many-requests",
                    say("too many addresses from one place"),
                    hint=say("try again in an hour"),
                ),
            )

            language, now = at.visit.language, settings.now()
            await desk.threads.run(
                lambda: ask_to_follow(settings.ledger, address, subject, language, now)
            )
            # the same for every address: a stranger learns of none
            return page_response(
                rendered("follow/asked.html", at.visit, address=address, days=KEPT_DAYS)
            )

        return await desk.take(request, "follow", filled_form, keep, of_a_stranger)

    return [asked, typed]


def _refuse_programs(form: Form) -> None:
    """Refuse a form whose hidden field was filled in: nobody sees it."""
    if form.text("name"):
        hint = say("leave that field empty")
        raise Usage(Problem("bad-request", say("the form cannot be read"), hint=hint))


def _form(at: AtDesk, reading: Reading, given: dict[str, str]) -> str:
    subject = subject_asked(reading, given)
    return rendered(
        "follow/ask.html",
        at.visit,
        at=at,
        subject=subject,
        name=name_of(reading, subject),
        page=page_of(at.visit.links, reading, subject),
        days=KEPT_DAYS,
    )
