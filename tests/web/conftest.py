"""A service for the demo's ledger that all read-only tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from audit.checkpoint import checkpoint
from audit.signing import new_key
from cli.options import key_files
from tests.features import keep_beside
from tests.web.serving import NOW, Served, served
from tests.world.command import Selo
from tests.world.ledger import demo_ledger, submitted
from tests.world.server import Put
from web.store.roles import Role
from web.store.tokens import new_token


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory, put_once: Put) -> Selo:
    """The demo's ledger with a published list and a signed checkpoint. To be read, not
    written to.
    """
    return with_a_list(tmp_path_factory.mktemp("published"), put_once)


def with_a_list(folder: Path, put: Put) -> Selo:
    """Such a ledger of one's own."""
    path = folder / "demo.db"
    demo_ledger(path)
    frozen = {
        "kind": "publish",
        "list": "selo",
        "label": "2024-07",
        "as_of": "2024-07-01",
    }
    submitted(path, frozen, now="2026-01-15T12:00:00.000000Z")
    new_key(str(folder / "selo.key"))
    checkpoint(str(path), str(folder / "selo.key"))
    there = put(Selo(folder, name=path.name, today=NOW))
    keep_beside(there.ledger, NOW)
    return there


@pytest.fixture(scope="session")
def published_ledger(published: Selo) -> str:
    return published.ledger


@pytest.fixture(scope="session")
def service(published_ledger: str) -> Iterator[Served]:
    """Asked by an admin, so that no question is closed."""
    with served(published_ledger, keys=key_files()) as running:
        text = new_token(
            published_ledger, "aino", Role.ADMIN, None, "tester", NOW
        ).token
        running.always["Authorization"] = f"Bearer {text}"
        yield running
