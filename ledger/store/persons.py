"""The tables of persons beside the log, which can be erased; the log holds only
digests.

Names, clubs and FIDE ids as they are today; a name that was changed stays in
former_name, so that the person is found under it. What each event seals of a person is
in details.py.

Why: docs/design/013-people-beside-the-log.md
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ledger.errors import LedgerUnusable, Problem
from ledger.store import counted
from ledger.store.counted import added
from ledger.store.tables import Connection, batches, checksum, worth
from messages import Message, by_command, say


class Personal(NamedTuple):
    """A person as they are known today; never part of an event."""

    player: str
    name: str
    club: str | None = None
    fide_id: int | None = None


def digest(salt: str, person: Personal) -> str:
    """Hash a person's details: a swapped name no longer fits its event, and an erased
    one stays provably erased.
    """
    import hashlib

    details = _written()([person.player, person.name, person.club, person.fide_id])
    return hashlib.sha256(f"{salt}\n{details}".encode()).hexdigest()


@cache
def _written() -> Callable[[object], str]:
    """Return the writer of JSON: one for everybody, for the module makes one a text."""
    import json

    return json.JSONEncoder(ensure_ascii=False).encode


def folded(name: str) -> str:
    """Fold a name for searching, without accents and case. Two persons may share it;
    nobody is merged by it.
    """
    if name.isascii():
        return name.casefold()
    import unicodedata

    plain = unicodedata.normalize(
        "NFKD", name.casefold().replace("ø", "o").replace("ł", "l").replace("đ", "d")
    )
    return "".join(c for c in plain if not unicodedata.combining(c))


def club_key(club: str) -> str:
    """Return what tells a club from others: neither capitals nor the way its accents
    are stored, which files of a Mac have as characters of their own.
    """
    if club.isascii():
        return club.casefold()
    import unicodedata

    return unicodedata.normalize("NFC", club).casefold()


def club_names(clubs: Iterable[str | None]) -> dict[str, str]:
    """Map each spelling of a club to the first of them that reads the same."""
    first: dict[str, str] = {}
    return {club: first.setdefault(club_key(club), club) for club in clubs if club}


def keep(
    connection: Connection, salt: str, person: Personal, before: Personal | None
) -> None:
    """Write a person's row, whose digest is in the event; a name that was another
    `before` is kept as a former one.
    """
    if before is not None and before.name != person.name:
        connection.execute(
            "DELETE FROM former_name WHERE player = ? AND name IN (?, ?)",
            (*before[:2], person.name),
        )
        row = (*before, folded(before.name))
        connection.execute(
            "INSERT INTO former_name (player, name, club, fide_id, folded, checksum)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (*row, checksum(row)),
        )
    if before is not None:
        connection.execute("DELETE FROM person WHERE player = ?", (person.player,))
    values = (
        person.player,
        salt,
        person.name,
        person.club,
        person.fide_id,
        folded(person.name),
    )
    connection.execute(
        "INSERT INTO person (player, salt, name, club, fide_id, folded, checksum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*values, checksum(values)),
    )


def forget(connection: Connection, player: str) -> None:
    """Drop a person's rows, the salts too: the digests in the log no longer say
    anything about anybody.
    """
    connection.execute("DELETE FROM person WHERE player = ?", (player,))
    connection.execute("DELETE FROM former_name WHERE player = ?", (player,))


class KeptPerson(NamedTuple):
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


class Former(NamedTuple):
    """A whole row of an earlier name."""

    player: str
    name: str
    club: str | None
    fide_id: int | None
    folded: str

    @property
    def person(self) -> Personal:
        return Personal(self.player, self.name, self.club, self.fide_id)


class PeopleNamed(NamedTuple):
    """People with what they were called before; those of one player, or of several, are
    here whole.
    """

    kept: list[KeptPerson]
    former: list[Former]

    def sums(self) -> dict[str, int]:
        """Add up the rows of each player; return the sums by stream."""
        sums = {stream_of(row.player): worth(row) for row in self.kept}
        for row in self.former:
            stream = stream_of(row.player)
            sums[stream] = added((sums.get(stream, 0), worth(row)))
        return sums


_PERSON = "SELECT player, salt, name, club, fide_id, folded, checksum FROM person"
_FORMER = "SELECT player, name, club, fide_id, folded, checksum FROM former_name"


def damaged(what: Message) -> LedgerUnusable:
    hint = by_command(
        "look at `selo verify`, restore a backup; do not write to this ledger"
    )
    return LedgerUnusable(
        Problem("damaged", say("the people are damaged: {what}", what=what), hint=hint)
    )


def _checked(row: Sequence[Any]) -> Sequence[Any]:
    """Return the row without its checksum, if it is what was written; else refuse it as
    damaged.
    """
    if checksum(row[:-1]) != row[-1]:
        raise damaged(say("a row is not as it was written"))
    return row[:-1]


def _kept(
    connection: Connection, condition: str = "", values: Sequence[Any] = ()
) -> list[KeptPerson]:
    return [
        KeptPerson(*_checked(row))
        for row in connection.execute(f"{_PERSON} {condition}", values).fetchall()
    ]


def _former(
    connection: Connection, condition: str = "", values: Sequence[Any] = ()
) -> list[Former]:
    """Read earlier names, in the order in which they were given up."""
    rows = connection.execute(
        f"{_FORMER} {condition} ORDER BY player, rowid", values
    ).fetchall()
    return [Former(*_checked(row)) for row in rows]


def _people(connection: Connection, players: Collection[str]) -> PeopleNamed:
    """Read some people; refuse rows that are not those that were counted."""
    kept = [
        row
        for some in batches([*players])
        for row in _kept(connection, _among(some), some)
    ]
    if not counted.is_kept(connection):
        return PeopleNamed(kept, _former_of(connection, players))
    sums = dict.fromkeys(map(stream_of, players), 0) | PeopleNamed(kept, []).sums()
    counts = counted.held(connection, "people", [*sums])
    # most people have no earlier name, and then these rows are all that was counted of
    # them
    renamed = [
        player
        for player in players
        if sums[stream_of(player)] != counts[stream_of(player)]
    ]
    people = PeopleNamed(kept, _former_of(connection, renamed))
    if renamed:
        _need(connection, sums | people.sums(), counts)
    return people


def _former_of(connection: Connection, players: Collection[str]) -> list[Former]:
    return [
        row
        for some in batches([*players])
        for row in _former(connection, _among(some), some)
    ]


def _among(players: Sequence[str]) -> str:
    return f"WHERE player IN ({', '.join('?' * len(players))})"


def _everybody(connection: Connection) -> PeopleNamed:
    """Read all people, merged ids too, by id."""
    people = PeopleNamed(_kept(connection, "ORDER BY player"), _former(connection))
    if counted.is_kept(connection):
        sums, counts = (
            people.sums(),
            counted.held_under(connection, "people", "player:"),
        )
        if sums != counts:
            _need(
                connection,
                dict.fromkeys(counts, 0) | sums,
                dict.fromkeys(sums, 0) | counts,
            )
    return people


def _need(
    connection: Connection, sums: Mapping[str, int], counts: Mapping[str, int]
) -> None:
    """Refuse people whose rows are not as they were counted. What this transaction says
    of people is counted at its end.
    """
    differ = (stream for stream, total in sums.items() if total != counts[stream])
    for stream in counted.not_ours(
        connection, differ, "player-registered.", "person-erased."
    ):
        raise damaged(counted.differs(stream))


def stream_of(player: str) -> str:
    return f"player:{player}"


def sums_of(connection: Connection, players: Collection[str]) -> dict[str, int]:
    """Add up the rows of these people as they stand, checked against nothing; return
    the sums by stream.
    """
    kept = [
        row
        for some in batches([*players])
        for row in _kept(connection, _among(some), some)
    ]
    return (
        dict.fromkeys(map(stream_of, players), 0)
        | PeopleNamed(kept, _former_of(connection, players)).sums()
    )


def as_they_are(connection: Connection) -> PeopleNamed:
    """Read all people without checking how they were counted."""
    return PeopleNamed(_kept(connection), _former(connection))


def prove(connection: Connection) -> None:
    """Refuse where anybody's rows are not those that were counted: for look-ups that
    find nobody.
    """
    _everybody(connection)


def look_up(connection: Connection, player: str) -> Personal | None:
    return next((row.person for row in _people(connection, [player]).kept), None)


def with_former_names(
    connection: Connection, player: str
) -> tuple[Personal | None, list[Personal]]:
    """Return a person, and what they were called before in the order in which the names
    were given up.
    """
    people = _people(connection, [player])
    return next((row.person for row in people.kept), None), [
        row.person for row in people.former
    ]


def salt_of(connection: Connection, player: str) -> str | None:
    return next((row.salt for row in _people(connection, [player]).kept), None)


def everybody(connection: Connection) -> list[Personal]:
    """List all persons, merged ids too, by id."""
    return [row.person for row in _everybody(connection).kept]


def former_names(connection: Connection, player: str | None = None) -> list[Personal]:
    """Return former names alone, of one id or of all."""
    people = _everybody(connection) if player is None else _people(connection, [player])
    return [row.person for row in people.former]


def by_fide_id(connection: Connection) -> dict[int, list[str]]:
    """Map each FIDE id to the ids that have it; more than one is for somebody to look
    at.
    """
    ids: dict[int, list[str]] = {}
    for row in _everybody(connection).kept:
        if row.fide_id is not None:
            ids.setdefault(row.fide_id, []).append(row.player)
    return ids


def ids_beginning(connection: Connection, start: str, limit: int) -> list[str]:
    """List player ids that begin with a text, in order."""
    condition = "WHERE player >= ? AND player < ? ORDER BY player LIMIT ?"
    return [
        row.player
        for row in _kept(connection, condition, (start, start + "\x7f", limit))
    ]


def names(
    connection: Connection, players: Collection[str] | None = None
) -> dict[str, str]:
    """Map ids to names: those of `players`, or everybody's if none are given."""
    if players is None:
        return {row.player: row.name for row in _everybody(connection).kept}
    # in the order asked for: whoever prints them may go by it
    known = {row.player: row.name for row in _people(connection, players).kept}
    return {player: known[player] for player in players if player in known}


def some(connection: Connection, players: Sequence[str]) -> dict[str, Personal]:
    """Look up several people by id at once; ids that are not there are missing."""
    return {row.player: row.person for row in _people(connection, players).kept}


def everybody_folded(
    connection: Connection,
) -> tuple[list[tuple[Personal, str]], list[Personal]]:
    """Return all persons with their folded names, by those; and what people were called
    before.
    """
    people = _everybody(connection)
    rows = sorted(people.kept, key=lambda row: (row.folded, row.player))
    return [(row.person, row.folded) for row in rows], [
        row.person for row in people.former
    ]


def by_folded_name(
    connection: Connection, names: Collection[str]
) -> dict[str, set[str]]:
    """Map each of these names, folded, to the ids of all who have it, now or earlier:
    this is normal, and never a reason to merge by itself.
    """
    ids: dict[str, set[str]] = {folded(name): set() for name in names}
    for some in batches([*ids]):
        condition = f"WHERE folded IN ({', '.join('?' * len(some))})"
        rows: list[KeptPerson | Former] = [
            *_kept(connection, condition, some),
            *_former(connection, condition, some),
        ]
        for row in rows:
            ids[row.folded].add(row.player)
    return ids
