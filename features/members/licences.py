"""What a licence of a member is, and in which state somebody's licences are for an event."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import NamedTuple

NONE, ENDS_BEFORE, BEGINS_AFTER, UNPAID, PAID = STATES = (
    "none",
    "ends-before",
    "begins-after",
    "unpaid",
    "paid",
)


class Licence(NamedTuple):
    """A licence of a member, both days included. `fee` is in hundredths; `paid`: the
    day on which it was, or None; `club`: None where it is the one that the ledger
    names.
    """

    player: str
    begins: str
    ends: str
    fee: int
    paid: str | None
    club: str | None


class MemberRegister(NamedTuple):
    """The federation's register of members, as it was read last."""

    file: str
    read_at: str
    read_by: str
    licences: tuple[Licence, ...]


def by_player(
    register: MemberRegister, resolve: Callable[[str], str]
) -> dict[str, list[Licence]]:
    """Return the licences of each person by the id that counts now, in the order of
    their days.

    For example:

        {"FI-12": [licence of 2023, licence of 2024]}
    """
    in_order = sorted(register.licences, key=attrgetter("begins", "ends"))

    own: dict[str, list[Licence]] = {}
    for licence in in_order:
        player = resolve(licence.player)
        own.setdefault(player, []).append(licence)

    return own


def is_paid_by(licence: Licence, until: str) -> bool:
    """Tell whether a licence was paid by a day.

    `until`: YYYY-MM-DD; a payment on that day counts.
    """
    return licence.paid is not None and licence.paid <= until


def is_settled(licence: Licence, until: str = "9999-12-31") -> bool:
    """Tell whether nothing is owed for a licence: it was paid by the day, or costs
    nothing.
    """
    return licence.fee == 0 or is_paid_by(licence, until)


def state_of(
    own: Sequence[Licence], first: str, last: str
) -> tuple[str, Licence | None, Licence | None]:
    """Return the state of somebody's licences for an event, and the licences of its
    first and last day: over a new year they may be two.

    `own`: the licences of one person; `first`, `last`: days of the event, YYYY-MM-DD.

    The state is NONE, BEGINS_AFTER, ENDS_BEFORE, PAID or UNPAID; both licences have to
    be settled.
    """
    on_first = _licence_on(own, first)
    on_last = _licence_on(own, last)

    return _state(on_first, on_last), on_first, on_last


def _licence_on(own: Sequence[Licence], day: str) -> Licence | None:
    """Return the licence that counts on a day; None where none holds.

    Somebody whose ids were merged may have two for one day. The one that was paid counts
    then, else the one whose fee is owed, else the first.
    """
    holding = [licence for licence in own if licence.begins <= day <= licence.ends]
    paid = [licence for licence in holding if licence.paid is not None]
    owed = [licence for licence in holding if not is_settled(licence)]
    return next(iter(paid or owed or holding), None)


def _state(on_first: Licence | None, on_last: Licence | None) -> str:
    """Say the state by the licences of the first and of the last day of an event."""
    if on_first is None and on_last is None:
        return NONE

    if on_first is None:
        return BEGINS_AFTER

    if on_last is None:
        return ENDS_BEFORE

    if is_settled(on_first) and is_settled(on_last):
        return PAID

    return UNPAID
