"""Read the files named in one submission: documents, and files of games, which
file_proposals.py then reads with what is stated beside them.
"""

from collections.abc import Sequence
from typing import NamedTuple

from desk.files.open_file import (
    DocumentFiles,
    NamedFile,
    documents_in,
    opened,
    read_up_to_limit,
)
from desk.ledger_view import LedgerView
from desk.outcomes import Outcome, Submitted, submitted_answer
from desk.submit import PreparedSubmission
from exchange.recognise import is_json
from ledger.errors import Problem, Refused, Usage


class NamedFiles(NamedTuple):
    """The documents and the files of games that the names stand for."""

    documents: DocumentFiles
    games: list[NamedFile]


def read_named(names: Sequence[str]) -> NamedFiles:
    """Open every file and recognise it by its content; JSON of usual size is read. All
    problems come together.
    """
    games: list[NamedFile] = []
    documents = DocumentFiles()
    problems: list[Problem] = []
    missing = False
    for name in names:
        if _is_sidecar(name, names):
            continue

        try:
            with opened(name) as file:
                content = read_up_to_limit(name, file)
                if is_json(name, content):
                    documents.add(documents_in(name, content, file))
                else:
                    games.append(NamedFile(name, content))
        except (Refused, Usage) as refused:
            problems.extend(refused.problems)
            missing = missing or isinstance(refused, Usage)

    if problems:
        raise Usage(problems) if missing else Refused(problems)

    return NamedFiles(documents, _join_event_pages(games))


def _join_event_pages(files: Sequence[NamedFile]) -> list[NamedFile]:
    """Join the saved pages of one event to one file, which is called as the first of
    them.
    """
    if len(files) < 2:
        return list(files)
    from desk.files.event_pages import pages_of_one_event

    return [
        NamedFile(group[0][0], b"\n".join(content for _, content in group))
        for group in pages_of_one_event(files)
    ]


def _is_sidecar(name: str, names: Sequence[str]) -> bool:
    """Return whether a file belongs to another: report.trf.json given with report.trf,
    as by `selo submit report.*`.
    """
    return name.endswith(".json") and name.removesuffix(".json") in names


class Documents:
    """A submission of documents as they were read: nothing is left to prepare."""

    def __init__(self, read: PreparedSubmission, preview: bool) -> None:
        self._read, self._preview = read, preview

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        return self._read

    def report(self, outcome: Outcome) -> Submitted:
        return submitted_answer(outcome, self._preview)
