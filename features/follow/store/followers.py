"""Keep addresses that are confirmed, and what each follows."""

import secrets
from collections.abc import Iterable, Sequence

from features.follow.store.asked import WishToFollow, take_wish
from features.follow.subjects import PLAYER, Subject
from ledger.errors import NotFound, Problem, Refused, SeloError
from ledger.store.connection import Connection
from ledger.store.persons import Personal
from messages import Message, by_command, say
from web.store.beside import changing, rows_found

MOST_FOLLOWED = 100  # by one address


def confirm(
    ledger: str, secret: str, seq: int, today: str, now: str
) -> WishToFollow | None:
    """Let the address of a link follow what it was asked for, from the events after
    `seq` on, and so from tomorrow; None for a link that does not work.
    """
    with changing(ledger, unread=True) as connection:
        asked = take_wish(connection, secret, now)
        if asked is None:
            return None

        [count] = connection.execute(
            "SELECT COUNT(*) FROM follow_subject WHERE address = ?", (asked.address,)
        ).fetchone()
        if count >= MOST_FOLLOWED:
            message = say("one address follows at most {count}", count=MOST_FOLLOWED)
            hint = say("the link in each email stops what you follow")
            raise Refused(Problem("follow-too-many", message, hint=hint))

        connection.execute(
            "INSERT INTO follow_address (address, language, secret, looked_on) VALUES (?,"
            " ?, ?, ?) ON CONFLICT (address) DO UPDATE SET language = excluded.language",
            (asked.address, asked.language, secrets.token_urlsafe(24), today),
        )
        connection.execute(
            "INSERT INTO follow_subject (address, kind, subject, since) VALUES (?, ?, ?,"
            " ?) ON CONFLICT (address, kind, subject) DO NOTHING",
            (asked.address, *asked.subject, seq),
        )
    return asked


def subjects_followed(ledger: str, secret: str) -> list[Subject]:
    """Return what the address of a link follows; nothing for a link that leads to none."""
    rows = rows_found(
        ledger,
        "SELECT kind, subject FROM follow_address JOIN follow_subject ON"
        " follow_subject.address = follow_address.address WHERE secret = ? ORDER BY"
        " kind, subject",
        (secret,),
    )
    return [Subject(*row) for row in rows]


def end(ledger: str, secret: str, subject: Subject | None = None) -> None:
    """End what the address of a link follows: one thing, or all of it. An address that
    follows nothing is forgotten.
    """
    with changing(ledger, leaving_nothing=True, unread=True) as connection:
        row = connection.execute(
            "SELECT address FROM follow_address WHERE secret = ?", (secret,)
        ).fetchone()
        if row is None:
            return
        condition, values = "address = ?", [row[0]]
        if subject is not None:
            condition += " AND kind = ? AND subject = ?"
            values += [*subject]
        connection.execute(f"DELETE FROM follow_subject WHERE {condition}", values)
        forget_idle(connection)


def forget_idle(connection: Connection) -> None:
    """Forget the addresses that follow nothing any more."""
    connection.execute(
        "DELETE FROM follow_address WHERE address NOT IN (SELECT address FROM"
        " follow_subject)"
    )


def forget_address(ledger: str, address: str) -> int:
    """Forget an address, whether it was confirmed or not; return how much it followed.

    NotFound: nothing is known of it.
    """
    address = address.strip().lower()
    with changing(ledger, leaving_nothing=True, unread=True) as connection:
        gone = 0
        for table in ("follow_subject", "follow_asked"):
            rows = connection.execute(
                f"DELETE FROM {table} WHERE address = ? RETURNING kind", (address,)
            ).fetchall()
            gone += len(rows)
        forget_idle(connection)
    if not gone:
        message = say("nothing is known of the address {address}", address=address)
        hint = by_command("see `selo follow count`", "look for a typing mistake")
        raise NotFound(Problem("unknown-follower", message, hint=hint))
    return gone


def end_subjects(ledger: str, subjects: Iterable[Subject]) -> None:
    """End for everybody what may not be followed any more."""
    with changing(ledger, leaving_nothing=True, unread=True) as connection:
        for subject in subjects:
            for table in ("follow_subject", "follow_asked"):
                connection.execute(
                    f"DELETE FROM {table} WHERE kind = ? AND subject = ?", subject
                )
        forget_idle(connection)


def forget_erased(ledger: str, erased: Sequence[Personal]) -> list[Message]:
    """End what follows erased people; warn where that is not possible now. Nothing is
    mailed of them even then: whoever sends looks again.
    """
    subjects = [Subject(PLAYER, person.player) for person in erased]
    query = (
        "SELECT 1 FROM follow_subject WHERE kind = ? AND subject = ? UNION ALL SELECT 1"
        " FROM follow_asked WHERE kind = ? AND subject = ?"
    )
    try:
        followed = [one for one in subjects if rows_found(ledger, query, (*one, *one))]
        if followed:
            end_subjects(ledger, followed)
    except SeloError as error:
        return [
            say(
                "addresses may still be kept that follow them by mail: {what}",
                what=error.message,
            )
        ]
    return []
