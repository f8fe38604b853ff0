"""Read for an audit the rows exactly as they are stored, nothing decoded and nothing
believed; and what a ledger says of itself and of what keeps it.
"""

import sqlite3
from collections.abc import Generator, Iterable, Iterator
from typing import Any, NamedTuple

from ledger.errors import Problem, SeloError
from ledger.store.database import WAIT_SECONDS, Connection, connect, flaws
from ledger.store.dialects import spoken, stated_version
from ledger.store.events import head, last_moment
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


class Health(NamedTuple):
    """The state of a ledger in a file. `synchronous` and `as_writer` are those of a
    connection that would write.
    """

    sqlite: str
    journal_mode: str
    as_writer: str
    synchronous: int
    format: int
    head: int
    last_moment: str
    flaws: list[str]


def health(path: str) -> Health:
    """Look at a ledger once as a reader and once as a writer; nothing is recorded."""
    reader = connect(path, write=False)
    try:
        journal = reader.execute("PRAGMA journal_mode").fetchone()[0]
        version = stated_version(reader)
        newest, moment = head(reader), last_moment(reader)
        problems = flaws(reader)
    finally:
        reader.close()
    as_writer, synchronous = _as_writer(path)
    return Health(
        sqlite3.sqlite_version,
        journal,
        as_writer,
        synchronous,
        version,
        newest,
        moment,
        problems,
    )


def _as_writer(path: str) -> tuple[str, int]:
    """Return (journal mode, synchronous) of our writing connection; ("read-only", 0)
    where nobody may write.
    """
    try:
        writer = connect(path, write=True, wait=WAIT_SECONDS)
    except (sqlite3.Error, SeloError):
        return "read-only", 0
    try:
        mode: str = writer.execute("PRAGMA journal_mode").fetchone()[0]
        return mode, int(writer.execute("PRAGMA synchronous").fetchone()[0])
    finally:
        writer.close()


class ServerHealth(NamedTuple):
    """The state of a database server and of the ledger on it, as the server tells it."""

    product: str
    release: int
    replica: bool
    settings: dict[str, str]
    format: int
    head: int
    last_moment: str
    flaws: list[str]
    lock_gone: Problem | None
    open_to_everybody: list[str]


def server_health(reader: Connection) -> ServerHealth:
    product, release, replica, settings = spoken(reader).about_server(reader)
    version = stated_version(reader)
    return ServerHealth(
        product,
        release,
        replica,
        settings,
        version,
        head(reader),
        last_moment(reader),
        flaws(reader),
        spoken(reader).lock_gone(reader),
        spoken(reader).open_to_everybody(reader),
    )
