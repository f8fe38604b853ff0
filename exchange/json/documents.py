"""Read one document strictly, or find all that is wrong with it, by line, column and
field.

No field twice, none that is unknown, every value as its field takes it. Documents that
are put together from files of other formats pass the same checks as those that come in
as JSON.

Two things make documents quick, and neither makes them less strict. The ids and days of
a tournament's games are compared with their patterns once each, as 200 games name 36
players. And whether a key appears twice is seen from counting colons: only when they do
not come out even is the text read again, key by key.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import islice
from typing import Any, Union, get_args

import msgspec

from exchange.json.characters import fault_of_text
from exchange.json.flaws import flaws, list_flaws, refusal
from exchange.json.positions import MAX_DEPTH, Chart, Path, line_and_column
from ledger.actors import spelled
from ledger.checks import check
from ledger.days import is_day
from ledger.documents import (
    KINDS,
    Amend,
    Document,
    GameIn,
    Opening,
    Tournament,
    by_kind,
)
from ledger.errors import Problem, Refused, Where, field_name
from ledger.every_document import fields_among
from ledger.field_types import Day, Id
from ledger.flaws import Flaw, flaw
from ledger.placed import Placed
from messages import NOTHING, say
from rulebooks import LISTS, lists_with_titles, rulebook

MAX_PROBLEMS = 200  # that are shown of a file


@dataclass(frozen=True, slots=True)
class Spread(Where):
    """The place of a document that was put together from many lines of a file.

    A refusal that names a field gets the line which that field was read from, in every
    room that refuses.
    """

    lines: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the line of the field, or of what it stands in: games[3].white is read
        from the line of games[3].
        """
        name = self.field or ""
        # games[3].white is read from the line of games[3]
        while self.line is None and name:
            object.__setattr__(self, "line", self.lines.get(name))
            name = name[: max(name.rfind("."), name.rfind("["), 0)]


def document_from_fields(kind: str, fields: Mapping[str, Any], where: Where) -> Placed:
    """Make a document of its fields, or refuse it with every flaw it would have; fields
    that are None are left out.

        document_from_fields("player", {"player": "aalto", "name": "Aalto, Aino"}, where)

    The place `where` goes with the document, so that a later refusal can name it.

    Raised is Refused. `kind` is one of the kinds of documents that there are.
    """
    value = {name: given for name, given in fields.items() if given is not None}
    shape = by_kind()[kind]
    document = _flawless_document(value, shape)
    if document is None:
        if problems := list(flaws(value, shape)):
            raise refusal(problems, where)
        document = msgspec.convert(value, shape)

    # the rest is checked on the document
    if problems := [*check(document), *_title_flaws(document)]:
        raise refusal(problems, where)

    return Placed(document, where)


_A_DAY = re.compile(r'"([0-9]{4}-[0-9]{2}-[0-9]{2})"')


def _flawless_document(
    value: Mapping[str, Any], shape: type[Document]
) -> Document | None:
    """Make a document of a value that one look shows to have no flaw, as nearly all of
    them; None where each field has to be looked at: it does not fit, or has a letter, a
    day or a list that may be none.
    """
    try:
        document = msgspec.convert(value, shape)
        text = _ENCODER.encode(value).decode()
    except (msgspec.MsgspecError, ValueError):
        return None

    # a character that no text may have does not print, or is an escape here
    if "\\" in text or not text.isprintable():
        return None
    if getattr(document, "list", None) not in (None, *LISTS):
        return None

    days = set(_A_DAY.findall(text))

    return document if all(map(is_day, days)) else None


class _Game(GameIn, frozen=True, kw_only=True, gc=False):
    """A game whose ids and day are taken as any text: their patterns would cost more
    than all else in it.
    """

    white: str
    black: str
    game: str | None = None
    on: str | None = None


class _Tournament(Tournament, frozen=True, tag="tournament", kw_only=True):
    """A tournament of such games; the rest is checked as it is read."""

    games: list[_Game]  # type: ignore[assignment]


class _RepeatedKey(Exception):
    """An error: a key appears twice in one object."""


NOT_READ = (msgspec.MsgspecError, ValueError, RecursionError, _RepeatedKey)
_ENCODER = msgspec.json.Encoder()


@cache
def _decoder(game_by_game: bool) -> msgspec.json.Decoder[Document]:
    """Make the decoder when it is first asked for: a command that makes its document
    itself decodes none.
    """
    kinds = KINDS
    if not game_by_game:
        kinds = tuple(_Tournament if kind is Tournament else kind for kind in kinds)

    return msgspec.json.Decoder(Union[kinds])  # noqa: UP007


def decoded(text: str) -> Document:
    """Decode one document, or raise one of `NOT_READ`.

    The text has one document and nothing else; a key that comes twice raises as well.
    """
    document = _decoder(False).decode(text)
    if isinstance(document, _Tournament) and not _patterns_fit(document):
        return _decoder(True).decode(text)  # which says what is wrong
    # A member has one colon, in the text and in what was read of it; a colon inside a
    # value is in both. So equal numbers leave no room for a key that appears again,
    # unless one of them is escaped in the text.
    if isinstance(document, Tournament):
        encoded = document.text
    else:
        encoded = _ENCODER.encode(document)

    if "\\u003" in text or text.count(":") != encoded.count(b":"):
        _KEY_BY_KEY.decode(text)  # perhaps only a field that states its default

    return document


def _patterns_fit(document: Tournament) -> bool:
    """Return whether the ids and days of the games look like ids and days. Each is
    looked at once, however many games have it.
    """
    games = document.columns
    ids = (*document.seated, *set(games.game))
    return all(map(_is_id, ids)) and all(map(_is_day, set(games.on)))


def _looks_like(word: Any) -> Callable[[str | None], bool]:
    """Return a function that tells whether a text, if there is one, looks like a word
    of this kind.

    word: a type with a pattern, such as an id or a day. What it answered is remembered,
    since the same players sit in many games.
    """
    [pattern] = [
        note.pattern for note in get_args(word) if isinstance(note, msgspec.Meta)
    ]
    search = re.compile(pattern or "").search

    # in a file of many tournaments the same players sit again and again
    @lru_cache(maxsize=1 << 14)
    def looks(text: str | None) -> bool:
        return text is None or search(text) is not None

    return looks


_is_id, _is_day = _looks_like(Id), _looks_like(Day)


def _object_of_unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of its members, or raise `_RepeatedKey`."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _RepeatedKey

    return members


_KEY_BY_KEY = json.JSONDecoder(object_pairs_hook=_object_of_unique_keys)


def document_of(name: str, line: int, chunk: str) -> Placed:
    """Read one document strictly; only when that fails is the text searched for every
    flaw.

    `name`: the file; `line`: where the text begins in it, from 1; `chunk`: the text of
    one document. Raised is Refused with every flaw, each at its line and column.
    """
    where = Where(name, line)
    try:
        document = decoded(chunk)
    except NOT_READ as error:
        raise Refused(_problems(where, chunk, error)) from None

    faults = [*_unknown_list_flaws(document), *check(document)]

    # of a hidden character in a name more is said than that it is not allowed
    flawed_paths = {path for path, *_ in faults}
    for fault in _forbidden_text_flaws(document):
        path, *_ = fault
        if path not in flawed_paths:
            faults.append(fault)

    if faults:
        chart = Chart(chunk)
        raise Refused([_problem(where, chart, fault) for fault in faults])

    return Placed(_with_spelled_actor(document), where)


def _problems(where: Where, chunk: str, error: Exception) -> list[Problem]:
    """Return what is wrong with a text that was not read, as far as it is shown: a line
    of ten megabytes may hold hundreds of thousands of flaws.
    """
    flawed = list(islice(_reading_problems(where, chunk), MAX_PROBLEMS + 1))
    if flawed:
        return flawed

    # never an empty refusal: if the search finds no flaw, the decoder's own words are
    # shown
    return [Problem("not-json", say("not valid JSON: {what}", what=error), where)]


def _with_spelled_actor(document: Document) -> Document:
    """Spell who acts as it is stored: one actor is one name, however a keyboard writes
    its letters.
    """
    if document.actor is None or document.actor == spelled(document.actor):
        return document
    return msgspec.structs.replace(document, actor=spelled(document.actor))


def _unknown_list_flaws(document: Document) -> Iterator[Flaw]:
    """Yield what a document says of a list that no rules know."""
    name = getattr(document, "list", None)
    if name is not None:
        yield from list_flaws(name)
    if name in (None, *LISTS):
        yield from _title_flaws(document)


def _title_flaws(document: Document) -> Iterator[Flaw]:
    """Yield a flaw if an opening has titles on a list that gives none.

    {"kind": "opening", "list": LIST, "titles": [...]}    no-titles, where LIST has none
    """
    if not isinstance(document, Opening) or not document.titles:
        return
    if not rulebook(document.list).title_rules:
        names = ", ".join(lists_with_titles())
        message = say("titles come from {names}", names=names)
        hint = say("put them into the opening on {names}", names=names)
        yield flaw(("titles",), "no-titles", message, hint)


_TEXTS = (
    "name",
    "club",
    "note",
    "reason",
    "key",
    "time_control",
    "label",
    "resolution",
)


def _forbidden_text_flaws(document: Document) -> Iterator[Flaw]:
    """Yield control characters in free texts; ids and days have patterns that exclude
    them.
    """
    for path, text in _texts_of(document):
        why = fault_of_text(text) if isinstance(text, str) else None
        if why is not None:
            yield flaw(path, "bad-text", why, say("remove it"))


def _texts_of(document: Document) -> Iterator[tuple[Path, object]]:
    """Yield the free texts of a document, each with where it stands in it.

    None stands for a text that is not stated. What an amendment sets is among them, and
    the ids of its games.

        ("players", 0, "club"), "Rooks"
    """
    for name in fields_among(type(document), _TEXTS):
        yield (name,), getattr(document, name)

    change = getattr(document, "set", None)
    for name in ("name", "time_control"):
        yield ("set", name), getattr(change, name, None)

    if isinstance(document, Amend):
        for game in document.games:
            yield ("games", game), game

    for index, details in enumerate(getattr(document, "players", ())):
        yield ("players", index, "name"), details.name
        yield ("players", index, "club"), details.club


def _reading_problems(where: Where, chunk: str) -> Iterator[Problem]:
    """Yield all that is wrong with a text: where it stops to be JSON, else keys that
    come twice and the flaws of its fields.

    where: the line it begins in.
    """
    try:
        value = json.loads(chunk)
        chart = Chart(chunk)
    except json.JSONDecodeError as error:
        yield _json_problem(where, chunk, error)
        return
    except (RecursionError, ValueError, IndexError):
        message = say(
            "nested deeper than {count}, or a number too large to store",
            count=MAX_DEPTH,
        )
        yield Problem("not-json", message, where)
        return

    yield from _repeated_key_problems(where, chart)
    for fault in _flaws(value):
        yield _problem(where, chart, fault)


def _json_problem(where: Where, chunk: str, error: json.JSONDecodeError) -> Problem:
    """Make the problem of a text that is no JSON, at the character where reading
    stopped.
    """
    hint = NOTHING
    if where.file is not None and where.file.endswith(".jsonl"):
        hint = say("a .jsonl file has one document on each line")

    message = say("not valid JSON: {what}", what=error.msg)
    position = line_and_column(chunk, error.pos)

    return Problem("not-json", message, _where_in_text(where, position), hint)


def _where_in_text(
    where: Where, position: tuple[int, int], path: Path | None = None
) -> Where:
    """Return a position in a text that begins in the line `where`.

    `position`: line and column in the text, counted from 1; `path`: of the field there.

    A document of line 12 of a file, wrong in its own line 2, is wrong in line 13.
    """
    row, column = position
    line = (where.line or 1) + row - 1
    name = None if path is None else field_name(path)
    return Where(where.file, line, column, name)


def _repeated_key_problems(where: Where, chart: Chart) -> Iterator[Problem]:
    """Yield a problem for each member that appears again in its object, at the second
    of the two; what is inside it is not told.

    chart: of the text, which lists such a member twice.
    """
    seen: set[Path] = set()
    twice: set[Path] = set()
    for path, offset in chart.positions:
        if path in seen:
            twice.add(path)
            if path[:-1] in twice:
                continue  # inside a member that is reported already
            message = say("{name} appears twice", name=repr(path[-1]))
            yield Problem(
                "key-twice",
                message,
                _where_in_text(where, chart.position_at(offset), path),
            )

        seen.add(path)


def _flaws(value: Any) -> Iterator[Flaw]:
    """Yield the flaws of a value that should be a document: it is no object, its kind
    is missing or not known, or its fields do not fit the kind.
    """
    kinds = by_kind()
    if not isinstance(value, dict):
        message = say("a document is one JSON object")
        hint = say("put one object on each line of a .jsonl file")
        yield flaw((), "wrong-type", message, hint)
        return

    kind = value.get("kind")
    if isinstance(kind, str) and kind in kinds:
        yield from flaws(value, kinds[kind])
        return

    message = say("kind is missing")
    if "kind" in value:
        message = say("kind is {name}", name=repr(kind))

    hint = say("known kinds: {names}", names=", ".join(kinds))
    yield flaw(("kind",), "unknown-kind", message, hint)


def _problem(where: Where, chart: Chart, fault: Flaw) -> Problem:
    """Turn a flaw into a problem at the line and column of its field; chart: of the
    text, where: the line it begins in.
    """
    path, code, message, hint = fault
    return Problem(
        code, message, _where_in_text(where, chart.position_of(path), path), hint
    )
