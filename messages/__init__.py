"""Say something to a person as a template and its values, so that every face can say it
in the reader's language.

    raise NotFound(Problem("unknown-player", say("nobody has the id {name}",
    name=repr(player))))
    note = counted("{count} game has no day", "{count} games have no day", len(without))

A message is a text: in English it is printed as it stands, by the command and in JSON.
Its values are never translated, so a tournament called "Master" stays "Master"; a value
that is a message itself is said in the language too.

Why: docs/design/020-messages.md
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
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
        """Return the message about another file: wherever a value is its name, in every
        part and for every reader.
        """
        return self.mapped(lambda value: after if value == before else value)

    def mapped(self, change: Callable[[str], str]) -> "Message":
        """Return the message with its values changed: in every part, in messages within
        it, and for every reader.
        """
        values = {place: _mapped(value, change) for place, value in self.values.items()}
        parts = tuple(part.mapped(change) for part in self.parts)
        elsewhere = self.elsewhere and self.elsewhere.mapped(change)
        if (
            values == self.values
            and parts == self.parts
            and elsewhere == self.elsewhere
        ):
            return self
        template = self.template if self.many is None or self.number == 1 else self.many
        text = template.join(parts) if parts else template.format(**values)
        return _made(
            text, self.template, values, self.many, self.number, elsewhere, parts
        )

    def without_commands(self) -> "Message":
        """Return the message as somebody without a command line reads it: with what is
        said `elsewhere`, also of the messages that stand in it, and without the parts
        of which nothing is left.
        """
        if self.elsewhere is not None:
            return self.elsewhere.without_commands()
        if self.parts:
            left = [
                part
                for part in (part.without_commands() for part in self.parts)
                if part
            ]
            return joined(left, self.template) if left else NOTHING
        values = {
            place: _without_commands(value) for place, value in self.values.items()
        }
        if values == self.values:
            return self
        template = self.template if self.many is None or self.number == 1 else self.many
        return _made(
            template.format(**values), self.template, values, self.many, self.number
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep template and values when a message is pickled, so that it reaches
        another process as it is.
        """
        return _made, (
            str(self),
            self.template,
            dict(self.values),
            self.many,
            self.number,
            self.elsewhere,
            self.parts,
        )


def _mapped(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, Message):
        return value.mapped(change)
    if isinstance(value, Exception):
        text = str(value)
        return value if (changed := change(text)) == text else changed
    return change(value) if isinstance(value, str) else value


def _without_commands(value: object) -> object:
    if isinstance(value, Exception) and value.args:
        value = value.args[0]  # an error is said by its own message
    return value.without_commands() if isinstance(value, Message) else value


def over_http(message: str) -> str:
    """Return the English text of a message for a program that asks over HTTP."""
    return str(message.without_commands()) if isinstance(message, Message) else message


def template(text: str) -> str:
    """Mark a text as a template, for tables of messages: it is returned as it is, and
    found for the catalogues.

    `say` fills it later: `say(TABLE[code], ...)`.
    """
    return text


def say(template: str, /, **values: object) -> Message:
    """Say a sentence: fill the places of a template; `{{` and `}}` stand for braces.

        say("{player} has no rating on {list}", player="aalto", list="selo")

    A place called `day` (or one of its kind, see messages/translated.py) holds a day as
    YYYY-MM-DD, `result` a result and `sum` a sum: pages write them as the reader does.
    """
    return _made(
        template.format(**values) if values else template.format(), template, values
    )


def counted(one: str, many: str, count: int, /, **values: object) -> Message:
    """Say a sentence about a number of things: one template for one thing, another for
    any other number.

        counted("{count} game has no day", "{count} games have no day", len(without))

    The place `count` holds the number.
    """
    template = one if count == 1 else many
    filled = {"count": count, **values}
    return _made(template.format(**filled), one, filled, many, count)


def by_command(template: str, elsewhere: str = "", /, **values: object) -> Message:
    """Say what to do at a command line, and what a reader elsewhere is told: nothing,
    if only a command would do it.

        by_command("see `selo log`", "look for it in the log")

    The command prints the first, a page the second.
    """
    message = say(template, **values)
    message.elsewhere = say(elsewhere, **values)
    return message


def option(name: str, flag: str = "") -> Message:
    """Name a parameter as the reader gives it: `--as-of` at a command line, `as_of`
    everywhere else.

    `option("tournament", "id")` is for one that is called otherwise at the command. Put
    it into a sentence as a value.
    """
    flag = f"--{(flag or name).replace('_', '-')}"
    return by_command("{flag}", "{name}", flag=flag, name=name.replace("-", "_"))


def joined(parts: Iterable[Message], between: str = "; ") -> Message:
    """Join several messages to one, in the order given; each part is still translated
    by itself.

    `joined([first, second])` reads `first; second`. A single message is returned as it
    is.
    """
    every = tuple(parts)
    return (
        every[0]
        if len(every) == 1
        else _made(between.join(every), between, parts=every)
    )


def either(names: Iterable[str]) -> str:
    """List names of which one is meant."""
    return reduce(
        lambda one, other: say("{one} or {other}", one=one, other=other), names
    )


def named(names: Sequence[str], most: int) -> Message:
    """List names, and behind the first `most` say only how many more there are, so that
    a sentence stays short.

    `named(["A", "B", "C"], 2)` reads `A, B and 1 more`.
    """
    if len(names) <= most:
        return say("{names}", names=", ".join(names))
    return say(
        "{names} and {count} more",
        names=", ".join(names[:most]),
        count=len(names) - most,
    )


def _made(
    text: str,
    template: str,
    values: Mapping[str, object] = _NO_VALUES,
    many: str | None = None,
    number: int = 0,
    elsewhere: Message | None = None,
    parts: tuple[Message, ...] = (),
) -> Message:
    message = str.__new__(Message, text)
    message.template, message.values, message.many, message.number = (
        template,
        values,
        many,
        number,
    )
    message.elsewhere, message.parts = elsewhere, parts
    return message


NOTHING = _made("", "")
