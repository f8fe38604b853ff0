"""Write an answer as text. A costly one is made in a process of its own, behind
everybody else, so that nobody waits for it.

Atom feeds: corrections, published lists, the changes of one player, and those of
features. From the answers of the pages.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import islice
from typing import Any, NamedTuple, cast
from uuid import NAMESPACE_URL, uuid5

from audit.questions import explained
from exchange.lists.written import sheet_text
from features import FEATURES
from features.feature import imported
from ledger.errors import NotFound, Problem
from ledger.proof import leaf
from ledger.store.events import recorded_at, stored_from
from messages import say
from messages.answer import Answer, json_text, plain
from projections.answers import Viewer
from projections.answers.asking import Asked
from projections.answers.career import known_player, player_name
from projections.answers.events.changed import MovedBySubmission, moved_with
from projections.answers.events.log import Log, events_of, logged
from projections.answers.lists.published import Lists, lists
from projections.answers.players.show import Show
from projections.answers.reading import Reading
from web import Settings
from web.answers.ledger_state import Ledgers, ServedLedger
from web.answers.replying import Body, body
from web.pages.lists import CORRECTIONS
from web.pages.registry import PAGES, page_of
from web.pages.visit import LiveLinks, Visit
from web.questions.paging import RowsPart, bounded, cut
from web.questions.registry import ServedQuestion
from web.sandbox import Bounds, judged

MOST = 50  # entries in a feed
MOST_LINES = 20  # ratings told in one entry
LINKS = LiveLinks("", "", "", "")  # below the service
BEGINNING = "1970-01-01T00:00:00Z"


class Item(NamedTuple):
    """One entry of a feed: an address below the service, what happened, and when it was
    recorded.
    """

    address: str
    title: str
    at: str
    lines: Sequence[str]


class Feed(NamedTuple):
    title: str
    address: str
    items: Sequence[Item]


def corrections(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of corrections: the events that change what had been recorded, with
    the ratings that they moved.

    `asked`: the question of the log, of which the player and the tournament count. The
    newest `MOST` corrections, each told as the log tells it.
    """
    question = cast(Log, asked)
    about = Log(player=question.player, tournament=question.tournament)
    corrected = (
        event for event in events_of(reading, about) if event.kind in CORRECTIONS
    )

    items = []
    for event in islice(corrected, MOST):
        line = logged(reading, event)
        title = f"{line.kind} {line.target}" + (
            f": {line.reason}" if line.reason else ""
        )
        lines = [line.text, *_moves(moved_with(reading, event))]
        items.append(Item(f"/log/{line.seq}", title, line.recorded_at, lines))

    return Feed("Corrections", "/log", items)


def _moves(moved: MovedBySubmission) -> Iterator[str]:
    """Yield a line for each rating that an event changed, then that there are more:

        Anna, standard, T9: 1800 → 1812

    A rating that came out the same is left out.
    """
    rows = [row for row in moved.rows if row.before != row.after]
    for row in rows[:MOST_LINES]:
        yield (
            f"{row.name or row.player}, {row.list}, {row.unit}: {row.before or 'none'}"
            f" → {row.after or 'none'}"
        )

    if moved.units:
        yield say("and more")
    elif len(rows) > MOST_LINES:
        yield say("and {count} more", count=len(rows) - MOST_LINES)


def published(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of published lists, every revision; the newest `MOST` of them.

    selo 2026-06, revision 2
    """
    rows = sorted(
        lists(reading, cast(Lists, asked).list_name).rows, key=lambda row: -row.seq
    )[:MOST]
    items = [
        Item(
            LINKS.to("lists", row.list, "published", row.label),
            f"{row.list} {row.label}"
            + (f", revision {row.revision}" if row.revision > 1 else ""),
            recorded_at(reading.events, row.seq) or BEGINNING,
            [f"{row.rows} players as of {row.as_of}; {row.rules}"],
        )
        for row in rows
    ]
    return Feed("Published lists", "/lists", items)


def changes(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of a player: every change of their ratings, and every change that
    came out different later.

    Each leads to the sheet of its tournament as the ledger had it then, so an entry
    goes on to show what it told when it came.
    """
    player = known_player(reading, cast(Show, asked).player)
    versions = [
        (version, name)
        for name in reading.lists()
        for version in reading.versions(player=player, list_name=name)
    ]

    versions.sort(key=lambda pair: (-pair[0].known_from, pair[1], pair[0].entry.place))
    items = []
    for (entry, known_from, _), list_name in versions[:MOST]:
        where = entry.tournament or entry.figure.kind
        title = f"{list_name} {entry.figure.before or 'none'} → {entry.figure.after}"
        address = LINKS.to(
            "players", player, "why", where, list=list_name, known_seq=known_from
        )
        items.append(
            Item(
                address,
                title,
                recorded_at(reading.events, known_from) or BEGINNING,
                [f"{entry.unit}, {entry.on}"],
            )
        )

    return Feed(
        player_name(reading, player).name or player, LINKS.to("players", player), items
    )


FEEDS: dict[str, Callable[[Reading, Asked], Feed]] = {
    "log": corrections,
    "list published": published,
    "show": changes,
}
OF_FEATURES = {
    question.command: question.feed
    for feature in FEATURES
    for question in feature.questions
    if question.feed is not None
}


def has_feed(command: str) -> bool:
    """Tell whether a feed stands beside a question's page."""
    return command in FEEDS or command in OF_FEATURES


def feed_text(command: str, reading: Reading, asked: Asked, base_path: str) -> str:
    """Write the feed that stands beside a question's page.

    `command`: one with a feed, as `has_feed` tells. `base_path`: the path at which a
    proxy has the service, with which the links begin. `NotFound` (code `no-feed`):
    nothing is recorded yet.
    """
    feed = FEEDS[command] if command in FEEDS else imported(OF_FEATURES[command])
    return feed_of(feed(reading, asked), reading, base_path)


def feed_of(feed: Feed, reading: Reading, base_path: str) -> str:
    """Write a feed as it is sent, as XML; refused as `_ledger_id` refuses."""
    return "\n".join(_lines(feed, _ledger_id(reading), base_path)) + "\n"


def _ledger_id(reading: Reading) -> str:
    """Return an id of the ledger that is the same wherever it is served: made from its
    first event.

    `NotFound` (code `no-feed`): it has none, so entries would have other ids later.
    """
    first = next(iter(stored_from(reading.events, 1, 1)), None)
    if first is None:
        raise NotFound(
            Problem(
                "no-feed", say("nothing is recorded yet"), hint=say("ask again later")
            )
        )

    return leaf(first.state).hex()


def _lines(feed: Feed, ledger: str, base_path: str) -> Iterator[str]:
    """Yield a feed as Atom (RFC 4287). What people wrote is escaped.

    It was updated when its newest entry was recorded.
    """
    newest = max((item.at for item in feed.items), default=BEGINNING)
    yield (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed'
        ' xmlns="http://www.w3.org/2005/Atom">'
    )
    yield f"<id>{_id(ledger, feed.address)}</id>"
    yield f"<title>{escape(feed.title)}</title>"
    yield f"<updated>{newest}</updated>"
    yield (
        '<link rel="self" type="application/atom+xml"'
        f' href="{escape(base_path + feed.address)}.atom"/>'
    )
    yield (
        '<link rel="alternate" type="text/html"'
        f' href="{escape(base_path + feed.address)}"/>'
    )
    yield "<author><name>Selokirja</name></author>"

    for item in feed.items:
        yield (
            f"<entry>\n<id>{_id(ledger, ' '.join((item.address, item.title, *item.lines)))}</id>"
        )
        yield f"<title>{escape(item.title)}</title>\n<updated>{item.at}</updated>"
        yield (
            '<link rel="alternate" type="text/html"'
            f' href="{escape(base_path + item.address)}"/>'
        )
        yield (
            "<content"
            f' type="text">{escape(chr(10).join(item.lines))}</content>\n</entry>'
        )

    yield "</feed>"


def _id(ledger: str, what: str) -> str:
    """Return the id of a feed or of an entry: the same text has the same id for good.

    A reader of feeds shows an entry once for each id. So one whose lines changed, since
    more was corrected meanwhile, is shown again.
    """
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'{ledger}{what}')}"


JSON, CSV, PAGE, ATOM, LINES = "json", "csv", "page", "atom", "ndjson"
MEDIA_TYPES = {
    JSON: "application/json",
    CSV: "text/csv",
    PAGE: "text/html",
    ATOM: "application/atom+xml",
    LINES: "application/x-ndjson",
}
# bytes of memory that a costly answer may take
MEMORY = 4 * 2**30


class AskedFor(NamedTuple):
    """A question, by whom it is asked and on which day, and the form of its answer."""

    command: str
    asked: Asked
    form: str
    today: str
    visit: Visit | None
    part: RowsPart | None
    viewer: Viewer
    address: str = ""  # asked again with another cursor


class _Given(NamedTuple):
    """The settings that an answer rests on, as they go to another process."""

    ledger: str
    base_path: str
    keys: tuple[str, ...]
    now: str


class Made(NamedTuple):
    """The text of an answer, and the cursor of the rows behind it."""

    text: str
    following: str = ""


def written(made: Made, form: str) -> Body:
    """Make the body of an answer in a form, packed where that is worth it."""
    return body(MEDIA_TYPES[form], made.text.encode(), made.following)


def rendered_aside(settings: Settings, wanted: AskedFor) -> Made:
    """Return what `rendered` does. A replay holds the interpreter, and other questions
    of this process would wait.
    """
    given = _Given(settings.ledger, settings.base_path, settings.keys, settings.now())
    return judged(
        _rendered, given, wanted, bounds=Bounds(MEMORY, settings.costly_seconds)
    )


def _rendered(given: _Given, wanted: AskedFor) -> Made:
    """Work an answer out in a process of its own, from the settings that it needs."""
    settings = Settings(
        ledger=given.ledger,
        base_path=given.base_path,
        keys=given.keys,
        now=lambda: given.now,
    )
    return rendered(Ledgers(settings), settings, wanted)


def rendered(ledgers: Ledgers, settings: Settings, wanted: AskedFor) -> Made:
    """Make the text of an answer, as JSON and CSV exactly what the command prints."""
    with explained(settings.ledger):
        return _made(ledgers, settings, wanted)


def _made(ledgers: Ledgers, settings: Settings, wanted: AskedFor) -> Made:
    """Work an answer out on a ledger that is open for whoever asks."""
    with ledgers.lent(wanted.viewer) as ledger:
        return _made_of(ledger, settings, wanted)


def _made_of(ledger: ServedLedger, settings: Settings, wanted: AskedFor) -> Made:
    """Work an answer out in the form that is wanted: a page, a feed, JSON, a row a
    line, or a sheet.

    JSON says where the next rows are if it has only some of them, and is otherwise the
    answer as the command prints it.
    """
    command, asked, form, today, visit, part, _, address = wanted

    if visit is not None:
        with asked.seen(ledger, today) as reading:
            return Made(page_of(command)(reading, asked, visit))

    if form == ATOM:
        with asked.seen(ledger, today) as reading:
            return Made(feed_text(command, reading, asked, settings.base_path))

    if part is None:
        answer, following, total = asked.answered(ledger, today), "", None
    else:
        answer, following, total = cut(
            asked, bounded(asked, part).answered(ledger, today), part
        )

    if form == JSON:
        there = f"{address}cursor={following}" if following else None
        whole = (
            answer
            if part is None or not (part.asked or following)
            else {**plain(answer), "next": there, "total": total}
        )
        return Made(json_text(whole) + "\n", following)

    if form == LINES:
        return Made(lines_of(rows_of(asked, answer)), following)

    sheet = asked.sheet(answer)
    assert sheet is not None, command
    return Made(sheet_text(*sheet), following)


def rows_of(asked: Asked, answer: Answer) -> Sequence[object]:
    """Return the rows of an answer that has some."""
    assert asked.table is not None
    rows: Sequence[object] = getattr(answer, asked.table)
    return rows


def lines_of(rows: Iterable[object]) -> str:
    """Write rows as JSON, one a line."""
    return "".join(f"{json_text(row)}\n" for row in rows)


def in_parts(question: ServedQuestion, form: str) -> bool:
    """Tell whether an answer may be asked for in parts. A page and a feed say
    themselves how much they show.
    """
    return form in (JSON, CSV, LINES) and question.in_parts


def check_form(question: ServedQuestion, scope: Mapping[str, Any], form: str) -> None:
    """Refuse a form that the answer does not have.

    `NotFound`, with the address that has the answer as a hint. `form`: one of JSON,
    CSV, PAGE, ATOM and LINES.
    """
    if form != PAGE and question.for_people:
        raise NotFound(
            Problem(
                "no-such-address",
                say("this is a page for people"),
                hint=say("see /api"),
            )
        )

    if form == PAGE and question.command not in PAGES:
        hint = say("programs find the answer at {path}.json", path=scope["path"])
        raise NotFound(
            Problem("no-page", say("there is no page at this address"), hint=hint)
        )

    if form == ATOM and not has_feed(question.command):
        raise NotFound(
            Problem(
                "no-feed",
                say("there is no feed at this address"),
                hint=say("see /log.atom and /lists.atom"),
            )
        )

    if form == LINES and question.asked.table is None:
        raise NotFound(
            Problem(
                "no-rows",
                say("this answer has no rows"),
                hint=say("ask for it with .json"),
            )
        )

    if form == CSV and not question.has_rows:
        raise NotFound(
            Problem(
                "no-rows",
                say("this answer has no rows for CSV"),
                hint=say("ask for it with .json"),
            )
        )
