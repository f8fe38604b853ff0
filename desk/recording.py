"""Turn documents into stored events, one after the other: each is decided on what the
ones before it left.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import NamedTuple

from msgspec import structs

from desk.cautions import Caution, caution
from desk.receipts import PlayerEvent, Receipt
from ledger.decide import Context, Decision
from ledger.decide.document import decide
from ledger.decisions import Slip
from ledger.documents import AdoptRules, Document, Player, Publish, Tournament
from ledger.errors import Conflict, LedgerUnusable, Problem, Refused, SeloError, Where
from ledger.events import Event, player_stream, tournament_stream
from ledger.placed import Placed
from ledger.store.erasure import erase_person
from ledger.store.event_log import Stamp, Writer
from ledger.store.named_texts import keep_text
from ledger.store.persons import keep_person, look_up
from messages import Message, say
from projections.tables.notes import note_event
from rulebooks import edition_called, family, last_day

# few enough that a large file is never held in memory
PEOPLE_AT_ONCE, TOURNAMENTS_AT_ONCE = 500, 25
_BLANK = re.compile(r"\s+")
Deciding = Callable[[Placed, Context], Decision]
# what an officer should look at again in one document, by what was decided of it
WarningsOf = Callable[[Document, Decision, Context], list[Message | Slip]]


class StoredDocuments(NamedTuple):
    """The events, receipts and warnings of a submission's documents, before anything is
    computed from them. `slips`: those of the warnings that may be slips, with their
    places.
    """

    events: list[Event]
    receipts: list[Receipt]
    warnings: list[Caution]
    slips: list[tuple[Slip, Where]]


class _Refusal(NamedTuple):
    """The refusal of a document: why, its place, and the ids it would have brought."""

    error: SeloError
    where: Where
    brought: list[str]


def decision_with_warnings(
    placed: Placed, context: Context, warnings_of: WarningsOf
) -> Decision:
    """Decide a document, and warn of everything that an officer should look at again."""
    document = placed.document
    if isinstance(document, AdoptRules):
        document = structs.replace(
            document, edition=edition_called(document.list, document.edition)
        )
        if not context.importing:
            _refuse_far_day(document, context)

    if isinstance(document, Player | Tournament) and not context.importing:
        # a correction brings nobody, and need not wait for it
        from desk.people.byes import refuse_byes

        refuse_byes(document, context)

    if (
        isinstance(document, Publish)
        and not context.importing
        and context.timeline.schedule(document.list)
    ):
        _refuse_after_last_list(document)
        _refuse_spaced_label(document, context)

    decision = decide(document, context)
    decision.warnings = warnings_of(document, decision, context)
    return decision


# boards decide rules months before they hold; a day that is farther is a slip of the
# pen
YEARS_AHEAD = 2


def _refuse_far_day(document: AdoptRules, context: Context) -> None:
    """Refuse a day that is years ahead, unless the edition itself says it."""
    edition = family(document.list).EDITIONS.get(document.edition)
    farthest = f"{int(context.today[:4]) + YEARS_AHEAD:04}{context.today[4:]}"
    if (
        edition is None
        or document.from_day <= farthest
        or document.from_day == edition.since
    ):
        return

    message = say(
        "{day} is more than two years ahead ({today})",
        day=document.from_day,
        today=context.today,
    )
    hint = say("check the year; rules can be adopted at most two years ahead")
    raise Refused(Problem("far-ahead", message, Where(field="from"), hint))


def _refuse_after_last_list(document: Publish) -> None:
    """Refuse to publish a list of a system after its last one."""
    last = last_day(document.list)
    if last is not None and document.as_of > last:
        message = say(
            "the last list of {list} is that of {last}; there is none of {day}",
            list=document.list,
            last=last,
            day=document.as_of,
        )
        raise Refused(
            Problem(
                "list-ended",
                message,
                Where(field="as_of"),
                say("give a day up to {last}", last=last),
            )
        )


def _refuse_spaced_label(document: Publish, context: Context) -> None:
    """Refuse a new label of more than one word, because labels are typed on command
    lines. Existing labels may get a new revision.
    """
    if not _BLANK.search(document.label) or context.timeline.publications(
        document.list, document.label
    ):
        return

    message = say(
        "the label {name} is not a single word, so commands cannot take it",
        name=repr(document.label),
    )
    hint = say("write it as {name}", name=_BLANK.sub("-", document.label))
    raise Refused(Problem("label-not-a-word", message, Where(field="label"), hint))


def store_documents(
    writer: Writer,
    documents: Iterable[Placed],
    context: Context,
    stamp: Stamp,
    deciding: Deciding,
) -> StoredDocuments:
    """Decide and store each document in turn; all refusals of a file come together."""
    stored = StoredDocuments([], [], [], [])
    refused: list[_Refusal] = []
    for placed in _documents_in_batches(documents, writer, context):
        document = placed.document
        try:
            decision = deciding(placed, context)
        except LedgerUnusable:
            raise  # it is not for the document that nothing can be recorded
        except SeloError as error:
            # go on: whoever corrects the file wants every problem at once; raising
            # takes the whole transaction back
            refused.append(_Refusal(error, placed.where, _ids_brought(document)))
            continue

        own = stamp._replace(
            actor=document.actor or stamp.actor,
            key=document.key,
            digest=decision.digest,
            note=document.note,
        )
        events = _store(writer, decision, own, context)
        stored.events.extend(events)
        stored.receipts.append(_receipt(decision, events))

        for warning in decision.warnings:
            if isinstance(warning, Slip):
                stored.slips.append((warning, placed.where))
            else:
                stored.warnings.append(caution(warning, placed.where))

    if refused:
        raise _joint_refusal(refused)

    return stored


def _documents_in_batches(
    documents: Iterable[Placed], writer: Writer, context: Context
) -> Iterator[Placed]:
    """Yield the documents; of people, and of tournaments, that come one after the other
    everything is read together.
    """
    for kind, some in groupby(documents, lambda placed: type(placed.document)):
        if issubclass(kind, Player):
            yield from _people_in_batches(some, writer, context)
        elif issubclass(kind, Tournament):
            yield from _tournaments_in_batches(some, writer, context)
        else:
            yield from some


def _people_in_batches(
    coming: Iterator[Placed], writer: Writer, context: Context
) -> Iterator[Placed]:
    """Yield people after a look at what the ledger has of each, and at who has their
    names.
    """
    while batch := list(islice(coming, PEOPLE_AT_ONCE)):
        people = [
            placed.document for placed in batch if isinstance(placed.document, Player)
        ]
        players = [person.player for person in people]
        if len(players) > 1:
            context.lookups.expect_names(
                [person.name for person in people if person.name is not None]
            )
            context.timeline.expect(players)
            writer.expect([player_stream(player) for player in players])
            writer.people = {
                **dict.fromkeys(players),
                **context.lookups.people(players),
            }
        yield from batch
        writer.people = {}
        context.lookups.expect_names(())


def _tournaments_in_batches(
    coming: Iterator[Placed], writer: Writer, context: Context
) -> Iterator[Placed]:
    """Yield tournaments after a look at what the ledger has of each."""
    while batch := list(islice(coming, TOURNAMENTS_AT_ONCE)):
        names = [
            placed.document.tournament
            for placed in batch
            if isinstance(placed.document, Tournament)
        ]
        if len(names) > 1:
            context.timeline.expect_tournaments(names)
            writer.expect([tournament_stream(name) for name in names])
        yield from batch


def _store(
    writer: Writer, decision: Decision, stamp: Stamp, context: Context
) -> list[Event]:
    """Store the events of one document; the last one is its own and carries key, digest
    and note.
    """
    for salt, person in decision.persons:
        is_known = person.player in writer.people
        if is_known:
            before = writer.people.pop(person.player)
        else:
            before = look_up(writer.connection, person.player)
        keep_person(writer.connection, salt, person, before)
        context.lookups.note_name(person.name, person.player)

    for text in decision.texts:
        keep_text(writer.connection, text)

    for player in decision.erased:
        writer.erased += erase_person(
            writer.connection, player, context.lookups.named_in(player)
        )

    events: list[Event] = []
    for number, (stream, body) in enumerate(decision.bodies, 1):
        own = number == len(decision.bodies)
        event = writer.append(
            stream,
            body,
            stamp if own else stamp._replace(key=None, digest=None, note=None),
        )
        # the next document is decided on this event too
        note_event(writer.connection, event, context.timeline)
        if event.stream.startswith("player:"):
            context.births.pop(event.target, None)

        events.append(event)

    return events


def _receipt(decision: Decision, events: Sequence[Event]) -> Receipt:
    """Return the receipt of a document that was recorded, or had been before.

    `events`: those that it became; the last is its own, and those before it are of
    players whom it brought along.
    """
    if decision.repeated is not None:
        return Receipt(
            seq=decision.repeated,
            kind=decision.kind,
            target=decision.target,
            repeated=True,
        )

    receipt = Receipt(
        seq=events[-1].seq, kind=decision.kind, target=decision.target, repeated=False
    )
    if len(events) == 1:
        return receipt

    beside = tuple(
        PlayerEvent(seq=event.seq, player=event.target) for event in events[:-1]
    )
    if decision.kind == "tournament":
        return structs.replace(receipt, introduced=beside)

    return structs.replace(receipt, along=beside)


def _joint_refusal(refused: Sequence[_Refusal]) -> SeloError:
    """Make one refusal for the file, without what only follows from another refused
    document.
    """
    problems: list[Problem] = []
    following: list[Problem] = []
    missing = {name for refusal in refused for name in refusal.brought}
    for error, place, brought in refused:
        for problem in error.problems:
            is_unknown = problem.code in ("unknown-player", "unknown-tournament")
            follows = is_unknown and any(
                name in missing and name not in brought for name in problem.about
            )
            where = replace(place, field=problem.where.field)
            placed = replace(problem, where=where)

            if follows:
                following.append(placed)
            else:
                problems.append(placed)

    conflict = all(isinstance(refusal.error, Conflict) for refusal in refused)
    # documents that wait for each other follow from nothing else: then those are the
    # problems
    return (Conflict if conflict else Refused)(problems or following)


def _ids_brought(document: Document) -> list[str]:
    """Return the ids that a document would have brought into the ledger."""
    match document:
        case Player():
            return [document.player]
        case Tournament():
            return [
                document.tournament,
                *(details.player for details in document.players),
            ]
        case _:
            return []
