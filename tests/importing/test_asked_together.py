"""One question about many rows: what is in it, how it is answered, and that no answer
says more than was asked.
"""

import json
from collections.abc import Sequence

import pytest

from tests.importing.importing_world import World, row, trf
from tests.importing.terminal import dialogue

FLAGS = ("--id", "kesa", "--time-control", "90+30", "--new-ids", "Q")
PEOPLE = (
    ("F001", "Äijälä, Åke", "1950-01-02"),
    ("F002", "Öhman, Bertta", "1961-03-04"),
    ("F003", "Töyrylä, Eino", "1972-05-06"),
    ("F004", "Järvi, Hilma", "1983-07-08"),
)
NAMES = tuple(name for _, name, _ in PEOPLE)


@pytest.fixture
def members(world: World) -> World:
    for ident, name, born in PEOPLE:
        world.player(ident, name, born=born, sex="m", federation="FIN")
    return world


def report(
    names: Sequence[str] = NAMES, births: Sequence[str] = ("",) * 9, **columns: str
) -> bytes:
    """Everybody plays a game with the next; an odd one out has none, so that they need
    no id.
    """
    pairs = [
        (at + 1 if at % 2 else at - 1, "w" if at % 2 else "b", "=")
        for at in range(1, len(names) + 1)
    ]
    return trf(
        *(
            row(at, name, pair, born=born.replace("-", "/"), **columns)
            for at, (name, born, pair) in enumerate(
                zip(names, births, pairs, strict=False), 1
            )
        )
    )


def asked(world: World, *flags: str) -> dict[str, str]:
    """The questions of a preview about people, by what answers them."""
    value = world.submit("a.trf", *FLAGS, *flags, "--dry-run").value
    return {
        question["flag"].partition(" ")[2].partition(",")[0]: question["message"]
        for question in value["questions"]
    }


def who(world: World, *flags: str) -> list[str]:
    matched = world.submit("a.trf", *FLAGS, *flags).value["players"]["matched"]
    return [one["player"] for one in matched]


def test_names_alone_are_one_question(members: World) -> None:
    members.file("a.trf", report())
    refused = members.submit("a.trf", *FLAGS, code=1)
    assert refused.codes == ["needs-answer"] and refused.fields == ["agreed"]
    preview = members.submit("a.trf", *FLAGS, "--dry-run").value
    [question] = preview["questions"]
    assert question["message"] in refused.messages
    assert (
        question["message"]
        == "all right? 4 players are known by names that nobody else here has (Äijälä,"
        " Åke = F001; Öhman, Bertta = F002; Töyrylä, Eino = F003 and 1 more)"
    )
    assert (question["proposal"], question["about"]) == ("names=4", "names")
    # the preview goes on with the proposal, and shows who everybody would be
    assert preview["moved"] and preview["players"]["matched"] == []
    proposed = preview["players"]["proposed"]
    assert [one["candidate"]["player"] for one in proposed] == [
        "F001",
        "F002",
        "F003",
        "F004",
    ]
    assert (proposed[0]["number"], proposed[0]["group"], proposed[0]["by"]) == (
        "1",
        "names",
        "name",
    )
    assert who(members, "--agree", "names=4") == ["F001", "F002", "F003", "F004"]


def test_names_spelt_differently_beside_the_birth_are_one_question(
    members: World,
) -> None:
    plain = ("Aijala, Ake", "Oehman, Bertta", "Toyryla, Eino", "Järvi, Hilma")
    members.file("a.trf", report(plain, [born for _, _, born in PEOPLE]))
    assert list(asked(members)) == ["spelling=3"]
    assert who(members, "--agree", "spelling=3") == ["F001", "F002", "F003", "F004"]
    # it is remembered, since more than the name told
    (members.folder / "kesa").touch()
    members.file(
        "b.trf",
        report(plain, [born for _, _, born in PEOPLE]).replace(
            "kesäturnaus".encode(), b"syksy"
        ),
    )
    ran = members.submit(
        "b.trf",
        "--id",
        "syksy",
        "--time-control",
        "60+30",
        "--start",
        "2024-06-08",
        "--end",
        "2024-06-09",
    )
    assert [one["by"] for one in ran.value["players"]["matched"]] == [
        *["an earlier answer"] * 3,
        "name and birth",
    ]


def test_another_sex_or_federation_is_one_question(members: World) -> None:
    members.file(
        "a.trf",
        report(births=[born for _, _, born in PEOPLE], sex="f", federation="EST"),
    )
    assert list(asked(members)) == ["details=4"]
    [first, *_] = members.submit("a.trf", *FLAGS, "--dry-run").value["players"][
        "proposed"
    ]
    assert first["candidate"]["agrees"] == ["name", "birth"] and first["candidate"][
        "contradicts"
    ] == [
        "sex",
        "federation",
    ]
    assert who(members, "--agree", "details=4") == ["F001", "F002", "F003", "F004"]


def test_an_answer_is_about_as_many_rows_as_were_asked_about(members: World) -> None:
    members.file("a.trf", report())
    for number in ("names=3", "names=5", "spelling=4"):
        assert list(asked(members, "--agree", number)) == ["names=4"]
    # somebody of one of the names joined since: that row is a question of its own, and
    # the answer to four is none
    members.player("F005", "Järvi, Hilma", born="2001")
    assert set(asked(members, "--agree", "names=4")) == {
        "names=3",
        "4=F004 or --map 4=F005 or --map 4=new",
    }


def test_each_by_itself(members: World) -> None:
    members.file("a.trf", report())
    questions = asked(members, "--agree", "names=0")
    assert list(questions) == [
        f"{at}={ident} or --map {at}=new" for at, (ident, _, _) in enumerate(PEOPLE, 1)
    ]
    assert set(questions.values()) == {
        f"{at} {name}: same name, but a date of birth is missing"
        for at, name in enumerate(NAMES, 1)
    }


def test_one_row_is_no_group(members: World) -> None:
    members.file("a.trf", report(NAMES[:2], ["", PEOPLE[1][2]]))
    assert list(asked(members)) == ["1=F001 or --map 1=new"]


@pytest.mark.parametrize("number", ["names=4", "names=3"])
def test_all_but_one(members: World, number: str) -> None:
    """The number is that of the first question, or of what the map leaves."""
    members.file("a.trf", report())
    assert who(members, "--agree", number, "--map", "2=new") == ["F001", "F003", "F004"]
    assert members.ask("player", "show", "Q0001")["player"]["name"] == "Öhman, Bertta"


def test_answers_stand_beside_the_file_too(members: World) -> None:
    members.file("a.trf", report())
    members.file("a.trf.json", json.dumps({"agreed": {"names": 4}}))
    assert len(who(members)) == 4
    for text, code in (
        ('{"agreed": {"all": 4}}', "wrong-value"),
        ('{"agreed": {"names": "all"}}', "wrong-value"),
    ):
        members.file("a.trf.json", text)
        ran = members.submit("a.trf", *FLAGS, code=1)
        assert ran.codes == [code] and "agreed" in ran.fields[0], ran
    assert members.submit("a.trf", "--agree", "names", code=2).codes == ["usage"]
    members.file("a.trf.json", "{}")
    members.file("b.trf", report())
    assert members.submit("a.trf", "b.trf", "--agree", "names=4", code=1).codes == [
        "two-files"
    ]


def test_names_are_enough_where_the_officer_said_so(members: World) -> None:
    members.file("a.trf", report())
    assert who(members, "--players-by", "name") == ["F001", "F002", "F003", "F004"]


def test_a_former_name_alone_is_asked_by_itself(members: World) -> None:
    members.run("player", "add", "F001", "--name", "Äijälä-Noro, Åke", "--change")
    members.file("a.trf", report())
    assert set(asked(members)) == {"names=3", "1=F001 or --map 1=new"}


def test_a_map_is_written_with_everybody_in_it(members: World) -> None:
    members.file("a.trf", report())
    members.submit("a.trf", *FLAGS, "--map-out", "who.txt", code=1)
    text = (members.folder / "who.txt").read_text("utf-8")
    assert (
        "\n1 F001  # Äijälä, Åke = F001 Äijälä, Åke 1950-01-02? name\n" in text
        and text.count("\n") == 5
    )
    assert len(who(members, "--map", "who.txt")) == 4


def test_who_is_proposed_is_shown(members: World) -> None:
    members.file("a.trf", report())
    out = members.run("submit", "a.trf", *FLAGS, "--dry-run").out
    assert "players: 4 proposed\n" in out
    assert "\n  1  Äijälä, Åke          F001 Äijälä, Åke 1950-01-02" in out
    assert (
        "F003 and 1 more); proposed: names=4 - use --agree names=4, or --agree names=0"
        " to be asked one by one" in out
    )


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (
            [
                ("and 1 more) [y/n, or the numbers of those who are not]", ""),
                ("[y/n, or the numbers", "y"),
            ],
            "F001 F002 F003 F004",
        ),
        (
            [
                ("[y/n, or the numbers", "9"),
                # a comma names nobody, and is no yes either
                ("[y/n, or the numbers", ","),
                ("[y/n, or the numbers", "2, 4"),
                ("2 Öhman, Bertta: id or name", "new"),
                ("4 Järvi, Hilma: id or name", "F002"),
            ],
            "F001 Q0001 F003 F002",
        ),
        (
            [
                ("[y/n, or the numbers", "n"),
                ("1 Äijälä, Åke = F001", "y"),
                ("2 Öhman, Bertta = F002", "new"),
                ("3 Töyrylä, Eino = F003", "y"),
                ("4 Järvi, Hilma = F004", "y"),
            ],
            "F001 Q0001 F003 F004",
        ),
    ],
)
def test_at_a_keyboard(
    members: World, typed: list[tuple[str, str]], found: str
) -> None:
    members.file("a.trf", report())
    typed = [*typed, ("Book it? [y/N]: ", "y")]
    if "Q0001" in found:  # the newcomer of FIDE has no balance
        typed.append(("is that right? [y/N/always]", "y"))
    code, screen = dialogue(members.folder, ("submit", "a.trf", *FLAGS), *typed)
    assert (
        code == 0 and "  3 Töyrylä, Eino = F003 Töyrylä, Eino 1972-05-06" in screen
    ), screen
    games = members.ask("tournament", "kesa")["games"]
    assert [
        player for game in games for player in (game["white"], game["black"])
    ] == found.split()
