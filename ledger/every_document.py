"""Declare what every document has: the fields that it may carry, and that a typo in a
field name is an error.
"""

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from msgspec import Struct

from ledger.field_types import Actor, Text
from messages import Message


class Strict(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A struct in which a typo in a field name is an error, never silence."""


@cache
def fields_among(shape: type[Struct], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of these fields that structs of a kind have."""
    return tuple(name for name in names if name in shape.__struct_fields__)


class Document(Strict, frozen=True, kw_only=True, tag_field="kind"):
    """The fields that every document may carry.

    needs        the role that may record it
    about_field  the field that names what it is about, of a document of a feature
    sealed       the fields whose words may name a person: the log holds a seal of them
    may_be_ahead whether its days may be after today
    in_words     how people call its fields, those that only a feature has
    value_words  by field, how people call its values
    """

    needs: ClassVar[str] = "officer"
    about_field: ClassVar[str] = ""
    sealed: ClassVar[tuple[str, ...]] = ()
    may_be_ahead: ClassVar[bool] = False
    in_words: ClassVar[Mapping[str, Message]] = {}
    value_words: ClassVar[Mapping[str, Mapping[str, Message]]] = {}

    actor: Actor | None = None
    note: Text | None = None
    key: Text | None = None
