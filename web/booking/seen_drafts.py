"""Show each person the drafts that they may see."""

from collections.abc import Sequence

from msgspec.structs import replace

from messages import Message
from web.booking.permissions import check_seeing, may_see
from web.http import place_hider
from web.store.draft_steps import WAITING
from web.store.drafts import Draft, DraftRow, DraftsAnswer, draft
from web.store.drafts import drafts as kept_drafts
from web.store.roles import Role, allows
from web.store.tokens import Who


def seen_drafts(ledger: str, state: str | None, who: Who) -> DraftsAnswer:
    """List the drafts that somebody may see.

    `state`: only those in this state; None for all of them.
    """
    if allows(who.role, Role.OFFICER):
        return kept_drafts(ledger, state, None)
    if who.role is Role.SUBMITTER:
        return kept_drafts(ledger, state, who.name)

    # whether anybody else may see one is told by the documents in it
    rows = kept_drafts(ledger, state).rows
    return DraftsAnswer(
        rows=tuple(row for row in rows if may_see(draft(ledger, row.number), who))
    )


def waiting_for_others(ledger: str, seen: Sequence[DraftRow], who: Who) -> int:
    """Return how many drafts wait that only others decide about. A submitter is not
    told of what others sent.
    """
    if who.role is Role.SUBMITTER:
        return 0
    all_waiting = len(kept_drafts(ledger, WAITING).rows)
    seen_waiting = sum(row.state == WAITING for row in seen)
    return all_waiting - seen_waiting


def own_draft(ledger: str, number: int, who: Who) -> Draft:
    """Return a draft that somebody may see: their own, and one that they may book,
    because who decides has to see it. It is refused to anybody else (403).

    What was still to be done elsewhere once it was booked is told to the office alone,
    for it may be about what others sent. Where the ledger is stands nowhere in it.
    """
    waiting = draft(ledger, number)
    check_seeing(waiting, who)

    row = waiting.row
    tells_left = allows(who.role, Role.OFFICER) or who.name == row.settled_by
    hidden = place_hider(ledger)
    steps = []
    for step in row.steps or ():
        if isinstance(step.about, Message):
            if not tells_left:
                continue
            step = replace(step, about=step.about.mapped(hidden))
        steps.append(step)

    return waiting._replace(row=replace(row, steps=tuple(steps)))
