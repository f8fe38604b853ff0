"""A proposed rule change, read from a file or an address or refused with everything that is wrong in it, and tried."""

from typing import Annotated

from msgspec import Meta, field

from exchange.json.strict import read_object
from projections.answers.asking import Count, Day, about
from projections.answers.reading import Reading
from projections.answers.replayed import Whole
from projections.trials.proposal import LIKE, Proposal, flaws, read
from projections.trials.what_if import WhatIf, what_if


class RuleTried(Whole, frozen=True, kw_only=True):
    """Try out a rule change: the list as it is and as it would be, compared, and scored on the games since.

    FILE is {"list": "selo", "name": "lower cap", "change": {"cap": 85}}; `selo rules EDITION` shows what may change.
    """

    line = ("proposal",)
    examples = ("selo what-if lower-cap.json --from 2024-01-01 --top 10",)
    row_limit = "top"
    proposal: Annotated[str, Meta(min_length=1, max_length=10_000), about(f"One JSON object, like {LIKE}.", "FILE")]
    since: Annotated[Day | None, about("The change counts from this day. Default: from the start.")] = field(
        default=None, name="from"
    )
    top: Annotated[Count | None, about("Show only the first N players.", "N")] = None

    def ask(self, reading: Reading) -> WhatIf:
        return self.everybody(reading).top(self.top)

    def everybody(self, reading: Reading) -> WhatIf:
        return what_if(reading, rule_change("proposal", self.proposal.encode()), self.since)


def rule_change(name: str, content: bytes) -> Proposal:
    paper = read_object(name, content, LIKE)
    if problems := list(flaws(paper.value)):
        raise paper.refusal(problems)
    return read(paper.value)
