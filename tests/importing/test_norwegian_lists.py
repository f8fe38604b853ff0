"""Norway's printed lists as openings: columns of blanks, and nobody has an id."""

from desk.lists.settings import list_kind
from exchange.lists.openings import read_openings
from tests.importing.importing_world import World

HEAD = "   Nr Navn                      Klubb                  Elo #par Fide Hurt Lyn\n"
ROWS = (
    "   1: Aho Aino                  Lumikosken            1778  638\n"
    "   2: Berg Bo Ivar              (Tidl. Indre Saarist) 1203   12 1990 1855\n"
    "   3: van der Ek Åke                                   838 1386 2626 2595 2573\n"
)
LIST = HEAD + ROWS
AS = ("--as", "openings", "--list", "selo", "--on", "2022-01-01")


def test_a_row_has_name_club_rating_and_games() -> None:
    rows, problems = read_openings(LIST.encode())
    assert problems == []
    assert rows == [
        (
            2,
            {
                "name": "Aho, Aino",
                "club": "Lumikosken",
                "rating": 1778,
                "games": 638,
            },
        ),
        (3, {"name": "Berg, Bo Ivar", "rating": 1203, "games": 12}),
        (4, {"name": "van der Ek, Åke", "rating": 838, "games": 1386}),
    ]
    assert list_kind("2010jan.txt", LIST.encode()) == "openings"


def test_a_row_that_is_cut_off_or_no_row_is_refused() -> None:
    for cut in range(1, len(" 1386 2626 2595 2573\n") + 4):
        _, problems = read_openings(LIST[:-cut].encode())
        whole = cut <= len(" 2626 2595 2573\n")
        found = {one.code for one in problems}
        assert found == (set() if whole else {"openings-missing"}), cut
    _, problems = read_openings((LIST + "Sist oppdatert 1. januar\n").encode())
    assert {(one.code, one.where.line) for one in problems} == {("openings-missing", 5)}


def test_everybody_is_new_and_gets_an_id(world: World) -> None:
    world.file("liste.txt", LIST)
    refused = world.submit("liste.txt", *AS, code=1)
    assert refused.codes == ["openings-no-ids"]
    assert refused.messages == "the list has no ids, and 3 people are new"
    moved = world.submit("liste.txt", *AS, "--new-ids", "NO").value["moved"]
    assert {(one["player"], one["name"], one["after"]) for one in moved} == {
        ("NO0001", "Aho, Aino", 1778),
        ("NO0002", "Berg, Bo Ivar", 1203),
        ("NO0003", "van der Ek, Åke", 838),
    }


def test_a_name_of_somebody_here_is_never_guessed(world: World) -> None:
    world.player("P1", "Aho, Aino")
    world.player("P2", "Bergg, Bo Ivar")
    world.file("liste.txt", LIST)
    refused = world.submit("liste.txt", *AS, "--new-ids", "NO", code=1)
    assert refused.codes == ["openings-who", "openings-who"]
    assert refused.messages.splitlines() == [
        "Aho, Aino may be P1, and the list has no ids",
        "Berg, Bo Ivar may be P2, and the list has no ids",
    ]
    # the very name of one is enough where that is said; a name close to it never is
    enough = ("--new-ids", "NO", "--players-by", "name")
    assert world.submit("liste.txt", *AS, *enough, code=1).messages == (
        "Berg, Bo Ivar may be P2, and the list has no ids"
    )
    world.file("liste.txt", LIST.replace("Berg Bo Ivar", "Nyman Bo    "))
    moved = world.submit("liste.txt", *AS, *enough).value["moved"]
    assert ("P1", 1778) in {(one["player"], one["after"]) for one in moved}


def test_many_names_of_people_here_are_one_sentence(world: World) -> None:
    names = [f"A{one}o{two}la Aino" for one in "hijkl" for two in "mnprs"]
    for at, name in enumerate(names):
        world.player(f"P{at:02}", name.replace(" ", ", "))
    rows = [
        f"{at:>4}: {name:<26}{'Lumikosken':<22}1500  100\n"
        for at, name in enumerate(names, 1)
    ]
    world.file("liste.txt", HEAD + "".join(rows))
    refused = world.submit("liste.txt", *AS, code=1)
    assert refused.codes == ["openings-who"]
    assert "and 24 more like this (lines 3, 4, 5," in refused.messages
