"""nginx and Caddy with the very files that people copy, in front of a service. Ports,
folders and certificate are those of the tests.
"""

import datetime as dt
import getpass
import ipaddress
import re
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.web.over_tls import NAME, OverTls, tls_of
from tests.web.serving import Reply, Served
from tests.world.pace import until
from tests.world.ports import kept_port
from tools import machine

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
CERTIFICATE, KEY = "fullchain.pem", "privkey.pem"


class Front:
    """A proxy that runs, over TLS on one port, and on another what leads there."""

    def __init__(self, port: int, plain_port: int, folder: Path) -> None:
        self.port, self.plain_port, self.folder = port, plain_port, folder
        self.tls = tls_of(folder / CERTIFICATE)

    def connection(self, source: str = "127.0.0.1") -> OverTls:
        return OverTls(self.port, self.tls, source)

    def ask(
        self,
        address: str,
        method: str = "GET",
        body: bytes | None = None,
        fields: Mapping[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> Reply:
        connection = self.connection(source)
        try:
            connection.request(method, address, body, {"Host": NAME, **(fields or {})})
            return Served.reply(connection)
        finally:
            connection.close()

    def opened(self, text: str, source: str = "127.0.0.1") -> ssl.SSLSocket:
        """A connection on which this was sent, whether it is a request or not."""
        connection = self.connection(source)
        connection.connect()
        connection.sock.sendall(text.encode())
        assert isinstance(connection.sock, ssl.SSLSocket)
        return connection.sock


def certified(folder: Path) -> None:
    """A certificate of the service's name, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    here = ipaddress.ip_address("127.0.0.1")
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(NAME), x509.IPAddress(here)]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption(), serialization.PrivateFormat.PKCS8
    (folder / CERTIFICATE).write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / KEY).write_bytes(
        key.private_bytes(serialization.Encoding.PEM, plain[1], plain[0])
    )


def changed(text: str, changes: Mapping[str, str]) -> str:
    """The text with each of these patterns replaced. A pattern that the text does not
    hold once is a failure.
    """
    for pattern, other in changes.items():
        text, count = re.subn(pattern, lambda _, other=other: other, text)  # type: ignore[misc]
        assert count == 1, f"{pattern} stands there {count} times"
    return text


def program(name: str) -> str:
    """The program; where there is none, the test that asks is skipped."""
    found = machine.proxy(name)
    if found is None:
        pytest.skip(machine.NO_PROXY.format(name=name))
    return found


@contextmanager
def nginx(
    folder: Path,
    service: int,
    changes: Mapping[str, str] | None = None,
    copied: Path = DEPLOY / "nginx.conf",
) -> Iterator[Front]:
    """nginx in front of a service. `copied`: the file that is changed for here."""
    with kept_port() as port, kept_port() as plain_port:
        text = copied.read_text("utf-8")
        text = changed(
            text, {**_nginx_here(folder, service, port, plain_port), **(changes or {})}
        )
        (folder / "nginx.conf").write_text(text, "utf-8")
        words = [
            program("nginx"),
            "-e",
            "stderr",
            "-c",
            str(folder / "nginx.conf"),
            "-g",
            "daemon off;",
        ]
        with _running(words, Front(*_certified(folder, port, plain_port))) as front:
            yield front


def _nginx_here(
    folder: Path, service: int, port: int, plain_port: int
) -> dict[str, str]:
    """What differs on a machine of tests, where nobody but the tests' own user may read
    the folder.
    """
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(
        f"\n    {place}_temp_path {folder}/{place};" for place in places
    )
    return {
        r"user www-data;": f"user {getpass.getuser()};",
        r"pid /run/nginx.pid;": f"pid {folder}/nginx.pid;",
        r"error_log /var/log/nginx/error.log crit;": f"error_log {folder}/errors error;",
        r"(?<=http \{)(?=\n    access_log)": temporary,
        r"/var/lib/nginx/selokirja": f"{folder}/kept",
        r"server 127\.0\.0\.1:8000 max_fails=0;": f"server 127.0.0.1:{service} max_fails=0;",
        r"listen 80 default_server;\n *listen \[::\]:80 default_server;": f"listen 127.0.0.1:{plain_port};",
        r"listen 443 ssl http2;\n *listen \[::\]:443 ssl http2;": f"listen 127.0.0.1:{port} ssl http2;",
        rf"/etc/letsencrypt/live/{NAME}/{CERTIFICATE}": f"{folder}/{CERTIFICATE}",
        rf"/etc/letsencrypt/live/{NAME}/{KEY}": f"{folder}/{KEY}",
    }


@contextmanager
def caddy(
    folder: Path,
    service: int,
    changes: Mapping[str, str] | None = None,
    copied: Path = DEPLOY / "Caddyfile",
) -> Iterator[Front]:
    """Caddy in front of a service. `copied`: the file that is changed for here."""
    with kept_port() as port, kept_port() as plain_port:
        text = copied.read_text("utf-8")
        text = changed(
            text, {**_caddy_here(folder, service, port, plain_port), **(changes or {})}
        )
        (folder / "Caddyfile").write_text(text, "utf-8")
        words = [
            program("caddy"),
            "run",
            "--config",
            str(folder / "Caddyfile"),
            "--adapter",
            "caddyfile",
        ]
        with _running(words, Front(*_certified(folder, port, plain_port))) as front:
            yield front


def _caddy_here(
    folder: Path, service: int, port: int, plain_port: int
) -> dict[str, str]:
    certificate = f"bind 127.0.0.1\n\ttls {folder}/{CERTIFICATE} {folder}/{KEY}"
    return {
        r"(?<=\n\{)(?=\n\tservers)": f"\n\tadmin off\n\thttp_port {plain_port}\n\tskip_install_trust",
        rf"\n\{{\$SELO_NAME:{NAME}\}} \{{": f"\nhttps://{NAME}:{port} {{\n\t{certificate}",
        r"\{\$SELO_SERVICE:127\.0\.0\.1:8000\}": f"127.0.0.1:{service}",
    }


def _certified(folder: Path, port: int, plain_port: int) -> tuple[int, int, Path]:
    certified(folder)
    return port, plain_port, folder


@contextmanager
def _running(words: list[str], front: Front) -> Iterator[Front]:
    own = {
        "HOME": str(front.folder),
        "XDG_DATA_HOME": str(front.folder),
        "XDG_CONFIG_HOME": str(front.folder),
    }
    lines = front.folder / "lines"
    with lines.open("wb") as written:
        process = subprocess.Popen(
            words, stdout=written, stderr=written, cwd=front.folder, env=own
        )

    def answers() -> bool:
        assert process.poll() is None, (
            f"the proxy did not start: {lines.read_text('utf-8')}"
        )
        with socket.socket() as client:
            return client.connect_ex(("127.0.0.1", front.port)) == 0

    try:
        until(answers)
        yield front
    finally:
        process.terminate()
        process.wait(timeout=60)
