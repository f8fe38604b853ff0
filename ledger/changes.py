"""Declare what an amend may change of a tournament and of a game."""

from msgspec import UNSET, UnsetType

from ledger.every_document import Strict
from ledger.field_types import (
    AgeGroup,
    Board,
    Category,
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
)


class HeaderChange(Strict, frozen=True, kw_only=True):
    """`set` of an amend: the header fields to change. minutes and time_control each
    replace the other; null empties a field that may be left out.
    """

    name: Name | UnsetType = UNSET
    start: Day | UnsetType = UNSET
    end: Day | UnsetType = UNSET
    minutes: Minutes | UnsetType = UNSET
    time_control: Name | UnsetType = UNSET
    domestic: bool | UnsetType = UNSET
    fide_accepted: bool | UnsetType = UNSET
    official_representation: bool | UnsetType = UNSET
    accepted: bool | UnsetType = UNSET
    age_group: AgeGroup | UnsetType = UNSET
    each_game_rated: bool | UnsetType = UNSET
    order_no: OrderNo | UnsetType = UNSET
    category: Category | UnsetType | None = UNSET
    event_kind: EventKind | UnsetType | None = UNSET
    start_minutes: WholeMinutes | UnsetType | None = UNSET
    total_minutes: WholeMinutes | UnsetType | None = UNSET
    representatives: Representatives | UnsetType = UNSET
    organiser: Name | UnsetType | None = UNSET
    place: Name | UnsetType | None = UNSET
    arbiter: Id | UnsetType | None = UNSET


class GameChange(Strict, frozen=True, kw_only=True):
    """The fields of one game to change; null empties an optional one."""

    round: Round | UnsetType = UNSET
    white: Id | UnsetType = UNSET
    black: Id | UnsetType = UNSET
    result: Result | UnsetType = UNSET
    board: Board | UnsetType | None = UNSET
    on: Day | UnsetType | None = UNSET
    minutes: Minutes | UnsetType | None = UNSET
    minutes_black: Minutes | UnsetType | None = UNSET
    tiebreak: bool | UnsetType = UNSET
