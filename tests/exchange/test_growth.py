"""No text makes a reader take time that grows with its square, not even one that was
written to do so.
"""

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator, Sequence
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
    """Return whether twice the text takes far more than twice the time."""
    before = 0.0
    for length in LENGTHS:
        now = seconds(task, given(length))
        if now > TOO_LONG or (before > A_MOMENT and now > MOST_TIMES * before):
            return True
        before = now

    return False


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


def test_a_cell_of_commas_is_told_from_a_name_at_once() -> None:
    assert seconds(partial(kind_of, "a.txt"), CELL_OF_COMMAS.encode()) < TOO_LONG
