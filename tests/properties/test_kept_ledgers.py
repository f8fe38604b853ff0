"""A ledger that is kept open says after every event what one says that is opened anew,
whatever was recorded and asked meanwhile: corrections, merges and erasures too.

After every event of random histories some of the questions asked before are asked
again, and some new ones, of both. `make test-all` tells one history, `make torture` a
hundred more and asks more after each event.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ledger.errors import SeloError
from ledger.store.database import connect
from ledger.store.events import head
from projections.answers import PUBLIC
from projections.answers.asking import Asked
from projections.answers.kept_open import KeptLedger
from projections.answers.parameters import parameters_of
from tests.naive.records import Document
from tests.properties.telling import Story, StoryLedger, Unwelcome, long_story
from tests.world.ledger import NOW, TODAY, new_ledger, submitted
from web import Settings
from web.answers.open_ledgers import Ledgers
from web.answers.rendering import CSV, JSON, PAGE, AskedFor, rendered
from web.pages.registry import PAGES
from web.pages.visit import LiveLinks, Visit
from web.questions.registry import QUESTIONS, ServedQuestion

EACH, FEW = 32, 20  # answers after an event
DAYS = (None, "2019-06-30", "2023-04-25", "2023-09-30", "2024-12-31", "2025-06-30")
HISTORIES = [
    (0, FEW),
    *(pytest.param(seed, EACH, marks=pytest.mark.torture) for seed in range(120)),
]


ABOUT = {"player", "tournament", "list"}
GIVEN = {*ABOUT, "target", "title", "edition", "label", "older", "newer"}


def _needed(asked: type[Asked]) -> set[str]:
    return {
        name for name, parameter in parameters_of(asked).items() if parameter.required
    }


def questions(
    rng: random.Random, people: list[str], tournaments: list[str], newest: int
) -> Iterator[tuple[ServedQuestion, str, Asked]]:
    """Any of the quick questions about a player, a tournament or a list, asked about
    anybody, in any form.
    """
    entries = [
        entry
        for entry in QUESTIONS
        if entry.limits.costly is False
        and {*parameters_of(entry.asked)} & ABOUT
        and _needed(entry.asked) <= GIVEN
    ]
    while True:
        entry = rng.choice(entries)
        known = parameters_of(entry.asked)
        given: dict[str, Any] = {}
        for name in known:
            match name:
                case "player":
                    given[name] = rng.choice(people)
                case "tournament" if known[name].required or (
                    entry.command == "explain" and rng.random() < 0.8
                ):
                    given[name] = rng.choice(tournaments)
                case "list" if known[name].required or rng.random() < 0.7:
                    given[name] = rng.choice(("selo", "pelo"))
                case "as_of":
                    given[name] = rng.choice(DAYS)
                case "known_seq" if known[name].kind == "whole" and rng.random() < 0.2:
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
        given = {
            name: (value,) if known[name].many else value
            for name, value in given.items()
            if value is not None
        }
        forms = [
            JSON,
            *([PAGE] if entry.command in PAGES else []),
            *([CSV] if entry.has_rows else []),
        ]
        yield entry, rng.choice(forms), msgspec.convert(given, entry.asked)


class Watch:
    """A ledger that is kept open, and the questions that it was asked so far."""

    def __init__(self, path: Path, seed: int, each: int) -> None:
        self.each = each
        self.settings = Settings(ledger=str(path), now=lambda: NOW)
        self.ledgers = Ledgers(self.settings)
        self.rng = random.Random(f"warm {seed}")
        self.asked = dict[tuple[str, str, Asked], None]()
        self.compared = Counter[str]()

    def look(self, people: list[str], tournaments: list[str], newest: int) -> None:
        """Ask some of what was asked before, and something new."""
        before = self.rng.sample([*self.asked], min(len(self.asked), self.each))
        asking = questions(self.rng, people, tournaments, newest)
        new = [
            (entry.command, form, asked)
            for entry, form, asked in (next(asking) for _ in range(self.each // 4))
        ]
        with closing(Ledgers(self.settings)) as opened_anew:
            for command, form, asked in (*before, *new):
                wanted = self.wanted(command, form, asked)
                again, fresh = (
                    said(ledgers, self.settings, wanted)
                    for ledgers in (self.ledgers, opened_anew)
                )
                assert again == fresh, f"{command} {form} {asked}, asked at {newest}"
                self.compared[command] += (command, form, asked) in self.asked
        self.asked |= dict.fromkeys(new)

    def wanted(self, command: str, form: str, asked: Asked) -> AskedFor:
        visit = (
            Visit("fi", "", LiveLinks("", "/fi", "/x", ""), TODAY, "")
            if form == PAGE
            else None
        )
        return AskedFor(command, asked, form, TODAY, visit, None, PUBLIC)

    def close(self) -> None:
        self.ledgers.close()


def said(ledgers: Ledgers, settings: Settings, wanted: AskedFor) -> str:
    try:
        return rendered(ledgers, settings, wanted).text
    except SeloError as error:
        return f"refused: {[problem.code for problem in error.problems]}"


def told(path: Path, story: Story, each: int) -> Counter[str]:
    """A history told to a file, and what was looked at after each of its events."""
    with (
        closing(Watch(path, story.seed, each)) as watch,
        closing(connect(str(path), write=False)) as connection,
    ):
        ledger = SimpleNamespace(
            writer=SimpleNamespace(connection=connection),
            submit=lambda *documents: submitted(path, *documents),
        )
        teller = StoryLedger(ledger, {}, {}, head(connection))  # type: ignore[arg-type]
        people, tournaments = ["nobody"], ["nothing"]
        for document in story.documents():
            try:
                teller.tell(document)
            except Unwelcome:
                continue
            people += [
                document[name]
                for name in ("player", "from")
                if document.get(name) not in (None, *people)
            ]
            if document["kind"] == "tournament":
                tournaments.append(document["tournament"])
                games: list[Document] = document["games"]
                people += sorted(
                    {game[side] for game in games for side in ("white", "black")}
                    - {*people}
                )
            watch.look(people, tournaments, head(connection))
        return watch.compared


@pytest.mark.parametrize(("seed", "each"), HISTORIES)
def test_a_kept_ledger_says_what_one_says_that_is_opened_anew(
    tmp_path: Path, seed: int, each: int
) -> None:
    compared = told(new_ledger(tmp_path), long_story(seed), each)
    assert sum(compared.values()) > 500, compared
    assert len(compared) > 12, compared


def test_a_ledger_that_does_not_look_whether_anything_was_committed_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A control."""
    monkeypatch.setattr(KeptLedger, "_forget", lambda self: None)
    with pytest.raises(AssertionError, match="asked at"):
        told(new_ledger(tmp_path), long_story(0), FEW)
