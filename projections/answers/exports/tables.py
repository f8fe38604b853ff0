"""`selo export tables`: the read tables and the lists of today as a file of their own, for a browser of tables."""

from msgspec.structs import astuple

from ledger.answer import Answer
from ledger.store.persons import everybody
from projections.answers.lists.rating_list import rating_list
from projections.answers.reading import Basis, Reading
from projections.tables.plain import write_tables


class ExportTablesAnswer(Answer, frozen=True, kw_only=True):
    """The answer of `export tables`."""

    file: str
    tables: dict[str, int]
    names: bool
    basis: Basis


def exported_tables(reading: Reading, file: str, names: bool) -> ExportTablesAnswer:
    """Writes the file; names are in it only when asked for."""
    rows = [
        (name, row.rank, row.player, row.rating, row.games, row.normal_games, row.established, row.last_played)
        for name in reading.lists()
        for row in rating_list(reading, name).rows
    ]
    basis = reading.basis()
    people = everybody(reading.events) if names else None
    tables = write_tables(reading.tables, file, rows, astuple(basis), people)
    return ExportTablesAnswer(file=file, tables=tables, names=names, basis=basis)
