"""A search over variants of a rule: what it tries, what chooses, what judges, and that
it says so.
"""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from features.trials.rule_change import space
from features.trials.scores import scored
from features.trials.search import SearchSpace, search
from features.trials.what_if import read_proposal, what_if, with_changes
from ledger.errors import Refused, Usage
from messages.answer import json_value
from projections.answers import Question
from projections.answers.opened import opened_with_all_events
from projections.runs.forecasts import forecasts
from projections.runs.over_all_games import Facts
from projections.runs.setups import setups
from rulebooks.base import BEGINNING
from tests.world.command import Command
from tests.world.ledger import TODAY

DAY = "2025-01-01"
SPACE: dict[str, Any] = {
    "list": "selo",
    "change": {"cap": [85, 92, 98], "bonus_new": [0, 2], "new_until": [5, 10]},
}


def searched(
    ledger: Path,
    most: int = 1000,
    top: int = 100,
    day: str = DAY,
    what: dict[str, Any] | None = None,
) -> Any:
    with opened_with_all_events(str(ledger), Question(), TODAY) as found:
        return json_value(
            search(
                found,
                space("space", json.dumps(what or SPACE).encode()),
                day,
                most,
                top,
            )
        )


def test_the_best_before_the_day_is_first_and_later_games_judge_it(
    demo_ledger: Path,
) -> None:
    """Each figure as `what-if` and `predict` would have it: the losses on both sides,
    the interval, the counts.
    """
    found = searched(demo_ledger)
    assert (found["tried"], found["combinations"], len(found["rows"])) == (12, 12, 12)
    losses = [row["chosen_by"] for row in found["rows"]]
    assert losses == sorted(losses) and len(set(losses)) > 6
    assert sorted(map(str, (row["change"] for row in found["rows"]))) == sorted(
        str(dict(zip(SPACE["change"], values, strict=True)))
        for values in product(*SPACE["change"].values())
    )
    best = found["rows"][0]
    proposal = read_proposal({"list": "selo", "name": "x", "change": best["change"]})
    with opened_with_all_events(str(demo_ledger), Question(), TODAY) as reading:
        facts = Facts(reading)
        [own] = setups(reading.timeline, ["selo"])
        for row, setup in (
            (found["as_it_is"], own),
            (best, with_changes(own, proposal, BEGINNING)),
        ):
            run = facts.list_of(setup)
            earlier, later = (
                scored(forecasts(run, *days).counted())
                for days in ((BEGINNING, "2024-12-31"), (DAY, TODAY))
            )
            assert (row["chosen_by"], row["held_out"]) == (
                earlier.log_loss,
                later.log_loss,
            )
            assert (found["chosen_by_games"], found["held_out_games"]) == (
                earlier.games,
                later.games,
            )
        same = what_if(reading, proposal, None)
    assert found["paired"]["games"] == found["held_out_games"] < same.paired.games
    difference = best["held_out"] - found["as_it_is"]["held_out"]
    assert found["paired"]["log_loss"]["difference"] == pytest.approx(
        difference, abs=2e-6
    )
    assert found["paired"]["log_loss"]["low"] < found["paired"]["log_loss"]["high"]
    assert [year["year"] for year in found["years"]] == [2025]
    assert sum(year["games"] for year in found["years"]) == found["held_out_games"]


def test_games_after_the_day_choose_nothing(demo_ledger: Path) -> None:
    """With fewer games from the day on, the very same variants are chosen, with the
    same losses.
    """
    orders, games = [], []
    for as_of in (None, "2024-09-30"):
        with opened_with_all_events(str(demo_ledger), Question(as_of), TODAY) as found:
            answer = search(
                found,
                space("space", json.dumps(SPACE).encode()),
                "2024-06-01",
                1000,
                100,
            )
            orders.append([(row.change, row.chosen_by) for row in answer.rows])
            games.append(answer.held_out_games)
    assert orders[0] == orders[1] and games[0] > games[1] > 0


def test_as_many_as_asked_for_are_drawn_the_same_each_time(demo_ledger: Path) -> None:
    wide = SearchSpace("selo", {"cap": range(50, 101), "bonus_new": range(50)})
    drawn = list(wide.variants(40))
    assert len(drawn) == 40 == len(
        {tuple(one.items()) for one in drawn}
    ) and drawn == list(wide.variants(40))
    assert len(list(wide.variants(5000))) == wide.combinations() == 51 * 50
    found = searched(demo_ledger, most=3, top=2)
    assert (found["tried"], found["combinations"], len(found["rows"])) == (3, 12, 2)


def test_another_list_is_searched_too(demo_ledger: Path) -> None:
    found = searched(
        demo_ledger, what={"list": "pelo", "change": {"pelo_most": [100, 300]}}
    )
    assert found["tried"] == 2 and found["rows"][0]["change"]["pelo_most"] in (100, 300)


def test_numbers_that_decide_which_games_are_rated_are_refused(
    demo_ledger: Path,
) -> None:
    with pytest.raises(Usage, match="with selo_seconds 7200 other games are predicted"):
        searched(
            demo_ledger, what={"list": "selo", "change": {"selo_seconds": [601, 7200]}}
        )


def test_a_day_with_no_games_on_one_side_is_refused(demo_ledger: Path) -> None:
    for day in (BEGINNING, "1990-01-01", TODAY):
        with pytest.raises(Usage, match="there must be games"):
            searched(demo_ledger, day=day)


def test_all_that_is_wrong_with_a_space_is_said_at_once() -> None:
    change = (
        '{"cap": [85, 8500], "bonus": [0], "kr": [[[0, 45], [2050, 20]]],'
        ' "fast_high": []}'
    )
    text = f'{{"list": "selo", "change": {change}}}'
    with pytest.raises(Refused) as refused:
        space("space.json", text.encode())
    said = [str(problem.message) for problem in refused.value.problems]
    assert len(said) == 4 == len(set(said)), said
    for bad in (
        '{"list": "selo"}',
        '{"list": "selo", "change": {}}',
        '{"list": "none", "change": {"cap": [1]}}',
        "[]",
    ):
        with pytest.raises(Refused):
            space("space.json", bad.encode())


def test_the_command_says_how_many_were_tried_and_who_judged(
    demo_ledger: Path, tmp_path: Path
) -> None:
    (tmp_path / "space.json").write_text(json.dumps(SPACE), "utf-8")
    command = Command(demo_ledger.parent, name=demo_ledger.name, today="2026-11-21")
    said = command.run(
        "trial",
        "search",
        str(tmp_path / "space.json"),
        "--from",
        DAY,
        "--most",
        "5",
        "--top",
        "2",
    )
    assert said.code == 0
    assert said.out.startswith(
        f"variants tried: 5 of 12; games before {DAY}, which choose: "
    )
    assert "over games that had no say in choosing it" in said.out
    wrong = command.run("trial", "search", str(tmp_path / "none.json"), "--from", DAY)
    assert wrong.code != 0 and "none.json" in wrong.err
