"""What the tests that ask everything ask of letters."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.doc_shell import Shell
from tests.features import Asked


def prepare(shell: Shell, words: list[str]) -> None:
    """Make the table of addresses, and a folder of letters as it stands after a run."""
    if words[:1] == ["letters"] and words[1:] != ["list"]:
        Path("addresses.csv").write_text(
            "player,email\nF001,eerik@home.example\n", "utf-8"
        )
        for state in ("outbox", "sending"):
            Path("letters", state).mkdir(parents=True)


def _forms() -> Mapping[str, Any]:
    from tests.web.desk.test_every_form import Slips, at

    table = "player;email\nA;aino@home.example\n"
    return {
        "/desk/letters": Slips(
            at("/desk/letters?since=2024-01-01"),
            "/desk/letters",
            {"sender": "the office", "file": "nonsense;"},
            {"file": "player;email\nnobody;a@home.example\n"},
            right={"sender": "office@chess.example", "file": table},
        ),
    }


ASKED = Asked(
    questions={
        "letters list": [
            ("/letters?since=2024-07", "letters list --since 2024-07"),
            (
                "/letters?since=2024-01-01&language=fi&player=F033",
                "letters list --since 2024-01-01 --language fi --player F033",
            ),
        ],
    },
    pages={
        "letters list": [
            "/letters?since=2024-07&list=selo&language=fi",
            "/letters?since=2025-01-01&list=pelo&language=sv",
        ],
    },
    lines="",
    measured={
        "letters list": ("?since={older}", "letters list --since {older}"),
    },
    anywhere=("letters list --since 2024-01-01",),
    queries={"letters list": "?since=2024-01-01"},
    reads={
        (
            "letters send",
            "password_file",
        ): "letters send letters --smtp localhost --user office --password-file {}",
        ("letters write", "addresses"): (
            "letters write letters --since 2024-01-01 --sender office@example.org"
            " --addresses {}"
        ),
    },
    writes=(("letters list", "folder"), ("letters write", "folder")),
    no_files=(("letters send", "folder"), ("letters settle", "folder")),
    others=("/desk/letters", "/desk/letters?since=2024-01-01"),
    forms=_forms,
    prepare=prepare,
    several_types={
        "since": "a day, and of letters a day or the label of a list",
    },
)
