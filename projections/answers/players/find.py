"""Answer `selo player find`: players by parts of their names, and the tournaments and
clubs that are called so too.
"""

from collections.abc import Sequence

from exchange.names.index import Findable, Search
from ledger.store.events import head
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
        return find(reading, " ".join(self.words))


def find(reading: Reading, words: str) -> FindAnswer:
    """Find who and what is called so, among those known by then. Players are also found
    by club and with mistakes in the words, if nobody has them as they are; tournaments
    and clubs with mistakes, if nothing at all has.
    """
    everybody, parts = people(reading), folded(words).split()
    rows, by_name = _tournaments(reading)
    people_called = everybody.holding(words)
    events = [entry.person for entry in by_name.holding(parts)]
    clubs = [entry.person for entry in everybody.clubs.holding(parts)]
    if not people_called and not events and not clubs:
        events = [entry.person for entry in by_name.near(words, MOST)]
        clubs = [entry.person for entry in everybody.clubs.near(words, MOST)]
    players = [
        one
        for one in people_called or everybody.near(words)
        if reading.timeline.player(one.player) is not None
    ]
    counted = [(club, _members(reading, everybody.members[club])) for club in clubs]
    there = [
        FoundClub(club=club, members=members) for club, members in counted if members
    ]
    return FindAnswer(
        rows=tuple(_player(reading, everybody, one) for one in players),
        tournaments=tuple(_tournament(rows[name]) for name in events[:MOST]),
        more_tournaments=max(0, len(events) - MOST),
        clubs=tuple(there[:MOST]),
        more_clubs=max(0, len(there) - MOST),
        basis=reading.basis(),
    )


def _player(reading: Reading, everybody: People, person: Personal) -> FoundPlayer:
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
    """
    rows, by_name = _tournaments(reading)
    if not words.strip():
        return list(rows.values())
    if words in rows:
        return [rows[words]]
    parts = folded(words).split()
    years = [part for part in parts if part.isdigit()]
    if not (called := [entry.person for entry in by_name.holding(parts)]):
        of_the_year = {entry.person for entry in by_name.holding(years)}
        near = (entry.person for entry in by_name.near(words, MOST))
        called = [one for one in near if not years or one in of_the_year]
    return [rows[one] for one in called]


@cached_on_reading
def _tournaments(reading: Reading) -> tuple[dict[str, TournamentRow], Search]:
    """Return the tournaments up to the day and a search of their names, the newest
    first.
    """
    rows = tournaments(reading).rows[::-1]
    called = [(row.tournament, f"{row.name} {row.tournament}") for row in rows]
    return {row.tournament: row for row in rows}, _search(called)


# the threads of a service share it
_NEWEST: list[tuple[list[tuple[str, str]], Search]] = []


def _search(called: list[tuple[str, str]]) -> Search:
    """Return a search of these, as made last time if nobody was called otherwise: an
    index of six thousand takes a quarter of a second to make.
    """
    kept = next((search for named, search in list(_NEWEST) if named == called), None)
    search = kept or Search(
        [Findable(name, text, None, folded(text)) for name, text in called]
    )
    _NEWEST[:] = [(called, search)]
    return search


def _tournament(row: TournamentRow) -> FoundTournament:
    return FoundTournament(
        tournament=row.tournament,
        name=row.name,
        start=row.start,
        end=row.end,
        withdrawn=row.withdrawn,
    )


def _members(reading: Reading, players: Sequence[str]) -> int:
    """Count those who are known and have not been merged into others."""
    own = [player for player in players if reading.timeline.resolve(player) == player]
    if reading.known_seq == head(reading.events):
        return len(own)  # everybody who has a name is known
    return sum(reading.timeline.player(player) is not None for player in own)
