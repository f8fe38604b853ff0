"""Long stories that are told once."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest

from tests.properties.telling import StoryLedger, ledger_of, long_story

Told = Callable[[int], StoryLedger]


@pytest.fixture(scope="session")
def long_told() -> Iterator[Told]:
    """The ledger of a long story, one for all tests of a process. To be asked, not
    written to.
    """
    with ExitStack() as ledgers:
        yield cache(
            lambda seed: ledgers.enter_context(ledger_of(long_story(seed).documents()))
        )
