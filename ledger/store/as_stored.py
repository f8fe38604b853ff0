"""The rows of a ledger exactly as they are stored, for an audit: nothing is decoded,
and nothing is believed.
"""

from collections.abc import Generator, Iterable, Iterator
from typing import Any

from ledger.store.database import Connection
from ledger.store.dialects.dialect import spoken
from ledger.store.tables import checksum

EVENT_COLUMNS = ("seq", "stream", "version", "topic", "recorded_at", "submission")


def event_rows(connection: Connection) -> Generator[tuple[Any, ...], None, None]:
    """Yield every event in order: the columns beside it, then its stored bytes."""
    query = f"SELECT {', '.join(EVENT_COLUMNS)}, state FROM event ORDER BY seq"
    return spoken(connection).as_they_stand(connection, query)


def row_counts(connection: Connection, tables: Iterable[str]) -> dict[str, int]:
    return {
        table: connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        for table in tables
    }


def states(
    connection: Connection, upto: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """Yield the seq and the exact stored bytes of every event."""
    for seq, state in connection.execute("SELECT seq, state FROM event ORDER BY seq"):
        if upto is None or seq <= upto:
            yield seq, state if isinstance(state, bytes) else str(state).encode()


def hashes(connection: Connection) -> list[tuple[int, bytes]]:
    """Read what is stored of the tree: one hash beside each event."""
    rows: list[tuple[int, bytes]] = connection.execute(
        "SELECT seq, hash FROM tree ORDER BY seq"
    ).fetchall()
    return rows


def last_number_given(connection: Connection, table: str) -> int:
    """Return the last number given in a table; cutting off the end of the table leaves
    it standing.
    """
    return spoken(connection).last_number_given(connection, table)


def person_rows(connection: Connection) -> Iterator[tuple[Any, ...]]:
    """Yield player, salt, name, club, fide_id, folded, and whether the checksum fits,
    by player.
    """
    columns = "player, salt, name, club, fide_id, folded"
    for *row, stored in connection.execute(
        f"SELECT {columns}, checksum FROM person ORDER BY player"
    ):
        yield (*row, checksum(row) == stored)


def former_rows(connection: Connection) -> Iterator[tuple[Any, ...]]:
    """Yield player, salt of the person, earlier name, club, fide_id, folded, and
    whether the checksum fits.
    """
    for player, salt, *row, stored in connection.execute(
        "SELECT former_name.player, salt, former_name.name, former_name.club,"
        " former_name.fide_id, former_name.folded, former_name.checksum FROM"
        " former_name LEFT JOIN person USING (player) ORDER BY former_name.player"
    ):
        yield (player, salt, *row, checksum([player, *row]) == stored)


def detail_rows(connection: Connection) -> Iterator[tuple[Any, ...]]:
    """Yield seq, player, salt, born, sex, unlisted: what events seal."""
    yield from connection.execute(
        "SELECT seq, player, salt, born, sex, unlisted FROM detail ORDER BY seq"
    )


def named_text_rows(connection: Connection) -> Iterator[tuple[Any, ...]]:
    """Yield seal, salt and words of what events seal."""
    yield from connection.execute(
        "SELECT seal, salt, words FROM named_text ORDER BY seal"
    )


def source_rows(connection: Connection) -> Iterator[tuple[Any, Any]]:
    """Yield the SHA-256 and the bytes of every kept source file."""
    yield from connection.execute(
        "SELECT sha256, bytes FROM source_file ORDER BY sha256"
    )
