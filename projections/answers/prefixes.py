"""Ids that begin with a text, for shell completion."""

from typing import Literal

from ledger.errors import SeloError
from ledger.store import persons
from ledger.store.database import connect, in_words
from projections.tables import tournaments

MOST = 200
_QUERIES = {"person": persons.ids_beginning, "tournament": tournaments.ids_beginning}


def beginning(path: str, what: Literal["person", "tournament"], start: str) -> list[str]:
    """Return the ids that begin with a text, in order; none when the ledger cannot be asked, because completion never
    complains.
    """
    try:
        with in_words(path):
            connection = connect(path, write=False, wait=0.05)
            try:
                return _QUERIES[what](connection, start, MOST)
            finally:
                connection.close()
    except SeloError:
        return []
