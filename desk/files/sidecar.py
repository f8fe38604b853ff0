"""Read the document beside a file (report.trf.json), with the officer's answers."""

import json
from typing import Any

from desk.files.settings import Settings, Stated, settings_of
from exchange.text.decoding import decode
from ledger.errors import Problem, Refused, Where
from messages import say


def read_sidecar(name: str, data: bytes) -> Settings:
    """Read the document beside the file: one JSON object with the fields of Settings.

        {"tournament": "autumn-open", "minutes": 90, "map": {"12": "P0042"}}

    `name`: what refusals call the document. Fields that it does not state are None, or
    empty maps. Refused: what `one_object` refuses, and every flaw of a field at once,
    such as one that is not known.
    """
    return settings_of(one_object(name, data), Where(name))


def one_object(name: str, data: bytes) -> Stated:
    """Read the fields of a document of answers: any one JSON object, whatever its
    fields.

    The fields are not looked at here. Refused with the place where it is known: an
    empty file (`empty`), a text that is no JSON, or has a field twice (`not-json`), and
    JSON of another kind, such as a list (`wrong-type`).
    """
    where = Where(name)
    text = "\n".join(decode(data, name).lines)

    hint = say('one object, like {{"tournament": "autumn-open", "minutes": 90}}')

    if not text.strip():
        raise Refused(Problem("empty", say("the file is empty"), where, hint))

    try:
        value = json.loads(text, object_pairs_hook=_no_field_twice)
    except json.JSONDecodeError as error:
        message = say("this is not JSON")
        position = Where(name, error.lineno, error.colno)
        raise Refused(Problem("not-json", message, position, hint)) from None
    except (ValueError, RecursionError) as error:
        message = say("this is not JSON: {what}", what=str(error)[:200])
        raise Refused(Problem("not-json", message, where, hint)) from None

    if not isinstance(value, dict):
        message = say("the settings are one JSON object")
        raise Refused(Problem("wrong-type", message, where))

    return value


def _no_field_twice(pairs: list[tuple[str, Any]]) -> Stated:
    """Make an object of its fields, or raise ValueError where one is given twice.

    Python's reader would take the last of the two without a word; which one was meant
    nobody can know.
    """
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field is given twice in one object")
    return fields
