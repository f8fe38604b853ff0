"""Explanations as `--json` prints them."""

import json
from typing import Any

from messages.answer import json_value
from rulebooks.protocol import Sheet


def as_printed(sheet: Sheet) -> dict[str, Any]:
    """The sheet after a way through JSON, as `explain` prints it."""
    value: dict[str, Any] = json.loads(json.dumps(json_value(sheet.terms())))
    return value
