"""The person table beside the log: names, clubs and FIDE ids, which can be erased; the log holds only their digest."""

from collections.abc import Iterable
from typing import NamedTuple

from ledger.store.database import Connection

DDL = (
    "CREATE TABLE person (player TEXT PRIMARY KEY, salt TEXT NOT NULL, name TEXT NOT NULL, club TEXT,"
    " fide_id BIGINT, folded TEXT NOT NULL)",
    "CREATE INDEX person_by_name ON person (folded)",
    "CREATE INDEX person_by_fide ON person (fide_id)",
    "CREATE TABLE source_file (sha256 TEXT PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL)",
)


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


def keep(connection: Connection, salt: str, person: Personal) -> str:
    """Writes the row, answers the digest for the event."""
    connection.execute("DELETE FROM person WHERE player = ?", (person.player,))
    connection.execute(
        "INSERT INTO person (player, salt, name, club, fide_id, folded) VALUES (?, ?, ?, ?, ?, ?)",
        (person.player, salt, person.name, person.club, person.fide_id, folded(person.name)),
    )
    return digest(salt, person)


def forget(connection: Connection, player: str) -> None:
    """The row goes, its salt too: the digests in the log say no more about anybody."""
    person = look_up(connection, player)
    connection.execute("DELETE FROM person WHERE player = ?", (player,))
    _forget_sources(connection, player)
    if person is not None:
        _forget_naming(connection, person)


def keep_source(connection: Connection, sha256: str, name: str, data: bytes) -> None:
    """The very bytes a tournament was read from: they hold names, so they stand here and not in the log."""
    connection.execute("DELETE FROM source_file WHERE sha256 = ?", (sha256,))
    connection.execute("INSERT INTO source_file (sha256, name, bytes) VALUES (?, ?, ?)", (sha256, name, data))


def source(connection: Connection, sha256: str) -> tuple[str, bytes] | None:
    """Name and bytes of a source file, as long as nobody in it was erased."""
    row = connection.execute("SELECT name, bytes FROM source_file WHERE sha256 = ?", (sha256,)).fetchone()
    return None if row is None else (row[0], bytes(row[1]))


def _forget_sources(connection: Connection, player: str) -> None:
    """With a person go the files of the tournaments he played in; their SHA-256 stays in the log."""
    connection.execute(
        "DELETE FROM source_file WHERE sha256 IN (SELECT json_extract(CAST(event.state AS TEXT), '$.body.source')"
        " FROM plays JOIN event ON event.stream = 'tournament:' || plays.tournament WHERE plays.player = ?)",
        (player,),
    )


def _forget_naming(connection: Connection, person: Personal) -> None:
    """And the files that only list him: without a game, or in an earlier state. A file too many is no harm."""
    for sha256, data in connection.execute("SELECT sha256, bytes FROM source_file").fetchall():
        if _names(bytes(data), person):
            connection.execute("DELETE FROM source_file WHERE sha256 = ?", (sha256,))


def _names(data: bytes, person: Personal) -> bool:
    """Whether a line has his FIDE id or every word of his name."""
    import re

    try:
        text = folded(data.decode("utf-8"))
    except UnicodeDecodeError:
        text = folded(data.decode("latin-1"))
    fide_id = [] if person.fide_id is None else [str(person.fide_id)]
    wanted = [set(found) for found in (re.findall(r"\w+", folded(person.name)), fide_id) if found]
    wanted = [words for words in wanted if all(word in text for word in words)]  # most files are done with here
    lines = re.split(r"[\r\n]+", text) if wanted else []
    return any(words <= set(re.findall(r"\w+", line)) for line in lines for words in wanted)


def look_up(connection: Connection, player: str) -> Personal | None:
    row = connection.execute("SELECT player, name, club, fide_id FROM person WHERE player = ?", (player,)).fetchone()
    return None if row is None else Personal(*row)


def names(connection: Connection, players: Iterable[str] | None = None) -> dict[str, str]:
    """Names by id; of everybody when nobody in particular is asked for."""
    if players is None:
        return dict(connection.execute("SELECT player, name FROM person").fetchall())
    found: dict[str, str] = {}
    for player in players:
        row = connection.execute("SELECT name FROM person WHERE player = ?", (player,)).fetchone()
        if row is not None:
            found[player] = row[0]
    return found


def find(connection: Connection, words: str) -> list[Personal]:
    """Everybody whose name holds all the words, or whose id or FIDE id is the text."""
    rows = connection.execute(
        "SELECT player, name, club, fide_id, folded FROM person ORDER BY folded, player"
    ).fetchall()
    wanted = folded(words).split()
    return [
        Personal(*row[:4])
        for row in rows
        if words == row[0]
        or (row[3] is not None and words == str(row[3]))
        or (wanted and all(word in row[4] for word in wanted))
    ]


def same_name(connection: Connection, name: str, player: str) -> list[str]:
    """Others by that name: normal, and never a reason to merge by itself."""
    rows = connection.execute(
        "SELECT player FROM person WHERE folded = ? AND player <> ? ORDER BY player", (folded(name), player)
    ).fetchall()
    return [row[0] for row in rows]
