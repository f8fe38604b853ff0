"""Answer `selo list`: a rating list on any day, as known on any other, rows by rating,
then id; with `--bands` how many players stand in each band of ratings, like Norway's
picture of April 2006; and how ratings went lately.
"""

from collections.abc import Mapping
from datetime import date
from typing import Annotated

from msgspec import Meta, field, structs

from ledger.days import days_later
from ledger.store.persons import folded
from messages import by_command
from messages.answer import UNSET, Answer, Date, UnsetType
from projections.answers.asking import FirstList, Text, about
from projections.answers.career import (
    PeakReached,
    kept_list,
    names_of,
    one_row_a_player,
    peak_of,
    peak_reached,
    rows_to_show,
)
from projections.answers.lists.listed import Filters, Listed, histories, rows_chosen
from projections.answers.lists.live_ratings import columns_beside_rating
from projections.answers.lists.published import publication
from projections.answers.opened import Replayed
from projections.answers.parameters import day_of
from projections.answers.reading import Basis, Reading, cached_on_reading
from projections.answers.titles import TitleRow, titles
from projections.tables.entries import of_list
from rulebooks import rulebook

DAY_OR_LABEL = by_command(
    "a day as YYYY-MM-DD, or a label of `selo list published`",
    "a day as YYYY-MM-DD, or the name of a published list",
)


class Ranked(Answer, frozen=True, kw_only=True):
    """A player on a list; the last fields are those of lists that show more than a
    rating.
    """

    rank: int
    player: str
    name: str | None
    rating: int
    games: int
    normal_games: int
    established: bool
    last_played: Date | None
    live: int | UnsetType | None = UNSET
    pending: int | float | UnsetType = UNSET
    list_day: Date | UnsetType = UNSET
    deviation: int | float | UnsetType | None = UNSET
    us_class: str | UnsetType | None = UNSET


class ListRow(Ranked, frozen=True, kw_only=True):
    """A player on the list; `peak`, `was` and `change` stand there where the question
    asks for them.
    """

    peak: int | UnsetType | None = UNSET
    was: int | UnsetType | None = UNSET
    change: int | UnsetType | None = UNSET


class ReplayedPeak(Answer, frozen=True, kw_only=True):
    """A player's highest rating on the list, found by going through all entries of a
    replay.
    """

    player: str
    name: str | None
    peak: PeakReached


class ListAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `list` and of `ledger replay`; the last fields are those of a
    replay that was asked for all of it.
    """

    list: str
    rows: tuple[ListRow, ...]
    basis: Basis
    peaks: tuple[ReplayedPeak, ...] | UnsetType = UNSET
    titles: tuple[TitleRow, ...] | UnsetType = UNSET


class List(Filters, frozen=True, kw_only=True):
    """A rating list, by rating and then id. With --label as it was published, and what
    moved a rating since.

    With --bands only how many players are in each so many points; --svg draws them. By
    name (--by) the rank stays that of the rating; live is what the next list of FIDE
    would show.
    """

    line = ("list",)
    examples = ("selo list selo --top 10 --as-of 2024-12-31",)
    table = "rows"
    list_name: FirstList = field(default=None, name="list")
    change_since: Annotated[
        Text | None,
        about("Beside the ratings of an earlier day or published list.", "DAY|LABEL"),
    ] = None

    def ask(self, reading: Reading) -> ListAnswer:
        """Return the list, with an earlier day or published list beside it where one is
        asked for.
        """
        list_name = self.list_name or reading.first_list()
        since = self.change_since
        before = None
        if since is not None:
            before = ratings_before(reading, list_name, since)
        return rating_list(reading, list_name, self, before)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        """Name the columns that stand only on some lists, or only where they were asked
        for: what the list shows beside the rating, the peak, and the rating before with
        its change.
        """
        assert isinstance(answer, ListAnswer)
        names = [*columns_beside_rating(answer.list)]
        if self.by == "peak":
            names.append("peak")
        if self.change_since is not None:
            names += ["was", "change"]
        return tuple(names)


class Replay(Replayed, frozen=True, kw_only=True):
    """The same as `list`, made from the events alone without the stored tables: for
    auditors.
    """

    examples = ("selo ledger replay --as-of 2024-12-31 --known-seq 100",)
    table = "rows"
    list_name: FirstList = field(default=None, name="list")
    whole: Annotated[
        bool, about("Also everybody's peak on the list, and all titles.")
    ] = False

    def ask(self, reading: Reading) -> ListAnswer:
        """Return the list, with peaks and titles where all of it is asked for."""
        name = self.list_name or reading.first_list()
        answer = rating_list(reading, name)
        if not self.whole:
            return answer
        peaks = replayed_peaks(reading, name)
        return structs.replace(answer, peaks=peaks, titles=titles(reading).rows)

    def more_columns(self, answer: Answer) -> tuple[str, ...]:
        """Name what the list shows beside the rating."""
        assert isinstance(answer, ListAnswer)
        return columns_beside_rating(answer.list)


def rating_list(
    reading: Reading,
    list_name: str,
    filters: Filters | None = None,
    before: Mapping[str, int] | None = None,
    *,
    everybody: bool = False,
) -> ListAnswer:
    """Return the list of everybody with a rating, or of those who pass the filters, by
    rating, then id. `before`: earlier ratings to show beside today's.

    `everybody`: keep also the people who are left out of what is shown, for a count.

    `before` is by player; with it each row has `was` and `change`. Ranks begin at 1,
    and no two rows share one.

    Refused is a list that the ledger does not keep, and filters that contradict each
    other.
    """

    filters = filters or Filters()
    on_list = rows_chosen(reading, kept_list(reading, list_name), filters)
    names = names_of(reading, [row.player for row in on_list])

    rows = []
    for rank, row in enumerate(on_list, 1):
        ranked = _row(rank, row, names.get(row.player))
        rows.append(_row_with_change(ranked, before))

    if filters.by == "name":  # an alphabetical list; the rank stays that of the rating
        rows.sort(key=lambda row: (folded(row.name or ""), row.player))

    return ListAnswer(
        list=list_name,
        rows=tuple(rows) if everybody else rows_to_show(reading, rows),
        basis=reading.basis(),
    )


def replayed_peaks(reading: Reading, list_name: str) -> tuple[ReplayedPeak, ...]:
    """Return the peak of everybody who has one, by player.

    Whoever the asker may not know is left out, as of every list.
    """
    rules = rulebook(list_name)
    careers = histories(reading, list_name)
    names = names_of(reading, [*careers])

    peaks = []
    for player in sorted(careers):
        highest = peak_of(rules, careers[player])

        peak = peak_reached(highest)
        if peak is not None:
            name = names.get(player)
            peaks.append(ReplayedPeak(player=player, name=name, peak=peak))

    return rows_to_show(reading, peaks)


def _row_with_change(row: ListRow, before: Mapping[str, int] | None) -> ListRow:
    """Return the row with the earlier rating and what it changed by; None where there
    was none.

    `before`: by player; without it the row stays as it is, with no such columns.
    """
    if before is None:
        return row

    was = before.get(row.player)
    if was is None:
        return structs.replace(row, was=None, change=None)
    return structs.replace(row, was=was, change=row.rating - was)


def _row(rank: int, row: Listed, name: str | None) -> ListRow:
    """Make the row of a player; `row.beside` has the columns of this list alone."""
    return ListRow(
        rank=rank,
        player=row.player,
        name=name,
        rating=row.rating,
        games=row.games,
        normal_games=row.normal_games,
        established=row.established,
        last_played=row.last_played,
        **row.beside,
    )


def ratings_before(reading: Reading, list_name: str, since: str) -> dict[str, int]:
    """Return the ratings on an earlier day as known now, or of a published list by its
    label.

    `since`: YYYY-MM-DD or a label. A day after that of the question is taken for that
    day. A label that the list does not have is refused.
    """
    if day_of(since) is not None:
        earlier = reading.at(min(since, reading.as_of), reading.known_seq)
        answer = rating_list(earlier, list_name, everybody=True)
        return {row.player: row.rating for row in answer.rows}

    body = publication(reading, list_name, since, hint=DAY_OR_LABEL).body
    rows = one_row_a_player(reading, body.rows)
    return {player: frozen.rating for player, frozen in rows.items()}


class BandRow(Answer, frozen=True, kw_only=True, rename={"low": "from", "high": "to"}):
    """The players from a rating to another, both included."""

    low: int
    high: int
    players: int


class BandsAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `list --bands`: every band from the lowest rating to the highest,
    also without players.
    """

    list: str
    width: int
    players: int
    rows: tuple[BandRow, ...]
    basis: Basis


class Bands(Filters, frozen=True, kw_only=True):
    """How many players of a list stand in each band of so many points."""

    line = ("list",)
    table = "rows"
    list_name: FirstList = field(default=None, name="list")
    width: Annotated[
        int,
        Meta(ge=1, le=4000),
        about("Only how many are in each N points.", "N", option="bands"),
    ] = 100

    def ask(self, reading: Reading) -> BandsAnswer:
        """Count everybody on the list; who is left out of what is shown counts too, for
        no name is told.
        """
        list_name = self.list_name or reading.first_list()
        rows = rating_list(reading, list_name, self, everybody=True).rows
        return bands(reading, list_name, self.width, [row.rating for row in rows])


def bands(
    reading: Reading, list_name: str, width: int, ratings: list[int]
) -> BandsAnswer:
    """Count ratings by bands, each of which begins at a multiple of the width.

    Widths are in rating points:

        bands of 100: 1500-1599, 1600-1699, ...

    Bands without players between the first and the last are there, with 0.
    """

    counts: dict[int, int] = {}

    if ratings:
        first = min(ratings) // width
        last = max(ratings) // width
        counts = dict.fromkeys(range(first, last + 1), 0)

    for rating in ratings:
        counts[rating // width] += 1

    rows = []
    for at, count in counts.items():
        low = at * width
        high = low + width - 1
        rows.append(BandRow(low=low, high=high, players=count))

    return BandsAnswer(
        list=list_name,
        width=width,
        players=len(ratings),
        rows=tuple(rows),
        basis=reading.basis(),
    )


DAYS = 365
Course = list[tuple[int, int]]  # (day as a number, the rating from that day on)


@cached_on_reading
def recent_courses(reading: Reading, list_name: str) -> dict[str, Course]:
    """Return the course of each player's rating by player; players who were not rated
    in that time are missing.

    They are of the last DAYS days up to the day of the question. A course begins with
    the rating before, on the first of these days, if there was one; days are numbers as
    of `date.toordinal`.
    """
    since = days_later(reading.basis().until, -DAYS)
    first_day = date.fromisoformat(since)

    courses: dict[str, Course] = {}
    for row in of_list(reading.tables, reading.cut, list_name):
        if row.place < since:
            continue

        day = date.fromisoformat(row.on).toordinal()
        standings = row.standings_before()

        for figure in row.figures:
            # a step is on the way to the rating, which the unit's own figure has
            if figure.kind == "elo-step":
                continue

            course = courses.get(figure.player)
            if course is None:
                course = []
                before = standings[figure.player].rating
                if before is not None:
                    course.append((first_day.toordinal(), before))
                courses[figure.player] = course

            course.append((day, figure.after))

    return courses
