"""Settle the two times of a question: which day it asks about, and which events it may
know.
"""

from datetime import date, datetime, timedelta

from ledger.days import how_a_day_is_written, no_day
from ledger.errors import NotFound, Problem, Usage, Where
from ledger.office import UTC, end_of_day, local_day
from ledger.store.connection import Connection
from ledger.store.events import last_seq_before
from messages import NOTHING, Message, by_command, option, say
from projections.answers import Question
from projections.opened_ledger import OpenedLedger

DAY_LENGTH = len("YYYY-MM-DD")


def asked_times(
    ledger: OpenedLedger, question: Question, today: str
) -> tuple[str, int]:
    """Return the day and the seq that a question means.

    `today` is a day, or a moment in UTC, which becomes the day of the federation's time
    zone. Raises Usage for a time that is none or is in the future, and NotFound for an
    event that is not there.
    """
    zone = ledger.settings.time_zone
    if len(today) != DAY_LENGTH:
        today = local_day(today, zone)
    as_of = asked_day(question.as_of, today)
    return as_of, known_seq(ledger.events, question, ledger.newest, today, zone)


def asked_day(day: str | None, today: str) -> str:
    """Return the day of a question: today, where it names none.

    Raises Usage for what is no day, and for a day after today.
    """
    if day is None:
        return today
    _need_day(day, "as_of")
    if day > today:
        raise _refusal_of_future("as_of", day, today, say("ask for a day up to today"))
    return day


def refuse_backwards(
    first: str | None, last: str | None, first_name: str, last_name: str
) -> None:
    """Refuse a period whose first day or year is after its last; both may be left out."""
    if not first or not last or first <= last:
        return
    message = say(
        "{name} {first} is after {other} {last}",
        name=option(first_name),
        first=first,
        other=option(last_name),
        last=last,
    )
    hint = say("give the earlier one first")
    raise Usage(Problem("no-period", message, Where(field=first_name), hint))


def _refusal_of_future(
    name: str, day: str, today: str, hint: Message = NOTHING
) -> Usage:
    message = say(
        "{name} {day} is after today ({today})",
        name=option(name),
        day=day,
        today=today,
    )
    return Usage(Problem("future", message, Where(field=name), hint))


def _need_day(text: str, name: str) -> None:
    try:
        if date.fromisoformat(text).isoformat() != text:
            raise ValueError
    except ValueError:
        message = say("{name}: {what}", name=option(name), what=no_day(text))
        hint = how_a_day_is_written(text)
        problem = Problem("no-such-day", message, Where(field=name), hint)
        raise Usage(problem) from None


def known_seq(
    connection: Connection, question: Question, newest: int, today: str, zone: str = UTC
) -> int:
    """Return the seq of the last event that a question knows: `newest`, where it names
    neither a seq nor a moment.

    Raises Usage where it names both, or a moment that is none or is in the future, and
    NotFound where there is no such event.
    """
    if question.known_seq is not None and question.known_on is not None:
        raise _two_knowns()
    if question.known_seq is not None:
        if not 0 <= question.known_seq <= newest:
            raise _unknown_seq(question.known_seq, newest)
        return question.known_seq
    if question.known_on is not None:
        return last_seq_before(connection, moment_after(question.known_on, today, zone))
    return newest


def _two_knowns() -> Usage:
    message = say(
        "give {one} or {other}, not both",
        one=option("known_on"),
        other=option("known_seq"),
    )
    return Usage(Problem("two-knowns", message))


def _unknown_seq(seq: int, newest: int) -> NotFound:
    message = say(
        "there is no event {seq}; the newest is {newest}", seq=seq, newest=newest
    )
    hint = by_command("see `selo log`")
    return NotFound(Problem("unknown-seq", message, hint=hint))


def moment_after(text: str, today: str, zone: str = UTC) -> str:
    """Return the first moment no longer known, in UTC: a day counts to its end where
    the federation is, a timestamp is included.

    Raises Usage for a text that is neither, and for one after today.
    """
    if len(text) == DAY_LENGTH:
        _need_day(text, "known_on")
        if text > today:
            raise _refusal_of_future("known_on", text, today)
        return end_of_day(text, zone)
    try:
        moment = _moment(text)
        after = moment + timedelta(microseconds=1)
        day = local_day(f"{moment.isoformat()}+00:00", zone)
    except (ValueError, OverflowError):
        raise _refusal_of_moment(text) from None
    if day > today:
        raise _refusal_of_future("known_on", text, today)
    return f"{after.isoformat(timespec='microseconds')}Z"


def _moment(text: str) -> datetime:
    """Return the moment in UTC, without a time zone; ValueError or OverflowError where
    the text is none.
    """
    if len(text) < DAY_LENGTH:
        raise ValueError
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:  # it is UTC as it stands
        return moment
    ahead_of_utc = moment.utcoffset() or timedelta()
    return (moment - ahead_of_utc).replace(tzinfo=None)


def _refusal_of_moment(text: str) -> Usage:
    message = say(
        "{name}: {text} is neither a day nor a time",
        name=option("known_on"),
        text=repr(text),
    )
    hint = by_command(
        "write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ",
        "write a day as YYYY-MM-DD, a moment as YYYY-MM-DDTHH:MM:SSZ",
    )
    return Usage(Problem("no-such-moment", message, Where(field="known_on"), hint))
