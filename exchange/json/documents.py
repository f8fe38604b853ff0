"""JSON and JSON Lines to documents, or all problems at once with their line, column and field."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from exchange.json.places import MAX_DEPTH, Chart, Path, field_name, line_and_column
from exchange.json.shapes import Flaw, bad_text, flaws
from ledger.checks import check
from ledger.documents import Amend, AnyDocument, Document, by_kind
from ledger.errors import Problem, Refused, Where

MAX_BYTES = 10 * 1024 * 1024
MAX_LINE_PROBLEMS = 200

_DECODER = msgspec.json.Decoder(AnyDocument)


class Placed(NamedTuple):
    """A document and where it stood, so that a later refusal can name the place; nowhere when no file was read."""

    document: Document
    where: Where = Where()


class _Twice(Exception):
    """A key stands twice in one object."""


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Twice
    return found


_STRICT = json.JSONDecoder(object_pairs_hook=_no_key_twice)


def read(name: str, data: bytes) -> list[Placed]:
    """All documents of a file; a .json file is one, a .jsonl file one a line, anything else shows which it is."""
    if len(data) > MAX_BYTES:
        raise Refused(Problem("too-large", f"the file has more than 10 MiB ({MAX_BYTES} bytes)", Where(name),
                              "split it into several submissions"))  # fmt: skip
    text = _text(name, data)
    if not text.strip():
        raise Refused(Problem("empty", "there is no document in it", Where(name)))
    placed: list[Placed] = []
    problems: list[Problem] = []
    for line, chunk in _chunks(name, text):
        try:
            placed.append(document_of(name, line, chunk))
        except Refused as refused:
            problems.extend(refused.problems)
        if len(problems) > MAX_LINE_PROBLEMS:
            said = f"and more; only the first {MAX_LINE_PROBLEMS} are shown"
            problems[MAX_LINE_PROBLEMS:] = [Problem("too-many", said, Where(name))]
            break
    if problems:
        raise Refused(problems)
    return placed


def _text(name: str, data: bytes) -> str:
    try:
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Refused(Problem("not-utf8", f"byte {data[error.start]:#04x} is not UTF-8", Where(name, line),
                              "save the file as UTF-8")) from None  # fmt: skip


def _chunks(name: str, text: str) -> Iterator[tuple[int, str]]:
    """(first line, text) of each document. Standard input is one document if it parses as one."""
    if name.endswith(".json") or (not name.endswith(".jsonl") and _is_one(text)):
        yield 1, text
        return
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line


def _is_one(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def document_of(name: str, line: int, chunk: str) -> Placed:
    """One document, strictly; the slow way around only when something is wrong."""
    try:
        _STRICT.decode(chunk)
        document = _DECODER.decode(chunk)
    except (msgspec.MsgspecError, ValueError, RecursionError, _Twice) as error:
        # never an empty refusal: what the slow way cannot name is said in the decoder's own words
        found_out = list(_why_not(name, line, chunk)) or [Problem("not-json", str(error), Where(name, line))]
        raise Refused(found_out) from None
    found = check(document) + list(_bad_texts(document))
    if found:
        chart = Chart(chunk)
        raise Refused([_problem(name, line, chart, *flaw) for flaw in found])
    return Placed(document, Where(name, line))


def _bad_texts(document: Document) -> Iterator[Flaw]:
    """Only free texts can hold control characters; ids and days have their patterns."""
    for field in ("name", "club", "note", "reason", "key", "time_control", "label"):
        value = getattr(document, field, None)
        if isinstance(value, str) and (why := bad_text(value)) is not None:
            yield (field,), "bad-text", why, "remove it"
    change = getattr(document, "set", None)
    for field in ("name", "time_control"):
        value = getattr(change, field, None)
        if isinstance(value, str) and (why := bad_text(value)) is not None:
            yield ("set", field), "bad-text", why, "remove it"
    for name in document.games if isinstance(document, Amend) else ():
        if (why := bad_text(name)) is not None:
            yield ("games", name), "bad-text", why, "remove it"
    for index, details in enumerate(getattr(document, "players", ())):
        for field in ("name", "club"):
            if (why := bad_text(getattr(details, field) or "")) is not None:
                yield ("players", index, field), "bad-text", why, "remove it"


def _why_not(name: str, line: int, chunk: str) -> Iterator[Problem]:
    try:
        value = json.loads(chunk)
        chart = Chart(chunk)
    except json.JSONDecodeError as error:
        row, column = line_and_column(chunk, error.pos)
        where = Where(name, line + row - 1, column)
        hint = "a .jsonl file has one document on each line" if name.endswith(".jsonl") else ""
        yield Problem("not-json", f"this is no JSON: {error.msg}", where, hint)
        return
    except (RecursionError, ValueError, IndexError):
        yield Problem("not-json", f"nested deeper than {MAX_DEPTH}, or a number no ledger holds", Where(name, line))
        return
    seen: set[Path] = set()
    twice: set[Path] = set()
    for path, at in chart.spots:
        if path in seen:
            twice.add(path)
            if path[:-1] in twice:
                continue  # it only stands in something that stands twice
            row, column = chart.at(at)
            where = Where(name, line + row - 1, column, field_name(path))
            yield Problem("key-twice", f"{path[-1]!r} stands twice", where)
        seen.add(path)
    for flaw in _flaws(value):
        yield _problem(name, line, chart, *flaw)


def _flaws(value: Any) -> Iterator[Flaw]:
    kinds = by_kind()
    if not isinstance(value, dict):
        yield (), "wrong-type", "a document is one JSON object", "put one object on each line of a .jsonl file"
    elif not isinstance(value.get("kind"), str) or value["kind"] not in kinds:
        yield ("kind",), "unknown-kind", f"kind is {value.get('kind')!r}", f"known kinds: {', '.join(kinds)}"
    else:
        yield from flaws(value, kinds[value["kind"]])


def _problem(name: str, line: int, chart: Chart, path: Path, code: str, message: str, hint: str) -> Problem:
    row, column = chart.of(path)
    return Problem(code, message, Where(name, line + row - 1, column, field_name(path)), hint)
