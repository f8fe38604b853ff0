"""A whole ledger told again: submission by submission into an empty one, so that every seq is the same.

`recorded_at` is when it is recorded here; when it was recorded there stays in the file.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from typing import Any, Protocol

import msgspec

from desk.submit import Outside, Placed, booked
from ledger.decide.context import Decision, Held, Listing
from ledger.decide.document import decide
from ledger.documents import AdoptRules
from ledger.errors import LedgerUnusable, Problem, Refused
from ledger.events import PlayerRegistered, RulesAdopted
from ledger.store.event_log import Store, Writer
from ledger.store.events import events_after, head
from projections.replay.loop import Progress


class Again(Placed, Protocol):
    """A document that was recorded once, and what it alone does not say."""

    @property
    def submission(self) -> int: ...

    @property
    def seq(self) -> int: ...

    @property
    def digest(self) -> str | None: ...

    @property
    def people(self) -> dict[str, Any]: ...

    @property
    def listing(self) -> Listing | None: ...


def import_ledger(
    path: str, lines: Iterable[Again], outside: Outside, progress: Progress | None = None
) -> dict[str, Any]:
    """Everything in one transaction: all of it or nothing."""
    with Store(path) as store, store.writing() as writer:
        first = _first_rules(writer)
        submissions = documents = 0
        for _, group in groupby(lines, key=attrgetter("submission")):
            told = list(group)
            submissions, documents = submissions + 1, documents + len(told)
            if told[0].seq <= first:
                _begins_alike(writer, told, first)
            else:
                _book(writer, told, outside)
            if progress is not None:
                progress(told[-1].seq, told[-1].seq)
        events = head(writer.connection)
    return {"submissions": submissions, "documents": documents, "events": events}


def _first_rules(writer: Writer) -> int:
    """How many events an empty ledger holds: the rules it was made with, and nothing else."""
    events = list(events_after(writer.connection, 0, 1000))
    if any(not isinstance(event.body, RulesAdopted) or event.submission != 1 for event in events):
        said = f"the ledger holds {head(writer.connection)} events; a whole ledger goes into an empty one only"
        raise LedgerUnusable(Problem("not-empty", said, hint="make a new one: `selo --ledger FILE init`"))
    return len(events)


def _begins_alike(writer: Writer, told: list[Again], first: int) -> None:
    """The rules this ledger was made with are those the other one was made with."""
    here = [event.body for event in events_after(writer.connection, 0, first)]
    there = [again.document for again in told]
    ours = [(body.list, body.edition, body.since) for body in here]
    theirs = [(d.list, d.edition, d.from_day) if isinstance(d, AdoptRules) else None for d in there]
    if ours != theirs:
        raise Refused(
            Problem("first-rules-differ", "the ledger there was made with other rules than the ledger here",
                    told[0].where, "make it by the same `selo init --rules` and the same version")
        )  # fmt: skip


def _book(writer: Writer, told: list[Again], outside: Outside) -> None:
    def again(placed: Placed, held: Held) -> Decision:
        return _decided(next(waiting), held)

    if told[0].submission != (following := head(writer.connection) + 1):
        said = f"submission {told[0].submission} begins here at event {following}"
        raise Refused(Problem("seq-differs", said, told[0].where, "export the ledger again, whole"))
    waiting = iter(told)
    outcome = booked(writer, told, outside, accepting=True, deciding=again)
    for line, receipt in zip(told, outcome.recorded, strict=True):
        if receipt["seq"] != line.seq:
            said = f"this document came to event {line.seq} there and to event {receipt['seq']} here"
            raise Refused(Problem("seq-differs", said, line.where, "export the ledger again, whole"))


def _decided(line: Again, held: Held) -> Decision:
    """Decided like everything else; digests and salts are those of the first time."""
    salts = _salts(line, held)
    given = replace(held, again=True, new_salt=lambda: next(salts))
    if (listing := line.listing) is not None:
        given = replace(given, listing=lambda list_name, as_of: listing)
    decision = decide(line.document, given)
    decision.warnings = []
    decision.digest = line.digest or decision.digest
    decision.bodies = [(stream, _with_details(body, line.people)) for stream, body in decision.bodies]
    return decision


def _salts(line: Again, held: Held) -> Iterator[str]:
    for known in line.people.values():
        yield known.salt or held.new_salt()
    while True:
        yield held.new_salt()


def _with_details(body: msgspec.Struct, people: dict[str, Any]) -> msgspec.Struct:
    if isinstance(body, PlayerRegistered) and body.player in people:
        return msgspec.structs.replace(body, details=people[body.player].details)
    return body
