"""Draw the officer's desk in the browser: plain forms over the drafts of the service.
Here: what every page of it needs (the ledger, who is there, the way to the next page),
and a form read as carefully as strangers wrote it.

Whatever a form asks for becomes a draft first: a file that was dropped, a corrected
game, a merge, a list to publish. Its page shows what was read, what is still to be
answered and every rating that would move; booking is one button, and goes the way that
drafts of the command and of the API go. A draft is kept in a file, so it survives a
restart.
"""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar, cast, overload
from urllib.parse import parse_qsl

from litestar import Response

from desk.files.open_file import NamedFile
from exchange.json.characters import forbidden
from exchange.json.files import read
from features import FEATURES
from features.feature import imported
from ledger.decide import nothing_new
from ledger.errors import Problem, Refused, SeloError, Usage, Where
from messages import named as listed
from messages import say
from projections.answers import Question
from projections.answers.asking import names_in
from projections.answers.reading import Reading
from web import Settings
from web.answers.answering import Answering
from web.auth import viewer_of, who_of
from web.booking import body_of, check_something, quota_of
from web.booking.trying import tried_form
from web.desk.filled import FILE, Filled, Sent
from web.http import (
    HttpRefusal,
    HttpRequest,
    headers_of,
    see_other,
    status_of,
    unplaced,
)
from web.pages.visit import PREFIX, Visit, visit_of
from web.questions import number_in, query_pairs
from web.store.booking import PUBLISH
from web.store.drafts import keep_draft, unknown_draft
from web.store.tokens import Role, Who, allows

FIELDS, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
MOST = 5_000  # fields: a question for every player of the largest tournament
NAMED = 5  # fields that a form came without
NUL = "\x00"  # which a server cannot keep


class Form(NamedTuple):
    """A form's fields, empty ones too; `files`: those that were chosen."""

    fields: Mapping[str, str]
    files: tuple[NamedFile, ...] = ()

    @property
    def file(self) -> NamedFile | None:
        """The file of a form that takes one."""
        return self.files[-1] if self.files else None

    def text(self, name: str) -> str:
        return self.fields.get(name, "")

    def below(self, prefix: str) -> Iterator[tuple[str, str]]:
        """Yield the rest of the names that begin so, with what is in their fields."""
        for name, text in self.fields.items():
            if name.startswith(prefix):
                yield name.removeprefix(prefix), text

    def need(self, names: Iterable[str]) -> None:
        """Refuse a form that came without fields of its page: each would be read as
        emptied.
        """
        if missing := [name for name in names if name not in self.fields]:
            message = say("the form came without {names}", names=listed(missing, NAMED))
            hint = say("open its page again and fill it in there")
            raise Usage(Problem("parameter", message, Where(field=missing[0]), hint))

    def chosen(self) -> NamedFile:
        """Return the file; refuse a form without one."""
        if self.file is None:
            hint = say("choose one and send it again")
            raise Usage(
                Problem("parameter", say("no file was chosen"), Where(field=FILE), hint)
            )
        return self.file

    def check(self) -> None:
        """Refuse what cannot be kept, at each field that has it."""
        problems = [
            Problem("bad-text", forbidden(NUL), Where(field=name))
            for name, text in self.fields.items()
            if NUL in text
        ]
        if any(NUL in file.name for file in self.files):
            problems.append(Problem("bad-text", forbidden(NUL), Where(field=FILE)))
        if problems:
            raise Refused(problems)


async def form_of(request: HttpRequest, settings: Settings) -> Form:
    kind, content = await body_of(request, settings, (FIELDS, PARTS))
    try:
        if kind == PARTS:
            form = parts_of(content, _boundary(request.headers["content-type"]))
        else:
            pairs = parse_qsl(
                content.decode("ascii"),
                True,
                encoding="utf-8",
                errors="strict",
                max_num_fields=MOST,
            )
            form = Form({name: value.strip() for name, value in pairs})
    except (ValueError, LookupError) as error:
        problem = Problem(
            "bad-request",
            say("the form cannot be read"),
            hint=say("fill it in again, in a browser"),
        )
        raise HttpRefusal(400, problem) from error
    return form


def parts_of(content: bytes, boundary: bytes) -> Form:
    """Read a form as browsers send it (RFC 7578): the boundary stands nowhere in what
    is sent.
    """
    fields: dict[str, str] = {}
    files: list[NamedFile] = []
    _, *parts, end = (b"\r\n" + content).split(b"\r\n--" + boundary)
    if not end.startswith(b"--") or len(parts) > MOST:
        raise ValueError("a form that was cut off, or one that nobody fills in")
    for part in parts:
        head, blank, value = part.partition(b"\r\n\r\n")
        if not blank:
            raise ValueError("a part without a head")
        stated = _stated(head.decode("utf-8"))
        if stated.get("filename"):
            # a browser of old sends the whole way to the file
            name = stated["filename"].replace("\\", "/").rpartition("/")[2]
            files.append(NamedFile(name, value))
        elif "filename" not in stated:
            fields[stated["name"]] = value.decode("utf-8").strip()
    return Form(fields, tuple(files))


def _boundary(kind: str) -> bytes:
    return _stated(kind)["boundary"].encode("ascii")


def _stated(head: str) -> dict[str, str]:
    """Read the parameters of a header field; browsers write quotes and line ends in a
    name as %22 and %0D%0A.
    """
    pairs = (
        part.strip().partition("=") for part in head.replace("\r\n", ";").split(";")
    )
    return {
        name.lower(): value.strip('"').replace("%22", '"') for name, _, value in pairs
    }


_HALVES = re.compile(r"-?[0-9]{1,6}(?:[.,][05])?")
Fields = dict[str, object]  # of a document, as they are written
# fields of a document that say what it is about, in the order in which they are said;
# no name of a person, for the name of a draft stays when the draft is settled
ABOUT = ("list", "label", "player", "from", "into", "tournament", "title")
MOST_OF_NAME = 120


def as_file(document: Mapping[str, object]) -> tuple[str, bytes]:
    """Write the document as the file of a draft; what is wrong with it is refused here
    and not on the draft's page.
    """
    name = name_of(document)
    content = json.dumps(document, ensure_ascii=False).encode()
    try:
        read(name, content)
    except Refused as refusal:
        # a form has no field by these names: it is told as the ledger tells it
        refusal.problems = tuple(
            (
                nothing_new(str(document["tournament"])).problems[0]
                if problem.code == "no-change"
                else problem
            )
            for problem in refusal.problems
        )
        raise
    return name, content


def name_of(document: Mapping[str, object]) -> str:
    """Name the draft of a document for what it holds: `publish selo 2026-06.json`."""
    about = [str(document[field]) for field in ABOUT if document.get(field)]
    words = " ".join([str(document["kind"]), *about])
    return f"{words[:MOST_OF_NAME]}.json"


def number_or_text(text: str) -> int | str:
    """Read a number; a text that is none stays a text, and is refused in words where
    the document is read.
    """
    number = number_in(text)
    return text if number is None else number


def halves_or_text(text: str) -> float | str:
    """Read whole or half points likewise, with a comma or a point."""
    return float(text.replace(",", ".")) if _HALVES.fullmatch(text) else text


T = TypeVar("T")
One = TypeVar("One")
Other = TypeVar("Other")


class AtDesk(NamedTuple):
    """A person at the desk, and how they look at it. `sent`: the form that brought them
    here and was not taken.
    """

    visit: Visit
    who: Who
    sent: Sent | None = None

    def typed(self, name: str) -> str:
        """Return what was typed into a field of the form that was sent."""
        return "" if self.sent is None else self.sent.fields.get(name, "")

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
        self.settings = answering.settings
        self.threads, self._answering = answering.threads, answering
        self.ledger = self.settings.ledger

    def at(self, request: HttpRequest) -> AtDesk:
        today = self._answering.today()
        zone = self._answering.ledger.state().time_zone
        visit = visit_of(
            cast(Any, request.scope), self.settings.base_path, today, zone=zone
        )
        return AtDesk(visit, who_of(request.scope))

    async def page(self, work: Callable[[], str]) -> Response[bytes]:
        return shown(await self.threads.run(work))

    async def of_ledger(
        self,
        request: HttpRequest,
        make: Callable[[AtDesk, Reading], str],
        as_of: str | None = None,
    ) -> Response[bytes]:
        at = self.at(request)
        return shown(await self.known(at, lambda reading: make(at, reading), as_of))

    async def known(
        self, at: AtDesk, ask: Callable[[Reading], T], as_of: str | None = None
    ) -> T:
        """Ask the ledger, as the person at the desk may see it."""
        return await self.threads.run(lambda: self.ask(at, ask, as_of))

    def ask(
        self, at: AtDesk, ask: Callable[[Reading], T], as_of: str | None = None
    ) -> T:
        """Ask the ledger likewise, in work that has a thread already."""
        viewer = viewer_of(at.who.role, at.visit.today)
        with (
            self._answering.ledgers.lent(viewer) as ledger,
            ledger.reading(Question(as_of), at.visit.today) as reading,
        ):
            return ask(reading)

    def parts(
        self, page: str, at: AtDesk, reading: Reading, *about: object
    ) -> list[str]:
        """Return what features show on a page of the desk, which is about this."""
        drawn = [
            imported(part.made)(self, at, reading, *about)
            for feature in FEATURES
            for part in feature.parts
            if part.page == page
        ]
        return [part for part in drawn if part]

    async def drafted(
        self, request: HttpRequest, name: str, content: bytes, note: str = ""
    ) -> Response[bytes]:
        check_something(name, content)
        who, now = who_of(request.scope), self.settings.now()
        row = await self.threads.run(
            lambda: keep_draft(
                self.ledger,
                name,
                content,
                None,
                note or None,
                None,
                who.name,
                now,
                quota_of(who),
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
        form, as it was typed, and what is wrong with it; where not even that page can
        be shown, the refusal stands.

        `name`: of the form on its page; `page` makes that page; `settings`: where other
        limits hold for it.
        """
        form = await form_of(request, settings or self.settings)
        try:
            form.check()
            return await work(form)
        except SeloError as refusal:
            problems = unplaced(refusal.problems, self.ledger)
            file = None if form.file is None else form.file.name
            sent = Sent(name, form.fields, problems, file)
            try:
                again = await page(self.at(request)._replace(sent=sent))
            except SeloError:
                raise refusal from None
            if not sent.shown_on:  # the page has no such form any more
                raise
            answer = shown(again, _status_again(refusal))
            answer.headers.update(headers_of(refusal))
            return answer

    async def left(
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
        with placing(lambda problem: placed(problem, places or {})):
            name, content = as_file(document)
            try:
                await self.tried(request, name, content)
            except SeloError as refusal:
                if not _waits_for_its_hour(document, refusal):
                    raise
        return await self.drafted(request, name, content)

    async def asked_or_left(
        self, request: HttpRequest, entered: Entered
    ) -> Response[bytes]:
        """Answer a form with the page that asks about it (409), or keep the document
        that it comes to as a draft.
        """
        if entered.page is not None:
            return shown(entered.page, 409)
        return await self.left(request, entered.document, entered.places)

    async def asked(
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
            return shown(await self.known(at, lambda reading: make(at, reading), as_of))
        except SeloError as refusal:
            fields = dict(query_pairs(request.scope["query_string"]))
            sent = Sent(name, fields, unplaced(refusal.problems, self.ledger))
            again = at._replace(sent=sent)
            page = await self.known(again, lambda reading: otherwise(again, reading))
            return shown(page, _status_again(refusal))

    async def tried(self, request: HttpRequest, name: str, content: bytes) -> None:
        """Try documents as booking would, and refuse what it would refuse."""
        who = who_of(request.scope)
        await self.threads.preview(
            lambda: tried_form(self.settings, name, content, who),
            of_submitter=who.role is Role.SUBMITTER,
        )

    def to(self, request: HttpRequest, address: str) -> Response[bytes]:
        """Lead onwards in the language of the address."""
        prefix = request.scope.get(PREFIX, "")
        return see_other(
            f"{self.settings.base_path}{f'/{prefix}' if prefix else ''}{address}"
        )

    async def done(
        self, request: HttpRequest, work: Callable[[], object], address: str
    ) -> Response[bytes]:
        """Do what a form asks for, and lead onwards."""
        await self.threads.run(work)
        return self.to(request, address)


@contextmanager
def placing(moved: Callable[[Problem], Problem]) -> Iterator[None]:
    """Have each problem of a refusal where `moved` puts it."""
    try:
        yield
    except SeloError as refusal:
        refusal.problems = tuple(map(moved, refusal.problems))
        raise


def placed(problem: Problem, places: Mapping[str, str]) -> Problem:
    """Return a problem of a document at the field of its form: of the longest path that
    leads to the problem's. The document is one that nobody wrote, so its lines tell
    nobody anything.
    """
    path = problem.where.field or ""
    around = [
        place
        for place in places
        if path == place or path.startswith((f"{place}.", f"{place}["))
    ]
    return replace(
        problem,
        where=Where(
            field=places[max(around, key=len)] if around else problem.where.field
        ),
    )


def at_field(problem: Problem, field: str) -> Problem:
    return replace(problem, where=replace(problem.where, field=field))


def _status_again(refusal: SeloError) -> int:
    """Return the status of a form that is shown again: whatever is wrong with what was
    typed is the same to a form.
    """
    status = status_of(refusal)
    return 422 if status in (400, 404, 409, 413) else status


def _waits_for_its_hour(document: Fields, refusal: SeloError) -> bool:
    """Tell whether only its day is to come: a list is drafted before it, to be
    published at an hour.
    """
    return document["kind"] == PUBLISH and all(
        problem.code == "future" for problem in refusal.problems
    )


@overload
def together(
    one: Callable[[], One], other: Callable[[], Other], /
) -> tuple[One, Other]: ...
@overload
def together(*checks: Callable[[], object]) -> tuple[object, ...]: ...
def together(*checks: Callable[[], object]) -> tuple[object, ...]:
    """Make all of the checks and return what each of them returns, or refuse with the
    problems of all that refuse.
    """
    results: list[object] = []
    problems: list[Problem] = []
    for check in checks:
        try:
            results.append(check())
        except (Refused, Usage) as refusal:
            problems += refusal.problems
    if problems:
        raise Refused(problems)
    return tuple(results)


def known_ids(reading: Reading, text: str, field: str) -> None:
    """Refuse ids that nobody has."""
    unknown = [
        name for name in names_in([text]) if reading.timeline.player(name) is None
    ]
    if unknown:
        message = say(
            "nobody has the id {name}", name=listed(list(map(repr, unknown)), NAMED)
        )
        raise Refused(Problem("unknown-player", message, Where(field=field)))


def named(request: HttpRequest, name: str) -> str:
    """Return a part of the address."""
    return str(request.path_params[name])


def number_of(request: HttpRequest) -> int:
    text = named(request, "number")
    number = number_in(text)
    if number is None:
        raise unknown_draft(text[:40])
    return number


def shown(page: str, status: int = 200) -> Response[bytes]:
    headers = {"cache-control": "no-store"}
    return Response(
        page.encode(), media_type="text/html", headers=headers, status_code=status
    )
