"""Serve the log to programs that keep a copy of it: its sections, as the library
`eventsourcing` reads them, and the newest checkpoint to compare the copy with.

Why: docs/design/024-followers.md
"""

import re
from typing import Annotated

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from audit.checkpoint import newest_note
from desk.library import Notifications, section_json
from ledger.errors import Problem, Usage, Where
from messages import say
from web import Settings
from web.openapi.operations import AnObject, described, refusals
from web.store.roles import Role
from web.threads import Threads

SectionName = Annotated[
    str,
    PathParameter(
        description="First and last seq: 1,100.",
        schema_extra={"pattern": "^[0-9]{1,15},[0-9]{1,15}$"},
    ),
]
_SECTION = re.compile(r"[0-9]{1,15},[0-9]{1,15}")


def copying_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    """Make the addresses for whoever copies the whole log: its sections, and the
    newest checkpoint.
    """
    log = Notifications(settings.ledger)

    @get(
        "/api/notifications/{section:str}",
        **described(Role.AUDITOR, "Events"),
        operation_id="get_notifications",
        summary="A section of the event log, as JSON of the library eventsourcing",
        media_type="application/json",
        response_description="The section.",
        responses=refusals(403, 404),
    )
    async def in_sections(section: SectionName) -> Response[AnObject]:
        name = section
        if not _SECTION.fullmatch(name):
            message = say("{name} is not a section", name=repr(name[:60]))
            raise Usage(
                Problem(
                    "parameter",
                    message,
                    Where(field="section"),
                    say("write the first and last seq: 1,100"),
                )
            )
        text = await threads.run(lambda: section_json(log[name]))
        return Response(
            text.encode(),
            media_type="application/json",
            headers={"cache-control": "private, no-cache"},
        )

    @get(
        "/api/checkpoint",
        **described(Role.ANYBODY, "Proofs"),
        operation_id="get_newest_checkpoint",
        summary="The newest checkpoint that was signed, where nobody asks for tiles",
        media_type="text/plain",
        response_description="The note.",
        responses=refusals(404),
    )
    async def checkpoint() -> Response[bytes]:
        note = await threads.run(lambda: newest_note(settings.ledger))
        return Response(
            note.encode(),
            media_type="text/plain",
            headers={"cache-control": "no-cache"},
        )

    return [in_sections, checkpoint]
