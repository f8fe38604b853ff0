"""One throw-away server for all tests of a process."""

from collections.abc import Iterator

import pytest

from tests.server.throwaway import NONE, Server, programs


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    if programs() is None:
        pytest.skip(NONE)
    server = Server()
    yield server
    server.stop()
