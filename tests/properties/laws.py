"""The properties, each a function from a story to the differences it finds: none where
the law holds.

The properties and their planted faults share them, so a fault is looked for with the
very check that must find it.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import date, timedelta
from typing import Any

import msgspec

from ledger.events import ENCODER, Envelope, decode, encode_body
from projections.answers.reading import Reading
from projections.opened_ledger import OpenedLedger
from projections.replay.steps import one_pass_differences
from projections.tables.build import catch_up, memory_tables, rebuild
from tests.naive.finland import book
from tests.naive.records import Document
from tests.properties.beside import beside_naive, ledger_lines, naive_lines
from tests.properties.remade import events_alone, one_pass, rebuilt, replayed, tables
from tests.properties.shuffling import shuffled
from tests.properties.slips import Pair, corrected
from tests.properties.taking_back import back_again, taken_back, under_one_id
from tests.properties.telling import (
    Story,
    StoryLedger,
    current,
    differences,
    ledger_of,
    lines,
)
from tests.world.rows import COLUMNS, known_rows

Law = Callable[[Story], list[str]]


def same_book(pair: Pair, names: tuple[str, str], *, sources: bool = True) -> list[str]:
    """Two tellings, one book."""
    books = []
    for documents in pair:
        with ledger_of(documents) as ledger:
            books.append(lines(ledger, sources=sources))
    return differences(books[0], books[1], names)


def naive(story: Story) -> list[str]:
    documents = story.documents()
    with ledger_of(documents) as ledger:
        return beside_naive(ledger, book(documents))


def any_order(story: Story) -> list[str]:
    """(a) Any recording order of the same facts gives the same book."""
    documents = story.documents()
    return same_book(
        (shuffled(documents, story.chance("order")), documents), ("shuffled", "as told")
    )


def amended(story: Story) -> list[str]:
    """(b) Wrong and amended is right from the start; only the event an added game comes
    from is another.
    """
    pair = corrected(story.documents(), story.chance("slips"))
    return same_book(pair, ("amended", "right from the start"), sources=False)


def never_there(story: Story) -> list[str]:
    """(c) Submitted and withdrawn was never there."""
    return same_book(
        taken_back(story.documents(), story.chance("victims")),
        ("withdrawn", "never there"),
    )


def untouched(story: Story) -> list[str]:
    """(d) Withdrawn and reinstated is untouched."""
    return same_book(
        back_again(story.documents(), story.chance("victims")),
        ("reinstated", "untouched"),
    )


def merged(story: Story) -> list[str]:
    """(e) Merged is played as one from the start."""
    return same_book(
        under_one_id(story.documents()), ("merged", "as one from the start")
    )


def steps(story: Story) -> list[str]:
    """(f) After every step the read tables are those of a rebuild, all versions of all
    entries included.
    """
    with ledger_of([]) as ledger:
        for document in story.documents():
            ledger.tell(document)
            if found := as_rebuilt(ledger):
                return [f"after {document}", *found]
    return []


def as_rebuilt(ledger: StoryLedger) -> list[str]:
    return differences(
        tables(ledger.connection), rebuilt(ledger.connection), ("in steps", "rebuilt")
    )


def at_once(story: Story) -> list[str]:
    """(f) What the steps came to is the final facts rated in one pass."""
    with ledger_of(story.documents()) as ledger:
        return as_one_pass(ledger)


def proved(story: Story) -> list[str]:
    """(f) The audit says so too, which rates only those units again that were rated
    from anything else.
    """
    with ledger_of(story.documents()) as ledger, memory_tables() as memory:
        return list(one_pass_differences(rebuild(ledger.connection, memory)))


def as_one_pass(ledger: StoryLedger) -> list[str]:
    stepped = [row[: len(COLUMNS)] for row in current(ledger.connection)]
    return differences(
        stepped, one_pass(ledger.connection), ("in steps", "in one pass")
    )


def in_groups(story: Story) -> list[str]:
    """(f) With several documents a submission too, a rebuild gives the same steps and
    one pass the same book.

    As known inside a submission, what a replay of the events until then says is what a
    ledger of those says.
    """
    rng = story.chance("groups")
    documents = story.documents()
    waiting: Sequence[Document] = documents
    count = rng.randint(0, len(documents))
    with ledger_of([]) as ledger:
        while waiting:
            size = rng.choice((1, 1, 2, 5, 20))
            ledger.tell_together(waiting[:size])
            waiting = waiting[size:]
        found = as_rebuilt(ledger) + as_one_pass(ledger)
        inside = replayed(ledger.connection, ledger.start + count)
    with ledger_of(documents[:count]) as stopped:
        alone = [row[: len(COLUMNS)] for row in current(stopped.connection)]
    return found + differences(
        inside, alone, (f"replayed until {count}", f"told until {count}")
    )


def caught_up(story: Story) -> list[str]:
    """(f) Events that were stored and not projected are projected later, to the same
    tables.
    """
    with ledger_of(story.documents()) as ledger:
        stopped = story.chance("stop").randint(ledger.start, ledger.head())
        with closing(events_alone(ledger.connection)) as memory:
            rebuild(memory, memory, stopped)
            catch_up(memory)
            return differences(
                tables(ledger.connection),
                tables(memory),
                ("in steps", f"caught up from {stopped}"),
            )


def known(story: Story) -> list[str]:
    """(g) As known at seq N is what a ledger answers that got only the first N events,
    for every N.
    """
    stopped: dict[int, list[Any]] = {}
    with ledger_of([]) as ledger:
        for document in story.documents():
            seq = ledger.tell(document)
            stopped[seq] = current(ledger.connection)
        return as_stopped(ledger, stopped)


def as_stopped(ledger: StoryLedger, stopped: dict[int, list[Any]]) -> list[str]:
    for seq, rows in stopped.items():
        known = known_rows(ledger.connection, seq)
        if found := differences(
            known, rows, (f"as known at {seq}", f"stopped at {seq}")
        ):
            return found
    return []


def both_times(story: Story) -> list[str]:
    """As of a day, as known at a seq: the naive book of the first documents, up to that
    day and with it.
    """
    documents = story.documents()
    rng = story.chance("times")
    with ledger_of(documents) as ledger:
        asked = [(day, len(documents)) for day in days_of(documents)]
        asked += [
            (rng.choice(asked)[0], rng.randint(0, len(documents))) for _ in range(6)
        ]
        return as_of_days(ledger, documents, asked)


def days_of(documents: Sequence[Document]) -> list[str]:
    """The days on which units end, and one before everything."""
    found = sorted({entry.on for entry in book(list(documents)).entries})
    return (
        [(date.fromisoformat(found[0]) - timedelta(days=1)).isoformat(), *found]
        if found
        else []
    )


def as_of_days(
    ledger: StoryLedger, documents: Sequence[Document], asked: Sequence[tuple[str, int]]
) -> list[str]:
    books = {
        count: book(list(documents[:count])) for count in {count for _, count in asked}
    }
    for day, count in asked:
        seq = ledger.seqs[documents[count - 1]["_seq"]] if count else ledger.start
        mine = ledger_lines(
            Reading(OpenedLedger(ledger.connection), day, seq).entries()
        )
        sides = (f"in the ledger as of {day}, known {seq}", "in the naive book")
        if found := differences(mine, naive_lines(books[count], day), sides):
            return found
    return []


def kept(story: Story) -> list[str]:
    """(h) Every stored event, decoded and encoded again, is the bytes that are stored."""
    with ledger_of(story.documents()) as ledger:
        return as_stored(ledger)


def as_stored(ledger: StoryLedger) -> list[str]:
    rows = ledger.connection.execute("SELECT state FROM event ORDER BY seq").fetchall()
    return [
        found for (state,) in rows if (found := differently_stored(state)) is not None
    ]


def differently_stored(state: bytes) -> str | None:
    body = decode(state).body
    envelope = msgspec.json.decode(state, type=Envelope)
    again = ENCODER.encode(
        msgspec.structs.replace(
            envelope, topic=body.topic, body=msgspec.Raw(encode_body(body))
        )
    )
    return None if again == state else f"{state!r} came back as {again!r}"
