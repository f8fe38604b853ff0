"""Answer one question: read it, compare it with what the client has, work it out, keep
the answer.
"""

import time
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from importlib.metadata import version
from typing import Any, cast

from litestar import Response
from litestar.types import HTTPScope, Scope

from ledger.errors import Problem, Usage
from ledger.office import local_day
from messages import say
from projections.answers.asking import Asked
from web import Settings
from web.answers.ledger_state import STATE, Ledgers, LedgerState, State, Wakes
from web.answers.rendering import (
    PAGE,
    AskedFor,
    check_form,
    in_parts,
    rendered,
    rendered_aside,
    written,
)
from web.answers.replying import AnswerKey, Body, Cache, client_has, reply
from web.auth import sight_of, who_of
from web.http import HttpRefusal
from web.http.protocol import Life, life_of
from web.limits import Gauges, Places, Purse, asker
from web.pages.visit import visit_of
from web.questions import asked_of
from web.questions.paging import address_of, called_limit, continued, taken_out
from web.questions.registry import ServedQuestion, is_costly
from web.store.tokens import Role, allows
from web.threads import GONE, Threads


class Answering:
    """The state that answers share: the ledger's state, the threads, the answers given
    before.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ledger = LedgerState(settings.ledger)
        self.ledgers = Ledgers(settings)
        self.wakes = Wakes(settings.ledger)
        self.threads = Threads(settings)
        self.cache = Cache(settings.cache_bytes)
        self._searches = Purse(
            "searches",
            settings.searches_a_second,
            settings.searches_at_once,
            settings.counts,
        )
        self._waits = Places(
            settings.address_waits,
            settings.waits_at_once,
            settings.workers,
            say("too many connections of one address wait for an event"),
            say("let one of them wait"),
        )
        self.version = version("selokirja")
        self._given_again = self._made = 0

    async def answer(
        self,
        question: ServedQuestion,
        scope: HTTPScope,
        form: str,
        in_path: Mapping[str, str],
    ) -> Response[bytes]:
        """Answer in the form that was asked for; 304 where the client has it, without
        asking the tables.
        """
        request, base = cast(Mapping[str, Any], scope), self.settings.base_path
        check_form(question, request, form)
        if question.limits.searches:
            self.count_search()
        query, part, limit, since = taken_out(
            request, question.asked, in_parts(question, form)
        )
        try:
            asked = _read(question.asked, tuple(in_path.items()), query, form == PAGE)
        except Usage as error:
            raise error if limit is None else called_limit(error, limit) from None
        extra = {"deprecation": since} if since and form != PAGE else {}
        # a page links to itself, and a part to the next one
        address = address_of(request, base) if part is not None or form == PAGE else ""
        if part is not None:
            asked, part = continued(asked, part)
        state = await self._awaited(asked, scope)
        today = local_day(self.settings.now(), state.time_zone)
        role = who_of(scope).role
        sight = sight_of(role, today)
        visit = (
            visit_of(
                request, base, today, allows(role, Role.SUBMITTER), state.time_zone
            )
            if form == PAGE
            else None
        )
        wanted = AskedFor(
            question.command, asked, form, today, visit, part, sight, address
        )
        if not question.kept:
            made = await self._worked_out(wanted)
            headers = {"cache-control": "no-store", **extra}
            return reply(made, dict(scope["headers"]), scope["query_string"], headers)
        look = "" if visit is None else visit.key
        key = AnswerKey(
            self.version, (asked, part, address), form, look, sight.whole, state, today
        )
        kept_by = (
            "no-cache"
            if question.role is Role.ANYBODY and not sight.whole
            else "private, no-cache"
        )
        varies = (
            "accept-encoding, selokirja-version"
            if visit is None
            else "accept-encoding, accept-language, cookie"
        )
        headers = {"cache-control": kept_by, "vary": varies, **extra}
        return await self.given(key, scope, headers, lambda: self._worked_out(wanted))

    async def given(
        self,
        key: AnswerKey,
        scope: HTTPScope,
        headers: dict[str, str],
        work_out: Callable[[], Awaitable[Body]],
    ) -> Response[bytes]:
        """Answer with 304 what the client has, and with the same bytes what was
        answered before; else work it out.
        """
        fields, tag = dict(scope["headers"]), key.tag()
        headers = headers | {"etag": tag}
        if client_has(fields, tag):
            return Response(b"", status_code=304, headers=headers)
        answer = self.cache.get(key)
        if answer is None:
            answer = await work_out()
            self.cache.put(key, answer)
        else:
            self._given_again += 1
        return reply(answer, fields, scope["query_string"], headers)

    def today(self) -> str:
        """Return the day it is where the federation is."""
        return local_day(self.settings.now(), self.ledger.state().time_zone)

    async def _awaited(self, asked: Asked, scope: HTTPScope) -> State:
        """Return the state of the ledger; with an event after the one that is named, if
        one comes in time.
        """
        state = self.state_of(scope)
        awaited, life = asked.awaits(), life_of(scope)
        if awaited is not None and awaited[1] > 0 and state.head <= awaited[0]:
            with self._waits.taken(asker().key):
                await self.passed(*awaited, life)
            if life.gone:
                raise HttpRefusal(400, GONE)
            return self.ledger.state()
        return state

    def state_of(self, scope: Scope) -> State:
        """Return the state of the ledger as a request found it when it came. Whoever
        reads it before they work out an answer never keeps an older answer under the
        key of a newer state.
        """
        state: State | None = cast(Mapping[str, Any], scope).get(STATE)
        return self.ledger.state() if state is None else state

    def count_search(self) -> None:
        """Count one of the questions that an address may ask only so often, and refuse
        one too many.
        """
        problem = Problem(
            "too-many-requests",
            say("too many searches from one address"),
            hint=say("wait a moment"),
        )
        self._searches.take_one(asker().key, problem)

    async def passed(self, seq: int, seconds: float, life: Life) -> int:
        """Return the newest event: one after `seq` if one comes in time, and the
        service does not stop.
        """
        deadline = time.monotonic() + seconds
        while (
            (head := self.ledger.state().head) <= seq
            and time.monotonic() < deadline
            and not life.ending
        ):
            await self.wakes.wait(deadline - time.monotonic())
        return head

    async def _worked_out(self, wanted: AskedFor) -> Body:
        self._made += 1
        costly = self._is_costly(wanted.asked)

        def work() -> Body:
            made = (
                rendered_aside(self.settings, wanted)
                if costly
                else rendered(self.ledgers, self.settings, wanted)
            )
            return written(made, wanted.form)

        return await self.threads.run(work, costly=costly)

    def _is_costly(self, asked: Asked) -> bool:
        """Tell whether a question is costly: a state inside a submission is answered by
        replaying the events up to
        it.
        """
        seq = asked.times().known_seq
        return is_costly(asked) or (
            seq is not None and 0 <= seq < 2**62 and not self.ledger.is_step(seq)
        )

    def present(self) -> Gauges:
        """Return gauges of what this process is doing, and how often it answered."""
        return {
            "costly_questions": (
                self.threads.costly,
                "Costly questions being answered or waiting.",
            ),
            "waits": (self._waits.open, "Connections that wait for an event."),
            "answers_given_again": (
                self._given_again,
                "Answers that did not have to be worked out again.",
            ),
            "answers_made": (self._made, "Answers that were worked out."),
            "cache_bytes": (self.cache.bytes, "Answers kept to be given again."),
        }

    def close(self) -> None:
        self.threads.close()
        self._searches.close()
        self.wakes.close()
        self.ledger.close()
        self.ledgers.close()


@lru_cache(2048)
def _read(
    kind: type[Asked],
    in_path: tuple[tuple[str, str], ...],
    query: bytes,
    forgiving: bool,
) -> Asked:
    """Read an address; the same address is the same question, so the popular ones are
    read once. A refusal is not kept.
    """
    return asked_of(kind, dict(in_path), query, forgiving=forgiving)
