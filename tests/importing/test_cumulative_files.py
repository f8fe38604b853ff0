"""A club that sends a report after each round, which holds all earlier rounds too: what
is new is added, what is the same stays as it is, and a change is never booked unasked.
"""

import pytest

from tests.exchange.trf_text import Cell
from tests.importing.importing_world import World, row, trf
from tests.importing.terminal import dialogue

ID = ("--id", "talvi", "--players-by", "name")
NEW = ("--time-control", "90+30", "--new-ids", "W")
NAMES = ("Aho, Aino", "Berg, Bo", "Cay, Cia", "Dahl, Dan")
CELLS: tuple[tuple[Cell, ...], ...] = (
    ((2, "w", "1"), (1, "b", "0"), (4, "w", "="), (3, "b", "=")),
    ((3, "b", "1"), (4, "w", "1"), (1, "w", "0"), (2, "b", "0")),
    ((4, "w", "0"), (3, "b", "="), (2, "w", "="), (1, "b", "1")),
)
TURNED: tuple[Cell, ...] = ((2, "w", "0"), (1, "b", "1"), *CELLS[0][2:])


def report(*rounds: tuple[Cell, ...]) -> bytes:
    header = (
        "012 Talvi",
        "032 FIN",
        "042 2024/01/08",
        f"052 2024/01/{1 + 7 * len(rounds):02}",
    )
    rows = [
        row(number, name, *(cells[number - 1] for cells in rounds))
        for number, name in enumerate(NAMES, 1)
    ]
    return trf(*rows, header=header)


def played(world: World) -> list[tuple[str, str]]:
    games = world.ask("tournament", "talvi")["games"]
    return [(game["game"], game["result"]) for game in games]


ALL = [
    ("1.1", "1-0"),
    ("1.2", "1/2-1/2"),
    ("2.1", "0-1"),
    ("2.2", "1-0"),
    ("3.1", "0-1"),
    ("3.2", "1/2-1/2"),
]


@pytest.fixture
def club(world: World) -> World:
    """The report after the first round is booked, and the later ones are there."""
    for at in (1, 2, 3):
        world.file(f"c{at}.trf", report(*CELLS[:at]))
    world.submit("c1.trf", *ID, *NEW)
    return world


def test_only_what_is_new_is_added(club: World) -> None:
    refused = club.submit("c2.trf", *ID, code=1)
    assert (refused.codes, refused.fields) == (["needs-answer"], ["other_rounds"])
    assert "has 1 of the rounds of the file (1, 2) in the ledger" in refused.messages
    for at in (2, 3):
        value = club.submit(f"c{at}.trf", *ID, "--other-rounds", "stay").value
        assert len(value["recorded"]) == 1
        assert played(club) == ALL[: 2 * at]
    show = club.ask("tournament", "talvi")["header"]
    assert (show["start"], show["end"]) == ("2024-01-08", "2024-01-22")
    assert club.ask("log")["events"][0]["reason"] == (
        "rounds of another file are added: 3"
    )
    assert club.equal()
    # the last report once more is nothing new
    again = club.submit("c3.trf", *ID).value["recorded"]
    assert [receipt["repeated"] for receipt in again] == [True]


def test_a_report_that_was_missed_is_no_harm(club: World) -> None:
    club.submit("c3.trf", *ID, "--other-rounds", "stay")
    assert played(club) == ALL


def test_on_a_terminal_enter_adds_them(club: World) -> None:
    code, screen = dialogue(
        club.folder,
        ("submit", "c2.trf", *ID),
        ("add the others? [stay]: ", ""),
        ("Book it? [y/N]: ", "y"),
    )
    assert code == 0, screen
    assert played(club) == ALL[:4]


@pytest.mark.parametrize("answer", ["stay", "struck"])
def test_a_change_in_an_earlier_round_needs_its_reason(
    club: World, answer: str
) -> None:
    club.file("c2.trf", report(TURNED, CELLS[1]))
    refused = club.submit("c2.trf", *ID, "--other-rounds", answer, code=5)
    assert refused.codes[0] == "other-content"
    assert "round 1: W0001 1-0 W0002 in the ledger" in refused.messages
    assert played(club) == ALL[:2]
    correction = ("--as-correction", "--reason", "the slip of Berg")
    club.submit("c2.trf", *ID, *correction)
    assert played(club) == [("1.1", "0-1"), *ALL[1:4]]


def test_an_older_report_strikes_no_later_round(club: World) -> None:
    club.submit("c3.trf", *ID, "--other-rounds", "stay")
    club.submit("c2.trf", *ID, code=5)
    assert played(club) == ALL


def test_all_reports_at_once_are_one_tournament(world: World) -> None:
    files = [world.file(f"c{at}.trf", report(*CELLS[:at])) for at in (1, 2, 3)]
    world.submit(*files, *ID, *NEW)
    assert played(world) == ALL


def test_reports_at_once_that_contradict_each_other_are_refused(world: World) -> None:
    world.file("c1.trf", report(TURNED))
    world.file("c2.trf", report(*CELLS[:2]))
    refused = world.submit("c1.trf", "c2.trf", *ID, *NEW, code=1)
    assert refused.codes == ["two-files"]
    assert "round 1 differs in c1.trf" in refused.messages


def test_a_bye_in_a_round_of_two_reports_is_told_once(world: World) -> None:
    first = ((2, "w", "1"), (1, "b", "0"), ("0000", "-", "U"), ("0000", "-", "H"))
    later = ((3, "b", "1"), ("0000", "-", "U"), (1, "w", "0"), ("0000", "-", "H"))
    world.file("c1.trf", report(first))
    world.file("c2.trf", report(first, later))
    outcome = world.submit("c1.trf", "c2.trf", *ID, *NEW).value
    assert outcome["games"]["byes"] == {"half-point bye": 2, "pairing-allocated bye": 2}
