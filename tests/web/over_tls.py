"""Asking over TLS what stands in front of a service on this machine."""

import http.client
import ssl
from pathlib import Path

NAME = "ratings.example.org"


def tls_of(certificate: Path) -> ssl.SSLContext:
    """What trusts this certificate alone."""
    return ssl.create_default_context(cafile=str(certificate))


class OverTls(http.client.HTTPConnection):
    """A connection to this machine that asks for a certificate of the service's
    name.
    """

    def __init__(
        self, port: int, tls: ssl.SSLContext, source: str = "127.0.0.1"
    ) -> None:
        super().__init__("127.0.0.1", port, timeout=120, source_address=(source, 0))
        self._tls = tls

    def connect(self) -> None:
        super().connect()
        self.sock = self._tls.wrap_socket(self.sock, server_hostname=NAME)
