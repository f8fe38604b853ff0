"""Make Atom feeds from the answers of the pages: corrections, published lists, the
changes of one player, and those of features.
"""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import islice
from typing import NamedTuple, cast
from uuid import NAMESPACE_URL, uuid5

from msgspec.structs import fields

from features import FEATURES
from features.feature import imported
from ledger.errors import NotFound, Problem
from ledger.proof import leaf
from ledger.store.events import recorded_at, stored_from
from messages import say
from projections.answers.asking import Asked
from projections.answers.career import known_player, player_name
from projections.answers.events.changed import MovedBySubmission, entries_moved_with
from projections.answers.events.log import Log, events_of, logged_event
from projections.answers.lists.published import Lists, PublishedListRow, lists
from projections.answers.players.rating_changes import RatingChange, rating_changes
from projections.answers.players.show import Show
from projections.answers.reading import Reading
from projections.answers.tournaments.tournament import tournament_names
from web.pages.lists import CORRECTIONS
from web.pages.visit import LiveLinks, Value

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
    """What a feed tells. `address`: that of the page beside it, with all that was asked:
    the feeds of two players, or of two lists, are two feeds to a reader.
    """

    title: str
    address: str
    items: Sequence[Item]


def asked_beside(asked: Asked, *in_path: str) -> dict[str, Value]:
    """Return what a question asks for beside the parameters in the path of its address,
    as the query of an address has it.

    Log(player="F033")    {"player": "F033"}
    """
    given = {field.encode_name: getattr(asked, field.name) for field in fields(asked)}
    usual = {field.encode_name: field.default for field in fields(asked)}
    return {
        name: value
        for name, value in given.items()
        if name not in in_path and value != usual[name]
    }


def corrections(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of corrections: the events that change what had been recorded, with
    the ratings that they moved.

    `asked`: the question of the log. The newest `MOST` corrections of that log, each
    told as the log tells it.
    """
    question = cast(Log, asked)
    corrected = (
        event for event in events_of(reading, question) if event.kind in CORRECTIONS
    )

    items = []
    for event in islice(corrected, min(question.limit or MOST, MOST)):
        line = logged_event(reading, event)
        title = f"{line.kind} {line.target}" + (
            f": {line.reason}" if line.reason else ""
        )
        lines = [line.text, *_lines_of_moves(entries_moved_with(reading, event))]
        items.append(Item(f"/log/{line.seq}", title, line.recorded_at, lines))

    title = ": ".join(["Corrections", *_names_of_subjects(reading, question)])
    return Feed(title, LINKS.to("log", **asked_beside(question)), items)


def _names_of_subjects(reading: Reading, asked: Log) -> Iterator[str]:
    """Yield the names of the player and of the tournament that a log is about; the id of
    one that has no name.
    """
    if asked.player is not None:
        player = known_player(reading, asked.player)
        yield player_name(reading, player).name or player
    if asked.tournament is not None:
        names = tournament_names(reading, {asked.tournament})
        yield names.get(asked.tournament, asked.tournament)


def _lines_of_moves(moved: MovedBySubmission) -> Iterator[str]:
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
    """Make the feed of published lists, every revision; the newest `MOST` of them."""
    question = cast(Lists, asked)
    rows = lists(reading, question.list_name).rows
    newest = sorted(rows, key=lambda row: row.seq, reverse=True)

    items = []
    for row in newest[:MOST]:
        item = _published_item(reading, row)
        items.append(item)

    title = "Published lists"
    if question.list_name is not None:
        title += f": {question.list_name}"
    return Feed(title, LINKS.to("lists", **asked_beside(question)), items)


def _published_item(reading: Reading, row: PublishedListRow) -> Item:
    """Return the entry of a list that was published, by its title:

    selo 2026-06, revision 2
    """
    title = f"{row.list} {row.label}"
    if row.revision > 1:
        title += f", revision {row.revision}"

    return Item(
        address=LINKS.to("lists", row.list, "published", row.label),
        title=title,
        at=recorded_at(reading.events, row.seq) or BEGINNING,
        lines=[f"{row.rows} players as of {row.as_of}; {row.rules}"],
    )


def changes(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of a player: every change of their ratings, every change that came
    out different later, and every one that does not count any more.

    `asked`: the question about the player; of one list, where it names one, and of
    what is dated up to its day.
    """
    question = cast(Show, asked)
    player = known_player(reading, question.player)
    newest = [
        change
        for change in rating_changes(reading, player)
        if question.list_name in (None, change.entry.list)
        and change.entry.on <= reading.as_of
    ]

    title = player_name(reading, player).name or player
    if question.list_name is not None:
        title += f": {question.list_name}"
    return Feed(
        title,
        LINKS.to("players", player, **asked_beside(question, "player")),
        [_item_of_change(reading, player, change) for change in newest[:MOST]],
    )


def _item_of_change(reading: Reading, player: str, change: RatingChange) -> Item:
    """Return the entry of a change.

    It leads to the sheet of its tournament as the ledger had it then, so it goes on to
    show what it told when it came. Of a rating that does not count any more, which has
    no sheet, it leads to the event.
    """
    entry = change.entry
    figure = entry.figure
    where = entry.tournament or figure.kind
    if change.now is None:
        title = f"{entry.list}: {where} does not count any more"
        address = LINKS.to("log", str(change.seq))
    else:
        title = f"{entry.list} {figure.before or 'none'} → {figure.after}"
        address = LINKS.to(
            "players", player, "why", where, list=entry.list, known_seq=change.seq
        )
    return Item(
        address=address,
        title=title,
        at=recorded_at(reading.events, change.seq) or BEGINNING,
        lines=[f"{entry.unit}, {entry.on}"],
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
        f' href="{escape(base_path + _as_feed(feed.address))}"/>'
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


def _as_feed(address: str) -> str:
    """Return the address of a feed by that of the page beside it:

    /log?player=F033    /log.atom?player=F033
    """
    path, question_mark, query = address.partition("?")
    return f"{path}.atom{question_mark}{query}"


def _id(ledger: str, what: str) -> str:
    """Return the id of a feed or of an entry: the same text has the same id for good.

    A reader of feeds shows an entry once for each id. So one whose lines changed, since
    more was corrected meanwhile, is shown again.
    """
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'{ledger}{what}')}"
