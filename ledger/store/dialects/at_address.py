"""Which database a ledger at an address is in, before it is opened."""

from typing import cast

from ledger.store import is_server
from ledger.store.dialects import sqlite
from ledger.store.dialects.dialect import Dialect


def dialect_at(address: str) -> Dialect:
    """Return the module of functions for an address, sqlite.py or postgres.py."""
    if is_server(address):
        # never imported for a ledger in a file
        from ledger.store.dialects import postgres

        return cast(Dialect, postgres)
    return cast(Dialect, sqlite)
