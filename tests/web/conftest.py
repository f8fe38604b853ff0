"""A service for the demo's ledger that all read-only tests share."""

from collections.abc import Iterator

import pytest

from audit.checkpoint import checkpoint
from audit.signing import new_key
from cli.demo.walk import build
from cli.options import key_files
from tests.web.serving import NOW, Served, served
from tests.world.command import Selo
from tests.world.ledger import submitted
from tests.world.server import Put
from web.kept.tokens import Role, new_token


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory, put_once: Put) -> Selo:
    """The demo's ledger with a published list and a signed checkpoint. To be read, not written to."""
    folder = tmp_path_factory.mktemp("published")
    path = folder / "demo.db"
    build(str(path))
    frozen = {"kind": "publish", "list": "selo", "label": "2024-07", "as_of": "2024-07-01"}
    submitted(path, frozen, now="2026-01-15T12:00:00.000000Z")
    new_key(str(folder / "selo.key"))
    checkpoint(str(path), str(folder / "selo.key"))
    return put_once(Selo(folder, name=path.name, today=NOW))


@pytest.fixture(scope="session")
def published_ledger(published: Selo) -> str:
    return published.ledger


@pytest.fixture(scope="session")
def service(published_ledger: str) -> Iterator[Served]:
    """Asked by an admin, so that no question is closed."""
    with served(published_ledger, keys=key_files()) as running:
        text = new_token(published_ledger, "aino", Role.ADMIN, None, "tester", NOW).token
        running.always["Authorization"] = f"Bearer {text}"
        yield running
