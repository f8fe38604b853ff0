"""Hold a list as its federation published it against the ledger, for `selo list agree`:
which numbers are the same, and why the others differ.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from msgspec import field

from desk.files.games_file import Entrant
from desk.files.open_file import bytes_of, plain
from desk.files.settings import Settings
from desk.ledger_view import LedgerView
from desk.people.evidence import weigh
from desk.people.register import register_of
from exchange.lists.published import PublishedRow, read_published
from messages import Message, say
from messages.answer import Answer
from projections.answers.asking import FirstList, Timed, about
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Basis, Reading
from rulebooks.entries import Entry

Why = Literal[
    "without",
    "with",
    "games",
    "rating",
    "other-name",
    "unknown",
    "unrated",
    "twice",
    "only-here",
]
REASONS: dict[str, Message] = {
    "without": say(
        "their number is ours after an earlier tournament: what came later is not on"
        " their list"
    ),
    "with": say(
        "their number is ours after a tournament of a later day: it counts on their"
        " list already"
    ),
    "games": say(
        "the games behind the numbers differ: a tournament is missing, here or there"
    ),
    "rating": say(
        "no tournament alone explains it: a result, a rating before, the rules or one"
        " in between differ"
    ),
    "other-name": say("the name, the birth or the FIDE id is somebody else's"),
    "unknown": say("nobody here has the id, or one person alone the FIDE id"),
    "unrated": say("the player has no rating on the list here"),
    "twice": say("the player is in a line before already, perhaps under another id"),
    "only-here": say("the player is on the list here alone"),
}
_AT_THE_END = "9999-12-31"
When = tuple[str | None, str]  # a tournament, or none, and a day
# that contradict each other: somebody else is meant
_OTHER = {"name", "birth", "fide-id"}


class Disagreement(Answer, frozen=True, kw_only=True):
    """A player whose number is another one here, and why. `line`: of their list;
    `tournaments`: the ids of those that make the difference, as far as that is found.
    """

    why: Why
    line: int | None
    player: str | None
    name: str | None
    theirs: int | None
    ours: int | None
    difference: int | None
    their_games: int | None
    our_games: int | None
    tournaments: tuple[str, ...] = ()


class MakesDifference(Answer, frozen=True, kw_only=True):
    """A tournament that makes a difference for so many players."""

    tournament: str
    players: int


class Agreement(Answer, frozen=True, kw_only=True):
    """The answer of `list agree`: how many lines of the list were read, how many numbers are
    the same, of how many others which reason is found, and the tournaments that make
    most of the differences first.
    """

    list: str
    people: int
    same: int
    reasons: dict[str, int]
    tournaments: tuple[MakesDifference, ...]
    rows: tuple[Disagreement, ...]
    basis: Basis


class ListAndTimes(Timed, frozen=True, kw_only=True):
    """Hold a list as it was published against the ledger: how many numbers are the
    same, and of the others why not.
    """

    list_name: FirstList = field(default=None, name="list")

    def of(
        self, reading: Reading, published: bytes, file: str | None = None
    ) -> Agreement:
        """Hold the bytes of a published list against the ledger."""
        table = plain(published, file or "list", Settings())
        rows = read_published(table.data, file)
        list_name = self.list_name or reading.first_list()
        return agreement(reading, list_name, rows)


class Agree(ListAndTimes, frozen=True, kw_only=True):
    """Hold a list as it was published against the ledger: how many numbers are the
    same, and of the others why not.

    FILE is a table with a column of ids or FIDE ids and one of ratings: CSV, a
    spreadsheet, or what `selo export list` writes.
    """

    line = ("published",)
    examples = ("selo list agree published.csv --list selo --as-of 2024-04-01",)
    table = "rows"
    published: Annotated[str, about("The published list.", "FILE")]

    def ask(self, reading: Reading) -> Agreement:
        content = bytes_of(self.published)
        return self.of(reading, content, self.published)


def agreement(
    reading: Reading, list_name: str, published: Sequence[PublishedRow]
) -> Agreement:
    """Hold every line against the ledger; the largest differences come first."""
    ours = _Ours(reading, list_name, published)
    compared = [ours.compared(row) for row in published]
    rows = [row for row in compared if row is not None]
    same = len(compared) - len(rows)
    rows += ours.only_here()
    rows.sort(key=_largest_first)
    reasons = Counter(str(row.why) for row in rows)
    players = Counter(tournament for row in rows for tournament in row.tournaments)
    making = [
        MakesDifference(tournament=tournament, players=count)
        for tournament, count in players.items()
    ]
    making.sort(key=lambda one: (-one.players, one.tournament))

    return Agreement(
        tournaments=tuple(making),
        list=list_name,
        people=len(published),
        same=same,
        reasons=dict(sorted(reasons.items())),
        rows=tuple(rows),
        basis=reading.basis(),
    )


def _largest_first(row: Disagreement) -> tuple[int, bool, int, str]:
    """Return the key of the largest differences first; who is on no line comes last."""
    difference = abs(row.difference or 0)
    return -difference, row.line is None, row.line or 0, row.player or ""


class SaidOf(NamedTuple):
    """How many players of their list speak for it that their list lacks a unit or has
    it more, how many speak against it, and how many it moved here.
    """

    says: int
    contradicts: int
    moved: int


class _Ours:
    """The list as the ledger has it on the day, with what was played before and after."""

    def __init__(
        self, reading: Reading, list_name: str, published: Sequence[PublishedRow]
    ) -> None:
        rows = rating_list(reading, list_name).rows
        at_the_end = reading.at(_AT_THE_END, reading.known_seq)
        self._reading = reading
        self._rows = {row.player: row for row in rows}
        self._careers = at_the_end.careers(list_name)
        self._ledger = LedgerView(reading.events)
        self._register = register_of(self._ledger)
        self._ids = self._ledger.fide_ids()
        self._met: set[str] = set()
        self._named: set[str] = set()
        self._published = published

    def compared(self, row: PublishedRow) -> Disagreement | None:
        """Return how a line of the published list differs from ours; None where the
        number is the same.
        """
        player = self._meant(row)
        if player is None:
            return self._row("unknown", row, None)

        self._named.add(player)
        if not _OTHER.isdisjoint(
            weigh(_shown(row), player, self._register).contradicts()
        ):
            return self._row("other-name", row, player)
        if player in self._met:
            return self._row("twice", row, player)

        self._met.add(player)
        own = self._rows.get(player)
        if own is None:
            return self._row("unrated", row, player)
        if own.rating == row.rating:
            return None
        for why, between in self._between(row, player):
            if self._others_too(between):
                return self._row(why, row, player, between)

        return self._row(
            "rating" if row.games in (None, own.games) else "games", row, player
        )

    def _between(
        self, row: PublishedRow, player: str
    ) -> Iterator[tuple[Why, Sequence[Entry]]]:
        """Yield what their list may lack or have more, if our number is theirs without
        it or with it, and the games.
        """
        day = self._reading.as_of
        games = self._rows[player].games
        before = [entry for entry in self._careers[player] if entry.on <= day]
        later = [entry for entry in self._careers[player] if entry.on > day]
        for at in range(len(before) - 1, 0, -1):
            lacking = before[at:]
            if before[at - 1].figure.after != row.rating:
                continue
            if row.games in (None, games - _games_of(lacking)):
                yield "without", lacking

        for at, last in enumerate(later, 1):
            more = later[:at]
            if last.figure.after != row.rating:
                continue
            if row.games in (None, games + _games_of(more)):
                yield "with", more

    def _others_too(self, between: Sequence[Entry]) -> bool:
        """Return whether somebody else who played there says the same, and no more of
        them the contrary: one number may be ours of another day by chance.
        """
        for entry in filter(_moves, between):
            counts = self._counts[_when(entry)]
            if counts.moved > 1 and counts.says <= max(1, counts.contradicts):
                return False

        return True

    @cached_property
    def _counts(self) -> dict[When, SaidOf]:
        """Count, by tournament and day."""
        says = Counter[When]()
        contradicts = Counter[When]()
        moved = Counter[When]()
        for row in self._published:
            player = self._meant(row)
            own = None if player is None else self._rows.get(player)
            if player is None or own is None:
                continue

            career = self._careers[player]
            moved.update(_when(entry) for entry in career if _moves(entry))
            if own.rating != row.rating:
                says.update(self._units_between(row, player))
            else:
                contradicts.update(_units_counted(career, row.rating))

        return {
            when: SaidOf(says[when], contradicts[when], count)
            for when, count in moved.items()
        }

    def _units_between(self, row: PublishedRow, player: str) -> set[When]:
        """Return the units that their list may lack or have more, by the shortest runs
        of them.
        """
        shortest: dict[Why, Sequence[Entry]] = {}
        for why, between in self._between(row, player):
            shortest.setdefault(why, between)

        return {_when(entry) for between in shortest.values() for entry in between}

    def _meant(self, row: PublishedRow) -> str | None:
        """Return the player whom a line means: by the id of this ledger, or else by a
        FIDE id that only one
        player has.
        """
        if row.player and self._ledger.exists(row.player):
            return self._ledger.resolve(row.player)

        ids = self._ids.get(row.fide_id or 0, ())
        return ids[0] if len(ids) == 1 else None

    def only_here(self) -> Iterator[Disagreement]:
        """Yield whom their list does not have."""
        for player in self._rows:
            if player not in self._named:
                yield self._row("only-here", None, player)

    def _row(
        self,
        why: Why,
        row: PublishedRow | None,
        player: str | None,
        between: Sequence[Entry] = (),
    ) -> Disagreement:
        own = self._rows.get(player or "")
        ours = own.rating if own else None
        theirs = None
        name = own.name if own else None
        if row is not None:
            theirs = row.rating
            player = player or row.player or None
            if own is None:
                name = row.name or None

        difference = None
        if theirs is not None and ours is not None:
            difference = theirs - ours

        tournaments = [entry.tournament for entry in between if entry.tournament]

        return Disagreement(
            why=why,
            line=row.line if row else None,
            player=player,
            name=name,
            theirs=theirs,
            ours=ours,
            difference=difference,
            their_games=row.games if row else None,
            our_games=own.games if own else None,
            tournaments=tuple(dict.fromkeys(tournaments)),
        )


def _when(entry: Entry) -> When:
    return entry.tournament, entry.on


def _moves(entry: Entry) -> bool:
    return entry.figure.before != entry.figure.after


def _shown(row: PublishedRow) -> Entrant:
    born = row.born or None
    return Entrant("", row.name, born=born, fide_id=row.fide_id)


def _games_of(entries: Sequence[Entry]) -> int:
    return sum(entry.figure.games for entry in entries)


def _units_counted(career: Sequence[Entry], rating: int | None) -> set[When]:
    """Return the units that a number certainly counts: those up to the first entry that
    comes to it, and those after the last; none where no entry does.
    """
    reaching = [at for at, entry in enumerate(career) if entry.figure.after == rating]
    if not reaching:
        return set()

    first = career[: reaching[0] + 1]
    rest = career[reaching[-1] + 1 :]

    return {_when(entry) for entry in [*first, *rest] if _moves(entry)}
