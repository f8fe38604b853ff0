"""Preview what recording something would come to, on a copy of the ledger in a process of its own.

Nobody who books waits for one, and what a submitter sends is read with limits of memory and time.
"""

import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import msgspec

from audit.surroundings import refuse_another
from desk import Outcome, submitted
from desk.gate import Gate
from desk.lists.national import member_licences, with_unlicensed
from desk.live import LiveAnswer
from desk.submit import Outside, submit
from exchange.json.documents import Placed
from exchange.json.files import read
from ledger.errors import Busy, LedgerUnusable
from ledger.office import Licence
from ledger.store import is_server
from ledger.store.database import copy_to_try_on
from ledger.words import Result
from messages import say
from web import Settings
from web.auth import NOBODY, sight_of
from web.kept.booking import Done, Shown, preview_draft
from web.kept.live import OpenGame, Taken, live_state, next_report, next_results, open_games, while_it_runs
from web.kept.live import Report as LiveReport
from web.kept.members import register_to_show
from web.kept.tokens import Role, Who, allows
from web.wire.judging import Bounds, judged
from web.writing import check_actors, check_roles, keyed
from web.writing.seen import seen

T = TypeVar("T")
PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6)  # seconds
FOR_SUBMITTERS, FOR_THE_OFFICE = Bounds(512 * 2**20, 20), Bounds(4 * 2**30, 300)


class _Given(NamedTuple):
    """What comes in from outside, as it goes to another process."""

    now: str
    surely: str
    who: Who
    wait: float


def tried_draft(settings: Settings, number: int, who: Who, reason: str | None, ahead: bool = False) -> Done:
    """Preview what booking a draft would record and move, as the asker may see it.

    `ahead`: also of an event that still runs, which cannot be booked yet.
    """
    given = _given(settings, who)
    done = seen(
        settings.ledger, sight_of(who.role, given.now[:10]),
        lambda: _tried(_draft, settings.ledger, number, given, reason, ahead, bounds=_bounds(who)),
    )  # fmt: skip
    return _with_unlicensed(done, settings.ledger, who)


def tried_documents(
    settings: Settings, name: str, content: bytes, who: Who, key: str | None, preview: str | None, gate: Gate
) -> Done:
    """Preview what recording documents would come to; refuse it where it is not what was shown."""
    given = _given(settings, who)
    done = seen(
        settings.ledger, sight_of(who.role, given.now[:10]),
        lambda: _tried(_documents, settings.ledger, name, content, given, key, preview, gate, bounds=_bounds(who)),
    )  # fmt: skip
    return _with_unlicensed(done, settings.ledger, who)


def tried_live(settings: Settings, event: str) -> LiveAnswer:
    """Work out how an event stands that is shown while it runs, as anybody may see it."""
    return _tried(_live, settings.ledger, event, _given(settings, NOBODY), bounds=FOR_THE_OFFICE)


def tried_report(
    settings: Settings, event: str, report: LiveReport, sure: Sequence[str], who: Who
) -> Taken:  # fmt: skip
    """Take a report in as the next of an event, or refuse it with what is to be answered."""
    return _tried(_report, settings.ledger, event, report, sure, _given(settings, who), bounds=FOR_THE_OFFICE)


def tried_results(
    settings: Settings, event: str, results: Mapping[str, Result], who: Who
) -> Taken:  # fmt: skip
    """Take in results of games in play, or refuse them."""
    return _tried(_results, settings.ledger, event, results, _given(settings, who), bounds=FOR_THE_OFFICE)


def tried_games(settings: Settings, event: str) -> list[OpenGame]:
    """Return the games of an event of which a result may be stated."""
    return _tried(open_games, settings.ledger, event, bounds=FOR_THE_OFFICE)


def _with_unlicensed(done: Done, ledger: str, who: Who) -> Done:
    """Say beside a preview who in it has no licence, where a register of members was read; to officers alone."""
    if not allows(who.role, Role.OFFICER) or not done.outcome.playing:
        return done
    return done._replace(report=with_unlicensed(ledger, done.report, done.outcome, register_to_show(ledger)))


def read_register(settings: Settings, name: str, content: bytes, who: Who) -> tuple[Licence, ...]:
    """Read a register of members against the ledger, or refuse it with everything that is wrong."""
    return judged(member_licences, settings.ledger, name, content, settings.now(), bounds=_bounds(who))


def _tried(work: Callable[..., T], ledger: str, *given: Any, bounds: Bounds) -> T:
    """Try it, on a server again and again while others book: theirs come first, and end what is being tried."""
    for pause in PAUSES if is_server(ledger) else ():
        try:
            return judged(work, ledger, *given, bounds=bounds)
        except (Busy, LedgerUnusable) as refusal:
            if refusal.problems[0].code not in ("busy", "connection-lost"):
                raise
            time.sleep(pause)
    return judged(work, ledger, *given, bounds=bounds)


def readable(name: str, content: bytes, who: Who, key: str | None) -> None:
    """Refuse documents to be kept as a draft unless they can be read, and carry nobody else's name."""
    judged(_read, name, content, who, key, bounds=_bounds(who))


def _given(settings: Settings, who: Who) -> _Given:
    if settings.seen:
        refuse_another(settings.ledger, settings.seen, settings.now())
    return _Given(settings.now(), settings.surely(), who, settings.write_seconds)


def _bounds(who: Who) -> Bounds:
    return FOR_SUBMITTERS if who.role is Role.SUBMITTER else FOR_THE_OFFICE


def _draft(ledger: str, number: int, given: _Given, reason: str | None, ahead: bool) -> Done:
    outside = while_it_runs(_outside(given)) if ahead else _outside(given)
    with _to_try_on(ledger) as copy:
        return preview_draft(ledger, number, outside, reason, given.wait, copy, _by_year(given))


def _live(ledger: str, event: str, given: _Given) -> LiveAnswer:
    with _to_try_on(ledger) as copy:
        return live_state(ledger, event, _outside(given), copy, given.wait)


def _report(
    ledger: str, event: str, report: LiveReport, sure: Sequence[str], given: _Given
) -> Taken:  # fmt: skip
    with _to_try_on(ledger) as copy:
        return next_report(ledger, event, report, sure, _outside(given), copy, given.wait)


def _results(
    ledger: str, event: str, results: Mapping[str, Result], given: _Given
) -> Taken:  # fmt: skip
    with _to_try_on(ledger) as copy:
        return next_results(ledger, event, results, _outside(given), copy, given.wait)


def _read(name: str, content: bytes, who: Who, key: str | None) -> list[Placed]:
    documents = [keyed(placed, key, number, who) for number, placed in enumerate(read(name, content))]
    if who.role is not Role.SUBMITTER:
        check_roles(documents, who)
    check_actors(documents, who)
    return documents


def _documents(
    ledger: str, name: str, content: bytes, given: _Given, key: str | None, preview: str | None, gate: Gate
) -> Done:
    documents: Sequence[Placed] = _read(name, content, given.who, key)
    shown = Shown(say("this"), content)
    if preview is not None:
        shown.check(preview)

    def agreed(outcome: Outcome) -> None:
        if preview is not None:
            shown.check(preview, outcome)

    with _to_try_on(ledger) as copy:
        outcome = submit(copy, documents, _outside(given), dry_run=True, wait=given.wait, agreed=agreed, gives_way=True,
                         gate=gate, by_year=_by_year(given))  # fmt: skip
    return Done(msgspec.structs.replace(submitted(outcome, True), preview=shown.name(outcome)), outcome)


def _by_year(given: _Given) -> bool:
    """Tell whether somebody could find out a day of birth by trying one after the other."""
    return not sight_of(given.who.role, given.now[:10]).whole


def _outside(given: _Given) -> Outside:
    return Outside(lambda: given.now, given.who.name, lambda: secrets.token_hex(16), given.surely)


@contextmanager
def _to_try_on(ledger: str) -> Iterator[str]:
    """Yield a copy of the ledger of this moment.

    Of a ledger on a server there is none: it is tried under its lock, gives way to whoever books, and is taken back.
    """
    if is_server(ledger):
        yield ledger
        return
    with tempfile.TemporaryDirectory(prefix="selo-try-") as folder:
        copy = os.path.join(folder, os.path.basename(ledger))
        copy_to_try_on(ledger, copy)
        yield copy
