"""Read the saved pages of one event, one or several of them, as one file of games.

Pages that are given together are one text, page behind page. Each is read by the reader
of its kind; united_pages.py makes one tournament of what they show.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from desk.files.games_file import (
    FileReport,
    GamesFile,
    Source,
    federation_of,
    without_byes,
)
from desk.files.open_file import NamedFile, joined_names, page_text
from desk.files.settings import Settings
from desk.files.united_pages import PageRead, name_words, united_file
from exchange.pages.chess_results import is_chess_results, read_chess_results
from exchange.pages.event_page import EventPage, PageFacts, PageKind
from exchange.pages.round_headings import time_control_of
from exchange.pages.vega import is_vega, read_vega
from exchange.spreadsheets.rows import plain_bytes
from exchange.spreadsheets.web_page import read_page
from ledger.errors import Problem, Refused, Where
from messages import Message, say

MOST_PAGES = 100
WITH_GAMES = ("crosstable", "pairings", "team-pairings", "matrix")
_BEGINS = re.compile(r"<!doctype\s+html|<html\b", re.IGNORECASE)
_PAIRINGS = say("save the pairings of each round, or the crosstable, and send those")
INSTEAD: dict[PageKind, tuple[Message, Message]] = {
    "colours-unknown": (
        say("the crosstable has letters for the colours that are not known here"),
        say("open the page in English (ENG at its top) and save that"),
    ),
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
    """Return the pages of an event that a file holds; none where it is anything else.

    A file may hold several, page behind page, as `single_file` writes them. One page among
    them of another program, or of no tournament, makes the whole file something else.
    More than a hundred pages are refused (`too-many-pages`).
    """
    text = page_text(data, file, settings)
    begins = _page_starts(text)
    if len(begins) > MOST_PAGES:
        message = say("the file holds more than {count} pages", count=MOST_PAGES)
        hint = say("send the pages of one event")
        raise Refused(Problem("too-many-pages", message, Where(file), hint))

    ends = [*begins[1:], len(text)]
    pages: list[EventPage] = []
    is_other = False

    for begin, end in zip(begins, ends, strict=True):
        page = _event_page(text[begin:end], file)
        if page is None:
            is_other = True
        else:
            pages.append(page)

    return [] if is_other else pages


def _page_starts(text: str) -> list[int]:
    """Return where each page of a text begins; what stands in front of the first
    belongs to it.

        <!doctype html><html>...</html> <html>...</html>    [0, 32]

    The list is never empty: a text without a mark is one page from 0.
    """
    starts = [match.start() for match in _BEGINS.finditer(text)]
    begins = [0]
    # a page may begin with both marks
    for start in starts[1:]:
        if "</html" in text[begins[-1] : start].casefold():
            begins.append(start)

    return begins


def single_file(files: Sequence[NamedFile]) -> NamedFile:
    """Return files that were given together as one: pages of one event, page behind
    page. A single file stays as it is; several of anything else are refused.

        r1.html, r2.html    NamedFile("r1.html + r2.html", b"<html>...<html>...")

    `two-files`: one of them is no page of an event. `two-events`: they are of different
    events. The texts are joined as UTF-8, whatever encoding each page had.
    """
    if len(files) == 1:
        return files[0]

    no_settings = Settings()
    pages: list[EventPage] = []
    for file in files:
        of_file = event_pages(file.content, file.name, no_settings)
        if not of_file:
            message = say(
                "if you send several files, each has to be a saved page of"
                " the same event, and {file} is none",
                file=file.name,
            )
            hint = say("leave {file} by itself", file=file.name)
            raise Refused(Problem("two-files", message, Where(file.name), hint))

        pages += of_file
        _refuse_two_events(pages, file.name)

    names = [file.name for file in files]
    texts = [page_text(file.content, file.name, no_settings) for file in files]
    content = "\n".join(texts).encode()
    return NamedFile(joined_names(names), content)


def _event_page(text: str, file: str) -> EventPage | None:
    """Read a page of an event; None where it is anything else.

    `file`: the name that refusals speak of.
    """
    page = read_page(text, file)
    if is_chess_results(page):
        return read_chess_results(page)
    if is_vega(page):
        return read_vega(page)
    return None


def same_event(one: EventPage, other: EventPage) -> bool:
    """Return whether two pages are of one event, as their program calls it. At Vega
    that is a name, of which one page may have more words.

        chess-results 1234567      chess-results 1234567       yes
        Vega "Joulu Open"          Vega "Joulu Open 2025"      yes
        Vega "Joulu Open"          Vega "Juhannus Open"        no
        chess-results 1234567      Vega "Joulu Open"           no
    """
    if one.program != other.program:
        return False
    if one.program == "chess-results":
        return one.event == other.event

    # the title of a page may say more of it, such as the round
    words = set(name_words(one.event))
    other_words = set(name_words(other.event))
    return words <= other_words or other_words <= words


def _refuse_two_events(pages: Sequence[EventPage], file: str) -> None:
    """Refuse pages that are not all of the event of the first (`two-events`).

    `file`: the name of the file whose pages are the last of them.
    """
    first = pages[0]
    for page in pages[1:]:
        if same_event(first, page):
            continue

        message = say(
            "these are pages of two events: {one}, and in {file} {other}",
            file=file,
            one=repr(first.facts.name),
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
    """Read the pages of one event; `readers` are those of tables, by kind.

    `pages`: as `event_pages` returns them. `data`: the bytes that were sent, for the
    digest of the source. Refused are pages of two events (`two-events`), pages that
    show no games (`other-format`), and those that contradict each other
    (`pages-differ`).
    """
    _refuse_two_events(pages, file)
    read = [
        _read(group, file, settings, readers) for group in _read_in_one_go(pages, file)
    ]

    whole = read[0].file if len(read) == 1 else united_file(read, file)

    source = _source(pages, whole.source, data)
    facts = _facts(pages)
    return _with_facts(replace(whole, source=source), facts, settings)


def _read_in_one_go(pages: Sequence[EventPage], file: str) -> list[list[EventPage]]:
    """Return the pages as they are read: those of team matches in one go, for their
    teams are one league; pages with no games behind those that have them.

        matches of round 1, people, matches of round 2    [[1, 2], [people]]
        pairings of round 1, crosstable                   [[1], [crosstable]]

    Pages of which none has games or people are refused, with what to send instead
    (`other-format`).
    """
    games = [page for page in pages if page.kind in WITH_GAMES]

    if games:
        # beside games any page with a table may tell more of the players; alone only a
        # list of people is enough
        people = [page for page in pages if page.kind not in WITH_GAMES and page.lines]
    else:
        people = [page for page in pages if page.kind == "people"]

    if not games and not people:
        message, hint = INSTEAD[pages[0].kind]
        raise Refused(Problem("other-format", message, Where(file), hint))

    teams = [page for page in games if page.kind == "team-pairings"]
    groups = [teams] if teams else []
    for page in (*games, *people):
        if page.kind != "team-pairings":
            groups.append([page])

    return groups


def _read(
    pages: Sequence[EventPage],
    file: str,
    settings: Settings,
    readers: Mapping[str, Reader],
) -> PageRead:
    """Read pages of one kind in one go.

    `pages`: at least one. Their lines are read as one text, and the page of the result
    is the first. Games against a bye are counted as byes.
    """
    first = pages[0]
    lines: list[str] = []
    for page in pages:
        lines += page.lines

    # beside pages with games, all that others tell is people
    kind = first.kind if first.kind in WITH_GAMES else "people"
    read = readers[kind](plain_bytes(lines), file, settings)
    return PageRead(first, without_byes(read, {}))


def _source(pages: Sequence[EventPage], read: Source, data: bytes) -> Source:
    """Return the source: the bytes as they were sent, not the tables in them.

        pairing table (chess-results)
        pairing table (Vega, 7 pages)

    The two are formats as the booked file has them.
    """
    program: str = pages[0].program
    if len(pages) > 1:
        program = f"{program}, {len(pages)} pages"

    return replace(
        read,
        format=f"{read.format} ({program})",
        sha256=hashlib.sha256(data).hexdigest(),
        encoding="utf-8",
        line_ends="none",
    )


def _facts(pages: Sequence[EventPage]) -> PageFacts:
    """Return what the pages say of the event; the first that says something counts, and
    of names the one that most pages have.

    Facts that no page states are empty.
    """
    facts = PageFacts()
    names = Counter(page.facts.name for page in pages if page.facts.name)
    if names:
        [(name, _)] = names.most_common(1)
        facts = facts._replace(name=name)

    for page in pages:
        for field, value in page.facts._asdict().items():
            if value and not getattr(facts, field):
                facts = facts._replace(**{field: value})

    return facts


def _with_facts(file: GamesFile, facts: PageFacts, settings: Settings) -> GamesFile:
    """Put what the pages say of the event on the file; the officer's days count first.

    Where the pages print a time, it is the time control's text, and `is_time_stated`
    only if it could be read: else it is asked about.
    """
    start = file.start if settings.start else facts.start or file.start
    end = file.end if settings.end else facts.end or file.end

    file = replace(
        file,
        name=facts.name or file.name,
        start=start,
        end=end,
        federation=federation_of(facts.federation) or file.federation,
        is_time_stated=False,
        report=_report_with(file, facts),
    )
    if not facts.time:
        return file

    control = time_control_of(facts.time)

    return replace(
        file,
        time_text=facts.time,
        time_control=control,
        is_time_stated=bool(control),
    )


def _report_with(file: GamesFile, facts: PageFacts) -> FileReport | None:
    """Return the report of the file with the place and time that the pages print.

    None where neither the file nor the pages have anything for it. A list of people
    gets none: nobody has played yet.

        FileReport({"place": "Helsinki", "time": "90 min + 30 sec"}, {...})
    """
    printed = {}
    if facts.place:
        printed["place"] = facts.place
    if facts.time:
        printed["time"] = facts.time

    if file.people_only or not printed:
        return file.report
    if file.report is None:
        return FileReport(printed, {})

    return file.report._replace(facts={**file.report.facts, **printed})


class _Group(NamedTuple):
    """Files that belong together; `page`: the page that the first is, if it is one."""

    page: EventPage | None
    folder: str
    files: list[tuple[str, bytes]]

    def takes(self, page: EventPage | None, folder: str) -> bool:
        """Return whether a page belongs to the same event.

        `page`: None for a file that is no single page; such a file is always alone.
        `folder`: of its name, without the last slash; it tells apart two events of one
        name at Vega.
        """
        if self.page is None or page is None:
            return False
        if not same_event(self.page, page):
            return False
        return page.program != "Vega" or self.folder == folder


def pages_of_one_event(
    named: Iterable[tuple[str, bytes]],
) -> Iterator[list[tuple[str, bytes]]]:
    """Yield files in groups: the pages of one event together, any other file alone.

    Pages of Vega belong together when they are in one folder, for each event has one.
    The groups are in the order of their first files, and so are the files of a group.

        a/r1.html, b.trf, a/r2.html    [a/r1.html, a/r2.html], [b.trf]
    """
    groups: list[_Group] = []
    for name, content in named:
        page = _only_page(content, name)
        folder = name.rpartition("/")[0]
        fitting = (group for group in groups if group.takes(page, folder))
        group = next(fitting, None)

        if group is None:
            group = _Group(page, folder, [])
            groups.append(group)

        group.files.append((name, content))

    for group in groups:
        yield group.files


def _only_page(content: bytes, name: str) -> EventPage | None:
    """Return the page that a file is; None for any other file, broken ones too: who
    reads them says what is wrong.

    None also for a file that holds several pages: it is whole by itself.
    """
    try:
        pages = event_pages(content, name, Settings())
    except Refused:
        return None

    return pages[0] if len(pages) == 1 else None
