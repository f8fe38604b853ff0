"""Decide which editions of rules count: one is adopted from a day on, a corrected one is
accepted, and none is taken back by the way.
"""

from collections.abc import Sequence

from ledger.bodies import RulesAdopted, RulesRevised
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.refusals import refuse
from ledger.documents import AcceptRules, AdoptRules, Withdraw
from ledger.events import OFFICE
from ledger.followed_rules import followed_revisions
from ledger.schedules import NO_SCHEDULE, schedules
from messages import by_command, say


def adopt_rules(document: AdoptRules, context: Context) -> Decision:
    """Decide that an edition counts on a list from a day on; refuse one that this
    program does not know.
    """
    editions = context.editions.get(document.list, {})
    if document.edition not in editions:
        message = say(
            "{list} has no edition {edition}",
            list=document.list,
            edition=repr(document.edition),
        )
        hint = say("known: {names}", names=", ".join(editions))
        raise refuse("unknown-edition", message, "edition", hint)

    body = RulesAdopted(
        list=document.list,
        edition=document.edition,
        since=document.from_day,
        revision=editions[document.edition],
        reason=document.reason,
        begins=document.begins or _is_first_day(document, context),
    )
    adopted = [other for _, other in context.timeline.office(RulesAdopted)]
    refuse_waiting(body, [*adopted, body], context)

    return Decision("adopt-rules", document.list, [(OFFICE, body)])


def _is_first_day(document: AdoptRules, context: Context) -> bool:
    """Tell whether the list begins on the day.

    A list that gets its first rules from a day to come has nothing before it; that
    stays so when the day is corrected. In a ledger that comes from elsewhere the
    document says it.
    """
    if context.importing:
        return False
    schedule = context.timeline.whole_schedule(document.list)
    if schedule.editions:
        return bool(schedule.begins)
    return document.from_day > context.today


def refuse_waiting(
    body: RulesAdopted, adopted: Sequence[RulesAdopted], context: Context
) -> None:
    """Refuse a day to come for an edition that is in force: an edition has one day, so
    it would not be in force until then, and what was rated by it would move.

    `adopted`: everything that would be adopted, in recorded order.
    """
    if context.importing or body.since <= context.today:
        return

    before = context.timeline.whole_schedule(body.list).so_far(context.today)
    after = schedules(adopted)[body.list].so_far(context.today)
    if before == after:
        return

    since = next(since for since, edition in before if edition == body.edition)
    message = say(
        "{edition} is in force on {list} since {since}: it cannot wait for {day}",
        edition=body.edition,
        list=body.list,
        since=since,
        day=body.since,
    )
    hint = say(
        "if it was adopted by mistake, withdraw that adoption first; what was rated by"
        " it will move"
    )
    raise refuse("in-force", message, "from", hint)


# Before format 1 editions had revisions up to this one. Their revision 1 of today holds
# all of these corrections.
REVISIONS_BEFORE_FORMAT_1 = 3


def accept_rules(document: AcceptRules, context: Context) -> Decision:
    """Accept a corrected edition: only what the code carries, only of an edition in
    force, and only forwards.

    A ledger that comes from elsewhere is rated by this code from its first event on. So
    an earlier revision may be accepted there once more; and one from before format 1 is
    noted in the one that this code has.
    """
    revision = _accepted_revision(document, context)
    if not context.importing:
        _need_new_revision(document.edition, revision, context)

    moved = context.moved()
    body = RulesRevised(
        edition=document.edition,
        revision=revision,
        reason=document.reason,
        moved=moved.ratings,
        titles=moved.titles,
    )

    return Decision("accept-rules", document.edition, [(OFFICE, body)])


def _accepted_revision(document: AcceptRules, context: Context) -> int:
    """Return the revision of an edition that is accepted; refuse one that this program
    does not carry.
    """
    known: int | None = None
    for editions in context.editions.values():
        known = editions.get(document.edition, known)

    if context.importing and known is not None:
        if document.revision <= max(known, REVISIONS_BEFORE_FORMAT_1):
            return min(document.revision, known)

    if document.revision == known:
        return document.revision

    message = say(
        "this version carries revision {known} of {edition}",
        known=known or "none",
        edition=document.edition,
    )
    raise refuse("unknown-revision", message, "revision")


def _need_new_revision(edition: str, revision: int, context: Context) -> None:
    """Refuse an edition that the ledger does not follow, and a revision that is in
    force or older.
    """
    followed = followed_revisions(context.timeline.office_facts()).get(edition)
    if followed is None:
        message = say(
            "the ledger does not follow {edition}, so there is nothing of it to accept",
            edition=edition,
        )
        hint = by_command("see `selo rules`; adopting an edition takes it as it is now")
        raise refuse("not-followed", message, "edition", hint)

    if followed >= revision:
        message = say(
            "revision {number} of {edition} is in force already",
            number=revision,
            edition=edition,
        )
        raise refuse("accepted", message, "revision")


def need_rules_meant(document: Withdraw, body: RulesAdopted, context: Context) -> None:
    """Refuse to withdraw an edition by the way: it has a seq like any fact, but taking
    it back is no small correction.

    It has to be said, and a list's only edition stays. Before its day it may be taken
    back like anything else.
    """
    if context.importing:
        return

    today = context.today
    others = [
        other
        for seq, other in context.timeline.office(RulesAdopted)
        if seq != document.seq
    ]
    before = context.timeline.whole_schedule(body.list).so_far(today)
    after = schedules(others).get(body.list, NO_SCHEDULE).so_far(today)
    if before and not after:
        message = say("{list} would be left without rules", list=body.list)
        raise refuse("last-rules", message, "seq", say("adopt another edition first"))

    nothing_rated_by_it = body.since > today and before == after
    if nothing_rated_by_it or document.rules:
        return

    message = say(
        "seq {seq} put {edition} in force on {list} from {day}: without it every"
        " rating from that day on follows other rules",
        seq=document.seq,
        edition=body.edition,
        list=body.list,
        day=body.since,
    )
    hint = by_command(
        'if that is meant: --rules, or "rules": true in a document; see it first'
        " with --dry-run",
        'if that is meant: "rules": true in the document',
    )
    raise refuse("rules-meant", message, "seq", hint)
