"""`selo export player`: everything the ledger holds of one player, for the player who asks."""

from collections.abc import Collection, Sequence
from typing import Any

from msgspec import UNSET, Raw

from ledger.bodies import GameFact, ListPublished, PlayersMerged, PublishedRow
from ledger.events import Event
from ledger.league import league_as_read, people_of
from ledger.reported import as_read
from ledger.timeline import Timeline
from messages.answer import Answer, Date
from projections.answers.asking import PlayerId, Timed
from projections.answers.career import known_player
from projections.answers.exports.ledger import LedgerLine, documents_in_order, line_of
from projections.answers.players.details import PlayerDetails
from projections.answers.players.history import HistoryRow, history
from projections.answers.players.show import PlayerOnList, show
from projections.answers.reading import Basis, Reading
from projections.answers.title_states import TitleState


class PublishedRating(Answer, frozen=True, kw_only=True):
    """A row of a published list that is the player's."""

    list: str
    label: str
    revision: int
    as_of: Date
    seq: int
    player: str
    rating: int
    games: int


class PlayerFile(Answer, frozen=True, kw_only=True):
    """The answer of `export player`."""

    player: PlayerDetails
    lists: dict[str, PlayerOnList]
    titles: tuple[TitleState, ...]
    documents: tuple[LedgerLine, ...]
    entries: dict[str, tuple[HistoryRow, ...]]
    published: tuple[PublishedRating, ...]
    basis: Basis


class ExportPlayer(Timed, frozen=True, kw_only=True):
    """Everything the ledger holds of a player: documents, entries, published ratings."""

    line = ("player",)
    examples = ("selo export player F033",)
    costly = True
    player: PlayerId

    def ask(self, reading: Reading) -> PlayerFile:
        return player_file(reading, self.player)


def player_file(reading: Reading, asked: str) -> PlayerFile:
    """Return everything the ledger holds under all ids of a player; the details of other people are left out."""
    player = known_player(reading, asked)
    ids = set(reading.timeline.aliases(player))
    documents, published = [], []
    for source in documents_in_order(reading):
        last = source.events[-1]
        if isinstance(last.body, ListPublished):
            published += [_published(last.body, last.seq, row) for row in last.body.rows if row.player in ids]
        elif any(_is_about(event, ids, source.before) for event in source.events):
            documents.append(line_of(source._replace(document=_without_others(source.document, ids))))
    shown = show(reading, player)
    return PlayerFile(
        player=shown.player,
        lists=shown.lists,
        titles=shown.titles,
        documents=tuple(documents),
        entries={name: history(reading, player, name, all_versions=True).rows for name in reading.lists()},
        published=tuple(published),
        basis=reading.basis(),
    )


def _published(body: ListPublished, seq: int, row: PublishedRow) -> PublishedRating:
    return PublishedRating(
        list=body.list,
        label=body.label,
        revision=body.revision,
        as_of=body.as_of,
        seq=seq,
        player=row.player,
        rating=row.rating,
        games=row.games,
    )


def _is_about(event: Event, ids: Collection[str], before: Timeline) -> bool:
    """Tell whether an event is about the player, or about a tournament that names them at the time."""
    if event.stream.startswith("player:"):
        return event.target in ids
    if isinstance(event.body, PlayersMerged):
        return event.body.merged in ids or event.body.into in ids
    if not event.stream.startswith("tournament:"):
        return False
    # a tournament's events hold games under different names, and a correction may name no game at all
    body, tournament = event.body, before.tournament(event.target)
    games: list[GameFact] = list(tournament.games.values()) if tournament is not None else []
    for field in ("games", "changed", "added"):
        games += getattr(body, field, ())
    games += [body.game] if isinstance(getattr(body, "game", None), GameFact) else []
    if _plays(games, ids):
        return True
    told = [getattr(body, "reported", UNSET), None if tournament is None else tournament.reported]
    if any(row.player in ids for raw in told if isinstance(raw, Raw) for row in as_read(raw).players):
        return True
    leagues = [getattr(body, "league", UNSET), None if tournament is None else tournament.league]
    named = (people_of(league_as_read(raw)) for raw in leagues if isinstance(raw, Raw))
    return any(player in ids for people in named for player, _ in people)


def _plays(games: Sequence[GameFact], ids: Collection[str]) -> bool:
    return any(game.white in ids or game.black in ids for game in games)


def _without_others(document: dict[str, Any], ids: Collection[str]) -> dict[str, Any]:
    """Return the document without the details of other people that a tournament introduced, and without what was
    reported of them: those are theirs.
    """
    without = {name: value for name, value in document.items() if name != "players"}
    if own := [details for details in document.get("players", ()) if details["player"] in ids]:
        without["players"] = own
    if "reported" in document:
        without["reported"] = _without_others(document["reported"], ids)
    if "league" in document:
        teams = [
            {**team, "players": [player for player in team.get("players", ()) if player in ids]}
            for team in document["league"].get("teams", ())
        ]
        without["league"] = {**document["league"], "teams": teams}
    return without
