"""Store a message as a text, with its template and its values, so that whoever reads it
later reads it in their own language.
"""

import msgspec

from messages.message import Message, filled_message


class StoredMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message as it is stored; the fields are those of `Message`.

    `text`: what it says in English.
    """

    text: str
    template: str
    values: "dict[str, StoredValue]"
    many: str | None
    number: int
    elsewhere: "StoredMessage | None"
    parts: "tuple[StoredMessage, ...]"


StoredValue = StoredMessage | str | int | float | None


def message_as_text(message: Message) -> str:
    """Return a message as JSON; a value that is neither text, number nor message is
    kept as its text.
    """
    return msgspec.json.encode(_stored_message(message)).decode()


def message_of_text(text: str) -> Message:
    """Return the message that `message_as_text` wrote."""
    return _message(msgspec.json.decode(text, type=StoredMessage))


def _stored_message(message: Message) -> StoredMessage:
    elsewhere = message.elsewhere
    return StoredMessage(
        text=str(message),
        template=message.template,
        values={name: _stored_value(value) for name, value in message.values.items()},
        many=message.many,
        number=message.number,
        elsewhere=None if elsewhere is None else _stored_message(elsewhere),
        parts=tuple(_stored_message(part) for part in message.parts),
    )


def _stored_value(value: object) -> StoredValue:
    if isinstance(value, Message):
        return _stored_message(value)
    if value is None or isinstance(value, int | float):
        return value
    return str(value)


def _message(stored: StoredMessage) -> Message:
    values = {
        name: _message(value) if isinstance(value, StoredMessage) else value
        for name, value in stored.values.items()
    }
    elsewhere = stored.elsewhere
    return filled_message(
        stored.text,
        stored.template,
        values=values,
        many=stored.many,
        number=stored.number,
        elsewhere=None if elsewhere is None else _message(elsewhere),
        parts=tuple(_message(part) for part in stored.parts),
    )
