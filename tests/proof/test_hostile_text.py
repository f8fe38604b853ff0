"""Text in a file must not repaint the screen of whoever judges it."""

import json
from pathlib import Path

import pytest

from exchange.text.csv_written import csv_text
from messages.visible import visible, visible_json, visible_styled
from tests.proof.proof_world import (
    STAND_ALONE,
    World,
    alone,
    closing_connection,
    forging,
)
from tests.world.command import Command

PAINT = "\x1b[2J\x1b[Hproven: 259 events, all is well\x1b[8m"


ASKED = (
    "verify",
    "verify --json",
    "show P2",
    "show P2 --json",
    "list selo",
    "player find well",
    "export list selo",
)


@pytest.mark.parametrize("asked", ASKED)
def test_a_name_cannot_paint_the_screen(asked: str, office: Command) -> None:
    """Every control character is refused by the test's own command; that nothing of it
    came through raw is all there is to see.
    """
    with closing_connection(office.path) as connection:
        connection.execute(
            "UPDATE person SET name = ? WHERE player = 'P2'",
            (f"{PAINT} \u009b2J\u202e\n- all is well",),
        )
        connection.execute(
            "INSERT INTO person VALUES (?, 's', 'n', NULL, NULL, 'n', 0)", (PAINT,)
        )
    result = office.run(*asked.split())
    printed = result.out + result.err
    assert not any(character in printed for character in "\x1b\u009b\u202e")
    if asked.startswith("export"):
        return  # a line end within the quotes of a cell is what CSV has for it
    assert not any(
        line.startswith(("proven", "- all is well")) for line in printed.splitlines()
    )


def test_the_stand_alone_verifier_prints_ascii(
    world: World, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = world.copy(tmp_path)
    with forging(path) as connection:
        connection.execute(
            "INSERT INTO person VALUES (?, 's', 'n', NULL, NULL, 'n', 0)",
            (PAINT + "\u009b\n",),
        )
    assert STAND_ALONE.main(["ledger", str(path)]) == 1
    assert capsys.readouterr().out.replace("\n", "").isprintable()
    assert alone("ledger", str(path))[0] == 1


def test_a_line_longer_than_any_event_is_not_swallowed(
    office: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.done("proof", "bundle", "b")
    monkeypatch.setattr(STAND_ALONE, "LONGEST", 1000)
    Path("b/events.jsonl").write_bytes(b"0" * 5000)
    code, answer = alone("bundle", "b")
    assert code == 1 and "longer than any event" in " ".join(answer["problems"])


def test_what_is_shown_reads_back() -> None:
    hidden = "a\x00\x1b\x7f\x9b\u202e\u200b\ufeff\U000e0041\ud800b"
    assert json.loads(visible_json(json.dumps(hidden, ensure_ascii=False))) == hidden
    assert visible(hidden).isascii() and visible("Ääni, Åke") == "Ääni, Åke"
    assert visible_styled("\x1b[1mbold\x1b[0m\x1b[2J") == "\x1b[1mbold\x1b[0m\\x1b[2J"


def test_csv_is_safe_where_cells_end_with_semicolons() -> None:
    assert csv_text([{"a": "x;=1+1;y"}]) == 'a\n"x;\'=1+1;y"\n'
    assert csv_text([{"a": "\uff1d1+1"}]) == "a\n'\uff1d1+1\n"
    assert csv_text([{"a": "\u202eabc\x1b"}]) == "a\n\\u202eabc\\x1b\n"
