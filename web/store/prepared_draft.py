"""Read what a draft holds: documents, a rating list, or a file of games with the answers
about it; and prepare it for submission.
"""

import json
from typing import Protocol

import msgspec

from desk.file_proposals import proposal_at
from desk.files.open_file import NamedFile
from desk.files.settings import Settings
from desk.files.sidecar import one_object, read_sidecar
from desk.games.report import FileSubmitted
from desk.ledger_view import LedgerView
from desk.lists.answers import ListSubmitted
from desk.lists.by_name import AnswersByName
from desk.lists.fide_list import FideList, WantedPeople
from desk.lists.national import OpeningList
from desk.lists.settings import (
    LIST_KINDS,
    OPENINGS,
    ListSettings,
    list_kind,
    read_list_settings,
    stated_day,
    stated_list_and_day,
)
from desk.named_files import Documents
from desk.outcomes import Outcome, Submitted
from desk.submit import PreparedSubmission
from exchange.json.files import read_documents
from exchange.recognise import Kind, is_json
from ledger.placed import Placed
from web.store.drafts import Draft, DraftRow

Report = Submitted | FileSubmitted | ListSubmitted


class Prepared(Protocol):
    """A draft's content on its way in: it is prepared, and can report what came of it."""

    def prepare(self, ledger: LedgerView) -> PreparedSubmission: ...

    def report(self, outcome: Outcome) -> Report: ...


def documents_in(draft: Draft) -> list[Placed]:
    """Read the documents of a draft; a file of games has none of its own."""
    if not is_json(draft.row.name, draft.content):
        return []
    return [
        _with_key(_as_of_whoever_books(placed, draft.row), draft.row, number)
        for number, placed in enumerate(
            read_documents(draft.row.name, draft.content), 1
        )
    ]


def checked_answers(file: str, content: bytes, name: str, answers: bytes) -> bytes:
    """Return answers about a file as a draft keeps them, JSON in UTF-8; refuse, in
    words, those that do not fit such a file.

    `file` and `content`: of the file. `name`: where the answers come from. `answers`:
    one JSON object, in any encoding that a text file may have.
    """
    if list_kind(file, content) in LIST_KINDS:
        read_list_settings(name, answers)
    else:
        read_sidecar(name, answers)

    return json.dumps(one_object(name, answers), ensure_ascii=False).encode()


def prepared_content(
    ledger: str, draft: Draft, reason: str | None, preview: bool
) -> Prepared:
    """Prepare the content of a draft for submission: documents, a rating list, or a
    file of games with the answers about it.

    `reason`: of a correction. `preview`: nothing is going to be booked.
    """
    name = draft.row.name
    kind = list_kind(name, draft.content)
    if kind == "json":
        return Documents(PreparedSubmission(documents_in(draft)), preview)
    if kind in LIST_KINDS:
        return _list_in(ledger, draft, kind, preview)

    settings = Settings()
    if draft.settings:
        settings = read_sidecar("settings", draft.settings)

    return proposal_at(
        ledger, NamedFile(name, draft.content), settings, (), reason, preview
    )


def _list_in(ledger: str, draft: Draft, kind: Kind | None, preview: bool) -> Prepared:
    name, content = draft.row.name, draft.content
    if draft.settings:
        answers = read_list_settings("settings", draft.settings)
    else:
        answers = ListSettings()

    if kind == OPENINGS:
        list_name, on = stated_list_and_day(answers, name)
        by_name = AnswersByName(answers.new_ids, answers.players_by == "name")
        return OpeningList(
            name,
            list_name,
            on,
            preview,
            content,
            games=answers.games,
            by_name=by_name,
        )

    wanted = WantedPeople(
        bool(answers.everybody), answers.federation, kind=answers.kind
    )
    return FideList(ledger, name, stated_day(answers, name), wanted, preview, content)


def _as_of_whoever_books(placed: Placed, row: DraftRow) -> Placed:
    """Leave out an actor who is whoever left the draft: it is booked in the name of
    whoever books it, and the note says whose draft it was.
    """
    if placed.document.actor != row.created_by:
        return placed
    return placed._replace(
        document=msgspec.structs.replace(placed.document, actor=None)
    )


def _with_key(placed: Placed, row: DraftRow, number: int) -> Placed:
    """Give a document of a draft a key, so that it is recorded once even if two people
    book the draft at once.
    """
    if placed.document.key is not None:
        return placed
    key = f"draft-{row.number}-{row.created_at}-{number}"
    return placed._replace(document=msgspec.structs.replace(placed.document, key=key))
