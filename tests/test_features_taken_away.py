"""Each feature taken away by itself, and all of them: types, the demo, and the tests of
what is left.
"""

from pathlib import Path

import pytest

from features import NAMES
from tests.world.without import copy_without, ran

# what would see that something of a feature was left behind
NEAREST = (
    "tests/test_rooms.py",
    "tests/test_codes.py",
    "tests/test_words.py",
    "tests/test_messages.py",
    "tests/test_packaging.py",
    "tests/test_docs_links.py",
    "tests/test_docs_reference.py",
    "tests/test_bench_walk.py::test_nothing_that_can_be_asked_is_left_out",
    "tests/web/pages/test_words.py",
)


def rewritten(tree: Path) -> Path:
    """What is made of the code is made again, as after any change."""
    ran(tree, "tools.words")
    ran(tree, "tools.make_reference")
    return tree


@pytest.mark.parametrize("name", NAMES)
def test_a_feature_is_taken_away(name: str, tmp_path: Path) -> None:
    tree = rewritten(copy_without([name], tmp_path / "source"))
    assert f"  {name} " not in ran(tree, "cli.main", "--help")
    ran(tree, "cli.main", "demo")
    assert "no issues found" in ran(tree, "mypy")
    ran(tree, "pytest", "-q", *NEAREST)


@pytest.mark.torture
def test_every_test_of_the_core_passes_without_any(tmp_path: Path) -> None:
    """All that `make test` has, and the console blocks of the pages."""
    tree = rewritten(copy_without(NAMES, tmp_path / "source"))
    assert "no issues found" in ran(tree, "mypy")
    ran(tree, "pytest", "-q", "-n", "2", "--dist", "worksteal")
    ran(tree, "pytest", "-q", "tests/test_docs_console.py")
