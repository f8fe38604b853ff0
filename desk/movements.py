"""What a submission moved, with the names of the players: officers check names, not ids."""

from desk.outcome import EntryChange, Move
from ledger.store.database import Connection
from ledger.store.persons import names as person_names
from projections.replay.book import Book

MANY = 500  # from this many players on, reading all names at once is cheaper than one by one


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
