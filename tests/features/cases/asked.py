"""What the tests that ask everything ask of cases."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from features.cases.store import close_cases, open_case
from tests.doc_shell import Shell
from tests.features import Asked

if TYPE_CHECKING:
    from tests.web.desk.test_every_form import Desk

NOW = "2026-11-01T12:00:00.000000Z"


def _case(desk: "Desk") -> str:
    desk.officer.sent(
        "/cases",
        {"player": "A", "tournament": "", "words": "It was a draw.", "name": ""},
    )
    return "/desk/cases/1"


def _listed(desk: "Desk") -> str:
    _case(desk)
    return "/desk/cases"


def _forms() -> Mapping[str, Any]:
    from tests.web.desk.test_every_form import LONG, Slips, at

    return {
        "/desk/cases/{number}": Slips(
            _case,
            "",
            {"seq": "many", "answer": LONG},
            {"seq": "9999"},
            right={"answer": "It is put right."},
        ),
        "/desk/cases/close": Slips(
            _listed,
            "/desk/cases/close",
            {"opened": "yesterday", "answer": LONG},
            free=("case.1",),
            right={"answer": "No person wrote these."},
        ),
        "/cases": Slips(
            at("/cases/new?player=A"), "/cases", {"words": LONG}, right={"name": ""}
        ),
    }


def _prepared(shell: Shell, words: list[str]) -> None:
    """What the examples of its commands need."""
    if words[0] == "case":
        open_case("kept.db", "F033", None, "the draw is a win here", NOW)
        # at noon of the federation
        open_case(
            "kept.db", None, None, "the same again", "2026-01-15T12:30:00.000000Z"
        )


ASKED = Asked(
    questions={},
    pages={},
    lines="",
    measured={},
    unmeasured={
        f"case {word}": "kept beside the ledger"
        for word in ("answer", "close", "list", "show")
    },
    others=(
        "/desk/cases",
        "/cases/new",
    ),
    changes={
        "a case opened": lambda ledger: open_case(
            ledger, None, None, "the result is wrong", NOW
        ),
        "a case answered": lambda ledger: close_cases(
            ledger, [1], None, "it is right", "kaisa", NOW
        ),
    },
    forms=_forms,
    open_posts={"/cases": "it takes what strangers say is wrong, a few of each"},
    prepare=_prepared,
)
