"""Define the tables of the file beside the ledger, and bring those of an earlier version
to today's: the core's own, and one of each feature that keeps something there.
"""

import re

from features import FEATURES
from ledger.errors import LedgerUnusable, Problem
from messages import say

# the tables of the first release, version 1
DDL: tuple[str, ...] = (
    (
        "CREATE TABLE token (id TEXT PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT"
        " NULL, hash BLOB NOT NULL, created_at TEXT NOT NULL, created_by TEXT NOT NULL,"
        " expires_on TEXT, last_used TEXT, revoked_at TEXT) STRICT"
    ),
    (
        "CREATE TABLE notice (number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT"
        " NULL, kind TEXT NOT NULL, who TEXT NOT NULL, about TEXT NOT NULL) STRICT"
    ),
    (
        "CREATE TABLE draft (number INTEGER PRIMARY KEY AUTOINCREMENT, created_at TEXT"
        " NOT NULL, created_by TEXT NOT NULL, name TEXT NOT NULL, content BLOB NOT"
        " NULL, settings BLOB, note TEXT, key TEXT, state TEXT NOT NULL, settled_at"
        " TEXT, settled_by TEXT, seqs TEXT, reviewer TEXT, booked_key TEXT, book_at"
        " TEXT, book_by TEXT, not_booked TEXT, UNIQUE (created_by, key)) STRICT"
    ),
    (
        "CREATE TABLE draft_step (step INTEGER PRIMARY KEY AUTOINCREMENT, number"
        " INTEGER NOT NULL, at TEXT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL,"
        " about TEXT) STRICT"
    ),
    (
        "CREATE TABLE login (hash BLOB PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT"
        " NULL, expires_at TEXT NOT NULL) STRICT"
    ),
    (
        "CREATE TABLE session (hash BLOB PRIMARY KEY, name TEXT NOT NULL, role TEXT NOT"
        " NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL, used_at TEXT NOT"
        " NULL) STRICT"
    ),
    # one row: another number after each change of something that an answer may read
    "CREATE TABLE kept_state (mark INTEGER NOT NULL) STRICT",
    "INSERT INTO kept_state VALUES (0)",
)
OF_FEATURES = {
    table.name: table.text for feature in FEATURES for table in feature.tables
}
# the first step takes what is kept from version 1 to 2, and so on
STEPS: tuple[tuple[str, ...], ...] = (
    # how long a session may go unused is its own affair: when it ends unless it is used
    ("ALTER TABLE session RENAME COLUMN used_at TO idle_at",),
)


def before_format_1(path: str) -> LedgerUnusable:
    """Make the refusal of what the service kept beside a ledger from before format 1."""
    message = say(
        "the store of the service at {path} was written before format 1", path=path
    )
    return LedgerUnusable(
        Problem(
            "before-format-1", message, hint=say("move it away and make new tokens")
        )
    )


def newest_version() -> int:
    """Return the version of the tables that this program keeps."""
    return 1 + len(STEPS)


def missing_statements(version: int) -> tuple[str, ...]:
    """Return the statements that bring the tables of a version to the newest; 0: there
    are none yet.
    """
    made = () if version else (*DDL, *OF_FEATURES.values())
    return (
        *made,
        *(statement for step in STEPS[max(version - 1, 0) :] for statement in step),
    )


def known_tables() -> set[str]:
    """Return the names of the tables that the core and the features keep there."""
    return {*re.findall(r"CREATE TABLE (\w+)", " ".join(DDL)), *OF_FEATURES}
