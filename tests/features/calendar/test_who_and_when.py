"""The page of who decides and when it is due: what it names is there."""

import re
from typing import get_args

from cli.commands import COMMANDS
from features import calendar
from features.calendar.kinds import Decided
from ledger.documents import Settings, Tournament, by_kind
from web.questions.registry import QUESTIONS

PAGE = calendar.FEATURE.folder / "who-and-when.md"
ROWS = [
    line.split("|")[1:-1]
    for line in PAGE.read_text("utf-8").splitlines()
    if line.startswith("| ")
][1:]


def test_every_sentence_with_a_who_or_a_when_has_its_place() -> None:
    assert len(ROWS) == 14
    fields = {*Tournament.__struct_fields__, *Settings.__struct_fields__}
    for sentence, _, recorded, seen in ROWS:
        names = re.findall(r"`([a-z_-]+)`", recorded)
        assert names or "warning" in recorded, sentence
        assert {
            name
            for name in names
            if name not in fields | by_kind().keys() | {*get_args(Decided)}
        } <= set()
        for command in re.findall(r"`selo ([a-z-]+)", seen):
            assert command in COMMANDS, sentence
        for address in re.findall(r"`(/[a-z]+)", seen):
            assert any(entry.address.startswith(address) for entry in QUESTIONS), (
                sentence
            )


def test_every_sort_of_decision_is_on_the_page() -> None:
    text = " ".join(recorded for _, _, recorded, _ in ROWS)
    assert [about for about in get_args(Decided) if f"`{about}`" not in text] == []
