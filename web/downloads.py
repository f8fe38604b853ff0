"""Files to keep: what a browser saves instead of showing."""

import re
from typing import Any, Literal, TypeVar

import msgspec
from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from desk.out import list_as
from ledger.answer import Answer
from ledger.errors import Problem, Usage, Where
from ledger.office import local_day
from messages import say
from projections.answers.exports.rating_list import ExportListAnswer, exported_list, exported_publication
from projections.answers.exports.report import ExportTrfAnswer
from projections.answers.reading import Reading
from service.tokens import Role
from web.answers.answering import Answering
from web.questions.asking import Asked, Text
from web.questions.lists import ExportList
from web.questions.parameters import asked_of
from web.questions.tournaments import ExportTrf
from web.wire.auth import sight_of, who_of

T = TypeVar("T", bound=Asked)
Form = Literal["fixed", "swiss-manager", "trf"]
ENDINGS = {"fixed": "txt", "swiss-manager": "csv", "trf": "trf"}
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


class ListFile(ExportList, frozen=True, kw_only=True):
    """A list on a day, or as it was published, for another program: as the command has it."""

    label: Text | None = None
    revision: int | None = None
    form: Form = msgspec.field(default="trf", name="format")

    def ask(self, reading: Reading) -> ExportListAnswer:
        if self.label is None and self.revision is not None:
            raise Usage(Problem("usage", say("revision goes with label"), Where(field="revision")))
        if self.label is None:
            return exported_list(reading, self.list_name)
        if self.as_of is not None:
            raise Usage(
                Problem("usage", say("a published list has its own day: leave as_of out"), Where(field="as_of"))
            )
        return exported_publication(reading, self.list_name, self.label, self.revision)


def download_routes(answering: Answering) -> list[HTTPRouteHandler]:
    """A report, and a list."""

    async def made(request: Request[Any, Any, Any], kind: type[T], *names: str) -> tuple[T, Answer]:
        in_path = {name: str(request.path_params[name]) for name in names}
        asked = asked_of(kind, in_path, request.scope["query_string"], forgiving=True)
        today = local_day(answering.settings.now(), answering.ledger.state().time_zone)
        sight = sight_of(who_of(request.scope).role)
        answer = await answering.threads.run(
            lambda: asked.answered(answering.ledgers.mine(sight), today), costly=asked.costly
        )
        return asked, answer

    @get("/tournaments/{tournament:str}/trf/file", opt={"role": Role.ANYBODY})
    async def trf(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, answer = await made(request, ExportTrf, "tournament")
        assert isinstance(answer, ExportTrfAnswer)
        return saved(f"{asked.tournament}.trf", answer.text)

    @get("/lists/{list:str}/file", opt={"role": Role.ANYBODY})
    async def rating_list(request: Request[Any, Any, Any]) -> Response[bytes]:
        asked, answer = await made(request, ListFile, "list")
        assert isinstance(answer, ExportListAnswer)
        name = f"{asked.list_name}-{asked.label or answer.basis.as_of}.{ENDINGS[asked.form]}"
        return saved(name, list_as(answer, asked.form))

    return [trf, rating_list]


def saved(name: str, text: str) -> Response[bytes]:
    """As a file of this name, in letters that every system takes."""
    stem, _, kind = name.rpartition(".")
    plain = f"{_UNSAFE.sub('-', stem)[:80].strip('-') or 'file'}.{kind}"
    headers = {"content-disposition": f'attachment; filename="{plain}"', "cache-control": "no-cache"}
    return Response(text.encode(), media_type="text/plain", headers=headers)
