"""The players under each system, run over the same games: ratings, ranks, and how far
they stand apart.
"""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Annotated, NamedTuple, Self

from msgspec import field
from msgspec.structs import replace

from ledger.errors import Problem, Usage, Where
from messages import by_command, say
from messages.answer import Answer
from projections.answers.asking import Count, CsvSheet, Text, about
from projections.answers.career import names_of, rows_to_show
from projections.answers.lists.listed import Listed, list_rows
from projections.answers.opened import Whole
from projections.answers.reading import Basis, Reading
from projections.runs.over_all_games import ListRun, Run, runs_of


class Cell(Answer, frozen=True, kw_only=True):
    """A player on one list. `moved`: places gained against the first list, counted
    among those on both.
    """

    rating: int
    rank: int
    games: int
    established: bool
    moved: int | None


class ComparedPlayer(Answer, frozen=True, kw_only=True):
    """One player, and by label what each list says of them; None where they are not on
    it.
    """

    player: str
    name: str | None
    lists: dict[str, Cell | None]


class ComparedList(ListRun, frozen=True, kw_only=True):
    """How a list stands beside the first one; differences and correlation are of the
    players on both.
    """

    players: int
    mean: float | None
    both: int
    mean_difference: float | None
    largest_difference: int | None
    rank_correlation: float | None


class Compared(Answer, frozen=True, kw_only=True):
    """The lists beside each other, without the basis: `what-if` holds one of these."""

    lists: tuple[ComparedList, ...]
    rows: tuple[ComparedPlayer, ...]

    def top(self, count: int | None) -> Self:
        """Return the comparison with only the first rows; all of them if no count is
        given.
        """
        return replace(self, rows=self.rows[:count])


class Comparison(Compared, frozen=True, kw_only=True):
    """The answer of `trial compare`."""

    basis: Basis


class Compare(Whole, frozen=True, kw_only=True):
    """The players under each list, run over the same games; nothing is recorded.

    A LIST may name its edition: elo:elo-16-32. A list without openings of its own
    starts from those of the first list beside it that has some. "moved" is how many
    places a player gains among those who are on both lists.
    """

    line = ("list",)
    examples = ("selo trial compare selo elo-no elo-fide --as-of 2025-06-30 --top 10",)
    lists: Annotated[
        tuple[Text, ...], about("Lists.", schema={"minItems": 2}, needed=True)
    ] = field(default=(), name="list")
    limit: Annotated[
        Count | None, about("Show only the first N players.", "N", option="top")
    ] = None

    def ask(self, reading: Reading) -> Comparison:
        return self.everybody(reading).top(self.limit)

    def everybody(self, reading: Reading) -> Comparison:
        """Return the comparison with all its rows."""
        if len(self.lists) < 2:
            hint = by_command(
                "like `selo trial compare selo elo-no`", "write list=selo&list=elo-no"
            )
            message = say("name at least two lists")
            raise Usage(Problem("parameter", message, Where(field="list"), hint))

        return compare(reading, runs_of(reading, self.lists))

    def sheet(self, answer: Answer) -> CsvSheet:
        """A row for every player of the answer, with columns for each list."""
        assert isinstance(answer, Compared)
        rows = [flat(row) for row in answer.rows]
        return CsvSheet(rows, flat_columns(self.lists))


class Ranked(NamedTuple):
    """A player on the list of a run, with what `selo list` prints of them.

    rank: from 1; no two players share one.
    """

    rank: int
    row: Listed


Ranking = dict[str, Ranked]  # by player, in the order of the list


def ranking_of(run: Run) -> Ranking:
    """Return the list a run came to, by player in the order in which `selo list` would
    print it.

    Those with the same rating stand by id, so no rank is shared.
    """
    as_of = run.as_of
    edition = run.edition(as_of)
    rows = list_rows(run.totals(), run.setup.rules, edition, as_of)
    in_order = sorted(rows, key=lambda row: (-row.rating, row.player))
    ranking: Ranking = {}
    for rank, row in enumerate(in_order, 1):
        ranking[row.player] = Ranked(rank, row)

    return ranking


def compare(reading: Reading, runs: Sequence[Run]) -> Comparison:
    """Work out the answer of `trial compare`.

    runs: at least one; the others are compared with the first.
    """
    beside = compared(reading, runs)
    return Comparison(lists=beside.lists, rows=beside.rows, basis=reading.basis())


def compared(reading: Reading, runs: Sequence[Run]) -> Compared:
    """Compare runs: one row a player in the order of the first list; players who are
    not on it come last. Whom the office leaves out for whoever asks has no row, and
    counts all the same in what is said of a list.

    runs: each with a label of its own.
    """
    rankings = {run.setup.label: ranking_of(run) for run in runs}
    labels = [run.setup.label for run in runs]
    first = rankings[labels[0]]
    players = list(_players_in_order(rankings, labels))
    names = names_of(reading, sorted(players))

    gained = {}
    lists = []
    for run in runs:
        label = run.setup.label
        ranking = rankings[label]
        gained[label] = _places_gained(first, ranking)
        lists.append(_against_first(run, first, ranking))

    rows = []
    for player in players:
        cells = {}
        for label in labels:
            on_list = rankings[label].get(player)
            moved = gained[label].get(player)
            cells[label] = _cell(on_list, moved)

        row = ComparedPlayer(player=player, name=names.get(player), lists=cells)
        rows.append(row)

    return Compared(lists=tuple(lists), rows=rows_to_show(reading, rows))


def _players_in_order(
    rankings: Mapping[str, Ranking], labels: Sequence[str]
) -> dict[str, None]:
    """Return the players by the first list that has them, then by rank on it. The
    values say nothing: the keys are in order, each once.
    """
    players: dict[str, None] = {}
    for label in labels:
        players |= dict.fromkeys(rankings[label])

    return players


def _cell(on_list: Ranked | None, moved: int | None) -> Cell | None:
    """Return what a list says of a player; None where they are not on it.

    moved: places gained against the first list; None where they are not on both.
    """
    if on_list is None:
        return None

    row = on_list.row
    return Cell(
        rating=row.rating,
        rank=on_list.rank,
        games=row.games,
        established=row.established,
        moved=moved,
    )


def _places_gained(first: Ranking, other: Ranking) -> dict[str, int]:
    """Return the places gained against the first list, by player, counted among players
    who are on both; below 0 where places were lost.

        first A B C D     other C A D     A -1, C +1, D 0
    """
    by_first = [player for player in first if player in other]
    by_other = [player for player in other if player in first]

    gained = {}
    for index, player in enumerate(by_first):
        gained[player] = index

    for index, player in enumerate(by_other):
        gained[player] -= index

    return gained


def _against_first(run: Run, first: Ranking, other: Ranking) -> ComparedList:
    """Say how the list of a run stands beside the first one.

    first, other: the lists that both runs came to. A difference is that of the other
    less the first, in points.
    """
    ratings = [on_list.row.rating for on_list in other.values()]
    differences = []
    for player, on_first in first.items():
        if player in other:
            differences.append(other[player].row.rating - on_first.row.rating)

    mean_difference = None
    largest_difference = None
    if differences:
        mean_difference = round(fmean(differences), 1)
        largest_difference = max(differences, key=abs)

    return ComparedList(
        list=run.setup.label,
        editions=run.editions(),
        openings_from=run.setup.openings_from,
        players=len(other),
        mean=round(fmean(ratings), 1) if ratings else None,
        both=len(differences),
        mean_difference=mean_difference,
        largest_difference=largest_difference,
        rank_correlation=_correlation(first, other),
    )


def _correlation(first: Ranking, other: Ranking) -> float | None:
    """Return Spearman's correlation of the places among players on both lists, to four
    decimals; no two places are equal.

    1 is the same order, -1 the opposite one, None where fewer than two are on both.
    """
    changes = _places_gained(first, other).values()
    count = len(changes)
    if count < 2:
        return None

    squares = sum(change * change for change in changes)
    cubed = count * (count * count - 1)

    return round(1 - 6 * squares / cubed, 4)


COMPARED = ("rating", "rank", "games", "moved")


def flat_columns(labels: Sequence[str]) -> tuple[str, ...]:
    """Name the columns of a flat row: player and name, then four for each list."""
    columns = ["player", "name"]
    for label in labels:
        columns += [_column(label, part) for part in COMPARED]

    return tuple(columns)


def flat(row: ComparedPlayer) -> dict[str, str | int | None]:
    """Return a player's row for a spreadsheet: rating, rank, games and moved of each
    list side by side.

    A list without the player has empty cells.
    """
    cells: dict[str, str | int | None] = {"player": row.player, "name": row.name}
    for label, cell in row.lists.items():
        for part in COMPARED:
            figure = None if cell is None else getattr(cell, part)
            cells[_column(label, part)] = figure

    return cells


def _column(label: str, part: str) -> str:
    """The name of a column: the list alone for its rating, else the list and the part.

    _column("elo", "rating")  ->  elo
    _column("elo", "rank")    ->  elo rank
    """
    if part == "rating":
        return label
    return f"{label} {part}"
