"""The course of a player's ratings: every change with its place, and what was believed before a correction.

From the stored figures alone, so it is quick: `selo history` has the values after each game, which are worked out.
"""

from collections.abc import Sequence
from itertools import groupby, pairwise

from ledger.store.events import recorded_at
from messages.answer import Answer, Date
from projections.answers.career import PlayerName, known_player, player_name
from projections.answers.kept_list import kept_list
from projections.answers.reading import Basis, Reading
from projections.answers.tournaments.tournament import tournament_names
from projections.tables.entries import Span


class Believed(Answer, frozen=True, kw_only=True):
    """What a rating was taken for until the submission that ended with an event."""

    after: int
    seq: int
    until: str


class CourseRow(Answer, frozen=True, kw_only=True):
    """One change. `name` is the tournament's; `was` is what was believed of it before, the earliest first."""

    on: Date
    kind: str
    tournament: str | None
    name: str | None
    unit: str
    before: int | None
    after: int
    change: int | None
    games: int
    score: float | None
    expected: float | None
    seq: int
    was: tuple[Believed, ...]


class CourseAnswer(Answer, frozen=True, kw_only=True):
    """A player's changes on a list, the oldest first."""

    player: PlayerName
    list: str
    rows: tuple[CourseRow, ...]
    basis: Basis


def course(reading: Reading, asked: str, list_name: str) -> CourseAnswer:
    """Return the player's rating changes on a list, as known, up to the day."""
    player, list_name = known_player(reading, asked), kept_list(reading, list_name)
    rows = reading.own_rows.every(list_name, player)
    changes = [list(versions) for _, versions in groupby(reading.own_rows.spans(list_name, player), key=_which)]
    names = tournament_names(reading, {row.tournament for row in rows if row.tournament is not None})
    return CourseAnswer(
        player=player_name(reading, player),
        list=list_name,
        rows=tuple(_row(reading, versions, names) for versions in changes if _in_force(reading, versions[-1])),
        basis=reading.basis(),
    )


def _which(span: Span) -> tuple[str, str]:
    return span.row.place, span.figure.kind


def _in_force(reading: Reading, span: Span) -> bool:
    return span.known_to is None or span.known_to > reading.known_seq


def _row(reading: Reading, versions: Sequence[Span], names: dict[str, str]) -> CourseRow:
    row, figure = versions[-1].row, versions[-1].figure
    played = figure.kind == "unit"
    return CourseRow(
        on=row.place[:10],
        kind=figure.kind,
        tournament=row.tournament,
        name=names.get(row.tournament or ""),
        unit=row.unit,
        before=figure.before,
        after=figure.after,
        change=None if figure.before is None else figure.after - figure.before,
        games=figure.games,
        score=figure.half_points / 2 if played else None,
        expected=None if figure.expected is None or not played else figure.expected / 100,
        seq=row.seq,
        was=tuple(
            Believed(after=old.figure.after, seq=old.known_to, until=recorded_at(reading.events, old.known_to) or "")
            for old, new in pairwise(versions)
            if old.known_to is not None and old.figure.after != new.figure.after
        ),
    )
