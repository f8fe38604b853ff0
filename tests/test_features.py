"""A feature is taken away by deleting its folder, its tests and its line: the core is
whole without it.

Here all of them go at once, and the program starts, builds its demo and knows no more
of them. In the long suite each goes by itself (test_features_taken_away.py).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from features import FEATURES, NAMES
from features.feature import READERS, imported
from ledger.kinds import feature_of
from tests.features import asked_of_features
from tests.rooms import imports, modules, name_of
from tests.world.command import Selo
from tests.world.without import ROOT, copy_without, ran

EVERY_MODULE = """\
import importlib, pkgutil, sys
rooms = sys.argv[1:]
for room in rooms:
    for found in pkgutil.walk_packages([room], f"{room}."):
        if not found.name.startswith("audit.standalone."):
            importlib.import_module(found.name)
"""


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source without any feature."""
    return copy_without(NAMES, tmp_path_factory.mktemp("core") / "source")


def test_the_list_names_the_folders_that_there_are() -> None:
    folders = {path.parent.name for path in ROOT.glob("features/*/__init__.py")}
    assert folders == set(NAMES) and len(NAMES) == len(FEATURES)
    assert [feature.name for feature in FEATURES] == list(NAMES)


def test_without_features_the_program_starts_and_builds_its_demo(
    core: Path, tmp_path: Path
) -> None:
    shown = ran(core, "cli.main", "--help")
    commands = [row.name for feature in FEATURES for row in feature.commands]
    assert [name for name in commands if f"  {name} " in shown] == []
    ledger = str(tmp_path / "demo.db")
    ran(core, "cli.main", "demo", "--keep", ledger)
    answer = json.loads(
        ran(core, "cli.main", "--ledger", ledger, "show", "F033", "--json")
    )
    assert answer["player"]["id"] == "F033"
    for name in commands:
        refused = ran(core, "cli.main", "--ledger", ledger, name, code=2)
        assert f"No such command '{name}'" in refused


def test_without_features_every_module_is_imported(core: Path) -> None:
    (core / "every_module.py").write_text(EVERY_MODULE, "utf-8")
    ran(core, "every_module", *sorted({path.parent.name for path in rooms_of(core)}))


def rooms_of(tree: Path) -> list[Path]:
    return sorted(tree.glob("*/py.typed"))


def test_every_event_of_a_feature_is_known_to_be_its_own() -> None:
    """By its topic, also where the feature is not installed."""
    for feature in FEATURES:
        for kind in feature.kinds:
            assert feature_of(imported(kind.event).topic) == feature.name
        assert feature.readers.keys() <= READERS.keys()


@pytest.mark.features("calendar")
@pytest.mark.in_a_file("another program reads it")
def test_without_features_their_events_are_named_and_the_rest_is_answered(
    core: Path, club: Selo
) -> None:
    documents = {
        kind: accepted[0]
        for asked in asked_of_features()
        for kind, accepted in asked.accepted.items()
    }
    assert documents, "no feature has a kind of document"
    before = club.ask("list", "selo")["rows"]
    club.submit(*documents.values())

    def asked_of_core(*words: str, code: int = 0) -> Any:
        line = ("--ledger", club.ledger, *words, "--json")
        return json.loads(ran(core, "cli.main", *line, code=code))

    said = [row["text"] for row in asked_of_core("log")["events"]]
    for feature in FEATURES:
        sentence = f"it needs the feature {feature.name}, which is not installed"
        assert sum(sentence in text for text in said) == len(feature.kinds)
    assert asked_of_core("list", "selo")["rows"] == before
    verified = club.run("verify", "--json")
    ours = json.loads(verified.out)["status"]
    assert asked_of_core("verify", code=verified.code)["status"] == ours != "altered"
    refused = asked_of_core("export", "ledger", code=1)
    assert [one["code"] for one in refused["problems"]] == ["needs-feature"]


def test_without_features_nothing_names_them(core: Path) -> None:
    gone = tuple(f"features.{name}" for name in NAMES)
    for path in modules(core):
        named = [module for module, _ in imports(path) if f"{module}.".startswith(gone)]
        assert named == [], name_of(path, core)
