"""A webhook as it is kept beside the ledger, and as it is told of."""

from collections.abc import Sequence
from typing import Any

from ledger.errors import NotFound, Problem
from ledger.store.connection import Connection
from messages import by_command, say
from messages.answer import UNSET, Answer, UnsetType, completed_answer
from web.store.beside import looking, rows_found

DELIVERING, PAUSED = "delivering", "paused"
GIVEN_UP = "given-up"  # nobody answered for so long that it was paused
BEYOND = "beyond"  # the ledger does not hold any more what was delivered last
SECRET_PREFIX = "whsec_"


class WebhookRow(Answer, frozen=True, kw_only=True):
    """A webhook; `secret` is there once, when it was just made."""

    id: str
    url: str
    topics: tuple[str, ...]
    private: bool
    plain: bool
    state: str
    delivered: int
    answer: str | None
    answered_at: str | None
    failing_since: str | None
    next_at: str | None
    created_at: str
    created_by: str
    secret: str | UnsetType = UNSET


_COLUMNS = ", ".join(name for name in WebhookRow.__struct_fields__ if name != "secret")


class WebhooksAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `webhook list`, in the order they were added; `head` is the newest
    event of the ledger.
    """

    rows: tuple[WebhookRow, ...]
    head: int


def webhooks(ledger: str) -> tuple[WebhookRow, ...]:
    """Return all webhooks, in the order they were added."""
    rows = rows_found(ledger, f"SELECT {_COLUMNS} FROM webhook ORDER BY created_at, id")
    return tuple(_row(row) for row in rows)


def webhook(ledger: str, name: str) -> WebhookRow:
    """Return one webhook with its secret, to send something with."""
    with looking(ledger) as connection:
        if connection is None:
            raise _unknown(name)
        row = one_webhook(connection, name)
        [secret] = connection.execute(
            "SELECT secret FROM webhook WHERE id = ?", (name,)
        ).fetchone()
    return completed_answer(row, secret=secret)


def one_webhook(connection: Connection, name: str) -> WebhookRow:
    """Return one webhook, or say that there is none of this name."""
    query = f"SELECT {_COLUMNS} FROM webhook WHERE id = ?"
    row = connection.execute(query, (name,)).fetchone()
    if row is None:
        raise _unknown(name)
    return _row(row)


def _unknown(name: str) -> NotFound:
    message = say("there is no webhook {id}", id=repr(name))
    hint = by_command("see `selo webhook list`")
    return NotFound(Problem("unknown-webhook", message, hint=hint))


def _row(row: Sequence[object]) -> WebhookRow:
    """Return a row of the table; its columns are those of a query for `_COLUMNS`."""
    names = _COLUMNS.split(", ")
    values: dict[str, Any] = dict(zip(names, row, strict=True))

    topics = values["topics"].split(",")
    # of no topics the text is empty, and splits into one empty word
    values["topics"] = tuple(filter(None, topics))
    values["private"] = bool(values["private"])
    values["plain"] = bool(values["plain"])

    return WebhookRow(**values)
