"""Deciding what the office says of the ledger itself: settings, a clock resumed, a checkpoint taken back."""

from ledger.decide.context import Context, Decision, refuse
from ledger.events import OFFICE, SETTINGS, CheckpointRetracted, ClockResumed, SettingsStated
from ledger.office.days import known_zone
from ledger.office.documents import ResumeClock, RetractCheckpoint, Settings
from messages import by_command, say


def settings(document: Settings, context: Context) -> Decision:
    """All settings, those that were not mentioned as they stood; the same again is a repetition."""
    if document.time_zone is not None and not known_zone(document.time_zone):
        message = say("this machine knows no time zone {name}", name=repr(document.time_zone))
        raise refuse("unknown-time-zone", message, "time_zone", say("name one like Europe/Helsinki, or UTC"))
    earlier = context.timeline.office_facts(SETTINGS)
    last = earlier[-1].body if earlier else SettingsStated()
    body = SettingsStated(
        document.time_zone or last.time_zone, document.clock_ahead_hours or last.clock_ahead_hours, document.reason
    )
    same = (body.time_zone, body.clock_ahead_hours) == (last.time_zone, last.clock_ahead_hours)
    if same and earlier and not context.again:
        return Decision("settings", SETTINGS, repeated=earlier[-1].seq)
    return Decision("settings", SETTINGS, [(SETTINGS, body)])


def resumed(document: ResumeClock) -> Decision:
    """Whether there is anything to resume, and how far, is a matter of the clock, and was looked at with it."""
    return Decision("resume-clock", OFFICE, [(OFFICE, ClockResumed(document.reason))])


def retracted(document: RetractCheckpoint, context: Context) -> Decision:
    """Only one from elsewhere that is kept, and once. A ledger that was exported and imported has kept none."""
    number = document.checkpoint
    if not context.again and not context.kept_from_elsewhere(number):
        message = say(
            "no checkpoint {number} from elsewhere is kept; those of the ledger itself cannot be retracted",
            number=number,
        )
        raise refuse(
            "unknown-checkpoint", message, "checkpoint", by_command("see `selo verify --json`"), about=(str(number),)
        )
    bodies = context.timeline.office(CheckpointRetracted)
    if (earlier := next((seq for seq, body in bodies if body.checkpoint == number), None)) is not None:
        return Decision("retract-checkpoint", str(number), repeated=earlier)
    return Decision("retract-checkpoint", str(number), [(OFFICE, CheckpointRetracted(number, document.reason))])
