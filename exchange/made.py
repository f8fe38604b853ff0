"""Documents put together from files of other formats: the same checks as those that come in as JSON."""

from collections.abc import Mapping
from typing import Any

import msgspec

from exchange.json_documents import Placed
from exchange.json_text import field_name
from exchange.shapes import flaws
from ledger.checks import check
from ledger.documents import Document, by_kind
from ledger.errors import Problem, Refused, Where


def made(kind: str, fields: Mapping[str, Any], where: Where) -> Placed:
    """A document, or every flaw it would have; fields that are None are left out."""
    value = {name: said for name, said in fields.items() if said is not None}
    shape = by_kind()[kind]
    found = list(flaws(value, shape))
    if not found:
        document: Document = msgspec.convert(value, shape)
        found = check(document)
        if not found:
            return Placed(document, where)
    raise Refused([Problem(code, said, _at(where, path), hint) for path, code, said, hint in found])


def _at(where: Where, path: tuple[str | int, ...]) -> Where:
    return Where(where.file, where.line, where.column, field_name(path))
