"""The log for programs that follow it: sections for the library `eventsourcing`, checkpoint and tiles for a witness."""

import re
from typing import Any

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler

from audit.elsewhere.tiles import WIDTH, newest_note, tile
from ledger.errors import Problem, Usage, Where
from messages import say
from service.notifications import Notifications, section_json
from service.roles import Role
from web.settings import Settings
from web.wire.threads import Threads

_TILE = re.compile(r"/((?:x[0-9]{3}/){0,4}[0-9]{3})(?:\.p/([0-9]{1,3}))?")
_SECTION = re.compile(r"[0-9]{1,15},[0-9]{1,15}")


def following_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    log = Notifications(settings.ledger)

    @get("/api/notifications/{section:str}", opt={"role": Role.AUDITOR})
    async def section(request: Request[Any, Any, Any]) -> Response[bytes]:
        name = str(request.path_params["section"])
        if not _SECTION.fullmatch(name):
            message = say("{name} is not a section", name=repr(name[:60]))
            raise Usage(
                Problem("parameter", message, Where(field="section"), say("write the first and last seq: 1,100"))
            )
        text = await threads.run(lambda: section_json(log[name]), costly=False)
        return Response(text.encode(), media_type="application/json", headers={"cache-control": "private, no-cache"})

    @get(["/api/tlog/checkpoint", "/api/checkpoint"], opt={"role": Role.ANYBODY})
    async def checkpoint(request: Request[Any, Any, Any]) -> Response[bytes]:
        note = await threads.run(lambda: newest_note(settings.ledger), costly=False)
        return Response(note.encode(), media_type="text/plain", headers={"cache-control": "no-cache"})

    @get("/api/tlog/tile/{level:str}/{rest:path}", opt={"role": Role.ANYBODY})
    async def hashes(request: Request[Any, Any, Any]) -> Response[bytes]:
        level, index, width = _tile_of(str(request.path_params["level"]), str(request.path_params["rest"]))
        # a high tile is made from all events below it
        content = await threads.run(lambda: tile(settings.ledger, level, index, width), costly=level > 0)
        headers = {"cache-control": "public, max-age=31536000, immutable"}
        return Response(content, media_type="application/octet-stream", headers=headers)

    return [section, checkpoint, hashes]


def _tile_of(level: str, rest: str) -> tuple[int, int, int]:
    """Level, number and width by the address of a tile."""
    match = _TILE.fullmatch(rest)
    if match is None or not (level.isascii() and level.isdigit() and len(level) < 3):
        message = say("this is not the address of a tile")
        raise Usage(Problem("parameter", message, hint=say("write tile/0/000 or tile/0/x001/234.p/17")))
    index = int(match[1].replace("/", "").replace("x", ""))
    return int(level), index, int(match[2]) if match[2] else WIDTH
