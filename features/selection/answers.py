"""Answer `selo list selection`: the numbers by which a federation selects its teams, and
what each comes from.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import field

from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import PlayerId, Timed, about
from projections.answers.career import (
    PeakReached,
    career,
    known_player,
    merged_id_asked,
    names_of,
    peak_reached,
    rows_to_show,
)
from projections.answers.reading import Basis, Reading
from projections.replay.editions import edition_on
from projections.replay.persons import person
from rulebooks import LISTS, rulebook
from rulebooks.base import GamesInRow, Played, Selected
from rulebooks.entries import Entry
from rulebooks.protocol import Selection


class EloOnDay(Answer, frozen=True, kw_only=True):
    """An Elo and the day from which it counted."""

    rating: int
    on: Date


class GameAt(Answer, frozen=True, kw_only=True):
    """The first or the last game of a run."""

    on: Date
    tournament: str | None
    game: str


class BestPerformance(Answer, frozen=True, kw_only=True):
    """The run of games with the best performance."""

    rating: int
    games: int
    score: float
    first: GameAt = field(name="from")
    last: GameAt = field(name="to")


class SelectionRow(Answer, frozen=True, kw_only=True):
    """A player's selection number with its factors; a factor that is missing is None."""

    name: str | None
    player: str
    number: int | float | None
    peak: PeakReached | None
    elo: EloOnDay | None
    performance: BestPerformance | None
    asked: str | UnsetType = UNSET


class SelectionPeriod(Answer, frozen=True, kw_only=True):
    """The days that count, both inclusive."""

    first_day: Date = field(name="from")
    last_day: Date = field(name="to")


class SelectionAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `selection`."""

    period: SelectionPeriod
    women: bool
    rows: tuple[SelectionRow, ...]
    basis: Basis


class SelectionNumbers(Timed, frozen=True, kw_only=True):
    """Selection numbers on a day with their factors and where each was reached."""

    line = ("player",)
    examples = ("selo list selection F001 F002 --as-of 2025-12-31",)
    table = "rows"
    players: tuple[PlayerId, ...] = field(default=(), name="player")
    women: Annotated[
        bool, about("The women's number (5.7): the period peak alone.")
    ] = False

    def ask(self, reading: Reading) -> SelectionAnswer:
        return selection(reading, self.players, self.women)


def selection(
    reading: Reading, asked: Sequence[str], women: bool = False
) -> SelectionAnswer:
    """Return the selection numbers on the day of the question, by number, then id."""
    list_name, rules = _list_for_selection(reading)
    first_day, last_day = rules.period(reading.as_of)
    if asked:
        players = [known_player(reading, player) for player in asked]
        under = {
            player: merged_id_asked(reading, name, player)
            for player, name in zip(players, asked, strict=True)
        }
        careers: Mapping[str, Sequence[Entry]] = {
            player: career(reading, player, list_name) for player in players
        }
    else:
        careers = reading.careers(list_name, first_day)
        players, under = sorted(total.player for total in reading.totals(list_name)), {}

    names = names_of(reading, players)
    reading.timeline.expect(players)

    edition = edition_on(reading.timeline, list_name)
    rows = []
    for player in players:
        history = careers[player]
        facts = person(player, reading.timeline)
        # of whoever has no name for whoever asks, nothing is told by their sex either
        facts = facts._replace(sex=facts.sex if player in names else None)

        before = [entry for entry in history if entry.on < first_day]
        within = [
            entry.worked_out() for entry in history if first_day <= entry.on <= last_day
        ]
        selected = rules.select(before, within, facts, reading.as_of, edition, women)
        # whoever is named is answered; the list of everybody has only players the team
        # may have
        if asked or (selected.number is not None and selected.eligible):
            rows.append(
                _row(player, names.get(player), selected, under.get(player, UNSET))
            )

    rows.sort(key=lambda row: (-(row.number or 0), row.player))
    return SelectionAnswer(
        period=SelectionPeriod(first_day=first_day, last_day=last_day),
        women=women,
        rows=tuple(rows) if asked else rows_to_show(reading, rows),
        basis=reading.basis(),
    )


def _list_for_selection(reading: Reading) -> tuple[str, Selection]:
    """Return the list that teams are selected by: the first such list the ledger keeps,
    else the first there is.
    """
    for name in (*reading.lists(), *LISTS):
        rules = rulebook(name).selection
        if rules is not None:
            return name, rules
    raise AssertionError("no list selects teams")


def _row(
    player: str, name: str | None, selected: Selected, asked: str | UnsetType
) -> SelectionRow:
    number, elo, run = selected.number, selected.elo, selected.performance
    return SelectionRow(
        name=name,
        player=player,
        number=float(number) if isinstance(number, Fraction) else number,
        peak=peak_reached(selected.peak),
        elo=None if elo is None else EloOnDay(rating=elo.rating, on=elo.on),
        performance=None if run is None else _best(run),
        asked=asked,
    )


def _best(run: GamesInRow) -> BestPerformance:
    return BestPerformance(
        rating=run.rating,
        games=run.games,
        score=run.half_points / 2,
        first=_game(run.first),
        last=_game(run.last),
    )


def _game(played: Played) -> GameAt:
    return GameAt(on=played.on, tournament=played.tournament, game=played.game)
