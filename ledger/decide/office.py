"""Decide what the office says of the ledger itself: its settings, a clock resumed, a
checkpoint taken back, and that something odd was looked at and is right.
"""

from calendar import monthrange
from collections.abc import Iterator

import msgspec

from ledger.bodies import (
    CheckpointRetracted,
    ClockResumed,
    SettingsStated,
)
from ledger.decide import (
    Context,
    Decision,
    known_tournament,
    need_player,
    refuse,
)
from ledger.decisions import Vouch, Vouched, vouching_stream
from ledger.documents import (
    ResumeClock,
    RetractCheckpoint,
    Settings,
)
from ledger.errors import Refused
from ledger.events import (
    OFFICE,
    SETTINGS,
    player_stream,
)
from ledger.office import SETTABLE, known_zone, unknown_zone
from ledger.timeline import Fact, Timeline
from messages import Message, by_command, say

LEAP_YEAR = 2024


def settings(document: Settings, context: Context) -> Decision:
    """Decide all settings: those not mentioned stay as they stood, and the same again
    is a repetition.
    """
    if document.time_zone is not None and not known_zone(document.time_zone):
        raise Refused(unknown_zone(document.time_zone))

    earlier = context.timeline.office_facts(SETTINGS)
    last = earlier[-1].body if earlier else SettingsStated()
    for day in document.list_days or ():
        name = day.partition(" ")[0]
        if not context.importing and not context.timeline.schedule(name):
            message = say("the ledger keeps no list {list}", list=name)
            raise refuse(
                "no-rules", message, "list_days", say("adopt rules for it first")
            )

    given = {field: getattr(document, field) for field in SETTABLE}
    stated = {
        field: getattr(last, field) if value is None else value
        for field, value in given.items()
    }
    body = SettingsStated(**stated, reason=document.reason)
    same = msgspec.structs.replace(body, reason=last.reason) == last
    if same and earlier and not context.importing:
        return Decision("settings", SETTINGS, repeated=earlier[-1].seq)

    return Decision(
        "settings",
        SETTINGS,
        [(SETTINGS, body)],
        warnings=[*_days_of_no_calendar(document)],
    )


def _days_of_no_calendar(document: Settings) -> Iterator[Message]:
    """Yield the days of a list that no year has, as 30 February."""
    for day in document.list_days or ():
        month, _, number = day.rpartition(" ")[2].rpartition("-")
        if month and int(number) > monthrange(LEAP_YEAR, int(month))[1]:
            yield say(
                "{day} is not a day of the calendar: the list is due on the last day of"
                " that month",
                day=day,
            )


def resumed(document: ResumeClock) -> Decision:
    """Resume the clock; whether there is anything to resume, and how far, was checked
    with the clock.
    """
    return Decision("resume-clock", OFFICE, [(OFFICE, ClockResumed(document.reason))])


def retracted(document: RetractCheckpoint, context: Context) -> Decision:
    """Retract a checkpoint once, and only one from elsewhere that is kept.

    A ledger that was exported and imported has kept none, so there nothing is asked.
    """
    number = document.checkpoint
    if not context.importing and not context.kept_from_elsewhere(number):
        message = say(
            "no checkpoint {number} from elsewhere is kept; those of the ledger itself"
            " cannot be retracted",
            number=number,
        )
        raise refuse(
            "unknown-checkpoint",
            message,
            "checkpoint",
            by_command("see `selo verify --json`"),
            about=(str(number),),
        )

    bodies = context.timeline.office(CheckpointRetracted)
    if (
        earlier := next(
            (seq for seq, body in bodies if body.checkpoint == number), None
        )
    ) is not None:
        return Decision("retract-checkpoint", str(number), repeated=earlier)

    return Decision(
        "retract-checkpoint",
        str(number),
        [(OFFICE, CheckpointRetracted(number, document.reason))],
    )


def vouched(document: Vouch, context: Context) -> Decision:
    """Note that somebody looked, and it is right; the same again is a repetition as
    long as it still holds.
    """
    tournament, player = document.tournament, document.player
    of = tournament or player or ""
    if tournament is not None:
        known_tournament(tournament, context, None)
    if player is not None:
        need_player(player, context, "player")

    earlier = vouched_for(context.timeline, document.doubt, tournament, player)
    if (
        earlier is not None
        and not context.importing
        and (earlier.body.always or not document.always)
    ):
        return Decision("vouch", of, repeated=earlier.seq)

    body = Vouched(document.doubt, tournament, player, document.always, document.reason)

    return Decision("vouch", of, [(vouching_stream(tournament, player), body)])


def vouched_for(
    timeline: Timeline, doubt: str, tournament: str | None, player: str | None
) -> Fact | None:
    """Return what vouches for a possible slip of a tournament or a player: an answer
    for good, or one that is newer than everything else that was recorded of it.
    """
    now = timeline.tournament(tournament) if tournament is not None else None
    last = now.version if now is not None else 0
    if player is not None:
        last = max(
            (fact.seq for fact in timeline.office_facts(player_stream(player))),
            default=0,
        )

    facts = timeline.office_facts(vouching_stream(tournament, player))
    holding = [
        fact
        for fact in facts
        if fact.live
        and isinstance(fact.body, Vouched)
        and fact.body.doubt == doubt
        and (fact.body.always or fact.seq > last)
    ]

    return max(holding, key=lambda fact: (fact.body.always, fact.seq), default=None)
