"""A player's way to their rating: the entries of `selo history`, with the superseded
ones when asked for and the values after each game, which are worked out; and its
course, every change with its place and what was believed before a correction, from the
stored figures alone, so that it is quick.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Annotated, NamedTuple

from msgspec import field

from ledger.events import player_stream
from ledger.store.events import moments_of
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import Day, FirstList, PlayerId, Timed, about
from projections.answers.career import (
    PlayerName,
    kept_list,
    known_player,
    merged_id_asked,
    player_name,
)
from projections.answers.reading import Basis, Reading
from projections.answers.times import refuse_backwards
from projections.answers.tournaments.tournament import tournament_names
from projections.replay.entry import Version
from projections.replay.unit_row import UnitRow
from projections.tables import entries, units
from projections.tables.entries import Span
from rulebooks.base import BEGINNING, Change
from rulebooks.entries import Entry, Figure

END = "9999-12-31"  # behind every date


class HistoryRow(Answer, frozen=True, kw_only=True):
    """One entry: what one unit, opening, ruling or Elo step changed. The last two
    fields come with --all-versions.
    """

    on: Date
    kind: str
    tournament: str | None
    unit: str
    before: int | None
    after: int
    games: int
    score: float | None
    expected: float | None
    coefficient: int | float | None
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

    The picture has a line for each list the player is on, or the one asked for, and
    dashed what was first calculated where a correction came later.
    """

    line = ("player",)
    examples = (
        "selo history F033 --list selo --as-of 2024-06-30",
        "selo history F033 --svg f033.svg",
    )
    table = "rows"
    player: PlayerId
    list_name: FirstList = field(default=None, name="list")
    all_versions: Annotated[
        bool, about("Superseded rows too, with the seqs they were known between.")
    ] = False
    from_day: Annotated[Day | None, about("Only changes from this day on.")] = field(
        default=None, name="from"
    )
    to_day: Annotated[Day | None, about("Only changes up to this day.")] = field(
        default=None, name="to"
    )

    @property
    def period(self) -> tuple[str, str] | None:
        """The first and the last day asked about; None: all of them."""
        if self.from_day is None and self.to_day is None:
            return None
        first = self.from_day or BEGINNING
        last = self.to_day or END
        return first, last

    def ask(self, reading: Reading) -> HistoryAnswer:
        """Return the entries of the period, of the first list where none is named.
        `Usage`: the days are the wrong way round.
        """
        refuse_backwards(self.from_day, self.to_day, "from", "to")
        return history(
            reading,
            self.player,
            self.list_name or reading.first_list(),
            self.all_versions,
            period=self.period,
        )

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        """Name the columns that show from when to when each version counted, where
        superseded ones are asked for.
        """
        return ("known_from", "known_to") if self.all_versions else ()


def history(
    reading: Reading,
    asked: str,
    list_name: str,
    all_versions: bool = False,
    *,
    period: tuple[str, str] | None = None,
) -> HistoryAnswer:
    """Return one row an entry in date order; with all versions the superseded ones
    beside those in force.

    `asked`: an id, or what may stand for one; `period`: first and last day, YYYY-MM-DD.
    Refused are a player whom nobody knows and a list that the ledger does not keep.
    """
    player = known_player(reading, asked)
    list_name = kept_list(reading, list_name)
    period = period or (BEGINNING, END)

    if all_versions:
        rows = _rows_of_versions(reading, player, list_name, period)
    else:
        rows = _rows_in_force(reading, player, list_name, period)

    return HistoryAnswer(
        player=player_name(reading, player),
        list=list_name,
        rows=tuple(rows),
        basis=reading.basis(),
        asked=merged_id_asked(reading, asked, player),
    )


def _rows_of_versions(
    reading: Reading, player: str, list_name: str, period: tuple[str, str]
) -> list[HistoryRow]:
    """Return a row of every version of the entries of a period.

    `period`: first and last day, both included.
    """
    first, last = period
    inside = []
    for version in reading.versions(player=player, list_name=list_name):
        if first <= version.entry.on <= last:
            inside.append(version)

    # what is worked out of many entries is read together
    reading.workings.expect(version.entry for version in inside)
    rows = []
    for version in inside:
        known = _known_between(version, reading.known_seq)
        rows.append(_worked_row(version.entry, known))

    return rows


def _rows_in_force(
    reading: Reading, player: str, list_name: str, period: tuple[str, str]
) -> list[HistoryRow]:
    """Return a row of every entry of a period that is in force.

    `period`: first and last day, both included.
    """
    first, last = period
    inside = []
    for entry in reading.entries(player=player, list_name=list_name):
        if first <= entry.on <= last:
            inside.append(entry)

    reading.workings.expect(inside)
    return [_worked_row(entry) for entry in inside]


def figures(reading: Reading, asked: str, list_name: str) -> HistoryAnswer:
    """Return every version of every entry as it is stored, without what is worked out
    (coefficient, bonus, the values after each game): all that a chart asks for, in a
    tenth of the time.

    `list_name` is taken as it is: of a list that is not kept there are no rows.
    """
    player = known_player(reading, asked)

    rows = []
    for span in reading.own_rows.spans(list_name, player):
        known = _known_between(span, reading.known_seq)
        rows.append(_row(span.row, span.figure, None, known))

    return HistoryAnswer(
        player=player_name(reading, player),
        list=list_name,
        rows=tuple(rows),
        basis=reading.basis(),
    )


Known = tuple[int | UnsetType, int | UnsetType | None]
ALWAYS: Known = (UNSET, UNSET)  # nobody asked for versions


def _known_between(version: Version | Span, known_seq: int) -> Known:
    """Return the seqs between which a version was known. One that was closed after the
    seq asked about was still in force.

    The second is None for one that is in force.
    """
    known_to = version.known_to

    if known_to is not None and known_to > known_seq:
        known_to = None

    return version.known_from, known_to


def _worked_row(entry: Entry, known: Known = ALWAYS) -> HistoryRow:
    """Make a row with the terms of its calculation. A rating that was decided or taken
    over has none.

    `known`: the seqs of a version; ALWAYS leaves them out.
    """

    change = None
    if entry.figure.kind == "unit":
        change = entry.worked_out().change

    return _row(entry, entry.figure, change, known)


def _row(
    of: Entry | UnitRow, figure: Figure, change: Change | None, known: Known
) -> HistoryRow:
    """Make a row; without `change` nothing is worked out.

    `change.bonus` is in tenths of a point; the row has points.
    """
    coefficient = bonus = None
    running: tuple[int, ...] = ()

    if change is not None:
        coefficient = change.coefficient
        bonus = change.bonus / 10
        running = change.running

    known_from, known_to = known
    return HistoryRow(
        on=of.on,
        kind=figure.kind,
        tournament=of.tournament,
        unit=of.unit,
        before=figure.before,
        after=figure.after,
        games=figure.games,
        score=_score(figure),
        expected=_points_expected(figure),
        coefficient=coefficient,
        bonus=bonus,
        seq=of.seq,
        running=running,
        edition=of.edition,
        known_from=known_from,
        known_to=known_to,
    )


def _score(figure: Figure) -> float | None:
    """Return the points of a unit; None of a rating that was decided or taken over.

    It is counted in half points where it is stored.
    """
    if figure.kind != "unit":
        return None

    return figure.half_points / 2


def _points_expected(figure: Figure) -> float | None:
    """Return the points that were expected in a unit, where its rules expect some.

    They are hundredths where they are stored.
    """
    if figure.kind != "unit" or figure.expected is None:
        return None

    return figure.expected / 100


class Believed(Answer, frozen=True, kw_only=True):
    """What a rating was taken for until the submission that ended with an event."""

    after: int
    seq: int
    until: str


class CourseRow(Answer, frozen=True, kw_only=True):
    """One change. `name` is the tournament's; `was` is what was believed of it before,
    the earliest first.
    """

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
    """Return the player's rating changes on a list, as known, up to the day.

    A rating that was corrected stands once, with what it was before. Players and lists
    that there are not are refused.
    """
    player = known_player(reading, asked)
    list_name = kept_list(reading, list_name)
    spans = reading.own_rows.spans(list_name, player)
    return CourseAnswer(
        player=player_name(reading, player),
        list=list_name,
        rows=_course_rows(reading, spans),
        basis=reading.basis(),
    )


def course_in(
    reading: Reading, player: str, tournament: str | None
) -> dict[str, tuple[CourseRow, ...]]:
    """Return by list the player's changes in one tournament, or those by openings and
    rulings where none is named.

    `player`: the id that counts for them.
    """

    if tournament is not None:
        rows = reading.versions_in(tournament)
    else:
        rows = units.of_stream(reading.tables, player_stream(player))

    versions = entries.versions_up_to(reading.cut, rows)
    by_list: dict[str, list[Span]] = {}
    for span in entries.spans(versions, player):
        own = by_list.setdefault(span.row.list, [])
        own.append(span)

    return {name: _course_rows(reading, own) for name, own in by_list.items()}


def _course_rows(reading: Reading, spans: Sequence[Span]) -> tuple[CourseRow, ...]:
    """Make a row of each change that is in force, with what was believed of it before.

    The names of tournaments and the times of corrections are read for all of them at
    once.
    """
    changes = _changes_in_force(reading, spans)
    names = tournament_names(reading, _tournaments_of(changes))

    seqs = set[int]()
    for change in changes:
        seqs.update(ended.seq for ended in _corrected_ratings(change))

    moments = moments_of(reading.events, sorted(seqs))
    return tuple(_course_row(change, names, moments) for change in changes)


def _changes_in_force(reading: Reading, spans: Iterable[Span]) -> list[list[Span]]:
    """Return the versions of each change of which the last is in force.

    `spans`: in the order of computation, versions of a change behind each other.
    """
    changes = []
    for _, versions in groupby(spans, key=_key_of_change):
        change = list(versions)
        if _is_in_force(reading, change[-1]):
            changes.append(change)

    return changes


def _tournaments_of(changes: Iterable[Sequence[Span]]) -> set[str]:
    """Return the tournaments that made these changes; an opening has none.

    They are ids.
    """
    tournaments = set()
    for versions in changes:
        newest = versions[-1]
        if newest.row.tournament is not None:
            tournaments.add(newest.row.tournament)

    return tournaments


class _Ended(NamedTuple):
    """A rating in whose place another came, and the event that ended it."""

    after: int
    seq: int


def _corrected_ratings(versions: Sequence[Span]) -> Iterator[_Ended]:
    """Yield the ratings that a change came to before a correction, the first first.

    `versions`: of one change. A correction that left the rating as it was ended
    nothing.
    """
    for old, new in pairwise(versions):
        if old.known_to is None:
            continue

        after = old.figure.after
        if after != new.figure.after:
            yield _Ended(after, old.known_to)


def _key_of_change(span: Span) -> tuple[str, str]:
    """Return what versions of one change have in common."""
    return span.row.place, span.figure.kind


def _is_in_force(reading: Reading, span: Span) -> bool:
    """Tell whether a version was not closed, as far as the question knows."""
    return span.known_to is None or span.known_to > reading.known_seq


def _course_row(
    versions: Sequence[Span], names: Mapping[str, str], moments: Mapping[int, str]
) -> CourseRow:
    """Make the row of a change; `moments` are times by seq."""
    newest = versions[-1]
    row = newest.row
    figure = newest.figure

    name = None
    if row.tournament is not None:
        name = names.get(row.tournament)

    change = None
    if figure.before is not None:
        change = figure.after - figure.before

    believed = []
    for ended in _corrected_ratings(versions):
        until = moments.get(ended.seq, "")
        believed.append(Believed(after=ended.after, seq=ended.seq, until=until))

    return CourseRow(
        on=row.place[:10],
        kind=figure.kind,
        tournament=row.tournament,
        name=name,
        unit=row.unit,
        before=figure.before,
        after=figure.after,
        change=change,
        games=figure.games,
        score=_score(figure),
        expected=_points_expected(figure),
        seq=row.seq,
        was=tuple(believed),
    )
