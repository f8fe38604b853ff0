"""Said again: the same content, the same key, the whole file; and what is not the same
is a conflict.
"""

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

RULING = {
    "kind": "ruling",
    "player": "A",
    "list": "selo",
    "on": "2024-03-01",
    "delta": 5,
    "reason": "r",
}
CREATING: list[Document] = [
    opening("A", list="pelo"),
    external("A"),
    {"kind": "elo-only-games", "player": "A", "on": "2024-01-01"},
    tournament("t", "2024-03-01", game(1, "A", "B")),
    one_game("open-2024", 4, "A", "B"),
    {"kind": "confirm-title", "player": "A", "title": "M", "on": "2024-03-01"},
    RULING,
    {"kind": "revoke-confirmation", "player": "A", "title": "M", "on": "2024-03-01"},
    {"kind": "adopt-rules", "list": "selo", "edition": "fi-2023", "from": "2023-05-01"},
    player("N"),
]
CORRECTING: list[Document] = [
    amend("open-2024", games={"1.1": {"result": "0-1"}}),
    amend("open-2024", games={"3.2": None}),
    amend("open-2024", add_games=[game(4, "A", "B")]),
    {"kind": "withdraw", "tournament": "open-2024", "reason": "r"},
    {"kind": "withdraw", "seq": 11, "reason": "r"},
    {"kind": "merge-players", "from": "E", "into": "A", "reason": "r"},
]


def kinds(documents: list[Document]) -> list[str]:
    return [f"{d['kind']}-{number}" for number, d in enumerate(documents)]


@pytest.mark.parametrize("document", CREATING, ids=kinds(CREATING))
@pytest.mark.parametrize("key", [None, "a key of ours"])
def test_the_same_content_is_recorded_once(
    club: Selo, document: Document, key: str | None
) -> None:
    said = document if key is None else {**document, "key": key}
    [first] = club.submit(said)["recorded"]
    events = club.events()
    # another actor and another note do not make another document, nor do defaults
    # spelled out or another order
    for again in (
        said,
        {**said, "actor": "somebody"},
        {**said, "note": "again"},
        dict(reversed(said.items())),
    ):
        value = club.submit(again)
        assert value["recorded"] == [{**first, "repeated": True, "seq": first["seq"]}]
        assert (value["moved"], value["warnings"], club.events()) == ([], [], events)


@pytest.mark.parametrize("document", CORRECTING, ids=kinds(CORRECTING))
def test_a_correction_sent_again_at_once_is_a_retry(
    club: Selo, document: Document
) -> None:
    club.submit(player("E"))
    version = {"expect_version": 15} if document.get("tournament") else {}
    [first] = club.submit({**document, **version})["recorded"]
    for again in (document, {**document, **version}):
        value = club.submit(again)
        assert value["recorded"] == [{**first, "repeated": True}]
        assert (value["moved"], value["warnings"]) == ([], [])
    assert club.events() == 17


@pytest.mark.parametrize(
    "document", CREATING + CORRECTING, ids=kinds(CREATING + CORRECTING)
)
def test_the_same_key_with_other_content_is_a_conflict(
    club: Selo, document: Document
) -> None:
    club.submit(player("E"))
    [first] = club.submit({**document, "key": "k"})["recorded"]
    for other in (
        external("B", key="k"),
        player("O", key="k"),
        amend("open-2024", set={"minutes": 60}, key="k"),
    ):
        [problem] = club.refuse(other, code=5)
        assert (problem["code"], problem["where"]["field"]) == ("key-reused", "key")
        assert (
            f"seq {first['seq']}" in problem["message"] and "'k'" in problem["message"]
        )


def test_keys_within_one_file(club: Selo) -> None:
    rows = club.submit(external("A", key="k"), external("A", key="k"), external("A"))[
        "recorded"
    ]
    assert [(row["seq"], row["repeated"]) for row in rows] == [
        (16, False),
        (16, True),
        (16, True),
    ]
    [problem] = club.refuse(external("B", key="x"), external("C", key="x"), code=5)
    assert problem["where"]["line"] == 2


def test_the_whole_file_again(club: Selo) -> None:
    documents = [*founding(), open_2024()]
    value = club.submit(*documents)
    assert [row["seq"] for row in value["recorded"]] == list(range(7, 16))
    assert {row["repeated"] for row in value["recorded"]} == {True}
    assert (value["moved"], value["warnings"], club.events()) == ([], [], 15)
    # with something new at its end only that is recorded
    value = club.submit(*documents, external("A"))
    assert [row["seq"] for row in value["recorded"] if not row["repeated"]] == [16]


def warning_after(club: Selo, document: Document, seq: int) -> str:
    value = club.submit(document)
    [row] = value["recorded"]
    assert (row["repeated"], row["seq"], value["moved"]) == (True, seq, [])
    return " ".join(w["message"] for w in value["warnings"])


def test_a_tournament_said_again_after_amend_and_withdraw(club: Selo) -> None:
    assert warning_after(club, open_2024(), 15) == ""
    club.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    assert "open-2024 was amended since (seq 16)" in warning_after(
        club, open_2024(), 15
    )
    club.submit({"kind": "withdraw", "tournament": "open-2024", "reason": "r"})
    assert "open-2024 is withdrawn (seq 17)" in warning_after(club, open_2024(), 15)
    # and it stays withdrawn
    assert club.ask("tournament", "open-2024")["withdrawn"] is True


def test_a_game_said_again_warns_only_of_what_came_after(club: Selo) -> None:
    late = one_game("open-2024", 4, "A", "B")
    club.submit(late)
    assert warning_after(club, late, 16) == ""
    club.submit(amend("open-2024", games={"4.1": None}))
    assert "(seq 17)" in warning_after(club, late, 16)
    assert len(club.ask("tournament", "open-2024")["games"]) == 6
    club.submit({"kind": "withdraw", "tournament": "open-2024", "reason": "r"})
    assert "is withdrawn (seq 18)" in warning_after(club, late, 16)


def test_a_fact_said_again_after_its_withdrawal(club: Selo) -> None:
    club.submit(RULING)
    club.submit({"kind": "withdraw", "seq": 16, "reason": "r"})
    assert "seq 16 is withdrawn" in warning_after(club, RULING, 16)
    assert club.ask("show", "A")["lists"]["selo"]["rating"] == 1634


def test_a_correction_said_again_by_key_after_the_next_one(club: Selo) -> None:
    """Without a key it would be a correction back; the key says it is the old message."""
    back = amend("open-2024", games={"1.1": {"result": "0-1"}})
    club.submit({**back, "key": "k"})
    club.submit(amend("open-2024", games={"1.1": {"result": "1-0"}}))
    assert "(seq 17)" in warning_after(club, {**back, "key": "k"}, 16)
    [row] = club.submit(back)["recorded"]
    assert (row["seq"], row["repeated"]) == (18, False)


def test_withdraw_and_reinstate_may_alternate(club: Selo) -> None:
    away, back = (
        {"kind": kind, "tournament": "open-2024", "reason": "r"}
        for kind in ("withdraw", "reinstate")
    )
    for expected in range(16, 22):
        [row] = club.submit(away if expected % 2 == 0 else back)["recorded"]
        assert (row["seq"], row["repeated"]) == (expected, False)


@pytest.mark.parametrize(
    "document",
    [
        amend("open-2024", games={"1.1": {"result": "0-1"}}),
        one_game("open-2024", 4, "A", "B"),
        {"kind": "withdraw", "tournament": "open-2024", "reason": "r"},
    ],
)
def test_a_document_on_a_stale_version_is_refused(
    club: Selo, document: Document
) -> None:
    club.submit(amend("open-2024", set={"minutes": 60}))
    for stale in (15, 14, 17, 10**30):
        [problem] = club.refuse({**document, "expect_version": stale}, code=5)
        assert (problem["code"], problem["where"]["field"]) == (
            "stale-version",
            "expect_version",
        )
        assert "version 16" in problem["message"] and "open-2024" in problem["hint"]
    club.submit({**document, "expect_version": 16})
    assert club.ask("tournament", "open-2024")["version"] == 17


def test_expect_version_of_reinstate(club: Selo) -> None:
    club.submit({"kind": "withdraw", "tournament": "open-2024", "reason": "r"})
    back = {"kind": "reinstate", "tournament": "open-2024", "reason": "r"}
    assert (
        club.refuse({**back, "expect_version": 15}, code=5)[0]["code"]
        == "stale-version"
    )
    club.submit({**back, "expect_version": 16})


def test_a_stale_and_a_wrong_document_together_are_refused(club: Selo) -> None:
    """Exit 5 says: only the version is wrong. With anything else wrong it is bad input."""
    stale = amend("open-2024", set={"minutes": 60}, expect_version=14)
    assert [p["code"] for p in club.refuse(stale, external("nobody"))] == [
        "stale-version",
        "unknown-player",
    ]


def changed(**fields: Any) -> Document:
    return {**open_2024(), **fields}


def test_another_tournament_under_the_same_id_shows_the_difference(club: Selo) -> None:
    other = open_2024()
    other["games"][0]["result"] = "1/2-1/2"
    other["games"][2]["white"] = "D"
    del other["games"][5]
    other["games"].append(game(4, "A", "C"))
    other |= {"name": "Toinen", "end": "2024-02-11"}
    problems = club.refuse(other, code=5)
    said = [p["message"] for p in problems]
    assert "version 15" in said[0] and "amend" in problems[0]["hint"]
    assert said[1:] == [
        "name: Kilpailu open-2024 in the ledger, Toinen here",
        "end: 2024-02-10 in the ledger, 2024-02-11 here",
        "game 1.1: round 1 A 1-0 B in the ledger, round 1 A 1/2-1/2 B here",
        "game 2.1: round 2 A 1/2-1/2 C in the ledger, round 2 D 1/2-1/2 C here",
        "game 3.2: not in this document",
        "game 4.1: not in the ledger",
    ]
    assert {p["where"]["field"] for p in problems} == {
        "tournament",
        "name",
        "end",
        "games",
    }


@pytest.mark.parametrize(
    "other",
    [
        changed(minutes=60),
        changed(order_no=1),
        changed(domestic=False),
        changed(age_group="under-10"),
        changed(games=[]),
        changed(start="2024-02-01"),
        changed(fide_accepted=False),
        changed(official_representation=True),
    ],
)
def test_every_difference_is_a_conflict(club: Selo, other: Document) -> None:
    assert club.refuse(other, code=5)[0]["code"] == "other-content"
    # what the ledger holds now is the content that counts, whoever amended it to that
    club.submit(amend("open-2024", set={"minutes": 45}))
    assert warning_after(club, changed(minutes=45), 15)


def test_defaults_spelled_out_are_the_same_tournament(club: Selo) -> None:
    spelled = changed(
        domestic=True,
        fide_accepted=True,
        order_no=0,
        age_group="open",
        minutes=90.0,
        players=[],
    )
    spelled["games"] = [
        {**g, "tiebreak": False, "game": f"{g['round']}.{n % 2 + 1}"}
        for n, g in enumerate(spelled["games"])
    ]
    assert warning_after(club, spelled, 15) == ""


def test_a_player_said_again_changes_only_what_differs(club: Selo) -> None:
    [row] = club.submit(player("A", club="X"))["recorded"]
    assert (row["seq"], row["repeated"]) == (16, False)
    for same in (player("A", club="X"), player("A"), {"kind": "player", "player": "A"}):
        assert warning_after(club, same, 7) == ""
    club.submit(player("A", born="1990"))
    assert club.ask("player", "show", "A")["player"]["club"] == "X"
