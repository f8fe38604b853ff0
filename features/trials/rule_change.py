"""Read proposed rule changes, from a file or an address, or refuse them with all that
is wrong; and try them.
"""

from typing import Annotated, Any

from msgspec import Meta, field

from desk.files.settings import Stated
from exchange.json.files import read_object
from features.trials.search import SearchAnswer, SearchSpace, search
from features.trials.what_if import (
    LIKE,
    Proposal,
    WhatIf,
    flaws,
    read_proposal,
    what_if,
)
from ledger.flaws import Flaw
from projections.answers.asking import Count, Day, about
from projections.answers.opened import Whole
from projections.answers.reading import Reading

SPACE = '{"list": "selo", "change": {"cap": [85, 88, 92], "bonus_new": [0, 1, 2]}}'
Many = Annotated[int, Meta(ge=1, le=10_000)]


class RuleTried(Whole, frozen=True, kw_only=True):
    """Try out a rule change: the list as it is and as it would be, compared, and scored
    on the games since.

    FILE is {"list": "selo", "name": "lower cap", "change": {"cap": 85}}; `selo rules
    EDITION` shows what may change.
    """

    line = ("proposal",)
    examples = ("selo trial what-if lower-cap.json --from 2024-01-01 --top 10",)
    proposal: Annotated[
        str,
        Meta(min_length=1, max_length=10_000),
        about(f"One JSON object, like {LIKE}.", "FILE"),
    ]
    since: Annotated[
        Day | None, about("The change counts from this day. Default: from the start.")
    ] = field(default=None, name="from")
    limit: Annotated[
        Count | None, about("Show only the first N players.", "N", option="top")
    ] = None

    def ask(self, reading: Reading) -> WhatIf:
        return self.everybody(reading).top(self.limit)

    def everybody(self, reading: Reading) -> WhatIf:
        """Return the answer with all players of the comparison, as the chart needs
        them. `Refused` is a proposal with flaws.
        """
        proposal = rule_change("proposal", self.proposal.encode())
        return what_if(reading, proposal, self.since)


def rule_change(name: str, content: bytes) -> Proposal:
    """Read a proposal, or refuse it: everything that is wrong with it is said at once,
    with its line and column.

    name: of the file, which the refusal shows. content: its bytes, JSON in UTF-8.
    """
    paper = read_object(name, content, LIKE)
    problems = list(flaws(paper.value))
    if problems:
        raise paper.refusal(problems)

    return read_proposal(paper.value)


class RulesSearched(Whole, frozen=True, kw_only=True):
    """Try many variants of a rule: choose by the games before a day, and let the games
    from it on judge.

    FILE is {"list": "selo", "change": {"cap": [85, 88, 92], "bonus_new": [0, 1, 2]}}:
    the values to try of each number, in every combination.
    """

    line = ("space",)
    examples = ("selo trial search space.json --from 2025-01-01",)
    space: Annotated[
        str,
        Meta(min_length=1, max_length=100_000),
        about(f"One JSON object, like {SPACE}.", "FILE"),
    ]
    since: Annotated[
        Day, about("The games from this day on choose nothing: they judge.")
    ] = field(name="from")
    most: Annotated[
        Many, about("Try at most N variants, drawn at random from all.", "N")
    ] = 1000
    top: Annotated[Count, about("Show the first N variants.", "N")] = 5

    def ask(self, reading: Reading) -> SearchAnswer:
        """Read the values to try, and search among them; what is wrong with any of them
        is refused before the first is tried.
        """
        searched = space("space", self.space.encode())
        return search(reading, searched, self.since, self.most, self.top)


def space(name: str, content: bytes) -> SearchSpace:
    """Read what is to be searched: everything that is wrong with any of the values is
    said at once.

    A number with one value may have it without a list. Each value is checked as a
    proposal of its own, and a flaw that all of them have is told once.

        {"list": "selo", "change": {"cap": [85, 88], "bonus_new": 0}}     2 combinations
    """
    paper = read_object(name, content, SPACE)
    change = paper.value.get("change")
    values: dict[str, list[Any]] = {}
    if isinstance(change, dict):
        for number, stated in change.items():
            values[number] = stated if isinstance(stated, list) else [stated]

    documents = []
    for number, stated in values.items():
        # a list without a value is wrong in the words of a wrong value
        for value in stated or [None]:
            documents.append(_document_with(paper.value, number, value))

    problems: dict[Flaw, None] = {}
    for document in documents or [paper.value]:
        problems |= dict.fromkeys(flaws(document))

    if problems:
        raise paper.refusal(list(problems))

    # as the rules take them: a fraction or a table is a text in JSON
    readable = {}
    for number, stated in values.items():
        proposals = [
            read_proposal(_document_with(paper.value, number, value))
            for value in stated
        ]
        readable[number] = [proposal.change[number] for proposal in proposals]

    return SearchSpace(paper.value["list"], readable)


def _document_with(document: Stated, key: str, value: Any) -> Stated:
    """Return the document with this one number changed, and no other."""
    return {**document, "change": {key: value}}
