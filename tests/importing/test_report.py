"""A tournament report through `selo submit`: asked, previewed, booked, said again."""

import hashlib
import json

import pytest
from importing_world import HEADER, World, round_dates, row, trf

from ledger.database import connect
from ledger.persons import source

THREE = trf(
    row(1, "Äijälä, Åke", (2, "w", "1"), (3, "b", "1"), ident="500001", born="1980/02/29"),
    row(2, "Berg, Bea", (1, "b", "0"), ("0000", "-", "H"), ident="500002", born="1990", sex="f"),
    row(3, "Virtanen, Väinö", ("0000", "-", "U"), (1, "w", "0")),
)
FLAGS = ("--id", "kesa", "--time-control", "90+30", "--new-ids", "N")


def test_every_question_at_once_with_its_flag_and_nothing_written(world: World) -> None:
    world.file("kesa.trf", THREE)
    ran = world.submit("kesa.trf", code=1)
    assert ran.fields == ["tournament", "time_control", "new_ids"]
    said = [(p["message"], p["hint"]) for p in ran.value["problems"]]
    assert said == [
        ("which tournament is this? it needs an id; proposed: espoon-kesaturnaus-2024", "say --id ID"),
        ("how long were the games? (the file says: 90 min + 30 s); proposed: 90+30",
         "say --time-control 90+30, or --minutes N"),
        ("3 players are new and need ids; proposed: espoon-kesaturnaus-2024-", "say --new-ids PREFIX"),
    ]  # fmt: skip


def test_a_preview_goes_on_with_the_proposals(world: World) -> None:
    world.file("kesa.trf", THREE)
    value = world.submit("kesa.trf", "--dry-run").value
    assert set(value) == {
        "source", "players", "games", "recorded", "moved", "warnings", "questions", "dry_run",
    }  # fmt: skip
    assert value["source"] == {
        "file": "kesa.trf", "format": "trf", "sha256": hashlib.sha256(THREE).hexdigest(), "encoding": "utf-8",
        "line_ends": "lf", "bytes": len(THREE), "name": "Espoon kesäturnaus", "start": "2024-06-01",
        "end": "2024-06-02", "rounds": 2, "round_days": {}, "time": "90 min + 30 s",
        "tournaments": ["espoon-kesaturnaus-2024"],
    }  # fmt: skip
    assert [q["field"] for q in value["questions"]] == ["tournament", "time_control", "new_ids"]
    assert value["games"] == {
        "games": 2, "played": 2, "not_played": {}, "byes": {"half-point bye": 1, "pairing-allocated bye": 1},
        "rated": {"selo": 2, "pelo": 0}, "not_rated": {},
    }  # fmt: skip
    assert {move["player"] for move in value["moved"]} == {f"espoon-kesaturnaus-2024-000{n}" for n in (1, 2, 3)}


def test_booked_with_the_source_beside_the_log(world: World) -> None:
    world.file("kesa.trf", THREE)
    value = world.submit("kesa.trf", *FLAGS).value
    assert value["recorded"][0]["kind"] == "tournament" and not value["recorded"][0]["repeated"]
    assert value["questions"] == []
    show = world.ask("player", "show", "N0001")["player"]
    assert (show["name"], show["fide_id"], show["born"], show["federation"]) == (
        "Äijälä, Åke", 500001, "1980-02-29", "FIN",
    )  # fmt: skip
    connection = connect("selo.db", write=False)
    assert source(connection, hashlib.sha256(THREE).hexdigest()) == ("kesa.trf", THREE)
    state = connection.execute("SELECT state FROM event WHERE topic = 'tournament-submitted.v1'").fetchone()[0]
    connection.close()
    body = json.loads(state)["body"]
    assert body["source"] == hashlib.sha256(THREE).hexdigest()
    assert b"Virtanen" not in state and "Äijälä" not in state.decode()
    assert world.equal()


def test_the_source_goes_with_a_person_in_it(world: World) -> None:
    world.file("kesa.trf", THREE)
    world.submit("kesa.trf", *FLAGS)
    assert world.run("player", "erase", "N0002", "--reason", "asked for it").code == 0
    connection = connect("selo.db", write=False)
    assert source(connection, hashlib.sha256(THREE).hexdigest()) is None
    connection.close()
    assert world.submit("kesa.trf").value["recorded"][0]["repeated"] is True
    assert world.equal()


def kept(data: bytes) -> bool:
    connection = connect("selo.db", write=False)
    try:
        return source(connection, hashlib.sha256(data).hexdigest()) is not None
    finally:
        connection.close()


def test_a_file_that_names_an_erased_person_is_not_kept(world: World) -> None:
    world.file("kesa.trf", THREE)
    world.submit("kesa.trf", *FLAGS)
    assert world.run("player", "erase", "N0002", "--reason", "asked for it").code == 0
    # a later state of the tournament he played in, with his name in it
    later = THREE.replace(b"500002", b"      ") + b"### the last state\n"
    later = later.replace(b"3 b 1", b"3 b =").replace(b"1 w 0", b"1 w =")
    world.file("later.trf", later)
    world.file("map", "2 N0002\n")
    flags = ("--id", "kesa", "--map", "map", "--as-correction", "--reason", "drawn")
    value = world.submit("later.trf", *flags).value
    assert value["recorded"][0]["kind"] == "amend" and not kept(later)
    assert [w["message"] for w in value["warnings"] if "erased" in w["message"]] == [
        "the file names N0002, erased from the ledger: it was not kept beside the log"
    ]
    # another tournament where he only stands in the list, by his number here
    listed = trf(row(1, "Aho", (2, "w", "1")), row(2, "Wik", (1, "b", "0")), row(3, "Berg, Bea", ident="N0002"))
    world.file("listed.trf", listed)
    by_number = ("--id", "syksy", "--minutes", "90", "--new-ids", "N", "--players-by", "national")
    assert "N0002" in str(world.submit("listed.trf", *by_number).value["warnings"]) and not kept(listed)
    # and one without him is kept
    others = trf(row(1, "Urho", (2, "w", "1")), row(2, "Zen", (1, "b", "0")))
    world.file("others.trf", others)
    world.submit("others.trf", "--id", "talvi", "--minutes", "90", "--new-ids", "N")
    assert kept(others) and world.equal()


def test_erasing_takes_files_along_that_only_list_the_person(world: World) -> None:
    world.player("P1", "Öhman, Örjan")
    world.player("P2", "Berg, Bea", fide_id=500002)
    by_name = trf(row(1, "Aho", (2, "w", "1")), row(2, "Wik", (1, "b", "0")), row(3, "ÖHMAN Orjan"))
    by_number = trf(row(1, "Aho", (2, "w", "0")), row(2, "Wik", (1, "b", "1")), row(3, "B. B.", ident="500002"),
                    encoding="latin-1")  # fmt: skip
    neither = trf(row(1, "Aho", (2, "w", "=")), row(2, "Wik", (1, "b", "=")), row(3, "Öhman"), row(4, "Örjan"))
    for number, data in enumerate((by_name, by_number, neither)):
        world.file("t.trf", data)
        days = ("--start", f"2024-05-0{number + 1}", "--end", "2024-05-09")
        world.submit("t.trf", "--id", f"t{number}", "--minutes", "90", "--players-by", "name", "--new-ids", "N", *days)
    assert world.run("player", "erase", "P1", "--reason", "asked for it").code == 0
    assert [kept(data) for data in (by_name, by_number, neither)] == [False, True, True]
    assert world.run("player", "erase", "P2", "--reason", "asked for it").code == 0
    assert [kept(data) for data in (by_name, by_number, neither)] == [False, False, True]


def test_the_same_bytes_again_are_nothing(world: World) -> None:
    world.file("kesa.trf", THREE)
    seq = world.submit("kesa.trf", *FLAGS).value["recorded"][0]["seq"]
    before = world.head()
    for flags in ((), FLAGS, ("--dry-run",)):
        world.file("copy.trf", THREE)
        again = world.submit("copy.trf", *flags).value
        assert again["recorded"] == [{"seq": seq, "kind": "tournament", "target": "kesa", "repeated": True}]
        assert again["moved"] == [] and world.head() == before


def test_the_same_bytes_with_another_answer_are_another_state(world: World) -> None:
    world.file("kesa.trf", THREE)
    world.submit("kesa.trf", *FLAGS)
    ran = world.submit("kesa.trf", "--id", "kesa", "--minutes", "60", code=5)
    assert ran.codes == ["other-content", "header-differs"]
    assert "minutes: 90+30 in the ledger, 60 in the file" in ran.messages
    assert world.submit("kesa.trf", "--id", "syys", "--minutes", "60", code=5).codes == ["same-bytes"]


def test_other_bytes_with_the_same_games_are_nothing_too(world: World) -> None:
    world.file("kesa.trf", THREE)
    world.submit("kesa.trf", *FLAGS)
    world.file("dos.trf", THREE.replace(b"\n", b"\r\n"))
    assert world.submit("dos.trf", "--id", "kesa").value["recorded"][0]["repeated"] is True


def test_codes_that_are_no_game(world: World) -> None:
    data = trf(
        row(1, "Aho", (2, "w", "+"), (2, "b", "W"), (2, "w", " "), (2, "b", "-")),
        row(2, "Berg", (1, "b", "-"), (1, "w", "L"), (1, "b", " "), (1, "w", "-")),
        row(3, "Salo", (4, "w", "1"), (4, "b", "="), (4, "w", "0")),
        row(4, "Urho", (3, "b", "0"), (3, "w", "="), (3, "b", "0")),
    )
    world.file("all.trf", data)
    games = world.submit("all.trf", *FLAGS).value["games"]
    assert games["not_played"] == {
        "both forfeited": 1, "less than one move was played": 1, "not finished": 1, "won by forfeit": 1,
    }  # fmt: skip
    assert (games["rated"], games["not_rated"]) == (
        {"selo": 3, "pelo": 0}, {"forfeit, not played": 3, "not finished": 1},
    )  # fmt: skip
    shown = world.ask("tournament", "kesa")["games"]
    assert [g["result"] for g in shown] == ["1-0F", "1-0", "0-1F", "1/2-1/2", "*", "0-0", "0-0F"]


def test_time_by_flag_and_list(world: World) -> None:
    world.file("kesa.trf", THREE)
    flags = ("--id", "kesa", "--minutes", "5", "--new-ids", "N")
    assert world.submit("kesa.trf", *flags, "--dry-run").value["games"]["rated"] == {"selo": 0, "pelo": 2}
    abroad = world.submit("kesa.trf", *flags, "--dry-run", "--foreign", "--not-fide-accepted").value
    assert abroad["games"]["not_rated"] == {"a foreign tournament that FIDE does not rate": 2}


def test_abroad_and_age_groups_are_asked_about(world: World) -> None:
    header = ("012 Rahvusvaheline U14 turniir", "032 EST", *HEADER[3:])
    world.file("tallinn.trf", trf(row(1, "Aho", (2, "w", "1")), row(2, "Berg", (1, "b", "0")), header=header))
    assert world.submit("tallinn.trf", *FLAGS, code=1).fields == ["domestic", "age_group"]
    world.submit("tallinn.trf", *FLAGS, "--foreign", "--age-group", "under-14", "--official")
    shown = world.ask("tournament", "kesa")
    header_now = shown.get("header") or shown["tournament"]
    assert (header_now["domestic"], header_now["age_group"], header_now["official_representation"]) == (
        False, "under-14", True,
    )  # fmt: skip


def test_days_that_can_be_read_in_two_ways_are_asked_about(world: World) -> None:
    header = ("012 Turnaus", "042 03/04/2024", "052 05/04/2024")
    rows = (row(1, "Aho", (2, "w", "1")), row(2, "Berg", (1, "b", "0")))
    world.file("a.trf", trf(*rows, header=header))
    ran = world.submit("a.trf", *FLAGS, code=1)
    assert set(ran.fields) == {"date_order"} and "2024-03-04 or 2024-04-03" in ran.messages
    world.submit("a.trf", *FLAGS, "--date-order", "dmy")
    assert world.ask("log")["events"][0]["target"] == "kesa"
    world.file("b.trf", trf(*rows, header=("012 Muu",)))
    assert world.submit("b.trf", "--id", "b", "--minutes", "90", "--players-by", "name", code=1).fields == [
        "start",
        "end",
    ]


def test_preliminary_and_final_are_two_tournaments(world: World) -> None:
    rows = (
        row(1, "Aho", (2, "w", "1"), (2, "b", "="), (2, "w", "0")),
        row(2, "Berg", (1, "b", "0"), (1, "w", "="), (1, "b", "1")),
    )
    world.file("sm.trf", trf(*rows))
    ran = world.submit("sm.trf", *FLAGS, "--stage-from-round", "3", code=1)
    assert [p["hint"] for p in ran.value["problems"][:2]] == ["say --round-day 2=DAY", "say --round-day 3=DAY"]
    days = ("--round-day", "2=2024-06-01", "--round-day", "3=2024-06-02")
    value = world.submit("sm.trf", *FLAGS, "--stage-from-round", "3", *days).value
    assert [r["target"] for r in value["recorded"]] == ["kesa", "kesa-final"]
    assert [len(world.ask("tournament", name)["games"]) for name in ("kesa", "kesa-final")] == [2, 1]
    assert all(r["repeated"] for r in world.submit("sm.trf").value["recorded"])
    assert world.submit("sm.trf", *FLAGS, "--stage-from-round", "9", code=1).codes == ["one-stage"]
    world.file("dated.trf", trf(round_dates("24/06/01", "24/06/01", "24/06/02"), *rows))
    flags = ("--id", "other", "--final-id", "last", "--minutes", "90", "--new-ids", "M", "--map", "map")
    world.file("map", "Aho new\n2;new\n")
    value = world.submit("dated.trf", *flags, "--stage-from-round", "3", "--dry-run").value
    assert [r["target"] for r in value["recorded"]] == ["other", "last"]


def test_each_game_by_its_own_day(world: World) -> None:
    rows = (row(1, "Aho", (2, "w", "1"), (2, "b", "=")), row(2, "Berg", (1, "b", "0"), (1, "w", "=")))
    world.file("liiga.trf", trf(*rows))
    assert world.submit("liiga.trf", *FLAGS, "--each-game-rated", code=1).fields == ["round_days", "round_days"]
    world.file("liiga.trf", trf(round_dates("24/06/01", "24/06/02"), *rows))
    value = world.submit("liiga.trf", *FLAGS, "--each-game-rated").value
    assert value["source"]["round_days"] == {"1": "2024-06-01", "2": "2024-06-02"}
    assert [g["on"] for g in world.ask("tournament", "kesa")["games"]] == ["2024-06-01", "2024-06-02"]


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
        ran.codes == ["unknown-field", "wrong-value"] and ran.value["problems"][0]["where"]["file"] == "kesa.trf.json"
    )
    assert world.submit("kesa.trf", "--sidecar", "nowhere.json", code=1).codes == ["no-file"]


NORWAY = {"category": "II", "event_kind": "landskamp", "start_minutes": 90, "total_minutes": 120, "order_no": 3}


@pytest.mark.parametrize("beside", [False, True])
def test_what_the_rules_of_norway_ask(world: World, beside: bool) -> None:
    world.file("kesa.trf", THREE)
    flags = [part for name, said in NORWAY.items() for part in (f"--{name.replace('_', '-')}", str(said))]
    if beside:
        world.file("kesa.trf.json", json.dumps(NORWAY))
        flags = []
    world.submit("kesa.trf", *FLAGS, *flags)
    header = world.ask("export", "player", "N0001")["documents"][-1]["document"]
    assert {name: header[name] for name in NORWAY} == NORWAY
    again = world.submit("kesa.trf", "--id", "kesa", *flags).value
    assert again["recorded"][0]["repeated"] is True
    other = ("--id", "kesa", *flags, "--category", "IV", "--as-correction", "--reason", "the office says so")
    assert world.submit("kesa.trf", *other).value["recorded"][0]["kind"] == "amend"


def test_what_the_rules_of_norway_ask_is_checked(world: World) -> None:
    world.file("kesa.trf", THREE)
    ran = world.submit("kesa.trf", *FLAGS, "--start-minutes", "90", code=1)
    assert ran.codes == ["both-times"] and ran.fields == ["total_minutes"]
    assert world.submit("kesa.trf", *FLAGS, "--category", "VI", code=2).codes == ["usage"]
    world.file("kesa.trf.json", '{"event_kind": "party", "total_minutes": 1.5}')
    assert world.submit("kesa.trf", *FLAGS, code=1).codes == ["wrong-value"] * 2


def test_documents_and_a_report_in_one_transaction(world: World) -> None:
    world.file("people.jsonl", '{"kind":"player","player":"P1","name":"Berg, Bea","born":"1990","fide_id":500002}\n')
    world.file("kesa.trf", THREE)
    value = world.submit("people.jsonl", "kesa.trf", *FLAGS).value
    assert [one["player"] for one in value["players"]["matched"]] == ["P1"]
    assert world.submit("kesa.trf", "kesa2.trf", code=1).codes == ["no-file"]
    world.file("kesa2.trf", THREE)
    assert world.submit("kesa.trf", "kesa2.trf", code=1).codes == ["two-files"]


def test_the_report_for_people(world: World) -> None:
    world.file("kesa.trf", THREE)
    ran = world.run("submit", "kesa.trf", "--dry-run")
    assert ran.code == 0
    for text in ("utf-8, line ends lf", "2024-06-01 to 2024-06-02, 2 rounds", "3 new", "games: 2, played 2",
                 "rated: selo 2", "say --id ID", "would be recorded"):  # fmt: skip
        assert text in ran.out, text
    assert "no opening and no earlier tournament: " in ran.err and ran.err.count("\n") == 1


def test_the_report_shows_who_is_new_and_who_is_spelt_otherwise(world: World) -> None:
    world.player("P1", "Bergh, Beatrice", fide_id=500002, born="1990")
    world.file("kesa.trf", THREE.replace(b"Berg, Bea", b"Bergh, B."))
    out = world.run("submit", "kesa.trf", "--dry-run", "--new-ids", "N").out
    assert "  2  Bergh, B.        P1      Bergh, Beatrice\n" in out
    assert "  1  Äijälä, Åke      1980-02-29   500001  N0001\n" in out
    value = world.submit("kesa.trf", "--dry-run", "--new-ids", "N").value
    assert [one.get("known_as") for one in value["players"]["matched"]] == ["Bergh, Beatrice"]
    assert [one["player"] for one in value["players"]["new"]] == ["N0001", "N0002"]


def test_a_preview_without_numbers_says_why(world: World) -> None:
    world.file("kesa.trf", THREE.replace(b"122 90 min + 30 s", b"122 as always"))
    out = world.run("submit", "kesa.trf", "--dry-run").out
    assert out.endswith("shown when the questions without a proposal are answered\n") and "rated:" not in out


def test_many_warnings_are_cut_for_people_only(world: World) -> None:
    cells = [[(number + 1 if number % 2 else number - 1, "w" if number % 2 else "b", "=")] for number in range(1, 61)]
    rows = [row(number, f"Name{number:02}", *found) for number, found in enumerate(cells, 1)]
    rows = [text[:80] + " 9.5" + text[84:] for text in rows]
    world.file("kesa.trf", trf(*rows))
    ran = world.run("submit", "kesa.trf", *FLAGS)
    assert ran.code == 0 and ran.err.count("warning: ") == 20 and "and 40 more warnings; --json shows all" in ran.err
    assert "and 40 more; --json shows all" in ran.out


def test_words_about_flags_that_do_not_fit(world: World) -> None:
    world.file("p.json", '{"kind":"player","player":"P1","name":"Berg, Bea"}')
    world.file("kesa.trf", THREE)
    assert world.submit("p.json", "--minutes", "5", code=2).codes == ["usage"]
    assert world.submit("p.json", "--domestic", code=2).messages.startswith("--domestic goes with a report")
    assert world.submit("kesa.trf", "--as-correction", code=2).codes == ["usage"]
    assert world.submit("kesa.trf", "--list", "selo", code=2).messages.startswith("--list goes with a list: say --as")
    assert world.submit("kesa.trf", "--all", code=2).messages.startswith("--all goes with a list")
    as_list = ("--as", "fide-list", "--on", "2024-06-01")
    assert world.submit("kesa.trf", *as_list, "--id", "x", code=2).messages.startswith("--id goes with a report")
    assert world.submit("kesa.trf", "--round-day", "x", code=2).codes == ["usage"]
    assert world.submit("kesa.trf", "--id", "a b", "--start", "2024-02-30", code=1).codes[:1] == ["wrong-value"]
    assert world.submit("kesa.trf", "--start", "2024-02-30", code=1).codes == ["no-such-day"]
