"""Keep what happened to a draft (who left it, answered which question, said something,
asked somebody to look, agreed), and decide when two people have to stand behind what is
booked, and who stands behind it.

Whoever left a draft or answered about it does not book it alone: somebody else has to
have decided on the same preview.

A preview is known by its name: a digest of what is to be booked, of the answers, and of
all that would come of it. An officer books the preview that they looked at, by its
name. Where anything would come out differently, nothing is booked, and they are shown
what differs now. The name holds digests only, so nothing of a preview is kept.

Why: docs/design/021-drafts-and-two-people.md
"""

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple, Self

from desk import Move, Outcome
from ledger.actors import likeness
from ledger.decisions import shown
from ledger.documents import by_kind
from ledger.errors import Conflict, Problem, Usage, Where
from ledger.store.connection import Connection
from ledger.store.tables import marks
from messages import Message, counted, joined, say, template
from messages.answer import UNSET, Answer, Moment
from web.store import WAITING

LEFT, ANSWERED, SAID, ASKED, AGREED, BOOKED, DROPPED = (
    "left",
    "answered",
    "said",
    "asked",
    "agreed",
    "booked",
    "dropped",
)
SHOWN, HIDDEN, PLANNED, UNPLANNED, NOT_BOOKED = (
    "shown",
    "hidden",
    "planned",
    "unplanned",
    "not-booked",
)


class DraftStep(Answer, frozen=True, kw_only=True):
    """One thing that happened. `about`: what was said, who was asked, the preview that
    was agreed to, or each answer that changed with the one before; it goes when the
    draft is settled.
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
        DraftStep(at=at, who=who, what=what, about=about)
        for at, who, what, about in rows
    )


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
    old, new = _flat(before), _flat(after)
    changes = {
        name: [old.get(name), new.get(name)]
        for name in sorted(old.keys() | new.keys())
        if old.get(name) != new.get(name)
    }
    return json.dumps(changes, ensure_ascii=False) if changes else None


def answered(step: DraftStep) -> list[tuple[str, Message | str, Message | str]]:
    """Return the answers that a step changed, in words: field, before, after."""
    if step.what not in (LEFT, ANSWERED) or step.about is None:
        return []
    changed: dict[str, list[object]] = json.loads(step.about)
    return [(name, _said(old), _said(new)) for name, (old, new) in changed.items()]


def _said(value: object) -> Message | str:
    return (
        "\u2013"
        if value is None
        else shown(value)
        if isinstance(value, bool)
        else str(value)
    )


def _flat(answers: bytes | None) -> dict[str, object]:
    """Flatten answers to one value a field; a field of several answers, such as who is
    who, becomes one each.
    """
    flat: dict[str, object] = {}
    for name, value in (json.loads(answers) if answers else {}).items():
        flat |= (
            {f"{name}.{key}": each for key, each in value.items()}
            if isinstance(value, dict)
            else {name: value}
        )
    return flat


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
        return "-".join((*self._given(), *_come_to(outcome)))

    def check(self, preview: str | None, outcome: Outcome | None = None) -> None:
        """Refuse to book anything but what was shown: once before any work is done, and
        again with what came of it. Nothing is refused to who looked at none.
        """
        if preview is None:
            return
        parts = preview.split("-")
        if tuple(map(len, parts)) != _LENGTHS:
            raise Conflict(
                Problem(
                    "preview-differs", say("no preview of this is named"), hint=HINT
                )
            )
        now = (*self._given(), *(parts[2:] if outcome is None else _come_to(outcome)))
        problems = [
            Problem("preview-differs", self._message(part, outcome), hint=HINT)
            for part, (shown, present) in enumerate(zip(parts, now, strict=True))
            if shown != present
        ]
        if problems:
            raise Conflict(problems)

    def _given(self) -> tuple[str, ...]:
        return tuple(
            _cut(hashlib.sha256(part).hexdigest(), number)
            for number, part in enumerate((self.content, self.answers))
        )

    def _message(self, part: int, outcome: Outcome | None) -> Message:
        if part < 2 or outcome is None:
            return say(_PARTS[part], what=self.what)
        if part == 3:
            return _asked_now(self.what, outcome)
        moves = [*map(_in_words, outcome.moved[:NAMED])] or [say("no current rating")]
        if len(outcome.moved) > NAMED:
            moves.append(say("and {count} more", count=len(outcome.moved) - NAMED))
        return say(
            "the ledger changed since {what} was looked at; it would move now: {moves}",
            what=self.what,
            moves=joined(moves),
        )


def _asked_now(what: Message, outcome: Outcome) -> Message:
    questions = [
        warning.message for warning in outcome.warnings if warning.slip is not UNSET
    ]
    if not questions:
        return say(
            "what was asked when {what} was looked at is not asked any more", what=what
        )
    named = questions[:NAMED]
    if len(questions) > NAMED:
        named.append(say("and {count} more", count=len(questions) - NAMED))
    return say(
        "a question arose since {what} was looked at, or changed: {questions}",
        what=what,
        questions=joined(named),
    )


def _come_to(outcome: Outcome) -> tuple[str, str]:
    return _cut(outcome.essence, 2), _cut(outcome.asked_about, 3)


def _cut(digest: str, part: int) -> str:
    return digest[: _LENGTHS[part]].ljust(_LENGTHS[part], "0")


def _in_words(move: Move) -> Message:
    before, after = (
        say("none") if rating is None else rating
        for rating in (move.before, move.after)
    )
    return say(
        "{player} on {list} {before} -> {after}",
        player=move.player,
        list=move.list,
        before=before,
        after=after,
    )


GAMES, LOST = "games", "title-lost"
_LIMIT = re.compile(r"(moves|days)=([1-9][0-9]{0,5})")


class FourEyes(NamedTuple):
    """The rules that ask for a second person.

    `kinds`: kinds of document, and `games` for files of games; the others are rules
    about what comes of them.
    """

    kinds: frozenset[str] = frozenset()
    moves: int | None = None
    days: int | None = None
    titles: bool = False

    @classmethod
    def of(cls, words: Iterable[str]) -> Self:
        """Read the rules as they are written: publish, games, moves=20, days=365,
        title-lost.
        """
        kinds: set[str] = set()
        limits: dict[str, int] = {}
        known = {GAMES, LOST, *by_kind()}
        for word in words:
            if (limit := _LIMIT.fullmatch(word)) is not None:
                limits[limit[1]] = int(limit[2])
            elif word in known:
                kinds.add(word)
            else:
                message = say(
                    "nothing asks for a second pair of eyes by {word}", word=repr(word)
                )
                hint = say(
                    "a kind of document, or one of: {names}",
                    names="games, moves=20, days=365, title-lost",
                )
                raise Usage(Problem("option", message, Where(field="four-eyes"), hint))
        return cls(
            frozenset(kinds - {LOST}),
            limits.get("moves"),
            limits.get("days"),
            LOST in kinds,
        )

    @property
    def by_outcome(self) -> bool:
        """Tell whether any rule depends on what comes of a draft, not only on its
        kinds.
        """
        return self.moves is not None or self.days is not None or self.titles

    def reasons(
        self, kinds: Collection[str], outcome: Outcome, today: str
    ) -> list[Message]:
        """Say why two people have to stand behind it; no reasons: one is enough."""
        return [*self._by_kind(kinds), *self._by_rules(outcome, today)]

    def _by_kind(self, kinds: Collection[str]) -> Iterator[Message]:
        asked = sorted(self.kinds & set(kinds))
        if asked:
            yield say("{kinds} needs a second pair of eyes", kinds=", ".join(asked))

    def _by_rules(self, outcome: Outcome, today: str) -> Iterator[Message]:
        people = len({move.player for move in outcome.moved})
        if self.moves is not None and people > self.moves:
            yield counted(
                "it moves {count} rated player, and {most} are for one person to"
                " decide",
                "it moves {count} rated players, and {most} are for one person to"
                " decide",
                people,
                most=self.moves,
            )
        first = min((entry.on for entry in outcome.entries), default=today)
        if (
            self.days is not None
            and first < (date.fromisoformat(today) - timedelta(self.days)).isoformat()
        ):
            yield say(
                "it reaches back to {day}, more than {days} days",
                day=first,
                days=self.days,
            )
        if self.titles and outcome.lost_titles:
            names = ", ".join(
                f"{lost.player} {lost.title}" for lost in outcome.lost_titles
            )
            yield say("a title is lost: {names}", names=names)


def alone(
    who: str, created_by: str, steps: Collection[DraftStep], preview: str
) -> bool:
    """Return whether they would decide alone on a draft that they left or answered. Two
    names that an eye takes for one are one pair of eyes.
    """
    touched = {created_by, *(step.who for step in steps if step.what == ANSWERED)}
    agreed = {
        step.who for step in steps if step.what == AGREED and step.about == preview
    }
    own = likeness(who)
    return own in map(likeness, touched) and {own}.issuperset(map(likeness, agreed))


def kinds_of(outcome: Outcome, games: bool) -> set[str]:
    """Return the kinds of document that would be recorded, and `games` if they came as
    a file of games.
    """
    return {receipt.kind for receipt in outcome.recorded if not receipt.repeated} | (
        {GAMES} if games else set()
    )


def refusal(reasons: Iterable[Message]) -> Problem:
    message = say(
        "{reasons}: you left it here or answered about it yourself",
        reasons=joined(reasons),
    )
    return Problem(
        "four-eyes",
        message,
        hint=say("somebody else has to book it, or to agree to what you see first"),
    )
