"""JSON and JSON Lines to documents, or all problems at once with their line, column and field.

Documents put together from files of other formats: the same checks as those that come in as JSON.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

import msgspec

from exchange import MAX_BYTES
from exchange.json import (
    MAX_DEPTH,
    Chart,
    Flaw,
    Path,
    bad_text,
    field_name,
    flaws,
    line_and_column,
    list_flaws,
    refusal,
)
from exchange.json.strict import NOT_READ, decoded, text_of
from ledger.checks import check
from ledger.documents import Amend, Document, Opening, by_kind
from ledger.errors import Problem, Refused, Where
from ledger.words import fields_among
from messages import NOTHING, Message, say
from rulebooks import rulebook, titled


class Placed(NamedTuple):
    """A document and its place in the file, so that a later refusal can name it; no place if no file was read."""

    document: Document
    where: Where = Where()


@dataclass(frozen=True, slots=True)
class Spread(Where):
    """The place of a document that was put together from many lines of a file.

    A refusal that names a field gets the line which that field was read from, in every room that refuses.
    """

    lines: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        name = self.field or ""
        while self.line is None and name:  # games[3].white is read from the line of games[3]
            object.__setattr__(self, "line", self.lines.get(name))
            name = name[: max(name.rfind("."), name.rfind("["), 0)]


def made(kind: str, fields: Mapping[str, Any], where: Where) -> Placed:
    """Make a document of its fields, or refuse it with every flaw it would have; fields that are None are left out.

        made("player", {"player": "aalto", "name": "Aalto, Aino"}, where)

    The place `where` goes with the document, so that a later refusal can name it.
    """
    value = {name: given for name, given in fields.items() if given is not None}
    shape = by_kind()[kind]
    problems = list(flaws(value, shape))
    if not problems:
        # only a value without flaws can be converted; the rest is checked on the document
        document: Document = msgspec.convert(value, shape)
        problems = [*check(document), *_of_no_title(document)]
        if not problems:
            return Placed(document, where)
    raise refusal(problems, where)


MAX_LINE_PROBLEMS = 200


def read(name: str, data: bytes) -> list[Placed]:
    """Read all documents of a file: one from a .json file, one a line from a .jsonl file.

    For any other name the content decides. A file with problems is refused, with all of them at once.
    """
    if not name.endswith(".jsonl"):
        text = text_of(name, data, hint=say("a file with a document on each line may be larger: call it .jsonl"))
        if text.strip() and (name.endswith(".json") or _is_one(text)):
            try:
                return [document_of(name, 1, text)]
            except Refused as refused:
                raise _not_too_many(name, refused.problems) from None
    return list(read_lines(name, BytesIO(data)))


def read_lines(name: str, file: BinaryIO) -> Iterator[Placed]:
    """Read a document from each line, however many there are; the problems of all lines are raised together at the end.

    After the first problem no document is yielded: nothing of such a file will be booked.
    """
    empty = True
    problems: list[Problem] = []
    for number, line in enumerate(iter(lambda: file.readline(MAX_BYTES + 1), b""), 1):
        try:
            text = text_of(name, line.removesuffix(b"\n"), number)
            if text.strip():
                empty = False
                placed = document_of(name, number, text)
                if not problems:
                    yield placed
        except Refused as refused:
            problems.extend(refused.problems)
        cut_off = len(line) > MAX_BYTES and not line.endswith(b"\n")  # where the next line begins is not known
        if cut_off or len(problems) > MAX_LINE_PROBLEMS:
            break
    if problems:
        raise _not_too_many(name, problems)
    if empty:
        raise Refused(Problem("empty", say("the file has no document"), Where(name)))


def _not_too_many(name: str, problems: Sequence[Problem]) -> Refused:
    """Make the refusal of a file; one that is wrong in every line shows only the first problems."""
    if len(problems) <= MAX_LINE_PROBLEMS:
        return Refused(problems)
    message = say("and more; only the first {count} are shown", count=MAX_LINE_PROBLEMS)
    return Refused([*problems[:MAX_LINE_PROBLEMS], Problem("too-many", message, Where(name))])


def _is_one(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def document_of(name: str, line: int, chunk: str) -> Placed:
    """Read one document strictly; only when that fails is the text searched for every flaw."""
    try:
        document = decoded(chunk)
    except NOT_READ as error:
        # never an empty refusal: if the search finds no flaw, the decoder's own words are shown
        # more than are shown are not looked for: a line of ten megabytes may hold hundreds of thousands
        flawed = list(islice(_why_not(name, line, chunk), MAX_LINE_PROBLEMS + 1))
        problems = flawed or [Problem("not-json", say("not valid JSON: {what}", what=error), Where(name, line))]
        raise Refused(problems) from None
    faults = [*_of_no_list(document), *check(document), *_bad_texts(document)]
    if faults:
        chart = Chart(chunk)
        raise Refused([_problem(name, line, chart, *flaw) for flaw in faults])
    return Placed(document, Where(name, line))


def _of_no_list(document: Document) -> Iterator[Flaw]:
    """Yield what a document says of a list that no rules know."""
    name = getattr(document, "list", None)
    flaws_of_name = [] if name is None else list(list_flaws(name))
    yield from flaws_of_name or _of_no_title(document)


def _of_no_title(document: Document) -> Iterator[Flaw]:
    """Yield a flaw if an opening has titles on a list that gives none."""
    if isinstance(document, Opening) and document.titles and not rulebook(document.list).title_rules:
        names = ", ".join(titled())
        hint = say("put them into the opening on {names}", names=names)
        yield ("titles",), "no-titles", say("titles come from {names}", names=names), hint


_TEXTS = ("name", "club", "note", "reason", "key", "time_control", "label", "resolution")


def _bad_texts(document: Document) -> Iterator[Flaw]:
    """Yield control characters in free texts; ids and days have patterns that exclude them."""
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
        hint = say("a .jsonl file has one document on each line") if name.endswith(".jsonl") else NOTHING
        yield Problem("not-json", say("not valid JSON: {what}", what=error.msg), where, hint)
        return
    except (RecursionError, ValueError, IndexError):
        yield Problem(
            "not-json",
            say("nested deeper than {count}, or a number too large to store", count=MAX_DEPTH),
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
            yield Problem("key-twice", say("{name} appears twice", name=repr(path[-1])), where)
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
        message = say("kind is {name}", name=repr(value["kind"])) if "kind" in value else say("kind is missing")
        yield ("kind",), "unknown-kind", message, say("known kinds: {names}", names=", ".join(kinds))
    else:
        yield from flaws(value, kinds[value["kind"]])


def _problem(name: str, line: int, chart: Chart, path: Path, code: str, message: Message, hint: Message) -> Problem:
    row, column = chart.of(path)
    return Problem(code, message, Where(name, line + row - 1, column, field_name(path)), hint)
