"""Deciding a publication: the rows are handed in, the ledger only keeps them. Equal rows again are a repetition."""

import hashlib

import msgspec

from ledger.decide.context import Context, Decision, refuse
from ledger.documents import Publish
from ledger.events import ListPublished, PublishedRow, list_stream
from messages import say


def publish(document: Publish, context: Context) -> Decision:
    """The list as known now under its label; different from the latest revision, it is the next one."""
    if not context.timeline.schedule(document.list):
        raise refuse(
            "no-rules",
            say("the ledger keeps no list {list}", list=document.list),
            "list",
            say("adopt rules for it first"),
        )
    listing = context.listing(document.list, document.as_of)
    stream = list_stream(document.list, document.label)
    target = stream.partition(":")[2]
    earlier = context.timeline.publications(document.list, document.label)
    last = earlier[-1] if earlier else None
    sha256 = rows_digest(listing.rows)
    if last is not None and not context.again and (last.body.as_of, last.body.sha256) == (document.as_of, sha256):
        return Decision("publish", target, repeated=last.seq)
    body = ListPublished(
        document.list, document.label, len(earlier) + 1, document.as_of, listing.known_seq, listing.rules, listing.rows,
        sha256,
    )  # fmt: skip
    return Decision("publish", target, [(stream, body)])


def rows_digest(rows: tuple[PublishedRow, ...]) -> str:
    """SHA-256 of the rows as the event holds them: a JSON list of lists without blanks."""
    return hashlib.sha256(msgspec.json.encode(rows)).hexdigest()
