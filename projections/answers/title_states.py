"""A title's state, by where it was reached and what the committee decided: a plain function, and where it stands in the
committee's register.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from messages.answer import UNSET, Answer, Date, UnsetType
from rulebooks.base import Title

HELD, EARNED, LOST = "held", "earned", "no longer supported"
KEPT, REFUSED, WITHOUT_GROUND = "kept", "refused", "without ground"
OPEN = (EARNED, LOST, WITHOUT_GROUND)  # the committee has something to decide
NOBODYS = (LOST, REFUSED, WITHOUT_GROUND)  # nobody holds it
# where a title stands in the committee's register, in the order of its meeting
PENDING, REOPENED, REVOKED = "pending", "reopened", "revoked"
STANDINGS = (REOPENED, PENDING, WITHOUT_GROUND, KEPT, REFUSED, REVOKED, HELD)


class TitleLostBy(Answer, frozen=True, kw_only=True):
    """The event whose submission took the ground from under a title, or moved it."""

    kind: str
    target: str
    reason: str | None


class DecidedTitle(Answer, frozen=True, kw_only=True):
    """What the committee decided of a title: on which day, recorded by whom."""

    kind: str
    on: Date
    seq: int
    by: str | None
    reason: str | None
    resolution: str | UnsetType = UNSET


class TitleGround(Answer, frozen=True, kw_only=True):
    """What a title rested on when it was decided, before a correction."""

    on: Date
    tournament: str | None
    game: str | None


class TitleState(Answer, frozen=True, kw_only=True):
    """A title and its state; seq and event are there only where a correction took its ground away, or moved it so that
    what was decided before no longer counts; `was` says what it rested on until then.
    """

    title: str
    on: Date
    tournament: str | None
    game: str | None
    status: str
    seq: int | UnsetType = UNSET
    event: TitleLostBy | UnsetType | None = UNSET
    confirmed_on: Date | UnsetType = UNSET
    decision: DecidedTitle | UnsetType = UNSET
    standing: str = HELD
    was: TitleGround | UnsetType = UNSET


# 6.1: titles are permanent, so the committee can keep one whose ground is gone. 6.3: it confirms what was reached, so
# what it said before that day is about something else, and confirms nothing by itself.
def state_of(
    name: str, reached: Title | None, lost: TitleState | None, decisions: Sequence[DecidedTitle], awaited: bool
) -> TitleState | None:
    """Return the state of one title, by where it was reached and what was decided, in order of the days.

    `reached`: as known; `lost`: where it was once known as reached and no longer is. `awaited`: somebody has to confirm
    it, which nobody has to of a title that was held before the ledger. None where there is nothing to say.
    """
    latest = decisions[-1] if decisions else None
    kept = latest is not None and latest.kind == "keep-title"
    if reached is not None:
        counts = kept or (latest is not None and latest.on >= reached.on)
        decision = latest if counts and latest is not None else UNSET
        confirmed = decision is not UNSET and decision.kind == "confirm-title"
        return TitleState(
            title=name, on=reached.on, tournament=reached.tournament, game=reached.game,
            status=_of_reached(reached, decision, awaited), decision=decision,
            confirmed_on=decision.on if decision is not UNSET and confirmed else UNSET,
        )  # fmt: skip
    if latest is None:
        return lost
    if lost is not None:
        status = KEPT if kept else REFUSED if latest.kind == "refuse-title" else LOST
        return replace(lost, status=status, decision=latest)
    if latest.kind not in ("keep-title", "confirm-title"):
        return None  # what nobody reached is neither refused nor revoked
    status = KEPT if kept else WITHOUT_GROUND
    return TitleState(title=name, on=latest.on, tournament=None, game=None, status=status, decision=latest)


def registered(state: TitleState, awaited: bool) -> TitleState:
    """Add where a title stands in the register."""
    decision = state.decision
    if awaited and state.status in (EARNED, LOST) and decision is not UNSET and decision.kind == "revoke-confirmation":
        return replace(state, standing=REVOKED)
    if state.status in (EARNED, LOST):
        return replace(state, standing=PENDING if state.seq is UNSET else REOPENED)
    return replace(state, standing=state.status)


def _of_reached(reached: Title, decision: DecidedTitle | UnsetType, awaited: bool) -> str:
    if not awaited:
        return HELD
    match decision.kind if decision is not UNSET else None:
        case "confirm-title":
            return HELD
        case "keep-title":
            return KEPT
        case "refuse-title":
            return REFUSED
        case _:
            return EARNED
