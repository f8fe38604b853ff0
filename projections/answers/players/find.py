"""Answer `selo player find`: players by parts of their names, and the tournaments and
clubs that are called so too.
"""

from collections.abc import Iterable, Sequence

from exchange.names.index import Findable, FoundPerson, Search
from ledger.store.persons import Personal, folded
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import Text, Timed
from projections.answers.people import People, people
from projections.answers.reading import Basis, Reading, cached_on_reading
from projections.answers.tournaments.tournament import TournamentRow, tournaments

MOST = 20  # tournaments or clubs in an answer; every word more leaves fewer


class FoundPlayer(Answer, frozen=True, kw_only=True):
    """A player whose name or id matched."""

    player: str
    name: str
    club: str | None
    fide_id: int | None
    earlier_names: tuple[str, ...] | UnsetType = UNSET
    merged_into: str | UnsetType = UNSET


class FoundTournament(Answer, frozen=True, kw_only=True):
    """A tournament whose name or id matched."""

    tournament: str
    name: str
    start: Date
    end: Date
    withdrawn: bool


class FoundClub(Answer, frozen=True, kw_only=True):
    """A club whose name matched, and how many members it has as known."""

    club: str
    members: int


class FindAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `player find`. The newest tournaments come first, and clubs by
    name; of many, the first twenty.
    """

    rows: tuple[FoundPlayer, ...]
    tournaments: tuple[FoundTournament, ...]
    more_tournaments: int
    clubs: tuple[FoundClub, ...]
    more_clubs: int
    basis: Basis


class PlayerFind(Timed, frozen=True, kw_only=True):
    """Players by parts of their name, by id or FIDE id; accents and case do not matter,
    and mistakes are forgiven. The tournaments and clubs that have these words in their
    names stand below them.
    """

    line = ("words",)
    examples = ("selo player find hallavuori", "selo player find kuusilahti")
    table = "rows"
    words: tuple[Text, ...]

    def ask(self, reading: Reading) -> FindAnswer:
        """Find by all of the words together."""
        return find(reading, " ".join(self.words))


def find(reading: Reading, words: str) -> FindAnswer:
    """Find who and what is called so, among those known by then. Players are also found
    by club and with mistakes in the words, if nobody has them as they are; tournaments
    and clubs with mistakes, if nothing at all has.

    Of tournaments and clubs the first MOST are returned, with how many more there are.
    Clubs without a member who is known by then are left out.
    """

    everybody = people(reading)
    rows, by_name = _tournaments(reading)
    parts = folded(words).split()

    people_called = everybody.holding(words)
    events = _ids(by_name.holding(parts))
    clubs = _ids(everybody.clubs.holding(parts))

    if not people_called and not events and not clubs:
        events = _ids(by_name.near(words, MOST))
        clubs = _ids(everybody.clubs.near(words, MOST))

    called = people_called or everybody.near(words)
    reading.timeline.expect(person.player for person in called)
    players = []
    for person in called:
        if reading.timeline.player(person.player) is not None:
            players.append(_player(reading, everybody, person))

    clubs_with_members = []
    for club in clubs:
        members = _members(reading, everybody.members[club])
        if members:
            clubs_with_members.append(FoundClub(club=club, members=members))

    return FindAnswer(
        rows=tuple(players),
        tournaments=tuple(_tournament(rows[name]) for name in events[:MOST]),
        more_tournaments=max(0, len(events) - MOST),
        clubs=tuple(clubs_with_members[:MOST]),
        more_clubs=max(0, len(clubs_with_members) - MOST),
        basis=reading.basis(),
    )


def _ids(entries: Iterable[Findable | FoundPerson]) -> list[str]:
    """Return what was found, by id or by the name of a club."""
    return [entry.person for entry in entries]


def _player(reading: Reading, everybody: People, person: Personal) -> FoundPlayer:
    """Make the row of a person; whom they were merged into stands beside, if anybody."""
    counts = reading.timeline.resolve(person.player)
    return FoundPlayer(
        player=person.player,
        name=person.name,
        club=person.club,
        fide_id=person.fide_id,
        earlier_names=everybody.earlier_names(person.player) or UNSET,
        merged_into=UNSET if counts == person.player else counts,
    )


def tournaments_named(reading: Reading, words: str) -> list[TournamentRow]:
    """Return the tournaments whose names or ids hold all the words, else those that
    nearly do, but for the year; all of them where no words are given. An id means
    itself alone.

    Two words of which one is a year: mistakes are forgiven in the other alone.
    """
    rows, by_name = _tournaments(reading)

    if not words.strip():
        return list(rows.values())

    if words in rows:
        return [rows[words]]

    parts = folded(words).split()
    called = _ids(by_name.holding(parts))

    if not called:
        called = _ids(by_name.near(words, MOST))
        years = [part for part in parts if part.isdigit()]
        if years:
            of_the_year = {*_ids(by_name.holding(years))}
            called = [name for name in called if name in of_the_year]

    return [rows[name] for name in called]


@cached_on_reading
def _tournaments(reading: Reading) -> tuple[dict[str, TournamentRow], Search]:
    """Return the tournaments up to the day and a search of their names, the newest
    first.

    They are by id, and the search knows them by name and id.
    """
    rows = {}
    called = []

    for row in reversed(tournaments(reading).rows):
        rows[row.tournament] = row
        called.append((row.tournament, f"{row.name} {row.tournament}"))

    return rows, _search(called)


# the threads of a service share it
_NEWEST: list[tuple[list[tuple[str, str]], Search]] = []


def _search(called: list[tuple[str, str]]) -> Search:
    """Return a search of these, as made last time if nobody was called otherwise: an
    index of six thousand takes a quarter of a second to make.

    `called`: pairs of an id and the text it is found by.
    """

    for named, search in list(_NEWEST):
        if named == called:
            return search

    names = [Findable(name, text, None, folded(text)) for name, text in called]
    search = Search(names)
    _NEWEST[:] = [(called, search)]
    return search


def _tournament(row: TournamentRow) -> FoundTournament:
    """Make the row of a tournament."""
    return FoundTournament(
        tournament=row.tournament,
        name=row.name,
        start=row.start,
        end=row.end,
        withdrawn=row.withdrawn,
    )


def _members(reading: Reading, players: Sequence[str]) -> int:
    """Count those who are known and have not been merged into others.

    `players`: the ids of a club's members.
    """
    timeline = reading.timeline
    # everybody who has a name is known
    knows_all = reading.knows_newest()
    members = 0

    for player in players:
        if timeline.resolve(player) != player:
            continue

        if knows_all or timeline.player(player) is not None:
            members += 1

    return members
