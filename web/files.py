"""Serve what a browser saves or shows beside a page: files to keep, and the picture of a
player for a page that is shared, which services for messages and news show beside the
link.
"""

from collections.abc import Callable
from typing import TypeVar

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from audit.questions import Prove
from desk.exports.list_texts import TEXTS, ListForm, list_as
from desk.exports.lists import ExportList, ExportListAnswer
from desk.exports.pgn_file import ExportPgn
from desk.exports.trf_file import ExportTrf
from ledger.errors import NotFound, Problem, Usage, Where
from messages import say
from messages.answer import Answer
from projections.answers import Question
from projections.answers.asking import Asked
from projections.answers.players.history import History
from projections.answers.reading import Reading
from web.answers.answering import Answering
from web.answers.rendering import answered, answered_aside
from web.answers.replying import file_response
from web.auth import viewer_of, who_of
from web.http import HttpRequest
from web.http.addresses import part_of_address
from web.pages.charts import chart_file, png, share_chart
from web.pages.checking import files_to_check, newest_checkpoint
from web.pages.visit import Visit
from web.pictures import PNG, SVG, picture_of
from web.questions.from_address import asked_in
from web.store.roles import Role

T = TypeVar("T", bound=Asked)


class ListFile(ExportList, frozen=True, kw_only=True):
    """A list on a day, or as it was published, for another program: as the command has
    it.
    """

    form: ListForm = msgspec.field(default="trf", name="format")


def download_routes(answering: Answering) -> list[HTTPRouteHandler]:
    """Make the routes of a report, of its games as PGN, of a list, of a proof, and of
    what checks it at home.
    """

    async def asked_and_answer(request: HttpRequest, kind: type[T]) -> tuple[T, Answer]:
        """Return what a request asks for a file, and the answer to it.

        Whoever asks gets what their role may see; a costly answer waits behind the
        others, and is worked out in a process of its own.
        """
        asked = asked_in(kind, request.scope, forgiving=True)
        today = answering.today()
        viewer = viewer_of(who_of(request.scope).role, today)

        costly = answering.is_costly(asked)

        def work() -> Answer:
            if costly:
                return answered_aside(answering.settings, asked, viewer, today)
            return answered(answering.ledgers, answering.settings, asked, viewer, today)

        answer = await answering.threads.run(work, costly=costly)
        return asked, answer

    def text(
        address: str, kind: type[Asked], name: str, field: str = "text"
    ) -> HTTPRouteHandler:
        """Make the route of a text to keep.

        `name`: of the file, with `{asked...}` for what was asked. `field`: which
        part of the answer is the text.
        """

        @get(address, opt={"role": Role.ANYBODY})
        async def file(request: HttpRequest) -> Response[bytes]:
            asked, answer = await asked_and_answer(request, kind)
            return file_response(name.format(asked=asked), getattr(answer, field))

        return file

    @get("/lists/{list:str}/file", opt={"role": Role.ANYBODY})
    async def rating_list(request: HttpRequest) -> Response[bytes]:
        asked, answer = await asked_and_answer(request, ListFile)
        assert isinstance(answer, ExportListAnswer)
        ending, encoding = TEXTS[asked.form]
        label = asked.label or answer.basis.as_of
        name = f"{answer.list}-{label}.{ending}"
        text = list_as(answer, asked.form)

        # text is sent as UTF-8, so what another program reads in another encoding is
        # sent as bytes
        media_type = "application/octet-stream"
        if encoding.startswith("utf-8"):
            media_type = "text/plain"
        return file_response(name, text, media_type)

    @get("/verify/{name:str}", opt={"role": Role.ANYBODY})
    async def to_check(request: HttpRequest) -> Response[bytes]:
        name, today = part_of_address(request, "name"), answering.today()

        def work() -> bytes | None:
            with (
                answering.ledgers.lent() as ledger,
                ledger.reading(Question(), today) as reading,
            ):
                return files_to_check(newest_checkpoint(reading)).get(name)

        content = await answering.threads.run(work)
        if content is None:
            raise NotFound(
                Problem(
                    "no-such-address",
                    say("there is nothing at this address"),
                    hint=say("see /verify"),
                )
            )

        return file_response(name, content)

    return [
        text(
            "/tournaments/{tournament:str}/trf/file",
            ExportTrf,
            "{asked.tournament}.trf",
        ),
        text(
            "/tournaments/{tournament:str}/pgn/file",
            ExportPgn,
            "{asked.tournament}.pgn",
        ),
        text(
            "/log/{seq:str}/proof/file", Prove, "event-{asked.seq}.tlog-proof", "proof"
        ),
        rating_list,
        to_check,
    ]


def picture_routes(answering: Answering) -> list[HTTPRouteHandler]:
    """Make the routes of the pictures of a player, and of the chart of their ratings."""

    def as_png(picture: str) -> bytes:
        """Return the picture as PNG; `NotFound` where none can be drawn here."""
        made = png(picture)
        if made is None:
            hint = say("ask for the same as .svg")
            raise NotFound(
                Problem("no-such-address", say("no pictures are made here"), hint=hint)
            )
        return made

    @get("/players/{player:str}/chart.svg", opt={"role": Role.ANYBODY})
    async def chart(request: HttpRequest) -> Response[bytes]:
        asked = asked_in(History, request.scope)
        if answering.is_costly(asked):
            raise Usage(
                Problem(
                    "parameter",
                    say("no chart is drawn of a state inside a submission"),
                    Where(field="known_seq"),
                    say("ask for the last event of a submission"),
                )
            )

        def draw(reading: Reading, visit: Visit) -> str:
            return chart_file(reading, asked, visit.language)

        return await picture_of(answering, request, asked, draw, question=asked.times())

    def route(
        name: str, media_type: str, encode: Callable[[str], bytes]
    ) -> HTTPRouteHandler:
        @get(f"/players/{{player:str}}/{name}", opt={"role": Role.ANYBODY})
        async def picture(request: HttpRequest) -> Response[bytes]:
            player = part_of_address(request, "player")

            def draw(reading: Reading, visit: Visit) -> str:
                return share_chart(reading, player, visit.language, visit.today)

            return await picture_of(
                answering,
                request,
                (name, player),
                draw,
                media_type=media_type,
                encode=encode,
            )

        return picture

    return [
        route("picture.svg", SVG, str.encode),
        route("picture.png", PNG, as_png),
        chart,
    ]
