"""Many rows in doubt for one cause are one sentence, and one answer says that all of them
are new; who a row is, is answered for each.
"""

import pytest

from tests.importing.importing_world import World
from tests.importing.terminal import dialogue
from tests.importing.test_asked_together import FLAGS, report, who

GIVEN = ("Aino", "Eero", "Ilmari", "Kerttu", "Lauri", "Martta")
MEMBERS = tuple(
    f"Korho{at}nen, {name}" for at, name in zip("aeiouy", GIVEN, strict=True)
)
CLOSE = tuple(name[:-1] for name in MEMBERS)
SENTENCE = (
    "6 players have names close to those of others (Korhoanen, Ain; Korhoenen, Eer;"
    " Korhoinen, Ilmar and 3 more)"
)


@pytest.fixture
def members(world: World) -> World:
    for at, name in enumerate(MEMBERS, 1):
        world.player(f"F00{at}", name, born=f"195{at}-01-02", sex="m", federation="FIN")
    world.file("a.trf", report(CLOSE))
    return world


def ids(world: World, tournament: str = "kesa") -> list[str]:
    games = world.ask("tournament", tournament)["games"]
    return [player for game in games for player in (game["white"], game["black"])]


def test_the_preview_says_it_in_one_line(members: World) -> None:
    out = members.run("submit", "a.trf", *FLAGS, "--dry-run").out
    lines = [line for line in out.splitlines() if line.startswith("- ")]
    assert lines == [
        f"- {SENTENCE}: who are they? - use --map for each of them (--map-out FILE"
        " prepares it), or --agree close-new=6 if all of them are new"
    ]
    # the candidates of each stand in the table, and programs get every question
    assert out.count("the name is close to Korho") == len(CLOSE)
    value = members.submit("a.trf", *FLAGS, "--dry-run").value
    assert [question["field"] for question in value["questions"]] == ["map"] * 6
    refused = members.submit("a.trf", *FLAGS, code=1)
    assert refused.codes == ["needs-answer"] * 6
    assert (
        "or --agree close-new=6 if all 6 are new"
        in refused.value["problems"][0]["hint"]
    )


def test_one_answer_makes_all_of_them_new(members: World) -> None:
    assert who(members, "--agree", "close-new=6") == []
    assert ids(members) == [f"Q000{at}" for at in range(1, 7)]


@pytest.mark.parametrize("answer", ["close-new=5", "close-new=7", "namesakes-new=6"])
def test_another_number_or_cause_is_no_answer(members: World, answer: str) -> None:
    refused = members.submit("a.trf", *FLAGS, "--agree", answer, code=1)
    assert refused.codes == ["needs-answer"] * 6


@pytest.mark.parametrize("number", [6, 5])
def test_all_but_one_who_is_here(members: World, number: int) -> None:
    """The number is that of the first question, or of what the map leaves."""
    found = who(members, "--agree", f"close-new={number}", "--map", "2=F002")
    assert found == ["F002"]
    assert ids(members).count("F002") == 1


def test_four_rows_are_asked_one_by_one(members: World) -> None:
    members.file("a.trf", report(CLOSE[:4]))
    out = members.run("submit", "a.trf", *FLAGS, "--dry-run").out
    assert out.count("- use --map ") == 4
    assert "close-new" not in out
    refused = members.submit("a.trf", *FLAGS, "--agree", "close-new=4", code=1)
    assert refused.codes == ["needs-answer"] * 4


def test_namesakes_and_other_births_are_asked_so_too(members: World) -> None:
    members.file("a.trf", report(MEMBERS, ["1999"] * 6))
    out = members.run("submit", "a.trf", *FLAGS, "--dry-run").out
    assert (
        "6 players have the names of others and another birth (Korhoanen, Aino" in out
    )
    for at, name in enumerate(MEMBERS, 1):
        members.player(f"G00{at}", name, born="1990-01-02")
    members.file("a.trf", report(MEMBERS))
    out = members.run("submit", "a.trf", *FLAGS, "--dry-run").out
    assert "6 players have names that several others have (Korhoanen, Aino" in out


ASKED = f"{SENTENCE}: are all of them new? [y/n]"


@pytest.mark.parametrize(
    ("typed", "here"),
    [
        ([(ASKED, ""), (ASKED, "y")], 0),
        ([(ASKED, "n"), *((f"{at} Korho", "y") for at in range(1, 7))], 6),
    ],
)
def test_at_a_keyboard(members: World, typed: list[tuple[str, str]], here: int) -> None:
    """Enter answers nothing, and whoever says no is asked about each."""
    sure = ("Book it? [y/N]: ", "y")
    code, screen = dialogue(members.folder, ("submit", "a.trf", *FLAGS), *typed, sure)
    assert code == 0, screen
    assert "  2 Korhoenen, Eer = F002 Korhoenen, Eero 1952-01-02?" in screen
    assert sum(player.startswith("F") for player in ids(members)) == here
