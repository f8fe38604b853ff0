"""One question answered: read from the address, compared with what the client has, worked out, remembered."""

import hashlib
import time
from collections.abc import Callable, Hashable, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, parsedate_to_datetime
from functools import lru_cache
from importlib.metadata import version
from typing import Any, cast

from litestar import Response
from litestar.types import HTTPScope

from ledger.errors import NotFound, Problem
from ledger.office import local_day, start_of_day
from messages import say
from projections.answers.asking import Asked
from projections.answers.sight import Sight
from web.answers.cache import Body, Cache, body
from web.answers.feeds import FEEDS
from web.answers.ledger_state import Ledgers, LedgerState, State
from web.answers.rendering import ATOM, CSV, JSON, PAGE, Wanted, rendered, rendered_aside
from web.answers.wakes import Wakes
from web.auth import sight_of, who_of
from web.kept.tokens import Role, allows
from web.pages import PAGES
from web.pages.visit import Visit, visit_of
from web.questions.paging import Part, continued, taken_out
from web.questions.parameters import asked_of
from web.questions.registry import Entry
from web.settings import Settings
from web.wire.limits import Places, Purse, asker
from web.wire.metrics import Gauges
from web.wire.problems import HttpRefusal
from web.wire.protocol import Life, life_of
from web.wire.threads import GONE, Threads

MEDIA_TYPES = {JSON: "application/json", CSV: "text/csv", PAGE: "text/html", ATOM: "application/atom+xml"}
# an answer that is a second old may still change within the second that Last-Modified can tell
SETTLED_SECONDS = 2


class Answering:
    """The state that answers share: the ledger's state, the threads, the answers given before."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.ledger = LedgerState(settings.ledger)
        self.ledgers = Ledgers(settings)
        self.wakes = Wakes(settings.ledger)
        self.threads = Threads(settings)
        self.cache = Cache(settings.cache_bytes)
        self._searches = Purse("searches", settings.searches_a_second, settings.searches_at_once, settings.counts)
        self._waits = Places(
            settings.address_waits, settings.waits_at_once, settings.workers,
            say("too many connections of one address wait for an event"), say("let one of them wait"),
        )  # fmt: skip
        self._version = version("selokirja")

    async def answer(self, entry: Entry, scope: HTTPScope, form: str, in_path: Mapping[str, str]) -> Response[bytes]:
        """Answer in the form that was asked for; 304 where the client has it, without asking the tables."""
        _check_form(entry, scope, form)
        if entry.asked.limited:
            self.count_search()
        query, part = taken_out(scope["query_string"]) if _in_parts(entry, form) else (scope["query_string"], None)
        asked = _read(entry.asked, tuple(in_path.items()), query, form == PAGE)
        if part is not None:
            asked, part = continued(asked, part)
        state = await self._awaited(asked, life_of(scope))
        moment = self.settings.now()
        today = local_day(moment, state.time_zone)
        role = who_of(scope).role
        sight = sight_of(role, today)
        visit = self._visit(scope, today, allows(role, Role.SUBMITTER)) if form == PAGE else None
        if not asked.remembered:
            made = await self._worked_out(entry, asked, form, today, visit, part, sight)
            return _response(made, scope, {"cache-control": "no-store"})
        day = getattr(asked, "as_of", None) or today
        # with a year some become adults, whatever day a question is about
        new_year = f"{today[:4]}-01-01"
        look = f"{form if visit is None else f'{form} {visit.key}'} {'whole' if sight.whole else new_year}"
        tag, changed = (
            _tag(self._version, state, day, look),
            _changed(state, today if day == today else new_year, moment),
        )
        kept_by = "no-cache" if entry.role is Role.ANYBODY and not sight.whole else "private, no-cache"
        varies = "accept-encoding" if visit is None else "accept-encoding, accept-language, cookie"
        headers = {"etag": tag, "cache-control": kept_by, "vary": varies}
        if changed is not None:
            headers["last-modified"] = _in_words(changed)
        # a page is of a language and a visitor, which a day cannot tell apart: there only the tag counts
        if _client_has(scope, tag, changed if visit is None else None):
            return Response(b"", status_code=304, headers=headers, media_type=MEDIA_TYPES[form])
        key: Hashable = (asked, part, tag)
        kept = self.cache.get(key)
        if kept is None:
            kept = await self._worked_out(entry, asked, form, today, visit, part, sight)
            self.cache.put(key, kept)
        return _response(kept, scope, headers)

    def today(self) -> str:
        """Return the day it is where the federation is."""
        return local_day(self.settings.now(), self.ledger.state().time_zone)

    async def drawn(
        self, scope: HTTPScope, what: tuple[str, ...], media_type: str, draw: Callable[[], bytes]
    ) -> Response[bytes]:
        """Answer with a picture of today's state that is the same for everybody, remembered as answers are."""
        today = self.today()
        tag = _tag(self._version, self.ledger.state(), today, f"{' '.join(what)} {today[:4]}")
        headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-language, cookie"}
        if _client_has(scope, tag, None):
            return Response(b"", status_code=304, headers=headers, media_type=media_type)
        kept = self.cache.get((what, tag))
        if kept is None:
            kept = await self.threads.run(lambda: Body(media_type, draw(), None), costly=False)
            self.cache.put((what, tag), kept)
        return Response(kept.plain, headers=headers, media_type=media_type)

    def _visit(self, scope: HTTPScope, today: str, at_desk: bool) -> Visit:
        return visit_of(cast(Mapping[str, Any], scope), self.settings.base_path, today, at_desk)

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
        """One of the questions that an address may ask only so often."""
        problem = Problem("too-many-requests", say("too many searches from one address"), hint=say("wait a moment"))
        self._searches.take_one(asker().key, problem)

    async def passed(self, seq: int, seconds: float, life: Life) -> int:
        """Return the newest event: one after `seq` if one comes in time, and the service does not stop."""
        deadline = time.monotonic() + seconds
        while (head := self.ledger.state().head) <= seq and time.monotonic() < deadline and not life.ending:
            await self.wakes.wait(deadline - time.monotonic())
        return head

    async def _worked_out(
        self, entry: Entry, asked: Asked, form: str, today: str, visit: Visit | None, part: Part | None, sight: Sight
    ) -> Body:
        wanted = Wanted(entry.command, asked, form, today, visit, part, sight)
        costly = self._is_costly(asked)

        def work() -> Body:
            text, following = (
                rendered_aside(self.settings, wanted) if costly else rendered(self.ledgers, self.settings, wanted)
            )
            return body(MEDIA_TYPES[form], text.encode(), following)

        return await self.threads.run(work, costly=costly)

    def _is_costly(self, asked: Asked) -> bool:
        """Tell whether a question is costly: a state inside a submission is answered by replaying the events up to
        it."""
        seq = asked.times().known_seq
        return asked.is_costly() or (seq is not None and 0 <= seq < 2**62 and not self.ledger.is_step(seq))

    def present(self) -> Gauges:
        """Return what goes on in this process now."""
        return {
            "costly_questions": (self.threads.costly, "Costly questions being answered or waiting."),
            "waits": (self._waits.open, "Connections that wait for an event."),
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


@lru_cache(256)
def _tag(version: str, state: State, day: str, form: str) -> str:
    """Make the tag of an answer: weak, for its packed and plain bytes are one. Names are always today's, so the newest
    event counts whatever the question may know.
    """
    basis = f"{version} {state.file} {state.head} {state.moment} {day} {form}"
    return f'W/"{hashlib.sha256(basis.encode()).hexdigest()[:20]}"'


def _in_parts(entry: Entry, form: str) -> bool:
    return form in (JSON, CSV) and entry.asked.table is not None


@lru_cache(256)
def _in_words(moment: datetime) -> str:
    return format_datetime(moment, usegmt=True)


def _check_form(entry: Entry, scope: HTTPScope, form: str) -> None:
    if form != PAGE and entry.asked.for_people:
        raise NotFound(Problem("no-such-address", say("this is a page for people"), hint=say("see /api")))
    if form == PAGE and entry.command not in PAGES:
        hint = say("programs find the answer at {path}.json", path=scope["path"])
        raise NotFound(Problem("no-page", say("there is no page at this address"), hint=hint))
    if form == ATOM and entry.command not in FEEDS:
        raise NotFound(
            Problem("no-feed", say("there is no feed at this address"), hint=say("see /log.atom and /lists.atom"))
        )
    if form == CSV and not entry.has_rows:
        raise NotFound(Problem("no-rows", say("this answer has no rows for CSV"), hint=say("ask for it with .json")))


def _changed(state: State, day: str, moment: str) -> datetime | None:
    """Return when the answer last became what it is: with the newest event, or with the beginning of the day it is
    about, or of the year. None while that is so fresh that another change could fall into the same second.
    """
    latest = max(state.moment, _begun(day, state.time_zone))
    at, settled_after = _settling(latest)
    return at if moment > settled_after else None


@lru_cache(256)
def _begun(day: str, time_zone: str) -> str:
    return start_of_day(day, time_zone)


@lru_cache(256)
def _settling(moment: str) -> tuple[datetime, str]:
    """Return a moment to the second, and from when on nothing else can fall into that second."""
    at = datetime.fromisoformat(moment)
    after = (at + timedelta(seconds=SETTLED_SECONDS)).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return at.replace(microsecond=0).astimezone(UTC), after


def _client_has(scope: HTTPScope, tag: str, changed: datetime | None) -> bool:
    """Tell whether the client has the answer: the tag decides where there is one (RFC 9110, 13.1)."""
    fields = dict(scope["headers"])
    given = fields.get(b"if-none-match")
    if given is not None:
        own = tag.removeprefix("W/")
        return own in (part.strip().removeprefix("W/") for part in given.decode("latin-1").split(","))
    since = fields.get(b"if-modified-since")
    if since is None or changed is None:
        return False
    try:
        return changed <= parsedate_to_datetime(since.decode("latin-1"))
    except (ValueError, TypeError):
        return False


def takes_gzip(scope: HTTPScope) -> bool:
    """Tell whether the client takes gzip: named, and not with a weight of nothing."""
    given = dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1").lower()
    for part in given.split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _response(made: Body, scope: HTTPScope, headers: dict[str, str]) -> Response[bytes]:
    if made.following:
        query = [piece for piece in scope["query_string"].decode().split("&") if not piece.startswith("cursor=")]
        headers = headers | {"link": f'<?{"&".join([*query, f"cursor={made.following}"])}>; rel="next"'}
    if made.packed is not None and takes_gzip(scope):
        return Response(made.packed, headers=headers | {"content-encoding": "gzip"}, media_type=made.media_type)
    return Response(made.plain, headers=headers, media_type=made.media_type)
