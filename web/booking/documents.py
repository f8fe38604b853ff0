"""Record the documents of the command, from the raw bytes of a body, through the one
way of the desk.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler

from audit.checkpoint import signed_receipt
from audit.machine import refuse_unlike_seen
from desk.cautions import Caution, FilePosition
from desk.outcomes import Outcome, Submitted, submitted_answer
from desk.repeated_requests import moves_of_events
from desk.rows_to_publish import rows_to_publish
from desk.second_look.look import SECOND_LOOK
from desk.slips import NOBODY_IS_ASKED, SlipAnswers
from desk.submit import Outside, submit
from exchange.json.files import read_documents
from ledger.documents import Game, kind_of
from ledger.errors import Problem, SeloError, Usage, Where
from ledger.placed import Placed
from ledger.store.receipts import LogReceipt
from messages import say
from messages.answer import UNSET
from web import Settings
from web.auth import NOBODY, who_of
from web.booking.batched_games import BatchedGames
from web.booking.bodies import body_of
from web.booking.permissions import check_actors, check_roles, quota_of, with_key
from web.booking.trying import readable, tried_documents
from web.http import HttpRequest, as_json, place_hider
from web.openapi.operations import (
    OF_A_BODY,
    OF_WRITING,
    answer,
    described,
    described_headers,
    refusals,
)
from web.openapi.parameters import IDEMPOTENCY_KEY, IF_MATCH, asked_as
from web.questions.drafts import Submission
from web.store.drafts import DraftRow, draft_of_key, forget, keep_draft
from web.store.four_eyes import FourEyes, kinds_of
from web.store.prepared_draft import Report
from web.store.previewed_content import PreviewedContent
from web.store.roles import Role
from web.store.tokens import Who
from web.threads import Threads

R = TypeVar("R", bound=Report)
MOST_OF_A_GAME = 10_000  # bytes
# media type: the name that tells the reader of documents what to expect
DOCUMENTS = {
    "application/json": "body.json",
    "application/jsonl": "body.jsonl",
    "application/x-ndjson": "body.jsonl",
}


def document_routes(settings: Settings, threads: Threads) -> list[HTTPRouteHandler]:
    together = BatchedGames(
        settings.ledger,
        threads,
        settings.write_seconds,
        lambda: outside(settings, NOBODY),
        lambda report: with_signed_receipt(settings, report),
    )

    @post(
        "/api/documents",
        **described(Role.SUBMITTER, "Documents", tuple(DOCUMENTS)),
        name="submit",
        operation_id="submit_documents",
        summary="Record documents: all of them or none",
        description=(
            "One document as JSON. Several are sent a line each, as"
            " `application/jsonl`; a JSON array is refused. What one person may not decide"
            " alone, and what a submitter sends, waits as a draft (202). Results that"
            " come in one by one, many a minute, are better sent as whole tournaments,"
            " or shown while they run (`/api/live/{event}`): each document is booked"
            " under one lock, and moves all that was played since."
        ),
        dependencies=asked_as(Submission, IDEMPOTENCY_KEY, IF_MATCH),
        response_description="Something new was recorded.",
        response_headers=described_headers("ETag"),
        responses={
            200: answer(
                Submitted, "It was recorded before, or was to be looked at only."
            ),
            202: answer(DraftRow, "It waits as a draft, which Location leads to."),
            **refusals(403, *OF_WRITING, *OF_A_BODY),
        },
    )
    async def submit_documents(
        request: HttpRequest, asked: NamedDependency[Submission]
    ) -> Response[Submitted]:
        kind, content = await body_of(request, settings, DOCUMENTS)
        name = DOCUMENTS[kind]
        who = who_of(request.scope)
        key = idempotency_key(request)

        sent = SentDocuments(
            settings=settings,
            name=name,
            content=content,
            who=who,
            key=key,
            preview=preview_named(request),
            slip_answers=SlipAnswers(False, asked.sure, asked.always_sure),
        )

        def joins_others() -> bool:
            """Tell whether nothing that was sent under the key before is a draft."""
            return sent.earlier_draft() is None

        game = _plain_game(settings, request, asked, name, content, key)

        recorded: Submitted | DraftRow
        # nothing that a submitter sends is recorded here and now
        of_submitter = who.role is Role.SUBMITTER
        if asked.dry_run:
            recorded = await threads.preview(sent.tried, of_submitter=of_submitter)
        elif of_submitter:
            recorded = await threads.preview(sent.recorded, of_submitter=True)
        elif game is not None:
            recorded = await together.book(game, who.name, sent.recorded, joins_others)
        else:
            recorded = await threads.write(sent.recorded)

        return recorded_response(recorded, settings, asked.dry_run)

    return [submit_documents]


def _plain_game(
    settings: Settings,
    request: HttpRequest,
    asked: Submission,
    name: str,
    content: bytes,
    key: str | None,
) -> Placed | None:
    """Return the one game that a body holds, if it may be booked together with others:
    its sender may record it, nothing of it is asked about, and it is of no version that
    may be another by then.
    """
    if len(content) > MOST_OF_A_GAME or settings.four_eyes:
        return None
    if asked.sure or asked.always_sure or preview_named(request) is not None:
        return None

    try:
        documents = read_documents(name, content)
        if len(documents) != 1:
            return None
        who = who_of(request.scope)
        placed = with_key(documents[0], key, 0, who)
        check_roles([placed], who)
        check_actors([placed], who)
    except SeloError:
        return None  # whoever books it says what is wrong

    game = placed.document
    if not isinstance(game, Game) or game.expect_version is not None:
        return None

    return placed


@dataclass(frozen=True)
class SentDocuments:
    """The documents of a body as somebody sent them.

    `name`: tells the reader of documents what to expect. `key`: under which they may be
    sent again. `preview`: the one that must still hold. `slip_answers`: the answers to
    what may be a slip.
    """

    settings: Settings
    name: str
    content: bytes
    who: Who
    key: str | None
    preview: str | None = None
    slip_answers: SlipAnswers = NOBODY_IS_ASKED

    def tried(self) -> Submitted:
        """Say what they would change."""
        report = tried_documents(
            settings=self.settings,
            name=self.name,
            content=self.content,
            who=self.who,
            key=self.key,
            preview=self.preview,
            slip_answers=self.slip_answers,
        ).report
        assert isinstance(report, Submitted)
        return report

    def recorded(self) -> Submitted | DraftRow:
        """Record them; keep them as a draft, where another has to book them."""
        earlier = self.earlier_draft()
        if earlier is not None:
            return earlier

        if self.who.role is Role.SUBMITTER:
            readable(self.name, self.content, self.who, self.key)
            return self._kept()

        documents = [
            with_key(placed, self.key, number, self.who)
            for number, placed in enumerate(read_documents(self.name, self.content))
        ]
        eyes = FourEyes.from_words(self.settings.four_eyes)
        if eyes.kinds & {kind_of(document) for document, _ in documents}:
            check_actors(documents, self.who)
            return self._kept()

        check_roles(documents, self.who)
        check_actors(documents, self.who)
        try:
            outcome = self._booked(documents, eyes)
        except _TwoAreAsked:
            return self._kept()

        if self._is_retry(outcome):
            outcome = self._with_first_moves(outcome)
        return with_signed_receipt(self.settings, submitted_answer(outcome, False))

    def earlier_draft(self) -> DraftRow | None:
        """Return the draft of what the same person sent under this key before."""
        if self.key is None:
            return None
        return draft_of_key(self.settings.ledger, self.key, self.content, self.who.name)

    def _kept(self) -> DraftRow:
        return keep_draft(
            self.settings.ledger,
            name=self.name,
            content=self.content,
            settings=None,
            note=None,
            key=self.key,
            by=self.who.name,
            now=self.settings.now(),
            quota=quota_of(self.who),
        )

    def _booked(self, documents: Sequence[Placed], eyes: FourEyes) -> Outcome:
        """Book them, if what comes of it was seen, and is for one person to decide.

        `_TwoAreAsked`: it is not, and nothing is booked.
        """
        shown = PreviewedContent(say("this"), self.content)
        if self.key is None:
            shown.check(self.preview)

        def agreed(outcome: Outcome) -> None:
            if self._is_retry(outcome):
                return  # nothing is booked, so nothing that was not seen
            shown.check(self.preview, outcome)
            today = self.settings.now()[:10]
            if eyes.reasons(kinds_of(outcome, False), outcome, today):
                raise _TwoAreAsked

        is_looked_at = self.preview is not None or eyes.by_outcome
        return submit(
            self.settings.ledger,
            documents,
            outside(self.settings, self.who),
            wait=self.settings.write_seconds,
            beside=forget,
            agreed=agreed if is_looked_at else None,
            slip_answers=self.slip_answers,
        )

    def _is_retry(self, outcome: Outcome) -> bool:
        """Tell whether all of it was recorded before, and whoever sends it again says
        so by its key.
        """
        return self.key is not None and all(
            receipt.repeated for receipt in outcome.recorded
        )

    def _with_first_moves(self, outcome: Outcome) -> Outcome:
        """Return what was recorded before with what it moved then."""
        settings = self.settings
        seqs = [receipt.seq for receipt in outcome.recorded]

        moved = moves_of_events(settings.ledger, seqs, settings.now())
        return msgspec.structs.replace(outcome, moved=moved)


def with_signed_receipt(settings: Settings, report: R) -> R:
    """Have the receipt in a report signed."""
    if report.receipt is UNSET:
        return report
    return msgspec.structs.replace(
        report, receipt=sign_receipt(settings, report.receipt)
    )


def sign_receipt(settings: Settings, receipt: LogReceipt) -> LogReceipt:
    """Sign a receipt where the service has a key: the office vouches for what it
    answers.
    """
    key = settings.signing_key
    return signed_receipt(settings.ledger, key, receipt) if key else receipt


class _TwoAreAsked(Exception):
    """A sign that the outcome is not for one person to decide: it is taken back, and
    kept as a draft.
    """


def outside(settings: Settings, who: Who) -> Outside:
    if settings.seen:
        refuse_unlike_seen(settings.ledger, settings.seen, settings.now())

    return Outside(
        settings.now,
        who.name,
        lambda: secrets.token_hex(16),
        rows_to_publish,
        SECOND_LOOK,
        settings.surely(),
    )


def idempotency_key(request: HttpRequest) -> str | None:
    keys = request.headers.getall("idempotency-key", [])
    if not keys:
        return None
    if len(keys) > 1:
        message = say("the Idempotency-Key is given twice")
        raise Usage(
            Problem(
                "parameter-twice",
                message,
                Where(field="Idempotency-Key"),
                say("give it once"),
            )
        )

    key = keys[0].strip().strip('"')
    if not key or len(key) > 200 or not key.isascii() or not key.isprintable():
        message = say("the Idempotency-Key is empty, too long, or no plain text")
        raise Usage(
            Problem(
                "parameter",
                message,
                Where(field="Idempotency-Key"),
                say("send up to 200 plain characters"),
            )
        )

    return key


def preview_named(request: HttpRequest) -> str | None:
    """Return the preview to be booked, which If-Match names; None without it, or with
    *, to book whatever comes of it now.
    """
    named = request.headers.get("if-match", "").strip()
    return None if named in ("", "*") else named.removeprefix("W/").strip('"')


def _without_place_of_ledger(
    warnings: Sequence[Caution], ledger: str
) -> tuple[Caution, ...]:
    """Return warnings that do not say where the ledger is."""
    hidden = place_hider(ledger)

    unplaced = []
    for warning in warnings:
        file = warning.where.file
        if file is not None and hidden(file) != file:
            file = None
        where = FilePosition(file=file, line=warning.where.line)
        message = warning.message.mapped(hidden)
        unplaced.append(msgspec.structs.replace(warning, message=message, where=where))
    return tuple(unplaced)


def recorded_response(
    report: Report | DraftRow, settings: Settings, dry_run: bool = False
) -> Response[Any]:
    """Send what the command prints with --json; 201 when something new was recorded,
    202 when it waits as a draft.
    """
    if isinstance(report, DraftRow):
        return as_json(
            report,
            202,
            {"location": f"{settings.base_path}/api/drafts/{report.number}"},
        )

    headers = {} if report.preview is UNSET else {"etag": f'"{report.preview}"'}
    report = msgspec.structs.replace(
        report, warnings=_without_place_of_ledger(report.warnings, settings.ledger)
    )
    new = not dry_run and not all(receipt.repeated for receipt in report.recorded)
    return as_json(report, 201 if new else 200, headers)
