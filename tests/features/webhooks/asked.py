"""What the tests that ask everything ask of webhooks."""

from features.webhooks import sending
from features.webhooks.command import event_to_go_on_after
from features.webhooks.store.changes import (
    SECRET_BYTES,
    Wanted,
    add_webhook,
    pause_webhook,
)
from tests.doc_shell import NOW, Shell
from tests.features import Asked


def _troubled(ledger: str) -> None:
    # nothing is due to it: a service that runs meanwhile would try, and note that
    begins = event_to_go_on_after(ledger, None)
    row = add_webhook(ledger, Wanted("http://localhost:9/"), *begins, "kaisa", NOW)
    pause_webhook(ledger, row.id, "kaisa", NOW)


def _prepared(shell: Shell, words: list[str]) -> None:
    """What the examples of its commands need."""
    if words[0] == "webhook":
        there = Wanted("http://127.0.0.1:9000/selo", private=True)
        chance = {4: bytes.fromhex("0badcafe"), SECRET_BYTES: bytes(SECRET_BYTES)}
        add_webhook("kept.db", there, 0, "", "tester", NOW, chance.__getitem__)
        shell.patch.setattr(sending, "send", lambda *given: "200")


ASKED = Asked(
    questions={},
    pages={},
    lines="""
webhook list
webhook add ftp://club.example.org
webhook add http://127.0.0.1:9/ --private --after 1
webhook pause nowhere
""",
    measured={},
    unmeasured={"webhook": "kept beside the ledger"},
    changes={"a webhook troubled": _troubled},
    prepare=_prepared,
)
