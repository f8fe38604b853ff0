"""Ids that begin with a text, as fast as a shell wants them."""

import sqlite3

from ledger.store.database import connect

_QUERIES = {
    "person": "SELECT player FROM person WHERE player >= ? AND player < ? ORDER BY 1 LIMIT ?",
    "tournament": "SELECT tournament FROM tournament WHERE tournament >= ? AND tournament < ? ORDER BY 1 LIMIT ?",
}


def beginning(path: str, table: str, start: str, limit: int = 200) -> list[str]:
    """Nothing at all when the ledger cannot be asked: completion never complains."""
    try:
        connection = connect(path, write=False, wait=0.05)
    except sqlite3.Error:
        return []
    try:
        return [row[0] for row in connection.execute(_QUERIES[table], (start, start + "\x7f", limit)).fetchall()]
    except sqlite3.Error:
        return []
    finally:
        connection.close()
