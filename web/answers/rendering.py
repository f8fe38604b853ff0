"""Write an answer as text. A costly one is made in a process of its own, behind everybody else, so that nobody waits
for it.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from audit.rebuild import explained
from exchange.lists.written import sheet_text
from ledger.errors import NotFound, Problem
from messages import say
from messages.answer import json_text, plain
from projections.answers.asking import Asked
from projections.answers.reading import Basis, Reading
from projections.answers.sight import Sight
from web.answers.feeds import FEEDS, feed_text
from web.answers.ledger_state import Ledgers, ServedLedger
from web.answers.replying import Body, body
from web.pages import PAGES
from web.pages.rendering import known
from web.pages.visit import Visit
from web.questions.paging import Part, bounded, cut
from web.questions.registry import Entry
from web.settings import Settings
from web.wire.judging import Bounds, judged

JSON, CSV, PAGE, ATOM = "json", "csv", "page", "atom"
MEDIA_TYPES = {JSON: "application/json", CSV: "text/csv", PAGE: "text/html", ATOM: "application/atom+xml"}
MEMORY = 4 * 2**30


class Wanted(NamedTuple):
    """A question, by whom it is asked and on which day, and the form of its answer."""

    command: str
    asked: Asked
    form: str
    today: str
    visit: Visit | None
    part: Part | None
    sight: Sight
    address: str = ""  # asked again with another cursor


class _Given(NamedTuple):
    """The settings that an answer rests on, as they go to another process."""

    ledger: str
    base_path: str
    keys: tuple[str, ...]
    now: str


class Made(NamedTuple):
    """The text of an answer, the cursor of the rows behind it, and what it rests on where it says so."""

    text: str
    following: str = ""
    basis: Basis | None = None


def named(basis: Basis | None, wanted: Wanted) -> bytes:
    """Write what an answer rests on as it stands in the answer."""
    if basis is None:
        return b""
    if wanted.visit is not None:
        return known(basis, wanted.visit).encode()
    return json_text(basis).encode() if wanted.form == JSON else b""


def written(made: Made, wanted: Wanted) -> Body:
    """Make the body of an answer."""
    media_type, text = MEDIA_TYPES[wanted.form], made.text.encode()
    return body(media_type, text, made.following, made.basis, named(made.basis, wanted))


def rendered_aside(settings: Settings, wanted: Wanted) -> Made:
    """Return what `rendered` does. A replay holds the interpreter, and other questions of this process would wait."""
    given = _Given(settings.ledger, settings.base_path, settings.keys, settings.now())
    return judged(_rendered, given, wanted, bounds=Bounds(MEMORY, settings.costly_seconds))


def _rendered(given: _Given, wanted: Wanted) -> Made:
    settings = Settings(ledger=given.ledger, base_path=given.base_path, keys=given.keys, now=lambda: given.now)
    return rendered(Ledgers(settings), settings, wanted)


def rendered(ledgers: Ledgers, settings: Settings, wanted: Wanted) -> Made:
    """Make the text of an answer, as JSON and CSV exactly what the command prints."""
    with explained(settings.ledger):
        return _made(ledgers, settings, wanted)


def at_hand(ledger: ServedLedger, wanted: Wanted) -> Made | None:
    """Make the text of an answer in JSON, if it is at hand."""
    ledger.sight = wanted.sight
    with wanted.asked.seen(ledger, wanted.today) as reading:
        if not wanted.asked.is_at_hand(reading):
            return None
        answer = wanted.asked.ask(reading)
        return Made(json_text(answer) + "\n", basis=getattr(answer, "basis", None))


def _made(ledgers: Ledgers, settings: Settings, wanted: Wanted) -> Made:
    command, asked, form, today, visit, part, sight, address = wanted
    ledger = ledgers.mine(sight)
    if visit is not None:
        with asked.seen(ledger, today) as reading:
            text = PAGES[command](reading, asked, visit)
            return Made(text, basis=reading.basis() if isinstance(reading, Reading) else None)
    if form == ATOM:
        with asked.seen(ledger, today) as reading:
            return Made(feed_text(command, reading, asked, settings.base_path))
    if part is None:
        answer, following, total = asked.answered(ledger, today), "", None
    else:
        answer, following, total = cut(asked, bounded(asked, part).answered(ledger, today), part)
    if form == JSON:
        there = f"{address}cursor={following}" if following else None
        whole = answer if part is None or not (part.asked or following) else {**plain(answer), "next": there,
                                                                              "total": total}  # fmt: skip
        return Made(json_text(whole) + "\n", following, getattr(answer, "basis", None))
    sheet = asked.sheet(answer)
    assert sheet is not None, command
    return Made(sheet_text(*sheet), following)


def in_parts(entry: Entry, form: str) -> bool:
    """Tell whether an answer may be asked for in parts."""
    return form in (JSON, CSV) and entry.asked.table is not None


def check_form(entry: Entry, scope: Mapping[str, Any], form: str) -> None:
    """Refuse a form that the answer does not have."""
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
