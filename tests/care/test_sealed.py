"""What an event seals and does not say: day of birth, sex, the wish not to be listed.
An erasure takes it, no number hangs on it, and nobody can change it unnoticed.
"""

import json
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from audit.copy import copy_ledger
from audit.standalone.verify import main as alone
from audit.tables import check_tables
from audit.verify import verify
from desk.exports.documents import ledger_lines
from desk.import_ledger import import_ledger
from desk.submit import init
from exchange.json.files import read_ledger_lines
from ledger.events import PlayerRegistered
from ledger.proof import hash_to_store, leaf
from ledger.store.database import snapshot
from ledger.store.details import Sealed, details_to_seal, seal_of_details
from ledger.store.events import events_after, events_of
from messages.answer import json_value
from projections.answers import Question
from projections.answers.lists.rating_list import rating_list
from projections.answers.open_reading import reading
from projections.answers.players.show import player as details
from projections.tables.build import memory_tables, rebuild
from projections.tables.compare import differences
from rulebooks import LISTS
from tests.world.documents import adopt, opening, player, tournament
from tests.world.ledger import NOW, TODAY, outside, submitted

ERASE = {"kind": "erase-person", "player": "A", "reason": "asked for it"}
# juniors of elo-no in 2017: A turns 20 on the first of January, the day that its rule
# asks about
BORN = {"A": "1997-01-01", "B": "1997-01-02", "C": "2001-05-23", "D": "1990"}


pytestmark = pytest.mark.lists("elo-no", "elo-fide")


@pytest.fixture
def path(tmp_path: Path) -> str:
    ledger = str(tmp_path / "selo.db")
    init(ledger, outside(), ("no", "fide"))
    for name, born in BORN.items():
        submitted(ledger, player(name, born=born, sex="fm"["AC".count(name) - 1]))
        for at, list_name in enumerate(("elo-no", "elo-fide")):
            submitted(
                ledger,
                opening(
                    name,
                    1500 + 90 * ord(name) % 300 + at,
                    list_name,
                    on="2016-05-01",
                    games=40,
                ),
            )
    for number, day in enumerate(("2016-11-05", "2017-03-04", "2017-09-09")):
        lines = ("A B 1-0", "C D 1-0", "A C 1-0", "B D 0-1", "A D 1/2-1/2", "B C 0-1")
        submitted(ledger, tournament(f"T{number}", day, *lines, category="II"))
    return ledger


def registered(path: str, name: str) -> list[PlayerRegistered]:
    with snapshot(path) as connection:
        bodies = [event.body for event in events_of(connection, f"player:{name}")]
    return [body for body in bodies if isinstance(body, PlayerRegistered)]


def stored(path: str) -> bytes:
    with closing(sqlite3.connect(path)) as connection:
        return b"\n".join(
            row[0] for row in connection.execute("SELECT state FROM event ORDER BY seq")
        )


def lists(path: str) -> dict[str, Any]:
    with reading(path, Question(), TODAY) as now:
        return {
            name: [json_value(row) for row in rating_list(now, name).rows]
            for name in now.lists()
        }


def nameless(found: dict[str, Any]) -> dict[str, Any]:
    return {
        name: [{**row, "name": None} for row in rows] for name, rows in found.items()
    }


def tamper(path: str, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount != 0, statement


def test_the_log_says_no_day_and_no_sex(path: str) -> None:
    submitted(
        path,
        {
            "kind": "player",
            "player": "C",
            "born": "2001-05-24",
            "unlisted": True,
            "change": True,
        },
    )
    bytes_of_log = stored(path)
    assert (
        b"2001-05" not in bytes_of_log
        and b"1997-01-02" not in bytes_of_log
        and b'"sex"' not in bytes_of_log
    )
    assert b"unlisted" not in bytes_of_log and b'"born":"2001"' in bytes_of_log
    first, second = registered(path, "C")
    assert (first.born, first.sex, first.unlisted, second.born, second.unlisted) == (
        "2001-05-23",
        "f",
        None,
        "2001-05-24",
        True,
    )
    assert [body.read for body in (first, second)] == [
        "2001",
        "2001",
    ] and first.salt != second.salt
    assert (
        registered(path, "D")[0].seal != "" and registered(path, "D")[0].read == "1990"
    )
    submitted(path, player("E", born="1980"))
    assert (registered(path, "E")[0].seal, registered(path, "E")[0].born) == (
        "",
        "1980",
    )


def test_an_event_is_read_back_as_it_was_told(path: str) -> None:
    with snapshot(path) as connection:
        one_by_one = [
            event for name in BORN for event in events_of(connection, f"player:{name}")
        ]
        assert sorted(one_by_one, key=lambda event: event.seq) == [
            event
            for event in events_after(connection, 0)
            if event.stream.startswith("player:")
        ]


def test_no_number_hangs_on_what_stands_beside_the_log(path: str) -> None:
    with snapshot(path) as connection, memory_tables() as whole:
        rebuild(connection, whole)
        with closing(sqlite3.connect(path)) as without, memory_tables() as emptied:
            without.execute("DELETE FROM detail")  # never committed
            without.execute("DELETE FROM counted")  # or else it is missed
            rebuild(without, emptied)
            assert differences(whole, emptied) == []
            # the control: of the year alone a rule would make something else
            without.execute("DROP TRIGGER event_never_changes")
            _without_the_day(without)
            with memory_tables() as other:
                rebuild(without, other)
                assert differences(whole, other) != []


def _without_the_day(connection: sqlite3.Connection) -> None:
    hashes: dict[int, bytes] = {}
    connection.execute("DROP TRIGGER tree_never_changes")
    for seq, state in connection.execute(
        "SELECT seq, state FROM event ORDER BY seq"
    ).fetchall():
        changed = state.replace(b"1997-01-01", b"1997")
        hashes[seq] = hash_to_store(seq, leaf(changed), hashes.__getitem__)
        connection.execute("UPDATE event SET state = ? WHERE seq = ?", (changed, seq))
        connection.execute("UPDATE tree SET hash = ? WHERE seq = ?", (hashes[seq], seq))


def test_an_erasure_forgets_and_every_number_stays(path: str, tmp_path: Path) -> None:
    submitted(path, {"kind": "player", "player": "C", "unlisted": True})
    before = lists(path)
    assert submitted(path, {**ERASE, "player": "C"}).warnings == ()
    [warning] = submitted(path, ERASE).warnings
    assert (
        "keeps the day of birth of A, which the rules of elo-no read" in warning.message
    )
    assert nameless(lists(path)) == nameless(before)
    everything = b"".join(file.read_bytes() for file in tmp_path.glob("selo.db*"))
    assert b"2001-05-23" not in everything and b"Pelaaja C" not in everything
    for known in (Question(), Question(known_seq=16)):
        with reading(path, known, TODAY) as now:
            for name in "AC":
                shown = details(now, name).player
                assert (shown.name, shown.born, shown.sex) == (
                    None,
                    BORN[name][:4],
                    None,
                )
    _whole(path, tmp_path, before)


def _whole(path: str, folder: Path, before: dict[str, Any]) -> None:
    """Audits, replays and every way to another place say the same."""
    assert (
        check_tables(path).equal
        and verify(path).problems == ()
        and alone(["ledger", path]) == 3
    )
    with reading(path, Question(), TODAY) as now:
        lines = [json.dumps(json_value(line)).encode() for line in ledger_lines(now)]
    target = str(folder / "imported.db")
    init(target, outside(), ("no", "fide"))
    import_ledger(
        target,
        read_ledger_lines("ledger.jsonl", lines),
        outside(),
        check=lambda connection: (),
    )
    copied = str(folder / "copied.db")
    copy_ledger(path, copied)
    for other in (target, copied):
        assert verify(other).problems == () and check_tables(other).equal
        assert nameless(lists(other)) == nameless(before)
    assert [body.seal for name in BORN for body in registered(target, name)] == [
        body.seal for name in BORN for body in registered(path, name)
    ]


def test_what_was_erased_does_not_come_back(path: str) -> None:
    submitted(path, ERASE)
    submitted(
        path, {"kind": "player", "player": "A", "born": "1996-07-08", "change": True}
    )
    assert registered(path, "A")[-1].born == "1996" and b"1996-07" not in stored(path)
    for field, value in (("sex", "f"), ("unlisted", True)):
        with pytest.raises(
            Exception, match=f"{field} cannot be recorded under this id"
        ):
            submitted(path, {"kind": "player", "player": "A", field: value})
    assert verify(path).problems == ()


FORGERIES = {
    "another day": (
        "UPDATE detail SET born = '2001-05-24' WHERE player = 'C'",
        "do not fit its seal",
    ),
    "another sex": (
        "UPDATE detail SET sex = NULL WHERE player = 'C'",
        "do not fit its seal",
    ),
    "a mark": (
        "UPDATE detail SET unlisted = 1 WHERE player = 'C'",
        "do not fit its seal",
    ),
    "another salt": (
        "UPDATE detail SET salt = 'x' WHERE player = 'C'",
        "do not fit its seal",
    ),
    "somebody else's": (
        "UPDATE detail SET player = 'B' WHERE player = 'C'",
        "do not fit its seal",
    ),
    "taken away": ("DELETE FROM detail WHERE player = 'C'", "and no event erased them"),
    "slipped in": (
        "INSERT INTO detail (seq, player, salt, born) VALUES (1, 'C', 'x', '2001')",
        "it does not seal",
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_change_beside_the_log_is_found(path: str, name: str) -> None:
    assert verify(path).problems == () and alone(["ledger", path]) == 3  # the control
    statement, message = FORGERIES[name]
    tamper(path, statement)
    assert any(message in problem.message for problem in verify(path).problems)
    assert alone(["ledger", path]) == 1


def test_what_an_erasure_left_is_found(path: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        row = connection.execute("SELECT * FROM detail WHERE player = 'C'").fetchone()
    submitted(path, {**ERASE, "player": "C"})
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO detail VALUES (?, ?, ?, ?, ?, ?)", row)
    assert any(
        "that it does not seal" in problem.message for problem in verify(path).problems
    )
    assert alone(["ledger", path]) == 1


def test_a_seal_is_over_everything() -> None:
    rng = random.Random(7)
    values: list[Callable[[], Any]] = [
        lambda: f"s{rng.random()}",
        lambda: rng.choice(("2001-05-23", "2001", None)),
        lambda: rng.choice("mf"),
        lambda: rng.choice((0, 1, None)),
    ]
    for _ in range(200):
        one, other = (Sealed(*(value() for value in values)) for _ in range(2))
        assert (seal_of_details("A", one) == seal_of_details("A", other)) == (
            one == other
        )
        assert seal_of_details("A", one) != seal_of_details("B", one)
    body = PlayerRegistered(
        "A", "", born="2001-05-23", sex="f", unlisted=True, salt="s"
    )
    assert details_to_seal(body) == Sealed("s", "2001-05-23", "f", 1)


def test_a_list_that_is_adopted_later_reads_what_it_needs(tmp_path: Path) -> None:
    """Whatever lists a ledger keeps, its events hold what the rules of any list read."""
    ledger = str(tmp_path / "fi.db")
    init(ledger, outside())
    for name, born in BORN.items():
        submitted(ledger, player(name, born=born))
    submitted(ledger, ERASE)
    submitted(
        ledger,
        adopt("elo-no", "no"),
        *(opening(name, 1500, "elo-no", on="2016-05-01") for name in BORN),
    )
    submitted(
        ledger, tournament("T", "2017-03-04", "A B 1-0", "C D 1-0", category="II")
    )
    assert [body.born for body in registered(ledger, "A")] == ["1997-01-01"]
    assert "elo-no" in LISTS and NOW[:4] == "2026" and verify(ledger).problems == ()
