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
from ledger.office import SETTABLE, is_known_zone, unknown_zone
from ledger.timeline import Fact, Timeline
from messages import Message, by_command, say

LEAP_YEAR = 2024


def decide_settings(document: Settings, context: Context) -> Decision:
    """Decide all settings: those not mentioned stay as they stood, and the same again
    is a repetition.
    """
    if document.time_zone is not None and not is_known_zone(document.time_zone):
        raise Refused(unknown_zone(document.time_zone))

    earlier = context.timeline.office_facts(SETTINGS)
    last = earlier[-1].body if earlier else SettingsStated()
    for day in document.list_days or ():
        name, _, _ = day.partition(" ")
        if not context.importing and not context.timeline.schedule(name):
            message = say("the ledger keeps no list {list}", list=name)
            raise refuse(
                "no-rules", message, "list_days", say("adopt rules for it first")
            )

    stated = {}
    for field in SETTABLE:
        value = getattr(document, field)
        stated[field] = getattr(last, field) if value is None else value
    body = SettingsStated(**stated, reason=document.reason)
    same = msgspec.structs.replace(body, reason=last.reason) == last
    if same and earlier and not context.importing:
        return Decision("settings", SETTINGS, repeated=earlier[-1].seq)

    return Decision(
        "settings",
        SETTINGS,
        [(SETTINGS, body)],
        warnings=[*_impossible_days(document)],
    )


def _impossible_days(document: Settings) -> Iterator[Message]:
    """Yield the days of a list that no year has, as 30 February."""
    for day in document.list_days or ():
        _, _, day_of_year = day.rpartition(" ")
        month, _, number = day_of_year.rpartition("-")
        if not month:
            continue
        _, days = monthrange(LEAP_YEAR, int(month))
        if int(number) > days:
            yield say(
                "{day} is not a day of the calendar: the list is due on the last day of"
                " that month",
                day=day,
            )


def decide_resumed_clock(document: ResumeClock) -> Decision:
    """Resume the clock; whether there is anything to resume, and how far, was checked
    with the clock.
    """
    return Decision("resume-clock", OFFICE, [(OFFICE, ClockResumed(document.reason))])


def decide_retraction(document: RetractCheckpoint, context: Context) -> Decision:
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

    for seq, earlier in context.timeline.office(CheckpointRetracted):
        if earlier.checkpoint == number:
            return Decision("retract-checkpoint", str(number), repeated=seq)

    body = CheckpointRetracted(number, document.reason)
    return Decision("retract-checkpoint", str(number), [(OFFICE, body)])


def decide_vouching(document: Vouch, context: Context) -> Decision:
    """Note that somebody looked, and it is right; the same again is a repetition as
    long as it still holds.
    """
    tournament = document.tournament
    player = document.player
    target = tournament or player or ""
    if tournament is not None:
        known_tournament(tournament, context, None)
    if player is not None:
        need_player(player, context, "player")

    earlier = vouching_fact(context.timeline, document.doubt, tournament, player)
    if earlier is not None and not context.importing:
        holds_as_long = earlier.body.always or not document.always
        if holds_as_long:
            return Decision("vouch", target, repeated=earlier.seq)

    body = Vouched(document.doubt, tournament, player, document.always, document.reason)
    stream = vouching_stream(tournament, player)
    return Decision("vouch", target, [(stream, body)])


def vouching_fact(
    timeline: Timeline, doubt: str, tournament: str | None, player: str | None
) -> Fact | None:
    """Return what vouches for a possible slip of a tournament or a player: an answer
    for good, or one that is newer than everything else that was recorded of it.
    """
    last = 0  # the seq of the newest event about it
    if tournament is not None:
        now = timeline.tournament(tournament)
        last = now.version if now is not None else 0
    if player is not None:
        facts = timeline.office_facts(player_stream(player))
        last = max([fact.seq for fact in facts], default=0)

    holding = []
    for fact in timeline.office_facts(vouching_stream(tournament, player)):
        body = fact.body
        if not fact.live or not isinstance(body, Vouched) or body.doubt != doubt:
            continue
        if body.always or fact.seq > last:
            holding.append(fact)

    return max(holding, key=lambda fact: (fact.body.always, fact.seq), default=None)
