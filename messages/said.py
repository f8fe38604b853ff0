"""Messages in the reader's language: the template is looked up, its values are written as the language writes them."""

from collections.abc import Callable, Mapping

from messages.catalogues import catalogue
from messages.message import Message
from messages.written import RESULT, day, sum_text

# what a place of this name holds; any other value stands as it is, for a name is the same in every language
_WRITTEN: Mapping[str, Callable[[str, str], str]] = {
    **dict.fromkeys(("day", "first", "last", "start", "end", "born", "today", "since", "as_of", "expires_on"), day),
    "sum": sum_text,
    "result": lambda text, language: RESULT.get(text, text),
}


def said(message: str, language: str) -> str:
    """Say a message in a language. A text that is none, such as a name or somebody's reason, stays as it is."""
    if not isinstance(message, Message) or not message:
        return str(message)
    if message.parts:
        return message.template.join(said(part, language) for part in message.parts)
    values = {place: _value(place, value, language) for place, value in message.values.items()}
    return _template(message, language).format(**values)


def said_elsewhere(message: str, language: str) -> str:
    """Say it to somebody who has no command line: what to do there, or nothing."""
    if not isinstance(message, Message):
        return message
    if message.elsewhere is None and message.parts:
        return message.template.join(filter(None, (said_elsewhere(part, language) for part in message.parts)))
    return said(message if message.elsewhere is None else message.elsewhere, language)


def _template(message: Message, language: str) -> str:
    words = catalogue(language)
    if message.many is not None:
        return words.ngettext(message.template, message.many, message.number)
    return words.gettext(message.template)


def _value(place: str, value: object, language: str) -> object:
    if isinstance(value, Exception) and value.args:
        value = value.args[0]  # an error is said by its own message
    if isinstance(value, Message):
        return said(value, language)
    if isinstance(value, str) and place in _WRITTEN:
        return _WRITTEN[place](value, language)
    return value
