"""Make one tournament of what the saved pages of one event show.

A crosstable, its rounds and a list of people show the same players and games again, some
with names that were cut off, some without numbers. Who is who among them is told by
starting number and name, and each game counts once. Pages that contradict each other
refuse the file. Files of any format, with rounds of their own, are joined.py's subject.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from desk.files.games_file import Entrant, FileGame, FileReport, GamesFile
from exchange.pages import EventPage
from exchange.text.notes import Notes
from ledger.errors import Problem
from messages import say
from messages.results import PENDING, RESULTS

_SIGNS = re.compile(r"[^\w\s]|_")


class PageRead(NamedTuple):
    """A page and what the reader of its kind found in its table."""

    page: EventPage
    file: GamesFile


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name without signs: pages write it with a comma or without."""
    return tuple(_SIGNS.sub(" ", name.casefold()).split())


class _Person:
    """Somebody on the pages: what the pages know of them, put together."""

    def __init__(self, entrant: Entrant, number: str) -> None:
        self.entrant = entrant
        self.number = number

    @property
    def key(self) -> str:
        return self.number or self.entrant.name

    def learn(self, entrant: Entrant, number: str) -> None:
        """Add what another page says of them; a name that was cut off gives way."""
        own = self.entrant
        known = {
            field: value
            for field, value in entrant._asdict().items()
            if value is not None and getattr(own, field) is None
        }
        name = max(own.name, entrant.name, key=len)
        self.entrant = own._replace(**{**known, "name": name})
        self.number = self.number or number


class _People:
    """Who is on the pages: found by name, and by starting number where a name was cut
    off. A program may number the players anew when somebody comes late.
    """

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._all: list[_Person] = []
        self._by_number: dict[str, _Person] = {}
        self._by_name: dict[tuple[str, ...], list[_Person]] = {}
        self._are_numbers_one = True

    def find(self, entrant: Entrant, number: str) -> _Person:
        """Return the person of a row, a new one if no page before had them."""
        name = name_words(entrant.name)
        person = self._known(entrant, name, number)
        if person is None:
            person = _Person(entrant, number)
            self._all.append(person)
        else:
            person.learn(entrant, number)
        if number and (
            person.number != number
            or self._by_number.setdefault(number, person) is not person
        ):
            self._are_numbers_one = False
        if person not in self._by_name.setdefault(name, []):
            self._by_name[name].append(person)
        return person

    def _known(
        self, entrant: Entrant, name: tuple[str, ...], number: str
    ) -> _Person | None:
        by_number = self._by_number.get(number) if number else None
        namesakes = self._by_name.get(name, [])
        if len(namesakes) == 1 and (by_number is None or by_number is namesakes[0]):
            one = namesakes[0]
            return one if not number or one.number in ("", number) else None
        if by_number is not None and _may_be_one(
            name_words(by_number.entrant.name), name
        ):
            return by_number
        if len(namesakes) > 1:
            message = say(
                "two players are called {name}, and the pages do not tell them apart",
                name=repr(entrant.name),
            )
            self._notes.refuse("pages-differ", message, _ALL_NEW)
        return namesakes[0] if namesakes else self._cut_off(name)

    def _cut_off(self, name: tuple[str, ...]) -> _Person | None:
        """Return the only person whose name goes on where this one ends, or ends where
        this one goes on.
        """
        fitting = [
            person
            for person in self._all
            if _may_be_one(name_words(person.entrant.name), name)
        ]
        return fitting[0] if len(fitting) == 1 else None

    def everybody(self) -> list[_Person]:
        """Return all people, called by their starting numbers where each page has the
        same, else by their names.
        """
        if not self._are_numbers_one or not all(person.number for person in self._all):
            for person in self._all:
                person.number = ""
        return self._all


_ALL_NEW = say("save all pages again, on one day, and send those")
_ENOUGH = 15  # letters of a name that a crosstable may have cut off behind them


def _may_be_one(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two names are one, or one of them was cut off."""
    short, long = sorted((" ".join(one), " ".join(other)), key=len)
    return short == long or (len(short) >= _ENOUGH and long.startswith(short))


def united(read: Sequence[PageRead], file: str) -> GamesFile:
    """Put the pages of one event together."""
    notes = Notes(file)
    people = _People(notes)
    # where starting numbers are known, names without numbers are found by them
    ordered = sorted(read, key=lambda one: not _numbers(one))
    persons = {
        id(one): {
            entrant.key: people.find(entrant, _numbers(one).get(entrant.key, ""))
            for entrant in one.file.entrants
            if not _is_bye_row(entrant, one.file)
        }
        for one in ordered
    }
    everybody = people.everybody()
    with_rounds = [
        one for one in read if one.page.kind in ("pairings", "team-pairings")
    ]
    with_rounds += [one for one in read if one.page.kind == "crosstable"]
    matrices = [one for one in read if one.page.kind == "matrix"]
    base = (with_rounds or matrices or list(read))[0]
    if base.page.kind == "team-pairings":
        notes.done()
        return _enriched(base.file, persons[id(base)])
    games = _Games(notes)
    for one in with_rounds or matrices[:1]:
        games.add(_renamed(one.file.games, persons[id(one)]))
    if with_rounds:
        for one in matrices:
            games.compare(_renamed(one.file.games, persons[id(one)]))
    report = _report(read, persons)
    all_games = games.all()
    days = sorted(one.file.start for one in with_rounds if one.file.start is not None)
    last = sorted(one.file.end for one in with_rounds if one.file.end is not None)
    warnings = [
        warning
        for one in read
        for warning in one.file.warnings
        if not _is_of_one_page(warning)
    ]
    notes.done()
    return replace(
        base.file,
        entrants=[one.entrant._replace(key=one.key) for one in everybody],
        games=all_games,
        start=days[0] if days else base.file.start,
        end=last[-1] if last else base.file.end,
        byes=_byes(with_rounds),
        ids="fide" if any(one.file.people_only for one in read) else base.file.ids,
        warnings=[*dict.fromkeys(warnings)],
        people_only=not all_games and all(one.file.people_only for one in read),
        report=report,
    )


def _is_of_one_page(warning: Problem) -> bool:
    """Return whether the other pages may settle a warning: the report counts what is
    left of it.
    """
    return warning.code == "bye-as-player" or warning.code.endswith("-pending-game")


def _numbers(one: PageRead) -> dict[str, str]:
    """Return the starting numbers of a page by the keys of its rows; nothing where it
    has none.
    """
    entrants = one.file.entrants
    numbers = one.page.numbers
    if numbers and one.page.kind in ("crosstable", "matrix"):
        # rows are called by their place
        return {entrant.key: numbers[int(entrant.key) - 1] for entrant in entrants}
    if numbers and len(numbers) == len(entrants):
        return {
            entrant.key: number
            for entrant, number in zip(entrants, numbers, strict=True)
        }
    if one.page.kind == "pairings":
        return {
            entrant.key: entrant.key
            for entrant in entrants
            if entrant.key != entrant.name and entrant.key.isdigit()
        }
    return {}


def _is_bye_row(entrant: Entrant, file: GamesFile) -> bool:
    """Return whether a row of pairings stands for no opponent: nobody met them."""
    met = {key for game in file.games for key in (game.white, game.black)}
    is_nameless = not entrant.key.isdigit() and entrant.key.casefold() == "bye"
    return is_nameless and entrant.key not in met


def _enriched(file: GamesFile, persons: Mapping[str, _Person]) -> GamesFile:
    """Add to the players of team matches what lists of people know of them."""
    entrants = [
        persons[row.key].entrant._replace(key=row.key, name=row.name)
        if row.key in persons
        else row
        for row in file.entrants
    ]
    return replace(file, entrants=entrants)


def _renamed(
    games: Iterable[FileGame], persons: Mapping[str, _Person]
) -> list[FileGame]:
    return [
        game._replace(white=persons[game.white].key, black=persons[game.black].key)
        for game in games
    ]


class _Games:
    """The games of the pages, each once."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._games: dict[tuple[int, frozenset[str]], FileGame] = {}
        self._seats: dict[tuple[int, str], frozenset[str]] = {}

    def add(self, games: Iterable[FileGame]) -> None:
        """Add the games of a page. A finished game replaces the same unfinished one; a
        forfeit may stand with either colour.
        """
        for game in games:
            pair = frozenset((game.white, game.black))
            known = self._games.get((game.round, pair))
            if known is None:
                self._take(game, pair)
            elif known.result == PENDING:
                board = game.board if game.board is not None else known.board
                self._games[game.round, pair] = game._replace(
                    board=board, on=game.on or known.on
                )
            elif game.result != PENDING and not _agree(known, game):
                self._refuse(game)

    def _take(self, game: FileGame, pair: frozenset[str]) -> None:
        seats = [(game.round, player) for player in (game.white, game.black)]
        if any(seat in self._seats for seat in seats):
            self._refuse(game)
        for seat in seats:
            self._seats[seat] = pair
        self._games[game.round, pair] = game

    def compare(self, games: Iterable[FileGame]) -> None:
        """Compare a table without rounds with the games: every result in it is that of
        a game of the two.
        """
        results: dict[frozenset[str], Counter[str]] = {}
        for game in self._games.values():
            pair = frozenset((game.white, game.black))
            results.setdefault(pair, Counter())[_seen_by_first(game)] += 1
        for game in games:
            pair = frozenset((game.white, game.black))
            seen = _seen_by_first(game)
            known = results.get(pair, Counter())
            if game.result == PENDING:
                continue
            if known[seen] > 0:
                known[seen] -= 1
            elif known[PENDING] == 0:
                self._refuse(game)

    def all(self) -> list[FileGame]:
        return sorted(self._games.values(), key=lambda game: game.round)

    def _refuse(self, game: FileGame) -> None:
        message = say(
            "round {round}: two pages differ about {white} and {black}",
            round=game.round,
            white=game.white,
            black=game.black,
        )
        self._notes.refuse("pages-differ", message, _ALL_NEW)


def _seen_by_first(game: FileGame) -> str:
    """Return the result as whoever comes first by name or number has it."""
    if game.white <= game.black:
        return game.result
    return RESULTS[game.result].turned


def _agree(one: FileGame, other: FileGame) -> bool:
    """Return whether two pages say the same of a game; colours of a game that was not
    played are not compared, for not every table shows them.
    """
    if one.white == other.white:
        return one.result == other.result
    is_forfeit = RESULTS[one.result].is_forfeit
    return is_forfeit and one.result == RESULTS[other.result].turned


def _byes(read: Sequence[PageRead]) -> Mapping[str, int]:
    """Count the byes: as a crosstable has them, else those of all rounds."""
    tables = [one for one in read if one.page.kind == "crosstable"]
    if tables:
        return tables[0].file.byes
    by_rounds = {
        tuple(sorted({game.round for game in one.file.games})): one for one in read
    }
    return dict(
        sum((Counter(one.file.byes) for one in by_rounds.values()), Counter[str]())
    )


def _report(
    read: Sequence[PageRead], persons: Mapping[int, Mapping[str, _Person]]
) -> FileReport | None:
    """Return what a crosstable prints beside its games, by the people of all pages."""
    for one in read:
        if one.page.kind == "crosstable" and one.file.report is not None:
            people = persons[id(one)]
            return FileReport(
                one.file.report.facts,
                {
                    people[key].key: row
                    for key, row in one.file.report.players.items()
                    if key in people
                },
            )
    return None
