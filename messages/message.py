"""A message: a template and its values, and the English text that they make."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args

Language = Literal["fi", "sv", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_NO_VALUES: Mapping[str, object] = MappingProxyType({})


class Message(str):
    """A sentence in English, with its template and the values of its places.

    `many` is the template for any other number than one, and `number` that number.
    `elsewhere` is what somebody without a command line reads in its place; `parts` are
    the messages that one without a template of its own is joined from.
    """

    __slots__ = ("elsewhere", "many", "number", "parts", "template", "values")
    template: str
    values: Mapping[str, object]
    many: str | None
    number: int
    elsewhere: "Message | None"
    parts: "tuple[Message, ...]"

    def renamed(self, before: str, after: str) -> "Message":
        """Return the message with another text wherever a value is this one, such as the
        name of a file: in every part and for every reader.
        """
        return self.mapped(lambda value: after if value == before else value)

    def mapped(self, change: Callable[[str], str]) -> "Message":
        """Return the message with its values changed: in every part, in messages within
        it, and for every reader.
        """
        values = {
            name: _changed_value(value, change) for name, value in self.values.items()
        }
        parts = tuple(part.mapped(change) for part in self.parts)
        elsewhere = self.elsewhere
        if elsewhere is not None:
            elsewhere = elsewhere.mapped(change)
        changed = (values, parts, elsewhere)
        if changed == (self.values, self.parts, self.elsewhere):
            return self
        if parts:
            text = self.template.join(parts)
        else:
            text = self._template_of_number().format(**values)

        return filled_message(
            text,
            self.template,
            values=values,
            many=self.many,
            number=self.number,
            elsewhere=elsewhere,
            parts=parts,
        )

    def without_commands(self) -> "Message":
        """Return the message as somebody without a command line reads it: with what is
        said `elsewhere`, also of the messages that stand in it, and without the parts
        of which nothing is left.
        """
        if self.elsewhere is not None:
            return self.elsewhere.without_commands()
        if self.parts:
            parts = [part.without_commands() for part in self.parts]
            left = [part for part in parts if part]
            return joined_message(left, self.template) if left else NOTHING

        values = {name: _without_commands(value) for name, value in self.values.items()}
        if values == self.values:
            return self
        return filled_message(
            self._template_of_number().format(**values),
            self.template,
            values=values,
            many=self.many,
            number=self.number,
        )

    def _template_of_number(self) -> str:
        """Return the template for one thing, or for any other number of them."""
        if self.many is None or self.number == 1:
            return self.template
        return self.many

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep template and values when a message is pickled, so that it reaches
        another process as it is.
        """
        arguments = (
            str(self),
            self.template,
            dict(self.values),
            self.many,
            self.number,
            self.elsewhere,
            self.parts,
        )
        return filled_message, arguments


def filled_message(
    text: str,
    template: str,
    values: Mapping[str, object] = _NO_VALUES,
    many: str | None = None,
    number: int = 0,
    elsewhere: Message | None = None,
    parts: tuple[Message, ...] = (),
) -> Message:
    """Make a message of its English text and what it was filled with."""
    message = str.__new__(Message, text)
    message.template = template
    message.values = values
    message.many = many
    message.number = number
    message.elsewhere = elsewhere
    message.parts = parts
    return message


NOTHING = filled_message("", "")


def joined_message(parts: Iterable[Message], between: str = "; ") -> Message:
    """Join several messages to one, in the order given; each part is still translated
    by itself. A single message is returned as it is.

    `joined_message([first, second])` reads `first; second`.
    """
    every = tuple(parts)
    if len(every) == 1:
        return every[0]
    return filled_message(between.join(every), between, parts=every)


def _changed_value(value: object, change: Callable[[str], str]) -> object:
    """Return the value of a place changed; of an error its text, where that changes."""
    if isinstance(value, Message):
        return value.mapped(change)
    if isinstance(value, Exception):
        before = str(value)
        after = change(before)
        return value if after == before else after
    if isinstance(value, str):
        return change(value)
    return value


def _without_commands(value: object) -> object:
    if isinstance(value, Exception) and value.args:
        value = value.args[0]  # an error is said by its own message
    if isinstance(value, Message):
        return value.without_commands()
    return value
