"""Answer `selo best list` and `selo best clubs`: a list's highest peaks, biggest gains in one
calendar year and longest runs of gains; every club with its rated members and how
strong its best are, and one club with its members.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, NamedTuple, TypeVar

from msgspec import Meta, field
from msgspec.structs import replace

from ledger.errors import NotFound, Problem
from ledger.store.persons import Personal, club_key
from messages import by_command, say
from messages.answer import Answer, Date
from projections.answers.asking import FirstList, ListName, Text, Timed, about
from projections.answers.career import kept_list, names_of, rows_to_show
from projections.answers.lists.people_on_list import Member, federation_of, members
from projections.answers.reading import Basis, Reading
from projections.tables.entries import of_list
from rulebooks.entries import Figure
from rulebooks.numbers import half_up


class BestPeak(Answer, frozen=True, kw_only=True):
    """A highest rating and its day."""

    player: str
    name: str | None
    rating: int
    on: Date


class BestYear(Answer, frozen=True, kw_only=True):
    """What a player gained by games in a calendar year, and the ratings before the
    first of them and after the last.
    """

    player: str
    name: str | None
    year: str
    before: int
    after: int
    gain: int


class BestRun(Answer, frozen=True, kw_only=True):
    """Units one after the other that all brought a gain."""

    player: str
    name: str | None
    length: int
    first_day: Date
    last_day: Date
    gain: int


BestRow = TypeVar("BestRow", BestPeak, BestYear, BestRun)


class BestAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `best`."""

    list: str
    peaks: tuple[BestPeak, ...]
    years: tuple[BestYear, ...]
    runs: tuple[BestRun, ...]
    basis: Basis


class DatedChange(NamedTuple):
    """A change of a rating, and the day of its unit.

    on: YYYY-MM-DD.

    figure: what the unit came to for the player.
    """

    on: str
    figure: Figure


class Best(Timed, frozen=True, kw_only=True):
    """The highest peaks of a list, the biggest gains in a calendar year, the longest
    runs of gains.
    """

    line = ("list",)
    examples = ("selo best list selo --top 3",)
    list_name: FirstList = field(default=None, name="list")
    limit: Annotated[
        int, Meta(ge=1, le=1000), about("How many of each.", "N", option="top")
    ] = 10

    def ask(self, reading: Reading) -> BestAnswer:
        list_name = self.list_name or reading.first_list()
        return best(reading, list_name, self.limit)


def best(reading: Reading, list_name: str, top: int = 10) -> BestAnswer:
    """List the best of players whose ratings are established.

    top: how many rows each of the three has at most.

    Only games gain, and a ruling or an Elo taken as selo is no peak. `NotFound` is a
    list that the ledger does not keep. People whom the viewer may not see keep their
    rows, without a name.
    """
    kept_list(reading, list_name)
    careers = _careers(reading, list_name)

    # of as many points the earlier one comes first, then by id
    peaks = list(_peaks(careers))
    peaks.sort(key=lambda row: (-row.rating, row.on, row.player))

    years = list(_years(careers))
    years.sort(key=lambda row: (-row.gain, row.year, row.player))

    runs = list(_runs(careers))
    runs.sort(key=lambda row: (-row.length, -row.gain, row.player))

    # people are asked for their names only where they are shown
    del peaks[top:], years[top:], runs[top:]
    players = _players_of(peaks) | _players_of(years) | _players_of(runs)
    names = names_of(reading, sorted(players))

    return BestAnswer(
        list=list_name,
        peaks=rows_to_show(reading, _rows_with_names(peaks, names)),
        years=rows_to_show(reading, _rows_with_names(years, names)),
        runs=rows_to_show(reading, _rows_with_names(runs, names)),
        basis=reading.basis(),
    )


def _careers(reading: Reading, list_name: str) -> Mapping[str, list[DatedChange]]:
    """Return the established changes of everybody on a list, by player, in the order in
    which they were rated.
    """
    careers: dict[str, list[DatedChange]] = defaultdict(list)
    for row in of_list(reading.tables, reading.cut, list_name):
        on = row.place[:10]
        for figure in row.figures:
            if figure.established:
                careers[figure.player].append(DatedChange(on, figure))

    return careers


def _players_of(rows: Iterable[BestPeak | BestYear | BestRun]) -> set[str]:
    """The players whom the rows are about, each once."""
    return {row.player for row in rows}


def _rows_with_names(
    rows: Iterable[BestRow], names: Mapping[str, str]
) -> Iterator[BestRow]:
    """Yield the rows with the names of their players, where those are known."""
    for row in rows:
        yield replace(row, name=names.get(row.player))


def _peaks(careers: Mapping[str, list[DatedChange]]) -> Iterator[BestPeak]:
    """Yield everybody's highest rating with its first day. Whoever has none that games
    or an opening brought has no peak.
    """
    for player, career in careers.items():
        played = [one for one in career if one.figure.played_for]
        if not played:
            continue

        highest = max(played, key=lambda one: one.figure.best)
        rating = highest.figure.best
        yield BestPeak(player=player, name=None, rating=rating, on=highest.on)


def _years(careers: Mapping[str, list[DatedChange]]) -> Iterator[BestYear]:
    """Yield every year of everybody in which games brought more than they took.

    The year is that of the day on which a unit is rated. A first rating has none before
    it and is no gain.
    """
    for player, career in careers.items():
        by_year: dict[str, list[Figure]] = defaultdict(list)
        for on, figure in career:
            if figure.kind == "unit":
                by_year[on[:4]].append(figure)

        for year, played in sorted(by_year.items()):
            # what came between two units, a ruling or an Elo taken as selo, was not
            # gained
            gain = sum(_gain(figure) for figure in played)
            before = played[0].before
            if gain > 0 and before is not None:
                yield BestYear(
                    player=player,
                    name=None,
                    year=year,
                    before=before,
                    after=played[-1].after,
                    gain=gain,
                )


def _gain(figure: Figure) -> int:
    """Return how many points a unit brought, below zero where it took some; a first
    rating is no gain.
    """
    if figure.before is None:
        return 0
    return figure.after - figure.before


def _runs(careers: Mapping[str, list[DatedChange]]) -> Iterator[BestRun]:
    """Yield each player's longest run; of several as long the first one."""
    for player, career in careers.items():
        runs = list(_gaining_runs(career))
        if not runs:
            continue

        longest = max(runs, key=len)
        first = longest[0]
        last = longest[-1]
        yield BestRun(
            player=player,
            name=None,
            length=len(longest),
            first_day=first.on,
            last_day=last.on,
            gain=last.figure.after - (first.figure.before or 0),
        )


def _gaining_runs(career: Iterable[DatedChange]) -> Iterator[list[DatedChange]]:
    """Yield the runs of units one after the other that all brought a gain. A ruling
    between two units ends a run.
    """
    run: list[DatedChange] = []
    for one in career:
        if one.figure.kind == "unit" and _gain(one.figure) > 0:
            run.append(one)
        elif run:
            yield run
            run = []

    if run:
        yield run


BEST = 10


class ClubRow(Answer, frozen=True, kw_only=True):
    """A club: how many of its members are rated, the average of the best ten, and who
    is the best.
    """

    club: str
    members: int
    average: int
    best: str
    best_name: str | None
    best_rating: int


class ClubsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `clubs`: by the average of the best ten, then by name."""

    list: str
    rows: tuple[ClubRow, ...]
    basis: Basis


class ClubMember(Answer, frozen=True, kw_only=True):
    """A member with the rating on each list."""

    player: str
    name: str | None
    federation: str
    ratings: dict[str, int | None]


class ClubAnswer(Answer, frozen=True, kw_only=True):
    """One club: by the rating on the first list, then by id."""

    club: str
    members: int
    average: int | None
    rows: tuple[ClubMember, ...]
    basis: Basis


class Clubs(Timed, frozen=True, kw_only=True):
    """Every club with its rated members and the average of its best ten; or one club
    with its members.
    """

    examples = (
        "selo best clubs",
        'selo best clubs "Lumikosken Sotilas" --as-of 2024-12-31',
    )
    table = "rows"
    list_name: Annotated[
        ListName | None,
        about("Of the averages. Default: the first list the ledger keeps."),
    ] = field(default=None, name="list")

    def ask(self, reading: Reading) -> ClubsAnswer:
        list_name = self.list_name or reading.first_list()
        return clubs(reading, list_name)


class Club(Timed, frozen=True, kw_only=True):
    """One club: its members with the rating on each list."""

    line = ("club",)
    table = "rows"
    club: Text

    def ask(self, reading: Reading) -> ClubAnswer:
        return club(reading, self.club)


def clubs(reading: Reading, list_name: str) -> ClubsAnswer:
    """List the clubs by the ratings of one list, the highest average first. A club
    without a rated member has no row.
    """
    own: dict[str, list[Member]] = {}
    for member in members(reading, list_name):
        if member.club:
            own.setdefault(member.club, []).append(member)

    rows = []
    for club, people in own.items():
        best_of_club = people[0]
        row = ClubRow(
            club=club,
            members=len(people),
            average=_average([one.rating for one in people]),
            best=best_of_club.player,
            best_name=best_of_club.name,
            best_rating=best_of_club.rating,
        )
        rows.append(row)

    rows.sort(key=lambda row: (-row.average, row.club))

    return ClubsAnswer(list=list_name, rows=tuple(rows), basis=reading.basis())


def _average(ratings: list[int]) -> int:
    """Return the mean of the ten best ratings, or of all where there are fewer, rounded
    half up.

    ratings: at least one.
    """
    best = sorted(ratings, reverse=True)[:BEST]
    return half_up(sum(best), len(best))


def club(reading: Reading, name: str) -> ClubAnswer:
    """List the members who have a rating on any list, whichever way the club is spelt.

    name: as somebody typed it; its capitals do not matter. The answer
    has the spelling of the ledger. `NotFound` is a club that nobody is in.
    """
    own = _members_known(reading, name)
    lists = reading.lists()
    rows = []
    for one in own:
        player = one.player
        if reading.timeline.resolve(player) != player:
            continue

        ratings = {
            list_name: reading.listed_rating(list_name, player) for list_name in lists
        }
        row = ClubMember(
            player=player,
            name=one.name,
            federation=federation_of(reading, player),
            ratings=ratings,
        )
        rows.append(row)

    if not rows:
        message = say("there is no club {name}, as known", name=repr(name))
        hint = by_command("see `selo best clubs`", "look for it among the clubs")
        raise NotFound(Problem("unknown-club", message, hint=hint))

    first = reading.first_list()
    rows.sort(key=lambda row: (-(row.ratings.get(first) or 0), row.player))
    on_first = [row.ratings.get(first) for row in rows]
    rated = [rating for rating in on_first if rating is not None]

    return ClubAnswer(
        club=own[0].club or name,
        members=len(rows),
        average=_average(rated) if rated else None,
        rows=tuple(rows),
        basis=reading.basis(),
    )


def _members_known(reading: Reading, name: str) -> list[Personal]:
    """Return the members of a club who are in the ledger on the day, in any spelling of
    its name. Ids that were merged into others are among them.
    """
    key = club_key(name)
    return [
        one
        for one in reading.policy.everybody()
        if one.club
        and club_key(one.club) == key
        and reading.timeline.player(one.player) is not None
    ]
