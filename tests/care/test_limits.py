"""Costs that grow with what is sent have an end: how often one tournament is corrected."""

from pathlib import Path
from unittest.mock import patch

import pytest

from ledger.decide import refusals
from ledger.errors import Refused
from ledger.tournament_now import fold_tournament
from tests.world.ledger import new_ledger, submitted

CUP = {
    "kind": "tournament",
    "tournament": "T",
    "name": "T",
    "start": "2026-01-01",
    "end": "2026-01-02",
    "minutes": 90,
    "players": [{"player": "A", "name": "A"}, {"player": "B", "name": "B"}],
    "games": [{"round": 1, "white": "A", "black": "B", "result": "1-0"}],
}


def correction(number: int) -> dict[str, object]:
    changed = {"1.1": {"result": ("0-1", "1-0")[number % 2]}}
    return {
        "kind": "amend",
        "tournament": "T",
        "reason": f"reason {number}",
        "games": changed,
    }


def test_a_tournament_is_corrected_so_often_and_no_more(tmp_path: Path) -> None:
    path = new_ledger(tmp_path)
    submitted(path, CUP)
    with patch.object(refusals, "MOST_CORRECTIONS", 10):
        for number in range(10):
            submitted(path, correction(number))
        for sent in (
            correction(10),
            {
                "kind": "game",
                "tournament": "T",
                "round": 2,
                "white": "B",
                "black": "A",
                "result": "1-0",
            },
        ):
            with pytest.raises(
                Refused,
                match="T has been corrected 10 times, which is the limit",
            ) as refused:
                submitted(path, sent)
            assert refused.value.problems[0].code == "too-many-corrections"
        # it can still be taken away as a whole
        submitted(
            path, {"kind": "withdraw", "tournament": "T", "reason": "submitted anew"}
        )


def test_corrections_are_gone_through_once_for_each_submission(tmp_path: Path) -> None:
    """They were folded three times: for deciding, as they were before, and as they are."""
    path = new_ledger(tmp_path)
    submitted(path, CUP, *map(correction, range(30)))
    with (
        patch("desk.ledger_view.fold_tournament", wraps=fold_tournament) as folded,
        patch("ledger.timeline.fold_tournament", wraps=fold_tournament) as elsewhere,
    ):
        submitted(path, correction(30))
    assert folded.call_count + elsewhere.call_count == 1
