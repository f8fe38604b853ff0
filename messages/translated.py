"""Say messages in the reader's language: the template is looked up, its values are
written as the language writes them.

English is what the code says; Finnish and Swedish are the .po files in the folders fi/
and sv/ beside this module: of the program, of pages, of the desk, and of what codes
mean. A feature has its own in its folder. They are read when first asked for; nothing is
compiled beforehand, so what is edited is what is said.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path

from features import FEATURES
from messages import Message
from messages.results import SHOWN

_HERE = Path(__file__).parent


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of the program's messages in a language; English needs none,
    so its catalogue is empty.
    """
    return NullTranslations() if language == "en" else read(language, "program")


class Words(NullTranslations):
    """Look up the texts of .po files by context and message, with their plural forms."""

    def __init__(self, texts: Mapping[tuple[str, str], Sequence[str]]) -> None:
        super().__init__()
        self._texts = texts

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        return self._texts.get((context, message), (message,))[0]

    def ngettext(self, one: str, many: str, number: int) -> str:
        # so in Finnish, Swedish and English alike
        return self._texts.get(("", one), (one, many))[number != 1]


def catalogue_files(language: str, names: Sequence[str]) -> list[Path]:
    """Return the .po files of these names: the core's, and those that features have."""
    paths = [_HERE / language / f"{name}.po" for name in names]
    for feature in FEATURES:
        folder = feature.folder / "messages" / language
        paths += [path for name in names if (path := folder / f"{name}.po").is_file()]
    return paths


_ESCAPED = {"n": "\n", "t": "\t"}
_FIELD = re.compile(r'^(msg[a-z_]+)\S* "(.*"(?:\n".*")*)', re.M)


def read(language: str, *names: str) -> NullTranslations:
    """Read .po files of a language as one catalogue, with those of the features.

    Only what this project's own files are written with is read: a library that reads
    every .po takes 200 ms, more than the whole of a short command.
    """
    texts: dict[tuple[str, str], list[str]] = {}
    for path in catalogue_files(language, names):
        for entry in path.read_text("utf-8").split("\n\n"):
            parts: dict[str, list[str]] = {"msgctxt": [""]}
            for word, quoted in _FIELD.findall(entry):
                text = quoted[:-1].replace('"\n"', "")
                text = re.sub(
                    r"\\(.)", lambda escaped: _ESCAPED.get(escaped[1], escaped[1]), text
                )
                parts[word] = (
                    [*parts.get(word, ()), text] if word == "msgstr" else [text]
                )
            if parts.get("msgid", [""])[0] and all(parts["msgstr"]):
                texts[parts["msgctxt"][0], parts["msgid"][0]] = parts["msgstr"]
    return Words(texts)


MINUS = "\u2212"
MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_ARTICLE = re.compile(r"(\([0-9]+(?:\.[0-9]+)+\))")


@lru_cache(8192)
def day(text: str, language: str) -> str:
    """Write a day as the language does: 7.6.2026 in Finnish and Swedish, 7 June 2026 in
    English; other texts stay.
    """
    try:
        read = date.fromisoformat(text[:10])
    except ValueError:
        return text
    if language == "en":
        return f"{read.day} {MONTHS[read.month - 1]} {read.year}"
    return f"{read.day}.{read.month}.{read.year}"


def sum_text(text: str, language: str) -> str:
    """Write a sum as the language does: its decimal points and minuses, and a real
    times sign.

    An article, as (7.2), is no quantity and stays.
    """
    parts = _ARTICLE.split(text.replace(" x ", " × "))
    return "".join(
        part if odd % 2 else number(part, language) for odd, part in enumerate(parts)
    )


def number(text: str, language: str) -> str:
    """Write a decimal number with a real minus, and with a comma where the language has
    one.
    """
    text = text.replace("-", MINUS)
    return text if language == "en" else text.replace(".", ",")


# what a place of this name holds; any other value stands as it is, for a name is the
# same in every language
_WRITTEN: Mapping[str, Callable[[str, str], str]] = {
    **dict.fromkeys(
        (
            "day",
            "first",
            "last",
            "start",
            "end",
            "born",
            "today",
            "since",
            "as_of",
            "expires_on",
        ),
        day,
    ),
    "sum": sum_text,
    "result": lambda text, language: SHOWN.get(text, text),
}


def said(message: str, language: str) -> str:
    """Say a message in a language. A text that is none, such as a name or somebody's
    reason, stays as it is.
    """
    if not isinstance(message, Message) or not message:
        return str(message)
    if message.parts:
        return message.template.join(said(part, language) for part in message.parts)
    values = {
        place: _value(place, value, language) for place, value in message.values.items()
    }
    return _template(message, language).format(**values)


def said_elsewhere(message: str, language: str) -> str:
    """Say a message to somebody without a command line: what they can do where they
    are, or nothing.
    """
    return (
        said(message.without_commands(), language)
        if isinstance(message, Message)
        else message
    )


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
    return number(str(value), language) if isinstance(value, float) else value
