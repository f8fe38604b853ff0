"""Documents bent at random: taken, or refused with a place; never a defect, never half
a submission, never silence.
"""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.command.test_documents_accepted import FULL, LEAST
from tests.world.command import Selo
from tests.world.documents import Document, player

JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    7.5,
    -0.0,
    1e-7,
    1e300,
    10**18,
    10**30,
    2**63,
    -(2**63) - 1,
    "",
    " ",
    "A",
    "B",
    "x" * 3000,
    "open-2024",
    "1.1",
    "2024-01-01",
    "2023-02-30",
    "9999-12-31",
    "0001-01-01",
    "90+30",
    "40/90:0",
    "999/9999+9999",
    "\u0000",
    "\ud800",
    "\ud83d\ude00",
    "\u202e",
    "\u2028",
    "é",
    "'; DROP TABLE event; --",
    "%s%n",
    "{}",
    "null",
    [],
    {},
    [[]],
    [{}],
    {"a": 1},
    {"1.1": None},
    {"kind": "player"},
    ["M", "M"],
    float("nan"),
    float("inf"),
]


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path into a document."""
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in items:
        yield (*path, key)
        yield from spots(inner, (*path, key))


def bent(chance: random.Random) -> str:
    """A good document with one to three things in it changed, gone, moved or doubled."""
    kind = chance.choice(list(FULL))
    document: Document = copy.deepcopy(chance.choice([FULL, LEAST])[kind])
    for _ in range(chance.randint(1, 3)):
        path = chance.choice([*spots(document), ("key",)])
        at: Any = document
        for part in path[:-1]:
            at = at[part]
        action = chance.randrange(5)
        if action == 0 and path[-1] in (at if isinstance(at, dict) else range(len(at))):
            del at[path[-1]]
        elif action == 1 and isinstance(at, dict):
            at[
                chance.choice(
                    [
                        "set",
                        "games",
                        "seq",
                        "on",
                        "minutes",
                        "tournament",
                        "\ud800",
                        "x\x1b[0m",
                    ]
                )
            ] = chance.choice(JUNK)
        elif action == 2 and isinstance(at, list):
            at.append(copy.deepcopy(chance.choice([*JUNK, *at])))
        elif isinstance(at, dict) or path[-1] < len(at):
            at[path[-1]] = copy.deepcopy(chance.choice(JUNK))
    text = json.dumps(document, ensure_ascii=chance.random() < 0.9)
    if chance.random() < 0.05:
        cut = chance.randrange(len(text))
        text = (
            text[:cut]
            + chance.choice(["", '"', "{", "]", ",", "\\", "\x00", "1e", "\n"])
            + text[cut + 1 :]
        )
    return text


@pytest.mark.parametrize(
    "seed",
    [
        *range(4),
        *(pytest.param(seed, marks=pytest.mark.torture) for seed in range(4, 80)),
    ],
)
def test_bent_documents_are_booked_or_refused(club: Selo, seed: int) -> None:
    chance = random.Random(seed)
    club.submit(player("E"))
    for number in range(40):
        text = bent(chance)
        name = club.file("bent.jsonl", text.encode("utf-8", "surrogatepass"))
        before = club.events()
        preview = club.run("submit", name, "--dry-run", "--json")
        assert club.events() == before
        ran = club.run("submit", name, "--json")
        said = json.loads(ran.out)
        assert ran.code == preview.code and ran.err == "", (seed, number, text)
        if ran.code == 0:
            assert said["recorded"] or not text.strip(), (seed, number, text)
            assert all(
                row["repeated"] or row["seq"] > before for row in said["recorded"]
            )
            again = json.loads(club.run("submit", name, "--json").out)
            assert [row["repeated"] for row in again["recorded"]] == [True] * len(
                said["recorded"]
            ), (text, again)
        else:
            assert ran.code in (1, 5) and said["problems"], (seed, number, text)
            assert club.events() == before
            assert all(
                problem["message"] and problem["where"]["line"]
                for problem in said["problems"]
            ), (text, said)
    assert club.ask("ledger", "rebuild", "--check")["equal"] is True
