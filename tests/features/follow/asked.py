"""What the tests that ask everything ask of following."""

from features.follow.store.asked import ask_to_follow
from features.follow.subjects import Subject
from tests.doc_shell import Shell
from tests.features import Asked

NOW = "2026-11-01T12:00:00.000000Z"


def _prepared(shell: Shell, words: list[str]) -> None:
    """What the examples of its commands need."""
    if words[0] == "follow":
        subject = Subject("player", "F033")
        ask_to_follow("kept.db", "aino@home.example", subject, "fi", NOW)


ASKED = Asked(
    questions={},
    pages={},
    lines="",
    measured={},
    unmeasured={
        f"follow {word}": "kept beside the ledger" for word in ("count", "forget")
    },
    prepare=_prepared,
)
