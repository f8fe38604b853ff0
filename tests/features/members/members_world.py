"""An office with a few people and a register of members, for what reads it and what
follows from it.
"""

from typing import Any

from features.members.store import kept_register
from tests.world.command import Selo
from tests.world.documents import player

HEAD = "id;from;to;fee;paid;club"
AINO = "A1;2026-01-01;2026-12-31;45.00;2026-01-12;"


def office_of(selo: Selo) -> Selo:
    """Two namesakes, one whose birth nobody knows, and three clubs."""
    selo.clock("2026-05-10")
    selo.submit(
        player("A1", name="Aho, Aino", born="1980-02-29", fide_id=500001, club="Torni"),
        player("B1", name="Berg, Bo", born="1990", club="Torni"),
        player("C1", name="Cajander, Ceela", born="2001-03-04", club="Ratsu"),
        player("C2", name="Cajander, Ceela", born="2005-06-07"),
        player("D1", name="Dahl, Dan", fide_id=500004),
    )
    return selo


def read(office: Selo, *lines: str, head: str = HEAD) -> Any:
    return office.ask("members", "read", office.file("register.csv", head, *lines))


def refused(
    office: Selo, *lines: str, head: str = HEAD
) -> list[tuple[int | None, str, str]]:
    """Line, code and message of each problem; what was kept before is kept on."""
    before = kept_register(office.ledger)
    problems = office.refused(
        "members", "read", office.file("register.csv", head, *lines)
    )
    assert kept_register(office.ledger) == before
    return [(one["where"]["line"], one["code"], one["message"]) for one in problems]


def licences(office: Selo) -> list[tuple[str, ...]]:
    kept = kept_register(office.ledger)
    assert kept is not None
    return [
        (one.player, one.begins, one.ends, str(one.fee), one.paid or "", one.club or "")
        for one in kept.licences
    ]
