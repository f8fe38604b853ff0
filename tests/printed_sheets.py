"""Explanations as `--json` prints them."""

import json
from typing import Any

from ledger.answer import plain
from projections.answers.players.sheets import explained
from rulebooks.protocol import Sheet


def as_printed(sheet: Sheet) -> dict[str, Any]:
    """The sheet after a way through JSON. The struct that `explain` answers with prints the very same."""
    text = json.dumps(sheet.as_dict())
    assert json.dumps(plain(explained(sheet))) == text
    value: dict[str, Any] = json.loads(text)
    return value
