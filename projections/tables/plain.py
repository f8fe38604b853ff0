"""Write what the ledger concludes as a plain SQLite file: no events, no keys, and names
only when they are asked for.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ledger.errors import LedgerUnusable, Problem, Where
from ledger.store.connection import Connection
from ledger.store.persons import Personal
from ledger.store.tables import marks
from ledger.whole_files import (
    move_into_place,
    refuse_taken_name,
    share_with_others,
    unfinished_file,
)
from messages import say
from projections.tables.schema import TABLES

COPIED = {
    "tournament": "tournament, name, start_day, end_day, withdrawn, version, games",
    "published": (
        "seq, list, label, revision, as_of, known_seq, rules, row_count, sha256, root"
    ),
    "step": "seq, first",
}
# who has the file can count with its rows, and has no use for this
_CHECKSUM = ", checksum INTEGER NOT NULL"
_ENTRY = (
    "CREATE TABLE entry (list TEXT NOT NULL, place TEXT NOT NULL, step INTEGER NOT"
    " NULL, player TEXT NOT NULL, kind TEXT NOT NULL, formula TEXT NOT NULL, tournament"
    " TEXT, unit TEXT NOT NULL, on_day TEXT NOT NULL, edition TEXT NOT NULL, seq"
    " INTEGER NOT NULL, before INTEGER, after INTEGER NOT NULL, established INTEGER NOT"
    " NULL, games INTEGER NOT NULL, normal_games INTEGER NOT NULL, half_points INTEGER"
    " NOT NULL, expected INTEGER, coefficient INTEGER, bonus INTEGER NOT NULL, carried"
    " TEXT, running TEXT NOT NULL, terms TEXT NOT NULL, standing TEXT NOT NULL, peak"
    " INTEGER, titles TEXT, detail TEXT, best INTEGER NOT NULL, known_from INTEGER NOT"
    " NULL, known_to INTEGER, PRIMARY KEY (player, list, place, step, known_from))"
)
_INSERT_ENTRY = f"INSERT INTO entry VALUES ({marks(range(30))})"
_PLAYS = (
    "CREATE TABLE plays (player TEXT NOT NULL, tournament TEXT NOT NULL, PRIMARY KEY"
    " (player, tournament))"
)
INDEXES = (
    "CREATE INDEX entry_by_player ON entry (player, list, on_day)",
    "CREATE INDEX entry_by_tournament ON entry (tournament)",
    "CREATE INDEX plays_by_tournament ON plays (tournament)",
)
_LIST = (
    "CREATE TABLE rating_list (list TEXT NOT NULL, rank INTEGER NOT NULL, player TEXT"
    " NOT NULL, rating INTEGER NOT NULL, games INTEGER NOT NULL, normal_games INTEGER"
    " NOT NULL, established INTEGER NOT NULL, last_played TEXT, PRIMARY KEY (list,"
    " player))"
)
_PERSON = (
    "CREATE TABLE person (player TEXT PRIMARY KEY, name TEXT NOT NULL, club TEXT,"
    " fide_id INTEGER)"
)
_ABOUT = (
    "CREATE TABLE about (as_of TEXT NOT NULL, known_seq INTEGER NOT NULL, known_at"
    " TEXT, rules TEXT NOT NULL)"
)


class ConcludedRows(NamedTuple):
    """The rows to write beside those that are copied, as the columns of their tables
    are; `people`: None leaves the names out.

    entries: rows of `entry`; plays: (player, tournament); lists: rows of `rating_list`.
    basis: the one row of `about`: the day, the seq and its time, the rules.
    """

    entries: Iterable[tuple[Any, ...]]
    plays: Iterable[tuple[str, str]]
    lists: Sequence[tuple[Any, ...]]
    basis: tuple[Any, ...]
    people: Sequence[Personal] | None


def write_tables(
    source: Connection, target: str, rows: ConcludedRows
) -> dict[str, int]:
    """Write a new file, made beside its place and moved there whole, and return the
    number of rows of each table.

    `target`: a path where no file is yet. Others may read the file unless there are
    names in it. `LedgerUnusable` where the disk is full or the file cannot be written;
    then nothing is left of it.
    """
    refuse_taken_name(target)
    try:
        with unfinished_file(target) as unfinished:
            counts = _fill(source, unfinished, rows)
            if rows.people is None:  # with names in it, it is for its owner alone
                share_with_others(unfinished)
            move_into_place(unfinished, target)
    except (OSError, sqlite3.OperationalError) as error:
        if "full" in str(error).lower():
            message = say("the disk is full")
        else:
            message = say("{target} cannot be written", target=target)
        hint = say("check its folder: is it there, is there room, may you write to it?")
        problem = Problem("cannot-write", message, Where(target), hint)
        raise LedgerUnusable(problem) from None

    return counts


def _fill(source: Connection, unfinished: str, rows: ConcludedRows) -> dict[str, int]:
    """Write all tables and return the number of rows of each, by table. Everything is
    one transaction, for each row would otherwise wait for the disk.
    """
    connection = sqlite3.connect(unfinished, isolation_level=None)
    try:
        connection.execute("BEGIN")
        for table, columns in COPIED.items():
            statement = TABLES[table].replace(_CHECKSUM, "")
            connection.execute(statement)
            stored = source.execute(f"SELECT {columns} FROM {table}")
            _copy(connection, table, stored)

        connection.execute(_ENTRY)
        connection.executemany(_INSERT_ENTRY, rows.entries)
        connection.execute(_PLAYS)
        connection.executemany("INSERT INTO plays VALUES (?, ?)", rows.plays)
        for statement in INDEXES:
            connection.execute(statement)

        connection.execute(_LIST)
        _insert(connection, "rating_list", rows.lists)
        if rows.people is not None:
            connection.execute(_PERSON)
            _insert(connection, "person", list(rows.people))

        connection.execute(_ABOUT)
        _insert(connection, "about", [rows.basis])
        connection.execute("COMMIT")
        tables = ["entry", "plays", *COPIED, "rating_list"]
        if rows.people is not None:
            tables.append("person")

        return {table: _size_of(connection, table) for table in tables}
    finally:
        connection.close()


def _size_of(connection: sqlite3.Connection, table: str) -> int:
    """Return how many rows a table has."""
    [rows] = connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()
    return int(rows)


def _copy(connection: sqlite3.Connection, table: str, cursor: Any) -> None:
    """Write the rows that a cursor yields, some thousands at a time, so that no table
    has to fit into memory.
    """
    while rows := cursor.fetchmany(5000):
        _insert(connection, table, [tuple(row) for row in rows])


def _insert(
    connection: sqlite3.Connection, table: str, rows: Sequence[tuple[Any, ...]]
) -> None:
    """Write rows that are as wide as the first of them; none at all is no error."""
    if rows:
        places = marks(rows[0])
        connection.executemany(f"INSERT INTO {table} VALUES ({places})", rows)
