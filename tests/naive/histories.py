"""Random histories: contract documents, valid one after the other, in the order they
arrive.

Every document is one event; ``_seq`` numbers them from ``first_seq``, and ``withdraw``
/ ``reinstate`` by seq use these numbers. No two documents are the same, so none is a
repetition.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta

from . import corrections as fix
from . import plays
from .records import Document
from .world import World

LEVELS = (1480, 1640, 1750, 1892, 2042, 2195, 2295)

Action = Callable[[World], None]


def history(
    rng: random.Random,
    *,
    tournaments: int = 30,
    players: int = 16,
    foreign: bool = False,
    editions: bool = False,
    corrections: bool = True,
    first_seq: int = 1,
) -> list[Document]:
    """One history. ``foreign``: foreigners, 3.7 to 3.9, rulings. ``editions``: 2009 to
    2024 and adopt-rules.
    """
    world = new_world(rng, players, foreign, editions, corrections, first_seq)
    for player in rng.sample(world.people, len(world.people) // 2):
        world.introduce(player)
    for action in plan(world, tournaments, players):
        action(world)
    return world.docs


def new_world(
    rng: random.Random,
    players: int,
    foreign: bool,
    editions: bool,
    corrections: bool,
    first_seq: int,
) -> World:
    """Few days, few players, ratings close together around one or two limits."""
    first, last = (
        ("2009-01-01", "2024-12-31") if editions else ("2023-05-01", "2025-12-31")
    )
    span = (date.fromisoformat(last) - date.fromisoformat(first)).days
    days = {first} | {
        (date.fromisoformat(first) + timedelta(days=rng.randint(0, span))).isoformat()
        for _ in range(30)
    }
    if editions:
        days |= {
            "2010-12-30",
            "2010-12-31",
            "2011-01-01",
            "2011-01-03",
            "2023-04-24",
            "2023-04-25",
            "2023-04-26",
        }
    ghosts = max(1, players // 4)
    return World(
        rng=rng,
        foreign=foreign,
        editions=editions,
        corrections=corrections,
        people=[
            rng.choice(("P", "p_", "R.")) + str(number)
            for number in range(1, players - ghosts + 1)
        ],
        ghosts=[f"X-{number}" for number in range(1, ghosts + 1)],
        days=sorted(days),
        last_day=last,
        first_seq=first_seq,
        ratings=rng.sample(LEVELS, rng.choice((1, 2))),
        split_adoptions=editions and rng.random() < 0.3,
    )


def plan(world: World, tournaments: int, players: int) -> list[Action]:
    """Everything that is tried, in a random order; what is not possible at its turn is
    left out.
    """
    many, some, few = tournaments, max(1, tournaments // 4), max(1, tournaments // 8)
    actions: list[Action] = []
    actions += (
        [plays.tournament] * tournaments
        + [plays.opening] * players
        + [plays.single_game] * some
    )
    if world.corrections:
        actions += (
            [fix.amend] * many
            + [fix.withdraw_tournament] * some
            + [fix.reinstate_tournament] * some
        )
        actions += [fix.withdraw_seq] * few + [fix.reinstate_seq] * few
        actions += [fix.merge] * some + [fix.change_merge] * some
    if world.foreign:
        actions += (
            [plays.external] * (2 * players)
            + [plays.elo_only] * some
            + [plays.federation_change] * some
        )
        actions += [fix.ruling] * some
    if world.editions and world.rng.random() < 0.6:
        actions += [fix.adopt] * 2 + [fix.change_adoption] * (
            2 if world.corrections else 0
        )
    world.rng.shuffle(actions)
    return actions
