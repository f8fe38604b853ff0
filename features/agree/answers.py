"""Hold a list as its federation published it against the ledger, for `selo list agree`:
which numbers are the same, and why the others differ.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

from msgspec import field

from desk.files.games_file import Entrant
from desk.files.open_file import bytes_of, plain_text
from desk.files.settings import Settings
from desk.ledger_view import LedgerView
from desk.people.evidence import weigh
from desk.people.register import register_of
from exchange.lists.published import PublishedRow, read_published
from ledger.store.persons import by_fide_id
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

    def held_against(
        self, reading: Reading, published: bytes, file: str | None = None
    ) -> Agreement:
        """Hold the bytes of a published list against the ledger.

        published: the content of the file, as it was sent: text in any encoding, or a
        spreadsheet.

        file: its name, which refusals show; without one they call it `list`.

        `Refused` with all of its problems is a file that is no table, or a table
        without ids or ratings.
        """
        table = plain_text(published, file or "list", Settings())
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
        return self.held_against(reading, content, self.published)


def agreement(
    reading: Reading, list_name: str, published: Sequence[PublishedRow]
) -> Agreement:
    """Hold every line of a published list against the ledger.

    list_name: the list here, which the reading must keep.

    published: the lines of their list, in their order. Nobody may stand in it twice by
    the same id; who does under two ids is found here, and told as `twice`.

    The answer counts the lines whose number is the same and has a row for each of the
    others, the largest differences first, and after them whoever is on our list alone.
    """
    ours = _OurList(reading, list_name, published)
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

    # most players first; of as many, by id, so that two answers are alike
    making.sort(key=lambda one: (-one.players, one.tournament))

    return Agreement(
        list=list_name,
        people=len(published),
        same=same,
        reasons=dict(sorted(reasons.items())),
        tournaments=tuple(making),
        rows=tuple(rows),
        basis=reading.basis(),
    )


def _largest_first(row: Disagreement) -> tuple[int, bool, int, str]:
    """Return the key by which the largest differences come first, whichever way they
    go.

    Whoever is on no line of their list comes after all that differ by as much; within
    them the order is that of the lines, then that of the ids.
    """
    difference = abs(row.difference or 0)
    return -difference, row.line is None, row.line or 0, row.player or ""


class SaidOf(NamedTuple):
    """What the players of their list say of one unit.

    says: how many speak for it that their list lacks the unit or has it more.

    contradicts: how many speak against it.

    moved: of how many players of their list it moved the rating here.
    """

    says: int
    contradicts: int
    moved: int


class _OurList:
    """The list as the ledger has it on the day, with what was played before and after.

    A number of theirs is explained by our own history: it is ours of an earlier day,
    which means that they lack the units since, or ours of a later one, which means that
    they count more than the day that is asked about.
    """

    def __init__(
        self, reading: Reading, list_name: str, published: Sequence[PublishedRow]
    ) -> None:
        """Read what all lines are held against: our list, everybody's entries up to the
        end of the ledger, and who has which FIDE id.

        reading: on the day whose numbers are compared. What came later is read from a
        second one, at the end of all days but of the same knowledge.
        """
        rows = rating_list(reading, list_name).rows
        at_the_end = reading.at(_AT_THE_END, reading.known_seq)
        self._reading = reading

        self._rows = {row.player: row for row in rows}
        self._careers = at_the_end.careers(list_name)

        self._register = register_of(LedgerView(reading.events))
        self._ids = by_fide_id(reading.events)

        self._met: set[str] = set()
        self._named: set[str] = set()
        self._published = published

    def compared(self, row: PublishedRow) -> Disagreement | None:
        """Return how a line of the published list differs from ours; None where the
        number is the same.

        Lines are to be asked about in their order: a player who was met in a line
        before is told as `twice`. The reasons are tried from the plainest on, and the
        first that holds is given: who it is, whether they are rated here, a unit that
        one of the two does not count, and what is left.
        """
        player = self._player_meant(row)
        if player is None:
            return self._row("unknown", row, None)

        self._named.add(player)

        # a name or a birth of somebody else: the id on the line is mistyped
        if self._is_somebody_else(row, player):
            return self._row("other-name", row, player)
        if player in self._met:
            return self._row("twice", row, player)

        self._met.add(player)
        own = self._rows.get(player)
        if own is None:
            return self._row("unrated", row, player)
        if own.rating == row.rating:
            return None
        for why, between in self._explaining_runs(row, player):
            if self._agrees_with_others(between):
                return self._row(why, row, player, between)

        # no run of units explains it; the games say whether it is a unit at all
        if row.games in (None, own.games):
            return self._row("rating", row, player)
        return self._row("games", row, player)

    def _is_somebody_else(self, row: PublishedRow, player: str) -> bool:
        """Return whether the name, the birth or the FIDE id on a line is somebody else's.

        Names are always today's, so the line is weighed against whom the player's ids
        mean today: they may have been merged since, or be two people after all.
        """
        aliases = self._reading.timeline.aliases(player)
        today = {self._register.resolve(alias) for alias in aliases}
        entrant = _entrant_of(row)
        weighed = [weigh(entrant, person, self._register) for person in today]
        return not any(_OTHER.isdisjoint(one.contradicts()) for one in weighed)

    def _explaining_runs(
        self, row: PublishedRow, player: str
    ) -> Iterator[tuple[Why, Sequence[Entry]]]:
        """Yield each run of units that would explain their number: our number is theirs
        without it or with it, and so are the games.

        `without`: the latest units of ours, which their list lacks. `with`: units of
        later days, which it has already. The shortest run of each comes first, and
        several may explain the same number by chance.

            ours   1500  1520  1531 | 1540     theirs 1520: without the last unit before the day
                             the day           theirs 1540: with the first one after it
        """
        day = self._reading.as_of
        games = self._rows[player].games
        before = [entry for entry in self._careers[player] if entry.on <= day]
        later = [entry for entry in self._careers[player] if entry.on > day]

        for at in range(len(before) - 1, 0, -1):
            if before[at - 1].figure.after != row.rating:
                continue
            lacking = before[at:]
            if row.games in (None, games - _games_of(lacking)):
                yield "without", lacking

        for at, last in enumerate(later, 1):
            if last.figure.after != row.rating:
                continue
            more = later[:at]
            if row.games in (None, games + _games_of(more)):
                yield "with", more

    def _agrees_with_others(self, between: Sequence[Entry]) -> bool:
        """Return whether somebody else who played there says the same, and no more of
        them the contrary: one number may be ours of another day by chance.
        """
        for entry in filter(_has_moved_rating, between):
            counts = self._counts[_unit_key(entry)]
            if counts.moved > 1 and counts.says <= max(1, counts.contradicts):
                return False

        return True

    @cached_property
    def _counts(self) -> dict[When, SaidOf]:
        """Count for each unit, over all lines of their list, how many players speak for
        it and how many against.

        For it speaks a player whose number differs and would be explained by a run with
        this unit in it. Against it speaks one whose number is the same, since they
        count the unit as we do. Worked out once, when the first difference is looked
        at.
        """
        says = Counter[When]()
        contradicts = Counter[When]()
        moved = Counter[When]()
        for row in self._published:
            player = self._player_meant(row)
            own = None if player is None else self._rows.get(player)
            if player is None or own is None:
                continue

            career = self._careers[player]
            moved.update(
                _unit_key(entry) for entry in career if _has_moved_rating(entry)
            )
            if own.rating != row.rating:
                says.update(self._units_between(row, player))
            else:
                contradicts.update(_units_counted(career, row.rating))

        counts = {}
        for when, count in moved.items():
            counts[when] = SaidOf(says[when], contradicts[when], count)

        return counts

    def _units_between(self, row: PublishedRow, player: str) -> set[When]:
        """Return the units that their list may lack or have more, by the shortest runs
        of each kind: a longer run that explains the number as well is the less likely
        one.
        """
        shortest: dict[Why, Sequence[Entry]] = {}
        for why, between in self._explaining_runs(row, player):
            shortest.setdefault(why, between)

        units: set[When] = set()
        for between in shortest.values():
            units.update(_unit_key(entry) for entry in between)

        return units

    def _player_meant(self, row: PublishedRow) -> str | None:
        """Return the player whom a line means: by the id of this ledger, which may be
        one that was merged into another, or else by a FIDE id that only one player has.
        Who is registered and who was merged is as known at the time of the question.

        None where neither says who it is.
        """
        meant = self._known_players([row.player])
        if meant:
            return meant.pop()

        meant = self._known_players(self._ids.get(row.fide_id or 0, ()))
        return meant.pop() if len(meant) == 1 else None

    def _known_players(self, ids: Iterable[str]) -> set[str]:
        """Return the players whom some ids mean, without those that nobody had yet."""
        timeline = self._reading.timeline
        return timeline.meant(name for name in ids if timeline.player(name) is not None)

    def only_here(self) -> Iterator[Disagreement]:
        """Yield whom their list does not have, once all of its lines were looked at."""
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
        """Put a difference into the words of the answer.

        row: the line of their list; None for somebody who is on ours alone.

        player: None where nobody here is meant. Then the id and the name are those of
        the line.

        between: the units that explain it; their tournaments are named once each, in
        order.

        The difference is theirs minus ours, and None where one of the two is missing.
        """
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


def _unit_key(entry: Entry) -> When:
    """Name a unit by what two entries of it share, whoever they are of: its tournament
    and day.
    """
    return entry.tournament, entry.on


def _has_moved_rating(entry: Entry) -> bool:
    """Whether a unit changed the rating. One that did not explains nothing."""
    return entry.figure.before != entry.figure.after


def _entrant_of(row: PublishedRow) -> Entrant:
    """Put a line into the shape in which rows of files are weighed against players: it
    shows a name, a birth and a FIDE id, and nothing else.
    """
    born = row.born or None
    return Entrant("", row.name, born=born, fide_id=row.fide_id)


def _games_of(entries: Sequence[Entry]) -> int:
    """How many games the entries brought, all together."""
    return sum(entry.figure.games for entry in entries)


def _units_counted(career: Sequence[Entry], rating: int | None) -> set[When]:
    """Return the units that a number certainly counts: those up to the first entry that
    comes to it, and those after the last.

    career: all entries of the player, in order. rating: the number of both lists; where
    no entry comes to it, nothing is certain and the set is empty.

        1500  1520  1531  1520  1544     1520 counts the units to 1500, 1520 and 1544; those
                                         to 1531 and back may both be missing
    """
    reaching = [at for at, entry in enumerate(career) if entry.figure.after == rating]
    if not reaching:
        return set()

    up_to_first = career[: reaching[0] + 1]
    after_last = career[reaching[-1] + 1 :]
    counted = [*up_to_first, *after_last]

    return {_unit_key(entry) for entry in counted if _has_moved_rating(entry)}
