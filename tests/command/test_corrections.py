"""Short forms equal their documents; a preview records nothing and says what the
booking says; merges both ways.
"""

import json
from typing import Any

import pytest

from tests.world.command import Selo
from tests.world.documents import (
    Document,
    amend,
    external,
    founding,
    game,
    one_game,
    open_2024,
    opening,
    player,
    tournament,
)
from tests.world.reached import copy_of, rows

LATE = tournament("late", "2024-01-05", game(1, "A", "B"), game(2, "C", "D", "1/2-1/2"))
R = ("--reason", "the slip was misread")
SHORT: list[tuple[tuple[str, ...], Document]] = [
    (
        ("amend", "open-2024", "--game", "1.1", "--result", "0-1", *R),
        amend("open-2024", games={"1.1": {"result": "0-1"}}),
    ),
    (
        ("amend", "open-2024", "--game", "3.2", "--strike", *R),
        amend("open-2024", games={"3.2": None}),
    ),
    (
        (
            "amend",
            "open-2024",
            "--game",
            "1.1",
            "--white",
            "C",
            "--black",
            "A",
            "--on",
            "2024-02-09",
            "--minutes",
            "60",
            "--expect-version",
            "15",
            *R,
        ),
        amend(
            "open-2024",
            games={
                "1.1": {"white": "C", "black": "A", "on": "2024-02-09", "minutes": 60}
            },
            expect_version=15,
        ),
    ),
    (
        ("amend", "open-2024", "--game", "1.1", "--minutes", "10.5", *R),
        amend("open-2024", games={"1.1": {"minutes": 10.5}}),
    ),
    (
        ("withdraw", "open-2024", *R),
        {"kind": "withdraw", "tournament": "open-2024", "reason": R[1]},
    ),
    (
        ("withdraw", "open-2024", "--expect-version", "15", *R),
        {
            "kind": "withdraw",
            "tournament": "open-2024",
            "reason": R[1],
            "expect_version": 15,
        },
    ),
    (("withdraw", "--seq", "11", *R), {"kind": "withdraw", "seq": 11, "reason": R[1]}),
    (
        (
            "tournament",
            "game",
            "open-2024",
            "--round",
            "4",
            "--white",
            "A",
            "--black",
            "B",
            "--result",
            "1/2-1/2",
        ),
        one_game("open-2024", 4, "A", "B", "1/2-1/2"),
    ),
    (
        (
            "tournament",
            "game",
            "open-2024",
            "--round",
            "4",
            "--white",
            "A",
            "--black",
            "B",
            "--result",
            "1-0",
            "--on",
            "2024-02-20",
            "--board",
            "2",
            "--minutes",
            "60",
            "--tiebreak",
            "--key",
            "k",
            "--expect-version",
            "15",
        ),
        one_game(
            "open-2024",
            4,
            "A",
            "B",
            on="2024-02-20",
            board=2,
            minutes=60,
            tiebreak=True,
            key="k",
            expect_version=15,
        ),
    ),
    (
        ("player", "merge", "E", "A", *R),
        {"kind": "merge-players", "from": "E", "into": "A", "reason": R[1]},
    ),
    (
        (
            "player",
            "add",
            "N",
            "--name",
            "Uusi, Åke",
            "--sex",
            "m",
            "--born",
            "1990-05-01",
            "--federation",
            "SWE",
            "--federation-from",
            "2020-01-01",
            "--fide-id",
            "77",
            "--club",
            "Åbo",
        ),
        {
            "kind": "player",
            "player": "N",
            "name": "Uusi, Åke",
            "sex": "m",
            "born": "1990-05-01",
            "federation": "SWE",
            "federation_from": "2020-01-01",
            "fide_id": 77,
            "club": "Åbo",
        },
    ),
    (
        ("player", "add", "A", "--club", "X"),
        {"kind": "player", "player": "A", "club": "X"},
    ),
]


def bodies(club: Selo) -> list[Any]:
    """What the log holds of each event, its own words apart (salted digests differ from
    run to run).
    """
    states = [
        json.loads(row[0])
        for row in rows(
            club.ledger, "SELECT state FROM event WHERE seq > 15 ORDER BY seq"
        )
    ]
    for state in states:
        for salted in ("details", "seal"):
            state["body"].pop(salted, None)
        if state["topic"].startswith("player"):
            state.pop("digest")
    return states


@pytest.mark.parametrize(
    ("line", "document"),
    SHORT,
    ids=[f"{line[0]}-{n}" for n, (line, _) in enumerate(SHORT)],
)
def test_a_short_form_is_its_document(
    club: Selo, line: tuple[str, ...], document: Document
) -> None:
    club.submit(player("E"))
    one, other = copy_of(club, "short.db"), copy_of(club, "long.db")
    short = one.ask(*line)
    again = one.ask(*line)
    assert [row["repeated"] for row in again["recorded"]] == [True] and again[
        "moved"
    ] == []
    # the receipt is of these very events, which have a salt
    assert other.submit(document) | {"receipt": None} == short | {"receipt": None}
    assert (bodies(other), other.rows()["unit"]) == (bodies(one), one.rows()["unit"])


def test_reinstate_by_tournament_takes_back_the_withdrawal(club: Selo) -> None:
    before = club.ask("list", "selo")["rows"]
    club.ask("withdraw", "open-2024", *R)
    assert club.ask("reinstate", "open-2024")["recorded"][0]["kind"] == "reinstate"
    club.ask("withdraw", "--seq", "11", *R)
    club.ask("reinstate", "--seq", "11", *R)
    assert club.ask("list", "selo")["rows"] == before
    assert club.ask("log", "--limit", "1")["events"][0]["reason"] == R[1]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("amend", "open-2024", "--game", "1.1", *R), 2),
        (("amend", "open-2024", "--game", "1.1", "--strike"), 2),
        (("amend", "open-2024", "--result", "1-0", *R), 2),
        (("amend", "open-2024", "--game", "1.1", "--strike", "--result", "1-0", *R), 2),
        (("amend", "open-2024", "--game", "9.9", "--strike", *R), 3),
        (("amend", "open-2024", "--game", "1.1", "--result", "2-0", *R), 1),
        (("amend", "open-2024", "--game", "1.1", "--minutes", "nan", *R), 1),
        (("amend", "open-2024", "--game", "1.1", "--result", "1-0", *R), 1),
        (
            (
                "amend",
                "open-2024",
                "--game",
                "1.1",
                "--strike",
                "--expect-version",
                "14",
                *R,
            ),
            5,
        ),
        (("withdraw", *R), 2),
        (("withdraw", "open-2024", "--seq", "11", *R), 2),
        (("withdraw", "open-2024"), 2),
        (("withdraw", "open-2024", "--reason", ""), 1),
        (("withdraw", "open-2024", "--reason", " "), 1),
        (("withdraw", "open-2024", "--reason", "\udcff"), 1),
        (("withdraw", "--seq", "99", *R), 3),
        (("withdraw", "--seq", str(10**30), *R), 3),
        (("reinstate", "open-2024"), 1),
        (("reinstate",), 2),
        (("withdraw", "open-2024", "--expect-version", "14", *R), 5),
        (("player", "merge", "A", "B", *R), 1),
        (("player", "merge", "A", "B"), 2),
        (("player", "merge", "A", "A", *R), 1),
        (("player", "merge", "A", "X", *R), 3),
        (
            (
                "tournament",
                "game",
                "open-2024",
                "--round",
                "0",
                "--white",
                "A",
                "--black",
                "B",
                "--result",
                "1-0",
            ),
            1,
        ),
        (
            (
                "tournament",
                "game",
                "open-2024",
                "--round",
                "1",
                "--white",
                "A",
                "--black",
                "B",
            ),
            2,
        ),
        (
            (
                "tournament",
                "game",
                "open-2024",
                "--round",
                "1",
                "--white",
                "A",
                "--black",
                "X",
                "--result",
                "1-0",
            ),
            3,
        ),
        (
            (
                "tournament",
                "game",
                "open-2024",
                "--round",
                "1",
                "--white",
                "A",
                "--black",
                "B",
                "--result",
                "1-0",
                "--on",
                "2024-07-01",
            ),
            1,
        ),
        (("player", "add", "N"), 1),
        (("player", "add", "N N", "--name", "N"), 1),
        (("player", "add"), 2),
        (("player", "add", "N", "--name", "N", "--sex", "x"), 2),
        (("player", "add", "N", "--name", "N\x1b[31m"), 1),
    ],
)
def test_what_the_short_forms_refuse(
    club: Selo, line: tuple[str, ...], code: int
) -> None:
    club.refused(*line, code=code)
    ran = club.run(*line)
    assert (
        (ran.code, ran.out) == (code, "")
        and ran.err.strip()
        and "command.json" not in ran.err
    )


MOVING: list[Document] = [
    LATE,
    amend(
        "open-2024",
        games={"1.1": {"result": "0-1"}, "3.2": None},
        add_games=[game(4, "A", "C")],
    ),
    {"kind": "withdraw", "tournament": "open-2024", "reason": "r"},
    {"kind": "withdraw", "seq": 11, "reason": "r"},
    one_game("open-2024", 4, "A", "B"),
    opening("E", 1500),
    {
        "kind": "ruling",
        "player": "A",
        "list": "selo",
        "on": "2024-03-01",
        "rating": 1700,
        "reason": "r",
    },
    {"kind": "merge-players", "from": "E", "into": "A", "reason": "r"},
    external("A"),
    {"kind": "adopt-rules", "list": "selo", "edition": "fi-2023", "from": "2024-03-01"},
]


@pytest.mark.parametrize(
    "document", MOVING, ids=[f"{d['kind']}-{n}" for n, d in enumerate(MOVING)]
)
def test_a_preview_moves_what_the_booking_moves(club: Selo, document: Document) -> None:
    club.submit(player("E"), tournament("e", "2024-02-20", game(1, "E", "D")))
    numbers = {
        name: club.ask("show", name)["lists"]["selo"]["rating"] for name in "ABCDE"
    }
    before = club.rows()
    preview = club.ask("submit", club.file("x.json", document), "--dry-run")
    assert club.rows() == before
    assert club.run("submit", club.file("x.json", document), "--dry-run").code == 0
    booked = club.submit(document)
    assert preview["moved"] == booked["moved"] and preview["dry_run"] is True
    assert [row["kind"] for row in preview["recorded"]] == [
        row["kind"] for row in booked["recorded"]
    ]
    # `moved` is the current number before and after, of everybody whose number is
    # another one and of nobody else
    after = {
        name: club.ask("show", name)["lists"]["selo"]["rating"] for name in "ABCDE"
    }
    if document["kind"] == "merge-players":
        after["E"] = None  # merged away: `show E` answers with A's
    moved = {
        row["player"]: (row["before"], row["after"])
        for row in booked["moved"]
        if row["list"] == "selo"
    }
    assert moved == {
        name: (numbers[name], after[name])
        for name in numbers
        if numbers[name] != after[name]
    }


def test_a_refused_preview_is_refused_the_same_way(club: Selo) -> None:
    bad = club.file("x.jsonl", external("nobody"), LATE)
    assert club.refused("submit", bad, "--dry-run") == club.refused("submit", bad)
    stale = club.file(
        "x.json", amend("open-2024", set={"minutes": 60}, expect_version=1)
    )
    assert club.refused("submit", stale, "--dry-run", code=5) == club.refused(
        "submit", stale, code=5
    )


def test_the_short_forms_have_a_preview_too(club: Selo) -> None:
    before = club.rows()
    lines = [line for line, _ in SHORT if line[0] in ("amend", "withdraw", "game")]
    for line in lines:
        assert club.ask(*line, "--dry-run")["dry_run"] is True
    assert club.rows() == before


def test_wrong_and_amended_is_right_from_the_start(club: Selo) -> None:
    right = club.ask("list", "selo")["rows"]
    club.elsewhere("other.db")
    club.ask("init")
    wrong = open_2024()
    wrong["games"][0]["result"] = "0-1"
    del wrong["games"][5]
    wrong |= {"start": "2024-02-09", "end": "2024-02-09", "minutes": 15}
    club.submit(*founding(), wrong)
    club.submit(
        amend(
            "open-2024",
            set={"start": "2024-02-10", "end": "2024-02-10", "minutes": 90},
            games={"1.1": {"result": "1-0"}},
            add_games=[game(3, "B", "C")],
        )
    )
    assert club.ask("list", "selo")["rows"] == right
    assert club.ask("list", "pelo")["rows"] == []


def test_recording_order_never_matters(club: Selo) -> None:
    club.submit(LATE)
    right = club.ask("list", "selo")["rows"]
    club.elsewhere("other.db")
    club.ask("init")
    people = founding()
    club.submit(*people[:4], LATE)
    club.submit(open_2024())
    club.submit(*people[4:])
    assert club.ask("list", "selo")["rows"] == right
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True


def test_a_withdrawn_tournament_takes_no_correction(club: Selo) -> None:
    club.ask("withdraw", "open-2024", *R)
    for document in (
        amend("open-2024", games={"1.1": None}),
        one_game("open-2024", 4, "A", "B"),
        {"kind": "withdraw", "tournament": "open-2024", "reason": "another"},
    ):
        assert [p["code"] for p in club.refuse(document)] == ["withdrawn"]
    assert (
        "selo reinstate open-2024"
        in club.refuse(one_game("open-2024", 4, "A", "B"))[0]["hint"]
    )
    club.ask("reinstate", "open-2024")
    club.submit(one_game("open-2024", 4, "A", "B"))


def test_one_submission_may_bring_and_correct(club: Selo) -> None:
    """Each document finds what the ones before it in the file did."""
    rows = club.submit(
        player("N"),
        opening("N", 1700),
        LATE,
        one_game("late", 3, "N", "A"),
        amend("late", games={"1.1": None}),
        {"kind": "withdraw", "tournament": "late", "reason": "r", "expect_version": 20},
        {
            "kind": "reinstate",
            "tournament": "late",
            "reason": "r",
            "expect_version": 21,
        },
    )["recorded"]
    assert [row["seq"] for row in rows] == list(range(16, 23))
    assert [g["game"] for g in club.ask("tournament", "late")["games"]] == [
        "2.1",
        "3.1",
    ]
    assert [row["unit"] for row in club.ask("history", "N")["rows"]] == [
        "opening",
        "late",
    ]
