"""Declare what is announced and decided of tournaments, as documents and as events.

A tournament is announced before it is played, so that its report is awaited. The board
of tournaments decides of some (2.2 to 2.4), and who did is noted. No rating moves by
either.
"""

from types import MappingProxyType
from typing import Literal

from ledger.bodies import Body
from ledger.every_document import Document
from ledger.field_types import Day, Id, Name, Representatives, Text
from messages import Message, say

CALENDAR = "calendar"  # the stream of what is announced

Decided = Literal[
    "accepted",
    "counts-here",
    "counts-abroad",
    "mission",
    "each-game",
    "time-control",
    "guarantee",
]


DECIDED: dict[str, Message] = {
    "accepted": say("it is accepted for rating (2.3)"),
    "counts-here": say("it counts as a tournament of this country (2.3, 2.4)"),
    "counts-abroad": say("it counts although it was played abroad (2.5)"),
    "mission": say("who plays on an official mission (2.2)"),
    "each-game": say("every game is rated by itself (2.11)"),
    "time-control": say("another time control is allowed"),
    "guarantee": say("who answers for it"),
}


class TournamentAnnounced(Body, frozen=True):
    """A tournament that will be played, and the day by which its report is due. What is
    announced again, under the same id, is as it was said last.
    """

    topic, kind, heading = "tournament-announced.v1", "announce", "Announced"
    stream, sealed = CALENDAR, ("organiser",)
    tournament: str
    name: str
    start: str
    end: str
    report_by: str | None = None
    organiser: str | None = None
    place: str | None = None
    domestic: bool = True
    # of a tournament abroad: those who have to report it (2.5)
    representatives: tuple[str, ...] = ()

    def target(self, stream: str) -> str:
        return self.tournament


class DecisionNoted(Body, frozen=True):
    """Who decided what of a tournament, when, and where it is written down. It moves no
    rating: the header does.
    """

    topic, kind, heading = "decision-noted.v1", "decision", "Decision"
    stream, sealed = "decided:tournament/ID", ("by",)
    tournament: str
    about: str
    by: str
    on: str
    resolution: str | None = None
    reason: str | None = None

    def target(self, stream: str) -> str:
        return self.tournament


def decisions_stream(tournament: str) -> str:
    """Name the stream of what was decided of a tournament; none of it moves its
    version.
    """
    return f"decided:tournament/{tournament}"


class Announce(Document, frozen=True, tag="announce", kw_only=True):
    """A tournament that will be played. Its report is due on `report_by`, else some
    days after its end, as the settings say.
    """

    about_field = "tournament"
    sealed = ("organiser",)
    may_be_ahead = True
    in_words = MappingProxyType({"report_by": say("report due by")})

    tournament: Id
    name: Name
    start: Day
    end: Day
    report_by: Day | None = None
    organiser: Name | None = None
    place: Name | None = None
    domestic: bool = True
    representatives: Representatives = ()


class Decide(Document, frozen=True, tag="decision", kw_only=True):
    """What was decided of a tournament, by whom and on which day. `resolution`: its
    number, or that of the minutes.
    """

    about_field = "tournament"
    sealed = ("by",)
    in_words = MappingProxyType({"about": say("about"), "by": say("by")})
    value_words = MappingProxyType({"about": DECIDED})

    tournament: Id
    about: Decided
    by: Name
    on: Day
    resolution: Name | None = None
    reason: Text | None = None
