"""The tables of persons beside the log, which can be erased; the log holds only digests.

Names, clubs and FIDE ids as they are today; a name that was changed stays in former_name, so that the person is found
under it. Days of birth, the sex and the wish not to be listed, as each event stated them.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from ledger.errors import LedgerUnusable, Problem
from ledger.sealed import PlayerRegistered
from ledger.store.tables import Connection, batches, checksum
from messages import by_command, say


class Personal(NamedTuple):
    """What is known of a person today; never part of an event."""

    player: str
    name: str
    club: str | None = None
    fide_id: int | None = None


def digest(salt: str, person: Personal) -> str:
    """A swapped name no longer fits its event; an erased one stays provably erased."""
    import hashlib
    import json

    details = json.dumps([person.player, person.name, person.club, person.fide_id], ensure_ascii=False)
    return hashlib.sha256(f"{salt}\n{details}".encode()).hexdigest()


def folded(name: str) -> str:
    """For searching: without accents and case. Two persons may share it; nobody is merged by it."""
    import unicodedata

    plain = unicodedata.normalize("NFKD", name.casefold().replace("ø", "o").replace("ł", "l").replace("đ", "d"))
    return "".join(c for c in plain if not unicodedata.combining(c))


def keep(connection: Connection, salt: str, person: Personal) -> None:
    """Writes the row; its digest is in the event. Another name than before is kept as a former one."""
    before = look_up(connection, person.player)
    if before is not None and before.name != person.name:
        connection.execute("DELETE FROM former_name WHERE player = ? AND name IN (?, ?)", (*before[:2], person.name))
        row = (*before, folded(before.name))
        connection.execute(
            "INSERT INTO former_name (player, name, club, fide_id, folded, checksum) VALUES (?, ?, ?, ?, ?, ?)",
            (*row, checksum(row)),
        )
    connection.execute("DELETE FROM person WHERE player = ?", (person.player,))
    values = (person.player, salt, person.name, person.club, person.fide_id, folded(person.name))
    connection.execute(
        "INSERT INTO person (player, salt, name, club, fide_id, folded, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*values, checksum(values)),
    )


def forget(connection: Connection, player: str) -> None:
    """Drop the rows, the salts too: the digests in the log no longer say anything about anybody."""
    connection.execute("DELETE FROM detail WHERE player = ?", (player,))
    connection.execute("DELETE FROM person WHERE player = ?", (player,))
    connection.execute("DELETE FROM former_name WHERE player = ?", (player,))


class _Kept(NamedTuple):
    """A whole row of a person."""

    player: str
    salt: str
    name: str
    club: str | None
    fide_id: int | None
    folded: str

    @property
    def person(self) -> Personal:
        return Personal(self.player, self.name, self.club, self.fide_id)


_PERSON = "SELECT player, salt, name, club, fide_id, folded, checksum FROM person"
_FORMER = "SELECT player, name, club, fide_id, folded, checksum FROM former_name"


def _checked(row: Sequence[Any]) -> Sequence[Any]:
    """The row without its checksum, if it is what was written."""
    if checksum(row[:-1]) != row[-1]:
        raise _damaged()
    return row[:-1]


def _damaged() -> LedgerUnusable:
    hint = by_command("look at `selo verify`, restore a backup; do not write to this ledger")
    return LedgerUnusable(Problem("damaged", say("the people are damaged: a row is not as it was written"), hint=hint))


def _rows(connection: Connection, condition: str = "", values: Sequence[Any] = ()) -> Iterator[_Kept]:
    for row in connection.execute(f"{_PERSON} {condition}", tuple(values)).fetchall():
        yield _Kept(*_checked(row))


def look_up(connection: Connection, player: str) -> Personal | None:
    return next((row.person for row in _rows(connection, "WHERE player = ?", (player,))), None)


def salt_of(connection: Connection, player: str) -> str | None:
    return next((row.salt for row in _rows(connection, "WHERE player = ?", (player,))), None)


def everybody(connection: Connection) -> list[Personal]:
    """All persons, merged ids too, by id."""
    return [row.person for row in _rows(connection, "ORDER BY player")]


def former_names(connection: Connection, player: str | None = None) -> list[Personal]:
    """What people were called before, of one id or of all, in the order in which the names were given up."""
    one, values = ("", ()) if player is None else (" WHERE player = ?", (player,))
    rows = connection.execute(f"{_FORMER}{one} ORDER BY player, rowid", values).fetchall()
    return [Personal(*_checked(row)[:4]) for row in rows]


def by_fide_id(connection: Connection) -> dict[int, list[str]]:
    """The ids under each FIDE id; more than one is for somebody to look at."""
    ids: dict[int, list[str]] = {}
    for row in _rows(connection, "WHERE fide_id IS NOT NULL ORDER BY player"):
        assert row.fide_id is not None
        ids.setdefault(row.fide_id, []).append(row.player)
    return ids


def ids_beginning(connection: Connection, start: str, limit: int) -> list[str]:
    """Player ids that begin with a text, in order."""
    condition = "WHERE player >= ? AND player < ? ORDER BY player LIMIT ?"
    return [row.player for row in _rows(connection, condition, (start, start + "\x7f", limit))]


def names(connection: Connection, players: Collection[str] | None = None) -> dict[str, str]:
    """Names by id; of everybody when nobody in particular is asked for."""
    if players is None:
        return {row.player: row.name for row in _rows(connection)}
    # in the order asked for: whoever prints them may go by it
    known = {one.player: one.name for one in _some(connection, [*players])}
    return {player: known[player] for player in players if player in known}


def some(connection: Connection, players: Sequence[str]) -> dict[str, Personal]:
    """Several people by id at once; who is not there is missing."""
    return {one.player: one for one in _some(connection, [*players])}


def _some(connection: Connection, players: Sequence[str]) -> Iterator[Personal]:
    for part in batches(players):
        marks = ", ".join("?" * len(part))
        yield from (row.person for row in _rows(connection, f"WHERE player IN ({marks})", part))


def everybody_folded(connection: Connection) -> list[tuple[Personal, str]]:
    """All persons with their folded names, by those."""
    return [(row.person, row.folded) for row in _rows(connection, "ORDER BY folded, player")]


def same_name(connection: Connection, name: str, player: str) -> list[str]:
    """Others by that name, now or earlier: normal, and never a reason to merge by itself."""
    values = (folded(name), player)
    others = {row.player for row in _rows(connection, "WHERE folded = ? AND player <> ?", values)}
    earlier = connection.execute(f"{_FORMER} WHERE folded = ? AND player <> ?", values).fetchall()
    return sorted(others | {_checked(row)[0] for row in earlier})


class Sealed(NamedTuple):
    """What stands beside the log of an event."""

    salt: str
    born: str | None
    sex: str | None
    unlisted: int | None


def seal(player: str, beside: Sealed) -> str:
    """The digest that the event holds of it."""
    import hashlib
    import json

    stated = json.dumps([player, *beside[1:]])
    return hashlib.sha256(f"{beside.salt}\n{stated}".encode()).hexdigest()


def under_seal(body: PlayerRegistered) -> Sealed:
    return Sealed(body.salt, body.born, body.sex, None if body.unlisted is None else int(body.unlisted))


def keep_sealed(connection: Connection, seq: int, body: PlayerRegistered) -> None:
    """Writes what the event does not say; its seal is in the event."""
    connection.execute(
        "INSERT INTO detail (seq, player, salt, born, sex, unlisted) VALUES (?, ?, ?, ?, ?, ?)",
        (seq, body.player, *under_seal(body)),
    )


def sealed_between(connection: Connection, first: int, last: int) -> dict[int, Sealed]:
    """What stands beside the events of a part of the log, by seq."""
    query = "SELECT seq, salt, born, sex, unlisted FROM detail WHERE seq BETWEEN ? AND ?"
    return {row[0]: Sealed(*row[1:]) for row in connection.execute(query, (first, last)).fetchall()}


def sealed_of(connection: Connection, seqs: Sequence[int]) -> dict[int, Sealed]:
    """The same of events from anywhere in it."""
    found: dict[int, Sealed] = {}
    for part in batches(seqs):
        query = f"SELECT seq, salt, born, sex, unlisted FROM detail WHERE seq IN ({', '.join('?' * len(part))})"
        found.update((row[0], Sealed(*row[1:])) for row in connection.execute(query, tuple(part)).fetchall())
    return found


def unsealed(body: PlayerRegistered, beside: Sealed | None) -> PlayerRegistered:
    """The event with what stands beside it, if that is what it seals; without, the person was erased."""
    if beside is None:
        return body
    if seal(body.player, beside) != body.seal:
        raise _damaged()
    salt, born, sex, unlisted = beside
    return replace(body, salt=salt, born=born, sex=sex, unlisted=None if unlisted is None else bool(unlisted))


def stated_about_listing(connection: Connection) -> list[str]:
    """The ids of which anything was ever said about being listed in public."""
    rows = connection.execute("SELECT DISTINCT player FROM detail WHERE unlisted IS NOT NULL").fetchall()
    return [row[0] for row in rows]
