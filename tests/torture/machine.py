"""A ledger on disk used at random beside a naive model: every answer, on any day, as
known at any moment, must agree.

A machine tells a random history in random groups and in between publishes, asks,
previews, repeats, rebuilds.
"""

import json
import random
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import ledger.decide.document
import ledger.tournament_now
import projections.answers.reading
import projections.answers.times
import projections.replay.book
import projections.replay.reach
from audit.tables import check_tables, rebuild_ledger
from desk.submit import Outcome, init, submit
from ledger.errors import SeloError
from projections.answers import Question
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from tests.naive.finland import book
from tests.naive.histories import history
from tests.naive.records import Document
from tests.properties.beside import ledger_lines, naive_lines
from tests.properties.telling import FIRST_SEQ, differences, told_between, with_reports
from tests.torture import freezing
from tests.torture.workload import documents, folder
from tests.world.ledger import outside

TODAY = "2026-12-31"
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


class Machine:
    """One random life of a ledger. `heard` is what the model knows: documents with the
    seq they were recorded under.
    """

    def __init__(self, place: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        # of what is told beside the story, which stays the same
        self.aside = random.Random(f"aside {seed}")
        self.path = str(place / f"{seed}.db")
        self.now = BEGINNING
        self.coming = self._story()
        self.heard: list[Document] = []
        self.moments: list[tuple[int, str]] = []  # (last seq of a submission, when)
        self.seqs: dict[int, int] = {}
        self.published = freezing.PublishedLists()
        self.found: list[str] = []
        self._begin()

    def _begin(self) -> None:
        init(self.path, outside(self._clock()))

    def _story(self) -> list[Document]:
        told = history(
            self.rng,
            tournaments=self.rng.randint(2, 5),
            players=self.rng.randint(4, 7),
            first_seq=FIRST_SEQ,
            foreign=self.rng.random() < 0.5,
            editions=self.rng.random() < 0.5,
        )
        left_out = told_between(told)
        with_reports(told, self.aside)
        return [
            d
            for d in told
            if d["_seq"] not in left_out and d.get("seq") not in left_out
        ]

    def _clock(self) -> str:
        return self.now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def life(self) -> list[str]:
        """Until the story is told or something is wrong."""
        steps = (
            self.ask,
            self.ask,
            self.preview,
            self.repeat,
            self.rebuild,
            self.publish,
            self.publish,
        )
        while self.coming and not self.found:
            # now and then a list is published together with what it rests on
            self.tell(
                self.rng.choice((1, 1, 2, 3, 8)), self.rng.choice((0, 0, 0, 0, 0, 0, 1))
            )
            if not self.found and self.rng.random() < 0.35:
                self.rng.choice(steps)()
        for _ in range(0 if self.found else 3):
            self.ask()
        self.compare(Question(TODAY), self.heard)
        if not self.found:
            self._end()
        return self.found

    def _end(self) -> None:
        self.found += [
            f"rebuild: {said}" for said in check_tables(self.path).differences
        ]

    def _numbered(self, document: Document, seq: int) -> Document:
        """As it is sent: a withdrawal by the seq under which its target was recorded."""
        self.seqs[document["_seq"]] = seq
        return {
            **document,
            **({"seq": self.seqs[document["seq"]]} if "seq" in document else {}),
        }

    def _submit(self, sent: list[Document], *, dry_run: bool = False) -> Outcome:
        return submit(
            self.path,
            documents(map(plain, sent)),
            outside(self._clock()),
            dry_run=dry_run,
        )

    def _acknowledged(self, sent: list[Document]) -> Outcome:
        """What is told is recorded."""
        return self._submit(sent)

    def tell(self, count: int, published: int = 0) -> None:
        """The next documents of the story, in one submission, and lists published
        somewhere between them.
        """
        coming, self.coming = self.coming[:count], self.coming[count:]
        for _ in range(published):
            coming.insert(
                self.rng.randint(0, len(coming)),
                self.published.wish(self.rng, self._days()),
            )
        before = len(self.heard)
        self.now += timedelta(seconds=self.rng.choice((1, 60, 40_000, 90_000, 400_000)))
        said = [self._hear(document) for document in coming]
        receipt = self._acknowledged([document for document, _ in said])
        expected = [answered for _, answered in said]
        if [(row.seq, row.repeated) for row in receipt.recorded] != expected:
            self.found.append(f"not recorded as {expected}: {receipt.recorded}")
        if len(self.heard) > before:
            self.moments.append((FIRST_SEQ + len(self.heard) - 1, self._clock()))

    def _hear(self, document: Document) -> tuple[Document, tuple[int, bool]]:
        """A document as it is sent, and the (seq, repeated) that the model expects of
        it.
        """
        seq, repeated = FIRST_SEQ + len(self.heard), False
        if document["kind"] == "publish":
            seq, repeated = self.published.expected(document, self.heard, seq)
        else:
            document = self._numbered(document, seq)
        if not repeated:
            self.heard.append({**document, "_seq": seq})
        return document, (seq, repeated)

    def _day_of(self, moment: str) -> str:
        return moment[:10]

    def publish(self) -> None:
        self.tell(0, self.rng.choice((1, 1, 2)))

    def _days(self) -> list[str]:
        return sorted(
            {d[key] for d in self.heard for key in ("on", "end") if key in d}
            or {"2025-12-31"}
        )

    def ask(self) -> None:
        """A question with both times, known by seq, by day or by moment."""
        day = self.rng.choice(self._days())
        kind = self.rng.choice(("seq", "day", "moment", "head"))
        if kind == "head":
            self.compare(Question(day), self.heard)
        elif kind == "seq":
            count = self.rng.randint(0, len(self.heard))
            self.compare(Question(day, None, FIRST_SEQ - 1 + count), self.heard[:count])
        else:
            _, moment = self.rng.choice(self.moments)
            text = self._day_of(moment) if kind == "day" else moment
            known = max(
                seq
                for seq, at in self.moments
                if (self._day_of(at) if kind == "day" else at) <= text
            )
            self.compare(Question(day, text), self.heard[: known - FIRST_SEQ + 1])

    def compare(self, question: Question, heard: list[Document]) -> None:
        """Every entry and every number of the lists beside the naive model of the same
        documents.
        """
        model = book(heard)
        assert question.as_of is not None
        with reading(self.path, question, TODAY) as now:
            mine = ledger_lines(now.entries())
            numbers = {
                (name, row.player, row.rating)
                for name in ("selo", "pelo")
                for row in rating_list(now, name).rows
            }
            published = self.published.wrong(now, model, heard)
        last = {
            (e.list, e.player): e.after for e in model.entries if e.on <= question.as_of
        }
        theirs = {(*key, after) for key, after in last.items()}
        sides = (f"in the ledger {tuple(question)}", "in the model")
        self.found += differences(
            mine, naive_lines(model, question.as_of), sides
        ) or differences(numbers, theirs, sides)
        self.found += published

    def preview(self) -> None:
        if self.coming:
            first = FIRST_SEQ + len(self.heard)
            sent = [
                self._numbered(document, first + n)
                for n, document in enumerate(self.coming[:2])
            ]
            self._submit(sent, dry_run=True)
            self.compare(Question(TODAY), self.heard)

    def repeat(self) -> None:
        """A creating document again is answered with its first seq."""
        creating = [
            d
            for d in self.heard
            if d["kind"]
            in ("tournament", "opening", "external-rating", "game", "ruling")
        ]
        if creating:
            again = self.rng.choice(creating)
            [receipt] = self._submit([again]).recorded
            if (receipt.seq, receipt.repeated) != (again["_seq"], True):
                self.found.append(f"said again: {receipt} for {again}")

    def rebuild(self) -> None:
        rebuild_ledger(self.path)
        self.compare(Question(TODAY), self.heard)


def plain(document: Document) -> Document:
    """A document as it is sent."""
    return {name: value for name, value in document.items() if name != "_seq"}


def run(seed: int) -> list[str]:
    """What is wrong in one life; printed with its seed it can be lived again."""
    with folder() as place:
        try:
            found = Machine(place, seed).life()
        except (SeloError, AssertionError, LookupError, ValueError, TypeError) as error:
            found = [f"{type(error).__name__}: {error}"]
    return [f"machine {seed}: {said}" for said in found]


def _take(changes: Any, event: Any) -> None:
    """A withdrawal is applied and dirties nothing."""
    if event.kind == "withdraw":
        changes._timeline.apply(event)
    else:
        _TAKE(changes, event)


def _office(changes: Any, fact: Any) -> None:
    if type(fact.body).__name__ != "PlayersMerged":
        _OFFICE(changes, fact)


def _known_more(
    connection: Any, question: Any, head: int, today: str, zone: str = "UTC"
) -> int:
    known = _KNOWN(connection, question, head, today)
    return min(head, known + 1)


def _amended(now: Any, body: Any, seq: int) -> Any:
    return _AMENDED(
        now,
        type(body)(
            body.tournament, body.reason, body.header, body.changed, (), body.added
        ),
        seq,
    )


_TAKE = projections.replay.reach._Changes.apply
_OFFICE = projections.replay.reach._Changes._note_office_fact
_KNOWN = projections.answers.times.known_seq
_AMENDED = ledger.tournament_now._amended

FAULTS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "as-of leaves its own day out": lambda: patch.object(
        projections.answers.reading, "after_day", lambda day: day
    ),
    "known shows one event too many": lambda: patch.object(
        projections.answers.times, "known_seq", _known_more
    ),
    "a withdrawal dirties nothing": lambda: patch.object(
        projections.replay.reach._Changes, "apply", _take
    ),
    "a merge dirties nothing": lambda: patch.object(
        projections.replay.reach._Changes, "_note_office_fact", _office
    ),
    "the cone stops at once": lambda: patch.object(
        projections.replay.book, "standing_differs", lambda *_: False
    ),
    "struck out games stay": lambda: patch.object(
        ledger.tournament_now, "_amended", _amended
    ),
    "the same content counts twice": lambda: patch.object(
        ledger.decide.document, "CREATING", ()
    ),
    **freezing.FAULTS,
}


def caught(fault: str, seed: int, most: int = 60) -> int | None:
    """How many lives it took to notice a planted fault."""
    with FAULTS[fault]():
        return next(
            (number for number in range(1, most + 1) if run(seed + number)), None
        )


if __name__ == "__main__":
    print(json.dumps(run(int(sys.argv[1])), indent=1))
