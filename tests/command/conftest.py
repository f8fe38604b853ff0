"""The ledger of the story, made once and copied."""

from pathlib import Path

import pytest

from tests.command.story import LAST, begun
from tests.world.command import Selo
from tests.world.server import Put


@pytest.fixture(scope="session")
def story_ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    selo = Selo(tmp_path_factory.mktemp("story"))
    begun(selo, "story.db")
    assert selo.events() == LAST
    return selo.path


@pytest.fixture
def story(tmp_path: Path, story_ledger: Path, put: Put) -> Selo:
    return put(Selo(tmp_path, story_ledger, "story.db"))
