"""Answer one question: read it, compare it with what the client has, work it out, remember the answer."""

import asyncio
import time
from collections.abc import Hashable, Mapping
from datetime import datetime
from functools import lru_cache
from importlib.metadata import version
from typing import Any, NamedTuple, cast

from litestar import Response
from litestar.types import HTTPScope, Scope
from msgspec.structs import replace

from ledger.errors import Problem, Usage
from ledger.office import local_day
from ledger.store import is_server
from messages import say
from projections.answers.asking import Asked
from web import Settings
from web.answers.ledger_state import STATE, Ledgers, LedgerState, ServedLedger, State, Wakes, is_fixed
from web.answers.rendering import (
    JSON,
    MEDIA_TYPES,
    PAGE,
    AskedFor,
    at_hand,
    check_form,
    in_parts,
    named,
    rendered,
    rendered_aside,
    written,
)  # fmt: skip
from web.answers.replying import (
    Body,
    Cache,
    Reply,
    changed_at,
    client_has,
    in_words,
    renamed,
    reply,
    tag_of,
    words_of,
)  # fmt: skip
from web.auth import sight_of, who_of
from web.http import HttpRefusal
from web.http.protocol import Life, life_of
from web.limits import Gauges, Places, Purse, asker
from web.pages.visit import visit_of
from web.questions import asked_of
from web.questions.paging import address_of, called_limit, continued, taken_out
from web.questions.registry import ServedQuestion
from web.store.tokens import Role, allows
from web.threads import GONE, Threads

MOST_PUTS = 4096  # addresses that need not be read again


class Put(NamedTuple):
    """A question as it was put, with the route that it came by."""

    question: ServedQuestion
    wanted: AskedFor
    route: str
    extra: dict[str, str]  # fields that its words ask for


class Validity(NamedTuple):
    """How an answer stands: its tag, its fields, since when it is as it is. `fixed`: it was asked as known by some
    time, so it goes on to name the newest event of that time.
    """

    tag: str
    headers: dict[str, str]
    changed: datetime | None
    fixed: bool


class Answering:
    """The state that answers share: the ledger's state, the threads, the answers given before."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ledger = LedgerState(settings.ledger, settings.since)
        self.ledgers = Ledgers(settings)
        self.wakes = Wakes(settings.ledger)
        self.threads = Threads(settings)
        self.cache = Cache(settings.cache_bytes)
        self._searches = Purse("searches", settings.searches_a_second, settings.searches_at_once, settings.counts)
        self._waits = Places(
            settings.address_waits, settings.waits_at_once, settings.workers,
            say("too many connections of one address wait for an event"), say("let one of them wait"),
        )  # fmt: skip
        self.version = version("selokirja")
        self._puts: dict[tuple[bytes, ...], Put] = {}
        self._stood: dict[tuple[bytes, ...], tuple[State, Validity]] = {}  # how they stand, once that is settled
        self._making: dict[Hashable, asyncio.Future[None]] = {}
        self._given_again = self._made = 0
        # the state of which a thread has answered last, and the ledger as that thread has it open
        self._last: tuple[State, ServedLedger] | None = None
        self._is_server = is_server(settings.ledger)  # where a look-up waits for a network

    async def answer(
        self, question: ServedQuestion, scope: HTTPScope, form: str, in_path: Mapping[str, str]
    ) -> Response[bytes]:
        """Answer in the form that was asked for; 304 where the client has it, without asking the tables."""
        request, base = cast(Mapping[str, Any], scope), self.settings.base_path
        check_form(question, request, form)
        if question.asked.limited:
            self.count_search()
        query, part, limit, since = taken_out(request, question.asked, in_parts(question, form))
        try:
            asked = _read(question.asked, tuple(in_path.items()), query, form == PAGE)
        except Usage as error:
            raise error if limit is None else called_limit(error, limit) from None
        extra = {"deprecation": since} if since and form != PAGE else {}
        address = "" if part is None else address_of(request, base)
        if part is not None:
            asked, part = continued(asked, part)
        state = await self._awaited(asked, life_of(scope))
        now = self.settings.now()
        today = local_day(now, state.time_zone)
        role = who_of(scope).role
        sight = sight_of(role, today)
        visit = visit_of(request, base, today, allows(role, Role.SUBMITTER), state.time_zone) if form == PAGE else None
        wanted = AskedFor(question.command, asked, form, today, visit, part, sight, address)
        fields, query = dict(scope["headers"]), scope["query_string"]
        if not asked.remembered:
            made = await self._worked_out(wanted, state)
            return reply(made, fields, query, {"cache-control": "no-store", **extra}).response()
        put = Put(question, wanted, scope["path_template"], extra)
        standing = self._standing(put, state, now)
        given = self._given(put, standing, state, fields, query)
        key = asked, part, address, standing.tag
        if given is None and (begun := self._making.get(key)) is not None:
            await asyncio.wait((begun,))
            given = self._given(put, standing, state, fields, query)
        if given is None:
            given = reply(await self._kept(key, wanted, state), fields, query, standing.headers)
        self._remember(put, scope)
        return given.response()

    def again(self, scope: Scope) -> tuple[Reply, str] | None:
        """Answer what anybody asked before in the same words, with the route of it; None where it is to be read."""
        key = words_of(scope)
        put = None if key is None else self._puts.get(key)
        if key is None or put is None:
            return None
        state = cast(Mapping[str, Any], scope).get(STATE) or self.ledger.state()
        now = self.settings.now()
        if local_day(now, state.time_zone) != put.wanted.today:
            return None
        fields, query = dict(scope["headers"]), scope["query_string"]
        before, standing = self._stood.get(key, (None, None))
        if standing is None or before != state:
            standing = self._standing(put, state, now)
            if standing.changed is not None:  # else it will be a moment later
                self._stood[key] = state, standing
        given = self._given(put, standing, state, fields, query)
        return None if given is None else (given, put.route)

    def today(self) -> str:
        """Return the day it is where the federation is."""
        return local_day(self.settings.now(), self.ledger.state().time_zone)

    def _remember(self, put: Put, scope: Scope) -> None:
        key, asked = words_of(scope), put.wanted.asked
        if key is None or put.wanted.sight.whole or asked.limited or asked.awaits() is not None:
            return
        if len(self._puts) >= MOST_PUTS:
            self._puts.clear()
            self._stood.clear()
        self._puts[key] = put
        self._stood.pop(key, None)  # that of another day

    def _standing(self, put: Put, state: State, now: str) -> Validity:
        """Say since when the answer is as it is, and by which tag a client knows it."""
        asked, form, visit, today = put.wanted.asked, put.wanted.form, put.wanted.visit, put.wanted.today
        day = getattr(asked, "as_of", None) or today
        # with a year some become adults, whatever day a question is about
        new_year = f"{today[:4]}-01-01"
        whole = put.wanted.sight.whole
        look = f"{form if visit is None else f'{form} {visit.key}'} {'whole' if whole else new_year} {put.extra}"
        fixed = is_fixed(asked, state)
        mark = self.ledger.mark(state, asked.rests_on(), day)
        # charts and the like end on the day of the newest event
        tag = tag_of(self.version, state.file, mark, day, day if fixed else min(day, state.moment[:10]), look)
        since = today if day == today else new_year
        changed = changed_at(mark.moment, state.time_zone, since, now)
        kept_by = "no-cache" if put.question.role is Role.ANYBODY and not whole else "private, no-cache"
        varies = "accept-encoding, selokirja-version" if visit is None else "accept-encoding, accept-language, cookie"
        headers = {"etag": tag, "cache-control": kept_by, "vary": varies, **put.extra}
        if changed is not None:
            headers["last-modified"] = in_words(changed)
        return Validity(tag, headers, changed, fixed)

    def _given(
        self, put: Put, standing: Validity, state: State, fields: Mapping[bytes, bytes], query: bytes
    ) -> Reply | None:
        """Answer what the client has, or what was worked out before."""
        wanted, tag = put.wanted, standing.tag
        # a page is of a language and a visitor, which a day cannot tell apart: there only the tag counts
        if client_has(fields, tag, standing.changed if wanted.visit is None else None):
            return Reply(304, standing.headers, MEDIA_TYPES[wanted.form], b"")
        key: Hashable = (wanted.asked, wanted.part, wanted.address, tag)
        kept = self.cache.get(key)
        if kept is None:
            return None
        self._given_again += 1
        if not standing.fixed and kept.around is not None and kept.around.basis.known_seq != state.head:
            basis = replace(kept.around.basis, known_seq=state.head, known_at=state.moment)
            kept = renamed(kept, basis, named(basis, wanted))
            self.cache.put(key, kept)
        return reply(kept, fields, query, standing.headers)

    async def _awaited(self, asked: Asked, life: Life) -> State:
        """Return the state of the ledger; with an event after the one that is named, if one comes in time."""
        awaited = asked.awaits()
        if awaited is not None and awaited[1] > 0 and self.ledger.state().head <= awaited[0]:
            with self._waits.taken(asker().key):
                await self.passed(*awaited, life)
            if life.gone:
                raise HttpRefusal(400, GONE)
        return self.ledger.state()

    def count_search(self) -> None:
        """Count one of the questions that an address may ask only so often, and refuse one too many."""
        problem = Problem("too-many-requests", say("too many searches from one address"), hint=say("wait a moment"))
        self._searches.take_one(asker().key, problem)

    async def passed(self, seq: int, seconds: float, life: Life) -> int:
        """Return the newest event: one after `seq` if one comes in time, and the service does not stop."""
        deadline = time.monotonic() + seconds
        while (head := self.ledger.state().head) <= seq and time.monotonic() < deadline and not life.ending:
            await self.wakes.wait(deadline - time.monotonic())
        return head

    async def _kept(self, key: Hashable, wanted: AskedFor, state: State) -> Body:
        """Work out an answer and keep it; others who ask the same meanwhile wait for it."""
        begun = self._making[key] = asyncio.get_running_loop().create_future()
        try:
            made = await self._worked_out(wanted, state)
            self.cache.put(key, made)
            return made
        finally:
            begun.cancel()
            if self._making.get(key) is begun:
                del self._making[key]

    async def _worked_out(self, wanted: AskedFor, state: State) -> Body:
        self._made += 1
        costly = self._is_costly(wanted.asked)
        # a thread that has answered found the read tables up to date, or brought them there
        last, light = self._last, wanted.asked.light and wanted.form == JSON and wanted.part is None and not costly
        if light and last is not None and last[0] == state:
            made = self.threads.at_once(lambda: at_hand(last[1], wanted))
            if made is not None:
                return written(made, wanted)

        def work() -> tuple[Body, ServedLedger]:
            made = rendered_aside(self.settings, wanted) if costly else rendered(self.ledgers, self.settings, wanted)
            return written(made, wanted), self.ledgers.mine()

        answer, ledger = await self.threads.run(work, costly=costly)
        if not costly and not self._is_server:
            self._last = state, ledger
        return answer

    def _is_costly(self, asked: Asked) -> bool:
        """Tell whether a question is costly: a state inside a submission is answered by replaying the events up to
        it."""
        seq = asked.times().known_seq
        return asked.is_costly() or (seq is not None and 0 <= seq < 2**62 and not self.ledger.is_step(seq))

    def present(self) -> Gauges:
        """Return gauges of what this process is doing, and how often it answered."""
        return {
            "costly_questions": (self.threads.costly, "Costly questions being answered or waiting."),
            "waits": (self._waits.open, "Connections that wait for an event."),
            "answers_given_again": (self._given_again, "Answers that did not have to be worked out again."),
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
def _read(kind: type[Asked], in_path: tuple[tuple[str, str], ...], query: bytes, forgiving: bool) -> Asked:
    """Read an address; the same address is the same question, so the popular ones are read once. A refusal is not
    remembered.
    """
    return asked_of(kind, dict(in_path), query, forgiving=forgiving)
