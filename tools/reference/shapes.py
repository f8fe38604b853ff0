"""Documents and events, field by field."""

import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from ledger.bodies import Body, GameFact, HeaderFact
from ledger.changes import GameChange, HeaderChange
from ledger.decisions import Vouched, vouching_stream
from ledger.documents import Details, Document, GameIn, by_kind
from ledger.events import TOPICS, Envelope
from ledger.field_types import Day, ListName
from ledger.league import (
    League,
    LeagueChange,
    MatchChange,
    StatedPoints,
    Team,
    TeamChange,
    TeamMatch,
)
from ledger.reported import Cell, Reported, ReportedPlayer
from messages.fields import document_words
from rulebooks import LISTS
from tools.reference import table

Struct = type[msgspec.Struct]


PARTS: dict[Any, str] = {
    Details: "[person](#a-person-in-players)",
    GameIn: "[game](#a-game-in-games)",
    HeaderChange: "[header fields](#set-of-an-amend)",
    GameChange: "[fields of a game](#a-game-in-an-amend)",
    GameFact: "[game](#a-game)",
    HeaderFact: "[header](#the-header)",
    Reported: "[what a report says](#reported)",
    ReportedPlayer: "[player as reported](#a-player-in-reported)",
    League: "[a league](#league)",
    Team: "[team](#a-team-in-league)",
    TeamMatch: "[match](#a-match-in-league)",
    LeagueChange: "[changes of a league](#change_league-of-an-amend)",
    TeamChange: "[fields of a team](#a-team-in-change_league)",
    MatchChange: "[fields of a match](#a-match-in-change_league)",
    StatedPoints: "[points that were decided](#points-of-a-match)",
    msgspec.Raw: (
        "as in a document: [reported](documents.md#reported),"
        " [league](documents.md#league)"
    ),
}
_BY_ROUND = (Cell, Day)
WORDS = {
    int: "whole number",
    float: "number",
    str: "text",
    bool: "true or false",
    types.NoneType: "null",
}


def type_words(shape: Any, nullable: bool = False) -> str:
    """What a field takes, in words; null is worth a word only where it changes
    something.
    """
    if shape in PARTS:
        return PARTS[shape]
    if shape == ListName:
        return "one of " + " ".join(f"`{name}`" for name in LISTS)

    inner = get_args(shape)
    match get_origin(shape):
        case origin if origin in (Union, types.UnionType):
            nullable = nullable or msgspec.UnsetType in inner
            kept = [
                p
                for p in inner
                if p is not msgspec.UnsetType and (nullable or p is not types.NoneType)
            ]
            words = dict.fromkeys(type_words(part, nullable) for part in kept)
            return " or ".join(
                word
                for word in words
                if word.removeprefix("whole ") not in words or word[:5] != "whole"
            )
        case origin if origin is Literal:
            return "one of " + " ".join(f"`{value}`" for value in inner)
        case origin if origin is Annotated:
            return _limits(inner[0], inner[1])
        case origin if origin in (list, tuple):
            return f"list of {type_words(inner[0])}"
        case origin if origin is dict:
            if inner[0] is str and inner[1] in _BY_ROUND:
                return f"object from round to {type_words(inner[1])}"
            return f"object from game id to {type_words(inner[1], nullable=True)}"

    return WORDS.get(shape, "JSON")


def _limits(base: Any, meta: Any) -> str:
    """Say what a value may be: in the words of its type, else between which limits."""
    if meta.extra is not None:
        return str(meta.extra["takes"])
    if base is str:
        return f"text of {meta.min_length} to {meta.max_length} characters"

    words = WORDS[base]
    if meta.gt is not None:
        words += f" over {meta.gt}"
    else:
        words += f" from {meta.ge}"
    if meta.le is not None:
        words += f" to {meta.le}"
    return words


def meanings() -> Mapping[str, str]:
    return document_words()


def field_rows(
    kind: str, struct: Struct, without: Sequence[str] = ()
) -> Iterator[tuple[str, str, str, str]]:
    """Field, what it takes, its default, and the hand-written meaning; empty when
    nobody wrote one.
    """
    texts = meanings()
    for field in msgspec.structs.fields(struct):
        if field.name not in without:
            name = field.encode_name
            default = (
                "required"
                if field.required
                else _default(field.default, field.default_factory)
            )
            yield (
                f"`{name}`",
                type_words(field.type),
                default,
                texts.get(f"{kind}.{name}", texts.get(name, "")),
            )


def _default(value: Any, factory: Any) -> str:
    if value in (msgspec.NODEFAULT, None, msgspec.UNSET):
        return "" if factory is msgspec.NODEFAULT else "none"
    return "none" if value == () else f"`{msgspec.json.encode(value).decode()}`"


def document_parts() -> Iterator[tuple[str, str, Struct, Sequence[str]]]:
    """(title, kind, struct, fields told elsewhere) of every section of the page."""
    common = [field.name for field in msgspec.structs.fields(Document)]
    for kind, struct in by_kind().items():
        yield kind, kind, struct, common
    yield "What every document may carry", "", Document, ()
    yield "A person in players", "player", Details, ()
    yield "A game in games", "game", GameIn, ()
    yield "set of an amend", "tournament", HeaderChange, ()
    yield "A game in an amend", "game", GameChange, ()
    yield "reported", "reported", Reported, ()
    yield "A player in reported", "reported-player", ReportedPlayer, ()
    yield "league", "league", League, ()
    yield "A team in league", "team", Team, ()
    yield "A match in league", "match", TeamMatch, ()
    yield "change_league of an amend", "change-league", LeagueChange, ()
    yield "A team in change_league", "team", TeamChange, ()
    yield "A match in change_league", "match", MatchChange, ()
    yield "Points of a match", "match-points", StatedPoints, ()


def documents() -> Iterator[str]:
    yield (
        "A document is one JSON object; `kind` says which. Unknown fields are refused."
        " A field whose default is blank"
    )
    yield (
        "may be left out. Days are `YYYY-MM-DD`. [What every document may"
        " carry](#what-every-document-may-carry)"
    )
    yield "stands once, below.\n"
    for title, kind, struct, without in document_parts():
        yield f"## {title}\n"
        yield from table(
            ("field", "takes", "default", "means"), field_rows(kind, struct, without)
        )


def stream_of(body: type[Body]) -> str:
    """Which stream an event goes to, by what it is about."""
    fields = body.__struct_fields__
    if body.stream:
        return f"`{body.stream}`"
    if body is Vouched:
        return f"`{vouching_stream('ID', None)}`"
    if about := [name for name in ("tournament", "player") if name in fields]:
        return f"`{about[0]}:ID`"
    return (
        "that of the event it names"
        if {"withdrawn", "reinstated"} & set(fields)
        else "`office`"
    )


def events() -> Iterator[str]:
    yield (
        "What is stored. A topic never changes its meaning; a new shape gets a new"
        " version. Names are not in events:"
    )
    yield (
        "they stand in a table beside the log, and an event holds their salted"
        " digest.\n"
    )

    for topic, body in TOPICS.items():
        lead = (
            f"From a document `{body.kind}`; stream {stream_of(body)}."
            f" {' '.join((body.__doc__ or '').split())}"
        )
        yield from _event(topic, lead, body)

    for title, part in (
        ("The envelope", Envelope),
        ("A game", GameFact),
        ("The header", HeaderFact),
    ):
        yield from _event(title, " ".join((part.__doc__ or "").split()), part)


def _event(title: str, lead: str, body: Struct) -> Iterator[str]:
    yield f"## {title}\n\n{lead.strip()}\n"
    yield from table(
        ("field", "holds", "default"), (row[:3] for row in field_rows("", body))
    )
