"""Slips that an office makes: each is named before it is booked, by its code, and a
clean season names none.
"""

from collections.abc import Collection
from typing import Any

import pytest

from ledger.store.connection import Connection
from projections.replay.unit_row import UnitRow
from projections.tables.units import of_streams
from tests.world.command import Selo
from tests.world.documents import (
    Document,
    amend,
    external,
    one_game,
    opening,
    player,
    tournament,
)

DAY = "2024-05-01"
LATER = "2024-06-15"
TWO = ("n b 1-0", "b n 0-1")


def event(name: str, *games: str, end: str = DAY, **fields: Any) -> Document:
    return tournament(name, end, *games, **{"minutes": 90, "start": end, **fields})


def title(day: str) -> Document:
    return {"kind": "confirm-title", "player": "a", "title": "ME", "on": day}


def ruling(rating: int) -> Document:
    return {
        "kind": "ruling",
        "player": "a",
        "list": "selo",
        "on": LATER,
        "rating": rating,
        "reason": "board",
    }


@pytest.fixture
def office(selo_without_ledger: Selo) -> Selo:
    selo = selo_without_ledger
    selo.run("init")
    people = [player(name) for name in "abcn"]
    selo.submit(
        *people,
        opening("a", 1500),
        opening("b", 1700),
        opening("n", 1500),
        event("a-morning", "n a 0-1", "a n 1-0"),
    )
    return selo


def seen(selo: Selo, *documents: Document) -> list[tuple[str, str]]:
    """(code, message) of the slips in a preview."""
    answered = selo.ask("submit", selo.file("slip.jsonl", *documents), "--dry-run")
    return [
        (warning["slip"], warning["message"])
        for warning in answered["warnings"]
        if "slip" in warning
    ]


SLIPS = {
    "order of a day": (
        "same-day",
        (event("b-evening", *TWO),),
        (
            "b-evening and a-morning have the same days, and n played in both:"
            " a-morning is rated first, by the order of the ids; state order_no where"
            " it was the other way round"
        ),
    ),
    "the same games under another id": (
        "same-games",
        (event("copy", "n a 0-1", "a n 1-0"),),
        (
            "copy has the same games as a-morning: if it is the same event, every game"
            " counts twice"
        ),
    ),
    "a report from before the openings": (
        "before-opening",
        (event("old", "a b 1-0", end="2023-05-07"),),
        (
            "old ends before the openings of a, b on selo: it will not change their"
            " ratings of today"
        ),
    ),
    "an opening after games": (
        "after-games",
        (event("first", "c a 1-0", end=LATER), opening("c", 1500, on="2024-06-20")),
        (
            "the opening of c on selo is dated 2024-06-20, after first: it replaces"
            " what those games brought"
        ),
    ),
    "a ruling far from the rating": (
        "jump",
        (ruling(2100),),
        "a on selo: from 1545 to 2100; is that right?",
    ),
    "a ruling that nobody has": (
        "out-of-range",
        (ruling(3800),),
        "a: nobody has a rating of 3800",
    ),
    "an opening that nobody has": (
        "out-of-range",
        (opening("c", 3999),),
        "c: nobody has a rating of 3999",
    ),
    "a rating abroad that nobody has": (
        "out-of-range",
        (external("c", 3999),),
        "c: nobody has a rating of 3999",
    ),
    "a title without ground": (
        "no-ground",
        (title(LATER),),
        "nothing in the ledger supports the title ME of a",
    ),
    "a league of eleven months": (
        "long-unit",
        (event("league", "a b 1-0", end="2024-06-01", start="2023-07-01"),),
        (
            "league lasts 336 days and is rated as one; a long team event is rated game"
            " by game (each_game_rated, 2.11)"
        ),
    ),
    "a year too early": (
        "across-edition",
        (amend("a-morning", set={"start": "2023-04-01", "end": "2023-04-01"}),),
        (
            "a-morning moves from 2024-05-01 to 2023-04-01, across 2023-04-26: fi-2023"
            " begins then on selo"
        ),
    ),
}


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_named(name: str, office: Selo) -> None:
    code, documents, message = SLIPS[name]
    assert (code, message) in seen(office, *documents)


def test_a_title_confirmed_before_it_was_reached(office: Selo) -> None:
    office.submit(
        opening("c", 2045, normal_games=30), event("norm", *["c b 1-0"] * 4, end=LATER)
    )
    reached = office.ask("titles", "c")["rows"][0]
    confirmation = {
        "kind": "confirm-title",
        "player": "c",
        "title": reached["title"],
        "on": "2024-01-01",
    }
    title, day = reached["title"], reached["on"]
    message = (
        f"c reached the title {title} on {day}, after the confirmation of 2024-01-01"
    )
    assert seen(office, confirmation) == [("no-ground", message)]
    assert seen(office, {**confirmation, "on": day}) == []


CLEAN = {
    "another day": (event("next", "a b 1-0", end=LATER),),
    "an order that was stated": (event("b-evening", *TWO, order_no=1),),
    "one day, other people": (event("elsewhere", "b c 1-0"),),
    "a day that only ends alike": (event("weekend", *TWO, start="2024-04-29"),),
    "blitz and rated games on one day": (event("blitz", *TWO, minutes=5),),
    "a league game by game": (
        {
            **event(
                "league", end="2024-06-01", start="2023-07-01", each_game_rated=True
            ),
            "games": [
                {
                    "round": 1,
                    "white": "a",
                    "black": "b",
                    "result": "1-0",
                    "on": "2023-09-09",
                }
            ],
        },
    ),
    "a ruling of some points": (ruling(1560),),
    "a day that is mended": (
        amend("a-morning", set={"start": "2024-05-02", "end": "2024-05-02"}),
    ),
    "an opening before all games": (
        opening("c", 1500),
        event("first", "c a 1-0", end=LATER),
    ),
}


@pytest.mark.parametrize("name", CLEAN)
def test_what_is_clean_is_not_doubted(name: str, office: Selo) -> None:
    assert seen(office, *CLEAN[name]) == []


def test_the_same_games_of_somebody_who_had_two_ids(office: Selo) -> None:
    """The second report came while the person was still two; whoever looks after the
    merge sees one event twice.
    """
    office.submit(
        player("n2"),
        {"kind": "merge-players", "from": "n2", "into": "n", "reason": "one person"},
    )
    codes = [code for code, _ in seen(office, event("copy", "n2 a 0-1", "a n2 1-0"))]
    assert codes == ["same-games"]


@pytest.mark.parametrize(
    ("others", "codes"), [(0, ["same-games"]), (2, ["same-games"]), (3, ["same-day"])]
)
def test_a_tenth_of_the_games_may_be_others(
    office: Selo, others: int, codes: list[str]
) -> None:
    """The most people that a copy may hold whom the first report does not name, and one
    game more.
    """
    people = [f"p{number}" for number in range(46)]
    pairs = [
        f"{white} {black} 1-0"
        for white, black in zip(people[::2], people[1::2], strict=True)
    ]
    pairs[0] = pairs[0].replace("1-0", "0-1")
    office.submit(*map(player, people), event("open", *pairs[:20], end=LATER))
    found = seen(
        office,
        event("copy", *pairs[: 20 - others], *pairs[20 : 20 + others], end=LATER),
    )
    assert [code for code, _ in found] == codes


def test_a_history_told_in_its_order_asks_of_no_year(selo_without_ledger: Selo) -> None:
    """Whoever moves in submits many years in one file; a year that is wrong in it
    stands behind later ones.
    """
    selo = selo_without_ledger
    selo.run("init")
    people = [
        document
        for name in "abn"
        for document in (player(name), opening(name, 1500, on="2019-01-01"))
    ]
    years = [
        event(f"open-{year}", "a b 1-0", "b n 1-0", "n a 1-0", end=f"{year}-05-01")
        for year in range(2019, 2024)
    ]
    assert [
        code for code, _ in seen(selo, *people, *years) if code == "wrong-year"
    ] == []
    wrong = event("summer", "a b 0-1", "b n 0-1", "n a 0-1", end="2020-08-01")
    [message] = [
        message
        for code, message in seen(selo, *people, *years, wrong)
        if code == "wrong-year"
    ]
    assert message.startswith("summer ended 2020-08-01, and a, b, n have played since")
    selo.submit(*people, *years[:3])
    later = [
        message
        for code, message in seen(selo, wrong, *years[3:])
        if code == "wrong-year"
    ]
    assert later == [], "nobody has played since: what stands behind it says nothing"
    selo.submit(years[3])
    [again] = [
        message for code, message in seen(selo, wrong, years[4]) if code == "wrong-year"
    ]
    assert again == message


def test_many_years_in_one_file_read_no_tournament_again_and_again(
    selo_without_ledger: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    selo = selo_without_ledger
    selo.run("init")
    people = [
        document
        for name in "abn"
        for document in (player(name), opening(name, 1500, on="2009-01-01"))
    ]
    years = [
        event(f"open-{year}", "a b 1-0", "b n 1-0", "n a 1-0", end=f"{year}-05-01")
        for year in range(2009, 2024)
    ]
    read: list[str] = []

    def counted(
        connection: Connection, streams: Collection[str]
    ) -> dict[str, list[UnitRow]]:
        read.extend(streams)
        return of_streams(connection, streams)

    monkeypatch.setattr("desk.second_look.tournaments.of_streams", counted)
    assert seen(selo, *people, *years) == []
    assert len({*read}) == len(read) < len(years), (
        "what was just rated is known, and the rest is read once"
    )


@pytest.mark.parametrize(
    ("zone", "moment", "is_over"),
    [
        # half past one in the night after it
        ("Europe/Helsinki", "2024-05-01T22:30:00.000000Z", True),
        # nine in the evening of its last day
        ("America/New_York", "2024-05-02T01:00:00.000000Z", False),
    ],
)
def test_a_tournament_is_over_when_its_last_day_is_where_the_federation_is(
    selo_without_ledger: Selo, zone: str, moment: str, is_over: bool
) -> None:
    selo = selo_without_ledger
    selo.clock(moment)
    selo.run("init", "--time-zone", zone)
    selo.submit(
        *map(player, "abcdn"),
        event("may", "a b 1-0", "c d 1-0", "a c 1-0", "b d 1-0"),
    )
    added = one_game("may", 3, "n", "d")
    assert ("outsider" in {code for code, _ in seen(selo, added)}) is is_over
