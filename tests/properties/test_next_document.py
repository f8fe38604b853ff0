"""Whatever is recorded, the next good document can be recorded: valid documents of
every kind, in any order.

After each document, taken or refused, one `player` document is taken; at the end of a
life the audit finds nothing and a rebuild says the same.
"""

import itertools
import random
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from audit.verify import problems_within
from desk.submit import book_submission, init
from ledger.bodies import RulesRevised
from ledger.decide import Context, Decision, rules
from ledger.decide import document as deciding
from ledger.documents import AcceptRules, by_kind
from ledger.errors import LedgerUnusable, SeloError
from ledger.events import OFFICE
from ledger.store.checkpoints import keep_checkpoint
from ledger.store.connection import Connection
from ledger.store.event_log import Store, Writer
from ledger.store.events import head
from rulebooks import rules as rules_of_init
from tests.properties.any_documents import Papers
from tests.world.documents import Document, player
from tests.world.ledger import NOW, outside, placed

DOCUMENTS = 250  # of one life
MOVED = 13  # a title moves and no unit
# 100,000
EVERYTHING = [
    pytest.param(seed, marks=pytest.mark.torture)
    for seed in range(8, 400)
    if seed != MOVED
]
FIRST_RULES = ({"fi"}, {"fi", "no", "uscf"}, {"elo-16-32", "fide", "glicko-2", "psm"})


class Life:
    """One ledger, an open transaction, and a clock that now and then was ahead."""

    def __init__(self, writer: Writer, rng: random.Random) -> None:
        self._writer = writer
        self._rng = rng
        self._salts = itertools.count(1)  # no two are alike, as in life
        self.now = datetime.fromisoformat(NOW)
        self.taken = Counter[str]()
        self.refused = Counter[str]()

    @property
    def connection(self) -> Connection:
        return self._writer.connection

    def book(self, document: Document) -> None:
        """All of it or nothing, as each submission is."""
        self.connection.execute("SAVEPOINT one")
        # a writer knows the end of the log; after one that was taken back it is another
        writer = Writer(self.connection)
        try:
            given = outside(self.now.strftime("%Y-%m-%dT%H:%M:%S.%fZ"))
            book_submission(
                writer,
                placed(document),
                given._replace(salt=lambda: f"salt-{next(self._salts)}"),
            )
        except BaseException:
            self.connection.execute("ROLLBACK TO one")
            raise
        finally:
            self.connection.execute("RELEASE one")

    def one_more(self, document: Document) -> None:
        """A document, and after it the good one."""
        if document["kind"] == "resume-clock":
            ahead = self._with_a_clock_that_was_ahead()
        try:
            self.book(document)
        except LedgerUnusable as error:
            raise AssertionError(
                f"the ledger has stopped at {document}: {error}"
            ) from error
        except SeloError as error:
            self.refused[error.problems[0].code] += 1
            if document["kind"] == "resume-clock":
                self.now = ahead
        else:
            self.taken[document["kind"]] += 1
        self.book(player(f"next-{head(self.connection)}"))

    def _with_a_clock_that_was_ahead(self) -> datetime:
        """Something was recorded with it; now it is right. Answers how far it was."""
        right = self.now + timedelta(minutes=1)
        self.now += timedelta(days=400 * self._rng.randint(0, 3))
        self.book(player(f"ahead-{head(self.connection)}"))
        ahead, self.now = self.now, right
        return ahead


def lived(path: str, seed: int) -> Life:
    rng = random.Random(seed)
    words = FIRST_RULES[seed % len(FIRST_RULES)]
    init(path, outside(), [word for word in rules_of_init() if word in words])
    papers = Papers(rng)
    with Store(path) as store, store.writing() as writer:
        life = Life(writer, rng)
        for number in range(1, 4):
            keep_checkpoint(writer.connection, True, None, str(number))
        for _ in range(DOCUMENTS):
            document = papers.next(head(writer.connection))
            try:
                life.one_more(document)
            except SeloError as error:
                raise AssertionError(
                    f"seed {seed}: after {document} a player is refused: {error}"
                ) from error
            except Exception as error:
                raise AssertionError(f"seed {seed}: {document}: {error!r}") from error
        assert problems_within(writer.connection) == [], f"seed {seed}"
    return life


LATER = [pytest.param(seed, marks=pytest.mark.torture) for seed in range(3, 8)]


@pytest.mark.parametrize("seed", [*range(len(FIRST_RULES)), *LATER, MOVED, *EVERYTHING])
def test_after_whatever_is_recorded_the_next_good_document_is_taken(
    tmp_path: Path, seed: int
) -> None:
    life = lived(str(tmp_path / "any.db"), seed)
    assert sum(life.taken.values()) > DOCUMENTS // 5, life.refused


def test_the_documents_are_of_every_kind_and_taken(tmp_path: Path) -> None:
    """The law says nothing of a kind that is always refused; nothing can be accepted of
    rules that are current.
    """
    taken = Counter[str]()
    for seed in range(1000, 1006):
        taken += lived(str(tmp_path / f"{seed}.db"), seed).taken
        if by_kind().keys() - taken.keys() == {"accept-rules"}:
            return
    raise AssertionError(taken)


def test_the_law_finds_a_document_that_stops_a_ledger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted: whatever is accepted counts as a newer state, and nobody asks whether
    anything could follow it.
    """

    def newer(document: AcceptRules, context: Context) -> Decision:
        return Decision(
            "accept-rules", document.edition, [(OFFICE, RulesRevised("fi-2023", 99))]
        )

    monkeypatch.setattr(rules, "accept_rules", newer)
    kept = lived(str(tmp_path / "refused.db"), 3)
    assert kept.refused["rules-left-behind"] > 0 and "accept-rules" not in kept.taken
    monkeypatch.setattr(
        deciding, "_need_rules_kept", lambda document, decision, context: None
    )
    with pytest.raises(
        AssertionError, match=r"the ledger has stopped at .*accept-rules"
    ):
        lived(str(tmp_path / "stopped.db"), 3)
