"""Name a preview of a draft or of documents, and refuse to book anything but what was
looked at.

A preview is known by its name: a digest of what is to be booked, of the answers, and of
all that would come of it. An officer books the preview that they looked at, by its
name. Where anything would come out differently, nothing is booked, and they are shown
what differs now. The name holds digests only, so nothing of a preview is kept.
"""

import hashlib
from typing import NamedTuple

from desk.outcomes import Move, Outcome
from ledger.errors import Conflict, Problem
from messages import Message, joined_message, say, template
from messages.answer import UNSET

NAMED = 10  # ratings in a message
# of the digests of content, answers, what moves, and what is asked
_LENGTHS = (24, 24, 40, 24)
_PARTS = (
    template("its content changed since {what} was looked at"),
    template("the answers about it changed since {what} was looked at"),
)
HINT = say("look at it again, and book what you see then")


class PreviewedContent(NamedTuple):
    """The content and answers that a preview was made of. `what`: how messages call it."""

    what: Message
    content: bytes
    answers: bytes = b""

    def name(self, outcome: Outcome) -> str:
        """Name the preview that came to this outcome."""
        return "-".join((*self._digests(), *_digests_of_outcome(outcome)))

    def check(self, preview: str | None, outcome: Outcome | None = None) -> None:
        """Refuse to book anything but what was shown: once before any work is done, and
        again with what came of it. Nothing is refused to who looked at none.

        `preview`: its name, or None. `outcome`: None before the work; then only the
        content and the answers are compared. `Conflict` (code `preview-differs`)
        says of each part what differs now.
        """
        if preview is None:
            return

        parts = preview.split("-")
        if tuple(map(len, parts)) != _LENGTHS:
            message = say("no preview of this is named")
            raise Conflict(Problem("preview-differs", message, hint=HINT))

        present = [*self._digests(), *parts[2:]]
        if outcome is not None:
            present[2:] = _digests_of_outcome(outcome)

        problems = []
        for part, shown in enumerate(parts):
            if shown != present[part]:
                message = self._message(part, outcome)
                problems.append(Problem("preview-differs", message, hint=HINT))

        if problems:
            raise Conflict(problems)

    def _digests(self) -> tuple[str, str]:
        """Return the digests of the content and of the answers, as hexadecimal digits,
        cut to the lengths that the name of a preview has for them.
        """
        content = hashlib.sha256(self.content).hexdigest()
        answers = hashlib.sha256(self.answers).hexdigest()
        return _cut_digest(content, 0), _cut_digest(answers, 1)

    def _message(self, part: int, outcome: Outcome | None) -> Message:
        """Say what differs of one part of the name, counted from 0 as in `_LENGTHS`."""
        if part < 2 or outcome is None:
            return say(_PARTS[part], what=self.what)
        if part == 3:
            return _questions_open_now(self.what, outcome)

        moves = [_in_words(move) for move in outcome.moved[:NAMED]]
        if not moves:
            moves.append(say("no current rating"))

        beyond = len(outcome.moved) - NAMED
        if beyond > 0:
            moves.append(say("and {count} more", count=beyond))

        return say(
            "the ledger changed since {what} was looked at; it would move now: {moves}",
            what=self.what,
            moves=joined_message(moves),
        )


def _questions_open_now(what: Message, outcome: Outcome) -> Message:
    """Say which questions are open now, the first `NAMED`; or that none is any more."""
    questions = [
        warning.message for warning in outcome.warnings if warning.slip is not UNSET
    ]
    if not questions:
        return say(
            "a question that was open when you looked at {what} is no longer asked",
            what=what,
        )

    named = questions[:NAMED]
    if len(questions) > NAMED:
        named.append(say("and {count} more", count=len(questions) - NAMED))

    return say(
        "there are new or changed questions since you looked at {what}: {questions}",
        what=what,
        questions=joined_message(named),
    )


def _digests_of_outcome(outcome: Outcome) -> tuple[str, str]:
    """Return the digests of what moves and of what is asked, cut to their lengths."""
    return _cut_digest(outcome.essence, 2), _cut_digest(outcome.asked_about, 3)


def _cut_digest(digest: str, part: int) -> str:
    """Cut a digest to the length of its part; a shorter one is filled up with zeros."""
    return digest[: _LENGTHS[part]].ljust(_LENGTHS[part], "0")


def _in_words(move: Move) -> Message:
    """Say how a rating moves; `none` before the first or after the last."""
    none = say("none")
    before = none if move.before is None else move.before
    after = none if move.after is None else move.after

    return say(
        "{player} on {list} {before} -> {after}",
        player=move.player,
        list=move.list,
        before=before,
        after=after,
    )
