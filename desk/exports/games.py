"""Answer `selo export games` and `selo export audit`: a tournament as rows, one a game,
or for an auditor one a player and game with every term.
"""

from collections.abc import Iterator
from typing import Annotated

from desk.exports.reports import ReportGame, ReportPlayer, report
from ledger.field_types import Result
from messages import Message
from messages.answer import Answer, Date, json_value, one_of
from projections.answers.asking import CsvSheet, Timed, TournamentId
from projections.answers.career import names_of
from projections.answers.players.explain import left_out_of, sheets_of
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import tournament_at
from rulebooks.sheets import ExplainedEntry


class ExportedGame(Answer, frozen=True, kw_only=True):
    """A game with the people in it; ratings are those before the tournament, on the
    list most of its games count on.
    """

    game: str
    round: int
    board: int | None
    date: Date | None
    white: str
    white_name: str | None
    white_fide_id: int | None
    white_rating: int | None
    black: str
    black_name: str | None
    black_fide_id: int | None
    black_rating: int | None
    result: Annotated[str, one_of(Result)]


class ExportGamesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export games`."""

    tournament: str
    rows: tuple[ExportedGame, ...]
    basis: Basis


class ExportGames(Timed, frozen=True, kw_only=True):
    """The games of a tournament as a table, one a row, which `selo submit` reads as
    well.
    """

    line = ("tournament",)
    examples = ("selo export games kuusilahti-open-2024 > games.csv",)
    tournament: TournamentId

    def ask(self, reading: Reading) -> ExportGamesAnswer:
        """Return the games of the tournament, a row each, in the order of its report.

        A game without a day of its own has the tournament's, where that lasted a single
        day.
        """
        reported = report(reading, self.tournament)
        people = {player.player: player for player in reported.players}
        header = reported.tournament
        day = header.start if header.start == header.end else None
        rows = tuple(
            _game_row(game, day, people[game.white], people[game.black])
            for game in reported.games
        )
        return ExportGamesAnswer(
            tournament=reported.tournament.id, rows=rows, basis=reported.basis
        )

    def sheet(self, answer: Answer) -> CsvSheet:
        assert isinstance(answer, ExportGamesAnswer)
        return CsvSheet(
            [json_value(row) for row in answer.rows], ExportedGame.__struct_fields__
        )


def _game_row(
    game: ReportGame, day: str | None, white: ReportPlayer, black: ReportPlayer
) -> ExportedGame:
    """Return the row of a game.

    `day`: YYYY-MM-DD, of a game that has none of its own; None where it is not known.

    Players without a name that may be shown have None.
    """
    return ExportedGame(
        game=game.game,
        round=game.round,
        board=game.board,
        date=game.on or day,
        white=white.player,
        white_name=white.name,
        white_fide_id=white.fide_id,
        white_rating=white.rating,
        black=black.player,
        black_name=black.name,
        black_fide_id=black.fide_id,
        black_rating=black.rating,
        result=game.result,
    )


class AuditRow(Answer, frozen=True, kw_only=True):
    """One game of one player with every term of the explanation; the terms of the unit
    repeat on each row.
    """

    tournament: str | None = None
    list: str | None = None
    unit: str | None = None
    on: Date | None = None
    edition: str | None = None
    seq: int | None = None
    player: str | None = None
    name: str | None = None
    kind: str | None = None
    status: str | None = None
    formula: str | None = None
    sections: str | None = None
    before: int | None = None
    game: str | None = None
    opponent: str | None = None
    opponent_name: str | None = None
    score: int | float | None = None
    minutes: int | float | None = None
    number: int | None = None
    basis: str | None = None
    basis_text: Message | None = None
    section: str | None = None
    difference: int | None = None
    table_percent: int | None = None
    percent: int | None = None
    capped: bool | None = None
    surplus: int | float | None = None
    kt: int | float | None = None
    contribution: int | float | None = None
    running: int | None = None
    unit_score: int | float | None = None
    unit_expected: int | float | None = None
    carried: str | None = None
    provisional: int | None = None
    coefficient: int | float | None = None
    bonus: int | float | None = None
    working: str | None = None
    sum: int | float | None = None
    exact: int | float | None = None
    rounded: int | None = None
    after: int | None = None
    not_rated: str | None = None


class AuditAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export audit`."""

    tournament: str
    rows: tuple[AuditRow, ...]
    basis: Basis


# what a row takes over as it stands, from the game and from the sheet
OF_GAME = (
    "game",
    "opponent",
    "score",
    "minutes",
    "number",
    "basis",
    "basis_text",
    "section",
    "difference",
    "table_percent",
    "percent",
    "capped",
    "surplus",
    "kt",
    "contribution",
    "running",
)
OF_SHEET = (
    "tournament",
    "list",
    "unit",
    "on",
    "edition",
    "seq",
    "player",
    "name",
    "kind",
    "status",
    "formula",
    "before",
    "coefficient",
    "bonus",
    "sum",
    "exact",
    "rounded",
    "after",
)


class ExportAudit(Timed, frozen=True, kw_only=True):
    """For an auditor: one row a player and game, with every term of the rating."""

    line = ("tournament",)
    examples = ("selo export audit kuusilahti-open-2024",)
    tournament: TournamentId

    def ask(self, reading: Reading) -> AuditAnswer:
        return export_audit_answer(reading, self.tournament)

    def sheet(self, answer: Answer) -> CsvSheet:
        assert isinstance(answer, AuditAnswer)
        rows = [json_value(row) for row in answer.rows]
        return CsvSheet(rows, AuditRow.__struct_fields__)


def export_audit_answer(reading: Reading, name: str) -> AuditAnswer:
    """List the sums of a tournament; games that count nowhere stand behind the others
    of their player, with the reason.

    `name`: the tournament's id. Players are in the order of their ids; a player on two
    lists has the rows of each. Refused is a tournament that there is not (NotFound).

        player  game  opponent  score  before  contribution  after  not_rated
        F033    g1    F041      1      1850    ...           1862
        F033    g4    F050                                          won by forfeit
    """
    tournament = tournament_at(reading, name)
    resolve = reading.timeline.resolve
    players = sorted(
        {
            resolve(seat)
            for game in tournament.games.values()
            for seat in (game.white, game.black)
        }
    )

    names = names_of(reading, players)
    rows: list[AuditRow] = []

    for player in players:
        for sheet in sheets_of(reading, player, name):
            rows += _rows(sheet.terms())

        rows += [
            AuditRow(
                tournament=name,
                player=player,
                name=names.get(player),
                game=row.game,
                opponent=row.opponent,
                opponent_name=names.get(row.opponent or ""),
                section=row.section,
                not_rated=row.why,
            )
            for row in left_out_of(reading, player, name)
        ]

    return AuditAnswer(
        tournament=tournament.id, rows=tuple(rows), basis=reading.basis()
    )


def _rows(sheet: ExplainedEntry) -> Iterator[AuditRow]:
    """Yield the games of a sheet; an entry without games is one row.

    The terms of the entry are the same on each of its rows: `before`, `sum`, `after`.
    """
    of_sheet = {field: getattr(sheet, field) for field in OF_SHEET} | {
        "sections": " ".join(sheet.sections),
        "unit_score": sheet.score,
        "unit_expected": sheet.expected,
        "carried": sheet.carried.text if sheet.carried else None,
        "provisional": sheet.provisional.number if sheet.provisional else None,
        "working": " ; ".join(sheet.working),
    }

    for game in sheet.games:
        of_game = {field: getattr(game, field) for field in OF_GAME}
        yield AuditRow(**of_sheet, **of_game, opponent_name=game.name)

    if not sheet.games:
        yield AuditRow(**of_sheet)
