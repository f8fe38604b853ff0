"""Answer one question: read it, compare it with what the client has, work it out, keep
the answer.
"""

import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from importlib.metadata import version
from typing import Any, NamedTuple, Protocol, cast

from anyio import CapacityLimiter
from litestar import Response
from litestar.types import HTTPScope, Scope

from ledger.office import local_day
from ledger.store.events import LARGEST_SEQ
from messages import say
from projections.answers.asking import Asked
from web import Settings
from web.answers.kept_answers import AnswerKey, Body, Cache
from web.answers.ledger_state import LedgerState, State, Wakes
from web.answers.open_ledgers import Ledgers
from web.answers.rendering import (
    JSON,
    LINES,
    PAGE,
    AskedFor,
    body_of,
    check_form,
    may_be_in_parts,
    rendered,
    rendered_aside,
)
from web.answers.replying import client_has, reply
from web.answers.streaming import StreamedRows
from web.auth import viewer_of, who_of
from web.metrics import ANSWERS_GIVEN_AGAIN, ANSWERS_MADE, CACHE_BYTES, WAITS
from web.middleware.protection import FRAMED
from web.pages.visit import visit_of
from web.questions.from_address import asked_of
from web.questions.paging import (
    CURSOR,
    LIMIT,
    RowsPart,
    address_of,
    fixed_to_first_part,
    split_query,
)
from web.questions.registry import ServedQuestion, is_costly
from web.stopping import Stopping
from web.store.roles import Role, has_desk
from web.threads import Threads, one_of

# where the state of the ledger stands in the state of a request, as it came
STATE = "selo_ledger"


class ReadAddress(NamedTuple):
    """A question as an address asks it, in a form, and the part of its rows."""

    asked: Asked
    form: str
    part: RowsPart | None
    address: str  # as it was sent, where the answer has links to itself


class Running(Protocol):
    """Something that works beside the answers as long as the service runs."""

    def start(self) -> None: ...

    def close(self) -> None:
        """Stop; what is being done is given a moment."""
        ...


class Answering:
    """The state that answers share: the ledger's state, the threads, the answers given
    before.
    """

    def __init__(self, settings: Settings) -> None:
        """Open what all answers share; nothing is asked of the ledger yet."""
        self.settings = settings
        self.ledger = LedgerState(settings.ledger)
        self.ledgers = Ledgers(settings)
        self.wakes = Wakes(settings.ledger)
        self.threads = Threads(settings)
        self.cache = Cache(settings.cache_bytes)
        self.stopping = Stopping()
        self._waits = CapacityLimiter(settings.waits_at_once)
        # what features have beside the answers, by their names
        self.running: dict[str, Running] = {}
        self.version = version("selokirja")

    def read(
        self,
        question: ServedQuestion,
        scope: HTTPScope,
        form: str,
        in_path: Mapping[str, str],
    ) -> ReadAddress:
        """Read the address of a question, asked in a form; refuse what is wrong with
        it.

        `in_path`: the parameters that stand in the address itself. A page forgives what
        a form of it may hold, such as a field left empty; a program is told. The part
        of the rows that is asked for is no part of the question, and taken out before
        it is read.
        """
        request, base = cast(Mapping[str, Any], scope), self.settings.base_path
        check_form(question, request, form)

        query, part = request["query_string"], None
        beside: tuple[str, ...] = ()

        if may_be_in_parts(question, form):
            query, part = split_query(query, question.asked)
            beside = (LIMIT, CURSOR)

        asked = asked_of(
            question.asked,
            in_path,
            query,
            forgiving=form == PAGE,
            beside=beside,
        )
        # a page links to itself, and a part to the next one
        address = address_of(request, base) if part is not None or form == PAGE else ""
        if part is not None:
            asked, part = fixed_to_first_part(asked, part)

        return ReadAddress(asked, form, part, address)

    async def answer(
        self, question: ServedQuestion, read: ReadAddress, scope: HTTPScope
    ) -> Response[bytes]:
        """Answer in the form that was asked for; 304 where the client has it, without
        asking the tables.
        """
        state = await self._awaited(question, read.asked, scope)
        wanted = self._wanted(question, read, state, scope)
        if read.form == LINES:
            return await self._in_lines(question, wanted, state, scope)

        if not question.kept:
            made = await self._worked_out(wanted)
            headers = {"cache-control": "no-store"}
            return reply(made, dict(scope["headers"]), scope["query_string"], headers)

        headers = _headers(question, wanted)
        if question.framed:
            headers["content-security-policy"] = FRAMED

        return await self.kept_or_worked_out(
            self._key(wanted, state),
            scope,
            headers,
            lambda: self._worked_out(wanted),
        )

    def _wanted(
        self,
        question: ServedQuestion,
        read: ReadAddress,
        state: State,
        scope: HTTPScope,
    ) -> AskedFor:
        """Return what is to be worked out: the question, and who asks it on which day."""
        today = local_day(self.settings.now(), state.time_zone)
        role = who_of(scope).role

        # only a page has a look; a program gets the same bytes in every language
        visit = None
        if read.form == PAGE:
            visit = visit_of(
                cast(Mapping[str, Any], scope),
                self.settings.base_path,
                today,
                has_desk(role),
                state.time_zone,
                self.settings.mail,
            )

        return AskedFor(
            command=question.command,
            asked=read.asked,
            form=read.form,
            today=today,
            visit=visit,
            part=read.part,
            viewer=viewer_of(role, today),
            address=read.address,
        )

    async def _in_lines(
        self, question: ServedQuestion, wanted: AskedFor, state: State, scope: HTTPScope
    ) -> Response[bytes]:
        """Answer with the rows one a line, as they are worked out; nothing of it is kept."""
        tag = self._key(wanted, state).tag()
        headers = _headers(question, wanted)
        headers["etag"] = tag

        fields = dict(scope["headers"])
        if question.kept and client_has(fields, tag):
            return Response(b"", status_code=304, headers=headers)

        ANSWERS_MADE.inc()
        rows = StreamedRows(self.settings, self.threads, self.ledgers, self.is_costly)
        return await rows.response(wanted, headers, scope["query_string"])

    def _key(self, wanted: AskedFor, state: State) -> AnswerKey:
        """Return all that an answer follows from."""
        return AnswerKey(
            version=self.version,
            asked=(wanted.asked, wanted.part, wanted.address),
            form=wanted.form,
            look="" if wanted.visit is None else wanted.visit.key,
            sees_people=wanted.viewer.whole,
            state=state,
            today=wanted.today,
        )

    async def kept_or_worked_out(
        self,
        key: AnswerKey,
        scope: HTTPScope,
        headers: dict[str, str],
        work_out: Callable[[], Awaitable[Body]],
    ) -> Response[bytes]:
        """Answer with 304 what the client has, and with the same bytes what was
        answered before; else work it out.

        `headers`: what the answer says beside its tag. `work_out` is asked only where
        no such answer is kept; what it refuses is raised, and not kept.
        """
        fields, tag = dict(scope["headers"]), key.tag()
        headers = headers | {"etag": tag}
        if client_has(fields, tag):
            return Response(b"", status_code=304, headers=headers)

        answer = self.cache.get(tag)
        if answer is None:
            answer = await work_out()
            self.cache.put(tag, answer)
            CACHE_BYTES.set(self.cache.bytes)
        else:
            ANSWERS_GIVEN_AGAIN.inc()

        return reply(answer, fields, scope["query_string"], headers)

    def today(self) -> str:
        """Return the day it is where the federation is."""
        return local_day(self.settings.now(), self.ledger.state().time_zone)

    async def _awaited(
        self, question: ServedQuestion, asked: Asked, scope: HTTPScope
    ) -> State:
        """Return the state of the ledger; with an event after the one that is named, if
        one comes in time.

        A question that waits for nothing has the state at once. Where too many wait
        already, one more is refused.
        """
        state = self.state_of(scope)
        awaits = question.limits.awaits
        if awaits is None:
            return state

        seq, seconds = awaits(asked)
        if seconds <= 0 or state.head > seq:
            return state

        too_many = say("too many connections wait for an event")
        with one_of(self._waits, too_many), WAITS.track_inprogress():
            await self.passed(seq, seconds)

        return self.ledger.state()

    def state_of(self, scope: Scope) -> State:
        """Return the state of the ledger as a request found it when it came. Whoever
        reads it before they work out an answer never keeps an older answer under the
        key of a newer state.
        """
        state: State | None = scope["state"].get(STATE)
        return self.ledger.state() if state is None else state

    async def passed(self, seq: int, seconds: float) -> int:
        """Return the newest event: one after `seq` if one comes in time, and the
        service does not stop.

        `seconds`: how long it waits at most.
        """
        deadline = time.monotonic() + seconds
        while (
            (head := self.ledger.state().head) <= seq
            and time.monotonic() < deadline
            and not self.stopping.told
        ):
            await self.wakes.wait(deadline - time.monotonic())

        return head

    async def _worked_out(self, wanted: AskedFor) -> Body:
        """Work an answer out in a thread; a costly one in a process of its own, behind
        others of its kind.
        """
        ANSWERS_MADE.inc()
        costly = self.is_costly(wanted.asked)

        def work() -> Body:
            if costly:
                made = rendered_aside(self.settings, wanted)
            else:
                made = rendered(self.ledgers, self.settings, wanted)
            return body_of(made, wanted.form)

        return await self.threads.run(work, costly=costly)

    def is_costly(self, asked: Asked) -> bool:
        """Tell whether a question is costly: a state inside a submission is answered by
        replaying the events up to it.

        A seq beyond what a ledger can hold is not looked up.
        """
        seq = asked.times().known_seq
        return is_costly(asked) or (
            seq is not None and 0 <= seq < LARGEST_SEQ and not self.ledger.is_step(seq)
        )

    def close(self) -> None:
        """Let go of the ledger, when no answer is being worked out any more."""
        self.wakes.close()
        self.ledger.close()
        self.ledgers.close()


def _headers(question: ServedQuestion, wanted: AskedFor) -> dict[str, str]:
    """Say who may keep an answer, and what of a request it depends on."""
    is_for_anybody = question.role is Role.ANYBODY and not wanted.viewer.whole
    return {
        # no proxy keeps what only some may see
        "cache-control": "no-cache" if is_for_anybody else "private, no-cache",
        "vary": ", ".join(_varies_with(question, wanted.form)),
    }


def _varies_with(question: ServedQuestion, form: str) -> Iterator[str]:
    """Yield the fields of a request that an answer depends on."""
    # one address has JSON, and rows one a line
    if form == LINES or (form == JSON and question.asked.table is not None):
        yield "accept"
    yield "accept-encoding"
    if form == PAGE:
        yield "accept-language"
        yield "cookie"
