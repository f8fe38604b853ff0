"""Answer `selo best list` and `selo best clubs`: a list's highest peaks, biggest gains in one
calendar year and longest runs of gains; every club with its rated members and how
strong its best are, and one club with its members.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta, field

from ledger.errors import NotFound, Problem
from ledger.store.persons import club_key
from messages import by_command, say
from messages.answer import Answer, Date
from projections.answers.asking import FirstList, ListName, Text, Timed, about
from projections.answers.career import kept_list, listed, names_of
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


class BestAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `best`."""

    list: str
    peaks: tuple[BestPeak, ...]
    years: tuple[BestYear, ...]
    runs: tuple[BestRun, ...]
    basis: Basis


Dated = tuple[str, Figure]


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
        return best(reading, self.list_name or reading.first_list(), self.limit)


def best(reading: Reading, list_name: str, top: int = 10) -> BestAnswer:
    """List the best of players whose ratings are established; only games gain, and a
    ruling or an Elo taken as selo is no peak.
    """
    kept_list(reading, list_name)
    careers: dict[str, list[Dated]] = {}
    for row in of_list(reading.tables, reading.cut, list_name):
        for figure in row.figures:
            careers.setdefault(figure.player, []).append((row.place[:10], figure))
    settled = {
        player: [one for one in career if one[1].established]
        for player, career in careers.items()
    }
    peaks = sorted(_peaks(settled), key=lambda one: (-one[1], one[2], one[0]))[:top]
    years = sorted(_years(settled), key=lambda one: (-one[4], one[1], one[0]))[:top]
    runs = sorted(_runs(settled), key=lambda one: (-one[1], -one[4], one[0]))[:top]
    players = (
        {one[0] for one in peaks} | {one[0] for one in years} | {one[0] for one in runs}
    )
    names = names_of(reading, sorted(players))
    return BestAnswer(
        list=list_name,
        peaks=listed(
            reading,
            (
                BestPeak(player=who, name=names.get(who), rating=rating, on=on)
                for who, rating, on in peaks
            ),
        ),
        years=listed(
            reading,
            (
                BestYear(
                    player=who,
                    name=names.get(who),
                    year=year,
                    before=before,
                    after=after,
                    gain=gain,
                )
                for who, year, before, after, gain in years
            ),
        ),
        runs=listed(
            reading,
            (
                BestRun(
                    player=who,
                    name=names.get(who),
                    length=length,
                    first_day=first,
                    last_day=last,
                    gain=gain,
                )
                for who, length, first, last, gain in runs
            ),
        ),
        basis=reading.basis(),
    )


def _peaks(careers: dict[str, list[Dated]]) -> Iterator[tuple[str, int, str]]:
    for player, career in careers.items():
        played = [(figure.best, on) for on, figure in career if figure.played_for]
        if not played:
            continue
        rating = max(best for best, _ in played)
        first_day = next(on for best, on in played if best == rating)
        yield player, rating, first_day


def _years(careers: dict[str, list[Dated]]) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield (player, year, before, after, gain) for every year in which games brought
    more than they took.
    """
    for player, career in careers.items():
        for year in sorted({on[:4] for on, _ in career}):
            played = [
                figure
                for on, figure in career
                if on[:4] == year and figure.kind == "unit"
            ]
            # what came between two units, a ruling or an Elo taken as selo, was not
            # gained
            gain = sum(
                figure.after - figure.before
                for figure in played
                if figure.before is not None
            )
            if gain > 0 and played[0].before is not None:
                yield player, year, played[0].before, played[-1].after, gain


def _runs(careers: dict[str, list[Dated]]) -> Iterator[tuple[str, int, str, str, int]]:
    """Yield (player, length, first day, last day, gain) for each player's longest run."""
    for player, career in careers.items():
        runs = list(_gaining(career))
        if runs:
            run = max(runs, key=len)
            gain = run[-1][1].after - (run[0][1].before or 0)
            yield player, len(run), run[0][0], run[-1][0], gain


def _gaining(career: Iterable[Dated]) -> Iterator[list[Dated]]:
    run: list[Dated] = []
    for on, figure in career:
        if (
            figure.kind == "unit"
            and figure.before is not None
            and figure.after > figure.before
        ):
            run.append((on, figure))
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
        return clubs(reading, self.list_name or reading.first_list())


class Club(Timed, frozen=True, kw_only=True):
    """One club: its members with the rating on each list."""

    line = ("club",)
    table = "rows"
    club: Text

    def ask(self, reading: Reading) -> ClubAnswer:
        return club(reading, self.club)


def clubs(reading: Reading, list_name: str) -> ClubsAnswer:
    """List the clubs by the ratings of one list."""
    own: dict[str, list[Member]] = {}
    for member in members(reading, list_name):
        if member.club:
            own.setdefault(member.club, []).append(member)
    rows = [
        ClubRow(
            club=club,
            members=len(people),
            average=_average([one.rating for one in people]),
            best=people[0].player,
            best_name=people[0].name,
            best_rating=people[0].rating,
        )
        for club, people in own.items()
    ]
    rows.sort(key=lambda row: (-row.average, row.club))
    return ClubsAnswer(list=list_name, rows=tuple(rows), basis=reading.basis())


def _average(ratings: list[int]) -> int:
    """Return the mean of the ten best ratings, or of all where there are fewer."""
    best = sorted(ratings, reverse=True)[:BEST]
    return half_up(sum(best), len(best))


def club(reading: Reading, name: str) -> ClubAnswer:
    """List the members who have a rating on any list, whichever way the club is spelt."""
    key = club_key(name)
    own = [
        one
        for one in reading.policy.everybody()
        if one.club and club_key(one.club) == key
    ]
    known = [one for one in own if reading.timeline.player(one.player) is not None]
    lists = reading.lists()
    rows = [
        ClubMember(
            player=one.player,
            name=one.name,
            federation=federation_of(reading, one.player),
            ratings={
                list_name: reading.rating(list_name, one.player) for list_name in lists
            },
        )
        for one in known
        if reading.timeline.resolve(one.player) == one.player
    ]
    if not rows:
        hint = by_command("see `selo best clubs`", "look for it among the clubs")
        raise NotFound(
            Problem(
                "unknown-club",
                say("there is no club {name}, as known", name=repr(name)),
                hint=hint,
            )
        )
    first = reading.first_list()
    rows.sort(key=lambda row: (-(row.ratings.get(first) or 0), row.player))
    rated = [rating for row in rows if (rating := row.ratings.get(first)) is not None]
    return ClubAnswer(
        club=known[0].club or name,
        members=len(rows),
        average=_average(rated) if rated else None,
        rows=tuple(rows),
        basis=reading.basis(),
    )
