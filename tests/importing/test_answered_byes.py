"""A name that only reads like a bye is asked about, and the officer can answer that it
is one.
"""

import pytest

from tests.importing.importing_world import World, row, trf
from tests.importing.test_never_a_wrong_person import DAYS, FLAGS, members

NOBODY = trf(
    row(1, "Tamm, Jaan", (2, "w", "1"), (3, "b", "1"), born="1990"),
    row(2, "NN", (1, "b", "0"), (4, "w", "0")),
    row(3, "Uusi, Ulla", (4, "b", "1"), (1, "w", "0"), born="1991"),
    row(4, "Walkover", (3, "w", "0"), (2, "b", "1")),
)


@pytest.mark.parametrize("written", ["2=bye 4=bye", "nn=bye walkover=bye"])
def test_whoever_is_asked_about_a_bye_can_answer_that_it_is_one(
    world: World, written: str
) -> None:
    world.file("a.trf", NOBODY)
    asked = world.submit("a.trf", *FLAGS, code=1).value["problems"]
    assert [problem["hint"] for problem in asked] == [
        "use --map 2=bye or --map 2=new",
        "use --map 4=bye or --map 4=new",
    ]
    answers = [part for answer in written.split() for part in ("--map", answer)]
    preview = world.submit("a.trf", *FLAGS, *answers, "--dry-run").value
    booked = world.submit("a.trf", *FLAGS, *answers).value
    for value in (preview, booked):
        assert [one["name"] for one in value["players"]["new"]] == [
            "Tamm, Jaan",
            "Uusi, Ulla",
        ]
        assert value["games"]["games"] == 1 and value["games"]["byes"]["bye"] == 3
        assert (
            "3 games against 'NN', 'Walkover': read as a bye"
            in value["warnings"][0]["message"]
        )


def test_a_bye_of_no_row_or_of_several_is_refused(world: World) -> None:
    world.file(
        "a.trf",
        trf(row(1, "NN", (2, "w", "1")), row(2, "NN", (1, "b", "0")), row(3, "")),
    )
    ran = world.submit(
        "a.trf",
        *FLAGS,
        "--map",
        "nn=bye",
        "--map",
        "7=bye",
        "--map",
        "Tamm, Jaan=bye",
        code=1,
    )
    assert ran.codes == ["map-row"] * 3 and "'nn' names several rows" in ran.messages


def test_a_cell_that_reads_like_a_bye_is_no_missing_number(world: World) -> None:
    members(world)
    world.file("a.csv", "round;white;black;result\n1;F010;NN;1-0\n1;F016;F033;½-½\n")
    assert (
        world.submit("a.csv", *FLAGS, *DAYS, code=1).value["problems"][0]["hint"]
        == "use --map NN=bye"
    )
    assert (
        world.submit("a.csv", *FLAGS, *DAYS, "--map", "NN=bye").value["games"]["games"]
        == 1
    )
