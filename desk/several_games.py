"""Several reports in one submission, each with the document beside it: all of them are booked, or none.

Whoever a report introduces is known to the ones after it.
"""

from collections.abc import Sequence

from desk.games.proposal import GamesProposal
from desk.games.report import FilesSubmitted
from desk.ledger_view import LedgerView
from desk.outcome import Outcome
from desk.submit import PreparedSubmission
from exchange.json.documents import Placed
from ledger.errors import Problem, Refused


class SeveralGames:
    """The proposals of the files, in the order they were named."""

    def __init__(self, proposals: Sequence[GamesProposal], before: Sequence[Placed], preview: bool) -> None:
        self.proposals, self.before, self.preview = proposals, before, preview

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        parts: list[PreparedSubmission] = []
        problems: list[Problem] = []
        documents = [*self.before]
        for proposal in self.proposals:
            proposal.before = documents
            try:
                part = proposal.prepare(ledger)
            except Refused as refused:
                problems.extend(refused.problems)
                continue
            parts.append(part)
            # what comes before is in the documents of each part already
            documents = [*part.documents] or documents
        if problems:
            raise Refused(problems)
        return PreparedSubmission(
            documents=documents,
            repeated=[receipt for part in parts for receipt in part.repeated],
            warnings=[warning for part in parts for warning in part.warnings],
            tournaments=[name for part in parts for name in part.tournaments],
            source_files=[file for part in parts for file in part.source_files],
            named=[name for part in parts for name in part.named],
            open_questions=any(part.open_questions for part in parts),
        )

    def report(self, outcome: Outcome) -> FilesSubmitted:
        return FilesSubmitted.of([proposal.report(Outcome()) for proposal in self.proposals], outcome, self.preview)
