"""Add to a preview who in it has no licence. Features know licences; a ledger does not."""

from typing import TypeVar

from msgspec import structs

from desk.outcomes import Outcome
from features import FEATURES
from features.feature import readers
from messages.answer import Answer

R = TypeVar("R", bound=Answer)


def report_with_unlicensed(ledger: str, report: R, outcome: Outcome) -> R:
    """Return the report of a preview with everybody in it who has no paid licence; as
    it is, where no feature knows anything of licences.
    """
    for unlicensed_in in readers(FEATURES, "unlicensed"):
        rows = unlicensed_in(ledger, outcome)
        if rows is not None:
            return structs.replace(report, unlicensed=rows)
    return report
