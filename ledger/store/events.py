"""Reading the event log: one event, a stream, everything after a seq, and the look-ups
that need no read table.

Every event that is decoded is held against the hash stored with it first (logs/). The
columns beside the bytes are only looked up: a stream or a topic has as many events as
were counted (counted.py), so that none is hidden by them.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import chain, count
from operator import attrgetter
from string import digits
from typing import NamedTuple

from ledger.bodies import Body, ClockResumed
from ledger.decisions import TITLE_DECISIONS
from ledger.errors import NotFound, Problem
from ledger.events import Event, PlayerRegistered, player_stream
from ledger.store import counted
from ledger.store.connection import Connection
from ledger.store.logs.checked import (
    BATCH,
    COLUMNS,
    Growing,
    Row,
    envelopes,
    events_in,
    select,
)
from ledger.store.logs.tree import broken, root_at
from ledger.store.tables import among, batches
from messages import by_command, say

LARGEST_SEQ = 2**62  # SQLite cannot be asked for much more
FIRST_BATCH = 8  # most who ask for the newest events want few
# ids that an office gives in turn: fewer say nothing, and longer numbers are others'
LEAST_OF_SHAPE, MOST_DIGITS = 3, 5
USUAL_DIGITS = 4  # of the number in an id, where no number is in use
# in the bytes of an event, before the digest of the file that it was read from; in a
# text its quotes would be escaped
_SOURCE = b'"source":"'
DIGEST_LENGTH = 64  # hexadecimal digits


def head(connection: Connection) -> int:
    """Return the seq of the newest event, which is also the number of events; 0 in an
    empty ledger.

    As long as it stays the same, nothing was recorded: `head(connection) == before`
    tells that an answer still holds.
    """
    [newest] = connection.execute("SELECT MAX(seq) FROM event").fetchone()
    return newest or 0


def is_continuation(connection: Connection, size: int, root: str) -> bool:
    """Tell whether the log is the one that had this root over so many events, and has
    them still.
    """
    return size <= head(connection) and root_at(connection, size) == root


def last_moment(connection: Connection) -> str:
    """Return when the newest event was recorded; "" in an empty ledger."""
    _, moment = newest(connection)
    return moment


def newest(connection: Connection) -> tuple[int, str]:
    """Return the seq of the newest event and when it was recorded; (0, "") in an empty
    ledger.
    """
    rows = select(connection, "ORDER BY seq DESC LIMIT 1")
    for event in envelopes(connection, rows):
        return event.seq, event.recorded_at
    return 0, ""


def recorded_at(connection: Connection, seq: int) -> str | None:
    """Return when an event was recorded; None where there is no such event."""
    return moments_of(connection, [seq]).get(seq)


def moments_of(connection: Connection, seqs: Sequence[int]) -> dict[int, str]:
    """Return when some events were recorded, by seq, as far as there are such events."""
    moments = {}
    for batch in batches(seqs):
        condition = among("seq", batch)
        rows = select(connection, f"WHERE {condition}", batch)
        for event in envelopes(connection, rows):
            moments[event.seq] = event.recorded_at
    return moments


def last_seq_before(connection: Connection, moment: str) -> int:
    """Return the seq of the last event recorded before a moment; 0 when there is none.

    Between two resumptions of the clock moments never go back, so each stretch of the
    log between them is asked by itself, the newest first.
    """
    last = head(connection)
    ends = [event.seq - 1 for event in _resumptions(connection)]
    for first in [*reversed(ends), 0]:
        seq = _last_in_stretch(connection, moment, first, last)
        if seq is not None:
            return seq
        last = first
    return 0


def _last_in_stretch(
    connection: Connection, moment: str, first: int, last: int
) -> int | None:
    """Return the last event before a moment, of those behind `first` and up to `last`,
    in which moments never go back; None where there is none.
    """
    query = "SELECT MAX(seq) FROM event WHERE seq > ? AND seq <= ? AND recorded_at < ?"
    [latest] = connection.execute(query, (first, last, moment)).fetchone()
    seq = int(latest or first)
    # the events on both sides of the moment are what the column says of them: reading
    # them compares
    if seq > first:
        _need_event(connection, seq)
    if seq < last:
        _need_event(connection, seq + 1)
    return seq if seq > first else None


def _need_event(connection: Connection, seq: int) -> None:
    if event_at(connection, seq) is None:
        raise broken(say("event {seq} is missing", seq=seq))


def moments_since_resumed(connection: Connection) -> list[str]:
    """List the moments of recording, each once, from the event that last resumed the
    clock on, or from the first.
    """
    first = 1
    for event in _resumptions(connection):
        first = event.seq
    moments = {event.recorded_at for event in events_after(connection, first - 1)}
    return sorted(moments)


def _resumptions(connection: Connection) -> Sequence[Event]:
    return events_of_topic(connection, ClockResumed)


def event_at(connection: Connection, seq: int) -> Event | None:
    """Return the event of a seq; None where there is none. Refuse a log in which it is
    missing.
    """
    if seq > LARGEST_SEQ:
        return None
    rows = select(connection, "WHERE seq = ?", (seq,))
    if not rows:
        _refuse_hole(connection, seq)
    return next(events_in(connection, rows), None)


def _refuse_hole(connection: Connection, seq: int) -> None:
    """Refuse a log that lacks an event which it counts, for it has no holes."""
    if 1 <= seq <= counted.counted_if_kept(connection):
        raise broken(say("event {seq} is missing", seq=seq))


def submission_of(connection: Connection, seq: int) -> tuple[int, int | None]:
    """Return the first event of the submission that an event is of, and the last; None:
    it ends with the log. Refuse a seq that no event has.
    """
    asked = min(max(seq, 0), LARGEST_SEQ)
    query = "SELECT submission FROM event WHERE seq = ?"
    row = connection.execute(query, (asked,)).fetchone()
    if row is None:
        _refuse_hole(connection, asked)
        message = say(
            "there is no event {seq}; the newest is {newest}",
            seq=seq,
            newest=head(connection),
        )
        hint = by_command("see `selo log`")
        raise NotFound(Problem("unknown-seq", message, hint=hint))

    [first] = row
    if not 1 <= first <= seq:
        raise broken(say("event {seq} is filed as another one", seq=seq))
    query = (
        "SELECT seq FROM event WHERE seq > ? AND submission <> ? ORDER BY seq LIMIT 1"
    )
    after = connection.execute(query, (seq, first)).fetchone()
    if after is None:
        return first, None
    [next_first] = after
    return first, next_first - 1


def events_of(
    connection: Connection, stream: str, upto: int | None = None
) -> Iterator[Event]:
    """Read the events of one stream in their order."""
    return iter(events_of_streams(connection, [stream], upto)[stream])


def events_of_streams(
    connection: Connection, streams: Sequence[str], upto: int | None = None
) -> dict[str, list[Event]]:
    """Read the events of several streams in few queries: a server is asked once a
    tournament and not once a player.

    upto: the last event that is read; None: all
    Returns the events of each stream in their order, none for a stream without any.
    """
    events: dict[str, list[Event]] = {stream: [] for stream in streams}
    for batch in batches(streams):
        condition = among("stream", batch)
        ordered = f"WHERE {condition} ORDER BY stream, version"
        rows = select(connection, ordered, batch)
        _need_counted(connection, batch, _seqs_and_streams(rows))
        for event in events_in(connection, rows):
            if upto is None or event.seq <= upto:
                events[event.stream].append(event)
    return events


def _seqs_and_streams(rows: Sequence[Row]) -> list[tuple[int, str]]:
    """Name each event that is there, as it is held against what was counted."""
    return [(row.seq, row.stream) for row in rows]


def _need_counted(
    connection: Connection, names: Sequence[str], stored: Sequence[tuple[int, str]]
) -> None:
    """Refuse unless there are as many events of each name as were counted. `stored`: the
    events that are there, as (seq, name).
    """
    counted.need_events(connection, names, stored, broken)


def last_of_stream(connection: Connection, stream: str) -> Event | None:
    """Return the last event of a stream; its version says how many there are. None: the
    stream has no event.
    """
    newest_first = "WHERE stream = ? ORDER BY version DESC LIMIT 1"
    rows = select(connection, newest_first, (stream,))
    stored: list[tuple[int, str]] = []
    if rows:
        [row] = rows
        # it stands for those before it
        stored = [(row.seq, row.stream)] * row.version
    _need_counted(connection, [stream], stored)
    return next(events_in(connection, rows), None)


def events_of_topic(connection: Connection, body: type[Body]) -> list[Event]:
    """Read every event of a kind in recorded order, in any version in which it was
    stored.
    """
    name = counted.of_topic(body.topic)
    any_version = f"{name}.v%"
    rows = select(connection, "WHERE topic LIKE ? ORDER BY seq", (any_version,))
    stored = [(row.seq, name) for row in rows]
    _need_counted(connection, [name], stored)
    return list(events_in(connection, rows))


def events_after(
    connection: Connection, seq: int, upto: int | None = None
) -> Iterator[Event]:
    """Yield the events after a seq in recorded order: `events_after(connection, 0)` is
    the whole log.

    They are read a batch at a time, so that the log may be larger than memory; unless
    `upto` is given, the last of them must be the last that was counted.
    """
    growing = Growing(connection, seq)
    while True:
        rows = growing.next_events(upto)
        for row, stored in rows:
            yield growing.take(row, stored)
        if len(rows) < BATCH:
            break
    if upto is None:
        growing.need_end()


def newest_first(
    connection: Connection, upto: int, streams: Collection[str] | None = None
) -> Iterator[Event]:
    """Yield events up to a seq, newest first; only those of `streams`, if given."""
    if streams is None:
        yield from _log_backwards(connection, upto)
        return
    by_stream = events_of_streams(connection, [*streams], upto)
    events = chain.from_iterable(by_stream.values())
    yield from sorted(events, key=attrgetter("seq"), reverse=True)


def _log_backwards(connection: Connection, upto: int) -> Iterator[Event]:
    """Yield the events up to a seq, newest first; refuse a log that lacks one."""
    query = f"SELECT {COLUMNS} FROM event WHERE seq <= ? ORDER BY seq DESC"
    cursor = connection.execute(query, (upto,))
    size = FIRST_BATCH
    newest = upto
    while newest > 0:
        before = max(0, newest - size)
        expected = range(newest, before, -1)
        rows = [Row(*row) for row in cursor.fetchmany(len(expected))]
        if [row.seq for row in rows] != [*expected]:
            message = say("an event before {seq} is missing", seq=newest + 1)
            raise broken(message)

        yield from events_in(connection, rows)
        size = BATCH
        newest = before


def registered_players(connection: Connection) -> list[str]:
    """List every player id that was ever registered, merged ids too."""
    events = events_of_topic(connection, PlayerRegistered)
    return list(dict.fromkeys(event.target for event in events))


def players_with_title_decisions(connection: Connection) -> list[str]:
    """List the ids of players about whose titles somebody decided."""
    players: dict[str, None] = {}
    for kind in TITLE_DECISIONS.values():
        for event in events_of_topic(connection, kind):
            players[event.target] = None
    return list(players)


class NumbersInUse(NamedTuple):
    """The numbers behind a prefix in players' ids: the highest, 0 where there is none,
    and how many digits each of them has; None where they differ.
    """

    highest: int
    digits: int | None

    def next_ids(self, prefix: str) -> Iterator[str]:
        """Yield the ids behind the highest number, with as many digits as those in use
        have; four where there are none, or they differ.

            next_ids("kesa-") of none          kesa-0001, kesa-0002, ...
            next_ids("P") of 34, of 3 digits   P035, P036, ...
        """
        digits = self.digits or USUAL_DIGITS
        for number in count(self.highest + 1):
            yield f"{prefix}{number:0{digits}}"


def numbers_behind(connection: Connection, prefix: str) -> NumbersInUse:
    """Return the numbers behind a prefix in all players' ids, in use or merged."""
    endings = (one.removeprefix(prefix) for one in _player_ids(connection, prefix))
    numbers = [
        ending
        for ending in endings
        if ending.isascii() and ending.isdigit() and len(ending) < 10
    ]
    highest = max(map(int, numbers), default=0)

    lengths = {len(number) for number in numbers}
    if len(lengths) != 1:
        return NumbersInUse(highest, None)

    [length] = lengths
    return NumbersInUse(highest, length)


def shared_prefix(connection: Connection, but: str) -> str | None:
    """Return what all players' ids begin with, where each is that and a number of as
    many digits, at most MOST_DIGITS; None where they have no such shape in common.

    `but`: ids that begin with it are somebody else's numbers and are not looked at.
    """
    shape: tuple[str, int] | None = None
    own_ids = 0
    for one in _player_ids(connection, ""):
        if one.startswith(but):
            continue

        prefix = one.rstrip(digits)
        own_shape = prefix, len(one) - len(prefix)
        # most ledgers have several, and one other is enough
        if shape is not None and own_shape != shape:
            return None
        shape = own_shape
        own_ids += 1

    if shape is None or own_ids < LEAST_OF_SHAPE:
        return None

    prefix, length = shape
    return prefix if prefix and 0 < length <= MOST_DIGITS else None


def _player_ids(connection: Connection, prefix: str) -> Iterator[str]:
    """Yield every player's id that begins with a prefix, each once."""
    beginning = player_stream(prefix)
    rows = connection.execute(
        "SELECT DISTINCT stream FROM event WHERE stream >= ? AND stream < ?",
        (beginning, f"{beginning}\x7f"),
    )
    for (stream,) in rows:
        yield stream.removeprefix(player_stream(""))


def events_from_files(
    connection: Connection, digests: Collection[str]
) -> dict[str, list[Event]]:
    """Read the events that came from source files, in recorded order, by the digest of
    the file; none of a file that nothing came from. The log is gone through once for
    all of them.
    """
    events: dict[str, list[Event]] = {digest: [] for digest in digests}
    wanted = {digest.encode() for digest in digests}
    # the database cuts the digests out, so that no whole event is fetched for nothing
    stored = connection.execute(
        f"SELECT seq, substr(state, instr(state, ?) + {len(_SOURCE)}, {DIGEST_LENGTH})"
        " FROM event WHERE instr(state, ?) > 0 ORDER BY seq",
        (_SOURCE, _SOURCE),
    )
    seqs = [seq for seq, digest in stored if bytes(digest) in wanted]
    for batch in batches(seqs):
        condition = among("seq", batch)
        rows = select(connection, f"WHERE {condition} ORDER BY seq", batch)
        for event in events_in(connection, rows):
            # the field may also say who published a rating: the decoded one decides
            source = getattr(event.body, "source", None)
            if source in events:
                events[source].append(event)
    return events


class StoredRow(NamedTuple):
    """An event as it is stored; what the library calls originator is the stream."""

    seq: int
    stream: str
    version: int
    topic: str
    state: bytes


def stored_from(connection: Connection, seq: int, limit: int) -> list[StoredRow]:
    """Read so many events from one on, as they are stored. Refuse a log that lacks one
    of them.
    """
    rows = select(connection, "WHERE seq >= ? ORDER BY seq LIMIT ?", (seq, limit))
    first = max(seq, 1)
    before = first - 1

    # as many as were ever counted must be there, without a gap
    last_counted = counted.counted_if_kept(connection)
    counted_from_there = max(0, last_counted - before)
    needed = min(limit, counted_from_there)
    wanted = max(len(rows), needed)
    expected = range(first, first + wanted)
    seqs = [row.seq for row in rows]
    if seqs != [*expected]:
        message = say("an event after {seq} is missing", seq=before)
        raise broken(message)
    return _checked_rows(connection, rows)


def stored_between(
    connection: Connection,
    first: int,
    last: int | None,
    limit: int,
    topics: Collection[str] = (),
) -> list[StoredRow]:
    """Read so many events from one on and up to another, only those of `topics`, if
    given.
    """
    chosen: list[StoredRow] = []
    while len(chosen) < limit:
        # what stands in a column beside an event hides none: every event is read, and
        # then chosen
        size = BATCH
        if not topics:
            size = min(BATCH, limit - len(chosen))
        rows = stored_from(connection, first, size)
        in_time = [row for row in rows if last is None or row.seq <= last]
        chosen += [row for row in in_time if not topics or row.topic in topics]
        if not rows or len(in_time) < len(rows):
            break
        first = rows[-1].seq + 1

    return chosen[:limit]


def stored_in_stream(connection: Connection, stream: str) -> list[StoredRow]:
    """Read the events of one stream in their order, as they are stored. Refuse a stream
    that has another number of events than was counted.
    """
    rows = select(connection, "WHERE stream = ? ORDER BY version", (stream,))
    _need_counted(connection, [stream], _seqs_and_streams(rows))
    return _checked_rows(connection, rows)


def _checked_rows(connection: Connection, rows: Sequence[Row]) -> list[StoredRow]:
    """Check rows against the tree, and return what the bytes say of them."""
    stored = []
    for event, row in zip(envelopes(connection, rows), rows, strict=True):
        stored.append(
            StoredRow(event.seq, event.stream, event.version, event.topic, row.state)
        )
    return stored
