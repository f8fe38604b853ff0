"""Say a message of the program on a page, in the reader's language: as a hint, as a
sentence that stands by itself, as a text of a picture.
"""

import re
from collections.abc import Callable
from functools import partial

from markupsafe import Markup

from messages import Message
from messages.translated import day, said, said_elsewhere

_TEXT = re.compile(r">[^<>]+<")  # between two tags
_DAY = re.compile(r"(?<![\w-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w-])")


def sentence(message: str, language: str) -> str:
    """Say a message to somebody with a browser; a hint that only a command could follow
    is empty.
    """
    return said_elsewhere(message, language)


def opening(message: str, language: str) -> str:
    """Say a sentence that stands by itself: with a capital letter, unless a name or a
    letter of a formula opens it.
    """
    text = sentence(message, language)
    opens_with_letter = not (text[:2].isalpha() or text.startswith("a "))
    if opens_with_letter or _opens_with_name(message):
        return text
    return text[:1].upper() + text[1:]


def _opens_with_name(message: str) -> bool:
    """Tell whether the first word is a value, which nobody's capitals may change."""
    while isinstance(message, Message):
        message = message.elsewhere or message
        if message.parts:
            message = message.parts[0]
            continue
        if not message.template.startswith("{"):
            return False
        first = message.values.get(message.template[1:].partition("}")[0])
        if not isinstance(first, Message):
            return True
        message = first

    return True


def with_days(picture: str, language: str) -> Markup:
    """Return a picture whose texts have days as the reader writes them; addresses in it
    stay.
    """
    return Markup(
        _TEXT.sub(
            lambda text: _DAY.sub(lambda match: day(match[0], language), text[0]),
            picture,
        )
    )


def translator(language: str) -> Callable[[str], str]:
    """Return the function that says a picture's messages in a language."""
    return partial(said, language=language)
