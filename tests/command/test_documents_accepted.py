"""Contract section 3: every kind of document is taken in its full and in its least
form.
"""

from typing import Any

import pytest

from tests.features import asked_of_features
from tests.world.command import Selo
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

COMMON = {"actor": "officer", "note": "Säilyy lokissa", "key": "k-1"}
FULL_GAME = game(
    1,
    "A",
    "B",
    "1-0",
    board=1,
    game="x.1",
    on="2024-03-01",
    minutes=60,
    minutes_black=60,
    tiebreak=False,
)
HEADER = {
    "domestic": True,
    "fide_accepted": True,
    "official_representation": False,
    "age_group": "open",
    "each_game_rated": False,
    "order_no": 0,
}
# the optional fields of Norway's categories
NORWAY = {
    "category": "II",
    "event_kind": "landskamp",
    "start_minutes": 90,
    "total_minutes": 130,
}
HELD = {
    "representatives": ["A", "B"],
    "organiser": "Åbo Schack",
    "place": "Åbo",
    "arbiter": "C",
}
PERSON = {
    "name": "Uusi, Únó",
    "sex": "f",
    "born": "2001-05-30",
    "federation": "SWE",
    "federation_from": "2020-01-01",
    "fide_id": 500001,
    "club": "Åbo",
}
FULL: dict[str, Document] = {
    "player": {"kind": "player", "player": "N", **PERSON},
    "opening": opening("A", list="pelo", normal_games=10, peak=1700, titles=[]),
    "external-rating": external("A", comparable=False),
    "elo-only-games": {"kind": "elo-only-games", "player": "A", "on": "2024-01-01"},
    "tournament": tournament(
        "full",
        "2024-03-02",
        FULL_GAME,
        start="2024-03-01",
        players=[{"player": "N", **PERSON}],
        **HEADER,
        **HELD,
        **NORWAY,
    ),
    "amend": amend(
        "open-2024",
        set={
            "name": "Uusi nimi",
            "start": "2024-02-09",
            "end": "2024-02-11",
            "time_control": "90+30",
            **HEADER,
            **HELD,
            **NORWAY,
        },
        games={
            "1.1": {
                "round": 1,
                "white": "A",
                "black": "B",
                "result": "0-1",
                "board": 2,
                "on": "2024-02-10",
                "minutes": 90,
                "minutes_black": None,
                "tiebreak": False,
            },
            "3.2": None,
        },
        add_games=[game(4, "A", "B", game="4.1", on="2024-02-11")],
        expect_version=15,
    ),
    "game": one_game(
        "open-2024",
        4,
        "A",
        "B",
        board=1,
        game="late",
        on="2024-02-20",
        minutes=90,
        minutes_black=90,
        tiebreak=False,
        expect_version=15,
    ),
    "withdraw": {
        "kind": "withdraw",
        "tournament": "open-2024",
        "reason": "twice",
        "expect_version": 15,
    },
    "merge-players": {
        "kind": "merge-players",
        "from": "E",
        "into": "A",
        "reason": "one person",
    },
    "confirm-title": {
        "kind": "confirm-title",
        "player": "A",
        "title": "M",
        "on": "2024-03-01",
        "reason": "board",
    },
    **{
        kind: {
            "kind": kind,
            "player": "A",
            "title": "M",
            "on": "2024-03-01",
            "reason": "board",
            "resolution": "3/2024",
        }
        for kind in ("keep-title", "refuse-title", "revoke-confirmation")
    },
    "ruling": {
        "kind": "ruling",
        "player": "A",
        "list": "selo",
        "on": "2024-03-01",
        "rating": 1700,
        "reason": "board",
    },
    "adopt-rules": {
        "kind": "adopt-rules",
        "list": "selo",
        "edition": "fi-2023",
        "from": "2023-05-01",
        "reason": "board",
    },
    "vouch": {
        "kind": "vouch",
        "doubt": "same-day",
        "tournament": "open-2024",
        "always": True,
        "reason": "board",
    },
    **{
        kind: documents[0]
        for asked in asked_of_features()
        for kind, documents in asked.accepted.items()
    },
}
LEAST: dict[str, Document] = {
    "player": {"kind": "player", "player": "N", "name": "N"},
    "opening": {
        "kind": "opening",
        "player": "A",
        "list": "pelo",
        "on": "2023-06-01",
        "rating": 1500,
        "games": 0,
    },
    "external-rating": {
        "kind": "external-rating",
        "player": "A",
        "source": "national-rapid",
        "on": "2024-01-01",
        "rating": 1500,
    },
    "elo-only-games": {"kind": "elo-only-games", "player": "A", "on": "2024-01-01"},
    "tournament": {
        "kind": "tournament",
        "tournament": "t",
        "name": "T",
        "start": "2024-03-01",
        "end": "2024-03-01",
        "minutes": 90,
        "games": [],
    },
    "amend": {
        "kind": "amend",
        "tournament": "open-2024",
        "reason": "r",
        "games": {"1.1": None},
    },
    "game": one_game("open-2024", 1, "A", "B"),
    "withdraw": {"kind": "withdraw", "seq": 11, "reason": "r"},
    "merge-players": {"kind": "merge-players", "from": "E", "into": "A", "reason": "r"},
    "confirm-title": {
        "kind": "confirm-title",
        "player": "A",
        "title": "M",
        "on": "2024-03-01",
    },
    "revoke-confirmation": {
        "kind": "revoke-confirmation",
        "player": "A",
        "title": "M",
        "on": "2024-03-01",
    },
    **{
        kind: {
            "kind": kind,
            "player": "A",
            "title": "M",
            "on": "2024-03-01",
            "reason": "r",
        }
        for kind in ("keep-title", "refuse-title")
    },
    "ruling": {
        "kind": "ruling",
        "player": "A",
        "list": "selo",
        "on": "2024-03-01",
        "delta": -5,
        "reason": "r",
    },
    "adopt-rules": {
        "kind": "adopt-rules",
        "list": "pelo",
        "edition": "fi-2011",
        "from": "2011-02-01",
    },
    "vouch": {"kind": "vouch", "doubt": "jump", "player": "A"},
    **{
        kind: documents[1]
        for asked in asked_of_features()
        for kind, documents in asked.accepted.items()
    },
}
TARGETS = {
    "player": "N",
    "opening": "A",
    "external-rating": "A",
    "elo-only-games": "A",
    "amend": "open-2024",
    "game": "open-2024",
    "merge-players": "A",
    "confirm-title": "A",
    "revoke-confirmation": "A",
    "ruling": "A",
    "keep-title": "A",
    "refuse-title": "A",
}


@pytest.mark.parametrize("kind", FULL)
@pytest.mark.parametrize("form", ["full", "least"])
def test_every_kind_is_recorded(club: Selo, kind: str, form: str) -> None:
    club.submit(player("E"))
    if kind == "amend" or form == "full":
        # versions in the full forms speak of the tournament as it was founded
        assert club.ask("tournament", "open-2024")["version"] == 15
    document = {
        **(FULL if form == "full" else LEAST)[kind],
        **(COMMON if form == "full" else {}),
    }
    value = club.submit(document)
    assert set(value) >= {"recorded", "moved", "warnings"}
    [row] = value["recorded"]
    introduced = 1 if (kind, form) == ("tournament", "full") else 0
    assert (
        row["seq"] == 17 + introduced
        and row["kind"] == kind
        and row["repeated"] is False
    )
    assert row["target"] == TARGETS.get(kind, row["target"])
    newest = club.ask("log", "--limit", "1")["events"][0]
    assert (newest["seq"], newest["kind"]) == (row["seq"], kind)
    assert newest["actor"] == ("officer" if form == "full" else "tester")
    assert newest["reason"] == document.get("reason")
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True


def test_reinstate_of_a_tournament_and_of_a_fact(club: Selo) -> None:
    before = club.ask("list", "selo")["rows"]
    club.submit({"kind": "withdraw", "tournament": "open-2024", "reason": "r"})
    club.submit({"kind": "withdraw", "seq": 11, "reason": "r"})
    assert club.ask("list", "selo")["rows"] != before
    club.submit(
        {"kind": "reinstate", "tournament": "open-2024", "reason": "r", **COMMON}
    )
    club.submit({"kind": "reinstate", "seq": 11, "reason": "r"})
    assert club.ask("list", "selo")["rows"] == before


def test_a_player_as_told(club: Selo) -> None:
    club.submit({"kind": "player", "player": "N", **PERSON})
    shown = club.ask("player", "show", "N")["player"]
    assert shown == {
        "id": "N",
        "name": "Uusi, Únó",
        "federation": "SWE",
        "born": "2001-05-30",
        "sex": "f",
        "club": "Åbo",
        "fide_id": 500001,
        "merged": [],
    }
    # before federation_from the player was of FIN; fields left out keep their value
    assert (
        club.ask("player", "show", "N", "--as-of", "2019-12-31")["player"]["federation"]
        == "FIN"
    )
    club.submit({"kind": "player", "player": "N", "club": "Turku"})
    assert club.ask("player", "show", "N")["player"] == {**shown, "club": "Turku"}
    # a federation without a day is a correction for all time
    club.submit({"kind": "player", "player": "N", "federation": "NOR"})
    assert (
        club.ask("player", "show", "N", "--as-of", "2019-12-31")["player"]["federation"]
        == "NOR"
    )


def test_an_opening_as_told(selo: Selo) -> None:
    selo.submit(
        player("A"),
        opening("A", 2100, games=60, normal_games=40, peak=2210, titles=["M", "I"]),
    )
    shown = selo.ask("show", "A")
    assert shown["lists"]["selo"] | {"last_played": None} == {
        "rating": 2100,
        "games": 60,
        "normal_games": 40,
        "established": True,
        "last_played": None,
        "peak": {"rating": 2210, "on": "2023-06-01", "tournament": None, "game": None},
    }
    assert [(title["title"], title["status"]) for title in shown["titles"]] == [
        ("M", "held"),
        ("ME", "held"),
        ("I", "held"),
    ]
    selo.submit(player("B"), opening("B", games=30))
    assert selo.ask("show", "B")["lists"]["selo"]["normal_games"] == 30


def header(selo: Selo, name: str) -> Any:
    value = selo.ask("tournament", name)
    return value.get("header") or value["tournament"]


@pytest.mark.parametrize(
    ("time_control", "seconds"),
    [
        ("90+30", 120 * 60),
        ("15", 15 * 60),
        ("3+2", 5 * 60),
        ("10+0.5", 10 * 60 + 30),
        ("90", 90 * 60),
        # all stages begun by move 60, and 60 increments
        ("40/90+30:30+30", (90 + 30 + 30) * 60),
        ("40/90:20/30:15", 120 * 60),
        ("60/90:30", 90 * 60),
        ("40/120:20/60:30+30", 180 * 60),
        ("30/60:30", 90 * 60),
    ],
)
def test_a_time_control_gives_the_minutes(
    club: Selo, time_control: str, seconds: int
) -> None:
    club.submit(tournament("t", "2024-03-01", minutes=None, time_control=time_control))
    found = header(club, "t")
    assert (found["time_control"], found["minutes"], found["seconds"]) == (
        time_control,
        None,
        seconds,
    )


def test_minutes_and_time_control_replace_each_other(club: Selo) -> None:
    club.submit(amend("open-2024", set={"time_control": "60+30"}))
    found = header(club, "open-2024")
    assert (found["minutes"], found["time_control"], found["seconds"]) == (
        None,
        "60+30",
        5400,
    )
    club.submit(amend("open-2024", set={"minutes": 45}))
    found = header(club, "open-2024")
    assert (found["minutes"], found["time_control"], found["seconds"]) == (
        45,
        None,
        2700,
    )


def test_defaults_of_a_tournament_and_a_game(club: Selo) -> None:
    club.submit(
        tournament(
            "t",
            "2024-03-05",
            game(1, "A", "B"),
            game(1, "C", "D"),
            game(2, "A", "C"),
            start="2024-03-01",
        )
    )
    found = header(club, "t")
    assert [found[name] for name in HEADER] == list(HEADER.values())
    assert [found[name] for name in NORWAY] == [None] * 4
    games = club.ask("tournament", "t")["games"]
    assert [g["game"] for g in games] == ["1.1", "1.2", "2.1"]
    assert {g["tiebreak"] for g in games} == {False}
    # a game without a day was played on the last one
    assert club.ask("history", "A")["rows"][-1]["on"] == "2024-03-05"


def test_the_fields_of_norway_are_kept_and_can_be_emptied(club: Selo) -> None:
    club.submit(tournament("t", "2024-03-05", game(1, "A", "B"), **NORWAY))
    assert {name: header(club, "t")[name] for name in NORWAY} == NORWAY
    club.submit(amend("t", set={"category": "III"}))
    assert {name: header(club, "t")[name] for name in NORWAY} == {
        **NORWAY,
        "category": "III",
    }
    club.submit(amend("t", set=dict.fromkeys(NORWAY)))
    assert {name: header(club, "t")[name] for name in NORWAY} == dict.fromkeys(NORWAY)
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True


def test_all_results_are_taken_and_only_played_games_count(club: Selo) -> None:
    results = {
        "1-0": (1.0, 0.0),
        "0-1": (0.0, 1.0),
        "1/2-1/2": (0.5, 0.5),
        "0-0": (0.0, 0.0),
        "1/2-0": (0.5, 0.0),
        "0-1/2": (0.0, 0.5),
        "1-0F": None,
        "0-1F": None,
        "0-0F": None,
        "1/2-1/2F": None,
        "*": None,
    }
    games = [game(number, "A", "B", result) for number, result in enumerate(results, 1)]
    club.submit(tournament("t", "2024-03-01", *games))
    value = club.ask("tournament", "t")
    for found, (result, points) in zip(value["games"], results.items(), strict=True):
        assert found["result"] == result
        assert found["status"] == ("rated" if points else "not rated"), result
        assert bool(found["why"]) == (points is None), result
    row = club.ask("history", "A")["rows"][-1]
    assert (row["games"], row["score"]) == (6, 2.0)


def test_the_number_of_a_new_game_was_never_used_in_its_round(club: Selo) -> None:
    club.submit(
        amend("open-2024", games={"3.2": None}, add_games=[game(3, "B", "C", "0-1")])
    )
    club.submit(one_game("open-2024", 3, "C", "D"), one_game("open-2024", 5, "A", "B"))
    names = [g["game"] for g in club.ask("tournament", "open-2024")["games"]]
    assert names == ["1.1", "1.2", "2.1", "2.2", "3.1", "3.3", "3.4", "5.1"]


def test_players_of_a_tournament_only_introduce(club: Selo) -> None:
    known = {
        "player": "A",
        "name": "Toinen",
        "sex": "f",
        "born": "1999",
        "federation": "SWE",
        "club": "X",
        "fide_id": 7,
    }
    same = {"player": "B", "name": "Pelaaja B", "federation": "FIN"}
    value = club.submit(
        tournament(
            "t",
            "2024-03-01",
            game(1, "A", "N"),
            players=[known, same, {"player": "N", "name": "Uusi"}],
        )
    )
    [row] = value["recorded"]
    assert (row["introduced"], row["seq"]) == ([{"seq": 16, "player": "N"}], 17)
    shown = club.ask("player", "show", "A")["player"]
    assert (shown["name"], shown["sex"], shown["federation"], shown["fide_id"]) == (
        "Pelaaja A",
        None,
        "FIN",
        None,
    )
    said = " ".join(w["message"] for w in value["warnings"])
    for field in ("name", "sex", "born", "federation", "club", "FIDE id"):
        assert f"A: {field} " in said, field
    assert "B:" not in said and "N:" not in said
