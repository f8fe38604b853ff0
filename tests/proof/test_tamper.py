"""Every column of every stored table: edited, dropped, swapped, appended, with the
guards taken away and put back.

Each forgery (forgeries.py) says what it comes to with a checkpoint that left the
building, and without one. The stand-alone verifier reads the same files and must say
the same. What passes is in PASSES, and in docs/explanation/proof.md.
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest

from audit import evidence, tables, verify
from audit.signing import sign
from ledger.proof_texts import Checkpoint, read_checkpoint
from ledger.store.logs import checked
from tests.proof.forgeries import (
    ALL,
    AMEND,
    CHECKPOINTS,
    EVENT_COLUMNS,
    PERSON,
    REWRITTEN,
    TREE,
    Forgery,
    append_event,
    sql,
    state,
    together,
)
from tests.proof.proof_world import (
    World,
    alone,
    change_state,
    conclude,
    forget_checkpoints,
    forging,
    other_key,
    replant,
    rows,
)
from tests.world.command import Command

# what nobody can see in the file itself: what is said with a checkpoint given, and
# (alone) without
PASSES = [
    (
        Forgery(
            "own made outside",
            sql("UPDATE checkpoint SET outside = 1 WHERE number = 1"),
            alone="proven",
        ),
        "proven",
    ),
    (
        Forgery(
            "outside made own",
            sql(
                "UPDATE checkpoint SET outside = 0, signer = (SELECT signer FROM"
                " checkpoint) WHERE number = 3"
            ),
            alone="proven",
        ),
        "proven",
    ),
    (
        Forgery("checkpoints forgotten", forget_checkpoints, alone="unproven"),
        "unproven",
    ),
    (
        Forgery(
            "an event after the checkpoint",
            together(state(21, b"the board", b"the bored"), replant, conclude),
            alone="proven",
        ),
        "proven",
    ),
    (
        Forgery(
            "one more event", together(append_event, replant, conclude), alone="proven"
        ),
        "proven",
    ),
]


def told_apart(world: World, path: Path, *, with_outside: bool) -> str:
    """What the stand-alone verifier answers about the same file."""
    given = ["--checkpoint", str(world.outside)] if with_outside else []
    code, _ = alone("ledger", str(path), "--key", world.signer.text(), *given)
    return {0: "proven", 1: "altered", 3: "unproven"}[code]


def test_untouched_it_is_proven(world: World, tmp_path: Path) -> None:
    """The control: taking the guards away and putting them back alone is no forgery."""
    path = world.copy(tmp_path)
    with forging(path) as connection:
        connection.execute("UPDATE event SET topic = topic, state = state")
    answer = world.answer(path)
    assert (answer["status"], answer["problems"], answer["warnings"]) == (
        "proven",
        [],
        [],
    )
    assert (answer["events"], answer["proven_events"], answer["rests_on"]) == (
        21,
        19,
        "given",
    )
    assert told_apart(world, path, with_outside=True) == "proven"


@pytest.mark.parametrize("forgery", ALL, ids=[forgery.name for forgery in ALL])
def test_forgeries_are_caught(forgery: Forgery, world: World, tmp_path: Path) -> None:
    path = world.copy(tmp_path)
    with forging(path) as connection:
        forgery.forge(connection)
    answer = world.answer(path)
    assert answer["status"] == "altered"
    assert answer["first_bad"] == forgery.bad, answer["problems"]
    assert all(problem["message"] for problem in answer["problems"])
    assert told_apart(world, path, with_outside=True) == "altered"
    without = world.answer(path, with_outside=False)
    assert without["status"] == forgery.alone, without["problems"]
    assert told_apart(world, path, with_outside=False) == forgery.alone


@pytest.mark.parametrize(
    ("forgery", "told"), PASSES, ids=[forgery.name for forgery, _ in PASSES]
)
def test_what_passes_is_known(
    forgery: Forgery, told: str, world: World, tmp_path: Path
) -> None:
    """Written down in docs/explanation/proof.md."""
    path = world.copy(tmp_path)
    with forging(path) as connection:
        forgery.forge(connection)
    assert world.answer(path)["status"] == told, world.answer(path)["problems"]
    assert (
        world.answer(path, with_outside=False, keys=[world.signer])["status"]
        == forgery.alone
    )
    assert told_apart(world, path, with_outside=False) == forgery.alone


def test_a_rewritten_history_is_narrowed_down(world: World, tmp_path: Path) -> None:
    """Without stored hashes to go by, the checkpoints on both sides say where it must
    be.
    """
    path = world.copy(tmp_path)
    with forging(path) as connection:
        together(state(17, b'"P6"', b'"P6" '), replant, conclude)(connection)
    told = [
        p["between"]
        for p in world.answer(path)["problems"]
        if p["code"] == "root-differs"
    ]
    # the own one of 14 agrees; own, kept and given of 19 do not
    assert told == [[15, 19]] * 3


@pytest.mark.parametrize(
    ("table", "statement"),
    [
        ("unit", "UPDATE unit SET seq = seq + 1 WHERE rowid = 3"),
        ("unit", "DELETE FROM unit WHERE rowid = 3"),
        ("unit", "UPDATE unit SET known_to = NULL"),
        ("unit", "UPDATE unit SET body = replace(body, 'P1', 'P3')"),
        ("said", "DELETE FROM said"),
        ("seat", "UPDATE seat SET player = 'P8' WHERE player = 'P1'"),
        ("player", "UPDATE player SET rating = rating + 1"),
        ("tournament", "UPDATE tournament SET name = 'x'"),
        ("published", "UPDATE published SET label = '2024-05'"),
        ("step", "DELETE FROM step WHERE seq = 21"),
        ("projected", "UPDATE projected SET seq = 99"),
        ("projected", "DROP TABLE projected"),
    ],
)
def test_conclusions_are_replayed(
    table: str, statement: str, world: World, tmp_path: Path
) -> None:
    path = world.copy(tmp_path)
    with forging(path) as connection:
        assert connection.execute(statement).rowcount != 0
    assert world.answer(path)["status"] == "altered"


def test_a_published_list_is_replayed(world: World, tmp_path: Path) -> None:
    """Another number in the frozen rows, with everything recomputed: the list's own
    digest, then the replay.
    """
    for change, told in (
        (state(15, b"1814", b"1815"), "SHA-256"),
        (_republish, "published in event 15 has"),
    ):
        path = world.copy(tmp_path)
        with forging(path) as connection:
            together(change, replant, forget_checkpoints, conclude)(connection)
        answer = world.answer(path, with_outside=False)
        assert [p["code"] for p in answer["problems"]] == ["list-differs"]
        assert told in answer["problems"][0]["message"] and answer["first_bad"] == 15


def test_a_wrong_list_can_be_superseded(office: Command) -> None:
    """A wrong row that was published once: a right revision takes its place, and
    backups can be made again.
    """
    with forging(office.path) as connection:
        together(_republish, replant, forget_checkpoints, conclude)(connection)
    code, value = office.answer("verify")
    assert (code, value["problems"][0]["code"]) == (1, "list-differs")
    office.done("publish", "selo", "2024-04", "--as-of", "2024-04-01")
    code, value = office.answer("verify")
    assert (code, value["status"], value["problems"]) == (3, "unproven", [])
    assert "a later revision has taken its place" in value["warnings"][0]
    office.done("ledger", "backup", "b.db")


def _republish(connection: sqlite3.Connection) -> None:
    from ledger.decide.publication import rows_digest
    from ledger.events import decode

    rows_then = decode(
        connection.execute("SELECT state FROM event WHERE seq = 15").fetchone()[0]
    ).body.rows
    numbers = [row for row in rows_then if row.player == "P1"]
    change_state(connection, 15, f'["P1",{numbers[0].rating}'.encode(), b'["P1",2500')
    rows_now = decode(
        connection.execute("SELECT state FROM event WHERE seq = 15").fetchone()[0]
    ).body.rows
    change_state(
        connection, 15, rows_digest(rows_then).encode(), rows_digest(rows_now).encode()
    )


def test_a_key_from_outside_unmasks_another_signer(
    world: World, tmp_path: Path
) -> None:
    """A forger signs a history with a key of their own: only the public key from
    elsewhere reveals it.
    """
    path = world.copy(tmp_path)
    origin = read_checkpoint(
        rows(path, "SELECT note FROM checkpoint")[0][0].partition("\n\n")[0] + "\n"
    ).origin
    key, forger = other_key(tmp_path, origin)
    with forging(path) as connection:
        together(AMEND, replant, forget_checkpoints, conclude)(connection)
        root = _root(connection)
        note = sign(Checkpoint(origin, 21, root).text(), origin, str(key))
        for outside in (0, 1):
            connection.execute(
                "INSERT INTO checkpoint (outside, signer, note) VALUES (?, ?, ?)",
                (outside, forger.text(), note),
            )
    without = world.answer(path, with_outside=False)
    assert (without["status"], without["rests_on"]) == ("unproven", None)
    code, alone_says = alone("ledger", str(path))
    assert (code, alone_says["status"]) == (3, "unproven")
    assert (
        world.answer(path, with_outside=False, keys=[world.signer])["status"]
        == "altered"
    )
    assert world.answer(path)["status"] == "altered"


def _root(connection: sqlite3.Connection) -> bytes:
    walk = evidence.Walk()
    evidence.walk(connection, walk)
    return walk.root_at(walk.size)


def _stored_hash(path: Path, seq: int) -> bytes:
    return bytes(rows(path, f"SELECT hash FROM tree WHERE seq = {seq}")[0][0])


PLANTED: list[tuple[Any, str, Callable[..., Any], Forgery]] = [
    (
        evidence,
        "_columns",
        lambda *_: [],
        next(forgery for forgery in EVENT_COLUMNS if "recorded_at" in forgery.name),
    ),
    (evidence, "tree_findings", lambda *_: [], TREE[0]),
    (verify, "judgements", lambda *_: [], REWRITTEN[0]),
    (tables, "person_findings", lambda *_: [], PERSON[2]),
    (tables, "source_findings", lambda *_: [], PERSON[-1]),
    (verify, "checkpoints_cut_off", lambda *_: [], CHECKPOINTS[-3]),
]


@pytest.mark.parametrize(
    ("module", "name", "blind", "forgery"), PLANTED, ids=[case[1] for case in PLANTED]
)
def test_a_blind_check_lets_it_pass(
    module: Any,
    name: str,
    blind: Callable[..., Any],
    forgery: Forgery,
    world: World,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control of this suite: without the check that is meant to see it, the forgery
    is not seen.
    """
    path = world.copy(tmp_path)
    with forging(path) as connection:
        forgery.forge(connection)
    assert world.answer(path)["status"] == "altered"
    monkeypatch.setattr(module, name, blind)
    if name == "tree_findings":
        # whoever folds the events looks at the hashes as well
        monkeypatch.setattr(
            checked, "hash_to_store", lambda seq, leaf, stored: _stored_hash(path, seq)
        )
    if name == "_columns":  # as does whoever looks an event up by its columns
        monkeypatch.setattr(checked, "filed_columns", lambda envelope: ANY)
    # and what is counted of people is held against the events too
    if name == "person_findings":
        monkeypatch.setattr(verify, "miscounted", lambda *_: [])
    assert world.answer(path)["status"] != "altered"
