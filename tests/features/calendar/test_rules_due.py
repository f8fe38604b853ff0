"""Rules that come into force are on the calendar, and lists that have not begun are
not.
"""

import pytest

from tests.command.test_rules_ahead import DAY, LIST, decided, office
from tests.world.command import Selo
from tests.world.documents import adopt

__all__ = ["decided", "office"]


def test_rules_to_come_are_due_until_their_day(office: Selo) -> None:
    office.submit(adopt("selo", "fi-2027", DAY))
    due = ("calendar", "due", "--ahead", "60")
    [row] = office.ask(*due)["rows"]
    assert (row["what"], row["id"], row["name"], row["due"], row["late"]) == (
        "rules",
        "selo",
        "fi-2027",
        DAY,
        0,
    )
    assert (
        "rules that come into force" in office.done(*due)
        and office.ask("calendar", "due", "--ahead", "30")["rows"] == []
    )
    office.clock(DAY)
    assert office.ask(*due)["rows"] == []


@pytest.mark.lists("elo")
def test_a_list_is_not_due_before_it_begins(office: Selo) -> None:
    office.submit(LIST, adopt("pelo", "fi-2027", DAY))
    office.done("ledger", "settings", "--list-day", "elo 01", "--list-day", "selo 01")
    due = [
        (row["what"], row["id"], row["due"])
        for row in office.ask("calendar", "due", "--ahead", "40")["rows"]
    ]
    assert due == [
        ("list", "selo", "2026-12-01"),
        ("list", "elo", DAY),
        ("list", "selo", DAY),
        ("rules", "elo", DAY),
        ("rules", "pelo", DAY),
    ]
