"""`selo export tables`: the read tables and the lists of today as a file of their own, for a browser of tables."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import astuple

from ledger.bodies import GameAdded, TournamentAmended
from ledger.columns import TournamentColumns
from ledger.events import tournament_stream
from ledger.store.persons import everybody
from messages.answer import Answer
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Basis, Reading
from projections.replay.entry import row_of
from projections.revisions import check_known
from projections.tables.plain import write_tables


class ExportTablesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export tables`."""

    file: str
    tables: dict[str, int]
    names: bool
    basis: Basis


def exported_tables(reading: Reading, file: str, names: bool) -> ExportTablesAnswer:
    """Write the file; names are in it only when asked for."""
    check_known(reading.timeline)
    rows = [
        (name, row.rank, row.player, row.rating, row.games, row.normal_games, row.established, row.last_played)
        for name in reading.lists()
        for row in rating_list(reading, name).rows
    ]
    basis = reading.basis()
    people = everybody(reading.events) if names else None
    tables = write_tables(
        reading.tables, file, every_entry(reading), every_player(reading), rows, astuple(basis), people
    )
    return ExportTablesAnswer(file=file, tables=tables, names=names, basis=basis)


def every_entry(reading: Reading) -> Iterator[tuple[Any, ...]]:
    """Yield every entry worked out, the superseded ones too, with known_from and known_to behind it."""
    for version in reading.every_version():
        yield (*row_of(version.entry), version.known_from, version.known_to)


def every_player(reading: Reading) -> list[tuple[str, str]]:
    """Return (player, tournament) for everyone who ever played in one, by the ids of the events."""
    pairs: set[tuple[str, str]] = set()
    for name in reading.index.all_tournaments():
        for event in reading.index.stream(tournament_stream(name)):
            match event.body:
                case TournamentColumns(players=players):
                    pairs.update((player, name) for player in players)
                case TournamentAmended(changed=changed, added=added):
                    pairs.update((seat, name) for game in (*changed, *added) for seat in (game.white, game.black))
                case GameAdded(game=game):
                    pairs.update(((game.white, name), (game.black, name)))
    return sorted(pairs)
