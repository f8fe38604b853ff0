"""Each family of rules but Finland's taken away by itself: types, the demo, and the tests
of what is left.
"""

from pathlib import Path

import pytest

from tests.test_families import OTHERS
from tests.test_features_taken_away import rewritten
from tests.world.without import copy_without, ran, without_families

# what would see that something of a family was left behind, or is missed
NEAREST = (
    "tests/rules",
    "tests/families",
    "tests/features/calculators",
    "tests/test_rooms.py",
    "tests/test_codes.py",
    "tests/test_words.py",
    "tests/test_messages.py",
    "tests/test_packaging.py",
    "tests/test_docs_reference.py",
    "tests/proof/test_revised_rules.py",
    "tests/web/pages/test_words.py",
)


def systems_of_init(tree: Path) -> str:
    """The help of `selo init`, where each system names its lists in brackets, without the
    blanks and ends of lines that the help breaks it at.
    """
    return "".join(ran(tree, "cli.main", "init", "--help").split())


@pytest.mark.parametrize("name", OTHERS)
def test_a_family_is_taken_away(name: str, tmp_path: Path) -> None:
    tree = copy_without([], tmp_path / "source")
    rewritten(without_families([name], tree))
    assert f"({name})" not in systems_of_init(tree)
    ran(tree, "cli.main", "demo")
    assert "no issues found" in ran(tree, "mypy")
    ran(tree, "pytest", "-q", *NEAREST)


@pytest.mark.torture
def test_every_test_of_the_core_passes_with_finland_alone(tmp_path: Path) -> None:
    """All that `make test` has."""
    tree = copy_without([], tmp_path / "source")
    rewritten(without_families(OTHERS, tree))
    assert "no issues found" in ran(tree, "mypy")
    ran(tree, "pytest", "-q", "-n", "2", "--dist", "worksteal")
