"""Games looked at all at once come to what they come to one by one; a stored event to
what it is read back as.
"""

import contextlib
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desk import submit as submitting
from ledger import checks
from ledger.columns import tournament_in_columns
from ledger.decide.games import columns_of, game_facts
from ledger.decide.tournaments import header_of
from ledger.documents import GameIn, Tournament
from ledger.errors import Refused, SeloError
from ledger.events import Event, encode_body
from ledger.store.database import snapshot
from ledger.store.events import events_after
from projections.tables import build
from tests.properties.telling import long_story
from tests.world.documents import player
from tests.world.ledger import TODAY, new_ledger, submitted

RARE: dict[str, tuple[Any, ...]] = {
    "result": ("0-0", "1/2-0", "*", "1-0F", "1/2-1/2"),
    "board": (1, 2),
    "on": ("2024-01-02", "2024-02-30"),
    "minutes": (60, 90.0, 2, 0.001),
    "minutes_black": (30, 90),
    "tiebreak": (True,),
    "game": ("1.2", "a", "b", "2.1"),
}


def games(chance: random.Random) -> list[GameIn]:
    """Pairings round by round; now and then a round out of order, a player twice, and
    one rare field or two.
    """
    rare = chance.sample(sorted(RARE), chance.choice((0, 0, 1, 2)))
    made = []
    for number in chance.choice(((1, 2, 3), (1, 2, 1), (2, 1))):
        people = chance.sample("ABCDEFGH", 8)
        for white, black in zip(people[::2], people[1::2], strict=True):
            own = {
                field: chance.choice(RARE[field])
                for field in rare
                if chance.random() < 0.2
            }
            pair = (
                (chance.choice("ABCDEFGH"), black)
                if chance.random() < 0.03
                else (white, black)
            )
            made.append(
                GameIn(
                    **{
                        "round": number,
                        "white": pair[0],
                        "black": pair[1],
                        "result": "1-0",
                    }
                    | own
                )
            )
    return made


def documents(seed: int, number: int = 300) -> list[Tournament]:
    chance = random.Random(seed)
    return [
        Tournament(
            tournament="t",
            name="T",
            start="2024-01-01",
            end="2024-01-03",
            games=games(chance),
            minutes=90,
            each_game_rated=chance.random() < 0.2,
        )
        for _ in range(number)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_columns_come_to_the_games_one_by_one(seed: int) -> None:
    refused = 0
    for document in documents(seed):
        header = header_of(document)
        try:
            facts = game_facts(document.games, frozenset(), {}, 1)
        except Refused:
            refused += 1
            continue
        one_by_one = tournament_in_columns("t", header, facts)
        assert columns_of(document, header) == one_by_one
    assert refused < 50


@pytest.mark.parametrize("seed", range(3))
def test_no_flaw_is_lost(seed: int) -> None:
    flawed = sound = 0
    for document in documents(seed):
        flaws = list(checks._flaws_of_each_game(document))
        assert bool(flaws) != checks._every_game_sound(document)
        flawed, sound = flawed + bool(flaws), sound + (not flaws)
    assert min(flawed, sound) > 20


@pytest.mark.parametrize(
    "seed",
    [0, *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(1, 12))],
)
def test_events_are_passed_on_as_they_would_be_read_back(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are not decoded after storing: 10,000 tournaments would be decoded for
    nothing.
    """
    passed_on: list[Event] = []
    project = build.project_stored

    def noting(connection: Any, events: Any, *others: Any) -> Any:
        passed_on.extend(events)
        return project(connection, events, *others)

    path = new_ledger(tmp_path)
    monkeypatch.setattr(submitting, "project_stored", noting)
    story = long_story(seed).documents()
    for document in story:
        # a seq that it names may be another one here
        with contextlib.suppress(SeloError):
            submitted(path, document)
    submitted(
        path,
        player("NEW", born="1990"),
        {"kind": "publish", "list": "selo", "label": "L", "as_of": TODAY},
    )
    with snapshot(str(path)) as connection:
        stored = list(events_after(connection, 0))[-len(passed_on) :]
    assert len(passed_on) > len(story) / 2
    assert [msgspec.structs.astuple(event) for event in passed_on] == list(
        map(msgspec.structs.astuple, stored)
    )
    # 90 and 90.0 are equal, and are stored differently
    assert [encode_body(event.body) for event in passed_on] == [
        encode_body(event.body) for event in stored
    ]
