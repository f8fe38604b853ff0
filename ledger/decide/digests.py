"""Tell whether a document was recorded before: by its key, and by a digest of its
content.
"""

import hashlib
from functools import cache

import msgspec

from ledger.bodies import PersonErased
from ledger.decide.context import Context
from ledger.documents import Document, ExternalRating, Player, Tournament
from ledger.errors import Conflict, Problem, Where
from messages import say

_CANONICAL = msgspec.json.Encoder(order="deterministic")


# the fields of a document that are no content, each as it is when it is empty
_NOT_CONTENT: dict[str, object] = {
    "actor": None,
    "note": None,
    "key": None,
    "expect_version": None,
    "players": [],
    "change": False,
    "rules": False,
}


@cache
def _empty_fields(kind: type[Document]) -> dict[str, object]:
    """Return the fields of a kind of document that are no content, each empty.

    The source is no content, except in an external rating, where it says who published
    it.
    """
    fields = kind.__struct_fields__
    empty = {name: value for name, value in _NOT_CONTENT.items() if name in fields}
    # the file that a document was read from; of an Elo it says who published it
    if "source" in fields and not issubclass(kind, ExternalRating):
        empty["source"] = None
    return empty


def content_digest(document: Document, salt: str = "") -> str:
    """Hash what makes two documents the same, to a SHA-256 in hex.

    A player's is salted, for a bare hash of a name gives it away. Fields at their
    default are left out (see Strict), so that a field of a later version changes no old
    digest.
    """
    content = _canonical(document)
    return hashlib.sha256(salt.encode() + content).hexdigest()


def _canonical(document: Document) -> bytes:
    """Encode the content of a document, its fields in one order."""
    empty = _empty_fields(type(document))
    if isinstance(document, Tournament) and _is_all_content(document, empty):
        # it was encoded when it was read, and nothing in it needs sorting
        return document.text
    return _CANONICAL.encode(msgspec.structs.replace(document, **empty))


def _is_all_content(document: Document, empty: dict[str, object]) -> bool:
    """Whether every field named in `empty` holds just the value it has there."""
    return all(getattr(document, name) == value for name, value in empty.items())


def digest_of(document: Document, context: Context) -> str:
    """Return the digest under which a document would be stored if it were submitted
    now.
    """
    if not isinstance(document, Player) or is_new(document, context):
        return content_digest(document)
    return digest_of_details(document, context)


def digest_of_details(document: Player, context: Context, new_salt: str = "") -> str:
    """Return the digest of a document about somebody known, by any of their ids.

    The salt is that of the very id, else that of the id that counts, else `new_salt`,
    which this document brings. Somebody who was erased has no salt: then the day of
    birth is left out, for whoever tries all days would find it.
    """
    counts = context.timeline.resolve(document.player)
    salt = context.lookups.salt(document.player) or context.lookups.salt(counts)
    registered = context.timeline.player(counts)
    if salt is None and registered is not None and registered.live(PersonErased):
        if document.born is not None:
            part_of_birth, _ = context.birth_read(document.born)
            document = msgspec.structs.replace(document, born=part_of_birth)
        return content_digest(document)

    return content_digest(document, salt or new_salt)


def is_new(document: Document, context: Context) -> bool:
    """Tell whether a document is about a player whom the ledger does not have: then it
    was never recorded before.
    """
    return (
        isinstance(document, Player)
        and context.timeline.player(document.player) is None
    )


def repeated_key(document: Document, digest: str, context: Context) -> int | None:
    """Return the seq that was recorded under the document's key; None where there was
    none. Raise a conflict if other content was recorded under it.
    """
    if not document.key:
        return None

    earlier = context.lookups.by_key(document.key)
    if earlier is None:
        return None
    if earlier.digest == digest:
        return earlier.seq

    message = say(
        "the key {name} was used for another document (seq {seq})",
        name=repr(document.key),
        seq=earlier.seq,
    )
    hint = say("give each document a key of its own")
    raise Conflict(Problem("key-reused", message, Where(field="key"), hint))
