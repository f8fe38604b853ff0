"""The bytes of a JSON file as text, and what is read of it: one document, or one object that is none.

No field twice, none that is unknown, every value as its field takes it.

Two things make documents quick, and neither makes them less strict. The ids and days of a tournament's games are
compared with their patterns once each, as 200 games name 36 players. And whether a key appears twice is seen from
counting colons: only when they do not come out even is the text read again, key by key.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, Union, get_args

import msgspec

from exchange import MAX_BYTES
from exchange.json import Chart, Flaw, JSONDecodeError, field_name, line_and_column
from ledger.documents import AnyDocument, Document, GameIn, Tournament
from ledger.errors import Problem, Refused, Where
from ledger.words import Day, Id
from messages import NOTHING, Message, say


def text_of(name: str, data: bytes, line: int | None = None, hint: Message = NOTHING) -> str:
    """Return the text of a file, or of one line of it; refuse it at the place of the first bad byte."""
    if len(data) > MAX_BYTES:
        message = (
            say("the file has more than 10 MiB ({count} bytes)", count=MAX_BYTES)
            if line is None
            else say("the line has more than 10 MiB ({count} bytes)", count=MAX_BYTES)
        )
        raise Refused(Problem("too-large", message, Where(name, line), hint))
    if line in (None, 1):
        data = data.removeprefix(b"\xef\xbb\xbf")  # a byte order mark stands at the beginning of a file, nowhere else
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        where = Where(name, (line or 1) + data.count(b"\n", 0, error.start))
        message = say("byte {code} is not UTF-8", code=f"{data[error.start]:#04x}")
        raise Refused(Problem("not-utf8", message, where, say("save the file as UTF-8"))) from None


class _Game(GameIn, frozen=True, kw_only=True, gc=False):
    """A game whose ids and day are taken as any text: their patterns would cost more than all else in it."""

    white: str
    black: str
    game: str | None = None
    on: str | None = None


class _Tournament(Tournament, frozen=True, tag="tournament", kw_only=True):
    games: list[_Game]  # type: ignore[assignment]


class _Twice(Exception):
    """An error: a key appears twice in one object."""


NOT_READ = (msgspec.MsgspecError, ValueError, RecursionError, _Twice)
_ENCODER = msgspec.json.Encoder()


@cache
def _decoder(game_by_game: bool) -> msgspec.json.Decoder[Document]:
    """Make the decoder when it is first asked for: a command that makes its document itself decodes none."""
    kinds: tuple[type[Document], ...] = get_args(AnyDocument)
    if not game_by_game:
        kinds = tuple(_Tournament if kind is Tournament else kind for kind in kinds)
    return msgspec.json.Decoder(Union[kinds])  # noqa: UP007


def decoded(text: str) -> Document:
    """Decode one document, or raise one of `NOT_READ`."""
    document = _decoder(False).decode(text)
    if isinstance(document, _Tournament) and not _patterns_fit(document):
        return _decoder(True).decode(text)  # which says what is wrong
    # A member has one colon, in the text and in what was read of it; a colon inside a value is in both. So equal
    # numbers leave no room for a key that appears again, unless one of them is escaped in the text.
    encoded = document.text if isinstance(document, Tournament) else _ENCODER.encode(document)
    if "\\u003" in text or text.count(":") != encoded.count(b":"):
        _KEY_BY_KEY.decode(text)  # perhaps only a field that states its default
    return document


def _patterns_fit(document: Tournament) -> bool:
    games = document.columns
    return all(map(_is_id, document.seated)) and all(map(_is_id, {*games.game})) and all(map(_is_day, {*games.on}))


def _looks_like(word: Any) -> Callable[[str | None], bool]:
    """Return a function that tells whether a text, if there is one, looks like a word of this kind."""
    [pattern] = [meta.pattern for meta in get_args(word) if isinstance(meta, msgspec.Meta)]
    search = re.compile(pattern or "").search

    # in a file of many tournaments the same players sit again and again
    @lru_cache(maxsize=1 << 14)
    def looks(text: str | None) -> bool:
        return text is None or search(text) is not None

    return looks


_is_id, _is_day = _looks_like(Id), _looks_like(Day)


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Twice
    return members


_KEY_BY_KEY = json.JSONDecoder(object_pairs_hook=_no_key_twice)


class Paper:
    """A JSON object with the places of its fields."""

    def __init__(self, name: str, value: dict[str, Any], chart: Chart) -> None:
        self.name = name
        self.value = value
        self._chart = chart

    def refusal(self, flaws: Sequence[Flaw]) -> Refused:
        """Make a refusal of all flaws at once, each at its place."""
        return Refused(
            [
                Problem(code, message, Where(self.name, *self._chart.of(path), field_name(path)), hint)
                for path, code, message, hint in flaws
            ]
        )


def read_object(name: str, data: bytes, like: str) -> Paper:
    """Read the object or refuse it; `like` shows what it should look like."""
    text = text_of(name, data)
    try:
        value = json.loads(text)
        chart = Chart(text)
    except JSONDecodeError as error:
        where = Where(name, *line_and_column(text, error.pos))
        raise Refused(
            Problem("not-json", say("not valid JSON: {what}", what=error.msg), where, say("write {like}", like=like))
        ) from None
    except (RecursionError, ValueError, IndexError):
        raise Refused(
            Problem("not-json", say("nested too deeply, or a number that cannot be read"), Where(name))
        ) from None
    if not isinstance(value, dict):
        raise Refused(
            Problem("wrong-type", say("one JSON object is needed"), Where(name, 1), say("write {like}", like=like))
        )
    paper = Paper(name, value, chart)
    counts = Counter(path for path, _ in chart.spots)
    if twice := sorted((path for path, count in counts.items() if count > 1), key=str):
        raise paper.refusal(
            [(path, "key-twice", say("{name} appears twice", name=repr(path[-1])), say("keep one")) for path in twice]
        )
    return paper
