"""What happened to a draft: who left it, answered which question, said something, asked somebody to look, agreed."""

import json
from collections.abc import Sequence

from ledger.store.tables import Connection
from messages.answer import Answer, Moment

LEFT, ANSWERED, SAID, ASKED, AGREED, BOOKED, DROPPED, PLANNED, UNPLANNED, NOT_BOOKED = (
    "left", "answered", "said", "asked", "agreed", "booked", "dropped", "planned", "unplanned", "not-booked",
)  # fmt: skip
UNKNOWN = "?"  # who answered a draft of a version that kept no history


class DraftStep(Answer, frozen=True, kw_only=True):
    """One thing that happened. `about`: what was said, who was asked, the preview that was agreed to, or each answer
    that changed with the one before; it goes when the draft is settled."""

    at: Moment
    who: str
    what: str
    about: str | None


def note(connection: Connection, number: int, at: str, who: str, what: str, about: str | None = None) -> None:
    connection.execute(
        "INSERT INTO draft_step (step, number, at, who, what, about)"
        " VALUES ((SELECT COALESCE(MAX(step), 0) + 1 FROM draft_step), ?, ?, ?, ?, ?)",
        (number, at, who, what, about),
    )


def steps_of(connection: Connection, number: int) -> tuple[DraftStep, ...]:
    """Read the steps of a draft, in the order in which they happened."""
    rows = connection.execute(
        "SELECT at, who, what, about FROM draft_step WHERE number = ? ORDER BY step", (number,)
    ).fetchall()
    return tuple(DraftStep(at=at, who=who, what=what, about=about) for at, who, what, about in rows)


def settle_steps(connection: Connection, numbers: Sequence[int]) -> None:
    """Forget what was said and answered in drafts, for it may name people; who did what and when stays."""
    for number in numbers:
        connection.execute("UPDATE draft_step SET about = NULL WHERE number = ?", (number,))


def changed_answers(before: bytes | None, after: bytes) -> str | None:
    """Write each answer that differs as its old and new value, in JSON; None: none does."""
    old, new = _flat(before), _flat(after)
    changes = {name: [old.get(name), new.get(name)] for name in sorted(old.keys() | new.keys())
               if old.get(name) != new.get(name)}  # fmt: skip
    return json.dumps(changes, ensure_ascii=False) if changes else None


def _flat(answers: bytes | None) -> dict[str, object]:
    """Flatten answers to one value a field; a field of several answers, such as who is who, becomes one each."""
    flat: dict[str, object] = {}
    for name, value in (json.loads(answers) if answers else {}).items():
        flat |= {f"{name}.{key}": each for key, each in value.items()} if isinstance(value, dict) else {name: value}
    return flat
