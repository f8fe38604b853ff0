"""Name the days that questions ask for, and the options that answer them."""

from messages import Message, option, say

NOT_KNOWN = {
    "start": say("the start is not known"),
    "end": say("the end is not known"),
}
DAYS = {field: say("{name} DAY", name=option(field)) for field in ("start", "end")}
FIELD_WORDS = {"start": say("start"), "end": say("end"), "date": say("date")}


def round_day(number: object) -> Message:
    """Say how the day of a round is given.

    For example:

        round_day(3)  --round-day 3=DAY
    """
    return say(
        "{name} {number}=DAY", name=option("round_days", "round_day"), number=number
    )
