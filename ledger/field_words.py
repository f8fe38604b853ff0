"""The fields of facts, as a sentence about a change names them, and their values."""

from msgspec import UNSET, Struct
from msgspec.structs import asdict

from ledger.decided import DECIDED
from ledger.words import is_day
from messages import Message, say

FIELDS: dict[str, Message] = {
    str(word): word
    for word in (
        # of a tournament and its games
        say("name"), say("start"), say("end"), say("minutes"), say("time_control"), say("domestic"),
        say("fide_accepted"), say("official_representation"), say("age_group"), say("each_game_rated"),
        say("order_no"), say("category"), say("event_kind"), say("start_minutes"), say("total_minutes"),
        say("accepted"), say("representatives"), say("organiser"), say("place"), say("arbiter"), say("round"),
        say("white"), say("black"), say("result"), say("on"), say("minutes_black"), say("tiebreak"), say("board"),
        say("tournament"),
        # of people, and of what else is stated about them
        say("player"), say("club"), say("fide_id"), say("federation"), say("federation_from"), say("born"), say("sex"),
        say("unlisted"), say("earlier_names"), say("list"),
        say("rating"), say("games"), say("normal_games"), say("peak"), say("titles"), say("title"), say("source"),
        say("resolution"), say("comparable"), say("delta"), say("doubt"), say("always"),
        say("about"), say("by"), say("report_by"),
    )
}  # fmt: skip


def stated(field: str, value: object) -> Message:
    """Name a field with its value."""
    return say("{field} {value}", field=FIELDS[field], value=shown(value, field))


def shown(value: object, field: str = "") -> Message:
    """Write a value as a sentence has it."""
    if value is None or value is UNSET:
        return say("nothing")
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, list | tuple):
        return say("{values}", values=" ".join(map(str, value)))
    if field == "about" and value in DECIDED:
        return DECIDED[str(value)]
    if field == "result":
        return say("{result}", result=value)
    if isinstance(value, str) and is_day(value):
        return say("{day}", day=value)
    return say("{value}", value=asdict(value) if isinstance(value, Struct) else value)
