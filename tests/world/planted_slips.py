"""Slips as an office makes them, each with its control: the same documents without the
slip.
"""

from typing import Any, NamedTuple

from rulebooks import DEFAULT_RULES, default_adoptions
from tests.world.documents import (
    Document,
    amend,
    external,
    game,
    one_game,
    opening,
    player,
    tournament,
)

DAY, LATER, SINCE = "2024-03-02", "2024-05-04", "2024-06-15"
TODAY = "2024-07-02"
STRENGTHS = {f"p{at}": 2200 - 80 * at for at in range(10)}  # p0 is the strongest
CHILDREN = {f"k{at}": 2012 + at % 3 for at in range(4)}


class Planted(NamedTuple):
    """A slip: its code, documents that have it, and the same documents without it."""

    code: str
    slip: tuple[Document, ...]
    control: tuple[Document, ...]


def office() -> list[Document]:
    """A federation before the slip: ten players of known strength, children,
    foreigners, and two tournaments.
    """
    births = {"p0": "1980", "p1": "1990-05-06", "p2": "1995"}
    return [
        *(player(name, born=births.get(name, "1985")) for name in STRENGTHS),
        *(opening(name, rating) for name, rating in STRENGTHS.items()),
        *(player(name, born=str(year)) for name, year in CHILDREN.items()),
        *(
            player(name, federation="EST", fide_id=4500000 + at)
            for at, name in enumerate(("e1", "e2", "e3", "e4"))
        ),
        *(external(name, 1900) for name in ("e1", "e2", "e3", "e4")),
        player("n"),
        player("m", name="Mauri Mallikas", born="1999"),
        player("m2", born="1999", sex="m"),
        player("f2", born="1988", sex="f"),
        player("g"),
        player("m9"),
        opening("m9", 2200),
        event("winter", DAY),
        event("spring", LATER, two=True),
        opening("m", 1500, on="2023-06-02"),
        event(
            "norm",
            "2024-05-18",
            games=[
                *(game(at, "p0", f"p{at}") for at in range(1, 4)),
                game(4, "g", "p9"),
            ],
        ),
        opening("p3", 1920, list="pelo"),
    ]


def rounds(two: bool = False, turned: bool = False) -> list[Document]:
    """Three rounds of ten players, who score as their ratings say."""
    won, lost = ("0-1", "1-0") if turned else ("1-0", "0-1")
    first = [game(1, f"p{at}", f"p{at + 5}", won) for at in range(5)]
    second = [
        game(2, f"p{at + 1}", f"p{at}", "1/2-1/2" if not turned else won)
        for at in range(0, 10, 2)
    ]
    third = [game(3, f"p{at + 5}", f"p{(at + 1) % 5}", lost) for at in range(5)]
    return [*first, *(second if not two else second[:3]), *third]


def event(name: str, end: str, /, **fields: Any) -> Document:
    given = {
        "start": end,
        "time_control": "60+30",
        "games": rounds(fields.pop("two", False)),
        **fields,
    }
    return tournament(name, end, **given)


def with_games(*games: Document, **fields: Any) -> Document:
    return event("slip", SINCE, games=[*rounds(), *games], **fields)


def ruling(rating: int) -> Document:
    return {
        "kind": "ruling",
        "player": "p5",
        "list": "selo",
        "on": SINCE,
        "rating": rating,
        "reason": "the board",
    }


def title(name: str, player_id: str = "p0", on: str = SINCE) -> Document:
    return {"kind": "confirm-title", "player": player_id, "title": name, "on": on}


def merge(one: str, other: str) -> Document:
    return {"kind": "merge-players", "from": one, "into": other, "reason": "one person"}


def withdrawn(fact: Document) -> Document:
    """The withdrawal of one of the first facts: each of them is one event, and before
    them the rules were adopted.
    """
    seq = len(default_adoptions(DEFAULT_RULES)) + 1 + office().index(fact)
    return {"kind": "withdraw", "seq": seq, "reason": "typo"}


CLEAN = event("slip", SINCE)
PLANTED = {
    "the same tournament under another id": Planted(
        "same-games", (event("copy", DAY),), (event("copy", SINCE),)
    ),
    "two tournaments on a day": Planted(
        "same-day",
        (event("second", LATER, games=[game(1, "p0", "p1")]),),
        (event("second", LATER, games=[game(1, "p0", "p1")], order_no=1),),
    ),
    "a report from before the openings": Planted(
        "before-opening", (event("old", "2023-05-06"),), (CLEAN,)
    ),
    "an opening after games": Planted(
        "after-games",
        (
            player("z"),
            with_games(game(4, "z", "p5")),
            opening("z", 1500, on="2024-06-20"),
        ),
        (player("z"), opening("z", 1500), with_games(game(4, "z", "p5"))),
    ),
    "a league of eleven months": Planted(
        "long-unit",
        (event("slip", SINCE, start="2023-07-15"),),
        (event("slip", SINCE, start="2024-06-09"),),
    ),
    "a day across an edition": Planted(
        "across-edition",
        (amend("winter", set={"start": "2023-03-02", "end": "2023-03-02"}),),
        (amend("winter", set={"start": "2024-03-03", "end": "2024-03-03"}),),
    ),
    "a ruling that nobody has": Planted(
        "out-of-range", (ruling(3800),), (ruling(1810),)
    ),
    "a ruling far from the rating": Planted("jump", (ruling(1080),), (ruling(1810),)),
    "an opening that nobody has": Planted(
        "out-of-range", (opening("n", 3999),), (opening("n", 1999),)
    ),
    "a rating abroad that nobody has": Planted(
        "out-of-range", (external("n", 3999),), (external("n", 1999),)
    ),
    "a title without ground": Planted("no-ground", (title("M", "p9"),), (title("M"),)),
    "a title confirmed before it was reached": Planted(
        "no-ground", (title("M", on="2023-05-01"),), (title("M"),)
    ),
    "two games in a round": Planted(
        "two-in-round",
        (with_games(game(3, "n", "p8")),),
        (with_games(game(4, "n", "p8")),),
    ),
    "another game in a round": Planted(
        "two-in-round",
        (one_game("winter", 3, "p8", "p9"),),
        (one_game("winter", 4, "p8", "p9"),),
    ),
    "a game that stands twice": Planted(
        "same-pair",
        (with_games(game(4, "p0", "p5")),),
        (with_games(game(4, "p0", "p6")),),
    ),
    "one result down the column": Planted(
        "same-result",
        (event("slip", SINCE, games=[{**one, "result": "1-0"} for one in rounds()]),),
        (CLEAN,),
    ),
    "all results turned round": Planted(
        "turned", (event("slip", SINCE, games=rounds(turned=True)),), (CLEAN,)
    ),
    "the games of somebody else": Planted(
        "unlikely",
        (
            with_games(
                *(game(at, f"p{9 - at % 5}", "p0") for at in range(4, 9)),
                start="2024-06-12",
            ),
        ),
        (
            with_games(
                *(game(at, f"p{9 - at % 5}", "p0", "0-1") for at in range(4, 9)),
                start="2024-06-12",
            ),
        ),
    ),
    "a game in another year": Planted(
        "far-day",
        (with_games(game(4, "p0", "p1", on="2023-06-15")),),
        (with_games(game(4, "p0", "p1", on="2024-06-16")),),
    ),
    "a day past another tournament": Planted(
        "moved-past",
        (amend("winter", set={"start": "2024-05-11", "end": "2024-05-11"}),),
        (amend("winter", set={"start": "2024-03-03", "end": "2024-03-03"}),),
    ),
    "a tournament of the year before": Planted(
        "wrong-year", (event("slip", "2023-06-15"),), (CLEAN,)
    ),
    "a player who was not born": Planted(
        "wrong-year",
        (event("slip", "2010-06-15", games=[game(1, "k0", "n")]),),
        (event("slip", SINCE, games=[game(1, "k0", "n")]),),
    ),
    "blitz at 90 minutes": Planted(
        "odd-time",
        (event("slip", SINCE, name="Salama 2024"),),
        (event("slip", SINCE, name="Salama 2024", time_control="3+2"),),
    ),
    "rapid at 9 minutes a digit short": Planted(
        "odd-time",
        (event("slip", SINCE, name="Rapid 2024", time_control="1+3"),),
        (event("slip", SINCE, name="Rapid 2024", time_control="15+5"),),
    ),
    "9 minutes in place of 90": Planted(
        "odd-time",
        (event("slip", SINCE, start="2024-06-14", minutes=9, time_control=None),),
        (event("slip", SINCE, start="2024-06-14", minutes=90, time_control=None),),
    ),
    "nine long games on a day": Planted(
        "odd-time",
        (with_games(*(game(at, "p0", f"p{at}") for at in range(4, 10))),),
        (
            with_games(
                *(game(at, "p0", f"p{at}") for at in range(4, 10)), start="2024-06-10"
            ),
        ),
    ),
    "3 minutes": Planted(
        "too-short",
        (event("slip", SINCE, minutes=3, time_control=None),),
        (event("slip", SINCE, minutes=4, time_control=None),),
    ),
    "unequal times": Planted(
        "unequal-time",
        (with_games(game(4, "p0", "p1", minutes=90, minutes_black=60)),),
        (with_games(game(4, "p0", "p1", minutes=60)),),
    ),
    "points that do not add up": Planted(
        "odd-points",
        (with_games(game(4, "p0", "p1", "0-0")),),
        (with_games(game(4, "p0", "p1", "0-0F")),),
    ),
    "abroad, and all from here": Planted(
        "abroad", (event("slip", SINCE, domestic=False),), (CLEAN,)
    ),
    "here, and all from elsewhere": Planted(
        "abroad",
        (
            event(
                "slip",
                SINCE,
                games=[game(1, "e1", "e2"), game(1, "e3", "e4"), game(2, "e1", "p9")],
            ),
        ),
        (
            event(
                "slip",
                SINCE,
                games=[game(1, "e1", "p8"), game(1, "p7", "p5"), game(2, "e1", "p9")],
            ),
        ),
    ),
    "sent, and not there": Planted(
        "not-there",
        (event("slip", SINCE, representatives=["n"]),),
        (event("slip", SINCE, representatives=["p1"]),),
    ),
    "children who are grown up": Planted(
        "age-group",
        (event("slip", SINCE, age_group="under-14"),),
        (
            event(
                "slip",
                SINCE,
                age_group="under-14",
                games=[game(1, "k0", "k1"), game(1, "k2", "k3")],
            ),
        ),
    ),
    "children, and not said so": Planted(
        "age-group",
        (
            event(
                "slip",
                SINCE,
                name="SM U14",
                games=[game(1, "k0", "k1"), game(1, "k2", "k3")],
            ),
        ),
        (
            event(
                "slip",
                SINCE,
                name="SM",
                games=[game(1, "k0", "k1"), game(1, "k2", "k3")],
            ),
        ),
    ),
    "a game of somebody who was not there": Planted(
        "outsider",
        (one_game("winter", 4, "n", "p8"),),
        (one_game("winter", 4, "p9", "p8"),),
    ),
    "another player in one game": Planted(
        "outsider",
        (amend("winter", games={"1.1": {"white": "n"}}),),
        (amend("winter", games={"1.1": {"result": "1/2-1/2"}}),),
    ),
    "most games struck": Planted(
        "most-struck",
        (
            amend(
                "winter",
                games={f"{at}.{board}": None for at in (1, 2) for board in range(1, 6)},
            ),
        ),
        (amend("winter", games={"1.1": None}),),
    ),
    "a whole round struck": Planted(
        "rounds-struck",
        (amend("winter", games={f"3.{board}": None for board in range(1, 6)}),),
        (amend("winter", games={f"3.{board}": None for board in range(1, 5)}),),
    ),
    "a newcomer of FIDE without a balance": Planted(
        "no-balance",
        (player("z", fide_id=500123), with_games(game(4, "z", "p5"))),
        (
            player("z", fide_id=500123),
            opening("z", 1500),
            with_games(game(4, "z", "p5")),
        ),
    ),
    "a foreigner without a number": Planted(
        "no-balance",
        (player("z", federation="SWE"), with_games(game(4, "z", "p5"))),
        (player("z", federation="SWE"), external("z"), with_games(game(4, "z", "p5"))),
    ),
    "a second id": Planted(
        "same-name",
        (player("z", name="Mauri Mallikas", born="1999"),),
        (player("z", name="Mauri Mallikas", born="1950"),),
    ),
    "two births merged": Planted(
        "two-people", (merge("f2", "p1"),), (merge("n", "p1"),)
    ),
    "a man and a woman merged": Planted(
        "two-people",
        (player("w", born="1999", sex="f"), merge("w", "m2")),
        (player("w", born="1999", sex="m"), merge("w", "m2")),
    ),
    "a beginner and a master merged": Planted(
        "two-people", (merge("g", "m9"),), (merge("g", "n"),)
    ),
    "a balance of somebody else": Planted(
        "far-off",
        (player("z"), external("z", 2200), opening("z", 1700)),
        (player("z"), external("z", 2200), opening("z", 2150)),
    ),
    "an Elo with a wrong digit": Planted(
        "far-off", (external("p5", 1200),), (external("p5", 1820),)
    ),
    "a balance of two games": Planted(
        "few-games", (opening("n", 2100, games=2),), (opening("n", 2100, games=20),)
    ),
    "an opening withdrawn": Planted(
        "opening-gone",
        (withdrawn(opening("p9", STRENGTHS["p9"])),),
        (withdrawn(opening("p9", STRENGTHS["p9"])), opening("p9", 1500)),
    ),
    "a title below the title": Planted("lower-title", (title("I"),), (title("M"),)),
    "an Elo from after the tournament": Planted(
        "after-games",
        (player("z"), with_games(game(4, "z", "p5")), external("z", on="2024-07-01")),
        (player("z"), external("z"), with_games(game(4, "z", "p5"))),
    ),
}
