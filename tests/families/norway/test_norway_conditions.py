"""Betingelser 1 to 3: controls and increments, as the text has them, and its own
examples, which meet them all.
"""

import pytest

from ledger.playing_time import stages_of
from messages import Message
from rulebooks.norway.tables import TimeStage, conditions


def flaws(control: str, category: str | None = "III") -> list[Message]:
    return conditions([TimeStage(*stage) for stage in stages_of(control)], category)


@pytest.mark.parametrize(
    ("control", "category"),
    [
        ("40/120:20/60:30", "I"),
        ("40/90+30:30+30", "I"),
        ("40/120:60", "I"),
        ("40/90+30", "II"),
        ("40/90+30:15+30", "II"),
        ("40/120:30", "II"),
        ("40/90:30", "III"),
        ("120", "III"),
        ("40/60:30", "IV"),
        ("90", "IV"),
        ("25", "V"),
        ("20+4", "V"),
        ("90+30", "III"),
        ("40/90+30:10+30", "II"),
    ],
)
def test_what_the_text_itself_gives_meets_them(control: str, category: str) -> None:
    assert flaws(control, category) == []


@pytest.mark.parametrize(
    ("control", "found"),
    [
        ("30/90:60", ["2: the first control is after 30 moves and not after 40"]),
        ("39/90:60", ["2: the first control is after 39 moves and not after 40"]),
        ("60+10", ["3: 10 seconds a move and not 30"]),
        ("90+29", ["3: 29 seconds a move and not 30"]),
        ("40/90:5", ["1: the last phase has 5 minutes and not 30"]),
        ("40/90:29", ["1: the last phase has 29 minutes and not 30"]),
        ("40/90+30:9+30", ["3: the last phase has 9 minutes and not 10"]),
        (
            "20/60+5:5+5",
            [
                "2: the first control is after 20 moves and not after 40",
                "3: the last phase has 5 minutes and not 10",
                "3: 5 seconds a move and not 30",
            ],
        ),
    ],
)
def test_what_is_not_met(control: str, found: list[str]) -> None:
    assert flaws(control) == found


def test_what_is_no_time_control_has_no_stages() -> None:
    assert stages_of("soon") == [] and len(stages_of("40/90+30:30+30")) == 2
