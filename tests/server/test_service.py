"""The service on a database server: the same answers, tokens and drafts beside the
ledger, word of every commit.
"""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import pytest

from audit.copy import copy_ledger
from ledger.errors import Busy, LedgerUnusable, NotFound
from ledger.store.database import snapshot
from ledger.store.dialects import postgres
from ledger.store.event_log import Store
from ledger.store.logs import postgres as logs
from ledger.store.recorder import News
from ledger.store.server.connection import ServerConnection
from tests.web.serving import NOW, Served, served
from tests.web.test_tokens import bearer, token
from tests.world.command import Selo
from tests.world.documents import amend, player
from tests.world.pace import until
from tests.world.server import Server
from web.answers import ledger_state
from web.booking import trying
from web.sandbox import run_in_sandbox
from web.store import on_server
from web.store.drafts import drafts, keep_draft, settle
from web.store.notices import notices
from web.store.roles import Role
from web.store.sessions import end_session, new_link, open_session, sessions, who_has
from web.store.tokens import tokens


@pytest.fixture
def both(
    club_ledger: Path, server: Server, tmp_path: Path
) -> Iterator[tuple[Served, Served]]:
    """A service of a file, and one of its copy on a server."""
    here, there = Selo(tmp_path, club_ledger), server.address()
    copy_ledger(here.ledger, there)
    with served(here.ledger) as one, served(there) as other:
        for running in (one, other):
            running.always |= bearer(token(running.settings.ledger, Role.ADMIN, "aino"))
        yield one, other


ASKED = (
    "players/A",
    "list?as_of=2024-06-01",
    "players/A/history",
    "events?after=3",
    "log",
    "titles",
    "players/A?known_seq=9",
    "impact/15",
    "search?words=an",
)


def test_a_service_answers_the_same(both: tuple[Served, Served]) -> None:
    here, there = both
    for address in ASKED:
        one, other = here.ask(f"/api/{address}"), there.ask(f"/api/{address}")
        assert (one.status, one.body) == (other.status, other.body), address
    change = json.dumps(amend("open-2024", games={"1.1": {"result": "0-1"}})).encode()
    fields = {"Content-Type": "application/json"}
    for address in ("/api/documents?dry_run=true", "/api/documents"):
        one, other = (
            here.ask(address, "POST", change, fields),
            there.ask(address, "POST", change, fields),
        )
        assert (one.status, one.body) == (other.status, other.body), one.text
    # what was kept is not given again
    assert here.ask("/api/players/A").body == there.ask("/api/players/A").body
    assert (
        there.ask("/readyz").status == 200
        and "selo_ledger_events" in there.ask("/metrics").text
    )
    assert there.ask("/api/verify").status == here.ask("/api/verify").status


def test_two_services_on_one_database_see_each_others_events(
    both: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    # whoever is not told finds nothing before the wait is over
    monkeypatch.setattr(ledger_state, "LISTEN_SECONDS", 60)
    _, there = both
    with served(there.settings.ledger) as second:
        second.always |= there.always
        head = second.ask("/api/log").value["events"][0]["seq"]
        assert second.ask("/api/players/N").status == 404
        with ThreadPoolExecutor(1) as clients:
            started = time.monotonic()
            waiting = clients.submit(second.ask, f"/api/events?after={head}&wait=25")
            until(lambda: "\nselo_waits 1.0\n" in second.ask("/metrics").text)
            new = json.dumps(player("N", name="Nina")).encode()
            assert (
                there.ask(
                    "/api/documents", "POST", new, {"Content-Type": "application/json"}
                ).status
                == 201
            )
            assert waiting.result().value["events"]
            assert time.monotonic() - started < 25, (
                "found when the wait was over, and not told"
            )
        assert second.ask("/api/players/N").status == 200


def test_what_the_service_keeps_is_beside_the_ledger(
    server: Server, club_ledger: Path
) -> None:
    ledger = server.address()
    copy_ledger(str(club_ledger), ledger)
    assert (
        drafts(ledger).rows == ()
        and tokens(ledger).rows == ()
        and notices(ledger).rows == ()
    )
    first = keep_draft(ledger, "a.jsonl", b"{}", None, "a note", "key", "aino", NOW)
    assert (
        keep_draft(ledger, "a.jsonl", b"{}", None, "a note", "key", "aino", NOW)
        == first
    )
    second = keep_draft(ledger, "b.jsonl", b"[]", b"{}", None, None, "aino", NOW)
    assert (first.number, second.number) == (1, 2)
    settle(ledger, 2, "dropped", (), "bea", NOW)
    assert [(row.number, row.state, row.bytes) for row in drafts(ledger).rows] == [
        (1, "waiting", 2),
        (2, "dropped", 0),
    ]
    made = token(ledger, Role.OFFICER, "aino")
    assert made and [row.name for row in tokens(ledger).rows] == ["aino"]
    link = new_link(ledger, "http://x", "aino", Role.OFFICER, "tester", NOW)
    opened = open_session(ledger, link.url.split("/")[-1], NOW)
    assert opened is not None and who_has(ledger, opened[0], NOW) is not None
    end_session(ledger, sessions(ledger, NOW).rows[0].id, "tester", NOW)
    assert who_has(ledger, opened[0], NOW) is None
    assert [notice.number for notice in notices(ledger).rows] == [4, 3, 2, 1]
    selo = Selo(Path("."))
    selo.address = ledger
    assert selo.answer("verify")[1]["problems"] == []  # and no part of the ledger


def test_who_asks_costs_the_server_no_new_connection(
    both: tuple[Served, Served], server: Server
) -> None:
    _, there = both
    ledger, opened = there.settings.ledger, list[str]()
    connect = postgres.connect

    def counted(*given: Any, **named: Any) -> ServerConnection:
        opened.append(named["schema"])
        connection: ServerConnection = connect(*given, **named)
        return connection

    assert there.ask("/api/drafts").status == 200
    with patch.object(postgres, "connect", counted):
        for number in range(10):
            assert there.ask("/api/drafts").status == 200
            wrong = bearer(f"selo_{number}")
            assert there.ask("/api/drafts", fields=wrong).status == 401
        most = len(opened)
        assert most <= 4, opened  # of the threads that look at once
        # the server, or what stands before it, may end them at any time
        for connection in on_server._resting[ledger]:
            with server.connect(ledger) as other:
                other.execute(
                    f"SELECT pg_terminate_backend({connection.raw.info.backend_pid})".encode()
                )
        assert there.ask("/api/drafts").status == 200
        assert len(opened) > most
    resting = list(on_server._resting[ledger])
    on_server.release(ledger)
    assert resting and all(connection.raw.closed for connection in resting)
    # nobody holds them: each closes its own
    assert drafts(ledger).rows == () and ledger not in on_server._resting


def test_a_service_goes_on_when_its_server_was_started_again(club_ledger: Path) -> None:
    server = Server()
    try:
        ledger = server.address()
        copy_ledger(str(club_ledger), ledger)
        with served(ledger) as running:
            running.always |= bearer(token(ledger, Role.ADMIN, "aino"))
            assert running.ask("/api/players/A").status == 200
            server.kill()
            down = running.ask("/api/players/A")
            assert down.status == 503 and "retry-after" in down.fields, down.text
            server.start()
            assert running.ask("/api/players/A").status == 200
    finally:
        server.stop()


def test_whoever_may_only_read_is_answered(
    server: Server, club_ledger: Path, tmp_path: Path
) -> None:
    """As on a replica: that a token was used cannot be noted, and nobody waits for
    that.
    """
    selo = server.put(Selo(tmp_path, club_ledger))
    officer = bearer(token(selo.ledger, Role.ADMIN, "aino"))
    schema = selo.ledger.rpartition("=")[2]
    with server.connect(selo.ledger) as connection:
        connection.execute("CREATE ROLE visitor LOGIN")
        for name in (schema, f"{schema}_service"):
            connection.execute(f"GRANT USAGE ON SCHEMA {name} TO visitor".encode())
            connection.execute(
                f"GRANT SELECT ON ALL TABLES IN SCHEMA {name} TO visitor".encode()
            )
    visitor = Selo(tmp_path)
    visitor.address = selo.ledger.replace("//selo@", "//visitor@")
    document = json.dumps(player("N")).encode()
    with served(visitor.ledger) as running:
        assert running.ask("/api/players/A/file", fields=officer).status == 200
        assert running.ask("/api/drafts", fields=officer).value["rows"] == []
        assert running.ask("/api/players/A/file").codes == ["token"]
        refused = running.ask(
            "/api/documents",
            "POST",
            document,
            {**officer, "Content-Type": "application/json"},
        )
        assert refused.status == 503 and refused.codes == ["read-only"]
    with server.connect(selo.ledger) as connection:
        connection.execute("UPDATE projected SET version = 0")
    [problem] = visitor.refused("show", "A")
    assert (
        problem["code"] == "read-only"
        and "made again" in problem["message"]
        and "that may write" in problem["hint"]
    )
    selo.done("show", "A")
    visitor.done("show", "A")


def test_two_who_keep_the_first_thing_at_once_both_do(
    server: Server, club_ledger: Path, tmp_path: Path
) -> None:
    """The second waits for the schema that the first makes, and has looked for it
    before.
    """
    there = server.address()
    copy_ledger(Selo(tmp_path, club_ledger).ledger, there)
    first, second = (on_server.open_connection(there) for _ in range(2))
    with closing(first), closing(second), ThreadPoolExecutor(1) as other:
        assert second.raw.execute("SELECT current_schema()").fetchone() == (None,)
        waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        with postgres.transaction(first):
            postgres.make_schema(first)
            made = other.submit(
                on_server._make,
                second,
                ("CREATE TABLE service (version INTEGER NOT NULL)",),
            )
            until(lambda: first.raw.execute(waiting).fetchone() is not None)
        made.result()


def test_nothing_is_kept_where_there_is_no_ledger(server: Server) -> None:
    there = server.address()
    for asked in (lambda: drafts(there), lambda: token(there)):
        with pytest.raises(NotFound, match="there is no ledger at"):
            asked()


def test_an_erasure_says_what_it_cannot_reach(
    server: Server, club_ledger: Path, tmp_path: Path
) -> None:
    selo = server.put(Selo(tmp_path, club_ledger))
    done = selo.ask("player", "erase", "A", "--reason", "asked for it")
    assert any("backups" in warning["message"] for warning in done["warnings"]), done
    assert selo.ask("show", "A")["player"]["name"] is None
    assert selo.answer("verify")[1]["problems"] == []
    with server.connect(selo.ledger) as connection:
        names = connection.execute("SELECT name FROM person").fetchall()
    assert ("Anna",) not in names and len(names) == 3


def test_the_planner_forgets_whoever_is_erased(
    server: Server, club_ledger: Path, tmp_path: Path
) -> None:
    """The server keeps values of each column for its planner, also of a table that is
    empty afterwards: an earlier name of the only one who has any.
    """
    selo = server.put(Selo(tmp_path, club_ledger))
    name, sex = {"name": "Erstwhile, Anna", "change": True}, {"sex": "f"}
    selo.submit({"kind": "player", "player": "A", **name, **sex})
    selo.submit({"kind": "player", "player": "A", "name": "Now, Anna", "change": True})
    # of this ledger alone: other tests have theirs in the same database
    kept = (
        "SELECT starelid::regclass::text, s::text FROM pg_statistic AS s"
        " JOIN pg_class AS c ON c.oid = starelid"
        " WHERE c.relnamespace = current_schema()::regnamespace"
    )
    with server.connect(selo.ledger) as connection:
        connection.execute("ANALYZE")
        before = connection.execute(kept).fetchall()
        there = {table for table, row in before if "Anna" in row}
        assert there == {"person", "former_name"}  # the control
        selo.done("player", "erase", "A", "--reason", "asked for it")
        left = [row for row in connection.execute(kept) if "Anna" in row[1]]
    assert left == []
    assert selo.answer("verify")[1]["problems"] == []


def test_whoever_follows_by_command_is_woken(
    server: Server, club_ledger: Path, tmp_path: Path
) -> None:
    selo = server.put(Selo(tmp_path, club_ledger))
    with closing(News(selo.ledger)) as news:
        selo.submit(player("N", name="Nina"))
        assert news.wait(0.1, listen=60), "nobody told"
    assert selo.ask("log", "follow", "--after", "1", "--limit", "2")["last"] == 3


def test_a_preview_gives_way_to_whoever_books(
    both: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs the lock of the ledger, and may take minutes; it is tried again, and
    nobody sees that it was ended.
    """
    _, there = both
    fields = {"Content-Type": "application/jsonl"}
    many = b"\n".join(
        json.dumps(player(f"M{number}")).encode() for number in range(400)
    )
    tries = list[str]()

    def tried(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        tries.append(work.__name__)
        return run_in_sandbox(work, *given, **named)

    monkeypatch.setattr(trying, "run_in_sandbox", tried)
    with ThreadPoolExecutor(1) as pool:
        shown = pool.submit(
            there.ask, "/api/documents?dry_run=true", "POST", many, fields
        )
        until(lambda: is_previewing(there.settings.ledger) or shown.done())
        # without it this waits for the whole of the preview, which is tried once then
        assert (
            there.ask(
                "/api/documents", "POST", json.dumps(player("N1")).encode(), fields
            ).status
            == 201
        )
        preview = shown.result()
    assert preview.status == 200 and len(preview.value["recorded"]) == 400
    assert len(tries) > 1 and set(tries) == {"_documents_in_sandbox"}
    assert [there.ask(f"/api/players/{name}").status for name in ("M1", "N1")] == [
        404,
        200,
    ]


def is_previewing(ledger: str) -> bool:
    """Tell whether a preview has said what it is, and goes on to take the lock."""
    with snapshot(ledger) as connection:
        on_server = cast(ServerConnection, connection)
        asked = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1"
        return (
            on_server.raw.execute(asked, (logs._sign_of(on_server)[0],)).fetchone()
            is not None
        )


def test_in_whatever_order_they_come_it_is_the_preview_that_ends(
    both: tuple[Served, Served],
) -> None:
    ledger = both[1].settings.ledger
    with (
        pytest.raises(LedgerUnusable) as ended,
        Store(ledger, gives_way=True) as one,
        one.writing() as previewing,
    ):
        # while the preview goes on for longer than anybody waits
        with Store(ledger) as other, other.writing():
            pass
        previewing.connection.execute("SELECT 1")
    assert ended.value.problems[0].code == "connection-lost"
    # one that was named after they were looked for, and is faster than whoever books
    with snapshot(ledger) as connection:
        _, number = logs._sign_of(cast(ServerConnection, connection))
        cast(ServerConnection, connection).raw.execute(logs._BOOKING, (number,))
        with pytest.raises(Busy), Store(ledger, gives_way=True) as one, one.writing():
            pass
    with Store(ledger, gives_way=True) as one, one.writing():
        pass
