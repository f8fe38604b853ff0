"""Keep files and documents that wait to be booked, with the answers given about them.
No part of the event log.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from features import FEATURES
from features.feature import imported, readers
from ledger.errors import Conflict, NotFound, Problem, SeloError
from ledger.office import WaitingForOffice
from ledger.store.connection import Connection
from ledger.store.files_naming import file_mentions
from ledger.store.persons import Personal
from messages import Message, by_command, say
from messages.answer import UNSET, Answer, Moment, UnsetType
from web.store.beside import (
    changing,
    clean,
    first_found,
    looking,
    may_be_row,
    rows_found,
    unknown_rows,
)
from web.store.draft_steps import (
    AGREED,
    ANSWERED,
    ASKED,
    BOOKED,
    LEFT,
    SAID,
    WAITING,
    DraftStep,
    changed_answers,
    note_warnings,
    settle_steps,
    steps_of,
)
from web.store.draft_steps import note as noted
from web.store.quotas import Quota, check_quota


class DraftRow(Answer, frozen=True, kw_only=True):
    """A draft: who left it, when, what became of it. Its content goes when it is booked
    or dropped; of one that was dropped, its name too. `book_at`: a list is published
    then, in the name of `book_by`. `steps`: what happened to it, where one draft is
    asked for.
    """

    number: int
    created_at: Moment
    created_by: str
    name: str
    bytes: int
    answered: bool
    note: str | None
    state: str
    settled_at: Moment | None
    settled_by: str | None
    seqs: tuple[int, ...]
    reviewer: str | None
    book_at: Moment | None
    book_by: str | None
    not_booked: str | None
    steps: tuple[DraftStep, ...] | UnsetType = UNSET


class DraftsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `draft list`, in the order they came."""

    rows: tuple[DraftRow, ...]


class Draft(NamedTuple):
    """A draft with its content; `settings` are the answers given so far, one JSON
    object.
    """

    row: DraftRow
    content: bytes
    settings: bytes | None


_ROW = (  # the fields of DraftRow in their order
    "number, created_at, created_by, name, length(content), settings IS NOT NULL, note,"
    " state, settled_at, settled_by, seqs, reviewer, book_at, book_by, not_booked"
)


def keep_draft(
    ledger: str,
    name: str,
    content: bytes,
    settings: bytes | None,
    note: str | None,
    key: str | None,
    by: str,
    now: str,
    quota: Quota | None = None,
) -> DraftRow:
    """Keep a new draft; the same key of the same person again returns the draft that it
    made.
    """
    with changing(ledger) as connection:
        if (
            key is not None
            and (earlier := _draft_of_key(connection, key, content, by)) is not None
        ):
            return earlier
        return keep_draft_on(
            connection=connection,
            name=name,
            content=content,
            settings=settings,
            by=by,
            now=now,
            quota=quota,
            note=note,
            key=key and _key_with_digest(key, content),
        )


def keep_file_once(
    ledger: str,
    name: str,
    content: bytes,
    note: str | None,
    by: str,
    now: str,
    quota: Quota,
) -> DraftRow:
    """Keep a file as a new draft. Where the same file, with the same note, of the same
    person waits already, return that one: they pressed a button twice.
    """
    with changing(ledger) as connection:
        waiting = connection.execute(
            "SELECT number FROM draft WHERE state = ? AND created_by = ? AND name = ?"
            " AND COALESCE(note, '') = ? AND content = ? ORDER BY number",
            (WAITING, by, name, note or "", content),
        ).fetchone()
        if waiting is not None:
            return _draft(connection, waiting[0]).row
        return keep_draft_on(
            connection=connection,
            name=name,
            content=content,
            settings=None,
            by=by,
            now=now,
            quota=quota,
            note=note,
        )


def keep_draft_on(
    connection: Connection,
    name: str,
    content: bytes,
    settings: bytes | None,
    by: str,
    now: str,
    quota: Quota | None,
    note: str | None = None,
    key: str | None = None,
) -> DraftRow:
    if quota is not None:
        check_quota(connection, quota, by, len(content))
    row = connection.execute(
        "INSERT INTO draft (number, created_at, created_by, name, content, settings,"
        " note, key, state) VALUES ((SELECT COALESCE(MAX(number), 0) + 1 FROM draft),"
        " ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number",
        (now, by, name, content, settings, note, key, WAITING),
    ).fetchone()
    (number,) = row
    answers = changed_answers(None, settings) if settings else None
    noted(connection, number, now, by, LEFT, answers)
    return _draft(connection, number).row


def draft_of_key(ledger: str, key: str, content: bytes, by: str) -> DraftRow | None:
    """Find the draft that somebody's request with this key was kept as; refuse the key
    for other content.
    """
    with looking(ledger) as connection:
        return (
            None if connection is None else _draft_of_key(connection, key, content, by)
        )


def _draft_of_key(
    connection: Connection, key: str, content: bytes, by: str
) -> DraftRow | None:
    """Find the draft that was made under somebody's key; refuse the key when the draft
    has other content.
    """
    start = f"{key}\n"
    row = connection.execute(
        "SELECT number, key FROM draft WHERE created_by = ? AND substr(key, 1,"
        f" {len(start)}) = ?",
        (by, start),
    ).fetchone()
    if row is None:
        return None

    number, kept = row
    if kept != _key_with_digest(key, content):
        message = say(
            "the key {name} was used for another draft ({number})",
            name=repr(key),
            number=number,
        )
        raise Conflict(
            Problem("key-reused", message, hint=say("give each draft a key of its own"))
        )

    return _draft(connection, number).row


def _key_with_digest(key: str, content: bytes) -> str:
    """Join a key and the content's digest: the key with other content is refused after
    the content is gone as well.
    """
    return f"{key}\n{hashlib.sha256(content).hexdigest()}"


def drafts(
    ledger: str, state: str | None = None, by: str | None = None
) -> DraftsAnswer:
    """List the drafts: all, or only those in a state or of somebody."""
    chosen = "state = COALESCE(?, state) AND created_by = COALESCE(?, created_by)"
    rows = rows_found(
        ledger, f"SELECT {_ROW} FROM draft WHERE {chosen} ORDER BY number", (state, by)
    )
    return DraftsAnswer(rows=tuple(_draft_row(row) for row in rows))


def draft(ledger: str, number: int) -> Draft:
    with looking(ledger) as connection:
        if connection is None:
            raise unknown_draft(number)
        return _draft(connection, number)


def keep_settings(connection: Connection, number: int, settings: bytes | None) -> None:
    """Keep these answers about a draft in place of those it has."""
    connection.execute(
        "UPDATE draft SET settings = ? WHERE number = ?", (settings, number)
    )


def rewrite_draft(
    ledger: str,
    number: int,
    name: str,
    content: bytes,
    settings: bytes | None,
    by: str,
    now: str,
    seen: str | None = None,
) -> DraftRow:
    """Keep another content of a draft that waits, with these answers about it. Whoever
    changed anything stands among those who left it.

    `seen`: the digest of the draft that they had before them. `Conflict` (code
    `draft-changed`): it is another by now.
    """
    with changing(ledger) as connection:
        before = _waiting_draft(connection, number)
        if before.content == content and before.settings == settings:
            return before.row
        if seen is not None and seen != digest_of(before):
            raise _changed_meanwhile(number)

        connection.execute(
            "UPDATE draft SET name = ?, content = ?, settings = ? WHERE number = ?",
            (name, content, settings, number),
        )
        steps = steps_of(connection, number)
        if not any(step.what == LEFT and step.who == by for step in steps):
            noted(connection, number, now, by, LEFT)
        return _draft(connection, number).row


def digest_of(draft: Draft) -> str:
    """Return a digest of the content and the answers of a draft, in hex."""
    digest = hashlib.sha256(draft.content)
    digest.update(hashlib.sha256(draft.settings or b"").digest())
    return digest.hexdigest()


def _changed_meanwhile(number: int) -> Conflict:
    message = say(
        "draft {number} was changed after this page was opened", number=number
    )
    hint = say(
        "nothing of this is saved yet: look at the draft in another window, then save"
        " this again, or leave it"
    )
    return Conflict(Problem("draft-changed", message, hint=hint))


def answer_draft(
    ledger: str,
    number: int,
    settings: bytes,
    by: str,
    now: str,
    over: bytes | UnsetType | None = UNSET,
) -> DraftRow:
    """Keep the answers about a draft's file, in place of those given before.

    `over`: the answers that these were made of. `Conflict` (code `draft-changed`): the
    draft has others by now.
    """
    with changing(ledger) as connection:
        before = _waiting_draft(connection, number)
        if over is not UNSET and over != before.settings:
            raise _changed_meanwhile(number)
        changed = changed_answers(before.settings, settings)
        if changed is not None or before.settings != settings:
            keep_settings(connection, number, settings)
            noted(connection, number, now, by, ANSWERED, changed)
        return _draft(connection, number).row


def speak(
    ledger: str,
    number: int,
    comment: str | None,
    reviewer: str | None,
    by: str,
    now: str,
) -> DraftRow:
    """Add a comment to a waiting draft, or ask somebody to look at it, or both."""
    with changing(ledger) as connection:
        _waiting_draft(connection, number)
        if comment is not None:
            noted(connection, number, now, by, SAID, comment)
        if reviewer is not None:
            connection.execute(
                "UPDATE draft SET reviewer = ? WHERE number = ?", (reviewer, number)
            )
            noted(connection, number, now, by, ASKED, reviewer)
        return _draft(connection, number).row


def agree(ledger: str, number: int, preview: str, by: str, now: str) -> DraftRow:
    """Note that somebody agrees to this preview, so that another person who books the
    same does not decide alone.
    """
    with changing(ledger) as connection:
        _waiting_draft(connection, number)
        noted(connection, number, now, by, AGREED, preview)
        return _draft(connection, number).row


def settle(
    ledger: str,
    number: int,
    state: str,
    seqs: tuple[int, ...],
    by: str,
    now: str,
    key: str | None = None,
    left: Sequence[Message] = (),
) -> DraftRow:
    """Mark a draft as booked or dropped, and forget its content, the names in it and
    what was said of it.

    `key`: with it the same person may ask again what became of the draft. `left`: what
    is still to be done elsewhere, which is kept for whoever looks at it afterwards.
    """
    with changing(ledger, leaving_nothing=True) as connection:
        return settle_on(
            connection=connection,
            number=number,
            state=state,
            seqs=seqs,
            by=by,
            now=now,
            key=key,
            left=left,
        )


def settle_on(
    connection: Connection,
    number: int,
    state: str,
    seqs: tuple[int, ...],
    by: str,
    now: str,
    key: str | None = None,
    left: Sequence[Message] = (),
) -> DraftRow:
    _waiting_draft(connection, number)
    connection.execute(
        "UPDATE draft SET state = ?, settled_at = ?, settled_by = ?, seqs = ?,"
        " booked_key = ?, content = x'', settings = NULL, note = NULL, name = CASE WHEN"
        " ? = 'dropped' THEN '' ELSE name END WHERE number = ?",
        (state, now, by, json.dumps(seqs), key, state, number),
    )
    noted(connection, number, now, by, state)
    settle_steps(connection, [number])
    note_warnings(connection, number, now, by, left)
    return _draft(connection, number).row


def booked_before(
    ledger: str, number: int, by: str, key: str
) -> tuple[int, ...] | None:
    """Return the seqs of a draft that the same person booked with the same key; None
    where they did not.
    """
    query = (
        "SELECT seqs FROM draft WHERE number = ? AND state = ? AND settled_by = ? AND"
        " booked_key = ?"
    )
    row = first_found(ledger, query, (number, BOOKED, by, key))
    return None if row is None else tuple(json.loads(row[0]))


def waiting_draft(ledger: str, number: int) -> Draft:
    """Return a draft that can still be booked; refuse one that cannot."""
    waiting = draft(ledger, number)
    refuse_settled(waiting.row)
    return waiting


def forget(
    ledger: str, erased: Sequence[Personal], but: int | None = None
) -> list[Message]:
    """Forget an erased person: what features keep of them, and the notes of settled
    drafts that name them.

    Waiting drafts hold others too, so somebody has to decide about them: one warning
    for each, except for `but`, which is being booked. Somebody without a name was erased
    before: then what is kept by their id is found.
    """
    left: list[Message] = []
    for feature in FEATURES:
        if feature.forget is not None:
            left += imported(feature.forget)(ledger, erased)
    left += _warnings_beyond_reach(ledger)
    try:
        naming = [*_drafts_naming(ledger, erased, but)]
        settled = [row.number for row in naming if row.state != WAITING]
        if settled:
            with changing(ledger, leaving_nothing=True) as connection:
                for number in settled:
                    connection.execute(
                        "UPDATE draft SET name = '', note = NULL WHERE number = ?",
                        (number,),
                    )
                settle_steps(connection, settled)
        clean(ledger)
    except SeloError as error:
        return [
            *left,
            by_command(
                "drafts may still name them: {what}; look at `selo draft list`",
                "drafts may still name them: {what}; look at the drafts",
                what=error.message,
            ),
        ]

    return left + [
        say(
            "draft {number} ({name}) still names them: book it or drop it",
            number=row.number,
            name=row.name,
        )
        for row in naming
        if row.state == WAITING
    ]


def waiting_that_name(
    ledger: str, people: Sequence[Personal], but: int
) -> list[DraftRow]:
    """Return the drafts that wait and mention one of these people, in the order they
    came; `but` is not looked at.
    """
    return [row for row in _drafts_naming(ledger, people, but) if row.state == WAITING]


def _drafts_naming(
    ledger: str, people: Sequence[Personal], but: int | None
) -> Iterator[DraftRow]:
    """Yield the drafts that mention one of these people, settled ones too, in the order
    they came; `but` is not looked at.
    """
    with looking(ledger) as connection:
        if connection is None:
            return

        numbers = connection.execute(
            "SELECT number FROM draft ORDER BY number"
        ).fetchall()
        # one after the other: all of their contents may be more than the memory has
        for (number,) in numbers:
            if number == but:
                continue
            draft = _draft(connection, number)
            if _has_mention(draft, people):
                yield draft.row


def _warnings_beyond_reach(ledger: str) -> list[Message]:
    """Warn of what a feature kept that is not installed any more: nobody can tell
    whether it names them.
    """
    try:
        return [
            say(
                "the table {name} beside the ledger may name them: it is of a feature"
                " that is not installed; install it and erase again, or drop the table",
                name=name,
            )
            for name in unknown_rows(ledger)
        ]
    except SeloError as error:
        return [
            say(
                "what is kept beside the ledger cannot be read: {what}",
                what=error.message,
            )
        ]


def open_questions(ledger: str) -> tuple[WaitingForOffice, ...]:
    """Return what waits for the office: drafts, then what features have, the oldest
    first.
    """
    query = "SELECT 'draft', number, created_at FROM draft WHERE state = ? ORDER BY 2"
    drafts = [WaitingForOffice(*row) for row in rows_found(ledger, query, (WAITING,))]

    others: list[WaitingForOffice] = []
    for questions_of in readers(FEATURES, "open questions"):
        others += questions_of(ledger)
    return (*drafts, *others)


def _has_mention(draft: Draft, people: Sequence[Personal]) -> bool:
    """Tell whether anything that is kept of a draft mentions one of these people."""
    return any(file_mentions(data, people) for data in _kept_of(draft))


def _kept_of(draft: Draft) -> Iterator[bytes]:
    """Yield what is kept of a draft: its name, its note, what was said about it, its
    content and the answers.
    """
    row = draft.row
    yield row.name.encode()
    if row.note:
        yield row.note.encode()

    for step in row.steps or ():
        if step.about:
            yield step.about.encode()

    yield draft.content
    if draft.settings:
        yield draft.settings


def _waiting_draft(connection: Connection, number: int) -> Draft:
    draft = _draft(connection, number)
    refuse_settled(draft.row)
    return draft


def refuse_settled(row: DraftRow) -> None:
    """Refuse a draft that was booked or dropped (`Conflict`, code `draft-settled`): by
    whom, and when.
    """
    if row.state != WAITING:
        about: dict[str, object] = {
            "number": row.number,
            "name": row.settled_by,
            "moment": row.settled_at,
        }
        if row.state == BOOKED:
            message = say("draft {number} was booked by {name} at {moment}", **about)
        else:
            message = say("draft {number} was dropped by {name} at {moment}", **about)
        raise Conflict(Problem("draft-settled", message, hint=say("keep a new draft")))


def _draft(connection: Connection, number: int) -> Draft:
    if not may_be_row(number):
        raise unknown_draft(number)
    row_found = connection.execute(
        f"SELECT {_ROW}, content, settings FROM draft WHERE number = ?", (number,)
    ).fetchone()
    if row_found is None:
        raise unknown_draft(number)
    *row, content, settings = row_found
    return Draft(
        msgspec.structs.replace(_draft_row(row), steps=steps_of(connection, number)),
        content,
        settings,
    )


def _draft_row(row: Sequence[Any]) -> DraftRow:
    # all but the steps
    fields = dict(zip(DraftRow.__struct_fields__, row, strict=False))
    fields |= {
        "answered": bool(fields["answered"]),
        "seqs": tuple(json.loads(fields["seqs"] or "[]")),
    }
    return DraftRow(**fields)


def unknown_draft(number: int | str) -> NotFound:
    hint = by_command("see `selo draft list`", "the drafts are on the desk")
    return NotFound(
        Problem(
            "unknown-draft", say("there is no draft {number}", number=number), hint=hint
        )
    )
