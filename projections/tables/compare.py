"""Two sets of read tables beside each other: compared row by row, or one made a copy of the other."""

from itertools import zip_longest

from msgspec.structs import replace

from ledger.store import counted
from ledger.store.copying import copy_table
from ledger.store.database import Connection
from messages import Message, joined, say
from projections.replay.versions import about
from projections.tables import schema, units
from projections.tables.seals import checked

# the columns that say which row it is, and those people want named in front
KEYS = {
    "unit": ("list", "place", "known_from"),
    "seat": ("player", "list"),
    "player": ("player", "list"),
    "title": ("player", "list", "title", "known_from"),
    "said": ("mark", "seq"),
    "tournament": ("tournament",),
    "published": ("seq",),
    "step": ("seq",),
}
REPLAY = say("a replay")
Row = dict[str, object]  # column to value, only compared and printed
Rows = dict[tuple[object, ...], Row]


def differences(stored: Connection, fresh: Connection, since: int = 0) -> list[Message]:
    """Return every row that differs, as sentences in order; [] when both hold the same.

    `since`: only what was known from a seq on. Earlier versions of units and titles are left out, and with them who sat
    where in them, and when rows that were in force then had come.
    """
    sentences: list[Message] = []
    for table in KEYS:
        if since and table in LATER:
            sentences += between(table, LATER[table](stored, since), LATER[table](fresh, since))
        elif not (since and table == "seat") and not _same(table, stored, fresh):
            sentences += between(table, rows_of(stored, table), rows_of(fresh, table))
    return sentences


def without_rules(stored: Connection, fresh: Connection) -> list[Message]:
    """Return the differences in the tables that follow from the events alone, in which no rule of rating has a part."""
    sentences: list[Message] = []
    for table in ("said", "tournament", "published", "step"):
        if not _same(table, stored, fresh):
            sentences += between(table, rows_of(stored, table), rows_of(fresh, table))
    return sentences


def _same(table: str, stored: Connection, fresh: Connection) -> bool:
    """Tell whether a table is equal in both, row beside row, without holding any; what differs is found the slow
    way."""
    ordered = f"SELECT * FROM {table} ORDER BY {', '.join(KEYS[table])}"
    return all(ours == theirs for ours, theirs in zip_longest(stored.execute(ordered), fresh.execute(ordered)))


def rows_of(connection: Connection, table: str) -> Rows:
    cursor = connection.execute(f"SELECT * FROM {table}")
    names = [column[0] for column in cursor.description]
    rows = (dict(zip(names, row, strict=True)) for row in cursor.fetchall())
    return {tuple(row[name] for name in KEYS[table]): row for row in rows}


def _units_since(connection: Connection, seq: int) -> Rows:
    """Return every version that was in force at a seq or later; entries older than the seq count as known since it."""
    rows: Rows = {}
    for row in units.versions(connection):
        if row.known_to is not None and row.known_to <= seq:
            continue
        known_from, columns = max(row.known_from, seq), row.columns
        written = [seat for seat, after in enumerate(columns.after) if after is not None]
        written += [-1 - seat for seat, _ in columns.steps]
        rows[row.list, row.place, known_from] = {
            "list": row.list, "place": row.place, "known_from": known_from, "known_to": row.known_to,
            "about": about(row), "columns": replace(columns, since={}),
            "since": [max(columns.since.get(seat, row.known_from), seq) for seat in written],
        }  # fmt: skip
    return rows


def _titles_since(connection: Connection, seq: int) -> Rows:
    cursor = connection.execute(f"SELECT * FROM title WHERE {_STILL}", (seq,))
    names = [column[0] for column in cursor.description][:-1]
    rows: Rows = {}
    for stored in cursor.fetchall():
        row = dict(zip(names, checked("title", stored)[:-1], strict=True))
        row["known_from"] = max(row["known_from"], seq)
        rows[tuple(row[name] for name in KEYS["title"])] = row
    return rows


_STILL = "(known_to IS NULL OR known_to > ?)"
LATER = {"unit": _units_since, "title": _titles_since}


def between(table: str, stored: Rows, fresh: Rows, source: Message = REPLAY) -> list[Message]:
    """Return what differs as sentences, in the order of the keys; `source`: where the other rows come from."""
    nothing = say("no replay") if source is REPLAY else say("no unit")
    sentences = []
    for key in sorted(stored.keys() | fresh.keys(), key=str):
        ours, theirs = stored.get(key), fresh.get(key)
        spot = {"table": table, "place": _place(table, ours or theirs or {})}
        if ours is None:
            sentences.append(say("{table} {place}: not stored, but {what} has it", **spot, what=source))
        elif theirs is None:
            sentences.append(say("{table} {place}: stored, but {what} has it", **spot, what=nothing))
        elif ours != theirs:
            columns = [
                say(
                    "{column} is {old}, {what} says {new}",
                    column=c,
                    old=_short(ours[c]),
                    what=source,
                    new=_short(theirs[c]),
                )
                for c in ours
                if ours[c] != theirs[c]
            ]
            sentences.append(say("{table} {place}: {sentence}", **spot, sentence=joined(columns)))
    return sentences


def _place(table: str, row: Row) -> str:
    return " ".join(str(row[name]) for name in KEYS[table])


def _short(value: object) -> str:
    text = "nothing" if value is None else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def copy_tables(source: Connection, target: Connection) -> bool:
    """Copy the rows as they are stored, not as a replay would make them. False where they are of another version."""
    if schema.projected_if_any(source)[0] != schema.VERSION:
        return False
    for table, keys in KEYS.items():
        copy_table(source, target, table, ", ".join(keys))
    copy_table(source, target, counted.NAME, "name")
    schema.copy_state(source, target)
    return True
