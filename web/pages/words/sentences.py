"""Sentences that the program itself says in English, said in the reader's language.

The core writes its reasons and problems for the command. Each is known here by its pattern: `{...}` stands for what
differs. What no pattern knows stays English and is marked as such, so that a screen reader reads it as English.
"""

import re
from collections.abc import Callable
from functools import cache, lru_cache

from markupsafe import Markup

from web.pages.formats import day, sum_text
from web.pages.words.at_desk import AT_DESK
from web.pages.words.catalogues import PROGRAM, catalogue
from web.pages.words.other_systems import OTHER_SYSTEMS
from web.pages.words.program import PATTERNS
from web.pages.words.refused import REFUSED
from web.pages.words.refused.for_browsers import INSTEAD, OF_COMMAND
from web.pages.words.terms import RESULT

_JSON = r'-?[0-9.]+(?:e[-+]?[0-9]+)?|".*|true|false|null|NaN|-?Infinity|dict|list'
_GAME = r"\S+"
# of the places whose shape is known
SHAPES = {"game": _GAME, "result": _GAME, "given": _JSON, "name": ".*?", "what": ".*?", "text": ".*?"}
WITHIN = "sentence"  # a place that only another sentence of ours fits
# by what the program says: what a page says of it
EVERY = {pattern: pattern for pattern in (*PATTERNS, *OTHER_SYSTEMS, *AT_DESK, *REFUSED)} | INSTEAD
_PLACE = re.compile(r"\{([a-z_0-9]+)\}")
_FORMULA = re.compile(r"[-+0-9 .,x/()=^emvEKNSW%]+")  # says the same in every language


_TEXT = re.compile(r">[^<>]+<")  # between two tags
_DAY = re.compile(r"(?<![\w-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w-])")


@cache
def _readers() -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    """Sentences without places by themselves, the others as expressions; the longest first, being the most exact.

    A sentence within another comes before them: else its place, `round 1: `, would pass for a part of it.
    """
    plain = {pattern: said for pattern, said in EVERY.items() if not _PLACE.search(pattern)}
    reading = []
    for pattern in sorted(
        EVERY, key=lambda pattern: (f"{{{WITHIN}}}" not in pattern, -len(_PLACE.sub("", pattern)), pattern)
    ):
        if pattern not in plain:
            parts = _PLACE.split(pattern)
            text = "".join(
                f"(?P<{part}>{SHAPES.get(part, '.+?')})" if odd % 2 else re.escape(part)
                for odd, part in enumerate(parts)
            )
            reading.append((re.compile(text, re.DOTALL), EVERY[pattern]))
    return plain, reading


@lru_cache(4096)
def sentence(text: str, language: str) -> str | Markup:
    """The sentence in the language; a place that is a sentence itself is said in it too."""
    if _FORMULA.fullmatch(text):
        return sum_text(text, language)
    known = _known(text, language)
    if known is None:
        return _with_days(text, language) if language == "en" else _as_english(_with_days(text, language))
    return _with_days(known, language)


def is_known(text: str) -> bool:
    """Whether it can be said in every language: by a pattern, or as a sum, which says the same in all."""
    return _FORMULA.fullmatch(text) is not None or _known(text, "en") is not None


def opening(text: str, language: str) -> str | Markup:
    """A sentence that stands by itself: with a capital letter, unless it opens with a letter of a formula."""
    started = sentence(text, language)
    if not re.match(r"[^\W\d_]{2}|a ", text if isinstance(started, Markup) else started):
        return started
    if isinstance(started, Markup):  # English in a page of another language
        started = _with_days(text, language)
        return _as_english(started[:1].upper() + started[1:])
    return started[:1].upper() + started[1:]


def hint(text: str, language: str) -> str | Markup:
    """What to do, for somebody with a browser; nothing where only a command would do it."""
    if not text or (OF_COMMAND.search(text) and not is_known(text)):
        return ""
    return opening(text, language)


def _as_english(text: str) -> Markup:
    return Markup('<span lang="en">{}</span>').format(text)


def _with_days(text: str, language: str) -> str:
    """Days as the reader writes them."""
    return _DAY.sub(lambda match: day(match[0], language), text)


def sentences(text: str, language: str) -> Markup:
    """Several of them, with semicolons between; one may have a semicolon of its own."""
    parts = text.split("; ")
    if len(parts) == 1 or None in (_known(part, language) for part in parts):
        return Markup("{}").format(sentence(text, language))
    return Markup("; ").join(sentence(part, language) for part in parts)


def with_days(picture: str, language: str) -> Markup:
    """A picture whose texts have days as the reader writes them; addresses in it stay."""
    return Markup(_TEXT.sub(lambda match: _with_days(match[0], language), picture))


def say(language: str) -> Callable[[str], str]:
    """For pictures, which fill in the places themselves."""
    words = catalogue(language)
    return lambda pattern: words.pgettext(PROGRAM, pattern)


def _known(text: str, language: str) -> str | None:
    plain, reading = _readers()
    words = catalogue(language)
    if text in plain:
        return words.pgettext(PROGRAM, plain[text])
    if text in RESULT:
        return RESULT[text]
    if " " in text and _FORMULA.fullmatch(text):
        return sum_text(text, language)
    for expression, pattern in reading:
        match = expression.fullmatch(text)
        if match is not None:
            inside = {
                name: part if _DAY.fullmatch(part) else _known(part, language) or part
                for name, part in match.groupdict().items()
            }
            if WITHIN in inside and _known(match[WITHIN], language) is None:
                continue
            return words.pgettext(PROGRAM, pattern).format(**inside)
    return None
