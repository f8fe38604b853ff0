"""A rating list of the ledger as text for other programs: one way for the command and for a browser that saves it."""

from exchange.trf.write_list import list_text
from exchange.write.rating_list import fixed_text, swiss_text
from ledger.answer import UNSET, plain
from projections.answers.exports.rating_list import ExportListAnswer

TEXTS = ("fixed", "swiss-manager", "trf")


def list_as(exported: ExportListAnswer, form: str) -> str:
    """In one of `TEXTS`."""
    rows = [plain(row) for row in exported.rows]
    if form == "trf":
        day = exported.basis.as_of if exported.as_of is UNSET else exported.as_of
        title = f"{exported.list} {day if exported.label is UNSET else exported.label}"
        return list_text(title, str(day), rows)
    return (fixed_text if form == "fixed" else swiss_text)(rows)
