"""Show a preview or a refusal as the person who asked for it may see it. A submitter is a stranger: what a file or a
document brings up of people in the ledger goes by the policy of answers.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from desk import Caution, EntryChange, LostTitle, Move
from desk.games.report import Candidate, DoubtfulPlayer, FilePlayers, FileSubmitted, MatchedPlayer
from ledger.errors import Problem, SeloError
from ledger.store.database import snapshot
from messages import Message, say
from messages.answer import UNSET
from projections.answers import Sight
from projections.answers.policy import Policy
from web.kept.booking import Done

# what is asked about tells a sex, or where years are kept back, a year: whoever tries one day after the other learns it
TELLS_A_SEX, TELLS_A_YEAR = ("two-people",), ("wrong-year", "age-group", "same-name")
R = TypeVar("R", Move, EntryChange, LostTitle)


def seen(ledger: str, sight: Sight, work: Callable[[], Done]) -> Done:
    """Return what work comes to, or raise its refusal, as the person who asked for it may see it."""
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
