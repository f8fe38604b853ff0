"""What a correction did to a league is in the log in words, and a team that did not
come and played is asked about.
"""

from pathlib import Path

import pytest

from tests.world.command import Selo
from tests.world.documents import Document, game, player, tournament
from tests.world.server import Put

LEAGUE: Document = {
    "boards": 2,
    "teams": [
        {"team": "a", "name": "Aallot", "players": ["A", "B"]},
        {"team": "b", "name": "Berg", "players": ["C", "D"]},
    ],
    "matches": [
        {"round": 1, "home": "a", "away": "b", "on": "2023-10-01"},
        {"round": 2, "home": "b", "away": "a"},
    ],
}


@pytest.fixture
def selo(tmp_path: Path, put: Put) -> Selo:
    world = put(Selo(tmp_path))
    assert world.run("init").code == 0
    world.submit(
        *(player(name) for name in "ABCDE"),
        tournament(
            "cup",
            "2024-01-01",
            game(1, "A", "C"),
            game(1, "D", "B"),
            start="2023-10-01",
            league=LEAGUE,
        ),
    )
    return world


def told(selo: Selo) -> list[str]:
    """What the newest event changed, in words."""
    newest = selo.ask("log", "--limit", "1")["events"][0]
    changes = selo.ask("log", "event", str(newest["seq"]))["changes"]
    assert newest["text"].startswith(changes[0]["text"])
    return [change["text"] for change in changes]


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        (
            "league roster cup a --match-points -1.5 --withdrawn 2023-12-01",
            [
                "team Aallot, left the league: nothing became 2023-12-01",
                "team Aallot, match points by decision: 0 became -1.5",
            ],
        ),
        (
            "league roster cup b --player C --player E",
            ["team Berg, players: C D became C E"],
        ),
        (
            "league match cup 1 a --home-points 0 --away-points 2",
            [
                "round 1, Aallot - Berg, points by decision: nothing became 0-2,"
                " boards ?-?"
            ],
        ),
        (
            "league match cup 2 b --absent home",
            ["round 2, Berg - Aallot, did not come: nothing became the home team"],
        ),
        (
            "league match cup 2 b --unopposed C",
            ["round 2, Berg - Aallot, won without an opponent: nothing became C"],
        ),
        ("league match cup 2 b --strike", ["round 2, Berg - Aallot: struck out"]),
        (
            "league match cup 3 a --home a --away b --on 2024-01-01",
            ["round 3, Aallot - Berg: added"],
        ),
    ],
)
def test_a_correction_of_a_league_is_in_words(
    selo: Selo, line: str, texts: list[str]
) -> None:
    selo.done(*line.split(), "--reason", "by the jury")
    assert told(selo) == texts


def test_how_a_league_counts_is_told_too(selo: Selo) -> None:
    league = {
        **LEAGUE,
        "win": 3.0,
        "closing_day": "2023-09-30",
        "order": ["match-points", "wins"],
    }
    selo.submit(
        {
            "kind": "amend",
            "tournament": "cup",
            "reason": "as in the rules",
            "league": league,
        }
    )
    assert told(selo) == [
        "the league, points for a win: 2 became 3",
        (
            "the league, order of equal teams: match-points board-points direct became"
            " match-points wins"
        ),
        "the league, closing day of the teams: nothing became 2023-09-30",
    ]


def test_a_team_that_did_not_come_has_not_played(selo: Selo) -> None:
    reason = ("--reason", "they did not come")
    warned = selo.ask("league", "match", "cup", "1", "a", "--absent", "away", *reason)[
        "warnings"
    ]
    assert "round 1, a - b: b did not come, and games 1.1, 1.2 were played" in str(
        warned
    )
    warned = selo.ask(
        "league",
        "match",
        "cup",
        "2",
        "b",
        "--absent",
        "home",
        "--unopposed",
        "C",
        *reason,
    )["warnings"]
    assert "round 2, b - a: b did not come, and C won a board for them" in str(warned)


def test_a_board_of_the_team_that_came_is_no_contradiction(selo: Selo) -> None:
    answer = selo.ask(
        "league",
        "match",
        "cup",
        "2",
        "b",
        "--absent",
        "home",
        "--unopposed",
        "A",
        "--reason",
        "they did not come",
    )
    assert "did not come, and" not in str(answer["warnings"])
