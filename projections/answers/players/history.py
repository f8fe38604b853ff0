"""`selo history`: the entries that led to a player's rating, with the superseded ones when asked for."""

from typing import Annotated

from msgspec import field

from messages.answer import UNSET, Answer, UnsetType
from projections.answers.asking import FirstList, PlayerId, Timed, about
from projections.answers.career import PlayerName, asked_for, known_player, player_name
from projections.answers.kept_list import kept_list
from projections.answers.reading import Basis, Reading
from projections.replay.entry import Version
from projections.tables.entries import Span
from rulebooks.base import Entry


class HistoryRow(Answer, frozen=True, kw_only=True):
    """One entry: what one unit, opening, ruling or Elo step changed. The last two fields come with --all-versions."""

    on: str
    kind: str
    tournament: str | None
    unit: str
    before: int | None
    after: int
    games: int
    score: float | None
    expected: float | None
    coefficient: int | None
    bonus: float | None
    seq: int
    running: tuple[int, ...]
    edition: str
    known_from: int | UnsetType = UNSET
    known_to: int | UnsetType | None = UNSET


class HistoryAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `history`."""

    player: PlayerName
    list: str
    rows: tuple[HistoryRow, ...]
    basis: Basis
    asked: str | UnsetType = UNSET


class History(Timed, frozen=True, kw_only=True):
    """A player's changes, one row a unit.

    The picture has a line for each list the player is on, or the one asked for, and dashed what was first calculated
    where a correction came later.
    """

    line = ("player",)
    examples = ("selo history F033 --list selo --as-of 2024-06-30", "selo history F033 --svg f033.svg")
    table = "rows"
    player: PlayerId
    list_name: FirstList = field(default=None, name="list")
    all_versions: Annotated[bool, about("Superseded rows too, with the seqs they were known between.")] = False

    def ask(self, reading: Reading) -> HistoryAnswer:
        return history(reading, self.player, self.list_name or reading.first_list(), self.all_versions)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        return ("known_from", "known_to") if self.all_versions else ()


def history(reading: Reading, asked: str, list_name: str, all_versions: bool = False) -> HistoryAnswer:
    """One row an entry in date order; with all versions the superseded ones beside those in force."""
    player, list_name = known_player(reading, asked), kept_list(reading, list_name)
    if all_versions:
        versions = reading.versions(player=player, list_name=list_name)
        rows = [_row_of_version(version, reading.known_seq) for version in versions]
    else:
        rows = [_row(entry) for entry in reading.entries(player=player, list_name=list_name)]
    return HistoryAnswer(
        player=player_name(reading, player),
        list=list_name,
        rows=tuple(rows),
        basis=reading.basis(),
        asked=asked_for(reading, asked, player),
    )


def figures(reading: Reading, asked: str, list_name: str) -> HistoryAnswer:
    """Every version of every entry as it is stored, without what is worked out (coefficient, bonus, the values after
    each game): all that a chart asks for, in a tenth of the time."""
    player = known_player(reading, asked)
    stored = reading.own_rows.spans(list_name, player)
    rows = tuple(_figure_row(span, reading.known_seq) for span in stored)
    return HistoryAnswer(player=player_name(reading, player), list=list_name, rows=rows, basis=reading.basis())


def _figure_row(span: Span, known_seq: int) -> HistoryRow:
    row, figure = span.row, span.figure
    played = figure.kind == "unit"
    closed = span.known_to is not None and span.known_to <= known_seq
    return HistoryRow(
        on=row.place[:10],
        kind=figure.kind,
        tournament=row.tournament,
        unit=row.unit,
        before=figure.before,
        after=figure.after,
        games=figure.games,
        score=figure.half_points / 2 if played else None,
        expected=figure.expected / 100 if played and figure.expected is not None else None,
        coefficient=None,
        bonus=None,
        seq=row.seq,
        running=(),
        edition=row.edition,
        known_from=span.known_from,
        known_to=span.known_to if closed else None,
    )


def _row_of_version(version: Version, known_seq: int) -> HistoryRow:
    # an entry closed after the seq of the question was still in force then
    closed = version.known_to is not None and version.known_to <= known_seq
    return _row(version.entry, version.known_from, version.known_to if closed else None)


def _row(entry: Entry, known_from: int | UnsetType = UNSET, known_to: int | UnsetType | None = UNSET) -> HistoryRow:
    change = entry.change
    played = change.kind == "unit"
    return HistoryRow(
        on=entry.on,
        kind=change.kind,
        tournament=entry.tournament,
        unit=entry.unit,
        before=change.before,
        after=change.after,
        games=change.games,
        score=change.half_points / 2 if played else None,
        expected=change.expected / 100 if played and change.expected is not None else None,
        coefficient=change.coefficient,
        bonus=change.bonus / 10 if played else None,
        seq=entry.seq,
        running=change.running,
        edition=entry.edition,
        known_from=known_from,
        known_to=UNSET if known_from is UNSET else known_to,
    )
