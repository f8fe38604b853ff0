"""Say what a submission moved, with the names of the players, since officers check
names and not ids; and digest all of it, so that a preview is known by its digest.

And what accepting corrected rules moves, which is made from the events alone; and what
the rules of a list ask an officer to look at in the tournaments just rated.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from desk.cautions import Caution, caution
from desk.ledger_view import LedgerView
from desk.outcomes import EntryChange, Fates, LostTitle, Move, Outcome
from ledger.bodies import ListPublished
from ledger.decide import Moving
from ledger.errors import Where
from ledger.events import Event, PlayerRegistered
from ledger.moved_by_rules import RatingMoved, TitleMoved
from ledger.named_texts import texts_in
from ledger.store.connection import Connection
from ledger.store.named_texts import texts_of
from ledger.store.persons import names as person_names
from ledger.timeline import Timeline
from messages.answer import UNSET
from projections.replay.book import Book
from projections.replay.entry import changes_of
from projections.replay.persons import Persons
from projections.replay.unit_row import UnitRow
from projections.replay.units import left_out
from rulebooks import rulebook

_encode = msgspec.json.Encoder(order="deterministic").encode


def outcome_of_step(
    connection: Connection,
    events: Sequence[Event],
    book: Book,
    timeline: Timeline,
    every_entry: bool,
) -> Outcome:
    """Return what a step of these events moved; with `every_entry=False` without new
    entries.
    """
    moved, entries = _movements(connection, book, every_entry)
    lost_titles = _lost_titles(connection, book)

    essence = ""
    if every_entry:
        recorded = _comparable_bodies(connection, events)
        essence = _essence(recorded, moved, entries, lost_titles)

    return Outcome(
        moved=moved,
        entries=entries,
        essence=essence,
        lost_titles=lost_titles,
        warnings=tuple(_warnings_of_ratings(book, timeline)),
    )


def _movements(
    connection: Connection, book: Book, every_entry: bool
) -> tuple[tuple[Move, ...], tuple[EntryChange, ...]]:
    """Return the ratings that moved, and the entries that changed, with the names of
    their players.
    """
    moves = book.moves()
    # of a first import there may be 300,000 new entries, which nobody reads but in a
    # preview
    changes = book.changes(every_entry)
    players = {player for player, *_ in moves}
    players |= {change.player for change in changes}
    names = person_names(connection, players)
    moved = tuple(
        Move(
            player=player,
            list=list_name,
            on=on,
            before=before,
            after=after,
            name=names.get(player),
        )
        for player, list_name, on, before, after in moves
    )

    entries = tuple(
        EntryChange(
            player=player,
            list=list_name,
            unit=unit,
            on=on,
            before=before,
            after=after,
            name=names.get(player),
        )
        for player, list_name, unit, on, before, after in changes
    )
    return moved, entries


def _lost_titles(connection: Connection, book: Book) -> tuple[LostTitle, ...]:
    """Return the titles that are no longer supported."""
    lost = book.lost_titles()
    names = person_names(connection, {title.player for title in lost})

    return tuple(
        LostTitle(
            player=title.player,
            name=names.get(title.player),
            list=title.list,
            title=title.title,
        )
        for title in lost
    )


def _essence(
    recorded: Iterable[tuple[str, Any]],
    moved: Sequence[Move],
    entries: Sequence[EntryChange],
    lost_titles: Sequence[LostTitle],
) -> str:
    """Hash everything that is recorded, every rating that moves, current or past, and
    every title that is lost, to one digest.

    Left out is what differs from one time to the next and moves nothing: numbers of
    events, moments, salted digests of details and of words that may name a person, and
    how far the ledger was known when a list was frozen.
    """
    return _digest(
        (
            *recorded,
            *map(msgspec.structs.astuple, (*moved, *entries, *lost_titles)),
        )
    )


def digest_with_fates(essence: str, fates: Fates) -> str:
    """Return the digest with how many games are rated, and why the others are not."""
    return _digest((essence, fates)) if essence else ""


def digest_of_questions(warnings: Sequence[Caution]) -> str:
    """Hash every question, answered or not, to one digest: the answer comes with the
    booking.

    Each question is among the warnings. The other warnings are left out: they ask
    nothing, and some count days.
    """
    asked = {
        (warning.slip, str(warning.message))
        for warning in warnings
        if warning.slip is not UNSET
    }
    return _digest(sorted(asked))


def _digest(parts: Iterable[Any]) -> str:
    """Return the SHA-256 of the parts as JSON, a line each, in hexadecimal digits."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(_encode(part) + b"\n")
    return digest.hexdigest()


def _comparable_bodies(
    connection: Connection, events: Sequence[Event]
) -> Iterator[tuple[str, Any]]:
    """Yield the stream of each event, and what of its body is the same each time."""
    for event in events:
        match event.body:
            case PlayerRegistered() as body:
                yield (
                    event.stream,
                    msgspec.structs.replace(body, details="", salt="", seal=""),
                )
            case ListPublished() as body:
                yield event.stream, msgspec.structs.replace(body, known_seq=0)
            case body:
                yield event.stream, _body_in_words(connection, body)


def _body_in_words(connection: Connection, body: Any) -> Any:
    """Return a body with its words where it holds seals: a seal of words that are new
    to the ledger is another one each time.
    """
    seals = [seal for _, seal in texts_in(body)]
    if not seals:
        return body
    written = _encode(body).decode()
    for seal, text in texts_of(connection, seals).items():
        if text.words is not None:
            written = written.replace(seal, text.words)
    return written


def moves_of_rules(connection: Connection, *, importing: bool) -> Iterator[Moving]:
    """Yield what the rules of this code move, for the first acceptance of a submission;
    then that nothing more moves.

    A ledger that is imported was rated by this code from its first event on.
    """
    if not importing:
        yield moved_by_this_code(connection)
    while True:
        yield Moving()


def moved_by_this_code(connection: Connection) -> Moving:
    """Return every current rating and title that comes out different when this program
    computes it from the same events.

    The stored ones may be in tables of the version before.
    """
    from projections.tables.build import (
        current_ratings,
        current_titles,
        memory_tables,
        rebuild,
    )
    from projections.tables.schema import projected_if_any

    before, titles_before = current_ratings(connection), current_titles(connection)

    with memory_tables() as fresh:
        rebuild(connection, fresh, projected_if_any(connection).seq)
        after, titles_after = current_ratings(fresh), current_titles(fresh)

    ratings = []
    for key in sorted(before.keys() | after.keys()):
        was, now = before.get(key), after.get(key)
        if was != now:
            ratings.append(RatingMoved(*key, was, now))

    nowhere: tuple[str | None, ...] = (None,)
    titles = []
    for key in sorted(titles_before.keys() | titles_after.keys()):
        reached_before = titles_before.get(key, nowhere)
        reached_now = titles_after.get(key, nowhere)
        if reached_before != reached_now:
            day_before, *_ = reached_before
            day_now, *_ = reached_now
            titles.append(TitleMoved(*key, day_before, day_now))
    return Moving(tuple(ratings), tuple(titles))


def _warnings_of_ratings(book: Book, timeline: Timeline) -> Iterator[Caution]:
    """Say what the rules ask an officer to look at in the tournaments just rated.

    A unit is worked out once more only where the rules name players in it.
    """
    lists = {name for name, _ in book.settled}
    watched = {
        name: watch for name in lists if (watch := rulebook(name).watch) is not None
    }
    if not watched:  # a first import has settled ten thousand units
        return

    persons = Persons(timeline)
    for (name, _), (old, new) in sorted(book.settled.items()):
        watch = watched.get(name)
        if watch is None or new is None or new.kind != "games":
            continue

        players = [new.players[seat] for seat in watch.seats(new.body.before)]
        if not players:
            continue

        changes = changes_of(
            new, book.repository.unit(new.key), persons, rulebook(name)
        )
        moved = old is None or any(
            _rating_after(old, player) != _rating_after(new, player)
            for player in players
        )
        for text in watch.words(changes, moved):
            yield caution(text, Where(field=new.tournament))


def _rating_after(row: UnitRow, player: str) -> int | None:
    """Return the rating that a unit came to for a player; None without one."""
    figures = row.changes_of(player)
    return figures[-1].after if figures else None


def fates_of(tournaments: Iterable[str], ledger: LedgerView) -> Fates:
    """Count the games that are rated on each list, and say why the others are not."""
    rated: Counter[str] = Counter()
    not_rated: Counter[str] = Counter()
    for name in tournaments:
        tournament = ledger.tournament(name)
        if tournament is None:
            continue

        reasons: dict[str, str] = {}

        for list_name, unrated in left_out(tournament, ledger.timeline):
            rated[list_name] += tournament.size - len(unrated)
            reasons |= {
                game: reason.text
                for game, reason in unrated.items()
                if reason.code != "other-list"
            }

        not_rated.update(reasons.values())

    return Fates(rated=dict(rated), not_rated=dict(sorted(not_rated.items())))
