"""Live ratings in the midst of tournaments beside the naive books, in which those
tournaments end on the day.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest

from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Reading
from projections.opened_ledger import OpenedLedger
from tests.naive.others.fide import fide_lines
from tests.naive.others.fide_now import fide_now_lines
from tests.naive.others.pages import Line, Pages, pages
from tests.naive.others.stories import SCENES, story
from tests.naive.records import Document, Tournament
from tests.naive.units import alone
from tests.properties.telling import ledger_of

QUARTERS, MONTHS = 1, 5  # where the scenes of elo-fide are among all
EDITIONS = {QUARTERS: "fide-2009", MONTHS: "fide-2024"}
SEEDS = [scene + len(SCENES) * number for scene in EDITIONS for number in range(3)]
DAYS = 6


def told(seed: int) -> list[Document]:
    """A story in which most rounds have a day of their own."""
    rng = random.Random(f"days {seed}")
    documents: list[Document] = [
        {
            "kind": "adopt-rules",
            "list": "elo-fide",
            "edition": EDITIONS[seed % len(SCENES)],
            "from": "0001-01-01",
            "_seq": 1,
        }
    ]
    for document in story(seed):
        if document["kind"] == "tournament":
            start, end = date.fromisoformat(document["start"]), document["end"]
            for game in document["games"]:
                day = (start + timedelta(days=game["round"] - 1)).isoformat()
                if "on" not in game and day <= end and rng.random() < 0.9:
                    game["on"] = day
        documents.append(document)
    return documents


def days(book: Pages, seed: int) -> list[str]:
    """Some on which a tournament goes on and nothing else happens: what comes first on
    one day is not asked here.
    """
    facts = book.facts
    taken = {tournament.end for tournament in facts.tournaments}
    taken |= {document["on"] for document in (*facts.openings, *facts.rulings)}
    taken |= {
        game.on for one in facts.tournaments for game in one.games if alone(game, one)
    }
    found = {
        game.on
        for one in facts.tournaments
        for game in one.games
        if one.start <= game.on < one.end and not alone(game, one)
    }
    return sorted(
        random.Random(seed).sample(sorted(found - taken), min(DAYS, len(found - taken)))
    )


def cut(book: Pages, day: str) -> Pages:
    """What had been played by the day, as if everything ended on it."""
    facts = replace(
        book.facts,
        tournaments=[
            one for whole in book.facts.tournaments for one in ended(whole, day)
        ],
    )
    return replace(book, facts=facts)


def ended(tournament: Tournament, day: str) -> Iterator[Tournament]:
    if tournament.end <= day:
        yield tournament
        return
    games = tuple(game for game in tournament.games if game.on <= day)
    if games:
        yield replace(tournament, end=max(day, tournament.start), games=games)


def lines(book: Pages, seed: int) -> list[Line]:
    return fide_lines(book) if seed % len(SCENES) == QUARTERS else fide_now_lines(book)


@pytest.mark.parametrize("seed", SEEDS)
def test_live_is_what_the_list_would_be_if_all_ended_that_day(seed: int) -> None:
    documents = told(seed)
    book = pages(documents)
    moving = 0
    with ledger_of(documents) as ledger:
        for day in days(book, seed):
            reading = Reading(OpenedLedger(ledger.connection), day, ledger.head())
            live = {
                row.player: row.live for row in rating_list(reading, "elo-fide").rows
            }
            naive = {
                line.player: line.after
                for line in lines(cut(book, day), seed)
                if line.on <= day
            }
            assert live == {player: naive[player] for player in live}, (seed, day)
            before = {
                line.player: line.after for line in lines(book, seed) if line.on <= day
            }
            moving += sum(naive[player] != before.get(player) for player in live)
    assert moving, "no live rating moved before the end of a tournament"
