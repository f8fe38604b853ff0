"""Show each person the drafts that they may see."""

from collections.abc import Sequence

from exchange.trf.sheet import not_read
from ledger.errors import Problem, SeloError
from messages import say
from web.booking.permissions import check_roles
from web.http import HttpRefusal
from web.store.booking import documents_in
from web.store.draft_steps import WAITING
from web.store.drafts import Draft, DraftRow, DraftsAnswer, draft
from web.store.drafts import drafts as kept_drafts
from web.store.tokens import Role, Who, allows


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
    """
    waiting = draft(ledger, number)
    if not may_see(waiting, who):
        raise _of_somebody_else(number)
    return waiting


def _of_somebody_else(number: int) -> HttpRefusal:
    hint = say("it needs the role {role}", role=Role.OFFICER)

    return HttpRefusal(
        403,
        Problem(
            "not-allowed",
            say("draft {number} is somebody else's", number=number),
            hint=hint,
        ),
    )


def may_see(waiting: Draft, who: Who) -> bool:
    """Tell whether somebody may see a draft: their own, any for an officer, and for
    others what they may book. One that is settled has no content by which to tell that:
    whoever had a part in it sees what became of it.
    """
    if waiting.row.created_by == who.name or allows(who.role, Role.OFFICER):
        return True

    if waiting.row.state != WAITING:
        return who.name in {
            waiting.row.settled_by,
            *(step.who for step in waiting.row.steps or ()),
        }

    try:
        documents = documents_in(waiting)
        check_roles(documents, who)
    except SeloError:
        return False

    return bool(documents)


def check_booking(waiting: Draft, who: Who) -> None:
    """Refuse somebody who may not see the draft, or whose role may not record what is
    in it; and everybody, while it has fields that could not be read.
    """
    # nothing of it is told to anybody else, not even what is wrong with it
    if not may_see(waiting, who):
        raise _of_somebody_else(waiting.row.number)

    documents = documents_in(waiting)
    if documents:
        check_roles(documents, who)
    elif not allows(who.role, Role.OFFICER):
        message = say("a token of the role {role} may not book this", role=who.role)
        raise HttpRefusal(
            403,
            Problem(
                "not-allowed",
                message,
                hint=say("it needs the role {role}", role=Role.OFFICER),
            ),
        )

    if not_read(waiting.content):
        message = say("not every field of the report on paper could be read")
        hint = say("go on typing, and correct the marked fields")
        raise HttpRefusal(409, Problem("unfinished", message, hint=hint))
