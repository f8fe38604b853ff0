"""Tell at which moment a submission is recorded: the clock's, unless it cannot be right.
Moments are UTC.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from ledger.errors import Problem, Refused
from messages import by_command, counted, say

BEHIND = timedelta(days=1)


def moment_of(last: str, now: str, surely: str, ahead_hours: int) -> str:
    """Return the moment to record, which never runs backwards; refuse a clock that
    cannot be right.

    A clock far behind the last event records nothing. One far ahead of everything known
    is asked about: until the day that it stamped nothing could be recorded after it.
    """
    if last and _instant(now) + BEHIND < _instant(last):
        message = say(
            "the clock says {now}, the last event was recorded at {last}",
            now=now,
            last=last,
        )
        hint = by_command(
            "set the clock of this machine right; if it is right and the last event's"
            " was not, say `selo ledger settings --resume-clock REASON`",
            "the administrator of the service has to set its clock right",
        )
        raise Refused(Problem("clock-behind", message, hint=hint))

    ahead = timedelta(hours=ahead_hours)
    if (
        last
        and surely
        and max(_instant(last), _instant(surely)) + ahead < _instant(now)
    ):
        message = counted(
            "the clock says {now}, more than {count} hour after anything else on this"
            " machine (last event: {last})",
            "the clock says {now}, more than {count} hours after anything else on this"
            " machine (last event: {last})",
            ahead_hours,
            now=now,
            last=last,
        )
        hint = by_command(
            "set the clock right; if it is right, say `selo --clock-is-right` before"
            " the command",
            "the administrator of the service has to set its clock right",
        )
        raise Refused(Problem("clock-ahead", message, hint=hint))

    return max(now, last)


def resumed_at(moments: Sequence[str], now: str, surely: str, ahead_hours: int) -> str:
    """Return the one moment that may lie before the last event; a clock that is ahead
    itself resumes nothing.

    `moments`: when everything since the last resumption was recorded, in order.
    """
    last = moments[-1] if moments else ""
    if last <= now:
        message = say(
            "there is no clock to resume: it is {now}, and the last event was recorded"
            " at {last}",
            now=now,
            last=last,
        )
        raise Refused(Problem("clock-not-ahead", message, hint=say("record as always")))

    if now < (right := before_the_leap(moments)):
        message = say(
            "the clock says {now}, but it was not ahead until {right}",
            now=now,
            right=right,
        )
        hint = by_command(
            "set the clock of this machine right; a ledger whose first events were"
            " ahead goes into a new one with `selo export ledger` and `selo ledger import`",
            "the administrator of the service has to set its clock right",
        )
        raise Refused(Problem("clock-behind", message, hint=hint))

    return moment_of(min(now, surely), now, surely, ahead_hours)


def before_the_leap(moments: Sequence[str]) -> str:
    """Find when the last event was recorded that was not ahead.

    A clock that is wrong leaps, so it is the event before the farthest leap. Time goes
    back no further, however often it is resumed.
    """
    leaps = []
    for before, after in pairwise(moments):
        leaps.append((_instant(after) - _instant(before), before))
    if not leaps:
        return moments[-1]
    _, before_the_farthest = max(leaps)
    return before_the_farthest


def _instant(moment: str) -> datetime:
    return datetime.fromisoformat(moment)
