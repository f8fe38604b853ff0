"""The page that tells why a rating came out so, and the same for programs: every system
of rules fills both, for somebody with a rating and for somebody without one.
"""

from pathlib import Path

import pytest

from rulebooks import rules
from tests.web.serving import served
from tests.web.test_against_description import wrong_in
from tests.world.command import Selo
from tests.world.documents import opening, player, tournament

RULES = rules()
HTML = {"Accept": "text/html"}
EXPLAINED = "/players/{player}/why/{tournament}"
RATED = {"A": 1830, "B": 1980, "C": 1700}
NEW = "N"
ASKED = ("A", NEW)
GAMES = ("A B 1-0", "A C 1/2-1/2", "B C 1-0", "A N 0-1", "N B 0-1", "N C 1-0")
# editions of many years, and a slow and a fast list of each
DAYS = {"t2010": "2010-06-01", "t2016": "2016-06-01", "t2025": "2025-06-01"}
TOURNAMENTS = {
    f"{name}-{minutes}": (day, minutes)
    for name, day in DAYS.items()
    for minutes in (90, 5)
}


def with_games(folder: Path, system: str) -> Selo:
    """A ledger that keeps the lists of a system, with games of players who have a
    rating and of one who has none.
    """
    selo = Selo(folder, today="2026-11-01")
    selo.done("init", "--rules", system)
    selo.submit(
        *(player(name) for name in (*RATED, NEW)),
        *(
            opening(name, rating, list_name, on="2010-01-01")
            for list_name in RULES[system]
            for name, rating in RATED.items()
        ),
        *(
            tournament(name, day, *GAMES, minutes=minutes)
            for name, (day, minutes) in TOURNAMENTS.items()
        ),
    )
    return selo


@pytest.mark.parametrize("system", RULES)
def test_every_system_explains_its_games(system: str, tmp_path: Path) -> None:
    selo = with_games(tmp_path, system)
    with_sheets = set()
    with served(selo.ledger) as service:
        described = service.ask("/api/openapi.json").value
        operation = described["paths"][f"/api{EXPLAINED}"]["get"]
        for name in ASKED:
            for unit in TOURNAMENTS:
                address = EXPLAINED.format(player=name, tournament=unit)
                page = service.ask(f"/en{address}", fields=HTML)
                assert page.status == 200, f"{address}: {page.text}"

                reply = service.ask(f"/api{address}")
                assert wrong_in(reply, operation, described) == []
                for entry in reply.value["entries"]:
                    assert f"Why {entry['after']}?" in page.text
                    if entry["games"]:
                        with_sheets.add((name, entry["list"]))
    # not every system rates somebody who is new
    assert with_sheets >= {("A", list_name) for list_name in RULES[system]}
