"""Store a message as a text, with its template and its values, so that whoever reads it
later reads it in their own language.
"""

import json
from typing import Any

from messages.message import Message, filled_message


def message_as_text(message: Message) -> str:
    """Return a message as JSON; a value that is neither text, number nor message is
    kept as its text.
    """
    return json.dumps(_fields(message), ensure_ascii=False)


def message_of_text(text: str) -> Message:
    """Return the message that `message_as_text` wrote."""
    return _message(json.loads(text))


def _fields(message: Message) -> dict[str, Any]:
    elsewhere = message.elsewhere
    return {
        "text": str(message),
        "template": message.template,
        "values": {name: _kept(value) for name, value in message.values.items()},
        "many": message.many,
        "number": message.number,
        "elsewhere": None if elsewhere is None else _fields(elsewhere),
        "parts": [_fields(part) for part in message.parts],
    }


def _kept(value: object) -> object:
    if isinstance(value, Message):
        return _fields(value)
    if value is None or isinstance(value, int | float):
        return value
    return str(value)


def _message(fields: dict[str, Any]) -> Message:
    values = {
        name: _message(value) if isinstance(value, dict) else value
        for name, value in fields["values"].items()
    }
    elsewhere = fields["elsewhere"]
    return filled_message(
        fields["text"],
        fields["template"],
        values=values,
        many=fields["many"],
        number=fields["number"],
        elsewhere=None if elsewhere is None else _message(elsewhere),
        parts=tuple(_message(part) for part in fields["parts"]),
    )
