"""What an event changed in the facts, in words; the log by actor, kind and day; and
taking one event back.
"""

import json
from pathlib import Path

import pytest

from tests.world.command import Selo
from tests.world.documents import Document, amend, game, opening, player, tournament
from tests.world.server import Put

WITHDRAWAL: Document = {
    "kind": "withdraw",
    "tournament": "open",
    "reason": "recorded twice",
}


@pytest.fixture
def selo(tmp_path: Path, put: Put) -> Selo:
    world = put(Selo(tmp_path))
    assert world.run("init").code == 0
    world.submit(
        player("A", name="Aho, Aino", born="1980"),
        player("B", name="Berg, Bea"),
        player("C", name="Cole"),
    )
    world.submit(
        opening("A", rating=1800), opening("B", rating=1700), opening("C", rating=1600)
    )
    games = [
        game(1, "A", "B", "1-0"),
        game(2, "B", "C", "1/2-1/2"),
        game(3, "C", "A", "0-1"),
    ]
    world.submit(
        tournament("open", "2024-01-03", *games, name="Open", start="2024-01-01")
    )
    return world


def head(selo: Selo) -> int:
    return int(selo.ask("log", "--limit", "1")["events"][0]["seq"])


def texts(selo: Selo, seq: int) -> list[str]:
    return [change["text"] for change in selo.ask("log", "event", str(seq))["changes"]]


def test_every_change_of_a_correction_is_in_words(selo: Selo) -> None:
    selo.submit(
        amend(
            "open",
            games={
                "1.1": {"result": "0-1"},
                "2.1": {"white": "A", "on": "2024-01-02"},
                "3.1": None,
            },
            set={"name": "Open 2", "time_control": "90+30"},
            add_games=[game(4, "B", "A", "1-0")],
        )
    )
    seq = head(selo)
    assert texts(selo, seq) == [
        "name: Open became Open 2",
        "minutes: 90 became nothing",
        "time control: nothing became 90+30",
        "1.1 Aho, Aino – Berg, Bea: 1-0 became 0-1",
        "2.1 Aho, Aino – Cole, white: B Berg, Bea became A Aho, Aino",
        "2.1 Aho, Aino – Cole, on: nothing became 2024-01-02",
        "3.1 Cole – Aho, Aino 0-1: struck out",
        "4.1 Berg, Bea – Aho, Aino 1-0: added",
    ]
    answered = selo.ask("log", "event", str(seq))
    assert answered["kind"] == "amend" and answered["reason"] and answered["rows"]
    first = next(
        change for change in answered["changes"] if change["field"] == "result"
    )
    assert (first["of"], first["before"], first["after"]) == ("1.1", "1-0", "0-1")
    line = selo.ask("log", "--limit", "1")["events"][0]
    assert line["text"].startswith("name: Open became Open 2; ") and line[
        "text"
    ].endswith("; and 5 more")
    out = selo.done("log", "event", str(seq))
    assert "1-0 became 0-1" in out and "it moved" in out and "Berg, Bea" in out


@pytest.mark.parametrize(
    ("seq", "text"),
    [
        (1, "fi-1990 is in force on selo from the beginning"),
        (7, "registered: born 1980"),
        (8, "registered"),
        (10, "list selo, on 2023-06-01, rating 1800, games 50"),
        (13, "Open, 2024-01-01 to 2024-01-03: 3 games of 3 players"),
    ],
)
def test_other_events_in_words(selo: Selo, seq: int, text: str) -> None:
    assert texts(selo, seq)[0].startswith(text)


def test_details_withdrawals_and_lists_in_words(selo: Selo) -> None:
    selo.submit(player("A", name="Aho, Aino", born="1981", change=True))
    assert texts(selo, head(selo))[0] == "born: 1980 became 1981"
    selo.submit(WITHDRAWAL)
    assert texts(selo, head(selo)) == ["nothing in it counts any more"]
    selo.done("reinstate", "open")
    assert texts(selo, head(selo)) == ["it counts again"]
    selo.done("withdraw", "--seq", "10", "--reason", "x")
    assert texts(selo, head(selo))[0].startswith(
        "seq 10 no longer counts: opening list selo"
    )
    selo.done("publish", "selo", "2024-02", "--as-of", "2024-02-01")
    assert texts(selo, head(selo)) == [
        "selo 2024-02 of 2024-02-01, revision 1: 3 players"
    ]


def test_an_unknown_event(selo: Selo) -> None:
    assert (
        selo.run("log", "event", "999").code == 3 and selo.run("undo", "999").code == 3
    )
    assert selo.run("log", "event", "13", "--known-seq", "12").code == 3


def test_the_log_by_actor_kind_and_day(selo: Selo) -> None:
    selo.clock("2030-05-02")
    selo.run_line(
        "--ledger",
        selo.ledger,
        "--actor",
        "eva",
        "amend",
        "open",
        "--game",
        "1.1",
        "--result",
        "0-1",
        "--reason",
        "x",
    )
    assert [event["kind"] for event in selo.ask("log", "--by", "eva")["events"]] == [
        "amend"
    ]
    assert [
        event["kind"] for event in selo.ask("log", "--kind", "tournament")["events"]
    ] == ["tournament"]
    assert len(selo.ask("log", "--since", "2030-05-02")["events"]) == 1
    assert len(selo.ask("log", "--until", "2030-05-01")["events"]) == 13
    ran = selo.run("log", "--kind", "nonsense")
    assert ran.code == 2 and "one of: accept-rules, adopt-rules, amend" in ran.err


def state(selo: Selo) -> object:
    value = selo.ask("tournament", "open")
    games = [
        {name: row[name] for name in ("round", "white", "black", "result", "on")}
        for row in value["games"]
    ]
    header = {
        name: found for name, found in value["header"].items() if name != "seconds"
    }
    return (
        header,
        games,
        [(row["player"], row["rating"]) for row in selo.ask("list", "selo")["rows"]],
    )


@pytest.mark.parametrize(
    "document",
    [
        amend("open", games={"1.1": {"result": "0-1"}}),
        amend("open", games={"2.1": {"white": "A", "on": "2024-01-02"}}),
        amend("open", set={"name": "Other", "start": "2023-12-30"}),
        amend("open", set={"time_control": "60+30"}),
        amend("open", add_games=[game(4, "A", "B", "0-1")]),
        amend("open", games={"3.1": None}),
        WITHDRAWAL,
        player("A", born="1981", name="Aho, Aino", change=True),
        {
            "kind": "game",
            "tournament": "open",
            "round": 5,
            "white": "A",
            "black": "C",
            "result": "0-1",
        },
        {
            "kind": "ruling",
            "player": "A",
            "list": "selo",
            "on": "2024-02-01",
            "rating": 1500,
            "reason": "x",
        },
        {"kind": "merge-players", "from": "D", "into": "C", "reason": "one person"},
    ],
)
def test_undoing_restores_what_was(selo: Selo, document: dict[str, object]) -> None:
    selo.submit(player("D", name="Cole"))
    before = state(selo)
    selo.submit(document)
    seq = head(selo)
    assert document["kind"] in ("player", "merge-players") or state(selo) != before
    events = selo.events()
    shown = selo.run("undo", str(seq))
    assert (
        shown.code == 0
        and selo.events() == events
        and "nothing is recorded" in shown.err
    )
    assert json.loads(shown.err.splitlines()[0])["kind"]
    selo.done("undo", str(seq), "--reason", "a slip")
    assert state(selo) == before and selo.events() > events
    assert selo.ask("ledger", "rebuild", "--check")["equal"]


def test_undoing_an_undoing(selo: Selo) -> None:
    selo.done("undo", "13", "--reason", "x")
    assert selo.ask("tournament", "open")["withdrawn"]
    selo.done("undo", str(head(selo)), "--reason", "after all")
    assert not selo.ask("tournament", "open")["withdrawn"]


def test_what_cannot_be_undone(selo: Selo) -> None:
    selo.submit(amend("open", games={"1.1": {"result": "0-1"}}))
    seq = head(selo)
    selo.submit(amend("open", games={"1.1": {"result": "1/2-1/2"}}))
    [problem] = selo.refused("undo", str(seq), "--reason", "x")
    assert (
        problem["code"] == "cannot-undo"
        and "changed again since: 1.1" in problem["hint"]
    )
    selo.done("publish", "selo", "2024-02", "--as-of", "2024-02-01")
    [rules] = selo.refused("undo", "1", "--reason", "x")
    assert "if that is meant: `selo withdraw --seq 1 --rules`" in rules["hint"]
    for refused in (7, head(selo)):
        assert [problem["code"] for problem in selo.refused("undo", str(refused))] == [
            "cannot-undo"
        ]
