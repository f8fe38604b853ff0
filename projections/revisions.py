"""Corrected editions: code and ledger must be of one mind about the rules before a
number is made. And lists whose rules this program does not have: they are left out of
answers, and nothing is written until their family is here again.

Why: docs/design/010-editions.md
"""

from collections.abc import Sequence

from ledger.bodies import RulesAdopted
from ledger.errors import LedgerUnusable, Problem
from ledger.followed_rules import UnlikeEditions, unlike_editions
from ledger.timeline import Timeline
from messages import Message, by_command, say
from rulebooks import LISTS, editions

_ACCEPT = by_command(
    "`selo rules accept --dry-run` lists every rating that would move; `selo rules"
    " accept` lets them move"
)
WITH_THE_RULES = say(
    "use a program that has them; you can still ask about the other lists"
)


def differing_editions(timeline: Timeline) -> UnlikeEditions:
    """Return the editions whose state in this code differs from the state that the
    ledger's numbers follow, on the lists whose family is here.
    """
    facts = []
    for fact in timeline.office_facts():
        if not isinstance(fact.body, RulesAdopted) or fact.body.list in LISTS:
            facts.append(fact)
    return unlike_editions(facts, editions())


def lists_without_rules(timeline: Timeline) -> list[str]:
    """Return the lists that the ledger keeps and whose family of rules is not in this
    program.
    """
    lists = set()
    for fact in timeline.office_facts():
        if fact.live and isinstance(fact.body, RulesAdopted):
            lists.add(fact.body.list)
    return sorted(lists.difference(LISTS))


def rules_needed(lists: Sequence[str]) -> Message:
    """Say which rules a program without them needs for a ledger with these lists."""
    return say(
        "this program does not have the rules of {names}, which the ledger keeps",
        names=", ".join(lists),
    )


def check_written(timeline: Timeline) -> None:
    """Refuse to write numbers into a ledger as `refuse_unlike_editions` does, and where
    the family of a list is not here: its numbers would be missing from then on.
    """
    if lists := lists_without_rules(timeline):
        raise LedgerUnusable(
            Problem("needs-rules", rules_needed(lists), hint=WITH_THE_RULES)
        )
    refuse_unlike_editions(timeline)


def refuse_unlike_editions(timeline: Timeline) -> None:
    """Refuse to make numbers where code and ledger differ about an edition: a corrected
    edition has to be accepted first, and an outdated program never makes any.
    """
    other = differing_editions(timeline)
    if other.corrected:
        message = say(
            "this version corrects {names}, and the ledger's numbers follow the earlier"
            " state",
            names=_editions_in_words(other.corrected),
        )
        raise LedgerUnusable(Problem("rules-revised", message, hint=_ACCEPT))
    if other.outgrown:
        raise _refusal_of_newer(other.outgrown)


def missing_editions(timeline: Timeline) -> frozenset[str]:
    """Return the editions that were ever in force, on lists whose family is here, and
    that this program does not have; it cannot rate by them.
    """
    carried = editions()
    missing = set()
    for fact in timeline.office_facts():
        body = fact.body
        if not isinstance(body, RulesAdopted) or body.list not in LISTS:
            continue
        if body.edition not in carried[body.list]:
            missing.add(body.edition)
    return frozenset(missing)


def check_known(timeline: Timeline) -> None:
    """Refuse a rebuild from the events where an edition was in force that this program
    cannot rate by.
    """
    if unknown := missing_editions(timeline):
        raise _refusal_of_newer(unknown)


def _refusal_of_newer(outgrown: frozenset[str]) -> LedgerUnusable:
    message = say(
        "the ledger follows a newer state of {outgrown} than this version has",
        outgrown=_editions_in_words(outgrown),
    )
    hint = by_command(
        "install the newer version of selokirja, or take back with this one what was"
        " accepted: see `selo log`"
    )
    return LedgerUnusable(Problem("newer-rules", message, hint=hint))


def uncomparable(timeline: Timeline) -> Message | None:
    """Say why stored conclusions cannot be compared with a replay by this version; None
    if they can.
    """
    if lists := lists_without_rules(timeline):
        return say("conclusions were not compared: {why}", why=rules_needed(lists))
    other = differing_editions(timeline)
    if other.corrected:
        return say(
            "conclusions were not compared: this version corrects {corrected}",
            corrected=_editions_in_words(other.corrected),
        )
    if outgrown := other.outgrown | missing_editions(timeline):
        return say(
            "conclusions were not compared: the ledger follows a newer state of"
            " {outgrown}",
            outgrown=_editions_in_words(outgrown),
        )
    return None


def _editions_in_words(editions: frozenset[str]) -> str:
    return ", ".join(sorted(editions))
