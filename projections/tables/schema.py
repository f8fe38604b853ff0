"""The read tables: their columns and their version; made, emptied, and refused where
they are of another version or follow other events.
"""

from ledger.errors import LedgerUnusable, Problem
from ledger.store import counted
from ledger.store.connection import Connection
from ledger.store.database import earlier_version, refuse_older
from ledger.store.dialects.definitions import parts, parts_of
from ledger.store.dialects.dialect import dialect_of
from ledger.store.events import head
from ledger.store.logs.tree import root_at
from messages import by_command, say
from projections.tables.checked_rows import damaged, with_checksum
from projections.tables.followed import (
    Followed,
    VersionAndSeq,
    followed_by,
    version_and_seq,
)

VERSION = 1

TABLES = {
    # one row per version of a unit; `body` holds its columns, one value per player, or
    # what differs from the version before
    "unit": (
        "CREATE TABLE unit (number INTEGER NOT NULL, list TEXT NOT NULL, place TEXT NOT"
        " NULL, kind TEXT NOT NULL, unit TEXT NOT NULL, tournament TEXT, player TEXT,"
        " edition TEXT NOT NULL, seq INTEGER NOT NULL, known_from INTEGER NOT NULL,"
        " known_to INTEGER, body TEXT NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY"
        " (number, known_from))"
    ),
    # the numbers of all units in which the player ever had a seat, in the order of
    # their places
    "seat": (
        "CREATE TABLE seat (player TEXT NOT NULL, list TEXT NOT NULL, units TEXT NOT"
        " NULL, checksum INTEGER NOT NULL, PRIMARY KEY (player, list))"
    ),
    # what everything in force adds up to
    "player": (
        "CREATE TABLE player (player TEXT NOT NULL, list TEXT NOT NULL, place TEXT NOT"
        " NULL, rated_place TEXT NOT NULL, rating INTEGER, changes INTEGER NOT NULL,"
        " games INTEGER NOT NULL, normal_games INTEGER NOT NULL, last_played TEXT, peak"
        " INTEGER, peak_place TEXT NOT NULL, peak_game TEXT, opened TEXT NOT NULL,"
        " standing TEXT NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (player,"
        " list))"
    ),
    "title": (
        "CREATE TABLE title (list TEXT NOT NULL, player TEXT NOT NULL, title TEXT NOT"
        " NULL, place TEXT NOT NULL, on_day TEXT NOT NULL, tournament TEXT, game TEXT,"
        " known_from INTEGER NOT NULL, known_to INTEGER, checksum INTEGER NOT NULL,"
        " PRIMARY KEY (player, list, title, known_from))"
    ),
    # what says a document again, its digest or its key, as a number; and the events it
    # was recorded under
    "said": (
        "CREATE TABLE said (mark INTEGER NOT NULL, seq INTEGER NOT NULL, checksum"
        " INTEGER NOT NULL, PRIMARY KEY (mark, seq))"
    ),
    "tournament": (
        "CREATE TABLE tournament (tournament TEXT PRIMARY KEY, name TEXT NOT NULL,"
        " start_day TEXT NOT NULL, end_day TEXT NOT NULL, withdrawn INTEGER NOT NULL,"
        " version INTEGER NOT NULL, games INTEGER NOT NULL, checksum INTEGER NOT NULL)"
    ),
    "published": (
        "CREATE TABLE published (seq INTEGER PRIMARY KEY, list TEXT NOT NULL, label"
        " TEXT NOT NULL, revision INTEGER NOT NULL, as_of TEXT NOT NULL, known_seq"
        " INTEGER NOT NULL, rules TEXT NOT NULL, row_count INTEGER NOT NULL, sha256"
        " TEXT NOT NULL, root TEXT NOT NULL, checksum INTEGER NOT NULL, UNIQUE (list,"
        " label, revision))"
    ),
    "step": (
        "CREATE TABLE step (seq INTEGER PRIMARY KEY, first INTEGER NOT NULL, checksum"
        " INTEGER NOT NULL)"
    ),
    # the events that all of this follows, with the root over them, and the last number
    # that a unit got
    "projected": (
        "CREATE TABLE projected (version INTEGER NOT NULL, seq INTEGER NOT NULL, root"
        " TEXT NOT NULL, number INTEGER NOT NULL, checksum INTEGER NOT NULL)"
    ),
}
INDEXES = (
    "CREATE INDEX unit_by_place ON unit (list, place)",
    "CREATE INDEX unit_by_tournament ON unit (tournament)",
    "CREATE INDEX unit_by_player ON unit (player)",
    "CREATE INDEX tournament_by_start ON tournament (start_day)",
)
DDL = (*TABLES.values(), counted.DDL)


def create(connection: Connection, *, indexes: bool = True) -> None:
    """Create empty read tables that follow no event yet. A rebuild makes the indexes
    when everything is in.

    `indexes`: whether they are made at once, while the tables are empty.
    """
    for statement in DDL:
        connection.execute(statement)
    if indexes:
        _index(connection)
    _state(connection, Followed(VERSION, 0, root_at(connection, 0), 0))


def _state(connection: Connection, followed: Followed) -> None:
    """Put down which events the tables follow, in the place of what was said before."""
    connection.execute("DELETE FROM projected")
    connection.execute(
        "INSERT INTO projected (version, seq, root, number, checksum) VALUES (?, ?, ?,"
        " ?, ?)",
        with_checksum(*followed),
    )


def index(connection: Connection) -> None:
    """Make the indexes after many rows are in, where the database does not keep them.

    An index that is made over rows which are in already costs a fraction.
    """
    if not dialect_of(connection).INDEXES_STAY:
        _index(connection)


def _index(connection: Connection) -> None:
    """Make every index of `INDEXES`."""
    for statement in INDEXES:
        connection.execute(statement)


def unindex(connection: Connection) -> None:
    """Drop the indexes before many rows come, where the database does not keep them."""
    if dialect_of(connection).INDEXES_STAY:
        return
    for statement in INDEXES:
        connection.execute(f"DROP INDEX {statement.split()[2]}")


def drop(connection: Connection) -> None:
    """Drop the read tables, and what is counted of them; it is no error where they are
    not there.
    """
    # they hold ids and numbers, and nobody's name
    with dialect_of(connection).without_wiping(connection):
        for table in (*TABLES, counted.NAME):
            connection.execute(f"DROP TABLE IF EXISTS {table}")


def has_tables(connection: Connection) -> bool:
    """Tell whether the read tables are there, of whatever version."""
    return dialect_of(connection).has_table(connection, "projected")


def remake(connection: Connection) -> None:
    """Empty the read tables, or make them anew. Where indexes can wait, they are made
    when all rows are in, which is faster.

    They then follow no event.
    """
    if dialect_of(connection).INDEXES_STAY and _has_right_tables(connection):
        for table in (*TABLES, counted.NAME):
            connection.execute(f"DELETE FROM {table}")
        _state(connection, Followed(VERSION, 0, root_at(connection, 0), 0))
        return
    drop(connection)
    create(connection, indexes=dialect_of(connection).INDEXES_STAY)


def _has_right_tables(connection: Connection) -> bool:
    """Tell whether only the rows have to be made again: a reader may go on reading the
    old ones meanwhile.

    Compared are tables and indexes, part by part, with what this version would make.
    """
    ours = parts_of(connection, (*DDL, *INDEXES))
    return not {part for part in ours if part.table in (*TABLES, counted.NAME)} - set(
        parts(connection)
    )


def projected_if_any(connection: Connection) -> VersionAndSeq:
    """Return what `version_and_seq` does, but two zeros without read tables, which are
    made again when somebody asks.

    Nothing is checked, so that tables of any version can be asked.
    """
    if not has_tables(connection):
        return VersionAndSeq(0, 0)
    return version_and_seq(connection)


def follow_all(connection: Connection) -> bool:
    """Tell whether the tables are of this version and follow every event. Tables that
    follow other events are refused, because what they hold does not follow from the
    events that are here.

    False also for tables of an older version, or of a newer one: `refuse_other` tells
    them apart. `LedgerUnusable` for tables that cannot be trusted.
    """
    if version_and_seq(connection).version != VERSION:
        return False
    if not counted.is_anything_counted(connection):
        raise damaged(say("nothing is counted of them"))

    state, newest = followed_by(connection), head(connection)
    if counted.counted_events(connection) != state.seq:
        raise damaged(say("they do not follow the events that were counted"))
    if state.seq > newest:
        raise damaged(
            say(
                "they follow event {seq}, and there are {size} events",
                seq=state.seq,
                size=newest,
            )
        )
    if root_at(connection, state.seq) != state.root:
        raise damaged(say("they follow other events than those that are here"))

    return state.seq == newest


def refuse_other(version: int) -> None:
    """Refuse read tables of another version of this program: made again by a question,
    they could say other numbers.

    `version`: 0 stands for no tables, which are not refused.
    """
    if 0 < version < VERSION:
        raise earlier_version("the read tables of this ledger")
    if version > VERSION:
        message = say(
            "the read tables say they are of version {number}, and this program writes"
            " {known}",
            number=version,
            known=VERSION,
        )
        hint = by_command(
            "install the newer version of selokirja; to go on with this one, `selo"
            " ledger rebuild` makes them again"
        )
        raise LedgerUnusable(Problem("newer-ledger", message, hint=hint))


def refuse_another_version(connection: Connection, path: str) -> None:
    """Refuse a ledger whose format or read tables another version wrote, whether they
    are read or not: only `selo ledger upgrade` lists what this version would move.

    `path`: where the ledger is, for the message.
    """
    refuse_older(connection, path)
    refuse_other(projected_if_any(connection).version)


def follow(connection: Connection, events: Connection, seq: int, number: int) -> None:
    """Note that the tables follow the events of a ledger up to `seq`; `number` is the
    last that a unit got.

    `connection`: where the tables are, which may be a database in memory.
    """
    _state(connection, Followed(VERSION, seq, root_at(events, seq), number))


def copy_state(source: Connection, target: Connection) -> None:
    """Note in copied tables which events they follow, after their rows were copied.

    Both are of this version; the row is checked.
    """
    _state(target, followed_by(source))
