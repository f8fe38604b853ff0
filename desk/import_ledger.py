"""Import a whole ledger from its export, submission by submission into an empty one, so
that every seq is the same.

`recorded_at` is the moment of the import. When an event was recorded in the first
ledger is known from the file alone.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby
from operator import attrgetter

import msgspec

from desk.submit import Outside, PreparedSubmission, book_submission
from exchange.json.files import Known, LedgerLine
from ledger.bodies import ListPublished, PersonErased, RulesAdopted, RulesRevised
from ledger.decide import Context, Decision
from ledger.decide.document import decide
from ledger.documents import AcceptRules, AdoptRules, Document
from ledger.errors import LedgerUnusable, Problem, Refused, Where
from ledger.events import PlayerRegistered
from ledger.placed import Placed
from ledger.store.connection import Connection
from ledger.store.event_log import Store, Writer
from ledger.store.events import event_at, events_after, head
from messages import Message, by_command, counted, say
from messages.answer import Answer
from projections.replay.loop import Progress


class ImportedLedger(Answer, frozen=True, kw_only=True):
    """How much came in; `already`: an earlier import had brought it. `noted`: editions
    that were accepted there in a revision that this program lacks, and are noted in the
    one that it has.
    """

    submissions: int
    documents: int
    events: int
    already: bool = False
    noted: tuple[str, ...] = ()


# what an audit finds wrong with the ledger in this transaction
Check = Callable[[Connection], Sequence[Problem]]


def import_ledger(
    path: str,
    lines: Iterable[LedgerLine],
    outside: Outside,
    progress: Progress | None = None,
    check: Check = lambda connection: (),
) -> ImportedLedger:
    """Import a whole ledger in one transaction: all of it or nothing, and nothing that
    an audit would call altered.
    """
    with Store(path) as store, store.writing() as writer:
        first = _first_rules(writer)
        if first is None:
            return _accept_repeated_import(writer, lines)

        submissions = documents = 0
        noted: set[str] = set()
        for _, group in groupby(lines, key=attrgetter("submission")):
            submissions += 1
            documents += _submission(writer, group, outside, first, progress, noted)

        events = head(writer.connection)
        writer.as_at_the_end()

        if problems := check(writer.connection):
            message = say(
                "the ledger made from this file does not pass an audit: {message}",
                message=problems[0].message,
            )
            raise Refused(
                Problem(
                    "import-altered",
                    message,
                    hint=by_command("use a file written by `selo export ledger`"),
                )
            )

    return ImportedLedger(
        submissions=submissions,
        documents=documents,
        events=events,
        noted=tuple(sorted(noted)),
    )


def _submission(
    writer: Writer,
    lines: Iterator[LedgerLine],
    outside: Outside,
    first: int,
    progress: Progress | None,
    noted: set[str],
) -> int:
    """Import one submission; return how many documents it had. What was noted otherwise
    goes into `noted`.
    """
    beginning = next(lines)
    lines = chain([beginning], lines)
    if beginning.seq > first:
        return _book(writer, beginning, lines, outside, progress, noted)

    # `selo init` has recorded the first rules here already; they only have to be the
    # same
    rules = list(lines)
    _refuse_other_rules(writer, rules, first)
    return len(rules)


def _first_rules(writer: Writer) -> int | None:
    """Return how many events an empty ledger holds: the rules it was made with, and
    nothing else. None for any other ledger.
    """
    events = list(events_after(writer.connection, 0, 1000))
    empty = all(
        isinstance(event.body, RulesAdopted) and event.submission == 1
        for event in events
    )
    return len(events) if empty else None


def _accept_repeated_import(
    writer: Writer, lines: Iterable[LedgerLine]
) -> ImportedLedger:
    """Accept the repetition of an import that ended after everything was stored: the
    same documents, and nothing after them.
    """
    events, last, documents, submissions = head(writer.connection), 0, 0, set[int]()
    for line in lines:
        event = event_at(writer.connection, line.seq)
        if event is None or (event.submission, event.digest) != (
            line.submission,
            line.digest,
        ):
            last = 0  # another ledger, or this one when it had more
            break

        last, documents = line.seq, documents + 1
        submissions.add(line.submission)

    if last != events:
        message = counted(
            "the ledger holds {count} event; a whole ledger goes into an empty one"
            " only",
            "the ledger holds {count} events; a whole ledger goes into an empty one"
            " only",
            events,
        )
        raise LedgerUnusable(
            Problem(
                "not-empty",
                message,
                hint=by_command("make a new one: `selo --ledger FILE init`"),
            )
        )

    return ImportedLedger(
        submissions=len(submissions), documents=documents, events=events, already=True
    )


def _refuse_other_rules(
    writer: Writer, submission: list[LedgerLine], first: int
) -> None:
    """Refuse unless this ledger was made with the same rules as the other one."""
    here = [event.body for event in events_after(writer.connection, 0, first)]
    ours = [(body.list, body.edition, body.since) for body in here]
    theirs = [_adopted(line.document) for line in submission]
    if ours == theirs:
        return

    message = say("the exported ledger was made with other rules than this one")
    hint = by_command(
        "make this one with the same `selo init --rules` and the same version"
    )
    where = submission[0].where
    raise Refused(Problem("first-rules-differ", message, where, hint))


def _adopted(document: Document | None) -> tuple[str, str, str] | None:
    """Return the list, the edition and the day that a document adopts; None where it
    adopts nothing.
    """
    if not isinstance(document, AdoptRules):
        return None
    return document.list, document.edition, document.from_day


def _book(
    writer: Writer,
    beginning: LedgerLine,
    lines: Iterable[LedgerLine],
    outside: Outside,
    progress: Progress | None,
    noted: set[str],
) -> int:
    """Book the documents one by one as they are read; each must become the same event
    as in the first ledger.
    """
    if beginning.submission != (following := head(writer.connection) + 1):
        # if the lines themselves are out of order, reading on says so
        deque(lines, maxlen=0)
        message = say(
            "submission {submission} begins here at event {following}",
            submission=beginning.submission,
            following=following,
        )
        raise _seq_differs(message, beginning.where)

    there: list[tuple[int, Where]] = []
    read: deque[LedgerLine] = deque()  # and not decided yet: some are read ahead

    def documents() -> Iterator[Placed]:
        """Yield the documents of the file, and remember the line of each for what is
        decided of it.
        """
        for line in lines:
            there.append((line.seq, line.where))
            read.append(line)
            yield Placed(line.document, line.where)

    def decided_as_before(placed: Placed, context: Context) -> Decision:
        """Decide a line as it was decided when it was first booked, and note the
        editions whose rules have another revision here.
        """
        line = read.popleft()
        decision = _decide_with_seals(line, context)
        for _, body in decision.bodies:
            if isinstance(body, RulesRevised) and isinstance(
                line.document, AcceptRules
            ):
                noted.update(
                    [body.edition] if body.revision != line.document.revision else ()
                )

        return decision

    outcome = book_submission(
        writer,
        lambda ledger: PreparedSubmission(documents()),
        outside,
        progress,
        importing=True,
        deciding=decided_as_before,
        every_entry=False,
    )

    for (seq, where), receipt in zip(there, outcome.recorded, strict=True):
        if receipt.seq != seq:
            raise _seq_differs(
                say(
                    "this document was event {seq} there and is event {here} here",
                    seq=seq,
                    here=receipt.seq,
                ),
                where,
            )

    return len(there)


def _seq_differs(message: Message, where: Where) -> Refused:
    """Return the refusal of an export whose numbers are not those made here."""
    return Refused(
        Problem("seq-differs", message, where, say("export the ledger again, whole"))
    )


def _decide_with_seals(line: LedgerLine, context: Context) -> Decision:
    """Decide a document like any other, but with the digests and salts that its event
    had in the first ledger.
    """
    first_time = replace(context, importing=True, text_salts=line.texts)

    if (listing := line.listing) is not None:
        # a published list is taken over as it was frozen, not made again
        first_time = replace(first_time, listing=lambda list_name, as_of: listing)

    decision = decide(line.document, first_time)
    published = next(
        (body for _, body in decision.bodies if isinstance(body, ListPublished)), None
    )
    if published is not None and line.revision not in (None, published.revision):
        message = say(
            "the list was revision {revision} there and is revision {here} here",
            revision=line.revision,
            here=published.revision,
        )
        raise _seq_differs(message, line.where)

    decision.warnings = []
    decision.digest = line.digest or decision.digest
    decision.bodies = [
        (stream, _body_with_seals(body, line)) for stream, body in decision.bodies
    ]
    decision.persons = [
        (_salt(line.people, person.player) or salt, person)
        for salt, person in decision.persons
    ]
    return decision


def _salt(people: Mapping[str, Known], player: str) -> str | None:
    """Return the salt of a player as the export has it; None if it has none."""
    return people[player].salt if player in people else None


def _body_with_seals(body: msgspec.Struct, line: LedgerLine) -> msgspec.Struct:
    """Give events the seals that they had in the first ledger; where they had none, new
    ones are made.
    """
    if isinstance(body, PersonErased):
        return msgspec.structs.replace(
            body, texts=line.erased_texts.get(body.player, ())
        )

    if not isinstance(body, PlayerRegistered) or body.player not in line.people:
        return body

    known = line.people[body.player]
    if known.seal is not None:
        body = msgspec.structs.replace(
            body, seal=known.seal, salt=known.seal_salt or ""
        )

    return msgspec.structs.replace(body, details=known.details)
