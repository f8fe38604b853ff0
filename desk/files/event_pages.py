"""Read the saved pages of one event, one or several of them, as one file of games.

Pages that are given together are one text, page behind page. Each is read by the reader
of its kind; united_pages.py makes one tournament of what they show.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from desk.files.games_file import (
    FileReport,
    GamesFile,
    Source,
    federation_of,
    without_byes,
)
from desk.files.open_file import NamedFile, page_text, several
from desk.files.settings import Settings
from desk.files.united_pages import PageRead, name_words, united
from exchange.pages import EventPage, PageFacts, PageKind, time_of
from exchange.pages.chess_results import is_chess_results, read_chess_results
from exchange.pages.vega import is_vega, read_vega
from exchange.sheets.rows import plain_bytes
from exchange.sheets.web_page import read_page
from ledger.errors import Problem, Refused, Where
from messages import Message, say

MOST_PAGES = 100
WITH_GAMES = ("crosstable", "pairings", "team-pairings", "matrix")
_BEGINS = re.compile(r"<!doctype\s+html|<html\b", re.IGNORECASE)
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
    words, others = set(name_words(one.event)), set(name_words(other.event))
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
    whole = read[0].file if len(read) == 1 else united(read, file)
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
