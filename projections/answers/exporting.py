"""A ledger on its way out: line by line as documents, or everything about one player."""

from collections.abc import Iterator, Sequence
from typing import Any

from ledger.events import Event, GameFact, ListPublished, PlayerRegistered, PlayersMerged
from ledger.store.database import Connection
from ledger.store.events import events_after
from ledger.store.persons import everybody
from ledger.timeline import Timeline
from ledger.to_documents import as_told, by_document, retold
from projections.answers import careers, players
from projections.answers.lists import rating_list
from projections.answers.reading import Reading
from projections.tables.lookups import Index
from projections.tables.plain import write_tables


def ledger_lines(reading: Reading) -> Iterator[dict[str, Any]]:
    """Every document in the order it was recorded, with what it alone does not say."""
    for events, _, line in _told(reading.events, reading.known_seq):
        index = reading.index
        people = {
            event.body.player: {"salt": index.salt(event.body.player), "details": event.body.details}
            for event in events
            if isinstance(event.body, PlayerRegistered)
        }
        if people:
            line["people"] = people
        if isinstance(body := events[-1].body, ListPublished):
            line["published"] = _frozen(body)
        yield line


def _told(connection: Connection, upto: int) -> Iterator[tuple[list[Event], Timeline, dict[str, Any]]]:
    """The events of each document, what was held before them, and the line."""
    timeline = Timeline()
    index = Index(connection)
    for events in by_document(events_after(connection, 0, upto)):
        own = events[-1]
        document = as_told(retold(events, timeline, index.person))
        line = {"submission": own.submission, "seq": own.seq, "recorded_at": own.recorded_at, "actor": own.actor,
                "document": document, "digest": own.digest}  # fmt: skip
        yield events, timeline, line
        for event in events:
            timeline.apply(event)


def _frozen(body: ListPublished) -> dict[str, Any]:
    rows = [[getattr(row, name) for name in row.__struct_fields__] for row in body.rows]
    return {"revision": body.revision, "known_seq": body.known_seq, "rules": body.rules, "sha256": body.sha256,
            "rows": rows}  # fmt: skip


def player_file(reading: Reading, asked: str) -> dict[str, Any]:
    """What the ledger holds of one player under all his ids: for himself, when he asks."""
    player = careers.who(reading, asked)
    ids = set(reading.timeline.aliases(player))
    documents, published = [], []
    for events, timeline, line in _told(reading.events, reading.known_seq):
        body = events[-1].body
        if isinstance(body, ListPublished):
            published += [_published_line(body, events[-1], row) for row in body.rows if row.player in ids]
        elif any(_names(event, ids, timeline) for event in events):
            line.pop("digest")
            line["document"] = _without_others(line["document"], ids)
            documents.append(line)
    shown = players.show(reading, player)
    entries = {name: players.history(reading, player, name, all_versions=True)["rows"] for name in reading.lists()}
    return {
        "player": shown["player"], "lists": shown["lists"], "titles": shown["titles"], "documents": documents,
        "entries": entries, "published": published, "basis": reading.basis().as_dict(),
    }  # fmt: skip


def _published_line(body: ListPublished, event: Event, row: Any) -> dict[str, Any]:
    return {"list": body.list, "label": body.label, "revision": body.revision, "as_of": body.as_of, "seq": event.seq,
            "player": row.player, "rating": row.rating, "games": row.games}  # fmt: skip


def _names(event: Event, ids: set[str], timeline: Timeline) -> bool:
    """Whether an event is about him, or about a tournament that names him at the time."""
    if event.stream.startswith("player:"):
        return event.target in ids
    if isinstance(event.body, PlayersMerged):
        return bool({event.body.merged, event.body.into} & ids)
    if not event.stream.startswith("tournament:"):
        return False
    body, now = event.body, timeline.tournament(event.target)
    games: list[GameFact] = list(now.games.values()) if now is not None else []
    for field in ("games", "changed", "added"):
        games += getattr(body, field, ())
    games += [body.game] if isinstance(getattr(body, "game", None), GameFact) else []
    return _plays(games, ids)


def _plays(games: Sequence[GameFact], ids: set[str]) -> bool:
    return any(game.white in ids or game.black in ids for game in games)


def _without_others(document: dict[str, Any], ids: set[str]) -> dict[str, Any]:
    """The personal details of other people a tournament introduced are theirs."""
    own = [details for details in document.get("players", ()) if details["player"] in ids]
    rest = {name: said for name, said in document.items() if name != "players"}
    return rest | {"players": own} if own else rest


def plain_tables(reading: Reading, target: str, names: bool) -> dict[str, Any]:
    """The read tables and the lists of today as a file of their own, for a browser of tables."""
    rows = [{"list": name, **row} for name in reading.lists() for row in rating_list(reading, name)["rows"]]
    basis = reading.basis()
    people = everybody(reading.events) if names else None
    tables = write_tables(reading.tables, target, rows, tuple(basis.as_dict().values()), people)
    return {"file": target, "tables": tables, "names": names, "basis": basis.as_dict()}
