"""A file that is one JSON object but not a document, with the place of everything in it."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from exchange.json.shapes import Chart, Flaw, JSONDecodeError, field_name, line_and_column
from exchange.json.strict import text_of
from ledger.errors import Problem, Refused, Where
from messages import say


class Paper:
    """A JSON object with the places of its fields."""

    def __init__(self, name: str, value: dict[str, Any], chart: Chart) -> None:
        self.name = name
        self.value = value
        self._chart = chart

    def refusal(self, flaws: Sequence[Flaw]) -> Refused:
        """Make a refusal of all flaws at once, each at its place."""
        return Refused(
            [
                Problem(code, message, Where(self.name, *self._chart.of(path), field_name(path)), hint)
                for path, code, message, hint in flaws
            ]
        )


def read_object(name: str, data: bytes, like: str) -> Paper:
    """Read the object or refuse it; `like` shows what it should look like."""
    text = text_of(name, data)
    try:
        value = json.loads(text)
        chart = Chart(text)
    except JSONDecodeError as error:
        where = Where(name, *line_and_column(text, error.pos))
        raise Refused(
            Problem("not-json", say("not valid JSON: {what}", what=error.msg), where, say("write {like}", like=like))
        ) from None
    except (RecursionError, ValueError, IndexError):
        raise Refused(
            Problem("not-json", say("nested too deeply, or a number that cannot be read"), Where(name))
        ) from None
    if not isinstance(value, dict):
        raise Refused(
            Problem("wrong-type", say("one JSON object is needed"), Where(name, 1), say("write {like}", like=like))
        )
    paper = Paper(name, value, chart)
    counts = Counter(path for path, _ in chart.spots)
    if twice := sorted((path for path, count in counts.items() if count > 1), key=str):
        raise paper.refusal(
            [(path, "key-twice", say("{name} appears twice", name=repr(path[-1])), say("keep one")) for path in twice]
        )
    return paper
