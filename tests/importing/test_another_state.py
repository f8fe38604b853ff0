"""The same tournament in another state: the difference game by game, booked as a
correction when that is said.
"""

from tests.importing.importing_world import World, row, trf

FLAGS = ("--id", "kesa", "--minutes", "90", "--new-ids", "N")
CORRECT = ("--id", "kesa", "--as-correction", "--reason", "round 2")
ONE = trf(
    row(1, "Aho", (3, "w", "1")),
    row(2, "Berg", (4, "b", "=")),
    row(3, "Salo", (1, "b", "0")),
    row(4, "Urho", (2, "w", "=")),
)
# a result corrected, colours turned, a round more, and somebody new
TWO = trf(
    row(1, "Aho", (3, "w", "="), (2, "b", "1")),
    row(2, "Berg", (4, "w", "="), (1, "w", "0")),
    row(3, "Salo", (1, "b", "="), (5, "w", "1")),
    row(4, "Urho", (2, "b", "=")),
    row(5, "Zen", ("0000", "-", "Z"), (3, "b", "0")),
)


def test_a_later_round_is_refused_with_the_difference(world: World) -> None:
    world.file("one.trf", ONE)
    world.submit("one.trf", *FLAGS)
    world.file("two.trf", TWO)
    asked = world.submit("two.trf", "--id", "kesa", "--new-ids", "N", code=1)
    assert asked.fields == ["other_rounds"]
    answered = ("--id", "kesa", "--new-ids", "N", "--other-rounds", "stay")
    ran = world.submit("two.trf", *answered, code=5)
    assert ran.codes == ["other-content", *["game-differs"] * 4, "reported-differs"]
    assert ran.messages.splitlines()[1:] == [
        "round 1: N0001 1-0 N0003 in the ledger, N0001 1/2-1/2 N0003 in the file",
        "round 1: N0004 1/2-1/2 N0002 in the ledger, N0002 1/2-1/2 N0004 in the file",
        "round 2: N0002 0-1 N0001 is not in the ledger",
        "round 2: N0003 1-0 N0005 is not in the ledger",
        "the report's details beside the games differ",
    ]
    assert (
        world.submit(
            "two.trf", "--id", "kesa", "--new-ids", "N", "--dry-run", code=5
        ).codes
        == ran.codes
    )


def test_of_a_withdrawn_tournament_it_is_said_what_comes_first(world: World) -> None:
    world.file("one.trf", ONE)
    world.submit("one.trf", *FLAGS)
    world.done("withdraw", "kesa", "--reason", "played later")
    world.file("two.trf", TWO)
    refusal = world.submit("two.trf", "--id", "kesa", "--new-ids", "N", code=5)
    assert refusal.value["problems"][0]["hint"] == "`selo reinstate kesa` first"


def test_ids_of_new_players_look_like_those_that_are_here(world: World) -> None:
    for number in (7, 8, 12):
        world.player(f"P{number:03}", f"Here, H{number}")
    world.player("fide-500001", "Tamm, Jaan", fide_id=500001)
    world.file("one.trf", ONE)
    flags = [flag for flag in FLAGS if flag not in ("--new-ids", "N")]
    assert "; proposed: P" in world.submit("one.trf", *flags, code=1).messages

    value = world.submit("one.trf", *flags, "--new-ids", "P").value
    people = [row["player"] for row in value["players"]["new"]]
    assert people[:2] == ["P013", "P014"]

    # another shape beside it, and nothing is shared any more
    world.player("X1", "Other, Olli")
    world.file("two.trf", TWO)
    assert "; proposed: kesa-" in world.submit("two.trf", *CORRECT, code=1).messages


def test_booked_as_an_amend_with_the_ids_kept(world: World) -> None:
    world.file("one.trf", ONE)
    world.submit("one.trf", *FLAGS)
    before = {
        g["game"]: {g["white"], g["black"]}
        for g in world.ask("tournament", "kesa")["games"]
    }
    world.file("two.trf", TWO)
    ran = world.submit("two.trf", *CORRECT, code=1)
    assert ran.messages == "Zen is new and needs an id; proposed: N"
    preview = world.submit("two.trf", *CORRECT, "--dry-run").value
    assert preview["moved"] and [r["kind"] for r in preview["recorded"]] == [
        "player",
        "amend",
    ]
    value = world.submit("two.trf", *CORRECT, "--new-ids", "N").value
    assert [(r["kind"], r["target"]) for r in value["recorded"]] == [
        ("player", "N0005"),
        ("amend", "kesa"),
    ]
    assert {one["by"] for one in value["players"]["matched"]} == {"plays in it already"}
    after = {g["game"]: g for g in world.ask("tournament", "kesa")["games"]}
    assert list(after) == ["1.1", "1.2", "2.1", "2.2"]
    assert all(
        {after[name]["white"], after[name]["black"]} == pair
        for name, pair in before.items()
    )
    assert [after[name]["result"] for name in ("1.1", "1.2")] == ["1/2-1/2"] * 2
    assert after["1.2"]["white"] == "N0002"
    assert world.ask("log")["events"][0]["reason"] == "round 2"
    assert world.equal()


def test_both_states_again_are_nothing(world: World) -> None:
    world.file("one.trf", ONE)
    world.submit("one.trf", *FLAGS)
    world.file("two.trf", TWO)
    seq = world.submit("two.trf", *CORRECT, "--new-ids", "N").value["recorded"][-1][
        "seq"
    ]
    for flags in ((), CORRECT, ("--id", "kesa")):
        assert world.submit("two.trf", *flags).value["recorded"] == [
            {"seq": seq, "kind": "amend", "target": "kesa", "repeated": True}
        ]
    first = world.submit("one.trf").value
    assert first["recorded"][0]["repeated"] is True
    assert [w["message"] for w in first["warnings"]] == [
        f"kesa was amended since (seq {seq}); it was not recorded again"
    ]
    back = world.submit(
        "one.trf",
        "--id",
        "kesa",
        "--as-correction",
        "--reason",
        "round 2 was another event",
        "--sure",
        "rounds-struck",
    ).value
    assert back["recorded"][0]["kind"] == "amend"
    assert [g["game"] for g in world.ask("tournament", "kesa")["games"]] == [
        "1.1",
        "1.2",
    ]
    assert world.equal()


def test_a_map_that_says_new_makes_nobody_twice(world: World) -> None:
    """The answers beside a file are the same every week: who was new then is not new
    again.
    """
    world.player("P1", "Aho")
    world.file("one.trf", ONE)
    world.file("map", "1 new\n")
    world.submit("one.trf", *FLAGS, "--map", "map")
    head = world.head()
    value = world.submit("one.trf", *FLAGS, "--map", "map").value
    assert [r["repeated"] for r in value["recorded"]] == [True] and world.head() == head
    world.file("two.trf", TWO)
    value = world.submit("two.trf", *CORRECT, "--new-ids", "N", "--map", "map").value
    assert [(r["kind"], r["target"]) for r in value["recorded"]] == [
        ("player", "N0005"),
        ("amend", "kesa"),
    ]
    assert world.submit("two.trf", *CORRECT, "--new-ids", "N", "--map", "map").value[
        "recorded"
    ][0]["repeated"]


def test_two_new_namesakes_stay_two(world: World) -> None:
    twins = (
        row(1, "Aho", (2, "w", "1")),
        row(2, "Aho", (1, "b", "0"), (3, "w", "1")),
        row(3, "Berg", ("0000", "-", "Z"), (2, "b", "0")),
    )
    world.player("P1", "Aho")
    world.file("one.trf", trf(*twins))
    world.file("map", "1 new\n2 new\n")
    world.submit("one.trf", *FLAGS, "--map", "map")
    assert (
        world.submit("one.trf", *FLAGS, "--map", "map").value["recorded"][0]["repeated"]
        is True
    )
    world.file(
        "two.trf",
        trf(*(line.replace("w 1", "w =").replace("b 0", "b =") for line in twins)),
    )
    value = world.submit("two.trf", *CORRECT, "--map", "map").value
    assert [r["kind"] for r in value["recorded"]] == ["amend"]
    assert {one["player"] for one in value["players"]["matched"]} == {
        "N0001",
        "N0002",
        "N0003",
    }


def test_the_header_may_differ_too(world: World) -> None:
    world.file("one.trf", ONE)
    world.submit("one.trf", *FLAGS, "--name", "Nimi")
    world.file("long.trf", ONE.replace(b"052 2024/06/02", b"052 2024/06/09"))
    ran = world.submit("long.trf", "--id", "kesa", code=5)
    assert ran.messages.splitlines()[1:] == [
        "end: 2024-06-02 in the ledger, 2024-06-09 in the file"
    ]
    world.submit(
        "long.trf",
        "--id",
        "kesa",
        "--time-control",
        "60+30",
        "--name",
        "Kesä",
        *CORRECT[2:],
    )
    shown = world.ask("tournament", "kesa")
    header = shown.get("header") or shown["tournament"]
    assert [header[name] for name in ("name", "end", "minutes", "time_control")] == [
        "Kesä",
        "2024-06-09",
        None,
        "60+30",
    ]


def test_the_same_event_under_another_id(world: World) -> None:
    world.file("one.trf", ONE)
    world.submit("one.trf", *FLAGS)
    world.file("map", "".join(f"{n} N000{n}\n" for n in range(1, 5)))
    world.file("crlf.trf", ONE.replace(b"\n", b"\r\n"))
    flags = ("--id", "other", "--minutes", "90", "--map", "map")
    ran = world.submit("crlf.trf", *flags, code=5)
    assert (
        ran.codes == ["same-event"] and "--id kesa" in ran.value["problems"][0]["hint"]
    )
    world.run("withdraw", "kesa", "--reason", "wrong id")
    world.submit("crlf.trf", *flags)


def test_merged_players_make_no_difference(world: World) -> None:
    world.file("one.trf", ONE)
    world.submit("one.trf", *FLAGS)
    world.player("P1", "Aho, Aino")
    world.run("player", "merge", "N0001", "P1", "--reason", "the same")
    world.file("crlf.trf", ONE.replace(b"\n", b"\r\n"))
    assert (
        world.submit("crlf.trf", "--id", "kesa").value["recorded"][0]["repeated"]
        is True
    )


def test_a_correction_needs_something_to_correct(world: World) -> None:
    world.file("one.trf", ONE)
    flags = ("--minutes", "90", "--new-ids", "N")
    assert world.submit("one.trf", *CORRECT, *flags, code=1).codes == [
        "unknown-tournament"
    ]
    world.submit("one.trf", *FLAGS)
    world.run("withdraw", "kesa", "--reason", "wrong")
    assert "is withdrawn" in world.submit("one.trf").value["warnings"][0]["message"]
    world.file("two.trf", TWO)
    assert world.submit("two.trf", *CORRECT, "--new-ids", "N", code=1).codes == [
        "withdrawn"
    ]


def test_a_later_game_of_the_final_only(world: World) -> None:
    world.file("one.trf", ONE)
    world.submit("one.trf", *FLAGS)
    world.file("two.trf", TWO)
    stage = (
        "--stage-from-round",
        "2",
        "--round-day",
        "1=2024-06-01",
        "--round-day",
        "2=2024-06-02",
    )
    value = world.submit(
        "two.trf", *CORRECT, "--new-ids", "N", *stage, "--minutes", "90"
    ).value
    assert [(r["kind"], r["target"]) for r in value["recorded"]] == [
        ("amend", "kesa"),
        ("tournament", "kesa-final"),
    ]
    assert world.equal()


def test_how_a_file_is_read_is_asked_once(world: World) -> None:
    """The next state of a tournament is read with the answers of the first, which stand
    beside the ledger.
    """
    ids = [{"ident": "12"}, {"ident": "34"}]

    def state(result: str) -> bytes:
        back = {"1": "0", "0": "1"}[result]
        one, two = (2, "w", result), (1, "b", back)
        return trf(
            row(1, "Aho, Aino", one, (2, "b", "1"), **ids[0]),
            row(2, "Salo, Eero", two, (1, "w", "0"), **ids[1]),
            header=("012 Kesä", "042 01/02/2024", "052 03/04/2024"),
        )

    world.file("one.trf", state("1"))
    flags = ("--id", "kesa", "--time-control", "90+30")
    asked = world.submit("one.trf", *flags, code=1)
    assert {"players_by", "date_order"} <= set(asked.fields)
    world.submit(
        "one.trf",
        *flags,
        "--players-by",
        "name",
        "--date-order",
        "dmy",
        "--new-ids",
        "Q",
    )
    assert world.ask("tournament", "kesa")["header"]["start"] == "2024-02-01"
    world.file("two.trf", state("0"))
    ran = world.submit(
        "two.trf", "--id", "kesa", "--as-correction", "--reason", "the slip"
    )
    assert [row["target"] for row in ran.value["recorded"]] == ["kesa"]
    header = world.ask("tournament", "kesa")["header"]
    assert (header["start"], header["end"]) == ("2024-02-01", "2024-04-03")
    # an answer that is given wins, and another tournament is asked about
    world.file("three.trf", state("1").replace("Kesä".encode(), b"Syys"))
    other = world.submit("three.trf", "--id", "syys", "--time-control", "90+30", code=1)
    assert {"players_by", "date_order"} <= set(other.fields)
    (world.folder / "selo.db.read").write_text(
        '{"tournament": "kesa", "date_order": "sideways"}\nnot json\n', "utf-8"
    )
    again = ("--id", "kesa", "--as-correction", "--reason", "again")
    assert "players_by" in world.submit("three.trf", *again, code=1).fields
