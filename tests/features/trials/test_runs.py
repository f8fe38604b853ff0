"""Lists run without booking: a booked list comes out as booked, the ledger is never
touched, a change changes.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from features.trials.what_if import (
    Proposal,
    changes,
    flaws,
    read_proposal,
    with_changes,
)
from ledger.errors import Usage
from messages.answer import json_value
from projections.answers import Question
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from projections.answers.opened import opened_with_all_events
from projections.answers.reading import Reading
from projections.replay.exported_row import Row, row_of
from projections.runs.over_all_games import Facts, Run
from projections.runs.setups import booked_setup, setups
from rulebooks import LISTS, family
from tests.features.trials.conftest import Told
from tests.naive.finland import book
from tests.properties.telling import ledger_of, long_story
from tests.world.documents import opening, player, tournament
from tests.world.ledger import TODAY, every_fact, ledger
from tests.world.pace import seconds
from tests.world.rows import COLUMNS, rows_of_run

WRONG = "wrong-value"
SEQ = COLUMNS.index("seq")
OTHERS = [name for name in LISTS if name not in ("selo", "pelo")]


def adoption(name: str) -> dict[str, Any]:
    edition = next(iter(family(name).EDITIONS))
    return {
        "kind": "adopt-rules",
        "list": name,
        "edition": edition,
        "from": "0001-01-01",
        "_seq": -1,
    }


def run_of(found: Reading, name: str) -> Run:
    return Facts(found).run(setups(found.timeline, [name])[0])


def same(rows: Sequence[Row]) -> list[Row]:
    """Entries in one order."""
    return sorted(rows, key=lambda row: row[:4])


def booked_rows(reading: Reading, name: str) -> list[Row]:
    return same([row_of(entry) for entry in reading.entries(list_name=name)])


@pytest.mark.parametrize(
    "seed",
    [
        *range(4),
        *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(4, 40)),
    ],
)
def test_a_booked_list_comes_out_as_booked(seed: int, long_told: Told) -> None:
    """The whole of every entry, on any day: the run and the stored tables are two ways
    to the same numbers.
    """
    for as_of in (TODAY, "2024-06-30"):
        found = every_fact(long_told(seed).connection, as_of)
        for name in ("selo", "pelo"):
            # with its own openings, even where it has none
            run = Facts(found).run(booked_setup(found.timeline, name))
            assert same(rows_of_run(run)) == booked_rows(found, name), (
                seed,
                name,
                as_of,
            )


@pytest.mark.parametrize("seed", [4, 6])
def test_the_naive_second_implementation_agrees(seed: int) -> None:
    """What everybody's entries add up to, and when titles were reached."""
    story = long_story(seed)
    documents = story.documents()
    with ledger_of(documents) as here:
        run = run_of(every_fact(here.connection), "selo")
        naive = book(documents)
        sums = {player: row[:3] for player, row in naive.current("selo").items()}
        assert sums == {
            total.player: (total.rating, total.games, total.normal_games)
            for total in run.totals()
        }, story
        titles = {
            (player, name): on
            for player, own in naive.titles().items()
            for name, (on, _, _) in own.items()
        }
        assert titles == run.titles(), story


@pytest.mark.parametrize("name", OTHERS)
def test_another_list_runs_as_it_would_be_booked(name: str) -> None:
    """A list nobody adopted, from its own openings, equals the same list adopted in
    another ledger.
    """
    documents = long_story(2).documents()
    openings = [
        {**d, "list": name, "kind": "opening"}
        for d in documents
        if d["kind"] == "opening" and d["list"] == "selo"
    ]
    for one in openings:
        one.pop("titles", None)
    events = [d for d in documents if d["kind"] in ("player", "tournament")]
    with ledger_of([adoption(name), *events, *openings]) as booked:
        stored = every_fact(booked.connection)
        run = run_of(stored, name)
        ended = name == "elo-no"
        until = "2018-01-31~" if ended else "9999"
        rows = [row for row in same(rows_of_run(run)) if row[1] < until]
        assert rows and rows == [
            row for row in booked_rows(stored, name) if row[1] < until
        ]
        if ended:
            assert len(rows_of_run(run)) > len(rows), (
                "a run ignores that the system was given up"
            )


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    with ledger(tmp_path) as here:
        here.submit(*documents())
    yield tmp_path / "test.db"


def documents() -> list[dict[str, Any]]:
    openings = [opening("A", 2000), opening("B", 1800), opening("C", 1600)]
    games = [
        ("A", "B", "1-0"),
        ("C", "A", "1/2-1/2"),
        ("B", "C", "0-1"),
        ("D", "A", "0-1"),
        ("C", "D", "1-0"),
    ]
    return [
        *map(player, "ABCD"),
        *openings,
        *(tournament(f"T{n}", f"2024-0{n}-10", *games) for n in (1, 2, 3)),
    ]


def test_nothing_is_ever_written(small: Path) -> None:
    before = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in small.parent.iterdir()
    }
    with opened_with_all_events(str(small), Question(), TODAY) as found:
        facts = Facts(found)
        for asked in setups(found.timeline, list(LISTS)):
            assert facts.run(asked).rows
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            found.events.execute("DELETE FROM unit")
    after = {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in small.parent.iterdir()
    }
    assert {
        k: v for k, v in after.items() if k in before and not k.endswith("-shm")
    } == {k: v for k, v in before.items() if not k.endswith("-shm")}


def test_openings_are_the_lists_own_else_those_beside_it(small: Path) -> None:
    with opened_with_all_events(str(small), Question(), TODAY) as found:
        asked = setups(found.timeline, ["elo", "selo"])
        assert [one.openings_from for one in asked] == ["selo", "selo"]
        assert {
            row[3]: row[12]
            for row in rows_of_run(Facts(found).run(asked[0]))
            if row[4] == "opening"
        } == {
            "A": 2000,
            "B": 1800,
            "C": 1600,
        }


def test_a_list_with_an_opening_of_its_own_takes_no_others(tmp_path: Path) -> None:
    own = opening("A", 1900, "elo", games=0)
    with ledger(tmp_path) as here:
        here.submit(adoption("elo"), *documents(), own)
        found = every_fact(here.writer.connection)
        run = Facts(found).run(setups(found.timeline, ["selo", "elo"])[1])
        assert [
            (row[3], row[12]) for row in rows_of_run(run) if row[4] == "opening"
        ] == [("A", 1900)]


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        (["selo", "nothing"], ["unknown-list"]),
        (["selo:fi-1991"], ["unknown-edition"]),
        (["elo:fi-2023", "elo", "elo"], ["unknown-edition", "twice"]),
        ([""], ["unknown-list"]),
    ],
)
def test_what_no_list_is(small: Path, said: list[str], codes: list[str]) -> None:
    with (
        opened_with_all_events(str(small), Question(), TODAY) as found,
        pytest.raises(Usage) as refused,
    ):
        setups(found.timeline, said)
    assert [problem.code for problem in refused.value.problems] == codes
    assert all(problem.hint for problem in refused.value.problems)


def test_an_edition_may_be_named(small: Path) -> None:
    """fi-1990 has no bonus: the sum of three even results is less."""
    with opened_with_all_events(str(small), Question(), TODAY) as found:
        now, old = (run_of(found, name) for name in ("selo", "selo:fi-1990"))
    assert {row[9] for row in rows_of_run(old)} == {"fi-1990"}
    bonus = COLUMNS.index("bonus")
    assert any(row[bonus] for row in rows_of_run(now)) and not any(
        row[bonus] for row in rows_of_run(old)
    )


# --- a proposed change ---


def proposed(change: dict[str, Any], list_name: str = "selo") -> Proposal:
    said = {"list": list_name, "name": "new", "change": change}
    assert list(flaws(said)) == []
    return read_proposal(said)


def runs(found: Reading, change: Proposal, since: str) -> tuple[Run, Run]:
    facts = Facts(found)
    [base] = setups(found.timeline, [change.list])
    return facts.run(base), facts.run(with_changes(base, change, since))


def after(run: Run, player: str) -> list[tuple[str, int]]:
    return [
        (row[7], row[12])
        for row in rows_of_run(run)
        if row[3] == player and row[4] == "unit"
    ]


def test_the_numbers_as_they_are_change_nothing(long_told: Told) -> None:
    """The control: a proposal of today's own numbers gives today's own list, over many
    histories.
    """
    same_again = proposed(
        {
            "cap": 92,
            "bonus_established": 1,
            "new_until": 10,
            "kt": [[90, 100], [60, 50], [0, 30]],
        }
    )
    for seed in range(4):
        as_is, new = runs(
            every_fact(long_told(seed).connection), same_again, "2023-04-26"
        )
        edition = COLUMNS.index("edition")
        plain = [
            tuple("" if i == edition else v for i, v in enumerate(row))
            for row in rows_of_run(as_is)
        ]
        assert plain == [
            tuple("" if i == edition else v for i, v in enumerate(row))
            for row in rows_of_run(new)
        ]


def test_a_change_counts_from_its_day(small: Path) -> None:
    with opened_with_all_events(str(small), Question(), TODAY) as found:
        as_is, new = runs(found, proposed({"bonus_established": 100}), "2024-02-10")
    was, now = dict(after(as_is, "A")), dict(after(new, "A"))
    assert was["T1"] == now["T1"]
    # three games a tournament, ten points each instead of a tenth, before what the
    # higher number costs
    assert now["T2"] - was["T2"] == pytest.approx(30, abs=1)
    assert [e for _, e in new.setup.schedule] == [
        "fi-1990",
        "fi-2011",
        "fi-2023",
        "fi-2023*",
    ]


def test_a_change_between_two_editions_holds_in_both(small: Path) -> None:
    with opened_with_all_events(str(small), Question(), TODAY) as found:
        [base] = setups(found.timeline, ["selo"])
        one = proposed({"cap": 80})
        asked = with_changes(base, one, "2011-01-01")
    assert asked.schedule == (
        ("0001-01-01", "fi-1990"),
        ("2011-01-01", "fi-2011*"),
        ("2023-04-26", "fi-2023*"),
    )
    assert [(c.edition, c.before, c.after) for c in changes(one, asked.schedule)] == [
        ("fi-2011", 92, 80),
        ("fi-2023", 92, 80),
    ]


def test_a_later_limit_for_new_players_keeps_their_sums(small: Path) -> None:
    """With the limit at 1000 D is still new after any number of games: 7.3 over all of
    them.
    """
    with opened_with_all_events(str(small), Question(), TODAY) as found:
        _, new = runs(found, proposed({"new_until": 1000}), "0001-01-01")
        rows = [row for row in rows_of_run(new) if row.player == "D"]
    assert [row.formula for row in rows] == ["7.3"] * 3
    met = [term for row in rows for term in json.loads(row.terms)]
    numbers, made = sum(term[3] for term in met), sum(term[2] for term in met)
    exact = numbers / 6 + 400 * (made / 12 - 0.5) + 6 / 10
    assert rows[-1][12] == int(exact + 0.5)


def test_defaults_of_the_unrated_and_the_kr_table(small: Path) -> None:
    with opened_with_all_events(str(small), Question(), TODAY) as found:
        as_is, lower = runs(found, proposed({"unrated": {"open": 1000}}), "0001-01-01")
        _, none = runs(
            found, proposed({"kr": [[0, 0]], "bonus_established": 0}), "0001-01-01"
        )
    assert dict(after(none, "A"))["T3"] == 2000, "with Kr 0 nobody moves"
    assert rows_of_run(as_is)[0][9] != rows_of_run(lower)[0][9]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("pelo", {"pelo_most": 100}),
        ("elo-no", {"k": {"IV": [0, 0, 0.5]}}),
        ("elo-psm", {"top": 3000}),
        ("elo", {"k": [[2000, 10], [0, 40]], "start": 1200}),
        ("elo-uscf", {"points": 400}),
        ("elo-fide", {"k_new": 50, "k": 1, "k_top": 1}),
    ],
)
def test_every_list_can_be_changed(
    small: Path, name: str, change: dict[str, Any]
) -> None:
    """Each number really is read: the numbers come out different."""
    games = [("A", "B", "0-1"), ("B", "C", "0-1"), ("A", "C", "1/2-1/2")] * 3
    blitz = {**tournament("B1", "2024-05-05", *games), "minutes": 5}
    with ledger(small.parent, "more.db") as here:
        here.submit(*documents(), tournament("T9", "2024-04-10", *games), blitz)
        as_is, new = runs(
            every_fact(here.writer.connection), proposed(change, name), "0001-01-01"
        )
    assert as_is.rows and [row[12] for row in rows_of_run(as_is)] != [
        row[12] for row in rows_of_run(new)
    ]


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ({}, ["missing-field", "missing-field"]),
        ({"list": "selo", "change": {}}, [WRONG]),
        ({"list": "selo", "change": []}, [WRONG]),
        ({"list": ["selo"], "change": {"cap": 1}}, ["unknown-list"]),
        (
            {"list": "selo", "change": {"cap": 49, "capp": 1, "bonus_new": True}},
            [WRONG, "unknown-number", WRONG],
        ),
        (
            {"list": "selo", "change": {"cap": None}, "name": "", "more": 1},
            ["unknown-field", WRONG, WRONG],
        ),
        ({"list": "selo", "change": {"cap": 60}, "name": "selo"}, [WRONG]),
        ({"list": "selo", "change": {"cap": 60}, "name": "a\u0000b"}, [WRONG]),
        ({"list": "selo", "change": {"kr": [[1, 2], [5, 6]]}}, [WRONG]),
        ({"list": "selo", "change": {"kr": [[1.5, 2]]}}, [WRONG]),
        ({"list": "selo", "change": {"kr": [[1, 2, 3]]}}, [WRONG]),
        ({"list": "selo", "change": {"unrated": {"seniors": 1}}}, [WRONG]),
        ({"list": "selo", "change": {"unrated": {"open": "1"}}}, [WRONG]),
        ({"list": "selo", "change": {"carries_games": 1}}, [WRONG]),
        ({"list": "elo-no", "change": {"k": {"VI": [1, 2, 3]}}}, [WRONG]),
        ({"list": "elo-no", "change": {"k": {"I": [1, 2]}}}, [WRONG]),
        ({"list": "elo-no", "change": {"cap": 60}}, ["unknown-number"]),
    ],
)
def test_a_proposal_is_refused_with_all_that_is_wrong(
    said: dict[str, Any], codes: list[str]
) -> None:
    assert [code for _, code, _, _ in flaws(said)] == codes


def test_the_list_of_a_run_is_the_list_of_the_ledger(small: Path) -> None:
    from features.trials.compare import ranking_of

    with reading(str(small), Question(), TODAY) as stored:
        booked = json_value(rating_list(stored, "selo"))["rows"]
    with opened_with_all_events(str(small), Question(), TODAY) as found:
        ranking = ranking_of(run_of(found, "selo"))
    rows = [{"rank": place.rank, **place.row._asdict()} for place in ranking.values()]
    without_names = [
        {key: value for key, value in row.items() if key != "name"} for row in booked
    ]
    assert rows == [{**row, "beside": {}} for row in without_names]


def test_a_run_takes_a_fraction_of_a_rebuild() -> None:
    """In processor time, and both of the lists that a rebuild makes; most of a small
    one goes into its tables.
    """
    with ledger_of(long_story(10).documents()) as story:
        found = every_fact(story.connection)

        def both() -> None:
            facts = Facts(found)
            for asked in setups(found.timeline, ["selo", "pelo"]):
                assert facts.run(asked).rows

        assert seconds(both, times=5) < seconds(story.ledger.rebuild, times=5) / 4
