"""One row of a ledger is edited, taken away or exchanged past the program, its checksum
made right again, or one bit of it flips: every question answers as before or refuses as
damaged, and nothing is recorded on what is false.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from desk.submit import submit
from exchange.json.files import read_documents
from ledger.errors import SeloError
from ledger.store import is_server
from ledger.store.tables import DDL, checksum, summed_checksum
from projections.answers import PUBLIC, Question
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from projections.tables import schema
from projections.tables.compare import KEYS as OF_READ_TABLES
from tests.torture.edited_world import BOOKINGS, LISTED, QUESTIONS, Whole
from tests.world.command import Command
from tests.world.ledger import NOW, outside
from tests.world.reached import opened, rows

Row = dict[str, Any]
KEYS = {
    **OF_READ_TABLES,
    "ledger": (),
    "projected": (),
    "event": ("seq",),
    "tree": ("seq",),
    "checkpoint": ("number",),
    "person": ("player",),
    "former_name": ("player", "name"),
    "source_file": ("sha256",),
    "detail": ("seq",),
    "counted": ("name",),
    "unit": ("number", "known_from"),
}
# what a row has alone besides its key
ALONE = {"event": ("stream", "version"), "published": ("list", "label", "revision")}
COLUMNS = {
    table: [
        name
        for name in re.findall(r"(\w+) (?:INTEGER|BIGINT|TEXT|BLOB)", text)
        if name != "checksum"
    ]
    for text in (*DDL, *schema.DDL)
    if (table := text.split()[2]) in KEYS and text.startswith("CREATE TABLE")
}
GONE, SWAPPED = "a row deleted", "two rows swapped"
# the codes of a refusal because something is wrong with what is stored
DAMAGED = {
    "damaged",
    "tree-differs",
    "malformed",
    "schema-differs",
    "newer-ledger",
    "needs-upgrade",
    "no-ledger-file",
    "hash-differs",
    "root-differs",
    "conclusion-differs",
    "not-whole",
    "lock-missing",
}


class Edit(NamedTuple):
    """`what`: a column, or what happens to whole rows. `bit`: one bit of it, and nobody
    makes a checksum right.
    """

    table: str
    what: str
    bit: bool = False

    def __str__(self) -> str:
        return f"{self.table}: {'a bit of ' if self.bit else ''}{self.what}"


def every_edit() -> Iterator[Edit]:
    for table, columns in COLUMNS.items():
        for column in columns:
            yield Edit(table, column)
            yield Edit(table, column, bit=True)
        yield Edit(table, GONE)
        yield Edit(table, SWAPPED)


def edited(ledger: str, edit: Edit, rng: random.Random) -> bool:
    """Whether there was something to edit; guards that stood before stand afterwards."""
    columns = ", ".join(_columns(edit.table))
    order = f" ORDER BY {', '.join(KEYS[edit.table])}" if KEYS[edit.table] else ""
    with opened(ledger) as connection, _off_guard(ledger, connection):
        stored = connection.execute(
            f"SELECT {columns} FROM {edit.table}{order}"
        ).fetchall()
        found = [dict(zip(_columns(edit.table), row, strict=True)) for row in stored]
        rng.shuffle(found)
        return _edited(connection, edit, found, rng)


def _columns(table: str) -> list[str]:
    sealed = any(
        f"CREATE TABLE {table} (" in text and "checksum" in text
        for text in (*DDL, *schema.DDL)
    )
    return COLUMNS[table] + (["checksum"] if sealed else [])


@contextmanager
def _off_guard(ledger: str, connection: Any) -> Iterator[None]:
    """While it lasts nothing refuses a change of the log."""
    guards = [text for text in DDL if text.startswith("CREATE TRIGGER")]
    if is_server(ledger):
        connection.raw.execute("SET session_replication_role = replica")
        yield
        return
    for text in guards:
        connection.execute(f"DROP TRIGGER {text.split()[2]}")
    yield
    for text in guards:
        connection.execute(text)


def _edited(connection: Any, edit: Edit, found: list[Row], rng: random.Random) -> bool:
    if edit.what == GONE:
        for row in found[:1]:
            where, values = _where(edit.table, row)
            connection.execute(f"DELETE FROM {edit.table}{where}", values)
        return bool(found)
    if edit.what == SWAPPED:
        return _swapped(connection, edit.table, found)
    for row in found:
        before = row[edit.what]
        for _ in range(8):
            after = _flipped(before, rng) if edit.bit else _other(before, rng)
            if after == before or (after is None and before is None):
                continue
            # another row has this key, or no such value fits the column
            with suppress(Exception):
                _put(
                    connection,
                    edit.table,
                    row,
                    row | {edit.what: after},
                    sealed=not edit.bit,
                )
                return True
    return False


def _swapped(connection: Any, table: str, found: list[Row]) -> bool:
    """Two rows of different content exchange all of it but their keys."""
    kept = (*KEYS[table], *ALONE.get(table, ()))
    for one in found:
        for other in found:
            moved = {name: other[name] for name in COLUMNS[table] if name not in kept}
            if moved and any(one[name] != value for name, value in moved.items()):
                _put(connection, table, one, one | moved, sealed=True)
                _put(
                    connection,
                    table,
                    other,
                    other | {name: one[name] for name in moved},
                    sealed=True,
                )
                return True
    return False


def _put(connection: Any, table: str, before: Row, after: Row, *, sealed: bool) -> None:
    if sealed and "checksum" in after:
        values = [after[name] for name in COLUMNS[table]]
        after = after | {
            "checksum": (
                checksum if table in ("person", "former_name") else summed_checksum
            )(values)
        }
    where, key = _where(table, before)
    connection.execute(
        f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in after)}{where}",
        (*after.values(), *key),
    )


def _where(table: str, row: Row) -> tuple[str, tuple[Any, ...]]:
    names = KEYS[table]
    text = " AND ".join(f"{name} = ?" for name in names)
    return (f" WHERE {text}" if names else ""), tuple(row[name] for name in names)


def _other(value: Any, rng: random.Random) -> Any:
    """A value that a hasty reader would take for right."""
    if value is None:
        return rng.choice((1, "x"))
    if isinstance(value, int):
        return value + rng.choice((1, -1, 2, 7))
    if isinstance(value, bytes):
        return _flipped(value, rng)
    days = re.fullmatch(r"(\d{4})(-\d\d-\d\d.*)", value, re.DOTALL)
    if days and rng.random() < 0.7:
        return f"{int(days[1]) + rng.choice((-1, 1, -30))}{days[2]}"
    digits = [match.start() for match in re.finditer(r"\d", value)]
    if digits and rng.random() < 0.7:
        at = rng.choice(digits)
        return f"{value[:at]}{(int(value[at]) + 1) % 10}{value[at + 1 :]}"
    return value + "x"


def _flipped(value: Any, rng: random.Random) -> Any:
    if value is None:
        return 0
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(8))
    content = bytearray(value if isinstance(value, bytes) else value.encode())
    if content:
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(7)
    return (
        bytes(content)
        if isinstance(value, bytes)
        else content.decode("utf-8", "replace")
    )


class Truth:
    """What a whole ledger answers, and what each booking makes of it."""

    def __init__(self, ledger: Whole) -> None:
        self.ledger = ledger
        selo = ledger.fresh()
        self.answers = {line: _told(selo, line) for line in QUESTIONS}
        assert all(code == 0 for code, _ in self.answers.values()), self.answers
        self.recorded: list[list[bytes]] = []
        before = len(_stored(selo.ledger))
        for number, _ in enumerate(BOOKINGS):
            honest = ledger.fresh()
            assert not booked(honest.ledger, number), number
            self.recorded.append(_stored(honest.ledger)[before:])

    def wrong(
        self,
        edit: Edit,
        seed: int,
        questions: int,
        bookings: int,
        then: Callable[[Any], None] = lambda _: None,
    ) -> list[str] | None:
        """What is wrong after an edit, of so many questions and bookings; None where
        there is nothing to edit. `then`: what is done to the ledger besides.
        """
        rng = random.Random(f"{seed} {edit}")
        selo = self._after(edit, seed, then)
        if selo is None:
            return None
        found = self._answered(
            selo, rng.sample(QUESTIONS, min(questions, len(QUESTIONS)))
        )
        for number in rng.sample(range(len(BOOKINGS)), min(bookings, len(BOOKINGS))):
            again = self._after(edit, seed, then)
            assert again is not None
            found += self._booked(again.ledger, number)
        return [f"{edit} (seed {seed}): {said}" for said in found]

    def _after(
        self, edit: Edit, seed: int, then: Callable[[Any], None]
    ) -> Command | None:
        selo = self.ledger.fresh()
        if not edited(selo.ledger, edit, random.Random(f"{seed} {edit}")):
            return None
        with opened(selo.ledger) as connection:
            then(connection)
        return selo

    def newest(self) -> int:
        return len(_stored(self.ledger.fresh().ledger))

    def without(self, seq: int, lines: Sequence[str]) -> list[str]:
        """What is wrong once an event is gone: of these questions, and of the one about
        it.
        """
        selo = self.ledger.fresh()
        with opened(selo.ledger) as connection, _off_guard(selo.ledger, connection):
            connection.execute("DELETE FROM event WHERE seq = ?", (seq,))
        code, out = _told(selo, f"log event {seq}")
        missed = code == 1 and {*out.split()} <= DAMAGED
        return [
            *self._answered(selo, lines),
            *([] if missed else [f"log event {seq}: exit {code}, {out[:300]}"]),
        ]

    def _answered(self, selo: Command, lines: Sequence[str]) -> list[str]:
        """The questions that are answered otherwise and not refused as damaged."""
        found = []
        for line in lines:
            code, out = _told(selo, line)
            if (code, out) != self.answers[line] and not (
                code == 1 and {*out.split()} <= DAMAGED
            ):
                found.append(f"{line}: exit {code}, {out[:300]}")
        return found

    def _booked(self, ledger: str, number: int) -> list[str]:
        """A booking that is taken although its events are other ones than those of the
        whole ledger, or that leaves something although it is refused.
        """
        before = _stored(ledger)
        refused = booked(ledger, number)
        after = _stored(ledger)
        if refused and not refused <= DAMAGED:
            return [f"booking {number}: refused as {refused}"]
        if after[: len(before)] != before or after[len(before) :] != (
            [] if refused else self.recorded[number]
        ):
            return [
                f"booking {number}: {'refused, and ' if refused else ''}other events"
            ]
        return []


def _told(selo: Command, line: str) -> tuple[int, str]:
    """The exit code with the answer, or with the codes of the refusal."""
    if line == LISTED:
        return _listed(selo)
    ran = selo.run(*line.split(), "--json")
    if ran.code:
        return ran.code, " ".join(ran.codes)
    return ran.code, re.sub(r'"seconds": [^,}\n]+', "", ran.out).replace(
        selo.ledger, "LEDGER"
    )


def _listed(selo: Command) -> tuple[int, str]:
    try:
        with reading(selo.ledger, Question(), selo.moment[:10]) as now:
            now.viewer = PUBLIC
            return 0, repr(rating_list(now, "selo"))
    except SeloError as error:
        return 1, " ".join(problem.code for problem in error.problems)


def booked(ledger: str, number: int) -> set[str]:
    """The codes of the refusal; none when the documents are recorded."""
    documents = read_documents("edit.jsonl", BOOKINGS[number].encode())
    try:
        submit(ledger, documents, outside(NOW))
    except SeloError as error:
        return {problem.code for problem in error.problems}
    return set()


def _stored(ledger: str) -> list[bytes]:
    return [
        bytes(row[0]) for row in rows(ledger, "SELECT state FROM event ORDER BY seq")
    ]
