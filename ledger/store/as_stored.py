"""The rows of a ledger exactly as they are stored, for an audit: nothing is decoded,
and nothing is believed.
"""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import Any, NamedTuple

from ledger.store.connection import Connection
from ledger.store.dialects.dialect import dialect_of
from ledger.store.persons import Personal, digest
from ledger.store.tables import checksum

EVENT_COLUMNS = ("seq", "stream", "version", "topic", "recorded_at", "submission")


class EventRow(NamedTuple):
    """An event as it is stored; of a damaged ledger any value may be of any type."""

    seq: Any
    stream: Any
    version: Any
    topic: Any
    recorded_at: Any
    submission: Any
    state: Any

    @property
    def columns(self) -> tuple[Any, ...]:
        """The columns beside the stored bytes."""
        return self[:-1]


def event_rows(connection: Connection) -> Generator[EventRow, None, None]:
    """Yield every event in order: the columns beside it, then its stored bytes."""
    columns = ", ".join(EVENT_COLUMNS)
    query = f"SELECT {columns}, state FROM event ORDER BY seq"
    stored = dialect_of(connection).as_they_stand(connection, query)
    with closing(stored) as rows:
        for row in rows:
            yield EventRow(*row)


def row_counts(connection: Connection, tables: Iterable[str]) -> dict[str, int]:
    """Count the rows of tables."""
    counts = {}
    for table in tables:
        query = f"SELECT COUNT(*) FROM {table}"
        [counts[table]] = connection.execute(query).fetchone()
    return counts


def states(
    connection: Connection, upto: int | None = None
) -> Iterator[tuple[int, bytes]]:
    """Yield the seq and the exact stored bytes of every event."""
    for seq, state in connection.execute("SELECT seq, state FROM event ORDER BY seq"):
        if upto is None or seq <= upto:
            yield seq, stored_bytes(state)


def stored_bytes(state: object) -> bytes:
    """Return the stored bytes of an event; of a damaged ledger they may be a text."""
    return state if isinstance(state, bytes) else str(state).encode()


def hashes(connection: Connection) -> list[tuple[int, bytes]]:
    """Read what is stored of the tree: one hash beside each event."""
    rows: list[tuple[int, bytes]] = connection.execute(
        "SELECT seq, hash FROM tree ORDER BY seq"
    ).fetchall()
    return rows


class PersonRow(NamedTuple):
    """A row of a person, or of an earlier name, with the salt of the person; of a
    damaged ledger any value may be of any type.
    """

    player: Any
    salt: Any
    name: Any
    club: Any
    fide_id: Any
    folded: Any
    checksum_fits: bool

    @property
    def personal(self) -> list[Any]:
        """What the digest in an event is made of, beside the id."""
        return [self.name, self.club, self.fide_id]

    @property
    def digest(self) -> str:
        """The digest that an event has of this row."""
        person = Personal(self.player, self.name, self.club, self.fide_id)
        return digest(self.salt, person)


def person_rows(connection: Connection) -> Iterator[PersonRow]:
    """Yield the rows of persons, by player."""
    query = (
        "SELECT player, salt, name, club, fide_id, folded, checksum FROM person ORDER"
        " BY player"
    )
    for *row, stored in connection.execute(query):
        yield PersonRow._make((*row, checksum(row) == stored))


def former_rows(connection: Connection) -> Iterator[PersonRow]:
    """Yield the rows of earlier names, by player."""
    query = (
        "SELECT former_name.player, salt, former_name.name, former_name.club,"
        " former_name.fide_id, former_name.folded, former_name.checksum FROM"
        " former_name LEFT JOIN person USING (player) ORDER BY former_name.player"
    )
    for player, salt, *row, stored in connection.execute(query):
        fits = checksum([player, *row]) == stored
        yield PersonRow._make((player, salt, *row, fits))


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
