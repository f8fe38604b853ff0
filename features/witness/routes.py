"""Give out the log over HTTP to whoever watches it: the newest checkpoint, how far the
log goes, and the hashes of its events (c2sp.org/tlog-tiles).
"""

import re
from typing import Annotated, Any, NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from audit.checkpoint import newest_note
from features.witness.tiles import WIDTH, present_head, tile
from ledger.errors import Problem, Usage
from messages import say
from web.answers.answering import Answering
from web.openapi.operations import Binary, described, refusals
from web.store.roles import Role

_TILE = re.compile(r"/((?:x[0-9]{3}/){0,4}[0-9]{3})(?:\.p/([0-9]{1,3}))?")
TileLevel = Annotated[
    str,
    PathParameter(
        description="The level of the tile: 0 has the hashes of the events.",
        schema_extra={"type": "integer", "minimum": 0, "maximum": 99},
    ),
]
TileNumber = Annotated[
    Any,
    PathParameter(
        description=(
            "The number of the tile, three digits at a time, and how much of it there"
            " is: x001/234.p/17."
        ),
        schema_extra={
            "type": "string",
            "pattern": r"^(x[0-9]{3}/){0,4}[0-9]{3}(\.p/[0-9]{1,3})?$",
        },
    ),
]
_FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}


class TileAsked(NamedTuple):
    """A tile as an address names it: its level, its number there, and so many hashes."""

    level: int
    number: int
    width: int


def log_routes(answering: Answering) -> list[HTTPRouteHandler]:
    threads, ledger = answering.threads, answering.settings.ledger

    @get(
        "/api/tlog/checkpoint",
        **described(Role.ANYBODY, "Proofs"),
        operation_id="get_checkpoint",
        summary="The newest checkpoint that was signed",
        description="A signed note (c2sp.org/tlog-checkpoint).",
        media_type="text/plain",
        response_description="The note.",
        responses=refusals(404),
    )
    async def newest() -> Response[bytes]:
        return _text(await threads.run(lambda: newest_note(ledger)))

    @get(
        "/api/tlog/head",
        **described(Role.ANYBODY, "Proofs"),
        operation_id="get_log_head",
        summary="How far the log goes now",
        description="The three lines of a checkpoint, signed by nobody.",
        media_type="text/plain",
        response_description="The lines.",
        responses=refusals(),
    )
    async def present() -> Response[bytes]:
        return _text(await threads.run(lambda: present_head(ledger)))

    @get(
        "/api/tlog/tile/{level:str}/{rest:path}",
        **described(Role.ANYBODY, "Proofs"),
        operation_id="get_tile",
        summary="A tile of the hash tree (c2sp.org/tlog-tiles)",
        description="For example 0/000, or 0/x001/234.p/17.",
        media_type="application/octet-stream",
        response_description="The hashes.",
        responses=refusals(404),
    )
    async def hashes(level: TileLevel, rest: TileNumber) -> Response[Binary]:
        asked = _tile_of(level, str(rest))

        def work() -> bytes:
            return tile(ledger, asked.level, asked.number, asked.width)

        # a high tile is made from all events below it
        is_costly = asked.level > 0
        content = await threads.run(work, costly=is_costly)
        return Response(
            content,
            media_type="application/octet-stream",
            headers=_FOR_EVER,
        )

    return [newest, present, hashes]


def _text(text: str) -> Response[bytes]:
    """Answer with a text that is different when the log has grown."""
    headers = {"cache-control": "no-cache"}
    return Response(text.encode(), media_type="text/plain", headers=headers)


def _tile_of(level: str, rest: str) -> TileAsked:
    """Read the address of a tile: 0 and /x001/234.p/17 are 17 hashes of tile 1234."""
    match = _TILE.fullmatch(rest)
    is_level = len(level) < 3 and level.isascii() and level.isdigit()
    if match is None or not is_level:
        message = say("this is not the address of a tile")
        hint = say("write tile/0/000 or tile/0/x001/234.p/17")
        raise Usage(Problem("parameter", message, hint=hint))

    groups, stated_width = match.groups()
    digits = groups.replace("/", "").replace("x", "")
    width = WIDTH
    if stated_width:
        width = int(stated_width)
    return TileAsked(int(level), int(digits), width)
