"""The desk as every page of it needs it: the ledger, who is there, and the way to the
next page.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple, TypeVar, cast

from litestar import Response

from features import FEATURES
from features.feature import imported
from ledger.errors import NotFound, Problem, SeloError
from messages import say
from projections.answers import Question
from projections.answers.reading import Reading
from web import Settings
from web.answers.answering import Answering
from web.auth import viewer_of, who_of
from web.booking.bodies import check_something
from web.booking.permissions import quota_of
from web.booking.trying import tried_form
from web.desk.filled import Filled, Sent
from web.desk.form_documents import Fields, as_file
from web.desk.form_fields import Form, form_of
from web.desk.kept_form import AS_TYPED, typed_form_of
from web.desk.problems_at_fields import placed_problem, placing_problems
from web.http import (
    HttpRefusal,
    HttpRequest,
    headers_of,
    see_other,
    status_of,
    without_paths,
)
from web.http.addresses import query_of
from web.pages.visit import PREFIX, Visit, visit_of
from web.store.drafts import keep_file_once
from web.store.plans import PUBLISH
from web.store.roles import Role, allows, has_desk
from web.store.tokens import Who

T = TypeVar("T")


class AtDesk(NamedTuple):
    """A person at the desk, and how they look at it. `sent`: the form that brought them
    here and was not taken.
    """

    visit: Visit
    who: Who
    sent: Sent | None = None

    def typed(self, name: str) -> str:
        """Return what was typed into a field of the form that was sent; "" where none
        was.
        """
        if self.sent is None:
            return ""
        return self.sent.fields.get(name, "")

    def form(self, name: str) -> Filled:
        """Return a form of the page: as it was sent, or with what is known."""
        return Filled(name, self.sent)

    @property
    def sees_people(self) -> bool:
        """Whether a day of birth that is shown is all that is known; a year in its
        place must not be booked.
        """
        return viewer_of(self.who.role, self.visit.today).whole

    @property
    def submits(self) -> bool:
        """Whether the desk is open to them."""
        return has_desk(self.who.role)

    @property
    def is_officer(self) -> bool:
        return allows(self.who.role, Role.OFFICER)

    @property
    def books(self) -> bool:
        return allows(self.who.role, Role.OFFICER) or allows(
            self.who.role, Role.PUBLISHER
        )


Shows = Callable[[AtDesk], Awaitable[str]]  # makes a page


class Entered(NamedTuple):
    """What a form comes to: a page that asks about it, or a document, with the fields
    of the form by those of it.
    """

    page: str | None
    document: Fields
    places: Mapping[str, str]


class Desk:
    """The desk as every page of it needs it: the ledger, who is there, and the way to
    the next page.
    """

    def __init__(self, answering: Answering) -> None:
        """Set up the desk over what answers for the service: its settings, its threads
        and the ledgers that it has open.
        """
        self.settings = answering.settings
        self.threads, self._answering = answering.threads, answering
        self.ledger = self.settings.ledger

    def at(self, request: HttpRequest) -> AtDesk:
        """Tell who is at the desk, and how their pages are shown: in which language, on
        which day, and in the time zone of the ledger.
        """
        today = self._answering.today()
        zone = self._answering.ledger.state().time_zone

        visit = visit_of(
            cast(Any, request.scope),
            self.settings.base_path,
            today,
            zone=zone,
            by_mail=self.settings.mail,
        )

        return AtDesk(visit, who_of(request.scope))

    async def page(self, work: Callable[[], str]) -> Response[bytes]:
        """Answer with a page, made in a thread, so that others are served meanwhile."""
        page = await self.threads.run(work)
        return page_response(page)

    async def of_ledger(
        self,
        request: HttpRequest,
        make: Callable[[AtDesk, Reading], str],
        as_of: str | None = None,
    ) -> Response[bytes]:
        """Answer with a page that is made of the ledger, as the person at the desk may
        see it.

        `as_of`: a day, YYYY-MM-DD; None for today.
        """
        at = self.at(request)
        page = await self.read_ledger(at, lambda reading: make(at, reading), as_of)
        return page_response(page)

    async def read_ledger(
        self, at: AtDesk, ask: Callable[[Reading], T], as_of: str | None = None
    ) -> T:
        """Ask the ledger, as the person at the desk may see it, in a thread, and return
        what `ask` returns.

        `as_of`: a day, YYYY-MM-DD; None for today. What `ask` is given holds until it
        returns, and not beyond.
        """
        return await self.threads.run(lambda: self.ask(at, ask, as_of))

    def ask(
        self, at: AtDesk, ask: Callable[[Reading], T], as_of: str | None = None
    ) -> T:
        """Ask the ledger likewise, in work that has a thread already.

        Who may see a name or a day of birth is decided here: `ask` is given no more of
        the ledger than the person at the desk may see.
        """
        viewer = viewer_of(at.who.role, at.visit.today)
        with (
            self._answering.ledgers.lent(viewer) as ledger,
            ledger.reading(Question(as_of), at.visit.today) as reading,
        ):
            return ask(reading)

    def parts(
        self, page: str, at: AtDesk, reading: Reading, *about: object
    ) -> list[str]:
        """Return what features show on a page of the desk, which is about this.

        `page`: its name among the pages that features add to, such as `inbox` or
        `draft`. `about`: what it is of, as features are told it, such as a draft and
        its preview. Returned is HTML; a feature with nothing to show has no part.
        """
        drawn = []
        for feature in FEATURES:
            for part in feature.parts:
                if part.page != page:
                    continue
                make = imported(part.made)
                html = make(self, at, reading, *about)
                if html:
                    drawn.append(html)
        return drawn

    async def keep_file(
        self, request: HttpRequest, name: str, content: bytes, note: str = ""
    ) -> Response[bytes]:
        """Keep a file as a draft of the person at the desk, and lead to its page; sent
        twice it is one draft.

        An empty file is refused, and one more than they may have waiting. `note`: what
        they say of it to whoever decides.
        """
        check_something(name, content)

        who, now = who_of(request.scope), self.settings.now()
        row = await self.threads.run(
            lambda: keep_file_once(
                ledger=self.ledger,
                name=name,
                content=content,
                note=note or None,
                by=who.name,
                now=now,
                quota=quota_of(who),
            )
        )

        return self.to(request, f"/desk/drafts/{row.number}")

    async def take(
        self,
        request: HttpRequest,
        name: str,
        page: Shows,
        work: Callable[[Form], Awaitable[Response[bytes]]],
        settings: Settings | None = None,
    ) -> Response[bytes]:
        """Do what a form asks for. Where that is refused, answer with the page of the
        form, as it was typed, and what is wrong with it; where no page has the form any
        more, the page of the refusal shows what was typed.

        `name`: of the form on its page; `page` makes that page; `settings`: where other
        limits hold for it.
        """
        form = await form_of(request, settings or self.settings)
        if form.text(AS_TYPED):
            return await self._as_typed(request, name, page, form)
        try:
            form.check()
            return await work(form)
        except SeloError as refusal:
            problems = without_paths(refusal.problems, self.ledger)
            sent = Sent(name, form.fields, problems, form.file_names)
            try:
                again = await page(self.at(request)._replace(sent=sent))
            except SeloError:
                raise _refusal_without_form(refusal, form) from None
            if not sent.shown_on:  # the page has no such form any more
                raise _refusal_without_form(refusal, form) from None

            answer = page_response(again, _status_of_form(refusal))
            answer.headers.update(headers_of(refusal))
            return answer

    async def _as_typed(
        self, request: HttpRequest, name: str, page: Shows, form: Form
    ) -> Response[bytes]:
        """Show a form that was sent by somebody who was logged out, as it was typed, and
        do nothing of what it asks for.
        """
        typed = typed_form_of(form)
        sent = Sent(name, typed.fields, file=typed.file, kept=True)
        try:
            again = await page(self.at(request)._replace(sent=sent))
        except SeloError as refusal:
            raise _refusal_without_form(refusal, form) from None

        if not sent.shown_on:
            message = say("the page no longer has this form")
            hint = say("open the page, and see how it stands now")
            gone = NotFound(Problem("no-such-address", message, hint=hint))
            raise _refusal_without_form(gone, form)

        return page_response(again)

    async def keep_document(
        self,
        request: HttpRequest,
        document: Fields,
        places: Mapping[str, str] | None = None,
    ) -> Response[bytes]:
        """Keep the document that a form comes to as a draft, once it was tried: a
        refusal goes back to the form.

        `places`: the fields of the form by those of the document, where they are called
        otherwise.
        """
        with placing_problems(lambda problem: placed_problem(problem, places or {})):
            name, content = as_file(document)
            try:
                await self.try_documents(request, name, content)
            except SeloError as refusal:
                if not _waits_for_its_hour(document, refusal):
                    raise

        return await self.keep_file(request, name, content)

    async def ask_or_keep_document(
        self, request: HttpRequest, entered: Entered
    ) -> Response[bytes]:
        """Answer a form with the page that asks about it (409), or keep the document
        that it comes to as a draft.
        """
        if entered.page is not None:
            return page_response(entered.page, 409)

        return await self.keep_document(request, entered.document, entered.places)

    async def page_asked_for(
        self,
        request: HttpRequest,
        name: str,
        make: Callable[[AtDesk, Reading], str],
        otherwise: Callable[[AtDesk, Reading], str],
        as_of: str | None = None,
    ) -> Response[bytes]:
        """Answer a form that only asks for a page. Where there is none, it is shown
        again as it was typed, on the page that `otherwise` makes.
        """
        at = self.at(request)
        try:
            page = await self.read_ledger(at, lambda reading: make(at, reading), as_of)
            return page_response(page)
        except SeloError as refusal:
            fields = query_of(request)
            sent = Sent(name, fields, without_paths(refusal.problems, self.ledger))
            as_sent = at._replace(sent=sent)
            page = await self.read_ledger(
                as_sent, lambda reading: otherwise(as_sent, reading)
            )
            return page_response(page, _status_of_form(refusal))

    async def try_documents(
        self, request: HttpRequest, name: str, content: bytes
    ) -> None:
        """Try documents as booking would, and refuse what it would refuse."""
        who = who_of(request.scope)
        await self.threads.preview(
            lambda: tried_form(self.settings, name, content, who),
            of_submitter=who.role is Role.SUBMITTER,
        )

    def to(self, request: HttpRequest, address: str) -> Response[bytes]:
        """Lead onwards in the language of the address.

        `address`: without a language. For `/desk/drafts/7`, sent from `/fi/desk`, it
        leads to `/fi/desk/drafts/7`, with the path at which a proxy has the service
        before it.
        """
        base = self.settings.base_path
        language = request.scope.get(PREFIX, "")
        if not language:
            return see_other(f"{base}{address}")
        return see_other(f"{base}/{language}{address}")

    async def do_and_lead_on(
        self, request: HttpRequest, work: Callable[[], object], address: str
    ) -> Response[bytes]:
        """Do what a form asks for, and lead onwards.

        `work` is done in a thread; what it returns is not used, and what it refuses is
        raised.
        """
        await self.threads.run(work)
        return self.to(request, address)


def _refusal_without_form(refusal: SeloError, form: Form) -> HttpRefusal:
    """Return the refusal with what was typed, whose form no page has any more: somebody
    else settled the draft meanwhile, or it may not be seen any more.
    """
    return HttpRefusal(
        status_of(refusal),
        refusal.problems,
        headers_of(refusal),
        formless=typed_form_of(form),
    )


def _status_of_form(refusal: SeloError) -> int:
    """Return the status of a form that is shown again: whatever is wrong with what was
    typed is the same to a form.
    """
    status = status_of(refusal)
    if status in (400, 404, 409, 413):
        return 422
    return status


def _waits_for_its_hour(document: Fields, refusal: SeloError) -> bool:
    """Tell whether only its day is to come: a list is drafted before it, to be
    published at an hour.
    """
    return document["kind"] == PUBLISH and all(
        problem.code == "future" for problem in refusal.problems
    )


def page_response(page: str, status: int = 200) -> Response[bytes]:
    """Answer with a page of the desk, which no browser and no proxy may keep."""
    headers = {"cache-control": "no-store"}
    return Response(
        page.encode(), media_type="text/html", headers=headers, status_code=status
    )
