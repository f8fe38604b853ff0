"""A tournament report as booked: its games, its source beside the log, the same bytes
again.
"""

import hashlib
import json

from ledger.store.database import connect
from ledger.store.source_files import source
from tests.importing.importing_world import FLAGS, THREE, World, row, trf


def test_booked_with_the_source_beside_the_log(world: World) -> None:
    world.file("kesa.trf", THREE)
    value = world.submit("kesa.trf", *FLAGS).value
    assert (
        value["recorded"][0]["kind"] == "tournament"
        and not value["recorded"][0]["repeated"]
    )
    assert value["questions"] == []
    show = world.ask("player", "show", "N0001")["player"]
    assert (show["name"], show["fide_id"], show["born"], show["federation"]) == (
        "Äijälä, Åke",
        500001,
        "1980-02-29",
        "FIN",
    )
    connection = connect("selo.db", write=False)
    assert source(connection, hashlib.sha256(THREE).hexdigest()) == ("kesa.trf", THREE)
    state = connection.execute(
        "SELECT state FROM event WHERE topic = 'tournament-submitted.v1'"
    ).fetchone()[0]
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
    # a later state of the tournament they played in, with their name in it
    later = THREE.replace(b"500002", b"      ") + b"### the last state\n"
    later = later.replace(b"3 b 1", b"3 b =").replace(b"1 w 0", b"1 w =")
    world.file("later.trf", later)
    world.file("map", "2 N0002\n")
    flags = ("--id", "kesa", "--map", "map", "--as-correction", "--reason", "drawn")
    value = world.submit("later.trf", *flags).value
    assert value["recorded"][0]["kind"] == "amend" and not kept(later)
    assert [w["message"] for w in value["warnings"] if "erased" in w["message"]] == [
        "the file names N0002, erased from the ledger, so it was not kept beside the log"
    ]
    # another tournament where they only stand in the list, by their number here
    listed = trf(
        row(1, "Aho", (2, "w", "1")),
        row(2, "Wik", (1, "b", "0")),
        row(3, "", ident="N0002"),
    )
    world.file("listed.trf", listed)
    by_number = (
        "--id",
        "syksy",
        "--minutes",
        "90",
        "--new-ids",
        "N",
        "--players-by",
        "national",
    )
    assert "N0002" in str(
        world.submit("listed.trf", *by_number).value["warnings"]
    ) and not kept(listed)
    # and one without them is kept
    others = trf(row(1, "Urho", (2, "w", "1")), row(2, "Zen", (1, "b", "0")))
    world.file("others.trf", others)
    world.submit("others.trf", "--id", "talvi", "--minutes", "90", "--new-ids", "N")
    assert kept(others) and world.equal()


def test_erasing_takes_files_along_that_only_list_the_person(world: World) -> None:
    world.player("P1", "Öhman, Örjan")
    world.player("P2", "Berg, Bea", fide_id=500002)
    by_name = trf(
        row(1, "Aho", (2, "w", "1")),
        row(2, "Wik", (1, "b", "0")),
        row(3, "Öhman, Örjan"),
    )
    by_number = trf(
        row(1, "Aho", (2, "w", "0")),
        row(2, "Wik", (1, "b", "1")),
        row(3, "B. B.", ident="500002"),
        encoding="latin-1",
    )
    neither = trf(
        row(1, "Aho", (2, "w", "=")),
        row(2, "Wik", (1, "b", "=")),
        row(3, "Öhman"),
        row(4, "Örjan"),
    )
    maps = ((), ("--map", "3=P2"), ("--map", "3=new", "--map", "4=new"))
    for number, data in enumerate((by_name, by_number, neither)):
        world.file("t.trf", data)
        days = ("--start", f"2024-05-0{number + 1}", "--end", "2024-05-09")
        world.submit(
            "t.trf",
            "--id",
            f"t{number}",
            "--minutes",
            "90",
            "--players-by",
            "name",
            "--new-ids",
            "N",
            *days,
            *maps[number],
        )
    assert world.run("player", "erase", "P1", "--reason", "asked for it").code == 0
    assert [kept(data) for data in (by_name, by_number, neither)] == [False, True, True]
    assert world.run("player", "erase", "P2", "--reason", "asked for it").code == 0
    assert [kept(data) for data in (by_name, by_number, neither)] == [
        False,
        False,
        True,
    ]


def test_the_same_bytes_again_are_nothing(world: World) -> None:
    world.file("kesa.trf", THREE)
    seq = world.submit("kesa.trf", *FLAGS).value["recorded"][0]["seq"]
    before = world.head()
    for flags in ((), FLAGS, ("--dry-run",)):
        world.file("copy.trf", THREE)
        again = world.submit("copy.trf", *flags).value
        assert again["recorded"] == [
            {"seq": seq, "kind": "tournament", "target": "kesa", "repeated": True}
        ]
        assert again["moved"] == [] and world.head() == before


def test_the_same_bytes_with_another_answer_are_another_state(world: World) -> None:
    world.file("kesa.trf", THREE)
    world.submit("kesa.trf", *FLAGS)
    ran = world.submit("kesa.trf", "--id", "kesa", "--minutes", "60", code=5)
    assert ran.codes == ["other-content", "header-differs"]
    assert "minutes: 90+30 in the ledger, 60 in the file" in ran.messages
    assert world.submit(
        "kesa.trf", "--id", "syys", "--minutes", "60", code=5
    ).codes == ["same-bytes"]


def test_other_bytes_with_the_same_games_are_nothing_too(world: World) -> None:
    world.file("kesa.trf", THREE)
    world.submit("kesa.trf", *FLAGS)
    world.file("dos.trf", THREE.replace(b"\n", b"\r\n"))
    assert (
        world.submit("dos.trf", "--id", "kesa").value["recorded"][0]["repeated"] is True
    )


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
        "both forfeited": 1,
        "less than one move was played": 1,
        "not finished": 1,
        "won by forfeit": 1,
    }
    assert (games["rated"], games["not_rated"]) == (
        {"selo": 3, "pelo": 0},
        {"forfeit, not played": 3, "not finished": 1},
    )
    shown = world.ask("tournament", "kesa")["games"]
    assert [g["result"] for g in shown] == [
        "1-0F",
        "1-0",
        "0-1F",
        "1/2-1/2",
        "*",
        "0-0",
        "0-0F",
    ]


def test_documents_and_a_report_in_one_transaction(world: World) -> None:
    world.file(
        "people.jsonl",
        '{"kind":"player","player":"P1","name":"Berg,'
        ' Bea","born":"1990","fide_id":500002}\n',
    )
    world.file("kesa.trf", THREE)
    value = world.submit("people.jsonl", "kesa.trf", *FLAGS).value
    assert [one["player"] for one in value["players"]["matched"]] == ["P1"]
    assert world.submit("kesa.trf", "kesa2.trf", code=2).codes == ["no-file"]
    world.file("kesa2.trf", THREE)
    refused = world.submit("kesa.trf", "kesa2.trf", "--name", "Kesä", code=1)
    assert refused.codes == ["two-files"]
    assert "--name works with one file only" in refused.messages
