"""The databases that a ledger can be in: a module of functions for SQLite and one for
PostgreSQL, and what chooses between them.

Why: docs/design/004-two-databases.md
"""

from ledger.store.dialects.dialect import (
    Dialect,
    dialect_at,
    dialect_of,
    stated_version,
)

__all__ = ["Dialect", "dialect_at", "dialect_of", "stated_version"]
