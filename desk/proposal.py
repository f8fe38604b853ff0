"""Submitting what a file was read into: looked up, proposed and booked inside one write transaction.

What the documents are is the caller's to say (`prepare`), with the look-ups of a `Desk`; here they are booked, or
tried and taken back, and told game by game.
"""

import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from desk.people.matching import Register
from desk.submit import Outcome, Outside, Placed, booked
from ledger.documents import Details, Document, Player, Tournament
from ledger.events import Event, PersonErased
from ledger.store.database import Connection, check_schema, connect, in_words, look
from ledger.store.event_log import Store, Writer
from ledger.store.events import events_from, highest_number
from ledger.store.persons import Personal, by_fide_id, everybody
from ledger.store.source_files import keep_source
from ledger.timeline import Timeline, TournamentNow
from projections.replay.build import catch_up
from projections.replay.handlers import tournament_units
from projections.replay.loop import Progress
from projections.tables.lookups import Index
from projections.tables.tournaments import starting_on

FEW = 4  # so many pairs in the same rounds are no accident


class Kept(NamedTuple):
    """A source file to keep beside the log."""

    sha256: str
    name: str
    data: bytes


@dataclass
class Prepared:
    """What a file came to. Not `ready`: something is open, and only a preview may tell of it."""

    documents: Sequence[Placed]
    tournaments: Sequence[str] = ()
    kept: Kept | None = None
    repeated: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)
    ready: bool = True
    named: Sequence[str] = ()  # players the file names, with a game or without


class Desk:
    """What a proposal may ask of the ledger."""

    def __init__(self, connection: Connection) -> None:
        self._db = connection
        self._index = Index(connection)
        self._timeline = self._index.timeline()

    def tournament(self, name: str) -> TournamentNow | None:
        return self._timeline.tournament(name)

    def resolve(self, player: str) -> str:
        return self._timeline.resolve(player)

    def exists(self, player: str) -> bool:
        return self._timeline.player(player) is not None

    def born(self, player: str) -> str | None:
        for alias in self._timeline.aliases(player):
            now = self._timeline.player(alias)
            if now is not None and (born := now.detail("born")):
                return born
        return None

    def fide_ids(self) -> dict[int, list[str]]:
        """The players under each FIDE id, merged ids as the one that counts."""
        return {fide_id: sorted(set(map(self.resolve, ids))) for fide_id, ids in by_fide_id(self._db).items()}

    def register(self, documents: Iterable[Document] = ()) -> Register:
        """Everybody here, and those the documents before it in the same submission bring."""
        brought = {details.player: details for details in _brought(documents)}
        people = everybody(self._db)
        people += [Personal(d.player, d.name, d.club, d.fide_id) for d in brought.values() if d.name]

        def born(player: str) -> str | None:
            return self.born(player) or (brought[player].born if player in brought else None)

        return Register(people, born, self.resolve, lambda player: player in brought or self.exists(player))

    def next_number(self, prefix: str) -> int:
        return highest_number(self._db, prefix) + 1

    def from_source(self, sha256: str) -> list[Event]:
        return events_from(self._db, sha256)

    def same_event(self, start: str, tournament: str, pairs: set[tuple[int, frozenset[str]]]) -> str | None:
        """Another tournament that begins on the same day with the same games, or at least half of them and not few."""
        for name in starting_on(self._db, start):
            now = self.tournament(name)
            if name == tournament or now is None:
                continue
            theirs = {(g.round, frozenset((self.resolve(g.white), self.resolve(g.black)))) for g in now.games.values()}
            shared = len(theirs & pairs)
            if theirs == pairs or (shared >= FEW and shared * 2 >= min(len(theirs), len(pairs))):
                return name
        return None


def fide_ids(path: str) -> dict[int, list[str]]:
    """Who is here by FIDE id, before a long list is read."""
    look(path)
    with in_words(path):
        connection = connect(path, write=False)
        try:
            check_schema(connection, path)
            return Desk(connection).fide_ids()
        finally:
            connection.close()


def _brought(documents: Iterable[Document]) -> Iterable[Details]:
    for document in documents:
        if isinstance(document, Player):
            yield document.details()
        elif isinstance(document, Tournament):
            yield from document.players


class _Undone(Exception):
    """Takes a preview back."""


def submit(
    path: str, prepare: Callable[[Desk], Prepared], outside: Outside, *, dry_run: bool = False,
    progress: Progress | None = None,
) -> tuple[Outcome, dict[str, Any]]:  # fmt: skip
    """The outcome, and the fate of every game of the tournaments concerned."""
    with contextlib.suppress(_Undone), Store(path) as store, store.writing() as writer:
        outcome, fates = propose(writer, prepare, outside, progress)
        if dry_run:
            raise _Undone
    return outcome, fates


def propose(
    writer: Writer, prepare: Callable[[Desk], Prepared], outside: Outside, progress: Progress | None = None
) -> tuple[Outcome, dict[str, Any]]:
    """One file within an open write transaction."""
    catch_up(writer.connection, progress)
    prepared = prepare(Desk(writer.connection))
    outcome = Outcome(recorded=[*prepared.repeated], warnings=[*prepared.warnings])
    if not prepared.ready:
        return outcome, {}
    if prepared.documents:
        done = booked(writer, prepared.documents, outside, progress)
        done.recorded[:0], done.warnings[:0] = outcome.recorded, outcome.warnings
        outcome = done
    if prepared.kept is not None and any(not row["repeated"] for row in outcome.recorded):
        _keep(writer.connection, prepared.kept, prepared, outcome)
    return outcome, fates(writer.connection, prepared.tournaments)


def _keep(connection: Connection, kept: Kept, prepared: Prepared, outcome: Outcome) -> None:
    """The file beside the log, unless it would bring back the name of somebody who was erased."""
    timeline = Index(connection).timeline()
    standing = [now for name in prepared.tournaments if (now := timeline.tournament(name)) is not None]
    playing = {player for now in standing for game in now.games.values() for player in (game.white, game.black)}
    erased = sorted(player for player in playing | set(prepared.named) if _is_erased(player, timeline))
    if erased:
        words = f"the file names {', '.join(erased[:5])}, erased from the ledger: it was not kept beside the log"
        outcome.warnings.append({"message": words, "where": {"file": kept.name, "line": None}})
    else:
        keep_source(connection, *kept)


def _is_erased(player: str, timeline: Timeline) -> bool:
    """The person, not the id: who was merged into a new id is named again."""
    now = timeline.player(timeline.resolve(player))
    return now is not None and bool(now.live(PersonErased))


def fates(connection: Connection, tournaments: Iterable[str]) -> dict[str, Any]:
    """How many games are rated on which list, and why the others are not."""
    timeline = Index(connection).timeline()
    rated: Counter[str] = Counter()
    not_rated: Counter[str] = Counter()
    for name in tournaments:
        now = timeline.tournament(name)
        if now is None:
            continue
        why: dict[str, str] = {}
        for list_name, units, unrated in tournament_units(now, timeline):
            rated[list_name] += sum(len(unit.games) for unit in units)
            why |= {game: said.text for game, said in unrated.items() if said.code != "other-list"}
        for words in why.values():
            not_rated[words] += 1
    return {"rated": dict(rated), "not_rated": dict(sorted(not_rated.items()))}
