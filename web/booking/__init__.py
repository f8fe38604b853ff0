"""Record documents and keep drafts over HTTP. Here: look, before anything is recorded
or tried, at the body of a request, read up to a size and a time and of a media type
that is known (a large one waits on the disk until all of it is there); and at who may
record what and see which drafts, by roles, actors and keys.
"""

import asyncio
import tempfile
from collections.abc import Collection, Sequence

import msgspec

from exchange.json.files import read
from exchange.trf.sheet import not_read
from ledger.documents import kind_of
from ledger.errors import Problem, Refused, SeloError, Usage, Where
from ledger.placed import Placed
from ledger.words import Text
from messages import say
from web import Settings
from web.auth import who_of
from web.http import HttpRefusal, HttpRequest
from web.limits import LARGE
from web.store.booking import documents_in
from web.store.draft_steps import WAITING
from web.store.drafts import Draft, DraftRow, DraftsAnswer, draft
from web.store.drafts import drafts as kept_drafts
from web.store.quotas import OF_SUBMITTERS, OF_THE_OFFICE, Quota
from web.store.tokens import Role, Who, allows


async def body_of(
    request: HttpRequest, settings: Settings, takes: Collection[str]
) -> tuple[str, bytes]:
    """Return the media type and the bytes of a request's body."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in takes:
        message = (
            say("the body is {kind}", kind=kind)
            if kind
            else say("the request has no Content-Type")
        )
        hint = say("send it as {kinds}", kinds=" or ".join(takes))
        raise HttpRefusal(415, Problem("media-type", message, hint=hint))
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        message = say("a packed body is not taken")
        raise HttpRefusal(
            415,
            Problem("media-type", message, hint=say("send it as it is")),
        )
    submits = who_of(request.scope).role is Role.SUBMITTER
    most = (
        min(settings.body_bytes, settings.submitter_bytes)
        if submits
        else settings.body_bytes
    )
    stated = request.headers.get("content-length", "")
    if stated.isascii() and stated.isdigit() and int(stated[:18]) > most:
        raise _too_large(most)
    with tempfile.SpooledTemporaryFile(LARGE) as spool:
        try:
            async with asyncio.timeout(settings.body_seconds):
                await _read(request, spool, most)
        except TimeoutError:
            message = say(
                "the body did not arrive within {seconds} seconds",
                seconds=f"{settings.body_seconds:g}",
            )
            hint = say("send it faster, or in parts")
            raise HttpRefusal(
                408,
                Problem("too-slow", message, hint=hint),
            ) from None
        spool.seek(0)
        return kind, spool.read()


async def _read(
    request: HttpRequest, spool: "tempfile.SpooledTemporaryFile[bytes]", most: int
) -> None:
    size = 0
    while True:
        message = await request.receive()
        if message["type"] != "http.request":
            # the client went away in the middle: nobody reads this, and nothing is done
            raise HttpRefusal(
                400,
                Problem(
                    "bad-request",
                    say("the body ended too early"),
                    hint=say("send all of it"),
                ),
            )
        size += len(message["body"])
        if size > most:
            raise _too_large(most)
        spool.write(message["body"])
        if not message["more_body"]:
            return


def _too_large(most: int) -> HttpRefusal:
    message = say("the body has more than {count} bytes", count=most)
    return HttpRefusal(
        413,
        Problem("too-large", message, hint=say("send it in parts")),
    )


def quota_of(who: Who) -> Quota:
    """Return how many drafts of somebody may wait."""
    return OF_SUBMITTERS if who.role is Role.SUBMITTER else OF_THE_OFFICE


def check_something(name: str, content: bytes) -> None:
    """Refuse a draft of nothing: it would wait for somebody to look at it."""
    if not content.strip():
        raise Refused(
            Problem(
                "empty",
                say("the file is empty"),
                Where(name),
                say("send what is to be booked"),
            )
        )


def check_json(name: str, content: bytes) -> None:
    """Refuse what is sent as one JSON text and is none; what is in it is looked at when
    it is previewed.
    """
    try:
        msgspec.json.decode(content, type=msgspec.Raw)
    except (msgspec.DecodeError, RecursionError):
        problem = Problem(
            "not-json",
            say("the body is not JSON"),
            Where(name),
            say("send one JSON text"),
        )
        raise Usage(problem) from None


def check_roles(documents: Sequence[Placed], who: Who) -> None:
    """Refuse every kind of document that their role may not record, all at once."""
    problems = []
    for document, where in documents:
        kind = kind_of(document)
        needed = Role(document.needs)
        if not allows(who.role, needed):
            message = say(
                "a token of the role {role} may not record {kind}",
                role=who.role,
                kind=kind,
            )
            problems.append(
                Problem(
                    "not-allowed",
                    message,
                    where,
                    say("it needs the role {role}", role=needed),
                )
            )
    if problems:
        raise HttpRefusal(403, problems)


def check_actors(documents: Sequence[Placed], who: Who) -> None:
    """Refuse acting as somebody else; only an admin brings over what others did."""
    problems = []
    for document, where in documents:
        if document.actor not in (None, who.name) and who.role is not Role.ADMIN:
            message = say(
                "the actor is {name}, and the token is of {owner}",
                name=repr(document.actor),
                owner=who.name,
            )
            place = Where(where.file, where.line, where.column, "actor")
            problems.append(
                Problem("other-actor", message, place, say("leave the actor out"))
            )
    if problems:
        raise HttpRefusal(403, problems)


def keyed(placed: Placed, key: str | None, number: int, who: Who) -> Placed:
    """Give the document the key of the request, which the ledger keeps for ever;
    further documents count on from it.

    It is a key of whoever sends it: the same one of somebody else, or of a second
    document, is another.
    """
    if key is None:
        return placed
    # no name of a token has a slash or a colon
    own = f"{who.name}:{key}" if number == 0 else f"{who.name}/{number + 1}:{key}"
    stated = key if number == 0 else f"{key}#{number + 1}"
    if placed.document.key == stated:
        return placed  # it says itself which key it has in the ledger
    if placed.document.key is not None:
        message = say(
            "the document has the key {key} and the request another",
            key=repr(placed.document.key),
        )
        where = placed.where
        place = Where(where.file, where.line, where.column, "key")
        raise Usage(Problem("parameter", message, place, say("send one of them")))
    return placed._replace(
        document=msgspec.structs.replace(
            placed.document, key=msgspec.convert(own, Text)
        )
    )


def documents_from(
    name: str, content: bytes, who: Who, key: str | None
) -> list[Placed]:
    """Read documents, with the key of their request; refuse those that somebody may not
    record.
    """
    documents = [
        keyed(placed, key, number, who)
        for number, placed in enumerate(read(name, content))
    ]
    if who.role is not Role.SUBMITTER:
        check_roles(documents, who)
    check_actors(documents, who)
    return documents


def seen_drafts(ledger: str, state: str | None, who: Who) -> DraftsAnswer:
    """List the drafts that somebody may see."""
    if allows(who.role, Role.OFFICER) or who.role is Role.SUBMITTER:
        return kept_drafts(
            ledger, state, None if allows(who.role, Role.OFFICER) else who.name
        )
    rows = kept_drafts(ledger, state).rows
    return DraftsAnswer(
        rows=tuple(row for row in rows if may_see(draft(ledger, row.number), who))
    )


def waiting_for_others(ledger: str, seen: Sequence[DraftRow], who: Who) -> int:
    """Return how many drafts wait that only others decide about. A submitter is not
    told of what others sent.
    """
    if who.role is Role.SUBMITTER:
        return 0
    return len(kept_drafts(ledger, WAITING).rows) - sum(
        row.state == WAITING for row in seen
    )


def own_draft(ledger: str, number: int, who: Who) -> Draft:
    """Return a draft of somebody's own, or any draft for an officer who may book it,
    because who decides has to
    see it.
    """
    waiting = draft(ledger, number)
    if not may_see(waiting, who):
        raise _of_somebody_else(number)
    return waiting


def _of_somebody_else(number: int) -> HttpRefusal:
    hint = say("it needs the role {role}", role=Role.OFFICER)
    return HttpRefusal(
        403,
        Problem(
            "not-allowed",
            say("draft {number} is somebody else's", number=number),
            hint=hint,
        ),
    )


def may_see(waiting: Draft, who: Who) -> bool:
    """Tell whether somebody may see a draft: their own, any for an officer, and for
    others what they may book. One that is settled has no content by which to tell that:
    whoever had a part in it sees what became of it.
    """
    if waiting.row.created_by == who.name or allows(who.role, Role.OFFICER):
        return True
    if waiting.row.state != WAITING:
        return who.name in {
            waiting.row.settled_by,
            *(step.who for step in waiting.row.steps or ()),
        }
    try:
        documents = documents_in(waiting)
        check_roles(documents, who)
    except SeloError:
        return False
    return bool(documents)


def check_booking(waiting: Draft, who: Who) -> None:
    """Refuse somebody who may not see the draft, or whose role may not record what is
    in it; and everybody, while it has fields that could not be read.
    """
    # nothing of it is told to anybody else, not even what is wrong with it
    if not may_see(waiting, who):
        raise _of_somebody_else(waiting.row.number)
    documents = documents_in(waiting)
    if documents:
        check_roles(documents, who)
    elif not allows(who.role, Role.OFFICER):
        message = say("a token of the role {role} may not book this", role=who.role)
        raise HttpRefusal(
            403,
            Problem(
                "not-allowed",
                message,
                hint=say("it needs the role {role}", role=Role.OFFICER),
            ),
        )
    if not_read(waiting.content):
        message = say("not every field of the report on paper could be read")
        hint = say("go on typing, and put those right that are marked")
        raise HttpRefusal(409, Problem("unfinished", message, hint=hint))
