"""What was reported of a tournament beside its games, and beside it what the games and byes add up to here."""

from collections.abc import Iterable, Mapping

from ledger.reported import FACTS, ReportedPlayer, as_read
from ledger.timeline import TournamentNow
from messages.answer import Answer, Date
from projections.answers.reading import Reading
from projections.answers.tournaments.crosstable import CrosstableRow

BYES = dict.fromkeys("UF+", 1.0) | dict.fromkeys("H=", 0.5)  # what else stands where no game does brings nothing


class ReportedStanding(Answer, frozen=True, kw_only=True):
    """A player as the report has them. `cells`: byes and absences by round, and games that were not played as they are
    written there; `counted`: the points that games and byes add up to; none where other points were given for them."""

    player: str
    name: str | None
    number: int | None
    title: str | None
    federation: str | None
    rating: int | None
    points: float | None
    rank: int | None
    cells: dict[str, str]
    counted: float | None

    @property
    def differs(self) -> bool:
        return None not in (self.points, self.counted) and self.points != self.counted


class TournamentReported(Answer, frozen=True, kw_only=True):
    """What the report says beside the games; it moves no rating. `stands`: no game was changed since."""

    stands: bool
    place: str | None
    federation: str | None
    kind: str | None
    time: str | None
    time_code: str | None
    rounds: int | None
    first_colour: str | None
    scoring: str | None
    order: str | None
    program: str | None
    system: str | None
    tie_breaks: str | None
    standings: str | None
    round_days: dict[str, Date]
    records: tuple[str, ...]
    rows: tuple[ReportedStanding, ...]


def reported(
    tournament: TournamentNow, reading: Reading, table: Iterable[CrosstableRow], names: Mapping[str, str]
) -> TournamentReported | None:
    """Return what was reported, the players by rank and those without one behind them by number."""
    if tournament.reported is None:
        return None
    said = as_read(tournament.reported)
    games = {row.player: row for row in table}
    rows: dict[str, ReportedStanding] = {}
    for row in said.players:
        player = reading.timeline.resolve(row.player)
        counted = None if said.scoring else _counted(row, games.get(player))
        rows.setdefault(player, _standing(row, player, names.get(player), counted))
    last = len(rows) + 10_000
    ordered = sorted(rows.values(), key=lambda row: (row.rank or last, row.number or last, row.player))
    facts = {name: getattr(said, name) for name in FACTS}
    return TournamentReported(
        stands=tournament.as_reported, round_days=said.round_days, records=tuple(said.records), rows=tuple(ordered),
        **facts,
    )  # fmt: skip


def _standing(row: ReportedPlayer, player: str, name: str | None, counted: float | None) -> ReportedStanding:
    return ReportedStanding(
        player=player, name=name, number=row.number, title=row.title, federation=row.federation, rating=row.rating,
        points=None if row.points is None else float(row.points), rank=row.rank, cells=row.cells, counted=counted,
    )  # fmt: skip


def _counted(row: ReportedPlayer, games: CrosstableRow | None) -> float:
    """Add up games and byes. A game takes the place of what the report has for its round."""
    met = set() if games is None else {str(cell.round) for cell in games.cells}
    byes = sum(BYES.get(mark[-1], 0.0) for number, mark in row.cells.items() if number not in met)
    return byes + (0.0 if games is None else games.points)
