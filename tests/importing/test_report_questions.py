"""A tournament report through `selo submit`: what is asked, and answered by flag or by
a document beside it.
"""

import hashlib
import json

import pytest

from tests.exchange.trf_text import dates
from tests.importing.importing_world import FLAGS, HEADER, THREE, World, row, trf


def test_every_question_at_once_with_its_flag_and_nothing_written(world: World) -> None:
    world.file("kesa.trf", THREE)
    ran = world.submit("kesa.trf", code=1)
    assert ran.fields == ["tournament", "time_control", "new_ids"]
    said = [(p["message"], p["hint"]) for p in ran.value["problems"]]
    assert said == [
        (
            (
                "which tournament is this? it needs an id; proposed:"
                " espoon-kesaturnaus-2024"
            ),
            "use --id ID",
        ),
        (
            "how long were the games? (the file says: 90 min + 30 s); proposed: 90+30",
            "use --time-control 90+30, or --minutes N",
        ),
        (
            "3 players are new and need ids; proposed: espoon-kesaturnaus-2024-",
            "use --new-ids PREFIX",
        ),
    ]


def test_a_preview_goes_on_with_the_proposals(world: World) -> None:
    world.file("kesa.trf", THREE)
    value = world.submit("kesa.trf", "--dry-run").value
    assert set(value) == {
        "source",
        "players",
        "games",
        "recorded",
        "moved",
        "warnings",
        "questions",
        "dry_run",
        "entries",
        "doubts",
    }
    assert {doubt["doubt"] for doubt in value["doubts"]} == {"no-balance"}
    assert value["source"] == {
        "file": "kesa.trf",
        "format": "trf",
        "sha256": hashlib.sha256(THREE).hexdigest(),
        "encoding": "utf-8",
        "line_ends": "lf",
        "bytes": len(THREE),
        "name": "Espoon kesäturnaus",
        "start": "2024-06-01",
        "end": "2024-06-02",
        "rounds": 2,
        "round_days": {},
        "time": "90 min + 30 s",
        "tournaments": ["espoon-kesaturnaus-2024"],
    }
    assert [q["field"] for q in value["questions"]] == [
        "tournament",
        "time_control",
        "new_ids",
    ]
    assert value["games"] == {
        "games": 2,
        "played": 2,
        "not_played": {},
        "byes": {"half-point bye": 1, "pairing-allocated bye": 1},
        "rated": {"selo": 2, "pelo": 0},
        "not_rated": {},
    }
    assert {move["player"] for move in value["moved"]} == {
        f"espoon-kesaturnaus-2024-000{n}" for n in (1, 2, 3)
    }


def test_time_by_flag_and_list(world: World) -> None:
    world.file("kesa.trf", THREE)
    flags = ("--id", "kesa", "--minutes", "5", "--new-ids", "N")
    assert world.submit("kesa.trf", *flags, "--dry-run").value["games"]["rated"] == {
        "selo": 0,
        "pelo": 2,
    }
    abroad = world.submit(
        "kesa.trf", *flags, "--dry-run", "--foreign", "--not-fide-accepted"
    ).value
    assert abroad["games"]["not_rated"] == {
        "a foreign tournament that FIDE does not rate": 2
    }


def test_abroad_and_age_groups_are_asked_about(world: World) -> None:
    header = ("012 Rahvusvaheline U14 turniir", "032 EST", *HEADER[3:])
    world.file(
        "tallinn.trf",
        trf(row(1, "Aho", (2, "w", "1")), row(2, "Berg", (1, "b", "0")), header=header),
    )
    assert world.submit("tallinn.trf", *FLAGS, code=1).fields == [
        "domestic",
        "age_group",
    ]
    world.submit(
        "tallinn.trf", *FLAGS, "--foreign", "--age-group", "under-14", "--official"
    )
    shown = world.ask("tournament", "kesa")
    header_now = shown.get("header") or shown["tournament"]
    assert (
        header_now["domestic"],
        header_now["age_group"],
        header_now["official_representation"],
    ) == (
        False,
        "under-14",
        True,
    )


def test_days_that_can_be_read_in_two_ways_are_asked_about(world: World) -> None:
    header = ("012 Turnaus", "042 03/04/2024", "052 05/04/2024")
    rows = (row(1, "Aho", (2, "w", "1")), row(2, "Berg", (1, "b", "0")))
    world.file("a.trf", trf(*rows, header=header))
    ran = world.submit("a.trf", *FLAGS, code=1)
    assert (
        set(ran.fields) == {"date_order"} and "2024-03-04 or 2024-04-03" in ran.messages
    )
    world.submit("a.trf", *FLAGS, "--date-order", "dmy")
    assert world.ask("log")["events"][0]["target"] == "kesa"
    world.file("b.trf", trf(*rows, header=("012 Muu",)))
    assert world.submit(
        "b.trf", "--id", "b", "--minutes", "90", "--players-by", "name", code=1
    ).fields == [
        "start",
        "end",
    ]


def test_without_a_proposal_the_example_does_not_read_like_one(world: World) -> None:
    world.file("kesa.trf", THREE.replace(b"122 90 min + 30 s", b"122 as always"))
    hints = [p["hint"] for p in world.submit("kesa.trf", code=1).value["problems"]]
    assert "use --time-control TC (like 90+30), or --minutes N" in hints


def test_a_day_of_a_round_that_is_not_there_is_warned_about(world: World) -> None:
    world.file("kesa.trf", THREE)
    value = world.submit(
        "kesa.trf", *FLAGS, "--round-day", "2=2024-06-02", "--round-day", "9=2024-06-02"
    ).value
    messages = [warning["message"] for warning in value["warnings"]]
    assert "a day is given for round 9, and the file has rounds 1 to 2" in messages


def test_preliminary_and_final_are_two_tournaments(world: World) -> None:
    rows = (
        row(1, "Aho", (2, "w", "1"), (2, "b", "="), (2, "w", "0")),
        row(2, "Berg", (1, "b", "0"), (1, "w", "="), (1, "b", "1")),
    )
    world.file("sm.trf", trf(*rows))
    ran = world.submit("sm.trf", *FLAGS, "--stage-from-round", "3", code=1)
    assert [p["hint"] for p in ran.value["problems"][:2]] == [
        "use --round-day 2=DAY",
        "use --round-day 3=DAY",
    ]
    days = ("--round-day", "2=2024-06-01", "--round-day", "3=2024-06-02")
    value = world.submit("sm.trf", *FLAGS, "--stage-from-round", "3", *days).value
    assert [r["target"] for r in value["recorded"]] == ["kesa", "kesa-final"]
    assert [
        len(world.ask("tournament", name)["games"]) for name in ("kesa", "kesa-final")
    ] == [2, 1]
    assert all(r["repeated"] for r in world.submit("sm.trf").value["recorded"])
    assert world.submit("sm.trf", *FLAGS, "--stage-from-round", "9", code=1).codes == [
        "one-stage"
    ]
    world.file("dated.trf", trf(dates("24/06/01", "24/06/01", "24/06/02"), *rows))
    flags = (
        "--id",
        "other",
        "--final-id",
        "last",
        "--minutes",
        "90",
        "--new-ids",
        "M",
        "--map",
        "map",
    )
    world.file("map", "Aho new\n2;new\n")
    value = world.submit(
        "dated.trf", *flags, "--stage-from-round", "3", "--dry-run"
    ).value
    assert [r["target"] for r in value["recorded"]] == ["other", "last"]


def test_each_game_by_its_own_day(world: World) -> None:
    rows = (
        row(1, "Aho", (2, "w", "1"), (2, "b", "=")),
        row(2, "Berg", (1, "b", "0"), (1, "w", "=")),
    )
    world.file("liiga.trf", trf(*rows))
    assert world.submit("liiga.trf", *FLAGS, "--each-game-rated", code=1).fields == [
        "round_days",
        "round_days",
    ]
    world.file("liiga.trf", trf(dates("24/06/01", "24/06/02"), *rows))
    value = world.submit("liiga.trf", *FLAGS, "--each-game-rated").value
    assert value["source"]["round_days"] == {"1": "2024-06-01", "2": "2024-06-02"}
    assert [g["on"] for g in world.ask("tournament", "kesa")["games"]] == [
        "2024-06-01",
        "2024-06-02",
    ]


def test_answers_in_a_document_beside_the_file(world: World) -> None:
    world.file("kesa.trf", THREE)
    answers = {"tournament": "kesa", "minutes": 60, "new_ids": "N", "map": {"3": "new"}}
    world.file("kesa.trf.json", json.dumps(answers))
    world.submit("kesa.trf", "kesa.trf.json", "--dry-run")
    world.submit("kesa.trf", "--time-control", "90+30")
    header = world.ask("tournament", "kesa")
    assert (header.get("header") or header["tournament"])["time_control"] == "90+30"
    world.file("kesa.trf.json", '{"turnament": "kesa", "minutes": -1}')
    ran = world.submit("kesa.trf", code=1)
    assert (
        ran.codes == ["unknown-field", "wrong-value"]
        and ran.value["problems"][0]["where"]["file"] == "kesa.trf.json"
    )
    assert world.submit("kesa.trf", "--sidecar", "nowhere.json", code=2).codes == [
        "no-file"
    ]


NORWAY = {
    "category": "II",
    "event_kind": "landskamp",
    "start_minutes": 90,
    "total_minutes": 120,
    "order_no": 3,
}


@pytest.mark.parametrize("beside", [False, True])
def test_what_the_rules_of_norway_ask(world: World, beside: bool) -> None:
    world.file("kesa.trf", THREE)
    flags = [
        part
        for name, said in NORWAY.items()
        for part in (f"--{name.replace('_', '-')}", str(said))
    ]
    if beside:
        world.file("kesa.trf.json", json.dumps(NORWAY))
        flags = []
    world.submit("kesa.trf", *FLAGS, *flags)
    header = world.ask("export", "player", "N0001")["documents"][-1]["document"]
    assert {name: header[name] for name in NORWAY} == NORWAY
    again = world.submit("kesa.trf", "--id", "kesa", *flags).value
    assert again["recorded"][0]["repeated"] is True
    flags = [part for part in flags if part not in ("--category", "II")]
    other = (
        "--id",
        "kesa",
        *flags,
        "--category",
        "IV",
        "--as-correction",
        "--reason",
        "the office says so",
    )
    assert world.submit("kesa.trf", *other).value["recorded"][0]["kind"] == "amend"


def test_what_the_rules_of_norway_ask_is_checked(world: World) -> None:
    world.file("kesa.trf", THREE)
    ran = world.submit("kesa.trf", *FLAGS, "--start-minutes", "90", code=1)
    assert ran.codes == ["both-times"] and ran.fields == ["total_minutes"]
    assert world.submit("kesa.trf", *FLAGS, "--category", "VI", code=2).codes == [
        "usage"
    ]
    world.file("kesa.trf.json", '{"event_kind": "party", "total_minutes": 1.5}')
    assert world.submit("kesa.trf", *FLAGS, code=1).codes == ["wrong-value"] * 2


def test_two_rows_with_one_fide_id_are_shown_with_their_candidates(
    world: World,
) -> None:
    """Candidates are looked up while the ledger is open, so a preview can show what is
    known of them.
    """
    world.player("P1", "Aho, Aino", born="1980", fide_id=500001)
    world.file(
        "double.trf",
        trf(
            row(1, "Aho, Aino", (2, "w", "1"), ident="500001"),
            row(2, "Berg, Bea", (1, "b", "0"), ident="500001"),
        ),
    )
    doubtful = world.submit("double.trf", *FLAGS, "--dry-run").value["players"][
        "doubtful"
    ]
    assert [
        (found["number"], found["candidates"][0]["born"]) for found in doubtful
    ] == [("1", "1980"), ("2", "1980")]
