"""The tables of persons beside the log, which can be erased; the log holds only
digests.

Names, clubs and FIDE ids as they are today; a name that was changed stays in
former_name, so that the person is found under it. What each event seals of a person is
in details.py.

Why: docs/design/013-people-beside-the-log.md
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from ledger.errors import LedgerUnusable, Problem
from ledger.store import counted
from ledger.store.connection import Connection
from ledger.store.tables import among, batches, checksum, summed_checksum
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

    details = _json_writer()([person.player, person.name, person.club, person.fide_id])
    return hashlib.sha256(f"{salt}\n{details}".encode()).hexdigest()


@cache
def _json_writer() -> Callable[[object], str]:
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

    text = name.casefold().replace("ø", "o").replace("ł", "l").replace("đ", "d")
    letters = unicodedata.normalize("NFKD", text)
    return "".join([one for one in letters if not unicodedata.combining(one)])


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


def keep_person(
    connection: Connection, salt: str, person: Personal, before: Personal | None
) -> None:
    """Write a person's row, whose digest is in the event; a name that was another
    `before` is kept as a former one.
    """
    if before is not None:
        if before.name != person.name:
            _keep_former_name(connection, before, person.name)
        connection.execute("DELETE FROM person WHERE player = ?", (person.player,))

    row = KeptPerson(
        player=person.player,
        salt=salt,
        name=person.name,
        club=person.club,
        fide_id=person.fide_id,
        folded=folded(person.name),
    )
    connection.execute(
        "INSERT INTO person (player, salt, name, club, fide_id, folded, checksum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (*row, checksum(row)),
    )


def _keep_former_name(connection: Connection, former: Personal, name: str) -> None:
    """Keep the details that somebody had until now; `name`: what they are called from
    now on, which is no former name any more.
    """
    connection.execute(
        "DELETE FROM former_name WHERE player = ? AND name IN (?, ?)",
        (former.player, former.name, name),
    )
    row = Former(*former, folded(former.name))
    connection.execute(
        "INSERT INTO former_name (player, name, club, fide_id, folded, checksum)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (*row, checksum(row)),
    )


def forget_person(connection: Connection, player: str) -> None:
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
        """Return what is called personal of it: without salt and folded name."""
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
        """Return what is called personal of it, under the name of that time."""
        return Personal(self.player, self.name, self.club, self.fide_id)


class PeopleNamed(NamedTuple):
    """People with what they were called before; those of one player, or of several, are
    here whole.
    """

    kept: list[KeptPerson]
    former: list[Former]

    def sums(self) -> dict[str, int]:
        """Add up the rows of each player; return the sums by stream."""
        sums: dict[str, int] = {}
        for person in self.kept:
            stream = stream_of(person.player)
            counted.add_to(sums, stream, summed_checksum(person))
        for earlier in self.former:
            stream = stream_of(earlier.player)
            counted.add_to(sums, stream, summed_checksum(earlier))
        return sums


_PERSON = "SELECT player, salt, name, club, fide_id, folded, checksum FROM person"
_FORMER = "SELECT player, name, club, fide_id, folded, checksum FROM former_name"


def damaged(what: Message) -> LedgerUnusable:
    """Make the refusal of rows of people that are not what was written."""
    message = say("the people are damaged: {what}", what=what)
    hint = by_command(
        "look at `selo verify`, restore a backup; do not write to this ledger"
    )
    return LedgerUnusable(Problem("damaged", message, hint=hint))


def _checked(row: Sequence[Any]) -> Sequence[Any]:
    """Return the row without its checksum, if it is what was written; else refuse it as
    damaged.
    """
    *values, stored = row
    if checksum(values) != stored:
        raise damaged(say("a row is not as it was written"))
    return values


def _persons_where(
    connection: Connection, condition: str = "", values: Sequence[Any] = ()
) -> list[KeptPerson]:
    """Read the persons whom the condition of SQL chooses, each held against its
    checksum.
    """
    rows = connection.execute(f"{_PERSON} {condition}", values).fetchall()
    return [KeptPerson(*_checked(row)) for row in rows]


def _former(
    connection: Connection, condition: str = "", values: Sequence[Any] = ()
) -> list[Former]:
    """Read earlier names, in the order in which they were given up."""
    query = f"{_FORMER} {condition} ORDER BY player, rowid"
    rows = connection.execute(query, values).fetchall()
    return [Former(*_checked(row)) for row in rows]


def _people(connection: Connection, players: Collection[str]) -> PeopleNamed:
    """Read some people; refuse rows that are not those that were counted."""
    kept = _kept_persons(connection, players)
    if not counted.is_anything_counted(connection):
        return PeopleNamed(kept, _former_of(connection, players))
    sums = {stream_of(player): 0 for player in players}
    sums |= PeopleNamed(kept, []).sums()
    counts = counted.counts_of(connection, "people", [*sums])
    # most people have no earlier name, and then these rows are all that was counted of
    # them
    renamed = []
    for player in players:
        stream = stream_of(player)
        if sums[stream] != counts[stream]:
            renamed.append(player)

    people = PeopleNamed(kept, _former_of(connection, renamed))
    if renamed:
        _need(connection, sums | people.sums(), counts)
    return people


def _kept_persons(connection: Connection, players: Collection[str]) -> list[KeptPerson]:
    """Read the persons of these players, some hundreds at a time: a statement takes
    only so many values.
    """
    rows: list[KeptPerson] = []
    for batch in batches([*players]):
        condition = among("player", batch)
        rows += _persons_where(connection, f"WHERE {condition}", batch)
    return rows


def _former_of(connection: Connection, players: Collection[str]) -> list[Former]:
    """Read the earlier names of these players, those of each in the order in which they
    were given up.
    """
    rows: list[Former] = []
    for batch in batches([*players]):
        condition = among("player", batch)
        rows += _former(connection, f"WHERE {condition}", batch)
    return rows


def _everybody(connection: Connection) -> PeopleNamed:
    """Read all people, merged ids too, by id; refuse rows that are not those that were
    counted.
    """
    people = PeopleNamed(
        _persons_where(connection, "ORDER BY player"), _former(connection)
    )
    if not counted.is_anything_counted(connection):
        return people
    sums = people.sums()
    counts = counted.counts_under(connection, "people", "player:")
    if sums != counts:
        streams = dict.fromkeys([*counts, *sums], 0)
        _need(connection, streams | sums, streams | counts)
    return people


def _need(
    connection: Connection, sums: Mapping[str, int], counts: Mapping[str, int]
) -> None:
    """Refuse people whose rows are not as they were counted. What this transaction says
    of people is counted at its end.
    """
    differing = [stream for stream, total in sums.items() if total != counts[stream]]
    not_ours = counted.streams_of_others(
        connection, differing, "player-registered.", "person-erased."
    )
    if not_ours:
        raise damaged(counted.miscount_in_words(not_ours[0]))


def stream_of(player: str) -> str:
    """Return the stream of a player.

    F-0012 -> player:F-0012
    """
    return f"player:{player}"


def sums_of(connection: Connection, players: Collection[str]) -> dict[str, int]:
    """Add up the rows of these people as they stand, checked against nothing; return
    the sums by stream.
    """
    kept = _kept_persons(connection, players)
    former = _former_of(connection, players)
    people = PeopleNamed(kept, former)
    sums = {stream_of(player): 0 for player in players}
    return sums | people.sums()


def unchecked_people(connection: Connection) -> PeopleNamed:
    """Read all people without checking how they were counted."""
    return PeopleNamed(_persons_where(connection), _former(connection))


def refuse_miscounted_people(connection: Connection) -> None:
    """Refuse where anybody's rows are not those that were counted: for look-ups that
    find nobody.
    """
    _everybody(connection)


def look_up(connection: Connection, player: str) -> Personal | None:
    """Return a person by id; None of one who is not there, or was erased."""
    person, _ = with_former_names(connection, player)
    return person


def with_former_names(
    connection: Connection, player: str
) -> tuple[Personal | None, list[Personal]]:
    """Return a person, and what they were called before in the order in which the names
    were given up.
    """
    people = _people(connection, [player])
    former = [row.person for row in people.former]
    for row in people.kept:
        return row.person, former
    return None, former


def salt_of(connection: Connection, player: str) -> str | None:
    """Return the salt of a person; None of one who is not there, or was erased."""
    for row in _people(connection, [player]).kept:
        return row.salt
    return None


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
    """List player ids that begin with a text, in order, so many at most."""
    condition = "WHERE player >= ? AND player < ? ORDER BY player LIMIT ?"
    # behind every character that an id may have
    behind = start + "\x7f"
    rows = _persons_where(connection, condition, (start, behind, limit))
    return [row.player for row in rows]


def names(
    connection: Connection, players: Collection[str] | None = None
) -> dict[str, str]:
    """Map ids to names: those of `players`, or everybody's if none are given."""
    if players is None:
        everybody = _everybody(connection).kept
        return {row.player: row.name for row in everybody}
    rows = _people(connection, players).kept
    known = {row.player: row.name for row in rows}
    # in the order asked for: whoever prints them may go by it
    return {player: known[player] for player in players if player in known}


def people_by_id(connection: Connection, players: Sequence[str]) -> dict[str, Personal]:
    """Look up several people by id at once; ids that are not there are missing."""
    return {row.player: row.person for row in _people(connection, players).kept}


def everybody_folded(
    connection: Connection,
) -> tuple[list[tuple[Personal, str]], list[Personal]]:
    """Return all persons with their folded names, by those; and what people were called
    before.
    """
    people = _everybody(connection)
    by_name = sorted(people.kept, key=attrgetter("folded", "player"))
    persons = [(row.person, row.folded) for row in by_name]
    former = [row.person for row in people.former]
    return persons, former


def by_folded_name(
    connection: Connection, names: Collection[str]
) -> dict[str, set[str]]:
    """Map each of these names, folded, to the ids of all who have it, now or earlier:
    this is normal, and never a reason to merge by itself.
    """
    ids: dict[str, set[str]] = {folded(name): set() for name in names}
    for batch in batches([*ids]):
        condition = among("folded", batch)
        where = f"WHERE {condition}"
        for person in _persons_where(connection, where, batch):
            ids[person.folded].add(person.player)
        for earlier in _former(connection, where, batch):
            ids[earlier.folded].add(earlier.player)
    return ids
