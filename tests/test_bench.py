"""The made-up history that figures are measured on: the same games from the same seed,
and as real as it says.
"""

import hashlib
import random
from collections import defaultdict
from pathlib import Path

import pytest

from audit.tables import rebuild_ledger
from desk.submit import submit
from exchange.json.files import read_documents
from tests.world.ledger import new_ledger, outside
from tests.world.pace import seconds
from tools.bench import measure, one_by_one, page, peers
from tools.bench.costs import Cost
from tools.bench.history import history, lines


def test_a_seed_is_one_history() -> None:
    text = "\n".join(lines(2_000)).encode()
    assert (
        hashlib.sha256(text).hexdigest()[:12]
        == hashlib.sha256("\n".join(lines(2_000)).encode()).hexdigest()[:12]
    )
    assert text != "\n".join(lines(2_000, seed=778)).encode()


def test_it_has_the_games_asked_for_in_the_order_of_their_days() -> None:
    tournaments = list(history(5_000))
    assert sum(len(played.games) for played in tournaments) == 5_000
    starts = [played.start for played in tournaments]
    assert starts == sorted(starts) and all(
        played.start <= played.end for played in tournaments
    )


def test_games_that_are_sent_one_by_one_are_those_of_real_rounds() -> None:
    """Ten boards a round, and nobody at two of them."""
    players = [f"P{number}" for number in range(400)]
    sent = list(one_by_one.games(1000, players, random.Random(1)))
    opened = [one_by_one.tournament(n, players, "2026-01-01") for n in range(20)]
    rounds: dict[tuple[str, int], list[str]] = defaultdict(list)
    for event in opened:
        (first,) = event["games"]
        rounds[event["tournament"], 1] += [first["white"], first["black"]]
    for game in sent:
        rounds[game["tournament"], game["round"]] += [game["white"], game["black"]]
    assert len(sent) == 1000 and len(rounds) == 20 * 6
    assert all(len(seats) == len(set(seats)) <= 20 for seats in rounds.values())


def test_nobody_plays_themselves_or_twice_in_a_round() -> None:
    for played in history(5_000):
        seats = [(game[0], player) for game in played.games for player in game[1:3]]
        assert len(set(seats)) == len(seats)


def test_stronger_players_score_more() -> None:
    """The control for a generator whose results would be coin flips: White's advantage
    and strength both show.
    """
    games = [game for played in history(20_000) for game in played.games]
    white = sum(game[3] for game in games) / (2 * len(games))
    assert 0.5 < white < 0.56


MOST_LOOPS = 50  # 25 were measured


def test_a_rebuild_costs_so_many_bare_loops_over_the_same_games(tmp_path: Path) -> None:
    """CPU time of both in one run, the best of three: wide enough not to flicker on a
    busy machine.
    """
    games = 20_000
    path = str(new_ledger(tmp_path))
    submit(
        path,
        read_documents("history.jsonl", "\n".join(lines(games)).encode()),
        outside(),
    )
    loop = peers.bare_loop(str(games))
    cost, bare = seconds(lambda: rebuild_ledger(path)), seconds(loop)
    assert cost < MOST_LOOPS * bare, (
        f"{cost:.3f} s are {cost / bare:.0f} bare loops of {bare:.4f} s"
    )


def test_the_page_has_a_row_for_everything_that_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault in writing it would show after an hour of measuring."""
    for name in ("of_stage", "of_selo"):
        monkeypatch.setattr(measure, name, lambda *_, **__: Cost(1.0, 1.0))
    monkeypatch.setattr(measure, "bytes_a_game", lambda *_: {"log": 1.0, "file": 1.0})
    monkeypatch.setattr(page, "DOCS", tmp_path)
    (tmp_path / "reference").mkdir()
    sizes = [measure.measured(tmp_path, games) for games in (50_000, 100_000)]
    page.write(sizes, [*measure.other_shapes()])
    written = (tmp_path / "reference" / "performance.md").read_text("utf-8")
    for row in sizes[0].rows:
        assert written.count(f"| {row.name} |") == (
            2 if row.name.startswith("beside it") else 3
        ), row.name
    assert "| rebuild, in process | 1.0 |" in written and "2 times as many" in written
