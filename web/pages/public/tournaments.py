"""The page of a tournament: the table its kind asks for, what became of each game, and every version of it; and of the
tournaments whose reports are due; and of the title norms that were made in one."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from desk.norms import NormAnswer, NormCheck, NormOf, NormRow, Norms, NormsAnswer, brief
from desk.out import ExportTrf, exported_trf
from exchange.trf.columns import read_team
from ledger.decided import DECIDED
from messages import Message
from projections.answers.due import Due, DueAnswer, DueRow
from projections.answers.events.log import Log, LoggedEvent, log
from projections.answers.reading import Reading
from projections.answers.tournaments.crosstable import CrosstableGame, CrosstableRow
from projections.answers.tournaments.reported import ReportedStanding, TournamentReported
from projections.answers.tournaments.tournament import (
    Tournament,
    TournamentAnswer,
    TournamentGame,
    TournamentRow,
    Tournaments,
    TournamentsAnswer,
    tournament,
    tournament_at,
    tournaments,
)
from rulebooks.fide.norms import EVENTS, SYSTEMS
from web.pages.formats import Times, times_of
from web.pages.rendering import rendered
from web.pages.visit import Visit

MATRIX_MOST = 16  # players of a round robin that fits across a page
ROUNDS_MOST = 15  # columns of a pairing table
OTHERS_MOST = 60  # rows without a norm on a page
TEAM_TAGS = ("310", "013")


class Cell(NamedTuple):
    """A game seen from its row: whom it was against by their place in the table, with which colour, and how it ended;
    `counts`: whether any list rates it."""

    game: str
    opponent: int
    white: bool
    score: float | None
    result: str
    counts: bool


class Row(NamedTuple):
    """A player's line: place, the answer's row, and the cells of each column."""

    place: int
    row: CrosstableRow
    columns: tuple[tuple[Cell, ...], ...]


class Table(NamedTuple):
    """The table of a tournament. A pairing table has rounds for columns, a matrix its players, a league none: its
    matches follow by round.
    """

    kind: str
    heads: tuple[int, ...]
    rows: tuple[Row, ...]


class Round(NamedTuple):
    """The games of one round."""

    number: int
    games: tuple[TournamentGame, ...]


class ReportedTeam(NamedTuple):
    """A team as the report names it, and its players in their order; a player without a row there has None."""

    name: str
    players: tuple[tuple[int, ReportedStanding | None], ...]


class TournamentPage(NamedTuple):
    """A page of a tournament as the template shows it. `lists`: those that rated any game; `versions`: its events, the
    newest first.
    """

    answer: TournamentAnswer
    lists: tuple[str, ...]
    table: Table
    rounds: tuple[Round, ...]
    versions: tuple[LoggedEvent, ...]
    names: dict[str, str]
    reported: tuple[ReportedStanding, ...]
    teams: tuple[ReportedTeam, ...]
    decided: Mapping[str, Message]
    league: bool
    times: Times


def tournament_page(reading: Reading, asked: Tournament, visit: Visit) -> str:
    answer = tournament(reading, asked.tournament)
    rated = {name for row in answer.crosstable for name in row.lists}
    games = sorted(answer.games, key=lambda game: game.round)
    page = TournamentPage(
        answer=answer,
        lists=tuple(name for name in reading.lists() if name in rated),
        table=table_of(answer),
        rounds=tuple(Round(number, tuple(own)) for number, own in groupby(games, key=lambda game: game.round)),
        versions=log(reading, Log(tournament=asked.tournament)).events,
        names={row.player: row.name for row in answer.crosstable if row.name is not None},
        reported=_table_reported(answer.reported),
        teams=_teams_reported(answer.reported),
        decided=DECIDED,
        league=tournament_at(reading, asked.tournament).league is not None,
        times=times_of(asked, visit.today),
    )
    return rendered("tournament.html", visit, page=page)


def _table_reported(told: TournamentReported | None) -> tuple[ReportedStanding, ...]:
    """Return the standings as reported, if the report had any."""
    rows = () if told is None else told.rows
    return rows if any(row.points is not None or row.rank is not None for row in rows) else ()


def _teams_reported(told: TournamentReported | None) -> tuple[ReportedTeam, ...]:
    """Return the teams that the records of the report name, each once: a record of TRF26 has all of TRF16's."""
    if told is None:
        return ()
    rows = {row.number: row for row in told.rows}
    teams: dict[str, ReportedTeam] = {}
    for tag in TEAM_TAGS:
        for record in told.records:
            team = read_team(record, tag, 0) if record.startswith(tag) else None
            if team is not None and team.name and team.players:
                members = tuple((number, rows.get(number)) for number in team.players)
                teams.setdefault(team.name.casefold(), ReportedTeam(team.name, members))
    return tuple(teams.values())


def table_of(answer: TournamentAnswer) -> Table:
    rows = answer.crosstable
    counted = {game.game for game in answer.games if game.lists}
    places = {row.player: place for place, row in enumerate(rows, 1)}
    rounds = sorted({cell.round for row in rows for cell in row.cells})
    kind = _kind(rows, rounds)
    heads = tuple(rounds) if kind == "swiss" else tuple(places.values()) if kind == "matrix" else ()

    def cell(game: CrosstableGame) -> Cell:
        white = game.colour == "white"
        return Cell(game.game, places[game.opponent], white, game.score, game.result, game.game in counted)

    def cells(row: CrosstableRow) -> tuple[tuple[Cell, ...], ...]:
        own = [(game.round if kind == "swiss" else places[game.opponent], cell(game)) for game in row.cells]
        return tuple(tuple(one for at, one in own if at == head) for head in heads)

    return Table(kind, heads, tuple(Row(places[row.player], row, cells(row)) for row in rows))


def _kind(rows: Sequence[CrosstableRow], rounds: Sequence[int]) -> str:
    """Tell what kind of table it needs: a round robin has every pair equally often, a Swiss nearly everybody in every
    round; else it is a league.
    """
    met = [len({cell.opponent for cell in row.cells}) for row in rows]
    if 2 < len(rows) <= MATRIX_MOST and all(count == len(rows) - 1 for count in met):
        return "matrix"
    seats = sum(len(row.cells) for row in rows)
    full = len(rows) * len(rounds)
    return "swiss" if len(rounds) <= ROUNDS_MOST and seats * 10 >= full * 6 else "league"


class TournamentsPage(NamedTuple):
    """A page of tournaments as the template shows it: by year, the newest first."""

    answer: TournamentsAnswer
    years: tuple[tuple[str, tuple[TournamentRow, ...]], ...]
    times: Times


def tournaments_page(reading: Reading, asked: Tournaments, visit: Visit) -> str:
    answer = tournaments(reading)
    newest = answer.rows[::-1]
    years = tuple((year, tuple(rows)) for year, rows in groupby(newest, key=lambda row: row.end[:4]))
    return rendered("tournaments.html", visit, page=TournamentsPage(answer, years, times_of(asked, visit.today)))


class DuePage(NamedTuple):
    """The page of what is late and what is due soon."""

    answer: DueAnswer
    late: tuple[DueRow, ...]
    soon: tuple[DueRow, ...]
    times: Times


def due_page(reading: Reading, asked: Due, visit: Visit) -> str:
    answer = asked.ask(reading)
    late = tuple(row for row in answer.rows if row.late)
    soon = tuple(row for row in answer.rows if not row.late)
    return rendered("due.html", visit, page=DuePage(answer, late, soon, times_of(asked, visit.today)))


def report_page(reading: Reading, asked: ExportTrf, visit: Visit) -> str:
    """Make the page with the report as text, to be copied or saved."""
    return rendered("report.html", visit, answer=exported_trf(reading, asked.tournament, asked.form))


class NormLine(NamedTuple):
    """A player and a norm as the page shows it; `briefly`: what is missing, in no language."""

    player: str
    name: str | None
    norm: str
    met: bool | None
    games: int
    score: float
    average: int | None
    performance: int | None
    briefly: str


class NormsPage(NamedTuple):
    """The page of the norms in a tournament; `made`: those that are met, or open."""

    answer: NormsAnswer
    asked: Norms
    made: tuple[NormLine, ...]
    others: tuple[NormLine, ...]
    more: int
    systems: tuple[str, ...]
    kinds: tuple[str, ...]
    query: Mapping[str, str | int | None]
    times: Times


def norms_page(reading: Reading, asked: Norms, visit: Visit) -> str:
    answer, times = asked.ask(reading), times_of(asked, visit.today)
    beside = answer.tournament.conditions
    made = tuple(_line(row, beside) for row in answer.rows if row.met is not False)
    others = tuple(_line(row, beside) for row in answer.rows if row.met is False)
    query = {**times.query, "system": asked.system, "kind": asked.kind}
    page = NormsPage(
        answer, asked, made, others[:OTHERS_MOST], len(others[OTHERS_MOST:]), SYSTEMS, EVENTS, query, times
    )
    return rendered("norms.html", visit, page=page)


def _line(row: NormRow, beside: Sequence[NormCheck]) -> NormLine:
    briefly = "; ".join(brief(check) for check in row.fails if check not in beside)
    return NormLine(
        row.player, row.name, row.norm, row.met, row.games, row.score, row.average, row.performance, briefly
    )


class NormPage(NamedTuple):
    """A certificate of a player's norms, a sheet for each."""

    answer: NormAnswer
    query: Mapping[str, str | int | None]
    times: Times


def norm_page(reading: Reading, asked: NormOf, visit: Visit) -> str:
    times = times_of(asked, visit.today)
    query = {**times.query, "system": asked.system, "kind": asked.kind}
    return rendered("norm.html", visit, page=NormPage(asked.ask(reading), query, times))
