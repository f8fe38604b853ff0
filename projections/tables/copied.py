"""The read tables of one ledger in another: the rows that are stored, and not what a replay would say."""

from ledger.store.copying.kept import copy_table
from ledger.store.database import Connection
from projections.tables import schema
from projections.tables.compare import KEYS


def copy_tables(source: Connection, target: Connection) -> bool:
    """False where they are of another version; then the events make them again."""
    if schema.projected_if_any(source)[0] != schema.VERSION:
        return False
    for table, keys in KEYS.items():
        copy_table(source, target, table, ", ".join(keys))
    schema.follow(target, schema.projected(source)[1])
    return True
