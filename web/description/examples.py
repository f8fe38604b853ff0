"""A request for each operation, and what a service over the demo's ledger said to it, cut short.

`make docs` asks and writes examples.json (tools/reference/examples.py); a test asks again.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import msgspec


class Example(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """`address`: as it is asked; `parameters`: what is in it by name; `sent_as` and `answered_as`: media types."""

    address: str
    parameters: Mapping[str, Any] = {}
    body: Any = None
    sent_as: str = "application/json"
    status: int = 200
    answered_as: str = "application/json"
    answer: Any = None


def examples() -> Mapping[str, Example]:
    """Return the examples by operation."""
    text = files("web.description").joinpath("examples.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Example])
