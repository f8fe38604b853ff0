"""Look, before anything is recorded or tried, at who may record which documents, by
roles, actors and keys; and who may see and book which draft.
"""

from collections.abc import Sequence

import msgspec

from exchange.json.files import read_documents
from exchange.trf.typed_report import not_read
from ledger.documents import kind_of
from ledger.errors import Problem, SeloError, Usage, Where
from ledger.field_types import Text
from ledger.placed import Placed
from messages import say
from web.http import HttpRefusal
from web.store.draft_steps import WAITING
from web.store.drafts import Draft
from web.store.prepared_draft import documents_in
from web.store.quotas import OF_SUBMITTERS, OF_THE_OFFICE, Quota
from web.store.roles import Role, allows
from web.store.tokens import Who


def quota_of(who: Who) -> Quota:
    """Return how many drafts of somebody may wait."""
    return OF_SUBMITTERS if who.role is Role.SUBMITTER else OF_THE_OFFICE


def check_roles(documents: Sequence[Placed], who: Who) -> None:
    """Refuse every kind of document that their role may not record, all at once.

    Each problem says which document it is, and which role it needs.
    """
    problems = []
    for document, where in documents:
        kind = kind_of(document)
        needed = Role(document.needs)
        if not allows(who.role, needed):
            message = say(
                "the role {role} may not record {kind}",
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
                "the actor is {name}, but the token belongs to {owner}",
                name=repr(document.actor),
                owner=who.name,
            )
            of_field = Where(where.file, where.line, where.column, "actor")
            problems.append(
                Problem("other-actor", message, of_field, say("leave the actor out"))
            )

    if problems:
        raise HttpRefusal(403, problems)


def with_key(placed: Placed, key: str | None, number: int, who: Who) -> Placed:
    """Give the document the key of the request, which the ledger keeps for ever;
    further documents count on from it.

    It is a key of whoever sends it: the same one of somebody else, or of a second
    document, is another. `number`: the document's place in the request, from 0.
    Refused is a document that states another key. For example, of the token `aino`:

        with_key(placed, "k1", 0, aino)  aino:k1
        with_key(placed, "k1", 1, aino)  aino/2:k1
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
            "the document has the key {key}, but the request has another one",
            key=repr(placed.document.key),
        )
        where = placed.where
        of_field = Where(where.file, where.line, where.column, "key")
        raise Usage(Problem("parameter", message, of_field, say("send one of them")))

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

    What a submitter sends waits until somebody books it, so any kind is taken of them.
    """
    documents = [
        with_key(placed, key, number, who)
        for number, placed in enumerate(read_documents(name, content))
    ]
    if who.role is not Role.SUBMITTER:
        check_roles(documents, who)
    check_actors(documents, who)
    return documents


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


def check_seeing(waiting: Draft, who: Who) -> None:
    """Refuse a draft to somebody who may not see it (403)."""
    if may_see(waiting, who):
        return

    message = say("draft {number} is somebody else's", number=waiting.row.number)
    hint = say("it needs the role {role}", role=Role.OFFICER)
    raise HttpRefusal(403, Problem("not-allowed", message, hint=hint))


def check_booking(waiting: Draft, who: Who) -> None:
    """Refuse somebody who may not see the draft, whose role may not record what is in
    it, or who would act as somebody else; and everybody, while it has fields that could
    not be read.
    """
    # nothing of it is told to anybody else, not even what is wrong with it
    check_seeing(waiting, who)

    documents = documents_in(waiting)
    if documents:
        check_roles(documents, who)
        check_actors(documents, who)
    elif not allows(who.role, Role.OFFICER):
        message = say("the role {role} may not book this", role=who.role)
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
        hint = say("go on typing, and correct the marked fields")
        raise HttpRefusal(409, Problem("unfinished", message, hint=hint))


def check_planned(waiting: Draft, by: str) -> None:
    """Refuse a draft that the service is to book in the name of `by`, who planned it,
    where it has the name of somebody else: no admin is there at that hour.
    """
    check_actors(documents_in(waiting), Who(by, Role.PUBLISHER, ""))
