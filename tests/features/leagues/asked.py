"""What the tests that ask everything ask of leagues."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tests.features import TIMES, TIMES_OPTIONS, Asked

if TYPE_CHECKING:
    from tests.web.desk.test_every_form import Desk

MATCH = "/desk/tournaments/liiga/matches/1/ii"
TEAM = "/desk/tournaments/liiga/teams/salo"


def _league(address: str) -> Callable[["Desk"], str]:
    def made(desk: "Desk") -> str:
        from tests.features.leagues.test_matches import liiga

        liiga(desk.club)
        return address

    return made


def _forms() -> Mapping[str, Any]:
    from tests.web.desk.test_every_form import BELL, TOURNAMENT, Slips

    return {
        f"{TOURNAMENT}/matches/{{round}}/{{team}}": Slips(
            _league(MATCH),
            "",
            {
                "result-1": "2-0",
                "on": "5.5.2024",
                "absent": "nobody",
                "points-home": "many",
                "points-away": "many",
                "points-home_boards": "many",
                "points-away_boards": "many",
                "reason": BELL,
                "home-2": "a b",
            },
            {
                "more-home": "nobody",
                "more-away": "nobody",
                "home-1": "nobody",
                "away-1": "nobody",
                "away-2": "nobody",
            },
            free=("white-1", "white-2", "result-2"),
            right={
                "home-1": "S1",
                "away-1": "I1",
                "result-1": "1-0",
                "home-2": "S2",
                "away-2": "I2",
                "result-2": "1-0",
                "reason": "the match card",
                "sure": "yes",
            },
        ),
        f"{TOURNAMENT}/teams/{{team}}": Slips(
            _league(TEAM),
            "",
            {"place-S1": "first", "place-S2": "x", "place-S3": "-"},
            {
                "more": "nobody",
                "name": BELL,
                "withdrawn": "1.5.2024",
                "match_points": "many",
                "board_points": "many",
                "reason": BELL,
            },
            right={"reason": "they say so", "sure": "yes"},
        ),
    }


ASKED = Asked(
    questions={
        "league table": [
            (
                "/tournaments/joukkueliiga-2024-25/league",
                "league table joukkueliiga-2024-25",
            ),
            (
                f"/tournaments/joukkueliiga-2023-24/league?{TIMES}",
                f"league table joukkueliiga-2023-24 {TIMES_OPTIONS}",
            ),
        ],
        "league team": [
            (
                "/tournaments/joukkueliiga-2024-25/teams/granskars",
                "league team joukkueliiga-2024-25 granskars",
            )
        ],
        "league boards": [
            (
                "/tournaments/joukkueliiga-2024-25/boards",
                "league boards joukkueliiga-2024-25",
            ),
            (
                "/tournaments/joukkueliiga-2024-25/boards?team=granskars&player=F006&player=F002&as_of=2024-09-01",
                "league boards joukkueliiga-2024-25 granskars F006 F002 --as-of 2024-09-01",
            ),
        ],
    },
    pages={
        "league table": [
            "/tournaments/joukkueliiga-2024-25/league",
            "/tournaments/joukkueliiga-2023-24/league?as_of=2024-01-01",
        ],
        "league team": ["/tournaments/joukkueliiga-2024-25/teams/granskars"],
        "league boards": [
            "/tournaments/joukkueliiga-2024-25/boards",
            "/tournaments/joukkueliiga-2024-25/boards?team=granskars&player=F006+F002&as_of=2024-09-01",
        ],
    },
    lines="",
    measured={
        "league table": ("", "league table matches"),
        "league team": ("", "league team matches one"),
        "league boards": ("", "league boards matches"),
    },
    unmeasured={
        "league match": "an amend of a league",
        "league roster": "an amend of a league",
    },
    of_children=(
        "/desk/tournaments/cup/teams/one",
        "/fi/desk/tournaments/cup/teams/two",
        "/desk/tournaments/cup/matches/1/one",
        "/tournaments/cup/boards?team=one&player=E1,E5",
        "/api/tournaments/cup/boards?player=E5,E1",
    ),
    forms=_forms,
    several_types={
        "place": "where a tournament was, and a team's place in a table",
    },
)
