"""Preview what recording something would come to, on a copy of the ledger in a process
of its own, and show it, or its refusal, as the person who asked for it may see it.

Nobody who books waits for one, and what a submitter sends is read with limits of memory
and time. A submitter is a stranger: what a file or a document brings up of people in
the ledger goes by the policy of answers.
"""

import os
import secrets
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from audit.machine import refuse_unlike_seen
from desk.cautions import Caution
from desk.doubts import DoubtRow
from desk.games.report import (
    Candidate,
    DoubtfulPlayer,
    FilePlayers,
    FileSubmitted,
    MatchedPlayer,
)
from desk.licences import report_with_unlicensed
from desk.outcomes import EntryChange, LostTitle, Move, submitted_answer
from desk.rows_to_publish import rows_to_publish
from desk.second_look.look import SECOND_LOOK
from desk.slips import SlipAnswers
from desk.submit import Outside, submit
from exchange.json.files import read_documents
from ledger.errors import Busy, LedgerUnusable, Problem, SeloError
from ledger.placed import Placed
from ledger.store import is_server
from ledger.store.database import copy_to_try_on, snapshot
from messages import say
from messages.answer import UNSET
from projections.answers import Viewer
from projections.answers.privacy import Policy
from projections.opened_ledger import OpenedLedger
from web import Settings
from web.auth import viewer_of
from web.booking.permissions import check_actors, documents_from
from web.sandbox import Bounds, run_in_sandbox
from web.store.booking import Done, preview_draft, while_it_runs
from web.store.previewed_content import PreviewedContent
from web.store.roles import Role, allows
from web.store.tokens import Who

T = TypeVar("T")
PAUSES = (0.1, 0.2, 0.4, 0.8, 1.6)  # seconds
FOR_SUBMITTERS, FOR_THE_OFFICE = Bounds(512 * 2**20, 20), Bounds(4 * 2**30, 300)


class FromOutside(NamedTuple):
    """What comes in from outside, as it goes to another process."""

    now: str
    surely: str
    who: Who
    wait: float


def tried_draft(
    settings: Settings,
    number: int,
    who: Who,
    reason: str | None,
    ahead: bool = False,
    without: Sequence[str] = (),
) -> Done:
    """Preview what booking a draft would record and move, as the asker may see it.

    `ahead`: also of an event that still runs, which cannot be booked yet; `without`:
    answers that are asked for again.
    """
    return _seen_by(
        from_outside(settings, who),
        settings.ledger,
        _draft_in_sandbox,
        number=number,
        reason=reason,
        ahead=ahead,
        without=without,
    )


def tried_documents(
    settings: Settings,
    name: str,
    content: bytes,
    who: Who,
    key: str | None,
    preview: str | None,
    slip_answers: SlipAnswers,
) -> Done:
    """Preview what recording documents would come to; refuse it where it is not what
    was shown.
    """
    return _seen_by(
        from_outside(settings, who),
        settings.ledger,
        _documents_in_sandbox,
        name=name,
        content=content,
        key=key,
        preview=preview,
        slip_answers=slip_answers,
    )


def tried_form(settings: Settings, name: str, content: bytes, who: Who) -> Done:
    """Preview the documents that a form comes to, whoever may book them, or refuse them
    as booking would.
    """
    return _seen_by(
        from_outside(settings, who),
        settings.ledger,
        _form_in_sandbox,
        name=name,
        content=content,
    )


def _seen_by(
    given: FromOutside, ledger: str, work: Callable[..., Done], **named: Any
) -> Done:
    """Try `work(ledger, given, **named)`, and return what the asker may see; an officer
    also who in it has no licence, where a feature knows.
    """
    role = given.who.role
    viewer = viewer_of(role, given.now[:10])
    bounds = _bounds(given.who)
    trial = partial(run_trial, work, ledger, given, bounds=bounds, **named)
    done = as_viewer_may_see(ledger, viewer, trial)
    if not allows(role, Role.OFFICER) or not done.outcome.playing:
        return done

    report = report_with_unlicensed(ledger, done.report, done.outcome)
    return done._replace(report=report)


def run_trial(
    work: Callable[..., T], ledger: str, *given: Any, bounds: Bounds, **named: Any
) -> T:
    """Try `work(ledger, *given, **named)` in a sandbox, on a server again and again
    while others book: theirs come first, and end what is being tried.
    """
    for pause in PAUSES if is_server(ledger) else ():
        try:
            return run_in_sandbox(work, ledger, *given, bounds=bounds, **named)
        except (Busy, LedgerUnusable) as refusal:
            if refusal.problems[0].code not in ("busy", "connection-lost"):
                raise
            time.sleep(pause)
    return run_in_sandbox(work, ledger, *given, bounds=bounds, **named)


def readable(name: str, content: bytes, who: Who, key: str | None) -> None:
    """Refuse documents to be kept as a draft unless they can be read, and carry nobody
    else's name.
    """
    run_in_sandbox(documents_from, name, content, who, key, bounds=_bounds(who))


def check_names(name: str, content: bytes, who: Who) -> None:
    """Refuse documents that have somebody else's name; those that cannot be read are
    taken, and their page says what is wrong.
    """
    run_in_sandbox(_check_names_in_sandbox, name, content, who, bounds=_bounds(who))


def _check_names_in_sandbox(name: str, content: bytes, who: Who) -> None:
    try:
        documents = read_documents(name, content)
    except SeloError:
        return
    check_actors(documents, who)


def from_outside(settings: Settings, who: Who) -> FromOutside:
    if settings.seen:
        refuse_unlike_seen(settings.ledger, settings.seen, settings.now())
    return FromOutside(settings.now(), settings.surely(), who, settings.write_seconds)


def _bounds(who: Who) -> Bounds:
    """Return what a trial may take that somebody asks for."""
    if who.role is Role.SUBMITTER:
        return FOR_SUBMITTERS
    return FOR_THE_OFFICE


def _draft_in_sandbox(
    ledger: str,
    given: FromOutside,
    number: int,
    reason: str | None,
    ahead: bool,
    without: Sequence[str],
) -> Done:
    outside = while_it_runs(outside_of(given)) if ahead else outside_of(given)
    with to_try_on(ledger) as copy:
        return preview_draft(
            ledger=ledger,
            number=number,
            outside=outside,
            reason=reason,
            wait=given.wait,
            copy=copy,
            by_year=_may_guess_birth(given),
            without=without,
        )


def _documents_in_sandbox(
    ledger: str,
    given: FromOutside,
    name: str,
    content: bytes,
    key: str | None,
    preview: str | None,
    slip_answers: SlipAnswers,
) -> Done:
    documents: Sequence[Placed] = documents_from(name, content, given.who, key)
    shown = PreviewedContent(say("this"), content)
    shown.check(preview)

    with to_try_on(ledger) as copy:
        outcome = submit(
            copy,
            documents,
            outside_of(given),
            dry_run=True,
            wait=given.wait,
            agreed=lambda outcome: shown.check(preview, outcome),
            gives_way=True,
            slip_answers=slip_answers,
            by_year=_may_guess_birth(given),
        )

    return Done(
        msgspec.structs.replace(
            submitted_answer(outcome, True), preview=shown.name(outcome)
        ),
        outcome,
    )


def _form_in_sandbox(
    ledger: str, given: FromOutside, name: str, content: bytes
) -> Done:
    documents = read_documents(name, content)
    check_actors(documents, given.who)
    with to_try_on(ledger) as copy:
        outcome = submit(
            copy,
            documents,
            outside_of(given),
            dry_run=True,
            wait=given.wait,
            gives_way=True,
            by_year=_may_guess_birth(given),
        )
    return Done(submitted_answer(outcome, True), outcome)


def _may_guess_birth(given: FromOutside) -> bool:
    """Tell whether somebody could find out a day of birth by trying one after the
    other.
    """
    return not viewer_of(given.who.role, given.now[:10]).whole


def outside_of(given: FromOutside) -> Outside:
    return Outside(
        lambda: given.now,
        given.who.name,
        lambda: secrets.token_hex(16),
        rows_to_publish,
        SECOND_LOOK,
        given.surely,
    )


@contextmanager
def to_try_on(ledger: str) -> Iterator[str]:
    """Yield a copy of the ledger of this moment.

    Of a ledger on a server there is none: it is tried under its lock, gives way to
    whoever books, and is taken back.
    """
    if is_server(ledger):
        yield ledger
        return
    with tempfile.TemporaryDirectory(prefix="selo-try-") as folder:
        copy = os.path.join(folder, os.path.basename(ledger))
        copy_to_try_on(ledger, copy)
        yield copy


# what is asked about tells a sex, or where years are kept back, a year: whoever tries
# one day after the other learns it
TELLS_A_SEX, TELLS_A_YEAR = ("two-people",), ("wrong-year", "age-group", "same-name")
R = TypeVar("R", Move, EntryChange, LostTitle)


def as_viewer_may_see(ledger: str, viewer: Viewer, work: Callable[[], Done]) -> Done:
    """Return what work comes to, or raise its refusal, as the person who asked for it
    may see it.
    """
    if viewer.whole:
        return work()
    try:
        done = work()
    except SeloError as refusal:
        with snapshot(ledger) as connection:
            policy = Policy(OpenedLedger(connection), viewer, viewer.today)
            refusal.problems = tuple(
                _problem(problem, policy) for problem in refusal.problems
            )
            raise
    with snapshot(ledger) as connection:
        policy = Policy(OpenedLedger(connection), viewer, viewer.today)
        return _visible_outcome(done, policy)


def _visible_outcome(done: Done, policy: Policy) -> Done:
    """Return a preview without what the asker may not see, in its report too."""
    outcome = replace(
        done.outcome,
        moved=_rows(done.outcome.moved, policy),
        entries=_rows(done.outcome.entries, policy),
        warnings=_cautions(done.outcome.warnings, policy),
        lost_titles=_rows(done.outcome.lost_titles, policy),
        doubts=_doubts(done.outcome.doubts, policy),
    )
    visible: dict[str, object] = {
        "moved": outcome.moved,
        "warnings": _cautions(done.report.warnings, policy),
    }
    for name in ("entries", "lost_titles"):
        if getattr(done.report, name) is not UNSET:
            visible[name] = getattr(outcome, name)
    if done.report.doubts is not UNSET:
        visible["doubts"] = outcome.doubts or UNSET

    if isinstance(done.report, FileSubmitted):
        visible["players"] = _players(done.report.players, policy)
        visible["questions"] = tuple(
            replace(question, message=policy.without_hidden(question.message))
            for question in done.report.questions
        )

    return done._replace(report=replace(done.report, **visible), outcome=outcome)


def _rows(rows: Sequence[R], policy: Policy) -> tuple[R, ...]:
    """Return rows about people without the names that the asker may not see."""
    shown = []
    for row in rows:
        if policy.hides(row.player):
            row = replace(row, name=None)
        shown.append(row)
    return tuple(shown)


def _doubts(doubts: Sequence[DoubtRow], policy: Policy) -> tuple[DoubtRow, ...]:
    """Return the doubts that tell no sex and no year which the asker may not see."""
    shown = []
    for doubt in doubts:
        if not _is_telling(doubt.doubt, policy):
            message = policy.without_hidden(doubt.message)
            shown.append(replace(doubt, message=message))
    return tuple(shown)


def _cautions(warnings: Sequence[Caution], policy: Policy) -> tuple[Caution, ...]:
    shown = []
    for warning in warnings:
        hidden = warning.slip is not UNSET and _is_telling(warning.slip, policy)
        # that a name is known is said whatever the year
        if hidden and warning.slip != "same-name":
            continue
        slip = UNSET if hidden else warning.slip
        shown.append(
            replace(warning, message=policy.without_hidden(warning.message), slip=slip)
        )
    return tuple(shown)


def _is_telling(slip: str, policy: Policy) -> bool:
    return slip in TELLS_A_SEX or (slip in TELLS_A_YEAR and policy.hides_years)


def _players(players: FilePlayers, policy: Policy) -> FilePlayers:
    return replace(
        players,
        matched=tuple(_visible_match(row, policy) for row in players.matched),
        proposed=tuple(
            replace(row, candidate=_candidate(row.candidate, policy))
            for row in players.proposed
        ),
        doubtful=tuple(_visible_doubt(row, policy) for row in players.doubtful),
    )


def _visible_match(row: MatchedPlayer, policy: Policy) -> MatchedPlayer:
    """Return a row that was matched without what would tell a sex, or a name that is
    kept back.
    """
    known_as = row.known_as
    if policy.hides(row.player):
        known_as = UNSET
    return replace(
        row,
        agrees=_without_sex(row.agrees),
        contradicts=_without_sex(row.contradicts),
        known_as=known_as,
    )


def _without_sex(sources: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sources without those that would tell a sex."""
    return tuple(source for source in sources if source != "sex")


def _visible_doubt(row: DoubtfulPlayer, policy: Policy) -> DoubtfulPlayer:
    candidates = tuple(_candidate(candidate, policy) for candidate in row.candidates)
    return replace(row, by=policy.without_hidden(row.by), candidates=candidates)


def _candidate(candidate: Candidate, policy: Policy) -> Candidate:
    candidate = replace(
        candidate,
        agrees=_without_sex(candidate.agrees),
        contradicts=_without_sex(candidate.contradicts),
    )
    if policy.hides(candidate.player):
        return replace(candidate, name=None, born=None, club=None, fide_id=None)
    return replace(candidate, born=policy.born(candidate.player, candidate.born))


def _problem(problem: Problem, policy: Policy) -> Problem:
    """Return a problem without the names that the asker may not see."""
    if problem.code == "details-differ":
        # that they differ is said, but not from what
        player = problem.message.values["player"]
        message = say(
            "{player} has other details in the ledger than these", player=player
        )
        hint = problem.hint
    elif problem.code == "header-differs":
        # an organiser: only what the ledger says, since to hide a name that was sent
        # would tell that the person asked not to be listed
        before = str(problem.message.values["before"])
        message = problem.message.renamed(before, policy.of_file(before))
        hint = problem.hint
    else:
        message = policy.without_hidden(problem.message)
        hint = policy.without_hidden(problem.hint)

    return Problem(problem.code, message, problem.where, hint, problem.about)
