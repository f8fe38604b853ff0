"""`selo list --bands 100`: how many players stand in each band of ratings, like Norway's picture of April 2006."""

from ledger.answer import Answer
from projections.answers.lists.rating_list import Filters, rating_list
from projections.answers.reading import Basis, Reading


class BandRow(Answer, frozen=True, kw_only=True, rename={"low": "from", "high": "to"}):
    """The players from a rating to another, both included."""

    low: int
    high: int
    players: int


class BandsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `list --bands`: every band from the lowest rating to the highest, also without players."""

    list: str
    width: int
    players: int
    rows: tuple[BandRow, ...]
    basis: Basis


def bands(reading: Reading, list_name: str, width: int, filters: Filters | None = None) -> BandsAnswer:
    """A band begins at a multiple of its width."""
    return of_ratings(reading, list_name, width, [row.rating for row in rating_list(reading, list_name, filters).rows])


def of_ratings(reading: Reading, list_name: str, width: int, ratings: list[int]) -> BandsAnswer:
    first, last = (min(ratings) // width, max(ratings) // width) if ratings else (0, -1)
    counts = dict.fromkeys(range(first, last + 1), 0)
    for rating in ratings:
        counts[rating // width] += 1
    rows = tuple(BandRow(low=at * width, high=(at + 1) * width - 1, players=count) for at, count in counts.items())
    return BandsAnswer(list=list_name, width=width, players=len(ratings), rows=rows, basis=reading.basis())
