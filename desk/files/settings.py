"""State what a file does not say: every answer an officer can give about one file."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from exchange.json.characters import fault_of_text
from exchange.json.flaws import flaws, refusal
from exchange.results.matrix import Colours
from exchange.results.proposed_columns import ROLES
from exchange.results.written_results import Points
from exchange.text.dates import Order
from exchange.text.encodings import Encoding
from ledger.errors import Where
from ledger.every_document import Strict
from ledger.field_types import (
    AN_ID,
    AgeGroup,
    Category,
    Count,
    Day,
    EventKind,
    Id,
    Minutes,
    Name,
    OrderNo,
    Representatives,
    Result,
    Round,
    WholeMinutes,
    takes,
)
from ledger.flaws import Flaw, flaw
from ledger.playing_time import seconds_of
from messages import say

PlayersBy = Literal["fide", "national", "name"]

# what becomes of the rounds in the ledger that a file does not have
OtherRounds = Literal["stay", "struck"]

Venue = Literal["board", "online"]

NEW, BYE = "new", "bye"  # answers about a row that are no player of the ledger

# rows that one question is about, by what is less than sure of them
Group = Literal["names", "spelling", "details"]

GROUPS: tuple[Group, ...] = get_args(Group)

# doubtful rows of one cause that may all be answered to be new, by what they share with
# somebody here
NewGroup = Literal["close-new", "born-alike-new", "other-birth-new", "namesakes-new"]

NEW_GROUPS: tuple[NewGroup, ...] = get_args(NewGroup)

Stated = dict[str, Any]  # the answers of a file, as they are written

Prefix = Annotated[
    str,
    Meta(
        pattern=r"\A[A-Za-z0-9._-]{1,48}\Z",
        **takes(say("the beginning of an id: 1 to 48 of A-Z a-z 0-9 . _ -")),
    ),
]

_ROUND = re.compile(r"[1-9][0-9]{0,3}")

_GAME = re.compile(rf"{_ROUND.pattern}/.{{1,200}}")

RoundNo = Annotated[
    str, Meta(pattern=rf"\A{_ROUND.pattern}\Z", **takes(say("a round number")))
]

_COLUMN = rf"(?:{'|'.join(ROLES)})=[1-9][0-9]{{0,2}}"

Columns = Annotated[
    str,
    Meta(
        pattern=rf"\A{_COLUMN}(?:,{_COLUMN})*\Z",
        **takes(say("columns, like round=1,white=2,black=4,result=5")),
    ),
]

Who = Annotated[
    str, Meta(pattern=rf"\A{AN_ID}\Z", **takes(say("a player id, new or bye")))
]


class Settings(Strict, frozen=True, kw_only=True):
    """Every answer an officer can give about one file; None: not given."""

    # which tournament it is: its id, and that of the final where the file has both
    tournament: Id | None = None
    final: Id | None = None

    # the event, where the file does not say it, or not rightly; days are YYYY-MM-DD
    name: Name | None = None
    start: Day | None = None
    end: Day | None = None

    # how long the games were: minutes for 60 moves, or a text such as 90+30; one of them
    minutes: Minutes | None = None
    time_control: Name | None = None

    # what decides whether and how it is rated
    domestic: bool | None = None
    fide_accepted: bool | None = None
    official_representation: bool | None = None
    accepted: bool | None = None
    venue: Venue | None = None
    age_group: AgeGroup | None = None
    each_game_rated: bool | None = None
    order_no: OrderNo | None = None

    # what only the rules of Norway ask for: minutes for the first move, and for 80 moves
    category: Category | None = None
    event_kind: EventKind | None = None
    start_minutes: WholeMinutes | None = None
    total_minutes: WholeMinutes | None = None

    # who was sent by the federation, where not everybody was, and who held it, where
    representatives: Representatives | None = None
    organiser: Name | None = None
    place: Name | None = None
    arbiter: Id | None = None

    # the rounds: from which one on it is the final, and on which day each was played
    stage_from_round: Round | None = None
    round_days: dict[RoundNo, Day] = msgspec.field(default_factory=dict)
    # of a file that does not say which round it is
    round: Round | None = None
    other_rounds: OtherRounds | None = None

    # how the file is read: what its columns, its bytes and its numbers mean
    colours: Colours | None = None
    points: Points | None = None
    columns: Columns | None = None
    encoding: Encoding | None = None
    sheet: Name | None = None
    date_order: Order | None = None

    # who is who: what the id column holds, and an answer for each row, by its number or
    # name
    players_by: PlayersBy | None = None
    map: dict[str, Who] = msgspec.field(default_factory=dict)
    # yes to a question about many rows at once, with their number: {"names": 87}
    agreed: dict[str, Count] = msgspec.field(default_factory=dict)
    # of games that the file has without one: {"3/12": "1-0"}
    results: dict[str, Result] = msgspec.field(default_factory=dict)
    # whom the names of a broadcast mean: a row of the report for each
    relayed: dict[str, Name] = msgspec.field(default_factory=dict)

    # of everybody new in the file: what ids begin with, and the club
    new_ids: Prefix | None = None
    club: Name | None = None

    # PGN: each result came about over the board
    all_played: bool | None = None


def settings_of(fields: Stated, where: Where) -> Settings:
    """Check settings and return them, or refuse them with every flaw at once.

    `fields`: as they are written, such as {"minutes": 90, "map": {"12": "P0042"}}.
    `where`: the document or the form that they come from, which the refusals name. A
    field that is not known is a flaw.
    """
    problems = [*flaws(fields, Settings), *_odd_answers(fields)]
    if problems:
        raise refusal(problems, where)
    return msgspec.convert(fields, Settings)


def _odd_answers(fields: Stated) -> Iterator[Flaw]:
    """Yield what the shape does not tell: texts that are no time control, and keys that
    are any text to it.

        "time_control": "soon"      no-time-control
        "results": {"x": "1-0"}     wrong-value: 3/12 or 3/12/7
        "agreed": {"clubs": 3}      wrong-value: no such group

    Answers of another type are passed over: their shape tells.
    """
    control = fields.get("time_control")
    if isinstance(control, str) and _is_no_control(control):
        message = say("{text} is not a time control", text=repr(control[:60]))
        hint = say("write `90+30`, or stages like `40/90+30:30+30`")
        yield flaw(("time_control",), "no-time-control", message, hint)

    for game in _keys(fields, "results"):
        if not _GAME.fullmatch(game):
            message = say("{text} is not a game", text=repr(game[:40]))
            hint = say(
                "3/12 is round 3 and row 12 for White; in 3/12/7, row 7 is Black's"
            )
            yield flaw(("results", game), "wrong-value", message, hint)

    groups = (*GROUPS, *NEW_GROUPS)
    for group in _keys(fields, "agreed"):
        if group not in groups:
            message = say("{text} is not asked about together", text=repr(group[:40]))
            hint = say(
                "one of {names}, and how many rows they are: names=87",
                names=", ".join(groups),
            )
            yield flaw(("agreed", group), "wrong-value", message, hint)


def _is_no_control(text: str) -> bool:
    """Return whether a text, fit to be stored, is no time control.

        90+30    no
        soon     yes

    A text with characters that cannot be stored is no such case: its shape tells that.
    """
    return fault_of_text(text) is None and seconds_of(text) is None


def _keys(fields: Stated, name: str) -> Iterator[str]:
    """Yield the keys of an answer that is an object; of anything else none."""

    answer = fields.get(name)
    if isinstance(answer, dict):
        yield from answer


def settings_over(options: Settings, beside: Settings) -> Settings:
    """Put options over the document beside the file: options win; maps, groups and days
    are joined.

        options   {"minutes": 60, "map": {"4": "new"}}
        beside    {"time_control": "90+30", "map": {"4": "P0042", "9": "bye"}}
        both      {"minutes": 60, "map": {"4": "new", "9": "bye"}}

    None, and an empty map, take the place of nothing.
    """

    fields = {}
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if value not in (None, {}):
            fields[name] = value

    for name in ("map", "agreed", "round_days", "results", "relayed"):
        fields[name] = {**getattr(beside, name), **fields.get(name, {})}

    # the two state one thing, so either takes the place of the other

    if "minutes" in fields or "time_control" in fields:
        fields = {"minutes": None, "time_control": None, **fields}

    return msgspec.structs.replace(beside, **fields)
