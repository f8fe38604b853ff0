"""Say something: fill a template with values, for one reader or for two."""

from collections.abc import Iterable, Sequence
from functools import reduce

from messages.message import Message, filled_message


def over_http(message: str) -> str:
    """Return the English text of a message for a program that asks over HTTP."""
    if isinstance(message, Message):
        return str(message.without_commands())
    return message


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
    return filled_message(template.format(**values), template, values)


def counted(one: str, many: str, count: int, /, **values: object) -> Message:
    """Say a sentence about a number of things: one template for one thing, another for
    any other number.

        counted("{count} game has no day", "{count} games have no day", len(without))

    The place `count` holds the number.
    """
    template = one if count == 1 else many
    filled = {"count": count, **values}
    return filled_message(template.format(**filled), one, filled, many, count)


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


def either(names: Iterable[str]) -> str:
    """List names of which one is meant: `A or B or C`."""
    return reduce(_one_or_other, names)


def _one_or_other(one: str, other: str) -> str:
    return say("{one} or {other}", one=one, other=other)


def listed_names(names: Sequence[str], most: int, separator: str = ", ") -> Message:
    """List names, and behind the first `most` say only how many more there are, so that
    a sentence stays short.

    `listed_names(["A", "B", "C"], 2)` reads `A, B and 1 more`.
    """
    if len(names) <= most:
        return say("{names}", names=separator.join(names))
    return say(
        "{names} and {count} more",
        names=separator.join(names[:most]),
        count=len(names) - most,
    )
