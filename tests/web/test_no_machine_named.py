"""What a database server says of itself goes to whoever runs the service, not to
whoever asks it.
"""

import psycopg
import pytest

from ledger.errors import Where
from ledger.store.dialects.postgres_errors import refusal_in_words
from web.http import without_paths

LEDGER = "postgresql://selo@db.inside.example:5433/ratings"

REFUSED = (
    "Connection refused\n\tIs the server running on that host and accepting TCP/IP"
    " connections?"
)


@pytest.mark.parametrize(
    "text",
    [
        (
            'connection failed: connection to server at "10.0.0.7", port 5433'
            f" failed: {REFUSED}"
        ),
        (
            'connection to server at "db.inside.example" (10.0.0.7), port 5433'
            " failed: FATAL:  the database system is starting up"
        ),
        (
            'connection to server on socket "/run/db.inside.example/.s.PGSQL.5433"'
            " failed: No such file"
        ),
        (
            "failed to resolve host 'db.inside.example': [Errno -2] Name or service"
            " not known"
        ),
    ],
)
def test_no_reply_names_a_machine(text: str) -> None:
    error = refusal_in_words(
        psycopg.OperationalError(text),
        "postgresql://selo@db.inside.example:5433/ratings",
        connecting=True,
    )
    assert (
        error.problems[0].code == "unreachable" and "5433" in error.problems[0].message
    )
    [problem] = without_paths(error.problems, LEDGER)
    assert problem.message == "the ledger cannot be reached just now"
    assert (problem.where, problem.hint) == (Where(None), "ask again in a moment")
