"""The demo's federation: made by its tool, wholly in the past, and told in one screen or two."""

import json
import re
from pathlib import Path

import pytest

from tools import make_federation

FOLDER = Path(__file__).parents[1] / "cli" / "demo" / "federation"
DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")


def test_the_federation_is_what_its_tool_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_federation, "FOLDER", tmp_path)
    make_federation.main()
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in FOLDER.iterdir()}


def test_the_story_lies_in_the_past() -> None:
    """A clock in January 2026 may already try everything on it."""
    days = {day for path in FOLDER.iterdir() for day in DAY.findall(path.read_text("utf-8"))}
    assert len(days) > 100 and max(days) < "2026-01-01"


def test_nothing_is_recorded_before_it_happened() -> None:
    for part in json.loads((FOLDER / "INDEX.json").read_text("utf-8")):
        days = DAY.findall((FOLDER / part["file"]).read_text("utf-8"))
        assert max(days, default="") <= part["recorded_at"][:10], part["file"]


def test_the_story_crosses_an_edition_of_the_rules() -> None:
    text = "".join(path.read_text("utf-8") for path in sorted(FOLDER.glob("*.jsonl")))
    ends = re.findall(r'"end":"([^"]+)"', text)
    assert min(ends) < "2023-04-26" < max(ends)
