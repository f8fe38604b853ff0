"""Every version of a unit is written whole, with the entries that are older than it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from audit.tables import check_tables, rebuild_ledger
from audit.verify import verify
from ledger.errors import LedgerUnusable
from ledger.store.connection import Connection
from ledger.store.database import snapshot
from projections.replay import unit_row
from projections.tables import units
from projections.tables.build import replayed_tables
from tests.world.documents import opening
from tests.world.ledger import Ledger, ledger, new_ledger, submitted

SEATS, ROUNDS = 40, 5
Version = tuple[int, str, int, int | None, unit_row.Body]


def open_(number: int) -> dict[str, object]:
    """Everybody meets some of the others; who won differs from one to the next."""
    day = f"2020-{1 + number // 28:02}-{1 + number % 28:02}"
    games = [
        {
            "round": at,
            "white": f"P{white}",
            "black": f"P{SEATS // 2 + (white + at) % (SEATS // 2)}",
            "result": ("1-0", "0-1", "1/2-1/2")[(white * at + number) % 3],
        }
        for at in range(1, ROUNDS + 1)
        for white in range(SEATS // 2)
    ]
    return {
        "kind": "tournament",
        "tournament": f"O{number}",
        "name": f"Open {number}",
        "start": day,
        "end": day,
        "minutes": 90,
        "games": games,
    }


def correction(of: int, number: int) -> dict[str, object]:
    result = ("0-0", "1-0", "0-1")[number % 3]
    return {
        "kind": "amend",
        "tournament": f"O{of}",
        "reason": f"{number}",
        "games": {"1.1": {"result": result}},
    }


def beginning(opens: int) -> list[dict[str, object]]:
    people = [
        {"kind": "player", "player": f"P{number}", "name": f"Player {number}"}
        for number in range(SEATS)
    ]
    # the last ones are new, and come out of their games as such
    known = [
        opening(f"P{number}", 1500 + 10 * number, on="2019-12-31")
        for number in range(SEATS - 4)
    ]
    return [*people, *known, *map(open_, range(opens))]


def versions(connection: Connection) -> list[Version]:
    rows = units.versions(connection)
    return [
        (row.number, row.place, row.known_from, row.known_to, row.body) for row in rows
    ]


def texts(connection: Connection) -> list[tuple[int, str]]:
    rows = connection.execute(
        "SELECT number, body FROM unit ORDER BY number, known_from"
    ).fetchall()
    return [(number, body) for number, body in rows]


def told_often(told: Ledger, opens: int, corrections: int) -> None:
    told.submit(*beginning(opens))
    for number in range(corrections):
        told.submit(correction(number % 2, number))
        if number == corrections // 2:
            told.submit(
                {"kind": "withdraw", "tournament": "O2", "reason": "by mistake"}
            )
            told.submit(
                {"kind": "reinstate", "tournament": "O2", "reason": "not by mistake"}
            )


def test_every_version_is_whole(tmp_path: Path) -> None:
    """Each text says by itself what everybody came to, and a rebuild writes the same
    texts.
    """
    with ledger(tmp_path) as told:
        told_often(told, 6, 12)
        stored, written = (
            versions(told.writer.connection),
            texts(told.writer.connection),
        )
        assert [unit_row.decode(body).players for _, body in written] != []
        assert all(
            len(unit_row.decode(body).figures) == SEATS
            for _, body in written
            if "O" in body
        )
        with replayed_tables(told.writer.connection, 10_000) as again:
            assert versions(again) == stored and texts(again) == written


def test_a_correction_says_which_entries_are_older(tmp_path: Path) -> None:
    """Those of players who neither come with another rating nor meet one."""
    with ledger(tmp_path) as told:
        told.submit(*beginning(20))
        before = {*texts(told.writer.connection)}
        told.submit(correction(0, 0))
        more = [
            unit_row.decode(body)
            for _, body in {*texts(told.writer.connection)} - before
        ]
        older = sum(len(body.since) for body in more)
        assert len(more) > 5 and len(more) * SEATS / 4 < older < len(more) * SEATS


@pytest.fixture
def corrected(tmp_path: Path) -> str:
    path = new_ledger(tmp_path)
    submitted(path, *beginning(3))
    submitted(path, correction(0, 0))
    return str(path)


def test_a_version_without_the_one_before_is_no_answer(corrected: str) -> None:
    with closing(sqlite3.connect(corrected)) as connection:
        connection.execute("DELETE FROM unit WHERE known_to IS NOT NULL")
        connection.commit()
    with snapshot(corrected) as connection, pytest.raises(LedgerUnusable):
        list(units.of_lists(connection))
    assert verify(corrected).problems
    rebuild_ledger(corrected)
    assert check_tables(corrected).equal
