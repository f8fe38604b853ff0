"""Decide that a list is published; its rows are handed in."""

import hashlib

import msgspec

from ledger.bodies import ListPublished, PublishedRow
from ledger.decide.context import Context
from ledger.decide.decision import Decision
from ledger.decide.refusals import refuse
from ledger.documents import Publish
from ledger.events import list_stream
from messages import say


def publish(document: Publish, context: Context) -> Decision:
    """Publish the list as known now under its label; if it differs from the latest
    revision, it becomes the next.
    """
    if not context.timeline.schedule(document.list):
        raise refuse(
            "no-rules",
            say("the ledger keeps no list {list}", list=document.list),
            "list",
            say("adopt rules for it first"),
        )

    begins = context.timeline.begins(document.list)
    if document.as_of < begins and not context.importing:
        message = say("the list {list} begins on {day}", list=document.list, day=begins)
        raise refuse(
            "list-not-begun", message, "as_of", say("give that day or a later one")
        )

    listing = context.listing(document.list, document.as_of)
    stream = list_stream(document.list, document.label)
    _, _, target = stream.partition(":")
    earlier = context.timeline.publications(document.list, document.label)
    last = earlier[-1] if earlier else None
    sha256 = rows_digest(listing.rows)
    is_same = last is not None and (
        last.body.as_of == document.as_of and last.body.sha256 == sha256
    )
    if last is not None and is_same and not context.importing:
        return Decision("publish", target, repeated=last.seq)

    body = ListPublished(
        list=document.list,
        label=document.label,
        revision=len(earlier) + 1,
        as_of=document.as_of,
        known_seq=listing.known_seq,
        rules=listing.rules,
        rows=listing.rows,
        sha256=sha256,
    )

    return Decision("publish", target, [(stream, body)])


def rows_digest(rows: tuple[PublishedRow, ...]) -> str:
    """Hash the rows as the event holds them: the SHA-256 of a JSON list of lists
    without blanks.
    """
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()
