"""Nobody comes in twice, and nobody comes in who is not a person: ids first, byes,
corrected names, close names.
"""

import pytest

from desk.people.matching import match
from desk.people.register import Register, Stated
from exchange.byes import has_bye_word, is_bye
from exchange.names.likeness import is_close
from ledger.store.persons import Personal
from tests.importing.importing_world import World, row, trf
from tests.importing.test_matching import Row
from tests.world.documents import player, tournament

FLAGS = ("--id", "kesa", "--time-control", "90+30", "--new-ids", "Q")
DAYS = ("--name", "Kerho", "--start", "2024-06-01", "--end", "2024-06-01")
ANNA, TAMM = ("Korhonen, Anna", "1984/03/12"), ("Tamm, Jaan", "1990/01/01")


def two(first: str, born: str, ident: str, second_ident: str, *more: str) -> bytes:
    return trf(
        row(1, first, (2, "w", "1"), ident=ident, born=born),
        row(2, TAMM[0], (1, "b", "0"), ident=second_ident, born=TAMM[1]),
        *more,
    )


def members(world: World) -> None:
    world.player("F001", "Vuolaskoski, Erkki", born="1984-03-12", fide_id=99000007)
    world.player("F010", "Sarasvuori, Kaarina", born="1980", fide_id=99000070)
    world.player("F016", "Aho, Unto")
    world.player("F033", "Hallavuori, Aino")


@pytest.mark.parametrize(
    ("report", "why"),
    [
        (
            two(*ANNA, "99000007", "4500111"),
            "the FIDE id fits, but the name is Vuolaskoski, Erkki",
        ),
        (
            two("Vuolaskoski, Erkki", "1985", "99000007", "4500111"),
            "the FIDE id fits, but the date of birth is different",
        ),
        (
            two("Vuolaskoski, Erkki", "1984/03/12", "99000008", "4500111"),
            "same name, but another FIDE id (99000007)",
        ),
        (
            two("Vuolaskoski, Erkki", "1984/03/12", "99000007", "99000007"),
            "the FIDE id 99000007 is on two rows",
        ),
        (
            two(
                "Vuolaskoski, Erkki",
                "1984/03/12",
                "99000007",
                "4500111",
                row(1, "", tag="FIN", ident="F010"),
            ),
            "the ids of the row belong to several players",
        ),
        (
            two("Vuolaskoski, Erkki", "", "", "4500111"),
            "same name, but a date of birth is missing",
        ),
        (
            two("Vuolaskoski, Erkki", "1951", "", "4500111"),
            "same name, but the date of birth is different",
        ),
        (
            two("Vuolaskoski, Erki", "1984", "", "4500111"),
            "the name is close to Vuolaskoski, Erkki",
        ),
        (two("Bye, Anders Spielfrei", "", "", "4500111"), "the name reads like a bye"),
    ],
)
def test_a_preview_asks_what_booking_asks(
    world: World, report: bytes, why: str
) -> None:
    members(world)
    world.file("a.trf", report)
    booking = world.submit("a.trf", *FLAGS, code=1)
    preview = world.submit("a.trf", *FLAGS, "--dry-run").value
    asked = [question["message"] for question in preview["questions"]]
    assert any(message.endswith(why) for message in asked)
    assert all(message in booking.messages for message in asked) and len(asked) == len(
        booking.codes
    )


def test_a_preview_without_an_id_asks_no_less_than_booking(world: World) -> None:
    """The proposed id names a tournament whose players are known by their names alone,
    in both.
    """
    world.player("P1", "Tamm, Jaan")
    world.file(
        "a.trf",
        trf(row(1, "Tamm, Jaan", (2, "w", "1")), row(2, "Uusi, Ulla", (1, "b", "0"))),
    )
    world.file("who", "1 P1")
    world.submit("a.trf", *FLAGS[2:], "--id", "espoon-kesaturnaus-2024", "--map", "who")
    world.file(
        "b.trf",
        trf(row(1, "Tamm, Jaan", (2, "w", "0")), row(2, "Uusi, Ulla", (1, "b", "1"))),
    )
    booking = world.submit("b.trf", code=1)
    preview = world.submit("b.trf", "--dry-run", code=5)
    assert (
        booking.fields == ["tournament", "time_control"]
        and preview.codes[0] == "other-content"
    )


def test_names_are_enough_only_after_the_ids(world: World) -> None:
    members(world)
    world.file(
        "a.trf",
        two(
            "Vuolaskoski-Niemi, Erkki",
            "1984/03/12",
            "99000007",
            "4500111",
            row(3, "Hallavuori, Aino", (4, "w", "=")),
            row(4, "Aho, Unto", (3, "b", "=")),
        ),
    )
    ran = world.submit("a.trf", *FLAGS, code=1)
    assert ran.value["problems"][0]["hint"].startswith("use --agree names=2")
    players = world.submit("a.trf", *FLAGS, "--players-by", "name").value["players"]
    assert [(found["player"], found["by"]) for found in players["matched"]] == [
        ("F001", "FIDE id, name and birth"),
        ("F033", "name"),
        ("F016", "name"),
    ]
    assert [found["fide_id"] for found in players["new"]] == [4500111]
    assert world.ask("player", "show", "Q0001")["player"]["fide_id"] == 4500111


def test_national_ids_are_not_given_up_for_names(world: World) -> None:
    members(world)
    world.file("a.trf", two("Aho, Unto", "1970", "F016", ""))
    ran = world.submit("a.trf", *FLAGS, "--players-by", "fide", code=1)
    assert "same name, but a date of birth is missing" in ran.messages
    world.file(
        "b.trf",
        trf(
            row(1, "Sarasvuori, Kaarina", (2, "w", "1"), ident="F010"),
            row(2, "Aho, Unto", (1, "b", "0")),
        ),
    )
    ran = world.submit("b.trf", *FLAGS, "--players-by", "national", code=1)
    assert (
        ran.codes == ["needs-answer"]
        and "same name, but a date of birth is missing" in ran.messages
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", "round;white;black;result\n1;F010;F016;1-0\n1;F033;Tamm, Jaan;½-½\n"),
        (
            "a.csv",
            "round;white;black;result\n1;99000070;F016;1-0\n1;F033;Tamm, Jaan;½-½\n",
        ),
        (
            "a.txt",
            (
                "1;F010;1900;2w1\n2;F016;1800;1b0\n3;F033;1700;4w½\n4;Tamm,"
                " Jaan;1700;3b½\n"
            ),
        ),
        (
            "a.pgn",
            (
                '[Round "1"]\n[White "F010"]\n[Black "F016"]\n[Result'
                ' "1-0"]\n\n1-0\n\n[Round "1"]\n[White "F033"]\n[Black "Tamm,'
                ' Jaan"]\n[Result "1/2-1/2"]\n\n1/2-1/2\n'
            ),
        ),
    ],
)
def test_an_id_of_the_ledger_is_never_a_name(
    world: World, name: str, content: str
) -> None:
    members(world)
    world.file(name, content)
    more = (
        *DAYS,
        "--players-by",
        "name",
        *(["--all-played"] if name == "a.pgn" else []),
    )
    players = world.submit(name, *FLAGS, *more).value["players"]
    assert {found["player"] for found in players["matched"]} == {"F010", "F016", "F033"}
    assert [found["name"] for found in players["new"]] == ["Tamm, Jaan"]


def test_an_id_that_nobody_has_is_asked_about_and_not_a_name(world: World) -> None:
    members(world)
    world.file(
        "a.csv", "round;white;black;result\n1;F010;F999;1-0\n1;F033;4500111;½-½\n"
    )
    ran = world.submit("a.csv", *FLAGS, *DAYS, "--players-by", "name", code=1)
    assert ran.codes == ["needs-answer"] * 2
    assert "F999: no player has the number F999" in ran.messages


BYES = (
    "BYE",
    "bye",
    "Bye.",
    "(bye)",
    "-",
    "--",
    "–",
    "***",
    "vapaa",
    "Vapaa",
    "VAPAAKIERROS",
    "spielfrei",
    "Freilos",
    "frei",
    "exempt",
    "Frirunda",
    "not paired",
    "Not  paired",
    "half point bye",
    "BYE 1",
    "bye, bye",
    "Bye (round 3)",
    "wolny los",
    "vapaa vuoro",
    "spiel-frei",
    "Frei Los",
    "kampfrei",
    "står över",
    "Spillefri",
)


@pytest.mark.parametrize("text", BYES)
def test_byes_are_no_people(text: str) -> None:
    assert is_bye(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Bye, Anders",
        "Frei, Max",
        "F010",
        "4500111",
        "?",
        "Aho",
        "Vapaa, Ville",
        "李",
    ],
)
def test_people_are_no_byes(text: str) -> None:
    assert not is_bye(text) and not has_bye_word(text)


@pytest.mark.parametrize(
    "text",
    [
        "N.N.",
        "walkover",
        "W.O.",
        "Dummy",
        "poissa",
        "no show",
        "0",
        "Bye player",
        "n/a",
    ],
)
def test_what_may_be_nobody_is_asked_about(text: str) -> None:
    assert has_bye_word(text) and not is_bye(text)


@pytest.mark.parametrize("text", ["BYE", "vapaa", "-", "not paired", "Spielfrei"])
@pytest.mark.parametrize("result", ["1-0", "*"])
def test_no_format_makes_a_person_of_a_bye(
    world: World, text: str, result: str
) -> None:
    members(world)
    code, other = ("1", "0") if result == "1-0" else (" ", " ")
    world.file(
        "a.trf",
        trf(
            row(
                1,
                "Sarasvuori, Kaarina",
                (3, "w", "1"),
                (2, "w", code),
                ident="99000070",
            ),
            row(2, text, ("0000", "-", "-"), (1, "b", other)),
            row(3, "Aho, Unto", (1, "b", "0"), ("0000", "-", "Z")),
        ),
    )
    world.file(
        "a.csv",
        f"round;white;black;result\n1;F010;F016;1-0\n2;F010;{text};{result}\n3;{text};F016;+\n",
    )
    world.file(
        "a.txt", f"1;Sarasvuori, Kaarina;3w1;2w1\n2;{text};--;1b0\n3;Aho, Unto;1b0;--\n"
    )
    world.file(
        "a.pgn",
        '[Round "1"]\n[White "Sarasvuori, Kaarina"]\n[Black "Aho, Unto"]\n[Result'
        f' "1-0"]\n\n1-0\n\n[Round "2"]\n[White "{text}"]\n[Black "Aho, Unto"]\n[Result'
        f' "{result}"]\n\n*\n',
    )
    for name, number in (("a.trf", 1), ("a.csv", 2), ("a.txt", 1), ("a.pgn", 1)):
        more = (
            ()
            if name == "a.trf"
            else (*DAYS, *(["--all-played"] if name == "a.pgn" else []))
        )
        value = world.submit(
            name, *FLAGS[:4], *more, "--players-by", "name", "--dry-run"
        ).value
        assert value["questions"] == [] and value["players"]["new"] == [], (name, value)
        assert [found["player"] for found in value["players"]["matched"]] == [
            "F010",
            "F016",
        ]
        assert value["games"]["games"] == 1 and value["games"]["byes"]["bye"] == number
        assert f"against {text!r}: read as a bye" in " ".join(
            w["message"] for w in value["warnings"]
        )


@pytest.mark.parametrize("by", ["fide", "national", "name"])
def test_an_id_of_the_ledger_is_never_somebody_new(world: World, by: str) -> None:
    members(world)
    world.file("a.csv", "round;white;black;result\n1;F010;F016;1-0\n1;F033;F01X;½-½\n")
    flags = (*FLAGS, *DAYS, "--players-by", by)
    ran = world.submit("a.csv", *flags, code=1)
    assert (
        ran.fields == ["map"]
        and ran.value["problems"][0]["hint"] == "use --map F01X=ID"
    )
    assert {
        row["player"]
        for row in world.submit("a.csv", *flags, "--dry-run").value["players"][
            "matched"
        ]
    } == {"F010", "F016", "F033"}
    ran = world.submit(
        "a.csv", *flags, "--map", "F010=new", "--map", "F01X=new", code=1
    )
    assert (
        ran.codes == ["map-player"] * 2
        and "F010 is a player of the ledger" in ran.messages
    )
    assert "F01X has no name" in ran.messages
    world.submit("a.csv", *flags, "--map", "F01X=F001")


def test_a_name_in_a_hint_is_one_word_of_the_command_line(world: World) -> None:
    members(world)
    world.file("a.csv", "round;white;black;result\n1;F010;Aho, U.;1-0\n")
    assert (
        world.submit("a.csv", *FLAGS, *DAYS, code=1).value["problems"][0]["hint"]
        == 'use --map "Aho, U.=F016" or --map "Aho, U.=new"'
    )


@pytest.mark.parametrize("name", ["BYE", "vapaa", "-", "not paired"])
def test_no_document_makes_a_person_of_a_bye(world: World, name: str) -> None:
    for document in (
        player("Z1", name=name),
        tournament("t", "2024-06-01", players=[{"player": "Z1", "name": name}]),
    ):
        ran = world.submit(world.file("z.json", document), code=1)
        assert "bye-name" in ran.codes and repr(name) in ran.messages
    # with a birth it is somebody's name, and then the same document again is no other
    # person
    assert world.run("player", "add", "Z1", "--name", name, "--born", "1980").code == 0
    assert world.run("player", "add", "Z1", "--name", name).code == 0
    world.player("Z2", "Aho, Aino")
    assert world.run("player", "add", "Z2", "--name", name, "--change").code == 1


def test_a_bye_with_a_birth_or_among_its_like_is_asked_about(world: World) -> None:
    world.file(
        "a.trf",
        trf(
            row(1, "Spielfrei", (2, "w", "1"), born="1980"),
            row(2, "Tamm, Jaan", (1, "b", "0")),
        ),
    )
    assert (
        "1 Spielfrei: the name reads like a bye"
        in world.submit("a.trf", *FLAGS, code=1).messages
    )
    world.file("b.trf", trf(row(1, "-", (2, "w", "1")), row(2, "--", (1, "b", "0"))))
    assert world.submit("b.trf", *FLAGS, code=1).codes == ["needs-answer"] * 2


def test_a_corrected_name_is_who_played_before(world: World) -> None:
    report = "Uusi, Ukko", "Toinen, Tiina"
    world.file(
        "a.trf",
        trf(
            row(1, report[0], (2, "w", "1"), born="1980"),
            row(2, report[1], (1, "b", "0")),
        ),
    )
    world.submit("a.trf", *FLAGS)
    world.file(
        "b.trf",
        trf(
            row(1, "Ahti, Ukko", (2, "w", "1"), born="1980"),
            row(2, "Tiina-Liisa", (1, "b", "0")),
        ),
    )
    correction = (
        "--id",
        "kesa",
        "--new-ids",
        "Q",
        "--as-correction",
        "--reason",
        "names",
    )
    ran = world.submit("b.trf", *correction, code=1)
    assert ran.codes == ["needs-answer"] * 2
    assert (
        "1 Ahti, Ukko: this row is new, and an earlier player of the tournament is in"
        " no row now" in ran.messages
    )
    assert "--map 1=Q0001 or --map 1=new" in ran.value["problems"][0]["hint"]
    world.file("who", "1 Q0001\n2 Q0002")
    assert (
        world.submit("b.trf", *correction, "--map", "who").value["players"]["new"] == []
    )


def test_somebody_gone_from_a_later_state_was_renamed_whatever_the_new_name(
    world: World,
) -> None:
    world.file(
        "a.trf",
        trf(
            row(1, "Uusi, Ukko", (2, "w", "1"), born="1980"),
            row(2, TAMM[0], (1, "b", "0")),
        ),
    )
    world.submit("a.trf", *FLAGS)
    world.file(
        "b.trf",
        trf(row(1, "Vierno, Oskar", (2, "w", "1")), row(2, TAMM[0], (1, "b", "0"))),
    )
    ran = world.submit("b.trf", *FLAGS, "--as-correction", "--reason", "names", code=1)
    assert "--map 1=Q0001 or --map 1=new" in ran.value["problems"][0]["hint"]


CLOSE = [
    ("Mäkelä, Juha", "Mäkelä, Juha Pekka"),
    ("Mäkelä, Juha P.", "Mäkelä, Juha Pekka"),
    ("J. Mäkelä", "Mäkelä, Juha Pekka"),
    ("Mäkelä, J-P", "Mäkelä, Juha Pekka"),
    ("Äyräväinen, Liisa", "Äyräväinen-Mäki, Liisa"),
    ("Mäki, Liisa", "Äyräväinen-Mäki, Liisa"),
    ("Ivanov, Sergey", "Ivanov, Sergei"),
    ("Nieminen, Oli", "Nieminen, Olli"),
    ("Niemienn, Olli", "Nieminen, Olli"),
    ("M. Virtanen", "Virtanen, Minna"),
    ("Heikkinen, P.", "Heikkinen, Pekka"),
    ("Carlsen", "Carlsen, Magnus"),
    ("Antonov, V. M.", "Antonov, Vladimir"),
    ("v.d. Berg, Pieter", "van der Berg, P."),
    ("ANTONOV V.", "Antonov, Vladimir M."),
    ("Vladimir M. Antonov", "Antonov, V."),
]
APART = [
    ("Mäkelä, Juha", "Mäkelä, Pekka"),
    ("J. M.", "Mäkelä, Juha"),
    ("Mäki, Liisa", "Niemi, Liisa"),
    ("Aho", "Salo"),
    ("Virtanen, Juha Pekka", "Virtanen, Juha Matti"),
    ("Virtanen, Ari", "Virtanen, Aki"),
    ("", "Aho"),
    # an initial is no surname
    ("Vlasov, Sergei", "Mozaliov, Sergey V."),
    ("Denisov, Sergei", "Krawtchenko, Sergey D."),
    ("Antonov, Vladimir M.", "Markov, Vladimir A."),
    ("Vlasov, Sergei", "Sergey V. Mozaliov"),
    ("VLASOV Sergei", "MOZALIOV Sergey V."),
    ("D., Sergey", "Denisov, Sergei"),
]


@pytest.mark.parametrize(("one", "other"), CLOSE)
def test_a_close_name_is_asked_about(one: str, other: str) -> None:
    assert is_close(one, other) and is_close(other, one)
    for written, known in ((one, other), (other, one)):
        register = Register(
            [Personal("P1", known)],
            lambda player: Stated("1966"),
            lambda player: player,
            "P1".__eq__,
        )
        [near] = match([Row("1", written, "1966")], register, {})
        assert (near.status, near.candidates) == ("doubtful", ("P1",))
        [another] = match([Row("1", written, "1967")], register, {})
        assert another.status == "new"


@pytest.mark.parametrize(("one", "other"), APART)
def test_other_names_are_not_close(one: str, other: str) -> None:
    assert not is_close(one, other) and not is_close(other, one)


def test_a_close_name_with_another_fide_id_is_another_person() -> None:
    person = Personal("P1", "Mäkelä, Juha", fide_id=500001)
    register = Register(
        [person], lambda player: Stated(), lambda player: player, "P1".__eq__
    )
    assert (
        match([Row("1", "Mäkelä, Juha Pekka", None, 500009)], register, {})[0].status
        == "new"
    )
    assert match([Row("1", "D`Hooghe, Luc")], register, {})[0].status == "new"


def test_a_backtick_is_an_apostrophe() -> None:
    people = [Personal("P1", "D'Hooghe, Luc")]
    register = Register(
        people, lambda player: Stated("1970"), lambda player: player, "P1".__eq__
    )
    for name in ("D`Hooghe, Luc", "D´Hooghe, Luc", "D’Hooghe, Luc", "Dhooghe, Luc"):
        [found] = match([Row("1", name, "1970")], register, {})
        assert found.player == "P1" or found.candidates == ("P1",)
