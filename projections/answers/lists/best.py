"""`selo best`: the highest peaks of a list, the biggest gains in one calendar year, the longest runs of gains."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from msgspec import Meta, field

from messages.answer import Answer, Date
from projections.answers.asking import FirstList, Timed, about
from projections.answers.career import kept_list, listed, names_of
from projections.answers.reading import Basis, Reading
from projections.tables.entries import of_list
from rulebooks.entries import Figure


class BestPeak(Answer, frozen=True, kw_only=True):
    """A highest rating and its day."""

    player: str
    name: str | None
    rating: int
    on: Date


class BestYear(Answer, frozen=True, kw_only=True):
    """What a player gained by games in a calendar year, and the ratings before the first of them and after the last."""

    player: str
    name: str | None
    year: str
    before: int
    after: int
    gain: int


class BestRun(Answer, frozen=True, kw_only=True):
    """Units one after the other that all brought a gain."""

    player: str
    name: str | None
    length: int
    first_day: Date
    last_day: Date
    gain: int


class BestAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `best`."""

    list: str
    peaks: tuple[BestPeak, ...]
    years: tuple[BestYear, ...]
    runs: tuple[BestRun, ...]
    basis: Basis


Dated = tuple[str, Figure]


class Best(Timed, frozen=True, kw_only=True):
    """The highest peaks of a list, the biggest gains in a calendar year, the longest runs of gains."""

    line = ("list",)
    examples = ("selo best selo --top 3",)
    costly = True
    row_limit = "top"
    list_name: FirstList = field(default=None, name="list")
    top: Annotated[int, Meta(ge=1, le=1000), about("How many of each.", "N")] = 10

    def ask(self, reading: Reading) -> BestAnswer:
        return best(reading, self.list_name or reading.first_list(), self.top)


def best(reading: Reading, list_name: str, top: int = 10) -> BestAnswer:
    """List the best of players whose ratings are established; only games gain, and a ruling or an Elo taken as selo is
    no peak.
    """
    kept_list(reading, list_name)
    careers: dict[str, list[Dated]] = {}
    for row in of_list(reading.tables, reading.cut, list_name):
        for figure in row.every_figure():
            careers.setdefault(figure.player, []).append((row.place[:10], figure))
    settled = {player: [one for one in career if one[1].established] for player, career in careers.items()}
    peaks = sorted(_peaks(settled), key=lambda one: (-one[1], one[2], one[0]))[:top]
    years = sorted(_years(settled), key=lambda one: (-one[4], one[1], one[0]))[:top]
    runs = sorted(_runs(settled), key=lambda one: (-one[1], -one[4], one[0]))[:top]
    players = {one[0] for one in peaks} | {one[0] for one in years} | {one[0] for one in runs}
    names = names_of(reading, sorted(players))
    return BestAnswer(
        list=list_name,
        peaks=listed(
            reading, (BestPeak(player=who, name=names.get(who), rating=rating, on=on) for who, rating, on in peaks)
        ),
        years=listed(
            reading,
            (
                BestYear(player=who, name=names.get(who), year=year, before=before, after=after, gain=gain)
                for who, year, before, after, gain in years
            ),
        ),
        runs=listed(
            reading,
            (
                BestRun(player=who, name=names.get(who), length=length, first_day=first, last_day=last, gain=gain)
                for who, length, first, last, gain in runs
            ),
        ),
        basis=reading.basis(),
    )


def _peaks(careers: dict[str, list[Dated]]) -> Iterator[tuple[str, int, str]]:
    for player, career in careers.items():
        ranked = [(figure.best, on) for on, figure in career if figure.played_for]
        if ranked:
            rating = max(value for value, _ in ranked)
            yield player, rating, next(on for value, on in ranked if value == rating)


def _years(careers: dict[str, list[Dated]]) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield (player, year, before, after, gain) for every year in which games brought more than they took."""
    for player, career in careers.items():
        for year in sorted({on[:4] for on, _ in career}):
            played = [figure for on, figure in career if on[:4] == year and figure.kind == "unit"]
            # what came between two units, a ruling or an Elo taken as selo, was not gained
            gain = sum(figure.after - figure.before for figure in played if figure.before is not None)
            if gain > 0 and played[0].before is not None:
                yield player, year, played[0].before, played[-1].after, gain


def _runs(careers: dict[str, list[Dated]]) -> Iterator[tuple[str, int, str, str, int]]:
    """Yield (player, length, first day, last day, gain) for each player's longest run."""
    for player, career in careers.items():
        runs = list(_gaining(career))
        if runs:
            run = max(runs, key=len)
            gain = run[-1][1].after - (run[0][1].before or 0)
            yield player, len(run), run[0][0], run[-1][0], gain


def _gaining(career: Iterable[Dated]) -> Iterator[list[Dated]]:
    run: list[Dated] = []
    for on, figure in career:
        if figure.kind == "unit" and figure.before is not None and figure.after > figure.before:
            run.append((on, figure))
        elif run:
            yield run
            run = []
    if run:
        yield run
