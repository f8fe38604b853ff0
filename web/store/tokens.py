"""Keep tokens: shown once when they are made, kept as a hash.

selo_ID_SECRET_CHECK: the prefix and the checksum let a scanner find one that leaked,
the id finds its row, and the secret has 200 bits, so that a plain SHA-256 of it is
enough.
"""

import hmac
import re
import secrets
import zlib
from collections.abc import Callable
from typing import NamedTuple

from ledger.actors import flaw_of, likeness, not_an_actor, spelled
from ledger.errors import NotFound, Problem, Refused, Usage, Where
from ledger.field_types import ACTOR_TAKES
from ledger.store.connection import Connection
from messages import by_command, say
from messages.answer import UNSET, Answer, Date, Moment, UnsetType
from web.store.beside import change_if_free, changing, first_found, rows_found
from web.store.notices import note
from web.store.roles import Role
from web.store.secret_hash import hashed

PREFIX = "selo"
_TOKEN = re.compile(
    r"(?P<begins>selo_(?P<id>[0-9a-f]{8})_(?P<secret>[0-9a-f]{50}))"
    r"_(?P<checksum>[0-9a-f]{8})"
)
# how often the last use is written down: once a minute is enough to see what is no
# longer needed
USE_NOTED_AFTER = len("2026-11-01T12:00")


SESSION = "session"  # what stands in the place of a token's id


class Who(NamedTuple):
    """Somebody who showed a token or a session: the name is the actor of what they
    record.
    """

    name: str
    role: Role
    token: str

    @property
    def is_in_browser(self) -> bool:
        """Whether they are logged in, in a browser, and show no token."""
        return self.token == SESSION


class TokenRow(Answer, frozen=True, kw_only=True):
    """A token without its secret; `token` is there once, when it was just made."""

    id: str
    name: str
    role: str
    created_at: Moment
    created_by: str
    expires_on: Date | None
    last_used: Moment | None
    revoked_at: Moment | None
    token: str | UnsetType = UNSET


class TokensAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `access list`."""

    rows: tuple[TokenRow, ...]


def checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"


def new_token(
    ledger: str,
    name: str,
    role: Role,
    expires_on: str | None,
    by: str,
    now: str,
    chance: Callable[[int], str] = secrets.token_hex,
) -> TokenRow:
    """Make a token for a name, which will be the actor of everything recorded with it."""
    name = checked_name(name)

    if expires_on is not None and expires_on <= now[:10]:
        message = say(
            "a token that expires on {expires_on} would never work",
            expires_on=expires_on,
        )
        raise Usage(
            Problem(
                "token-expired",
                message,
                Where(field="expires"),
                say("name a later day"),
            )
        )

    token, secret = chance(4), chance(25)
    text = f"{PREFIX}_{token}_{secret}"

    with changing(ledger) as connection:
        refuse_lookalike(connection, name, now)
        connection.execute(
            "INSERT INTO token (id, name, role, hash, created_at, created_by,"
            " expires_on) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (token, name, role.value, hashed(secret), now, by, expires_on),
        )
        note(connection, now, "token-made", by, f"{token} for {name} as {role}")

    return TokenRow(
        id=token,
        name=name,
        role=role.value,
        created_at=now,
        created_by=by,
        expires_on=expires_on,
        last_used=None,
        revoked_at=None,
        token=f"{text}_{checksum(text)}",
    )


def checked_name(name: str, field: str = "name") -> str:
    """Spell a name as the log has it; refuse one under which nobody can act."""
    spelt = spelled(name)
    if (why := flaw_of(spelt)) is not None:
        raise Usage(
            Problem(
                "token-name", not_an_actor(name, why), Where(field=field), ACTOR_TAKES
            )
        )
    return spelt


def refuse_lookalike(connection: Connection, name: str, now: str) -> None:
    """Refuse a name that an eye takes for another one here: they would be two people in
    the log, or two pairs of eyes.
    """
    rows = connection.execute(
        "SELECT name FROM token WHERE revoked_at IS NULL UNION SELECT name FROM session"
        " WHERE expires_at > ? UNION SELECT name FROM login WHERE expires_at > ?",
        (now, now),
    ).fetchall()
    for (other,) in rows:
        if other != name and likeness(other) == likeness(name):
            message = say(
                "{name} looks like {other}, who is here already",
                name=repr(name),
                other=repr(other),
            )
            hint = say(
                "always write one person's name the same way, and two people's names"
                " differently"
            )
            raise Usage(Problem("token-name", message, Where(field="name"), hint))


def tokens(ledger: str) -> TokensAnswer:
    """List all tokens in the order they were made, revoked ones too."""
    names = [name for name in TokenRow.__struct_fields__ if name != "token"]
    rows = rows_found(
        ledger, f"SELECT {', '.join(names)} FROM token ORDER BY created_at, id"
    )
    return TokensAnswer(
        rows=tuple(TokenRow(**dict(zip(names, row, strict=True))) for row in rows)
    )


def revoke(ledger: str, token: str, by: str, now: str) -> TokenRow:
    """Revoke a token: from now on nobody gets in with it, not even on a connection that
    is open.

    Browsers of the same name are logged out, and links to log in do not work any more.
    """
    row = next((row for row in tokens(ledger).rows if row.id == token), None)
    if row is None:
        message = say("there is no token {token}", token=repr(token))
        raise NotFound(
            Problem("unknown-token", message, hint=by_command("see `selo access list`"))
        )

    if row.revoked_at is not None:
        message = say(
            "the token {token} was revoked at {revoked_at}",
            token=token,
            revoked_at=row.revoked_at,
        )
        raise Refused(
            Problem("token-revoked", message, hint=say("nothing is left to do"))
        )

    with changing(ledger) as connection:
        connection.execute("UPDATE token SET revoked_at = ? WHERE id = ?", (now, token))
        for table in ("session", "login"):
            connection.execute(f"DELETE FROM {table} WHERE name = ?", (row.name,))

        note(
            connection,
            now,
            "token-revoked",
            by,
            f"{token} for {row.name} as {row.role}",
        )

    return next(row for row in tokens(ledger).rows if row.id == token)


def who_shows(ledger: str, text: str, now: str) -> Who | None:
    """Find whose token it is; None unless it works now.

    A slip in the text is found by its checksum, without a look at what is kept. That
    the token was used is noted now and then, unless somebody else is writing.
    """
    parts = _TOKEN.fullmatch(text)
    if parts is None or checksum(parts["begins"]) != parts["checksum"]:
        return None

    query = (
        "SELECT name, role, hash, expires_on, last_used, revoked_at FROM token WHERE"
        " id = ?"
    )
    row = first_found(ledger, query, (parts["id"],))
    # a token that there is not costs the same comparison as one that there is
    unknown = ("", "", bytes(32), None, None, None)
    name, role, stored, expires_on, last_used, revoked_at = row or unknown
    if not hmac.compare_digest(stored, hashed(parts["secret"])) or row is None:
        return None

    if revoked_at is not None or (expires_on is not None and now[:10] > expires_on):
        return None

    if (last_used or "")[:USE_NOTED_AFTER] != now[:USE_NOTED_AFTER]:
        used = ("UPDATE token SET last_used = ? WHERE id = ?", (now, parts["id"]))
        change_if_free(ledger, lambda connection: connection.execute(*used))

    return Who(name, Role(role), parts["id"])
