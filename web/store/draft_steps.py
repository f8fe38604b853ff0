"""Keep what happened to a draft: who left it, answered which question, said something,
asked somebody to look, agreed, booked it or dropped it.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

from ledger.decisions import value_in_sentence
from ledger.store.connection import Connection
from ledger.store.tables import marks
from messages import Message
from messages.answer import Answer, Moment
from messages.stored import message_as_text, message_of_text

LEFT = "left"
ANSWERED = "answered"
SAID = "said"
ASKED = "asked"
AGREED = "agreed"
BOOKED = "booked"
DROPPED = "dropped"
SHOWN = "shown"
HIDDEN = "hidden"
PLANNED = "planned"
UNPLANNED = "unplanned"
NOT_BOOKED = "not-booked"
WARNED = "warned"
WAITING = "waiting"  # the state of a draft that is neither booked nor dropped


class DraftStep(Answer, frozen=True, kw_only=True):
    """One thing that happened. `about`: what was said, who was asked, the preview that
    was agreed to, or each answer that changed with the one before; it goes when the
    draft is settled. What was warned of afterwards stays.
    """

    at: Moment
    who: str
    what: str
    about: str | None


def note(
    connection: Connection,
    number: int,
    at: str,
    who: str,
    what: str,
    about: str | None = None,
) -> None:
    connection.execute(
        "INSERT INTO draft_step (step, number, at, who, what, about)"
        " VALUES ((SELECT COALESCE(MAX(step), 0) + 1 FROM draft_step), ?, ?, ?, ?, ?)",
        (number, at, who, what, about),
    )


def steps_of(connection: Connection, number: int) -> tuple[DraftStep, ...]:
    """Read the steps of a draft, in the order in which they happened."""
    rows = connection.execute(
        "SELECT at, who, what, about FROM draft_step WHERE number = ? ORDER BY step",
        (number,),
    ).fetchall()
    return tuple(
        DraftStep(at=at, who=who, what=what, about=_about_as_read(what, about))
        for at, who, what, about in rows
    )


def note_warnings(
    connection: Connection, number: int, at: str, who: str, left: Sequence[Message]
) -> None:
    """Note what is still to be done elsewhere once a draft is booked, a step for each."""
    for message in left:
        note(connection, number, at, who, WARNED, message_as_text(message))


def warnings_left(steps: Sequence[DraftStep]) -> list[str]:
    """Return what was still to be done elsewhere once the draft was booked: messages,
    each in its own words.
    """
    return [
        step.about for step in steps if step.what == WARNED and step.about is not None
    ]


def _about_as_read(what: str, about: str | None) -> str | None:
    """Return what a step is about as it is read: of a warning the message."""
    if what != WARNED or about is None:
        return about
    return message_of_text(about)


class NewestStep(NamedTuple):
    """The newest of some steps of a draft: its number, and the latest moment of one."""

    step: int
    at: Moment


def newest_steps(connection: Connection, kinds: Sequence[str]) -> dict[int, NewestStep]:
    """Return the newest step of these kinds of each draft that waits and has one, by
    the number of the draft.
    """
    rows = connection.execute(
        "SELECT draft.number, MAX(act.step), MAX(act.at) FROM draft JOIN draft_step AS"
        " act ON act.number = draft.number WHERE draft.state = ? AND act.what IN"
        f" ({marks(kinds)}) GROUP BY draft.number",
        (WAITING, *kinds),
    ).fetchall()
    return {number: NewestStep(step, at) for number, step, at in rows}


def settle_steps(connection: Connection, numbers: Sequence[int]) -> None:
    """Forget what was said and answered in drafts, for it may name people; who did what
    and when stays.
    """
    for number in numbers:
        connection.execute(
            "UPDATE draft_step SET about = NULL WHERE number = ?", (number,)
        )


def changed_answers(before: bytes | None, after: bytes) -> str | None:
    """Write each answer that differs as its old and new value, in JSON; None: none
    does.
    """
    old, new = _flat_answers(before), _flat_answers(after)
    changes = {}
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            changes[name] = [old.get(name), new.get(name)]
    if not changes:
        return None
    return json.dumps(changes, ensure_ascii=False)


class ChangedAnswer(NamedTuple):
    """An answer that a step changed, in words; a dash where there was none, or is none
    any more.
    """

    name: str
    before: Message | str
    after: Message | str


def answers_in_words(step: DraftStep) -> list[ChangedAnswer]:
    """Return the answers that a step changed, in words: each one's field, and what it
    was before and after.
    """
    if step.what not in (LEFT, ANSWERED) or step.about is None:
        return []

    changed: dict[str, tuple[object, object]] = json.loads(step.about)
    answers = []
    for name, (before, after) in changed.items():
        answers.append(ChangedAnswer(name, _in_words(before), _in_words(after)))
    return answers


def _in_words(value: object) -> Message | str:
    if value is None:
        return "\u2013"
    if isinstance(value, bool):
        return value_in_sentence(value)
    return str(value)


def _flat_answers(answers: bytes | None) -> dict[str, object]:
    """Flatten answers to one value a field; a field of several answers, such as who is
    who, becomes one each.
    """
    flat: dict[str, object] = {}
    if not answers:
        return flat

    for name, value in json.loads(answers).items():
        if isinstance(value, dict):
            for key, each in value.items():
                flat[f"{name}.{key}"] = each
        else:
            flat[name] = value

    return flat
