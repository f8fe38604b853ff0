"""Count and add up what there is of each stream, beside the rows themselves: a row that
is gone, edited or added by anybody else is noticed when its stream is read, even if its
checksum is right.

| of a stream | says |
|---|---|
| `events` | how many events it has |
| `people` | of a player: what the rows of their details and earlier names add up to |
| `rows`   | of a player: the rows of their totals, seats and titles; of a tournament: its row |
| `units`  | the versions of its units |

Beside the streams stand whole tables and topics, by names that no stream has. A sum
changes with every row that comes, goes or differs, for a row is worth 63 bits of its
hash. Made with the read tables, and again with them.

Why: docs/design/011-counted-rows.md
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ledger.errors import LedgerUnusable
from ledger.store.connection import Connection
from ledger.store.dialects.dialect import dialect_of
from ledger.store.tables import among, batches
from messages import Message, say

NAME = "counted"
COLUMNS = ("events", "people", "rows", "units")
DDL = (
    "CREATE TABLE counted (name TEXT PRIMARY KEY, events INTEGER NOT NULL DEFAULT 0,"
    " people INTEGER NOT NULL DEFAULT 0, rows INTEGER NOT NULL DEFAULT 0, units INTEGER"
    " NOT NULL DEFAULT 0)"
)
# how many events are counted: what was stored since belongs to the transaction that
# reads it
LOG = "log"
_MODULUS = 2**63
_SELECT = "SELECT name, events, people, rows, units FROM counted"
_INSERT = (
    "INSERT INTO counted (name, events, people, rows, units) VALUES (?, ?, ?, ?, ?)"
)
_AS_GIVEN = ", ".join(f"{column} = excluded.{column}" for column in COLUMNS)


class Counted(NamedTuple):
    """A row of the table: what is counted under one name, in each column."""

    events: int
    people: int
    rows: int
    units: int


NOTHING = Counted(0, 0, 0, 0)
Counts = Mapping[str, int]
Refusal = Callable[[Message], LedgerUnusable]


def wrapped_sum(values: Iterable[int]) -> int:
    """Add up values modulo 2 to the power of 63, so that the sum fits into a column."""
    return sum(values) % _MODULUS


def add_to(sums: dict[str, int], name: str, value: int) -> None:
    """Add a value to the sum under a name, which begins at 0; the sum fits into a
    column, as of `wrapped_sum`.
    """
    before = sums.get(name, 0)
    sums[name] = wrapped_sum((before, value))


def is_anything_counted(connection: Connection) -> bool:
    """Return whether anything is counted: not where nobody has made the read tables
    yet.
    """
    met: set[str] = getattr(connection, "met", set())
    if NAME not in met and dialect_of(connection).has_table(connection, NAME):
        met.add(NAME)
    return NAME in met


def counts_of(
    connection: Connection, column: str, names: Sequence[str]
) -> dict[str, int]:
    """Return what is counted in one column under each name; 0 where there is nothing of
    it.
    """
    counts = dict.fromkeys(names, 0)
    if len(names) == 1:  # of one player or tournament, as nearly every question asks
        query = f"SELECT name, {column} FROM counted WHERE name = ?"
        counts.update(connection.execute(query, names).fetchall())
        return counts
    for batch in batches(names):
        condition = among("name", batch)
        query = f"SELECT name, {column} FROM counted WHERE {condition}"
        counts.update(connection.execute(query, batch).fetchall())
    return counts


def full_counts_of(connection: Connection, names: Sequence[str]) -> dict[str, Counted]:
    """Return what is counted in all columns under each name; zeros where there is
    nothing of it.
    """
    counts = dict.fromkeys(names, NOTHING)
    for batch in batches(names):
        condition = among("name", batch)
        query = f"{_SELECT} WHERE {condition}"
        rows = connection.execute(query, batch).fetchall()
        for name, *columns in rows:
            counts[name] = Counted(*columns)
    return counts


def counts_under(connection: Connection, column: str, beginning: str) -> dict[str, int]:
    """Return what is counted in one column under every name that begins so, as far as
    there is anything.

        "people", "player:" -> the counts of all players, by stream
    """
    query = (
        f"SELECT name, {column} FROM counted WHERE name >= ? AND name < ? AND {column}"
        " <> 0"
    )
    return dict(connection.execute(query, (beginning, beginning + "\x7f")).fetchall())


class Counting:
    """Gathers what a transaction adds to the counts, or counts anew, to be written all
    at once: a row that ten events change is written once.
    """

    def __init__(self) -> None:
        self._new: dict[str, dict[str, int]] = defaultdict(dict)
        self._more: dict[str, dict[str, int]] = defaultdict(dict)

    def put(self, column: str, counts: Counts) -> None:
        """Take these counts in place of those that are stored."""
        self._new[column].update(counts)

    def add(self, column: str, name: str, more: int) -> None:
        """Let so much come under a name; or go, if it is below 0.

        What is added for one name several times is summed up.
        """
        self._more[column][name] = self._more[column].get(name, 0) + more

    def from_nothing(self, column: str) -> dict[str, int]:
        """Return what was added in a column, for tables of which nothing was counted
        before.
        """
        sums = self._more[column]
        return {name: wrapped_sum([value]) for name, value in sums.items()}

    def write(self, connection: Connection) -> None:
        """Store what was gathered, added to what is stored."""
        names: set[str] = set()
        for new_counts in self._new.values():
            names.update(new_counts)
        for sums in self._more.values():
            names.update(sums)

        stored = full_counts_of(connection, sorted(names))
        rows = dict(stored)
        for column in COLUMNS:
            counts = self._counts_to_store(column, stored)
            for name, count in counts.items():
                rows[name] = rows[name]._replace(**{column: count})

        update = f"{_INSERT} ON CONFLICT (name) DO UPDATE SET {_AS_GIVEN}"
        values = [(name, *row) for name, row in rows.items()]
        connection.executemany(update, values)

    def _counts_to_store(
        self, column: str, stored: Mapping[str, Counted]
    ) -> dict[str, int]:
        """Return the new counts of a column: what was put in place of the stored ones,
        with what was added to either.
        """
        counts = dict(self._new[column])
        for name, value in self._more[column].items():
            if name not in counts:
                counts[name] = getattr(stored[name], column)
            add_to(counts, name, value)
        return counts


def fill(connection: Connection, columns: Mapping[str, Counts]) -> None:
    """Store all counts, by column and name, in a table that has none yet."""
    names: set[str] = set()
    for counts in columns.values():
        names.update(counts)

    counted_in = [columns.get(column, {}) for column in COLUMNS]
    rows = []
    for name in sorted(names):
        row = [counts.get(name, 0) for counts in counted_in]
        rows.append((name, *row))
    connection.executemany(_INSERT, rows)


def all_counts(connection: Connection) -> dict[str, dict[str, int]]:
    """Return everything that is counted, by column and name; what is 0 is left out.

    {"events": {"player:F001": 3}, "people": {...}, "rows": {...}, "units": {}}
    """
    rows = connection.execute(_SELECT).fetchall()
    counts = {name: Counted(*columns) for name, *columns in rows}
    by_column: dict[str, dict[str, int]] = {}
    for column in COLUMNS:
        of_column = {}
        for name, row in counts.items():
            count = getattr(row, column)
            if count != 0:
                of_column[name] = count
        by_column[column] = of_column
    return by_column


def miscounted_names(connection: Connection, column: str, actual: Counts) -> list[str]:
    """Name those under which something else is counted than was found.

    column: which count; actual: what was found, by name
    """
    counts = counts_of(connection, column, [*actual])
    return [name for name, count in actual.items() if counts[name] != count]


def refuse_miscounted(
    connection: Connection, column: str, actual: Counts, refusal: Refusal
) -> None:
    """Refuse, in the words of the caller, if something else was counted than was found:
    a row is gone, edited or not ours.
    """
    names = miscounted_names(connection, column, actual)
    if names:
        raise refusal(miscount_in_words(names[0]))


def need_events(
    connection: Connection,
    names: Sequence[str],
    stored: Iterable[tuple[int, str]],
    refusal: Refusal,
) -> None:
    """Refuse unless as many events are found of each name as are counted, so that none
    is hidden by a column beside it.

    `stored`: as (seq, name). Those that the transaction that asks has stored itself are
    not counted yet.
    """
    if not is_anything_counted(connection):
        return
    counts = counts_of(connection, "events", [LOG, *names])
    there = Counter(name for seq, name in stored if seq <= counts[LOG])
    for name in names:
        if there[name] != counts[name]:
            raise refusal(miscount_in_words(name))


def miscount_in_words(name: str) -> Message:
    """Say that what is stored under a name is not what was counted."""
    return say("what is stored of {name} is not what was counted", name=name)


def counted_events(connection: Connection) -> int:
    """Return up to which event everything is counted."""
    return counts_of(connection, "events", [LOG])[LOG]


def counted_if_kept(connection: Connection) -> int:
    """Return up to which event everything is counted; 0 where nothing is."""
    return counted_events(connection) if is_anything_counted(connection) else 0


def events_between(
    connection: Connection, after: int, upto: int
) -> list[tuple[str, str, int]]:
    """Return how many events of each stream and topic there are after one event and up
    to another.
    """
    query = (
        "SELECT stream, topic, COUNT(*) FROM event WHERE seq > ? AND seq <= ? GROUP BY"
        " stream, topic"
    )
    rows: list[tuple[str, str, int]] = connection.execute(
        query, (after, upto)
    ).fetchall()
    return rows


def every_event(connection: Connection, upto: int) -> dict[str, int]:
    """Count the events up to one from scratch: by stream and by topic."""
    counts = Counter({LOG: upto})

    by_stream = "SELECT stream, COUNT(*) FROM event WHERE seq <= ? GROUP BY stream"
    rows = connection.execute(by_stream, (upto,)).fetchall()
    for stream, count in rows:
        counts[str(stream)] += count

    by_topic = "SELECT topic, COUNT(*) FROM event WHERE seq <= ? GROUP BY topic"
    rows = connection.execute(by_topic, (upto,)).fetchall()
    for topic, count in rows:
        counts[of_topic(topic)] += count
    return counts


def of_topic(topic: str) -> str:
    """Return the name under which events of a topic are counted: the topic without its
    version. No stream is called so.
    """
    name, _, _ = topic.partition(".")
    return name


def streams_of_others(
    connection: Connection, streams: Iterable[str], *topics: str
) -> list[str]:
    """Return those of the streams of which the transaction that asks has not itself
    stored an event, of one of these topics: what follows from its own is not counted
    yet, so a difference is no damage.
    """
    others = dict.fromkeys(streams)
    for batch in batches([*others]):
        condition = among("stream", batch)
        query = f"SELECT stream, topic FROM event WHERE {condition} AND seq > ?"
        values = [*batch, counted_events(connection)]
        rows = connection.execute(query, values).fetchall()
        for stream, topic in rows:
            if topic.startswith(topics or ""):
                others.pop(stream, None)
    return [*others]
