"""A report that writes byes as games against a row named `Bye`: each becomes a bye worth
the points of the player, on whichever side the row sits.
"""

import pytest

from desk.files.read_games import read_games_file
from desk.files.settings import Settings
from tests.importing.importing_world import row, trf


@pytest.mark.parametrize(
    ("own", "of_bye", "code"),
    [
        ("1", "0", "U"),
        ("+", "-", "U"),
        ("0", "1", "Z"),
        ("-", "+", "Z"),
        ("=", "=", "H"),
    ],
)
@pytest.mark.parametrize(("colour", "other"), [("w", "b"), ("b", "w")])
def test_a_game_against_a_bye_is_a_bye_by_its_points(
    colour: str, other: str, own: str, of_bye: str, code: str
) -> None:
    text = trf(
        row(1, "Aho, Aino", (2, "w", "1"), (3, colour, own)),
        row(2, "Berg, Bea", (1, "b", "0"), ("0000", "-", "Z")),
        row(3, "Bye", ("0000", "-", "Z"), (1, other, of_bye)),
    )
    read = read_games_file(text, "a.trf", Settings())
    assert [warning.code for warning in read.warnings if "bye" in warning.code]
    assert read.report is not None
    cells = read.report.players["1"]["cells"]
    assert isinstance(cells, dict)
    assert cells["2"] == code
    assert len(read.games) == 1
