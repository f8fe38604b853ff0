"""`selo clubs`: every club with its rated members and how strong its best are; one club with its members."""

from typing import Annotated, NamedTuple

from msgspec import field

from ledger.errors import NotFound, Problem
from messages import by_command, say
from messages.answer import Answer
from projections.answers.asking import ListName, Text, Timed, about
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Basis, Reading
from projections.replay.handlers import person
from rulebooks.numbers import half_up

BEST = 10


class Member(NamedTuple):
    """Somebody on a list; the club is today's, the federation that of the day."""

    player: str
    name: str | None
    rating: int
    club: str | None
    federation: str


class ClubRow(Answer, frozen=True, kw_only=True):
    """A club: how many of its members are rated, the average of the best ten, and who is the best."""

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
    """Every club with its rated members and the average of its best ten; or one club with its members."""

    examples = ("selo clubs", 'selo clubs "Lumikosken Sotilas" --as-of 2024-12-31')
    table = "rows"
    list_name: Annotated[ListName | None, about("Of the averages. Default: the first list the ledger keeps.")] = field(
        default=None, name="list"
    )

    def ask(self, reading: Reading) -> ClubsAnswer:
        return clubs(reading, self.list_name or reading.first_list())


class Club(Timed, frozen=True, kw_only=True):
    """One club: its members with the rating on each list."""

    line = ("club",)
    table = "rows"
    club: Text

    def ask(self, reading: Reading) -> ClubAnswer:
        return club(reading, self.club)


def members(reading: Reading, list_name: str) -> list[Member]:
    """Return everybody on the list with club and federation, by rating."""
    club_of = {one.player: one.club for one in reading.policy.everybody()}
    return [
        Member(row.player, row.name, row.rating, club_of.get(row.player), _federation(reading, row.player))
        for row in rating_list(reading, list_name).rows
    ]


def _federation(reading: Reading, player: str) -> str:
    return person(player, reading.timeline).federation(reading.as_of)


def clubs(reading: Reading, list_name: str) -> ClubsAnswer:
    """List the clubs by the ratings of one list."""
    own: dict[str, list[Member]] = {}
    for member in members(reading, list_name):
        if member.club:
            own.setdefault(member.club, []).append(member)
    rows = [
        ClubRow(
            club=club, members=len(people), average=_average([one.rating for one in people]),
            best=people[0].player, best_name=people[0].name, best_rating=people[0].rating,
        )
        for club, people in own.items()
    ]  # fmt: skip
    rows.sort(key=lambda row: (-row.average, row.club))
    return ClubsAnswer(list=list_name, rows=tuple(rows), basis=reading.basis())


def _average(ratings: list[int]) -> int:
    """Return the mean of the ten best ratings, or of all where there are fewer."""
    best = sorted(ratings, reverse=True)[:BEST]
    return half_up(sum(best), len(best))


def club(reading: Reading, name: str) -> ClubAnswer:
    """List the members who have a rating on any list; the case of the club's name does not matter."""
    own = [one for one in reading.policy.everybody() if (one.club or "").casefold() == name.casefold()]
    known = [one for one in own if reading.timeline.player(one.player) is not None]
    lists = reading.lists()
    rows = [
        ClubMember(
            player=one.player, name=one.name, federation=_federation(reading, one.player),
            ratings={list_name: reading.rating(list_name, one.player) for list_name in lists},
        )
        for one in known
        if reading.timeline.resolve(one.player) == one.player
    ]  # fmt: skip
    if not rows:
        raise NotFound(
            Problem(
                "unknown-club",
                say("there is no club {name}, as known", name=repr(name)),
                hint=by_command("see `selo clubs`", "look for it among the clubs"),
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
