"""Families that grow one merge at a time are those that all merges come to; a long
chain costs little.
"""

import itertools
import random
from pathlib import Path
from unittest.mock import patch

from audit.tables import rebuild_ledger
from ledger.merges import Families
from projections.replay import reach
from tests.properties.remade import one_pass
from tests.world import documents as told
from tests.world.ledger import Ledger, ledger, new_ledger, submitted
from tests.world.pace import bare_loop, seconds
from tests.world.rows import COLUMNS, standing_rows


def naive(merges: dict[str, str], player: str) -> str:
    while player in merges:
        player = merges[player]
    return player


def test_joined_one_by_one_they_are_the_same() -> None:
    for seed in range(50):
        rng = random.Random(seed)
        players = [f"P{number:02}" for number in range(30)]
        growing, merges = Families(), dict[str, str]()
        for _ in range(40):
            merged, into = rng.sample(players, 2)
            simple = merged not in merges and naive(merges, into) != merged
            assert growing.join(merged, into) == simple
            if simple:
                merges[merged] = into
            whole = Families(merges.items())
            for player in players:
                wanted = naive(merges, player)
                assert growing.resolve(player) == whole.resolve(player) == wanted, seed
                members = sorted(
                    other for other in merges if naive(merges, other) == player
                )
                assert (
                    growing.merged_into(player) == whole.merged_into(player) == members
                ), seed


def test_a_chain_of_merges_costs_little(tmp_path: Path) -> None:
    """600 took 4 s of CPU when every merge walked the chain, a hundred bare loops, and
    grew with its third power.
    """
    path = new_ledger(tmp_path)
    ids = [f"P{number:04}" for number in range(601)]
    submitted(
        path,
        *(
            {"kind": "player", "player": player, "name": f"Name {player}"}
            for player in ids
        ),
    )
    merges = [
        {"kind": "merge-players", "from": one, "into": other, "reason": "r"}
        for one, other in itertools.pairwise(ids)
    ]
    cost = seconds(lambda: submitted(path, *merges), times=1) / bare_loop()
    print(f"{cost:.1f} bare loops")
    assert cost < 20


def test_a_forged_circle_ends_too() -> None:
    """Deciding makes none; whoever can write the file can, and an audit has to come to
    its end.
    """
    circle = Families([("A", "B"), ("B", "C"), ("C", "A")])
    assert {circle.resolve(player) for player in "ABC"} <= set("ABC")


def test_single_merges_into_a_large_family_are_rebuilt_quickly(tmp_path: Path) -> None:
    """Every one of them walked the whole family for openings: 800 took 16 s to rebuild
    where 0.7 s are enough.
    """
    path = new_ledger(tmp_path)
    ids = [f"P{number:04}" for number in range(101)]
    submitted(
        path,
        *(
            {"kind": "player", "player": player, "name": f"Name {player}"}
            for player in ids
        ),
    )
    for one, other in itertools.pairwise(ids):
        submitted(
            path, {"kind": "merge-players", "from": one, "into": other, "reason": "r"}
        )
    with patch.object(reach, "_replace_units", wraps=reach._replace_units) as refitted:
        rebuild_ledger(str(path))
    assert refitted.call_count <= 3 * len(ids)


def test_a_federation_from_a_day_keeps_what_a_merged_id_said_before_it(
    tmp_path: Path,
) -> None:
    """X, a Finn, met F abroad, whose rating then counts; who else F turned out to be
    was told later, and later still that they changed their federation in 2024.
    """
    abroad = told.tournament("open", "2023-07-01", ("X", "F", "1-0"), domestic=False)
    merge = {"kind": "merge-players", "from": "F", "into": "I", "reason": "r"}
    norwegian = {"federation": "NOR", "federation_from": "2024-01-01"}
    with ledger(tmp_path) as book:
        book.submit(told.player("X"), told.opening("X", 1800), told.player("I"))
        book.submit(
            told.player("F", federation="SWE"), told.external("F", on="2023-01-01")
        )
        book.submit(abroad)
        rated_abroad = rated_in(book, "open")
        assert rated_abroad.keys() == {"X"}

        book.submit(merge)
        book.submit(told.player("I", **norwegian))
        assert rated_in(book, "open") == rated_abroad
        connection = book.writer.connection
        stepwise = [row[: len(COLUMNS)] for row in standing_rows(connection)]
        assert sorted(stepwise) == sorted(one_pass(connection))


def rated_in(book: Ledger, unit: str) -> dict[str, int]:
    """The players rated in a unit, with their ratings after it."""
    return {
        entry.change.player: entry.change.after
        for entry in book.entries()
        if entry.unit == unit
    }
