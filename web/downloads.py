"""Files to keep: what a browser saves instead of showing."""

import re
from typing import Any

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.office.days import local_day
from projections.answers.exports.report import ExportTrfAnswer
from service.roles import Role
from web.answers.answering import Answering
from web.questions.parameters import asked_of
from web.questions.tournaments import ExportTrf

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def download_routes(answering: Answering) -> list[HTTPRouteHandler]:
    settings = answering.settings

    @get("/tournaments/{tournament:str}/trf/file", opt={"role": Role.ANYBODY})
    async def trf(request: Request[Any, Any, Any]) -> Response[bytes]:
        in_path = {"tournament": str(request.path_params["tournament"])}
        asked = asked_of(ExportTrf, in_path, request.scope["query_string"], forgiving=True)
        today = local_day(settings.now(), answering.ledger.state().time_zone)

        def work() -> str:
            answer = asked.answered(answering.ledgers.mine(), today)
            assert isinstance(answer, ExportTrfAnswer)
            return answer.text

        text = await answering.threads.run(work, costly=asked.costly)
        return saved(f"{in_path['tournament']}.trf", text)

    return [trf]


def saved(name: str, text: str) -> Response[bytes]:
    """As a file of this name, in letters that every system takes."""
    stem, _, kind = name.rpartition(".")
    plain = f"{_UNSAFE.sub('-', stem)[:80].strip('-') or 'file'}.{kind}"
    headers = {"content-disposition": f'attachment; filename="{plain}"', "cache-control": "no-cache"}
    return Response(text.encode(), media_type="text/plain", headers=headers)
