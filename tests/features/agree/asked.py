"""What the tests that ask everything ask of published lists held against the ledger."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.doc_shell import Shell
from tests.features import Asked


def _forms() -> Mapping[str, Any]:
    from tests.web.desk.test_every_form import Slips, at

    return {
        "/desk/agree": Slips(
            at("/desk/agree"),
            "/desk/agree",
            {"file": "nonsense;"},
            {"as_of": "1.6.2024", "list": "elo"},
            right={"file": "id;selo\nA;1800\n"},
        )
    }


def _operations() -> Iterator[Any]:
    from tests.web.test_every_operation import CSV, posted

    yield posted(
        "check_list",
        "/api/agreement?list=selo&as_of=2024-04-01",
        "player,rating\nF001,2324\nF002,2200\n",
        CSV,
    )


def _prepared(shell: Shell, words: list[str]) -> None:
    """What the example of its command needs."""
    if words[:2] == ["list", "agree"]:
        Path("published.csv").write_text("player,rating\nF001,2324\n", "utf-8")


ASKED = Asked(
    questions={},
    pages={},
    lines="",
    measured={},
    unmeasured={"list agree": "what lists compare costs, and reading a list"},
    reads={("list agree", "published"): "list agree {}"},
    operations=_operations,
    bodies=("POST /api/agreement",),
    of_children=("/desk/agree",),
    forms=_forms,
    prepare=_prepared,
    several_types={
        "why": "a comparison has few reasons, everything else says its own",
    },
)
