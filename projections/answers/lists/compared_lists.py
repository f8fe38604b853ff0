"""`selo lists compare`: two published lists, player by player: rank, rating, games since, and why a rating moved."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from msgspec import field
from msgspec.structs import replace

from ledger.bodies import PublishedRow
from messages import say
from messages.answer import Answer, Date
from projections.answers.asking import FirstList, Text, Timed, about
from projections.answers.career import listed, names_of
from projections.answers.lists.published import publication
from projections.answers.reading import Basis, Reading, after_day


class ListDifference(Answer, frozen=True, kw_only=True):
    """A player on both lists or on one. `why`: the tournaments between, and `corrected` for an earlier one since."""

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
    """The answer of `lists compare`: by the rank on the newer list, then those who are not on it any more."""

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
    """Two published lists by their labels: rank, rating, games between, and why a rating changed."""

    rests = ()
    costly = True
    line = ("older", "newer")
    examples = ("selo lists compare 2024-04 2024-07",)
    table = "rows"
    older: Text
    newer: Text
    list_name: FirstList = field(default=None, name="list")
    moved: Annotated[bool, about("Only whose rating changed, and who is new or gone.")] = False

    def ask(self, reading: Reading) -> ComparedLists:
        compared = compare_lists(reading, self.list_name or reading.first_list(), self.older, self.newer)
        rows = tuple(row for row in compared.rows if not self.moved or row.change != 0)
        return replace(compared, rows=rows)


CORRECTED = say("earlier results corrected")


class Side(NamedTuple):
    """One of two lists: its label, its day, its rows in order."""

    label: str
    as_of: str
    rows: Sequence[PublishedRow]


def compare_lists(reading: Reading, list_name: str, older: str, newer: str) -> ComparedLists:
    """Compare the latest revisions of two labels; a merged player is one player on both."""
    first, old_body, _ = publication(reading, list_name, older)
    second, new_body, _ = publication(reading, list_name, newer)
    sides = Side(older, first.as_of, old_body.rows), Side(newer, second.as_of, new_body.rows)
    return compared(reading, list_name, *sides, new_body.known_seq)


def compared(reading: Reading, list_name: str, older: Side, newer: Side, known_seq: int) -> ComparedLists:
    """Compare two lists; the newer one follows from the events up to a seq."""
    resolve = reading.timeline.resolve
    old = {resolve(row.player): (rank, row) for rank, row in enumerate(older.rows, 1)}
    new = {resolve(row.player): (rank, row) for rank, row in enumerate(newer.rows, 1)}
    players = [*new, *(player for player in old if player not in new)]
    names = names_of(reading, players)
    since = _Since(reading, list_name, (older.as_of, newer.as_of), known_seq)
    rows = []
    for player in players:
        rank_before, before = old.get(player, (None, None))
        rank, after = new.get(player, (None, None))
        was = None if before is None else before.rating
        is_now = None if after is None else after.rating
        change = None if was is None or is_now is None else is_now - was
        games, why = since.of(player, was) if change != 0 else (since.games(player), ())
        rows.append(
            ListDifference(
                rank=rank, rank_before=rank_before, player=player, name=names.get(player), old=was, new=is_now,
                change=change, games=games, why=why,
            )
        )  # fmt: skip
    return ComparedLists(
        list=list_name,
        older=older.label,
        newer=newer.label,
        older_as_of=older.as_of,
        newer_as_of=newer.as_of,
        moved=sum(bool(row.change) for row in rows),
        added=sum(player not in old for player in new),
        gone=sum(player not in new for player in old),
        rows=listed(reading, rows),
        basis=reading.basis(),
    )


def as_known_at(reading: Reading, day: str, seq: int) -> Reading:
    """Return a reading of a day as known at a seq. A state inside a submission is not in the tables; then what is known
    today answers.
    """
    known = reading.at(day, min(seq, reading.known_seq))
    return known if known.is_step(known.known_seq) else reading.at(day, reading.known_seq)


class _Since:
    """The time between the days of two lists, as the newer list knew it."""

    def __init__(self, reading: Reading, list_name: str, days: tuple[str, str], known_seq: int) -> None:
        known = as_known_at(reading, max(days), known_seq)
        since = after_day(days[0]) if days[0] else ""  # without a list before, everything
        self._careers, self._days = known.careers(list_name, since), days

    def of(self, player: str, published: int | None) -> tuple[int, tuple[str, ...]]:
        """Return the games and the tournaments in between; CORRECTED is among them if the older rating came out
        different since.
        """
        older, newer = self._days
        career = self._careers.get(player, ())
        entries = [entry for entry in career if older < entry.on <= newer]
        why = list(dict.fromkeys(entry.tournament or entry.unit for entry in entries))
        ratings = [entry.figure.after for entry in career if entry.on <= older]
        if published is not None and (ratings[-1] if ratings else None) != published:
            why.append(CORRECTED)
        return sum(entry.figure.games for entry in entries), tuple(why)

    def games(self, player: str) -> int:
        return self.of(player, None)[0]
