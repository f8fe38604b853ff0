"""Previews: what recording something would come to, tried on a copy of the ledger in a process of its own; and a
preview or a refusal as whoever asked for it may see it.

Nobody who books waits for one, and what a submitter sends is read with limits of memory and time. A submitter is a
stranger: what a file or a document brings up of people in the ledger goes by the policy of answers.
"""

import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from audit.seen import refuse_another
from desk.games.report import Candidate, DoubtfulPlayer, FilePlayers, FileSubmitted, MatchedPlayer
from desk.gate import Gate
from desk.lists.members import member_licences, with_unlicensed
from desk.outcome import Caution, EntryChange, LostTitle, Move, Outcome, submitted
from desk.submit import Outside, submit
from exchange.json.documents import Placed, read
from ledger.errors import Busy, LedgerUnusable, Problem, SeloError
from ledger.office import Licence
from ledger.store.database import copy_to_try_on, snapshot
from ledger.store.dialects.address import is_server
from messages import Message, say
from messages.answer import UNSET
from projections.answers.policy import Policy
from projections.answers.sight import Sight
from web.auth import sight_of
from web.kept.booking import Done, preview_draft
from web.kept.members import register_to_show
from web.kept.previews import Shown
from web.kept.tokens import Role, Who, allows
from web.settings import Settings
from web.wire.judging import Bounds, judged
from web.writing.checks import check_actors, check_roles, keyed

# what is asked about tells a sex, or where years are kept back, a year: whoever tries one day after the other learns it
TELLS_A_SEX, TELLS_A_YEAR = ("two-people",), ("wrong-year", "age-group", "same-name")
R = TypeVar("R", Move, EntryChange, LostTitle)


def seen(ledger: str, sight: Sight, work: Callable[[], Done]) -> Done:
    """Return what work comes to, or refuse as it does, as whoever asked for it may see it."""
    if sight.whole:
        return work()
    try:
        done = work()
    except SeloError as refusal:
        with snapshot(ledger) as connection:
            policy = Policy(connection, sight, sight.today)
            refusal.problems = tuple(_problem(problem, policy) for problem in refusal.problems)
            raise
    with snapshot(ledger) as connection:
        return _done(done, Policy(connection, sight, sight.today))


def _done(done: Done, policy: Policy) -> Done:
    outcome = replace(
        done.outcome,
        moved=tuple(_row(row, policy) for row in done.outcome.moved),
        entries=tuple(_row(row, policy) for row in done.outcome.entries),
        warnings=_cautions(done.outcome.warnings, policy),
        lost_titles=tuple(_row(row, policy) for row in done.outcome.lost_titles),
        doubts=tuple(
            replace(doubt, message=policy.without_hidden(doubt.message))
            for doubt in done.outcome.doubts
            if not _tells(doubt.doubt, policy)
        ),
    )
    told: dict[str, object] = {
        "moved": outcome.moved, "warnings": _cautions(done.report.warnings, policy),
    }  # fmt: skip
    if done.report.entries is not UNSET:
        told["entries"] = outcome.entries
    if done.report.lost_titles is not UNSET:
        told["lost_titles"] = outcome.lost_titles
    if done.report.doubts is not UNSET:
        told["doubts"] = outcome.doubts or UNSET
    if isinstance(done.report, FileSubmitted):
        told["players"] = _players(done.report.players, policy)
        told["questions"] = tuple(
            replace(question, message=policy.without_hidden(question.message)) for question in done.report.questions
        )
    return Done(replace(done.report, **told), outcome)


def _row(row: R, policy: Policy) -> R:
    return replace(row, name=None) if policy.hides(row.player) else row


def _cautions(warnings: Sequence[Caution], policy: Policy) -> tuple[Caution, ...]:
    shown = []
    for warning in warnings:
        hidden = warning.slip is not UNSET and _tells(warning.slip, policy)
        if hidden and warning.slip != "same-name":  # that a name is known is said whatever the year
            continue
        slip = UNSET if hidden else warning.slip
        shown.append(replace(warning, message=policy.without_hidden(warning.message), slip=slip))
    return tuple(shown)


def _tells(slip: str, policy: Policy) -> bool:
    return slip in TELLS_A_SEX or (slip in TELLS_A_YEAR and policy.hides_years)


def _players(players: FilePlayers, policy: Policy) -> FilePlayers:
    return replace(
        players,
        matched=tuple(_matched(row, policy) for row in players.matched),
        proposed=tuple(replace(row, candidate=_candidate(row.candidate, policy)) for row in players.proposed),
        doubtful=tuple(_doubtful(row, policy) for row in players.doubtful),
    )


def _matched(row: MatchedPlayer, policy: Policy) -> MatchedPlayer:
    row = replace(row, agrees=_shown(row.agrees), contradicts=_shown(row.contradicts))
    return replace(row, known_as=UNSET) if policy.hides(row.player) else row


def _shown(sources: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sources without those that would tell a sex."""
    return tuple(source for source in sources if source != "sex")


def _doubtful(row: DoubtfulPlayer, policy: Policy) -> DoubtfulPlayer:
    candidates = tuple(_candidate(candidate, policy) for candidate in row.candidates)
    return replace(row, by=policy.without_hidden(row.by), candidates=candidates)


def _candidate(candidate: Candidate, policy: Policy) -> Candidate:
    candidate = replace(candidate, agrees=_shown(candidate.agrees), contradicts=_shown(candidate.contradicts))
    if policy.hides(candidate.player):
        return replace(candidate, name=None, born=None, club=None, fide_id=None)
    return replace(candidate, born=policy.born(candidate.player, candidate.born))


def _problem(problem: Problem, policy: Policy) -> Problem:
    if problem.code == "details-differ":
        return Problem(problem.code, _differs(problem.message), problem.where, problem.hint, problem.about)
    message = policy.without_hidden(problem.message)
    return Problem(problem.code, message, problem.where, policy.without_hidden(problem.hint), problem.about)


def _differs(message: Message) -> Message:
    """Say that it differs, but not from what."""
    return say("{player} has other details in the ledger than these", player=message.values["player"])


PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6)  # seconds
FOR_SUBMITTERS, FOR_THE_OFFICE = Bounds(512 * 2**20, 20), Bounds(4 * 2**30, 300)


class _Given(NamedTuple):
    """What comes in from outside, as it goes to another process."""

    now: str
    surely: str
    who: Who
    wait: float


def tried_draft(settings: Settings, number: int, who: Who, reason: str | None) -> Done:
    """What booking a draft would record and move, as whoever asks may see it."""
    given = _given(settings, who)
    done = seen(
        settings.ledger, sight_of(who.role, given.now[:10]),
        lambda: _tried(_draft, settings.ledger, number, given, reason, bounds=_bounds(who)),
    )  # fmt: skip
    return _with_unlicensed(done, settings.ledger, who)


def tried_documents(
    settings: Settings, name: str, content: bytes, who: Who, key: str | None, preview: str | None, gate: Gate
) -> Done:
    """What recording documents would come to; refused where it is not what was shown."""
    given = _given(settings, who)
    done = seen(
        settings.ledger, sight_of(who.role, given.now[:10]),
        lambda: _tried(_documents, settings.ledger, name, content, given, key, preview, gate, bounds=_bounds(who)),
    )  # fmt: skip
    return _with_unlicensed(done, settings.ledger, who)


def _with_unlicensed(done: Done, ledger: str, who: Who) -> Done:
    """Say beside a preview who in it has no licence, where a register of members was read; to officers alone."""
    if not allows(who.role, Role.OFFICER) or not done.outcome.playing:
        return done
    return done._replace(report=with_unlicensed(ledger, done.report, done.outcome, register_to_show(ledger)))


def read_register(settings: Settings, name: str, content: bytes, who: Who) -> tuple[Licence, ...]:
    """Read a register of members against the ledger, or refuse it with everything that is wrong."""
    return judged(member_licences, settings.ledger, name, content, settings.now(), bounds=_bounds(who))


def _tried(work: Callable[..., Done], ledger: str, *given: Any, bounds: Bounds) -> Done:
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
    """Documents that are kept as a draft are documents, and of nobody else."""
    judged(_read, name, content, who, key, bounds=_bounds(who))


def _given(settings: Settings, who: Who) -> _Given:
    if settings.seen:
        refuse_another(settings.ledger, settings.seen, settings.now())
    return _Given(settings.now(), settings.surely(), who, settings.write_seconds)


def _bounds(who: Who) -> Bounds:
    return FOR_SUBMITTERS if who.role is Role.SUBMITTER else FOR_THE_OFFICE


def _draft(ledger: str, number: int, given: _Given, reason: str | None) -> Done:
    with _to_try_on(ledger) as copy:
        return preview_draft(ledger, number, _outside(given), reason, given.wait, copy, _by_year(given))


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
    """A copy of this moment. Of a ledger on a server there is none: it is tried under its lock, gives way to whoever
    books, and is taken back."""
    if is_server(ledger):
        yield ledger
        return
    with tempfile.TemporaryDirectory(prefix="selo-try-") as folder:
        copy = os.path.join(folder, os.path.basename(ledger))
        copy_to_try_on(ledger, copy)
        yield copy
