"""Make one tournament of what the saved pages of one event show.

A crosstable, its rounds and a list of people show the same players and games again, some
with names that were cut off, some without numbers. Who is who among them is told by
starting number and name, and each game counts once. Pages that contradict each other
refuse the file. Files of any format, with rounds of their own, are joined.py's subject.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from desk.files.games_file import (
    Entrant,
    FileBye,
    FileGame,
    FileReport,
    GamesFile,
    distinct_byes,
)
from exchange.pages.event_page import EventPage, PageKind
from exchange.text.notes import Notes
from ledger.errors import Problem
from messages import counted, say
from messages.results import PENDING, RESULTS

_SIGNS = re.compile(r"[^\w\s]|_")
_Words = tuple[str, ...]  # of a name
_Pair = frozenset[str]  # two players


class PageRead(NamedTuple):
    """A page and what the reader of its kind found in its table."""

    page: EventPage
    file: GamesFile


def name_words(name: str) -> _Words:
    """Return the words of a name without signs: pages write it with a comma or without.

        Aho, Aino       ("aho", "aino")
        Aho Aino        ("aho", "aino")
        O'Neil, J.-P.   ("o", "neil", "j", "p")

    The order of the words stays, so `Aino Aho` is another name.
    """
    return tuple(_SIGNS.sub(" ", name.casefold()).split())


class _Person:
    """Somebody on the pages: what the pages know of them, put together."""

    def __init__(self, entrant: Entrant, number: str) -> None:
        """Begin with the row of the first page that has them.

        `number`: the starting number there, empty where the page has none.
        """
        self.entrant = entrant
        self.number = number

    @property
    def key(self) -> str:
        """What the person is called: the starting number, else the name.

        Two calls may differ, for a later page may tell the number, and
        `_People.everybody` takes the numbers away where pages have different ones.
        """
        return self.number or self.entrant.name

    @property
    def words(self) -> _Words:
        """The words of the name."""
        return name_words(self.entrant.name)

    def learn(self, entrant: Entrant, number: str) -> None:
        """Add what another page says of them: a name that was cut off gives way to the
        longer one, and nothing that is known is replaced.

        `number`: the starting number on that page, empty where it has none. The first
        number that a page tells stays.

        A birth, a federation or an id that is None so far is filled; one that is stated
        stays, even where this page has another.
        """
        longer = max(self.entrant.name, entrant.name, key=len)
        joined = self.entrant._replace(name=longer)

        for field, value in entrant._asdict().items():
            if getattr(self.entrant, field) is None:
                joined = joined._replace(**{field: value})

        self.entrant = joined
        self.number = self.number or number


class _People:
    """Who is on the pages: found by name, and by starting number where a name was cut
    off. A program may number the players anew when somebody comes late.
    """

    def __init__(self, notes: Notes, twice: Collection[_Words]) -> None:
        """Take the notes, which are told in what the pages contradict each other, and
        the names that two rows of one page have; nobody is known so far.

        A name in `twice` under two numbers is two people; any other is one, numbered
        anew.
        """
        self._notes = notes
        self._twice = twice

        # the same people three times: in the order in which pages name them, by the
        # number of the first page that has one, and by every name that a page wrote
        self._all: list[_Person] = []
        self._by_number: dict[str, _Person] = {}
        self._by_name: dict[_Words, list[_Person]] = {}

        # until two pages have another person under one number
        self._are_numbers_one = True

    def find(self, entrant: Entrant, number: str) -> _Person:
        """Return the person of a row, a new one if no page before had them.

        The person learns what the row says more: the full name, an id, a birth.

        `number`: the starting number of the row, empty where the page has none.
        """
        name = name_words(entrant.name)
        person = self._known(entrant, name, number)
        if person is None:
            person = _Person(entrant, number)
            self._all.append(person)
        else:
            person.learn(entrant, number)

        if number:
            self._note_number(person, number)

        # a page that cut the name off is found again by the short name too
        namesakes = self._by_name.setdefault(name, [])
        if person not in namesakes:
            namesakes.append(person)
        return person

    def _note_number(self, person: _Person, number: str) -> None:
        """Note under which number a page has a person, and whether another page has
        another there.

        One such case is enough: nobody is called by a number then, on no page, for the
        rows of one page would be mistaken for those of another.
        """
        if (
            person.number != number
            or self._by_number.setdefault(number, person) is not person
        ):
            self._are_numbers_one = False

    def _known(self, entrant: Entrant, name: _Words, number: str) -> _Person | None:
        """Return who of the people so far a row is: by name, by starting number, or as
        the only one whose name may have been cut off; None for somebody new.

        `name`: the words of the row's name. `number`: empty where the page has none.

        Two people of the same name, neither of whom has the number, are a
        contradiction, which the notes are told; the first of them is returned, so that
        reading goes on.
        """
        by_number = self._by_number.get(number) if number else None
        namesakes = self._by_name.get(name, [])

        # one of that name, and nobody else has the number: that one, unless the name
        # stands twice on a page, and the other of the two comes now
        if len(namesakes) == 1 and by_number in (None, namesakes[0]):
            [namesake] = namesakes
            is_renumbered = number and namesake.number not in ("", number)
            return None if is_renumbered and name in self._twice else namesake

        # the number finds a name that a crosstable cut off
        if by_number is not None and _may_be_one(by_number.words, name):
            return by_number

        if len(namesakes) > 1:
            message = say(
                "two players are called {name}, and the pages do not tell them apart",
                name=repr(entrant.name),
            )
            self._notes.refuse("pages-differ", message, _ALL_NEW)

        return namesakes[0] if namesakes else self._cut_off(name)

    def _cut_off(self, name: _Words) -> _Person | None:
        """Return the only person whose name goes on where this one ends, or ends where
        this one goes on.

        None where no name fits, or several do: which of them it is would be a guess.
        """
        fitting = [person for person in self._all if _may_be_one(person.words, name)]
        return fitting[0] if len(fitting) == 1 else None

    def everybody(self) -> list[_Person]:
        """Return all people, called by their starting numbers where each page has the
        same, else by their names.

        They are in the order in which the pages name them. To be asked when all pages
        are read: it may take their numbers away.
        """
        have_numbers = all(person.number for person in self._all)
        if not self._are_numbers_one or not have_numbers:
            for person in self._all:
                person.number = ""

        return self._all


_Persons = dict[int, dict[str, _Person]]  # by page, and by the key of a row
_ALL_NEW = say("save all pages again, on one day, and send those")
_ENOUGH = 15  # letters of a name that a crosstable may have cut off behind them


def _may_be_one(one: _Words, other: _Words) -> bool:
    """Return whether two names are one, or one of them was cut off behind as many
    letters as a crosstable has at least.

        schwarzenegger ma   schwarzenegger maximilian   yes
        aho                 aho aino                    no: too short to be cut off
    """
    names = " ".join(one), " ".join(other)
    short, long = sorted(names, key=len)
    if short == long:
        return True
    return len(short) >= _ENOUGH and long.startswith(short)


def united_file(read: Sequence[PageRead], file: str) -> GamesFile:
    """Put the pages of one event together.

    `file`: their name. Pages that contradict each other are refused, all contradictions
    at once: another result of a game, a player twice in a round, two people of one name
    whom no number tells apart (`pages-differ`).

    The games are those of pairings and crosstables; matrices, which have no rounds,
    give them only where nothing else does. A page of team matches is the whole, and
    lists only tell more of its players. The players are called by their starting
    numbers where all pages agree in them, else by their names.
    """
    notes = Notes(file)

    people = _People(notes, _repeated_names(read))
    persons = _persons(read, people)
    everybody = people.everybody()

    # the first page of the best kind lends its facts to the whole
    with_rounds = _pages_of_kinds(read, "pairings", "team-pairings")
    with_rounds += _pages_of_kinds(read, "crosstable")
    matrices = _pages_of_kinds(read, "matrix")
    base = (with_rounds or matrices or list(read))[0]

    # a league names its players itself, so none of them is renamed
    if base.page.kind == "team-pairings":
        notes.done()
        return _add_known_details(base.file, persons[id(base)])

    games = _distinct_games(with_rounds, matrices, persons, notes)
    notes.done()

    days = [page.file.start for page in with_rounds if page.file.start is not None]
    last_days = [page.file.end for page in with_rounds if page.file.end is not None]

    are_lists = [page.file.people_only for page in read]

    return replace(
        base.file,
        entrants=[person.entrant._replace(key=person.key) for person in everybody],
        games=games,
        start=min(days, default=base.file.start),
        end=max(last_days, default=base.file.end),
        byes=_byes(with_rounds, persons),
        # a list of people has a column for their FIDE ids
        ids="fide" if any(are_lists) else base.file.ids,
        warnings=_warnings(read),
        people_only=not games and all(are_lists),
        report=_report(read, persons),
    )


def _repeated_names(read: Iterable[PageRead]) -> set[_Words]:
    """Return the names that two rows of one page have: those are two people. Any other
    name under two numbers is somebody whom the program has numbered anew.

    The names are words in small letters: {("aho", "aino")}.
    """
    twice: set[_Words] = set()
    for page in read:
        names = Counter(name_words(row.name) for row in page.file.entrants)
        twice.update(name for name, times in names.items() if times > 1)

    return twice


def _pages_of_kinds(read: Iterable[PageRead], *kinds: PageKind) -> list[PageRead]:
    """Return the pages of these kinds, in their order.

        _pages_of_kinds(read, "pairings", "team-pairings")

    None of them: an empty list.
    """
    return [page for page in read if page.page.kind in kinds]


def _persons(read: Iterable[PageRead], people: _People) -> _Persons:
    """Return who the rows of each page are, by the identity of the page.

    A row that stands for a bye is nobody, and is left out. `people` learns what each
    page says; it is filled here only.

        {id(page): {"1": <Aho, Aino>, "2": <Laine, Eero>}}
    """
    persons: _Persons = {}

    # where starting numbers are known, names without numbers are found by them
    for page in sorted(read, key=_has_no_numbers):
        numbers = _numbers(page)
        own = persons[id(page)] = {}
        for entrant in page.file.entrants:
            if not _is_bye_row(entrant, page.file):
                number = numbers.get(entrant.key, "")
                own[entrant.key] = people.find(entrant, number)

    return persons


def _has_no_numbers(page: PageRead) -> bool:
    """Return whether no row of a page has a starting number.

    Pages are sorted by it: those with numbers come first.
    """
    return not _numbers(page)


def _distinct_games(
    with_rounds: Sequence[PageRead],
    matrices: Sequence[PageRead],
    persons: _Persons,
    notes: Notes,
) -> list[FileGame]:
    """Return the games of the pages, each once; matrices only confirm those of rounds,
    where there are any.

    Of several matrices alone only the first is read: without rounds nothing tells
    whether a game in both is the same one. `notes`: told of what differs.
    """
    games = _Games(notes)

    for page in with_rounds or matrices[:1]:
        games.add(_games_with_common_names(page.file.games, persons[id(page)]))

    if with_rounds:
        for page in matrices:
            games.compare(_games_with_common_names(page.file.games, persons[id(page)]))

    return games.all()


def _warnings(read: Iterable[PageRead]) -> list[Problem]:
    """Return the warnings of the pages that no other page may settle, each once."""
    warnings: dict[Problem, None] = {}
    for page in read:
        for warning in page.file.warnings:
            if not _may_be_settled(warning):
                warnings[warning] = None

    return list(warnings)


def _may_be_settled(warning: Problem) -> bool:
    """Return whether the other pages may settle a warning: the report counts what is
    left of it.

        bye-as-player       the bye may be in several pages, and counts once
        ...-pending-game    a page saved later has the result
    """
    return warning.code == "bye-as-player" or warning.code.endswith("-pending-game")


def _numbers(read: PageRead) -> dict[str, str]:
    """Return the starting numbers of a page by the keys of its rows; nothing where it
    has none.

    In pairings a row is called by its number, unless that is its name.

        crosstable, rows 1 2 3 of players 7 2 9    {"1": "7", "2": "2", "3": "9"}
        pairings with numbers                      {"7": "7", "2": "2"}
        pairings with names only                   {}
    """
    keys = [entrant.key for entrant in read.file.entrants]

    numbers = read.page.numbers
    if numbers and read.page.kind in ("crosstable", "matrix"):
        # rows are called by their position
        return {key: numbers[int(key) - 1] for key in keys}

    # a list of people: its numbers stand in the order of the rows
    if numbers and len(numbers) == len(keys):
        return dict(zip(keys, numbers, strict=True))

    own: dict[str, str] = {}
    if read.page.kind == "pairings":
        for entrant in read.file.entrants:
            if entrant.key != entrant.name and entrant.key.isdigit():
                own[entrant.key] = entrant.key
    return own


def _is_bye_row(entrant: Entrant, file: GamesFile) -> bool:
    """Return whether a row of pairings stands for no opponent: it is called so, and
    nobody met it in a game.

    A player whose name is Bye has games, and is a player.
    """
    key = entrant.key
    if key.isdigit() or key.casefold() != "bye":
        return False
    return not any(key in (game.white, game.black) for game in file.games)


def _add_known_details(file: GamesFile, persons: Mapping[str, _Person]) -> GamesFile:
    """Add to the players of team matches what lists of people know of them.

    Their keys and names stay, for the league and the games call them so; federation,
    birth, ids and club come from the lists.
    """
    entrants = []
    for row in file.entrants:
        if row.key in persons:
            known = persons[row.key].entrant
            row = known._replace(key=row.key, name=row.name)
        entrants.append(row)

    return replace(file, entrants=entrants)


def _games_with_common_names(
    games: Iterable[FileGame], persons: Mapping[str, _Person]
) -> list[FileGame]:
    """Call the players of the games as all pages do.

        row 1 of a crosstable, who is number 7 on every page    "1" becomes "7"

    The result, the day and the board stay as the page has them.
    """
    renamed = []
    for game in games:
        white, black = persons[game.white], persons[game.black]
        renamed.append(game._replace(white=white.key, black=black.key))
    return renamed


class _Games:
    """The games of the pages, each once."""

    def __init__(self, notes: Notes) -> None:
        """Begin without a game.

        `notes`: told of what the pages contradict each other in.
        """
        self._notes = notes
        self._games: dict[tuple[int, _Pair], FileGame] = {}
        self._pairs: dict[tuple[int, str], _Pair] = {}  # of a round and a player

    def add(self, games: Iterable[FileGame]) -> None:
        """Add the games of a page. A finished game replaces the same unfinished one; a
        forfeit may stand with either colour. Anything else that two pages say
        differently is refused.

        The board and the day of a game stay where a later page does not tell them.

            pairings of round 3   crosstable   the game
            *                     1-0          1-0
            1-0                   *            1-0
            1-0F                  0-1F turned  1-0F
            1-0                   1/2-1/2      refused
        """
        for game in games:
            pair = _pair(game)
            known = self._games.get((game.round, pair))

            if known is None:
                self._add_first(game, pair)
            elif known.result == PENDING:
                board = known.board if game.board is None else game.board
                on = game.on or known.on
                self._games[game.round, pair] = game._replace(board=board, on=on)
            elif game.result != PENDING and not _is_same_result(known, game):
                self._refuse(game)

    def _add_first(self, game: FileGame, pair: _Pair) -> None:
        """Add a game that no page had; nobody plays twice in a round, so a second one
        of a player is refused.

        The notes keep the refusal, and the game is added all the same: the file is
        refused when all pages are read.
        """
        seats = [(game.round, player) for player in (game.white, game.black)]

        if any(seat in self._pairs for seat in seats):
            self._refuse(game)

        for seat in seats:
            self._pairs[seat] = pair
        self._games[game.round, pair] = game

    def compare(self, games: Iterable[FileGame]) -> None:
        """Compare a table without rounds with the games: every result in it is that of
        a game of the two.

        Two players may have met twice, once with each colour; then each game of the
        table needs one of its own among the games, and the order in which they come is
        open. A game that the pages leave unfinished may have any result in the table.
        Games of the table between two who never met are counted, and told in one
        refusal: pages of rounds are lacking.
        """
        results: dict[_Pair, Counter[str]] = {}
        for game in self._games.values():
            of_pair = results.setdefault(_pair(game), Counter())
            of_pair[_result_of_first(game)] += 1

        without_round = 0

        for game in games:
            if game.result == PENDING:
                continue

            known = results.get(_pair(game), Counter())
            if not known:
                without_round += 1
                continue

            seen = _result_of_first(game)
            if known[seen] > 0:
                known[seen] -= 1
            elif known[PENDING] == 0:
                self._refuse(game)

        if without_round:
            message = counted(
                "the crosstable has {count} game that no round among the pages has",
                "the crosstable has {count} games that no round among the pages has",
                without_round,
            )
            hint = say("send the pairings of all rounds, or the crosstable alone")
            self._notes.refuse("pages-differ", message, hint)

    def all(self) -> list[FileGame]:
        """Return the games, round by round, within a round as the pages have them."""
        return sorted(self._games.values(), key=lambda game: game.round)

    def _refuse(self, game: FileGame) -> None:
        """Refuse a game that another page has otherwise: the notes keep it, and reading
        goes on.
        """
        message = say(
            "round {round}: two pages differ about {white} and {black}",
            round=game.round,
            white=game.white,
            black=game.black,
        )
        self._notes.refuse("pages-differ", message, _ALL_NEW)


def _pair(game: FileGame) -> _Pair:
    """Return the two players of a game, whoever has White."""
    return frozenset((game.white, game.black))


def _result_of_first(game: FileGame) -> str:
    """Return the result as whoever comes first by name or number has it.

        white aho, black laine, 1-0     1-0
        white laine, black aho, 1-0     0-1

    So the two tables may have the colours of a pair otherwise.
    """
    if game.white <= game.black:
        return game.result
    return RESULTS[game.result].turned


def _is_same_result(one: FileGame, other: FileGame) -> bool:
    """Return whether two pages say the same of a game; colours of a game that was not
    played are not compared, for not every table shows them.

        A - B 1-0     A - B 1-0     yes
        A - B 1-0F    B - A 0-1F    yes: A has the point in both
        A - B 1-0     B - A 0-1     no: White is another
    """
    if one.white == other.white:
        return one.result == other.result
    is_forfeit = RESULTS[one.result].is_forfeit
    return is_forfeit and one.result == RESULTS[other.result].turned


def _byes(read: Sequence[PageRead], persons: _Persons) -> tuple[FileBye, ...]:
    """Return the byes of all pages, each once, by the keys of the people: as a
    crosstable has them, else as the pairings.

    A page of pairings says "bye" of whoever has none; a crosstable tells which kind.
    """
    byes: list[FileBye] = []

    for page in sorted(read, key=lambda page: page.page.kind != "crosstable"):
        people = persons[id(page)]
        for bye in page.file.byes:
            if bye.player in people:
                byes.append(bye._replace(player=people[bye.player].key))

    return distinct_byes(byes)


def _report(read: Iterable[PageRead], persons: _Persons) -> FileReport | None:
    """Return what a crosstable prints beside its games, by the people of all pages.

    None where no page is a crosstable. Of several the first with a report counts. A row
    that is nobody, such as that of a bye, is left out.
    """
    for page in _pages_of_kinds(read, "crosstable"):
        report = page.file.report
        if report is None:
            continue

        people = persons[id(page)]
        rows = {}
        for key, row in report.players.items():
            if key in people:
                rows[people[key].key] = row

        return FileReport(report.facts, rows)
    return None
