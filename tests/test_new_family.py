"""A family of rules is added by its own file and its line: the page
docs/how-to/add-an-edition.md followed word for word.

In a copy of the source, the commands of the page make a family that is like another
one; everything that can be asked of its list must then be answered as of that one's
(walk_of_a_family.py).
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rulebooks import LISTS
from tests.doc_shell import ROOT
from tests.rooms import ROOMS

PAGE = ROOT / "docs/how-to/add-an-edition.md"
PASSING = {
    "seq",
    "known_seq",
    "known_from",
    "recorded_at",
    "basis",
    "size",
    "root",
    "sha256",
    "as_known",
}


def copy_of_the_source(folder: Path) -> Path:
    """The rooms as somebody has them who writes a family, with what is compiled of
    them.
    """
    for room in ROOMS:
        shutil.copytree(ROOT / room, folder / room)
    return folder


def ran(tree: Path, *arguments: str) -> str:
    """What the program of the copy prints; the tests themselves are these."""
    environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=tree,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def as_the_page_says(tree: Path) -> None:
    """The commands of the page's section, in the folder of the source."""
    section = (
        PAGE.read_text("utf-8")
        .partition("## Another family of rules\n")[2]
        .partition("\n## ")[0]
    )
    [block] = re.findall(r"```text\n(.*?)```", section, re.DOTALL)
    for line in block.splitlines():
        if line.startswith("selo "):
            assert "elo-xyz" in ran(tree, "cli.main", *line.split()[1:])
        else:
            subprocess.run(line, shell=True, cwd=tree, check=True)


def listed(tree: Path, line: str) -> None:
    """Put a line behind those of all families."""
    path = tree / "rulebooks/families.py"
    before = path.read_text("utf-8")
    after = re.sub(r'(    Listed\("rulebooks.glicko".*\n)', rf"\1    {line}\n", before)
    assert after != before
    path.write_text(after, "utf-8")


def as_a_folder(tree: Path) -> None:
    """A larger family is copied the same way, file by file."""
    listed(tree, 'Listed("rulebooks.xyz", ("elo-xyz",), reads_day=True),')
    copied = tree / "rulebooks/xyz"
    shutil.copytree(
        tree / "rulebooks/norway", copied, ignore=shutil.ignore_patterns("__pycache__")
    )
    for path in copied.rglob("*.py"):
        text = path.read_text("utf-8").replace("rulebooks.norway", "rulebooks.xyz")
        path.write_text(
            text.replace('"elo-no"', '"elo-xyz"').replace('"no"', '"xyz"'), "utf-8"
        )


def alike(value: Any, name: str, edition: str) -> Any:
    """An answer about one list with the names of another, without what two lists of one
    ledger never share.
    """
    if isinstance(value, dict):
        kept = {key: each for key, each in value.items() if key not in PASSING}
        return {
            alike(key, name, edition): alike(each, name, edition)
            for key, each in kept.items()
        }
    if isinstance(value, list):
        return [alike(each, name, edition) for each in value]
    return (
        re.sub(r"\bxyz\b", edition, value.replace("elo-xyz", name))
        if isinstance(value, str)
        else value
    )


class Told(NamedTuple):
    """What a walk through a copy with one family more answered; `like`: the list that
    the new one is a copy of.
    """

    like: str
    edition: str
    value: dict[str, Any]

    def of(self, name: str) -> dict[str, Any]:
        """Each answer about a list, by what was asked; all were given."""
        answers = self.value["answers"][name]
        assert {code for code, _ in answers.values()} == {0}
        return {about: answer for about, (_, answer) in answers.items()}


ADDED: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "module": (as_the_page_says, "elo-psm", "psm"),
    "folder": (as_a_folder, "elo-no", "no"),
}


@pytest.fixture(scope="module", params=list(ADDED))
def told(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Told:
    added, like, edition = ADDED[request.param]
    tree = copy_of_the_source(tmp_path_factory.mktemp("family"))
    added(tree)
    return Told(
        like,
        edition,
        json.loads(
            ran(tree, "tests.walk_of_a_family", "xyz", "elo-xyz", like, edition)
        ),
    )


def test_every_answer_is_that_of_the_same_rules(told: Told) -> None:
    old, new = told.of(told.like), told.of("elo-xyz")
    assert len(new) > 20 and old.keys() == new.keys()
    for about, answer in new.items():
        assert alike(answer, told.like, told.edition) == alike(
            old[about], told.like, told.edition
        ), about
    lists = new["show"]["lists"]
    assert (
        lists["elo-xyz"] == lists[told.like] and lists["elo-xyz"]["rating"] is not None
    )
    assert set(new["tournament"]["games"][0]["lists"]) == {told.like, "elo", "elo-xyz"}
    assert [row["edition"] for row in told.value["rules"]] == ["xyz"]
    assert told.value["again"]["equal"] is True and told.value["verified"] == []


def test_its_doubts_are_asked_for(told: Told) -> None:
    doubts = [
        message.replace(told.like, "elo-xyz")
        for message in told.value["warnings"]
        if told.like in message
    ]
    assert doubts and doubts == [
        message for message in told.value["warnings"] if "elo-xyz" in message
    ]


def test_the_service_has_its_pages(told: Told) -> None:
    pages: dict[str, tuple[int, int]] = told.value["pages"]
    assert (
        len(pages) == 8
        and [
            address
            for address, (status, size) in pages.items()
            if status != 200 or not size
        ]
        == []
    )


def test_it_is_known_wherever_lists_are_named(told: Told) -> None:
    """And an unknown list is refused with its place and the lists there are."""
    [problem] = told.value["unknown"]
    assert problem["code"] == "wrong-value"
    named = problem["message"].rpartition(" is not one of ")[2].split()
    assert set(named) == {*LISTS, "elo-xyz"}
    assert (
        problem["where"]["line"],
        problem["where"]["column"],
        problem["where"]["field"],
    ) == (1, 44, "list")
    schemas = told.value["schemas"]
    named = [
        schemas[f"Document{kind}"]["properties"]["list"]
        for kind in ("Opening", "Ruling", "Publish")
    ]
    assert all("elo-xyz" in each["enum"] for each in named)
    assert "xyz (elo-xyz)" in " ".join(told.value["help"].split())


def test_systems_may_call_their_structs_alike(told: Told) -> None:
    """The description of the API has one kind of entry, with the fields of every
    system; only those of all are sure.
    """
    entry = told.value["schemas"]["ExplainedEntry"]
    assert entry["type"] == "object" and "anyOf" not in entry
    assert entry["properties"].keys() >= {
        "class",
        "k_change",
        "unrated",
        "circle",
        "tournament",
    }
    assert "tournament" in entry["required"] and not {"class", "unrated"} & {
        *entry["required"]
    }


def test_two_families_never_keep_one_list(tmp_path: Path) -> None:
    tree = copy_of_the_source(tmp_path / "tree")
    listed(tree, 'Listed("rulebooks.xyz", ("elo-psm",)),')
    with pytest.raises(
        AssertionError,
        match=r"rulebooks\.xyz and rulebooks\.psm both keep the list elo-psm",
    ):
        ran(tree, "cli.main", "rules")
