"""The addresses of the desk. Every form makes or changes a draft and leads back to its page; nothing is booked but by
the button of a draft, through `book_draft`, as the command and the API do."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast, get_args
from urllib.parse import quote

from litestar import Request, Response, get, post
from litestar.handlers import HTTPRouteHandler

from ledger.errors import Conflict, NotFound, Problem, Refused, SeloError, Usage, Where
from ledger.office import local_day
from ledger.words import Result
from messages import by_command, say
from projections.answers.reading import Reading
from projections.answers.sight import Question
from service.booking import book_draft, check_answers, preview_draft
from service.drafts import DROPPED, WAITING, Draft, answer_draft, keep_draft, settle
from service.tokens import Role, Who
from web.answers.answering import Answering
from web.auth import sight_of, who_of
from web.desk import documents, pages
from web.desk.answers import OF_REFUSALS, settings_bytes
from web.desk.documents import Form, form_of
from web.desk.pages import AtDesk
from web.pages.visit import PREFIX, visit_of
from web.questions.parameters import query_pairs
from web.settings import Settings
from web.wire.metrics import Metrics
from web.wire.problems import HttpRefusal
from web.writing.documents import outside
from web.writing.drafts import check_booking, own_draft, seen_drafts
from web.writing.seen import seen

HttpRequest = Request[Any, Any, Any]
RECENT = 20


class Desk:
    """What every page of the desk needs."""

    def __init__(self, answering: Answering, metrics: Metrics) -> None:
        self.settings, self.metrics = answering.settings, metrics
        self.threads, self._answering = answering.threads, answering
        self.ledger = self.settings.ledger

    def at(self, request: HttpRequest) -> AtDesk:
        today = local_day(self.settings.now(), self._answering.ledger.state().time_zone)
        return AtDesk(visit_of(cast(Any, request.scope), self.settings.base_path, today), who_of(request.scope))

    async def page(self, work: Callable[[], str]) -> Response[bytes]:
        return shown(await self.threads.run(work, costly=False))

    async def of_ledger(
        self, request: HttpRequest, make: Callable[[AtDesk, Reading], str], as_of: str | None = None
    ) -> Response[bytes]:
        at = self.at(request)

        def work() -> str:
            ledger = self._answering.ledgers.mine(sight_of(at.who.role, at.visit.today))
            with ledger.reading(Question(as_of), at.visit.today) as reading:
                return make(at, reading)

        return await self.page(work)

    async def drafted(self, request: HttpRequest, name: str, content: bytes, note: str = "") -> Response[bytes]:
        who, now = who_of(request.scope), self.settings.now()
        row = await self.threads.run(
            lambda: keep_draft(self.ledger, name, content, None, note or None, None, who.name, now), costly=False
        )
        return self.to(request, f"/desk/drafts/{row.number}")

    def to(self, request: HttpRequest, address: str) -> Response[bytes]:
        """Onwards in the language of the address; after a form a browser asks with GET."""
        prefix = request.scope.get(PREFIX, "")
        place = f"{self.settings.base_path}{f'/{prefix}' if prefix else ''}{address}"
        headers = {"location": place, "cache-control": "no-store"}
        return Response(b"", status_code=303, headers=headers, media_type="text/plain")


def desk_routes(answering: Answering, metrics: Metrics) -> list[HTTPRouteHandler]:
    desk = Desk(answering, metrics)
    return [*_drafts(desk), *_corrections(desk), *_people_and_lists(desk)]


def _drafts(desk: Desk) -> list[HTTPRouteHandler]:
    settings, ledger = desk.settings, desk.ledger

    @get("/desk", opt={"role": Role.SUBMITTER})
    async def inbox(request: HttpRequest) -> Response[bytes]:
        at = desk.at(request)

        def work() -> str:
            rows = seen_drafts(ledger, None, at.who).rows
            waiting = [row for row in rows if row.state == WAITING]
            settled = [row for row in reversed(rows) if row.state != WAITING][:RECENT]
            return pages.inbox(at, waiting, settled)

        return await desk.page(work)

    @post("/desk/files", opt={"role": Role.SUBMITTER})
    async def left(request: HttpRequest) -> Response[bytes]:
        form = await form_of(request, settings)
        if form.file is not None:
            return await desk.drafted(request, *form.file, form.text("note"))
        if form.text("documents"):
            content = form.text("documents").encode()
            return await desk.drafted(request, "documents.jsonl", content, form.text("note"))
        hint = say("choose one and send it again")
        raise Usage(Problem("parameter", say("no file was chosen"), Where(field="file"), hint))

    @get("/desk/drafts/{number:str}", opt={"role": Role.SUBMITTER})
    async def one(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        at, reason = desk.at(request), dict(query_pairs(request.scope["query_string"])).get("reason", "")
        with desk.metrics.writing():  # a preview goes the whole way and takes it back
            return shown(await desk.threads.write(lambda: _previewed(desk, number, at, reason)))

    @post("/desk/drafts/{number:str}/answers", opt={"role": Role.SUBMITTER})
    async def answered(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        who, form = who_of(request.scope), await form_of(request, settings)

        def work() -> None:
            draft = own_draft(ledger, number, who)
            answers = settings_bytes(draft.settings, form.fields)
            check_answers(draft, "answers", answers)
            answer_draft(ledger, number, answers)

        await desk.threads.run(work, costly=False)
        return desk.to(request, f"/desk/drafts/{number}")

    @post("/desk/drafts/{number:str}/book", opt={"role": Role.SUBMITTER})
    async def booked(request: HttpRequest) -> Response[bytes]:
        number, at, form = number_of(request), desk.at(request), await form_of(request, settings)

        def work() -> str | None:
            """The page again, where it is no longer what they looked at."""
            try:
                book_draft(
                    ledger, number, outside(settings, at.who), form.text("reason") or None, settings.write_seconds,
                    lambda waiting: check_booking(waiting, at.who, settings), form.fields.get("preview"),
                )  # fmt: skip
            except Conflict as refusal:
                if refusal.problems[0].code != "preview-differs":
                    raise
                return _previewed(desk, number, at, form.text("reason"), refusal.problems)
            return None

        with desk.metrics.writing(), _open_questions_stay():
            page = await desk.threads.write(work)
            if page is not None:
                return shown(page, 409)
        return desk.to(request, f"/desk/drafts/{number}")

    @post("/desk/drafts/{number:str}/drop", opt={"role": Role.SUBMITTER})
    async def dropped(request: HttpRequest) -> Response[bytes]:
        number = number_of(request)
        who = who_of(request.scope)

        def work() -> None:
            own_draft(ledger, number, who)
            settle(ledger, number, DROPPED, (), who.name, settings.now())

        await desk.threads.run(work, costly=False)
        return desk.to(request, "/desk")

    return [inbox, left, one, answered, booked, dropped]


def _previewed(desk: Desk, number: int, at: AtDesk, reason: str, differs: Sequence[Problem] = ()) -> str:
    """The page of a draft with what booking it would do now; `differs`: why it was not booked."""
    settings, draft = desk.settings, own_draft(desk.ledger, number, at.who)
    if draft.row.state != WAITING:
        return pages.draft_page(at, draft, None, reason)
    given, sight = outside(settings, at.who), sight_of(at.who.role, at.visit.today)
    preview = pages.tried(lambda: seen(
        desk.ledger, sight, lambda: preview_draft(desk.ledger, number, given, reason or None, settings.write_seconds)
    ))  # fmt: skip
    return pages.draft_page(at, draft, preview, reason, not_bookable(draft, at.who, settings), differs)


def _corrections(desk: Desk) -> list[HTTPRouteHandler]:
    @get("/desk/tournaments/{name:str}", opt={"role": Role.SUBMITTER})
    async def games(request: HttpRequest) -> Response[bytes]:
        name = named(request, "name")
        return await desk.of_ledger(request, lambda at, reading: pages.games_page(at, reading, name))

    @get("/desk/tournaments/{name:str}/games/{game:str}", opt={"role": Role.SUBMITTER})
    async def game_form(request: HttpRequest) -> Response[bytes]:
        name, game = named(request, "name"), named(request, "game")
        results = get_args(Result)
        return await desk.of_ledger(request, lambda at, reading: pages.game_page(at, reading, name, game, results))

    @post("/desk/tournaments/{name:str}/games/{game:str}", opt={"role": Role.SUBMITTER})
    async def game_corrected(request: HttpRequest) -> Response[bytes]:
        name, game = named(request, "name"), named(request, "game")
        form = await form_of(request, desk.settings)
        return await desk.drafted(request, *documents.as_file(documents.game_corrected(name, game, form)))

    @get("/desk/tournaments/{name:str}/withdraw", opt={"role": Role.SUBMITTER})
    async def withdraw_form(request: HttpRequest) -> Response[bytes]:
        name = named(request, "name")
        return await desk.of_ledger(request, lambda at, reading: pages.withdraw_page(at, reading, name))

    @post("/desk/tournaments/{name:str}/withdraw", opt={"role": Role.SUBMITTER})
    async def withdrawn(request: HttpRequest) -> Response[bytes]:
        name = named(request, "name")
        form = await form_of(request, desk.settings)
        return await desk.drafted(request, *documents.as_file(documents.tournament_withdrawn(name, form)))

    return [games, game_form, game_corrected, withdraw_form, withdrawn]


def _people_and_lists(desk: Desk) -> list[HTTPRouteHandler]:
    def asked(request: HttpRequest, *names: str) -> list[str]:
        given = dict(query_pairs(request.scope["query_string"]))
        return [given.get(name, "") for name in names]

    def posted(address: str, document: Callable[[Form], documents.Fields]) -> HTTPRouteHandler:
        @post(address, opt={"role": Role.SUBMITTER})
        async def left(request: HttpRequest) -> Response[bytes]:
            form = await form_of(request, desk.settings)
            return await desk.drafted(request, *documents.as_file(document(form)))

        return left

    @get("/desk/merge", opt={"role": Role.SUBMITTER})
    async def merge(request: HttpRequest) -> Response[bytes]:
        from_player, into = asked(request, "from", "into")
        return await desk.of_ledger(request, lambda at, reading: pages.merge_page(at, reading, from_player, into))

    @get("/desk/player", opt={"role": Role.SUBMITTER})
    async def player(request: HttpRequest) -> Response[bytes]:
        (known,) = asked(request, "player")
        return await desk.of_ledger(request, lambda at, reading: pages.player_form(at, reading, known))

    @get("/desk/publish", opt={"role": Role.SUBMITTER})
    async def publish(request: HttpRequest) -> Response[bytes]:
        list_name, label, as_of = asked(request, "list", "label", "as_of")

        def make(at: AtDesk, reading: Reading) -> str:
            return pages.publish_page(at, reading, list_name or reading.first_list(), label)

        return await desk.of_ledger(request, make, as_of or None)

    @get("/desk/correct", opt={"role": Role.SUBMITTER})
    async def correct(request: HttpRequest) -> Response[bytes]:
        """From the field of the inbox to the tournament's page."""
        (tournament,) = asked(request, "tournament")
        return desk.to(request, f"/desk/tournaments/{quote(tournament, safe='')}" if tournament else "/desk")

    return [
        merge, player, publish, correct,
        posted("/desk/merge", documents.players_merged),
        posted("/desk/player", documents.player_written),
        posted("/desk/publish", documents.list_published),
    ]  # fmt: skip


def named(request: HttpRequest, name: str) -> str:
    """A part of the address."""
    return str(request.path_params[name])


def number_of(request: HttpRequest) -> int:
    text = named(request, "number")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        hint = by_command("see `selo draft list`", "the drafts are on the desk")
        raise NotFound(Problem("unknown-draft", say("there is no draft {number}", number=text[:40]), hint=hint))
    return int(text)


def not_bookable(waiting: Draft, who: Who, settings: Settings) -> Problem | None:
    """Why they may not book it, so that nobody is offered a button that refuses. A file that cannot be read has
    problems of its own to show."""
    try:
        check_booking(waiting, who, settings)
    except HttpRefusal as refusal:
        return refusal.problems[0]
    except SeloError:
        return None
    return None


@contextmanager
def _open_questions_stay() -> Iterator[None]:
    """Somebody booked what still asks something: the page of the draft, where they go next, asks it."""
    try:
        yield
    except Refused as refusal:
        if any(problem.code not in ("needs-answer", *OF_REFUSALS) for problem in refusal.problems):
            raise


def shown(page: str, status: int = 200) -> Response[bytes]:
    headers = {"cache-control": "no-store"}
    return Response(page.encode(), media_type="text/html", headers=headers, status_code=status)
