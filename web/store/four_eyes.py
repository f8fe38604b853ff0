"""Decide when two people have to stand behind what is booked, and who stands behind it.

Whoever left a draft, wrote it anew or answered about it does not book it alone:
somebody else has to have decided on the same preview.

Why: docs/design/021-drafts-and-two-people.md
"""

import re
from collections.abc import Collection, Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple, Self

from desk.outcomes import Outcome
from ledger.actors import likeness
from ledger.documents import by_kind
from ledger.errors import Problem, Usage, Where
from ledger.events import HEADINGS
from messages import Message, counted, joined_message, say
from web.store.draft_steps import AGREED, ANSWERED, LEFT, DraftStep

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
    def from_words(cls, words: Iterable[str]) -> Self:
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
                    "{word} is not something that can wait for a second person",
                    word=repr(word),
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
            yield say(
                "a second person has to agree to this: {kinds}",
                kinds=joined_message(map(_in_words, asked), ", "),
            )

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


def _in_words(kind: str) -> Message:
    """Say a kind of document as people read it, or that it is a file of games."""
    if kind == GAMES:
        return say("games")
    return say(HEADINGS.get(kind, kind))


def is_deciding_alone(
    who: str, created_by: str, steps: Collection[DraftStep], preview: str
) -> bool:
    """Return whether they would decide alone on a draft that they left or answered. Two
    names that an eye takes for one are one pair of eyes.
    """
    own = likeness(who)
    touched = _who_touched(created_by, steps)
    return own in touched and {own}.issuperset(who_agreed(steps, preview))


def waits_for(who: str, created_by: str, steps: Collection[DraftStep]) -> bool:
    """Return whether it helps that they agree: somebody else left the draft or answered
    its questions, and may not decide without them.
    """
    return not _who_touched(created_by, steps) <= {likeness(who)}


def who_agreed(steps: Collection[DraftStep], preview: str) -> set[str]:
    """Return who agreed to this preview, each by the likeness of their name."""
    return {
        likeness(step.who)
        for step in steps
        if step.what == AGREED and step.about == preview
    }


def _who_touched(created_by: str, steps: Collection[DraftStep]) -> set[str]:
    """Return who left the draft, wrote it anew or answered its questions, likewise."""
    touched = {step.who for step in steps if step.what in (LEFT, ANSWERED)}
    return set(map(likeness, {created_by, *touched}))


def kinds_of(outcome: Outcome, games: bool) -> set[str]:
    """Return the kinds of document that would be recorded, and `games` if they came as
    a file of games.
    """
    return {receipt.kind for receipt in outcome.recorded if not receipt.repeated} | (
        {GAMES} if games else set()
    )


def refusal(reasons: Iterable[Message]) -> Problem:
    message = say(
        "{reasons}; you submitted it or answered its questions yourself",
        reasons=joined_message(reasons),
    )

    return Problem(
        "four-eyes",
        message,
        hint=say("somebody else has to book it, or to agree to what you see first"),
    )
