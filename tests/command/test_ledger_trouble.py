"""Files that are no ledger: each is a sentence that says what to do, an exit code, and
a file left as it was.
"""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from ledger.store.dialects.postgres_errors import refusal_in_words as at_the_door
from tests.command.command_lines import lines, sql
from tests.world.command import Selo
from tests.world.documents import founding


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def database(*statements: str) -> Callable[[Path], None]:
    """Some other program's."""

    def made(path: Path) -> None:
        path.unlink()
        sql(path, *statements)

    return made


TROUBLES: dict[str, tuple[Callable[[Path], Any], int, str, str]] = {
    "missing": (lambda path: path.unlink(), 3, "there is no ledger at", "selo init"),
    "folder": (folder, 1, "is a folder", "name a file"),
    "empty": (lambda path: path.write_bytes(b""), 1, "not a ledger", "--ledger"),
    "text": (
        lambda path: path.write_text("Selo ja pelo\n" * 500),
        1,
        "is not a ledger",
        "--ledger",
    ),
    "other database": (
        database("CREATE TABLE t (x)"),
        1,
        "a database, but not a ledger",
        "--ledger",
    ),
    "same table name": (
        database("CREATE TABLE ledger (page)"),
        1,
        "not a ledger",
        "--ledger",
    ),
    "newer": (
        lambda path: sql(path, "UPDATE ledger SET format = 99"),
        1,
        "newer version",
        "install",
    ),
    "cut in half": (half, 1, "damaged", "backup"),
    "cut short": (
        lambda path: path.write_bytes(path.read_bytes()[:60]),
        1,
        "damaged",
        "backup",
    ),
}


@pytest.mark.in_a_file("files that are no ledger")
@pytest.mark.parametrize("trouble", TROUBLES)
def test_each_trouble_is_a_sentence_and_touches_nothing(
    club: Selo, trouble: str
) -> None:
    spoil, code, said, hint = TROUBLES[trouble]
    for line in lines(club):
        here = club.folder / "here" / "selo.db"
        here.parent.mkdir()
        shutil.copy(club.path, here)
        spoil(here)
        before = here.read_bytes() if here.is_file() else None
        origin, club.path = club.path, here
        [problem] = club.refused(*line, code=code)
        assert said in problem["message"] and str(here) in problem["message"], (
            line,
            problem,
        )
        assert hint in problem["hint"] and problem["where"]["file"] == str(here), (
            line,
            problem,
        )
        ran = club.run(*line)
        assert (ran.code, ran.out) == (code, "") and ran.err.count("\n") == 1
        assert (here.read_bytes() if here.is_file() else None) == before, (
            line,
            "was touched",
        )
        if trouble == "missing":
            assert os.listdir(here.parent) == []
        club.path = origin
        shutil.rmtree(here.parent)


@pytest.mark.in_a_file("files that are no ledger")
def test_what_is_there_is_never_made_anew(club: Selo) -> None:
    before = club.path.read_bytes()
    assert club.refused("init")[0]["code"] == "exists"
    assert club.path.read_bytes() == before
    club.path = club.folder / "none" / "selo.db"
    [problem] = club.refused("init")
    assert "folder" in problem["message"]
    club.path = club.folder
    club.refused("init")


@pytest.mark.in_a_file("names of files")
@pytest.mark.parametrize(
    "name",
    ["a?b#c%20&d.db", "väli lyönti.db", "-x.db", "'\".db", "a\u00e4\U0001f600.db"],
)
def test_odd_names_of_a_ledger(selo: Selo, name: str) -> None:
    selo.path = selo.folder / name
    selo.ask("init")
    selo.submit(*founding())
    assert len(selo.ask("list", "selo")["rows"]) == 4
    assert name in os.listdir(selo.folder)
    assert not [
        other
        for other in os.listdir(selo.folder)
        if other.endswith(".new") or other.startswith(".")
    ]


@pytest.mark.in_a_file("names of files")
def test_where_the_ledger_is_named(club: Selo, monkeypatch: pytest.MonkeyPatch) -> None:
    """--ledger, else SELO_LEDGER, else selo.db here."""
    from cli.main import run

    monkeypatch.chdir(club.folder)
    assert run(["list", "selo"]) == 3
    shutil.copy(club.path, "selo.db")
    assert run(["show", "A"]) == 0
    monkeypatch.setenv("SELO_LEDGER", "other.db")
    assert run(["show", "A"]) == 3
    shutil.copy("selo.db", "other.db")
    assert run(["show", "A"]) == 0
    assert run(["--ledger", "third.db", "show", "A"]) == 3


@pytest.mark.parametrize("line", [("init",), ("show", "A"), ("log",)])
def test_a_server_that_does_not_answer(club: Selo, line: tuple[str, ...]) -> None:
    before = sorted(club.folder.iterdir())
    ran = club.run("--ledger", "postgresql://someone:secret@127.0.0.1:1/selo", *line)
    assert (
        ran.code == 1
        and "postgresql://someone@127.0.0.1:1/selo cannot be reached" in ran.err
    )
    assert "secret" not in ran.out + ran.err
    assert sorted(club.folder.iterdir()) == before


@pytest.mark.parametrize(
    ("answer", "code", "exit_code"),
    [
        ("FATAL:  sorry, too many clients already", "busy", 75),
        ('FATAL:  too many connections for role "selo"', "busy", 75),
        (
            (
                "FATAL:  remaining connection slots are reserved for roles with the"
                " SUPERUSER attribute"
            ),
            "busy",
            75,
        ),
        ('FATAL:  role "ghost" does not exist', "cannot-open", 1),
        ('FATAL:  password authentication failed for user "selo"', "cannot-open", 1),
        (
            (
                'FATAL:  no pg_hba.conf entry for host "10.0.0.1", user "selo",'
                ' database "selo"'
            ),
            "cannot-open",
            1,
        ),
        ("fe_sendauth: no password supplied", "cannot-open", 1),
        ('FATAL:  database "nowhere" does not exist', "no-ledger", 3),
        ("FATAL:  the database system is starting up", "unreachable", 1),
        ("Connection refused", "unreachable", 1),
    ],
)
def test_what_a_server_says_at_its_door_comes_without_a_code(
    answer: str, code: str, exit_code: int
) -> None:
    """Whoever finds it full may try again; nobody is sent to look whether it runs when
    it said why it does not open.
    """
    text = (
        'connection failed: connection to server at "database.role.example"'
        f" (10.0.0.2), port 5432 failed: {answer}"
    )
    refusal = at_the_door(
        psycopg.OperationalError(text),
        "postgresql://selo@database.example/selo",
        connecting=True,
    )
    assert (refusal.problems[0].code, refusal.exit_code) == (code, exit_code)
