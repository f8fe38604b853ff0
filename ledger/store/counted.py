"""What there is of each stream, counted and added up beside the rows themselves: a row that is gone, edited or added by
anybody else is noticed by whoever asks for its stream, whatever its checksum says.

| of a stream | says |
|---|---|
| `events` | how many events it has |
| `people` | of a player: what the rows of their details and earlier names add up to |
| `rows`   | of a player: the rows of their totals, seats and titles; of a tournament: its row |
| `units`  | the versions of its units |

Beside the streams stand whole tables and topics, by names that no stream has. A sum changes with every row that comes,
goes or differs, for a row is worth 63 bits of its hash. Made with the read tables, and again with them.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ledger.errors import LedgerUnusable
from ledger.store.dialects.choice import spoken
from ledger.store.tables import Connection, batches
from messages import Message, say

NAME = "counted"
COLUMNS = ("events", "people", "rows", "units")
DDL = (
    "CREATE TABLE counted (name TEXT PRIMARY KEY, events INTEGER NOT NULL DEFAULT 0,"
    " people INTEGER NOT NULL DEFAULT 0, rows INTEGER NOT NULL DEFAULT 0, units INTEGER NOT NULL DEFAULT 0)"
)
LOG = "log"  # how many events are counted: what was stored since belongs to the transaction that reads it
_MODULUS = 2**63
_SELECT = "SELECT name, events, people, rows, units FROM counted"
_INSERT = "INSERT INTO counted (name, events, people, rows, units) VALUES (?, ?, ?, ?, ?)"
_AS_GIVEN = ", ".join(f"{column} = excluded.{column}" for column in COLUMNS)


class Counted(NamedTuple):
    """A row: what is counted under one name."""

    events: int
    people: int
    rows: int
    units: int


NOTHING = Counted(0, 0, 0, 0)
Counts = Mapping[str, int]
Refusal = Callable[[Message], LedgerUnusable]


def added(values: Iterable[int]) -> int:
    """A sum that fits into a column."""
    return sum(values) % _MODULUS


def is_kept(connection: Connection) -> bool:
    """Not where an earlier version wrote the read tables, or nobody has made any yet: there everything is uncounted."""
    met: set[str] = getattr(connection, "met", set())
    if NAME not in met and spoken(connection).has_table(connection, NAME):
        met.add(NAME)
    return NAME in met


def held(connection: Connection, column: str, names: Sequence[str]) -> dict[str, int]:
    """What is counted under each name; 0 where there is nothing of it."""
    at = COLUMNS.index(column)
    return {name: row[at] for name, row in held_rows(connection, names).items()}


def held_rows(connection: Connection, names: Sequence[str]) -> dict[str, Counted]:
    """The same in all columns."""
    counts = dict.fromkeys(names, NOTHING)
    for some in batches(names):
        marks = ", ".join("?" * len(some))
        rows = connection.execute(f"{_SELECT} WHERE name IN ({marks})", some).fetchall()
        counts.update((row[0], Counted(*row[1:])) for row in rows)
    return counts


def held_under(connection: Connection, column: str, beginning: str) -> dict[str, int]:
    """The same of every name that begins so, as far as there is anything of it."""
    query = f"SELECT name, {column} FROM counted WHERE name >= ? AND name < ? AND {column} <> 0"
    return dict(connection.execute(query, (beginning, beginning + "\x7f")).fetchall())


class Counting:
    """What a transaction adds to the counts, or counts anew, all at once."""

    def __init__(self) -> None:
        self._new: dict[str, dict[str, int]] = defaultdict(dict)
        self._more: dict[str, dict[str, int]] = defaultdict(dict)

    def put(self, column: str, counts: Counts) -> None:
        """Counted anew."""
        self._new[column].update(counts)

    def add(self, column: str, name: str, more: int) -> None:
        """So much comes, or goes."""
        self._more[column][name] = self._more[column].get(name, 0) + more

    def from_nothing(self, column: str) -> dict[str, int]:
        """What a column comes to where nothing was counted before."""
        return {name: added([more]) for name, more in self._more[column].items()}

    def write(self, connection: Connection) -> None:
        before = held_rows(
            connection, sorted({n for by in (self._new, self._more) for own in by.values() for n in own})
        )
        rows = ((name, *(self._after(column, name, row) for column in COLUMNS)) for name, row in before.items())
        connection.executemany(f"{_INSERT} ON CONFLICT (name) DO UPDATE SET {_AS_GIVEN}", list(rows))

    def _after(self, column: str, name: str, before: Counted) -> int:
        base = self._new[column].get(name, getattr(before, column))
        return added((base, self._more[column].get(name, 0)))


def fill(connection: Connection, columns: Mapping[str, Counts]) -> None:
    """Everything counted anew, where nothing is counted yet."""
    names = sorted({name for counts in columns.values() for name in counts})
    rows = [(name, *(columns.get(column, {}).get(name, 0) for column in COLUMNS)) for name in names]
    connection.executemany(_INSERT, rows)


def all_held(connection: Connection) -> dict[str, dict[str, int]]:
    """Everything that is counted, by column; what is 0 is left out."""
    rows = connection.execute(_SELECT).fetchall()
    return {column: {row[0]: row[at] for row in rows if row[at]} for at, column in enumerate(COLUMNS, 1)}


def unlike(connection: Connection, column: str, found: Counts) -> list[str]:
    """Of which names something else is counted than was found."""
    counts = held(connection, column, [*found])
    return [name for name, count in found.items() if counts[name] != count]


def compare(connection: Connection, column: str, found: Counts, refusal: Refusal) -> None:
    """Refuses where something else is counted than was found."""
    names = unlike(connection, column, found)
    if names:
        raise refusal(differs(names[0]))


def need_events(
    connection: Connection, names: Sequence[str], found: Iterable[tuple[int, str]], refusal: Refusal
) -> None:
    """Refuses unless as many are found of each name, as (seq, name), as are counted; what the transaction that asks has
    stored itself is not counted yet."""
    if not is_kept(connection):
        return
    counts = held(connection, "events", [LOG, *names])
    there = Counter(name for seq, name in found if seq <= counts[LOG])
    for name in names:
        if there[name] != counts[name]:
            raise refusal(differs(name))


def differs(name: str) -> Message:
    return say("what is stored of {name} is not what was counted", name=name)


def counted_events(connection: Connection) -> int:
    """Up to which event they are counted."""
    return held(connection, "events", [LOG])[LOG]


def counted_if_kept(connection: Connection) -> int:
    """The same; 0 where nothing is counted."""
    return counted_events(connection) if is_kept(connection) else 0


def events_between(connection: Connection, after: int, upto: int) -> list[tuple[str, str, int]]:
    """How many of each stream and topic there are in (after, upto]."""
    query = "SELECT stream, topic, COUNT(*) FROM event WHERE seq > ? AND seq <= ? GROUP BY stream, topic"
    rows: list[tuple[str, str, int]] = connection.execute(query, (after, upto)).fetchall()
    return rows


def every_event(connection: Connection, upto: int) -> dict[str, int]:
    """All of them up to a seq, whatever was counted."""
    counts: dict[str, int] = {LOG: upto}
    for stream, topic, count in events_between(connection, 0, upto):
        for name in (stream, of_topic(topic)):
            counts[name] = counts.get(name, 0) + count
    return counts


def of_topic(topic: str) -> str:
    """Without its version: no stream has such a name."""
    return topic.partition(".")[0]


def is_ours(connection: Connection, stream: str, *topics: str) -> bool:
    """Whether the transaction that asks has stored an event of the stream itself, of one of these topics: what follows
    from it is not counted yet."""
    rows = connection.execute(
        "SELECT topic FROM event WHERE seq > ? AND stream = ?", (counted_events(connection), stream)
    ).fetchall()
    return any(row[0].startswith(topics or "") for row in rows)
