"""Corrected editions: code and ledger must be of one mind about the rules before a number is made."""

from ledger.errors import LedgerUnusable, Problem
from ledger.timeline import Timeline
from rulebooks import LISTS, editions


def corrected(timeline: Timeline) -> list[str]:
    """Editions whose code is newer than what the ledger's numbers follow; nobody has accepted it yet."""
    carried, known = _carried(timeline), timeline.revisions()
    return sorted(edition for edition, revision in known.items() if carried.get(edition, revision) > revision)


def outgrown(timeline: Timeline) -> list[str]:
    """Editions the ledger follows in a state that this version does not carry: a newer program accepted it."""
    carried, known = _carried(timeline), timeline.revisions()
    return sorted(edition for edition, revision in known.items() if carried.get(edition, 0) < revision)


def _carried(timeline: Timeline) -> dict[str, int]:
    """The revisions of this code, of the lists that the ledger keeps: the other families need not be imported."""
    kept = [name for name in LISTS if timeline.schedule(name)]
    return {edition: revision for name in kept for edition, revision in editions()[name].items()}


def check(timeline: Timeline) -> None:
    """A corrected edition moves no number before somebody accepts it; an outdated one never."""
    if newer := corrected(timeline):
        said = f"this version corrects {', '.join(newer)}, and the ledger's numbers follow the earlier state"
        raise LedgerUnusable(Problem("rules-revised", said, hint="look at `selo rules`, then `selo rules accept`"))
    if older := outgrown(timeline):
        said = f"the ledger follows a newer state of {', '.join(older)} than this version has"
        raise LedgerUnusable(Problem("newer-rules", said, hint="install the newer version of selokirja"))


def uncomparable(timeline: Timeline) -> str | None:
    """Why conclusions that are stored cannot be held against a replay by this version."""
    if newer := corrected(timeline):
        return f"conclusions were not compared: this version corrects {', '.join(newer)}"
    if older := outgrown(timeline):
        return f"conclusions were not compared: the ledger follows a newer state of {', '.join(older)}"
    return None
