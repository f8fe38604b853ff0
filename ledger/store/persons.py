"""The tables of persons beside the log: names, clubs and FIDE ids, which can be erased; the log holds only digests.

A name that was changed stays in former_name, so that the person is found under it until they are erased.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ledger.store.dialects.choice import spoken
from ledger.store.tables import Connection, batches


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
        connection.execute(
            "INSERT INTO former_name (player, name, club, fide_id, folded) VALUES (?, ?, ?, ?, ?)",
            (*before, folded(before.name)),
        )
    connection.execute("DELETE FROM person WHERE player = ?", (person.player,))
    connection.execute(
        "INSERT INTO person (player, salt, name, club, fide_id, folded) VALUES (?, ?, ?, ?, ?, ?)",
        (person.player, salt, person.name, person.club, person.fide_id, folded(person.name)),
    )


def forget(connection: Connection, player: str) -> None:
    """Drop the rows, the salt too: the digests in the log no longer say anything about anybody."""
    connection.execute("DELETE FROM person WHERE player = ?", (player,))
    connection.execute("DELETE FROM former_name WHERE player = ?", (player,))


def look_up(connection: Connection, player: str) -> Personal | None:
    row = connection.execute("SELECT player, name, club, fide_id FROM person WHERE player = ?", (player,)).fetchone()
    return None if row is None else Personal(*row)


def salt_of(connection: Connection, player: str) -> str | None:
    row = connection.execute("SELECT salt FROM person WHERE player = ?", (player,)).fetchone()
    return None if row is None else row[0]


def everybody(connection: Connection) -> list[Personal]:
    """All persons, merged ids too, by id."""
    rows = connection.execute("SELECT player, name, club, fide_id FROM person ORDER BY player").fetchall()
    return [Personal(*row) for row in rows]


def former_names(connection: Connection, player: str | None = None) -> list[Personal]:
    """What people were called before, of one id or of all; a ledger of an earlier format has none."""
    if not spoken(connection).has_table(connection, "former_name"):
        return []
    one, values = ("", ()) if player is None else (" WHERE player = ?", (player,))
    query = f"SELECT player, name, club, fide_id FROM former_name{one} ORDER BY player, rowid"
    return [Personal(*row) for row in connection.execute(query, values).fetchall()]


def by_fide_id(connection: Connection) -> dict[int, list[str]]:
    """The ids under each FIDE id; more than one is for somebody to look at."""
    ids: dict[int, list[str]] = {}
    rows = connection.execute("SELECT fide_id, player FROM person WHERE fide_id IS NOT NULL ORDER BY player").fetchall()
    for fide_id, player in rows:
        ids.setdefault(fide_id, []).append(player)
    return ids


def ids_beginning(connection: Connection, start: str, limit: int) -> list[str]:
    """Player ids that begin with a text, in order."""
    rows = connection.execute(
        "SELECT player FROM person WHERE player >= ? AND player < ? ORDER BY 1 LIMIT ?", (start, start + "\x7f", limit)
    ).fetchall()
    return [row[0] for row in rows]


def names(connection: Connection, players: Collection[str] | None = None) -> dict[str, str]:
    """Names by id; of everybody when nobody in particular is asked for."""
    if players is None:
        return dict(connection.execute("SELECT player, name FROM person").fetchall())
    # in the order asked for: whoever prints them may go by it
    known = {one.player: one.name for one in _some(connection, [*players])}
    return {player: known[player] for player in players if player in known}


def some(connection: Connection, players: Sequence[str]) -> dict[str, Personal]:
    """Several people by id at once; who is not there is missing."""
    return {one.player: one for one in _some(connection, [*players])}


def _some(connection: Connection, players: Sequence[str]) -> Iterator[Personal]:
    for part in batches(players):
        marks = ", ".join("?" * len(part))
        select = f"SELECT player, name, club, fide_id FROM person WHERE player IN ({marks})"
        yield from (Personal(*row) for row in connection.execute(select, part).fetchall())


def everybody_folded(connection: Connection) -> list[tuple[Personal, str]]:
    """All persons with their folded names, by those."""
    rows = connection.execute("SELECT player, name, club, fide_id, folded FROM person ORDER BY folded, player")
    return [(Personal(*row[:4]), row[4]) for row in rows]


def same_name(connection: Connection, name: str, player: str) -> list[str]:
    """Others by that name, now or earlier: normal, and never a reason to merge by itself."""
    rows = connection.execute(
        "SELECT player FROM person WHERE folded = ? AND player <> ? UNION"
        " SELECT player FROM former_name WHERE folded = ? AND player <> ? ORDER BY player",
        (folded(name), player) * 2,
    ).fetchall()
    return [row[0] for row in rows]
