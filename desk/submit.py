"""Submitting: the whole way of a document in one readable pipe, in one transaction."""

import contextlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from msgspec import structs

from desk.warnings import warnings_of
from ledger.decide.context import Decision, Held
from ledger.decide.document import decide
from ledger.documents import AdoptRules, Document
from ledger.errors import Conflict, LedgerUnusable, Problem, Refused, SeloError, Where
from ledger.events import Event
from ledger.store.backup import drafted, settle_folder
from ledger.store.checkpoints import footer
from ledger.store.database import Connection, in_one_file
from ledger.store.erasure import erase_person, leave_nothing
from ledger.store.event_log import Stamp, Store, Writer, create
from ledger.store.events import head, last_moment
from ledger.store.persons import keep
from projections.answers.publishing import listing
from projections.replay import revisions
from projections.replay.build import catch_up, note_event, project_stored
from projections.replay.loop import Progress
from projections.tables import schema
from projections.tables.lookups import Index
from rulebooks import DEFAULT_RULES, default_adoptions, edition_called, editions


class Placed(Protocol):
    """A document and where it was read."""

    @property
    def document(self) -> Document: ...

    @property
    def where(self) -> Where: ...


Deciding = Callable[[Placed, Held], Decision]


class Outside(NamedTuple):
    """What comes in from outside the core: the clock, the actor, chance."""

    now: Callable[[], str]
    actor: str
    salt: Callable[[], str]


@dataclass
class Outcome:
    """What a submission recorded, the current numbers it moved, and every entry that came out different."""

    recorded: list[dict[str, Any]] = field(default_factory=list)
    moved: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)
    entries: list[dict[str, Any]] = field(default_factory=list)
    seq: int = 0


class _DryRun(Exception):
    """Undoes the transaction of a preview."""


def submit(
    path: str,
    documents: Sequence[Placed],
    outside: Outside,
    *,
    dry_run: bool = False,
    wait: float = 30,
    progress: Progress | None = None,
    accepting: bool = False,
) -> Outcome:
    """Documents to events to entries: all of them or nothing."""
    with contextlib.suppress(_DryRun), Store(path, wait) as store, store.writing() as writer:
        outcome = booked(writer, documents, outside, progress, accepting)
        if dry_run:
            raise _DryRun
        outcome.recorded = [_with_footer(writer.connection, row) for row in outcome.recorded]
    if not dry_run and any(row["kind"] == "erase-person" for row in outcome.recorded):
        outcome.warnings += [{"message": text, "where": {"file": path, "line": None}} for text in leave_nothing(path)]
    return outcome


def booked(
    writer: Writer,
    documents: Sequence[Placed],
    outside: Outside,
    progress: Progress | None = None,
    accepting: bool = False,
    deciding: Deciding | None = None,
) -> Outcome:
    """One submission within an open write transaction."""
    outcome = Outcome()
    catch_up(writer.connection, progress)
    recorded_at = _moment(writer.connection, outside.now())
    if not accepting:
        revisions.check(writer.connection)
    outcome.seq = head(writer.connection)
    events = _record(writer, documents, outside, recorded_at, outcome, deciding or decided)
    if events:
        book = project_stored(writer.connection, events, progress)
        keys = ("player", "list", "on", "before", "after")
        outcome.moved = [dict(zip(keys, move, strict=True)) for move in book.moves()]
        outcome.entries = book.changes()
        outcome.seq = events[-1].seq
    return outcome


def _moment(connection: Connection, now: str) -> str:
    """recorded_at never runs backwards, and a clock far behind records nothing."""
    last = last_moment(connection)
    if last and _instant(now) + timedelta(days=1) < _instant(last):
        raise Refused(
            Problem(
                "clock-behind",
                f"the clock says {now}, the last event was recorded at {last}",
                hint="set the clock of this machine right",
            )
        )
    return max(now, last)


def _instant(moment: str) -> datetime:
    return datetime.fromisoformat(moment)


def decided(placed: Placed, held: Held) -> Decision:
    """What a document comes to, with everything an officer should look at again."""
    document = placed.document
    if isinstance(document, AdoptRules):
        document = structs.replace(document, edition=edition_called(document.list, document.edition))
    decision = decide(document, held)
    decision.warnings = warnings_of(document, decision, held)
    return decision


def _record(
    writer: Writer, documents: Sequence[Placed], outside: Outside, recorded_at: str, outcome: Outcome,
    deciding: Deciding,
) -> list[Event]:  # fmt: skip
    """Decides and stores each document in turn; every refusal of the file is told at once."""
    index = Index(writer.connection)
    held = Held(index.timeline(), index, outside.now()[:10], outside.salt, editions(), listing(writer.connection))
    submission = head(writer.connection) + 1
    events: list[Event] = []
    refused: list[tuple[SeloError, Placed]] = []
    for placed in documents:
        document = placed.document
        try:
            decision = deciding(placed, held)
        except SeloError as error:
            refused.append((error, placed))
            continue
        actor = document.actor or outside.actor
        stamp = Stamp(recorded_at, submission, actor, document.key, decision.digest, document.note)
        stored = _store(writer, decision, stamp, held)
        events.extend(stored)
        outcome.recorded.append(_receipt(decision, stored))
        outcome.warnings.extend(
            {"message": text, "where": {"file": placed.where.file, "line": placed.where.line}}
            for text in decision.warnings
        )
    if refused:
        raise _all_at_once(refused)
    return events


def _store(writer: Writer, decision: Decision, stamp: Stamp, held: Held) -> list[Event]:
    """The events of one document; the last one is its own and carries key and digest."""
    for salt, person in decision.persons:
        keep(writer.connection, salt, person)
    for player in decision.erased:
        erase_person(writer.connection, player, held.lookups.tournaments_of(player))
    stored: list[Event] = []
    for number, (stream, body) in enumerate(decision.bodies, 1):
        own = number == len(decision.bodies)
        event = writer.append(stream, body, stamp if own else stamp._replace(key=None, digest=None, note=None))
        note_event(writer.connection, event, held.timeline)
        stored.append(event)
    return stored


def _receipt(decision: Decision, stored: Sequence[Event]) -> dict[str, Any]:
    if decision.repeated is not None:
        return {"seq": decision.repeated, "kind": decision.kind, "target": decision.target, "repeated": True}
    receipt: dict[str, Any] = {
        "seq": stored[-1].seq, "kind": decision.kind, "target": decision.target, "repeated": False,
    }  # fmt: skip
    if len(stored) > 1:
        beside = "introduced" if decision.kind == "tournament" else "with"
        receipt[beside] = [{"seq": event.seq, "player": event.target} for event in stored[:-1]]
    return receipt


def _with_footer(connection: Connection, row: dict[str, Any]) -> dict[str, Any]:
    """What is printed under a published list; not in a preview, whose event would have another moment."""
    return row | footer(connection, row["seq"]) if row["kind"] == "publish" else row


def _all_at_once(refused: Sequence[tuple[SeloError, Placed]]) -> SeloError:
    """One refusal for the file; what only follows from another refused document is left out."""
    problems: list[Problem] = []
    following: list[Problem] = []
    missing = {str(name) for _, placed in refused for name in _brought(placed.document)}
    for error, placed in refused:
        for problem in error.problems:
            follows = problem.code in ("unknown-player", "unknown-tournament") and any(
                f"'{name}'" in problem.message for name in missing - {str(n) for n in _brought(placed.document)}
            )
            where = replace(placed.where, field=problem.where.field)
            (following if follows else problems).append(replace(problem, where=where))
    conflict = all(isinstance(error, Conflict) for error, _ in refused)
    # documents that wait for each other follow from nothing else: then those are the problems
    return (Conflict if conflict else Refused)(problems or following)


def _brought(document: Document) -> list[str]:
    """The ids a document would have brought into the ledger."""
    if document.__class__.__name__ in ("Player", "Tournament"):
        names = [getattr(document, "tournament", None) or getattr(document, "player", "")]
        return [*names, *(details.player for details in getattr(document, "players", ()))]
    return []


@dataclass(frozen=True)
class Plain:
    """A document that was not read from a file."""

    document: Document
    where: Where = field(default_factory=Where)


def init(path: str, outside: Outside, rules: Sequence[str] = DEFAULT_RULES) -> Outcome:
    """A new ledger with the editions of these rules adopted; made beside its place and moved there whole."""
    target = Path(path)
    if target.exists():
        hint = "use it as it is, or choose another name"
        raise LedgerUnusable(Problem("exists", f"{path} is already there", Where(path), hint))
    with drafted(path) as draft:
        outcome = _filled(draft, outside, rules)
        try:
            os.link(draft, target)
        except FileExistsError:
            raise LedgerUnusable(Problem("exists", f"{path} is already there", Where(path))) from None
        settle_folder(path)
    return outcome


def _filled(draft: str, outside: Outside, rules: Sequence[str]) -> Outcome:
    create(draft, outside.now(), schema.create)
    adopted = [
        Plain(AdoptRules(list=name, edition=edition, from_day=since, reason="in force when the ledger was made"))  # type: ignore[arg-type]
        for name, edition, since in default_adoptions(rules)
    ]
    outcome = submit(draft, adopted, outside)
    in_one_file(draft)  # the name is given to this file alone, not to a log beside it
    return outcome
