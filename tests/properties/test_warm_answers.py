"""An answer that is kept says what a fresh one says, whatever was recorded since: corrections, merges and erasures too.

After every event of random histories some answers are made anew. Where the event since which an answer is as it is did
not change, the text may differ from the one before only in the sentence that names the newest event. `make test-all`
tells one history, `make torture` a hundred more and asks more after each event.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import pytest

from ledger.errors import SeloError
from ledger.store.database import connect
from ledger.store.events import head
from projections.answers import PUBLIC
from projections.answers.asking import Asked
from projections.answers.parameters import parameters_of
from tests.naive.records import Document
from tests.properties.telling import Story, StoryLedger, Unwelcome, long_story
from tests.world.ledger import NOW, TODAY, new_ledger, submitted
from web import Settings, answers
from web.answers import Mark
from web.answers.ledger_state import Ledgers, LedgerState, is_fixed
from web.answers.rendering import CSV, JSON, PAGE, AskedFor, named, rendered
from web.pages import PAGES
from web.pages.visit import LiveLinks, Visit
from web.questions.registry import QUESTIONS, ServedQuestion

EACH, FEW = 32, 20  # answers after an event
DAYS = (None, "2019-06-30", "2023-04-25", "2023-09-30", "2024-12-31", "2025-06-30")
HISTORIES = [(0, FEW), *(pytest.param(seed, EACH, marks=pytest.mark.torture) for seed in range(120))]


class Kept(NamedTuple):
    mark: Mark
    until: str
    text: str
    after: int


def questions(
    rng: random.Random, people: list[str], tournaments: list[str], newest: int
) -> Iterator[tuple[ServedQuestion, str, Asked]]:
    """Any of the questions that rest on something, asked about anybody, in any form."""
    entries = [entry for entry in QUESTIONS if entry.asked.rests is not None and not entry.asked.costly]
    while True:
        entry = rng.choice(entries)
        known = parameters_of(entry.asked)
        given: dict[str, Any] = {}
        for name in known:
            match name:
                case "player":
                    given[name] = rng.choice(people)
                case "tournament" if known[name].required or (entry.command == "explain" and rng.random() < 0.8):
                    given[name] = rng.choice(tournaments)
                case "list" if known[name].required or rng.random() < 0.7:
                    given[name] = rng.choice(("selo", "pelo"))
                case "as_of":
                    given[name] = rng.choice(DAYS)
                case "known_seq" if rng.random() < 0.2:
                    given[name] = rng.randint(0, newest)
                case "change_since" | "active_since" if rng.random() < 0.3:
                    given[name] = rng.choice(DAYS[1:4])
                case "top" if rng.random() < 0.3:
                    given[name] = rng.choice((1, 3))
                case "target":
                    given[name] = rng.choice((1700, 1900, 2300))
                case "title" if known[name].required or rng.random() < 0.1:
                    given[name] = rng.choice(("M", "ME", "I"))
                case "edition":
                    given[name] = "fi-2023"
                case "label" | "older" | "newer":
                    given[name] = "x"
        given = {name: value for name, value in given.items() if value is not None}
        forms = [JSON, *([PAGE] if entry.command in PAGES else []), *([CSV] if entry.has_rows else [])]
        yield entry, rng.choice(forms), msgspec.convert(given, entry.asked)


class Watch:
    """The answers given so far, each with the event since which it was as it was."""

    def __init__(self, path: Path, seed: int, each: int) -> None:
        self.each = each
        self.settings = Settings(ledger=str(path), now=lambda: NOW)
        self.state = LedgerState(str(path))
        self.ledgers = Ledgers(self.settings)
        self.rng = random.Random(f"warm {seed}")
        self.kept: dict[tuple[str, str, Asked], Kept] = {}
        self.compared = Counter[str]()

    def look(self, people: list[str], tournaments: list[str]) -> None:
        """Ask some of what was asked before, and something new."""
        state = self.state.state()
        before = self.rng.sample([*self.kept], min(len(self.kept), self.each))
        asking = questions(self.rng, people, tournaments, state.head)
        new = [(entry.command, form, asked) for entry, form, asked in (next(asking) for _ in range(self.each // 4))]
        for key in (*before, *new):
            command, form, asked = key
            day = getattr(asked, "as_of", None) or TODAY
            fixed = is_fixed(asked, state)
            mark = self.state.mark(state, asked.rests_on(), day)
            until = day if fixed else min(day, state.moment[:10])
            text = self.fresh(command, form, asked)
            kept = self.kept.get(key)
            if kept is not None and (kept.mark, kept.until) == (mark, until) and kept.after < state.head:
                assert text == kept.text, (
                    f"{command} {form} {asked}, as it is since {mark.seq}, asked at {kept.after} and {state.head}"
                )
                self.compared[command] += 1
            self.kept[key] = Kept(mark, until, text, state.head)

    def fresh(self, command: str, form: str, asked: Asked) -> str:
        """The answer without what it says of the newest event."""
        visit = Visit("fi", "", LiveLinks("", "/fi", "/x", ""), TODAY, "") if form == PAGE else None
        wanted = AskedFor(command, asked, form, TODAY, visit, None, PUBLIC)
        try:
            made = rendered(self.ledgers, self.settings, wanted)
        except SeloError as error:
            return f"refused: {[problem.code for problem in error.problems]}"  # these are not kept
        basis = named(made.basis, wanted).decode()
        assert not basis or made.text.count(basis) < 2, (command, form, asked)
        return made.text.replace(basis, "") if basis else made.text

    def close(self) -> None:
        self.state.close()
        self.ledgers.close()


def told(path: Path, story: Story, each: int) -> Counter[str]:
    """A history told to a file, and what was looked at after each of its events."""
    with closing(Watch(path, story.seed, each)) as watch, closing(connect(str(path), write=False)) as connection:
        ledger = SimpleNamespace(
            writer=SimpleNamespace(connection=connection), submit=lambda *documents: submitted(path, *documents)
        )
        teller = StoryLedger(ledger, {}, {}, head(connection))  # type: ignore[arg-type]
        people, tournaments = ["nobody"], ["nothing"]
        for document in story.documents():
            try:
                teller.tell(document)
            except Unwelcome:
                continue
            people += [document[name] for name in ("player", "from") if document.get(name) not in (None, *people)]
            if document["kind"] == "tournament":
                tournaments.append(document["tournament"])
                games: list[Document] = document["games"]
                people += sorted({game[side] for game in games for side in ("white", "black")} - {*people})
            watch.look(people, tournaments)
        return watch.compared


@pytest.mark.parametrize(("seed", "each"), HISTORIES)
def test_what_is_kept_is_what_a_fresh_answer_says(tmp_path: Path, seed: int, each: int) -> None:
    compared = told(new_ledger(tmp_path), long_story(seed), each)
    assert sum(compared.values()) > 500, compared
    assert len(compared) > 12, compared


@pytest.mark.parametrize("left_out", ["player", "tournament", "list"])
def test_a_touch_that_is_missed_is_found(tmp_path: Path, left_out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A control: whoever forgets to say that things of one kind were touched gives old answers."""
    whole = answers.touched

    def forgetful(*given: Any) -> Any:
        things = whole(*given)
        return things and {name: day for name, day in things.items() if not name.startswith(f"{left_out} ")}

    monkeypatch.setattr(answers, "touched", forgetful)
    with pytest.raises(AssertionError, match="as it is since"):
        told(new_ledger(tmp_path), long_story(0), EACH)
