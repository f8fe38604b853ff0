"""Atom feeds: corrections, published lists, what is late, the changes of one player. From the answers of the pages."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import islice
from typing import NamedTuple, cast
from uuid import NAMESPACE_URL, uuid5

from ledger.errors import NotFound, Problem
from ledger.proof import leaf
from ledger.store.events import recorded_at, stored_from
from messages import say
from projections.answers.asking import Asked
from projections.answers.career import known_player, player_name
from projections.answers.events.event import Moved, moved_with
from projections.answers.events.log import Log, events_of, logged
from projections.answers.lists.due import LIST, due
from projections.answers.lists.published import Lists, lists
from projections.answers.players.show import Show
from projections.answers.reading import Reading
from web.pages.visit import LiveLinks

MOST = 50  # entries in a feed
MOST_LINES = 20  # ratings told in one entry
CORRECTIONS = frozenset({
    "amend", "withdraw", "reinstate", "merge-players", "ruling", "revoke-confirmation", "accept-rules",
})  # fmt: skip
LINKS = LiveLinks("", "", "", "")  # below the service
BEGINNING = "1970-01-01T00:00:00Z"


class Item(NamedTuple):
    """One entry of a feed: an address below the service, what happened, and when it was recorded."""

    address: str
    title: str
    at: str
    lines: Sequence[str]


class Feed(NamedTuple):
    title: str
    address: str
    items: Sequence[Item]


def corrections(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of corrections: the events that change what had been recorded, with the ratings that they moved."""
    question = cast(Log, asked)
    about = Log(player=question.player, tournament=question.tournament)
    found = (event for event in events_of(reading, about) if event.kind in CORRECTIONS)
    items = []
    for event in islice(found, MOST):
        line = logged(reading, event)
        title = f"{line.kind} {line.target}" + (f": {line.reason}" if line.reason else "")
        lines = [line.text, *_moves(moved_with(reading, event))]
        items.append(Item(f"/log/{line.seq}", title, line.recorded_at, lines))
    return Feed("Corrections", "/log", items)


def _moves(moved: Moved) -> Iterator[str]:
    rows = [row for row in moved.rows if row.before != row.after]
    for row in rows[:MOST_LINES]:
        yield f"{row.name or row.player}, {row.list}, {row.unit}: {row.before or 'none'} → {row.after or 'none'}"
    if moved.units:
        yield say("and more")
    elif len(rows) > MOST_LINES:
        yield say("and {count} more", count=len(rows) - MOST_LINES)


def published(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of published lists, every revision."""
    rows = sorted(lists(reading, cast(Lists, asked).list_name).rows, key=lambda row: -row.seq)[:MOST]
    items = [
        Item(
            LINKS.to("lists", row.list, "published", row.label),
            f"{row.list} {row.label}" + (f", revision {row.revision}" if row.revision > 1 else ""),
            recorded_at(reading.events, row.seq) or BEGINNING,
            [f"{row.rows} players as of {row.as_of}; {row.rules}"],
        )
        for row in rows
    ]
    return Feed("Published lists", "/lists", items)


def changes(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of a player: every change of their ratings, and every change that came out different later."""
    player = known_player(reading, cast(Show, asked).player)
    versions = [
        (version, name) for name in reading.lists() for version in reading.versions(player=player, list_name=name)
    ]
    versions.sort(key=lambda pair: (-pair[0].known_from, pair[1], pair[0].entry.place))
    items = []
    for (entry, known_from, _), list_name in versions[:MOST]:
        where = entry.tournament or entry.figure.kind
        title = f"{list_name} {entry.figure.before or 'none'} → {entry.figure.after}"
        address = LINKS.to("players", player, "why", where, list=list_name, known_seq=known_from)
        items.append(Item(address, title, recorded_at(reading.events, known_from) or BEGINNING,
                          [f"{entry.unit}, {entry.on}"]))  # fmt: skip
    return Feed(player_name(reading, player).name or player, LINKS.to("players", player), items)


def overdue(reading: Reading, asked: Asked) -> Feed:
    """Make the feed of what is late, each from the day after it was due."""
    rows = [row for row in due(reading).rows if row.late]
    items = [
        Item(
            LINKS.to("lists", row.id) if row.what == LIST else LINKS.to("due"),
            f"{row.id} {row.name}",
            f"{row.due}T23:59:59Z",
            [f"{row.what}, due {row.due}, {row.whose}", *filter(None, [row.organiser])],
        )
        for row in rows[:MOST]
    ]
    return Feed("Late", LINKS.to("due"), items)


FEEDS: dict[str, Callable[[Reading, Asked], Feed]] = {
    "log": corrections, "lists": published, "show": changes, "due": overdue,
}  # fmt: skip


def feed_text(command: str, reading: Reading, asked: Asked, base_path: str) -> str:
    """Write the feed that stands beside a question's page."""
    return feed_of(FEEDS[command](reading, asked), reading, base_path)


def feed_of(feed: Feed, reading: Reading, base_path: str) -> str:
    """Write a feed as it is sent."""
    return "\n".join(_lines(feed, _ledger_id(reading), base_path)) + "\n"


def _ledger_id(reading: Reading) -> str:
    """Return an id of the ledger that is the same wherever it is served: made from its first event."""
    first = next(iter(stored_from(reading.events, 1, 1)), None)
    if first is None:
        raise NotFound(Problem("no-feed", say("nothing is recorded yet"), hint=say("ask again later")))
    return leaf(first.state).hex()


def _lines(feed: Feed, ledger: str, base_path: str) -> Iterator[str]:
    newest = max((item.at for item in feed.items), default=BEGINNING)
    yield '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
    yield f"<id>{_id(ledger, feed.address)}</id>\n<title>{escape(feed.title)}</title>\n<updated>{newest}</updated>"
    yield f'<link rel="self" type="application/atom+xml" href="{escape(base_path + feed.address)}.atom"/>'
    yield f'<link rel="alternate" type="text/html" href="{escape(base_path + feed.address)}"/>'
    yield "<author><name>Selokirja</name></author>"
    for item in feed.items:
        yield f"<entry>\n<id>{_id(ledger, ' '.join((item.address, item.title, *item.lines)))}</id>"
        yield f"<title>{escape(item.title)}</title>\n<updated>{item.at}</updated>"
        yield f'<link rel="alternate" type="text/html" href="{escape(base_path + item.address)}"/>'
        yield f'<content type="text">{escape(chr(10).join(item.lines))}</content>\n</entry>'
    yield "</feed>"


def _id(ledger: str, what: str) -> str:
    return f"urn:uuid:{uuid5(NAMESPACE_URL, f'{ledger}{what}')}"
