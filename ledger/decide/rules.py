"""Decide which rules are in force: adopting an edition, accepting a corrected one, taking either back."""

from ledger.bodies import RulesAdopted, RulesRevised
from ledger.decide import Context, Decision, refuse
from ledger.documents import AcceptRules, AdoptRules, Document, Reinstate, Withdraw
from ledger.events import OFFICE, Event
from ledger.timeline import evolve_facts, unlike
from messages import by_command, say


def adopt(document: AdoptRules, context: Context) -> Decision:
    editions = context.editions.get(document.list, {})
    if document.edition not in editions:
        raise refuse(
            "unknown-edition",
            say("{list} has no edition {edition}", list=document.list, edition=repr(document.edition)),
            "edition",
            say("known: {names}", names=", ".join(editions)),
        )
    body = RulesAdopted(document.list, document.edition, document.from_day, editions[document.edition], document.reason)
    return Decision("adopt-rules", document.list, [(OFFICE, body)])


def accept(document: AcceptRules, context: Context) -> Decision:
    """Accept a corrected edition: only what the code carries, only of an edition in force, and only forwards."""
    carried = {edition: revision for of_list in context.editions.values() for edition, revision in of_list.items()}
    known_here = document.revision <= carried.get(document.edition, 0)
    if not known_here if context.again else carried.get(document.edition) != document.revision:
        known = carried.get(document.edition, "none")
        raise refuse(
            "unknown-revision",
            say("this version carries revision {known} of {edition}", known=known, edition=document.edition),
            "revision",
        )
    followed = context.timeline.revisions().get(document.edition)
    if not context.again and followed is None:
        message = say(
            "the ledger does not follow {edition}, so there is nothing of it to accept", edition=document.edition
        )
        raise refuse(
            "not-followed",
            message,
            "edition",
            by_command("see `selo rules`; adopting an edition takes it as it is now"),
        )
    if not context.again and followed is not None and followed >= document.revision:
        raise refuse(
            "accepted",
            say(
                "revision {number} of {edition} is in force already", number=document.revision, edition=document.edition
            ),
            "revision",
        )
    body = RulesRevised(document.edition, document.revision, document.reason, *context.moved())
    return Decision("accept-rules", document.edition, [(OFFICE, body)])


def withdrawable(document: Withdraw, body: RulesAdopted, context: Context) -> None:
    """Refuse to withdraw an edition by the way: it has a seq like any fact, but taking it back is no small correction.

    It has to be said, and a list's only edition stays.
    """
    if [other.list for _, other in context.timeline.office(RulesAdopted)].count(body.list) == 1:
        raise refuse(
            "last-rules",
            say("{list} would be left without rules", list=body.list),
            "seq",
            say("adopt another edition first"),
        )
    if not document.rules and not context.again:
        message = say(
            "seq {seq} put {edition} in force on {list} from {day}: without it every rating from that day on "
            "follows other rules",
            seq=document.seq,
            edition=body.edition,
            list=body.list,
            day=body.since,
        )
        hint = by_command(
            'if that is meant: --rules, or "rules": true in a document; see it first with --dry-run',
            'if that is meant: "rules": true in the document',
        )
        raise refuse("rules-meant", message, "seq", hint)


def goes_on(document: Document, decision: Decision, context: Context) -> None:
    """Refuse a document after which the next good one could not be recorded.

    No document is taken after which the ledger would follow another state of an edition than this program carries, for
    then nothing could be recorded any more. What stood so before may be mended step by step.
    """
    if not isinstance(document, AcceptRules | AdoptRules | Withdraw | Reinstate):
        return
    before = after = context.timeline.office_facts()
    for stream, body in decision.bodies:
        if stream == OFFICE:
            after = evolve_facts(after, Event(0, "", 0, "", stream, body))
    was, now = unlike(before, context.editions), unlike(after, context.editions)
    if left := (now.corrected - was.corrected) | (now.outgrown - was.outgrown):
        message = say(
            "after this the ledger would follow another state of {names} than this version has",
            names=", ".join(sorted(left)),
        )
        hint = (
            say("a version that carries the earlier state can take this back")
            if isinstance(document, Withdraw)
            else say("adopt the edition again instead: that takes it as this version has it")
        )
        raise refuse("rules-left-behind", message, None, hint)
