"""Declare what the report of a tournament says beside its games. No rating comes of it;
it is there to be compared with.

One shape for documents and events. An event holds it as the bytes of its JSON, so that
whoever folds or rates games never looks inside. Players stand in it by id; no name, no
birth and no sex does. A woman's title tells a sex, and an arbiter is a name: both stay
in the kept file, which an erasure takes away.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from ledger.days import is_day
from ledger.every_document import Strict
from ledger.field_types import Day, Id, Name, takes
from ledger.flaws import FieldPath, Flaw
from ledger.visible_text import hidden_text_flaws
from messages import NOTHING, say

Number = Annotated[int, Meta(ge=1, le=9999)]
Points = Annotated[
    str,
    Meta(pattern=r"\A[0-9]{1,4}(\.[0-9]{1,2})?\Z", **takes(say("points, like 4.5"))),
]
A_TITLE_OF_FIDE = "([GgIiFfCc][Mm]|[GgMmFfCc])"  # as a pattern
FideTitle = Annotated[
    str,
    Meta(
        pattern=rf"\A{A_TITLE_OF_FIDE}\Z",
        **takes(say("GM, IM, FM, CM or a letter of these")),
    ),
]
Cell = Annotated[
    str,
    Meta(
        pattern=r"\A[wb-]?[-+=10UFHZWDL]\Z",
        **takes(say("a colour or none, and a result code of TRF")),
    ),
]


Record = Annotated[
    str,
    Meta(
        max_length=20_000,
        pattern=r"\A(013|082|2[456]0|299|3[0123]0|352|362|80[12])( [^\r\n]*)?\Z",
        **takes(
            say(
                "a record of TRF about teams, byes to come, accelerations or forbidden"
                " pairs, from 013 to 802"
            )
        ),
    ),
]
# as written: some programs write a club there
Federation = Annotated[str, Meta(min_length=1, max_length=3)]


class ReportedPlayer(Strict, frozen=True, kw_only=True):
    """A player as the report has them. `cells`: by round, what the games do not say:
    byes, absences, and how a game that was not played is written.
    """

    player: Id
    number: Number | None = None
    title: FideTitle | None = None
    federation: Federation | None = None
    rating: Number | None = None
    points: Points | None = None
    rank: Number | None = None
    cells: dict[str, Cell] = field(default_factory=dict)


class Reported(Strict, frozen=True, kw_only=True):
    """The report beside the games; texts are as written."""

    place: Name | None = None
    federation: Name | None = None
    kind: Name | None = None
    time: Name | None = None
    time_code: Name | None = None
    rounds: Number | None = None
    first_colour: Name | None = None
    scoring: Name | None = None
    order: Name | None = None
    program: Name | None = None
    system: Name | None = None
    tie_breaks: Name | None = None
    standings: Name | None = None
    round_days: dict[str, Day] = field(default_factory=dict)
    players: list[ReportedPlayer] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)


MOST_RECORDS = 10_000
FACTS = tuple(
    name
    for name in Reported.__struct_fields__
    if name not in ("round_days", "players", "records")
)
NONE = Raw(b"{}")


def json_if_stated(stated: Struct | None) -> Raw | UnsetType:
    """Return what an event holds of a report or a league; nothing where nothing is
    said.
    """
    return UNSET if stated is None else Raw(msgspec.json.encode(stated))


def is_same_json(one: Raw | None, other: Raw | None) -> bool:
    """Return whether two reports, or leagues, say the same: one shape is encoded one
    way.
    """
    return bytes(one or NONE) == bytes(other or NONE)


def json_if_changed(before: Raw | None, stated: Struct | None) -> Raw | UnsetType:
    """Return what an event holds of a report or a league that is stated again: nothing
    where it is the same.
    """
    raw = json_if_stated(stated)
    return UNSET if raw is UNSET or is_same_json(before, raw) else raw


def report_from_json(raw: Raw) -> Reported:
    """Read what an organiser reported of a tournament from the JSON that its event
    keeps, such as `{"rows": [...]}`.

    It is kept unread until somebody asks, because most who read the event have no use
    for it.
    """
    # without a decoder that every correction would make first
    return msgspec.json.decode(raw, type=Reported)


def reported_flaws(reported: Reported) -> Iterator[Flaw]:
    """Yield a flaw for each player or number that comes twice, and for what is no round
    or no day.
    """
    for name in FACTS:
        if isinstance(text := getattr(reported, name), str):
            yield from hidden_text_flaws(text, ("reported", name))

    for index, text in enumerate(reported.records):
        yield from hidden_text_flaws(text, ("reported", "records", index))
    for name in ("player", "number"):
        yield from _repeated_values(
            [getattr(row, name) for row in reported.players], name
        )
    yield from _flaws_of_rounds(reported.round_days, ("reported", "round_days"))
    for key, day in reported.round_days.items():
        if not is_day(day):
            message = say("{text} is not a day of the calendar", text=day)
            yield ("reported", "round_days", key), "no-such-day", message, NOTHING

    if len(reported.records) > MOST_RECORDS:
        message = say(
            "{count} records; at most {most} are kept",
            count=len(reported.records),
            most=MOST_RECORDS,
        )
        yield (
            ("reported", "records"),
            "wrong-value",
            message,
            say("send one tournament in a file"),
        )

    for index, row in enumerate(reported.players):
        yield from _flaws_of_rounds(row.cells, ("reported", "players", index, "cells"))


def _repeated_values(values: Iterable[Any], name: str) -> Iterator[Flaw]:
    """Yield a flaw for each value that another player had before; None is no value.

    name: the field of the players whose values they are
    """
    seen: set[Any] = set()
    for index, value in enumerate(values):
        if value is not None and value in seen:
            yield (
                ("reported", "players", index, name),
                "id-twice",
                say("{name} appears twice", name=repr(value)),
                NOTHING,
            )
        seen.add(value)


def _flaws_of_rounds(keys: Iterable[str], path: FieldPath) -> Iterator[Flaw]:
    """Yield a flaw for each key that is no round: 1 to 9999, without zeros before it.

    path: where the keys stand in the document
    """
    for key in keys:
        if not (
            key.isascii() and key.isdigit() and 1 <= len(key) <= 4 and key[0] != "0"
        ):
            yield (
                (*path, key),
                "wrong-value",
                say("{text} is not a round", text=repr(key)),
                say("1 to 9999"),
            )
