"""Keep the log of denied attempts and of changes of tokens, beside the ledger."""

from ledger.store.connection import Connection
from messages.answer import Answer, Moment
from web.store.beside import change_if_free, rows_found

# somebody can send any number of denied attempts: the oldest of them go, and nothing
# else does
MOST_DENIED = 100_000
CLEARED_EVERY = 1000
DENIED = "denied"
ALL = 10**12


class Notice(Answer, frozen=True, kw_only=True):
    """One line: what happened, who did it, and what it was about. `who` is a token's
    id, or - where there is none.
    """

    number: int
    at: Moment
    kind: str
    who: str
    about: str


class NoticesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `access log`, newest first."""

    rows: tuple[Notice, ...]


def note(connection: Connection, at: str, kind: str, who: str, about: str) -> None:
    [number] = connection.execute(
        "INSERT INTO notice (number, at, kind, who, about) VALUES ((SELECT"
        " COALESCE(MAX(number), 0) + 1 FROM notice), ?, ?, ?, ?) RETURNING number",
        (at, kind, who, about),
    ).fetchone()
    if kind == DENIED and number % CLEARED_EVERY == 0:
        oldest = (
            "SELECT number FROM notice WHERE kind = ? ORDER BY number DESC LIMIT 1"
            " OFFSET ?"
        )
        connection.execute(
            f"DELETE FROM notice WHERE kind = ? AND number <= ({oldest})",
            (DENIED, DENIED, MOST_DENIED),
        )


def note_denial(ledger: str, at: str, who: str, about: str) -> None:
    change_if_free(ledger, lambda connection: note(connection, at, DENIED, who, about))


def notices(ledger: str, limit: int | None = None) -> NoticesAnswer:
    query = (
        "SELECT number, at, kind, who, about FROM notice ORDER BY number DESC LIMIT ?"
    )
    rows = rows_found(ledger, query, (ALL if limit is None else limit,))

    return NoticesAnswer(
        rows=tuple(
            Notice(number=n, at=at, kind=k, who=w, about=a) for n, at, k, w, a in rows
        )
    )
