"""When a submission is recorded: the clock, unless it cannot be right."""

from datetime import datetime, timedelta

from ledger.errors import Problem, Refused

LEEWAY = timedelta(days=1)


def moment_of(last: str, now: str, surely: str) -> str:
    """recorded_at never runs backwards, so a clock far behind the last event records nothing, and one far ahead of
    everything known is asked about: what it stamped could be followed by nothing until that day."""
    if last and _instant(now) + LEEWAY < _instant(last):
        message = f"the clock says {now}, the last event was recorded at {last}"
        raise Refused(Problem("clock-behind", message, hint="set the clock of this machine right"))
    if last and surely and max(_instant(last), _instant(surely)) + LEEWAY < _instant(now):
        message = f"the clock says {now}, more than a day after anything else on this machine (last event: {last})"
        hint = "set the clock right; if it is right, say `selo --clock-is-right` before the command"
        raise Refused(Problem("clock-ahead", message, hint=hint))
    return max(now, last)


def _instant(moment: str) -> datetime:
    return datetime.fromisoformat(moment)
