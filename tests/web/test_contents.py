"""What the page of a draft says of its documents: nobody books what they did not see."""

from collections.abc import Sequence
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec
import pytest
from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields, replace

from ledger.changes import HeaderChange
from ledger.documents import (
    Details,
    Document,
    GameIn,
    Opening,
    Player,
    Settings,
    by_kind,
)
from ledger.league import LeagueChange
from ledger.reported import Reported
from web.store.contents import content_of

GAME = GameIn(round=1, white="A", black="B", result="1-0")
# of fields that hold more than a word or a number: nothing, and something
LONG: dict[tuple[str, str] | str, Sequence[Any]] = {
    ("tournament", "games"): ([], [GAME]),
    ("amend", "games"): ({}, {"1.1": None}),
    "add_games": ([], [GAME]),
    "players": ([], [Details(player="A")]),
    "set": (None, HeaderChange(name="Open")),
    "reported": (None, Reported()),
    "league": (None, Reported()),  # all that is said is that there is one
    "change_league": (None, LeagueChange(teams={"a": None})),
}
# fields of which nothing is said
UNSAID = {
    "key": "keeps a document from being booked twice",
    "expect_version": "refuses a booking on a version that nobody looked at",
    "source": "the digest of the file that the draft came in",
}
SAID_OF = {("external-rating", "source")}  # whose rating it is


def values_of(kind: str, field: FieldInfo) -> Sequence[Any]:
    """Two values that a field may hold."""
    long = LONG.get((kind, field.name)) or LONG.get(field.name)
    return long or values_of_type(field.type)


def values_of_type(shape: Any) -> Sequence[Any]:
    if hasattr(shape, "__metadata__"):
        return values_of_type(shape.__origin__)
    if get_origin(shape) is Literal:
        return get_args(shape)[:2]
    if get_origin(shape) is tuple:
        return (), values_of_type(get_args(shape)[0])[:1]
    if get_args(shape):
        return values_of_type(
            next(one for one in get_args(shape) if one is not NoneType)
        )
    return {bool: (False, True), int: (1, 2), float: (1, 2), str: ("one", "two")}[shape]


def smallest(kind: str) -> Document:
    """A document of a kind with nothing in it that may be left out."""
    shape = by_kind()[kind]
    return shape(
        **{
            field.name: values_of(kind, field)[0]
            for field in fields(shape)
            if field.default is NODEFAULT and field.default_factory is NODEFAULT
        }
    )


FIELDS_OF_KINDS = [
    pytest.param(kind, field, id=f"{kind}.{field.name}")
    for kind, shape in by_kind().items()
    for field in fields(shape)
    if field.name not in UNSAID or (kind, field.name) in SAID_OF
]


@pytest.mark.parametrize(("kind", "field"), FIELDS_OF_KINDS)
def test_every_field_is_seen(kind: str, field: FieldInfo) -> None:
    document = smallest(kind)
    one, other = (
        content_of(replace(document, **{field.name: value}))
        for value in values_of(kind, field)
    )
    assert one != other


@pytest.mark.parametrize("kind", by_kind())
def test_every_field_is_said_in_words_of_people(kind: str) -> None:
    """Not by its name in the program, in which words are held together by lines."""
    shape = by_kind()[kind]
    everything = replace(
        smallest(kind),
        **{field.name: values_of(kind, field)[1] for field in fields(shape)},
    )
    assert not any("_" in str(fact) for fact in content_of(everything).facts)


def facts(document: Document) -> list[str]:
    return [str(fact) for fact in content_of(document).facts]


def test_settings_are_said_as_the_settings_say_them() -> None:
    stated = b'{"kind":"settings","report_days":14,"list_days":[],"slips":"asked"}'
    assert facts(msgspec.json.decode(stated, type=Settings)) == [
        "possible slips are asked about before booking, whoever sends them",
        "a report is due 14 days after the tournament",
        "lists are due on no day",
    ]


def test_nothing_is_said_of_what_is_left_out_and_a_nought_is_something() -> None:
    opening = Opening(player="A", list="selo", on="2024-01-01", rating=1500, games=0)
    assert facts(opening) == ["list selo", "on 2024-01-01", "rating 1500", "games 0"]
    assert facts(Player(player="A", name="Aalto")) == ["name Aalto"]
