"""Keep the federation's register of members, whole as it was read last, outside the
event log.

Who has paid concerns the office alone, and is forgotten with the next register, or when
the person is erased.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta

from features.members.licences import Licence, MemberRegister
from ledger.errors import NotFound, Problem, SeloError
from ledger.store.connection import Connection
from ledger.store.persons import Personal
from ledger.store.tables import marks
from messages import Message, by_command, say
from messages.answer import Answer
from projections.answers.asking import Asked
from web.questions.parameters import FileName
from web.store.beside import changing, looking
from web.store.notices import note

_COLUMNS = ", ".join(Licence._fields)


class ReadMembers(Asked, frozen=True, kw_only=True):
    """A register of members to keep, or with `dry_run` only to look at."""

    name: FileName | None = None
    dry_run: Annotated[
        bool, Meta(description="Keep nothing; say what would differ from what is kept.")
    ] = False


class MembersRead(Answer, frozen=True, kw_only=True):
    """What a register comes to beside the one that was kept: how many of its licences
    are new, or are kept otherwise than before, and how many that were kept are in it no
    more.
    """

    file: str
    licences: int
    people: int
    new: int
    changed: int
    gone: int
    dry_run: bool


def kept_register(ledger: str) -> MemberRegister | None:
    """Return the register that was read last; None where none was read."""
    with looking(ledger) as connection:
        return None if connection is None else _register_kept(connection)


def keep_register(
    ledger: str,
    file: str,
    licences: Sequence[Licence],
    by: str,
    now: str,
    *,
    dry_run: bool,
) -> MembersRead:
    """Keep a register in place of the one before, in one transaction, so that nobody
    ever reads a part of it.
    """
    if dry_run:
        return _register_changes(file, licences, kept_register(ledger), dry_run)
    with changing(ledger, leaving_nothing=True) as connection:
        read = _register_changes(file, licences, _register_kept(connection), dry_run)
        _drop_register(connection)
        connection.execute(
            "INSERT INTO member_register (file, read_at, read_by) VALUES (?, ?, ?)",
            (file, now, by),
        )
        connection.executemany(
            f"INSERT INTO licence ({_COLUMNS}) VALUES ({marks(Licence._fields)})",
            licences,
        )
        note(connection, now, "members-read", by, f"{len(licences)}")
    return read


def forget_register(ledger: str, by: str, now: str) -> MembersRead:
    """Forget the whole register; nothing of it is left in the file."""
    kept = kept_register(ledger)
    if kept is None:
        message = say("no register of members is kept")
        raise NotFound(
            Problem("no-register", message, hint=say("nothing is left to do"))
        )
    with changing(ledger, leaving_nothing=True) as connection:
        _drop_register(connection)
        note(connection, now, "members-forgotten", by, f"{len(kept.licences)}")
    return _register_changes(kept.file, (), kept, dry_run=False)


def forget_members(ledger: str, erased: Sequence[Personal]) -> list[Message]:
    """Forget the licences of people who were erased; a warning where that is not
    possible now.
    """
    players = sorted({person.player for person in erased})
    try:
        with looking(ledger) as connection:
            named = connection is not None and any(
                _licences_of(connection, player) for player in players
            )

        if named:
            with changing(ledger, leaving_nothing=True) as connection:
                for player in players:
                    connection.execute(
                        "DELETE FROM licence WHERE player = ?", (player,)
                    )
    except SeloError as error:
        return [
            by_command(
                "the register of members may still name them: {what}; read it again"
                " with `selo members read`",
                "the register of members may still name them: {what}; read it again",
                what=error.message,
            )
        ]
    return []


def _licences_of(connection: Connection, player: str) -> int:
    return int(
        connection.execute(
            "SELECT COUNT(*) FROM licence WHERE player = ?", (player,)
        ).fetchone()[0]
    )


def _drop_register(connection: Connection) -> None:
    connection.execute("DELETE FROM licence")
    connection.execute("DELETE FROM member_register")


def _register_kept(connection: Connection) -> MemberRegister | None:
    head = connection.execute(
        "SELECT file, read_at, read_by FROM member_register"
    ).fetchone()
    if head is None:
        return None
    rows = connection.execute(
        f"SELECT {_COLUMNS} FROM licence ORDER BY player, begins"
    ).fetchall()
    file, read_at, read_by = head
    licences = tuple(Licence(*row) for row in rows)
    return MemberRegister(file, read_at, read_by, licences)


def _register_changes(
    file: str, licences: Sequence[Licence], kept: MemberRegister | None, dry_run: bool
) -> MembersRead:
    """Hold licences against those that are kept: a person's of the same first day are
    the same licence.
    """
    before = _by_person_and_day(kept.licences if kept else ())
    after = _by_person_and_day(licences)
    in_both = before.keys() & after.keys()
    changed = [key for key in in_both if before[key] != after[key]]

    return MembersRead(
        file=file,
        licences=len(licences),
        people=len({one.player for one in licences}),
        new=len(after) - len(in_both),
        gone=len(before) - len(in_both),
        changed=len(changed),
        dry_run=dry_run,
    )


def _by_person_and_day(licences: Iterable[Licence]) -> dict[tuple[str, str], Licence]:
    """Return licences by their person and first day."""
    return {(one.player, one.begins): one for one in licences}
