"""Questions about the log: what happened, what it moved, whether it can be proven."""

import time
from typing import Annotated, ClassVar

import msgspec
from msgspec import Meta

from audit.prove import Proof, is_personal, prove
from audit.verdict import Verdict
from audit.verify import verify
from ledger.answer import completed
from ledger.errors import Problem
from messages import say
from projections.answers.events.diff import DiffAnswer, diff_between, states
from projections.answers.events.event import EventAnswer, event_content
from projections.answers.events.impact import ImpactAnswer, impact
from projections.answers.events.log import EventsAnswer, LogAnswer, LogFilters, following, log
from projections.answers.reading import Question, Reading
from web.questions.asking import Asked, Count, Day, Id, Ledger, ListName, Positive, Timed
from web.wire.problems import HttpRefusal


class Log(Timed, frozen=True, kw_only=True):
    """The events, newest first."""

    table: ClassVar[str | None] = "events"
    limit: Positive | None = None
    player: Id | None = None
    tournament: Id | None = None
    by: Id | None = None
    kind: str | None = None
    since: Day | None = None
    until: Day | None = None

    def ask(self, reading: Reading) -> LogAnswer:
        filters = LogFilters(self.by, self.kind, self.since, self.until)
        return log(reading, self.limit, self.player, self.tournament, filters)


class Event(Timed, frozen=True, kw_only=True):
    """What one event changed in the facts, in words, and the entries that its submission changed."""

    table: ClassVar[str | None] = "changes"
    seq: int

    def ask(self, reading: Reading) -> EventAnswer:
        return event_content(reading, self.seq)


class Impact(Timed, frozen=True, kw_only=True):
    """Everything the submission of one event changed."""

    table: ClassVar[str | None] = "rows"
    seq: int

    def ask(self, reading: Reading) -> ImpactAnswer:
        return impact(reading, self.seq)


class Diff(Asked, frozen=True, kw_only=True):
    """What happened between two states of knowledge, a row for each submission and player. Give known_on or known_seq
    as A..B."""

    table: ClassVar[str | None] = "rows"
    players: tuple[Id, ...] = msgspec.field(default=(), name="player")
    list_name: ListName | None = msgspec.field(default=None, name="list")
    as_of: str | None = None
    known_on: str | None = None
    known_seq: str | None = None

    def times(self) -> Question:
        """The later state; a page that names none yet shows what there is."""
        return Question(self.as_of) if self.known_on is self.known_seq is None else self.states()[1]

    def states(self) -> tuple[Question, Question]:
        return states(self.as_of, self.known_on, self.known_seq)

    def answered(self, ledger: Ledger, today: str) -> DiffAnswer:
        earlier, later = self.states()
        return diff_between(ledger.path, earlier, later, today, self.players, self.list_name)


class Events(Asked, frozen=True, kw_only=True):
    """Every event in recorded order, and what it moved: for programs that keep in step. Ask again after the last."""

    table: ClassVar[str | None] = "events"
    after: Count = 0
    limit: Annotated[int, Meta(ge=1, description="At most so many events, up to 1000.")] = 100
    wait: Annotated[int, Meta(ge=0, description="How many seconds to wait for an event, up to 25.")] = 0

    def awaits(self) -> tuple[int, int]:
        return self.after, min(self.wait, 25)  # less than a service that stops waits for its answers

    def ask(self, reading: Reading) -> EventsAnswer:
        return following(reading, self.after, self.limit)


class Prove(Asked, frozen=True, kw_only=True):
    """A .tlog-proof that an event is in the log under the latest checkpoint."""

    seq: int
    costly: ClassVar[bool] = True
    remembered: ClassVar[bool] = False

    def answered(self, ledger: Ledger, today: str) -> Proof:
        if not ledger.sight.whole and is_personal(ledger.path, self.seq):
            message = say(
                "event {seq} holds personal details, so its proof is for the office and its auditors", seq=self.seq
            )
            hint = say("ask with a token of an officer or an auditor")
            raise HttpRefusal(403, Problem("not-allowed", message, hint=hint))
        return prove(ledger.path, self.seq)


class Verify(Asked, frozen=True, kw_only=True):
    """Whether anything was altered: proven, altered or unproven. Reads every event and everything that follows."""

    costly: ClassVar[bool] = True
    remembered: ClassVar[bool] = False

    def answered(self, ledger: Ledger, today: str) -> Verdict:
        started = time.monotonic()
        verdict = verify(ledger.path)
        return completed(verdict, seconds=round(time.monotonic() - started, 3))
