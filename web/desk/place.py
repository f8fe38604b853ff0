"""Give every page of the desk what it needs: the ledger, who is there, and the way to the next page."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from litestar import Request, Response

from ledger.errors import NotFound, Problem
from messages import by_command, say
from projections.answers import Question
from projections.answers.reading import Reading
from web.answers.answering import Answering
from web.auth import sight_of, who_of
from web.desk.documents import Fields, as_file
from web.desk.pages import AtDesk
from web.kept.drafts import keep_draft
from web.pages.visit import PREFIX, visit_of
from web.questions import number_in
from web.wire.metrics import Metrics
from web.writing import check_something, quota_of

HttpRequest = Request[Any, Any, Any]


T = TypeVar("T")


class Desk:
    """The desk as every page of it needs it: the ledger, who is there, and the way to the next page."""

    def __init__(self, answering: Answering, metrics: Metrics) -> None:
        self.settings, self.metrics = answering.settings, metrics
        self.threads, self._answering = answering.threads, answering
        self.ledger = self.settings.ledger

    def at(self, request: HttpRequest) -> AtDesk:
        today = self._answering.today()
        zone = self._answering.ledger.state().time_zone
        visit = visit_of(cast(Any, request.scope), self.settings.base_path, today, zone=zone)
        return AtDesk(visit, who_of(request.scope))

    async def page(self, work: Callable[[], str]) -> Response[bytes]:
        return shown(await self.threads.run(work, costly=False))

    async def of_ledger(
        self, request: HttpRequest, make: Callable[[AtDesk, Reading], str], as_of: str | None = None
    ) -> Response[bytes]:
        at = self.at(request)
        return shown(await self.known(at, lambda reading: make(at, reading), as_of))

    async def known(self, at: AtDesk, ask: Callable[[Reading], T], as_of: str | None = None) -> T:
        """Ask the ledger, as the person at the desk may see it."""

        def work() -> T:
            ledger = self._answering.ledgers.mine(sight_of(at.who.role, at.visit.today))
            with ledger.reading(Question(as_of), at.visit.today) as reading:
                return ask(reading)

        return await self.threads.run(work, costly=False)

    async def drafted(self, request: HttpRequest, name: str, content: bytes, note: str = "") -> Response[bytes]:
        check_something(name, content)
        who, now = who_of(request.scope), self.settings.now()
        row = await self.threads.run(
            lambda: keep_draft(self.ledger, name, content, None, note or None, None, who.name, now, quota_of(who)),
            costly=False,
        )
        return self.to(request, f"/desk/drafts/{row.number}")

    async def asked_or_drafted(
        self, request: HttpRequest, at: AtDesk, work: Callable[[Reading], str | Fields]
    ) -> Response[bytes]:
        """Answer a form with the page that asks about it (409), or keep the document that it comes to as a draft."""
        made = await self.known(at, work)
        return shown(made, 409) if isinstance(made, str) else await self.drafted(request, *as_file(made))

    def to(self, request: HttpRequest, address: str) -> Response[bytes]:
        """Lead onwards in the language of the address; after a form a browser asks with GET."""
        prefix = request.scope.get(PREFIX, "")
        place = f"{self.settings.base_path}{f'/{prefix}' if prefix else ''}{address}"
        headers = {"location": place, "cache-control": "no-store"}
        return Response(b"", status_code=303, headers=headers, media_type="text/plain")


def named(request: HttpRequest, name: str) -> str:
    """Return a part of the address."""
    return str(request.path_params[name])


def number_of(request: HttpRequest) -> int:
    text = named(request, "number")
    number = number_in(text)
    if number is None:
        hint = by_command("see `selo draft list`", "the drafts are on the desk")
        raise NotFound(Problem("unknown-draft", say("there is no draft {number}", number=text[:40]), hint=hint))
    return number


def shown(page: str, status: int = 200) -> Response[bytes]:
    headers = {"cache-control": "no-store"}
    return Response(page.encode(), media_type="text/html", headers=headers, status_code=status)
