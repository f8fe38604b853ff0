"""The command on a ledger on a server: the way of a ledger, tampering, refusals in
words, no password anywhere.
"""

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import web.store.tables
from ledger.store import file_beside, is_server, password_of, without_password
from tests.world.command import Selo
from tests.world.documents import amend, founding, open_2024, player
from tests.world.later import with_step, with_tables
from tests.world.reached import tampered as as_before
from tests.world.server import Server
from web.store.beside import rows_found


@pytest.fixture(scope="module")
def club(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Selo:
    """A ledger with four players, a tournament, a correction and a published list."""
    selo = Selo(tmp_path_factory.mktemp("served"))
    selo.address = server.address()
    selo.done("init")
    selo.submit(*founding())
    selo.submit(open_2024())
    selo.submit(amend("open-2024", games={"1.1": {"result": "0-1"}}))
    selo.done("publish", "selo", "2024-06", "--as-of", "2024-06-01")
    return selo


def test_the_way_of_a_ledger(club: Selo) -> None:
    assert club.ask("show", "A")["lists"]
    assert club.ask("list")["rows"] and club.ask(
        "list", "--known-seq", "8", "--as-of", "2024-03-01"
    )
    head = club.ask("log")["events"][0]["seq"]
    assert club.answer("verify")[1]["events"] == head
    assert (
        club.ask("ledger", "rebuild", "--check")["equal"]
        and club.ask("ledger", "rebuild")["equal"]
    )
    assert club.ask("doctor")["ledger"] == club.address
    # a test server
    assert [
        check["name"] for check in club.ask("doctor")["checks"] if not check["ok"]
    ] == ["durable"]
    assert club.ask("log", "impact", str(head - 1)) and club.ask(
        "log", "diff", "--known-seq", f"8..{head}"
    )
    proof = club.run("proof", "prove", "8")
    # without a checkpoint there is nothing to prove against
    assert proof.code in (0, 3), proof
    before = club.ask("log")["events"]
    club.done(
        "amend",
        "open-2024",
        "--game",
        "1.1",
        "--result",
        "1-0",
        "--reason",
        "tried",
        "--dry-run",
    )
    assert club.ask("log")["events"] == before
    assert (
        not list(Path().glob("postgres*"))
        and club.address is not None
        and "postgres" in club.address
    )


def test_the_same_file_again_comes_to_its_receipt(club: Selo) -> None:
    """What came from a file is found in the log by the digest of the file."""
    table = club.folder / "evening.csv"
    table.write_text("round;white;black;result\n1;A;B;1-0\n", "utf-8")
    of_an_evening = ("--start", "2024-05-02", "--end", "2024-05-02", "--minutes", "90")
    line = ("submit", str(table), "--id", "evening", "--name", "E", *of_an_evening)
    [first] = club.ask(*line)["recorded"]
    [again] = club.ask(*line)["recorded"]
    assert (first["repeated"], again["repeated"]) == (False, True)
    assert first["seq"] == again["seq"]


def test_a_second_init_and_a_refused_file_leave_nothing(club: Selo) -> None:
    assert club.answer("init")[1]["problems"][0]["code"] == "exists"
    head = club.ask("log")["events"][0]["seq"]
    code, value = club.answer(
        "submit", club.file("bad.jsonl", player("Z"), {"kind": "tournament", "id": "x"})
    )
    assert code == 1 and value["problems"]
    assert club.ask("log")["events"][0]["seq"] == head


@pytest.fixture
def tampered(club: Selo, server: Server) -> Iterator[tuple[Selo, Server]]:
    """The ledger in a schema of its own, so that what is done to it is done to it
    alone.
    """
    copy = Selo(club.folder)
    copy.address = server.address()
    copy.done("init")
    copy.submit(*founding())
    copy.submit(open_2024())
    yield copy, server


TAMPERING = {
    "changed": (
        (
            "ALTER TABLE event DISABLE TRIGGER USER; UPDATE event SET state = state ||"
            " 'x' WHERE seq = 8; ALTER TABLE event ENABLE TRIGGER USER"
        ),
        ("event-unreadable", "hash-differs"),
    ),
    "switched-off": (
        "ALTER TABLE event DISABLE TRIGGER event_never_changes",
        ("schema-differs",),
    ),
    "cut-off": (
        (
            "ALTER TABLE event DISABLE TRIGGER USER; ALTER TABLE tree DISABLE TRIGGER"
            " USER; DELETE FROM event WHERE seq = (SELECT max(seq) FROM event); DELETE"
            " FROM tree WHERE seq = (SELECT max(seq) FROM tree); ALTER TABLE event"
            " ENABLE TRIGGER USER; ALTER TABLE tree ENABLE TRIGGER USER"
        ),
        ("events-cut-off",),
    ),
    "gutted": (
        (
            "CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql"
            " AS $$ BEGIN RETURN NEW; END $$"
        ),
        ("schema-differs",),
    ),
    "hidden": (
        (
            "CREATE FUNCTION public.nothing() RETURNS trigger LANGUAGE plpgsql AS $$"
            " BEGIN RETURN NEW; END $$; CREATE TRIGGER sly BEFORE INSERT ON unit FOR"
            " EACH ROW EXECUTE FUNCTION public.nothing(); UPDATE pg_trigger SET"
            " tgisinternal = true WHERE tgname = 'sly'"
        ),
        ("schema-differs",),
    ),
    "child": (
        (
            "CREATE SCHEMA evil; CREATE TABLE evil.p () INHERITS (player); INSERT INTO"
            " evil.p SELECT * FROM ONLY player WHERE player = 'A'; DELETE FROM ONLY"
            " player WHERE player = 'A'; UPDATE evil.p SET rating = 2999"
        ),
        ("schema-differs",),
    ),
    "rows hidden": ("ALTER TABLE title ENABLE ROW LEVEL SECURITY", ("schema-differs",)),
    "rows hidden from the owner": (
        "ALTER TABLE title FORCE ROW LEVEL SECURITY",
        ("schema-differs",),
    ),
    "policy": (
        "CREATE POLICY sly ON player USING (player <> 'A')",
        ("schema-differs",),
    ),
    "view": (
        "ALTER TABLE unit RENAME TO u; CREATE VIEW unit AS SELECT * FROM u",
        ("schema-differs",),
    ),
    "no-key": ("ALTER TABLE person DROP CONSTRAINT person_pkey", ("schema-differs",)),
    "conclusion": (
        "UPDATE player SET rating = rating + 1",
        ("damaged", "conclusion-differs"),
    ),
    "renamed": (
        "UPDATE person SET name = 'Somebody Else' WHERE player = 'A'",
        ("person-differs",),
    ),
    "dropped": ("DROP TABLE tree", ("schema-differs",)),
}


# whoever asks a question looks for these
ASKED_TOO = (
    "switched-off",
    "gutted",
    "hidden",
    "child",
    "rows hidden",
    "rows hidden from the owner",
    "policy",
    "view",
)


@pytest.mark.parametrize("way", TAMPERING)
def test_a_superuser_who_tampers_is_noticed(
    way: str, tampered: tuple[Selo, Server]
) -> None:
    selo, server = tampered
    statement, codes = TAMPERING[way]
    assert selo.address is not None
    with server.connect(selo.address) as connection:
        connection.execute(statement.encode())
    code, verdict = selo.answer("verify")
    assert code == 1 and verdict["problems"][0]["code"] in codes, verdict
    if way in ASKED_TOO:
        assert selo.answer("show", "A")[1]["problems"][0]["code"] == "schema-differs"
    if way in ("conclusion", *ASKED_TOO) and way != "view":
        selo.done("ledger", "rebuild")
        assert selo.answer("verify")[1]["problems"] == []


def test_a_child_table_that_is_gone_is_no_alarm(tampered: tuple[Selo, Server]) -> None:
    """PostgreSQL remembers that there was one until it counts the rows of the table
    again.
    """
    selo, server = tampered
    assert selo.address is not None
    with server.connect(selo.address) as connection:
        connection.execute("CREATE TABLE child () INHERITS (player)")
        assert selo.answer("show", "A")[1]["problems"][0]["code"] == "schema-differs"
        connection.execute("DROP TABLE child")
    assert selo.ask("show", "A") and selo.answer("verify")[1]["problems"] == []


@pytest.mark.parametrize(
    "change", ["UPDATE event SET seq = seq", "DELETE FROM tree", "TRUNCATE checkpoint"]
)
def test_the_log_is_append_only_on_the_server_too(
    change: str, club: Selo, server: Server
) -> None:
    import psycopg

    assert club.address is not None
    with (
        server.connect(club.address) as connection,
        pytest.raises(psycopg.errors.RaiseException, match="append-only"),
    ):
        connection.execute(change.encode())


def test_addresses_lose_their_password() -> None:
    shown = "postgresql://office@db/selo?schema=a"
    for given in (
        "postgresql://office:p%40ss@db/selo?schema=a",
        "postgresql://office@db/selo?password=p%40ss&schema=a",
    ):
        assert without_password(given) == shown and password_of(shown) == "p%40ss"
    assert without_password("postgresql://db/selo") == "postgresql://db/selo"
    assert without_password("a:b@c.db") == "a:b@c.db" and not is_server("a:b@c.db")
    assert (
        file_beside(shown, ".who") == "office-db-selo-schema-a.who"
        and file_beside("x.db", ".who") == "x.db.who"
    )


BAD = {
    "postgresql://h:port/x": "bad-address",
    "postgresql://h/x?schema=": "bad-address",
    "postgresql://h/x#y": "bad-address",
    "postgresql://h/x?schema=a'b": "bad-address",
    "postgresql://127.0.0.1:1/x": "unreachable",
    "postgresql://127.0.0.1:1/x?nonsense=1": "unreachable",
    "postgresql://h/x?connect_timeout=x": "bad-address",
    "mysql://office@h/x": "bad-address",
    "postgresql:/h/x": "bad-address",
    "postgres:x": "bad-address",
}


@pytest.mark.parametrize("address", BAD)
def test_wrong_addresses_are_refused_in_words(
    address: str, selo_without_ledger: Selo
) -> None:
    selo_without_ledger.address = address
    for line in (("show", "A"), ("init",)):
        code, value = selo_without_ledger.answer(*line)
        assert (code, value["problems"][0]["code"]) == (1, BAD[address]) and value[
            "problems"
        ][0]["hint"]


def test_a_password_is_shown_nowhere_whatever_the_address(
    selo_without_ledger: Selo,
) -> None:
    selo_without_ledger.address = "mysql://office:p4ss@h/x"
    for line in (("show", "A"), ("init",), ("doctor",)):
        ran = selo_without_ledger.run(*line)
        assert (
            ran.code == 1
            and "PostgreSQL" in ran.err
            and "p4ss" not in ran.out + ran.err
        )


def test_a_database_that_cannot_keep_every_name_is_refused(
    server: Server, selo_without_ledger: Selo
) -> None:
    with server.connect(server.address()) as connection:
        connection.execute("CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0")
    selo_without_ledger.address = server.address().replace("/postgres?", "/latin?")
    code, value = selo_without_ledger.answer("init")
    assert code == 1 and value["problems"][0]["code"] == "database-encoding"
    assert (
        "LATIN1" in value["problems"][0]["message"]
        and "createdb" in value["problems"][0]["hint"]
    )
    assert (
        selo_without_ledger.answer("show", "A")[1]["problems"][0]["code"] == "no-ledger"
    )


def test_a_user_without_rights_is_not_told_that_there_is_nothing(
    club: Selo, server: Server
) -> None:
    assert club.address is not None
    schema = club.address.rpartition("=")[2]
    stranger = Selo(club.folder)
    stranger.address = club.address.replace("//selo@", "//stranger@")
    club.ask("access", "list")
    club.done("access", "new", "--role", "reader", "--name", "r")
    with server.connect(club.address) as connection:
        connection.execute("CREATE ROLE stranger LOGIN")
        assert stranger.answer("show", "A")[1]["problems"][0]["code"] == "read-only"
        connection.execute(f"GRANT USAGE ON SCHEMA {schema} TO stranger".encode())
        connection.execute(
            f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO stranger".encode()
        )
    assert (
        stranger.ask("show", "A") == club.ask("show", "A")
        and stranger.answer("verify")[1]["problems"] == []
    )
    for line in (
        ("access", "list"),
        (
            "ledger",
            "rebuild",
        ),
        ("player", "add", "Z", "--name", "Z"),
    ):
        assert stranger.answer(*line)[1]["problems"][0]["code"] == "read-only", line


def test_the_service_looks_for_its_lock_too(tampered: tuple[Selo, Server]) -> None:
    selo, server = tampered
    assert selo.address is not None
    selo.done("access", "new", "--role", "reader", "--name", "r")
    with server.connect(selo.address) as connection:
        connection.execute(
            f"DELETE FROM {selo.address.rpartition('=')[2]}_service.service_format".encode()
        )
        for line in (
            ("access", "list"),
            ("access", "new", "--role", "reader", "--name", "s"),
        ):
            [problem] = selo.answer(*line)[1]["problems"]
            assert problem["code"] == "lock-missing"
        connection.execute(problem["hint"].rpartition(": ")[2].encode())
    assert [token["name"] for token in selo.ask("access", "list")["rows"]] == ["r"]


GRANTS = {
    "GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO PUBLIC": (
        "SELECT on checkpoint, entry"
    ),
    "GRANT INSERT, UPDATE ON event TO PUBLIC": "INSERT on event; UPDATE on event",
    "GRANT UPDATE (name) ON person TO PUBLIC": "UPDATE on person",
    "GRANT CREATE ON SCHEMA {schema} TO PUBLIC": "CREATE on the schema {schema}",
    "GRANT SELECT ON {schema}_service.token TO PUBLIC": "SELECT on token",
}


@pytest.mark.parametrize("grant", GRANTS)
def test_rights_of_everybody_are_told(
    grant: str, tampered: tuple[Selo, Server]
) -> None:
    selo, server = tampered
    assert selo.address is not None
    schema = selo.address.rpartition("=")[2]
    selo.done("access", "new", "--role", "reader", "--name", "r")
    with server.connect(selo.address) as connection:
        connection.execute(
            f"CREATE ROLE asks_{schema}; GRANT SELECT ON person TO asks_{schema}".encode()
        )
        told = {check["name"]: check for check in selo.ask("doctor")["checks"]}[
            "rights"
        ]
        assert told["ok"], told  # one who was named
        connection.execute(grant.format(schema=schema).encode())
    told = {check["name"]: check for check in selo.ask("doctor")["checks"]}["rights"]
    assert (
        not told["ok"]
        and GRANTS[grant].format(schema=schema).partition(", ")[0] in told["said"]
    ), told
    assert "REVOKE" in told["advice"]


def test_what_needs_no_ledger_is_answered_without_one(
    server: Server, selo_without_ledger: Selo
) -> None:
    selo_without_ledger.address = server.address()
    assert selo_without_ledger.ask("rules")["rows"]
    key = str(selo_without_ledger.folder / "office.key")
    assert selo_without_ledger.ask("proof", "new-key", key)["public_key"] is None
    selo_without_ledger.done("init")
    assert selo_without_ledger.ask("proof", "key", "--key", key)[
        "public_key"
    ].startswith("selokirja/")
    adopted = {
        row["adopted_from"]
        for row in selo_without_ledger.ask("rules")["rows"]
        if row["list"] == "elo"
    }
    assert adopted == {None}


def test_what_is_not_there_is_said(server: Server, selo_without_ledger: Selo) -> None:
    selo_without_ledger.address = server.address()
    for line in (
        ("show", "A"),
        ("log",),
        ("verify",),
        (
            "ledger",
            "rebuild",
        ),
        ("player", "add", "A", "--name", "Anna"),
    ):
        _, value = selo_without_ledger.answer(*line)
        assert value["problems"][0]["code"] == "no-ledger", value
    selo_without_ledger.address = selo_without_ledger.address.replace(
        "/postgres?", "/nowhere?"
    )
    assert (
        selo_without_ledger.answer("show", "A")[1]["problems"][0]["code"] == "no-ledger"
    )


def test_without_the_driver_it_is_said_how_to_install_it(tmp_path: Path) -> None:
    """And a ledger in a file never asks for it."""
    (tmp_path / "psycopg.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'psycopg'\", name='psycopg')\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-m", "cli.main", "--ledger"]
    asked = subprocess.run(
        [*command, "postgresql://h/x", "show", "A"],
        capture_output=True,
        text=True,
        env=environment,
    )
    line = f"{shlex.quote(sys.executable)} -m pip install 'psycopg[binary,pool]>=3.2'"
    assert asked.returncode == 1 and line in asked.stderr, asked
    made = subprocess.run(
        [*command, str(tmp_path / "a.db"), "init"],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert made.returncode == 0, made


def test_a_ledger_of_the_format_before_is_upgraded(
    tampered: tuple[Selo, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later version comes, with an invented format 2: nobody is answered until the
    upgrade, and then it is whole.
    """
    selo, _ = tampered
    with_step(monkeypatch)
    with_tables(monkeypatch)
    assert selo.answer("verify")[1]["problems"] == []
    for line in (
        ("show", "A"),
        ("player", "add", "Z", "--name", "Zz Top"),
        (
            "ledger",
            "rebuild",
        ),
    ):
        assert selo.answer(*line)[1]["problems"][0]["code"] == "needs-upgrade"
    value = selo.ask("ledger", "upgrade")
    assert value["done"] and value["backup"] is None and value["moved"] == []
    assert (
        selo.answer("verify")[1]["problems"] == []
        and selo.ask("ledger", "rebuild", "--check")["equal"]
    )
    assert selo.ask("show", "A")["player"]["name"] == "Pelaaja A"
    selo.done("player", "add", "Z", "--name", "Zz Top")


def test_a_ledger_from_before_format_1_is_refused(
    tampered: tuple[Selo, Server],
) -> None:
    selo, _ = tampered
    as_before(
        selo.ledger,
        "ALTER TABLE ledger RENAME COLUMN format TO schema_version",
        "UPDATE ledger SET schema_version = 6",
    )
    for line in (
        ("show", "A"),
        ("verify",),
        (
            "ledger",
            "upgrade",
        ),
        ("player", "add", "Z", "--name", "Zz Top"),
    ):
        assert selo.answer(*line)[1]["problems"][0]["code"] == "before-format-1"


def test_what_the_service_keeps_takes_its_steps_and_is_refused_from_before_format_1(
    tampered: tuple[Selo, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    selo, server = tampered
    assert selo.address is not None
    selo.done("access", "new", "--role", "reader", "--name", "r")
    with monkeypatch.context() as later:
        later.setattr(
            web.store.tables,
            "STEPS",
            (*web.store.tables.STEPS, ("CREATE TABLE pin (name TEXT PRIMARY KEY)",)),
        )
        assert [token["name"] for token in selo.ask("access", "list")["rows"]] == ["r"]
        assert rows_found(selo.ledger, "SELECT name FROM pin") == []
    assert selo.answer("access", "list")[1]["problems"][0]["code"] == "newer-ledger"
    schema = f"{selo.address.rpartition('=')[2]}_service"
    with server.connect(selo.address) as connection:
        connection.execute(
            f"ALTER TABLE {schema}.service_format RENAME TO service".encode()
        )
    assert selo.answer("access", "list")[1]["problems"][0]["code"] == "before-format-1"
