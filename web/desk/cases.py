"""Take cases: the form "something is wrong here" for anybody, the link to what became of it, and the office's side."""

from dataclasses import replace
from typing import NamedTuple

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler

from ledger.errors import NotFound, Problem, Refused, Usage, Where
from messages import say
from projections.answers.career import known_player, names_of
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_at
from web.desk import AtDesk, Desk, Form, Shows, named, shown, together
from web.http import HttpRequest
from web.limits import Purse, asker
from web.pages.rendering import rendered
from web.questions import number_in, query_pairs
from web.store.cases import answer_written, case, case_of, cases, close_case, old_ones, open_case
from web.store.tokens import Role

A_DAY = 86_400
OF_ONE = 5  # cases that an address opens at once, and in a day
MOST_BYTES = 64 * 1024  # of a stranger's form: its longest text, and what a browser writes around it


def case_routes(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger
    purse = Purse("cases", OF_ONE / A_DAY, OF_ONE, settings.counts)
    of_a_stranger = replace(settings, body_bytes=min(MOST_BYTES, settings.body_bytes))

    @get("/cases/new", opt={"role": Role.ANYBODY})
    async def asked(request: HttpRequest) -> Response[bytes]:
        given = dict(query_pairs(request.scope["query_string"]))
        about = given.get("player", ""), given.get("tournament", "")
        return await desk.of_ledger(request, lambda at, reading: _page(at, reading, *about))

    @post("/cases", opt={"role": Role.ANYBODY})
    async def opened(request: HttpRequest) -> Response[bytes]:
        async def again(at: AtDesk) -> str:
            about = at.typed("player"), at.typed("tournament")
            return await desk.known(at, lambda reading: _page(at, reading, *about))

        async def opening(form: Form) -> Response[bytes]:
            if form.text("name"):  # nobody sees this field; programs fill it in
                raise Usage(Problem("bad-request", say("the form cannot be read"), hint=say("leave that field empty")))
            about = form.text("player"), form.text("tournament")
            known = await desk.known(desk.at(request), lambda reading: _about(reading, *about))
            message, hint = say("too many cases from one address"), say("wait until tomorrow, or write to the office")
            purse.take_one(asker().key, Problem("too-many-requests", message, hint=hint))

            def work() -> tuple[int, str]:
                return open_case(ledger, known.player, known.tournament, form.text("words"), settings.now())

            number, secret = await desk.threads.run(work)
            return desk.to(request, f"/cases/{number}/{secret}")

        return await desk.take(request, "case", again, opening, of_a_stranger)

    @get("/cases/{number:str}/{secret:str}", opt={"role": Role.ANYBODY})
    async def followed(request: HttpRequest) -> Response[bytes]:
        at, number, secret = desk.at(request), _number(request), named(request, "secret")

        def work() -> str:
            row = case_of(ledger, number, secret)
            if row is None:
                raise NotFound(Problem("unknown-case", say("this link leads to no case"), hint=say("copy all of it")))
            return rendered("people/case.html", at.visit, row=row)

        answer = await desk.page(work)
        answer.headers["referrer-policy"] = "no-referrer"
        return answer

    return [asked, opened, followed, *_of_the_office(desk)]


def _of_the_office(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger

    @get("/desk/cases", opt={"role": Role.OFFICER})
    async def listed(request: HttpRequest) -> Response[bytes]:
        at, now = desk.at(request), settings.now()

        def work() -> str:
            rows = cases(ledger, now, None).rows
            old = {row.number for row in old_ones(rows, now)}
            return rendered("desk/cases.html", at.visit, at=at, rows=rows[::-1], old=old)

        return await desk.page(work)

    def case_shown(number: int) -> Shows:
        async def page(at: AtDesk) -> str:
            return await desk.threads.run(lambda: rendered("desk/case.html", at.visit, at=at, row=case(ledger, number)))

        return page

    @get("/desk/cases/{number:str}", opt={"role": Role.OFFICER})
    async def one(request: HttpRequest) -> Response[bytes]:
        return shown(await case_shown(_number(request))(desk.at(request)))

    @post("/desk/cases/{number:str}", opt={"role": Role.OFFICER})
    async def closed(request: HttpRequest) -> Response[bytes]:
        number, at = _number(request), desk.at(request)

        async def close(form: Form) -> Response[bytes]:
            together(lambda: answer_written(form.text("answer")), lambda: _seq(form))
            seq = _seq(form)

            def work(reading: Reading) -> None:
                newest = reading.known_seq
                close_case(ledger, number, form.text("answer"), seq, at.who.name, settings.now(), newest=newest)

            await desk.known(at, work)
            return desk.to(request, f"/desk/cases/{number}")

        return await desk.take(request, "case", case_shown(number), close)

    return [listed, one, closed]


def _page(at: AtDesk, reading: Reading, player: str, tournament: str) -> str:
    return rendered("people/case_new.html", at.visit, at=at, about=_about(reading, player, tournament))


class About(NamedTuple):
    """What a case is about, by id, and as people call it."""

    player: str | None = None
    tournament: str | None = None
    name: str | None = None


def _about(reading: Reading, player: str, tournament: str) -> About:
    """Return what a case is about; refuse what the ledger does not know."""
    about = About()
    if player:
        known = known_player(reading, player)
        about = about._replace(player=known, name=names_of(reading, [known]).get(known, known))
    if tournament:
        there = tournament_at(reading, tournament)
        about = about._replace(tournament=there.id, name=there.header.name)
    return about


def _seq(form: Form) -> int | None:
    text = form.text("seq")
    seq = number_in(text)
    if text and seq is None:
        message = say("{text} is not the seq of an event", text=text[:40])
        raise Refused(Problem("wrong-value", message, Where(field="seq")))
    return seq


def _number(request: HttpRequest) -> int:
    text = named(request, "number")
    number = number_in(text)
    if number is None:
        raise NotFound(Problem("unknown-case", say("there is no case {number}", number=text[:40])))
    return number
