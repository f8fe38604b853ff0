"""The log for programs that follow it: sections as the library `eventsourcing` reads them."""

import re
from typing import Any

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from ledger.errors import Problem, Usage, Where
from service.notifications import Notifications, section_json
from service.roles import Role
from web.settings import Settings
from web.wire.threads import Threads

_SECTION = re.compile(r"[0-9]{1,15},[0-9]{1,15}")


def following_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    log = Notifications(settings.ledger)

    @get("/api/notifications/{section:str}", opt={"role": Role.READER})
    async def section(request: Request[Any, Any, Any]) -> Response[bytes]:
        name = str(request.path_params["section"])
        if not _SECTION.fullmatch(name):
            message = f"{name[:60]!r} is not a section"
            raise Usage(Problem("parameter", message, Where(field="section"), "write the first and last seq: 1,100"))
        text = await threads.run(lambda: section_json(log[name]), costly=False)
        return Response(text.encode(), media_type="application/json", headers={"cache-control": "private, no-cache"})

    return [section]
