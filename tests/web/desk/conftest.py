"""A service for a club, and an officer at its desk."""

from collections.abc import Iterator

import pytest

from tests.web.desk.officer import Officer
from tests.web.serving import Served, served
from tests.web.test_writing import AT
from tests.world.command import Selo


@pytest.fixture
def service(club: Selo) -> Iterator[Served]:
    with served(club.ledger, now=lambda: AT) as running:
        yield running


@pytest.fixture
def officer(club: Selo, service: Served) -> Officer:
    return Officer(club, service)
