"""Look, before anything is recorded or tried, at who may record which documents: by roles,
actors and keys.
"""

from collections.abc import Sequence

import msgspec

from exchange.json.files import read_documents
from ledger.documents import kind_of
from ledger.errors import Problem, Usage, Where
from ledger.placed import Placed
from ledger.words import Text
from messages import say
from web.http import HttpRefusal
from web.store.quotas import OF_SUBMITTERS, OF_THE_OFFICE, Quota
from web.store.tokens import Role, Who, allows


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
