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

from exchange.json.characters import bad_text
from exchange.json.flaws import Flaw, flaws, list_flaws, refusal
from exchange.json.positions import MAX_DEPTH, Chart, Path, line_and_column
from ledger.actors import spelled
from ledger.checks import check
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
from ledger.placed import Placed
from ledger.words import Day, Id, fields_among, is_day
from messages import NOTHING, Message, say
from rulebooks import LISTS, rulebook, titled

MAX_PROBLEMS = 200  # that are shown of a file


@dataclass(frozen=True, slots=True)
class Spread(Where):
    """The place of a document that was put together from many lines of a file.

    A refusal that names a field gets the line which that field was read from, in every
    room that refuses.
    """

    lines: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        name = self.field or ""
        # games[3].white is read from the line of games[3]
        while self.line is None and name:
            object.__setattr__(self, "line", self.lines.get(name))
            name = name[: max(name.rfind("."), name.rfind("["), 0)]


def made(kind: str, fields: Mapping[str, Any], where: Where) -> Placed:
    """Make a document of its fields, or refuse it with every flaw it would have; fields
    that are None are left out.

        made("player", {"player": "aalto", "name": "Aalto, Aino"}, where)

    The place `where` goes with the document, so that a later refusal can name it.
    """
    value = {name: given for name, given in fields.items() if given is not None}
    shape = by_kind()[kind]
    document = _without_flaws(value, shape)
    if document is None:
        if problems := list(flaws(value, shape)):
            raise refusal(problems, where)
        document = msgspec.convert(value, shape)
    # the rest is checked on the document
    if problems := [*check(document), *_of_no_title(document)]:
        raise refusal(problems, where)
    return Placed(document, where)


_A_DAY = re.compile(r'"([0-9]{4}-[0-9]{2}-[0-9]{2})"')


def _without_flaws(value: Mapping[str, Any], shape: type[Document]) -> Document | None:
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
    plain = text.isprintable() and "\\" not in text
    known = getattr(document, "list", None) in (None, *LISTS)
    return (
        document
        if plain and known and all(map(is_day, {*_A_DAY.findall(text)}))
        else None
    )


class _Game(GameIn, frozen=True, kw_only=True, gc=False):
    """A game whose ids and day are taken as any text: their patterns would cost more
    than all else in it.
    """

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
    """Make the decoder when it is first asked for: a command that makes its document
    itself decodes none.
    """
    kinds = KINDS
    if not game_by_game:
        kinds = tuple(_Tournament if kind is Tournament else kind for kind in kinds)
    return msgspec.json.Decoder(Union[kinds])  # noqa: UP007


def decoded(text: str) -> Document:
    """Decode one document, or raise one of `NOT_READ`."""
    document = _decoder(False).decode(text)
    if isinstance(document, _Tournament) and not _patterns_fit(document):
        return _decoder(True).decode(text)  # which says what is wrong
    # A member has one colon, in the text and in what was read of it; a colon inside a
    # value is in both. So equal numbers leave no room for a key that appears again,
    # unless one of them is escaped in the text.
    encoded = (
        document.text if isinstance(document, Tournament) else _ENCODER.encode(document)
    )
    if "\\u003" in text or text.count(":") != encoded.count(b":"):
        _KEY_BY_KEY.decode(text)  # perhaps only a field that states its default
    return document


def _patterns_fit(document: Tournament) -> bool:
    games = document.columns
    return (
        all(map(_is_id, document.seated))
        and all(map(_is_id, {*games.game}))
        and all(map(_is_day, {*games.on}))
    )


def _looks_like(word: Any) -> Callable[[str | None], bool]:
    """Return a function that tells whether a text, if there is one, looks like a word
    of this kind.
    """
    [pattern] = [
        meta.pattern for meta in get_args(word) if isinstance(meta, msgspec.Meta)
    ]
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


def document_of(name: str, line: int, chunk: str) -> Placed:
    """Read one document strictly; only when that fails is the text searched for every
    flaw.
    """
    try:
        document = decoded(chunk)
    except NOT_READ as error:
        # never an empty refusal: if the search finds no flaw, the decoder's own words
        # are shown
        # more than are shown are not looked for: a line of ten megabytes may hold
        # hundreds of thousands
        flawed = list(islice(_why_not(name, line, chunk), MAX_PROBLEMS + 1))
        problems = flawed or [
            Problem(
                "not-json", say("not valid JSON: {what}", what=error), Where(name, line)
            )
        ]
        raise Refused(problems) from None
    faults = [*_of_no_list(document), *check(document)]
    # of a hidden character in a name more is said than that it is not allowed
    flawed_paths = {path for path, *_ in faults}
    faults += [flaw for flaw in _bad_texts(document) if flaw[0] not in flawed_paths]
    if faults:
        chart = Chart(chunk)
        raise Refused([_problem(name, line, chart, *flaw) for flaw in faults])
    return Placed(_with_spelled_actor(document), Where(name, line))


def _with_spelled_actor(document: Document) -> Document:
    """Spell who acts as it is stored: one actor is one name, however a keyboard writes
    its letters.
    """
    if document.actor is None or document.actor == spelled(document.actor):
        return document
    return msgspec.structs.replace(document, actor=spelled(document.actor))


def _of_no_list(document: Document) -> Iterator[Flaw]:
    """Yield what a document says of a list that no rules know."""
    name = getattr(document, "list", None)
    flaws_of_name = [] if name is None else list(list_flaws(name))
    yield from flaws_of_name or _of_no_title(document)


def _of_no_title(document: Document) -> Iterator[Flaw]:
    """Yield a flaw if an opening has titles on a list that gives none."""
    if (
        isinstance(document, Opening)
        and document.titles
        and not rulebook(document.list).title_rules
    ):
        names = ", ".join(titled())
        hint = say("put them into the opening on {names}", names=names)
        yield (
            ("titles",),
            "no-titles",
            say("titles come from {names}", names=names),
            hint,
        )


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


def _bad_texts(document: Document) -> Iterator[Flaw]:
    """Yield control characters in free texts; ids and days have patterns that exclude
    them.
    """
    for text_field in fields_among(type(document), _TEXTS):
        value = getattr(document, text_field)
        if isinstance(value, str) and (why := bad_text(value)) is not None:
            yield (text_field,), "bad-text", why, say("remove it")
    change = getattr(document, "set", None)
    for text_field in ("name", "time_control"):
        value = getattr(change, text_field, None)
        if isinstance(value, str) and (why := bad_text(value)) is not None:
            yield ("set", text_field), "bad-text", why, say("remove it")
    for name in document.games if isinstance(document, Amend) else ():
        if (why := bad_text(name)) is not None:
            yield ("games", name), "bad-text", why, say("remove it")
    for index, details in enumerate(getattr(document, "players", ())):
        for text_field in ("name", "club"):
            if (why := bad_text(getattr(details, text_field) or "")) is not None:
                yield ("players", index, text_field), "bad-text", why, say("remove it")


def _why_not(name: str, line: int, chunk: str) -> Iterator[Problem]:
    try:
        value = json.loads(chunk)
        chart = Chart(chunk)
    except json.JSONDecodeError as error:
        row, column = line_and_column(chunk, error.pos)
        where = Where(name, line + row - 1, column)
        hint = (
            say("a .jsonl file has one document on each line")
            if name.endswith(".jsonl")
            else NOTHING
        )
        yield Problem(
            "not-json", say("not valid JSON: {what}", what=error.msg), where, hint
        )
        return
    except (RecursionError, ValueError, IndexError):
        yield Problem(
            "not-json",
            say(
                "nested deeper than {count}, or a number too large to store",
                count=MAX_DEPTH,
            ),
            Where(name, line),
        )
        return
    seen: set[Path] = set()
    twice: set[Path] = set()
    for path, at in chart.spots:
        if path in seen:
            twice.add(path)
            if path[:-1] in twice:
                continue  # inside a member that is reported already
            row, column = chart.at(at)
            where = Where(name, line + row - 1, column, field_name(path))
            yield Problem(
                "key-twice", say("{name} appears twice", name=repr(path[-1])), where
            )
        seen.add(path)
    for flaw in _flaws(value):
        yield _problem(name, line, chart, *flaw)


def _flaws(value: Any) -> Iterator[Flaw]:
    kinds = by_kind()
    if not isinstance(value, dict):
        yield (
            (),
            "wrong-type",
            say("a document is one JSON object"),
            say("put one object on each line of a .jsonl file"),
        )
    elif not isinstance(value.get("kind"), str) or value["kind"] not in kinds:
        message = (
            say("kind is {name}", name=repr(value["kind"]))
            if "kind" in value
            else say("kind is missing")
        )
        yield (
            ("kind",),
            "unknown-kind",
            message,
            say("known kinds: {names}", names=", ".join(kinds)),
        )
    else:
        yield from flaws(value, kinds[value["kind"]])


def _problem(
    name: str,
    line: int,
    chart: Chart,
    path: Path,
    code: str,
    message: Message,
    hint: Message,
) -> Problem:
    row, column = chart.of(path)
    return Problem(
        code, message, Where(name, line + row - 1, column, field_name(path)), hint
    )
