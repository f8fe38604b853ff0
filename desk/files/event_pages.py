"""Read the saved pages of one event, one or several of them, as one file of games.

Pages that are given together are one text, page behind page. Each is read by the reader
of its kind; then who is who among them is told by starting number and name, and their
games are put together. Pages that contradict each other refuse the file.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from desk.files import Settings
from desk.files.games_file import (
    Entrant,
    FileGame,
    FileReport,
    GamesFile,
    Source,
    federation_of,
    without_byes,
)
from desk.files.open_file import NamedFile, page_text, several
from exchange.pages import EventPage, PageFacts, PageKind, time_of
from exchange.pages.chess_results import is_chess_results, read_chess_results
from exchange.pages.vega import is_vega, read_vega
from exchange.sheets import plain_bytes
from exchange.sheets.web_page import read_page
from exchange.text import Notes
from ledger.errors import Problem, Refused, Where
from messages import Message, say
from messages.results import PENDING, RESULTS

MOST_PAGES = 100
WITH_GAMES = ("crosstable", "pairings", "team-pairings", "matrix")
_BEGINS = re.compile(r"<!doctype\s+html|<html\b", re.IGNORECASE)
_SIGNS = re.compile(r"[^\w\s]|_")
_PAIRINGS = say("save the pairings of each round, or the crosstable, and send those")
INSTEAD: dict[PageKind, tuple[Message, Message]] = {
    "not-paired": (say("the page shows who was not paired, and no games"), _PAIRINGS),
    "matches-alone": (
        say("the page shows which teams met, and not who played"),
        say("save the board pairings of each round and send those"),
    ),
    "results-alone": (
        say("the page shows what each player scored, and not against whom"),
        say(
            "save the pairings of each round (of teams: the board pairings), or the"
            " crosstable, and send those"
        ),
    ),
    "one-player": (say("the page shows the games of one player"), _PAIRINGS),
    "details": (
        say("the page has no table of games or players that is known here"),
        _PAIRINGS,
    ),
}
Reader = Callable[[bytes, str, Settings], GamesFile]


class PageRead(NamedTuple):
    """A page and what the reader of its kind found in its table."""

    page: EventPage
    file: GamesFile


def event_pages(data: bytes, file: str, settings: Settings) -> list[EventPage]:
    """Return the pages of an event that a file holds; none where it is anything else."""
    text = page_text(data, file, settings)
    starts = [match.start() for match in _BEGINS.finditer(text)]
    # a page may begin with both, and what stands in front of the first belongs to it
    begins = [0]
    for start in starts[1:]:
        if "</html" in text[begins[-1] : start].casefold():
            begins.append(start)
    if len(begins) > MOST_PAGES:
        message = say("the file holds more than {count} pages", count=MOST_PAGES)
        hint = say("send the pages of one event")
        raise Refused(Problem("too-many-pages", message, Where(file), hint))
    ends = [*begins[1:], len(text)]
    pages = [
        page
        for begin, end in zip(begins, ends, strict=True)
        if (page := _event_page(text[begin:end], file)) is not None
    ]
    return pages if len(pages) == len(begins) else []


def as_one(files: Sequence[NamedFile]) -> NamedFile:
    """Return files that were given together as one: pages of one event, page behind
    page. A single file stays as it is; several of anything else are refused.
    """
    if len(files) == 1:
        return files[0]
    pages: list[EventPage] = []
    for file in files:
        of_file = event_pages(file.content, file.name, Settings())
        if not of_file:
            message = say("of several files each has to be a saved page of one event")
            hint = say("leave this file by itself")
            raise Refused(Problem("two-files", message, Where(file.name), hint))
        pages += of_file
        _refuse_two_events(pages, file.name)
    texts = [page_text(file.content, file.name, Settings()) for file in files]
    names = [file.name for file in files]
    return NamedFile(several(names), "\n".join(texts).encode())


def _event_page(text: str, file: str) -> EventPage | None:
    page = read_page(text, file)
    if is_chess_results(page):
        return read_chess_results(page)
    return read_vega(page) if is_vega(page) else None


def same_event(one: EventPage, other: EventPage) -> bool:
    """Return whether two pages are of one event, as their program calls it. At Vega
    that is a name, of which one page may have more words.
    """
    if one.program != other.program:
        return False
    if one.program == "chess-results":
        return one.event == other.event
    words, others = set(_key(one.event)), set(_key(other.event))
    return words <= others or others <= words


def _refuse_two_events(pages: Sequence[EventPage], file: str) -> None:
    for page in pages[1:]:
        if not same_event(pages[0], page):
            message = say(
                "the file holds pages of two events: {one} and {other}",
                one=repr(pages[0].facts.name),
                other=repr(page.facts.name),
            )
            hint = say("send the pages of each event by themselves")
            raise Refused(Problem("two-events", message, Where(file), hint))


def read_event(
    pages: Sequence[EventPage],
    data: bytes,
    file: str,
    settings: Settings,
    readers: Mapping[str, Reader],
) -> GamesFile:
    """Read the pages of one event; `readers` are those of tables, by kind."""
    _refuse_two_events(pages, file)
    games = [page for page in pages if page.kind in WITH_GAMES]
    people = [page for page in pages if page.kind == "people"]
    if not games and not people:
        message, hint = INSTEAD[pages[0].kind]
        raise Refused(Problem("other-format", message, Where(file), hint))
    if games:
        people = [page for page in pages if page.lines and page.kind not in WITH_GAMES]
    read = [
        _read(kind_pages, file, settings, readers)
        for kind_pages in [*_together(games), *([page] for page in people)]
    ]
    whole = read[0].file if len(read) == 1 else _united(read, file)
    whole = replace(whole, source=_source(pages, whole.source, data))
    return _with_facts(whole, _facts(pages), settings)


def _together(pages: Sequence[EventPage]) -> list[list[EventPage]]:
    """Return the pages as they are read: those of team matches in one go, for their
    teams are one league.
    """
    teams = [page for page in pages if page.kind == "team-pairings"]
    others = [[page] for page in pages if page.kind != "team-pairings"]
    return [teams, *others] if teams else others


def _read(
    pages: Sequence[EventPage],
    file: str,
    settings: Settings,
    readers: Mapping[str, Reader],
) -> PageRead:
    lines = [line for page in pages for line in page.lines]
    kind = pages[0].kind if pages[0].kind in WITH_GAMES else "people"
    read = readers[kind](plain_bytes(lines), file, settings)
    return PageRead(pages[0], without_byes(read, {}))


def _source(pages: Sequence[EventPage], read: Source, data: bytes) -> Source:
    """Return the source: the bytes as they were sent, not the tables in them."""
    count = f", {len(pages)} pages" if len(pages) > 1 else ""
    return replace(
        read,
        format=f"{read.format} ({pages[0].program}{count})",
        sha256=hashlib.sha256(data).hexdigest(),
        encoding="utf-8",
        line_ends="none",
    )


def _facts(pages: Iterable[EventPage]) -> PageFacts:
    """Return what the pages say of the event; the first that says something counts, and
    of names the one that most pages have.
    """
    pages = list(pages)
    names = Counter(page.facts.name for page in pages if page.facts.name)
    facts = PageFacts(name=names.most_common(1)[0][0] if names else "")
    for page in pages:
        more = {
            field: value
            for field, value in page.facts._asdict().items()
            if value and not getattr(facts, field)
        }
        facts = facts._replace(**more)
    return facts


def _with_facts(file: GamesFile, facts: PageFacts, settings: Settings) -> GamesFile:
    """Put what the pages say of the event on the file; the officer's days count first."""
    written = {"place": facts.place, "time": facts.time}
    printed = {field: text for field, text in written.items() if text}
    report = file.report
    if printed and not file.people_only:
        report = FileReport(
            {**(report.facts if report else {}), **printed},
            report.players if report else {},
        )
    return replace(
        file,
        name=facts.name or file.name,
        start=file.start if settings.start else facts.start or file.start,
        end=file.end if settings.end else facts.end or file.end,
        federation=federation_of(facts.federation) or file.federation,
        time_text=facts.time or file.time_text,
        time_control=time_of(facts.time) if facts.time else file.time_control,
        is_time_stated=bool(facts.time and time_of(facts.time)),
        report=report,
    )


def _key(name: str) -> tuple[str, ...]:
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
        name = _key(entrant.name)
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
        if by_number is not None and _may_be_one(_key(by_number.entrant.name), name):
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
            if _may_be_one(_key(person.entrant.name), name)
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


def _united(read: Sequence[PageRead], file: str) -> GamesFile:
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


def pages_of_one_event(
    named: Iterable[tuple[str, bytes]],
) -> Iterator[list[tuple[str, bytes]]]:
    """Yield files in groups: the pages of one event together, any other file alone.

    Pages of Vega belong together when they are in one folder, for each event has one.
    """
    groups: list[tuple[EventPage | None, str, list[tuple[str, bytes]]]] = []
    for name, content in named:
        page = _only_page(content, name)
        folder = name.rpartition("/")[0]
        group = next(
            (
                files
                for first, where, files in groups
                if page is not None
                and first is not None
                and same_event(first, page)
                and (page.program != "Vega" or where == folder)
            ),
            None,
        )
        if group is None:
            groups.append((page, folder, [(name, content)]))
        else:
            group.append((name, content))
    yield from (files for _, _, files in groups)


def _only_page(content: bytes, name: str) -> EventPage | None:
    """Return the page that a file is; None for any other file, broken ones too: who
    reads them says what is wrong.
    """
    try:
        pages = event_pages(content, name, Settings())
    except Refused:
        return None
    return pages[0] if len(pages) == 1 else None
