"""SQL is written once: what only one database understands stands on the pages of the
dialects, and is counted.
"""

import re
from pathlib import Path

from tests.rooms import modules, name_of

ROOT = Path(__file__).parents[2]
PAGES = ("ledger/store/dialects/", "ledger/store/logs/", "ledger/store/server/")
# words that the other database does not know, or means otherwise
SQLITE = re.compile(
    r"PRAGMA|sqlite_|AUTOINCREMENT|STRICT|INSERT"
    r" OR|VACUUM|RAISE\(|json_extract|IMMEDIATE|\binstr\(|rowid|x''"
)
POSTGRES = re.compile(
    r"\bpg_|::|plpgsql|LISTEN|\bCOPY \w+ FROM|FOR"
    r" UPDATE|ILIKE|current_schema|RETURNING \*"
)
# texts of tables in a file that the other page translates, the file of plain tables,
# and what is kept beside a file
KNOWN = {
    "ledger/store/tables.py": 7,
    "ledger/store/database.py": 3,
    "ledger/store/event_log.py": 1,
    "ledger/store/persons.py": 1,
    "ledger/store/events.py": 2,
    "ledger/store/copies.py": 3,
    "web/store/beside.py": 15,
    "web/store/drafts.py": 1,
    "web/store/tables.py": 17,
    "ledger/store/health.py": 3,
}
MOST = 50


def lines(path: Path) -> list[str]:
    code = (
        line
        for line in path.read_text("utf-8").splitlines()
        if '"' in line and not line.lstrip().startswith(('"""', "#"))
    )
    return [line for line in code if SQLITE.search(line) or POSTGRES.search(line)]


def test_lines_that_only_one_database_understands_are_few_and_known() -> None:
    rooms = (
        path
        for path in modules(ROOT)
        if name_of(path, ROOT).startswith(("ledger/", "projections/", "web/store/"))
    )
    written = {
        name_of(path, ROOT): lines(path)
        for path in rooms
        if not name_of(path, ROOT).startswith(PAGES)
    }
    counts = {name: len(which) for name, which in written.items() if which}
    assert {
        name: count for name, count in counts.items() if count > KNOWN.get(name, 0)
    } == {}, written
    assert sum(counts.values()) <= MOST, counts


def test_both_pages_have_the_same_functions() -> None:
    from ledger.store.dialects import postgres, sqlite
    from ledger.store.dialects.dialect import Dialect

    wanted = {
        name
        for name in vars(Dialect) | Dialect.__annotations__
        if not name.startswith("_")
    }
    for page in (sqlite, postgres):
        assert {name for name in wanted if not hasattr(page, name)} == set(), (
            page.__name__
        )
    assert len(wanted) < 35
