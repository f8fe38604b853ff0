"""What people announce and decide, as documents: the committee of titles (6), the board of tournaments (2.2 to 2.4), an
officer of what looked like a slip."""

from ledger.decided import Decided, Doubt
from ledger.words import Day, Document, Id, Name, Representatives, Text, TitleName


class TitleDecision(Document, frozen=True, kw_only=True):
    """What the committee decides of a player's title on a day. `resolution`: its number, or that of the minutes."""

    player: Id
    title: TitleName
    on: Day
    reason: Text | None = None
    resolution: Text | None = None


class ConfirmTitle(TitleDecision, frozen=True, tag="confirm-title", kw_only=True):
    """The title is held, if it was reached on that day or before."""


class KeepTitle(TitleDecision, frozen=True, tag="keep-title", kw_only=True):
    """The title is kept though nothing in the ledger supports it (6.1: titles are permanent)."""

    reason: Text


class RefuseTitle(TitleDecision, frozen=True, tag="refuse-title", kw_only=True):
    """A title that was reached is not confirmed."""

    reason: Text


class RevokeConfirmation(TitleDecision, frozen=True, tag="revoke-confirmation", kw_only=True):
    """What was confirmed or kept before no longer counts."""


class Vouch(Document, frozen=True, tag="vouch", kw_only=True):
    """What was asked about a tournament or a player is right. It holds until that tournament or player changes again;
    with `always` for good: that is never asked of it any more.
    """

    doubt: Doubt
    tournament: Id | None = None
    player: Id | None = None
    always: bool = False
    reason: Text | None = None


class Announce(Document, frozen=True, tag="announce", kw_only=True):
    """A tournament that will be played. Its report is due on `report_by`, else some days after its end, as the
    settings say."""

    tournament: Id
    name: Name
    start: Day
    end: Day
    report_by: Day | None = None
    organiser: Name | None = None
    place: Name | None = None
    domestic: bool = True
    representatives: Representatives = ()


class Decide(Document, frozen=True, tag="decision", kw_only=True):
    """What was decided of a tournament, by whom and on which day. `resolution`: its number, or that of the minutes."""

    tournament: Id
    about: Decided
    by: Name
    on: Day
    resolution: Name | None = None
    reason: Text | None = None
