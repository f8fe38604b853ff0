"""The databases that a ledger can be in: a module of functions for SQLite and one for
PostgreSQL. dialect.py chooses between them by an open connection, at_address.py by where
a ledger is.

Why: docs/design/004-two-databases.md
"""
