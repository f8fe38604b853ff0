"""What a submission moved, with the names of the players: officers check names, not ids; and all of it in one digest,
by which a preview is known."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from desk.outcome import EntryChange, Move
from ledger.events import Event, ListPublished, PlayerRegistered
from ledger.store.database import Connection
from ledger.store.persons import names as person_names
from projections.replay.book import Book

MANY = 500  # from this many players on, reading all names at once is cheaper than one by one
_encode = msgspec.json.Encoder(order="deterministic").encode


def movements(
    connection: Connection, book: Book, every_entry: bool = True
) -> tuple[tuple[Move, ...], tuple[EntryChange, ...]]:
    """The current ratings and the entries that came out different; or of these only those that there were before."""
    moves = book.moves()
    # of a first import there may be 300,000 new entries, which nobody reads but in a preview
    changes = book.changes(every_entry)
    players = {move[0] for move in moves} | {change.player for change in changes}
    names = person_names(connection, players if len(players) < MANY else None)
    moved = tuple(
        Move(player=player, list=list_name, on=on, before=before, after=after, name=names.get(player))
        for player, list_name, on, before, after in moves
    )
    return moved, tuple(EntryChange(**change._asdict(), name=names.get(change.player)) for change in changes)


def essence(events: Sequence[Event], moved: Sequence[Move], entries: Sequence[EntryChange]) -> str:
    """One digest of everything that is recorded, and of every rating that moves, current or past.

    Left out is what differs from one time to the next and moves nothing: numbers of events, moments, salted digests of
    details, and how far the ledger was known when a list was frozen.
    """
    digest = hashlib.sha256()
    for part in (*_recorded(events), *map(msgspec.structs.astuple, (*moved, *entries))):
        digest.update(_encode(part) + b"\n")
    return digest.hexdigest()


def _recorded(events: Sequence[Event]) -> Iterator[tuple[str, Any]]:
    for event in events:
        match event.body:
            case PlayerRegistered() as body:
                yield event.stream, msgspec.structs.replace(body, details="")
            case ListPublished() as body:
                yield event.stream, msgspec.structs.replace(body, known_seq=0)
            case body:
                yield event.stream, body
