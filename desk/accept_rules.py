"""Accepting corrected rules: the ledger follows the revisions of this version from then on."""

from collections.abc import Sequence

from desk.outcome import RulesAccepted
from desk.submit import Outside, submit
from exchange.json.documents import Placed
from ledger.documents import AcceptRules
from ledger.timeline import Timeline
from rulebooks import editions


def to_accept(timeline: Timeline) -> list[AcceptRules]:
    """A document for every edition whose revision in this version is newer than the one the ledger follows."""
    followed = timeline.revisions()
    carried = {edition: revision for by_edition in editions().values() for edition, revision in by_edition.items()}
    return [
        AcceptRules(edition=edition, revision=revision)
        for edition, revision in carried.items()
        if edition in followed and revision > followed[edition]
    ]


def accept(path: str, documents: Sequence[AcceptRules], outside: Outside) -> RulesAccepted:
    """Records the new revisions; without any, nothing is done."""
    if not documents:
        return RulesAccepted()
    outcome = submit(path, [Placed(document) for document in documents], outside)
    return RulesAccepted(recorded=outcome.recorded, moved=outcome.moved)
