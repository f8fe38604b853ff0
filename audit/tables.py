"""Audit the tables: first whether they are the program's own, before any row is
believed; then whether names, sealed details and kept files fit the digests in the
events.

Read tables are made again from the events, or proved to say the same.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from audit.evidence import Finding, Walk, new_finding
from ledger.errors import Problem
from ledger.known_events import KnownEvents
from ledger.named_texts import NamedText
from ledger.store import counted
from ledger.store.as_stored import (
    PersonRow,
    detail_rows,
    former_rows,
    named_text_rows,
    person_rows,
    row_counts,
    source_rows,
)
from ledger.store.connection import Connection
from ledger.store.database import flaws, snapshot
from ledger.store.details import Sealed, seal_of_details
from ledger.store.dialects.definitions import differences, parts, parts_of, worded
from ledger.store.dialects.dialect import stated_version
from ledger.store.event_log import Store
from ledger.store.named_texts import fits
from ledger.store.people_facts import StatedDetails
from ledger.store.persons import folded
from ledger.store.tables import Part, ddl, kind_and_name, newest, tables_of_format
from messages import Message, by_command, say
from messages.answer import UNSET, Answer, UnsetType
from projections.replay.loop import Progress
from projections.replay.steps import one_pass_differences
from projections.revisions import check_written
from projections.tables import schema
from projections.tables.build import catch_up, memory_tables, rebuild
from projections.tables.compare import differences as differing_rows
from projections.tables.compare import miscounted
from projections.tables.followed import version_and_seq

_CODE = "schema-differs"
_KEPT = say("restore a backup")
_MADE_AGAIN = by_command(
    "`selo ledger rebuild` makes the read tables and the guards again; remove your own"
    " additions with sqlite3"
)


class TablesLookedAt(NamedTuple):
    """The result of looking at the tables.

    `kept`: what cannot be made again may be read row by row. `conclusions`: the read
    tables too.
    """

    findings: list[Finding]
    kept: bool
    conclusions: bool


def shape(connection: Connection) -> TablesLookedAt:
    """Compare every table, index, trigger and view of the file with the program's own,
    text by text.
    """
    there = parts(connection)
    tables = {part.name: part for part in there if part.kind == "table"}
    # asked only of a table with the program's own text: a view in its place could say
    # anything, and for ever
    version = _version(connection, tables)
    projected = _read_table_version(connection, tables)
    if projected > schema.VERSION:
        message = say(
            "the read tables say they are of version {number}, and this program writes"
            " {known}",
            number=projected,
            known=schema.VERSION,
        )
        return TablesLookedAt(
            [Finding(Problem(_CODE, message, hint=_MADE_AGAIN))], True, False
        )

    current = projected == schema.VERSION
    statements = (*schema.DDL, *schema.INDEXES) if current else ()
    differing = differences(
        connection,
        parts_of(connection, (*ddl(version), *statements)),
        earlier=not current,
    )
    hints = {True: _KEPT, False: _MADE_AGAIN}
    readable = not any(
        _unreadable(connection, name, tables, version)
        for name in tables_of_format(version)
    )
    ours = not current or all(
        name in tables and tables[name].text == worded(connection, text)
        for name, text in (*schema.TABLES.items(), (counted.NAME, counted.DDL))
    )

    return TablesLookedAt(
        [
            Finding(Problem(_CODE, difference.message, hint=hints[difference.kept]))
            for difference in differing
        ],
        readable,
        readable and ours,
    )


def _version(connection: Connection, tables: dict[str, Part]) -> int:
    """Return the format that the ledger states; the newest where that cannot be read."""
    if _unreadable(connection, "ledger", tables, newest()):
        return newest()
    return stated_version(connection)


def _unreadable(
    connection: Connection, name: str, tables: dict[str, Part], version: int
) -> bool:
    """Tell whether a table is missing, or is not as this program makes it."""
    if name not in tables:
        return True

    ours = {kind_and_name(text): text for text in ddl(version)}
    return tables[name].text != worded(connection, ours["table", name])


def _read_table_version(connection: Connection, tables: dict[str, Part]) -> int:
    """Return the version of the read tables; what tables say that are not ours does not
    matter.
    """
    if "projected" not in tables:
        return schema.VERSION
    if tables["projected"].text != worded(connection, schema.TABLES["projected"]):
        return schema.VERSION

    version, _ = version_and_seq(connection)
    return version


def repeated_rows(stored: Connection, fresh: Connection) -> list[Message]:
    """Find rows that are there twice: a comparison by key alone sees only one of them."""
    ours = row_counts(stored, schema.TABLES)
    theirs = row_counts(fresh, schema.TABLES)
    return [
        say(
            "{table}: {ours} rows are stored, a replay has {theirs}",
            table=table,
            ours=ours[table],
            theirs=theirs[table],
        )
        for table in schema.TABLES
        if ours[table] != theirs[table]
    ]


def person_findings(
    connection: Connection, details: Mapping[str, StatedDetails]
) -> Iterator[Finding]:
    """Check that every name fits the digest in the player's latest event, and that no
    erased one has come back.
    """
    seen = set()
    for row in person_rows(connection):
        seen.add(row.player)
        stated = details.get(row.player, StatedDetails(0, None))
        if stated.digest is None:
            yield _finding_of_stranger(row.player, stated.seq)
            continue

        flaw = _flaw_of_person(row, stated)
        if flaw is not None:
            yield new_finding("person-differs", flaw, of=row.player)

    for player, stated in details.items():
        if stated.digest is not None and player not in seen:
            message = say(
                "the details of {player} (event {seq}) are gone, and no event erased"
                " them",
                player=player,
                seq=stated.seq,
            )
            yield new_finding("person-missing", message, of=player)


def _finding_of_stranger(player: Any, seq: int) -> Finding:
    """Make the finding of somebody who is named, and who has no name by the events.
    `seq`: the event that says so; 0 where they are in none.
    """
    if seq:
        message = say(
            "the person {player} is named, although event {seq} has no name for them",
            player=player,
            seq=seq,
        )
    else:
        message = say("the person {player} is in no event", player=player)

    return new_finding("person-slipped-in", message, of=str(player))


def _flaw_of_person(row: PersonRow, stated: StatedDetails) -> Message | None:
    """Say what is wrong with the row of a person; None where nothing is."""
    if not _is_text(row.salt, row.personal) or row.digest != stated.digest:
        return say(
            "the details of {player} are not those of event {seq}",
            player=row.player,
            seq=stated.seq,
        )

    if row.folded != folded(row.name):
        return say(
            "the name of {player} is filed for searching as {text}",
            player=row.player,
            text=repr(row.folded),
        )

    if not row.checksum_fits:
        return say(
            "the checksum of the details of {player} does not fit them",
            player=row.player,
        )

    return None


def former_name_findings(connection: Connection, passed: Walk) -> Iterator[Finding]:
    """Check that every earlier name of a person was given by one of their events, and
    that none is missing.

    There have to be as many as the events say; of an erased person none may be left.
    """
    names = Counter[str]()
    for row in former_rows(connection):
        names[row.player] += 1
        digests = passed.people_facts.digests.get(row.player, ())
        is_given = _is_text(row.salt, row.personal) and row.digest in digests
        if not is_given or row.folded != folded(row.name) or not row.checksum_fits:
            message = say(
                "an earlier name of {player} belongs to no event",
                player=row.player,
            )
            yield new_finding("person-differs", message, of=str(row.player))

    for player, (seq, stated) in passed.people_facts.earlier_names.items():
        if names[player] < stated:
            message = say(
                "{gone} of the {stated} earlier names of {player} (event {seq}) are"
                " gone, and no event erased them",
                player=player,
                seq=seq,
                stated=stated,
                gone=stated - names[player],
            )
            yield new_finding("person-missing", message, of=player)


def detail_findings(connection: Connection, passed: Walk) -> Iterator[Finding]:
    """Check that what stands beside each event is what the event seals, and that
    nothing is left of erased people.
    """
    missing = dict(passed.people_facts.seals)
    for seq, player, *beside in detail_rows(connection):
        if seq not in missing:
            message = say(
                "there is something beside event {seq} that it does not seal", seq=seq
            )
            yield new_finding("person-slipped-in", message, of=str(player))
        elif missing.pop(seq) != (player, _sealed_as(player, beside)):
            message = say("the details beside event {seq} do not fit its seal", seq=seq)
            yield new_finding("person-differs", message, of=str(player))

    for seq, (player, _) in missing.items():
        message = say(
            "details of {player} that event {seq} seals are gone, and no event erased"
            " them",
            seq=seq,
            player=player,
        )
        yield new_finding("person-missing", message, of=player)


def text_findings(connection: Connection, passed: Walk) -> Iterator[Finding]:
    """Check that the words beside the log are those that events seal, and that only an
    erasure took any away.
    """
    missing = dict(passed.texts)
    for seal_of_text, *words in named_text_rows(connection):
        seq = missing.pop(seal_of_text, None)
        right = all(isinstance(value, str | None) for value in words)
        text = NamedText(str(seal_of_text), *words) if right else None
        if seq is None:
            yield new_finding(
                "text-slipped-in",
                say("there are texts beside the log that no event seals"),
            )
        elif text is None or not fits(text):
            yield new_finding(
                "text-differs",
                say(
                    "the texts beside event {seq} are not those that it seals", seq=seq
                ),
                seq,
            )
        elif (text.words is None) != (seal_of_text in passed.erased_texts):
            gone = say(
                "the texts that event {seq} seals are gone, and no event erased them",
                seq=seq,
            )
            back = say(
                "the texts that event {seq} seals were erased, and are there again",
                seq=seq,
            )
            yield new_finding("text-differs", gone if text.words is None else back, seq)

    for seq in missing.values():
        yield new_finding(
            "text-missing",
            say("the texts that event {seq} seals are gone", seq=seq),
            seq,
        )


def _sealed_as(player: Any, beside: list[Any]) -> str:
    salt, born, sex, unlisted = beside
    right = (
        isinstance(salt, str)
        and isinstance(born, str | None)
        and isinstance(sex, str | None)
    )
    if right and isinstance(unlisted, int | None):
        return seal_of_details(player, Sealed(*beside))
    return ""


def _is_text(salt: Any, kept: list[Any]) -> bool:
    name, club, fide_id = kept
    return (
        isinstance(salt, str)
        and isinstance(name, str)
        and isinstance(club, str | None)
        and isinstance(fide_id, int | None)
    )


def source_findings(connection: Connection, sources: set[str]) -> Iterator[Finding]:
    """Check that every kept file has the digest it is kept under, and that some
    tournament was read from it.
    """
    for sha256, data in source_rows(connection):
        if (
            not isinstance(data, bytes)
            or hashlib.sha256(data).hexdigest() != sha256
            or sha256 not in sources
        ):
            message = say(
                "the kept file {sha256} is not what a tournament was read from",
                sha256=sha256,
            )
            yield new_finding("source-differs", message)


SHOWN = 10


class Rebuild(Answer, frozen=True, kw_only=True):
    """What was made again; `seconds` where it was timed."""

    events: int
    entries: int
    equal: bool
    seconds: float | UnsetType = UNSET


class TablesCompared(Answer, frozen=True, kw_only=True):
    """The stored tables beside a fresh replay; the first differences as sentences."""

    events: int
    entries: int
    equal: bool
    differences: tuple[str, ...]
    seconds: float | UnsetType = UNSET


def rebuild_ledger(path: str, progress: Progress | None = None) -> Rebuild:
    """Make all read tables again from the events, in one transaction; guards that were
    taken away stand again.
    """
    with Store(path, mends=True) as store, store.writing() as writer:
        _need_no_upgrade(writer.connection)
        check_written(KnownEvents(writer.connection).timeline())
        built = rebuild(writer.connection, writer.connection, None, progress)

    return Rebuild(events=built.events, entries=built.entries, equal=True)


def check_tables(path: str, progress: Progress | None = None) -> TablesCompared:
    """Compare the stored tables with a replay step by step, and that with the final
    facts in one pass.
    """
    with Store(path) as store, store.writing() as writer:
        schema.refuse_another_version(writer.connection, path)
        check_written(KnownEvents(writer.connection).timeline())
        catch_up(writer.connection)

    with snapshot(path) as stored, memory_tables() as fresh:
        built = rebuild(stored, fresh, None, progress)
        sentences = [
            finding.problem.message for finding in shape(stored).findings
        ] + flaws(stored)
        sentences += (
            differing_rows(stored, fresh)
            + repeated_rows(stored, fresh)
            + one_pass_differences(built)
        )
        sentences += miscounted(stored, built.events, built.people_facts)

    return TablesCompared(
        events=built.events,
        entries=built.entries,
        equal=not sentences,
        differences=tuple(sentences[:SHOWN]),
    )


def _need_no_upgrade(connection: Connection) -> None:
    """Refuse read tables of an earlier version. Tables of a newer program are made
    again, for an office that goes back to this version.
    """
    version, _ = schema.projected_if_any(connection)
    if version < schema.VERSION:
        schema.refuse_other(version)
