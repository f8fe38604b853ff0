"""One JSON object out of a file, with the place of everything in it: for papers that are no documents."""

import json
from collections.abc import Sequence
from typing import Any

from exchange.json.documents import MAX_BYTES
from exchange.json.places import Chart, JSONDecodeError, field_name, line_and_column
from exchange.json.shapes import Flaw
from ledger.errors import Problem, Refused, Where


class Paper:
    """The object and where its fields stand."""

    def __init__(self, name: str, value: dict[str, Any], chart: Chart) -> None:
        self.name = name
        self.value = value
        self._chart = chart

    def refusal(self, flaws: Sequence[Flaw]) -> Refused:
        """All flaws at once, each at its place."""
        return Refused(
            [
                Problem(code, message, Where(self.name, *self._chart.of(path), field_name(path)), hint)
                for path, code, message, hint in flaws
            ]
        )


def read_object(name: str, data: bytes, like: str) -> Paper:
    """`like` shows what the object should look like."""
    if len(data) > MAX_BYTES:
        raise Refused(Problem("too-large", f"{len(data):,} bytes; a file may have {MAX_BYTES:,}", Where(name)))
    try:
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
        value = json.loads(text)
        chart = Chart(text)
    except UnicodeDecodeError as error:
        where = Where(name, data.count(b"\n", 0, error.start) + 1)
        raise Refused(
            Problem("not-utf8", f"byte {data[error.start]:#04x} is not UTF-8", where, "save it as UTF-8")
        ) from None
    except JSONDecodeError as error:
        where = Where(name, *line_and_column(text, error.pos))
        raise Refused(Problem("not-json", f"this is no JSON: {error.msg}", where, f"write {like}")) from None
    except (RecursionError, ValueError, IndexError):
        raise Refused(Problem("not-json", "nested too deep, or a number nobody could read", Where(name))) from None
    if not isinstance(value, dict):
        raise Refused(Problem("wrong-type", "one JSON object is needed", Where(name, 1), f"write {like}"))
    paper = Paper(name, value, chart)
    paths = [path for path, _ in chart.spots]
    if twice := sorted({path for path in paths if paths.count(path) > 1}, key=str):
        raise paper.refusal([(path, "key-twice", f"{path[-1]!r} stands twice", "keep one") for path in twice])
    return paper
