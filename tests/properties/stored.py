"""Golden events: stored envelopes as they were written once, and what was read in them
then.
"""

import json
import typing
from pathlib import Path
from typing import Any

import msgspec

from ledger.columns import TournamentColumns
from ledger.events import Event, decode

GOLDEN = Path(__file__).with_name("stored_events.jsonl")


class Golden(typing.NamedTuple):
    """A line of the file. `read` says the kind and every field that was there; newer
    fields may come.
    """

    state: bytes
    read: dict[str, Any]


def golden_events() -> list[Golden]:
    found = [
        json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()
    ]
    return [Golden(line["state"].encode(), line["read"]) for line in found]


def in_words(value: Any) -> Any:
    """A struct field by field under its names, however it is encoded."""
    if isinstance(value, TournamentColumns):
        # what the columns say, game by game
        return {
            name: in_words(getattr(value, name))
            for name in ("tournament", "header", "games", "source", "league")
        }
    if isinstance(value, msgspec.Raw):
        return json.loads(bytes(value))
    if isinstance(value, msgspec.Struct):
        return {
            name: in_words(getattr(value, name)) for name in value.__struct_fields__
        }
    if value is msgspec.UNSET:
        return None
    return [in_words(part) for part in value] if isinstance(value, tuple) else value


def read_now(state: bytes) -> dict[str, Any]:
    event: Event = decode(state)
    words: dict[str, Any] = in_words(event)
    return {**words, "kind": event.kind}


def missing(expected: Any, found: Any, path: str = "event") -> list[str]:
    """What was read once and is read otherwise now; fields that are new are not told."""
    if isinstance(expected, dict) and isinstance(found, dict):
        lost = [f"{path}.{name} is gone" for name in expected.keys() - found.keys()]
        return lost + [
            flaw
            for name in expected.keys() & found.keys()
            for flaw in missing(expected[name], found[name], f"{path}.{name}")
        ]
    if (
        isinstance(expected, list)
        and isinstance(found, list)
        and len(expected) == len(found)
    ):
        pairs = enumerate(zip(expected, found, strict=True))
        return [
            flaw
            for number, (old, new) in pairs
            for flaw in missing(old, new, f"{path}[{number}]")
        ]
    same = type(expected) is type(found) and expected == found
    return [] if same else [f"{path} was {expected!r} and is {found!r}"]
