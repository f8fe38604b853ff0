"""What the service is started with stands on the line, in the environment, or in the
table [serve] of selo.toml beside the ledger; the first of them that says it wins.
"""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket
from typing import NamedTuple

import pytest

import web.running
from desk.service_defaults import ServiceDefaults
from tests.doc_shell import DOCS
from tests.web.test_processes import ask, serving
from tests.world.command import Selo
from web import Settings


class Started(NamedTuple):
    host: str
    port: int
    workers: int
    settings: Settings


@pytest.fixture(autouse=True)
def in_its_folder(club: Selo, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command runs in the folder of the ledger: selo.toml of a ledger on a server
    stands where the command is run.
    """
    monkeypatch.chdir(club.folder)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Started]:
    """Starts of the service, none of which listens."""
    starts: list[Started] = []
    bound: list[tuple[str, int]] = []

    @contextmanager
    def bind(host: str, port: int) -> Iterator[socket]:
        bound.append((host, port))
        with socket() as listening:
            listening.bind(("127.0.0.1", 0))
            yield listening

    def serve(settings: Settings, listening: socket, workers: int) -> None:
        starts.append(Started(*bound[-1], workers, settings))

    monkeypatch.setattr(web.running, "bind", bind)
    monkeypatch.setattr(web.running, "serve", serve)
    return starts


def state(club: Selo, text: str) -> None:
    club.folder.joinpath("selo.toml").write_text(text, "utf-8")


IN_THE_FILE = """
[serve]
host = "127.0.0.2"
port = 8001
workers = 2
four_eyes = ["publish", "moves=20"]
behind_proxy = ["127.0.0.1", "10.1.0.0/16"]
cache_mb = 32
memory_mb = 256
office = "ratings@example.org"
backups = "/srv/backups"
base_path = "/ratings"
"""


def test_the_file_states_every_option(club: Selo, started: list[Started]) -> None:
    state(club, IN_THE_FILE)
    club.done("serve")
    [start] = started
    assert start[:3] == ("127.0.0.2", 8001, 2)
    assert start.settings.four_eyes == {"publish", "moves=20"}
    assert start.settings.trusted_proxies == ("127.0.0.1", "10.1.0.0/16")
    assert start.settings.cache_bytes == 32 * 2**20
    assert start.settings.memory_bytes == 256 * 2**20
    assert start.settings.office == "ratings@example.org"
    assert start.settings.backups == "/srv/backups"
    assert start.settings.base_path == "/ratings"


def test_the_environment_states_every_option(
    club: Selo, started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    state(club, IN_THE_FILE)
    for name, value in {
        "HOST": "127.0.0.3",
        "PORT": "8002",
        "WORKERS": "3",
        "FOUR_EYES": "games days=365",
        "BEHIND_PROXY": "192.0.2.1 192.0.2.2",
        "CACHE_MB": "0",
        "MEMORY_MB": "300",
        "OFFICE": "by post",
        "BACKUPS": "/srv/elsewhere",
        "BASE_PATH": "/elsewhere",
    }.items():
        monkeypatch.setenv(f"SELO_SERVE_{name}", value)
    club.done("serve")
    [start] = started
    assert start[:3] == ("127.0.0.3", 8002, 3)
    assert start.settings.four_eyes == {"games", "days=365"}
    assert start.settings.trusted_proxies == ("192.0.2.1", "192.0.2.2")
    assert start.settings.cache_bytes == 0
    assert start.settings.memory_bytes == 300 * 2**20
    assert start.settings.office == "by post"
    assert start.settings.backups == "/srv/elsewhere"
    assert start.settings.base_path == "/elsewhere"


def test_the_line_wins_over_the_environment_and_that_over_the_file(
    club: Selo, started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    state(club, IN_THE_FILE)
    monkeypatch.setenv("SELO_SERVE_PORT", "8002")
    monkeypatch.setenv("SELO_SERVE_WORKERS", "3")
    club.done("serve", "--port", "8003", "--four-eyes", "amend")
    [start] = started
    assert start[:3] == ("127.0.0.2", 8003, 3)
    assert start.settings.four_eyes == {"amend"}


def test_the_link_to_log_in_leads_to_where_the_service_listens(
    club: Selo, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("access", "login", "--role", "officer", "--name", "aino")
    state(club, '[serve]\nport = 8001\nbase_path = "/ratings"\n')
    assert club.ask(*words)["url"].startswith("http://127.0.0.1:8001/ratings/")
    monkeypatch.setenv("SELO_SERVE_PORT", "8002")
    monkeypatch.setenv("SELO_SERVE_BASE_PATH", "/elsewhere/")
    assert club.ask(*words)["url"].startswith("http://127.0.0.1:8002/elsewhere/")
    assert "/elsewhere//" not in club.ask(*words)["url"]


def test_an_address_of_ipv6_is_in_brackets(club: Selo, started: list[Started]) -> None:
    ran = club.run("serve", "--host", "::1")
    assert started[0].host == "::1" and "at http://[::1]:" in ran.out + ran.err


def test_where_nobody_says_anything(club: Selo, started: list[Started]) -> None:
    club.done("serve")
    [start] = started
    assert start[:3] == ("127.0.0.1", 8000, 1)
    assert start.settings.cache_bytes == 16 * 2**20
    assert start.settings.memory_bytes == 0
    assert start.settings.four_eyes == frozenset()
    assert start.settings.signing_key == ""


@pytest.mark.in_a_file("selo.toml stands beside it")
def test_a_key_is_sought_beside_the_file(
    club: Selo, started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = club.folder / "office.key"
    club.done("proof", "new-key", str(key))
    # signing is another story: tests/web/test_witness.py
    monkeypatch.setattr("audit.checkpoint.keep_signed", lambda *_: None)
    state(club, '[serve]\nkey = "office.key"\n')
    monkeypatch.chdir("/")
    club.done("serve")
    [start] = started
    assert start.settings.signing_key == str(key)


@pytest.mark.in_a_file("selo.toml stands beside it")
def test_the_backups_are_sought_beside_the_file(
    club: Selo, started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    state(club, '[serve]\nbackups = "saved"\n')
    monkeypatch.chdir("/")
    club.done("serve")
    [start] = started
    assert start.settings.backups == str(club.folder / "saved")


def test_a_key_that_is_none_is_refused_before_anything_is_served(
    club: Selo, started: list[Started]
) -> None:
    club.folder.joinpath("no.key").write_text("not a key", "utf-8")
    for key in ("no.key", "missing.key"):
        refused = club.run("serve", "--key", str(club.folder / key))
        assert refused.code in (1, 2)
        assert key in refused.err
        assert "serving" not in refused.out + refused.err
    assert started == []


def test_all_that_is_wrong_in_the_file_is_said_at_once(
    club: Selo, started: list[Started]
) -> None:
    state(
        club,
        '[serve]\nport = 65536\nworkrs = 2\nfour_eyes = "publish"\noffice = 3\n',
    )
    refusal = club.run("serve")
    assert refusal.code == 1
    lines = refusal.err.splitlines()
    assert len(lines) == 4
    assert all("selo.toml: " in line for line in lines)
    said = {line.split("(")[1].split(")")[0]: line for line in lines}
    assert said.keys() == {
        "serve.port",
        "serve.workrs",
        "serve.four_eyes",
        "serve.office",
    }
    assert "from 0 to 65535" in said["serve.port"]
    assert "did you mean 'workers'?" in said["serve.workrs"]
    # help needs no file
    assert "--workers" in club.done("serve", "--help")
    assert started == []


def test_a_wrong_value_in_the_environment_names_its_variable(
    club: Selo, started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SELO_SERVE_PORT", "65536")
    assert "SELO_SERVE_PORT" in club.run("serve").err
    assert started == []


@pytest.mark.parametrize(
    ("variable", "meant"),
    [("SELO_SERVE_PROT", "SELO_SERVE_PORT?"), ("SELO_SERVE_XYZ", "SELO_SERVE_HOST, ")],
)
def test_a_variable_that_is_no_setting_is_no_silence(
    club: Selo,
    started: list[Started],
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    meant: str,
) -> None:
    monkeypatch.setenv(variable, "1")
    refusal = club.run("serve")
    assert refusal.code == 1
    assert variable in refusal.err and meant in refusal.err
    assert started == []


@pytest.mark.parametrize("proxy", ["localhost", "127.0.0.1:8000", "10.1.0.1/16"])
def test_a_proxy_that_nobody_can_come_from_is_refused(
    club: Selo, started: list[Started], proxy: str
) -> None:
    state(club, f'[serve]\nbehind_proxy = ["{proxy}"]\n')
    refusal = club.run("serve")
    assert refusal.code == 2
    assert f"'{proxy}'" in refusal.err and "172.31.250.0/24" in refusal.err
    assert started == []


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"[serve\n", "[serve] and [mail]"),
        (b"\xff\xfe", "UTF-8"),
        (b"[server]\n", "[serve] and [mail]"),
        (b'[serve]\nbehind_proxy = "127.0.0.1"\n', 'in brackets: ["127.0.0.1"]'),
    ],
)
def test_a_file_that_is_wrong_is_told_of_with_what_to_do(
    club: Selo, started: list[Started], content: bytes, sentence: str
) -> None:
    club.folder.joinpath("selo.toml").write_bytes(content)
    refusal = club.run("serve")
    assert refusal.code == 1
    assert "selo.toml: " in refusal.err and sentence in refusal.err
    assert started == []


def test_a_folder_in_the_place_of_the_file_is_told_of(
    club: Selo, started: list[Started]
) -> None:
    club.folder.joinpath("selo.toml").mkdir()
    refusal = club.run("serve")
    assert refusal.code == 1
    assert "selo.toml cannot be read: is a directory" in refusal.err
    assert "Errno" not in refusal.err
    assert started == []


@pytest.mark.in_a_file("selo.toml stands beside it")
def test_a_service_that_is_configured_by_its_file_alone(club: Selo) -> None:
    state(club, '[serve]\nbase_path = "/ratings"\n')
    with serving(club.ledger) as service:
        reply = ask(service.port, "/ratings/api/lists/selo")
        assert reply.status == 200
        assert json.loads(reply.body)["list"] == "selo"


def test_a_login_link_leads_to_the_service_that_is_stated(club: Selo) -> None:
    """Nobody has to say again at which port it listens; an address that is given
    counts.
    """

    def begins(*options: str) -> str:
        words = ("access", "login", "--role", "officer", "--name", "aino", *options)
        return str(club.ask(*words)["url"]).partition("/login/")[0]

    assert begins() == "http://127.0.0.1:8000"
    state(club, '[serve]\nport = 8765\nbase_path = "/ratings"\n')
    assert begins() == "http://127.0.0.1:8765/ratings"
    assert begins("--url", "https://selo.example") == "https://selo.example"


def test_the_page_on_the_service_has_every_option() -> None:
    page = (DOCS / "how-to/serve.md").read_text("utf-8")
    named = set(re.findall(r"^\| `(--[a-z-]+)", page, re.MULTILINE))
    own = {"--" + name.replace("_", "-") for name in ServiceDefaults.__struct_fields__}
    # the first example has the port
    assert own - named == {"--port"} and named <= own
