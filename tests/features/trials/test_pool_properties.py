"""The pool over random histories and the demo federation: for every list the causes add
up, and the rounding hides nothing: of an entry that is rounded once never more than
half a point is left.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from features.trials.pool import PoolAsked, pool, pool_of
from ledger.store.database import connect
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Reading
from projections.runs.over_all_games import Facts, Run
from projections.runs.setups import booked_setup
from rulebooks import LISTS, rulebook
from rulebooks.entries import MILLION, WorkedEntry
from tests.features.trials.pooled import Row, added_up, as_json
from tests.properties.telling import Story, ledger_of, long_story, stories
from tests.world.ledger import every_fact
from tests.world.rows import entries_of_run

EVERY_LIST = (
    *LISTS,
    "elo:elo-16-32",
    "elo:elo-uscf",
    "elo-no:no",
    "selo:fi-1990",
    "selo:fi-2011",
)
FEW = settings(
    max_examples=3, deadline=None, derandomize=True, database=None, print_blob=True
)


entries_of = lru_cache(maxsize=1)(entries_of_run)  # asked for again for every month


def left_over(entry: WorkedEntry) -> float:
    """What is missing to the number when every cause is counted; 0 where one cause is
    all of it.
    """
    change = entry.change
    account = rulebook(entry.list).account(change)
    if account.whole:
        return 0.0
    begins = change.before if account.start is None else account.start
    assert begins is not None
    counted = sum(side.points for side in account.sides) + sum(
        amount for _, amount in account.more
    )
    return ((change.after - begins) * MILLION - counted) / MILLION


def most(entry: WorkedEntry) -> float:
    """Half a point a rounding, and half a millionth a game. PSM rounds each game;
    FIDE's live number is rounded before and after.
    """
    games = len(entry.change.terms)
    roundings = {"elo-psm": games, "elo-fide": 2}.get(entry.list, 1)
    return roundings / 2 + (games + 2) / MILLION


def beyond(run: Run) -> list[str]:
    """Entries of which too much is left over."""
    entries = entries_of(run)
    return [
        f"{entry} leaves {left_over(entry)}"
        for entry in entries
        if abs(left_over(entry)) > most(entry)
    ]


def numbers_on(run: Run, day: str) -> list[int]:
    """Everybody's number at the end of a day, by a way of its own; not who is struck
    off.
    """
    found: dict[str, int] = {}
    rules, held = run.setup.rules, {}
    for entry in entries_of(run):
        if entry.on <= day:
            found[entry.change.player] = entry.change.after
            held[entry.change.player] = entry.change.standing
    return sorted(
        number
        for player, number in found.items()
        if rules.at(held[player], day).rating is not None
    )


def trial(reading: Reading, said: str) -> Run:
    """The very run that the pool is made from."""
    return Facts(reading).run(booked_setup(reading.timeline, said))


def checked(reading: Reading, said: str) -> list[Row]:
    """A list's pool in several ways; answers the rows by year."""
    run = trial(reading, said)
    assert not (found := beyond(run)), "\n".join([said, *found[:5]])
    years: list[Row] = added_up(
        as_json(pool_of(reading, run, PoolAsked(list_name=said)))
    )["rows"]
    for row in years:
        numbers = numbers_on(run, row["to"])
        assert (row["players"], row["total"]) == (len(numbers), sum(numbers)), (
            said,
            row["period"],
        )
    months = added_up(
        as_json(pool_of(reading, run, PoolAsked(list_name=said, by="month")))
    )["rows"]
    for row in months:
        entries = [
            entry for entry in entries_of(run) if row["from"] <= entry.on <= row["to"]
        ]
        assert abs(row["causes"]["rounding"]) <= sum(map(most, entries)), (
            said,
            row["period"],
        )
    assert sum(row["change"] for row in months) == sum(row["change"] for row in years)
    for asked in (
        PoolAsked(list_name=said, by="quarter", active_years=1),
        PoolAsked(list_name=said, active_years=2),
    ):
        rows = added_up(as_json(pool_of(reading, run, asked)))["rows"]
        if len(rows) > 2:
            assert (
                added_up(
                    as_json(
                        pool_of(reading, run, replace(asked, since=rows[1]["from"]))
                    )
                )["rows"]
                == rows[1:]
            )
    return years


@FEW
@given(stories())
def test_the_pool_of_short_stories_adds_up(story: Story) -> None:
    """Every list of the same story: telling it takes longer than asking."""
    with ledger_of(story.documents()) as ledger:
        for name in EVERY_LIST:
            checked(every_fact(ledger.connection, "2026-10-31"), name)


@pytest.mark.parametrize(
    "seed",
    [
        5001,
        *(pytest.param(seed, marks=pytest.mark.torture) for seed in (5000, 5002, 5003)),
    ],
)
def test_the_pool_of_long_histories_adds_up(seed: int) -> None:
    """At home, with foreigners (these in every run of the tests), over three editions,
    both.
    """
    with ledger_of(long_story(seed).documents()) as ledger:
        reading = every_fact(ledger.connection, "2026-10-31")
        for said in EVERY_LIST:
            checked(reading, said)
        for name in ("selo", "pelo"):
            for row in added_up(as_json(pool(reading, PoolAsked(list_name=name))))[
                "rows"
            ]:
                as_listed(reading, name, row)


def as_listed(reading: Reading, name: str, row: Row) -> None:
    """A booked list counts the players of `selo list`."""
    then = Reading(reading.ledger, row["to"], reading.known_seq, reading.timeline)
    listed = [listed.rating for listed in rating_list(then, name).rows]
    assert (row["players"], row["total"]) == (len(listed), sum(listed))


@contextmanager
def opened(path: str) -> Iterator[sqlite3.Connection]:
    connection: Any = connect(path, write=False)
    try:
        yield connection
    finally:
        connection.close()


@pytest.mark.parametrize("said", EVERY_LIST)
def test_the_pool_of_the_demo_adds_up(demo_ledger: Path, said: str) -> None:
    with opened(str(demo_ledger)) as connection:
        reading = every_fact(connection, "2025-11-01")
        rows = checked(reading, said)
        if said in ("selo", "pelo"):
            for row in rows:
                as_listed(reading, said, row)
    assert len(rows) == 4 and rows[-1]["players"] > 30


def test_a_wrong_account_would_be_seen(
    demo_ledger: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without the bonus, without the cap, with another K, too much is left
    over.
    """
    from rulebooks.finland import account

    with opened(str(demo_ledger)) as connection:
        run = trial(every_fact(connection, "2025-11-01"), "selo")
    assert not beyond(run)
    true, exact_k = account._selo, account._exact_k
    for without in (0, 1):
        monkeypatch.setattr(
            account,
            "_selo",
            lambda change, left=without: replace(
                true(change), more=true(change).more[left:][:1]
            ),
        )
        assert beyond(run)
    monkeypatch.setattr(account, "_selo", true)
    monkeypatch.setattr(
        account, "_exact_k", lambda coefficient: exact_k(coefficient // 2)
    )
    assert beyond(run)
