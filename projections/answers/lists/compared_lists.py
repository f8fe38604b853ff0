"""Compare two published lists, player by player: rank, rating, games since, why a
rating moved (`selo list compare`).
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

from msgspec import field
from msgspec.structs import replace

from ledger.bodies import PublishedRow
from messages import say
from messages.answer import Answer, Date
from projections.answers.asking import FirstList, Text, Timed, about
from projections.answers.career import names_of, one_row_a_player, rows_to_show
from projections.answers.lists.late import late_results, unexplained_difference
from projections.answers.lists.published import publication
from projections.answers.reading import Basis, Reading, after_day
from rulebooks.entries import Entry


class ListDifference(Answer, frozen=True, kw_only=True):
    """A player on both lists or on one. `why`: the tournaments between, those of before
    that came in since, and CORRECTED where earlier results moved the rating as well.
    """

    rank: int | None
    rank_before: int | None
    player: str
    name: str | None
    old: int | None
    new: int | None
    change: int | None
    games: int
    why: tuple[str, ...]


class ComparedLists(Answer, frozen=True, kw_only=True):
    """The answer of `list compare`: by the rank on the newer list, then those who are
    not on it any more.
    """

    list: str
    older: str
    newer: str
    older_as_of: Date
    newer_as_of: Date
    moved: int
    added: int
    gone: int
    rows: tuple[ListDifference, ...]
    basis: Basis


class ListsCompared(Timed, frozen=True, kw_only=True):
    """Two published lists by their labels: rank, rating, games between, and why a
    rating changed.
    """

    line = ("older", "newer")
    examples = ("selo list compare 2024-04 2024-07",)
    table = "rows"
    older: Text
    newer: Text
    list_name: FirstList = field(default=None, name="list")
    moved: Annotated[
        bool, about("Only whose rating changed, and who is new or gone.")
    ] = False

    def ask(self, reading: Reading) -> ComparedLists:
        """Compare the lists; unless everybody is asked for, leave out whose rating is
        the same.
        """
        list_name = self.list_name or reading.first_list()
        answer = compare_lists(reading, list_name, self.older, self.newer)
        if self.moved:
            moved = moved_among(answer.rows)
            return replace(answer, rows=moved)
        return answer


CORRECTED = say("earlier results corrected")


class ListSide(NamedTuple):
    """One of two lists: its label, its day, its rows in order, and the last event it
    rests on.
    """

    label: str
    as_of: str
    rows: Sequence[PublishedRow]
    known_seq: int


def compare_lists(
    reading: Reading, list_name: str, older: str, newer: str
) -> ComparedLists:
    """Compare the latest revisions of two labels; a merged player is one player on
    both.

    `older`, `newer`: labels. `NotFound`: the list has no such label, as known.
    """
    side = published_side(reading, list_name, older)
    other = published_side(reading, list_name, newer)
    return compared(reading, list_name, side, other)


def published_side(
    reading: Reading, list_name: str, label: str, revision: int | None = None
) -> ListSide:
    """Return a published list as one of two to be compared: the latest revision, or the
    one asked for.
    """
    row, body, _ = publication(reading, list_name, label, revision)
    return ListSide(label, row.as_of, body.rows, body.known_seq)


def moved_among(rows: Iterable[ListDifference]) -> tuple[ListDifference, ...]:
    """Return the players whose rating is another, and who is new or gone.

    A change of None means that the player is on one of the lists alone.
    """
    return tuple(row for row in rows if row.change != 0)


class _OnList(NamedTuple):
    """A player on a list: the rank and the rating, both None who is not on it."""

    rank: int | None
    rating: int | None


NOT_ON_LIST = _OnList(None, None)


def _by_player(reading: Reading, side: ListSide) -> dict[str, _OnList]:
    """Return the ranks and ratings of a list by the ids that count now.

    Ranks begin at 1, in the order of the rows. Of two rows that are one player now, one
    counts, as `one_row_a_player` says.
    """
    ranks = {row.player: rank for rank, row in enumerate(side.rows, 1)}
    rows = {}
    for player, row in one_row_a_player(reading, side.rows).items():
        rows[player] = _OnList(ranks[row.player], row.rating)
    return rows


def compared(
    reading: Reading, list_name: str, older: ListSide, newer: ListSide
) -> ComparedLists:
    """Compare two lists, player by player.

    Rows are in the order of the newer list, then those who are not on it any more in
    the order of the older. Reasons are given only where the rating changed, or somebody
    is new or gone.
    """
    old = _by_player(reading, older)
    new = _by_player(reading, newer)
    added = [player for player in new if player not in old]
    gone = [player for player in old if player not in new]
    players = [*new, *gone]
    names = names_of(reading, players)
    since = _Since(reading, list_name, older, newer)
    rows = []
    moved = 0

    for player in players:
        was = old.get(player, NOT_ON_LIST)
        now = new.get(player, NOT_ON_LIST)
        change = None
        if was.rating is not None and now.rating is not None:
            change = now.rating - was.rating

        entries = since.results_of(player)
        why: tuple[str, ...] = ()
        if change != 0:
            why = since.reasons(player, entries, was.rating)
        if change:
            moved += 1

        row = ListDifference(
            rank=now.rank,
            rank_before=was.rank,
            player=player,
            name=names.get(player),
            old=was.rating,
            new=now.rating,
            change=change,
            games=sum(entry.figure.games for entry in entries),
            why=why,
        )

        rows.append(row)

    return ComparedLists(
        list=list_name,
        older=older.label,
        newer=newer.label,
        older_as_of=older.as_of,
        newer_as_of=newer.as_of,
        moved=moved,
        added=len(added),
        gone=len(gone),
        rows=rows_to_show(reading, rows),
        basis=reading.basis(),
    )


def reading_known_at(reading: Reading, day: str, seq: int) -> Reading:
    """Return a reading of a day as known at a seq. A state inside a submission is not
    in the tables; then what is known today answers.
    """
    known = reading.at(day, min(seq, reading.known_seq))
    if known.is_step(known.known_seq):
        return known
    return reading.at(day, reading.known_seq)


class _Since:
    """The time between two lists, as the newer one knew it."""

    def __init__(
        self, reading: Reading, list_name: str, older: ListSide, newer: ListSide
    ) -> None:
        """Read the careers on a list since the older of the two, with late results of
        before; where there was no list before, since ever.
        """
        later = max(older.as_of, newer.as_of)
        known = reading_known_at(reading, later, newer.known_seq)
        # without a list before, everything
        since = after_day(older.as_of) if older.as_of else ""
        self._careers = known.careers(list_name, since, older.known_seq)
        self._older = older
        self._newer = newer

    def results_of(self, player: str) -> list[Entry]:
        """Return the results in between, behind those of before that came in since."""
        older = self._older
        newer = self._newer
        career = self._careers.get(player, ())
        entries = late_results(career, older.as_of, older.known_seq)
        for entry in career:
            if older.as_of < entry.on <= newer.as_of:
                entries.append(entry)
        return entries

    def reasons(
        self, player: str, entries: Sequence[Entry], published: int | None
    ) -> tuple[str, ...]:
        """Return the tournaments of these results; CORRECTED is among them if the older
        rating came out different by more than what came in since.

        `entries`: the player's results in between, as `results_of` returns them. `published`:
        the rating on the older list; None of who was not on it. Openings and rulings
        stand as the unit they are.
        """
        why = list(dict.fromkeys(entry.tournament or entry.unit for entry in entries))
        if published is not None:
            day = self._older.as_of
            career = self._careers.get(player, ())
            late = [entry for entry in entries if entry.on <= day]
            if unexplained_difference(career, day, late, published) != 0:
                why.append(CORRECTED)
        return tuple(why)
