"""Whose names are shown of an event that runs."""

from pathlib import Path

from tests.features.live.children import running
from tests.web.children import ERASED, UNLISTED, registered
from tests.web.serving import served

AT = "2024-07-02T12:00:00.000000Z"


def test_nobody_is_named_who_is_erased_or_asked_not_to_be_listed(
    new_ledger: Path, tmp_path: Path
) -> None:
    selo = registered(new_ledger, tmp_path, 40)
    live = running(selo, AT)
    with served(selo.ledger, now=lambda: AT) as service:
        for erasure in (False, True):
            if erasure:
                selo.done("player", "erase", ERASED, "--reason", "the guardian asked")
            shown = service.ask(f"/api/live/{live}").value
            names = {row["player"]: row["name"] for row in shown["rows"]}
            # it is shown, with its report and its relay
            assert shown["in_play"] == 2 and len(names) == 8
            assert names[UNLISTED] is None and names["E0"]
            assert (names[ERASED] is None) == erasure
