"""Answer what matching and proposing ask of the ledger, inside the write transaction
that books their result.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from desk.outcomes import Playing
from desk.receipts import Receipt
from ledger.documents import Details, Document, Player, Tournament
from ledger.events import Event, tournament_stream
from ledger.store.connection import Connection
from ledger.store.events import (
    NumbersInUse,
    events_from_files,
    numbers_behind,
    shared_prefix,
)
from ledger.store.persons import Personal, by_fide_id, everybody, former_names, names
from ledger.timeline import Timeline, TournamentNow
from ledger.tournament_now import fold_tournament
from projections.replay.persons import is_erased
from projections.tables.lookups import Index
from projections.tables.notes import tournaments_starting_on

FEW = 4  # this many pairs in the same rounds are no accident


class ReadOnce:
    """The streams of a ledger as they were when first asked for, each decoded once.

    It knows no timeline that reads from it: all of it goes with the ledger's view,
    without a search for circles.
    """

    def __init__(self, index: Index) -> None:
        self._index = index
        self._streams: dict[str, list[Event]] = {}
        self._tournaments: dict[str, TournamentNow | None] = {}

    def stream(self, name: str) -> list[Event]:
        """Return the events of a stream, in recorded order; none if it does
        not exist.
        """
        if name not in self._streams:
            self._streams[name] = list(self._index.stream(name))
        return self._streams[name]

    def expect(self, streams: Sequence[str]) -> None:
        """Read streams together that will be asked for, but for those read already."""
        unread = [name for name in streams if name not in self._streams]
        self._index.expect(unread)
        for name in unread:
            self.stream(name)

    def tournament(self, name: str) -> TournamentNow | None:
        """Return a tournament as it stands; None where there is none."""
        if name not in self._tournaments:
            self._tournaments[name] = fold_tournament(
                self.stream(tournament_stream(name))
            )
        return self._tournaments[name]


class LedgerView:
    """A ledger as it stands, read through one timeline that the decisions after it go
    on with.
    """

    def __init__(self, connection: Connection, by_year: bool = False) -> None:
        """Look at a ledger through a connection, which the caller keeps open.

        by_year: births are told and compared by year only, and no sex is told
        """
        self._connection = connection
        # births are compared by their years alone
        self.by_year = by_year
        self.index = Index(connection)
        self._read = ReadOnce(self.index)
        self.timeline = Timeline(
            self._read.stream, self._read.tournament, self._read.expect
        )
        # of the files that were announced
        self._from_sources: dict[str, list[Event]] = {}

    def before(self, seq: int) -> Timeline:
        """Return the facts as they were before an event that was stored since, from
        what was read already.
        """
        read = self._read

        def until(name: str) -> list[Event]:
            return [event for event in read.stream(name) if event.seq < seq]

        def folded(name: str) -> TournamentNow | None:
            """Return the tournament as it was before the event, or None where there was
            none.
            """
            stream = read.stream(tournament_stream(name))
            # thousands of corrections are gone through once, not for each who asks
            if not stream or stream[-1].seq < seq:
                return read.tournament(name)
            return fold_tournament(until(stream[0].stream))

        return Timeline(until, folded, read.expect)

    def tournament(self, name: str) -> TournamentNow | None:
        """Return a tournament as it stands; None where there is none."""
        return self.timeline.tournament(name)

    def resolve(self, player: str) -> str:
        """Return the id that counts after merges."""
        return self.timeline.resolve(player)

    def exists(self, player: str) -> bool:
        """Return whether a player of this id was registered."""
        return self.timeline.player(player) is not None

    def unsaid(self, document: Document) -> Document:
        """Return a document without the births and sexes that it states of people who
        are known already, where days are not compared: whether one is the right one
        would tell it.
        """
        if not self.by_year:
            return document
        if isinstance(document, Player) and self.exists(document.player):
            return replace(document, born=None, sex=None)
        if isinstance(document, Tournament):
            players = []
            for details in document.players:
                if self.exists(details.player):
                    details = replace(details, born=None, sex=None)
                players.append(details)
            return replace(document, players=players)

        return document

    def words_of(self, text: str) -> str:
        """Return the words that a text of an event stands for."""
        return self.index.words_of(text)

    def erased(self, player: str) -> bool:
        """Return whether the person was erased."""
        return is_erased(player, self.timeline)

    def fide_ids(self) -> dict[int, list[str]]:
        """Map each FIDE id to its players, merged ids as the one that counts; several
        are for a person to solve.
        """
        ids_by_number = by_fide_id(self._connection)
        return {
            number: sorted(set(map(self.resolve, ids)))
            for number, ids in ids_by_number.items()
        }

    def every_name(self) -> list[Personal]:
        """Return everybody in the ledger, and under their former names whoever changed
        theirs: of that time no other details count.
        """
        people = everybody(self._connection)
        people += [
            Personal(former.player, former.name)
            for former in former_names(self._connection)
        ]
        return people

    def playing(self, receipts: Iterable[Receipt]) -> tuple[Playing, ...]:
        """Return the tournaments that are new here, with everybody who has a game in
        them.
        """
        playing = []
        for receipt in receipts:
            if receipt.kind == "tournament" and not receipt.repeated:
                tournament = self.tournament(receipt.target)
                if tournament is not None:
                    playing.append(self._playing(tournament))
        return tuple(playing)

    def _playing(self, tournament: TournamentNow) -> Playing:
        """Return a tournament with its days and its players in the order of their ids;
        the name is None of whoever has none.
        """
        games, header = tournament.games.values(), tournament.header
        players = sorted(
            {self.resolve(seat) for game in games for seat in (game.white, game.black)}
        )

        known = names(self._connection, players)

        return Playing(
            tournament.id,
            header.start,
            header.end,
            tuple((one, known.get(one)) for one in players),
        )

    def numbers_behind(self, prefix: str) -> NumbersInUse:
        """Return the numbers behind the prefix in players' ids, merged ids included.

        "F-" -> 34 of four digits where F-0034 is the highest
        """
        return numbers_behind(self._connection, prefix)

    def shared_prefix(self, but: str) -> str | None:
        """Return what all players' ids begin with, as P of P001; None where they have no
        shape in common. Ids that begin with `but` are not looked at.
        """
        return shared_prefix(self._connection, but)

    def expect_sources(self, digests: Collection[str]) -> None:
        """Read together what came from these files, because each will be asked about."""
        self._from_sources = events_from_files(self._connection, digests)

    def from_source(self, sha256: str) -> list[Event]:
        """Return the events that were read from these very bytes, in recorded order."""
        if sha256 not in self._from_sources:
            self.expect_sources([sha256])
        return self._from_sources[sha256]

    def same_event(
        self, start: str, tournament: str, pairs: set[tuple[int, frozenset[str]]]
    ) -> str | None:
        """Find another tournament that begins on that day with the same games, or at
        least half of them and not few.

        start: YYYY-MM-DD
        tournament: the one that is compared, which is not found itself
        pairs: its games, as round and both players

        Half is of the smaller one, and at least FEW games. None where there is no such
        tournament.
        """
        for name in tournaments_starting_on(self._connection, start):
            other = self.tournament(name)
            if name == tournament or other is None:
                continue

            theirs = {
                (
                    game.round,
                    frozenset((self.resolve(game.white), self.resolve(game.black))),
                )
                for game in other.games.values()
            }

            shared = len(theirs & pairs)
            if theirs == pairs or (
                shared >= FEW and shared * 2 >= min(len(theirs), len(pairs))
            ):
                return name

        return None


def introduced_people(documents: Iterable[Document]) -> Iterator[Details]:
    """Yield the details of the people whom documents bring."""
    for document in documents:
        if isinstance(document, Player):
            yield document.details()
        elif isinstance(document, Tournament):
            yield from document.players
