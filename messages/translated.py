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
    if language == "en":
        return _ENGLISH
    return read_catalogue(language, "program")


class Words(NullTranslations):
    """Look up the texts of .po files by context and message, with their plural forms."""

    def __init__(self, texts: Mapping[tuple[str, str], Sequence[str]]) -> None:
        super().__init__()
        self._texts = texts

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        [text, *_] = self._texts.get((context, message), (message,))
        return text

    def ngettext(self, one: str, many: str, number: int) -> str:
        # so in Finnish, Swedish and English alike
        text_of_one, text_of_many = self._texts.get(("", one), (one, many))
        return text_of_one if number == 1 else text_of_many


def catalogue_files(language: str, names: Sequence[str]) -> list[Path]:
    """Return the .po files of these names: the core's, and those that features have."""
    file_names = [f"{name}.po" for name in names]
    paths = [_HERE / language / file_name for file_name in file_names]
    for feature in FEATURES:
        folder = feature.folder / "messages" / language
        for file_name in file_names:
            path = folder / file_name
            if path.is_file():
                paths.append(path)
    return paths


_ENGLISH = NullTranslations()
_ESCAPED = {"n": "\n", "t": "\t"}
_FIELD = re.compile(r'^(msg[a-z_]+)\S* "(.*"(?:\n".*")*)', re.M)


def read_catalogue(language: str, *names: str) -> NullTranslations:
    """Read .po files of a language as one catalogue, with those of the features.

    Only what this project's own files are written with is read: a library that reads
    every .po takes 200 ms, more than the whole of a short command.
    """
    texts: dict[tuple[str, str], list[str]] = {}
    for path in catalogue_files(language, names):
        for entry in path.read_text("utf-8").split("\n\n"):
            fields = _fields(entry)
            message = fields.get("msgid", [""])[0]
            translations = fields["msgstr"] if message else []
            if translations and all(translations):
                context = fields["msgctxt"][0]
                texts[context, message] = translations
    return Words(texts)


def _fields(entry: str) -> dict[str, list[str]]:
    """Return the fields of an entry of a .po file with their texts: one of each, but
    for `msgstr`, which has as many as the message has plural forms.
    """
    fields: dict[str, list[str]] = {"msgctxt": [""]}
    for field, quoted in _FIELD.findall(entry):
        text = quoted[:-1].replace('"\n"', "")
        text = re.sub(r"\\(.)", _unescaped, text)
        if field == "msgstr":
            fields.setdefault(field, []).append(text)
        else:
            fields[field] = [text]
    return fields


def _unescaped(match: re.Match[str]) -> str:
    letter = match[1]
    return _ESCAPED.get(letter, letter)


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
    # every other part is an article
    parts[::2] = [number(part, language) for part in parts[::2]]
    return "".join(parts)


def number(text: str, language: str) -> str:
    """Write a decimal number with a real minus, and with a comma where the language has
    one.
    """
    text = text.replace("-", MINUS)
    if language == "en":
        return text
    return text.replace(".", ",")


def result_text(text: str, language: str) -> str:
    """Write a result as people read it; it is the same in every language."""
    return SHOWN.get(text, text)


# what a place of this name holds; any other value stands as it is, for a name is the
# same in every language
_WRITTEN: Mapping[str, Callable[[str, str], str]] = {
    "day": day,
    "first": day,
    "last": day,
    "start": day,
    "end": day,
    "born": day,
    "today": day,
    "since": day,
    "as_of": day,
    "expires_on": day,
    "sum": sum_text,
    "result": result_text,
}


def said(message: str, language: str) -> str:
    """Say a message in a language. A text that is none, such as a name or somebody's
    reason, stays as it is.
    """
    if not isinstance(message, Message) or not message:
        return str(message)
    if message.parts:
        return message.template.join([said(part, language) for part in message.parts])
    values = {
        name: _value(name, value, language) for name, value in message.values.items()
    }
    return _template(message, language).format(**values)


def said_elsewhere(message: str, language: str) -> str:
    """Say a message to somebody without a command line: what they can do where they
    are, or nothing.
    """
    if isinstance(message, Message):
        return said(message.without_commands(), language)
    return message


def _template(message: Message, language: str) -> str:
    """Return the template in the language, of two the one for the message's number."""
    words = catalogue(language)
    if message.many is None:
        return words.gettext(message.template)
    return words.ngettext(message.template, message.many, message.number)


def _value(name: str, value: object, language: str) -> object:
    """Write the value of a place as the language does; `name`: that of the place."""
    if isinstance(value, Exception) and value.args:
        value = value.args[0]  # an error is said by its own message
    if isinstance(value, Message):
        return said(value, language)
    if isinstance(value, float):
        return number(str(value), language)
    if isinstance(value, str) and name in _WRITTEN:
        return _WRITTEN[name](value, language)
    return value
