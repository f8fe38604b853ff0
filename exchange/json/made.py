"""Documents put together from files of other formats: the same checks as those that come in as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from exchange.json.documents import Placed
from exchange.json.shapes import flaws, refusal
from ledger.checks import check
from ledger.documents import Document, by_kind
from ledger.errors import Where


@dataclass(frozen=True, slots=True)
class Spread(Where):
    """The place of a document that many lines of a file were put together to. As soon as a field is named, in
    whatever room the refusal comes from, its line is the one the field was read from."""

    lines: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        name = self.field or ""
        while self.line is None and name:  # games[3].white is read from the line of games[3]
            object.__setattr__(self, "line", self.lines.get(name))
            name = name[: max(name.rfind("."), name.rfind("["), 0)]


def made(kind: str, fields: Mapping[str, Any], where: Where) -> Placed:
    """A document, or every flaw it would have; fields that are None are left out."""
    value = {name: given for name, given in fields.items() if given is not None}
    shape = by_kind()[kind]
    problems = list(flaws(value, shape))
    if not problems:
        # only a value without flaws can be converted; the rest is checked on the document
        document: Document = msgspec.convert(value, shape)
        problems = check(document)
        if not problems:
            return Placed(document, where)
    raise refusal(problems, where)
