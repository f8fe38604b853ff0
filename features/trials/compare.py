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
from projections.answers.career import names_of
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
        if len(self.lists) < 2:
            hint = by_command(
                "like `selo trial compare selo elo-no`", "write list=selo&list=elo-no"
            )
            raise Usage(
                Problem(
                    "parameter",
                    say("name at least two lists"),
                    Where(field="list"),
                    hint,
                )
            )
        return compare(reading, runs_of(reading, self.lists))

    def sheet(self, answer: Answer) -> CsvSheet:
        assert isinstance(answer, Compared)
        return CsvSheet([flat(row) for row in answer.rows], flat_columns(self.lists))


class Ranked(NamedTuple):
    """A player on the list of a run, with what `selo list` prints of them."""

    rank: int
    row: Listed


Ranking = dict[str, Ranked]  # by player, in the order of the list


def ranked(run: Run) -> Ranking:
    """Return the list a run came to, in the order in which `selo list` would print it."""
    rows = list_rows(run.totals(), run.setup.rules, run.edition(run.as_of), run.as_of)
    in_order = sorted(rows, key=lambda row: (-row.rating, row.player))
    return {row.player: Ranked(rank, row) for rank, row in enumerate(in_order, 1)}


def compare(reading: Reading, runs: Sequence[Run]) -> Comparison:
    """Work out the answer of `trial compare`."""
    beside = compared(reading, runs)
    return Comparison(lists=beside.lists, rows=beside.rows, basis=reading.basis())


def compared(reading: Reading, runs: Sequence[Run]) -> Compared:
    """Compare runs: one row a player in the order of the first list; players who are
    not on it come last.
    """
    labels = [run.setup.label for run in runs]
    rankings = {run.setup.label: ranked(run) for run in runs}
    first = rankings[labels[0]]
    moved = {label: _moved(first, ranking) for label, ranking in rankings.items()}
    players = {player for ranking in rankings.values() for player in ranking}
    names = names_of(reading, sorted(players))
    return Compared(
        lists=tuple(
            _beside_first(run, first, rankings[run.setup.label]) for run in runs
        ),
        rows=tuple(
            ComparedPlayer(
                player=player,
                name=names.get(player),
                lists={
                    label: _cell(rankings[label].get(player), moved[label].get(player))
                    for label in labels
                },
            )
            for player in sorted(
                players, key=lambda player: _order(player, labels, rankings)
            )
        ),
    )


def _order(
    player: str, labels: Sequence[str], rankings: Mapping[str, Ranking]
) -> tuple[int, int, str]:
    """Return the key that orders players by the first list that has them, then by rank
    on it.
    """
    index = next(
        index for index, label in enumerate(labels) if player in rankings[label]
    )
    return index, rankings[labels[index]][player].rank, player


def _cell(place: Ranked | None, moved: int | None) -> Cell | None:
    if place is None:
        return None
    row = place.row
    return Cell(
        rating=row.rating,
        rank=place.rank,
        games=row.games,
        established=row.established,
        moved=moved,
    )


def _moved(first: Ranking, other: Ranking) -> dict[str, int]:
    """Return the places gained against the first list, counted among players who are on
    both.
    """
    both = [player for player in first if player in other]
    by_other = sorted(both, key=lambda player: other[player].rank)
    place_on_other = {player: place for place, player in enumerate(by_other)}
    return {player: place - place_on_other[player] for place, player in enumerate(both)}


def _beside_first(run: Run, first: Ranking, other: Ranking) -> ComparedList:
    both = [player for player in first if player in other]
    differences = [
        other[player].row.rating - first[player].row.rating for player in both
    ]
    return ComparedList(
        list=run.setup.label,
        editions=run.editions(),
        openings_from=run.setup.openings_from,
        players=len(other),
        mean=(
            round(fmean(place.row.rating for place in other.values()), 1)
            if other
            else None
        ),
        both=len(both),
        mean_difference=round(fmean(differences), 1) if differences else None,
        largest_difference=max(differences, key=abs) if differences else None,
        rank_correlation=_correlation(first, other, both),
    )


def _correlation(first: Ranking, other: Ranking, both: Sequence[str]) -> float | None:
    """Return Spearman's correlation of the places among players on both lists; no two
    places are equal.
    """
    count = len(both)
    if count < 2:
        return None
    squares = sum(change * change for change in _moved(first, other).values())
    return round(1 - 6 * squares / (count * (count * count - 1)), 4)


COMPARED = ("rating", "rank", "games", "moved")


def flat_columns(labels: Sequence[str]) -> tuple[str, ...]:
    """Name the columns of a flat row: player and name, then four for each list."""
    return (
        "player",
        "name",
        *(_column(label, part) for label in labels for part in COMPARED),
    )


def flat(row: ComparedPlayer) -> dict[str, str | int | None]:
    """Return a player's row for a spreadsheet: rating, rank, games and moved of each
    list side by side.
    """
    cells: dict[str, str | int | None] = {"player": row.player, "name": row.name}
    for label, cell in row.lists.items():
        cells |= {
            _column(label, part): None if cell is None else getattr(cell, part)
            for part in COMPARED
        }
    return cells


def _column(label: str, part: str) -> str:
    return label if part == "rating" else f"{label} {part}"
