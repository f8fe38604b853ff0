"""Every code that a problem may carry: the exit codes it comes with, and what it means
in one sentence; those of a feature stand in its own declaration.

The page docs/reference/problems.md is this table, and so are the service's pages at
/problems. No command imports it: a test holds that each code in the code stands here,
and the other way round.
"""

from features import FEATURES
from ledger.codes.audit import AUDIT
from ledger.codes.code import WARNING, Code
from ledger.codes.decisions import DECISIONS
from ledger.codes.documents import DOCUMENTS
from ledger.codes.files import CODES_OF_FILES
from ledger.codes.ledger_files import LEDGER_FILES
from ledger.codes.questions import QUESTIONS
from ledger.codes.service import SERVICE

__all__ = ["CODES", "WARNING"]

_OF_FEATURES = {
    name: Code(code.meaning, code.exits)
    for feature in FEATURES
    for name, code in feature.codes.items()
}
_ALL = (
    LEDGER_FILES
    | AUDIT
    | DOCUMENTS
    | DECISIONS
    | QUESTIONS
    | CODES_OF_FILES
    | SERVICE
    | _OF_FEATURES
)
CODES: dict[str, Code] = dict(sorted(_ALL.items()))
