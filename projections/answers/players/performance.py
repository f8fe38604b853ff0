"""Measure how well a player played over a period, a tournament or the last games, by
the list's rule (`selo player performance`).
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from msgspec import Meta, field

from ledger.errors import NotFound, Problem
from messages import by_command, say
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import (
    Day,
    FirstList,
    PlayerId,
    Positive,
    Timed,
    TournamentId,
    about,
)
from projections.answers.career import (
    PlayerName,
    career,
    kept_list,
    known_player,
    merged_id_asked,
    player_name,
)
from projections.answers.reading import Basis, Reading
from projections.answers.times import refuse_backwards
from rulebooks import rulebook
from rulebooks.base import Term
from rulebooks.entries import Entry
from rulebooks.numbers import half_up
from rulebooks.performances import METHODS, measured_performance

MethodName = Annotated[
    str, Meta(description="The name of a method.", extra={"one_of": METHODS})
]


class PerformanceAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `player performance`; performance and exact are None where the method
    knows none, as a rule when every game was won or every game lost.
    """

    player: PlayerName
    list: str
    first_day: Date = field(name="from")
    last_day: Date = field(name="to")
    games: int
    score: float
    average: float
    performance: int | None
    exact: float | None
    reliable: bool
    method: str
    basis: Basis
    asked: str | UnsetType = UNSET


class Performance(Timed, frozen=True, kw_only=True):
    """The performance over a period, a tournament or the last games, and whether it is
    reliable (5.5).

    It is measured as the list's rules do: 7.6 on selo and pelo, formula I on elo-no,
    the mean and d(p) on elo-fide, the logistic curve on elo and elo-uscf.
    """

    line = ("player",)
    examples = ("selo player performance F033 --tournament kuusilahti-open-2024",)
    player: PlayerId
    from_day: Annotated[Day | None, about("The first day.")] = field(
        default=None, name="from"
    )
    to_day: Annotated[Day | None, about("The last day.")] = field(
        default=None, name="to"
    )
    tournament: Annotated[TournamentId | None, about("Only this tournament.", "T")] = (
        None
    )
    last: Annotated[Positive | None, about("The last N rated games.", "N")] = None
    method: Annotated[
        MethodName | None,
        about("Instead of the list's own: exact is 7.6, norway is I."),
    ] = None
    list_name: FirstList = field(default=None, name="list")

    def ask(self, reading: Reading) -> PerformanceAnswer:
        """Return the performance on the list, or on the first list where none is named."""
        return performance(
            reading,
            self.player,
            self.list_name or reading.first_list(),
            frm=self.from_day,
            to=self.to_day,
            tournament=self.tournament,
            last=self.last,
            method=self.method,
        )


def performance(
    reading: Reading,
    asked: str,
    list_name: str,
    frm: str | None = None,
    to: str | None = None,
    tournament: str | None = None,
    last: int | None = None,
    method: str | None = None,
) -> PerformanceAnswer:
    """Work out the performance over the rated games of a period, a tournament, or the
    last so many, with the opponents' ratings as used.

    `method`: instead of the list's own, which is 7.6 in Finland, formula I in Norway,
    the mean and d(p) for FIDE.

    `frm`, `to`: days, YYYY-MM-DD, included; a unit counts by its own day. Conditions
    are joined: the last games are taken of those that fit the rest. The average of
    ratings has one decimal, the exact performance six.

    `NotFound`: no rated game is there. `Usage`: the days are the wrong way round.
    """
    refuse_backwards(frm, to, "from", "to")
    player = known_player(reading, asked)
    list_name = kept_list(reading, list_name)
    entries = []
    for entry in career(reading, player, list_name):
        if entry.figure.kind != "unit" or not _is_between(entry.on, frm, to):
            continue
        if tournament is None or entry.tournament == tournament:
            entries.append(entry)

    games = _games(reading, entries, last)
    if not games:
        message = say(
            "{player} has no rated games there on {list}", player=player, list=list_name
        )
        hint = by_command("see `selo history`")
        raise NotFound(Problem("no-games", message, hint=hint))

    ratings = [game.term.number for game in games]
    half_points = sum(game.term.half_points for game in games)
    by = method or rulebook(list_name).performance
    reached = measured_performance(by, ratings, half_points)
    mean_in_tenths = half_up(10 * sum(ratings), len(ratings))

    return PerformanceAnswer(
        player=player_name(reading, player),
        list=list_name,
        first_day=games[0].on,
        last_day=games[-1].on,
        games=len(games),
        score=half_points / 2,
        average=mean_in_tenths / 10,
        performance=reached.rounded,
        exact=None if reached.exact is None else round(reached.exact, 6),
        reliable=reached.reliable,
        method=by,
        basis=reading.basis(),
        asked=merged_id_asked(reading, asked, player),
    )


def _is_between(day: str, first: str | None, last: str | None) -> bool:
    """Tell whether a day is in a period, either end of which may be left out."""
    if first is not None and day < first:
        return False
    if last is None:
        return True
    return day <= last


class _RatedGame(NamedTuple):
    """A game as it counted, and the day of its unit."""

    on: str
    term: Term


def _games(
    reading: Reading, entries: Sequence[Entry], last: int | None
) -> list[_RatedGame]:
    """Return the games with their days, or only the last so many. Each entry is worked
    out when its games are read, which takes longer than everything else here: so from
    the newest on, and no further back than needed.

    `entries`: in the order of computation, as the games are.
    """
    reading.workings.expect(_newest_entries(entries, last))
    games: list[_RatedGame] = []
    for entry in reversed(entries):
        if last is not None and len(games) >= last:
            break
        terms = entry.worked_out().change.terms
        games[:0] = [_RatedGame(entry.on, term) for term in terms]
    if last is None:
        return games
    return games[-last:]


def _newest_entries(entries: Sequence[Entry], last: int | None) -> Sequence[Entry]:
    """Return the entries with the last so many games; without a number, all of them.

    An entry is taken whole, so there may be a few games more.
    """
    if last is None:
        return entries
    games = 0
    first = len(entries)
    while first > 0 and games < last:
        first -= 1
        games += entries[first].figure.games
    return entries[first:]
