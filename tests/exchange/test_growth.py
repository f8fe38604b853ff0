"""No text makes a reader take time that grows with its square, not even one that was
written to do so.
"""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from inspect import getsource
from itertools import permutations
from re import _parser  # type: ignore[attr-defined]
from time import process_time
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import desk.files
import exchange
from exchange.recognise import kind_of
from exchange.results.crosstable import read_crosstable
from exchange.results.matrix import read_matrix
from exchange.spreadsheets.archives import open_archive
from exchange.spreadsheets.rows import MAX_COLUMNS
from exchange.spreadsheets.web_page import read_page
from exchange.spreadsheets.xlsx import read_xlsx
from ledger.errors import Refused
from tests.exchange.sheets_made import packed
from tests.memory import peak_of

# a text is doubled from the first length to the last
LENGTHS = (2_000, 4_000, 8_000)
A_MOMENT = 0.004  # seconds; what takes less is not compared
TOO_LONG = 0.5  # seconds for any of these texts
MOST_TIMES = 3.0  # as long for twice the text
WAYS = ("search", "match", "fullmatch", "sub", "findall", "finditer")
# beside the signs that stand in the pattern itself
SIGNS = (" ", "a", "A", "1", ",", "-", "\n")
MOST_SIGNS = 16
ENDS = ("", "/", "\n!")
# what they look through is short, whatever the file holds
SHORT = {
    "exchange.lists.fide_person._KIND_IN_NAME": "the name of a file",
    "exchange.lists.fide_person._BLITZ_IN_NAME": "the name of a file",
    "desk.files.map_file._LINE": "the first 200 characters of a line",
}
CELL_OF_COMMAS = "Bo.;A team;1 : 0;B team\n1;" + "a" * 20 + "," * 5_000


def modules() -> Iterator[ModuleType]:
    for package in (exchange, desk.files):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


def patterns() -> dict[str, re.Pattern[Any]]:
    """Every pattern that a module keeps, by where it is."""
    kept: dict[str, re.Pattern[Any]] = {}
    for module in modules():
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern) and value not in kept.values():
                kept[f"{module.__name__}.{name}"] = value

    return kept


PATTERNS = patterns()


def shortest(parsed: Any) -> str:
    """Return a short text that a parsed pattern, or a piece of it, takes."""
    pieces = []
    for operation, value in parsed:
        match str(operation):
            case "LITERAL":
                pieces.append(chr(value))
            case "NOT_LITERAL":
                pieces.append("a" if chr(value) != "a" else "b")
            case "IN":
                pieces.append(sign_of(value))
            case "ANY":
                pieces.append("a")
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                least, _, inner = value
                pieces.append(shortest(inner) * max(1, least))
            case "SUBPATTERN":
                pieces.append(shortest(value[-1]))
            case "ATOMIC_GROUP":
                pieces.append(shortest(value))
            case "BRANCH":
                pieces.append(shortest(value[1][0]))

    return "".join(pieces)


def sign_of(choices: Sequence[tuple[Any, Any]]) -> str:
    """Return a sign of a class of them; of one that says which are not in it `a`."""
    operation, value = choices[0]
    match str(operation):
        case "LITERAL":
            return chr(value)
        case "RANGE":
            return chr(value[0])
        case "CATEGORY":
            return {"CATEGORY_SPACE": " ", "CATEGORY_DIGIT": "1"}.get(str(value), "a")

    return "a"


class HardText(NamedTuple):
    """A text of any length: one piece again and again, another again and again, an
    end.
    """

    one: str
    other: str
    end: str = ""

    def of(self, length: int) -> str:
        half = length // 2
        one = self.one * (half // len(self.one))
        other = self.other * (half // len(self.other))
        return one + other + self.end


def hard_texts(pattern: re.Pattern[Any]) -> Iterator[HardText]:
    """Yield texts that are hard for the pattern: a sign, two in turn, one behind the
    other, or the beginning of a text that it takes, again and again.
    """
    sample = shortest(_parser.parse(pattern.pattern, pattern.flags))
    signs = [*dict.fromkeys((*SIGNS, *sample))][:MOST_SIGNS]
    beginnings = {sample[:end] for end in range(2, min(len(sample), 24) + 1)}
    for unit in (*signs, *sorted(beginnings)):
        for end in ENDS:
            yield HardText(unit, unit, end)

    for one, other in permutations(signs, 2):
        yield HardText(one, other)
        yield HardText(one + other, one + other)


def ways_used(name: str) -> list[str]:
    """Return the ways in which its module asks the pattern; where it does not, all."""
    module, _, own = name.rpartition(".")
    source = getsource(importlib.import_module(module))
    asked = set(re.findall(rf"\b{own}\.(\w+)", source))
    return [way for way in WAYS if way in asked] or [*WAYS]


def ask(pattern: re.Pattern[Any], way: str, text: Any) -> None:
    if way == "sub":
        pattern.sub(text[:0], text)
    elif way == "finditer":
        assert all(pattern.finditer(text))
    else:
        getattr(pattern, way)(text)


def seconds(task: Callable[[Any], object], given: Any) -> float:
    """Return the seconds of the processor that a task takes, the least of two tries."""
    tries = []
    for _ in range(2):
        started = process_time()
        task(given)
        tries.append(process_time() - started)
        if not A_MOMENT < tries[0] < TOO_LONG:
            break

    return min(tries)


def grows_too_fast(task: Callable[[Any], object], given: Callable[[int], Any]) -> bool:
    """Return whether twice the text takes far more than twice the time, each of three
    times that it is looked at: a busy machine may once say so of anything.
    """
    return all(_seems_to_grow(task, given) for _ in range(3))


def _seems_to_grow(task: Callable[[Any], object], given: Callable[[int], Any]) -> bool:
    before = 0.0
    for length in LENGTHS:
        now = seconds(task, given(length))
        if now > TOO_LONG or (before > A_MOMENT and now > MOST_TIMES * before):
            return True
        before = now

    return False


@pytest.mark.measured
@pytest.mark.parametrize("name", [name for name in PATTERNS if name not in SHORT])
def test_no_pattern_takes_the_square_of_a_text(name: str) -> None:
    pattern = PATTERNS[name]
    is_of_bytes = isinstance(pattern.pattern, bytes)

    def given(hard: HardText, length: int) -> str | bytes:
        text = hard.of(length)
        return text.encode() if is_of_bytes else text

    for way in ways_used(name):
        for hard in hard_texts(pattern):
            assert not grows_too_fast(
                partial(ask, pattern, way), partial(given, hard)
            ), (way, hard)


@pytest.mark.measured
def test_a_cell_of_commas_is_told_from_a_name_at_once() -> None:
    assert seconds(partial(kind_of, "a.txt"), CELL_OF_COMMAS.encode()) < TOO_LONG


def rows_of_swissperfect(count: int) -> bytes:
    """An export in which no two rows have the same number."""
    rows = (f"{number}|Aho, Aino|{number + 1}:W" for number in range(1, count))
    return "\n".join(("No|Name|1", *rows)).encode()


def book_of_pieces(count: int) -> bytes:
    """A workbook with two texts, one of them named, that come in very many pieces."""
    pieces = "<r><t>some words </t></r>" * count
    cell = f'<c t="s"><v>0</v></c><c t="inlineStr"><is>{pieces}</is></c>'
    return packed(
        {
            "xl/workbook.xml": '<workbook><sheets><sheet name="a" id="r1"/></sheets>'
            "</workbook>",
            "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1"'
            ' Target="s.xml"/></Relationships>',
            "xl/sharedStrings.xml": f"<sst><si>{pieces}</si></sst>",
            "xl/s.xml": f"<worksheet><row>{cell}</row></worksheet>",
        }
    )


def texts_of_book(data: bytes) -> list[str]:
    with open_archive(data, "a.xlsx") as archive:
        return read_xlsx(archive, "a.xlsx", None)


def refused(read: Callable[[bytes], object], data: bytes) -> None:
    with suppress(Refused):
        read(data)


HARD: dict[str, tuple[Callable[[bytes], object], Callable[[int], bytes]]] = {
    "a line of dashes": (partial(kind_of, "m.csv"), lambda n: b"-;" * (4 * n)),
    "a line of empty cells": (partial(kind_of, "m.csv"), lambda n: b";" * (2 * n)),
    "a line of teams": (partial(kind_of, "m.csv"), lambda n: b"Bo.;" + b"a-b;" * n * 2),
    "lines of dashes": (read_matrix, lambda n: (b"-;" * 50 + b"\n") * (n // 100)),
    "rows of SwissPerfect": (read_crosstable, rows_of_swissperfect),
    "a text in pieces": (texts_of_book, lambda n: book_of_pieces(n * 8)),
}


@pytest.mark.measured
@pytest.mark.parametrize("name", HARD)
def test_no_reader_takes_the_square_of_a_file(name: str) -> None:
    read, given = HARD[name]
    assert not grows_too_fast(partial(refused, read), given)


def test_the_pieces_of_a_text_are_joined() -> None:
    [line] = texts_of_book(book_of_pieces(3))
    words = " ".join(["some words"] * 3)
    assert line == f"{words}\t{words}"


@pytest.mark.measured
def test_cells_over_very_many_columns_take_little_memory() -> None:
    data = "<table><tr>" + "<td colspan=999>a" * 5_000 + "</table>"
    [table] = read_page(data, "a.html").tables
    assert len(table.rows[0].cells) == MAX_COLUMNS
    most = 40 * len(data)
    assert peak_of(lambda: read_page(data, "a.html"), most) < most


def test_elements_inside_each_other_without_end_are_refused() -> None:
    data = packed(
        {
            "xl/workbook.xml": "<workbook/>",
            "xl/_rels/workbook.xml.rels": "<a>" * 1_000 + "</a>" * 1_000,
        }
    )
    with pytest.raises(Refused) as refusal:
        texts_of_book(data)
    assert refusal.value.problems[0].code == "sheet-broken"
