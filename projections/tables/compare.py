"""Whether the read tables are what they should be: held against a fresh replay, added
up again from the stored units alone without a rule or an event, and against what is
counted of them.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any

from ledger.errors import LedgerUnusable
from ledger.store import counted
from ledger.store.connection import Connection
from ledger.store.people_facts import PeopleFacts
from messages import Message, joined_message, say
from projections.replay.tally import CareerKey, Tally
from projections.replay.unit_row import UnitRow
from projections.replay.versions import unit_content
from projections.tables import schema, units
from projections.tables.checked_rows import (
    OF_PLAYERS,
    checked_row,
)
from projections.tables.counting import actual_counts
from projections.tables.players import TitleRow, note_seat, player_row, seat_row

READ = (*OF_PLAYERS, "unit", "tournament", "said", "published", "step")


def faults_in_rows(connection: Connection, upto: int) -> list[Message]:
    """Say what is wrong with the rows that questions read, as far as that is seen
    without an event or a rule: a row whose checksum does not fit, and names under which
    something else is counted than there is.

    An empty list: nothing was found. Of false rows the first is named alone, and what
    is counted is not looked at then. `upto`: the last event that should be counted.
    """
    try:
        for table in READ:
            for row in connection.execute(f"SELECT * FROM {table}"):
                checked_row(table, row)
        return miscounted(connection, upto)
    except LedgerUnusable as damaged:
        return [damaged.message]


def miscounted(
    connection: Connection, upto: int, facts: PeopleFacts | None = None
) -> list[Message]:
    """Say of which names something else is counted than there is; `facts` as in
    `actual_counts`.

    The sentences are in the order of the names, each name once.
    """
    there_is = actual_counts(connection, upto, facts)
    counts = counted.all_counts(connection)

    differing: set[str] = set()
    for column in counted.COLUMNS:
        found_sums, counted_sums = there_is[column], counts[column]
        for name in found_sums.keys() | counted_sums.keys():
            if found_sums.get(name, 0) != counted_sums.get(name, 0):
                differing.add(name)

    return [counted.miscount_in_words(name) for name in sorted(differing)]


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

    `since`: only what was known from a seq on. Earlier versions of units and titles are
    left out, and with them who sat where in them, and when rows that were in force then
    had come.

    A difference reads so:

        player fi-1 selo: rating is 1800, a replay says 1810
    """
    sentences: list[Message] = []

    for table in KEYS:
        if since and table in LATER:
            rows_since = LATER[table]
            ours, theirs = rows_since(stored, since), rows_since(fresh, since)
            sentences += differences_between(table, ours, theirs)
        elif since and table == "seat":
            continue
        else:
            sentences += _differences_in(table, stored, fresh)

    return sentences


def _differences_in(table: str, stored: Connection, fresh: Connection) -> list[Message]:
    """Return the rows of one table that differ, as sentences.

    Only where the quick comparison finds any are all rows read.
    """
    if _is_same(table, stored, fresh):
        return []
    return differences_between(table, rows_of(stored, table), rows_of(fresh, table))


def without_rules(stored: Connection, fresh: Connection) -> list[Message]:
    """Return the differences in the tables that follow from the events alone, in which
    no rule of rating has a part.

    These can be held against a replay by any version of the rules.
    """
    sentences: list[Message] = []
    for table in ("said", "tournament", "published", "step"):
        sentences += _differences_in(table, stored, fresh)
    return sentences


def _is_same(table: str, stored: Connection, fresh: Connection) -> bool:
    """Tell whether a table is equal in both, row beside row, without holding any; what
    differs is found the slow way.

    Rows are compared in the order of their keys, checksums included.
    """
    ordered = f"SELECT * FROM {table} ORDER BY {', '.join(KEYS[table])}"
    pairs = zip_longest(stored.execute(ordered), fresh.execute(ordered))
    return all(ours == theirs for ours, theirs in pairs)


def rows_of(connection: Connection, table: str) -> Rows:
    """Return the rows of a table as they are stored, by their keys.

    Nothing is checked: a false row is to be shown, and not refused.
    """
    names = _columns(connection, table)
    rows: Rows = {}
    for stored in connection.execute(f"SELECT * FROM {table}").fetchall():
        row = dict(zip(names, stored, strict=True))
        rows[_key(table, row)] = row
    return rows


def _columns(connection: Connection, table: str) -> list[str]:
    """Return the names of a table's columns.

    said    mark, seq, checksum
    """
    cursor = connection.execute(f"SELECT * FROM {table} LIMIT 0")
    return [column[0] for column in cursor.description]


def _key(table: str, row: Row) -> tuple[object, ...]:
    """Return the values of the columns that say which row it is.

    unit      ("selo", "2024-03-01 1 ...", 57)
    player    ("fi-1", "selo")
    """
    return tuple(row[name] for name in KEYS[table])


def _units_since(connection: Connection, seq: int) -> Rows:
    """Return every version that was in force at a seq or later; entries older than the
    seq count as known since it.

    Each comes with its columns and figures laid open, and not as the body that is
    stored: a body may be written as what differs from the version before.
    """
    rows: Rows = {}
    for row in units.versions(connection):
        if row.known_to is not None and row.known_to <= seq:
            continue
        known_from = max(row.known_from, seq)
        rows[row.list, row.place, known_from] = {
            "list": row.list,
            "place": row.place,
            "known_from": known_from,
            "known_to": row.known_to,
            "about": unit_content(row),
            "players": row.players,
            "before": row.body.before,
            "figures": row.figures,
            "since": [max(since, seq) for _, since in row.dated()],
        }

    return rows


def _titles_since(connection: Connection, seq: int) -> Rows:
    """Return every title that was in force at a seq or later; older ones count as known
    since it.

    `known_from` of an older title is the seq itself, so that both sides say the same.
    """
    query = "SELECT * FROM title WHERE (known_to IS NULL OR known_to > ?)"
    rows: Rows = {}
    for stored in connection.execute(query, (seq,)).fetchall():
        title = TitleRow(*checked_row("title", stored))
        known_from = max(title.known_from, seq)
        row: Row = title._replace(known_from=known_from)._asdict()
        del row["checksum"]
        rows[_key("title", row)] = row

    return rows


LATER = {"unit": _units_since, "title": _titles_since}


def differences_between(
    table: str, stored: Rows, fresh: Rows, source: Message = REPLAY
) -> list[Message]:
    """Return what differs as sentences, in the order of the keys; `source`: where the
    other rows come from.

    A row that only one of the two has is named as a whole; of one that both have, the
    columns that differ.
    """
    sentences = []
    for key in sorted(stored.keys() | fresh.keys(), key=str):
        ours, theirs = stored.get(key), fresh.get(key)
        if ours != theirs:
            sentences.append(_difference(table, ours, theirs, source))
    return sentences


def _difference(
    table: str, ours: Row | None, theirs: Row | None, source: Message
) -> Message:
    """Say how a stored row differs from that of another source; None: there is none.

    `ours`: the stored row; `theirs`: that of the other source. One of them is there.
    """
    where = {"table": table, "place": _row_in_words(table, ours or theirs or {})}
    if ours is None:
        return say(
            "{table} {place}: not stored, but {what} has it", **where, what=source
        )
    if theirs is None:
        nothing = say("no replay") if source is REPLAY else say("no unit")
        return say("{table} {place}: stored, but {what} has it", **where, what=nothing)

    columns = []
    for column, value in ours.items():
        other = theirs[column]
        if value != other:
            columns.append(
                say(
                    "{column} is {old}, {what} says {new}",
                    column=column,
                    old=_shortened(value),
                    what=source,
                    new=_shortened(other),
                )
            )

    return say("{table} {place}: {sentence}", **where, sentence=joined_message(columns))


def _row_in_words(table: str, row: Row) -> str:
    """Return what says which row it is, as a message names it.

    They are in the order of `KEYS`, with spaces between them: `fi-1 selo`.
    """
    return " ".join(str(value) for value in _key(table, row))


def _shortened(value: object) -> str:
    """Write a value in 60 letters at most.

    Three dots stand for what is cut off; None is written `nothing`.
    """
    text = "nothing" if value is None else str(value)
    if len(text) <= 60:
        return text
    return f"{text[:57]}..."


def copy_tables(source: Connection, target: Connection) -> bool:
    """Copy the rows as they are stored, not as a replay would make them. False where
    they are of another version.

    The target holds empty tables. What is counted, and which events they follow, is
    copied too.
    """
    from ledger.store.copies import copy_table

    if schema.projected_if_any(source).version != schema.VERSION:
        return False

    for table, keys in KEYS.items():
        copy_table(source, target, table, ", ".join(keys))

    copy_table(source, target, counted.NAME, "name")
    schema.copy_state(source, target)
    return True


def unlike_units(connection: Connection) -> list[Message]:
    """Return, as sentences, the seats and totals that the stored units do not add up
    to.

    No rule and no event is read: units are taken as right, and the rows of `seat` and
    `player` are held against them.
    """
    seats: dict[CareerKey, list[int]] = defaultdict(list)
    tallies: dict[CareerKey, Tally] = {}
    for row in units.versions(connection):
        for player in row.players:
            career = row.list, player
            note_seat(seats[career], row.number)
            tally = tallies.setdefault(career, Tally(career))
            if row.known_to is None:
                _add_to_tally(row, tally)

    seat_rows = []
    for (list_name, player), numbers in seats.items():
        seat_rows.append(seat_row(player, list_name, numbers))

    player_rows = [player_row(tally) for tally in tallies.values()]
    source = say("what its units add up to")
    sentences: list[Message] = []
    for table, rows in (("seat", seat_rows), ("player", player_rows)):
        added = _rows_by_key(connection, table, rows)
        sentences += differences_between(
            table, rows_of(connection, table), added, source
        )

    return sentences


def _add_to_tally(row: UnitRow, tally: Tally) -> None:
    """Add a unit behind everything that was added up of a player in it.

    The rating of a player whose seat brought no entry stays as it was, but they have
    been at this place.
    """
    _, player = tally.key
    for figure in row.changes_of(player):
        tally.add(figure, row.place)
    tally.place = row.place
    tally.standing = row.standing_after(player)


def _rows_by_key(
    connection: Connection, table: str, rows: Iterable[tuple[Any, ...]]
) -> Rows:
    """Return rows that a table could have, by their keys.

    `rows`: with their checksums, as the table would have them.
    """
    names = _columns(connection, table)

    by_key: Rows = {}
    for values in rows:
        row = dict(zip(names, values, strict=True))
        by_key[_key(table, row)] = row
    return by_key
