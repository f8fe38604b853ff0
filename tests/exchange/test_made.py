"""A document made of fields that one look shows to be sound is what it is when each
field is looked at, and what is refused is refused alike: random documents of every
kind, most of them damaged in one place.
"""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from exchange.json import documents
from exchange.json.documents import document_from_fields
from ledger.errors import Refused, Where
from rulebooks import LISTS
from tests.properties.any_documents import Papers

ODD: tuple[object, ...] = (
    "a\x00b",
    "a\nb",
    "a\x85b",
    "a\u2028b",
    "\ud800",
    "a\xa0b",
    'a "quoted" one',
    "a\\b",
    "",
    "x" * 3000,
    "2023-02-29",
    "2023-02-28",
    "2023-13-01",
    "1850-00-00",
    "selo",
    "no-list",
    0,
    -1,
    2**70,
    1.5,
    True,
    [],
    {},
    ["x"],
    {"x": "2023-02-30"},
)


def spots(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place inside a value, as what holds it and its key there."""
    for key, item in (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    ):
        yield value, key
        yield from spots(item)


def damaged(document: dict[str, Any], rng: random.Random) -> None:
    """Something else in one place, a field that is not known, or one that is missing."""
    holder, key = rng.choice([*spots(document)])
    match rng.randrange(5):
        case 0 if isinstance(holder, dict):
            holder[rng.choice(("nmae", "kind ", "a\x00"))] = holder[key]
        case 1:
            del holder[key]
        case _:
            holder[key] = rng.choice(ODD)


def told(kind: str, fields: dict[str, Any]) -> list[object]:
    try:
        return [document_from_fields(kind, fields, Where("made.csv", 3)).document]
    except Refused as refused:
        return [
            (p.code, str(p.message), str(p.where), str(p.hint))
            for p in refused.problems
        ]
    except Exception as error:  # what is no value of JSON at all
        return [type(error)]


def compared(
    seed: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[Counter[str], list[str]]:
    """How many were made and how many refused, and those that came out different."""
    rng, seen, different = random.Random(f"made {seed}"), Counter[str](), []
    papers = Papers(rng)
    for number in range(count):
        document = papers.next(12)
        kind = document.pop("kind")
        if rng.random() < 0.8 and document:
            damaged(document, rng)
        quick = told(kind, document)
        with monkeypatch.context() as slowly:
            slowly.setattr(documents, "_flawless_document", lambda value, shape: None)
            if quick != (slow := told(kind, document)):
                different.append(
                    f"seed {seed}, document {number}, {kind} {document}: {quick} and"
                    f" not {slow}"
                )
        seen["refused" if isinstance(quick[0], tuple) else "made"] += 1
    return seen, different


@pytest.mark.parametrize(
    "seed",
    [0, *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(1, 60))],
)
def test_one_look_finds_what_a_look_at_each_field_finds(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, different = compared(seed, 3000, monkeypatch)
    assert not different, different[:3]
    assert min(seen["made"], seen["refused"]) > 500, seen


@pytest.mark.parametrize("left_out", ["days", "letters", "lists"])
def test_a_look_that_leaves_something_out_is_seen(
    left_out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    match left_out:
        case "days":
            monkeypatch.setattr(documents, "is_day", lambda text: True)
        case "letters":
            monkeypatch.setattr(
                documents,
                "_ENCODER",
                type("Blind", (), {"encode": staticmethod(lambda value: b"")}),
            )
        case _:
            monkeypatch.setattr(documents, "LISTS", (*LISTS, "no-list"))
    assert compared(0, 3000, monkeypatch)[1]
