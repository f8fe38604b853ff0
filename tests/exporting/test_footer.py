"""The footer of a published list: how many events there were with its own, and the root
over them.
"""

import csv
import io
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from ledger.proof import hash_to_store, leaf, root
from ledger.proof_texts import text_of
from tests.world.command import Selo
from tests.world.documents import opening, player


@pytest.fixture
def office(tmp_path: Path, new_ledger: Path) -> Selo:
    selo = Selo(tmp_path, new_ledger)
    selo.submit(player("A"), opening("A"))
    return selo


def rooted(path: Path, size: int) -> dict[str, Any]:
    """From the bytes of the events, by nobody's stored hash."""
    connection = sqlite3.connect(path)
    hashes: list[bytes] = []
    for (state,) in connection.execute(
        "SELECT state FROM event WHERE seq <= ? ORDER BY seq", (size,)
    ):
        hashes.append(
            hash_to_store(len(hashes) + 1, leaf(state), lambda seq: hashes[seq - 1])
        )
    connection.close()
    return {"size": size, "root": text_of(root(size, lambda seq: hashes[seq - 1]))}


def part(value: dict[str, Any]) -> dict[str, Any]:
    return {name: value[name] for name in ("size", "root")}


def test_it_stands_in_everything_printed_of_a_list(office: Selo) -> None:
    [receipt] = office.ask("publish", "selo", "spring", "--as-of", "2024-01-01")[
        "recorded"
    ]
    expected = rooted(office.path, receipt["seq"])
    assert part(receipt) == expected
    # what comes later moves no footer
    office.run("player", "add", "B", "--name", "Nimi B")
    assert (
        part(
            office.ask("publish", "selo", "spring", "--as-of", "2024-01-01")[
                "recorded"
            ][0]
        )
        == expected
    )
    assert part(office.ask("list", "published")["rows"][0]) == expected
    assert part(office.ask("list", "selo", "--list", "spring")) == expected
    assert part(office.ask("export", "list", "selo", "--list", "spring")) == expected
    assert part(office.answer("verify")[1]["published"][0]) == expected
    footer = f"root of {expected['size']} events: {expected['root']}\n"
    assert office.run("list", "selo", "--list", "spring")[1].endswith(footer)
    assert expected["root"] in office.run("list", "published")[1]
    assert footer in office.run("publish", "selo", "spring", "--as-of", "2024-01-01")[1]


@pytest.mark.parametrize(
    "words",
    [
        ("list", "selo", "--list", "spring", "--csv"),
        ("list", "selo", "--list", "spring", "--jsonl"),
        *(
            ("export", "list", "selo", "--list", "spring", "--format", form)
            for form in ("csv", "fixed", "swiss-manager")
        ),
    ],
)
def test_rows_for_programs_stay_rows(office: Selo, words: tuple[str, ...]) -> None:
    office.run("publish", "selo", "spring", "--as-of", "2024-01-01")
    code, out, err = office.run(*words)
    assert code == 0 and "root" not in out and err.startswith("root of ")
    assert len(out.splitlines()) == (1 if "--jsonl" in words else 2)
    if "csv" in words[-1]:
        assert [row["player"] for row in csv.DictReader(io.StringIO(out))] == ["A"]


def test_a_preview_promises_no_root(office: Selo) -> None:
    [receipt] = office.ask(
        "publish", "selo", "spring", "--as-of", "2024-01-01", "--dry-run"
    )["recorded"]
    assert "root" not in receipt and "size" not in receipt


def test_verify_holds_the_ledger_to_a_printed_root(office: Selo) -> None:
    [row] = office.ask("publish", "selo", "spring", "--as-of", "2024-01-01")["recorded"]
    printed = ("--root", str(row["size"]), row["root"])
    value = office.answer("verify", *printed)[1]
    assert value["status"] == "unproven" and value["printed"] == [
        {"size": row["size"], "agrees": True}
    ]
    assert "agrees" in office.run("verify", *printed)[1]
    code, out, _ = office.run("verify", "--root", "3", row["root"])
    assert code == 1 and "between events 1 and 3" in out
    code, out, _ = office.run("verify", "--root", "99", row["root"])
    assert code == 1 and "the last ones are gone" in out


@pytest.mark.parametrize("root_text", ["x", "AAAA", ""])
def test_a_slip_is_no_alteration(office: Selo, root_text: str) -> None:
    code, out, err = office.run("verify", "--root", "3", root_text)
    assert code == 2 and not out and "--root" in err


def test_a_forger_who_makes_everything_anew_is_told_by_the_paper(office: Selo) -> None:
    """Another result under recomputed hashes is intact; the list that hangs on the wall
    is not its list.
    """
    [row] = office.ask("publish", "selo", "spring", "--as-of", "2024-01-01")["recorded"]
    connection = sqlite3.connect(office.path)
    with connection:
        for name in ("event_never_changes", "tree_never_changes"):
            connection.execute(f"DROP TRIGGER {name}")
        seq, state = connection.execute(
            "SELECT seq, state FROM event WHERE topic LIKE 'opening%'"
        ).fetchone()
        forged = state.replace(b'"rating":1600', b'"rating":1601')
        assert forged != state
        connection.execute("UPDATE event SET state = ? WHERE seq = ?", (forged, seq))
        hashes: list[bytes] = []
        for (data,) in connection.execute(
            "SELECT state FROM event ORDER BY seq"
        ).fetchall():
            hashes.append(
                hash_to_store(
                    len(hashes) + 1, leaf(data), lambda earlier: hashes[earlier - 1]
                )
            )
            connection.execute(
                "UPDATE tree SET hash = ? WHERE seq = ?", (hashes[-1], len(hashes))
            )
    connection.close()
    value = office.answer("verify", "--root", str(row["size"]), row["root"])[1]
    assert value["status"] == "altered" and "root-differs" in {
        problem["code"] for problem in value["problems"]
    }
