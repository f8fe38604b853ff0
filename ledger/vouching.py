"""What an officer vouches for: that what looks like a slip, and was asked about, is right. The answer is on record.

Which slips there are is known to whoever looks for them, with the rules at hand; here are only their codes.
"""

from typing import Literal, NamedTuple

from ledger.bodies import Body
from messages import Message

Doubt = Literal[
    "same-games", "same-day", "before-opening", "long-unit", "across-edition", "out-of-range", "after-games",
    "no-ground", "jump", "two-in-round", "same-pair", "same-result", "turned", "unlikely", "far-day", "moved-past",
    "wrong-year", "odd-time", "too-short", "unequal-time", "odd-points", "abroad", "age-group", "outsider",
    "most-struck", "no-balance", "same-name", "two-people", "far-off", "few-games", "opening-gone", "lower-title",
]  # fmt: skip


class Slip(NamedTuple):
    """What may be wrong, by its code, of a tournament or a player."""

    code: Doubt
    message: Message
    tournament: str | None = None
    player: str | None = None


class Vouched(Body, frozen=True):
    """Somebody looked at what may have been a slip, and it is right."""

    topic, kind, heading = "vouched.v1", "vouch", "Vouched for"
    doubt: str
    tournament: str | None = None
    player: str | None = None
    always: bool = False
    reason: str | None = None

    def target(self, stream: str) -> str:
        return self.tournament or self.player or ""


def vouching_stream(tournament: str | None, player: str | None) -> str:
    """Name the stream of what is vouched for of a tournament or a player; none of it moves their own version."""
    return f"vouched:tournament/{tournament}" if tournament is not None else f"vouched:player/{player}"
