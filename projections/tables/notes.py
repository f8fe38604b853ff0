"""What is noted of each event as it is stored, so that it is found by its document, its
tournament, its list or its step.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from ledger.bodies import ListPublished, PersonErased
from ledger.events import Event, PlayerRegistered, tournament_stream
from ledger.store import counted
from ledger.store.connection import Connection
from ledger.store.counted import (
    LOG,
    Counting,
    events_between,
    full_counts_of,
    miscount_in_words,
    of_topic,
    wrapped_sum,
)
from ledger.store.details import sealed_of, sealed_rows, sealed_sums
from ledger.store.logs.tree import root_at
from ledger.store.people_facts import PeopleFacts
from ledger.store.persons import sums_of
from ledger.store.tables import batches, marks
from ledger.timeline import Timeline, TournamentNow
from projections.tables.checked_rows import (
    MISSING,
    PUBLISHED,
    bucket,
    checked_row,
    damaged,
    mark,
    with_checksum,
)

_OF_LIST = (
    "seq, list, label, revision, as_of, known_seq, rules, row_count, sha256, root"
)


class Published(NamedTuple):
    """A published list: the columns of the table `published`. `root`: what is printed
    under the list, over all events up to its own.

    revision: which attempt at this label it is.
    as_of: the day that it is for, YYYY-MM-DD; known_seq: the last event that it knows.
    rules: what it was made by; row_count, sha256: of its rows.
    """

    seq: int
    list: str
    label: str
    revision: int
    as_of: str
    known_seq: int
    rules: str
    row_count: int
    sha256: str
    root: str


def note_published(
    events: Connection, connection: Connection, seq: int, body: ListPublished
) -> None:
    """Write the row of a published list. `events`: where the ledger is; `seq`: the
    event's own.
    """
    connection.execute(
        f"INSERT INTO published ({_OF_LIST}, checksum) VALUES ({', '.join('?' * 11)})",
        published_row(events, seq, body),
    )


def published_row(events: Connection, seq: int, body: ListPublished) -> tuple[Any, ...]:
    """Return the row of the table `published` for an event."""
    row = Published(
        seq=seq,
        list=body.list,
        label=body.label,
        revision=body.revision,
        as_of=body.as_of,
        known_seq=body.known_seq,
        rules=body.rules,
        row_count=len(body.rows),
        sha256=body.sha256,
        root=root_at(events, seq),
    )

    return with_checksum(*row)


def published_lists(
    tables: Connection, known_seq: int, as_of: str, list_name: str | None = None
) -> list[Published]:
    """Return the lists that had been published by then, for days up to the day, in the
    order of publication.

    `as_of`: the day, YYYY-MM-DD. `list_name`: without it, those of all lists.
    """
    lists = []
    for row in every_published(tables):
        if row.seq > known_seq or row.as_of > as_of:
            continue
        if list_name is None or list_name == row.list:
            lists.append(row)
    return lists


def every_published(tables: Connection) -> list[Published]:
    """Return all published lists, proven by their count. What this transaction has
    published itself is not counted yet.

    They are in the order of publication. The ledger is refused as damaged where one is
    false or missing.
    """
    query = f"SELECT {_OF_LIST}, checksum FROM published ORDER BY seq"
    rows = tables.execute(query).fetchall()
    counts = full_counts_of(tables, [LOG, PUBLISHED])
    counted_up_to = counts[LOG].events
    checksums = [checksum for seq, *_, checksum in rows if seq <= counted_up_to]
    if wrapped_sum(checksums) != counts[PUBLISHED].rows:
        raise damaged(miscount_in_words(PUBLISHED))

    lists = []
    for row in rows:
        *columns, _ = checked_row("published", row)
        lists.append(Published(*columns))

    return lists


_OF_TOURNAMENT = (
    "tournament, name, start_day, end_day, withdrawn, version, games, checksum"
)
_STREAM = "tournament:"


def tournaments_starting_on(connection: Connection, day: str) -> list[str]:
    """Return the tournaments in force that begin on this day.

    Only these are held against what is counted: a booking asks, and of 20,000
    tournaments all would take 160 ms.

    `day` is YYYY-MM-DD; the ids are in order.
    """
    query = f"SELECT {_OF_TOURNAMENT} FROM tournament WHERE start_day = ?"
    rows = connection.execute(query, (day,)).fetchall()

    counts = counted.counts_of(connection, "rows", _streams_of(rows))
    lines = _tournament_lines(connection, rows, counts)

    return sorted(line.tournament for line in lines if not line.withdrawn)


def ids_beginning(connection: Connection, start: str, limit: int) -> list[str]:
    """Return the tournament ids that begin with a text, in order.

    At most `limit` of them. They are not proven: they only help somebody who types.
    """
    query = (
        "SELECT tournament FROM tournament WHERE tournament >= ? AND tournament < ?"
        " ORDER BY 1 LIMIT ?"
    )
    rows = connection.execute(query, (start, start + "\x7f", limit)).fetchall()
    return [tournament for (tournament,) in rows]


class TournamentLine(NamedTuple):
    """A row of the tournament table: a tournament as it stands.

    start, end: days as YYYY-MM-DD.
    version: the seq of the last event about it.
    withdrawn: those stay in the table, and count nowhere.
    """

    tournament: str
    name: str
    start: str
    end: str
    games: int
    version: int
    withdrawn: bool


def every_tournament(connection: Connection) -> list[TournamentLine]:
    """Return all tournaments, withdrawn ones too, in no order.

    A row that was lost is found by the count of its tournament. The ledger is refused
    as damaged then.
    """
    query = f"SELECT {_OF_TOURNAMENT} FROM tournament"
    rows = connection.execute(query).fetchall()
    counts = dict.fromkeys(_streams_of(rows), 0)
    stored_counts = counted.counts_under(connection, "rows", _STREAM)
    return _tournament_lines(connection, rows, counts | stored_counts)


def all_tournaments(connection: Connection) -> list[str]:
    """Return the ids of all tournaments, withdrawn ones too, in order."""
    return [line.tournament for line in every_tournament(connection)]


def names_among(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Return the names of tournaments by id.

    An id that no tournament has is left out.
    """
    names: dict[str, str] = {}
    every_id = list(ids)
    for some in batches(every_id):
        condition = f"tournament IN ({marks(some)})"
        query = f"SELECT {_OF_TOURNAMENT} FROM tournament WHERE {condition}"
        rows = connection.execute(query, some).fetchall()
        streams = list(map(tournament_stream, some))
        counts = counted.counts_of(connection, "rows", streams)
        for line in _tournament_lines(connection, rows, counts):
            names[line.tournament] = line.name

    return names


def _streams_of(rows: Sequence[Sequence[Any]]) -> list[str]:
    """Return the streams of the tournaments that these rows are about.

    a row of espoo-open    tournament:espoo-open
    """
    return [tournament_stream(tournament) for tournament, *_ in rows]


def _tournament_lines(
    connection: Connection, rows: Sequence[Sequence[Any]], counts: counted.Counts
) -> list[TournamentLine]:
    """Return the rows, proven by their counts. A row that the asking transaction wrote
    itself is not counted yet.

    `counts`: by stream, what the checksums should add up to, 0 for a stream that should
    have no row. The ledger is refused as damaged where it differs.
    """
    checksums = {}
    for tournament, *_, checksum in rows:
        checksums[tournament_stream(tournament)] = checksum

    differing = []
    for stream, checksum in counts.items():
        if checksums.get(stream, 0) != checksum:
            differing.append(stream)

    for stream in counted.streams_of_others(connection, differing):
        raise damaged(counted.miscount_in_words(stream))

    return [_tournament_line(row) for row in rows]


def _tournament_line(row: Sequence[Any]) -> TournamentLine:
    """Return what a row of the table `tournament` says, after checking it."""
    tournament, name, start, end, withdrawn, version, games, _ = checked_row(
        "tournament", row
    )
    return TournamentLine(
        tournament=tournament,
        name=name,
        start=start,
        end=end,
        games=games,
        version=version,
        withdrawn=bool(withdrawn),
    )


_INSERT_SAID = "INSERT INTO said (mark, seq, checksum) VALUES (?, ?, ?)"
_INSERT_STEP = "INSERT INTO step (seq, first, checksum) VALUES (?, ?, ?)"
_INSERT_TOURNAMENT = (
    "INSERT INTO tournament (tournament, name, start_day, end_day, withdrawn, version,"
    " games, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)


def index_event(
    connection: Connection, event: Event, tournament: TournamentNow | None
) -> None:
    """Put an event into the indexes as soon as it is stored: the next document may ask
    for it.

    `tournament`: as it stands after the event; None for an event about something else.
    """
    for row in _said_rows(event):
        connection.execute(_INSERT_SAID, row)

    if isinstance(event.body, ListPublished):
        every_published(connection)  # a false one may have the place of this one
        note_published(connection, connection, event.seq, event.body)
    if tournament is None:
        return

    connection.execute("DELETE FROM tournament WHERE tournament = ?", (tournament.id,))
    connection.execute(_INSERT_TOURNAMENT, _tournament_row(tournament))


def note_event(connection: Connection, event: Event, timeline: Timeline) -> None:
    """Put the event into the timeline and the indexes.

    `timeline` stands before the event, and goes past it here.
    """
    timeline.apply(event)
    tournament = None
    if event.stream.startswith("tournament:"):
        tournament = timeline.tournament(event.target)
    index_event(connection, event, tournament)


def _said_rows(event: Event) -> Iterator[tuple[int, ...]]:
    """Yield the rows of the table `said` for an event: by its digest, and by its key.

    An event without either has no row.
    """
    if event.digest is not None:
        by_digest = mark("digest", event.digest)
        yield with_checksum(by_digest, event.seq)

    if event.key is not None:
        by_key = mark("key", event.key)
        yield with_checksum(by_key, event.seq)


def _tournament_row(tournament: TournamentNow) -> tuple[Any, ...]:
    """Return the row of the table `tournament`, in the order of `_OF_TOURNAMENT`."""
    header = tournament.header
    of_header = (header.name, header.start, header.end)
    withdrawn = int(tournament.withdrawn)
    return with_checksum(
        tournament.id, *of_header, withdrawn, tournament.version, tournament.size
    )


NotedRow = tuple[Any, ...]  # with its checksum


class CollectedNotes:
    """Look-ups for a rebuild, like those of `Index`: collected in memory and written
    once, in order.
    """

    def __init__(self) -> None:
        """Begin with nothing collected: a rebuild takes every event once.

        What is asked for by player is put together when somebody asks first, and again
        after another event of a tournament.
        """
        self.said: list[NotedRow] = []
        self.tournaments: dict[str, NotedRow] = {}
        self.published: list[tuple[int, ListPublished]] = []  # with the seq of each
        self.steps: list[tuple[int, int]] = []  # the last seq and the first
        self.players: set[str] = set()
        self.people_facts = PeopleFacts()

        # by tournament, its players whenever they were others
        self._seated: dict[str, list[Collection[str]]] = {}
        # by player; only a merge asks
        self._tournaments_of: dict[str, dict[str, None]] | None = None

    def tournaments_of(self, player: str) -> list[str]:
        """Return the tournaments in which a player ever had a seat, as far as events
        were taken.
        """
        if self._tournaments_of is None:
            self._tournaments_of = self._tournaments_by_player()
        return list(self._tournaments_of.get(player, ()))

    def _tournaments_by_player(self) -> dict[str, dict[str, None]]:
        """Map each player to the tournaments in which they ever had a seat.

        Each has them in the order in which the tournaments were first reported.
        """
        tournaments_of: dict[str, dict[str, None]] = defaultdict(dict)
        for tournament, states in self._seated.items():
            for player in chain.from_iterable(states):
                tournaments_of[player][tournament] = None
        return tournaments_of

    def all_tournaments(self) -> list[str]:
        """Return the ids of the tournaments of which an event was taken."""
        return list(self.tournaments)

    def all_players(self) -> list[str]:
        """Return the ids of the players of whom an event was taken, in no order."""
        return list(self.players)

    def note_event(self, event: Event, timeline: Timeline) -> None:
        """Note an event; `timeline` has gone past it.

        Of a tournament, only the row after the last event is kept; of its players,
        everybody who ever sat in it.
        """
        self.said += _said_rows(event)
        self.people_facts.take(event.seq, event.body)
        if isinstance(event.body, ListPublished):
            self.published.append((event.seq, event.body))

        if event.stream.startswith("player:"):
            _, _, player = event.stream.partition(":")
            self.players.add(player)
        if not event.stream.startswith("tournament:"):
            return

        tournament = timeline.tournament(event.target)
        assert tournament is not None
        self.tournaments[tournament.id] = _tournament_row(tournament)
        players: Collection[str]
        if tournament.columns is None:
            players = tournament.players()
        else:
            players = tournament.columns.players

        # who sat there before an amendment counts too, so states are added up
        states = self._seated.setdefault(tournament.id, [])
        if not states or states[-1] != players:
            states.append(players)
        self._tournaments_of = None

    def fill_tables(self, events: Connection, connection: Connection) -> None:
        """Write everything into empty tables; `events` is where the ledger is.

        They are written in the order of their keys, which a database takes fastest.
        """
        rows_of_said = sorted(self.said)
        connection.executemany(_INSERT_SAID, rows_of_said)

        tournaments = sorted(self.tournaments.values())
        connection.executemany(_INSERT_TOURNAMENT, tournaments)

        for seq, body in self.published:
            note_published(events, connection, seq, body)

        steps = [with_checksum(last, first) for last, first in self.steps]
        connection.executemany(_INSERT_STEP, steps)


def count_step(
    connection: Connection,
    events: Sequence[Event],
    timeline: Timeline,
    counting: Counting,
) -> None:
    """Count the events of a step, and what was noted of them; `timeline` has gone past
    them.

    `events`: those of the step, in order and at least one.
    """
    first, last = events[0].seq, events[-1].seq
    streams = set()
    for stream, topic, count in events_between(connection, first - 1, last):
        counting.add("events", stream, count)
        counting.add("events", of_topic(topic), count)
        streams.add(stream)

    counting.put("events", {LOG: last})
    _count_people(connection, events, counting)
    _count_tournaments(streams, timeline, counting)
    for event in events:
        _count_noted(connection, event, counting)


def _count_people(
    connection: Connection, events: Sequence[Event], counting: Counting
) -> None:
    """Count anew the rows of those people whose details came or were erased.

    Put down is what their rows come to now, in the place of what was counted before.
    """
    people = set()
    for event in events:
        if isinstance(event.body, PlayerRegistered | PersonErased):
            people.add(event.target)

    if not people:
        return

    nothing_sealed = dict.fromkeys(map(sealed_of, people), 0)
    details = sealed_rows(connection, people)
    counting.put("people", sums_of(connection, people))
    counting.put("people", nothing_sealed | sealed_sums(details))


def _count_tournaments(
    streams: Collection[str], timeline: Timeline, counting: Counting
) -> None:
    """Count anew the row of each tournament among these streams.

    A tournament has one row, so its checksum is the whole count.
    """
    for stream in streams:
        if not stream.startswith(_STREAM):
            continue
        tournament = timeline.tournament(stream.removeprefix(_STREAM))
        if tournament is not None:
            *_, checksum = _tournament_row(tournament)
            counting.put("rows", {stream: checksum})


def _count_noted(connection: Connection, event: Event, counting: Counting) -> None:
    """Count the rows of `said` and `published` that were noted of an event.

    They have no stream: documents are counted by bucket, and published lists all
    together.
    """
    for by_what, _, checksum in _said_rows(event):
        counting.add("rows", bucket(by_what), checksum)

    body = event.body
    if isinstance(body, ListPublished):
        *_, checksum = published_row(connection, event.seq, body)
        counting.add("rows", PUBLISHED, checksum)


def note_step(connection: Connection, first: int, last: int) -> None:
    """Note that a submission has these events: its first and its last seq.

    The submission has to follow the one before it; if an event lies between them, the
    ledger is refused as damaged.
    """
    [newest] = connection.execute("SELECT MAX(seq) FROM step").fetchone()
    before = newest or 0
    if before != first - 1:
        raise damaged(MISSING)

    row = with_checksum(last, first)
    connection.execute(_INSERT_STEP, row)
