"""Take cases: the form "something is wrong here" for anybody, the link to what became
of it, and the office's side.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from features.cases.store import (
    MANY_OPEN,
    MOST_OPEN,
    OPEN,
    CaseRow,
    case,
    case_of,
    cases,
    cases_open_long,
    check_hour,
    checked_answer,
    close_case,
    close_cases,
    open_case,
)
from ledger.all_checked import all_checked
from ledger.errors import NotFound, Problem, Refused, Usage, Where
from ledger.office import local_day
from messages import Message, say
from projections.answers.career import known_player, names_of
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_at
from web.allowances import Allowance, asker
from web.auth import refuse_other_sites
from web.desk.form_fields import Form
from web.desk.office_desk import AtDesk, Desk, Shows, page_response
from web.http import HttpRequest
from web.http.addresses import part_of_address, part_of_query
from web.pages.rendering import rendered
from web.questions.from_address import number_in
from web.store.roles import Role

A_DAY = 86_400
OF_ONE = 5  # cases that an address opens at once, and in a day
# cases of all addresses together; of more, each address may open one a day
AN_HOUR = 20
EVERYBODY = "everybody"
# of a stranger's form: its longest text, and what a browser writes around it
MOST_BYTES = 64 * 1024


def case_routes(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger
    of_one = Allowance(OF_ONE, A_DAY)
    of_all = Allowance(AN_HOUR, 3600)
    when_many = Allowance(1, A_DAY)
    of_a_stranger = replace(settings, body_bytes=min(MOST_BYTES, settings.body_bytes))

    @get("/cases/new", opt={"role": Role.ANYBODY})
    async def asked(request: HttpRequest) -> Response[bytes]:
        player = part_of_query(request, "player")
        tournament = part_of_query(request, "tournament")

        def page(at: AtDesk, reading: Reading) -> str:
            return _page(at, reading, player, tournament, settings.office)

        return await desk.of_ledger(request, page)

    @post("/cases", opt={"role": Role.ANYBODY})
    async def opened(request: HttpRequest) -> Response[bytes]:
        refuse_other_sites(request)  # or a page elsewhere has its visitors open them

        async def filled_form(at: AtDesk) -> str:
            player = at.typed("player")
            tournament = at.typed("tournament")

            def page(reading: Reading) -> str:
                return _page(at, reading, player, tournament, settings.office)

            return await desk.read_ledger(at, page)

        async def opening(form: Form) -> Response[bytes]:
            if form.text("name"):  # nobody sees this field; programs fill it in
                message = say("the form cannot be read")
                hint = say("leave that field empty")
                raise Usage(Problem("bad-request", message, hint=hint))

            player = form.text("player")
            tournament = form.text("tournament")

            def about(reading: Reading) -> CaseSubject:
                return _subject_of_case(reading, player, tournament)

            known = await desk.read_ledger(desk.at(request), about)
            hint = _hint_at_office(settings.office)
            message = say("too many cases from one address")
            too_many = Problem("too-many-requests", message, hint=hint)
            are_many = of_all.left(EVERYBODY) < 1
            if are_many:
                # somebody with many addresses must not shut the box for everybody else:
                # who comes first is still heard
                when_many.take_one(asker(request), too_many)
            of_one.take_one(asker(request), too_many)
            if not are_many:
                of_all.take_one(EVERYBODY, too_many)

            def work() -> tuple[int, str]:
                return open_case(
                    ledger,
                    known.player,
                    known.tournament,
                    form.text("words"),
                    settings.now(),
                    hint,
                )

            number, secret = await desk.threads.run(work)
            return desk.to(request, f"/cases/{number}/{secret}")

        return await desk.take(request, "case", filled_form, opening, of_a_stranger)

    @get("/cases/{number:str}/{secret:str}", opt={"role": Role.ANYBODY})
    async def followed(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)
        number = _number(request)
        secret = part_of_address(request, "secret")

        def work() -> str:
            row = case_of(ledger, number, secret)
            if row is None:
                message = say("this link leads to no case")
                hint = say("copy all of it")
                raise NotFound(Problem("unknown-case", message, hint=hint))
            return rendered("cases/followed.html", at.visit, row=row)

        answer = await desk.page(work)
        answer.headers["referrer-policy"] = "no-referrer"
        return answer

    return [asked, opened, followed, *_of_the_office(desk)]


def _of_the_office(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger

    async def all_shown(at: AtDesk) -> str:
        now = settings.now()

        def work() -> str:
            rows = cases(ledger, now, None).rows
            old = {row.number for row in cases_open_long(rows, now)}
            several = any(row.state == OPEN for row in rows)
            return rendered(
                "cases/cases.html",
                at.visit,
                at=at,
                rows=rows[::-1],
                old=old,
                several=several,
            )

        return await desk.threads.run(work)

    @get("/desk/cases", opt={"role": Role.OFFICER})
    async def listed(request: HttpRequest) -> Response[bytes]:
        return page_response(await all_shown(desk.at(request)))

    def case_shown(number: int) -> Shows:
        async def page(at: AtDesk) -> str:
            def work() -> str:
                row = case(ledger, number)
                return rendered("cases/case.html", at.visit, at=at, row=row)

            return await desk.threads.run(work)

        return page

    @get("/desk/cases/{number:str}", opt={"role": Role.OFFICER})
    async def one(request: HttpRequest) -> Response[bytes]:
        return page_response(await case_shown(_number(request))(desk.at(request)))

    @post("/desk/cases/{number:str}", opt={"role": Role.OFFICER})
    async def closed(request: HttpRequest) -> Response[bytes]:
        number, at = _number(request), desk.at(request)

        async def close(form: Form) -> Response[bytes]:
            _, seq = all_checked(
                lambda: checked_answer(form.text("answer")), lambda: _seq(form)
            )

            def work(reading: Reading) -> None:
                newest = reading.known_seq
                close_case(
                    ledger,
                    number,
                    form.text("answer"),
                    seq,
                    at.who.name,
                    settings.now(),
                    newest=newest,
                )

            await desk.read_ledger(at, work)
            return desk.to(request, f"/desk/cases/{number}")

        return await desk.take(request, "case", case_shown(number), close)

    @post("/desk/cases/close", opt={"role": Role.OFFICER})
    async def several_closed(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)

        async def close(form: Form) -> Response[bytes]:
            numbers = []
            for text, _ in form.below("case."):
                number = number_in(text)
                if number is not None:
                    numbers.append(number)
            answer = form.text("answer")
            opened = form.text("opened") or None
            all_checked(lambda: checked_answer(answer), lambda: check_hour(opened))

            def work() -> None:
                close_cases(
                    ledger, numbers, opened, answer, at.who.name, settings.now()
                )

            return await desk.do_and_lead_on(request, work, "/desk/cases")

        return await desk.take(request, "close", all_shown, close)

    return [listed, several_closed, one, closed]


def _hint_at_office(office: str) -> Message:
    """Say what somebody may do whose case is not taken; what they wrote stands in their
    browser, a page back.
    """
    if office:
        return say(
            "go back and send it later, or write to the office: {office}", office=office
        )
    return say("go back and send it later, or write to the office by email")


def _page(
    at: AtDesk, reading: Reading, player: str, tournament: str, office: str
) -> str:
    """Draw the form of a new case, with what it is about."""
    about = _subject_of_case(reading, player, tournament)
    return rendered("cases/new.html", at.visit, at=at, about=about, office=office)


class CaseSubject(NamedTuple):
    """What a case is about, by id, and as people call it."""

    player: str | None = None
    tournament: str | None = None
    name: str | None = None


def _subject_of_case(reading: Reading, player: str, tournament: str) -> CaseSubject:
    """Return what a case is about; refuse what the ledger does not know."""
    about = CaseSubject()
    if player:
        known = known_player(reading, player)
        names = names_of(reading, [known])
        about = about._replace(player=known, name=names.get(known, known))
    if tournament:
        there = tournament_at(reading, tournament)
        about = about._replace(tournament=there.id, name=there.header.name)
    return about


def _seq(form: Form) -> int | None:
    text = form.text("seq")
    seq = number_in(text)
    if text and seq is None:
        message = say("{text} is not the seq of an event", text=text[:40])
        where = Where(field="seq")
        raise Refused(Problem("wrong-value", message, where))
    return seq


def _number(request: HttpRequest) -> int:
    text = part_of_address(request, "number")
    number = number_in(text)
    if number is None:
        raise NotFound(
            Problem("unknown-case", say("there is no case {number}", number=text[:40]))
        )
    return number


FEW = 8  # cases on the page of a month; the rest is a link away


def long_open_cases(desk: Desk, at: AtDesk, reading: Reading) -> str:
    """Draw on the first page of the desk that the box is filling, and which cases have
    been open for long.
    """
    if not at.is_officer:
        return ""
    now = desk.settings.now()
    rows = cases(desk.ledger, now).rows
    old = cases_open_long(rows, now)
    filling = 0
    if len(rows) >= MANY_OPEN:
        filling = len(rows)
    if not old and not filling:
        return ""
    return rendered(
        "cases/open.html", at.visit, old=old, filling=filling, most=MOST_OPEN
    )


def cases_that_came(desk: Desk, at: AtDesk, reading: Reading) -> str:
    """Draw the cases that came in the month of a reading."""
    zone = reading.settings.time_zone
    month = reading.as_of[:7]
    filed = []
    for row in _every_case(desk, at):
        if local_day(row.at, zone).startswith(month):
            filed.append(row)
    return _part_of_month_page(at, filed=filed)


def cases_still_open(desk: Desk, at: AtDesk, reading: Reading) -> str:
    """Draw the cases that are open."""
    rows = [row for row in _every_case(desk, at) if row.state == OPEN]
    return _part_of_month_page(at, open=rows)


def _every_case(desk: Desk, at: AtDesk) -> Sequence[CaseRow]:
    if not at.is_officer:
        return ()
    return cases(desk.ledger, desk.settings.now(), None).rows


def _part_of_month_page(
    at: AtDesk, filed: Sequence[CaseRow] = (), open: Sequence[CaseRow] = ()
) -> str:
    if not filed and not open:
        return ""
    return rendered("cases/month.html", at.visit, filed=filed, open=open, few=FEW)
