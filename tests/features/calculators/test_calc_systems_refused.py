"""What `selo calc` of the other systems refuses, and numbers at the ends of what it
takes.
"""

import pytest

from tests.world.calculators import calc, refused

pytestmark = pytest.mark.lists(
    "elo-no", "elo-psm", "elo", "elo-uscf", "elo-fide", "glicko"
)

REFUSALS = [
    ("elo", ["games: no games"]),
    ("elo --k 1000 +1500", ["k: there is no scheme '1000'"]),
    ("elo --rating nan +1500", ["rating: 'nan' is not a value for --rating"]),
    ("elo --rating -5000 +1500", ["rating: '-5000' is not a value for --rating"]),
    (
        "elo --rating 99999999999999 +9999999999",
        [
            "rating: '99999999999999' is not a value for --rating",
            "word 1: '+9999999999' is not a game",
        ],
    ),
    ("elo --games 5 +1500", ["rating: earlier games without the rating they led to"]),
    (
        "elo --rating 1500 nan inf",
        ["word 1: 'nan' is not a game", "word 2: 'inf' is not a game"],
    ),
    ("uscf --rating 1500 --games -1 +1500", ["games: '-1' is not a value for --games"]),
    (
        "uscf --category II +1500",
        ["word 1: there is no option '--category' here", "word 2: 'II' is not a game"],
    ),
    ("psm +1500", ["rating: PSM has no rules for an unrated player"]),
    (
        "psm --rating 1500 1 1500 1600",
        ["games: PSM rates every game on its own, so a total is not enough"],
    ),
    ("no --rating 1500 +1500", ["category: from 30 games on K goes by the category"]),
    ("no --rating 1500 --category VI +1500", ["category: there is no category 'VI'"]),
    (
        "no --rating 1500 --minutes 10 +1500",
        ["minutes: 10 is too short for category V: not rated"],
    ),
    ("no --rating 1500 --minutes soon +1500", ["minutes: 'soon' is not a time"]),
    (
        "no --rating 1500 --category I --minutes 90 +1500",
        ["minutes: give --category or --minutes, not both"],
    ),
    (
        "no --rating 1500 --category I --event-kind title +1500",
        ["minutes: --event-kind requires --minutes"],
    ),
    (
        "no --rating 1500 --minutes 90 --event-kind club +1500",
        ["event-kind: 'club' is not a value for --event-kind"],
    ),
    ("performance --method elo +1500", ["method: 'elo' is not a value for --method"]),
    ("performance --method fide", ["games: no games"]),
    ("expectation", ["difference: give --difference, or --rating and --opponent"]),
    (
        "expectation --rating 1500",
        ["difference: give --difference, or --rating and --opponent"],
    ),
    (
        "expectation --difference 1 --rating 1500 --opponent 1600",
        ["difference: give --difference, or --rating and --opponent"],
    ),
    (
        "expectation --difference 1e3 --by magic",
        [
            "by: 'magic' is not a value for --by",
            "difference: '1e3' is not a value for --difference",
        ],
    ),
    ("difference", ["percent: give --percent"]),
    ("difference --percent 101", ["percent: '101' is not a percentage"]),
    ("difference --percent 8/7", ["percent: '8/7' is not a percentage"]),
    ("difference --percent 1/0", ["percent: '1/0' is not a percentage"]),
    ("difference --percent nan", ["percent: 'nan' is not a percentage"]),
    ("category", ["games: no opponents"]),
    ("category 2600 --minutes 90", ["minutes: give a time or the players, not both"]),
    (
        "category --average 2600 2600",
        ["average: give --average or the players, not both"],
    ),
    (
        "category --start-minutes 60",
        ["minutes: give --minutes, or --start-minutes and --total-minutes"],
    ),
    (
        "category --start-minutes 60 --total-minutes 59",
        ["total-minutes: fewer minutes in all than for the first move"],
    ),
    ("class", ["rating: calc class requires --rating"]),
    (
        "class --rating 1500 --born soon --on 2016-02-30",
        ["born: 'soon' is not a day", "on: 2016-02-30 is not a day of the calendar"],
    ),
    ("k", ["system: calc k requires --system", "rating: calc k requires --rating"]),
    ("k --system xx --rating 1500", ["system: 'xx' is not a value for --system"]),
    (
        "k --system uscf --rating 1500",
        ["now: uscf requires --now, the games in the tournament"],
    ),
    ("k --system uscf --rating 1500 --now 0", ["now: '0' is not a value for --now"]),
    (
        "k --system no --class D --category VI",
        [
            "class: 'D' is not a value for --class",
            "category: 'VI' is not a value for --category",
        ],
    ),
    (
        "k --system no --class A",
        ["category: no requires --category, and --class or --rating"],
    ),
    ("field", ["players: no players"]),
    ("field a: 1 1500 1600 b", ["a: a cannot have met 'b'"]),
    ("field a: 1 1500 a", ["a: a cannot have met 'a'"]),
    (
        "field a: 3 1500 1600 / a: 1 99999",
        [
            "a: '3' is not a score in 2 games",
            "a: a is there twice",
            "a: '99999' is not a rating",
        ],
    ),
    ("field a: 2 1500", ["a: '2' is not a score in 1 game"]),
    ("field 1500 1600", [": '1500 1600' is not a player with a score and opponents"]),
    (
        "mean --average 1947 --score 43 --games 42",
        ["score: '43' is not a score in 42 games"],
    ),
    (
        "mean",
        [
            "average: calc mean requires --average",
            "score: calc mean requires --score",
            "games: calc mean requires --games",
        ],
    ),
    ("q +1500", ["rating: calc q requires --rating"]),
    ("q --rating 1500 --k 0 +1500", ["k: '0' is not a value for --k"]),
]


@pytest.mark.parametrize(("line", "problems"), REFUSALS)
def test_wrong_calculations_are_refused_with_their_place(
    line: str, problems: list[str]
) -> None:
    assert refused(line) == problems


@pytest.mark.parametrize(
    "system", ["no --category II", "psm", "elo", "elo --k uscf", "uscf", "fide"]
)
@pytest.mark.parametrize("rating", [-1000, 0, 400, 1500, 3400, 4000])
def test_nobody_is_too_strong_or_too_weak(system: str, rating: int) -> None:
    """The ends of what the command takes: an answer or a refusal, never a fault."""
    for games in ("+100", "-4000", "=4000 +100", " ".join(["+4000"] * 120)):
        value = calc(f"{system} --rating {rating} -- {games}")
        assert isinstance(value["new"], int)
        assert (
            calc(f"{system} --rating {rating} --games 3 -- {games}")["games_after"]
            == 3 + value["games"]
        )
