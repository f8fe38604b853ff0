"""List what the description of the API cannot read off questions: the routes for
writing, drafts, sessions and following, and what an address is about (the tags).
"""

from collections.abc import Mapping
from typing import NamedTuple

from desk import Submitted
from desk.games.report import FileSubmitted
from desk.lists import ListSubmitted
from desk.lists.agree import Agreement, ListAndTimes
from desk.live import LiveAnswer
from ledger.store.checkpoints import LogReceipt
from messages.answer import Answer
from projections.answers.asking import Asked
from web.booking.documents import DOCUMENTS
from web.booking.drafts import FILES
from web.desk.registers import LISTS, REGISTERS
from web.openapi import TEXT, Json
from web.questions import (
    BookDraft,
    CommentDraft,
    Drafts,
    FollowStream,
    KeepDraft,
    NextDraft,
    NextReport,
    OneDraft,
    OneLive,
    OneSession,
    PlanDraft,
    PreviewDraft,
    ReadMembers,
    Submission,
)
from web.store.drafts import DraftRow, DraftsAnswer
from web.store.live import LiveEvent, LiveEvents
from web.store.members import MembersRead
from web.store.sessions import SessionRow, SessionsAnswer
from web.store.tokens import Role

JSON, PLAIN, HTML, BYTES = (
    "application/json",
    "text/plain",
    "text/html",
    "application/octet-stream",
)
STREAM = "text/event-stream"
SENT_EVENTS: Json = {
    "type": "string",
    "description": "`id` is the seq, `data` an event as /api/events has it.",
}
BINARY: Json = {"type": "string", "format": "binary"}
ANY_OBJECT: Json = {"type": "object"}


class Described(NamedTuple):
    """The description of a route. `answers`: by status the types of the JSON, or the
    media type and the schema of something else. `takes`: the media types of its body;
    `sent` and `given`: header fields that it reads and answers; `needed`: those of them
    that it asks for.
    """

    method: str
    path: str
    name: str
    role: Role
    words: str
    answers: Mapping[int, tuple[type[Answer], ...] | tuple[str, Json]]
    asked: type[Asked] = Asked
    takes: tuple[str, ...] = ()
    in_path: tuple[str, ...] = ()
    sent: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()


RECORDED: Mapping[int, tuple[type[Answer], ...]] = {
    200: (Submitted,),
    201: (Submitted,),
    202: (DraftRow,),
}
# of documents, of a file of games, of a list
OF_DRAFT = (Submitted, FileSubmitted, ListSubmitted)
ROUTES = (
    Described(
        "post",
        "/api/documents",
        "submit",
        Role.SUBMITTER,
        "Record documents: all of them or none. 201: something new was recorded; 202:"
        " it waits as a draft.",
        RECORDED,
        Submission,
        tuple(DOCUMENTS),
        sent=("Idempotency-Key", "If-Match"),
        given=("ETag", "Location"),
    ),
    Described(
        "post",
        "/api/drafts",
        "draft-keep",
        Role.SUBMITTER,
        "Keep a file or documents until somebody books them.",
        {202: (DraftRow,)},
        KeepDraft,
        FILES,
        sent=("Idempotency-Key",),
        given=("Location",),
    ),
    Described(
        "get",
        "/api/drafts",
        "draft-list",
        Role.SUBMITTER,
        "The drafts that wait.",
        {200: (DraftsAnswer,)},
        Drafts,
    ),
    Described(
        "get",
        "/api/drafts/{number}",
        "draft-show",
        Role.SUBMITTER,
        "One draft.",
        {200: (DraftRow,)},
        OneDraft,
    ),
    Described(
        "post",
        "/api/drafts/{number}/answers",
        "draft-answer",
        Role.SUBMITTER,
        "Answers about a draft's file, in place of those given before.",
        {200: (DraftRow,)},
        OneDraft,
        (JSON,),
    ),
    Described(
        "get",
        "/api/drafts/{number}/preview",
        "draft-preview",
        Role.SUBMITTER,
        "What booking it today would record and move, and what is still to be"
        " answered.",
        {200: OF_DRAFT},
        PreviewDraft,
        given=("ETag",),
    ),
    Described(
        "post",
        "/api/drafts/{number}/book",
        "draft-book",
        Role.SUBMITTER,
        "Record it; its content is then kept no longer. The role depends on what is"
        " in it.",
        {200: OF_DRAFT, 201: OF_DRAFT},
        BookDraft,
        sent=("Idempotency-Key", "If-Match"),
        given=("ETag",),
    ),
    Described(
        "get",
        "/api/drafts/{number}/receipt",
        "draft-receipt",
        Role.SUBMITTER,
        "The receipt of what was booked: for whoever left it, and whoever may see it.",
        {200: (LogReceipt,)},
        OneDraft,
    ),
    Described(
        "post",
        "/api/drafts/{number}/agree",
        "draft-agree",
        Role.SUBMITTER,
        "Decide on the preview that If-Match names, so that somebody else may book it."
        " The role depends on it.",
        {200: (DraftRow,)},
        PreviewDraft,
        sent=("If-Match",),
        needed=("If-Match",),
    ),
    Described(
        "post",
        "/api/drafts/{number}/comment",
        "draft-comment",
        Role.SUBMITTER,
        "Say something about it, or ask somebody to look at it.",
        {200: (DraftRow,)},
        CommentDraft,
    ),
    Described(
        "post",
        "/api/drafts/{number}/plan",
        "draft-plan",
        Role.SUBMITTER,
        "Have the service book a draft of lists at an hour, once; without `at`, only by"
        " hand again. The role depends on it.",
        {200: (DraftRow,)},
        PlanDraft,
    ),
    Described(
        "post",
        "/api/drafts/{number}/drop",
        "draft-drop",
        Role.SUBMITTER,
        "Do not record it.",
        {200: (DraftRow,)},
        OneDraft,
    ),
    Described(
        "get",
        "/api/live",
        "live-list",
        Role.ANYBODY,
        "The events that are shown while they run.",
        {200: (LiveEvents,)},
        given=("ETag",),
    ),
    Described(
        "get",
        "/api/live/{event}",
        "live-show",
        Role.ANYBODY,
        "An event while it runs: ratings so far, and what each end of a game in play"
        " would make of them. Nothing of it is recorded; once it is, the address leads"
        " to the tournament.",
        {200: (LiveAnswer,)},
        OneLive,
        given=("ETag",),
    ),
    Described(
        "post",
        "/api/live/{event}",
        "live-put",
        Role.OFFICER,
        "Show a report as the next of an event. It is kept as a draft, with the answers"
        " about the one before.",
        {200: (LiveEvent,)},
        NextReport,
        FILES,
    ),
    Described(
        "post",
        "/api/live/{event}/draft",
        "live-draft",
        Role.OFFICER,
        "Show a draft as the next report of an event.",
        {200: (LiveEvent,)},
        NextDraft,
    ),
    Described(
        "post",
        "/api/live/{event}/hide",
        "live-hide",
        Role.OFFICER,
        "Show an event no longer. Its draft stays.",
        {200: (LiveEvent,)},
        OneLive,
    ),
    Described(
        "post",
        "/api/agreement",
        "agree",
        Role.OFFICER,
        "Hold a list as it was published against the ledger: how many numbers are the"
        " same, and of the others why not. The body is the list: CSV, or a"
        " spreadsheet.",
        {200: (Agreement,)},
        ListAndTimes,
        LISTS,
    ),
    Described(
        "post",
        "/api/members",
        "members",
        Role.OFFICER,
        "Keep a register of members in place of the one before. No rating hangs on it,"
        " and it is in no event.",
        {200: (MembersRead,)},
        ReadMembers,
        REGISTERS,
    ),
    Described(
        "post",
        "/api/members/forget",
        "members-forget",
        Role.OFFICER,
        "Forget the register of members, all of it.",
        {200: (MembersRead,)},
    ),
    Described(
        "get",
        "/api/sessions",
        "sessions",
        Role.ADMIN,
        "Browsers that are logged in.",
        {200: (SessionsAnswer,)},
    ),
    Described(
        "post",
        "/api/sessions/{session}/end",
        "session-end",
        Role.ADMIN,
        "Log a browser out.",
        {200: (SessionRow,)},
        OneSession,
    ),
    Described(
        "get",
        "/api/events/stream",
        "follow-stream",
        Role.ANYBODY,
        "The events as they are recorded, as server-sent events that go on until you"
        " close them. Between them stand messages named `live`, of events that are"
        " shown while they run and changed.",
        {200: (STREAM, SENT_EVENTS)},
        FollowStream,
        sent=("Last-Event-ID",),
    ),
    Described(
        "get",
        "/api/notifications/{section}",
        "notifications",
        Role.AUDITOR,
        "A section of the event log, FIRST,LAST, as JSON of the library eventsourcing.",
        {200: (JSON, ANY_OBJECT)},
        in_path=("section",),
    ),
    Described(
        "get",
        "/api/tlog/checkpoint",
        "tlog-checkpoint",
        Role.ANYBODY,
        "The newest checkpoint that was signed, as a signed note"
        " (c2sp.org/tlog-checkpoint).",
        {200: (PLAIN, TEXT)},
    ),
    Described(
        "get",
        "/api/tlog/head",
        "tlog-head",
        Role.ANYBODY,
        "How far the log goes now: the three lines of a checkpoint, signed by nobody.",
        {200: (PLAIN, TEXT)},
    ),
    Described(
        "get",
        "/api/checkpoint",
        "checkpoint",
        Role.ANYBODY,
        "The same, where nobody asks for tiles.",
        {200: (PLAIN, TEXT)},
    ),
    Described(
        "get",
        "/api/tlog/tile/{level}/{rest}",
        "tlog-tile",
        Role.ANYBODY,
        "A tile of the hash tree (c2sp.org/tlog-tiles): 0/000, 0/x001/234.p/17.",
        {200: (BYTES, BINARY)},
        in_path=("level", "rest"),
    ),
    Described(
        "get",
        "/api",
        "api",
        Role.ANYBODY,
        "This description, for people.",
        {200: (HTML, TEXT)},
    ),
    Described(
        "get",
        "/api/openapi.json",
        "openapi",
        Role.ANYBODY,
        "This description.",
        {200: (JSON, ANY_OBJECT)},
    ),
    Described(
        "get",
        "/healthz",
        "healthz",
        Role.ANYBODY,
        "Whether the process lives.",
        {200: (PLAIN, TEXT)},
    ),
    Described(
        "get",
        "/readyz",
        "readyz",
        Role.ANYBODY,
        "Whether the ledger can be read.",
        {200: (PLAIN, TEXT)},
    ),
    Described(
        "get",
        "/metrics",
        "metrics",
        Role.READER,
        "Counts as Prometheus text.",
        {200: (PLAIN, TEXT)},
    ),
)
_TYPES = [types for route in ROUTES for types in route.answers.values()]
KINDS = {types[0] for types in _TYPES if len(types) == 1 and isinstance(types[0], type)}


class Subject(NamedTuple):
    """A tag of the description, and the first words of the addresses that have it."""

    name: str
    words: str
    first: frozenset[str]


def _subject(name: str, words: str, first: str) -> Subject:
    return Subject(name, words, frozenset(first.split()))


SUBJECTS = (
    _subject(
        "Players",
        "One player: ratings on any day, history, titles, and why a rating is what"
        " it is.",
        "players search titles selection letters",
    ),
    _subject(
        "Lists",
        "Rating lists, as they stand or stood, and as they were published.",
        "lists clubs best",
    ),
    _subject(
        "Tournaments",
        "Tournaments and games, also while they run; what the office waits for or may"
        " ask about.",
        "tournaments live due signs",
    ),
    _subject(
        "Events",
        "What was recorded, when, by whom, and what it moved; to be followed as it"
        " happens.",
        "log events diff notifications",
    ),
    _subject(
        "Proofs",
        "Evidence that nothing was changed afterwards, to be checked without trusting"
        " this service.",
        "tlog checkpoint verify replay rebuild ledger",
    ),
    _subject(
        "Rules",
        "The editions of the rules, and calculators that need no ledger.",
        "rules calc",
    ),
    _subject(
        "Trials",
        "Other systems and other rules, run over the same games; nothing is recorded.",
        "compare predict what-if pool agreement",
    ),
    _subject(
        "Documents",
        "Recording: documents that count at once, or wait as drafts until somebody"
        " books them.",
        "documents drafts",
    ),
    _subject(
        "Members",
        "The federation's register of members, and what its clubs owe: for the office"
        " alone.",
        "members dues",
    ),
    _subject(
        "Service",
        "The service itself: its settings, its health, who is logged in.",
        "api settings doctor sessions healthz readyz metrics",
    ),
)


def subject_of(address: str) -> Subject:
    """Return what an address is about, with /api before it or without."""
    words = [word for word in address.split("/") if word]
    word = (
        words[1]
        if words[0] == "api" and len(words) > 1 and words[1] != "openapi.json"
        else words[0]
    )
    return next(
        subject for subject in SUBJECTS if word.partition(".")[0] in subject.first
    )


def tags() -> list[dict[str, str]]:
    return [
        {"name": subject.name, "description": subject.words} for subject in SUBJECTS
    ]
