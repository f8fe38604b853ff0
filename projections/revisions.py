"""Corrected editions: code and ledger must be of one mind about the rules before a number is made."""

from ledger.errors import LedgerUnusable, Problem
from ledger.timeline import Timeline, Unlike, unlike
from messages import Message, by_command, say
from rulebooks import editions

_ACCEPT = by_command("`selo rules accept --dry-run` lists every rating that would move; `selo rules accept` lets them")


def differing(timeline: Timeline) -> Unlike:
    """Editions of which this code carries another state than the one that the ledger's numbers follow."""
    return unlike(timeline.office_facts(), editions())


def check(timeline: Timeline) -> None:
    """A corrected edition moves no number before somebody accepts it; an outdated one never."""
    other = differing(timeline)
    if other.corrected:
        message = say(
            "this version corrects {names}, and the ledger's numbers follow the earlier state",
            names=_named(other.corrected),
        )
        raise LedgerUnusable(Problem("rules-revised", message, hint=_ACCEPT))
    if other.outgrown:
        message = say(
            "the ledger follows a newer state of {outgrown} than this version has", outgrown=_named(other.outgrown)
        )
        hint = by_command(
            "install the newer version of selokirja, or take back with this one what was accepted: see `selo log`"
        )
        raise LedgerUnusable(Problem("newer-rules", message, hint=hint))


def uncomparable(timeline: Timeline) -> Message | None:
    """Why conclusions that are stored cannot be held against a replay by this version."""
    other = differing(timeline)
    if other.corrected:
        return say(
            "conclusions were not compared: this version corrects {corrected}", corrected=_named(other.corrected)
        )
    if other.outgrown:
        return say(
            "conclusions were not compared: the ledger follows a newer state of {outgrown}",
            outgrown=_named(other.outgrown),
        )
    return None


def _named(editions: frozenset[str]) -> str:
    return ", ".join(sorted(editions))
