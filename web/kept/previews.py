"""Name a preview by a digest of what is to be booked, of the answers, and of everything that would come of it.

An officer books the preview that they looked at, by its name. Where anything would come out differently, nothing is
booked, and they are shown what differs now. The name holds digests only, so nothing of a preview is kept.
"""

import hashlib
from typing import NamedTuple

from desk.outcome import Move, Outcome
from ledger.errors import Conflict, Problem
from messages import Message, joined, say, template

NAMED = 10  # ratings in a message
_LENGTHS = (24, 24, 40)
_PARTS = (
    template("its content changed since {what} was looked at"),
    template("the answers about it changed since {what} was looked at"),
)
HINT = say("look at it again, and book what you see then")


class Shown(NamedTuple):
    """The content and answers that a preview was made of. `what`: how messages call it."""

    what: Message
    content: bytes
    answers: bytes = b""

    def name(self, outcome: Outcome) -> str:
        """Name the preview that came to this outcome."""
        return "-".join((*self._given(), _cut(outcome.essence, 2)))

    def check(self, preview: str, outcome: Outcome | None = None) -> None:
        """Refuse to book anything but what was shown: once before any work is done, and again with what came of it."""
        parts = preview.split("-")
        if tuple(map(len, parts)) != _LENGTHS:
            raise Conflict(Problem("preview-differs", say("no preview of this is named"), hint=HINT))
        now = (*self._given(), parts[2] if outcome is None else _cut(outcome.essence, 2))
        problems = [
            Problem("preview-differs", self._message(part, outcome), hint=HINT)
            for part, (shown, present) in enumerate(zip(parts, now, strict=True))
            if shown != present
        ]
        if problems:
            raise Conflict(problems)

    def _given(self) -> tuple[str, ...]:
        return tuple(
            _cut(hashlib.sha256(part).hexdigest(), number) for number, part in enumerate((self.content, self.answers))
        )

    def _message(self, part: int, outcome: Outcome | None) -> Message:
        if part < 2 or outcome is None:
            return say(_PARTS[part], what=self.what)
        moves = [*map(_in_words, outcome.moved[:NAMED])] or [say("no current rating")]
        if len(outcome.moved) > NAMED:
            moves.append(say("and {count} more", count=len(outcome.moved) - NAMED))
        return say(
            "the ledger changed since {what} was looked at; it would move now: {moves}",
            what=self.what,
            moves=joined(moves),
        )


def _cut(digest: str, part: int) -> str:
    return digest[: _LENGTHS[part]].ljust(_LENGTHS[part], "0")


def _in_words(move: Move) -> Message:
    before, after = (say("none") if rating is None else rating for rating in (move.before, move.after))
    return say("{player} on {list} {before} -> {after}", player=move.player, list=move.list, before=before, after=after)
