"""What the tests that ask everything ask of events while they run."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.doc_shell import Shell
from tests.features import Asked

if TYPE_CHECKING:
    from tests.web.desk.test_every_form import Desk


def _children(selo: Any, now: str) -> object:
    from tests.features.live.children import running

    return running(selo, now)


def _shown(desk: "Desk") -> str:
    from tests.features.live.test_service import ASKED as ANSWERS
    from tests.features.live.test_service import AT, report
    from tests.web.desk.officer import PARTS, parts
    from web.store.drafts import answer_draft

    draft = desk.officer.sent(
        "/desk/files", parts("autumn.trf", report(["1-0", "*"])), PARTS
    )
    answer_draft(desk.club.ledger, int(draft.rpartition("/")[2]), ANSWERS, "aino", AT)
    return desk.officer.sent(f"{draft}/show", {"event": "autumn"})


def _forms() -> Mapping[str, Any]:
    from tests.web.desk.test_every_form import DRAFT, Slips, answered

    return {
        f"{DRAFT}/show": Slips(answered, "show", {"event": "a b"}),
        "/desk/live/{event}/results": Slips(_shown, "results", {"result.1/3": "2-0"}),
        "/desk/live/{event}/report": Slips(
            _shown, "report", {"file": "nonsense"}, free=("all_played",)
        ),
        "/desk/live/{event}/hide": Slips(_shown, "hide"),
    }


def _operations() -> Iterator[Any]:
    """The draft 3 is a report that waits, and its answers are given."""
    from tests.web.test_every_operation import BYTES, NEXT, Asking, posted

    yield posted("show_draft_live", "/api/live/winter/draft?draft=3")
    yield posted(
        "put_live_report", "/api/live/winter?name=winter.trf", NEXT.decode(), BYTES
    )
    yield Asking("list_live_events", "/api/live")
    yield Asking("get_live_event", "/api/live/winter")
    yield posted("hide_live_event", "/api/live/winter/hide")


def _prepared(shell: Shell, words: list[str]) -> None:
    """What the examples of its commands need."""
    if words[0] == "live":
        ids = {"1": "F001", "2": "F002"}
        answers = {"time_control": "90+30", "players_by": "name", "map": ids}
        Path("answers.json").write_text(json.dumps(answers), "utf-8")
        shell.run("selo live put autumn-open report.trf --settings answers.json")


ASKED = Asked(
    questions={},
    pages={},
    lines="",
    measured={},
    unmeasured={"live": "kept beside the ledger"},
    reads={
        ("live put", "file"): "live put open {}",
        ("live put", "settings"): "live put open report.trf --settings {}",
    },
    operations=_operations,
    bodies=("POST /api/live/{event}",),
    of_children=(
        "/live",
        "/api/live",
        "/live/summer",
        "/fi/live/summer",
        "/sv/live/summer",
        "/api/live/summer",
        "/live/summer.json",
    ),
    shows_children=_children,
    others=("/live",),
    menu=("/live",),
    forms=_forms,
    prepare=_prepared,
    several_types={
        "peak": "a rating, and on a live page whether it is one",
        "new": "a rating, and on a live page whether somebody is new",
    },
)
