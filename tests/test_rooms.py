"""The picture of the rooms, held: who may import whom, who owns which library and
table.
"""

import re
from pathlib import Path

import pytest

from cli.commands import ROWS, Row
from ledger.store.tables import DDL
from projections.tables import schema
from tests import rooms
from web.store import tables as tables_beside

ROOT = Path(__file__).parent.parent
MODULES = rooms.modules(ROOT)
TABLES = {
    "ledger": (
        {match for text in DDL for match in re.findall(r"CREATE TABLE (\w+)", text)}
        | {"sqlite_sequence"}
    ),
    "projections": set(schema.TABLES),
    "web": {
        match
        for text in tables_beside.DDL
        for match in re.findall(r"CREATE TABLE (\w+)", text)
    },
}


def name_of(path: Path) -> str:
    return rooms.name_of(path, ROOT)


def written(root: Path, name: str, text: str) -> Path:
    """A source file with a fault, for a control."""
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_imports_go_one_way() -> None:
    assert [
        trespass for path in MODULES for trespass in rooms.trespasses(path, ROOT)
    ] == []


@pytest.mark.parametrize("module", rooms.WITHOUT)
def test_booking_and_an_answer_are_understood_alone(module: str) -> None:
    assert rooms.led_to(module, rooms.WITHOUT[module], ROOT) == []


def test_a_long_way_is_seen(tmp_path: Path) -> None:
    """The control: an import of an import, inside a function."""
    written(tmp_path, "desk/submit.py", "from desk import movements\n")
    text = "def f():\n    from projections.answers.lists import published\n"
    written(tmp_path, "desk/movements.py", text)
    written(tmp_path, "projections/answers/lists/published.py", "")
    parts = rooms.WITHOUT["desk.submit"]
    assert rooms.led_to("desk.submit", parts, tmp_path) == [
        "projections.answers.lists.published"
    ]


def test_a_trespass_is_seen(tmp_path: Path) -> None:
    """The control: a rulebook that opens a database, knows the ledger and brings in a
    library is caught.
    """
    text = (
        "import sqlite3\n\ndef f():\n    from ledger.events import Event\n    import"
        " requests\n"
    )
    intruder = written(tmp_path, "rulebooks/base.py", text)
    assert rooms.trespasses(intruder, tmp_path) == [
        "rulebooks/base.py brings in requests",
        "rulebooks/base.py does not own sqlite3",
        "rulebooks/base.py may not know ledger",
    ]


def test_a_part_that_a_room_may_not_know_is_seen(tmp_path: Path) -> None:
    text = (
        "from exchange.names.index import NameIndex\nfrom exchange.trf.read import"
        " read_trf\n"
    )
    intruder = written(tmp_path, "projections/people.py", text)
    assert rooms.trespasses(intruder, tmp_path) == [
        "projections/people.py may know exchange.names alone"
    ]


def test_the_core_knows_no_feature_by_its_name(tmp_path: Path) -> None:
    text = (
        "from features import FEATURES, cups\nfrom features.feature import Link\n"
        "import features.cups.answers\n"
    )
    intruder = written(tmp_path, "web/pages/cups.py", text)
    assert rooms.trespasses(intruder, tmp_path) == [
        "web/pages/cups.py may not know features.cups",
        "web/pages/cups.py may not know features.cups",
    ]


def test_a_feature_knows_the_core_and_itself(tmp_path: Path) -> None:
    text = "from features.cups import rules\nfrom features.clubs.answers import Club\n"
    intruder = written(
        tmp_path, "features/cups/answers.py", f"import web.files\n{text}"
    )
    assert rooms.trespasses(intruder, tmp_path) == [
        "features/cups/answers.py may not know features.clubs"
    ]


def test_what_a_feature_declares_is_cheap_to_import(tmp_path: Path) -> None:
    text = "from features.feature import Feature\nfrom web.pages import rendering\n"
    intruder = written(tmp_path, "features/cups/__init__.py", text)
    assert rooms.trespasses(intruder, tmp_path) == [
        "features/cups/__init__.py may not know web"
    ]


def test_what_the_service_keeps_knows_no_http(tmp_path: Path) -> None:
    intruder = written(
        tmp_path,
        "web/store/tokens.py",
        "from web.store.tables import DDL\nfrom web.auth import who_of\n",
    )
    assert rooms.trespasses(intruder, tmp_path) == [
        "web/store/tokens.py may know web.store alone"
    ]


def test_query_text_lives_in_two_folders() -> None:
    assert [
        (name_of(path), query)
        for path in MODULES
        for query in rooms.queries(path, ROOT)
    ] == []


def test_query_text_elsewhere_is_seen(tmp_path: Path) -> None:
    text = 'ROWS = "SELECT 1"\nMORE = f"DELETE FROM {ROWS}"\nWORD = "SELECTED"\n'
    assert rooms.queries(written(tmp_path, "audit/rows.py", text), tmp_path) == [
        "SELECT 1",
        "DELETE FROM ",
    ]
    assert (
        rooms.queries(written(tmp_path, "ledger/store/rows.py", text), tmp_path) == []
    )


def test_no_room_asks_the_tables_of_another() -> None:
    assert [
        (name_of(path), table)
        for path in MODULES
        for table in rooms.foreign_tables(path, ROOT, TABLES)
    ] == []


def test_a_foreign_table_is_seen(tmp_path: Path) -> None:
    text = (
        '"""SELECT 1 FROM event"""\nROWS = "SELECT * FROM event JOIN person USING'
        ' (player)"\nOWN = f"UPDATE unit SET x = 1 {ROWS}"\nCOPY = "CREATE TABLE'
        ' checkpoint (number)"\n'
    )
    path = written(tmp_path, "projections/tables/rows.py", text)
    assert rooms.foreign_tables(path, tmp_path, TABLES) == [
        "event belongs to ledger",
        "person belongs to ledger",
    ]


def test_no_imports_in_a_circle() -> None:
    """Inside rooms too: modules that need each other are one module, or one of them is
    in the wrong place.
    """
    assert rooms.circles(ROOT) == []


def test_a_circle_is_seen(tmp_path: Path) -> None:
    written(tmp_path, "desk/__init__.py", "")
    written(tmp_path, "desk/a.py", "from desk import b\n")
    written(tmp_path, "desk/b.py", "def f():\n    from desk.c import g\n")
    written(tmp_path, "desk/c.py", "import desk.a\n")
    written(tmp_path, "desk/d.py", "import desk.a\n")
    assert rooms.circles(tmp_path) == [("desk.a", "desk.b", "desk.c")]


def test_no_folders_in_a_circle() -> None:
    assert rooms.folder_circles(ROOT) == []


def test_two_folders_that_need_each_other_are_seen(tmp_path: Path) -> None:
    for folder in ("desk", "desk/one", "desk/two"):
        written(tmp_path, f"{folder}/__init__.py", "")
    written(tmp_path, "desk/one/a.py", "from desk.two import b\n")
    written(tmp_path, "desk/two/b.py", "")
    written(tmp_path, "desk/two/c.py", "def f():\n    from desk.one.a import g\n")
    assert rooms.circles(tmp_path) == []
    assert rooms.folder_circles(tmp_path) == [("desk.one", "desk.two")]


def test_no_folder_hides_a_name_behind_a_module() -> None:
    assert rooms.hidden(ROOT) == []


def test_a_name_that_a_module_would_hide_is_seen(tmp_path: Path) -> None:
    written(
        tmp_path,
        "desk/__init__.py",
        "from desk import apart\nfrom ledger.a import drafts\n\ndef lists(): ...\n",
    )
    for name in ("drafts", "lists", "apart", "others"):
        written(tmp_path, f"desk/{name}.py", "")
    assert rooms.hidden(tmp_path) == ["desk.drafts", "desk.lists"]


def test_a_module_of_commands_names_them() -> None:
    assert rooms.misnamed(ROWS, ROOT) == []


def test_a_command_that_its_module_does_not_name_is_seen(tmp_path: Path) -> None:
    written(tmp_path, "cli/players.py", '"""selo show and history: how they read."""\n')
    commands = dict.fromkeys(("show", "history", "read", "his"), Row("cli.players", ""))
    assert rooms.misnamed(commands, tmp_path) == ["read", "his"]


def test_every_module_says_what_it_is_for() -> None:
    assert rooms.wordless(MODULES, ROOT) == []


def test_a_module_without_a_word_is_seen(tmp_path: Path) -> None:
    paths = [
        written(tmp_path, "desk/a.py", '"""Says it."""\n'),
        written(tmp_path, "desk/b.py", "# not a docstring\n"),
    ]
    assert rooms.wordless(paths, tmp_path) == ["desk/b.py"]


def test_a_variable_is_named_for_what_it_holds() -> None:
    assert rooms.empty_names(MODULES, ROOT) == []


def test_a_name_that_tells_nothing_is_seen(tmp_path: Path) -> None:
    intruder = written(
        tmp_path,
        "ledger/gate.py",
        "def shown(told):\n    found = [one for one in told]\n    return found\n",
    )
    assert rooms.empty_names([intruder], tmp_path) == [
        "ledger/gate.py:1 told",
        "ledger/gate.py:2 found",
    ]


def test_the_core_reads_no_clock_and_no_environment() -> None:
    """Moments, actors and chance come in from outside."""
    core = ("rulebooks/", "ledger/", "projections/", "exchange/")
    inside = [path for path in MODULES if name_of(path).startswith(core)]
    assert [
        outside for path in inside for outside in rooms.from_outside(path, ROOT)
    ] == []


def test_a_clock_in_the_core_is_seen(tmp_path: Path) -> None:
    text = (
        "import os, time\nMOMENT = time.time()\nPLACE = os.environ['PLACE']\nWORDS ="
        " ('time.time',)\n"
    )
    path = written(tmp_path, "ledger/clock.py", text)
    assert rooms.from_outside(path, tmp_path) == [
        "ledger/clock.py: time.time",
        "ledger/clock.py: os.environ",
    ]
