"""Keep cases: somebody without an account says that something is wrong, and the office
answers. No part of the event log.

The person who asked has a link with a secret, of which only a hash is kept, and nothing
else is known of them.
"""

import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import reduce

import msgspec

from ledger.days import is_day
from ledger.errors import Conflict, NotFound, Problem, Refused, SeloError, Usage, Where
from ledger.named_texts import ERASED
from ledger.office import WaitingForOffice, local_moment, settings_of
from ledger.store.connection import Connection
from ledger.store.database import snapshot
from ledger.store.mentions import without_person
from ledger.store.persons import Personal
from messages import Message, by_command, say
from messages.answer import Answer, Moment
from web.store.beside import (
    changing,
    first_found,
    looking,
    may_be_row,
    rows_found,
)
from web.store.secret_hash import hashed

OPEN, CLOSED = "open", "closed"
MOST_OPEN = 5000  # strangers fill no disk; the office closes many at once
MANY_OPEN = 100  # from here on the desk says so
MOST_WORDS = 2000  # characters
OLD_DAYS = 14
# 2011-08-29, 29.8.2011, 8/29/11, 29. elokuuta 2011, August 29, 2011
_DAY = re.compile(
    r"\b\d{4}\s?[-./]\s?\d{1,2}\s?[-./]\s?\d{1,2}\b"
    r"|\b\d{1,2}\s?[-./]\s?\d{1,2}\s?[-./]\s?(\d{4}|\d{2})\b"
    r"|\b\d{1,2}\.?\s+[^\W\d]+\s+\d{4}\b"
    r"|\b[^\W\d]+\s+\d{1,2},?\s+\d{4}\b"
)
_DAY_OR_HOUR = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2})?")
_COLUMNS = (
    "number, at, player, tournament, words, state, answer, seq, settled_at, settled_by"
)


class CaseRow(Answer, frozen=True, kw_only=True):
    """A case: what it is about, what somebody wrote, and what became of it. `seq`: the
    event that put it right.
    """

    number: int
    at: Moment
    player: str | None
    tournament: str | None
    words: str
    state: str
    answer: str | None
    seq: int | None
    settled_at: Moment | None
    settled_by: str | None


class CasesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `case list`, the oldest first; `old` counts the open ones that are
    older than fourteen days.
    """

    rows: tuple[CaseRow, ...]
    old: int


class CasesClosed(Answer, frozen=True, kw_only=True):
    """The answer of `case close`: the cases that were closed, the oldest first."""

    rows: tuple[CaseRow, ...]


OTHERWISE = say("write to the office instead")


def open_case(
    ledger: str,
    player: str | None,
    tournament: str | None,
    words: str,
    now: str,
    hint: Message = OTHERWISE,
) -> tuple[int, str]:
    """Keep what somebody says is wrong; return the number of the case and the secret of
    its link. `hint`: what somebody may do instead, whose case cannot be taken.
    """
    flaw = say(
        "write what is wrong, in at most {count} characters", count=f"{MOST_WORDS:,}"
    )
    words = _checked_text(words, "words", flaw)
    secret = secrets.token_urlsafe(24)
    with changing(ledger) as connection:
        [count] = connection.execute(
            "SELECT COUNT(*) FROM report_case WHERE state = ?", (OPEN,)
        ).fetchone()
        if count >= MOST_OPEN:
            message = say(
                "the office has {count} open cases, and takes no more at the moment",
                count=count,
            )
            raise Refused(Problem("too-many-cases", message, hint=hint))

        [number] = connection.execute(
            "INSERT INTO report_case (number, at, player, tournament, words, hash,"
            " state) VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM report_case), ?,"
            " ?, ?, ?, ?, ?) RETURNING number",
            (now, player, tournament, words, hashed(secret), OPEN),
        ).fetchone()

    return int(number), secret


def case_of(ledger: str, number: int, secret: str) -> CaseRow | None:
    """Return the case of somebody's link; None for any wrong link."""
    query = f"SELECT {_COLUMNS} FROM report_case WHERE hash = ? AND number = ?"
    values = (hashed(secret), number)
    row = first_found(ledger, query, values)
    if row is None:
        return None
    return _row(row)


def cases(ledger: str, now: str, state: str | None = OPEN) -> CasesAnswer:
    """List the cases of a state, or all of them; `now` says which of them are old."""
    query = f"SELECT {_COLUMNS} FROM report_case WHERE ? IN ('', state) ORDER BY number"
    wanted = state or ""
    rows = []
    for values in rows_found(ledger, query, (wanted,)):
        row = _row(values)
        rows.append(row)

    old = cases_open_long(rows, now)
    return CasesAnswer(rows=tuple(rows), old=len(old))


def open_questions(ledger: str) -> list[WaitingForOffice]:
    """Return the open cases, the oldest first."""
    query = "SELECT 'case', number, at FROM report_case WHERE state = ? ORDER BY number"
    return [WaitingForOffice(*row) for row in rows_found(ledger, query, (OPEN,))]


def cases_open_long(rows: Iterable[CaseRow], now: str) -> list[CaseRow]:
    """Return those that have been open for more than fourteen days."""
    today = datetime.fromisoformat(now)
    old = []
    for row in rows:
        age = today - datetime.fromisoformat(row.at)
        if row.state == OPEN and age.days > OLD_DAYS:
            old.append(row)
    return old


def case(ledger: str, number: int) -> CaseRow:
    with looking(ledger) as connection:
        if connection is not None:
            return _case_of_number(connection, number)
    raise _unknown(number)


def close_case(
    ledger: str,
    number: int,
    answer: str,
    seq: int | None,
    by: str,
    now: str,
    *,
    newest: int,
) -> CaseRow:
    """Answer a case and close it, with the event that put it right, if there is one.
    `newest`: the ledger's last.
    """
    if seq is not None and not 1 <= seq <= newest:
        raise Refused(
            Problem(
                "unknown-seq",
                say("there is no event {seq}", seq=seq),
                Where(field="seq"),
            )
        )
    answer = checked_answer(answer)
    with changing(ledger) as connection:
        _refuse_closed(connection, [number])
        return _close(connection, number, answer, seq, by, now)


def close_cases(
    ledger: str,
    numbers: Iterable[int],
    opened: str | None,
    answer: str,
    by: str,
    now: str,
) -> CasesClosed:
    """Answer several cases in the same words and close them, all or none: those of
    these numbers, and of those that are open all that were opened in a day or an hour
    of the ledger's time zone, as 2026-11-28 or 2026-11-28T14.
    """
    answer, chosen = checked_answer(answer), {*numbers}
    check_hour(opened)
    if not chosen and opened is None:
        hint = say("choose cases, or the day or the hour in which they were opened")
        raise Usage(Problem("parameter", say("no case is named"), hint=hint))
    with snapshot(ledger) as connection:
        zone = settings_of(connection).time_zone
    with changing(ledger) as connection:
        if opened is not None:
            every = connection.execute(
                "SELECT number, at FROM report_case WHERE state = ?", (OPEN,)
            ).fetchall()
            chosen |= {
                number
                for number, at in every
                if local_moment(at, zone).startswith(opened)
            }

        if not chosen:
            message = say("no case that is open was opened then")
            hint = by_command("see `selo case list`", "see the list of cases")
            raise Usage(Problem("parameter", message, Where(field="opened"), hint))
        _refuse_closed(connection, sorted(chosen))
        rows = [
            _close(connection, number, answer, None, by, now)
            for number in sorted(chosen)
        ]

    return CasesClosed(rows=tuple(rows))


def check_hour(opened: str | None) -> None:
    """Refuse what is neither a day nor an hour."""
    if opened is not None and not _is_day_or_hour(opened):
        message = say("{text} is neither a day nor an hour", text=repr(opened[:40]))
        raise Usage(
            Problem(
                "parameter",
                message,
                Where(field="opened"),
                say("write 2026-11-28, or 2026-11-28T14"),
            )
        )


def _is_day_or_hour(text: str) -> bool:
    if not _DAY_OR_HOUR.fullmatch(text):
        return False
    day, _, hour = text.partition("T")
    return is_day(day) and int(hour or 0) < 24


def _refuse_closed(connection: Connection, numbers: Sequence[int]) -> None:
    """Refuse cases that are not open, all at once."""
    unknown, closed = list[Problem](), list[Problem]()
    for number in numbers:
        try:
            row = _case_of_number(connection, number)
        except NotFound as refusal:
            unknown += refusal.problems
            continue

        if row.state == CLOSED:
            about: dict[str, object] = {
                "number": number,
                "name": row.settled_by,
                "at": row.settled_at,
            }
            closed.append(
                Problem(
                    "case-closed",
                    say("case {number} was closed by {name}, {at}", **about),
                )
            )

    if closed:
        raise Conflict(closed + unknown)
    if unknown:
        raise NotFound(unknown)


def _close(
    connection: Connection, number: int, answer: str, seq: int | None, by: str, now: str
) -> CaseRow:
    connection.execute(
        "UPDATE report_case SET state = ?, answer = ?, seq = ?, settled_at = ?,"
        " settled_by = ? WHERE number = ?",
        (CLOSED, answer, seq, now, by, number),
    )
    return _case_of_number(connection, number)


def forget_in_cases(ledger: str, erased: Sequence[Personal]) -> list[Message]:
    """Take the names of erased people out of what was written and answered; warn where
    that is not possible now.
    """
    try:
        with looking(ledger) as connection:
            changed = (
                [] if connection is None else _texts_without_names(connection, erased)
            )

        if changed:
            with changing(ledger, leaving_nothing=True) as connection:
                for number, words, answer in _texts_without_names(connection, erased):
                    connection.execute(
                        "UPDATE report_case SET words = ?, answer = ? WHERE number = ?",
                        (words, answer, number),
                    )
    except SeloError as error:
        return [
            by_command(
                "cases may still name them: {what}; look at `selo case list --all`",
                "cases may still name them: {what}; look at the cases",
                what=error.message,
            )
        ]
    return []


def _texts_without_names(
    connection: Connection, erased: Sequence[Personal]
) -> list[tuple[int, str, str | None]]:
    """Return the cases that mention somebody, with their texts as they are without.

    A day that is written in a case about them, or in one that names them, may be that
    of their birth.
    """
    changed = []
    ids = {person.player for person in erased}
    for number, player, *texts in connection.execute(
        "SELECT number, player, words, answer FROM report_case"
    ).fetchall():
        words, answer = (
            text and reduce(without_person, erased, text) for text in texts
        )
        if player in ids or [words, answer] != texts:
            words, answer = (
                text and _DAY.sub(ERASED, text) for text in (words, answer)
            )
        if [words, answer] != texts:
            changed.append((number, words, answer))
    return changed


def checked_answer(text: str) -> str:
    """Return an answer as it is kept; refuse one that nobody could read."""
    return _checked_text(
        text,
        "answer",
        say("write an answer, in at most {count} characters", count=f"{MOST_WORDS:,}"),
    )


def _checked_text(text: str, field: str, flaw: Message) -> str:
    """Return a text of somebody as it is kept; refuse an empty one and one that is too
    long.
    """
    text = text.replace("\r\n", "\n").strip()
    if not text or len(text) > MOST_WORDS:
        raise Refused(Problem("case-words", flaw, Where(field=field)))
    return text


def _case_of_number(connection: Connection, number: int) -> CaseRow:
    if not may_be_row(number):
        raise _unknown(number)
    row = connection.execute(
        f"SELECT {_COLUMNS} FROM report_case WHERE number = ?", (number,)
    ).fetchone()
    if row is None:
        raise _unknown(number)
    return _row(row)


def _unknown(number: int) -> NotFound:
    hint = by_command("see `selo case list`", "see the list of cases")
    return NotFound(
        Problem(
            "unknown-case", say("there is no case {number}", number=number), hint=hint
        )
    )


def _row(row: Sequence[object]) -> CaseRow:
    """Return a row of the table; its columns are those of a query for `_COLUMNS`."""
    values = dict(zip(CaseRow.__struct_fields__, row, strict=True))
    return msgspec.convert(values, CaseRow)
