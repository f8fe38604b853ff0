"""Serve what a browser saves or shows beside a page: files to keep; and the picture of a player for a page that is
shared, which services for messages and news show beside the link.
"""

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from audit.prove import Proof
from audit.questions import Prove
from desk.out import TEXTS, ExportPgn, ExportTrf, ListForm, list_as
from ledger.errors import NotFound, Problem
from ledger.office import local_day
from messages import say
from messages.answer import Answer
from projections.answers import Question
from projections.answers.asking import Asked, thing
from projections.answers.exported_list import ExportList, ExportListAnswer
from projections.answers.exported_report import ExportPgnAnswer, ExportTrfAnswer
from web.answers.answering import Answering
from web.answers.replying import Body, Reply, client_has, tag_of
from web.auth import sight_of, who_of
from web.kept.tokens import Role
from web.pages.charts import png, share_chart
from web.pages.verify import files_to_check, newest_checkpoint
from web.pages.visit import visit_of
from web.questions import asked_of

T = TypeVar("T", bound=Asked)
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


class ListFile(ExportList, frozen=True, kw_only=True):
    """A list on a day, or as it was published, for another program: as the command has it."""

    form: ListForm = msgspec.field(default="trf", name="format")


def download_routes(answering: Answering) -> list[HTTPRouteHandler]:
    """Make the routes of a report, of its games as PGN, of a list, of a proof, and of what checks it at home."""

    async def made(request: Request[Any, Any, Any], kind: type[T], *names: str) -> tuple[T, Answer]:
        in_path = {name: str(request.path_params[name]) for name in names}
        asked = asked_of(kind, in_path, request.scope["query_string"], forgiving=True)
        today = answering.today()
        sight = sight_of(who_of(request.scope).role, today)
        answer = await answering.threads.run(
            lambda: asked.answered(answering.ledgers.mine(sight), today), costly=asked.is_costly()
        )
        return asked, answer

    @get("/tournaments/{tournament:str}/trf/file", opt={"role": Role.ANYBODY})
    async def trf(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, answer = await made(request, ExportTrf, "tournament")
        assert isinstance(answer, ExportTrfAnswer)
        return saved(f"{asked.tournament}.trf", answer.text)

    @get("/tournaments/{tournament:str}/pgn/file", opt={"role": Role.ANYBODY})
    async def pgn(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, answer = await made(request, ExportPgn, "tournament")
        assert isinstance(answer, ExportPgnAnswer)
        return saved(f"{asked.tournament}.pgn", answer.text)

    @get("/lists/{list:str}/file", opt={"role": Role.ANYBODY})
    async def rating_list(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, answer = await made(request, ListFile, "list")
        assert isinstance(answer, ExportListAnswer)
        name = f"{answer.list}-{asked.label or answer.basis.as_of}.{TEXTS[asked.form][0]}"
        # text is sent as UTF-8, so what another program reads in another encoding is sent as bytes
        kept_as = "text/plain" if TEXTS[asked.form][1].startswith("utf-8") else "application/octet-stream"
        return saved(name, list_as(answer, asked.form), kept_as)

    @get("/log/{seq:str}/proof/file", opt={"role": Role.ANYBODY})
    async def proof(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, answer = await made(request, Prove, "seq")
        assert isinstance(answer, Proof)
        return saved(f"event-{asked.seq}.tlog-proof", answer.proof)

    @get("/verify/{name:str}", opt={"role": Role.ANYBODY})
    async def to_check(request: Request[Any, Any, Any]) -> Response[bytes]:
        name, today = str(request.path_params["name"]), answering.today()

        def work() -> bytes | None:
            with answering.ledgers.mine().reading(Question(), today) as reading:
                return files_to_check(newest_checkpoint(reading)).get(name)

        content = await answering.threads.run(work, costly=False)
        if content is None:
            raise NotFound(Problem("no-such-address", say("there is nothing at this address"), hint=say("see /verify")))
        return saved(name, content)

    return [trf, pgn, rating_list, proof, to_check]


def saved(name: str, text: str | bytes, kind_of_text: str = "text/plain") -> Response[bytes]:
    """Send a text as a file of this name, in letters that every system takes."""
    stem, _, kind = name.rpartition(".")
    plain = f"{_UNSAFE.sub('-', stem)[:80].strip('-') or 'file'}.{kind}"
    headers = {"content-disposition": f'attachment; filename="{plain}"', "cache-control": "no-cache"}
    content = text.encode() if isinstance(text, str) else text
    return Response(content, media_type=kind_of_text, headers=headers)


KINDS = {"picture.svg": "image/svg+xml", "picture.png": "image/png"}


def picture_routes(answering: Answering) -> list[HTTPRouteHandler]:
    def drawn(player: str, language: str, today: str) -> str:
        with answering.ledgers.mine(sight_of(Role.ANYBODY, today)).reading(Question(), today) as reading:
            return share_chart(reading, player, language, today)

    def as_png(picture: str) -> bytes:
        made = png(picture)
        if made is None:
            hint = say("ask for the same as .svg")
            raise NotFound(Problem("no-such-address", say("no pictures are made here"), hint=hint))
        return made

    def route(name: str, made: Callable[[str], bytes]) -> HTTPRouteHandler:
        @get(f"/players/{{player:str}}/{name}", opt={"role": Role.ANYBODY})
        async def picture(request: Request[Any, Any, Any]) -> Response[bytes]:
            player, state = str(request.path_params["player"]), answering.ledger.state()
            today = local_day(answering.settings.now(), state.time_zone)
            language = visit_of(cast(Any, request.scope), "", today).language
            mark = answering.ledger.mark(state, (thing("player", player),), today)
            tag = tag_of(answering.version, state.file, mark, today, today, f"{name} {player} {language}")
            headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language, cookie"}
            if client_has(dict(request.scope["headers"]), tag, None):
                return Reply(304, headers, KINDS[name], b"").response()
            kept = answering.cache.get(tag)
            if kept is None:
                kept = await answering.threads.run(
                    lambda: Body(KINDS[name], made(drawn(player, language, today)), None), costly=False
                )
                answering.cache.put(tag, kept)
            return Reply(200, headers, KINDS[name], kept.plain).response()

        return picture

    return [route("picture.svg", str.encode), route("picture.png", as_png)]
