"""Settle what comes before a question is read: its two times, which day it asks about
and which events it may know; and bring read tables that are behind up to date.
"""

from datetime import date, datetime, timedelta

from ledger.errors import LedgerUnusable, NotFound, Problem, Usage, Where
from ledger.office import UTC, end_of_day, local_day, settings_of
from ledger.store.database import (
    Connection,
    begin,
    check_schema,
    end,
    refuse_foreign,
    refuse_older,
)
from ledger.store.events import head, last_before
from ledger.words import how_a_day_is_written, no_day
from messages import NOTHING, Message, by_command, option, say
from projections.answers import Question
from projections.tables import schema


def asked_times(
    connection: Connection, question: Question, today: str
) -> tuple[str, int]:
    """Return the day and the seq that a question means. `today`: a day, or a moment,
    which becomes the day of the federation's time zone.
    """
    zone = settings_of(connection).time_zone
    today = today if len(today) == len("YYYY-MM-DD") else local_day(today, zone)
    return asked_day(question.as_of, today), known_seq(
        connection, question, head(connection), today, zone
    )


def asked_day(day: str | None, today: str) -> str:
    if day is None:
        return today
    _need_day(day, "as_of")
    if day > today:
        raise _future("as_of", day, today, say("ask for a day up to today"))
    return day


def refuse_backwards(
    first: str | None, last: str | None, first_name: str, last_name: str
) -> None:
    """Refuse a period whose first day or year is after its last; both may be left out."""
    if first and last and first > last:
        message = say(
            "{name} {first} is after {other} {last}",
            name=option(first_name),
            first=first,
            other=option(last_name),
            last=last,
        )
        raise Usage(
            Problem(
                "no-period",
                message,
                Where(field=first_name),
                say("give the earlier one first"),
            )
        )


def _future(name: str, day: str, today: str, hint: Message = NOTHING) -> Usage:
    message = say(
        "{name} {day} is after today ({today})", name=option(name), day=day, today=today
    )
    return Usage(Problem("future", message, Where(field=name), hint))


def _need_day(text: str, name: str) -> None:
    try:
        if date.fromisoformat(text).isoformat() != text:
            raise ValueError
    except ValueError:
        message = say("{name}: {what}", name=option(name), what=no_day(text))
        raise Usage(
            Problem(
                "no-such-day", message, Where(field=name), how_a_day_is_written(text)
            )
        ) from None


def known_seq(
    connection: Connection, question: Question, newest: int, today: str, zone: str = UTC
) -> int:
    if question.known_seq is not None and question.known_on is not None:
        message = say(
            "give {one} or {other}, not both",
            one=option("known_on"),
            other=option("known_seq"),
        )
        raise Usage(Problem("two-knowns", message))
    if question.known_seq is not None:
        if not 0 <= question.known_seq <= newest:
            message = say(
                "there is no event {seq}; the newest is {newest}",
                seq=question.known_seq,
                newest=newest,
            )
            raise NotFound(
                Problem("unknown-seq", message, hint=by_command("see `selo log`"))
            )
        return question.known_seq
    if question.known_on is not None:
        return last_before(connection, moment_after(question.known_on, today, zone))
    return newest


def moment_after(text: str, today: str, zone: str = UTC) -> str:
    """Return the first moment no longer known: a day counts to its end where the
    federation is, a timestamp is included.
    """
    if len(text) == 10:
        _need_day(text, "known_on")
        if text > today:
            raise _future("known_on", text, today)
        return end_of_day(text, zone)
    try:
        if len(text) < 10:
            raise ValueError
        moment = datetime.fromisoformat(text)
        # without a time zone it is UTC already
        if moment.tzinfo is not None:
            moment = (moment - (moment.utcoffset() or timedelta())).replace(tzinfo=None)
        after = moment + timedelta(microseconds=1)
    except (ValueError, OverflowError):
        message = say(
            "{name}: {text} is neither a day nor a time",
            name=option("known_on"),
            text=repr(text),
        )
        hint = by_command(
            "write YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ",
            "write a day as YYYY-MM-DD, a moment as YYYY-MM-DDTHH:MM:SSZ",
        )
        raise Usage(
            Problem("no-such-moment", message, Where(field="known_on"), hint)
        ) from None
    if local_day(f"{moment.isoformat()}+00:00", zone) > today:
        raise _future("known_on", text, today)
    return f"{after.isoformat(timespec='microseconds')}Z"


def catch_up_if_behind(path: str, connection: Connection) -> None:
    """Bring read tables up to date where a process died after storing its events and
    before projecting them.

    One state of the ledger is fixed on the connection when this is called, and one
    afterwards: a newer one, if something had to be caught up. Tables of another version
    of this program are left alone: they are for
    `selo upgrade`.
    """
    if _are_up_to_date(path, connection):
        return
    end(connection)
    try:
        _catch_up(path)
    except LedgerUnusable as refused:
        if refused.problems[0].code != "read-only":
            raise
        message = say(
            "the read tables have to be made again, and the ledger may only be read"
            " here"
        )
        hint = say(
            "ask anything with this version of the program where the ledger may be"
            " written: that makes them"
        )
        raise LedgerUnusable(Problem("read-only", message, Where(path), hint)) from None
    finally:
        begin(connection)
    # if they are behind once more, what nobody has projected yet is answered from the
    # events
    _are_up_to_date(path, connection)


def _are_up_to_date(path: str, connection: Connection) -> bool:
    refuse_older(connection, path)
    schema.refuse_other(schema.projected(connection)[0])
    return schema.follow_all(connection)


def caught_up(connection: Connection, path: str) -> None:
    """Bring a connection that is kept open up to date, with one state of the ledger
    fixed on it before and afterwards; a file that is not a ledger of this version is
    refused.
    """
    refuse_foreign(connection, path)
    check_schema(connection, path)
    catch_up_if_behind(path, connection)


def _catch_up(path: str) -> None:
    from ledger.store.event_log import Store
    from projections.tables.build import catch_up

    with Store(path) as store, store.writing() as writer:
        catch_up(writer.connection)
