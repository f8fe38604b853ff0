"""Declare what people decide, as documents and as events.

The committee of titles (6), and an officer who vouches that what looks like a slip, and
was asked about, is right.

Which slips there are is known to whoever looks for them, with the rules at hand; here
are only their codes. And how a sentence about a change names the fields of facts, and
their values.
"""

from typing import Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from ledger.bodies import Body
from ledger.days import is_day
from ledger.every_document import Document
from ledger.field_types import Day, Id, Text, TitleName
from ledger.kinds import names_of_fields, value_in_words
from messages import Message, say

Doubt = Literal[
    "same-games",
    "same-day",
    "before-opening",
    "long-unit",
    "across-edition",
    "out-of-range",
    "after-games",
    "no-ground",
    "jump",
    "two-in-round",
    "same-pair",
    "same-result",
    "turned",
    "unlikely",
    "far-day",
    "moved-past",
    "wrong-year",
    "odd-time",
    "too-short",
    "unequal-time",
    "odd-points",
    "abroad",
    "not-there",
    "age-group",
    "outsider",
    "most-struck",
    "rounds-struck",
    "no-balance",
    "same-name",
    "two-people",
    "far-off",
    "few-games",
    "opening-gone",
    "lower-title",
]


class Slip(NamedTuple):
    """What may be wrong, by its code, of a tournament or a player."""

    code: Doubt
    message: Message
    tournament: str | None = None
    player: str | None = None


class Vouched(Body, frozen=True):
    """Somebody looked at what may have been a slip, and it is right."""

    topic, kind, heading = "vouched.v1", "vouch", "Vouched for"
    doubt: str
    tournament: str | None = None
    player: str | None = None
    always: bool = False
    reason: str | None = None

    def target(self, stream: str) -> str:
        return self.tournament or self.player or ""


def vouching_stream(tournament: str | None, player: str | None) -> str:
    """Name the stream of what is vouched for of a tournament or a player; none of it
    moves their own version.
    """
    if tournament is not None:
        return f"vouched:tournament/{tournament}"
    return f"vouched:player/{player}"


class TitleDecided(Body, frozen=True):
    """What the committee decided of a title. `resolution`: its number, or that of the
    minutes.
    """

    player: str
    title: str
    on: str
    reason: str | None = None
    resolution: str | UnsetType = UNSET


class TitleConfirmed(TitleDecided, frozen=True):
    topic, kind, heading = "title-confirmed.v1", "confirm-title", "Title confirmed"


class TitleKept(TitleDecided, frozen=True):
    topic, kind, heading = "title-kept.v1", "keep-title", "Title kept"


class TitleRefused(TitleDecided, frozen=True):
    topic, kind, heading = "title-refused.v1", "refuse-title", "Title refused"


class ConfirmationRevoked(TitleDecided, frozen=True):
    topic = "confirmation-revoked.v1"
    kind = "revoke-confirmation"
    heading = "Confirmation revoked"


TITLE_DECISIONS = {
    shape.kind: shape
    for shape in (TitleConfirmed, TitleKept, TitleRefused, ConfirmationRevoked)
}


class TitleDecision(Document, frozen=True, kw_only=True):
    """What the committee decides of a player's title on a day. `resolution`: its
    number, or that of the minutes.
    """

    player: Id
    title: TitleName
    on: Day
    reason: Text | None = None
    resolution: Text | None = None


class ConfirmTitle(TitleDecision, frozen=True, tag="confirm-title", kw_only=True):
    """The title is held, if it was reached on that day or before."""


class KeepTitle(TitleDecision, frozen=True, tag="keep-title", kw_only=True):
    """The title is kept though nothing in the ledger supports it (6.1: titles are
    permanent).
    """

    reason: Text


class RefuseTitle(TitleDecision, frozen=True, tag="refuse-title", kw_only=True):
    """A title that was reached is not confirmed."""

    reason: Text


class RevokeConfirmation(
    TitleDecision, frozen=True, tag="revoke-confirmation", kw_only=True
):
    """What was confirmed or kept before no longer counts."""


class Vouch(Document, frozen=True, tag="vouch", kw_only=True):
    """What was asked about a tournament or a player is right. It holds until that
    tournament or player changes again; with `always` for good: that is never asked of
    it any more.
    """

    doubt: Doubt
    tournament: Id | None = None
    player: Id | None = None
    always: bool = False
    reason: Text | None = None


# fields whose name is a code: how a sentence calls them
_IN_WORDS = {
    "time_control": say("time control"),
    "fide_accepted": say("rated by FIDE"),
    "official_representation": say("official representation"),
    "age_group": say("age group"),
    "each_game_rated": say("each game rated"),
    "order_no": say("order number"),
    "event_kind": say("event kind"),
    "start_minutes": say("start minutes"),
    "total_minutes": say("total minutes"),
    "minutes_black": say("minutes of Black"),
    "fide_id": say("FIDE id"),
    "federation_from": say("federation from"),
    "earlier_names": say("former names"),
    "normal_games": say("normal games"),
}
# how a sentence calls each field of a fact, by the field's name
FIELDS: dict[str, Message] = (
    {
        str(word): word
        for word in (
            # of a tournament and its games
            say("name"),
            say("start"),
            say("end"),
            say("minutes"),
            say("domestic"),
            say("category"),
            say("accepted"),
            say("representatives"),
            say("organiser"),
            say("place"),
            say("arbiter"),
            say("round"),
            say("white"),
            say("black"),
            say("result"),
            say("on"),
            say("tiebreak"),
            say("board"),
            say("tournament"),
            # of people, and of what else is stated about them
            say("player"),
            say("club"),
            say("federation"),
            say("born"),
            say("sex"),
            say("unlisted"),
            say("list"),
            say("rating"),
            say("games"),
            say("peak"),
            say("titles"),
            say("title"),
            say("source"),
            say("resolution"),
            say("comparable"),
            say("delta"),
            say("doubt"),
            say("always"),
        )
    }
    | _IN_WORDS
    | names_of_fields()
)


def field_in_words(field: str, value: object) -> Message:
    """Name a field with its value."""
    return say(
        "{field} {value}", field=FIELDS[field], value=value_in_sentence(value, field)
    )


def value_in_sentence(value: object, field: str = "") -> Message:
    """Write a value as a sentence has it."""
    if value is None or value is UNSET:
        return say("nothing")
    if value is True:
        return say("yes")
    if value is False:
        return say("no")
    if isinstance(value, list | tuple):
        return say("{values}", values=" ".join(map(str, value)))

    if isinstance(value, str):
        words = value_in_words(field, value)
        if words:
            return words

    if field == "result":
        return say("{result}", result=value)
    if isinstance(value, str) and is_day(value):
        return say("{day}", day=value)
    if isinstance(value, Struct):
        return say("{value}", value=asdict(value))

    return say("{value}", value=value)
