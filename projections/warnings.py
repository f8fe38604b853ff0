"""What an officer should look at again; never a reason to refuse."""

from ledger.documents import Document
from ledger.held import Decision, Held


def warnings_of(document: Document, decision: Decision, held: Held) -> list[str]:
    """All warnings of one document."""
    return list(decision.warnings)
