"""Explanations of pelo by hand: new players, equal scores, a provisional number that
cannot be shown.
"""

from pathlib import Path

from tests.explained import sheets
from tests.naive.makers import games, opening, tournament
from tests.printed_sheets import as_printed


def test_a_new_pelo_player(tmp_path: Path) -> None:
    """4.3, 7.5: 1500 + 800 (1 - 1/2) = 1900; 7.4: 1900 - 200 (1 - e^-.033) = 1893.51.
    4.4: m met nobody with a pelo.
    """
    document = tournament("T", games("n a 1-0", "m n 1/2-1/2"), minutes=5)
    found = sheets(tmp_path, opening("a", 1500, 5, "pelo"), document)
    told = as_printed(found["pelo", "n", "T", "unit"])
    assert (told["before"], told["after"], told["formula"], told["section"]) == (
        1900,
        1894,
        "7.4",
        "4.2",
    )
    assert told["provisional"]["counted"] == ["1.1"]
    assert (told["provisional"]["number"], told["provisional"]["exact"]) == (
        1900,
        1900,
    )
    assert [game["basis"] for game in told["games"]] == ["old", "default-4.4"]
    assert told["working"] == [
        "starts from 1900: by 7.5 over the games against players who have a pelo (4.3)",
        "1500/1 + 800 x (1/1 - 1/2) = 1900 (7.5)",
        "rounded to the nearest, a half up: 1900 (4.3)",
        "W - E = 1.5 - 1.83 = -0.33",
        "1900 - 200 x (1 - e^-0.033) = 1893.507712, to the millionth (7.4)",
        "rounded to the nearest, a half up: 1894 (3.5)",
    ]
    default = as_printed(found["pelo", "m", "T", "unit"])
    assert (default["provisional"]["number"], default["provisional"]["section"]) == (
        1525,
        "4.4",
    )
    assert default["games"][0]["section"] == "4.3"
    old = as_printed(found["pelo", "a", "T", "unit"])
    assert (
        old["provisional"],
        old["games"][0]["table_percent"],
        old["games"][0]["capped"],
    ) == (None, 8, False)


def test_pelo_where_score_and_expectation_are_equal(tmp_path: Path) -> None:
    """7.4: sgn(0) = 0."""
    document = tournament("T", games("a b 1/2-1/2"), minutes=5)
    found = sheets(
        tmp_path, opening("a", 1500, 5, "pelo"), opening("b", 1500, 5, "pelo"), document
    )
    assert "1500, as W = E (7.4)" in found["pelo", "a", "T", "unit"].lines()


def test_a_provisional_number_that_cannot_be_shown(tmp_path: Path) -> None:
    """7.5 counted z with the ruled 1600, but the entry of n holds only z's own
    provisional number: it says so.
    """
    ruling = {
        "kind": "ruling",
        "player": "z",
        "list": "pelo",
        "on": "2023-05-01",
        "rating": 1600,
        "reason": "r",
    }
    document = tournament("T", games("z a 0-1", "n z 1/2-1/2"), minutes=5)
    found = sheets(tmp_path, opening("a", 1500, 5, "pelo"), ruling, document)
    told = as_printed(found["pelo", "n", "T", "unit"])
    # z: 1500 + 800 (0 - 1/2)
    assert (told["before"], told["games"][0]["number"]) == (1600, 1100)
    assert (told["provisional"]["counted"], told["provisional"]["exact"]) == ([], None)
    assert "does not hold" in told["provisional"]["basis_text"]
