"""Where one row of what is kept beside a ledger is asked for, those behind it are not
read.
"""

import pytest

from ledger.errors import LedgerUnusable
from tests.world.command import Selo
from web.store.beside import changing, first_found, rows_found

# SQLite is one row ahead of whoever reads, so the one that fails is the third
FAILS_IN_THE_END = "SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT json('no JSON')"


@pytest.mark.in_a_file("the row that fails asks for a function of SQLite")
def test_rows_behind_the_first_are_not_read(club: Selo) -> None:
    assert first_found(club.ledger, FAILS_IN_THE_END, ()) is None, "nothing is kept yet"
    with changing(club.ledger):
        pass
    assert first_found(club.ledger, FAILS_IN_THE_END, ()) == (1,)
    with pytest.raises(LedgerUnusable, match="malformed JSON"):
        rows_found(club.ledger, FAILS_IN_THE_END)
