"""The files named in one submission: documents, and at most one file of games with what is stated beside it."""

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import structs

from desk.files.document_files import DocumentFiles, documents_in
from desk.files.open_file import beginning, bytes_of, opened
from desk.files.read_games import read_games_file
from desk.files.settings import Settings, over, read_map, read_sidecar
from desk.games.proposal import GamesProposal
from desk.ledger_view import LedgerView
from desk.outcome import Outcome, Submitted, submitted
from desk.submit import PreparedSubmission
from exchange.json.documents import Placed
from exchange.recognise import kind_of
from ledger.errors import Problem, Refused, Where


class NamedFile(NamedTuple):
    """A file and all of its bytes."""

    name: str
    content: bytes


class NamedFiles(NamedTuple):
    """What the names stand for."""

    documents: DocumentFiles
    games: NamedFile | None


def read_named(names: Sequence[str]) -> NamedFiles:
    """Every file opened and recognised by its content; JSON of usual size is read. All problems together."""
    games: list[NamedFile] = []
    documents = DocumentFiles()
    problems: list[Problem] = []
    for name in names:
        if _is_sidecar(name, names):
            continue
        try:
            with opened(name) as file:
                content = beginning(name, file)
                if kind_of(name, content) == "json":
                    documents.add(documents_in(name, content, file))
                else:
                    games.append(NamedFile(name, content))
        except Refused as refused:
            problems.extend(refused.problems)
    if len(games) > 1:
        # the options answer for one file; with two it would be unclear which one they are about
        message = f"one report at a time, please: {', '.join(file.name for file in games)}"
        hint = "options about a file count for that file only"
        problems.append(Problem("two-files", message, Where(games[1].name), hint))
    if problems:
        raise Refused(problems)
    return NamedFiles(documents, games[0] if games else None)


def _is_sidecar(name: str, names: Sequence[str]) -> bool:
    """report.trf.json given together with report.trf, as by `selo submit report.*`."""
    return name.endswith(".json") and name.removesuffix(".json") in names


class Documents:
    """Documents as they were read: nothing is left to prepare."""

    def __init__(self, documents: DocumentFiles, preview: bool) -> None:
        self._documents, self._preview = documents, preview

    def prepare(self, ledger: LedgerView) -> PreparedSubmission:
        return PreparedSubmission(self._documents, how_far=self._documents.how_far)

    def report(self, outcome: Outcome) -> Submitted:
        return submitted(outcome, self._preview)


class GivenSettings(NamedTuple):
    """What an officer gives beside a file of games: settings by option, and files that hold more of them."""

    options: Settings
    sidecar: str | None = None
    map_file: str | None = None
    correction: str | None = None


def games_proposal(
    file: NamedFile, given: GivenSettings, before: Iterable[Placed] = (), preview: bool = False
) -> GamesProposal:
    """A file of games, read with everything that is stated beside it; `before` are documents to book first."""
    settings = _settings(file.name, given)
    games = read_games_file(file.content, file.name, settings)
    return GamesProposal(games, file.content, settings, list(before), given.correction, preview)


def _settings(name: str, given: GivenSettings) -> Settings:
    """The options over the document beside the file, which is FILE.json unless another one is named."""
    options = given.options
    if given.map_file is not None:
        options = structs.replace(options, map=read_map(given.map_file, bytes_of(given.map_file)))
    sidecar = given.sidecar
    if sidecar is None and name != "-" and os.path.isfile(f"{name}.json"):
        sidecar = f"{name}.json"
    return over(options, read_sidecar(sidecar, bytes_of(sidecar)) if sidecar else Settings())
