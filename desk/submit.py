"""Submit: the whole way from documents, or from a file read, to changed ratings. One
pipe, one transaction.

`submit` opens the ledger and commits, or takes a preview back; `book_submission` is everything
between the two.

Why: docs/design/016-previews.md
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import NamedTuple

from msgspec import structs

from desk.cautions import Caution, caution
from desk.doubts import DoubtRow
from desk.ledger_view import LedgerView
from desk.movements import (
    digest_of_questions,
    digest_with_fates,
    fates_of,
    moves_of_rules,
    outcome_of_step,
)
from desk.outcomes import Outcome
from desk.receipts import Receipt
from desk.recording import (
    Deciding,
    StoredDocuments,
    WarningsOf,
    decision_with_warnings,
    store_documents,
)
from desk.slips import NOBODY_IS_ASKED, SlipAnswers, refuse_doubts, sort_slips
from ledger.bodies import PersonErased
from ledger.clock import moment_of, resumed_at
from ledger.decide import Context, Listing, Moving
from ledger.decisions import Slip
from ledger.documents import AdoptRules, ResumeClock, Settings
from ledger.errors import Problem, Refused, Where
from ledger.events import Event
from ledger.office import UTC, local_day, settings_of
from ledger.placed import Placed
from ledger.store.checkpoints import footer, is_from_elsewhere
from ledger.store.connection import Connection
from ledger.store.erasure import leave_nothing
from ledger.store.event_log import Stamp, Store, Writer, new_ledger
from ledger.store.events import head, last_moment, moments_since_resumed
from ledger.store.persons import Personal
from ledger.store.receipts import receipt_of
from ledger.store.source_files import keep_source
from ledger.timeline import Timeline
from messages import Message, say
from messages.answer import UNSET
from projections import revisions
from projections.replay.book import Book
from projections.replay.loop import Progress
from projections.tables import schema
from projections.tables.build import StepFacts, catch_up, project_stored
from rulebooks import DEFAULT_RULES, birth_read, default_adoptions, editions

# what the rest of the program takes from here
__all__ = [
    "Outcome",
    "Outside",
    "Preparation",
    "PreparedSubmission",
    "SecondLook",
    "SourceFile",
    "book_submission",
    "init",
    "submit",
]
# the reasons in the events of the first rules
BEGINNING = say("in force when the ledger was made")
COMING = say("decided when the ledger was made")


# answers what a list that is published on a day freezes
ListToPublish = Callable[[str, str], Listing]
# opens that for one submission, inside the transaction
RowsToPublish = Callable[
    [Connection, Timeline], contextlib.AbstractContextManager[ListToPublish]
]
# what may be a slip in the events of one submission, by the facts before all of it and
# by what was rated
SlipsIn = Callable[
    [Connection, Sequence[Event], LedgerView, Timeline, Book], list[Slip]
]


class SecondLook(NamedTuple):
    """What is looked for besides: warnings about each document, and what may be a slip
    once everything is stored and rated. Nothing of it changes what is recorded.
    """

    warnings_of: WarningsOf
    slips_in: SlipsIn


class Outside(NamedTuple):
    """The things that come in from outside the core: the clock, the actor, chance, the
    numbers of a list that is to be published, and whoever looks at it all once more.

    `surely`: a moment that has surely come, by other evidence than the clock; "" where
    nobody doubts the clock. `until`: the last day that documents may speak of; "" means
    today.
    """

    now: Callable[[], str]
    actor: str
    salt: Callable[[], str]
    rows_to_publish: RowsToPublish
    second_look: SecondLook
    surely: str = ""
    until: str = ""


class SourceFile(NamedTuple):
    """A file that tournaments were read from, to be kept beside the log."""

    sha256: str
    name: str
    content: bytes


@dataclass(frozen=True)
class PreparedSubmission:
    """The documents to book, and what was learnt of them on the way.

    `open_questions`: something is still to be answered, so nothing is booked and only a
    preview may go on.
    """

    documents: Iterable[Placed] = ()
    repeated: Sequence[Receipt] = ()  # what the file holds and the ledger has already
    warnings: Sequence[Caution] = ()
    tournaments: Sequence[str] = ()  # whose games are counted afterwards
    source_files: Sequence[SourceFile] = ()
    named: Sequence[str] = ()  # players that the file names, with a game or without
    open_questions: bool = False
    # of files that are read while their documents are booked
    how_far: Callable[[], tuple[int, int]] = lambda: (0, 0)


Preparation = Callable[[LedgerView], PreparedSubmission]
Forgetting = Callable[[str, Sequence[Personal]], list[Message]]


class _Preview(Exception):
    """A signal that takes the transaction of a preview back."""


def submit(
    path: str,
    preparation: Preparation | Sequence[Placed],
    outside: Outside,
    *,
    dry_run: bool = False,
    wait: float = 30,
    progress: Progress | None = None,
    reading: Progress | None = None,
    beside: Forgetting = lambda path, erased: [],
    agreed: Callable[[Outcome], None] | None = None,
    gives_way: bool = False,
    slip_answers: SlipAnswers = NOBODY_IS_ASKED,
    by_year: bool = False,
) -> Outcome:
    """Book documents into the ledger: all of them or nothing. A preview does the same
    and takes it back.

        outcome = submit("selo.db", read("autumn.json", content), outside, dry_run=True)

    `preparation` is either documents that are ready, or a function that makes them of a
    file by what it finds in the ledger: it is called inside the transaction, so nobody
    can change in between what the file was matched against. `reading` hears how far
    large files were read, `progress` how many units were rated. `beside` is called with
    the names of erased people, so that other stores can forget them, and returns
    warnings; if the erasure is repeated, with their ids and empty names. `agreed` hears
    what it comes to before it is recorded, and may refuse. `gives_way`: a preview that
    others who write may interrupt, on a server. `slip_answers`: whether what may be a
    slip is asked about, and the answers to that.
    `by_year`: a preview for somebody who may not find out days of birth, or a sex, by
    guessing: people who are known are compared by their years alone.
    """
    # a preview must not differ from what would be booked, so it goes the whole way and
    # rolls back
    opened = Store(path, wait, gives_way=gives_way)
    with (
        contextlib.suppress(_Preview),
        opened as store,
        store.writing() as writer,
    ):
        whole = dry_run or agreed is not None
        outcome = book_submission(
            writer,
            preparation,
            outside,
            progress,
            reading,
            every_entry=whole,
            slip_answers=slip_answers,
            by_year=by_year and dry_run,
        )
        if agreed is not None:
            agreed(outcome)
        if dry_run:
            raise _Preview

        refuse_doubts(writer.connection, slip_answers, outcome.doubts)
        receipts = tuple(
            _receipt_with_footer(writer.connection, receipt)
            for receipt in outcome.recorded
        )
        seqs = [receipt.seq for receipt in receipts]
        outcome = structs.replace(
            outcome,
            recorded=receipts,
            receipt=receipt_of(writer.connection, seqs) or UNSET,
        )

    if not dry_run and any(
        receipt.kind == "erase-person" for receipt in outcome.recorded
    ):
        try:
            # first: only here are the names still known
            beside_it = [
                *_forget(path, outcome, writer),
                *beside(path, writer.erased),
            ]
        finally:
            # after the commit, and whatever fails beside it: unused pages of the file
            # still hold the names
            in_the_file = leave_nothing(path)

        left = [*in_the_file, *beside_it]
        leftovers = tuple(caution(text, Where(path)) for text in left)
        outcome = structs.replace(
            outcome, warnings=outcome.warnings + leftovers, afterwards=leftovers
        )

    return outcome


def _forget(path: str, outcome: Outcome, writer: Writer) -> list[Message]:
    """Forget the answers about erased people that are kept beside the ledger, whichever
    way the erasure came.
    """
    from desk.people.answers_file import forget

    ids = {person.player for person in writer.erased}
    for receipt in outcome.recorded:
        if receipt.kind == "erase-person":
            ids.update((receipt.target, *_ids_along(receipt)))
    return forget(path, ids)


def _ids_along(receipt: Receipt) -> list[str]:
    """Return the ids of the people in the events that went along with this one."""
    return [event.player for event in receipt.along] if receipt.along else []


def _erased_before(
    receipts: Iterable[Receipt], timeline: Timeline
) -> Iterator[Personal]:
    """Yield everybody whose erasure was repeated, under each id that was erased, and
    without a name, which nobody knows any more.

    What is kept beside the ledger by id is forgotten again: the command that erased them
    may have been interrupted before it came to that.
    """
    for receipt in receipts:
        if receipt.kind != "erase-person" or not receipt.repeated:
            continue
        for state in timeline.under_every_id(timeline.resolve(receipt.target)):
            if state.live(PersonErased):
                yield Personal(state.id, name="")


def book_submission(
    writer: Writer,
    preparation: Preparation | Sequence[Placed],
    outside: Outside,
    progress: Progress | None = None,
    reading: Progress | None = None,
    importing: bool = False,
    deciding: Deciding | None = None,
    every_entry: bool = True,
    accepted: Iterator[Moving] | None = None,
    slip_answers: SlipAnswers = NOBODY_IS_ASKED,
    by_year: bool = False,
) -> Outcome:
    """Book one submission within an open write transaction: catch up, prepare, decide
    and store, project.

    `importing`: the documents were recorded before, in another ledger. `every_entry`:
    the outcome holds new entries too, not only earlier ones that changed. `deciding`
    decides each document, if not as any other. `accepted`: what accepting corrected
    rules moves, if that is known.
    """
    connection, look = writer.connection, outside.second_look
    if deciding is None:
        deciding = partial(decision_with_warnings, warnings_of=look.warnings_of)

    # a process that died between storing and projecting left the read tables behind;
    # look-ups need them whole
    catch_up(connection, progress)
    ledger = LedgerView(connection, by_year)
    if callable(preparation):
        prepared = preparation(ledger)
    else:
        prepared = PreparedSubmission(preparation)
    if prepared.open_questions:
        return Outcome(warnings=tuple(prepared.warnings))

    receipts = [*prepared.repeated]
    warnings = [*prepared.warnings]
    doubts = tuple[DoubtRow, ...]()
    done = Outcome()

    if prepared.documents:
        settings = settings_of(connection)
        documents, moment = _documents_and_moment(
            _documents_to_decide(prepared, ledger, reading),
            connection,
            outside,
            settings.clock_ahead_hours,
            importing,
        )
        moved = partial(
            next, accepted or moves_of_rules(connection, importing=importing)
        )
        with outside.rows_to_publish(connection, ledger.timeline) as listing:
            context = _context(
                connection, ledger, outside, settings.time_zone, moved, listing
            )
            booking = _Booking(writer, ledger, context, deciding, moment, outside.actor)

            stored = booking.store(documents)

        # asked now and not before: the documents may be those that accept corrected
        # rules
        revisions.check_written(ledger.timeline)
        receipts += stored.receipts
        warnings += stored.warnings
        writer.erased += _erased_before(stored.receipts, ledger.timeline)

        if stored.events:  # none when every document was a repetition
            before, book = booking.rate(stored.events, progress)
            done = outcome_of_step(
                connection, stored.events, book, ledger.timeline, every_entry
            )
            warnings += done.warnings

            if not importing:
                likely = look.slips_in(connection, stored.events, ledger, before, book)
                slips = sort_slips(stored, ledger, likely, slip_answers)
                warnings += slips.warnings
                doubts = slips.doubts
                receipts += booking.vouch(slips.vouches)

    if not all(receipt.repeated for receipt in receipts):
        warnings += _keep_sources(connection, prepared, ledger)
    if prepared.tournaments:
        fates = fates_of(prepared.tournaments, ledger)
        done = structs.replace(
            done, fates=fates, essence=digest_with_fates(done.essence, fates)
        )

    previewed = every_entry and not importing

    return structs.replace(
        done,
        recorded=tuple(receipts),
        warnings=tuple(warnings),
        doubts=doubts,
        # whoever may not find out a day of birth is not told by a digest either that
        # something is asked
        asked_about=digest_of_questions(warnings) if previewed and not by_year else "",
        playing=ledger.playing(receipts) if previewed else (),
    )


@dataclass(frozen=True)
class _Booking:
    """One submission on its way into the ledger. All its events have one moment."""

    writer: Writer
    ledger: LedgerView
    context: Context
    deciding: Deciding
    moment: str
    actor: str

    def store(self, documents: Iterable[Placed]) -> StoredDocuments:
        """Decide documents and store their events under one number: they are one step
        of knowledge.
        """
        stamp = Stamp(self.moment, head(self.writer.connection) + 1, self.actor)
        return store_documents(
            self.writer, documents, self.context, stamp, self.deciding
        )

    def rate(
        self, events: Sequence[Event], progress: Progress | None
    ) -> tuple[Timeline, Book]:
        """Rate what stored events change; return the facts before them, and what was
        rated.
        """
        first = events[0].seq
        # two of them: rating takes one further
        facts = StepFacts(self.ledger.before(first), self.ledger.before(first))
        book = project_stored(self.writer.connection, events, progress, facts)
        return facts.before, book

    def vouch(self, vouches: Sequence[Placed]) -> list[Receipt]:
        """Record the answers to what was asked, as a step of its own: what was asked
        about is one whole.
        """
        if not vouches:
            return []
        stored = self.store(vouches)
        self.rate(stored.events, None)
        return stored.receipts


def _documents_to_decide(
    prepared: PreparedSubmission, ledger: LedgerView, reading: Progress | None
) -> Iterable[Placed]:
    """Return the documents as they are decided; `reading` hears how far they are.

    For somebody who may not find out days of birth, each is without what would tell.
    """
    documents = prepared.documents
    if reading is not None:
        documents = _documents_with_progress(prepared, reading)
    if not ledger.by_year:
        return documents
    return (
        placed._replace(document=ledger.unsaid(placed.document)) for placed in documents
    )


def _context(
    connection: Connection,
    ledger: LedgerView,
    outside: Outside,
    time_zone: str,
    moved: Callable[[], Moving],
    listing: ListToPublish,
) -> Context:
    """Return what documents are decided by: the ledger, the day, and what comes from
    outside.

    `time_zone`: in which today is a day. `moved`: what the submission has moved so far.
    `listing`: what a list freezes, while documents are stored.
    """
    today = local_day(outside.now(), time_zone)
    return Context(
        timeline=ledger.timeline,
        lookups=ledger.index,
        today=today,
        last_day=outside.until or today,
        new_salt=outside.salt,
        editions=editions(),
        listing=listing,
        birth_read=birth_read,
        moved=moved,
        kept_from_elsewhere=lambda number: is_from_elsewhere(connection, number),
        by_year=ledger.by_year,
    )


def _documents_and_moment(
    documents: Iterable[Placed],
    connection: Connection,
    outside: Outside,
    ahead_hours: int,
    importing: bool,
) -> tuple[Iterable[Placed], str]:
    """Return the documents, and when they are recorded.

    A document that resumes the clock comes alone: it is the one moment that goes back.
    """
    coming = iter(documents)
    first, last = next(coming, None), last_moment(connection)
    if first is None:
        return (), moment_of(last, outside.now(), outside.surely, ahead_hours)
    if importing or not isinstance(first.document, ResumeClock):
        return chain([first], coming), moment_of(
            last, outside.now(), outside.surely, ahead_hours
        )

    if next(coming, None) is not None:
        message = say(
            "the document that resumes the clock came together with other documents"
        )
        raise Refused(
            Problem("not-alone", message, first.where, say("submit it by itself first"))
        )

    return [first], resumed_at(
        moments_since_resumed(connection), outside.now(), outside.surely, ahead_hours
    )


def _documents_with_progress(
    prepared: PreparedSubmission, reading: Progress
) -> Iterator[Placed]:
    """Yield the documents, and tell after each how far they are."""
    for placed in prepared.documents:
        yield placed
        reading(*prepared.how_far())


def _keep_sources(
    connection: Connection, prepared: PreparedSubmission, ledger: LedgerView
) -> list[Caution]:
    """Keep the files beside the log, unless they would bring back the name of somebody
    who was erased. Return a warning for each file that is not kept.
    """
    erased = _erased_in(prepared, ledger)
    if not erased:
        for file in prepared.source_files:
            keep_source(connection, *file)
        return []

    text = say(
        "the file names {names}, erased from the ledger, so it was not kept beside the"
        " log",
        names=", ".join(erased[:5]),
    )
    return [caution(text, Where(file.name)) for file in prepared.source_files]


def _erased_in(prepared: PreparedSubmission, ledger: LedgerView) -> list[str]:
    """Return who was erased of those whom the files name, or who play in their
    tournaments, by id.
    """
    named = set(prepared.named)
    for name in prepared.tournaments:
        tournament = ledger.tournament(name)
        if tournament is not None:
            for game in tournament.games.values():
                named.update((game.white, game.black))

    return sorted(player for player in named if ledger.erased(player))


def _receipt_with_footer(connection: Connection, receipt: Receipt) -> Receipt:
    """Add what is printed under a published list; not in a preview, whose event would
    have another moment.
    """
    if receipt.kind != "publish":
        return receipt
    size, root = footer(connection, receipt.seq)
    return structs.replace(receipt, size=size, root=root)


def init(
    path: str,
    outside: Outside,
    rules: Sequence[str] = DEFAULT_RULES,
    time_zone: str | None = None,
    *,
    ahead: bool = True,
) -> Outcome:
    """Make a ledger with the editions of these rules adopted, in one transaction:
    nobody ever opens half of it.

    `ahead`: those too that are in force from a day to come.
    """
    today = local_day(outside.now(), time_zone or UTC)
    adopted = []
    for name, edition, since in default_adoptions(rules):
        reason = BEGINNING if since <= today else COMING

        if ahead or since <= today:
            adopted.append(
                Placed(
                    AdoptRules(
                        list=name, edition=edition, from_day=since, reason=str(reason)
                    )
                )
            )

    with new_ledger(path, outside.now(), schema.create) as writer:
        outcome = book_submission(writer, adopted, outside)
        if time_zone is not None:
            book_submission(writer, [Placed(Settings(time_zone=time_zone))], outside)

    return outcome
