"""Time controls to seconds for 60 moves (rules 1.2) and to the minutes of Norway's table: by hand, at the limits."""

import pytest

from ledger.time_control import seconds_of, start_and_total
from tests.naive.clock import control_minutes


@pytest.mark.parametrize(
    ("control", "minutes"),
    [
        ("90+30", 120), ("90", 90), ("40/90+30:30+30", 150), ("40/120:60", 180), ("40/120:20/60:30", 180),
        # a last stage with a move count: its increments go on
        ("40/80+12", 92), ("40/8+3", 11), ("40/90+30", 120), ("59/30+60", 90), ("60/30+60", 90), ("61/30+60", 90),
        ("40/90:20/30+30", 130), ("40/90:10/30+30", 130), ("20/10+6:20/10+6", 26),
        # an earlier stage has increments for its own moves only
        ("40/90+30:30", 140), ("60/90+30:30", 120), ("40/80", 80), ("40/7+3:0.5", 9.5),
    ],
)  # fmt: skip
def test_minutes_for_sixty_moves(control: str, minutes: float) -> None:
    assert seconds_of(control) == minutes * 60 == control_minutes(control) * 60


@pytest.mark.parametrize(
    ("control", "start", "total"),
    [
        ("40/90+30", 90, 130),
        ("40/90+30:15+30", 90, 145),
        ("80/60+30", 60, 100),
        ("79/60+30", 60, 100),
        ("40/80", 80, 80),
    ],
)
def test_minutes_of_norways_categories(control: str, start: int, total: int) -> None:
    assert start_and_total(control) == (start, total)
