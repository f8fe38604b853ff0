"""Time controls to seconds for 60 moves (rules 1.2) and to the minutes of Norway's
table: by hand, at the limits.
"""

from fractions import Fraction

import pytest

from ledger.playing_time import seconds_of, start_and_total
from tests.naive.clock import control_minutes


@pytest.mark.parametrize(
    ("control", "minutes"),
    [
        ("90+30", 120),
        ("90", 90),
        ("40/90+30:30+30", 150),
        ("40/120:60", 180),
        ("40/120:20/60:30", 180),
        # a last stage with a move count: its increments go on
        ("40/80+12", 92),
        ("40/8+3", 11),
        ("40/90+30", 120),
        ("59/30+60", 90),
        ("60/30+60", 90),
        ("61/30+60", 90),
        ("40/90:20/30+30", 130),
        ("40/90:10/30+30", 130),
        ("20/10+6:20/10+6", 26),
        # an earlier stage has increments for its own moves only
        ("40/90+30:30", 140),
        ("60/90+30:30", 120),
        ("40/80", 80),
        ("40/7+3:0.5", 9.5),
        # decimals, where they come to whole seconds in all
        ("10+0.5", 10.5),
        ("10+0.25", 10.25),
        ("0.05+0.05", 0.1),
        ("40/90+0.025:30", Fraction(7201, 60)),
        ("32/10+0.03125:5", Fraction(901, 60)),
        ("3+0.250000", 3.25),
        ("0.025+0.025", 0.05),
    ],
)
def test_minutes_for_sixty_moves(control: str, minutes: float | Fraction) -> None:
    assert seconds_of(control) == minutes * 60 == control_minutes(control) * 60


@pytest.mark.parametrize(
    "control",
    [
        "10+0.01",
        "10+0.251",
        "10.005",
        "0.0000001+1",
        "10+0.2500000",
        "10+.25",
        "10+0.",
        "10+0.25.",
        "0+0.000000",
    ],
)
def test_what_comes_to_no_whole_seconds_or_is_no_number(control: str) -> None:
    assert seconds_of(control) is None


@pytest.mark.parametrize(
    ("control", "start", "total"),
    [
        ("40/90+30", 90, 130),
        ("40/90+30:15+30", 90, 145),
        ("80/60+30", 60, 100),
        ("79/60+30", 60, 100),
        ("40/80", 80, 80),
        ("10.5+0,25", 10, 10),
        ("59.999999+0.75", 59, 60),
    ],
)
def test_minutes_of_norways_categories(control: str, start: int, total: int) -> None:
    assert start_and_total(control) == (start, total)
